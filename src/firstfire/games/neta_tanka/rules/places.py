"""The actions of the eighteen places (NT-A1 to NT-A18) and the questions they ask."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import CLAIMED_VISITOR, FOREST_GROWS, FOUND_NOTHING, HUNTED, RESOLVES, TANNED
from ..box import Box, Resource, TokenSource, TradeSide
from ..state import NOWHERE, Phase, Place, State
from .clan import (
    can_build,
    can_craft,
    can_feed,
    gain,
    gain_generosity,
    pay,
    raise_totem,
    resources_of,
    shown_crafts,
)
from .offerings import begin_offerings
from .tents import begin_tents
from .turn_order import lay_down


@rule
def can_act(s: State, box: Box, place: int) -> bool:
    """NT-D2: whether the action of a place can do something. Cut Timber, Hunt and Tan always can (R55)."""
    if place == Place.GATHER_WOOD:
        return s.forest[Resource.WOOD] > 0
    if place == Place.GATHER_MUSHROOMS:
        return s.forest[Resource.WOOD] + s.forest[Resource.MUSHROOM] > 0
    if place == Place.RAISE_TOTEM:
        return s.clans[s.player].reserve[Resource.WOOD] > 0
    if place == Place.ELDER_CRAFT:
        return s.craft_count > 0 or can_craft(s.clans[s.player])
    if place == Place.CRAFT_OBJECTS:
        return can_craft(s.clans[s.player])
    if place == Place.OFFERING:
        return s.clans[s.player].generosity > 0 or resources_of(s.clans[s.player]) > 0
    if place == Place.BUILD_TENTS:
        clan = s.clans[s.player]
        return can_build(clan, box, Resource.WOOD) or can_build(clan, box, Resource.SKIN)
    if place == Place.SMOKE_MEAT:
        return can_smoke_meat(s, box)
    if place == Place.FEED_CLAN:
        clan = s.clans[s.player]
        return can_feed(clan, box, Resource.MEAT) or can_feed(clan, box, Resource.MUSHROOM)
    if place == Place.NETA_TANKA:
        return can_consult(s, box)
    return True


@rule
def act(s: State, box: Box, place: int) -> None:
    """NT-D2: lay a nomad down and do the action of its place, or ask what it leaves open."""
    lay_down(s, box, place)
    note(s, RESOLVES, s.player, place)
    if place == Place.LUMBER:
        cut_timber(s, box)
    elif place == Place.GATHER_WOOD:
        gather_wood(s, box)
    elif place == Place.GATHER_MUSHROOMS:
        s.phase = Phase.PICKING  # NT-A3: one wood, or all mushrooms, of the Forest
    elif place == Place.RAISE_TOTEM:
        raise_totem(s, Resource.WOOD)  # NT-A4
    elif place == Place.ELDER_FOREST:
        s.phase = Phase.FOREST_ELDER  # NT-A5: receive a wood, or put one on the totem
    elif place == Place.ELDER_CRAFT:
        s.phase = Phase.CRAFT_ELDER  # NT-A6: take a craft card, or put a wood or a skin on an unfinished one
    elif place == Place.CRAFT_OBJECTS:
        s.phase = Phase.CRAFT  # NT-A7
    elif place == Place.OFFERING:
        begin_offerings(s)
    elif place == Place.BUILD_TENTS:
        begin_tents(s, box)
    elif place == Place.MEDITATE:
        gain_generosity(s, box.meditate_generosity)  # NT-A10
    elif place == Place.HUNT:
        hunt(s, box)
    elif place == Place.TAN:
        tan_skins(s, box)
    elif place == Place.ELDER_HUNT:
        s.phase = Phase.HUNT_ELDER  # NT-A13: receive a skin, or put a wood or a skin on the tents
    elif place == Place.SMOKE_MEAT:
        smoke_meat(s, box)
    elif place == Place.FEED_CLAN:
        s.phase = Phase.FOOD  # NT-A15
    elif place == Place.ELDER_FOOD:
        s.phase = Phase.FOOD_ELDER  # NT-A16: receive a meat, or put a food into the food section
    elif place == Place.TRADE:
        s.phase = Phase.TRADING  # NT-A17: one resource of the left side, or the right side of the round's card (R42)
    else:
        s.phase = Phase.PAYING  # NT-A18: the price first


# ------------------------------------------------------------------------ forest


@rule
def cut_timber(s: State, box: Box) -> None:
    """NT-A1, R49: one generosity; three wood and a mushroom are added to the Forest."""
    gain_generosity(s, box.lumber_generosity)
    s.forest[Resource.WOOD] += box.lumber_wood
    s.forest[Resource.MUSHROOM] += box.lumber_mushroom
    note(s, FOREST_GROWS, s.player, box.lumber_wood, box.lumber_mushroom)


@rule
def gather_wood(s: State, box: Box) -> None:
    """NT-A2: take up to two wood from the Forest: as many as there are (R18, R50)."""
    taken = min(box.gather_wood_max, s.forest[Resource.WOOD])
    s.forest[Resource.WOOD] -= taken
    gain(s, Resource.WOOD, taken, TokenSource.FOREST)


@rule
def lies_in_forest(s: State, resource: int) -> bool:
    """NT-A3: whether there is any of it to pick."""
    return s.forest[resource] > 0


@rule
def pick_in_forest(s: State, box: Box, resource: int) -> None:
    """NT-A3: the chosen kind: one wood or all mushrooms."""
    taken = s.forest[resource]
    if resource == Resource.WOOD:
        taken = min(box.pick_wood, taken)
    s.forest[resource] -= taken
    gain(s, resource, taken, TokenSource.FOREST)


@rule
def receive_wood(s: State, box: Box) -> None:
    """NT-A5: what the Elder of the Forest gives."""
    gain(s, Resource.WOOD, box.elder_forest_gain_wood, TokenSource.SUPPLY)


# -------------------------------------------------------------------------- hunt


@rule
def hunt(s: State, box: Box) -> None:
    """NT-A11: one generosity; a buffalo is hunted. When all are already, nothing is turned (R16)."""
    gain_generosity(s, box.hunt_generosity)
    if s.hunted < box.buffalo:
        s.hunted += 1
        note(s, HUNTED, s.player, s.hunted)


@rule
def tan_skins(s: State, box: Box) -> None:
    """NT-A12: one hunted buffalo, never two (R17), gives skins and meat to the Tanning Area (R15); then take
    up to two skins, as many as there are (R50)."""
    if s.hunted > 0:
        s.hunted -= 1
        s.tanning[Resource.SKIN] += box.tan_add_skin
        s.tanning[Resource.MEAT] += box.tan_add_meat
        note(s, TANNED, s.player, box.tan_add_skin, box.tan_add_meat)
    taken = min(box.tan_take_skin, s.tanning[Resource.SKIN])
    s.tanning[Resource.SKIN] -= taken
    if taken > 0:
        gain(s, Resource.SKIN, taken, TokenSource.TANNING)
    else:
        note(s, FOUND_NOTHING, s.player, Place.TAN)


@rule
def receive_skin(s: State, box: Box) -> None:
    """NT-A13: what the Elder of the Hunt gives."""
    gain(s, Resource.SKIN, box.elder_hunt_gain_skin, TokenSource.SUPPLY)


# -------------------------------------------------------------------------- food


@rule
def can_smoke_meat(s: State, box: Box) -> bool:
    """NT-A14, R25: a wood to burn, and meat to smoke."""
    return s.clans[s.player].reserve[Resource.WOOD] >= box.smoke_cost_wood and s.tanning[Resource.MEAT] > 0


@rule
def smoke_meat(s: State, box: Box) -> None:
    """NT-A14: burn one wood, take up to two meat from the Tanning Area (R50)."""
    pay(s, Resource.WOOD, box.smoke_cost_wood)
    taken = min(box.smoke_take_meat, s.tanning[Resource.MEAT])
    s.tanning[Resource.MEAT] -= taken
    gain(s, Resource.MEAT, taken, TokenSource.TANNING)


@rule
def receive_meat(s: State, box: Box) -> None:
    """NT-A16: what the Elder of the Food gives."""
    gain(s, Resource.MEAT, box.elder_food_gain_meat, TokenSource.SUPPLY)


# --------------------------------------------------------- trade and Neta-Tanka


@rule
def can_pay_price(s: State, box: Box, price: int) -> bool:
    """NT-D16: one meat (0) or two mushrooms (1) in the reserve."""
    if price == 0:
        return s.clans[s.player].reserve[Resource.MEAT] >= box.price_meat
    return s.clans[s.player].reserve[Resource.MUSHROOM] >= box.price_mushroom


@rule
def pay_price(s: State, box: Box, price: int) -> None:
    """NT-D16: pay meat (0) or mushrooms (1)."""
    if price == 0:
        pay(s, Resource.MEAT, box.price_meat)
    else:
        pay(s, Resource.MUSHROOM, box.price_mushroom)


@rule
def traded_resources(s: State, box: Box) -> int:
    """NT-A17, NT-D19: the left side of the round's trade card, as bits."""
    return box.trades[s.trade[s.round - 1]].left


@rule
def traded_crafts(s: State, box: Box) -> int:
    """NT-A17, NT-D12: the craft cards of the display if the right side shows one, as bits."""
    return shown_crafts(s) if box.trades[s.trade[s.round - 1]].right == TradeSide.CRAFT else 0


@rule
def can_welcome(s: State, box: Box, price: int) -> bool:
    """NT-A17: if the right side shows the visitor, it can be claimed by one player in a round, also in the last
    one (R27)."""
    right = box.trades[s.trade[s.round - 1]].right
    return right != TradeSide.CRAFT and s.visitor_claim == NOWHERE and can_pay_price(s, box, price)


@rule
def welcome_visitor(s: State, box: Box, price: int) -> None:
    """NT-A17: pay, and claim the visitor and the first-player token for the next round."""
    pay_price(s, box, price)
    s.visitor_claim = s.player
    note(s, CLAIMED_VISITOR, s.player)


@rule
def can_consult(s: State, box: Box) -> bool:
    """NT-A18, R25: the price, and a skull or a card to take."""
    if not can_pay_price(s, box, 0) and not can_pay_price(s, box, 1):
        return False
    return s.card_count > 0 or s.clans[s.player].reserve[Resource.SKULL] > 0


@rule
def pay_and_consult(s: State, box: Box, price: int) -> None:
    """NT-A18: the price is paid; a skull on the totem, or a Neta-Tanka card (NT-D11, NT-D22)?"""
    pay_price(s, box, price)
    s.phase = Phase.CONSULTING
