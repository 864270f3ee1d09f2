"""Notes: what an action did, in a few numbers each.

Rules leave notes as they go; the log, the animation and the explanation come from them.
A note has a kind, the seat it is about, and four small numbers. `a` and `b` are for
everybody; with `secret_note` the numbers `c` and `d` are for that seat alone: everybody
else reads HIDDEN there.

    NOTES = Notes()
    DREW = NOTES.add("drew", a=REASON, b=NUMBER, c=CARD)
    PASSED = NOTES.add("passed")
    ...
    secret_note(s, DREW, s.player, Reason.TURN, s.deck_count, card)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ..records.domain import Domain
from ..records.record import Row, i8, i16, record, u8
from ..rule import rule

HIDDEN = -1  # a number this viewer may not know
NOBODY = -1  # a seat that is no seat; as a viewer: a spectator
EVERYONE = -1  # the sight of a public note


@record
class Note:
    """One thing that happened."""

    kind: int = u8  # which kind of note of the game, from 1
    seat: int = i8  # whom it is about, or NOBODY
    sight: int = i8  # who may read c and d: a seat, or EVERYONE
    a: int = i16  # what the kind says: everybody reads it
    b: int = i16  # the same
    c: int = i16  # what the kind says: HIDDEN from those who may not read it
    d: int = i16  # the same


class Noted(Protocol):
    """What a record needs to be written notes into: a game's state has it, with a buffer of its own length."""

    notes: Row[Note]
    note_count: int
    notes_lost: int
    quiet: int


@rule
def note(s: Noted, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Leave a note that everybody may read."""
    if s.quiet == 0:
        write_note(s, kind, seat, EVERYONE, a, b, c, d)


@rule
def secret_note(s: Noted, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Leave a note of which only `seat` may read `c` and `d`."""
    if s.quiet == 0:
        write_note(s, kind, seat, seat, a, b, c, d)


@rule
def no_note(s: Noted, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """What stands in for both in silent twins."""


SILENT = {note: no_note, secret_note: no_note}  # for a workshop: twins that leave no notes


@rule
def write_note(s: Noted, kind: int, seat: int, sight: int, a: int, b: int, c: int, d: int) -> None:
    """Write into the buffer; a full buffer counts what it lost (checkers fail on that)."""
    if s.note_count >= len(s.notes):
        s.notes_lost += 1
        return
    entry = s.notes[s.note_count]
    entry.kind = kind
    entry.seat = seat
    entry.sight = sight
    entry.a = a
    entry.b = b
    entry.c = c
    entry.d = d
    s.note_count += 1


@rule
def redact_notes(s: Any, seat: int) -> None:
    """Hide the secret numbers of notes from everybody but their seat, and wipe stale notes."""
    for i in range(len(s.notes)):
        entry = s.notes[i]
        if i >= s.note_count:
            entry.kind = 0
            entry.seat = 0
            entry.sight = 0
            entry.a = 0
            entry.b = 0
            entry.c = 0
            entry.d = 0
        elif entry.sight not in (EVERYONE, seat):
            entry.c = HIDDEN
            entry.d = HIDDEN


@dataclass(frozen=True)
class NoteKind:
    """A kind of note: its name and what its numbers mean (a Domain each; None: unused)."""

    name: str
    a: Domain | None = None
    b: Domain | None = None
    c: Domain | None = None
    d: Domain | None = None
    silent: bool = False  # for motion only: no line in the log, no words

    def arguments(self) -> dict[str, Domain]:
        """The used numbers: letter → what it means."""
        pairs = {"a": self.a, "b": self.b, "c": self.c, "d": self.d}
        return {letter: domain for letter, domain in pairs.items() if domain is not None}


class Notes:
    """All kinds of notes of a game, numbered from 1 as they are declared."""

    def __init__(self) -> None:
        self.kinds: tuple[NoteKind, ...] = ()
        self._number: dict[str, int] = {}

    def add(self, name: str, *, silent: bool = False, **numbers: Domain) -> int:
        """Declare a kind: what its numbers a, b, c, d mean (`NoteKind`); its own number."""
        if name in self._number:
            raise ValueError(f"two kinds of notes are called {name}")
        self.kinds += (NoteKind(name, silent=silent, **numbers),)
        self._number[name] = len(self.kinds)
        return len(self.kinds)

    def number(self, name: str) -> int:
        """The number of a kind."""
        return self._number[name]

    def kind(self, number: int) -> NoteKind:
        """The kind with a number."""
        return self.kinds[number - 1]
