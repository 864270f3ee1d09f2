"""How a sensible player judges positions and moves.

`prefer` reads only public things and the active player's own hand and disc. It thinks in units:
a food or a drop is worth about 0.7 points, a bonus card 1.2, a mammoth 2.
"""

from __future__ import annotations

from firstfire.kernel.bits import popcount
from firstfire.kernel.record import Row
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
from ..rules.fields import food_asked, has_goods_for, lure_price
from ..rules.paying import is_payable
from ..rules.scoring import is_ahead, resources
from ..state import (
    CARDS_PER_TURN,
    FIELDS,
    FOODS,
    GATHERED_ON,
    GOODS,
    NONE,
    QUARTERS,
    SLOTS,
    SPACES,
    Field,
    Good,
    Phase,
    State,
)

UNIT = 0.7
CARD = 1.2
MAMMOTH = 2.0


# ---------------------------------------------------------------- positions


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Shares of the victory: exact at the end, before that by points, goods, mammoths and cards."""
    if s.over != 0:
        share_victory(s, out)
        return
    best = strength(s, box, 0)
    for seat in range(1, s.seats):
        best = max(best, strength(s, box, seat))
    spread = 4.0 + 0.25 * max(0.0, box.target[s.seats] - best)
    total = 0.0
    for seat in range(s.seats):
        out[seat] = fading((best - strength(s, box, seat)) / spread)
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def share_victory(s: State, out: Row[float]) -> None:
    """One for the winner, shared by those who tie for the first place."""
    winners = 0
    for seat in range(s.seats):
        out[seat] = 1.0
        for other in range(s.seats):
            if is_ahead(s, other, seat):
                out[seat] = 0.0
        if out[seat] > 0.0:
            winners += 1
    for seat in range(s.seats):
        out[seat] /= winners


@rule
def strength(s: State, box: Box, seat: int) -> float:
    """Points, and what will become points."""
    tray = s.trays[seat]
    worth = tray.points + UNIT * resources(s, seat) + MAMMOTH * (tray.mammoths + tray.herd)
    worth += 0.6 * tray.step + CARD * (tray.hand_count + tray.unseen_count)
    if s.tusk == seat:
        worth += 1.5
    if s.honga == seat:
        worth -= 1.0
    return worth


@rule
def fading(x: float) -> float:
    """About e to the power of -x, by four squarings."""
    y = max(0.0, 1.0 - x / 16.0)
    y *= y
    y *= y
    y *= y
    return y * y


# ---------------------------------------------------------------- moves


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
def swap_helps(s: State, box: Box) -> bool:
    """Whether some card can be paid only with the swap."""
    return best_profit(s, box, 1) > best_profit(s, box, 0)


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


# ---------------------------------------------------------------- laying a disc


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
