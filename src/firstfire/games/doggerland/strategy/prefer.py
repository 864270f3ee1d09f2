"""How a sensible player likes one action. Everything it reads is public.

Worths are in points: food that would be missing is worth the Scarcity it saves, a member the
point and the work it brings, a good what it helps to pay for.
"""

from __future__ import annotations

from firstfire.kernel.bits import lowest, popcount
from firstfire.kernel.rule import rule

from ..actions import (
    BARTER,
    CARRY,
    CARRY_GOODS,
    CARRY_KINDS,
    DECLINE_EVENT,
    DISCARD,
    FEED,
    FORGET,
    GIVE_UP,
    HERD_OF,
    HUNT_HUNTERS,
    HUNT_WITH,
    JOURNEY,
    LEARN,
    LOSE,
    MARK,
    NO_LESSON,
    OFFER,
    PAIR_FIRST,
    PAIR_SECOND,
    PARTNER,
    PICK,
    RAISE,
    REGROW,
    REPAIR,
    RESOLVE_BIRTH,
    RESOLVE_CAPACITY,
    RESOLVE_CRAFT,
    RESOLVE_EXPEDITION,
    RESOLVE_FRESCO,
    RESOLVE_HABITAT,
    RESOLVE_HUT,
    ROCKFALL,
    SEND,
    STAY,
    STOP,
    STROKES,
    SWAP,
    TAKE,
    TOOLS,
    VILLAGE_TO,
)
from ..box import Box
from ..rules.clan import beds, built_homes, members
from ..rules.common import slot_species
from ..rules.ground import beside, big_game, expeditions, grid, owned_by_others, range_of, within
from ..rules.rounds import food_needed
from ..state import (
    BOWLS,
    GOODS,
    Good,
    Home,
    Metric,
    Phase,
    Spot,
    State,
    Track,
)
from .goals import aims_of, pull, rounds_left
from .plans import (
    free_slots_of,
    harvest_worth,
    hunt_worth,
    lesson_worth,
    mark_worth,
    paint_worth,
    program_worth,
)
from .solo_weights import SITE_GAME, SITE_NEAR, SITE_NEW, SITE_RIPE
from .worth import committed, demand, pile_worth, price_worth, worth


@rule
def resolve_worth(s: State, box: Box, action: int) -> float:
    """First what helps the rest, then the hut (its failure costs), then the best points."""
    clan = s.clans[s.player]
    if action == RESOLVE_CAPACITY + Track.TRANSPORT:
        return 60.0
    if RESOLVE_EXPEDITION <= action < RESOLVE_FRESCO:
        return 50.0
    if RESOLVE_FRESCO <= action < RESOLVE_CAPACITY:
        return 45.0
    if action == RESOLVE_HUT:
        return 48.0
    if action == RESOLVE_BIRTH:
        return 44.0
    if RESOLVE_CRAFT <= action < RESOLVE_BIRTH:
        return 30.0 + box.craft_points[s.craft[action - RESOLVE_CRAFT]]
    if action < RESOLVE_CRAFT:
        return 29.0 + (action - RESOLVE_HABITAT)
    if action == RESOLVE_CAPACITY + Track.TOOLS and committed(s, box, Good.TOOL) > clan.goods[Good.TOOL]:
        return 47.0
    if RESOLVE_CAPACITY <= action < RESOLVE_HUT:
        return 20.0 if action - RESOLVE_CAPACITY == Track.TOOLS and clan.goods[Good.TOOL] < 3 else 15.0
    return 0.0


@rule
def raise_worth(s: State, box: Box, aims: int, choice: int) -> float:
    """Beds while they are needed, points otherwise; bare ground before a shelter."""
    clan = s.clans[s.player]
    home = Home.SIMPLE + choice // 2
    crowded = members(clan) + clan.newborns - beds(clan, box) + (1 if rounds_left(s) > 1 else 0)
    gain = 1.0 * box.home_points[home]
    added = box.beds[home] - (box.beds[Home.SHELTER] if choice % 2 == Spot.SHELTER else 0)
    gain += 1.2 * max(0, min(added, crowded)) + 0.05 * added
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
def forget_worth(s: State, box: Box, aims: int, species: int) -> float:
    """Forget what brings least or cannot be painted."""
    if s.seats == 1:
        return -1.0 * paint_worth(s, box, aims, 0, species) * min(1, free_slots_of(s, box, species))
    return -1.0 * box.paint_points[species] - (2.0 if free_slots_of(s, box, species) > 0 else 0.0)


@rule
def tools_worth(s: State, box: Box, aims: int, choice: int) -> float:
    """A level and as many Tools as possible."""
    clan = s.clans[s.player]
    recipe = choice % 4
    total = 0.0
    if choice >= 4:
        total += lesson_worth(s, box, aims, Track.TOOLS) - 0.45
    if recipe > 0:
        made = pile_worth(s, box, Good.TOOL, box.makes[recipe - 1], demand(s, box, aims, Good.TOOL, 0))
        total += made - price_worth(s, box, box.recipe[recipe - 1])
    return total + 0.01 * clan.levels[Track.TOOLS]


@rule
def trade_worth(s: State, box: Box, aims: int, action: int) -> float:
    """A barter pays when what is given is plenty and what is missing is dear."""
    if action == STOP:
        return 0.05
    if s.phase == Phase.TAKE:
        return worth(s, box, aims, action - TAKE, 0)
    best = 0.0
    for good in range(Good.TOOL):
        best = max(best, worth(s, box, aims, good, 0))
    if s.phase == Phase.SWAP:
        return best - worth(s, box, aims, action - SWAP, -1) - 0.2
    pair = action - BARTER
    first = PAIR_FIRST[pair]
    second = PAIR_SECOND[pair]
    given = worth(s, box, aims, first, -1) + worth(s, box, aims, second, -2 if first == second else -1)
    return best - given - 0.2


@rule
def meal_worth(s: State, box: Box, meat: int) -> float:
    """Eat what would spoil: the less is lost the better."""
    clan = s.clans[s.player]
    need = food_needed(s, clan)
    fruit = max(0, need - 2 * meat)
    lost = max(0, clan.fruit[BOWLS - 1] - fruit) + 2 * max(0, clan.meat[BOWLS - 1] - meat)
    wasted = max(0, 2 * meat + fruit - need)
    return -1.0 * lost - wasted + 0.02 * meat


@rule
def site_worth(s: State, box: Box, aims: int, cell: int) -> float:
    """What lies within Range of a place for the Village."""
    free = within(s, cell, range_of(s, box, s.player)) & ~owned_by_others(s, s.player) & ~expeditions(s)
    good = popcount(free & s.ripe & ~big_game(s))
    if s.seats == 1:
        return lone_site_worth(s, box, aims, cell, free)
    return 1.0 * good + 1.5 * popcount(free & big_game(s)) + 0.6 * popcount(within(s, cell, 1) & free & s.ripe)


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
def prefer(s: State, box: Box, action: int) -> float:
    """How a sensible player likes a legal action."""
    if action == GIVE_UP:
        return -1000.0
    if s.phase == Phase.RESOLVE:
        return resolve_worth(s, box, action)
    if s.phase == Phase.FEED:
        return meal_worth(s, box, action - FEED)
    aims = aims_of(s, box)
    if s.phase == Phase.PROGRAM:
        return program_worth(s, box, aims, action)
    if Phase.PARTY <= s.phase <= Phase.PARTNER:
        return sending_worth(s, box, aims, action)
    if Phase.RAISE <= s.phase <= Phase.MEGALITH:
        return inside_worth(s, box, aims, action)
    if Phase.BARTER <= s.phase <= Phase.SWAP:
        return trade_worth(s, box, aims, action)
    if s.phase == Phase.MOVE or s.phase == Phase.WANDER:
        return site_worth(s, box, aims, s.clans[s.player].village if action == STAY else action - VILLAGE_TO)
    if s.phase <= Phase.LEARN:
        return opening_worth(s, box, aims, action)
    return event_worth(s, box, aims, action)


@rule
def idle(s: State, box: Box, action: int) -> int:
    """To give up."""
    return 1 if action == GIVE_UP else 0


@rule
def sending_worth(s: State, box: Box, aims: int, action: int) -> float:
    """Who goes, which slot, which partner."""
    if s.phase == Phase.PARTY:
        return harvest_worth(s, box, aims, s.cell, action - SEND)
    if s.phase == Phase.HUNTERS:
        band = action - HUNT_WITH
        return hunt_worth(s, box, aims, s.cell, band // HUNT_HUNTERS, band % HUNT_HUNTERS)
    if s.phase == Phase.MARK:
        return mark_worth(s, box, aims, action - MARK)
    return -1.0 * (action - PARTNER)


@rule
def inside_worth(s: State, box: Box, aims: int, action: int) -> float:
    """The choice inside an action of phase 3."""
    if s.phase == Phase.RAISE:
        return raise_worth(s, box, aims, action - RAISE)
    if s.phase == Phase.CARRY:
        return carry_worth(s, box, aims, (action - CARRY) // CARRY_KINDS, CARRY_GOODS[(action - CARRY) % CARRY_KINDS])
    if s.phase == Phase.FORGET:
        return forget_worth(s, box, aims, action - FORGET)
    if s.phase == Phase.TOOLS:
        return tools_worth(s, box, aims, action - TOOLS)
    if s.phase == Phase.OFFER:
        return -1.0 * worth(s, box, aims, action - OFFER, -1)
    if s.phase == Phase.STROKES:
        return 1.0 * (action - STROKES)
    if s.phase == Phase.JOURNEY:
        return 1.0 * ((s.ripe >> (action - JOURNEY)) & 1)
    return 0.0


@rule
def opening_worth(s: State, box: Box, aims: int, action: int) -> float:
    """The short game's gifts: Wood and Stone for a first level of Transport."""
    if s.phase == Phase.GOODS:
        return worth(s, box, aims, action - PICK, 0)
    if s.phase == Phase.LEARN:
        return 1.0 if action == NO_LESSON else lesson_worth(s, box, aims, action - LEARN) - 1.0
    return 0.0


@rule
def event_worth(s: State, box: Box, aims: int, action: int) -> float:
    """Use every help; lose what hurts least."""
    if s.phase == Phase.EVENT:
        return 0.0 if action == DECLINE_EVENT else 1.0
    if s.phase == Phase.THIEVES:
        return -1.0 * worth(s, box, aims, action - DISCARD, -1)
    if s.phase == Phase.GALE:
        return 1.0 if action == REPAIR else -1.0 * box.home_points[Home.SIMPLE + (action - LOSE) // 2]
    if s.phase == Phase.ROCKFALL:
        return -1.0 * box.paint_points[slot_species(s, box, action - ROCKFALL)]
    if s.phase == Phase.SPECIES:
        return 1.0 * box.paint_points[action - HERD_OF]
    if s.phase == Phase.REGROW:
        return 1.0 * box.quantity[s.tile[action - REGROW]]
    return 0.0
