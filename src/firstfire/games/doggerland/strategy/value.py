"""How well each seat stands, as shares of a victory; alone, how likely the game is won."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.clan import members
from ..rules.scoring import points, stock
from ..state import (
    ANIMALS,
    Ending,
    State,
    Track,
)
from .goals import aims_of, effort, hands_left, rounds_left

HANDS_FOR_WORK = 0.33  # what food and growing leave of the hands to come


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Shares of the victory by points and prospects; alone, how likely it is."""
    if s.seats == 1:
        out[0] = solo_chance(s, box)
        return
    lowest_one = prospects(s, box, 0)
    for seat in range(1, s.seats):
        lowest_one = min(lowest_one, prospects(s, box, seat))
    spread = 3.0 + 2.0 * rounds_left(s)
    total = 0.0
    for seat in range(s.seats):
        lead = prospects(s, box, seat) - lowest_one + spread
        out[seat] = lead * lead
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def prospects(s: State, box: Box, seat: int) -> float:
    """Points now, and what stock, memory and members promise."""
    clan = s.clans[seat]
    left = rounds_left(s)
    promise = 0.3 * min(left + 1, 3) * min(stock(s, seat), 24) / 3.0
    for species in range(ANIMALS):
        promise += 0.7 * clan.memory[species] * box.paint_points[species]
    promise += 0.35 * left * (members(clan) - 6) + 0.5 * left * (
        clan.levels[Track.TRANSPORT] + clan.levels[Track.RANGE] * 0.5
    )
    return points(s, box, seat) + promise


@rule
def solo_chance(s: State, box: Box) -> float:
    """How likely a solo game is won: the work the easiest objectives still are against the hands left for it,
    and Scarcity to spare."""
    if s.over != 0:
        return 1.0 if s.ending == Ending.WON else 0.0
    aims = aims_of(s, box)
    chosen = 0
    work = 0.0
    for place in range(s.solo.shown):
        if (aims >> place) & 1 != 0:
            chosen += 1
            work += effort(s, box, place)
    hands = hands_left(s)
    if chosen < s.solo.needed:
        return 0.02 * chosen / s.solo.needed
    margin = HANDS_FOR_WORK * hands - work + (2.0 if work == 0.0 else 0.0)
    chance = 0.5 + 0.5 * margin / (3.0 + 0.1 * hands + abs(margin))
    spare = s.solo.quota - s.clans[0].scarcity
    return max(0.02, min(0.97, chance * min(1.0, 0.7 + 0.15 * spare)))
