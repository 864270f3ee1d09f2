"""Setting up the table (section 4), up to the choices of weather and shamans."""

from __future__ import annotations

from firstfire.kernel.records.rng import below, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note
from firstfire.kernel.rules.side_by_side import SideBySide

from ..actions import LAID_SHAMANS, LAID_WEATHER, ORDERED, outlook
from ..box import Box
from ..state import (
    BASE_SLOTS,
    BOARD,
    CARDS,
    COLOURS,
    FISH,
    HEXES,
    HUNTS,
    MAP_TILES,
    MEMBERS,
    NONE,
    PRICE_TILES,
    RESERVE,
    SEATS,
    SHOWN_CARDS,
    SHOWN_TILES,
    SIDES,
    STACK,
    START,
    TILES,
    Ground,
    Letter,
    Phase,
    Season,
    State,
)  # fmt: skip
from .price_tiles import pillar_colour
from .seasons import begin_spring, draw_card, draw_fish, draw_hunt, draw_tile, give_turn


@rule
def setup(s: State, box: Box) -> None:
    """PH-S1 to PH-S8; PH-S9 is asked of the players."""
    s.season = Season.SETUP
    s.round = 1
    s.deed = NONE
    s.target = NONE
    s.camp = NONE
    s.back = NONE
    lay_price_tiles(s)
    fill_pillars(s, box)
    deal_tribes(s, box)
    lay_map_tiles(s, box)
    shuffle_stacks(s)
    lay_map_tokens(s)
    place_members(s, box)
    draw_order(s)
    give_turn(s, 0, Phase.WEATHER)


@rule
def lay_price_tiles(s: State) -> None:
    """PH-S1, R1, R7: six tiles on the board, four on the stack, two in the box."""
    for i in range(PRICE_TILES):
        s.tile_stack[i] = i  # the gathering stack is not dealt yet: its place serves for shuffling
    shuffle(s, s.tile_stack, PRICE_TILES)
    for space in range(SIDES):
        s.price[space] = s.tile_stack[space]
    for i in range(STACK):
        s.stack[i] = s.tile_stack[SIDES + i]
    s.stack_count = STACK


@rule
def fill_pillars(s: State, box: Box) -> None:
    """PH-S2: a cube of the central colour on each pillar; the base slots are empty."""
    for pillar in range(COLOURS):
        s.top[pillar][pillar_colour(s, box, pillar)] = 1
        for slot in range(BASE_SLOTS):
            s.base[pillar][slot] = NONE


@rule
def deal_tribes(s: State, box: Box) -> None:
    """PH-S3, PH-S8: a random weather tile each, members on the board and in the reserve, no cubes."""
    for i in range(SEATS):
        s.hunting_deck[i] = i  # as above: not dealt yet
    shuffle(s, s.hunting_deck, SEATS)
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        tribe.weather = s.hunting_deck[seat]
        for member in range(MEMBERS):
            tribe.place[member] = RESERVE


@rule
def lay_map_tiles(s: State, box: Box) -> None:
    """PH-S5, R43, V1: a random map tile, perhaps half turned, on each slot of the one layout."""
    for i in range(MAP_TILES):
        s.fish_stack[i] = i  # as above: not dealt yet
    shuffle(s, s.fish_stack, MAP_TILES)
    for h in range(HEXES):
        s.hexes[h].token = NONE
    s.hexes[START].kind = Ground.START
    s.hexes[START].terrain = NONE
    for slot in range(box.map_tiles[s.seats]):
        lay_map_tile(s, box, slot, s.fish_stack[slot], below(s, 2))


@rule
def lay_map_tile(s: State, box: Box, slot: int, tile: int, half_turn: int) -> None:
    """2.13: the four hexagons of a tile; half turned they are read backwards."""
    for cell in range(4):
        place = s.hexes[1 + 4 * slot + (3 - cell if half_turn != 0 else cell)]
        place.terrain = box.tile_terrain[tile][cell]
        place.kind = box.tile_ground[tile][cell]
        place.detail = box.tile_detail[tile][cell]


@rule
def shuffle_stacks(s: State) -> None:
    """PH-S4, PH-S6: gathering tiles and fish, six face up; hunting and ceremony cards, five face up."""
    for i in range(TILES):
        s.tile_stack[i] = i
    for i in range(FISH):
        s.fish_stack[i] = i
    for i in range(HUNTS):
        s.hunting_deck[i] = i
    for i in range(CARDS):
        s.ceremony_deck[i] = i
    shuffle(s, s.tile_stack, TILES)
    shuffle(s, s.fish_stack, FISH)
    shuffle(s, s.hunting_deck, HUNTS)
    shuffle(s, s.ceremony_deck, CARDS)
    s.tile_count = TILES
    s.fish_count = FISH
    s.hunting_count = HUNTS
    s.ceremony_count = CARDS
    for slot in range(SHOWN_TILES):
        s.tile_slots[slot] = draw_tile(s)
        s.fish_slots[slot] = draw_fish(s)
    for slot in range(SHOWN_CARDS):
        s.hunting_row[slot] = draw_hunt(s)
        s.ceremony_row[slot] = draw_card(s)


@rule
def lay_map_tokens(s: State) -> None:
    """PH-S5, R29: fish and gathering tiles from the stacks; animals and megaliths A as printed."""
    for h in range(1, HEXES):
        place = s.hexes[h]
        if place.kind == Ground.FISH:
            place.token = draw_fish(s)
        elif place.kind == Ground.GATHER:
            place.token = draw_tile(s)
        elif place.kind == Ground.ANIMAL or (place.kind == Ground.MEGALITH and place.detail == Letter.A):
            place.token = 0


@rule
def place_members(s: State, box: Box) -> None:
    """PH-S8: one member on the start hexagon, two available on the board."""
    for seat in range(s.seats):
        for member in range(box.members_on_start):
            s.tribes[seat].place[member] = START
            s.hexes[START].crowd += 1
        for member in range(box.members_on_board):
            s.tribes[seat].place[box.members_on_start + member] = BOARD


@rule
def draw_order(s: State) -> None:
    """PH-S7, V2: a random turn order, not by age; the ceremony track is empty."""
    for turn in range(SEATS):
        s.order[turn] = turn if turn < s.seats else NONE
        s.track[turn] = NONE
    shuffle(s, s.order, s.seats)
    for turn in range(s.seats):
        note(s, ORDERED, s.order[turn], turn + 1)


@rule
def lay_weather(s: State, offset: int) -> None:
    """PH-S9, R49: any orientation of the weather tile; it turns once more before the first income (R5)."""
    tribe = s.tribes[s.player]
    tribe.offset = offset
    note(s, LAID_WEATHER, s.player, outlook(tribe.weather, offset + 1))
    s.phase = Phase.SHAMANS


@rule
def lay_shamans(s: State, box: Box, places: int) -> None:
    """PH-S9, R49: one of the two triangles; when all have chosen the first spring begins."""
    s.tribes[s.player].shamans = box.pattern[places]
    note(s, LAID_SHAMANS, s.player, places)
    for turn in range(s.seats):
        if has_to_choose(s, s.order[turn]):
            give_turn(s, turn, Phase.WEATHER)
            return
    begin_spring(s, box)


@rule
def has_to_choose(s: State, seat: int) -> bool:
    """Whether a tribe has no shamans at the fire yet."""
    return s.tribes[seat].shamans == 0


@rule
def ask_to_choose(s: State, seat: int, phase: int) -> None:
    """A player lays the weather tile or the shamans."""
    for turn in range(s.seats):
        if s.order[turn] == seat:
            give_turn(s, turn, phase)


# PH-S9: what one tribe lays leaves the others every choice (R49 orders them, so that the last may look first).
SIDE_BY_SIDE = SideBySide((Phase.WEATHER, Phase.SHAMANS), is_pending=has_to_choose, ask=ask_to_choose)
