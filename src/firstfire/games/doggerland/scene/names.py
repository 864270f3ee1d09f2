"""What things are called: numbers with their nouns, groups of people, prices, and what is printed in the box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rows import as_tuple

from ..actions import (
    BAND,
    BANDS,
    CARD,
    CARRY_GOODS,
    CARRY_KINDS,
    COUPLE,
    CRAFT,
    CRAFT_PRICE,
    DWELLING,
    EVENT,
    EVENT_PRICE,
    FREE_GOODS,
    FRESCO,
    GROUND,
    GROUND_SIZE,
    HOME_PRICE,
    HUNT_HUNTERS,
    HUT_PRICE,
    LEVEL_PRICE,
    LOAD,
    LOCATION,
    MEAL,
    MEAL_SIZE,
    OFFERING,
    PACK,
    PAIR,
    PAIR_FIRST,
    PAIR_SECOND,
    PARTY,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    PILE,
    PRICE,
    RECIPE,
    SLOT,
    UPGRADE,
    WORK_PRICE,
)
from ..box import GOOD_NAMES, SHOWS_NAMES, SPECIES_NAMES, Box, own_box
from ..rules.programming import COUPLE_CHIEFS, COUPLE_HUNTERS, COUPLE_SHAMAN
from ..rules.resolution import home_price
from ..state import CARDS, GOODS, LEVELS, LINES, CraftKind, EventEffect, Good, Home, Hut, Shows, Track

COUNTED = ("scarcity", "newborns", "members", "food", "goals", "tool", "beds")
LINE_NAMES = ("top", "centre", "bottom")
_HUT_WORDS = {
    "H1": "painting", "H2": "journey", "H3A": "menhir", "H3B": "alignment", "H3C": "dolmen", "H4": "first-or-move",
    "H5": "trade", "H6": "twins",
}  # fmt: skip


def display_text(text: str) -> str:
    """The text of an action for people: the locations of the hut have names (`hut menhir`), not ids."""
    verb, _, place = text.partition(" ")
    return f"hut {_HUT_WORDS[place]}" if verb == "hut" and place in _HUT_WORDS else text


@memoised
def counted(words: Words, noun: str, number: int) -> str:
    """A number with its noun: 1 Tool, 3 Tools; in French also 0 Outil."""
    return words.say(f"count.{noun}", n=number)


def goods_text(words: Words, amounts: Row[int] | Sequence[int]) -> str:
    """Goods in words: 2 Wood and 1 Stone."""
    return listed(words, _goods(words, amounts))


def price_text(words: Words, amounts: Row[int] | Sequence[int]) -> str:
    """A price in words; nothing is nothing."""
    return goods_text(words, amounts) or words.say("list.nothing")


def any_of(words: Words, kinds: Row[int]) -> str:
    """One of some kinds of goods: 1 Meat, 1 Fur or 1 Bone."""
    return listed(words, [counted(words, GOOD_NAMES[i], 1) for i in range(GOODS) if kinds[i]], "or")


def goods_badge(words: Words, amounts: Row[int]) -> str:
    """Goods as a badge, whose parts the table draws as pictures in any language: 2 Wood, 1 Stone."""
    return ", ".join(_goods(words, amounts))


def goods_badges(words: Words, amounts: Row[int]) -> tuple[str, ...]:
    """Goods as badges of at most two kinds each: a longer one would not be drawn on a small piece."""
    goods = _goods(words, amounts)
    return tuple(", ".join(goods[i : i + 2]) for i in range(0, len(goods), 2))


def _goods(words: Words, amounts: Row[int] | Sequence[int]) -> list[str]:
    row = enumerate(amounts if isinstance(amounts, Sequence) else as_tuple(amounts))
    return [counted(words, GOOD_NAMES[i], n) for i, n in row if n]


def group_text(words: Words, chiefs: int, shaman: int, hunters: int, tools: int = 0) -> str:
    """A group in words: the Chief and 2 Hunter-Gatherers with 1 Tool."""
    people = [words.say("value.member.chief")] if chiefs == 1 else [counted(words, "chief", chiefs)] * min(1, chiefs)
    people += [words.say("value.member.shaman")] * shaman
    people += [counted(words, "hunter", hunters)] if hunters else []
    group = listed(words, people)
    return words.say("list.with", group=group, n=tools) if tools else group


def meal_text(words: Words, fruit: int, meat: int) -> str:
    """Food in words; nothing is nothing."""
    return goods_text(words, [0, 0, fruit, meat]) or words.say("list.nothing")


def ground_text(words: Words, shows: int, quantity: int) -> str:
    """What a tile is called: 2 Wood, a home of animals, the camp."""
    name = SHOWS_NAMES[shows]
    return counted(words, name, quantity) if shows >= Shows.WOOD else words.say(f"value.shows.{name}")


def craft_text(box: Box, words: Words, tile: int) -> str:
    """A Craft by its kind and what it is made of."""
    kind = "necklace" if box.craft_kind[tile] == CraftKind.NECKLACE else "statuette"
    cost = goods_text(words, box.craft_cost[tile])
    return words.say(f"craft.{kind}", cost=cost) if cost else words.say(f"piece.{kind}")


def fresco_text(box: Box, words: Words, tile: int) -> str:
    """A Fresco tile by its animals, from top to bottom."""
    return ", ".join(words.say(f"value.species.{SPECIES_NAMES[box.fresco[tile][line]]}") for line in range(LINES))


def card_text(box: Box, words: Words, card: int) -> str:
    """A solo card by the title of what it does; one with an event of its own by its id."""
    title = standard_titles().get(event_of(box, card))
    return words.say(f"value.card.{title}") if title else words.say("card.other", id=CARD.values[card])


def card_tip(box: Box, words: Words, card: int) -> str:
    """What the event of a solo card does, with the numbers of this box."""
    effect = box.effect[card]
    goods = box.card_goods[card]
    number = box.card_number[card]
    name = EventEffect(effect).name.lower()
    if effect in (EventEffect.RANGE, EventEffect.TRANSPORT):
        name += "_up" if number > 0 else "_down"
    meat, fruit = (counted(words, GOOD_NAMES[good], goods[good]) for good in (Good.MEAT, Good.FRUIT))
    return words.say(f"event.{name}", goods=goods_text(words, goods), number=abs(number), meat=meat, fruit=fruit)


def event_of(box: Box, card: int) -> tuple[int, ...]:
    """All that makes the event of a card."""
    return (box.effect[card], box.mandatory[card], box.card_number[card], *as_tuple(box.card_goods[card]))


@cache
def standard_titles() -> dict[tuple[int, ...], str]:
    """The titles of the events of the game's own box."""
    return {event_of(own_box(), card): CARD.values[card] for card in range(CARDS)}


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """The name of a value where it depends on numbers or on the box; None: as the words file has it."""
    if domain.name in COUNTED:
        return counted(words, domain.name, index)
    if domain is PILE:
        return counted(words, GOOD_NAMES[index % GOODS], index // GOODS)
    if domain is LOAD:
        return counted(words, GOOD_NAMES[CARRY_GOODS[index % CARRY_KINDS]], index // CARRY_KINDS)
    if domain is MEAL:
        return meal_text(words, index // MEAL_SIZE, index % MEAL_SIZE)
    if domain is GROUND:
        return ground_text(words, index // GROUND_SIZE, index % GROUND_SIZE)
    if domain is CRAFT:
        return craft_text(box, words, index)
    if domain is FRESCO:
        return fresco_text(box, words, index)
    if domain is CARD:
        return card_text(box, words, index)
    if domain is EVENT:
        return card_tip(box, words, index)
    if domain is LOCATION and index == Hut.NEXT_FIRST_PLAYER:
        return words.say("hut.H4_either")
    if domain is SLOT:
        return words.say(f"slot.{LINE_NAMES[index % LINES]}", tile=index // LINES + 1)
    return _who(words, domain, index) or _payment(box, words, domain, index) or _price(box, words, domain, index)


def _who(words: Words, domain: Domain, index: int) -> str | None:
    """Groups of people."""
    if domain is PARTY:
        return group_text(words, PARTY_CHIEFS[index], PARTY_SHAMAN[index], PARTY_HUNTERS[index], PARTY_TOOLS[index])
    if domain is COUPLE:
        return group_text(words, COUPLE_CHIEFS[index], COUPLE_SHAMAN[index], COUPLE_HUNTERS[index])
    if domain is BAND and index:
        return group_text(words, index // HUNT_HUNTERS, 0, index % HUNT_HUNTERS)
    if domain is PACK and index % BANDS:
        band = index % BANDS
        return group_text(words, band // HUNT_HUNTERS, 0, band % HUNT_HUNTERS, index // BANDS)
    return None


def _payment(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """What is given: a pair of goods, or the price of hospitality (SC04) in this box."""
    if domain is PAIR:
        row = [0] * GOODS
        row[PAIR_FIRST[index]] += 1
        row[PAIR_SECOND[index]] += 1
        return goods_text(words, row)
    if domain is PRICE:
        card = next((card for card in range(CARDS) if box.effect[card] == EventEffect.WHITE_CHIEF), 0)
        good = (Good.MEAT, Good.FRUIT)[index]
        return counted(words, GOOD_NAMES[good], box.card_goods[card][good])
    return None


def _price(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """What is printed as a price in this box."""
    if domain is CRAFT_PRICE:
        return price_text(words, box.craft_cost[index])
    if domain is HOME_PRICE:
        chief, home = divmod(index, len(DWELLING))
        return price_text(words, [home_price(box, Home.SIMPLE + home, good, chief) for good in range(GOODS)])
    if domain is LEVEL_PRICE:
        return price_text(words, box.learn_cost[index // LEVELS][index % LEVELS])
    if domain is WORK_PRICE:
        level, choice = divmod(index, len(UPGRADE) * len(RECIPE))
        return price_text(words, work_price(box, level, choice))
    if domain is HUT_PRICE:
        return price_text(words, box.hut_cost[index])
    if domain is OFFERING:
        return any_of(words, box.offering)
    if domain is FREE_GOODS:
        return any_of(words, box.free_kinds)
    if domain is EVENT_PRICE:
        return price_text(words, box.card_goods[index])
    return None


def work_price(box: Box, level: int, choice: int) -> list[int]:
    """DG-G3: what an upgrade from a level, a recipe, or both cost together."""
    up, recipe = divmod(choice, len(RECIPE))
    rows = [box.learn_cost[Track.TOOLS][level + 1]] if up and level < LEVELS - 1 else []
    rows += [box.recipe[recipe - 1]] if recipe else []
    return [sum(row[good] for row in rows) for good in range(GOODS)]
