"""What cards, links and tokens are called in sentences: after the box on the table."""

from __future__ import annotations

import re
from collections.abc import Callable

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.domain import Domain

from ..actions import CARD, CRAFT, CRAFT_NAME, EFFECT, LINK, OBJECTIVE, TOKEN, TRADE
from ..box import Box
from .phrases import (
    asked_words,
    cost_words,
    craft_type,
    effect_words,
    ends_words,
    face_words,
    trade_words,
)

_GIFT = re.compile(r"(give \w+ to) (\d)")


def display_text(text: str) -> str:
    """The text of an action for people: seats are counted from 0, players from 1 (`give wood to player 2`)."""
    return _GIFT.sub(lambda gift: f"{gift[1]} player {int(gift[2]) + 1}", text)


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """The name of a card, link or token of this box; None for everything else."""
    name = NAMES.get(domain)
    return None if name is None else name(box, words, index)


def link_name(box: Box, words: Words, index: int) -> str:
    """A link by its ends and its effect."""
    if index >= box.link_count:
        return LINK.values[index]
    one, other = ends_words(box, index, words)
    return words.say("name.link", one=one, other=other, effect=effect_words(box, box.links[index].effect, words))


def effect_name(box: Box, words: Words, index: int) -> str:
    """A link effect by what it does."""
    return effect_words(box, index, words)


def token_name(box: Box, words: Words, index: int) -> str:
    """A link token by its effect."""
    return effect_words(box, box.token_effect[index], words)


def craft_name(box: Box, words: Words, index: int) -> str:
    """A craft card by its type and points."""
    return words.say("name.craft_name", type=craft_type(box, index, words), points=box.crafts[index].points)


def craft_in_full(box: Box, words: Words, index: int) -> str:
    """A craft card with its cost and points."""
    kind, cost = craft_type(box, index, words), cost_words(box, index, words)
    return words.say("name.craft", type=kind, cost=cost, points=box.crafts[index].points)


def card_name(box: Box, words: Words, index: int) -> str:
    """A Neta-Tanka card by its face."""
    return face_words(box, index, words)


def trade_name(box: Box, words: Words, index: int) -> str:
    """A trade card by both its sides."""
    return trade_words(box, index, words)


def objective_name(box: Box, words: Words, index: int) -> str:
    """An objective by what it asks."""
    return words.say("name.objective", asked=asked_words(box, index, words))


NAMES: dict[Domain, Callable[[Box, Words, int], str]] = {
    LINK: link_name, EFFECT: effect_name, TOKEN: token_name, CRAFT: craft_in_full, CRAFT_NAME: craft_name,
    CARD: card_name, TRADE: trade_name, OBJECTIVE: objective_name,
}  # fmt: skip
