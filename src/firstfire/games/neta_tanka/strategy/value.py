"""How well each seat stands, as shares of a victory."""

from __future__ import annotations

from firstfire.kernel.compiling.exponential import exp
from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import CARDS, CRAFTS, RESOURCES, TOKENS, Box, Resource
from ..rules.scoring import is_met, points
from ..state import COLOURS, State
from .weights import VISITOR_WORTH
from .worth import (
    aims,
    base_worth,
    craft_missing,
    craft_worth,
    nearness,
    tent_missing,
    tent_step,
    zeal,
)

WAITING = 2.2  # what a nomad that has not acted yet will still bring
HOPE = 3.0  # what an objective is worth that is all but met


@rule
def standing(s: State, box: Box, seat: int) -> float:
    """Points now, and what reserve and half-done work will still bring."""
    clan = s.clans[seat]
    total = 1.0 * points(s, box, seat)
    ripe = 0.25 if s.trade_left <= 1 else 0.8
    for resource in range(RESOURCES):
        total += ripe * base_worth(resource) * min(clan.reserve[resource], 6)
    for tent in range(box.tents):
        missing = tent_missing(clan, box, tent)
        slots = box.tent_slots[Resource.WOOD] + box.tent_slots[Resource.SKIN]
        if 0 < missing < slots:
            total += ripe * tent_step(s, clan, box, tent) * (slots - missing) / slots
    wanted = clan.wants[Resource.WOOD] | clan.wants[Resource.SKIN]
    for card in range(CRAFTS):
        if (wanted >> card) & 1 != 0:
            total += ripe * craft_worth(box, clan, card) * 0.6 / (1 + craft_missing(s, box, card))
    for number in range(CARDS):
        if (clan.cards >> number) & 1 != 0:
            total += 1.2
    for token in range(TOKENS):
        if (clan.tokens >> token) & 1 != 0:
            total += 0.7 * ripe
    if s.visitor_claim == seat and s.trade_left > 1:
        total += VISITOR_WORTH
    if s.over == 0 and aims(clan) and not is_met(clan, box, clan.objective):
        total += HOPE * zeal(clan, box) * nearness(clan, box)
    return total


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Shares of the victory by the points each will have, the surer the later."""
    best = -1000.0
    for seat in range(s.seats):
        out[seat] = standing(s, box, seat) + WAITING * waiting_nomads(s, seat)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp((out[seat] - best) * foresight(s))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def foresight(s: State) -> float:
    """How much a point of lead says about the end, by rounds left: fitted to 60 games between sensible
    players (firstfire.lab.calibration). In the first rounds it says next to nothing."""
    if s.trade_left <= 1:
        return 0.3
    if s.trade_left == 2:
        return 0.2
    return 0.11 if s.trade_left == 3 else 0.03


@rule
def waiting_nomads(s: State, seat: int) -> int:
    """The nomads of a seat that stand on places and have not acted yet."""
    count = 0
    for colour in range(COLOURS):
        if colour % s.seats == seat:
            count += popcount(s.nomads[colour].at & ~s.nomads[colour].down)
    return count
