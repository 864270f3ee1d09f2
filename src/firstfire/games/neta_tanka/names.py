"""What cards, links and tokens are called in sentences: after the box on the table."""

from __future__ import annotations

from collections.abc import Callable

from firstfire.kernel.domain import Domain
from firstfire.kernel.words import Words

from .actions import CARD, CRAFT, CRAFT_NAME, EFFECT, LINK, OBJECTIVE, TOKEN, TRADE
from .box import CRAFT_KEYS, Box
from .furniture import asked_words, cost_words, effect_words, face_words, place_words, trade_words


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """The name of a card, link or token of this box; None for everything else."""
    name = NAMES.get(domain)
    return None if name is None else name(box, words, index)


def link_name(box: Box, words: Words, index: int) -> str:
    """A link by its number, its ends and its effect."""
    if index >= box.link_count:
        return LINK.values[index]
    link = box.links[index]
    ends = {"one": place_words(link.a, words), "other": place_words(link.b, words)}
    return words.say("name.link", link=LINK.values[index], effect=effect_words(box, link.effect, words), **ends)


def effect_name(box: Box, words: Words, index: int) -> str:
    """A link effect by what it does."""
    return effect_words(box, index, words)


def token_name(box: Box, words: Words, index: int) -> str:
    """A link token by its number and its effect."""
    effect = effect_words(box, box.token_effect[index], words)
    return words.say("name.token", token=TOKEN.values[index], effect=effect)


def craft_name(box: Box, words: Words, index: int) -> str:
    """A craft card by its type and number."""
    kind = words.say(f"craft_type.{CRAFT_KEYS[box.crafts[index].kind]}")
    return words.say("name.craft_name", type=kind, craft=CRAFT.values[index])


def craft_in_full(box: Box, words: Words, index: int) -> str:
    """A craft card with its cost and points."""
    printed = box.crafts[index]
    key = "name.craft_one_point" if printed.points == 1 else "name.craft"
    kind = words.say(f"craft_type.{CRAFT_KEYS[printed.kind]}")
    cost = cost_words(box, index, words)
    return words.say(key, type=kind, craft=CRAFT.values[index], cost=cost, points=printed.points)


def card_name(box: Box, words: Words, index: int) -> str:
    """A Neta-Tanka card by its number and its face."""
    return words.say("name.card", card=CARD.values[index], effect=face_words(box, index, words))


def trade_name(box: Box, words: Words, index: int) -> str:
    """A trade card by its number and both sides."""
    return words.say("name.trade", trade=TRADE.values[index], sides=trade_words(box, index, words))


def objective_name(box: Box, words: Words, index: int) -> str:
    """An objective by its number and what it asks."""
    asked = asked_words(box, index, words)
    return words.say("name.objective", objective=OBJECTIVE.values[index], asked=asked)


NAMES: dict[Domain, Callable[[Box, Words, int], str]] = {
    LINK: link_name, EFFECT: effect_name, TOKEN: token_name, CRAFT: craft_in_full, CRAFT_NAME: craft_name,
    CARD: card_name, TRADE: trade_name, OBJECTIVE: objective_name,
}  # fmt: skip
