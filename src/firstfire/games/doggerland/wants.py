"""What a sensible player wants: the worth of goods, of food, of steps towards objectives (in points)."""

from __future__ import annotations

from firstfire.kernel.record import Row
from firstfire.kernel.rule import rule

from .box import Box
from .clan import fur_due, missing, transport_of
from .ground import is_expedition, species_at
from .resolution import hands, mastery
from .rounds import food_needed
from .scoring import measure
from .state import (
    GOODS,
    METRICS,
    NONE,
    OBJECTIVES_SHOWN,
    Clan,
    Good,
    Job,
    Member,
    Metric,
    Phase,
    Season,
    State,
)

HAND = 0.3  # what it costs to keep a member busy
CHIEF_HAND = 0.45
SHAMAN_HAND = 0.35
TOOL_WORTH = 0.7
LINE_WORTH = 1.5  # what a cube is worth beside its points
OBJECTIVE_PULL = 7.0
SOLO_PULL = 26.0
SOLO_POINTS = 0.25  # points do not count in a solo game, but they tend to go with objectives
EASE = (0.55, 0.7, 0.4, 0.2, 0.9, 0.3, 0.15, 0.5, 0.4, 0.1, 0.6, 0.45, 0.35, 0.05, 0.0)  # by Metric
ROOT = (1.0, 1.0, 1.41, 1.73, 2.0, 2.24, 2.45, 2.65, 2.83, 3.0, 3.16, 3.32, 3.46, 3.61, 3.74)


@rule
def rounds_left(s: State) -> int:
    """Rounds still to be played, this one not counted."""
    return s.last_round - s.round


@rule
def completion(s: State, box: Box, seat: int, needs: Row[int]) -> float:
    """The share of an objective that is reached (1 when it is)."""
    asked = 0
    reached = 0
    for metric in range(METRICS):
        if needs[metric] > 0:
            asked += needs[metric]
            reached += min(needs[metric], measure(s, box, seat, metric))
    return reached / asked if asked > 0 else 0.0


@rule
def pull(s: State, box: Box, metric: int) -> float:
    """What one more of something is worth for open objectives."""
    seat = s.player
    total = 0.0
    if s.seats == 1:
        for place in range(s.solo.shown):
            needs = box.solo_needs[s.solo.objectives[place]]
            if needs[metric] > 0 and (s.solo.done >> place) & 1 == 0:
                total += step_worth(s, box, needs, metric, SOLO_PULL if in_focus(s, box, place) else 0.5 * SOLO_PULL)
        return total
    for place in range(OBJECTIVES_SHOWN):
        if s.objectives[place] == NONE or s.seconds[place] != 0 or (s.firsts[place] >> seat) & 1 != 0:
            continue
        worth = OBJECTIVE_PULL if s.firsts[place] == 0 else 0.6 * OBJECTIVE_PULL
        total += step_worth(s, box, box.needs[s.objectives[place]], metric, worth)
    return total


@rule
def in_focus(s: State, box: Box, place: int) -> bool:
    """A solo player goes for as many objectives as are needed: the most advanced and the easiest."""
    mine = promise(s, box, place)
    before = 0
    for other in range(s.solo.shown):
        theirs = promise(s, box, other)
        if theirs > mine or (theirs == mine and other < place):
            before += 1
    return before < s.solo.needed


@rule
def promise(s: State, box: Box, place: int) -> float:
    """How near a solo objective is, and how easy its kind."""
    needs = box.solo_needs[s.solo.objectives[place]]
    ease = 0.0
    for metric in range(METRICS):
        if needs[metric] > 0:
            ease = EASE[metric]
    return completion(s, box, 0, needs) + ease


@rule
def step_worth(s: State, box: Box, needs: Row[int], metric: int, worth: float) -> float:
    """The worth of one step towards an objective: more when little is missing."""
    if needs[metric] == 0 or measure(s, box, s.player, metric) >= needs[metric]:
        return 0.0
    done = completion(s, box, s.player, needs)
    asked = 0
    for other in range(METRICS):
        asked += needs[other]
    return worth * (0.6 + 0.8 * done) / asked


@rule
def pending(s: State, box: Box, good: int) -> int:
    """What the clan's expeditions under way will bring of a kind, about."""
    clan = s.clans[s.player]
    total = 0
    for i in range(clan.order_count):
        order = clan.orders[i]
        if not is_expedition(order.job):
            continue
        room = transport_of(s, box, s.player) * hands(order)
        if order.job == Job.HARVEST:
            tile = s.tile[order.place]
            first = box.yields[box.shows[tile]][0]
            second = box.yields[box.shows[tile]][1]
            found = box.quantity[tile] * mastery(order)
            if first == good:
                total += min(found, room) if second == NONE else min(found, (room + 1) // 2)
            elif second == good:
                total += min(found, room // 2)
        else:
            species = species_at(s, order.place)
            if species != NONE:
                total += min(box.spoils[species][good], (room + 1) // 2)
    return total


@rule
def food_worth(s: State, box: Box, have: int) -> float:
    """What one more food is worth to a clan that has so much."""
    need = food_needed(s, s.clans[s.player])
    cost = 2.0 if s.seats > 1 else 5.0
    if have < need:
        return cost
    if rounds_left(s) == 0:
        return 0.02
    if have < 2 * need:
        return 0.7 if s.seats > 1 else 1.0
    return 0.1


@rule
def food(clan: Clan) -> int:
    """Fruit is one food, Meat two."""
    return clan.goods[Good.FRUIT] + 2 * clan.goods[Good.MEAT]


@rule
def appetite(s: State, box: Box, good: int) -> int:
    """How many of a good the clan would like to have: some always, more for open objectives."""
    wanted = 5 if good == Good.WOOD or good == Good.STONE else 4
    if good == Good.FUR and rounds_left(s) > 0 and box.season[s.round] == Season.COLD:
        wanted = 7
    if pull(s, box, Metric.MEGALITHS) > 0.0 and (good == Good.WOOD or good == Good.STONE or good == Good.TOOL):
        wanted += 2
    if pull(s, box, Metric.HABITATS) + pull(s, box, Metric.HABITAT_POINTS) > 0.0 and good <= Good.STONE:
        wanted += 2
    if pull(s, box, Metric.PRESTIGIOUS) + pull(s, box, Metric.NECKLACES) > 0.0 and good == Good.BONE:
        wanted += 2
    if pull(s, box, Metric.STATUETTES) > 0.0 and good == Good.STONE:
        wanted += 2
    return wanted


@rule
def worth(s: State, box: Box, good: int, extra: int) -> float:
    """What one more of a good is worth, when `extra` of it are coming anyway."""
    return unit_worth(s, box, good, extra, appetite(s, box, good))


@rule
def unit_worth(s: State, box: Box, good: int, extra: int, wanted: int) -> float:
    """What one more of a good is worth to a clan that would like to have `wanted`."""
    clan = s.clans[s.player]
    if good == Good.FRUIT:
        return food_worth(s, box, food(clan) + extra)
    if good == Good.MEAT:
        return 2.0 * food_worth(s, box, food(clan) + 2 * extra + 1)
    have = clan.goods[good] + extra
    late = 0.2 if rounds_left(s) == 0 and s.phase >= Phase.RESOLVE else 1.0
    if have < 2 and good <= Good.STONE and rounds_left(s) > 1:
        return 2.0
    if 2 * have < wanted:
        return 1.3 * late
    return 0.9 * late if have < wanted else 0.15 * late


@rule
def pile_worth(s: State, box: Box, good: int, amount: int, extra: int) -> float:
    """What several of a good are worth, one after the other."""
    wanted = appetite(s, box, good)
    total = 0.0
    for i in range(amount):
        total += unit_worth(s, box, good, extra + i, wanted)
    return total


@rule
def price_worth(s: State, box: Box, cost: Row[int]) -> float:
    """What it hurts to pay a cost: less than the goods are worth, for they are there to be spent."""
    total = 0.0
    for good in range(GOODS):
        total += 0.45 * cost[good]
    return total


@rule
def committed(s: State, box: Box, good: int) -> int:
    """What a Megalith under way will cost of a good."""
    clan = s.clans[s.player]
    total = 0
    for i in range(clan.order_count):
        if clan.orders[i].job == Job.SHAMAN_HUT:
            total += box.hut_cost[clan.orders[i].place][good]
    return total


@rule
def covers(s: State, box: Box, cost: Row[int]) -> bool:
    """Whether stock and expeditions under way will pay a cost."""
    clan = s.clans[s.player]
    enough = True
    for good in range(GOODS):
        if cost[good] > 0:
            enough = enough and clan.goods[good] + pending(s, box, good) - committed(s, box, good) >= cost[good]
    return enough


@rule
def programming_price(s: State, box: Box, job: int) -> float:
    """What programming an action costs, Scarcity included."""
    units = missing(s, box, s.player, job)
    price = (2.2 if s.seats > 1 else 9.0) * units
    if box.tool_due[job][0] > 0:
        price += TOOL_WORTH + (6.0 if s.clans[s.player].goods[Good.TOOL] <= committed(s, box, Good.TOOL) else 0.0)
    if fur_due(s, box, job) > 0:
        price += 0.6
    return price


@rule
def member_price(member: int) -> float:
    """What it costs to send a kind of member."""
    if member == Member.CHIEF:
        return CHIEF_HAND
    return SHAMAN_HAND if member == Member.SHAMAN else HAND


@rule
def scale(s: State) -> float:
    """What a point is worth."""
    return 1.0 if s.seats > 1 else SOLO_POINTS
