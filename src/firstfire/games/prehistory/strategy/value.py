"""How well each seat stands, as shares of a victory."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.scoring import total
from ..rules.stores import markers_of, resources_of
from ..state import MEMBERS, NONE, START, Season, State
from .worth import (
    POINT,
    rounds_left,
    summers_left,
)


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Shares of the victory by points and prospects."""
    best = 0.0
    for seat in range(s.seats):
        out[seat] = prospects(s, box, seat)
        best = max(best, out[seat])
    scale = 5.0 + 3.0 * rounds_left(s, box)
    weight = 0.0
    for seat in range(s.seats):
        gap = (best - out[seat]) / scale
        out[seat] = 1.0 / (1.0 + gap + 2.0 * gap * gap)
        weight += out[seat]
    for seat in range(s.seats):
        out[seat] /= weight


@rule
def prospects(s: State, box: Box, seat: int) -> float:
    """Points now, and what cubes, members and the fishing marker will bring."""
    tribe = s.tribes[seat]
    left = rounds_left(s, box)
    worth = 1.0 * total(s, box, seat)
    worth += summers_left(s, box) * (box.income_points[tribe.fishing] + POINT * box.income_development[tribe.fishing])
    if s.season != Season.FINAL:
        worth += 0.15 * (resources_of(tribe) + markers_of(tribe)) + 0.1 * tribe.development
        for member in range(MEMBERS):
            if tribe.place[member] >= START:
                worth += 0.5 * left + 0.3
            elif tribe.place[member] == NONE:
                worth += 0.3 * left
    return worth
