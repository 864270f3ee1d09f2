"""The tables of the rulebook that only the box can fill: the board, the discs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import FIELD
from ..box import FIELD_NAMES, Box
from ..state import DISCS, GREYS, QUARTERS, SEATS
from .looks import around_words

DRAWINGS = {
    "barter": "trade", "mountain": "mountain", "spring": "water", "berries": "berry", "honga": "tiger",
    "lake": "fish", "forest": "forest", "mammoths": "mammoth", "mushrooms": "mushroom",
}  # fmt: skip


def book_tables(box: Box, words: Words) -> dict[str, list[list[str]]]:
    """The nine fields, what the north-west space touches, the discs with their numbers, all mammoths."""
    fields = [f":{DRAWINGS[FIELD_NAMES[field]]}: {words.value(FIELD, field)}" for field in as_tuple(box.cells)]
    sides = zip_longest(_patterns(box, range(GREYS)), _patterns(box, range(GREYS, DISCS)), fillvalue=("", ""))
    return {
        "board": [fields[row : row + 3] for row in (0, 3, 6)],
        "corner": [[around_words(box, words, 0)]],
        "discs": [[*grey, *red] for grey, red in sides],
        "mammoths": [[str(SEATS * box.mammoths)]],
    }


def _patterns(box: Box, discs: Iterable[int]) -> list[tuple[str, str]]:
    """The patterns of hands among some discs, each with how many have it, however they lie in the file."""
    found = Counter(max(_turned(as_tuple(box.quarters[disc]))) for disc in discs)
    return [("-".join(map(str, hands)), str(count)) for hands, count in found.items()]


def _turned(hands: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [hands[turn:] + hands[:turn] for turn in range(QUARTERS)]
