"""Using hands: gathering, the forest, luring, bartering, and bought points."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import EXPLORES, GATHERS
from ..box import Box
from ..state import CARDS_PER_TURN, FOODS, GATHERED_ON, NONE, Bonus, Field, Good, Purpose, State
from .bonus_cards import may_play, play_card
from .paying import is_payable, use_hand
from .piles import take_bonus_card


@rule
def can_gather(s: State, box: Box, good: int) -> bool:
    """HO-X5, R6: a hand is left there and the marker can go further."""
    return s.turn.hands[GATHERED_ON[good]] > 0 and s.trays[s.player].goods[good] < box.marker_max


@rule
def gather(s: State, good: int) -> None:
    """HO-A1 mushrooms, HO-A2 berries, HO-A3 lake, HO-A4 spring: one unit."""
    use_hand(s, GATHERED_ON[good])
    goods = s.trays[s.player].goods
    goods[good] += 1
    note(s, GATHERS, s.player, good, goods[good])


@rule
def can_explore(s: State) -> bool:
    """HO-X2: a hand is left on the forest and there is a card to draw."""
    return s.turn.hands[Field.FOREST] > 0 and s.bonus_count + s.bonus_gone > 0


@rule
def explore(s: State) -> None:
    """HO-A5: the top bonus card, unseen, face down beside the tray; usable from the next turn on."""
    use_hand(s, Field.FOREST)
    kind = take_bonus_card(s)
    tray = s.trays[s.player]
    tray.unseen[kind] += 1
    tray.unseen_count += 1
    note(s, EXPLORES, s.player)


# ---------------------------------------------------------------- mammoths (HO-A6)


@rule
def lure_price(s: State, box: Box) -> int:
    """HO-A6c: the foods shown, less one for each sated-mammoths card (HO-B8)."""
    total = box.lure[Good.FISH] + box.lure[Good.BERRY] + box.lure[Good.MUSHROOM]
    return max(0, total - s.turn.sated)


@rule
def can_lure(s: State, box: Box) -> bool:
    """HO-A6, HO-X4, R9: a hand is left, a mammoth is in the depot, and the food is there."""
    if s.turn.hands[Field.MAMMOTHS] == 0 or s.trays[s.player].depot == 0:
        return False
    fish = box.lure[Good.FISH]
    berries = box.lure[Good.BERRY]
    mushrooms = box.lure[Good.MUSHROOM]
    return is_payable(s, box, lure_price(s, box), fish, berries, mushrooms, berries + mushrooms, 0)


@rule
def lure(s: State, box: Box) -> None:
    """HO-A6: begin to pay for an own mammoth to join the herd."""
    bill = s.bill
    bill.purpose = Purpose.LURE
    bill.due = lure_price(s, box)
    for food in range(FOODS):
        bill.most[food] = box.lure[food]
    bill.pair = box.lure[Good.BERRY] + box.lure[Good.MUSHROOM]


# ---------------------------------------------------------------- barter (HO-A8)


@rule
def fish_asked(box: Box, card: int, copies: int) -> int:
    """Fish left to pay after so many good barter cards."""
    return max(0, box.goods[card][Good.FISH] - copies * box.gives[Good.FISH])


@rule
def berries_asked(box: Box, card: int, copies: int) -> int:
    """Berries left to pay after so many good barter cards."""
    return max(0, box.goods[card][Good.BERRY] - copies * box.gives[Good.BERRY])


@rule
def mushrooms_asked(box: Box, card: int, copies: int) -> int:
    """Mushrooms left to pay after so many good barter cards."""
    return max(0, box.goods[card][Good.MUSHROOM] - copies * box.gives[Good.MUSHROOM])


@rule
def pair_asked(box: Box, card: int, copies: int, swap: int) -> int:
    """Berries and mushrooms left together. With the swap on, the good barter card's may be swapped too."""
    if swap == 0:
        return berries_asked(box, card, copies) + mushrooms_asked(box, card, copies)
    asked = box.goods[card][Good.BERRY] + box.goods[card][Good.MUSHROOM]
    return max(0, asked - copies * (box.gives[Good.BERRY] + box.gives[Good.MUSHROOM]))


@rule
def food_asked(box: Box, card: int, copies: int, swap: int) -> int:
    """All food left to pay after so many good barter cards."""
    return fish_asked(box, card, copies) + pair_asked(box, card, copies, swap)


@rule
def has_goods_for(s: State, box: Box, card: int, copies: int, swap: int) -> bool:
    """HO-A8a, HO-A8b: whether the active player can pay for a card, with so many good barter cards."""
    tray = s.trays[s.player]
    if tray.mammoths + tray.herd < box.goods[card][Good.MAMMOTH]:
        return False
    fish = fish_asked(box, card, copies)
    pair = pair_asked(box, card, copies, swap)
    berries = pair if swap != 0 else berries_asked(box, card, copies)
    mushrooms = pair if swap != 0 else mushrooms_asked(box, card, copies)
    return is_payable(s, box, fish + pair, fish, berries, mushrooms, pair, box.goods[card][Good.WATER])


@rule
def has_barter_hand(s: State) -> bool:
    """HO-A8: a hand is left on the barter field."""
    return s.turn.hands[Field.BARTER] > 0


@rule
def can_barter(s: State, box: Box, slot: int, copies: int) -> bool:
    """HO-A8: a hand is left, the slot is filled, the goods are there; with good barter cards (HO-B1):
    they are in hand, within the limit, and each of them lowers the food asked for (R19)."""
    card = s.slots[slot]
    if s.turn.hands[Field.BARTER] == 0 or card == NONE:
        return False
    if copies > 0:
        if s.turn.cards + copies > CARDS_PER_TURN or s.trays[s.player].hand[Bonus.GOOD_BARTER] < copies:
            return False
        if food_asked(box, card, copies, s.turn.swap) == food_asked(box, card, copies - 1, s.turn.swap):
            return False
    return has_goods_for(s, box, card, copies, s.turn.swap)


@rule
def barter(s: State, box: Box, slot: int, copies: int) -> None:
    """HO-A8: begin to pay for an open barter card, with so many good barter cards (HO-B1)."""
    card = s.slots[slot]
    bill = s.bill
    bill.purpose = Purpose.BARTER
    bill.slot = slot
    bill.cards = copies
    bill.pair = pair_asked(box, card, copies, s.turn.swap)
    bill.most[Good.FISH] = fish_asked(box, card, copies)
    bill.most[Good.BERRY] = bill.pair if s.turn.swap != 0 else berries_asked(box, card, copies)
    bill.most[Good.MUSHROOM] = bill.pair if s.turn.swap != 0 else mushrooms_asked(box, card, copies)
    bill.due = bill.most[Good.FISH] + bill.pair
    bill.water = box.goods[card][Good.WATER]
    bill.mammoths = box.goods[card][Good.MAMMOTH]


@rule
def can_barter_well(s: State, box: Box, slot: int, copies: int) -> bool:
    """HO-B1: with one more good barter card than `copies`, as the actions are counted."""
    return can_barter(s, box, slot, copies + 1)


@rule
def barter_well(s: State, box: Box, slot: int, copies: int) -> None:
    """HO-B1: with one more good barter card than `copies`, as the actions are counted."""
    barter(s, box, slot, copies + 1)


# ---------------------------------------------------------------- bought points (HO-B10)


@rule
def can_buy(s: State, box: Box, units: int) -> bool:
    """HO-B10: the card is in hand and so many units can be paid."""
    if units > box.buy_units or not may_play(s, Bonus.BOUGHT_POINTS):
        return False
    fish = units * box.buy_goods[Good.FISH]
    berries = units * box.buy_goods[Good.BERRY]
    mushrooms = units * box.buy_goods[Good.MUSHROOM]
    return is_payable(s, box, units, fish, berries, mushrooms, units, 0)


@rule
def buy(s: State, box: Box, units: int) -> None:
    """HO-B10, R35: pay one to three units of the foods shown, in any mix, a point for each."""
    play_card(s, Bonus.BOUGHT_POINTS)
    bill = s.bill
    bill.purpose = Purpose.BUY
    bill.due = units
    for food in range(FOODS):
        bill.most[food] = units * box.buy_goods[food]
    bill.pair = units


@rule
def can_buy_more(s: State, box: Box, units: int) -> bool:
    """HO-B10: one more than `units`, as the actions are counted."""
    return can_buy(s, box, units + 1)


@rule
def buy_more(s: State, box: Box, units: int) -> None:
    """HO-B10: one more than `units`, as the actions are counted."""
    buy(s, box, units + 1)
