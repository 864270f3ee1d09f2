"""How well each seat stands, as shares of a victory. A card that is not known counts as an average one."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import SLOTS, Box
from ..state import EMPTY, State
from .worth import guard_worth


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Totems, their levels and hands, weighed more as the deck runs out."""
    urgency = 8.0 / (4.0 + s.deck_left)  # an early lead says little (firstfire.lab.calibration)
    lead = urgency * (strength(s, box, 0) - strength(s, box, 1))
    out[0] = 0.5 + 0.5 * lead / (1.0 + abs(lead))
    out[1] = 1.0 - out[0]


@rule
def strength(s: State, box: Box, seat: int) -> float:
    """How strong a side is, in totems."""
    side = s.sides[seat]
    total = 0.08 * side.hand_size
    for slot in range(SLOTS):
        totem = side.zone[slot]
        if totem.card != EMPTY:
            total += 0.4
            if totem.face_up == 0:
                total += 0.6 * guard_worth(box, totem.card)
            else:
                total += 0.02 * box.level[totem.card]
    return total
