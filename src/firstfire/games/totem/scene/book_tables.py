"""The table of the rulebook that lists the cards of the box."""

from __future__ import annotations

from itertools import groupby

from firstfire.kernel.presentation.words import Words

from ..box import CARDS, LEVELS, Box, Power

COLUMNS = (Power.SWORD, Power.SHIELD, Power.EYE, Power.SUM, Power.NONE)


def book_tables(box: Box, words: Words) -> dict[str, list[list[str]]]:
    """How many cards of each power a level has; levels that follow each other and are alike stand in one row."""
    rows = []
    for counts, group in groupby(range(1, LEVELS + 1), lambda level: _counts(box, {level})):
        first, *others = group
        key = "table.levels" if others else "table.level"
        rows.append([words.say(key, first=first, last=[first, *others][-1]), *counts])
    return {"cards": [*rows, [words.say("table.together"), *_counts(box, set(range(LEVELS + 1)))]]}


def _counts(box: Box, levels: set[int]) -> tuple[str, ...]:
    """How many cards of some levels have each power, and how many there are."""
    powers = [box.power[card] for card in range(CARDS) if box.level[card] in levels]
    return (*(str(powers.count(power) or "–") for power in COLUMNS), str(len(powers) or "–"))
