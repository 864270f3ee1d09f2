"""Why not: the reason for every action that is not legal, from what the player to act may know.

Each kind of action has a function that asks, in the order a player would, what stands in its way, with the very
predicates of the rules; None is the answer exactly for legal ones. Actions of another moment get NOT_NOW.
"""

from __future__ import annotations

from collections.abc import Callable

from firstfire.kernel.presentation.why_not import NOT_NOW, Reason
from firstfire.kernel.records.domain import SEAT

from ..actions import ACTIONS, PLACE, RESOURCE, SOURCE
from ..box import PLACES, Box, CardKind, LinkEffect, PlaceKind, Resource, TokenSource, TradeSide
from ..decisions import DECISIONS
from ..rules.cards import can_play_card
from ..rules.clan import (
    food_items,
    has_copy_power,
    is_begun,
    tents_for,
    unfinished_crafts,
)
from ..rules.links import can_use_effect
from ..rules.offerings import can_offer_for_link
from ..rules.places import can_act, can_pay_price
from ..rules.placing import slots_of
from ..rules.turn_order import unresolved_places
from ..state import NOWHERE, Opened, Phase, PieceKind, Place, State

Values = dict[str, int]


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """Why an action is not legal for the player to act; None where it is."""
    block, values = ACTIONS.values(action)
    if block not in ASKED[view.phase]:
        return _another_moment(view, block)
    return WHY[block](view, box, values)


ASKED = [frozenset(DECISIONS.blocks_at(phase)) for phase in Phase]


def _another_moment(view: State, block: str) -> Reason:
    """An action that is not asked for now; in the turn it may be because an action is open, or is not."""
    if block in ("resolve", "end_turn") and view.phase in (Phase.OFFERING, Phase.BUILDING):
        return Reason("open_action", "NT-D2" if block == "resolve" else "NT-D10", place=(PLACE, _opened(view)))
    if block == "stop" and view.phase == Phase.RESOLVING:
        return Reason("nothing_open", "NT-D17")
    return NOT_NOW


def _lacks(view: State, resource: int) -> Reason | None:
    """A resource that is not in the reserve."""
    if view.clans[view.player].reserve[resource] > 0:
        return None
    return Reason("none_in_reserve", "", resource=(RESOURCE, resource))


def _price(view: State, box: Box) -> Reason:
    return Reason("cannot_pay", "NT-A18", meat=box.price_meat, mushroom=box.price_mushroom)


# ------------------------------------------------------------------ Phase I: placing


def why_place(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D1."""
    if values["piece"] == PieceKind.VISITOR:
        return _why_visitor(view, box, values["place"])
    if values["piece"] >= box.counts[view.seats].colours:
        return Reason("no_second", "NT-U10")
    return _why_nomad(view, box, view.player + values["piece"] * view.seats, values["place"])


def _why_nomad(view: State, box: Box, colour: int, place: int) -> Reason | None:
    named = (PLACE, place)
    clan, nomads = view.clans[view.player], view.nomads[colour]
    if clan.to_place == 0:
        return Reason("all_placed", "NT-D1")
    if nomads.hand == 0:
        return Reason("no_nomad_left", "NT-D1")
    if nomads.at >> place & 1:
        return Reason("same_colour", "NT-D1", place=named)
    kind, normals = box.places[place].kind, view.normals[place]
    if kind == PlaceKind.OPEN or normals < slots_of(view, box, place):
        return None
    if kind == PlaceKind.ELDER:
        return Reason("elder_taken", "NT-D1", place=named)
    if not has_copy_power(clan, box):
        return Reason("place_full", "NT-F1", place=named, needed=box.copy_at, have=food_items(clan))
    if clan.copy_at != NOWHERE:
        return Reason("copy_used", "NT-F1", place=named)
    return None if normals > view.extras[place] else Reason("place_doubled", "NT-F1", place=named)


def _why_visitor(view: State, box: Box, place: int) -> Reason | None:
    """NT-F2."""
    if view.visitor_of != view.player:
        return Reason("no_visitor", "NT-F2")
    if view.visitor_at != NOWHERE:
        return Reason("visitor_placed", "NT-F2")
    if box.places[place].kind == PlaceKind.ELDER:
        return Reason("visitor_elder", "NT-F2")
    if view.normals[place] == 0:
        return Reason("visitor_alone", "NT-F2", place=(PLACE, place))
    if box.places[place].kind == PlaceKind.OPEN or view.normals[place] > view.extras[place]:
        return None
    return Reason("place_doubled", "NT-F2", place=(PLACE, place))


# --------------------------------------------------------------- Phase II: the turn


def _opened(view: State) -> int:
    return int(Place.OFFERING if view.opened == Opened.OFFERING else Place.BUILD_TENTS)


def why_resolve(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D2."""
    place = values["place"]
    if not unresolved_places(view, box) >> place & 1:
        return Reason("not_standing", "NT-D2", place=(PLACE, place))
    return None if can_act(view, box, place) else _why_idle(view, box, place)


def _why_idle(view: State, box: Box, place: int) -> Reason:
    """Why the action of a place could do nothing now."""
    clan = view.clans[view.player]
    rule = f"NT-A{place + 1}"
    if place == Place.GATHER_WOOD:
        return Reason("forest_no_wood", rule)
    if place == Place.GATHER_MUSHROOMS:
        return Reason("forest_empty", rule)
    if place == Place.RAISE_TOTEM:
        return Reason("none_in_reserve", rule, resource=(RESOURCE, Resource.WOOD))
    if place == Place.ELDER_CRAFT:
        return Reason("nothing_to_craft", rule)
    if place == Place.CRAFT_OBJECTS:
        return _why_uncraftable(view, rule)
    if place == Place.OFFERING:
        return Reason("nothing_to_offer", rule)
    if place == Place.BUILD_TENTS:
        return Reason("cannot_build", "NT-F6")
    if place == Place.SMOKE_MEAT:
        have = clan.reserve[Resource.WOOD]
        if have < box.smoke_cost_wood:
            return Reason("too_few", rule, resource=(RESOURCE, Resource.WOOD), needed=box.smoke_cost_wood, have=have)
        return Reason("no_meat_there", rule)
    if place == Place.FEED_CLAN:
        return _why_hungry(view, box, rule)
    if not can_pay_price(view, box, 0) and not can_pay_price(view, box, 1):
        return _price(view, box)
    return Reason("nothing_to_learn", rule)


def _why_hungry(view: State, box: Box, rule: str) -> Reason:
    if food_items(view.clans[view.player]) >= box.food_slots:
        return Reason("food_full", rule, slots=box.food_slots)
    return Reason("no_food", rule)


def _why_uncraftable(view: State, rule: str) -> Reason:
    return Reason("cannot_craft" if unfinished_crafts(view.clans[view.player]) else "no_craft", rule)


def _moment(view: State) -> Reason | None:
    """NT-D3 to NT-D9 are free in the turn, and between the steps of an open action (R45)."""
    if view.phase == Phase.RESOLVING or view.steps > 0:
        return None
    return Reason("first_step", "NT-D3", place=(PLACE, _opened(view)))


def _why_effect(view: State, box: Box, number: int) -> Reason | None:
    """NT-L1 to NT-L16: why an effect could do nothing now."""
    if can_use_effect(view, box, number):
        return None
    effect, rule = box.effects[number], "NT-F3"
    if effect.kind == LinkEffect.GAIN:
        source = SOURCE.index("forest" if effect.source == TokenSource.FOREST else "tanning")
        return Reason("zone_lacks", rule, resource=(RESOURCE, effect.resource), source=(SOURCE, source))
    if effect.kind == LinkEffect.PLACE_TENT:
        return Reason("cannot_build", "NT-F6")
    if effect.kind == LinkEffect.PLACE_FOOD:
        return _why_hungry(view, box, rule)
    if effect.kind == LinkEffect.PLACE_CRAFT:
        return _why_uncraftable(view, rule)
    if effect.kind == LinkEffect.PLACE_TOTEM:
        return Reason("none_in_reserve", rule, resource=(RESOURCE, effect.resource))
    return Reason("renew_few" if effect.kind == LinkEffect.RENEW_CRAFT else "no_tokens", rule)


def why_link(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D3, with the first colour."""
    return _why_link(view, box, values["link"], 0)


def why_link_second(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D3, with the second colour."""
    return _why_link(view, box, values["link"], 1)


def _why_link(view: State, box: Box, number: int, own: int) -> Reason | None:
    if moment := _moment(view):
        return moment
    if own >= box.counts[view.seats].colours:
        return Reason("no_second", "NT-F3")
    if number >= box.link_count:
        return Reason("no_link", "NT-F3")
    link = box.links[number]
    if not view.links_open[own] >> number & 1:
        if view.nomads[view.player + own * view.seats].at & link.ends == link.ends:
            return Reason("link_used", "NT-F3")
        return Reason("link_ends", "NT-F3", one=(PLACE, link.a), other=(PLACE, link.b))
    return _why_effect(view, box, link.effect)


def why_play_card(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D4."""
    if reason := why_discard_card(view, box, values):
        return reason
    number = values["card"]
    if can_play_card(view, box, number):
        return None
    kind, rule = box.cards[number].kind, "NT-D4"
    if kind == CardKind.FOOD:
        return Reason("food_full", rule, slots=box.food_slots)
    return Reason("no_tent_open" if kind == CardKind.TENTS else "no_craft", rule)


def why_discard_card(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D5."""
    if moment := _moment(view):
        return moment
    held = view.clans[view.player].cards >> values["card"] & 1
    return None if held else Reason("not_your_card", "NT-D4")


def why_use_token(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D6."""
    if moment := _moment(view):
        return moment
    if not view.clans[view.player].tokens >> values["token"] & 1:
        return Reason("not_your_token", "NT-D6")
    return _why_effect(view, box, box.token_effect[values["token"]])


def why_gift(view: State, box: Box, values: Values) -> Reason | None:
    """NT-F4."""
    if moment := _moment(view):
        return moment
    resource, seat = values["resource"], values["seat"]
    if seat >= view.seats:
        return Reason("no_such_seat", "NT-F4")
    if seat == view.player:
        return Reason("gift_self", "NT-F4")
    if view.gift_made:
        return Reason("gift_made", "NT-F4")
    if reason := _lacks(view, resource):
        return reason
    if view.clans[seat].reserve[resource] == 0:
        return None
    return Reason("gift_has", "NT-F4", seat=(SEAT, seat), resource=(RESOURCE, resource))


def why_pay_gate(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D8."""
    if moment := _moment(view):
        return moment
    clan, resource = view.clans[view.player], values["resource"]
    if clan.gate >= box.tents:
        return Reason("no_gate", "NT-F6")
    if clan.owed[resource] == 0:
        return Reason("gate_not_asked", "NT-F6", tent=clan.gate + 1)
    if not is_begun(clan, clan.gate - 1):
        return Reason("gate_early", "NT-F6", tent=clan.gate)
    return _lacks(view, resource)


def why_exchange(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D9."""
    if moment := _moment(view):
        return moment
    return Reason("exchanged", "NT-D9") if view.clans[view.player].exchanged else None


def why_end_turn(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D10."""
    must = unresolved_places(view, box) & box.must_act
    for place in range(PLACES):
        if must >> place & 1:
            return Reason("must_act", "NT-D10", place=(PLACE, place))
    return None


def why_stop(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D14, NT-D17."""
    if view.phase == Phase.OFFERING or view.steps > 0:
        return None
    return Reason("build_first", "NT-A9")


# -------------------------------------------------------------------- offerings (NT-A8)


def _poor(view: State) -> Reason | None:
    return None if view.clans[view.player].generosity > 0 else Reason("no_generosity", "NT-A8")


def why_buy(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A8 a1."""
    if reason := _poor(view):
        return reason
    return (
        None
        if box.basic >> values["resource"] & 1
        else Reason("not_basic", "NT-A8", resource=(RESOURCE, values["resource"]))
    )


def why_sacrifice(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A8 a2."""
    return _lacks(view, values["resource"])


def why_offer_craft(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A8 b."""
    return _poor(view) or _why_display(view, values["craft"])


def why_offer_link(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A8 c."""
    if reason := _poor(view):
        return reason
    number = values["link"]
    if number >= box.link_count:
        return Reason("no_link", "NT-A8")
    if can_offer_for_link(view, box, number):
        return None
    if not box.links[number].offered:
        return Reason("not_offered", "NT-A8")
    if view.links_bought >> number & 1:
        return Reason("bought", "NT-A8")
    return _why_effect(view, box, box.links[number].effect)


# ------------------------------------------------------------------------- questions


def why_build(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D14, NT-F6."""
    material, tent = values["material"], values["tent"]
    if tent >= box.tents:
        return Reason("no_tent", "NT-F6", tent=tent + 1)
    if view.supplied == 0 and (reason := _lacks(view, material)):
        return reason
    clan = view.clans[view.player]
    if tents_for(clan, box, material) >> tent & 1:
        return None
    if clan.tents[tent][material] >= box.tent_slots[material]:
        return Reason("tent_full", "NT-F6", tent=tent + 1)
    for before in range(tent):
        if before + 1 >= clan.gate:
            return Reason("gate_unpaid", "NT-F6", tent=before + 2)
        if not is_begun(clan, before):
            return Reason("tent_early", "NT-F6", tent=before + 1)
    raise AssertionError(f"tent {tent} takes {material}")  # pragma: no cover - tents_for says no for one of these


GIVEN = {Phase.PICKING: Resource.WOOD, Phase.FOREST_ELDER: Resource.WOOD, Phase.HUNT_ELDER: Resource.SKIN,
         Phase.FOOD_ELDER: Resource.MEAT}  # fmt: skip


def why_take(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D11, NT-D18, NT-D19."""
    if view.phase in GIVEN:
        given = 1 << GIVEN[Phase(view.phase)]
    elif view.phase == Phase.TRADING:
        given = box.trades[view.trade[view.round - 1]].left
    else:
        given = box.basic
    return None if given >> values["resource"] & 1 else Reason("not_given", "NT-D19")


def why_pick_all(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A3: asked only where both can be had."""
    return None


def why_raise(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A5, NT-A18."""
    skull = values["tier"] == 1
    if view.phase == Phase.FOREST_ELDER:
        return Reason("skull_elsewhere", "NT-A18") if skull else None
    return _lacks(view, Resource.SKULL) if skull else Reason("wood_elsewhere", "NT-A18")


def why_feed(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D15."""
    if food_items(view.clans[view.player]) >= box.food_slots:
        return Reason("food_full", "NT-A15", slots=box.food_slots)
    return _lacks(view, Resource.MEAT + values["food"])


def why_craft(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D13."""
    clan, material, card = view.clans[view.player], values["material"], values["craft"]
    if not unfinished_crafts(clan) >> card & 1:
        return Reason("craft_not_yours", "NT-D13")
    if not clan.wants[material] >> card & 1:
        return Reason("craft_wants_not", "NT-D13")
    return _lacks(view, material) if view.supplied == 0 else None


def _why_display(view: State, card: int) -> Reason | None:
    shown = [view.craft_display[slot] for slot in range(view.craft_count)]
    return None if card in shown else Reason("not_displayed", "NT-D12")


def why_take_craft(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D12."""
    if view.phase == Phase.TRADING and box.trades[view.trade[view.round - 1]].right != TradeSide.CRAFT:
        return Reason("no_craft_side", "NT-A17")
    return _why_display(view, values["craft"])


def why_welcome(view: State, box: Box, values: Values) -> Reason | None:
    """NT-A17."""
    if box.trades[view.trade[view.round - 1]].right != TradeSide.VISITOR:
        return Reason("no_visitor_side", "NT-A17")
    if view.visitor_claim != NOWHERE:
        return Reason("visitor_claimed", "NT-A17")
    if can_pay_price(view, box, values["price"]):
        return None
    resource, needed = ((Resource.MEAT, box.price_meat), (Resource.MUSHROOM, box.price_mushroom))[values["price"]]
    have = view.clans[view.player].reserve[resource]
    return Reason("too_few", "NT-A17", resource=(RESOURCE, resource), needed=needed, have=have)


def why_pay(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D16: asked only of those who can pay both ways."""
    return None


def why_learn(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D22."""
    shown = [view.card_display[slot] for slot in range(view.card_count)]
    return None if values["card"] in shown else Reason("not_learnable", "NT-D22")


def why_remove(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D20."""
    return _why_display(view, values["craft"])


def why_take_token(view: State, box: Box, values: Values) -> Reason | None:
    """NT-D21."""
    return None if view.token_stack >> values["token"] & 1 else Reason("token_gone", "NT-D21")


WHY: dict[str, Callable[[State, Box, Values], Reason | None]] = {
    "place": why_place, "resolve": why_resolve, "link": why_link, "link_second": why_link_second,
    "play_card": why_play_card, "discard_card": why_discard_card, "use_token": why_use_token, "gift": why_gift,
    "pay_gate": why_pay_gate, "exchange": why_exchange, "end_turn": why_end_turn, "stop": why_stop, "buy": why_buy,
    "sacrifice": why_sacrifice, "offer_craft": why_offer_craft, "offer_link": why_offer_link, "build": why_build,
    "take": why_take, "pick_all": why_pick_all, "raise": why_raise, "feed": why_feed, "craft": why_craft,
    "take_craft": why_take_craft, "welcome": why_welcome, "pay": why_pay, "learn": why_learn, "remove": why_remove,
    "take_token": why_take_token,
}  # fmt: skip
