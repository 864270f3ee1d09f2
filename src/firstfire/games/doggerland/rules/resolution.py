"""Phase 3: each clan resolves what it programmed, in any order (DG-3).

The clan names one action after another; whatever is left when it says it has finished is
forgone. An action can be named as soon as it can be carried out to its end.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import Mask, allow, lowest
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    BUILT,
    CARRY_GOODS,
    CARRY_KINDS,
    CRAFTED,
    EXHAUSTED,
    FORGONE,
    FORGOT,
    HARVESTED,
    HUNTED,
    RESOLVE_BIRTH,
    RESOLVE_CAPACITY,
    RESOLVE_CRAFT,
    RESOLVE_EXPEDITION,
    RESOLVE_FRESCO,
    RESOLVE_HABITAT,
    RESOLVE_HUT,
    SHAMAN_WAITED,
    WORN,
    ground_of,
)
from ..box import Box
from ..state import (
    ANIMALS,
    CHIEF_STRENGTH,
    GOODS,
    HABITAT_PLACES,
    LEVELS,
    MEMORY,
    NONE,
    SHELTERS,
    Clan,
    Good,
    Home,
    Hut,
    Job,
    OptionPlace,
    Order,
    Phase,
    Spot,
    State,
    Track,
)
from .clan import affords, beds, come_home, gain, members, pay, pay_all, remembered, take_scarcity, transport_of
from .common import can_learn, close_order, free_place, give_birth, learn, paint, place_of_hut, slot_species
from .ground import exhaust, is_expedition, species_at, take_animal
from .hut import can_use_hut, use_hut

SPOTS = 2
RECIPES = 4  # none, and the three levels


@rule
def offer_orders(s: State, box: Box, mask: Mask) -> None:
    """DP2: any programmed action that can be carried out now."""
    clan = s.clans[s.player]
    for i in range(clan.order_count):
        if can_resolve(s, box, i):
            order = clan.orders[i]
            allow(mask, resolving_action(order))


@rule
def resolving_action(order: Order) -> int:
    """The action that names a programmed order."""
    if order.job == Job.HABITAT:
        return RESOLVE_HABITAT + min(1, order.chiefs)
    if order.job == Job.CRAFT:
        return RESOLVE_CRAFT + order.place
    if order.job == Job.BIRTH:
        return RESOLVE_BIRTH
    if order.job == Job.FRESCO:
        return RESOLVE_FRESCO + order.place
    if order.job == Job.CAPACITY:
        return RESOLVE_CAPACITY + order.place
    if order.job == Job.SHAMAN_HUT:
        return RESOLVE_HUT
    return RESOLVE_EXPEDITION + order.place


@rule
def can_resolve(s: State, box: Box, number: int) -> bool:
    """Whether an order can be carried out now, to its end."""
    clan = s.clans[s.player]
    order = clan.orders[number]
    job = order.job
    if job == Job.HABITAT:
        return raise_options(s, box, order.chiefs) != 0
    if job == Job.CRAFT:
        return affords(clan, box.craft_cost[s.craft[order.place]])
    if job == Job.BIRTH:
        return clan.reserve > 0
    if job == Job.FRESCO:
        return clan.memory[slot_species(s, box, order.place)] > 0
    if job == Job.CAPACITY:
        return can_learn(clan, box, order.place) or (order.place == Track.TOOLS and tool_options(s, box) != 0)
    if job == Job.SHAMAN_HUT:
        return can_use_hut(s, box, order)
    return is_expedition(job)


@rule
def anything_left(s: State, box: Box) -> bool:
    """Whether the clan to act has an order it could carry out."""
    found = False
    for i in range(s.clans[s.player].order_count):
        found = found or can_resolve(s, box, i)
    return found


@rule
def find_order(clan: Clan, action: int) -> int:
    """The first order that an action names."""
    for i in range(clan.order_count):
        if clan.orders[i].job != Job.IDLE and resolving_action(clan.orders[i]) == action:
            return i
    return NONE


@rule
def resolve(s: State, box: Box, action: int) -> None:
    """Begin to resolve an order; what needs no further choice is done at once."""
    clan = s.clans[s.player]
    s.order = find_order(clan, action)
    order = clan.orders[s.order]
    job = order.job
    if job == Job.HABITAT:
        s.phase = Phase.RAISE
    elif job == Job.CRAFT:
        make_craft(s, box, order)
    elif job == Job.BIRTH:
        give_birth(s, clan, 1)
        close_order(s)
    elif job == Job.HARVEST:
        harvest(s, box, order)
    elif job == Job.HUNT:
        hunt(s, box, order)
    elif job == Job.FRESCO:
        paint(s, box, order.place, 1)
        close_order(s)
    elif job == Job.CAPACITY:
        train(s, box, order)
    else:
        if use_hut(s, box, order):
            close_order(s)


@rule
def forgo_rest(s: State) -> None:
    """DG-3.2, R11, R13, DG-H0c: forgone without penalty; only the Shaman's wait costs one Scarcity."""
    clan = s.clans[s.player]
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job == Job.IDLE:
            continue
        if order.job == Job.SHAMAN_HUT:
            if order.place == Hut.LONG_JOURNEY and s.options[OptionPlace.JOURNEY] != 0:
                clan.journey = NONE
                clan.journey_round = 0
            note(s, SHAMAN_WAITED, s.player, place_of_hut(s, order.place))
            take_scarcity(s, s.player, 1)
        else:
            note(s, FORGONE, s.player, order.job)
        free_place(s, clan, order)
        come_home(clan, order)
    clan.order_count = 0


# --- A: Habitat


@rule
def raise_options(s: State, box: Box, chiefs: int) -> int:
    """DG-A2 to DG-A4, R9, R37, R53: what can be built where: bits simple/prestigious on bare ground or a shelter."""
    clan = s.clans[s.player]
    spots = 0
    for place in range(HABITAT_PLACES):
        if clan.homes[place] == Home.BARE:
            spots |= 1 << Spot.BARE
        elif clan.homes[place] == Home.SHELTER:
            spots |= 1 << Spot.SHELTER
    options = 0
    for home in range(Home.SIMPLE, Home.PRESTIGIOUS + 1):
        if can_pay_home(clan, box, home, chiefs):
            kind = home - Home.SIMPLE
            if spots & (1 << Spot.BARE) != 0:
                options |= 1 << (SPOTS * kind + Spot.BARE)
            change = box.beds[home] - box.beds[Home.SHELTER]
            if spots & (1 << Spot.SHELTER) != 0 and (change >= 0 or beds(clan, box) + change >= members(clan)):
                options |= 1 << (SPOTS * kind + Spot.SHELTER)
    return options


@rule
def home_options(s: State, box: Box) -> int:
    """DG-A2: what the builder whose action is being resolved can build: the kind is chosen now."""
    return raise_options(s, box, s.clans[s.player].orders[s.order].chiefs)


@rule
def can_pay_home(clan: Clan, box: Box, home: int, chiefs: int) -> bool:
    """DG-A2: the cost of a Habitat; the Chief saves one Wood."""
    enough = True
    for good in range(GOODS):
        enough = enough and clan.goods[good] >= home_price(box, home, good, chiefs)
    return enough


@rule
def home_price(box: Box, home: int, good: int, chiefs: int) -> int:
    """R37: only Wood is saved, never below 0."""
    price = box.home_cost[home][good]
    if good == Good.WOOD and chiefs > 0:
        return max(0, price - 1)
    return price


@rule
def raise_home(s: State, box: Box, dwelling: int, spot: int) -> None:
    """DG-A3: pay, and lay the tile on a bare place or over a shelter, whose beds are lost."""
    clan = s.clans[s.player]
    home = Home.SIMPLE + dwelling
    wanted = Home.BARE if spot == Spot.BARE else Home.SHELTER
    for good in range(GOODS):
        pay(s, s.player, good, home_price(box, home, good, clan.orders[s.order].chiefs))
    for i in range(HABITAT_PLACES):
        place = HABITAT_PLACES - 1 - i if wanted == Home.SHELTER else (i + SHELTERS) % HABITAT_PLACES
        if clan.homes[place] == wanted:
            clan.homes[place] = home
            break
    note(s, BUILT, s.player, dwelling, spot)


# --- B: Craft


@rule
def make_craft(s: State, box: Box, order: Order) -> None:
    """DG-B2: pay the tile's cost and keep it."""
    clan = s.clans[s.player]
    tile = s.craft[order.place]
    pay_all(s, s.player, box.craft_cost[tile])
    clan.made |= 1 << tile
    s.craft[order.place] = NONE
    note(s, CRAFTED, s.player, tile, box.craft_points[tile])
    close_order(s)


# --- D: harvest


@rule
def mastery(order: Order) -> int:
    """DG-X6: Hunter-Gatherers + Shaman + Tools + 2 x Chief."""
    return order.hunters + order.shaman + order.tools + CHIEF_STRENGTH * order.chiefs


@rule
def hands(order: Order) -> int:
    """Those who carry: Tools carry nothing, a Chief like any other."""
    return order.hunters + order.shaman + order.chiefs


@rule
def harvest(s: State, box: Box, order: Order) -> None:
    """DG-D2, DG-D3, R55: quantity x Mastery is found, and carried home as far as transport goes."""
    tile = s.tile[order.place]
    note(s, HARVESTED, s.player, order.place, ground_of(box.shows[tile], box.quantity[tile]))
    for place in range(2):
        good = box.yields[box.shows[tile]][place]
        if good != NONE:
            s.load[good] = box.quantity[tile] * mastery(order)
    s.room = transport_of(s, box, s.player) * hands(order)
    carry_on(s, box)


@rule
def wear_out(s: State, box: Box, cell: int) -> None:
    """DG-D5: exhausted after one harvest (1, 2 players) or two (3, 4 players)."""
    harvests = box.harvests[s.seats]
    if s.uses[cell] + 1 >= harvests:
        exhaust(s, cell, harvests)
        note(s, EXHAUSTED, s.player, cell)
    else:
        s.uses[cell] += 1
        note(s, WORN, s.player, cell)


# --- what to carry home


@rule
def load_beyond(s: State, good: int) -> int:
    """How much of the load is decided after this kind."""
    total = 0
    for kind in range(GOODS):
        if kind != good:
            total += s.load[kind]
    return total


@rule
def carry_options(s: State) -> int:
    """DG-D3, R11: how much of one kind to take, so that as much as possible is taken in all."""
    good = s.carrying
    most = min(s.room, s.load[good])
    least = min(most, max(0, s.room - load_beyond(s, good)))
    return ((1 << (most + 1)) - 1) & ~((1 << least) - 1)


@rule
def load_options(s: State) -> int:
    """The same, as answers: so much of the kind at hand."""
    kind = 2 if s.carrying == Good.FUR else s.carrying - Good.FRUIT
    options = carry_options(s)
    answers = 0
    while options != 0:
        answers |= 1 << (CARRY_KINDS * lowest(options) + kind)
        options &= options - 1
    return answers


@rule
def carry_on(s: State, box: Box) -> None:
    """Fruit, then Meat, then Fur are chosen; the rest follows."""
    for place in range(CARRY_KINDS):
        good = CARRY_GOODS[place]
        if s.load[good] > 0:
            s.carrying = good
            s.phase = Phase.CARRY
            return
    for good in range(GOODS):
        if s.load[good] > 0:
            carry(s, good, min(s.load[good], s.room))
    unload(s, box)


@rule
def carry_load(s: State, box: Box, load: int) -> None:
    """DG-D3: so much of the kind at hand, then the next kind."""
    carry(s, s.carrying, load // CARRY_KINDS)
    carry_on(s, box)


@rule
def carry(s: State, good: int, amount: int) -> None:
    """Take home so much of one kind; what is left of it stays in the supply."""
    s.load[good] = 0
    s.room -= amount
    gain(s, s.player, good, amount)


@rule
def unload(s: State, box: Box) -> None:
    """The group is home: the tile wears out, or the animal is remembered."""
    order = s.clans[s.player].orders[s.order]
    s.room = 0
    s.carrying = 0
    if order.job == Job.HARVEST:
        wear_out(s, box, order.place)
        close_order(s)
    else:
        remember(s)


# --- E: hunt


@rule
def hunt(s: State, box: Box, order: Order) -> None:
    """DG-E2, DG-E4: the animal leaves the map; its spoils are carried home. The tile is not exhausted."""
    clan = s.clans[s.player]
    species = species_at(s, order.place)
    take_animal(s, species, order.place)
    clan.hunts += 1
    clan.memory[species] += 1
    note(s, HUNTED, s.player, species, order.place)
    for good in range(GOODS):
        s.load[good] = box.spoils[species][good]
    s.room = transport_of(s, box, s.player) * hands(order)
    carry_on(s, box)


@rule
def remember(s: State) -> None:
    """DG-E3, R35: two places of memory; of three animals one must be forgotten."""
    if remembered(s.clans[s.player]) <= MEMORY:
        close_order(s)
    else:
        s.phase = Phase.FORGET


@rule
def forget_options(s: State) -> int:
    """DG-E3: the new animal or one of the two old ones."""
    options = 0
    for species in range(ANIMALS):
        if s.clans[s.player].memory[species] > 0:
            options |= 1 << species
    return options


@rule
def forget(s: State, species: int) -> None:
    """DG-E3: one animal goes back to its reserve."""
    s.clans[s.player].memory[species] -= 1
    note(s, FORGOT, s.player, species)


# --- G: capacities


@rule
def train(s: State, box: Box, order: Order) -> None:
    """DG-G: Range and Transport go one level up; Tools offer a choice."""
    if order.place == Track.TOOLS:
        s.phase = Phase.TOOLS
    else:
        learn(s, box, order.place)
        close_order(s)


@rule
def tool_options(s: State, box: Box) -> int:
    """DG-G3: upgrade, make Tools by a recipe of the level reached or a lower one, or both."""
    clan = s.clans[s.player]
    options = 0
    for recipe in range(1, LEVELS + 1):
        if recipe <= clan.levels[Track.TOOLS] + 1 and affords(clan, box.recipe[recipe - 1]):
            options |= 1 << recipe
    if can_learn(clan, box, Track.TOOLS):
        options |= 1 << RECIPES
        for recipe in range(1, clan.levels[Track.TOOLS] + 3):
            if affords_both(clan, box, recipe - 1):
                options |= 1 << (RECIPES + recipe)
    return options


@rule
def affords_both(clan: Clan, box: Box, recipe: int) -> bool:
    """Whether the upgrade of the Tools track and a recipe can be paid together."""
    level = clan.levels[Track.TOOLS]
    for good in range(GOODS):
        if clan.goods[good] < box.learn_cost[Track.TOOLS][level + 1][good] + box.recipe[recipe][good]:
            return False
    return True


@rule
def work_on_tools(s: State, box: Box, upgrade: int, recipe: int) -> None:
    """DG-G3, DG-G4: the upgrade, the Tools, or both."""
    if upgrade != 0:
        learn(s, box, Track.TOOLS)
    if recipe > 0:
        pay_all(s, s.player, box.recipe[recipe - 1])
        gain(s, s.player, Good.TOOL, box.makes[recipe - 1])
