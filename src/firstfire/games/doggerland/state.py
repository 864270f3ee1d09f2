"""The record of a game of Doggerland.

The map is a grid of cells numbered row by row, nine to a row whatever the board
(cell = 9 * y + x, x to the right, y downwards), so that a set of cells is one number:

      x→  0  1  2  3 ...        land   cells with a terrain tile
    y=0   0  1  2  3            ripe   resource tiles that can still be harvested
    y=1   9 10 11 12            herd   cells with an animal, one set for each species
    y=2  18 19 20 21
"""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, i8, i16, i32, i64, record, rows
from firstfire.kernel.rules.notes import Note

SEATS = 4
WIDTH = 9  # cells to a row of the grid
HEIGHT = 7
CELLS = WIDTH * HEIGHT
TILES = 69
START_TILES = 8
STACK = 60
ANIMALS = 4
MEEPLES = 7
GOODS = 7
BARTER_GOODS = 6
CHIEF_STRENGTH = 2  # a Chief counts as two, in a group (DG-X2) and at a hunt (DG-X6)
MEAT_FOOD = 2  # Meat feeds two (DG-5.1)
BOWLS = 3
HABITAT_PLACES = 6
SHELTERS = 2  # the first places of the clan board
TRACKS = 3
LEVELS = 3
FRESCO_TILES = 12
FRESCO_PLACES = 6
LINES = 3
SLOTS = FRESCO_PLACES * LINES
CRAFTS = 18
CRAFT_PLACES = 5
HUT = 8
OBJECTIVES = 8
OBJECTIVES_SHOWN = 4
SOLO_OBJECTIVES = 11
SOLO_SHOWN = 8
CARDS = 30
CARDS_IN_PLAY = 8
RIVALS = 3
RIVAL_SHAMANS = 2
RIVAL_MEMORY = 5
MEMORY = 2
HUNTERS = 10
ORDERS = 14  # every member, and the two white pieces, alone
MEGALITHS = 3
NONE = -1
RIVAL_OWNER = 4  # who owns the rivals' cubes on the Fresco
EVERY_CELL = (1 << CELLS) - 1


class Phase(IntEnum):
    """What the player to act decides."""

    CENTRE = 0
    EDGE = 1
    GOODS = 2
    LEARN = 3
    EVENT = 4
    HOSPITALITY = 5
    BARTER = 6
    TAKE = 7
    SWAP = 8
    REGROW = 9
    SPECIES = 10
    HERD = 11
    THIEVES = 12
    GALE = 13
    ROCKFALL = 14
    UNLEARN = 15
    PROGRAM = 16
    PARTY = 17
    HUNTERS = 18
    MARK = 19
    PARTNER = 20
    RESOLVE = 21
    RAISE = 22
    CARRY = 23
    FORGET = 24
    TOOLS = 25
    OFFER = 26
    STROKES = 27
    JOURNEY = 28
    MEGALITH = 29
    FEED = 30
    MOVE = 31
    WANDER = 32


def _phases(*phases: Phase) -> int:
    """A set of phases, one bit each."""
    return sum(1 << phase for phase in phases)


SENDING = _phases(Phase.PROGRAM, Phase.PARTY, Phase.HUNTERS, Phase.MARK, Phase.PARTNER)
SENT = _phases(
    Phase.RESOLVE,
    Phase.RAISE,
    Phase.CARRY,
    Phase.FORGET,
    Phase.TOOLS,
    Phase.OFFER,
    Phase.STROKES,
    Phase.JOURNEY,
    Phase.MEGALITH,
    Phase.FEED,
    Phase.MOVE,
    Phase.WANDER,
)


class Step(IntEnum):
    """What happens next by itself; WAIT: nothing, the player decides."""

    WAIT = 0
    ROUND_BEGINS = 1
    CARD = 2
    EVENT_ENDS = 3
    NEXT_TURN = 4
    REVEAL = 5
    NEXT_RESOLVER = 6
    MIGRATION = 7
    NEXT_MEAL = 8
    OBJECTIVES = 9
    NEW_SEASON = 10
    NEXT_MOVE = 11
    PAWN = 12
    NEXT_LESSON = 13


class Good(IntEnum):
    """What a clan can own; all but Tools can be bartered."""

    WOOD = 0
    STONE = 1
    FRUIT = 2
    MEAT = 3
    FUR = 4
    BONE = 5
    TOOL = 6


class Species(IntEnum):
    """Big game."""

    HORSE = 0
    REINDEER = 1
    BISON = 2
    MAMMOTH = 3


class Season(IntEnum):
    """Odd rounds are warm, even rounds are cold."""

    WARM = 0
    COLD = 1


class Shows(IntEnum):
    """What a terrain tile shows: the camp, a spawning animal, or a resource."""

    CAMP = 0
    HORSE = 1
    REINDEER = 2
    BISON = 3
    MAMMOTH = 4
    WOOD = 5
    STONE = 6
    FRUIT = 7
    SHELL = 8
    SMALL_GAME = 9


class Direction(IntEnum):
    """A direction on the map, an edge of the board; clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class TileSet(IntEnum):
    """Which terrain tiles are used when."""

    CENTRE = 0
    START = 1
    COMMON = 2
    FOUR_PLAYER = 3


class Home(IntEnum):
    """What stands on a Habitat place of the clan board."""

    BARE = 0
    SHELTER = 1
    SIMPLE = 2
    PRESTIGIOUS = 3


class Spot(IntEnum):
    """Where a Habitat is put: on a bare place or over a provisional shelter."""

    BARE = 0
    SHELTER = 1


class Track(IntEnum):
    """The three capacities."""

    RANGE = 0
    TRANSPORT = 1
    TOOLS = 2


class Member(IntEnum):
    """Who is sent."""

    HUNTER = 0
    CHIEF = 1
    SHAMAN = 2


class Job(IntEnum):
    """A programmed action (0: none)."""

    IDLE = 0
    HABITAT = 1
    CRAFT = 2
    BIRTH = 3
    HARVEST = 4
    HUNT = 5
    FRESCO = 6
    CAPACITY = 7
    SHAMAN_HUT = 8


class Hut(IntEnum):
    """The eight locations of the Shaman hut (H4 moves the Village in a solo game)."""

    PERFECT_PAINTING = 0
    LONG_JOURNEY = 1
    MENHIR = 2
    ALIGNMENT = 3
    DOLMEN = 4
    NEXT_FIRST_PLAYER = 5
    TRADE = 6
    TWINS = 7


class CraftKind(IntEnum):
    """The two kinds of Craft."""

    NECKLACE = 0
    STATUETTE = 1


class Metric(IntEnum):
    """What objectives count."""

    MEMBERS = 0
    SHAMAN_ACTIONS = 1
    HABITAT_POINTS = 2
    SPECIES_PAINTED = 3
    CAPACITIES_AT_MAX = 4
    CRAFTS = 5
    MEGALITHS = 6
    BIRTHS = 7
    WARM_PAINTED = 8
    COLD_PAINTED = 9
    PRESTIGIOUS = 10
    HABITATS = 11
    HUNTS = 12
    STATUETTES = 13
    NECKLACES = 14


METRICS = 15


class EventEffect(IntEnum):
    """What the event of a solo card does."""

    COLD_COSTS = 0
    NO_FUR = 1
    WHITE_HUNTER = 2
    WHITE_CHIEF = 3
    FOUNDLING = 4
    BARTER = 5
    SWAP = 6
    GAIN = 7
    RANGE = 8
    TRANSPORT = 9
    FAVOUR = 10
    REGROW = 11
    GREAT_HERD = 12
    MOULD = 13
    THIEVES = 14
    DISCARD = 15
    FEVER = 16
    GALE = 17
    ROCKFALL = 18
    LOST_KNOWLEDGE = 19
    NO_HUT = 20
    STAMPEDE = 21
    HUNGER = 22


class RivalAction(IntEnum):
    """What the rivals do before the player programs."""

    PAINT = 0
    DISCARD_STATUETTES = 1
    DISCARD_NECKLACES = 2


class Ending(IntEnum):
    """Why a game is over."""

    SCORED = 0
    WON = 1
    SCARCITY = 2
    OBJECTIVES = 3
    GAVE_UP = 4


class OptionPlace(IntEnum):
    """Where each option stands in the header."""

    LENGTH = 0
    DIFFICULTY = 1
    OPENING = 2
    JOURNEY = 3
    GIVING_UP = 4


class White(IntEnum):
    """Where a white piece of the solo game is."""

    ABSENT = 0
    HOME = 1
    AWAY = 2


@record
class Order:
    """A programmed action: what, where (cell, Craft place, Fresco slot, track, hut location), and who."""

    job: int = i8  # what was programmed (Job)
    place: int = i8  # the cell, Craft place, slot, track or location it is for
    hunters: int = i8  # Hunter-Gatherers sent
    chiefs: int = i8  # Chiefs sent
    shaman: int = i8  # 1: the Shaman was sent
    tools: int = i8  # Tools that go along; at the hut: `marked_slot`


@record
class Clan:
    """A clan board and the pieces of its clan. `goods` holds the sums of the bowls too."""

    afield: int = i64  # cells with an expedition of this clan
    megaliths: int = i64  # cells with a Megalith of this clan
    made: int = i32  # Craft tiles made, one bit each
    goods: Row[int] = i16[GOODS]  # what the clan owns, by kind; food of all bowls included
    fruit: Row[int] = i16[BOWLS]  # Fruit in each bowl
    meat: Row[int] = i16[BOWLS]  # Meat in each bowl
    scarcity: int = i16  # units of Scarcity, or tiles in a solo game
    village: int = i8  # the cell of the Village
    journey: int = i8  # the cell of the Long-journey token, NONE without one
    journey_round: int = i8  # the round in which that token may be used
    menhirs: Row[int] = i8[MEGALITHS]  # the cell of each kind of Megalith, NONE if not built
    hunters: int = i8  # at home (the white Hunter-Gatherer with them)
    chiefs: int = i8  # at home (the white Chief too)
    shaman: int = i8  # at home
    reserve: int = i8  # Hunter-Gatherers in reserve
    newborns: int = i8  # newborns of this round
    promised: int = i8  # Hunter-Gatherers of the reserve that programmed births will need
    births: int = i8  # newborns that joined
    hunts: int = i8  # big animals hunted in the game
    homes: Row[int] = i8[HABITAT_PLACES]  # what stands on each place of the clan board (Home)
    levels: Row[int] = i8[TRACKS]  # 0, 1, 2
    memory: Row[int] = i8[ANIMALS]  # how many of each species
    hut: int = i16  # locations with a cube of this clan, one bit each
    passed: int = i8  # 1: passed in this round
    crafts: int = i8  # Craft placements of this round
    craft_chiefs: int = i8  # how many of them with a Chief
    paintings: int = i8  # paintings programmed in this round
    painting_chiefs: int = i8  # how many of them with a Chief
    builders: int = i8  # members in the building zone
    order_count: int = i8  # programmed actions still to resolve
    orders: Row[Order] = rows(Order, ORDERS)  # the programmed actions


@record
class Solo:
    """The solo board."""

    quota: int = i8  # Scarcity that is allowed
    needed: int = i8  # objectives that must be reached
    shown: int = i8  # objectives on the table
    objectives: Row[int] = i8[SOLO_SHOWN]  # these objectives
    done: int = i16  # objectives with a cube, one bit for each place
    cards: Row[int] = i8[CARDS_IN_PLAY]  # the card of each round
    rivals: Row[int] = i8[RIVALS]  # cells
    shamans: int = i16  # hut locations the rivals' Shamans block
    memory: Row[int] = i8[RIVAL_MEMORY]  # oldest first
    memories: int = i8  # animals in the memory of the rivals
    white_hunter: int = i8  # 1: the white Hunter-Gatherer is with the clan
    white_chief: int = i8  # 1: the white Chief is with the clan
    cold_costs: int = i8  # 1: sending costs as in the cold
    no_fur: int = i8  # 1: no Fur is due
    range_shift: int = i8  # added to Range until the end of phase 3
    transport_shift: int = i8  # added to Transport until the end of phase 3
    favour: int = i8  # 1: the Shaman asks for no offering
    no_hut: int = i8  # 1: the Shaman may not go to the hut
    hunger: int = i8  # food needed beyond one for each member
    event_open: int = i8  # an event is being carried out


@record
class State(Header):
    """The table."""

    land: int = i64  # cells with a tile, one bit each
    ripe: int = i64  # cells that can be harvested, one bit each
    herd: Row[int] = i64[ANIMALS]  # cells with an animal, by species, one bit each
    sketched: int = i32  # Fresco slots with a member or a Shaman token
    roaming: int = i32  # numbers of the animals on the map, seven for each species
    craft_discard: int = i32  # Craft tiles the rivals discarded, one bit each
    tile: Row[int] = i8[CELLS]  # the tile on each cell
    uses: Row[int] = i8[CELLS]  # harvests so far
    beast: Row[int] = i8[CELLS]  # the number of the animal there
    stack: Row[int] = i8[STACK]  # the top is last
    stack_count: int = i8  # tiles left in the stack
    centre_arrow: int = i8  # where the arrow of the camp points
    edge: int = i8  # where the priority arrow lies
    first_edge: int = i8  # where the priority arrow lay at the start
    round: int = i8  # the number of the round, from 1
    last_round: int = i8  # the number of the last round
    first: int = i8  # holder of the first-player pawn
    lead: int = i8  # who resolves first, fixed when phase 3 starts
    pawn_taken: int = i8  # somebody used H4 this round
    step: int = i8  # what happens next by itself
    turn: int = i8  # how many seats have had their turn in this step
    fresco: Row[int] = i8[FRESCO_PLACES]  # the Fresco tiles, from the left
    fresco_count: int = i8  # how many there are
    fresco_up: int = i8  # how many lie face up
    cubes: Row[int] = i8[SLOTS]  # cubes on each slot of the Fresco
    painter: Row[int] = i8[SLOTS]  # whose cubes they are
    craft: Row[int] = i8[CRAFT_PLACES]  # the Craft on each place of the display
    crafting: int = i8  # Craft places with a member, one bit each
    craft_stack: Row[int] = i8[CRAFTS]  # the Crafts to come, the top last
    craft_count: int = i8  # how many these are
    hut: int = i16  # locations with a Shaman this round
    objectives: Row[int] = i8[OBJECTIVES_SHOWN]  # the common objectives on the table
    firsts: Row[int] = i8[OBJECTIVES_SHOWN]  # seats with a cube on the 5-point place, one bit each
    seconds: Row[int] = i8[OBJECTIVES_SHOWN]  # seats with a cube on the second place, one bit each
    cell: int = i8  # the tile an expedition is being sent to
    order: int = i8  # the order being resolved
    room: int = i8  # what the expedition can still carry
    load: Row[int] = i8[GOODS]  # what it found
    carrying: int = i8  # the kind being decided on
    given: int = i8  # the pair (or the kind) given in a barter
    swaps: int = i8  # swaps left; 0 in a barter without limit
    left: int = i8  # goods left to choose or to discard (in SC17: `grazing_species`)
    clans: Row[Clan] = rows(Clan, SEATS)  # the players
    solo: Solo = rows(Solo)  # what only a lone player has
    notes: Row[Note] = rows(Note, 128)  # what the last action told
