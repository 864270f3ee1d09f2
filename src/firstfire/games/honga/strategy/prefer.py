"""How a sensible player likes one action. It reads only public things and the active player's own hand and disc."""

from __future__ import annotations

from firstfire.kernel.bits import popcount
from firstfire.kernel.rule import rule

from ..actions import (
    BARTER,
    BERRIES,
    BUY,
    CAVEMAN,
    CHASE,
    CLIMB,
    END,
    EXPLORE,
    EXTRA_DISC,
    FISH,
    GIVE,
    GOOD_BARTER,
    JOKERS,
    KEEP,
    LAY,
    LUCKY_HAND,
    LURE,
    SATED,
    SWAP,
    TWO_POINTS,
)
from ..box import Box
from ..rules.scoring import resources
from ..state import (
    CARDS_PER_TURN,
    FIELDS,
    QUARTERS,
    Good,
    Phase,
    State,
)
from .worth import (
    CARD,
    best_profit,
    card_profit,
    disc_worth,
    lucky_worth,
    lure_worth,
    placement_worth,
    wants_mammoth,
)


@rule
def prefer(s: State, box: Box, action: int) -> float:
    """How much a sensible player likes a legal action; ending the turn is 0."""
    if s.phase == Phase.PLACE:
        space = (action - LAY) // QUARTERS
        return placement_worth(s, box, s.trays[s.player].disc, space, (action - LAY) % QUARTERS)
    if s.phase == Phase.ACT:
        return prefer_act(s, box, action)
    if s.phase == Phase.MAMMOTHS:
        return -1.0 * popcount(action - GIVE)
    if s.phase == Phase.JOKERS:
        return -1.0 * (action - JOKERS)
    if s.phase == Phase.FISH:
        return -1.0 * abs(
            2 * (s.trays[s.player].goods[Good.FISH] - (action - FISH)) - other_food_left(s, action - FISH)
        )
    if s.phase == Phase.BERRIES:
        return -1.0 * abs(berries_over_mushrooms(s, action - BERRIES))
    return disc_worth(s, box, s.offer[action - KEEP])


@rule
def other_food_left(s: State, fish: int) -> int:
    """Berries and mushrooms left if so many fish are paid."""
    goods = s.trays[s.player].goods
    return goods[Good.BERRY] + goods[Good.MUSHROOM] - (s.bill.due - s.bill.jokers - fish)


@rule
def berries_over_mushrooms(s: State, berries: int) -> int:
    """How many more berries than mushrooms are left if so many berries are paid."""
    goods = s.trays[s.player].goods
    mushrooms = s.bill.due - s.bill.jokers - s.bill.fish - berries
    return goods[Good.BERRY] - berries - (goods[Good.MUSHROOM] - mushrooms)


@rule
def prefer_act(s: State, box: Box, action: int) -> float:
    """Take first what costs nothing, then score, then invest."""
    if action == END:
        return 0.0
    if action < EXPLORE:
        return 30.0
    if action == EXPLORE:
        return 29.0
    if action == LURE:
        return lure_worth(s, box)
    if action == CLIMB:
        return 20.0
    if action < GOOD_BARTER:
        return 6.0 + card_profit(s, box, s.slots[action - BARTER], 0)
    if action < TWO_POINTS:
        copies = (action - GOOD_BARTER) % CARDS_PER_TURN + 1
        slot = (action - GOOD_BARTER) // CARDS_PER_TURN
        return 6.0 + card_profit(s, box, s.slots[slot], copies) - CARD * copies
    return prefer_card(s, box, action)


@rule
def prefer_card(s: State, box: Box, action: int) -> float:
    """Bonus cards: now, or later."""
    tray = s.trays[s.player]
    if action == TWO_POINTS:
        return 25.0
    if action < LUCKY_HAND:
        return 19.0 - (action - CHASE)
    if action < EXTRA_DISC:
        return lucky_worth(s, box, (action - LUCKY_HAND) % FIELDS)
    if action == EXTRA_DISC:
        return 2.0
    if action == SWAP:
        return 8.0 if swap_helps(s, box) else -1.0
    if action == SATED:
        return 3.0 if wants_mammoth(s, box) else -1.0
    if action == CAVEMAN:
        return 18.0 if tray.step + box.card_steps >= box.top_step else 1.5
    if action >= BUY and (s.triggered != 0 or tray.points + action - BUY + 1 >= box.target[s.seats]):
        return 4.0 + (action - BUY)
    return 0.5 + 0.1 * (action - BUY) if resources(s, s.player) >= 9 else -1.0


@rule
def swap_helps(s: State, box: Box) -> bool:
    """Whether some card can be paid only with the swap."""
    return best_profit(s, box, 1) > best_profit(s, box, 0)


# ---------------------------------------------------------------- laying a disc
