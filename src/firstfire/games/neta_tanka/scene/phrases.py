"""What is printed on the components, in words: effects, costs, faces, sides, as they are in the box on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.records.record import Row

from ..actions import RESOURCE
from ..box import (
    CARD_KEYS,
    CRAFT_KEYS,
    EFFECT_KEYS,
    MATERIALS,
    PLACE_KEYS,
    RESOURCE_KEYS,
    RESOURCES,
    SIDE_KEYS,
    SOURCE_KEYS,
    Box,
    LinkEffect,
    Resource,
)
from ..state import Place

ASKED = (
    "different_types", "same_type", "totem_wood", "totem_skull", "totem_height", "food_points", "tents", "generosity",
)  # fmt: skip


def resource_words(resource: int, words: Words) -> str:
    """The word for a resource, which bends to numbers."""
    return words.value(RESOURCE, resource)


@memoised
def amount_words(resource: int, count: int, words: Words) -> str:
    """So many of a resource."""
    return words.say("label.amount", resource=resource_words(resource, words), count=count)


def place_words(place: int, words: Words) -> str:
    """The name of a place."""
    return words.say(f"value.place.{PLACE_KEYS[place]}")


def one_of(names: Sequence[str], words: Words) -> str:
    """A choice: wood, skin or meat."""
    return listed(words, names, "or")


def all_of(names: Sequence[str], words: Words) -> str:
    """Everything: 1 wood and 2 skins."""
    return listed(words, names)


def amounts(counts: Iterable[int], words: Words) -> list[str]:
    """Amounts of resources, by resource; what is not wanted is left out."""
    return [amount_words(resource, count, words) for resource, count in enumerate(counts) if count > 0]


def resources_in(bits: int, words: Words) -> list[str]:
    """The resources of a set."""
    return [resource_words(i, words) for i in range(len(RESOURCE_KEYS)) if bits >> i & 1]


@memoised
def basic_words(box: Box, words: Words) -> str:
    """The resources a player may choose from where one of choice is given or bought (NT-D18)."""
    return one_of([amount_words(i, 1, words) for i in range(RESOURCES) if box.basic >> i & 1], words)


@memoised
def effect_words(box: Box, number: int, words: Words) -> str:
    """What a link effect does."""
    effect = box.effects[number]
    key = EFFECT_KEYS[effect.kind]
    if effect.kind == LinkEffect.GAIN:
        key = f"gain_{SOURCE_KEYS[effect.source]}"
    if effect.kind == LinkEffect.GAIN_ANY:
        return words.say("effect.gain_any", resources=basic_words(box, words))
    if effect.resource < 0:
        return words.say(f"effect.{key}")
    return words.say(f"effect.{key}", resource=resource_words(effect.resource, words))


@memoised
def asked_words(box: Box, number: int, words: Words) -> str:
    """What an objective asks."""
    printed = box.objectives[number]
    asked = [words.say(f"asked.{name}", count=getattr(printed, name)) for name in ASKED if getattr(printed, name)]
    return all_of(asked, words)


@memoised
def objective_words(box: Box, number: int, words: Words) -> str:
    """An objective: its points and what it asks."""
    asked = asked_words(box, number, words)
    return words.say("label.objective", points=box.objectives[number].points, asked=asked)


def craft_type(box: Box, card: int, words: Words) -> str:
    """The type of a craft card."""
    return words.say(f"craft_type.{CRAFT_KEYS[box.crafts[card].kind]}")


@memoised
def cost_words(box: Box, card: int, words: Words) -> str:
    """What a craft card is made of."""
    return ", ".join(amounts(materials(box.crafts[card].cost), words))


@memoised
def craft_words(box: Box, card: int, words: Words) -> str:
    """What is printed on a craft card."""
    kind, cost = craft_type(box, card, words), cost_words(box, card, words)
    return words.say("label.craft", type=kind, cost=cost, points=box.crafts[card].points)


@memoised
def face_words(box: Box, card: int, words: Words) -> str:
    """What the face of a Neta-Tanka card does."""
    return _of_card(box, card, words, "face")


@memoised
def printed_words(box: Box, card: int, words: Words) -> str:
    """The same as briefly as it stands on the card."""
    return _of_card(box, card, words, "printed")


def _of_card(box: Box, card: int, words: Words, how: str) -> str:
    printed = box.cards[card]
    key = f"{how}.{CARD_KEYS[printed.kind]}"
    if printed.resource < 0:
        return words.say(key)
    return words.say(key, amount=printed.amount, resource=resource_words(printed.resource, words))


@memoised
def trade_words(box: Box, card: int, words: Words) -> str:
    """Both sides of a trade card."""
    printed = box.trades[card]
    left = [amount_words(i, 1, words) for i in range(len(RESOURCE_KEYS)) if printed.left >> i & 1]
    return one_of([*left, words.say(f"side.{SIDE_KEYS[printed.right]}")], words)


@memoised
def ends_words(box: Box, number: int, words: Words) -> tuple[str, str]:
    """The two places a link joins."""
    link = box.links[number]
    return place_words(link.a, words), place_words(link.b, words)


@memoised
def barred_words(box: Box, words: Words) -> str:
    """The links that offerings cannot buy (NT-A8); empty where there is none."""
    barred = [i for i in range(box.link_count) if not box.links[i].offered]
    named = [
        words.say("reference.link", one=one, other=other) for one, other in (ends_words(box, i, words) for i in barred)
    ]
    return all_of(named, words)


@memoised
def place_tip(box: Box, place: int, words: Words) -> str:
    """What a place does, in full."""
    if place != Place.OFFERING:
        return words.say(f"tip.{PLACE_KEYS[place]}")
    tip, barred = words.say("tip.offering", basic=basic_words(box, words)), barred_words(box, words)
    return f"{tip} {words.say('tip.offering_barred', barred=barred)}" if barred else tip


@memoised
def place_signs(box: Box, words: Words, place: int, trade: int) -> tuple[str, ...]:
    """What a place gives, as short signs: what the real board prints there. Trade shows the card of the round."""
    if place != Place.TRADE:
        return tuple(words.say(f"sign.{PLACE_KEYS[place]}").split("; "))
    found: list[str] = []
    for name in resources_in(box.trades[trade].left, words):
        found += [f"+1 {name}", "/"]
    return (*found, words.say(f"sign.side_{SIDE_KEYS[box.trades[trade].right]}"))


class Wants(NamedTuple):
    """What lies on a tent or craft card, of what it needs: "1/2 skin"; and what is missing, in words."""

    have: tuple[str, ...]
    missing: str


@memoised
def wants_words(words: Words, lying: tuple[int, int], need: tuple[int, int]) -> Wants:
    """Wood and skins on a tent or craft card."""
    have, missing = [], []
    for material in (Resource.SKIN, Resource.WOOD):
        if need[material] > 0:
            name = resource_words(material, words)
            have.append(words.say("label.have", have=lying[material], need=need[material], resource=name))
            missing += amounts([0] * material + [need[material] - lying[material]], words)
    return Wants(tuple(have), all_of(missing, words))


def materials(row: Row[int]) -> tuple[int, int]:
    """Wood and skins of a row."""
    assert MATERIALS == 2
    return row[0], row[1]
