"""The sentence of a legal choice as it stands on the table: the thing, its price, and what is certain to come of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.telling import Tellers
from firstfire.kernel.presentation.templates import PlayerName
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.viewer.sentences import called

from ..actions import ACTIONS, CRAFT_NAME, FOOD, LINK, MATERIAL, ONE, PAIR, PRICE, TIER, TOLD
from ..box import PLACE_KEYS, PLACES, Box, Resource
from ..rules.clan import food_items, height_of, told
from ..rules.placing import free_places
from ..rules.turn_order import unresolved_places
from ..state import Opened, Phase, PieceKind, Place, State
from .phrases import (
    amount_words,
    asked_words,
    effect_words,
    materials,
    one_of,
    place_signs,
    place_words,
    resource_words,
    trade_words,
    wants_words,
)


class NetaTankaTable:
    """What the choices of one scene ask of the table."""

    def __init__(self, view: State, box: Box) -> None:
        self.view, self.box = view, box
        self._called: dict[int, int] = {}
        self._stands: dict[int, int] = {}

    @cached_property
    def trade(self) -> int:
        """The trade card of the round."""
        return self.view.trade[self.view.round - 1]

    @cached_property
    def free(self) -> int:
        """Places with a free slot, and all open ones, as bits."""
        return int(free_places(self.view, self.box))

    def called(self, piece: int) -> int:
        """How a piece of the player is called."""
        if piece not in self._called:
            self._called[piece] = told(self.view, self.box, self.view.player, piece)
        return self._called[piece]

    def stands(self, piece: int) -> int:
        """Where the nomads of a colour of the player stand, as bits."""
        if piece not in self._stands:
            self._stands[piece] = self.view.nomads[self.view.player + piece * self.view.seats].at
        return self._stands[piece]


def tell_gift(seen: NetaTankaTable, box: Box, words: Words, names: Sequence[str], resource: int, seat: int) -> str:
    """A gift, and who gets it."""
    player = called(names, seat)
    return _gift(words, resource, str(player), player.you)


@memoised
def _gift(words: Words, resource: int, name: str, you: bool) -> str:
    return words.say("choice.gift", resource=words.value(ONE, resource), seat=PlayerName(name, you))


# ----------------------------------------------------------------------- Phase I


def tell_place(seen: NetaTankaTable, box: Box, words: Words, piece: int, place: int) -> str:
    """A placement: what the place gives, whether it takes the Copy Power, the links it makes."""
    trade = seen.trade if place == Place.TRADE else 0
    if piece == PieceKind.VISITOR:
        return _place(box, words, seen.called(piece), place, trade, False, 0)
    at = seen.stands(piece) & neighbours(box, place)
    return _place(box, words, seen.called(piece), place, trade, not seen.free >> place & 1, at)


@memoised
def neighbours(box: Box, place: int) -> int:
    """The places that are linked with a place, as bits."""
    ends = [box.links[number].ends for number in range(box.link_count)]
    return reduce(or_, (end for end in ends if end >> place & 1), 0) & ~(1 << place)


@memoised
def _place(box: Box, words: Words, name: int, place: int, trade: int, copies: bool, at: int) -> str:
    signs = " ".join(place_signs(box, words, place, trade))
    key = "choice.copy" if copies else "choice.place"
    said = words.say(key, piece=words.value(TOLD, name), place=place_words(place, words), signs=signs)
    for number in range(box.link_count):
        link = box.links[number]
        if link.ends >> place & 1 and (at | 1 << place) & link.ends == link.ends:
            other = place_words(link.b if link.a == place else link.a, words)
            effect = effect_words(box, link.effect, words)
            said = words.say("choice.makes_link", placed=said, other=other, effect=effect)
    return said


# ---------------------------------------------------------------------- Phase II


def tell_resolve(seen: NetaTankaTable, box: Box, words: Words, place: int) -> str:
    """An action of a place: what it takes and brings with what lies there now."""
    return words.say("choice.resolve", place=place_words(place, words), gives=gives(seen, box, words, place))


def gives(seen: NetaTankaTable, box: Box, words: Words, place: int) -> str:
    """What a place would give the player now."""
    key = f"gives.{PLACE_KEYS[place]}"
    if place == Place.GATHER_WOOD:
        return words.say(key, count=min(box.gather_wood_max, seen.view.forest[Resource.WOOD]))
    if place == Place.GATHER_MUSHROOMS:
        lying = [(Resource.WOOD, min(box.pick_wood, seen.view.forest[Resource.WOOD]))]
        lying.append((Resource.MUSHROOM, seen.view.forest[Resource.MUSHROOM]))
        return words.say(key, found=one_of([amount_words(kind, count, words) for kind, count in lying if count], words))
    if place == Place.RAISE_TOTEM:
        return words.say(key, count=height_of(seen.view.clans[seen.view.player]) + 1)
    if place == Place.HUNT:
        return words.say(key if seen.view.hunted < box.buffalo else "gives.hunt_all")
    if place == Place.TAN:
        skins = seen.view.tanning[Resource.SKIN] + (box.tan_add_skin if seen.view.hunted else 0)
        return words.say(key if seen.view.hunted else "gives.tan_none", count=min(box.tan_take_skin, skins))
    if place == Place.SMOKE_MEAT:
        return words.say(key, count=min(box.smoke_take_meat, seen.view.tanning[Resource.MEAT]))
    if place == Place.TRADE:
        return words.say(key, found=trade_words(box, seen.view.trade[seen.view.round - 1], words))
    return words.say(key)


def tell_link(seen: NetaTankaTable, box: Box, words: Words, link: int) -> str | None:
    """A link; where players have two colours, with which of them."""
    return _tell_pair(seen, box, words, link, 0)


def tell_link_second(seen: NetaTankaTable, box: Box, words: Words, link: int) -> str | None:
    """A link used by the second colour."""
    return _tell_pair(seen, box, words, link, 1)


def _tell_pair(seen: NetaTankaTable, box: Box, words: Words, link: int, own: int) -> str | None:
    if box.counts[seen.view.seats].colours == 1:
        return None
    pair = words.value(PAIR, told(seen.view, box, seen.view.player, own))
    return words.say("choice.link_pair", link=words.value(LINK, link), pair=pair)


def tell_pay_gate(seen: NetaTankaTable, box: Box, words: Words, resource: int) -> str:
    """A token for the first unpaid gate."""
    tent = seen.view.clans[seen.view.player].gate + 1
    return words.say("choice.pay_gate", resource=words.value(ONE, resource), tent=tent)


def tell_exchange(seen: NetaTankaTable, box: Box, words: Words) -> str:
    """The objective, with what is given up."""
    number = seen.view.clans[seen.view.player].objective
    points, asked = box.objectives[number].points, asked_words(box, number, words)
    return words.say("choice.exchange", points=points, asked=asked)


NAMED_PLACES = 2  # more of them are counted


def tell_end_turn(seen: NetaTankaTable, box: Box, words: Words) -> str | None:
    """The end of the turn, with the nomads that would not have acted."""
    left = unresolved_places(seen.view, box)
    places = [place_words(place, words) for place in range(PLACES) if left >> place & 1]
    if len(places) > NAMED_PLACES:
        return words.say("choice.end_turn_many", n=len(places))
    return words.say("choice.end_turn", places=listed(words, places)) if places else None


def tell_stop(seen: NetaTankaTable, box: Box, words: Words) -> str:
    """Stopping, with the steps that are given up."""
    if seen.view.opened == Opened.OFFERING:
        return words.say("choice.stop_offering", left=box.offerings - seen.view.steps)
    return words.say("choice.stop_building", left=box.tents_max_resources - seen.view.steps)


# ---------------------------------------------------------------------- questions


def tell_build(seen: NetaTankaTable, box: Box, words: Words, material: int, tent: int) -> str:
    """A resource on a tent, and how the tent stands then."""
    lying = list(materials(seen.view.clans[seen.view.player].tents[tent]))
    lying[material] += 1
    wants = wants_words(words, (lying[0], lying[1]), materials(box.tent_slots))
    key = "choice.build" if wants.missing else "choice.build_done"
    return words.say(key, material=words.value(MATERIAL, material), tent=tent + 1, have=", ".join(wants.have))


def tell_take(seen: NetaTankaTable, box: Box, words: Words, resource: int) -> str:
    """A resource, with the amount that is given here."""
    name = resource_words(resource, words)
    if seen.view.phase == Phase.PICKING:
        return words.say("choice.pick", resource=name, count=min(box.pick_wood, seen.view.forest[resource]))
    count = 1
    if seen.view.phase == Phase.FOREST_ELDER:
        count = box.elder_forest_gain_wood
    elif seen.view.phase == Phase.HUNT_ELDER:
        count = box.elder_hunt_gain_skin
    elif seen.view.phase == Phase.FOOD_ELDER:
        count = box.elder_food_gain_meat
    return words.say("choice.receive", resource=name, count=count)


def tell_pick_all(seen: NetaTankaTable, box: Box, words: Words) -> str:
    """All mushrooms, and how many these are."""
    return words.say("choice.pick_all", count=seen.view.forest[Resource.MUSHROOM])


def tell_raise(seen: NetaTankaTable, box: Box, words: Words, tier: int) -> str:
    """A tier, and the height of the totem then."""
    height = height_of(seen.view.clans[seen.view.player]) + 1
    return words.say("choice.raise", tier=words.value(TIER, tier), height=height)


def tell_feed(seen: NetaTankaTable, box: Box, words: Words, food: int) -> str:
    """Food, its points, and which item it will be."""
    item = food_items(seen.view.clans[seen.view.player]) + 1
    points = (box.points_meat, box.points_mushroom)[food]
    key = "choice.feed_copy" if item == box.copy_at else "choice.feed"
    return words.say(key, food=words.value(FOOD, food), points=points, item=item)


def tell_craft(seen: NetaTankaTable, box: Box, words: Words, material: int, craft: int) -> str | None:
    """A material on a craft card; whether that finishes it."""
    cost, lying = box.crafts[craft].cost, seen.view.on_craft[craft]
    missing = sum(cost[i] - lying[i] for i in range(2))
    if missing > 1:
        return None
    filled = {"material": words.value(MATERIAL, material), "craft": words.value(CRAFT_NAME, craft)}
    return words.say("choice.craft_done", **filled)


def tell_welcome(seen: NetaTankaTable, box: Box, words: Words, price: int) -> str:
    """The visitor: its price and what it means."""
    return words.say("choice.welcome", price=words.value(PRICE, price))


def tell_pay(seen: NetaTankaTable, box: Box, words: Words, price: int) -> str:
    """The price of the Neta-Tanka, and what it buys."""
    return words.say("choice.pay", price=words.value(PRICE, price))


tell_choices = Tellers(
    ACTIONS,
    {
        "place": tell_place, "resolve": tell_resolve, "link": tell_link, "link_second": tell_link_second,
        "pay_gate": tell_pay_gate, "exchange": tell_exchange, "end_turn": tell_end_turn, "stop": tell_stop,
        "build": tell_build, "take": tell_take, "pick_all": tell_pick_all, "raise": tell_raise, "feed": tell_feed,
        "craft": tell_craft, "welcome": tell_welcome, "pay": tell_pay, "gift": tell_gift,
    },
    naming=("gift",),
    facts=NetaTankaTable,
)  # fmt: skip
