"""Setting up the table (DG-U1, DG-V1, DG-S1)."""

from __future__ import annotations

from firstfire.kernel.records.rng import below, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import ARROW_PLACED, CENTRE_TURNED
from ..box import Box
from ..state import (
    CARDS,
    CARDS_IN_PLAY,
    CELLS,
    CRAFT_PLACES,
    CRAFTS,
    FRESCO_PLACES,
    FRESCO_TILES,
    GOODS,
    MEGALITHS,
    NONE,
    OBJECTIVES,
    OBJECTIVES_SHOWN,
    RIVAL_MEMORY,
    RIVALS,
    SHELTERS,
    SOLO_OBJECTIVES,
    SOLO_SHOWN,
    STACK,
    START_TILES,
    TILES,
    WIDTH,
    Good,
    Home,
    OptionPlace,
    Phase,
    Shows,
    State,
    Step,
    TileSet,
)
from .clan import gain
from .ground import centre_cell, exhaust, lay_tile, put_animal, species_at
from .rivals import capture

AROUND = (-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1)  # NW, N, NE, W, E, SW, S, SE
CROSS = (-2 * WIDTH, 2, 2 * WIDTH, -2)  # N, E, S, W at distance 2


@rule
def lay_table(s: State, box: Box) -> None:
    """DG-U1: the whole table."""
    clear_table(s)
    s.round = 1
    s.last_round = box.rounds_short if is_short(s) else box.rounds
    s.first = below(s, s.seats)
    s.edge = below(s, 4)
    s.first_edge = s.edge
    s.centre_arrow = below(s, 4)
    lay_start_tiles(s, box)
    draw_objectives(s, box)
    draw_fresco(s, box)
    draw_crafts(s, box)
    if s.seats == 1:
        prepare_solo(s, box)
    shuffle_terrain(s, box)
    if is_short(s):
        lay_cross(s, box)
    for seat in range(s.seats):
        furnish_clan(s, box, seat)
    begin_play(s, box)


@rule
def is_short(s: State) -> bool:
    """DG-V1: the six-round game."""
    return s.options[OptionPlace.LENGTH] != 0


@rule
def clear_table(s: State) -> None:
    """Everything that is empty is NONE, not the first of its kind."""
    for cell in range(CELLS):
        s.tile[cell] = NONE
        s.beast[cell] = NONE
    for i in range(STACK):
        s.stack[i] = NONE
    for i in range(FRESCO_PLACES):
        s.fresco[i] = NONE
    for i in range(CRAFT_PLACES):
        s.craft[i] = NONE
    for i in range(CRAFTS):
        s.craft_stack[i] = NONE
    for i in range(OBJECTIVES_SHOWN):
        s.objectives[i] = NONE
    for i in range(SOLO_SHOWN):
        s.solo.objectives[i] = NONE
    for i in range(CARDS_IN_PLAY):
        s.solo.cards[i] = NONE
    for i in range(RIVALS):
        s.solo.rivals[i] = NONE
    for i in range(RIVAL_MEMORY):
        s.solo.memory[i] = NONE
    for seat in range(4):
        s.clans[seat].village = NONE
        s.clans[seat].journey = NONE
        for i in range(MEGALITHS):
            s.clans[seat].menhirs[i] = NONE


@rule
def shuffle_numbers(s: State, count: int) -> None:
    """The numbers below `count` in random order, in the row of the terrain stack while it is still unused."""
    for i in range(count):
        s.stack[i] = i
    shuffle(s, s.stack, count)


@rule
def wipe_numbers(s: State, count: int) -> None:
    """Leave no trace of a draw."""
    for i in range(count):
        s.stack[i] = NONE


@rule
def lay_start_tiles(s: State, box: Box) -> None:
    """DG-U1 steps 3, 4, E1: the camp in the middle, the start tiles at random around it, a Horse and a Reindeer."""
    centre = centre_cell(s, box)
    lay_tile(s, box, centre, 0)
    count = 0
    for tile in range(TILES):
        if box.tile_set[tile] == TileSet.START:
            s.stack[count] = tile
            count += 1
    shuffle(s, s.stack, START_TILES)
    horse = 0
    reindeer = 0
    for i in range(START_TILES):
        cell = centre + AROUND[i]
        tile = s.stack[i]
        s.stack[i] = NONE
        lay_tile(s, box, cell, tile)
        if box.shows[tile] == Shows.HORSE and horse == 0:
            horse = 1
            put_animal(s, 0, cell)
        if box.shows[tile] == Shows.REINDEER and reindeer == 0:
            reindeer = 1
            put_animal(s, 1, cell)


@rule
def is_in_stack(s: State, box: Box, tile: int) -> bool:
    """DG-U1 step 2, DG-V1: whether a tile belongs to the shuffled stack of this game."""
    if box.tile_set[tile] == TileSet.COMMON:
        return not (is_short(s) and box.short_tile[tile] != 0)
    return box.tile_set[tile] == TileSet.FOUR_PLAYER and box.four_player_tiles[s.seats] != 0


@rule
def shuffle_terrain(s: State, box: Box) -> None:
    """DG-U1 step 2: the terrain stack."""
    s.stack_count = 0
    for tile in range(TILES):
        if is_in_stack(s, box, tile):
            s.stack[s.stack_count] = tile
            s.stack_count += 1
    shuffle(s, s.stack, s.stack_count)


@rule
def lay_cross(s: State, box: Box) -> None:
    """DG-V1 step 1: the four short-game tiles around the start land, each pair on opposite arms; no animals."""
    centre = centre_cell(s, box)
    axis = below(s, 2)
    turned_animals = below(s, 2)
    turned_resources = below(s, 2)
    for tile in range(TILES):
        if box.short_tile[tile] == 0:
            continue
        if box.shows[tile] < Shows.WOOD:
            side = axis + 2 * turned_animals
            turned_animals = 1 - turned_animals
        else:
            side = 1 - axis + 2 * turned_resources
            turned_resources = 1 - turned_resources
        lay_tile(s, box, centre + CROSS[side], tile)


@rule
def draw_objectives(s: State, box: Box) -> None:
    """DG-U1 step 5: four of the eight common objectives (none in a solo game)."""
    if s.seats == 1:
        return
    shuffle_numbers(s, OBJECTIVES)
    for i in range(box.objectives_drawn):
        s.objectives[i] = s.stack[i]
    wipe_numbers(s, OBJECTIVES)


@rule
def draw_fresco(s: State, box: Box) -> None:
    """DG-U1 step 6: 4, 5 or 6 Fresco tiles, the first face up."""
    shuffle_numbers(s, FRESCO_TILES)
    s.fresco_count = box.fresco_tiles[s.seats]
    s.fresco_up = 1
    for i in range(s.fresco_count):
        s.fresco[i] = s.stack[i]
    wipe_numbers(s, FRESCO_TILES)


@rule
def draw_crafts(s: State, box: Box) -> None:
    """DG-U1 step 11, E2: the Craft stack, players + 1 of them face up."""
    for i in range(CRAFTS):
        s.craft_stack[i] = i
    shuffle(s, s.craft_stack, CRAFTS)
    s.craft_count = CRAFTS
    for place in range(box.craft_places[s.seats]):
        s.craft_count -= 1
        s.craft[place] = s.craft_stack[s.craft_count]
        s.craft_stack[s.craft_count] = NONE


@rule
def furnish_clan(s: State, box: Box, seat: int) -> None:
    """DG-U1 steps 12, 14, DG-V1 step 2, R40, R41: goods, food, members; the first seats start with a little less."""
    clan = s.clans[seat]
    place = (seat - s.first + s.seats) % s.seats
    clan.village = centre_cell(s, box)
    clan.hunters = box.start_hunters
    clan.reserve = box.start_reserve
    clan.chiefs = 1
    clan.shaman = 1
    for good in range(GOODS):
        clan.goods[good] = box.start_goods[good]
    clan.goods[Good.TOOL] -= box.fewer_tools[s.seats][place]
    clan.goods[Good.FUR] -= box.fewer_furs[s.seats][place]
    if is_short(s):
        clan.goods[Good.FRUIT] += box.short_fruit
        clan.goods[Good.MEAT] += box.short_meat
    clan.fruit[0] = clan.goods[Good.FRUIT]
    clan.meat[1] = clan.goods[Good.MEAT]
    for i in range(SHELTERS):
        clan.homes[i] = Home.SHELTER


# --- solo


@rule
def prepare_solo(s: State, box: Box) -> None:
    """DG-S1: difficulty, objectives, eight cards; the first card's setup side places the rivals."""
    difficulty = s.options[OptionPlace.DIFFICULTY]
    s.solo.shown = box.solo_shown[difficulty]
    s.solo.needed = box.solo_needed[difficulty]
    s.solo.quota = box.solo_scarcity[difficulty]
    draw_solo_objectives(s, box)
    shuffle_numbers(s, CARDS)
    for i in range(CARDS_IN_PLAY):
        s.solo.cards[i] = s.stack[i]
    wipe_numbers(s, CARDS)
    place_rivals(s, box, s.solo.cards[0])


@rule
def draw_solo_objectives(s: State, box: Box) -> None:
    """DG-S1 step 3: so many of the eleven; of the two that exclude each other one is replaced."""
    shuffle_numbers(s, SOLO_OBJECTIVES)
    first = NONE
    second = NONE
    for i in range(s.solo.shown):
        s.solo.objectives[i] = s.stack[i]
        if s.stack[i] == box.exclusive[0]:
            first = i
        if s.stack[i] == box.exclusive[1]:
            second = i
    if first != NONE and second != NONE:
        out = first if below(s, 2) == 0 else second
        s.solo.objectives[out] = s.stack[s.solo.shown]
    wipe_numbers(s, SOLO_OBJECTIVES)


@rule
def place_rivals(s: State, box: Box, card: int) -> None:
    """DG-S1 step 5, R58: red, pink, blue on start tiles, which are exhausted; an animal there is captured."""
    centre = centre_cell(s, box)
    for rival in range(RIVALS):
        cell = centre + AROUND[box.rivals_at[card][rival]]
        s.solo.rivals[rival] = cell
        if box.shows[s.tile[cell]] >= Shows.WOOD:
            exhaust(s, cell, box.harvests[s.seats])
        species = species_at(s, cell)
        if species != NONE:
            capture(s, box, species, cell)


# --- choices before the first round


@rule
def begin_play(s: State, box: Box) -> None:
    """DP11 where the table wants it: the first player turns the camp and lays the arrow."""
    s.player = s.first
    if s.options[OptionPlace.OPENING] != 0:
        s.phase = Phase.CENTRE
    else:
        after_opening(s, box)


@rule
def after_opening(s: State, box: Box) -> None:
    """DG-V1 step 3 in the short game, else round 1."""
    s.turn = 0
    s.player = s.first
    s.left = box.free_goods if is_short(s) else 0
    if s.left > 0:
        s.phase = Phase.GOODS
    else:
        s.step = Step.NEXT_LESSON if is_short(s) else Step.ROUND_BEGINS


@rule
def turn_centre(s: State, side: int) -> None:
    """DP11: the arrow of the camp."""
    s.centre_arrow = side
    note(s, CENTRE_TURNED, s.player, side)
    s.phase = Phase.EDGE


@rule
def place_arrow(s: State, box: Box, side: int) -> None:
    """DP11: the priority arrow."""
    s.edge = side
    s.first_edge = side
    note(s, ARROW_PLACED, s.player, side)
    after_opening(s, box)


@rule
def is_free_kind(box: Box, good: int) -> bool:
    """DG-V1 step 3: whether a good is among those that can be picked."""
    return box.free_kinds[good] != 0


@rule
def pick_good(s: State, box: Box, good: int) -> None:
    """DG-V1 step 3, R40: three goods in any mix, clan after clan."""
    gain(s, s.player, good, 1)
    s.left -= 1
    if s.left > 0:
        return
    s.turn += 1
    if s.turn < s.seats:
        s.left = box.free_goods
        s.player = (s.first + s.turn) % s.seats
    else:
        s.turn = 0
        s.step = Step.NEXT_LESSON
