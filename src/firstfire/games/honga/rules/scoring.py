"""Points, places, ties (HO-E3, HO-E4)."""

from __future__ import annotations

from firstfire.kernel.records.ranks import places
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import GOODS, State


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """HO-E2: points are scored when earned; nothing is added at the end."""
    for seat in range(s.seats):
        out[seat] = s.trays[seat].points


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """HO-E3: most points win. HO-E4: tied, most resources; still tied, the place is shared."""
    for seat in range(s.seats):
        out[seat] = final_key(s, seat)
    places(s.seats, out)


@rule
def final_key(s: State, seat: int) -> int:
    """Points, then resources, as one number."""
    return s.trays[seat].points * 1000 + resources(s, seat)


@rule
def resources(s: State, seat: int) -> int:
    """HO-E4, R31: fish, berries, mushrooms and water; mammoths do not count."""
    total = 0
    for good in range(GOODS):
        total += s.trays[seat].goods[good]
    return total
