"""The table of Prehistory as one record, and the numbers that name what lies on it.

Cubes are counted by colour; a colour and the action it marks share a number (2.2). Sets of
cards and tiles are bits of one number: bit 5 of `fish` is FT06. Hexagon 0 is the start;
slot k of the map holds hexagons 4k - 3 to 4k.
"""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, i8, i16, i64, record, rows, u8
from firstfire.kernel.rules.notes import Note

SEATS = 4
COLOURS = 6
SIDES = 6  # of a price tile, a weather tile, a hexagon
PRICE_TILES = 12
STACK = 4  # central price tiles for the later rounds
SECTIONS = 9
KINDS = 6  # of gathering tiles
TILES = 30  # gathering tiles
FISH = 30
HUNTS = 30  # hunting cards
CARDS = 34  # ceremony cards
SPECIES = 3
CAMPS = 7
MEMBERS = 10
SHAMANS = 3
MAP_TILES = 20
HEXES = 1 + 4 * MAP_TILES
START = 0  # the start hexagon
SHOWN_TILES = 6  # gathering slots, fish slots
SHOWN_CARDS = 5  # hunting cards, ceremony cards
BASE_SLOTS = 2
LOOKS = 9  # times in a row one may look behind the door of development and do nothing
NONE = -1  # nothing there; also: not known to this viewer
RESERVE = -2  # where a member is: in the general reserve
BOARD = -1  # where a member is: available on the personal board
ALL_SIDES = 63
ALL_SECTIONS = 511
ALL_CAMPS = 127


class Phase(IntEnum):
    """The decision that is asked for."""

    WEATHER = 0
    SHAMANS = 1
    SPRING = 2
    PAYMENT = 3
    DANCE = 4
    MEMBERS = 5
    DESTINATION = 6
    PILLAR = 7
    AFTER = 8
    PICK = 9
    SUMMER = 10
    AUTUMN = 11
    MOVE = 12
    CAMP = 13
    SETTLERS = 14
    FINAL = 15
    DEVELOP = 16
    TURN_TILE = 17
    BUY_RESOURCE = 18
    BUY_MARKER = 19
    RETURN_CUBE = 20


PHASES = tuple(phase.name.lower() for phase in Phase)


class OptionPlace(IntEnum):
    """Where each option stands in the header."""

    CEREMONY_CARDS = 0


class Season(IntEnum):
    """The part of the year (winter decides nothing by itself)."""

    SETUP = 0
    SPRING = 1
    SUMMER = 2
    AUTUMN = 3
    FINAL = 4


class Deed(IntEnum):
    """The six actions, in summer order; also the colours of their markers and their pillars."""

    PAINTING = 0
    GATHERING = 1
    CEREMONY = 2
    FISHING = 3
    HUNTING = 4
    MIGRATION = 5


class Space(IntEnum):
    """The six spaces for price tiles (R1: hunting and fishing share the river)."""

    PAINTING = 0
    GATHERING = 1
    CEREMONY = 2
    RIVER = 3
    MIGRATION = 4
    CENTRAL = 5


class Ground(IntEnum):
    """What a hexagon of the map offers."""

    PLAIN = 0
    CAMP = 1
    MEGALITH = 2
    FISH = 3
    GATHER = 4
    ANIMAL = 5
    MARKER = 6
    START = 7


class Letter(IntEnum):
    """The three kinds of megaliths."""

    A = 0
    B = 1
    C = 2


class Pool(IntEnum):
    """Where a cube is: in one of the two stores of a player (PH-G1), or on a pillar."""

    TENT = 0
    MARKERS = 1
    PILLAR = 2  # nobody's (PH-G2)


class Worth(IntEnum):
    """What a ceremony card pays for."""

    GATHER_SET = 0
    MEMBERS_ON_TERRAIN = 1
    MEMBERS_ON_BOARD = 2
    PAINTING_FULL_ROWS = 3
    MEGALITHS_COUNTED = 4
    DEVELOPMENT_POINTS = 5
    FISH_TRACK_SPACES = 6
    CEREMONY_CARDS = 7
    ANIMAL_SETS = 8
    FOOTPRINTS = 9
    CAMPS = 10
    GATHERING_TILES = 11
    DOUBLE_OTHER_CARD = 12
    FISH_TRACK_GOAL = 13
    FISH_OF_TYPE = 14
    PAINTING_PATTERN = 15
    FISH_SETS = 16
    ANIMALS_OF_SPECIES = 17


class Part(IntEnum):
    """The parts of the final count."""

    TRACK = 0
    DEVELOPMENT = 1
    PAINTING = 2
    HUNTING = 3
    GATHERING = 4
    MEGALITHS = 5
    CEREMONY = 6


PARTS = 7
FACE_DOWN = 0  # option 0, its first value: the ceremony cards of others are hidden (R50)


@record
class Hex:
    """One hexagon of the map. `detail`: colour, species or letter. `token`: the fish or
    gathering tile, or 0 for an animal or megalith A, while it lies there; else NONE."""

    terrain: int = i8  # its landscape
    kind: int = i8  # what is printed there (camp site, marker, token, megalith …)
    detail: int = i8  # which one: the colour, the value, the species
    token: int = i8  # what still lies there to be taken
    camp: int = i8  # 1 + 7 * owner + camp tile, 0 for none
    crowd: int = i8  # members standing here
    stander: int = i8  # 1 + the seat of the last member to come, while there is one (never on the start)


@record
class Tribe:
    """What one player has."""

    tiles: int = i64  # gathering tiles in the baskets
    fish: int = i64  # fish taken, one bit each
    hunts: int = i64  # hunting cards
    cards: int = i64  # ceremony cards, face down
    witnessed: int = i64  # of these, the ones everybody saw this player take (R50)
    development: int = i16  # development points
    points: int = i16  # on the score track
    painted: int = i16  # sections, as bits
    tired: int = i16  # members that have moved this autumn, as bits
    tent: Row[int] = i8[COLOURS]  # resources by colour
    markers: Row[int] = i8[COLOURS]  # action markers by colour
    place: Row[int] = i8[MEMBERS]  # of each member: a hexagon, BOARD or RESERVE
    animals: Row[int] = i8[SPECIES]  # animal tokens from the map
    fishing: int = i8  # place on the fishing track
    weather: int = i8  # the weather tile
    offset: int = i8  # how far it is turned
    shamans: int = u8  # positions around the fire, as bits
    camps: int = u8  # camp tiles built, as bits
    card_count: int = i8  # how many ceremony cards lie there
    megaliths: int = i8  # A megaliths taken
    pairs: int = i8  # pair rewards received


@record
class State(Header):
    """The whole table."""

    tribes: Row[Tribe] = rows(Tribe, SEATS)  # the players
    hunting_discard: int = i64  # hunting cards laid aside, one bit each
    ceremony_discard: int = i64  # ceremony cards laid aside, one bit each
    hexes: Row[Hex] = rows(Hex, HEXES)  # the hexagons of the map
    movement: int = i16  # movement points of the player, in autumn
    season: int = i8  # the season
    round: int = i8  # the year, from 1
    order: Row[int] = i8[SEATS]  # the turn order
    turn: int = i8  # whose turn: an index into the order
    passed: int = u8  # seats that passed this spring, as bits
    track: Row[int] = i8[SEATS]  # the ceremony track
    track_count: int = i8  # discs on it
    deed: int = i8  # the action being done, or the summer action at which the table stands
    target: int = i8  # the card, tile or fish it is done for; members to send; the hexagon of a move or a camp
    amount: int = i8  # shamans still to move, members to send, settlers still to choose
    camp: int = i8  # the camp tile being built
    dancers: int = u8  # shamans that may still move, as bits of positions
    floor: int = u8  # positions they may go to, as bits
    back: int = i8  # the decision that waits behind the door of development
    looks: int = i8  # times the player stepped back through that door and has done nothing since
    emptied: int = u8  # pillars picked this summer, as bits
    price: Row[int] = i8[SIDES]  # the price tile on each space
    rotation: Row[int] = i8[SIDES]  # how far each of them is turned
    stack: Row[int] = i8[STACK]  # central tiles to come, the top last
    stack_count: int = i8  # how many these are
    spent: int = i16  # central tiles laid aside, as bits
    top: Row[Row[int]] = i8[COLOURS, COLOURS]  # cubes on each pillar, by colour
    base: Row[Row[int]] = i8[COLOURS, BASE_SLOTS]  # colour of the cube in each base slot
    base_count: Row[int] = i8[COLOURS]  # cubes at the foot of each pillar
    tile_slots: Row[int] = i8[SHOWN_TILES]  # gathering tiles on display
    tile_stack: Row[int] = i8[TILES]  # gathering tiles to come, the top last
    tile_count: int = i8  # how many these are
    fish_slots: Row[int] = i8[SHOWN_TILES]  # fish on display
    fish_stack: Row[int] = i8[FISH]  # fish to come, the top last
    fish_count: int = i8  # how many these are
    hunting_row: Row[int] = i8[SHOWN_CARDS]  # hunting cards on display
    hunting_deck: Row[int] = i8[HUNTS]  # hunting cards to come, the top last
    hunting_count: int = i8  # how many these are
    ceremony_row: Row[int] = i8[SHOWN_CARDS]  # ceremony cards on display
    ceremony_deck: Row[int] = i8[CARDS]  # ceremony cards to come, the top last
    ceremony_count: int = i8  # how many these are
    notes: Row[Note] = rows(Note, 64)  # what the last action told
