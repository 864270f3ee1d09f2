"""What things are worth to a sensible player, in points: a food or a drop about 0.7, a bonus card 1.2, a mammoth 2."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.fields import food_asked, has_goods_for, lure_price
from ..rules.paying import is_payable
from ..rules.scoring import resources
from ..state import (
    FOODS,
    GATHERED_ON,
    GOODS,
    NONE,
    QUARTERS,
    SLOTS,
    SPACES,
    Field,
    Good,
    State,
)

UNIT = 0.7
CARD = 1.2
MAMMOTH = 2.0


@rule
def lure_worth(s: State, box: Box) -> float:
    """Luring: yes, if wanted or if food abounds; not with a barter in reach."""
    if wants_mammoth(s, box):
        return 4.0
    return 1.0 if resources(s, s.player) >= 8 else -1.0


@rule
def lucky_worth(s: State, box: Box, field: int) -> float:
    """One more hand: for a barter that can be paid, for the top of the mountain, or for a unit when
    cards pile up."""
    if field == Field.BARTER:
        profit = best_profit(s, box, s.turn.swap)
        return 5.0 + profit if s.turn.hands[Field.BARTER] == 0 and profit > 0.0 else -1.0
    tray = s.trays[s.player]
    if field == Field.MOUNTAIN and tray.step + 1 == box.top_step:
        return 15.0
    if tray.hand_count < 3 or s.turn.hands[field] > 0:
        return -1.0
    for good in range(GOODS):
        if GATHERED_ON[good] == field and tray.goods[good] < 3:
            return 0.5
    return -1.0


@rule
def disc_worth(s: State, box: Box, disc: int) -> float:
    """The best place for a disc, as things stand."""
    best = -100.0
    for space in range(SPACES):
        for rotation in range(box.rotations[disc]):
            best = max(best, placement_worth(s, box, disc, space, rotation))
    return best


@rule
def placement_worth(s: State, box: Box, disc: int, space: int, rotation: int) -> float:
    """What the hands would bring, one field after the other."""
    worth = 0.0
    barter = 0
    gained: int = Good.WATER
    units = 0
    minded = False
    for position in range(QUARTERS):
        field = box.pointed[space][position]
        hands = box.quarters[disc][(position - rotation) & 3]
        if hands == 0:
            continue
        if field == Field.BARTER:
            barter = hands
        elif field == Field.HONGA:
            minded = True
        elif field == Field.MOUNTAIN:
            worth += mountain_worth(s, box, hands)
        elif field == Field.FOREST:
            worth += CARD * min(hands, s.bonus_count + s.bonus_gone)
        elif field == Field.MAMMOTHS:
            worth += herd_worth(s, box, hands)
        else:
            good = good_of(field)
            gathered = min(hands, box.marker_max - s.trays[s.player].goods[good])
            worth += gather_worth(s, box, good, gathered)
            if gathered > units:
                gained = good
                units = gathered
    if barter > 0:
        worth += barter_worth(s, box, barter, gained, units)
    if not minded and s.honga != s.player:
        worth -= 1.6
    return worth


@rule
def good_of(field: int) -> int:
    """The good a field gives."""
    for good in range(FOODS):
        if GATHERED_ON[good] == field:
            return good
    return Good.WATER


@rule
def mountain_worth(s: State, box: Box, hands: int) -> float:
    """Steps up; at the top the pay-out against what the best other player gets."""
    step = s.trays[s.player].step
    if step + hands < box.top_step:
        return 0.65 * hands
    others = 0
    for seat in range(s.seats):
        if seat != s.player:
            others = max(others, box.step_points[s.trays[seat].step])
    return box.step_points[box.top_step] - 0.4 * others - 0.3 * step


@rule
def herd_worth(s: State, box: Box, hands: int) -> float:
    """One mammoth that is wanted and can be paid; a second one is worth little."""
    lure = box.lure
    pair = lure[Good.BERRY] + lure[Good.MUSHROOM]
    price = lure_price(s, box)
    if not is_payable(s, box, price, lure[Good.FISH], lure[Good.BERRY], lure[Good.MUSHROOM], pair, 0):
        return 0.0
    if not wants_mammoth(s, box):
        return 0.1 * hands
    return 1.6 if s.tusk != s.player else 0.8


@rule
def gather_worth(s: State, box: Box, good: int, units: int) -> float:
    """Units, worth more while the row is short or an open card asks for them."""
    have = s.trays[s.player].goods[good]
    asked = 0
    for slot in range(SLOTS):
        if s.slots[slot] != NONE:
            asked = max(asked, box.goods[s.slots[slot]][good])
    worth = 0.0
    for i in range(units):
        if have + i < asked:
            worth += 1.0
        elif have + i < 3:
            worth += UNIT
        else:
            worth += 0.4
    return worth


@rule
def barter_worth(s: State, box: Box, hands: int, gained: int, units: int) -> float:
    """The best cards that can be paid, with what the same disc gathers; each good is spent once, so a
    second card counts half."""
    first = 0.0
    second = 0.0
    for slot in range(SLOTS):
        card = s.slots[slot]
        if card != NONE and lacks_at_most(s, box, card, gained, units):
            profit = card_profit(s, box, card, 0) + 1.0
            if profit > first:
                second = first
                first = profit
            elif profit > second:
                second = profit
    return first + 0.5 * second if hands > 1 else first


@rule
def lacks_at_most(s: State, box: Box, card: int, gained: int, units: int) -> bool:
    """Whether a card could be paid after gathering so many units of one good."""
    tray = s.trays[s.player]
    goods = box.goods[card]
    if tray.mammoths + tray.herd < goods[Good.MAMMOTH]:
        return False
    missing = 0
    for food in range(FOODS):
        have = tray.goods[food] + (units if food == gained else 0)
        missing += max(0, goods[food] - have)
    water = tray.goods[Good.WATER] + (units if gained == Good.WATER else 0) - goods[Good.WATER]
    return water >= box.joker_water * missing


@rule
def card_profit(s: State, box: Box, card: int, copies: int) -> float:
    """Points won, less what the goods are worth."""
    food = food_asked(box, card, copies, s.turn.swap)
    goods = box.goods[card]
    return box.points[card] - UNIT * (food + goods[Good.WATER]) - MAMMOTH * goods[Good.MAMMOTH]


@rule
def best_profit(s: State, box: Box, swap: int) -> float:
    """The best open barter card that can be paid now; negative if there is none."""
    best = -1.0
    for slot in range(SLOTS):
        if s.slots[slot] != NONE and has_goods_for(s, box, s.slots[slot], 0, swap):
            best = max(best, card_profit(s, box, s.slots[slot], 0))
    return best


@rule
def wants_mammoth(s: State, box: Box) -> bool:
    """A mammoth is wanted for the tusk, or for an open card."""
    tray = s.trays[s.player]
    if tray.depot == 0:
        return False
    if s.tusk != s.player and (s.tusk == NONE or tray.herd + 1 >= s.trays[s.tusk].herd):
        return True
    for slot in range(SLOTS):
        if s.slots[slot] != NONE and box.goods[s.slots[slot]][Good.MAMMOTH] > tray.mammoths + tray.herd:
            return True
    return False
