"""Paying: a bill is put together by small decisions, then settled at once.

A bill has `due` units; each is paid with one food or one joker (two water, HO-A4j, L1; water is good
for nothing else, R7). With f fish, b berries, m mushrooms and j jokers a payment is legal exactly when

    f + b + m + j = due,   f <= most[0],  b <= most[1],  m <= most[2],  b + m <= pair,

and the tray holds all of it, the water asked for as water included. That one form covers a lure
(HO-A6c), a barter with or without the swap and good barter cards (HO-A8b), and bought points
(HO-B10). The questions are: which mammoths, how many jokers, fish, berries. A question with one
answer, or whose answers all come to the same, is not asked.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import Mask, allow, popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import BARTERS, BERRIES, FISH, GIVE, JOKERS, PAYS, SCORES
from ..box import Box
from ..state import FOODS, NONE, Bonus, Field, Good, Phase, PointSource, Purpose, State
from .bonus_cards import play_card
from .herd import enter_herd, give_mammoths
from .points import add_points


@rule
def clear_bill(s: State) -> None:
    """No payment is under way."""
    bill = s.bill
    bill.purpose = Purpose.NOTHING
    bill.slot = 0
    bill.cards = 0
    bill.due = 0
    for food in range(FOODS):
        bill.most[food] = 0
    bill.pair = 0
    bill.water = 0
    bill.mammoths = 0
    bill.herd = 0
    bill.jokers = 0
    bill.fish = 0
    bill.berries = 0
    bill.answered = 0


@rule
def is_payable(s: State, box: Box, due: int, fish: int, berries: int, mushrooms: int, pair: int, water: int) -> bool:
    """Whether the active player's tray can pay so many units, of each food at most so many, with
    jokers for the rest, and the water asked for (R8: no joker stands for water)."""
    goods = s.trays[s.player].goods
    spare = goods[Good.WATER] - water
    if spare < 0:
        return False
    bushes = min(pair, min(berries, goods[Good.BERRY]) + min(mushrooms, goods[Good.MUSHROOM]))
    missing = due - min(fish, goods[Good.FISH]) - bushes
    return missing <= 0 or missing * box.joker_water <= spare


@rule
def payable_pair(s: State) -> int:
    """How many berries and mushrooms together can go into this bill."""
    bill = s.bill
    goods = s.trays[s.player].goods
    berries = min(bill.most[Good.BERRY], goods[Good.BERRY])
    mushrooms = min(bill.most[Good.MUSHROOM], goods[Good.MUSHROOM])
    return min(bill.pair, berries + mushrooms)


# ---------------------------------------------------------------- mammoths (HO-A8a)


@rule
def is_choice_of_mammoths(s: State) -> bool:
    """Whether it matters which own mammoths are given, from the tray or from any space of the herd."""
    bill = s.bill
    tray = s.trays[s.player]
    least = max(0, bill.mammoths - tray.mammoths)
    most = min(bill.mammoths, tray.herd)
    return least < most or (0 < most < tray.herd and not own_stand_together(s))


@rule
def own_stand_together(s: State) -> bool:
    """Whether no other mammoth stands between the own ones: then it does not matter which is taken."""
    runs = 0
    for i in range(s.herd_count):
        if s.herd[i] == s.player and (i == 0 or s.herd[i - 1] != s.player):
            runs += 1
    return runs <= 1


@rule
def own_spaces(s: State) -> int:
    """The herd spaces with own mammoths, as bits."""
    spaces = 0
    for i in range(s.herd_count):
        if s.herd[i] == s.player:
            spaces |= 1 << i
    return spaces


@rule
def oldest_own(s: State, count: int) -> int:
    """The spaces of the oldest own mammoths, as bits."""
    spaces = 0
    for back in range(s.herd_count):
        i = s.herd_count - 1 - back
        if count > 0 and s.herd[i] == s.player:
            spaces |= 1 << i
            count -= 1
    return spaces


@rule
def offer_mammoths(s: State, mask: Mask) -> None:
    """Every set of own herd spaces that the tray can fill up to the number asked for."""
    own = own_spaces(s)
    for spaces in range(1 << s.herd_count):
        if spaces & ~own == 0:
            from_tray = s.bill.mammoths - popcount(spaces)
            if 0 <= from_tray <= s.trays[s.player].mammoths:
                allow(mask, GIVE + spaces)


@rule
def choose_mammoths(s: State, spaces: int) -> None:
    """These herd spaces, and the tray for the rest."""
    s.bill.herd = spaces
    s.bill.answered = 1


# ---------------------------------------------------------------- jokers (HO-A4j)


@rule
def fewest_jokers(s: State) -> int:
    """What food cannot pay."""
    bill = s.bill
    food = min(bill.most[Good.FISH], s.trays[s.player].goods[Good.FISH]) + payable_pair(s)
    return max(0, bill.due - food)


@rule
def most_jokers(s: State, box: Box) -> int:
    """As long as the water lasts."""
    return min(s.bill.due, (s.trays[s.player].goods[Good.WATER] - s.bill.water) // box.joker_water)


@rule
def offer_jokers(s: State, box: Box, mask: Mask) -> None:
    """From what food cannot pay to what the water allows."""
    for amount in range(fewest_jokers(s), most_jokers(s, box) + 1):
        allow(mask, JOKERS + amount)


@rule
def choose_jokers(s: State, amount: int) -> None:
    """So many units with water."""
    s.bill.jokers = amount
    s.bill.answered = 2


# ---------------------------------------------------------------- fish


@rule
def fewest_fish(s: State) -> int:
    """What berries and mushrooms cannot pay."""
    return max(0, s.bill.due - s.bill.jokers - payable_pair(s))


@rule
def most_fish(s: State) -> int:
    """As many as there are and as are taken."""
    bill = s.bill
    fish = min(bill.most[Good.FISH], s.trays[s.player].goods[Good.FISH])
    return min(bill.due - bill.jokers, fish)


@rule
def offer_fish(s: State, mask: Mask) -> None:
    """Any number that the other foods can complete."""
    for amount in range(fewest_fish(s), most_fish(s) + 1):
        allow(mask, FISH + amount)


@rule
def choose_fish(s: State, amount: int) -> None:
    """So many fish."""
    s.bill.fish = amount
    s.bill.answered = 3


# ---------------------------------------------------------------- berries, and mushrooms for the rest


@rule
def fewest_berries(s: State) -> int:
    """What mushrooms cannot pay."""
    bill = s.bill
    mushrooms = min(bill.most[Good.MUSHROOM], s.trays[s.player].goods[Good.MUSHROOM])
    return max(0, bill.due - bill.jokers - bill.fish - mushrooms)


@rule
def most_berries(s: State) -> int:
    """As many as there are and as are taken."""
    bill = s.bill
    berries = min(bill.most[Good.BERRY], s.trays[s.player].goods[Good.BERRY])
    return min(bill.due - bill.jokers - bill.fish, berries)


@rule
def offer_berries(s: State, mask: Mask) -> None:
    """Any number that mushrooms can complete."""
    for amount in range(fewest_berries(s), most_berries(s) + 1):
        allow(mask, BERRIES + amount)


@rule
def choose_berries(s: State, amount: int) -> None:
    """So many berries: the payment is complete."""
    s.bill.berries = amount
    s.bill.answered = 4


# ---------------------------------------------------------------- settling


@rule
def go_on_paying(s: State, box: Box) -> None:
    """Put the next question of the open bill; answer those that leave no choice; settle at the end."""
    bill = s.bill
    if bill.answered == 0:
        if is_choice_of_mammoths(s):
            s.phase = Phase.MAMMOTHS
            return
        choose_mammoths(s, oldest_own(s, min(bill.mammoths, s.trays[s.player].herd)))
    if bill.answered == 1:
        fewest = fewest_jokers(s)
        if fewest < most_jokers(s, box):
            s.phase = Phase.JOKERS
            return
        choose_jokers(s, fewest)
    if bill.answered == 2:
        fewest = fewest_fish(s)
        if fewest < most_fish(s):
            s.phase = Phase.FISH
            return
        choose_fish(s, fewest)
    if bill.answered == 3:
        fewest = fewest_berries(s)
        if fewest < most_berries(s):
            s.phase = Phase.BERRIES
            return
        choose_berries(s, fewest)
    settle(s, box)


@rule
def settle(s: State, box: Box) -> None:
    """Pay exactly what was put together (R18) and get what it was paid for. HO-B1: good barter cards are
    played with it, and what they have too much is lost."""
    bill = s.bill
    for _ in range(bill.cards):
        play_card(s, Bonus.GOOD_BARTER)
    pay(s, Good.FISH, bill.fish)
    pay(s, Good.BERRY, bill.berries)
    pay(s, Good.MUSHROOM, bill.due - bill.jokers - bill.fish - bill.berries)
    pay(s, Good.WATER, bill.water + box.joker_water * bill.jokers)
    if bill.purpose == Purpose.LURE:
        use_hand(s, Field.MAMMOTHS)
        enter_herd(s, box)
    elif bill.purpose == Purpose.BARTER:
        use_hand(s, Field.BARTER)
        redeem(s, box)
    else:
        points = box.buy_points * bill.due
        note(s, SCORES, s.player, points, s.trays[s.player].points + points)
        add_points(s, box, s.player, points, PointSource.BOUGHT)
    clear_bill(s)
    s.phase = Phase.ACT


@rule
def pay(s: State, good: int, amount: int) -> None:
    """Move a marker down."""
    if amount > 0:
        s.trays[s.player].goods[good] -= amount
        note(s, PAYS, s.player, amount, good)


@rule
def use_hand(s: State, field: int) -> None:
    """One hand on this field is used."""
    s.turn.hands[field] -= 1
    s.turn.used += 1


@rule
def redeem(s: State, box: Box) -> None:
    """HO-A8: the card goes to the discard, its points are scored at once, its slot stays empty until
    the end of the turn."""
    bill = s.bill
    if bill.mammoths > 0:
        give_mammoths(s, bill.mammoths, bill.herd)
    card = s.slots[bill.slot]
    s.slots[bill.slot] = NONE
    s.barter_discard[s.barter_gone] = card
    s.barter_gone += 1
    s.turn.barters += 1
    points = box.points[card]
    note(s, BARTERS, s.player, card, points, s.trays[s.player].points + points)
    add_points(s, box, s.player, points, PointSource.BARTER)
