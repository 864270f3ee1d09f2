"""How a sensible player likes one action. Everything it reads is public.

Worths are in points: food that would be missing is worth the Scarcity it saves, a member the
point and the work it brings, a good what it helps to pay for.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import DecisionChoice, by_block

from ..actions import ACTIONS, CARRY_GOODS, CARRY_KINDS, GIVE_UP, HUNT_HUNTERS, PAIR_FIRST, PAIR_SECOND
from ..box import Box
from ..rules.clan import beds, built_homes, members
from ..rules.common import slot_species
from ..rules.ground import beside, big_game, expeditions, grid, owned_by_others, range_of, within
from ..rules.rounds import food_needed
from ..state import (
    BOWLS,
    GOODS,
    MEAT_FOOD,
    Good,
    Home,
    Metric,
    Spot,
    State,
    Track,
)
from .clan_weights import (
    BED_NEEDED,
    BED_SPARE,
    FORGET_PAINTABLE,
    GIFT_PRICE,
    LEVEL_PRICE,
    PASSING,
    SITE_ANIMAL,
    SITE_BESIDE,
    SITE_HARVEST,
    SWAP_PRICE,
)
from .goals import aims_of, pull, rounds_left
from .plans import (
    birth_worth,
    capacity_worth,
    craft_worth,
    free_slots_of,
    fresco_worth,
    habitat_worth,
    harvest_worth,
    hunt_worth,
    hut_worth,
    lesson_worth,
    mark_worth,
    paint_worth,
    target_worth,
)
from .solo_weights import SITE_GAME, SITE_NEAR, SITE_NEW, SITE_RIPE
from .worth import committed, demand, pile_worth, price_worth, worth

# --- phase 1


@rule
def like_passing(s: State) -> float:
    """Better than what brings nothing."""
    return PASSING if s.seats > 1 else 0.05


@rule
def like_party(s: State, box: Box, aims: int, party: int) -> float:
    """Who harvests the tile just chosen."""
    return harvest_worth(s, box, aims, s.cell, party)


@rule
def like_band(s: State, box: Box, aims: int, band: int) -> float:
    """Who hunts on the tile just chosen."""
    return hunt_worth(s, box, aims, s.cell, band // HUNT_HUNTERS, band % HUNT_HUNTERS)


@rule
def like_partner(member: int) -> float:
    """The Chief has better things to do."""
    return -1.0 * member


# --- phase 3: first what helps the rest, then the hut (its failure costs), then the best points


@rule
def like_building(builder: int) -> float:
    """The Chief builds first: it is cheaper."""
    return 29.0 + builder


@rule
def like_carving(s: State, box: Box, place: int) -> float:
    """The best tile first."""
    return 30.0 + box.craft_points[s.craft[place]]


@rule
def like_birth() -> float:
    """It costs nothing."""
    return 44.0


@rule
def like_coming_home() -> float:
    """What an expedition brings pays for the rest."""
    return 50.0


@rule
def like_painting() -> float:
    """Before the memory is full."""
    return 45.0


@rule
def like_training(s: State, box: Box, track: int) -> float:
    """Transport before everything else; Tools while they are needed."""
    tools = s.clans[s.player].goods[Good.TOOL]
    if track == Track.TRANSPORT:
        return 60.0
    if track == Track.TOOLS and committed(s, box, Good.TOOL) > tools:
        return 47.0
    return 20.0 if track == Track.TOOLS and tools < 3 else 15.0


@rule
def like_shaman() -> float:
    """The Shaman must not wait in vain."""
    return 48.0


@rule
def raise_worth(s: State, box: Box, aims: int, dwelling: int, spot: int) -> float:
    """Beds while they are needed, points otherwise; bare ground before a shelter."""
    clan = s.clans[s.player]
    home = Home.SIMPLE + dwelling
    crowded = members(clan) + clan.newborns - beds(clan, box) + (1 if rounds_left(s) > 1 else 0)
    gain = 1.0 * box.home_points[home]
    added = box.beds[home] - (box.beds[Home.SHELTER] if spot == Spot.SHELTER else 0)
    needed = BED_NEEDED if s.seats > 1 else 1.2
    gain += needed * max(0, min(added, crowded)) + (BED_SPARE if s.seats > 1 else 0.05) * added
    if home == Home.PRESTIGIOUS:
        gain += pull(s, box, aims, Metric.PRESTIGIOUS)
    elif s.solo.shown > 0 and built_homes(clan) >= 3:
        gain -= pull(s, box, aims, Metric.PRESTIGIOUS)
    return gain


@rule
def carry_worth(s: State, box: Box, aims: int, amount: int, good: int) -> float:
    """So much of one kind, and the rest of the room filled with the best of the others."""
    total = pile_worth(s, box, good, amount, demand(s, box, aims, good, 0))
    left = s.room - amount
    for i in range(4):
        other = Good.FRUIT if i == 0 else (Good.MEAT if i == 1 else (Good.BONE if i == 2 else Good.FUR))
        if other != good and s.load[other] > 0:
            taken = min(left, s.load[other])
            total += pile_worth(s, box, other, taken, demand(s, box, aims, other, 0))
            left -= taken
    return total


@rule
def like_load(s: State, box: Box, aims: int, load: int) -> float:
    """So much of the kind at hand."""
    return carry_worth(s, box, aims, load // CARRY_KINDS, CARRY_GOODS[load % CARRY_KINDS])


@rule
def forget_worth(s: State, box: Box, aims: int, species: int) -> float:
    """Forget what brings least or cannot be painted."""
    if s.seats == 1:
        return -1.0 * paint_worth(s, box, aims, 0, species) * min(1, free_slots_of(s, box, species))
    return -1.0 * box.paint_points[species] - (FORGET_PAINTABLE if free_slots_of(s, box, species) > 0 else 0.0)


@rule
def tools_worth(s: State, box: Box, aims: int, upgrade: int, recipe: int) -> float:
    """A level and as many Tools as possible."""
    clan = s.clans[s.player]
    total = 0.0
    if upgrade != 0:
        total += lesson_worth(s, box, aims, Track.TOOLS) - (LEVEL_PRICE if s.seats > 1 else 0.45)
    if recipe > 0:
        made = pile_worth(s, box, Good.TOOL, box.makes[recipe - 1], demand(s, box, aims, Good.TOOL, 0))
        total += made - price_worth(s, box, box.recipe[recipe - 1])
    return total + 0.01 * clan.levels[Track.TOOLS]


@rule
def like_strokes(stroke: int) -> float:
    """Two cubes are better than one."""
    return 1.0 * stroke


@rule
def like_journey(s: State, cell: int) -> float:
    """To a tile that can be harvested."""
    return 1.0 * ((s.ripe >> cell) & 1)


# --- goods


@rule
def like_taking(s: State, box: Box, aims: int, good: int) -> float:
    """What is missing is dear."""
    return worth(s, box, aims, good, 0)


@rule
def like_giving(s: State, box: Box, aims: int, good: int) -> float:
    """What is plenty hurts least."""
    return -1.0 * worth(s, box, aims, good, -1)


@rule
def dearest(s: State, box: Box, aims: int) -> float:
    """What the best good one could take is worth."""
    best = 0.0
    for good in range(Good.TOOL):
        best = max(best, worth(s, box, aims, good, 0))
    return best


@rule
def like_swap(s: State, box: Box, aims: int, good: int) -> float:
    """It pays when what is given is plenty and what is missing is dear."""
    return dearest(s, box, aims) - worth(s, box, aims, good, -1) - swap_price(s)


@rule
def like_barter(s: State, box: Box, aims: int, pair: int) -> float:
    """The same with two goods."""
    first = PAIR_FIRST[pair]
    second = PAIR_SECOND[pair]
    given = worth(s, box, aims, first, -1) + worth(s, box, aims, second, -2 if first == second else -1)
    return dearest(s, box, aims) - given - swap_price(s)


@rule
def swap_price(s: State) -> float:
    """What a barter must gain at least."""
    return SWAP_PRICE if s.seats > 1 else 0.2


# --- phase 5


@rule
def meal_worth(s: State, box: Box, meat: int) -> float:
    """Eat what would spoil: the less is lost the better."""
    clan = s.clans[s.player]
    need = food_needed(s, clan)
    fruit = max(0, need - MEAT_FOOD * meat)
    lost = max(0, clan.fruit[BOWLS - 1] - fruit) + 2 * max(0, clan.meat[BOWLS - 1] - meat)
    wasted = max(0, MEAT_FOOD * meat + fruit - need)
    return -1.0 * lost - wasted + 0.02 * meat


@rule
def site_worth(s: State, box: Box, aims: int, cell: int) -> float:
    """What lies within Range of a place for the Village."""
    free = within(s, cell, range_of(s, box, s.player)) & ~owned_by_others(s, s.player) & ~expeditions(s)
    good = popcount(free & s.ripe & ~big_game(s))
    if s.seats == 1:
        return lone_site_worth(s, box, aims, cell, free)
    total = SITE_HARVEST * good + SITE_ANIMAL * popcount(free & big_game(s))
    return total + SITE_BESIDE * popcount(within(s, cell, 1) & free & s.ripe)


@rule
def lone_site_worth(s: State, box: Box, aims: int, cell: int, free: int) -> float:
    """Animals, unknown land, ripe land near by, and all ripe land by what it would bring."""
    total = SITE_GAME * popcount(free & big_game(s)) + SITE_NEAR * popcount(within(s, cell, 1) & free & s.ripe)
    total += SITE_NEW * popcount(beside(1 << cell) & ~s.land & grid(s, box))
    cells = free & s.ripe & ~big_game(s)
    for good in range(GOODS):
        price = worth(s, box, aims, good, 0)
        rest = cells
        while rest != 0:
            tile = s.tile[lowest(rest)]
            rest &= rest - 1
            if box.yields[box.shows[tile]][0] == good or box.yields[box.shows[tile]][1] == good:
                total += SITE_RIPE * price * box.quantity[tile]
    return total


@rule
def like_staying(s: State, box: Box, aims: int) -> float:
    """The place the Village has."""
    return site_worth(s, box, aims, s.clans[s.player].village)


# --- before the first round, and events


@rule
def like_lesson(s: State, box: Box, aims: int, track: int) -> float:
    """The short game's gifts: Wood and Stone for a first level of Transport."""
    return lesson_worth(s, box, aims, track) - (GIFT_PRICE if s.seats > 1 else 1.0)


@rule
def agree() -> float:
    """Use every help; learn only what is worth it; save the Habitats."""
    return 1.0


@rule
def like_regrowth(s: State, box: Box, cell: int) -> float:
    """Where most grows."""
    return 1.0 * box.quantity[s.tile[cell]]


@rule
def like_herd(box: Box, species: int) -> float:
    """What paints best."""
    return 1.0 * box.paint_points[species]


@rule
def like_losing_home(box: Box, dwelling: int) -> float:
    """Lose what hurts least."""
    return -1.0 * box.home_points[Home.SIMPLE + dwelling]


@rule
def like_losing_cube(s: State, box: Box, slot: int) -> float:
    """Lose what hurts least."""
    return -1.0 * box.paint_points[slot_species(s, box, slot)]


@rule
def like_giving_up() -> float:
    """Never."""
    return -1000.0


# How a sensible player likes a legal action; what is not named is all the same.
prefer = by_block(
    "prefer",
    ACTIONS,
    DecisionChoice("pick", "take", take=like_taking),
    DecisionChoice("learn", take=like_lesson),
    DecisionChoice("no_lesson", "use_event", "repair", take=agree),
    DecisionChoice("pass", "stop", take=like_passing),
    DecisionChoice("habitat", take=habitat_worth),
    DecisionChoice("craft", take=craft_worth),
    DecisionChoice("birth", take=birth_worth),
    DecisionChoice("go", take=target_worth),
    DecisionChoice("party", take=like_party),
    DecisionChoice("hunt", take=like_band),
    DecisionChoice("fresco", take=fresco_worth),
    DecisionChoice("capacity", take=capacity_worth),
    DecisionChoice("hut", take=hut_worth),
    DecisionChoice("mark", take=mark_worth),
    DecisionChoice("partner", take=like_partner),
    DecisionChoice("resolve_habitat", take=like_building),
    DecisionChoice("resolve_craft", take=like_carving),
    DecisionChoice("resolve_birth", take=like_birth),
    DecisionChoice("resolve_expedition", take=like_coming_home),
    DecisionChoice("resolve_fresco", take=like_painting),
    DecisionChoice("resolve_capacity", take=like_training),
    DecisionChoice("resolve_hut", take=like_shaman),
    DecisionChoice("raise", take=raise_worth),
    DecisionChoice("carry", take=like_load),
    DecisionChoice("forget", take=forget_worth),
    DecisionChoice("tools", take=tools_worth),
    DecisionChoice("offer", "discard", take=like_giving),
    DecisionChoice("strokes", take=like_strokes),
    DecisionChoice("journey", take=like_journey),
    DecisionChoice("barter", take=like_barter),
    DecisionChoice("swap", take=like_swap),
    DecisionChoice("feed", take=meal_worth),
    DecisionChoice("village", take=site_worth),
    DecisionChoice("stay", take=like_staying),
    DecisionChoice("regrow", take=like_regrowth),
    DecisionChoice("herd_of", take=like_herd),
    DecisionChoice("lose", take=like_losing_home),
    DecisionChoice("rockfall", take=like_losing_cube),
    DecisionChoice("give_up", take=like_giving_up),
    aims=aims_of,
)


@rule
def idle(s: State, box: Box, action: int) -> int:
    """To give up."""
    return 1 if action == GIVE_UP else 0
