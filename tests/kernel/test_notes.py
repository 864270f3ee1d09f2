"""Kinds of notes: declared one by one, each with its number."""

from __future__ import annotations

import pytest

from firstfire.kernel.records.domain import NUMBER, Domain
from firstfire.kernel.rules.notes import NoteKind, Notes

CARD = Domain("card", ("S1", "S2"))


def test_a_kind_is_declared_with_its_number() -> None:
    """Numbers begin with 1: a note of kind 0 is no note."""
    notes = Notes()
    drew = notes.add("drew", a=NUMBER, c=CARD)
    passed = notes.add("passed", silent=True)
    assert (drew, passed) == (1, 2) == (notes.number("drew"), notes.number("passed"))
    assert notes.kind(drew) == NoteKind("drew", a=NUMBER, c=CARD) and notes.kind(passed).silent
    assert notes.kind(drew).arguments() == {"a": NUMBER, "c": CARD}


def test_two_kinds_may_not_share_a_name() -> None:
    notes = Notes()
    notes.add("drew")
    with pytest.raises(ValueError, match="two kinds of notes are called drew"):
        notes.add("drew", a=NUMBER)


def test_a_note_has_four_numbers() -> None:
    with pytest.raises(TypeError, match="e"):
        Notes().add("drew", e=CARD)
