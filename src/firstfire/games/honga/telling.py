"""What a choice means on the table: the thing, its price, and what is certain of its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...kernel.furniture import still
from ...kernel.words import Words
from .actions import ACTIONS, AMOUNT, BARTER_CARD, GATHERED, GOOD, LUCKY, SPACE, TURN
from .box import Box
from .fields import berries_asked, fish_asked, mushrooms_asked, pair_asked
from .furniture import disc_words, goods_words, hands_words, listed, pointed_hands
from .prices import asked_words, lure_now_words
from .state import FIELDS, FOODS, GOODS, Field, Good, State

Values = Mapping[str, int]


def tell_choice(view: State, box: Box, action: int, words: Words, names: Sequence[str]) -> str | None:
    """The sentence of a legal choice; None where the plain sentence of the action says it all."""
    box = still(box)
    block, values = ACTIONS.values(action)
    if block in ("climb", "caveman"):
        return tell_climb(view, box, words, names, block)
    teller = TELLERS.get(block)
    return None if teller is None else teller(view, box, words, values)


# ──────────────────────────────────────────────────────────────────────────────── the disc


def tell_lay(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-D1, HO-P3: what the disc would point at, and what HONGA does where no hand minds him."""
    space, turn = values["space"], values["turn"]
    hands = pointed_hands(box, view.trays[view.player].disc, space, turn)
    told = hands_words(words, hands)
    if not hands[int(Field.HONGA)]:
        told = words.say("told.hands_and_honga", hands=told, meal=tell_meal(view, words))
    return words.say("told.lay", space=words.value(SPACE, space), turn=words.value(TURN, turn), hands=told)


def tell_meal(view: State, words: Words) -> str:
    """HO-H2, HO-H3: what HONGA does when he is forgotten."""
    tray = view.trays[view.player]
    if view.honga == view.player:
        return words.say("told.honga_stays")
    for good in range(GOODS):
        if tray.goods[good]:
            return words.say("told.honga_eats", good=words.value(GOOD, good))
    if tray.mammoths:
        return words.say("told.honga_eats", good=words.value(GOOD, int(Good.MAMMOTH)))
    return words.say("told.honga_hungry")


def tell_keep(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-D3: which of the two discs."""
    return words.say("told.keep", disc=disc_words(box, view.offer[values["which"]]))


def tell_end(view: State, box: Box, words: Words, values: Values) -> str | None:
    """HO-P4: the hands that would lapse (those at HONGA have done their work)."""
    left = {field: view.turn.hands[field] for field in range(FIELDS) if field != Field.HONGA}
    return words.say("told.end", hands=hands_words(words, left)) if any(left.values()) else None


# ─────────────────────────────────────────────────────────────────────────────── the hands


def tell_gather(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-A1 to HO-A4: from how many to how many."""
    now = view.trays[view.player].goods[values["good"]]
    return words.say("told.gather", good=words.value(GATHERED, values["good"]), now=now, then=now + 1)


def tell_lure(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-A6c, HO-B8: the price of a mammoth now."""
    goods = lure_now_words(view, box, words)
    if not goods:
        return words.say("told.lure_free")
    lacks = any(view.trays[view.player].goods[food] < box.lure[food] for food in range(FOODS))
    return words.say(
        "told.lure", goods=words.say("told.lacking", goods=goods) if lacks and not view.turn.sated else goods
    )


def tell_climb(view: State, box: Box, words: Words, names: Sequence[str], block: str) -> str:
    """HO-A7, HO-B9: the step, or the points at the top and what the others score."""
    reached = view.trays[view.player].step + (1 if block == "climb" else box.card_steps)
    if reached < box.top_step:
        return words.say(f"told.{block}", step=reached)
    top = words.say(f"told.{block}_top", points=box.step_points[box.top_step])
    paid = {seat: box.step_points[view.trays[seat].step] for seat in range(view.seats) if seat != view.player}
    told = [words.say("told.honour", name=names[seat], points=points) for seat, points in paid.items() if points]
    return words.say("told.also", top=top, list=listed(words, told)) if told else top


def tell_barter(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-A8, HO-B1: card, price and points."""
    card, copies = view.slots[values["slot"]], values["copies"] + 1 if "copies" in values else 0
    goods = asked_words(view, box, words, card, copies)
    key = "told.barter" if copies == 0 else "told.good_barter" if goods else "told.good_barter_free"
    if lacks_food(view, box, card, copies):
        goods = words.say("told.lacking", goods=goods)
    name, points = words.value(BARTER_CARD, card), box.points[card]
    return words.say(key, card=name, copies=copies, goods=goods, points=points)


def lacks_food(view: State, box: Box, card: int, copies: int) -> bool:
    """Whether water must stand for a food."""
    have, fish = view.trays[view.player].goods, fish_asked(box, card, copies)
    if view.turn.swap:
        pair = pair_asked(box, card, copies, view.turn.swap)
        return have[Good.FISH] < fish or have[Good.BERRY] + have[Good.MUSHROOM] < pair
    asked = [fish, berries_asked(box, card, copies), mushrooms_asked(box, card, copies)]
    return any(have[food] < asked[food] for food in range(FOODS))


# ─────────────────────────────────────────────────────────────────────────── cards and payments


def tell_two_points(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-B2: the points."""
    return words.say("told.two_points")


def tell_lucky(view: State, box: Box, words: Words, values: Values) -> str | None:
    """HO-B4: on HONGA's quarter the hand comes too late."""
    if values["field"] != Field.HONGA:
        return None
    return words.say("told.lucky_honga", card=words.value(LUCKY, values["card"]))


def tell_buy(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-B10: foods and points."""
    units = values["units"] + 1
    return words.say("told.buy", units=units, points=units * box.buy_points)


def tell_give(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-A8a: which mammoths of the herd, and how many from the tray."""
    spaces = [i + 1 for i in range(view.herd_count) if values["spaces"] >> i & 1]
    parts = [words.say("told.space", space=space) for space in spaces]
    from_tray = view.bill.mammoths - len(spaces)
    parts += [words.say("told.tray", count=from_tray)] if from_tray else []
    return words.say("told.give", what=listed(words, parts))


def tell_jokers(view: State, box: Box, words: Words, values: Values) -> str:
    """HO-A4j: so many foods, and the water for them."""
    count = amount_of(values)
    return (
        words.say("told.jokers", count=count, water=count * box.joker_water) if count else words.say("told.jokers_none")
    )


def tell_fish(view: State, box: Box, words: Words, values: Values) -> str:
    """So many fish."""
    return words.say("told.pay", goods=words.say("label.amount", count=amount_of(values), good=words.value(GOOD, 0)))


def tell_berries(view: State, box: Box, words: Words, values: Values) -> str:
    """So many berries, and mushrooms for the rest."""
    berries, bill = amount_of(values), view.bill
    rest = bill.due - bill.jokers - bill.fish - berries
    return words.say("told.pay", goods=goods_words(words, [0, berries, rest]))


def amount_of(values: Values) -> int:
    """The number an action names."""
    return int(AMOUNT.values[values["amount"]])


TELLERS: dict[str, Callable[[State, Box, Words, Values], str | None]] = {
    "lay": tell_lay, "gather": tell_gather, "lure": tell_lure, "barter": tell_barter, "good_barter": tell_barter,
    "two_points": tell_two_points, "lucky": tell_lucky, "buy": tell_buy, "end": tell_end, "give": tell_give,
    "jokers": tell_jokers, "fish": tell_fish, "berries": tell_berries, "keep": tell_keep,
}  # fmt: skip
