"""What always holds: each check has the number of its invariant. (I27, that equal seeds and decisions give equal games,
needs two games to be seen: all chance comes from the record.)"""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import (
    ANIMALS,
    BOWLS,
    CELLS,
    CHIEF_STRENGTH,
    CRAFT_PLACES,
    CRAFTS,
    GOODS,
    HABITAT_PLACES,
    HUNTERS,
    LEVELS,
    LINES,
    MEEPLES,
    MEGALITHS,
    MEMORY,
    NONE,
    OBJECTIVES_SHOWN,
    RIVAL_OWNER,
    RIVALS,
    SHELTERS,
    SLOTS,
    TILES,
    TRACKS,
    Good,
    Home,
    Hut,
    Job,
    Phase,
    Shows,
    State,
    TileSet,
    White,
)
from .clan import beds, members, remembered
from .common import has_sent
from .ground import beside, big_game, bit, grid, is_expedition, rivals_on, species_at
from .resolution import hands, mastery
from .rivals import PLAYER, animals_in_reserve
from .setup import is_in_stack

INVARIANTS = {
    1: "I1: for each species map + memories + reserve are all its meeples",
    2: "I2: at most one animal and one expedition on a tile",
    3: "I3: every terrain tile is on the map, in the stack or out of the game; the map is connected, in the grid",
    4: "I4: ten Hunter-Gatherers, one Chief, one Shaman in each clan",
    5: "I5: as many members as at the start (6) to 12 in multiplayer",
    6: "I6: a bed for every member in multiplayer; shelters only on the first two places",
    7: "I7: no stock is negative",
    8: "I8: no Meat in bowl 1; bowl 1 is empty after feeding; the bowls hold what the clan owns",
    9: "I9: levels 1 to 3",
    10: "I10: at most 2 animals in a memory, 5 in the rivals'",
    11: "I11: 1 or 2 cubes of one clan on a painted slot, 2 only by H1; none on face-down tiles",
    12: "I12: at most one Shaman at a hut location",
    13: "I13: limits of actions per round",
    14: "I14: harvests of at most 3 components; hunts strong enough and without Shaman",
    15: "I15: no tile with Megaliths or tokens of two clans; only the camp holds several Villages",
    16: "I16: exhaustion within its bound; ripe tiles are the resource tiles not exhausted",
    17: "I17: Scarcity is not negative, and within the quota in a running solo game",
    18: "I18: made + visible + stacked + discarded Crafts are 18",
    19: "I19: Fresco tiles up are min(round, number in game)",
    20: "I20: the round is one of the game's",
    21: "I21: cubes on 3 only with cubes on 5, a clan at most once",
    22: "I22: what is being carried fits the group",
    23: "I23: after phase 3 everybody is home",
    24: "I24: the priority arrow has turned once a round",
    26: "I26: three rivals on three tiles, none with a piece of the player",
    28: "the clan to act has something to decide with: a member at home, promises within the reserve",
    29: "no trace of finished decisions",
}


@rule
def check(s: State, box: Box) -> int:
    """The number of the first broken invariant, 0 when all hold."""
    broken = check_map(s, box)
    if broken == 0:
        broken = check_art(s, box)
    for seat in range(s.seats):
        if broken == 0:
            broken = check_clan(s, box, seat)
        if broken == 0:
            broken = check_orders(s, box, seat)
    if broken == 0:
        broken = check_course(s, box)
    if broken == 0 and s.seats == 1:
        broken = check_solo(s, box)
    return broken


@rule
def check_map(s: State, box: Box) -> int:
    """I1, I2, I3, I15, I16: land, animals and pieces."""
    animals = 0
    for species in range(ANIMALS):
        animals += popcount(s.herd[species])
        if animals_in_reserve(s, box, species) < 0:
            return 1
    if popcount(s.roaming) != animals:
        return 1
    if animals != popcount(big_game(s)) or big_game(s) & ~s.land != 0:
        return 2
    for cell in range(CELLS):
        species = species_at(s, cell)
        if (species == NONE) != (s.beast[cell] == NONE):
            return 1
        if species != NONE and (s.beast[cell] // MEEPLES != species or (s.roaming >> s.beast[cell]) & 1 == 0):
            return 1
        tile = s.tile[cell]
        if (tile != NONE) != ((s.land >> cell) & 1 != 0):
            return 3
        ripe = tile != NONE and box.shows[tile] >= Shows.WOOD and s.uses[cell] < box.harvests[s.seats]
        if ripe != ((s.ripe >> cell) & 1 != 0) or s.uses[cell] < 0 or s.uses[cell] > box.harvests[s.seats]:
            return 16
    if s.land & ~grid(s, box) != 0 or not is_connected(s) or not tiles_add_up(s, box):
        return 3
    return check_pieces(s)


@rule
def is_connected(s: State) -> bool:
    """I3: every tile can be reached from every other."""
    reached = s.land & -s.land
    for _ in range(CELLS):
        reached |= beside(reached) & s.land
    return reached == s.land


@rule
def tiles_add_up(s: State, box: Box) -> bool:
    """I3: no tile twice, none missing."""
    on_map = 0
    stacked = 0
    for tile in range(TILES):
        seen = 0
        for cell in range(CELLS):
            if s.tile[cell] == tile:
                seen += 1
        on_map += seen
        for i in range(s.stack_count):
            if s.stack[i] == tile:
                seen += 1
                stacked += 1
        always = box.tile_set[tile] == TileSet.CENTRE or box.tile_set[tile] == TileSet.START
        cross = box.short_tile[tile] != 0
        wanted = 1 if always or cross or is_in_stack(s, box, tile) else 0
        if seen != wanted:
            return False
    return on_map == popcount(s.land) and stacked == s.stack_count


@rule
def check_pieces(s: State) -> int:
    """I2, I15: Villages, Megaliths, tokens, expeditions."""
    taken = 0
    afield = 0
    villages = 0
    for seat in range(s.seats):
        clan = s.clans[seat]
        mine = clan.megaliths | bit(clan.journey)
        if clan.village == NONE or (s.land >> clan.village) & 1 == 0 or mine & ~s.land != 0:
            return 15
        if mine & taken != 0:
            return 15
        if (villages >> clan.village) & 1 != 0 and s.tile[clan.village] != 0:
            return 15
        if clan.afield & afield != 0:
            return 2
        cells = 0
        for kind in range(MEGALITHS):
            cells |= bit(clan.menhirs[kind])
            built = (clan.hut >> (Hut.MENHIR + kind)) & 1 != 0
            if built != (clan.menhirs[kind] != NONE) and s.phase != Phase.MEGALITH:
                return 15
        if cells != clan.megaliths:
            return 15
        taken |= mine
        afield |= clan.afield
        villages |= bit(clan.village)
    return 0


@rule
def check_art(s: State, box: Box) -> int:
    """I11, I18, I19, I21: Fresco, Crafts, objectives."""
    for slot in range(SLOTS):
        if s.cubes[slot] == 0:
            continue
        owner = s.painter[slot]
        if s.cubes[slot] < 0 or s.cubes[slot] > 2 or slot >= LINES * s.fresco_up:
            return 11
        if owner != RIVAL_OWNER and (owner < 0 or owner >= s.seats):
            return 11
        if s.cubes[slot] == 2 and (owner == RIVAL_OWNER or (s.clans[owner].hut >> Hut.PERFECT_PAINTING) & 1 == 0):
            return 11
    if not crafts_add_up(s, box):
        return 18
    if s.over == 0 and s.fresco_up != min(s.round, s.fresco_count):
        return 19
    for place in range(OBJECTIVES_SHOWN):
        if (s.seconds[place] != 0 and s.firsts[place] == 0) or s.firsts[place] & s.seconds[place] != 0:
            return 21
    return 0


@rule
def crafts_add_up(s: State, box: Box) -> bool:
    """I18: each of the 18 Crafts is in exactly one place."""
    seen = s.craft_discard
    count = popcount(seen)
    for seat in range(s.seats):
        seen |= s.clans[seat].made
        count += popcount(s.clans[seat].made)
    for place in range(CRAFT_PLACES):
        if s.craft[place] != NONE:
            if place >= box.craft_places[s.seats]:
                return False
            seen |= 1 << s.craft[place]
            count += 1
    for i in range(s.craft_count):
        seen |= bit(s.craft_stack[i])
        count += 1
    return count == CRAFTS and popcount(seen) == CRAFTS


@rule
def check_clan(s: State, box: Box, seat: int) -> int:
    """I4 to I10, I17: a clan board."""
    clan = s.clans[seat]
    hunters = clan.hunters + clan.newborns + clan.reserve
    chiefs = clan.chiefs
    shamans = clan.shaman
    for i in range(clan.order_count):
        hunters += clan.orders[i].hunters
        chiefs += clan.orders[i].chiefs
        shamans += clan.orders[i].shaman
    if s.solo.white_hunter != White.ABSENT:
        hunters -= 1
    if s.solo.white_chief != White.ABSENT:
        chiefs -= 1
    if hunters != HUNTERS or chiefs != 1 or shamans != 1:
        return 4
    if clan.hunters < 0 or clan.chiefs < 0 or clan.shaman < 0 or clan.reserve < 0 or clan.newborns < 0:
        return 4
    if s.seats > 1 and (members(clan) < 2 + box.start_hunters or members(clan) > 2 + HUNTERS):
        return 5
    if s.seats > 1 and beds(clan, box) < members(clan):
        return 6
    for place in range(HABITAT_PLACES):
        home = clan.homes[place]
        if home < Home.BARE or home > Home.PRESTIGIOUS or (home == Home.SHELTER and place >= SHELTERS):
            return 6
        if home == Home.BARE and place < SHELTERS:
            return 6
    for good in range(GOODS):
        if clan.goods[good] < 0:
            return 7
    if not bowls_add_up(s, seat):
        return 8
    for track in range(TRACKS):
        if clan.levels[track] < 0 or clan.levels[track] >= LEVELS:
            return 9
    hunting = seat == s.player and (s.phase == Phase.CARRY or s.phase == Phase.FORGET)
    if remembered(clan) > MEMORY + (1 if hunting else 0):
        return 10
    if clan.scarcity < 0 or (s.seats == 1 and s.over == 0 and clan.scarcity > s.solo.quota):
        return 17
    return 0


@rule
def bowls_add_up(s: State, seat: int) -> bool:
    """I7, I8: the bowls."""
    clan = s.clans[seat]
    fruit = 0
    meat = 0
    for bowl in range(BOWLS):
        if clan.fruit[bowl] < 0 or clan.meat[bowl] < 0:
            return False
        fruit += clan.fruit[bowl]
        meat += clan.meat[bowl]
    if s.phase == Phase.MOVE and s.over == 0 and clan.fruit[0] != 0:
        return False
    return clan.meat[0] == 0 and fruit == clan.goods[Good.FRUIT] and meat == clan.goods[Good.MEAT]


@rule
def check_orders(s: State, box: Box, seat: int) -> int:
    """I2, I12, I13, I14: what is programmed."""
    clan = s.clans[seat]
    cells = 0
    tracks = 0
    births = 0
    huts = 0
    for i in range(clan.order_count):
        order = clan.orders[i]
        if is_expedition(order.job):
            if (cells >> order.place) & 1 != 0:
                return 2
            cells |= 1 << order.place
            if not expedition_is_sound(s, box, seat, i):
                return 14
        elif order.job == Job.CAPACITY:
            if (tracks >> order.place) & 1 != 0:
                return 13
            tracks |= 1 << order.place
        elif order.job == Job.BIRTH:
            births += 1
        elif order.job == Job.SHAMAN_HUT:
            huts += 1
            if (s.hut >> order.place) & 1 == 0 or (s.solo.shamans >> order.place) & 1 != 0:
                return 12
            if hut_shared(s, seat, order.place):
                return 12
    if cells != clan.afield:
        return 2
    if births > 1 or huts > 1 or clan.crafts > 2 or clan.paintings > 2:
        return 13
    if (clan.crafts == 2 and clan.craft_chiefs == 0) or (clan.paintings == 2 and clan.painting_chiefs == 0):
        return 13
    return 0


@rule
def expedition_is_sound(s: State, box: Box, seat: int, number: int) -> bool:
    """I14: a group that may be on its tile."""
    order = s.clans[seat].orders[number]
    if hands(order) == 0:
        return False
    if order.job == Job.HARVEST:
        return order.hunters + order.shaman + order.tools + CHIEF_STRENGTH * order.chiefs <= box.components
    if order.shaman != 0:
        return False
    species = species_at(s, order.place)
    if species == NONE:  # the animal is dead, its spoils are being carried
        return s.phase == Phase.CARRY or s.phase == Phase.FORGET
    return mastery(order) >= box.min_mastery[species] and hands(order) >= box.min_members[species]


@rule
def hut_shared(s: State, seat: int, location: int) -> bool:
    """I12: whether another clan's Shaman stands at the same location."""
    for other in range(s.seats):
        if other == seat:
            continue
        clan = s.clans[other]
        for i in range(clan.order_count):
            if clan.orders[i].job == Job.SHAMAN_HUT and clan.orders[i].place == location:
                return True
    return False


@rule
def check_course(s: State, box: Box) -> int:
    """I20, I22 to I24: the round and its steps."""
    if s.round < 1 or s.round > s.last_round:
        return 20
    if s.over != 0:
        return 0
    clan = s.clans[s.player]
    if s.phase == Phase.CARRY:
        load = 0
        for good in range(GOODS):
            load += s.load[good]
        if s.room <= 0 or s.room >= load:
            return 22
    elif not is_tidy(s):
        return 29
    if (s.phase == Phase.FEED or s.phase == Phase.MOVE) and not everybody_home(s):
        return 23
    edge = s.first_edge
    for _ in range(s.round if s.phase == Phase.FEED else s.round - 1):
        edge = box.next_edge[edge]
    if s.edge != edge:
        return 24
    if s.phase == Phase.PROGRAM and (clan.passed != 0 or clan.hunters + clan.chiefs + clan.shaman == 0):
        return 28
    if clan.promised > clan.reserve and not has_sent(s):
        return 28
    return 0


@rule
def is_tidy(s: State) -> bool:
    """No load, no room, no open barter when nothing of the kind is going on."""
    for good in range(GOODS):
        if s.load[good] != 0:
            return False
    return s.room == 0 and s.carrying == 0 and (s.given == 0 or s.phase == Phase.TAKE)


@rule
def everybody_home(s: State) -> bool:
    """I23: no order, no expedition, no member on a Craft or before the Fresco."""
    for seat in range(s.seats):
        if s.clans[seat].order_count != 0 or s.clans[seat].afield != 0 or s.clans[seat].builders != 0:
            return False
    return s.sketched == 0 and s.crafting == 0


@rule
def check_solo(s: State, box: Box) -> int:
    """I10, I26: the rivals."""
    if popcount(rivals_on(s)) != RIVALS or rivals_on(s) & ~s.land != 0:
        return 26
    clan = s.clans[PLAYER]
    if rivals_on(s) & (bit(clan.village) | clan.megaliths | bit(clan.journey) | clan.afield) != 0:
        return 26
    if s.solo.memories < 0 or s.solo.memories > box.rival_memory:
        return 10
    return 0
