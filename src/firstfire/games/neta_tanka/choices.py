"""The sentence of a legal choice as it stands on the table: the thing, its price, and what is certain to come of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firstfire.kernel.furniture import still
from firstfire.kernel.sentences import called
from firstfire.kernel.words import Words

from .actions import ACTIONS, CRAFT_NAME, FOOD, LINK, MATERIAL, ONE, PAIR, PRICE, TIER, TOLD
from .box import PLACE_KEYS, PLACES, Box, Kind, Resource
from .clan import food_items, height_of, told
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
from .placing import slots_of
from .state import Opened, Phase, Piece, Place, State
from .turns import unresolved_places

Values = dict[str, int]


def tell_choice(view: State, box: Box, action: int, words: Words, names: Sequence[str]) -> str | None:
    """What a legal choice means now; None where the plain sentence of the action says everything."""
    block, values = ACTIONS.values(action)
    if block == "gift":
        who = called(names, values["seat"])
        return words.say("choice.gift", resource=words.value(ONE, values["resource"]), seat=who)
    tell = TELLERS.get(block)
    return None if tell is None else tell(view, still(box), words, values)


# ----------------------------------------------------------------------- Phase I


def tell_place(view: State, box: Box, words: Words, values: Values) -> str:
    """A placement: what the place gives, whether it takes the Copy Power, the links it makes."""
    piece, place = values["piece"], values["place"]
    name = words.value(TOLD, told(view, box, view.player, piece))
    signs = " ".join(place_signs(box, words, place, view.trade[view.round - 1]))
    full = box.places[place].kind != Kind.OPEN and view.normals[place] >= slots_of(view, box, place)
    key = "choice.copy" if full and piece != Piece.VISITOR else "choice.place"
    said = words.say(key, piece=name, place=place_words(place, words), signs=signs)
    if piece == Piece.VISITOR:
        return said
    at = view.nomads[view.player + piece * view.seats].at
    for number in range(box.link_count):
        link = box.links[number]
        if link.ends >> place & 1 and (at | 1 << place) & link.ends == link.ends:
            other = place_words(link.b if link.a == place else link.a, words)
            effect = effect_words(box, link.effect, words)
            said = words.say("choice.makes_link", placed=said, other=other, effect=effect)
    return said


# ---------------------------------------------------------------------- Phase II


def tell_resolve(view: State, box: Box, words: Words, values: Values) -> str:
    """An action of a place: what it takes and brings with what lies there now."""
    place = values["place"]
    return words.say("choice.resolve", place=place_words(place, words), gives=gives(view, box, words, place))


def gives(view: State, box: Box, words: Words, place: int) -> str:
    """What a place would give the player now."""
    key = f"gives.{PLACE_KEYS[place]}"
    if place == Place.GATHER_WOOD:
        return words.say(key, count=min(box.gather_wood_max, view.forest[Resource.WOOD]))
    if place == Place.GATHER_MUSHROOMS:
        lying = [(Resource.WOOD, min(box.pick_wood, view.forest[Resource.WOOD]))]
        lying.append((Resource.MUSHROOM, view.forest[Resource.MUSHROOM]))
        return words.say(key, found=one_of([amount_words(kind, count, words) for kind, count in lying if count], words))
    if place == Place.RAISE_TOTEM:
        return words.say(key, count=height_of(view.clans[view.player]) + 1)
    if place == Place.HUNT:
        return words.say(key if view.hunted < box.buffalo else "gives.hunt_all")
    if place == Place.TAN:
        skins = view.tanning[Resource.SKIN] + (box.tan_add_skin if view.hunted else 0)
        return words.say(key if view.hunted else "gives.tan_none", count=min(box.tan_take_skin, skins))
    if place == Place.SMOKE_MEAT:
        return words.say(key, count=min(box.smoke_take_meat, view.tanning[Resource.MEAT]))
    if place == Place.TRADE:
        return words.say(key, found=trade_words(box, view.trade[view.round - 1], words))
    return words.say(key)


def tell_link(view: State, box: Box, words: Words, values: Values) -> str | None:
    """A link; where players have two colours, with which of them."""
    return _tell_pair(view, box, words, values["link"], 0)


def tell_link_second(view: State, box: Box, words: Words, values: Values) -> str | None:
    """A link used by the second colour."""
    return _tell_pair(view, box, words, values["link"], 1)


def _tell_pair(view: State, box: Box, words: Words, link: int, own: int) -> str | None:
    if box.counts[view.seats].colours == 1:
        return None
    pair = words.value(PAIR, told(view, box, view.player, own))
    return words.say("choice.link_pair", link=words.value(LINK, link), pair=pair)


def tell_pay_gate(view: State, box: Box, words: Words, values: Values) -> str:
    """A token for the first unpaid gate."""
    tent = view.clans[view.player].gate + 1
    return words.say("choice.pay_gate", resource=words.value(ONE, values["resource"]), tent=tent)


def tell_exchange(view: State, box: Box, words: Words, values: Values) -> str:
    """The objective, with what is given up."""
    number = view.clans[view.player].objective
    points, asked = box.objectives[number].points, asked_words(box, number, words)
    return words.say("choice.exchange", points=points, asked=asked)


def tell_end_turn(view: State, box: Box, words: Words, values: Values) -> str | None:
    """The end of the turn, with the nomads that would not have acted."""
    left = unresolved_places(view, box)
    places = [place_words(place, words) for place in range(PLACES) if left >> place & 1]
    return words.say("choice.end_turn", places=", ".join(places)) if places else None


def tell_stop(view: State, box: Box, words: Words, values: Values) -> str:
    """Stopping, with the steps that are given up."""
    if view.opened == Opened.OFFERING:
        return words.say("choice.stop_offering", left=box.offerings - view.steps)
    return words.say("choice.stop_building", left=box.tents_max_resources - view.steps)


# ---------------------------------------------------------------------- questions


def tell_build(view: State, box: Box, words: Words, values: Values) -> str:
    """A resource on a tent, and how the tent stands then."""
    material, tent = values["material"], values["tent"]
    lying = list(materials(view.clans[view.player].tents[tent]))
    lying[material] += 1
    wants = wants_words(words, (lying[0], lying[1]), materials(box.tent_slots))
    key = "choice.build" if wants.missing else "choice.build_done"
    return words.say(key, material=words.value(MATERIAL, material), tent=tent + 1, have=", ".join(wants.have))


def tell_take(view: State, box: Box, words: Words, values: Values) -> str:
    """A resource, with the amount that is given here."""
    resource = values["resource"]
    name = resource_words(resource, words)
    if view.phase == Phase.PICKING:
        return words.say("choice.pick", resource=name, count=min(box.pick_wood, view.forest[resource]))
    count = 1
    if view.phase == Phase.FOREST_ELDER:
        count = box.elder_forest_gain_wood
    elif view.phase == Phase.HUNT_ELDER:
        count = box.elder_hunt_gain_skin
    elif view.phase == Phase.FOOD_ELDER:
        count = box.elder_food_gain_meat
    return words.say("choice.receive", resource=name, count=count)


def tell_pick_all(view: State, box: Box, words: Words, values: Values) -> str:
    """All mushrooms, and how many these are."""
    return words.say("choice.pick_all", count=view.forest[Resource.MUSHROOM])


def tell_raise(view: State, box: Box, words: Words, values: Values) -> str:
    """A tier, and the height of the totem then."""
    height = height_of(view.clans[view.player]) + 1
    return words.say("choice.raise", tier=words.value(TIER, values["tier"]), height=height)


def tell_feed(view: State, box: Box, words: Words, values: Values) -> str:
    """Food, its points, and which item it will be."""
    item = food_items(view.clans[view.player]) + 1
    points = (box.points_meat, box.points_mushroom)[values["food"]]
    key = "choice.feed_copy" if item == box.copy_at else "choice.feed"
    return words.say(key, food=words.value(FOOD, values["food"]), points=points, item=item)


def tell_craft(view: State, box: Box, words: Words, values: Values) -> str | None:
    """A material on a craft card; whether that finishes it."""
    material, card = values["material"], values["craft"]
    cost, lying = box.crafts[card].cost, view.on_craft[card]
    missing = sum(cost[i] - lying[i] for i in range(2))
    if missing > 1:
        return None
    filled = {"material": words.value(MATERIAL, material), "craft": words.value(CRAFT_NAME, card)}
    return words.say("choice.craft_done", **filled)


def tell_welcome(view: State, box: Box, words: Words, values: Values) -> str:
    """The visitor: its price and what it means."""
    return words.say("choice.welcome", price=words.value(PRICE, values["price"]))


def tell_pay(view: State, box: Box, words: Words, values: Values) -> str:
    """The price of the Neta-Tanka, and what it buys."""
    return words.say("choice.pay", price=words.value(PRICE, values["price"]))


TELLERS: dict[str, Callable[[State, Box, Words, Values], str | None]] = {
    "place": tell_place, "resolve": tell_resolve, "link": tell_link, "link_second": tell_link_second,
    "pay_gate": tell_pay_gate, "exchange": tell_exchange, "end_turn": tell_end_turn, "stop": tell_stop,
    "build": tell_build, "take": tell_take, "pick_all": tell_pick_all, "raise": tell_raise, "feed": tell_feed,
    "craft": tell_craft, "welcome": tell_welcome, "pay": tell_pay,
}  # fmt: skip
