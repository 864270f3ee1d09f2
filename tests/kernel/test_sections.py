"""Sections of the rules."""

from __future__ import annotations

import pytest

from firstfire.kernel.presentation.sections import Section, sections, without_rule_ids
from firstfire.kernel.presentation.words import Words


def test_sections_are_read_in_both_ways_of_writing() -> None:
    words = Words("en", {
        "rules.goal.title": "Goal", "rules.goal.text": "Win (TT-G1, TT-G2).", "guide.hello": "x",
        "rules.short_title": "Short", "rules.short": "One.",
    })  # fmt: skip
    assert sections(words, "rules") == [
        Section("goal", "Goal", "Win (TT-G1, TT-G2)."),
        Section("short", "Short", "One."),
    ]
    assert sections(words, "rules")[0].cites == ["TT-G1", "TT-G2"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Take a card (TT-T1).", "Take a card."),
        ("NT-A2: take up to 2 wood.", "take up to 2 wood."),
        ("Last round (R29)", "Last round"),
        ("Appears here (DG-5.4). Goes (PH-A6, R27).", "Appears here. Goes."),
        ("Card R12 (two of them)", "Card R12 (two of them)"),
    ],
)
def test_rule_numbers_are_left_out_where_nobody_can_open_them(text: str, plain: str) -> None:
    assert without_rule_ids(text) == plain
