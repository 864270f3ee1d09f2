"""What a choice means on the table: the thing, its price, and what is certain of its result."""

from __future__ import annotations

from collections.abc import Sequence

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.telling import Tellers
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.records.rows import as_tuple

from ..actions import ACTIONS, BARTER_CARD, GATHERED, GOOD, LUCKY, SPACE, TURN
from ..box import Box
from ..rules.fields import berries_asked, fish_asked, mushrooms_asked, pair_asked
from ..state import FIELDS, FOODS, GOODS, QUARTERS, Field, Good, State
from .looks import disc_words, goods_words, hands_words, pointed_hands, quarters_of
from .prices import asked_words, lure_now_words
from .takes import AMOUNTS, Payment, payment

MINDED, STAYS, HUNGRY = -1, -2, -3  # what becomes of HONGA where he eats no good: `meal_of`


# ──────────────────────────────────────────────────────────────────────────────── the disc


def tell_lay(view: State, box: Box, words: Words, space: int, turn: int) -> str:
    """HO-D1, HO-P3: what the disc would point at, and what HONGA does where no hand minds him."""
    hands = quarters_of(box, view.trays[view.player].disc)
    minded = hands[(honga_at(box, space) - turn) % QUARTERS]
    return _lay(box, words, hands, space, turn, MINDED if minded else meal_of(view))


@memoised
def honga_at(box: Box, space: int) -> int:
    """The quarter that points at HONGA from a space."""
    return as_tuple(box.pointed[space]).index(Field.HONGA)


@memoised
def _lay(box: Box, words: Words, hands: tuple[int, ...], space: int, turn: int, meal: int) -> str:
    told = hands_words(words, pointed_hands(box, hands, space, turn))
    if meal != MINDED:
        told = words.say("told.hands_and_honga", hands=told, meal=meal_words(words, meal))
    return words.say("told.lay", space=words.value(SPACE, space), turn=words.value(TURN, turn), hands=told)


def meal_of(view: State) -> int:
    """HO-H2, HO-H3: the good that HONGA eats when he is forgotten, or why he eats none."""
    if view.honga == view.player:
        return STAYS
    tray = view.trays[view.player]
    for good in range(GOODS):
        if tray.goods[good]:
            return good
    return int(Good.MAMMOTH) if tray.mammoths else HUNGRY


@memoised
def meal_words(words: Words, meal: int) -> str:
    """What HONGA does when he is forgotten."""
    if meal == STAYS:
        return words.say("told.honga_stays")
    if meal == HUNGRY:
        return words.say("told.honga_hungry")
    return words.say("told.honga_eats", good=words.value(GOOD, meal))


def tell_keep(view: State, box: Box, words: Words, which: int) -> str:
    """HO-D3: which of the two discs."""
    return words.say("told.keep", disc=disc_words(box, view.offer[which]))


def tell_end(view: State, box: Box, words: Words) -> str | None:
    """HO-P4: the hands that would lapse (those at HONGA have done their work)."""
    return _end(words, as_tuple(view.turn.hands))


@memoised
def _end(words: Words, hands: tuple[int, ...]) -> str | None:
    left = {field: hands[field] for field in range(FIELDS) if field != Field.HONGA}
    return words.say("told.end", hands=hands_words(words, left)) if any(left.values()) else None


# ─────────────────────────────────────────────────────────────────────────────── the hands


def tell_gather(view: State, box: Box, words: Words, good: int) -> str:
    """HO-A1 to HO-A4: from how many to how many."""
    return _gather(words, good, view.trays[view.player].goods[good])


@memoised
def _gather(words: Words, good: int, now: int) -> str:
    return words.say("told.gather", good=words.value(GATHERED, good), now=now, then=now + 1)


def tell_lure(view: State, box: Box, words: Words) -> str:
    """HO-A6c, HO-B8: the price of a mammoth now."""
    goods = lure_now_words(view, box, words)
    lacks = any(view.trays[view.player].goods[food] < box.lure[food] for food in range(FOODS))
    return _lure(words, goods, lacks and not view.turn.sated)


@memoised
def _lure(words: Words, goods: str, lacks: bool) -> str:
    if not goods:
        return words.say("told.lure_free")
    return words.say("told.lure", goods=words.say("told.lacking", goods=goods) if lacks else goods)


def tell_climb(view: State, box: Box, words: Words, names: Sequence[str]) -> str:
    """HO-A7: a step by hand."""
    return tell_steps(view, box, words, names, "climb", 1)


def tell_caveman(view: State, box: Box, words: Words, names: Sequence[str]) -> str:
    """HO-B9: steps by a card."""
    return tell_steps(view, box, words, names, "caveman", box.card_steps)


def tell_steps(view: State, box: Box, words: Words, names: Sequence[str], block: str, steps: int) -> str:
    """The step, or the points at the top and what the others score."""
    reached = view.trays[view.player].step + steps
    if reached < box.top_step:
        return _step(words, block, reached)
    paid = {seat: box.step_points[view.trays[seat].step] for seat in range(view.seats) if seat != view.player}
    return _top(box, words, block, tuple((names[seat], points) for seat, points in paid.items() if points))


@memoised
def _step(words: Words, block: str, step: int) -> str:
    return words.say(f"told.{block}", step=step)


@memoised
def _top(box: Box, words: Words, block: str, paid: tuple[tuple[str, int], ...]) -> str:
    top = words.say(f"told.{block}_top", points=box.step_points[box.top_step])
    told = [words.say("told.honour", name=name, points=points) for name, points in paid]
    return words.say("told.also", top=top, list=listed(words, told)) if told else top


def tell_barter(view: State, box: Box, words: Words, slot: int, more: int = -1) -> str:
    """HO-A8, HO-B1: card, price and points."""
    card, copies = view.slots[slot], more + 1
    goods = asked_words(view, box, words, card, copies)
    return _barter(box, words, card, copies, goods, lacks_food(view, box, card, copies))


@memoised
def _barter(box: Box, words: Words, card: int, copies: int, goods: str, lacks: bool) -> str:
    key = "told.barter" if copies == 0 else "told.good_barter" if goods else "told.good_barter_free"
    if lacks:
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


def tell_two_points(view: State, box: Box, words: Words) -> str:
    """HO-B2: the points."""
    return words.say("told.two_points")


def tell_lucky(view: State, box: Box, words: Words, card: int, field: int) -> str | None:
    """HO-B4: on HONGA's quarter the hand comes too late."""
    return words.say("told.lucky_honga", card=words.value(LUCKY, card)) if field == Field.HONGA else None


def tell_buy(view: State, box: Box, words: Words, more: int) -> str:
    """HO-B10: foods and points."""
    return _buy(box, words, more + 1)


@memoised
def _buy(box: Box, words: Words, units: int) -> str:
    return words.say("told.buy", units=units, points=units * box.buy_points)


def tell_give(view: State, box: Box, words: Words, spaces: int) -> str:
    """HO-A8a: which mammoths of the herd, and how many from the tray."""
    return _give(words, tuple(i + 1 for i in range(view.herd_count) if spaces >> i & 1), view.bill.mammoths)


@memoised
def _give(words: Words, spaces: tuple[int, ...], mammoths: int) -> str:
    parts = [words.say("told.space", space=space) for space in spaces]
    from_tray = mammoths - len(spaces)
    parts += [words.say("told.tray", count=from_tray)] if from_tray else []
    return words.say("told.give", what=listed(words, parts))


def tell_jokers(view: State, box: Box, words: Words, amount: int) -> str:
    """HO-A4j: all that is paid where that is certain, else so many foods, and the water for them."""
    paid = payment(view, box, "jokers", {"amount": amount})
    if paid is not None and paid.whole:
        return _paid(words, paid)
    return _jokers(box, words, AMOUNTS[amount])


@memoised
def _jokers(box: Box, words: Words, count: int) -> str:
    if count == 0:
        return words.say("told.jokers_none")
    return words.say("told.jokers", count=count, water=count * box.joker_water)


def tell_fish(view: State, box: Box, words: Words, amount: int) -> str:
    """All that is paid where that is certain, else so many fish."""
    paid = payment(view, box, "fish", {"amount": amount})
    if paid is not None and paid.whole:
        return _paid(words, paid)
    return _fish(words, AMOUNTS[amount])


@memoised
def _paid(words: Words, paid: Payment) -> str:
    return words.say("told.pay", goods=goods_words(words, [paid.fish, paid.berries, paid.mushrooms, paid.water]))


@memoised
def _fish(words: Words, count: int) -> str:
    return words.say("told.pay", goods=words.say("label.amount", count=count, good=words.value(GOOD, 0)))


def tell_berries(view: State, box: Box, words: Words, amount: int) -> str:
    """So many berries, and mushrooms for the rest."""
    paid = payment(view, box, "berries", {"amount": amount})
    assert paid is not None
    return _paid(words, paid)


tell_choices = Tellers(
    ACTIONS,
    {
        "lay": tell_lay, "gather": tell_gather, "lure": tell_lure, "barter": tell_barter, "good_barter": tell_barter,
        "two_points": tell_two_points, "lucky": tell_lucky, "buy": tell_buy, "end": tell_end, "give": tell_give,
        "jokers": tell_jokers, "fish": tell_fish, "berries": tell_berries, "keep": tell_keep, "climb": tell_climb,
        "caveman": tell_caveman,
    },
    naming=("climb", "caveman"),
)  # fmt: skip
