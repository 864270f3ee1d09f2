"""What a sensible player wants: the worth of goods, of food, of steps towards objectives (in points)."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.clan import count_homes, fur_due, missing, transport_of
from ..rules.common import has_sent, is_sending
from ..rules.ground import is_expedition, species_at
from ..rules.resolution import hands, mastery
from ..rules.rounds import food_needed
from ..state import (
    GOODS,
    LEVELS,
    MEAT_FOOD,
    NONE,
    Clan,
    Good,
    Home,
    Job,
    Member,
    Metric,
    Season,
    State,
)
from .clan_weights import (
    CLAN_CHIEF_HAND,
    CLAN_FUR_PRICE,
    CLAN_HAND,
    CLAN_SHAMAN_HAND,
    CLAN_TOOL_PRICE,
    COLD_FUR,
    FIRST_GOODS,
    FOR_BONE_WORK,
    FOR_HABITATS,
    FOR_MEGALITHS,
    FOR_STATUETTES,
    GOOD_NEEDED,
    GOOD_OVER,
    GOOD_WANTED,
    HUNGER,
    LARDER,
    LAST_ROUND_GOODS,
    MEAT_WORTH,
    SCARCITY_PRICE,
    SPENT_SHARE,
    SURPLUS,
    TOOL_MISSING,
    WANTED,
)
from .goals import LAST_ROUNDS, is_sought, rounds_left, shopping
from .solo_weights import (
    BASE_STOCK,
    EARLY_SCARCITY,
    FOOD_BEFORE,
    FOOD_MORE,
    FOOD_NEXT,
    FOOD_NOW,
    FUR_PRICE,
    FUR_WANTED,
    GOOD_DUE,
    GOOD_PLANNED,
    GOOD_SPARE,
    LAST_GOODS,
    LAST_SCARCITY,
    LAST_TOOLS,
    POINT_WORTH,
    PRICE_SHARE,
    TOOL_PRICE,
)

HAND = 0.3  # what it costs a lone clan to keep a member busy
CHIEF_HAND = 0.45
SHAMAN_HAND = 0.35
LINE_WORTH = 1.5  # what a cube is worth beside its points
Demand = tuple[int, int, int]  # of a good: how many are coming, wanted, and due
ROOT = (1.0, 1.0, 1.41, 1.73, 2.0, 2.24, 2.45, 2.65, 2.83, 3.0, 3.16, 3.32, 3.46, 3.61, 3.74)


@rule
def pending(s: State, box: Box, good: int) -> int:
    """What the clan's expeditions under way will bring of a kind, about."""
    clan = s.clans[s.player]
    each = transport_of(s, box, s.player)
    total = 0
    for i in range(clan.order_count):
        order = clan.orders[i]
        if not is_expedition(order.job):
            continue
        room = each * hands(order)
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
    if s.seats == 1:
        if rounds_left(s) == 0:
            need -= max(0, s.solo.quota - s.clans[s.player].scarcity)
        if have < need:
            return FOOD_NOW if is_sending(s) or has_sent(s) else FOOD_BEFORE
        if rounds_left(s) == 0:
            return 0.02
        return FOOD_NEXT if have < 2 * need else FOOD_MORE
    if have < need:
        return HUNGER
    if rounds_left(s) == 0:
        return 0.02
    return LARDER if have < 2 * need else SURPLUS


@rule
def food(clan: Clan) -> int:
    """Fruit is one food, Meat two."""
    return clan.goods[Good.FRUIT] + MEAT_FOOD * clan.goods[Good.MEAT]


@rule
def appetite(s: State, box: Box, aims: int, good: int) -> int:
    """How many of a good the clan would like to have: some always, more for open objectives."""
    if s.seats == 1:
        return lone_appetite(s, box, aims, good)
    wanted = 1.0 * WANTED[good]
    if good == Good.FUR and rounds_left(s) > 0 and box.season[s.round] == Season.COLD:
        wanted = COLD_FUR
    if (good <= Good.STONE or good == Good.TOOL) and is_sought(s, box, Metric.MEGALITHS):
        wanted += FOR_MEGALITHS
    if good <= Good.STONE and (is_sought(s, box, Metric.HABITATS) or is_sought(s, box, Metric.HABITAT_POINTS)):
        wanted += FOR_HABITATS
    if good == Good.BONE and (is_sought(s, box, Metric.PRESTIGIOUS) or is_sought(s, box, Metric.NECKLACES)):
        wanted += FOR_BONE_WORK
    if good == Good.STONE and is_sought(s, box, Metric.STATUETTES):
        wanted += FOR_STATUETTES
    return int(wanted + 0.5)


@rule
def lone_appetite(s: State, box: Box, aims: int, good: int) -> int:
    """What the plans of a lone clan will take; Fur for the next cold season."""
    if good == Good.FUR:
        next_is_cold = rounds_left(s) > 0 and box.season[s.round] == Season.COLD
        is_cold = not has_sent(s) and box.season[s.round - 1] == Season.COLD
        return FUR_WANTED if next_is_cold or is_cold else 2
    base = 1.0 * BASE_STOCK[good] if rounds_left(s) > 1 else 0.0
    return int(max(base, shopping(s, box, aims, good)) + 0.5)


@rule
def demand(s: State, box: Box, aims: int, good: int, coming: int) -> Demand:
    """What the worth of a good depends on, when some of it are coming anyway; food goes by need alone."""
    if good == Good.FRUIT or good == Good.MEAT:
        return coming, 0, 0
    return coming, appetite(s, box, aims, good), committed(s, box, good) if s.seats == 1 else 0


@rule
def worth(s: State, box: Box, aims: int, good: int, extra: int) -> float:
    """What one more of a good is worth, when `extra` of it are coming anyway."""
    return unit_worth(s, box, good, 0, demand(s, box, aims, good, extra))


@rule
def unit_worth(s: State, box: Box, good: int, place: int, sought: Demand) -> float:
    """What a good is worth in its place of a pile: food by need, others by what is due and what is wanted beside."""
    clan = s.clans[s.player]
    coming, wanted, due = sought
    extra = coming + place
    if good == Good.FRUIT:
        return food_worth(s, box, food(clan) + extra)
    if good == Good.MEAT:
        each = MEAT_FOOD if s.seats == 1 else MEAT_WORTH
        return each * food_worth(s, box, food(clan) + 2 * extra + 1)
    have = clan.goods[good] + extra
    if s.seats == 1:
        if have < due:
            return GOOD_DUE
        plan = GOOD_PLANNED * (LAST_GOODS if rounds_left(s) == 0 else 1.0)
        return plan if have < due + wanted else GOOD_SPARE
    late = LAST_ROUND_GOODS if rounds_left(s) == 0 and has_sent(s) else 1.0
    if have < 2 and good <= Good.STONE and rounds_left(s) > 1:
        return FIRST_GOODS
    if 2 * have < wanted:
        return GOOD_NEEDED * late
    return GOOD_WANTED * late if have < wanted else GOOD_OVER * late


@rule
def pile_worth(s: State, box: Box, good: int, amount: int, sought: Demand) -> float:
    """What several of a good are worth, one after the other."""
    total = 0.0
    for place in range(amount):
        total += unit_worth(s, box, good, place, sought)
    return total


@rule
def price_worth(s: State, box: Box, cost: Row[int]) -> float:
    """What it hurts to pay a cost: less than the goods are worth, for they are there to be spent."""
    total = 0.0
    for good in range(GOODS):
        total += (SPENT_SHARE if s.seats > 1 else PRICE_SHARE) * cost[good]
    return total


@rule
def wants_prestige(s: State, box: Box) -> bool:
    """Whether an open solo objective asks for prestigious Habitats."""
    for place in range(s.solo.shown):
        needs = box.solo_needs[s.solo.objectives[place]]
        if needs[Metric.PRESTIGIOUS] > count_homes(s.clans[s.player], Home.PRESTIGIOUS):
            return True
    return False


@rule
def committed(s: State, box: Box, good: int) -> int:
    """What the orders under way will cost of a good (several players: Megaliths only)."""
    clan = s.clans[s.player]
    total = 0
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job == Job.SHAMAN_HUT:
            total += box.hut_cost[order.place][good]
        elif s.seats > 1:
            continue
        elif order.job == Job.CRAFT:
            total += box.craft_cost[s.craft[order.place]][good]
        elif order.job == Job.HABITAT:
            total += box.home_cost[Home.PRESTIGIOUS if wants_prestige(s, box) else Home.SIMPLE][good]
        elif order.job == Job.CAPACITY:
            level = clan.levels[order.place]
            if level < LEVELS - 1:
                total += box.learn_cost[order.place][level + 1][good]
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
    if s.seats == 1:
        return lone_programming_price(s, box, job, units)
    price = SCARCITY_PRICE * units
    if box.tool_due[job][0] > 0:
        short = s.clans[s.player].goods[Good.TOOL] <= committed(s, box, Good.TOOL)
        price += CLAN_TOOL_PRICE + (TOOL_MISSING if short else 0.0)
    if fur_due(s, box, job) > 0:
        price += CLAN_FUR_PRICE
    return price


@rule
def lone_programming_price(s: State, box: Box, job: int, units: int) -> float:
    """Scarcity is dear while it can still lose the game."""
    spare = s.solo.quota - s.clans[s.player].scarcity
    price = 0.0
    if units > 0:
        price += (LAST_SCARCITY + EARLY_SCARCITY * rounds_left(s) / LAST_ROUNDS) * units / max(1, spare)
    if box.tool_due[job][0] > 0:
        price += lone_tool_price(s, box, 1)
    if fur_due(s, box, job) > 0:
        price += FUR_PRICE
    return price


@rule
def lone_tool_price(s: State, box: Box, number: int) -> float:
    """Tools are what a lone clan runs short of."""
    left = s.clans[s.player].goods[Good.TOOL] - committed(s, box, Good.TOOL) - number
    price = TOOL_PRICE * number
    if left < 0:
        price += 6.0
    elif left < 2:
        price += LAST_TOOLS
    return price


@rule
def tool_price(s: State, box: Box, number: int) -> float:
    """What it costs to send Tools along."""
    if number == 0:
        return 0.0
    if s.seats == 1:
        return lone_tool_price(s, box, number)
    short = s.clans[s.player].goods[Good.TOOL] - committed(s, box, Good.TOOL) < number
    return CLAN_TOOL_PRICE * number + (TOOL_MISSING if short else 0.0)


@rule
def member_price(s: State, member: int) -> float:
    """What it costs to send a kind of member."""
    if s.seats > 1:
        return CLAN_CHIEF_HAND if member == Member.CHIEF else other_price(member)
    if member == Member.CHIEF:
        return CHIEF_HAND
    return SHAMAN_HAND if member == Member.SHAMAN else HAND


@rule
def other_price(member: int) -> float:
    """What it costs one of several clans to send who is not the Chief."""
    return CLAN_SHAMAN_HAND if member == Member.SHAMAN else CLAN_HAND


@rule
def scale(s: State, among: float) -> float:
    """What a point is worth: so much among several clans, little to a lone one."""
    return among if s.seats > 1 else POINT_WORTH
