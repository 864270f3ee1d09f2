"""How a sensible player judges positions and moves. Everything it reads is public.

Worths are in points: food that would be missing is worth the Scarcity it saves, a member the
point and the work it brings, a good what it helps to pay for.
"""

from __future__ import annotations

from firstfire.kernel.bits import popcount
from firstfire.kernel.record import Row
from firstfire.kernel.rule import rule

from .actions import (
    BARTER,
    BIRTH,
    CAPACITY,
    CARRY,
    CARRY_GOODS,
    CARRY_KINDS,
    CRAFT_ON,
    DECLINE_EVENT,
    DISCARD,
    FEED,
    FORGET,
    FRESCO_ON,
    GIVE_UP,
    GO,
    HABITAT,
    HERD_OF,
    HUNT_HUNTERS,
    HUNT_WITH,
    HUT_AT,
    JOURNEY,
    LEARN,
    LOSE,
    MARK,
    MEMBER_KINDS,
    NO_LESSON,
    OFFER,
    PAIR_FIRST,
    PAIR_SECOND,
    PARTIES,
    PARTNER,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    PASS,
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
from .box import Box
from .clan import beds, built_homes, fur_due, members, missing, remembered, transport_of
from .ground import big_game, expeditions, is_expedition, owned_by_others, range_of, species_at, within
from .programming import hunt_options, party_options
from .resolution import hands, mastery
from .rounds import food_needed
from .scoring import measure, points, stock
from .state import (
    ANIMALS,
    BOWLS,
    GOODS,
    LEVELS,
    LINES,
    MEMORY,
    METRICS,
    NONE,
    OBJECTIVES_SHOWN,
    Clan,
    CraftKind,
    Ending,
    Good,
    Home,
    Hut,
    Job,
    Member,
    Metric,
    Phase,
    Season,
    Spot,
    State,
    Track,
)
from .works import slot_species

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


# --- positions


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Shares of winning: by points and prospects, exact at the end."""
    if s.seats == 1:
        out[0] = solo_chance(s, box)
        return
    if s.over != 0:
        share_victory(s, box, out)
        return
    lowest_one = prospects(s, box, 0)
    for seat in range(1, s.seats):
        lowest_one = min(lowest_one, prospects(s, box, seat))
    spread = 3.0 + 2.0 * rounds_left(s)
    total = 0.0
    for seat in range(s.seats):
        lead = prospects(s, box, seat) - lowest_one + spread
        out[seat] = lead * lead
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def share_victory(s: State, box: Box, out: Row[float]) -> None:
    """1 for the winner, shared on a tie."""
    winners = 0
    for seat in range(s.seats):
        out[seat] = 1.0
        for other in range(s.seats):
            if other != seat and is_beaten(s, box, seat, other):
                out[seat] = 0.0
        if out[seat] > 0.5:
            winners += 1
    for seat in range(s.seats):
        out[seat] /= winners


@rule
def is_beaten(s: State, box: Box, seat: int, other: int) -> bool:
    """Whether another seat stands before this one at the end."""
    mine = points(s, box, seat)
    theirs = points(s, box, other)
    if mine != theirs:
        return theirs > mine
    if stock(s, seat) != stock(s, other):
        return stock(s, other) > stock(s, seat)
    return s.clans[other].scarcity < s.clans[seat].scarcity


@rule
def rounds_left(s: State) -> int:
    """Rounds still to be played, this one not counted."""
    return s.last_round - s.round


@rule
def prospects(s: State, box: Box, seat: int) -> float:
    """Points now, and what stock, memory and members promise."""
    clan = s.clans[seat]
    left = rounds_left(s)
    promise = 0.3 * min(left + 1, 3) * min(stock(s, seat), 24) / 3.0
    for species in range(ANIMALS):
        promise += 0.7 * clan.memory[species] * box.paint_points[species]
    promise += 0.35 * left * (members(clan) - 6) + 0.5 * left * (
        clan.levels[Track.TRANSPORT] + clan.levels[Track.RANGE] * 0.5
    )
    return points(s, box, seat) + promise


@rule
def solo_chance(s: State, box: Box) -> float:
    """How likely a solo game is won: objectives done and half done, and Scarcity to spare."""
    if s.over != 0:
        return 1.0 if s.ending == Ending.WON else 0.0
    progress = 0.0
    for place in range(s.solo.shown):
        progress += completion(s, box, 0, box.solo_needs[s.solo.objectives[place]])
    chance = progress / (s.solo.needed + 1.5)
    chance = chance * chance
    spare = s.solo.quota - s.clans[0].scarcity
    return max(0.02, min(0.97, chance * (0.7 + 0.1 * spare)))


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


# --- what is wanted


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


# --- expeditions


@rule
def harvest_worth(s: State, box: Box, cell: int, party: int) -> float:
    """What a party brings home from a tile, less what it costs."""
    tile = s.tile[cell]
    carriers = PARTY_HUNTERS[party] + PARTY_CHIEFS[party] + PARTY_SHAMAN[party]
    strength = carriers + PARTY_CHIEFS[party] + PARTY_TOOLS[party]
    room = transport_of(s, box, s.player) * carriers
    found = box.quantity[tile] * strength
    first = box.yields[box.shows[tile]][0]
    second = box.yields[box.shows[tile]][1]
    if second == NONE:
        gain = pile_worth(s, box, first, min(found, room), pending(s, box, first))
    else:
        half = min(found, (room + 1) // 2)
        gain = pile_worth(s, box, first, half, pending(s, box, first))
        gain += pile_worth(s, box, second, min(found, room - half), pending(s, box, second))
    cost = HAND * PARTY_HUNTERS[party] + CHIEF_HAND * PARTY_CHIEFS[party] + SHAMAN_HAND * PARTY_SHAMAN[party]
    spare = s.clans[s.player].goods[Good.TOOL] - committed(s, box, Good.TOOL)
    if PARTY_TOOLS[party] > 0 and spare < PARTY_TOOLS[party]:
        cost += 6.0
    net = gain - cost - TOOL_WORTH * PARTY_TOOLS[party] - programming_price(s, box, Job.HARVEST)
    return net / ROOT[carriers]


@rule
def hunt_worth(s: State, box: Box, cell: int, chiefs: int, hunters: int) -> float:
    """What a hunt brings home, the memory of it included, less what it costs."""
    species = species_at(s, cell)
    room = transport_of(s, box, s.player) * (chiefs + hunters)
    tools = max(0, box.min_mastery[species] - hunters - 2 * chiefs)
    gain = 0.0
    for i in range(3):
        good = Good.MEAT if i == 0 else (Good.BONE if i == 1 else Good.FUR)
        taken = min(room, box.spoils[species][good])
        gain += pile_worth(s, box, good, taken, pending(s, box, good))
        room -= taken
    clan = s.clans[s.player]
    if remembered(clan) < MEMORY and free_slots_of(s, box, species) > 0:
        gain += 0.5 * paint_worth(s, box, 0, species)
    gain += pull(s, box, Metric.HUNTS)
    cost = HAND * hunters + CHIEF_HAND * chiefs + TOOL_WORTH * tools
    return (gain - cost - programming_price(s, box, Job.HUNT)) / ROOT[min(14, hunters + chiefs)]


@rule
def free_slots_of(s: State, box: Box, species: int) -> int:
    """Free Fresco slots of a species that are face up."""
    total = 0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] == 0 and (s.sketched >> slot) & 1 == 0 and slot_species(s, box, slot) == species:
            total += 1
    return total


@rule
def target_worth(s: State, box: Box, cell: int) -> float:
    """The best that an expedition to a tile can do."""
    best = -99.0
    held = s.cell
    s.cell = cell
    if species_at(s, cell) != NONE:
        options = hunt_options(s, box)
        for band in range(3 * HUNT_HUNTERS):
            if (options >> band) & 1 != 0:
                best = max(best, hunt_worth(s, box, cell, band // HUNT_HUNTERS, band % HUNT_HUNTERS))
    else:
        options = party_options(s, box)
        for party in range(PARTIES):
            if (options >> party) & 1 != 0:
                best = max(best, harvest_worth(s, box, cell, party))
    s.cell = held
    return best


# --- the other actions of phase 1


@rule
def habitat_worth(s: State, box: Box, member: int) -> float:
    """A prestigious Habitat for points, a simple one for beds."""
    clan = s.clans[s.player]
    spare = clan.goods[Good.WOOD] + pending(s, box, Good.WOOD) + (1 if member == Member.CHIEF else 0) - clan.builders
    spare -= committed(s, box, Good.WOOD)
    stone = clan.goods[Good.STONE] + pending(s, box, Good.STONE) - clan.builders - committed(s, box, Good.STONE)
    bone = clan.goods[Good.BONE] + pending(s, box, Good.BONE) - clan.builders
    if spare < 1 or stone < 1:
        return -1.0
    crowded = members(clan) + clan.promised >= beds(clan, box)
    gain = scale(s) * 1.0 + (1.0 + 0.7 * rounds_left(s) + pull(s, box, Metric.MEMBERS) if crowded else 0.0)
    if bone >= 1:
        grand = scale(s) * 3.0 + pull(s, box, Metric.PRESTIGIOUS) + pull(s, box, Metric.HABITAT_POINTS) * 2.0
        gain = max(gain, grand)
    gain += pull(s, box, Metric.HABITATS)
    price = HAND if member == Member.CHIEF else member_price(member)
    return gain - 0.9 - price - programming_price(s, box, Job.HABITAT)


@rule
def scale(s: State) -> float:
    """What a point is worth."""
    return 1.0 if s.seats > 1 else SOLO_POINTS


@rule
def craft_worth(s: State, box: Box, place: int, member: int) -> float:
    """The points of a Craft that can be paid."""
    tile = s.craft[place]
    if not covers(s, box, box.craft_cost[tile]):
        return -1.0
    gain = scale(s) * box.craft_points[tile] + pull(s, box, Metric.CRAFTS)
    if box.craft_kind[tile] == CraftKind.STATUETTE:
        gain += pull(s, box, Metric.STATUETTES)
    else:
        gain += pull(s, box, Metric.NECKLACES)
    return (
        gain - price_worth(s, box, box.craft_cost[tile]) - member_price(member) - programming_price(s, box, Job.CRAFT)
    )


@rule
def birth_worth(s: State, box: Box, couple: int) -> float:
    """A new member is a point and a pair of hands, if it finds a bed and food."""
    clan = s.clans[s.player]
    room = beds(clan, box) - members(clan) - clan.promised + 2 * min(1, clan.builders)
    if room <= 0:
        return -1.0
    gain = 1.0 + 0.9 * rounds_left(s) + pull(s, box, Metric.MEMBERS) + pull(s, box, Metric.BIRTHS)
    fed = food(clan) + pending(s, box, Good.FRUIT) + 2 * pending(s, box, Good.MEAT) >= food_needed(s, clan)
    if not fed and rounds_left(s) > 0:
        gain *= 0.4
    price = 2.0 * HAND + (0.5 if couple == 1 else 0.0) + (0.3 if couple >= 2 else 0.0)
    return (gain - price) / ROOT[2]


@rule
def fresco_worth(s: State, box: Box, slot: int, member: int) -> float:
    """A painting whose animal is remembered or being hunted."""
    species = slot_species(s, box, slot)
    if animals_for(s, box, species) <= 0:
        return -1.0
    gain = paint_worth(s, box, slot, species)
    return gain - member_price(member) - programming_price(s, box, Job.FRESCO)


@rule
def paint_worth(s: State, box: Box, slot: int, species: int) -> float:
    """The points of a cube, its line, and the objectives it serves."""
    gain = scale(s) * (box.paint_points[species] + LINE_WORTH) + pull(s, box, Metric.SPECIES_PAINTED)
    gain += 0.1 * own_line(s, slot % LINES)
    if box.animal_season[species] == 0:
        return gain + pull(s, box, Metric.WARM_PAINTED)
    return gain + pull(s, box, Metric.COLD_PAINTED)


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
            if slot_species(s, box, order.tools) == species:
                total -= 1
    return total


@rule
def lesson_worth(s: State, box: Box, track: int) -> float:
    """What a level is worth for the rounds to come."""
    left = rounds_left(s) + 1
    gain = pull(s, box, Metric.CAPACITIES_AT_MAX) * 0.6
    if track == Track.TRANSPORT:
        return gain + (2.0 if s.clans[s.player].levels[Track.TRANSPORT] == 0 else 1.2) * left
    if track == Track.RANGE:
        return gain + 0.35 * left
    return gain + 0.25 * left


@rule
def capacity_worth(s: State, box: Box, track: int, member: int) -> float:
    """A level up, or Tools."""
    clan = s.clans[s.player]
    level = clan.levels[track]
    gain = 0.0
    if level < LEVELS - 1 and covers(s, box, box.learn_cost[track][level + 1]):
        gain = lesson_worth(s, box, track) - price_worth(s, box, box.learn_cost[track][level + 1])
    if track == Track.TOOLS:
        for recipe in range(level + 1):
            if covers(s, box, box.recipe[recipe]):
                made = pile_worth(s, box, Good.TOOL, box.makes[recipe], 0)
                gain = max(gain, made - price_worth(s, box, box.recipe[recipe]))
    if gain <= 0.0:
        return -1.0
    return gain - member_price(member)


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
def hut_worth(s: State, box: Box, location: int) -> float:
    """What the Shaman can do at the hut; waiting in vain costs Scarcity."""
    clan = s.clans[s.player]
    price = SHAMAN_HAND + (0.7 if box.hut_offering[location] != 0 else 0.0)
    if box.hut_offering[location] != 0 and not offering_at_hand(s, box):
        return -3.0
    gain = pull(s, box, Metric.SHAMAN_ACTIONS)
    if Hut.MENHIR <= location <= Hut.DOLMEN:
        cost = box.hut_cost[location]
        for good in range(GOODS):
            if clan.goods[good] + (0 if good == Good.TOOL else pending(s, box, good)) < cost[good]:
                return -3.0
        gain += scale(s) * box.hut_points[location] + pull(s, box, Metric.MEGALITHS)
        return gain - price_worth(s, box, cost) - price
    if location == Hut.PERFECT_PAINTING:
        return gain + best_mark(s, box) - price
    if location == Hut.TWINS:
        return gain + twins_worth(s, box) - price - HAND
    if location == Hut.TRADE:
        return gain + 0.2 - price
    return gain + 0.3 - price


@rule
def twins_worth(s: State, box: Box) -> float:
    """Two more members, as far as there are beds."""
    clan = s.clans[s.player]
    room = beds(clan, box) - members(clan) - clan.promised + 2 * min(1, clan.builders)
    lodged = max(0, min(2, room))
    return lodged * (1.0 + 0.5 * rounds_left(s) + pull(s, box, Metric.MEMBERS))


@rule
def best_mark(s: State, box: Box) -> float:
    """The best slot for a perfect painting."""
    best = -3.0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] == 0 and (s.sketched >> slot) & 1 == 0:
            best = max(best, mark_worth(s, box, slot))
    return best


@rule
def mark_worth(s: State, box: Box, slot: int) -> float:
    """What a perfect painting on a slot is worth."""
    species = slot_species(s, box, slot)
    animals = min(2, animals_for(s, box, species))
    if animals <= 0:
        return -3.0
    return animals * paint_worth(s, box, slot, species)


@rule
def program_worth(s: State, box: Box, action: int) -> float:
    """How good an action of phase 1 looks."""
    if action == PASS:
        return 0.05
    if action < CRAFT_ON:
        return habitat_worth(s, box, action - HABITAT)
    if action < BIRTH:
        return craft_worth(s, box, (action - CRAFT_ON) // MEMBER_KINDS, (action - CRAFT_ON) % MEMBER_KINDS)
    if action < GO:
        return birth_worth(s, box, action - BIRTH)
    if action < SEND:
        return target_worth(s, box, action - GO)
    if action < CAPACITY:
        return fresco_worth(s, box, (action - FRESCO_ON) // MEMBER_KINDS, (action - FRESCO_ON) % MEMBER_KINDS)
    if action < HUT_AT:
        return capacity_worth(s, box, (action - CAPACITY) // MEMBER_KINDS, (action - CAPACITY) % MEMBER_KINDS)
    return hut_worth(s, box, action - HUT_AT)


# --- phase 3


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
    if RESOLVE_CAPACITY <= action < RESOLVE_HUT:
        return 20.0 if action - RESOLVE_CAPACITY == Track.TOOLS and clan.goods[Good.TOOL] < 3 else 15.0
    return 0.0


@rule
def raise_worth(s: State, box: Box, choice: int) -> float:
    """Beds while they are needed, points otherwise; bare ground before a shelter."""
    clan = s.clans[s.player]
    home = Home.SIMPLE + choice // 2
    crowded = members(clan) + clan.newborns - beds(clan, box) + (1 if rounds_left(s) > 1 else 0)
    gain = 1.0 * box.home_points[home]
    added = box.beds[home] - (box.beds[Home.SHELTER] if choice % 2 == Spot.SHELTER else 0)
    gain += 1.2 * max(0, min(added, crowded)) + 0.05 * added
    if home == Home.PRESTIGIOUS:
        gain += pull(s, box, Metric.PRESTIGIOUS)
    elif s.solo.shown > 0 and built_homes(clan) >= 3:
        gain -= pull(s, box, Metric.PRESTIGIOUS)
    return gain


@rule
def carry_worth(s: State, box: Box, amount: int, good: int) -> float:
    """So much of one kind, and the rest of the room filled with the best of the others."""
    total = pile_worth(s, box, good, amount, 0)
    left = s.room - amount
    for i in range(4):
        other = Good.FRUIT if i == 0 else (Good.MEAT if i == 1 else (Good.BONE if i == 2 else Good.FUR))
        if other != good and s.load[other] > 0:
            taken = min(left, s.load[other])
            total += pile_worth(s, box, other, taken, 0)
            left -= taken
    return total


@rule
def forget_worth(s: State, box: Box, species: int) -> float:
    """Forget what brings least or cannot be painted."""
    return -1.0 * box.paint_points[species] - (2.0 if free_slots_of(s, box, species) > 0 else 0.0)


@rule
def tools_worth(s: State, box: Box, choice: int) -> float:
    """A level and as many Tools as possible."""
    clan = s.clans[s.player]
    recipe = choice % 4
    total = 0.0
    if choice >= 4:
        total += lesson_worth(s, box, Track.TOOLS) - 0.45
    if recipe > 0:
        made = pile_worth(s, box, Good.TOOL, box.makes[recipe - 1], 0)
        total += made - price_worth(s, box, box.recipe[recipe - 1])
    return total + 0.01 * clan.levels[Track.TOOLS]


@rule
def trade_worth(s: State, box: Box, action: int) -> float:
    """A barter pays when what is given is plenty and what is missing is dear."""
    if action == STOP:
        return 0.05
    if s.phase == Phase.TAKE:
        return worth(s, box, action - TAKE, 0)
    best = 0.0
    for good in range(Good.TOOL):
        best = max(best, worth(s, box, good, 0))
    if s.phase == Phase.SWAP:
        return best - worth(s, box, action - SWAP, -1) - 0.2
    pair = action - BARTER
    first = PAIR_FIRST[pair]
    second = PAIR_SECOND[pair]
    given = worth(s, box, first, -1) + worth(s, box, second, -2 if first == second else -1)
    return best - given - 0.2


# --- phase 5


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
def site_worth(s: State, box: Box, cell: int) -> float:
    """What lies within Range of a place for the Village."""
    free = within(s, cell, range_of(s, box, s.player)) & ~owned_by_others(s, s.player) & ~expeditions(s)
    good = popcount(free & s.ripe & ~big_game(s))
    return 1.0 * good + 1.5 * popcount(free & big_game(s)) + 0.6 * popcount(within(s, cell, 1) & free & s.ripe)


# --- everything


@rule
def prefer(s: State, box: Box, action: int) -> float:
    """How a sensible player likes a legal action."""
    if action == GIVE_UP:
        return -1000.0
    if s.phase == Phase.PROGRAM:
        return program_worth(s, box, action)
    if s.phase == Phase.RESOLVE:
        return resolve_worth(s, box, action)
    if Phase.PARTY <= s.phase <= Phase.PARTNER:
        return sending_worth(s, box, action)
    if Phase.RAISE <= s.phase <= Phase.MEGALITH:
        return inside_worth(s, box, action)
    if Phase.BARTER <= s.phase <= Phase.SWAP:
        return trade_worth(s, box, action)
    if s.phase == Phase.FEED:
        return meal_worth(s, box, action - FEED)
    if s.phase == Phase.MOVE or s.phase == Phase.WANDER:
        return site_worth(s, box, s.clans[s.player].village if action == STAY else action - VILLAGE_TO)
    if s.phase <= Phase.LEARN:
        return opening_worth(s, box, action)
    return event_worth(s, box, action)


@rule
def sending_worth(s: State, box: Box, action: int) -> float:
    """Who goes, which slot, which partner."""
    if s.phase == Phase.PARTY:
        return harvest_worth(s, box, s.cell, action - SEND)
    if s.phase == Phase.HUNTERS:
        band = action - HUNT_WITH
        return hunt_worth(s, box, s.cell, band // HUNT_HUNTERS, band % HUNT_HUNTERS)
    if s.phase == Phase.MARK:
        return mark_worth(s, box, action - MARK)
    return -1.0 * (action - PARTNER)


@rule
def inside_worth(s: State, box: Box, action: int) -> float:
    """The choice inside an action of phase 3."""
    if s.phase == Phase.RAISE:
        return raise_worth(s, box, action - RAISE)
    if s.phase == Phase.CARRY:
        return carry_worth(s, box, (action - CARRY) // CARRY_KINDS, CARRY_GOODS[(action - CARRY) % CARRY_KINDS])
    if s.phase == Phase.FORGET:
        return forget_worth(s, box, action - FORGET)
    if s.phase == Phase.TOOLS:
        return tools_worth(s, box, action - TOOLS)
    if s.phase == Phase.OFFER:
        return -1.0 * worth(s, box, action - OFFER, -1)
    if s.phase == Phase.STROKES:
        return 1.0 * (action - STROKES)
    if s.phase == Phase.JOURNEY:
        return 1.0 * ((s.ripe >> (action - JOURNEY)) & 1)
    return 0.0


@rule
def opening_worth(s: State, box: Box, action: int) -> float:
    """The short game's gifts: Wood and Stone for a first level of Transport."""
    if s.phase == Phase.GOODS:
        return worth(s, box, action - PICK, 0)
    if s.phase == Phase.LEARN:
        return 1.0 if action == NO_LESSON else lesson_worth(s, box, action - LEARN) - 1.0
    return 0.0


@rule
def event_worth(s: State, box: Box, action: int) -> float:
    """Use every help; lose what hurts least."""
    if s.phase == Phase.EVENT:
        return 0.0 if action == DECLINE_EVENT else 1.0
    if s.phase == Phase.THIEVES:
        return -1.0 * worth(s, box, action - DISCARD, -1)
    if s.phase == Phase.GALE:
        return 1.0 if action == REPAIR else -1.0 * box.home_points[Home.SIMPLE + (action - LOSE) // 2]
    if s.phase == Phase.ROCKFALL:
        return -1.0 * box.paint_points[slot_species(s, box, action - ROCKFALL)]
    if s.phase == Phase.SPECIES:
        return 1.0 * box.paint_points[action - HERD_OF]
    if s.phase == Phase.REGROW:
        return 1.0 * box.quantity[s.tile[action - REGROW]]
    return 0.0
