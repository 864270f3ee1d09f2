"""Why an action is not legal now: for every refusal the rule that stands against it."""

from __future__ import annotations

from collections.abc import Mapping

from firstfire.kernel.presentation.why_not import NOT_NOW, Reason

from ..actions import (
    ACTIONS,
    AMOUNT,
    AROUND,
    AT,
    BARTER_CARD,
    BONUS_CARD,
    CHASER_KINDS,
    GOOD,
    LUCKY_KINDS,
    LURE_PRICE,
    PRICE,
)
from ..box import Box
from ..rules.bonus_cards import can_play_extra_disc, can_play_sated, can_play_swap, may_play
from ..rules.fields import can_buy, can_explore, can_gather, can_lure, food_asked, has_goods_for, lure_price
from ..rules.paying import (
    fewest_berries,
    fewest_fish,
    fewest_jokers,
    most_berries,
    most_fish,
    most_jokers,
    own_spaces,
)
from ..rules.points import can_climb
from ..state import CARDS_PER_TURN, GATHERED_ON, NONE, QUARTERS, Bonus, Field, Good, Phase, State

Values = Mapping[str, int]
HANDS = {"explore": Field.FOREST, "lure": Field.MAMMOTHS, "climb": Field.MOUNTAIN}
CARDS = {
    "two_points": Bonus.TWO_POINTS, "extra_disc": Bonus.EXTRA_DISC, "swap": Bonus.SWAP, "sated": Bonus.SATED,
    "caveman": Bonus.CAVEMAN_OR_HONGA, "buy": Bonus.BOUGHT_POINTS,
}  # fmt: skip
PHASE_OF = {
    "lay": Phase.PLACE, "give": Phase.MAMMOTHS, "jokers": Phase.JOKERS, "fish": Phase.FISH, "berries": Phase.BERRIES,
    "keep": Phase.DISC,
}  # fmt: skip


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """The reason of the player to act, from what that player may know."""
    block, values = ACTIONS.values(action)
    if view.phase != PHASE_OF.get(block, Phase.ACT):
        return NOT_NOW
    if block == "lay":
        same = values["turn"] >= box.rotations[view.trays[view.player].disc]
        return Reason("same_turned", "HO-D1") if same else None
    if block == "give":
        return why_not_give(view, values["spaces"])
    if block in ("jokers", "fish", "berries"):
        return why_not_amount(view, box, block, int(AMOUNT.values[values["amount"]]))
    if block in ("gather", *HANDS):
        return why_not_hand(view, box, block, values)
    if block in ("barter", "good_barter"):
        return why_not_barter(view, box, values["slot"], values["copies"] + 1 if "copies" in values else 0)
    return None if block in ("end", "keep") else why_not_card(view, box, block, values)


# ─────────────────────────────────────────────────────────────────────────────── the hands


def no_hand(view: State, field: int, rule: str) -> Reason | None:
    """HO-P4: every use of a field takes a hand."""
    return Reason("no_hand", rule, field=(AT, field)) if view.turn.hands[field] == 0 else None


def why_not_hand(view: State, box: Box, block: str, values: Values) -> Reason | None:
    """HO-A1 to HO-A7: a hand is wanted, and room, a card or a payment."""
    field = GATHERED_ON[values["good"]] if block == "gather" else int(HANDS[block])
    lacking = no_hand(view, field, "HO-P4")
    if lacking is not None:
        return lacking
    if block == "gather" and not can_gather(view, box, values["good"]):
        return Reason("row_full", "HO-X5", limit=box.marker_max, good=(GOOD, values["good"]))
    if block == "explore" and not can_explore(view):
        return Reason("no_bonus", "HO-X2")
    if block == "lure" and not can_lure(view, box):
        if view.trays[view.player].depot == 0:
            return Reason("no_mammoth", "HO-X4")
        if view.turn.sated:
            return Reason("cannot_lure_sated", "HO-B8", due=lure_price(view, box), goods=(LURE_PRICE, 0))
        return Reason("cannot_lure", "HO-A6c", goods=(LURE_PRICE, 0))
    return None if block != "climb" or can_climb(view) else NOT_NOW


def why_not_barter(view: State, box: Box, slot: int, copies: int) -> Reason | None:
    """HO-A8, HO-B1: a hand, a card in the slot, the goods; and good barter cards that help."""
    card, tray = view.slots[slot], view.trays[view.player]
    lacking = no_hand(view, int(Field.BARTER), "HO-A8")
    if lacking is not None:
        return lacking
    if card == NONE:
        return Reason("slot_empty", "HO-P5", slot=slot + 1)
    if copies and (reason := why_not_help(view, box, card, copies)) is not None:
        return reason
    wanted = box.goods[card][Good.MAMMOTH]
    if tray.mammoths + tray.herd < wanted:
        own = tray.mammoths + tray.herd
        return Reason("too_few_mammoths", "HO-A8a", card=(BARTER_CARD, card), count=wanted, own=own)
    if not has_goods_for(view, box, card, copies, view.turn.swap):
        if copies:
            return Reason("cannot_help", "HO-A8b", card=(BARTER_CARD, card), goods=(PRICE, card), copies=copies)
        return Reason("cannot_pay", "HO-A8b", card=(BARTER_CARD, card), goods=(PRICE, card))
    return None


def why_not_help(view: State, box: Box, card: int, copies: int) -> Reason | None:
    """HO-B1: good barter cards in hand, two cards a turn, and each lowers the food asked for."""
    held, good_barter = view.trays[view.player].hand[Bonus.GOOD_BARTER], (BONUS_CARD, int(Bonus.GOOD_BARTER))
    if held == 0:
        return Reason("no_card", "HO-B1", card=good_barter)
    if held < copies:
        return Reason("few_cards", "HO-B1", card=good_barter, count=held)
    if view.turn.cards + copies > CARDS_PER_TURN:
        return Reason("two_played", "HO-B")
    swap = view.turn.swap
    if food_asked(box, card, copies, swap) == food_asked(box, card, copies - 1, swap):
        return Reason("card_wasted", "HO-B1", card=good_barter, barter=(BARTER_CARD, card))
    return None


# ─────────────────────────────────────────────────────────────────────────────── bonus cards


def why_not_card(view: State, box: Box, block: str, values: Values) -> Reason | None:
    """HO-B: the card is in hand, fewer than two were played, and its own condition holds."""
    kind = card_of(block, values)
    if view.trays[view.player].hand[kind] == 0:
        return Reason("no_card", "HO-B", card=(BONUS_CARD, kind))
    if not may_play(view, kind):
        return Reason("two_played", "HO-B")
    if block == "chase" and view.honga != view.player:
        return Reason("honga_away", "HO-B3")
    if block == "lucky" and not is_touched(view, box, values["field"]):
        return Reason("not_touched", "HO-B4", fields=(AROUND, view.turn.space))
    if block == "extra_disc" and not can_play_extra_disc(view):
        return Reason("extra_twice", "HO-B5")
    if block == "swap" and not can_play_swap(view):
        return Reason("swap_twice", "HO-B7") if view.turn.swap else no_use(Field.BARTER, "HO-B7")
    if block == "sated" and not can_play_sated(view):
        return no_use(Field.MAMMOTHS, "HO-B8")
    if block == "buy":
        return why_not_buy(view, box, values["units"] + 1)
    return None


def card_of(block: str, values: Values) -> int:
    """The kind of bonus card an action plays."""
    if block == "chase":
        return CHASER_KINDS[values["card"]]
    return LUCKY_KINDS[values["card"]] if block == "lucky" else int(CARDS[block])


def is_touched(view: State, box: Box, field: int) -> bool:
    """Whether the disc laid this turn has a quarter on a field."""
    return field in [box.pointed[view.turn.space][i] for i in range(QUARTERS)]


def no_use(field: Field, rule: str) -> Reason:
    """R24: no card is played for nothing."""
    return Reason("no_use", rule, field=(AT, int(field)))


def why_not_buy(view: State, box: Box, units: int) -> Reason | None:
    """HO-B10: as many units as the card takes, and as can be paid."""
    if units > box.buy_units:
        return Reason("too_many_units", "HO-B10", most=box.buy_units)
    return None if can_buy(view, box, units) else Reason("cannot_buy", "HO-B10", units=units)


# ────────────────────────────────────────────────────────────────────────────────── payments


def why_not_give(view: State, spaces: int) -> Reason | None:
    """HO-A8a: own mammoths only, and exactly as many as the card asks for with those of the tray."""
    own, bill = own_spaces(view), view.bill
    if spaces & ~own:
        numbers = ", ".join(str(i + 1) for i in range(view.herd_count) if own >> i & 1)
        return Reason("not_yours", "HO-A8a", spaces=numbers) if numbers else Reason("no_own", "HO-A8a")
    chosen, on_tray = spaces.bit_count(), view.trays[view.player].mammoths
    if chosen <= bill.mammoths <= chosen + on_tray:
        return None
    given = chosen if chosen > bill.mammoths else chosen + on_tray
    card = (BARTER_CARD, view.slots[bill.slot])
    return Reason("wrong_count", "HO-A8a", card=card, count=bill.mammoths, given=given)


def why_not_amount(view: State, box: Box, block: str, amount: int) -> Reason | None:
    """R18: exactly what is asked, and no more than there is."""
    least, most = {
        "jokers": (fewest_jokers(view), most_jokers(view, box)),
        "fish": (fewest_fish(view), most_fish(view)),
        "berries": (fewest_berries(view), most_berries(view)),
    }[block]
    return None if least <= amount <= most else Reason("between", "R18", least=least, most=most)
