"""How a sensible player likes one action. It reads only public things and the active player's own hand and disc.

Take first what costs nothing, then score, then invest; ending the turn is 0."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import DecisionChoice, by_block

from ..actions import ACTIONS
from ..box import Box
from ..rules.scoring import resources
from ..state import Good, State
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

GATHERING = 30.0
EXPLORING = 29.0
TWO_POINTS = 25.0
CLIMBING = 20.0
CHASING = 19.0
REACHING_THE_TOP = 18.0


@rule
def like_laying(s: State, box: Box, space: int, turn: int) -> float:
    """Where the hands of the disc bring most."""
    return placement_worth(s, box, s.trays[s.player].disc, space, turn)


@rule
def like_keeping(s: State, box: Box, which: int) -> float:
    """The better of two discs."""
    return disc_worth(s, box, s.offer[which])


# ---------------------------------------------------------------- hands


@rule
def like_gathering() -> float:
    """It costs nothing."""
    return GATHERING


@rule
def like_exploring() -> float:
    """It costs nothing either."""
    return EXPLORING


@rule
def like_climbing() -> float:
    """A step nearer to the top."""
    return CLIMBING


@rule
def like_bartering(s: State, box: Box, slot: int) -> float:
    """The points of a card, less what its goods are worth."""
    return 6.0 + card_profit(s, box, s.slots[slot], 0)


@rule
def like_bartering_well(s: State, box: Box, slot: int, copies: int) -> float:
    """The same with good barter cards, which are gone then."""
    return 6.0 + card_profit(s, box, s.slots[slot], copies + 1) - CARD * (copies + 1)


# ---------------------------------------------------------------- bonus cards: now, or later


@rule
def like_two_points() -> float:
    """Points for nothing."""
    return TWO_POINTS


@rule
def like_chasing(card: int) -> float:
    """Rather with the card that can do nothing else."""
    return CHASING - card


@rule
def like_lucky_hand(s: State, box: Box, field: int) -> float:
    """One more hand where it brings most."""
    return lucky_worth(s, box, field)


@rule
def like_extra_disc() -> float:
    """A choice of discs for the next turn."""
    return 2.0


@rule
def like_swap(s: State, box: Box) -> float:
    """If it makes a barter possible."""
    return 8.0 if swap_helps(s, box) else -1.0


@rule
def swap_helps(s: State, box: Box) -> bool:
    """Whether some card can be paid only with the swap."""
    return best_profit(s, box, 1) > best_profit(s, box, 0)


@rule
def like_sated(s: State, box: Box) -> float:
    """If mammoths are wanted."""
    return 3.0 if wants_mammoth(s, box) else -1.0


@rule
def like_caveman(s: State, box: Box) -> float:
    """To the top, or a little nearer."""
    return REACHING_THE_TOP if s.trays[s.player].step + box.card_steps >= box.top_step else 1.5


@rule
def like_buying(s: State, box: Box, units: int) -> float:
    """At the end, or with plenty of food."""
    if s.triggered != 0 or s.trays[s.player].points + units + 1 >= box.target[s.seats]:
        return 4.0 + units
    return 0.5 + 0.1 * units if resources(s, s.player) >= 9 else -1.0


# ---------------------------------------------------------------- payments


@rule
def like_giving(spaces: int) -> float:
    """Mammoths of the tray before those of the herd."""
    return -1.0 * popcount(spaces)


@rule
def like_jokers(amount: int) -> float:
    """Water last."""
    return -1.0 * amount


@rule
def like_paying_fish(s: State, amount: int) -> float:
    """So that the foods stay even."""
    return -1.0 * abs(2 * (s.trays[s.player].goods[Good.FISH] - amount) - other_food_left(s, amount))


@rule
def like_paying_berries(s: State, amount: int) -> float:
    """So that berries and mushrooms stay even."""
    return -1.0 * abs(berries_over_mushrooms(s, amount))


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


prefer = by_block(
    "prefer",
    ACTIONS,
    DecisionChoice("lay", take=like_laying),
    DecisionChoice("gather", take=like_gathering),
    DecisionChoice("explore", take=like_exploring),
    DecisionChoice("lure", take=lure_worth),
    DecisionChoice("climb", take=like_climbing),
    DecisionChoice("barter", take=like_bartering),
    DecisionChoice("good_barter", take=like_bartering_well),
    DecisionChoice("two_points", take=like_two_points),
    DecisionChoice("chase", take=like_chasing),
    DecisionChoice("lucky", take=like_lucky_hand),
    DecisionChoice("extra_disc", take=like_extra_disc),
    DecisionChoice("swap", take=like_swap),
    DecisionChoice("sated", take=like_sated),
    DecisionChoice("caveman", take=like_caveman),
    DecisionChoice("buy", take=like_buying),
    DecisionChoice("give", take=like_giving),
    DecisionChoice("jokers", take=like_jokers),
    DecisionChoice("fish", take=like_paying_fish),
    DecisionChoice("berries", take=like_paying_berries),
    DecisionChoice("keep", take=like_keeping),
)
