"""What the actions of phase 1 are worth to a sensible player."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.rule import rule

from ..actions import (
    HUNT_HUNTERS,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
)
from ..box import Box
from ..rules.clan import beds, members, remembered, transport_of
from ..rules.common import marked_slot, slot_species
from ..rules.ground import species_at
from ..rules.programming import hunt_options, party_options, tools_for
from ..rules.rounds import food_needed
from ..state import (
    GOODS,
    LEVELS,
    LINES,
    MEMORY,
    NONE,
    CraftKind,
    Good,
    Hut,
    Job,
    Member,
    Metric,
    Phase,
    State,
    Track,
)
from .clan_weights import (
    BED_LATER,
    BED_NOW,
    BIRTH_HUNGRY,
    BIRTH_LATER,
    BIRTH_NOW,
    CAPACITY_STEP,
    CHIEF_PARENT,
    CLAN_LINE,
    CRAFT_POINT,
    CROWD,
    GRAND_POINT,
    GRAND_STEPS,
    HABITAT_PRICE,
    MEGALITH_POINT,
    OFFERING_PRICE,
    OTHER_HUT,
    OWN_LINE,
    PAINT_POINT,
    PERFECT_SHARE,
    RANGE_LEVEL,
    SHAMAN_PARENT,
    SIMPLE_HOME,
    TALE_SHARE,
    TOOLS_LEVEL,
    TRADE_WORTH,
    TRANSPORT_FIRST,
    TRANSPORT_SECOND,
    TWINS_LATER,
    TWINS_NOW,
)
from .goals import pull, rounds_left
from .solo_weights import (
    BED_WORTH,
    BIRTH_WORTH,
    FIRST_TRANSPORT,
    GROUP_SHARE,
    HUNGRY_BIRTH,
    HUT_WORTH,
    MEMORY_SHARE,
    RANGE_WORTH,
    SECOND_TRANSPORT,
    TOOLS_WORTH,
)
from .worth import (
    LINE_WORTH,
    ROOT,
    Demand,
    committed,
    covers,
    demand,
    food,
    member_price,
    pending,
    pile_worth,
    price_worth,
    programming_price,
    scale,
    tool_price,
)

WORST = -99.0  # what an expedition is worth that nobody can go on
Prices = tuple[float, float, float]  # of a hunter, a Chief, the Shaman


@rule
def share(s: State, carriers: int) -> float:
    """What a group's gain is divided by: a hand can do only one thing a round."""
    if s.seats == 1:
        return 1.0 + GROUP_SHARE * (carriers - 1)
    return 1.0 + CROWD * (ROOT[min(14, carriers)] - 1.0)


@rule
def hand_prices(s: State) -> Prices:
    """What it costs to send a hunter, a Chief, the Shaman."""
    return member_price(s, Member.HUNTER), member_price(s, Member.CHIEF), member_price(s, Member.SHAMAN)


@rule
def harvest_worth(s: State, box: Box, aims: int, cell: int, party: int) -> float:
    """What a party brings home from a tile, less what it costs."""
    return best_harvest(s, box, aims, cell, 1 << party)


@rule
def best_harvest(s: State, box: Box, aims: int, cell: int, parties: int) -> float:
    """What the best of some parties brings home from a tile, less what it costs."""
    yields = box.yields[box.shows[s.tile[cell]]]
    first = demand(s, box, aims, yields[0], pending(s, box, yields[0]))
    second = first if yields[1] == NONE else demand(s, box, aims, yields[1], pending(s, box, yields[1]))
    price = programming_price(s, box, Job.HARVEST)
    hunter, chief, shaman = hand_prices(s)
    best = WORST
    while parties != 0:
        party = lowest(parties)
        parties &= parties - 1
        carriers = PARTY_HUNTERS[party] + PARTY_CHIEFS[party] + PARTY_SHAMAN[party]
        gain = crop_worth(s, box, cell, carriers, carriers + PARTY_CHIEFS[party] + PARTY_TOOLS[party], first, second)
        cost = hunter * PARTY_HUNTERS[party] + chief * PARTY_CHIEFS[party] + shaman * PARTY_SHAMAN[party]
        net = gain - cost - tool_price(s, box, PARTY_TOOLS[party]) - price
        best = max(best, net / share(s, carriers))
    return best


@rule
def crop_worth(s: State, box: Box, cell: int, carriers: int, strength: int, first: Demand, second: Demand) -> float:
    """What is found on a tile and carried home: half of the room for each of two kinds."""
    tile = s.tile[cell]
    yields = box.yields[box.shows[tile]]
    room = transport_of(s, box, s.player) * carriers
    found = box.quantity[tile] * strength
    if yields[1] == NONE:
        return pile_worth(s, box, yields[0], min(found, room), first)
    half = min(found, (room + 1) // 2)
    gain = pile_worth(s, box, yields[0], half, first)
    return gain + pile_worth(s, box, yields[1], min(found, room - half), second)


@rule
def hunt_worth(s: State, box: Box, aims: int, cell: int, chiefs: int, hunters: int) -> float:
    """What a hunt brings home, the memory of it included, less what it costs."""
    return best_hunt(s, box, aims, cell, 1 << (HUNT_HUNTERS * chiefs + hunters))


@rule
def best_hunt(s: State, box: Box, aims: int, cell: int, bands: int) -> float:
    """What the best of some bands brings home, the memory of it included, less what it costs."""
    species = species_at(s, cell)
    meat = demand(s, box, aims, Good.MEAT, pending(s, box, Good.MEAT))
    bone = demand(s, box, aims, Good.BONE, pending(s, box, Good.BONE))
    fur = demand(s, box, aims, Good.FUR, pending(s, box, Good.FUR))
    tale = tale_worth(s, box, aims, species)
    fame = pull(s, box, aims, Metric.HUNTS)
    price = programming_price(s, box, Job.HUNT)
    hunter, chief, _ = hand_prices(s)
    best = WORST
    while bands != 0:
        chiefs = lowest(bands) // HUNT_HUNTERS
        hunters = lowest(bands) % HUNT_HUNTERS
        bands &= bands - 1
        tools = tools_for(box, species, chiefs, hunters)
        gain = spoils_worth(s, box, species, hunters + chiefs, meat, bone, fur) + tale + fame
        cost = hunter * hunters + chief * chiefs + tool_price(s, box, tools)
        best = max(best, (gain - cost - price) / share(s, hunters + chiefs))
    return best


@rule
def spoils_worth(s: State, box: Box, species: int, carriers: int, meat: Demand, bone: Demand, fur: Demand) -> float:
    """What is carried home of an animal: Meat before Bone before Fur."""
    spoils = box.spoils[species]
    room = transport_of(s, box, s.player) * carriers
    meats = min(room, spoils[Good.MEAT])
    bones = min(room - meats, spoils[Good.BONE])
    furs = min(room - meats - bones, spoils[Good.FUR])
    gain = pile_worth(s, box, Good.MEAT, meats, meat) + pile_worth(s, box, Good.BONE, bones, bone)
    return gain + pile_worth(s, box, Good.FUR, furs, fur)


@rule
def tale_worth(s: State, box: Box, aims: int, species: int) -> float:
    """What it is worth to remember an animal, if there is room for it in memory and on the wall."""
    if remembered(s.clans[s.player]) >= MEMORY or free_slots_of(s, box, species) == 0:
        return 0.0
    return (TALE_SHARE if s.seats > 1 else MEMORY_SHARE) * paint_worth(s, box, aims, 0, species)


@rule
def free_slots_of(s: State, box: Box, species: int) -> int:
    """Free Fresco slots of a species that are face up."""
    total = 0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] == 0 and (s.sketched >> slot) & 1 == 0 and slot_species(s, box, slot) == species:
            total += 1
    return total


@rule
def target_worth(s: State, box: Box, aims: int, cell: int) -> float:
    """The best that an expedition to a tile can do."""
    if species_at(s, cell) == NONE:
        return best_harvest(s, box, aims, cell, party_options(s, box))
    return best_hunt(s, box, aims, cell, hunt_options(s, box, cell))


@rule
def habitat_worth(s: State, box: Box, aims: int, member: int) -> float:
    """A prestigious Habitat for points, a simple one for beds."""
    clan = s.clans[s.player]
    builders = clan.builders if s.seats > 1 else 0
    spare = clan.goods[Good.WOOD] + pending(s, box, Good.WOOD) + (1 if member == Member.CHIEF else 0) - builders
    spare -= committed(s, box, Good.WOOD)
    stone = clan.goods[Good.STONE] + pending(s, box, Good.STONE) - builders - committed(s, box, Good.STONE)
    bone = clan.goods[Good.BONE] + pending(s, box, Good.BONE) - builders - committed(s, box, Good.BONE)
    if spare < 1 or stone < 1:
        return -1.0
    crowded = members(clan) + clan.promised >= beds(clan, box)
    gain = scale(s, SIMPLE_HOME)
    if crowded:
        now = BED_NOW if s.seats > 1 else 1.0
        by_round = BED_LATER if s.seats > 1 else BED_WORTH
        gain += now + by_round * rounds_left(s) + pull(s, box, aims, Metric.MEMBERS)
    if bone >= 1:
        grand = scale(s, GRAND_POINT) * 3.0 + pull(s, box, aims, Metric.PRESTIGIOUS)
        grand += pull(s, box, aims, Metric.HABITAT_POINTS) * (GRAND_STEPS if s.seats > 1 else 2.0)
        gain = max(gain, grand)
    gain += pull(s, box, aims, Metric.HABITATS)
    price = member_price(s, Member.HUNTER if member == Member.CHIEF else member)
    return gain - (HABITAT_PRICE if s.seats > 1 else 0.9) - price - programming_price(s, box, Job.HABITAT)


@rule
def craft_worth(s: State, box: Box, aims: int, place: int, member: int) -> float:
    """The points of a Craft that can be paid."""
    tile = s.craft[place]
    if not covers(s, box, box.craft_cost[tile]):
        return -1.0
    gain = scale(s, CRAFT_POINT) * box.craft_points[tile] + pull(s, box, aims, Metric.CRAFTS)
    if box.craft_kind[tile] == CraftKind.STATUETTE:
        gain += pull(s, box, aims, Metric.STATUETTES)
    else:
        gain += pull(s, box, aims, Metric.NECKLACES)
    price = price_worth(s, box, box.craft_cost[tile])
    return gain - price - member_price(s, member) - programming_price(s, box, Job.CRAFT)


@rule
def birth_worth(s: State, box: Box, aims: int, couple: int) -> float:
    """A new member is a point and a pair of hands, if it finds a bed and food."""
    clan = s.clans[s.player]
    room = beds(clan, box) - members(clan) - clan.promised + 2 * min(1, clan.builders)
    if room <= 0:
        return -1.0
    gain = 1.0 + BIRTH_WORTH * rounds_left(s) if s.seats == 1 else BIRTH_NOW + BIRTH_LATER * rounds_left(s)
    gain += pull(s, box, aims, Metric.MEMBERS) + pull(s, box, aims, Metric.BIRTHS)
    fed = food(clan) + pending(s, box, Good.FRUIT) + 2 * pending(s, box, Good.MEAT) >= food_needed(s, clan)
    if not fed and rounds_left(s) > 0:
        gain *= BIRTH_HUNGRY if s.seats > 1 else HUNGRY_BIRTH
    return (gain - parents_price(s, couple)) / share(s, 2)


@rule
def parents_price(s: State, couple: int) -> float:
    """What it costs that two members stay at home: more if one is the Chief or the Shaman."""
    chief = CHIEF_PARENT if s.seats > 1 else 0.5
    shaman = SHAMAN_PARENT if s.seats > 1 else 0.3
    return 2.0 * member_price(s, Member.HUNTER) + (chief if couple == 1 else 0.0) + (shaman if couple >= 2 else 0.0)


@rule
def fresco_worth(s: State, box: Box, aims: int, slot: int, member: int) -> float:
    """A painting whose animal is remembered or being hunted."""
    species = slot_species(s, box, slot)
    if animals_for(s, box, species) <= 0:
        return -1.0
    gain = paint_worth(s, box, aims, slot, species)
    return gain - member_price(s, member) - programming_price(s, box, Job.FRESCO)


@rule
def paint_worth(s: State, box: Box, aims: int, slot: int, species: int) -> float:
    """The points of a cube, its line, and the objectives it serves."""
    line = CLAN_LINE if s.seats > 1 else LINE_WORTH
    gain = scale(s, PAINT_POINT) * (box.paint_points[species] + line) + pull(s, box, aims, Metric.SPECIES_PAINTED)
    gain += (OWN_LINE if s.seats > 1 else 0.1) * own_line(s, slot % LINES)
    if box.animal_season[species] == 0:
        return gain + pull(s, box, aims, Metric.WARM_PAINTED)
    return gain + pull(s, box, aims, Metric.COLD_PAINTED)


@rule
def own_line(s: State, line: int) -> int:
    """The clan's cubes on a line."""
    total = 0
    for place in range(s.fresco_up):
        slot = LINES * place + line
        if s.cubes[slot] > 0 and s.painter[slot] == s.player:
            total += s.cubes[slot]
    return total


@rule
def animals_for(s: State, box: Box, species: int) -> int:
    """Animals in memory or being hunted that no painter waits for yet."""
    clan = s.clans[s.player]
    total = clan.memory[species]
    orders = clan.order_count - 1 if s.phase == Phase.MARK else clan.order_count  # the slot is only being chosen
    for i in range(orders):
        order = clan.orders[i]
        if order.job == Job.HUNT and species_at(s, order.place) == species:
            total += 1
        elif order.job == Job.FRESCO and slot_species(s, box, order.place) == species:
            total -= 1
        elif order.job == Job.SHAMAN_HUT and order.place == Hut.PERFECT_PAINTING:
            if slot_species(s, box, marked_slot(order)) == species:
                total -= 1
    return total


@rule
def lesson_worth(s: State, box: Box, aims: int, track: int) -> float:
    """What a level is worth for the rounds to come."""
    left = rounds_left(s) + 1
    gain = pull(s, box, aims, Metric.CAPACITIES_AT_MAX) * (CAPACITY_STEP if s.seats > 1 else 1.0)
    if s.seats == 1:
        return gain + left * lone_lesson(s, track)
    if track == Track.TRANSPORT:
        first = s.clans[s.player].levels[Track.TRANSPORT] == 0
        return gain + (TRANSPORT_FIRST if first else TRANSPORT_SECOND) * left
    if track == Track.RANGE:
        return gain + RANGE_LEVEL * left
    return gain + TOOLS_LEVEL * left


@rule
def lone_lesson(s: State, track: int) -> float:
    """What a level is worth to a lone clan, for each round."""
    if track == Track.TRANSPORT:
        return FIRST_TRANSPORT if s.clans[s.player].levels[Track.TRANSPORT] == 0 else SECOND_TRANSPORT
    return RANGE_WORTH if track == Track.RANGE else TOOLS_WORTH


@rule
def capacity_worth(s: State, box: Box, aims: int, track: int, member: int) -> float:
    """A level up, or Tools."""
    clan = s.clans[s.player]
    level = clan.levels[track]
    gain = 0.0
    if level < LEVELS - 1 and covers(s, box, box.learn_cost[track][level + 1]):
        gain = lesson_worth(s, box, aims, track) - price_worth(s, box, box.learn_cost[track][level + 1])
    if track == Track.TOOLS:
        for recipe in range(level + 1):
            if covers(s, box, box.recipe[recipe]):
                made = pile_worth(s, box, Good.TOOL, box.makes[recipe], demand(s, box, aims, Good.TOOL, 0))
                gain = max(gain, made - price_worth(s, box, box.recipe[recipe]))
    if gain <= 0.0:
        return -1.0
    return gain - member_price(s, member)


@rule
def offering_at_hand(s: State, box: Box) -> bool:
    """Whether an offering can surely be paid."""
    clan = s.clans[s.player]
    if s.solo.favour != 0:
        return True
    for good in range(GOODS):
        if box.offering[good] != 0 and clan.goods[good] + pending(s, box, good) > (0 if good == Good.BONE else 1):
            return True
    return False


@rule
def hut_worth(s: State, box: Box, aims: int, location: int) -> float:
    """What the Shaman can do at the hut; waiting in vain costs Scarcity."""
    clan = s.clans[s.player]
    offering = OFFERING_PRICE if s.seats > 1 else 0.7
    price = member_price(s, Member.SHAMAN) + (offering if box.hut_offering[location] != 0 else 0.0)
    if box.hut_offering[location] != 0 and not offering_at_hand(s, box):
        return -3.0
    gain = pull(s, box, aims, Metric.SHAMAN_ACTIONS)
    if Hut.MENHIR <= location <= Hut.DOLMEN:
        cost = box.hut_cost[location]
        for good in range(GOODS):
            if clan.goods[good] + (0 if good == Good.TOOL else pending(s, box, good)) < cost[good]:
                return -3.0
        gain += scale(s, MEGALITH_POINT) * box.hut_points[location] + pull(s, box, aims, Metric.MEGALITHS)
        return gain - price_worth(s, box, cost) - price
    if location == Hut.PERFECT_PAINTING:
        return gain + best_mark(s, box, aims) - price
    if location == Hut.TWINS:
        return gain + twins_worth(s, box, aims) - price - member_price(s, Member.HUNTER)
    if location == Hut.TRADE:
        return gain + (TRADE_WORTH if s.seats > 1 else 0.2) - price
    return gain + (OTHER_HUT if s.seats > 1 else HUT_WORTH) - price


@rule
def twins_worth(s: State, box: Box, aims: int) -> float:
    """Two more members, as far as there are beds."""
    clan = s.clans[s.player]
    room = beds(clan, box) - members(clan) - clan.promised + 2 * min(1, clan.builders)
    lodged = max(0, min(2, room))
    each = 1.0 + 0.5 * rounds_left(s) if s.seats == 1 else TWINS_NOW + TWINS_LATER * rounds_left(s)
    return lodged * (each + pull(s, box, aims, Metric.MEMBERS))


@rule
def best_mark(s: State, box: Box, aims: int) -> float:
    """The best slot for a perfect painting."""
    best = -3.0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] == 0 and (s.sketched >> slot) & 1 == 0:
            best = max(best, mark_worth(s, box, aims, slot))
    return best


@rule
def mark_worth(s: State, box: Box, aims: int, slot: int) -> float:
    """What a perfect painting on a slot is worth."""
    species = slot_species(s, box, slot)
    animals = min(2, animals_for(s, box, species))
    if animals <= 0:
        return -3.0
    return animals * (PERFECT_SHARE if s.seats > 1 else 1.0) * paint_worth(s, box, aims, slot, species)
