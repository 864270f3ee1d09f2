"""What is counted at the end: where a seat's points come from."""

from __future__ import annotations

from firstfire.kernel.presentation.words import Words

from ..box import Box
from ..rules.scoring import resources
from ..state import PointSource, State


def breakdown(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """HO-E2: where a seat's points come from; the rows add up to its score."""
    earned = state.trays[seat].earned
    return [(words.say(f"breakdown.{source.name.lower()}"), earned[source]) for source in PointSource]


def tie_break(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """HO-E4: resources left."""
    return [(words.say("tie.first"), resources(state, seat))]
