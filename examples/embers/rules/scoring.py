"""Points and places."""

from __future__ import annotations

from firstfire.kernel.records.ranks import places
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import State


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """EM-3, EM-4: what was taken plus the charm; nothing for the burnt one."""
    for seat in range(s.seats):
        out[seat] = s.taken[seat] + box.worth[s.charms[seat]] if s.charms[seat] >= 0 else s.taken[seat]
        if s.over != 0 and seat == s.burnt:
            out[seat] = 0


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """EM-4: more points are better; ties share a place."""
    for seat in range(s.seats):
        out[seat] = points(s, box, seat)
    places(s.seats, out)


@rule
def points(s: State, box: Box, seat: int) -> int:
    """The points of one seat."""
    if s.over != 0 and seat == s.burnt:
        return 0
    return s.taken[seat] + box.worth[s.charms[seat]]
