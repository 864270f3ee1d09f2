"""What a player suspects: of the cards a rival must have, the good guards stand in the zone.

A deal of the unseen cards at random (`resample`) gives a rival as many weak totems as strong ones,
and every attack on a hidden totem looks better than it is. Sensible players place their strong
guards and Shields and keep their Swords.
"""

from __future__ import annotations

from firstfire.kernel.records.rng import below, random_bit
from firstfire.kernel.rule import rule

from ..box import SLOTS, Box
from ..rules.hands import is_hidden
from ..state import State
from .worth import starting_worth

TRUST = 75  # in how many of a hundred cases the better guard is taken to stand in the zone


@rule
def suspect(s: State, box: Box, seat: int) -> None:
    """For each hidden totem of the rival, one card of its hand is looked at; the better guard of the
    two mostly stands in the zone. Cards the seat has seen (option shield_attacker=return) stay."""
    side = s.sides[1 - seat]
    for slot in range(SLOTS):
        if side.hand != 0 and is_hidden(s, 1 - seat, slot):
            guard = side.zone[slot].card
            card = random_bit(s, side.hand)
            seen = (side.shown >> guard) | (side.shown >> card)
            if seen & 1 == 0 and starting_worth(box, card) > starting_worth(box, guard) and below(s, 100) < TRUST:
                side.hand ^= (1 << guard) | (1 << card)
                side.zone[slot].card = card
