"""Why not, in phase 3: who was sent, what can be paid, what the questions of an action allow."""

from __future__ import annotations

from firstfire.kernel.presentation.why_not import Reason

from ...actions import (
    BARTER_GOOD,
    BEDS,
    CARRY_GOODS,
    CARRY_KINDS,
    CELL,
    CRAFT_PRICE,
    GOOD,
    HOME_PRICE,
    HUT_PRICE,
    MEMBERS,
    OFFERING,
    PAIR,
    QUARRY,
    RESOLVE_FRESCO,
    RESOLVE_HUT,
    TRACK,
    WORK_PRICE,
)
from ...box import Box
from ...rules.clan import beds, members
from ...rules.common import marked_slot, slot_species
from ...rules.hut import (
    asks_offering,
    barter_options,
    megalith_options,
    offering_options,
    swap_options,
    take_options,
)
from ...rules.programming import has_order, journey_options
from ...rules.resolution import RECIPES, can_pay_home, carry_options, find_order, home_price, raise_options
from ...state import (
    GOODS,
    HABITAT_PLACES,
    LEVELS,
    NONE,
    Home,
    Hut,
    Job,
    OptionPlace,
    Order,
    Spot,
    State,
    Track,
)
from ..names import work_price
from .common import (
    beyond_range,
    held,
    lacks,
    next_level,
    no_land,
    orders_of,
    own,
    owns,
)

NOT_SENT = Reason("not_programmed", "DG-3.1")


def resolve_habitat(s: State, box: Box, builder: int) -> Reason | None:
    """DG-A2, DG-A3: a builder, the goods for a Habitat, and a place for it."""
    clan = own(s)
    if not any((order.chiefs > 0) == bool(builder) for order in orders_of(clan, Job.HABITAT)):
        return NOT_SENT
    if raise_options(s, box, builder) != 0:
        return None
    kinds = range(Home.SIMPLE, Home.PRESTIGIOUS + 1)
    home = next((home for home in kinds if can_pay_home(clan, box, home, builder)), Home.SIMPLE)
    return raise_home_on(s, box, home, Spot.SHELTER, builder)


def raise_home_on(s: State, box: Box, home: int, spot: int, chiefs: int) -> Reason | None:
    """DG-A2, DG-A3, R9: the goods, the place, and beds enough afterwards."""
    clan, chief = own(s), min(1, chiefs)
    price = [home_price(box, home, good, chiefs) for good in range(GOODS)]
    short = lacks(clan, price, (HOME_PRICE, 2 * chief + home - Home.SIMPLE), "DG-A2")
    if short is not None:
        return short
    wanted = Home.BARE if spot == Spot.BARE else Home.SHELTER
    if all(clan.homes[place] != wanted for place in range(HABITAT_PLACES)):
        return Reason("no_bare" if spot == Spot.BARE else "no_shelter", "DG-A3")
    left = beds(clan, box) + box.beds[home] - box.beds[Home.SHELTER]
    if spot == Spot.BARE or left >= min(beds(clan, box), members(clan)):
        return None
    return Reason("beds", "R9", beds=(BEDS, left), members=(MEMBERS, members(clan)))


def resolve_craft(s: State, box: Box, place: int) -> Reason | None:
    """DG-B2: somebody works on it, and its cost is there."""
    if all(order.place != place for order in orders_of(own(s), Job.CRAFT)):
        return NOT_SENT
    tile = s.craft[place]
    return lacks(own(s), box.craft_cost[tile], (CRAFT_PRICE, tile), "DG-B2")


def resolve_birth(s: State, box: Box) -> Reason | None:
    """DG-C2, R10: parents, and somebody left in the reserve."""
    if not has_order(own(s), Job.BIRTH):
        return NOT_SENT
    return None if own(s).reserve > 0 else Reason("no_reserve", "R10")


def resolve_expedition(s: State, box: Box, cell: int) -> Reason | None:
    """DG-D, DG-E: a group stands there."""
    return None if (own(s).afield >> cell) & 1 else Reason("no_expedition", "DG-3.1", cell=(CELL, cell))


def not_remembered(s: State, species: int, rule: str) -> Reason | None:
    """DG-F2: the animal must be in memory."""
    return None if own(s).memory[species] > 0 else Reason("no_memory", rule, quarry=(QUARRY, species))


def resolve_fresco(s: State, box: Box, slot: int) -> Reason | None:
    """DG-F2: a painter there, and the animal in memory."""
    if find_order(own(s), RESOLVE_FRESCO + slot) == NONE:
        return NOT_SENT
    return not_remembered(s, slot_species(s, box, slot), "DG-F2")


def resolve_capacity(s: State, box: Box, track: int) -> Reason | None:
    """DG-G: a pupil there, and goods for a level or for Tools."""
    clan = own(s)
    if all(order.place != track for order in orders_of(clan, Job.CAPACITY)):
        return NOT_SENT
    level = next_level(s, box, track, "DG-G3" if track == Track.TOOLS else "DG-G1")
    if track != Track.TOOLS or level is None:
        return level
    recipes = [works(s, box, recipe) for recipe in range(1, clan.levels[track] + 2)]
    return None if None in recipes else recipes[0]


def resolve_hut(s: State, box: Box) -> Reason | None:
    """DG-H0c: the Shaman is there, it can be paid, and there is a target."""
    number = find_order(own(s), RESOLVE_HUT)
    if number == NONE:
        return NOT_SENT
    order = own(s).orders[number]
    if asks_offering(s, box, order.place) and offering_options(s, box) == 0:
        return Reason("no_offering", "DG-H0b", goods=(OFFERING, 0))
    short = lacks(own(s), box.hut_cost[order.place], (HUT_PRICE, order.place), "DG-H3")
    return short or no_target(s, box, order)


def no_target(s: State, box: Box, order: Order) -> Reason | None:
    """DG-H1 to DG-H3, DG-H6: what the location needs besides its price."""
    location = order.place
    if location == Hut.PERFECT_PAINTING:
        return not_remembered(s, slot_species(s, box, marked_slot(order)), "DG-H1")
    if location == Hut.LONG_JOURNEY and s.options[OptionPlace.JOURNEY] == 0 and journey_options(s) == 0:
        return Reason("no_tile", "DG-H2")
    if Hut.MENHIR <= location <= Hut.DOLMEN and megalith_options(s, box) == 0:
        return Reason("no_megalith", "DG-H3")
    if location == Hut.TWINS and own(s).reserve == 0:
        return Reason("no_reserve", "R10")
    return None


def raise_home(s: State, box: Box, dwelling: int, spot: int) -> Reason | None:
    """DG-A2, DG-A3: the Habitat that is chosen, by the builder at work."""
    return raise_home_on(s, box, Home.SIMPLE + dwelling, spot, own(s).orders[s.order].chiefs)


def carry(s: State, box: Box, load: int) -> Reason | None:
    """DG-D3, R11: the kind being decided, not more than fits, not less than must be."""
    amount, kind = divmod(load, CARRY_KINDS)
    if CARRY_GOODS[kind] != s.carrying:
        return Reason("carry_kind", "DG-D3", good=(GOOD, s.carrying))
    options = carry_options(s)
    if (options >> amount) & 1:
        return None
    if amount >= options.bit_length():
        return Reason("carry_most", "DG-X7", most=options.bit_length() - 1)
    return Reason("carry_least", "R11", least=(options & -options).bit_length() - 1)


def forget(s: State, box: Box, species: int) -> Reason | None:
    """DG-E3: an animal that is remembered."""
    return not_remembered(s, species, "DG-E3")


def tools(s: State, box: Box, upgrade: int, recipe: int) -> Reason | None:
    """DG-G3: an upgrade, a recipe of the level reached or a lower one, or both."""
    return works(s, box, RECIPES * upgrade + recipe)


def works(s: State, box: Box, choice: int) -> Reason | None:
    """DG-G3: the same, by the number of the choice."""
    clan, level = own(s), own(s).levels[Track.TOOLS]
    up, recipe = divmod(choice, RECIPES)
    if choice == 0:
        return Reason("nothing_done", "DG-G3")
    if up and level == LEVELS - 1:
        return Reason("top_level", "DG-G3", track=(TRACK, Track.TOOLS))
    if recipe > level + 1 + up:
        return Reason("recipe_level", "DG-G3")
    return lacks(clan, work_price(box, level, choice), (WORK_PRICE, 2 * RECIPES * level + choice), "DG-G3")


def offer(s: State, box: Box, good: int) -> Reason | None:
    """DG-H0b: one of the kinds the Shaman accepts."""
    if not box.offering[good]:
        return Reason("no_gift", "DG-H0b", goods=(OFFERING, 0))
    return owns(s, good, "DG-H0b")


def journey(s: State, box: Box, cell: int) -> Reason | None:
    """DG-H2: any tile without a piece of another clan."""
    return no_land(s, cell) or held(s, cell)


def megalith(s: State, box: Box, cell: int) -> Reason | None:
    """DG-H3: a tile within Range without a piece of another clan."""
    return beyond_range(s, box, cell) or held(s, cell)


def barter(s: State, box: Box, pair: int) -> Reason | None:
    """DG-H5: two resources that are owned."""
    return None if (barter_options(s) >> pair) & 1 else Reason("cannot_give", "DG-H5", goods=(PAIR, pair))


def take(s: State, box: Box, good: int) -> Reason | None:
    """R31: another kind than those given."""
    return None if (take_options(s) >> good) & 1 else Reason("same_kind", "R31", good=(BARTER_GOOD, good))


def swap(s: State, box: Box, good: int) -> Reason | None:
    """SC07: one resource that is owned."""
    return None if (swap_options(s) >> good) & 1 else Reason("none_owned", "SC07", good=(GOOD, good))
