"""Counting: Totem has no points; what a player counts is the totems still standing."""

from __future__ import annotations

from firstfire.kernel.records.ranks import places
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY

from ..box import Box
from ..state import SEATS, State


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """TT-G4: the totems in each zone."""
    for seat in range(SEATS):
        out[seat] = s.sides[seat].standing


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """TT-G1, TT-G4 to TT-G6: the winner is first; both are first in a draw. Before the end, by totems."""
    lead = s.sides[0].standing - s.sides[1].standing
    if s.over != 0:
        lead = 0 if s.winner == NOBODY else 1 - 2 * s.winner
    out[0] = lead
    out[1] = -lead
    places(SEATS, out)
