"""Every choice of Prehistory, numbered and written; and the kinds of notes."""

from __future__ import annotations

from itertools import combinations

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.domain import NUMBER, Domain
from firstfire.kernel.notes import NoteKind, Notes
from firstfire.kernel.rule import rule

from .box import COLOUR_NAMES, DEED_NAMES, FISH_NAMES, KIND_NAMES, SECTION_NAMES, SPECIES_NAMES
from .state import CAMPS, CARDS, COLOURS, FISH, HEXES, HUNTS, PRICE_TILES, SIDES, TILES

COLOUR = Domain("colour", COLOUR_NAMES)
PAIR = Domain("pair", (f"{one}+{other}" for one, other in combinations(COLOUR_NAMES, 2)))
DEED = Domain("deed", DEED_NAMES)
SECTION = Domain("section", SECTION_NAMES)
TILE = Domain("tile", (f"GT{i + 1:02}" for i in range(TILES)))
FISH_TILE = Domain("fish", (f"FT{i + 1:02}" for i in range(FISH)))
HUNT = Domain("hunt", (f"HC{i + 1:02}" for i in range(HUNTS)))
CARD = Domain("card", (f"CE{i + 1:02}" for i in range(CARDS)))
CAMP = Domain("camp", (f"C{i + 1}" for i in range(CAMPS)))
HEX = Domain("hex", ("start", *(f"{slot}{place}" for slot in range(1, (HEXES - 1) // 4 + 1) for place in "abcd")))
POSITION = Domain.numbers("position", 0, 5)
OFFSET = Domain.numbers("offset", 0, 5)
PATTERN = Domain("pattern", ("even", "odd"))
AMOUNT = Domain.numbers("amount", 1, 10)
SPACE = Domain("space", ("painting", "gathering", "ceremony", "river", "migration"))
DIRECTION = Domain("direction", ("clockwise", "counterclockwise"))
POOL = Domain("pool", ("resource", "marker"))
PRICE_TILE = Domain("price_tile", (f"PT{i + 1:02}" for i in range(PRICE_TILES)))
SPECIES = Domain("species", SPECIES_NAMES)
KIND = Domain("kind", KIND_NAMES)
FISH_TYPE = Domain("fish_type", FISH_NAMES)
DEVELOPMENT = Domain("development", (str(points) for points in range(256)))  # so many points
MOVEMENT = Domain("movement", (str(points) for points in range(256)))
STORES = ("resource", "marker", "cube")  # how a cube is called: in a tent, under a painting, on a pillar
HEAP = 32  # cubes of one colour that one sentence can count
CUBES = Domain(
    "cubes", (f"{n} {colour} {store}" for store in STORES for colour in COLOUR_NAMES for n in range(1, HEAP + 1))
)
MIX = Domain("mix", (f"{colours:06b}" for colours in range(1 << COLOURS)))  # a resource of each of these colours
PALETTE = Domain("palette", (f"{colours:06b}" for colours in range(1 << COLOURS)))  # some of these colours
OUTLOOK = Domain("outlook", (f"WT{tile + 1} {offset}" for tile in range(4) for offset in range(SIDES)))  # an income
PART = Domain("part", ("track", "development", "painting", "hunting", "gathering", "megaliths", "ceremony"))

ACTIONS = Actions(
    Block("weather", "weather {offset}", offset=OFFSET),
    Block("shamans", "shamans {places}", places=PATTERN),
    Block("paint", "paint {section}", section=SECTION),
    Block("gather", "gather {tile}", tile=TILE),
    Block("hold", "hold {card}", card=CARD),
    Block("fish", "fish {fish}", fish=FISH_TILE),
    Block("hunt", "hunt {hunt}", hunt=HUNT),
    Block("migrate", "migrate"),
    Block("pass", "pass"),
    Block("pay", "pay {colour}", colour=COLOUR),
    Block("pay_both", "pay {pair}", pair=PAIR),
    Block("dance", "dance {start} -> {end}", start=POSITION, end=POSITION),
    Block("rest", "rest"),
    Block("send", "send {amount}", amount=AMOUNT),
    Block("go", "go to {hex}", hex=HEX),
    Block("place", "place {colour}", colour=COLOUR),
    Block("end", "end turn"),
    Block("take", "take {deed} pillar", deed=DEED),
    Block("spend_resource", "spend {colour} resource", colour=COLOUR),
    Block("spend_marker", "spend {colour} marker", colour=COLOUR),
    Block("spend_point", "spend point"),
    Block("move", "move {hex}", hex=HEX),
    Block("stop", "stop at {hex}", hex=HEX),
    Block("build", "build at {hex}", hex=HEX),
    Block("camp", "camp {camp}", camp=CAMP),
    Block("settle", "settle {hex}", hex=HEX),
    Block("develop", "develop"),
    Block("turn_weather", "turn weather"),
    Block("want_turn", "turn tile"),
    Block("want_resource", "buy resource"),
    Block("want_marker", "buy marker"),
    Block("want_return", "return cube"),
    Block("turn", "turn {space} {direction}", space=SPACE, direction=DIRECTION),
    Block("buy_resource", "buy {colour} resource", colour=COLOUR),
    Block("buy_marker", "buy {colour} marker", colour=COLOUR),
    Block("return_resource", "return {colour} resource", colour=COLOUR),
    Block("return_marker", "return {colour} marker", colour=COLOUR),
    Block("back", "back"),
)
(WEATHER, SHAMANS, PAINT, GATHER, HOLD, FISH_FOR, HUNT_FOR, MIGRATE, PASS) = ACTIONS.firsts(
    "weather", "shamans", "paint", "gather", "hold", "fish", "hunt", "migrate", "pass"
)
(PAY, PAY_BOTH, DANCE, REST, SEND, GO, PLACE, END, TAKE) = ACTIONS.firsts(
    "pay", "pay_both", "dance", "rest", "send", "go", "place", "end", "take"
)
(SPEND_RESOURCE, SPEND_MARKER, SPEND_POINT, MOVE, STOP, BUILD, CAMP_TILE, SETTLE) = ACTIONS.firsts(
    "spend_resource", "spend_marker", "spend_point", "move", "stop", "build", "camp", "settle"
)
(DEVELOP, TURN_WEATHER, WANT_TURN, WANT_RESOURCE, WANT_MARKER, WANT_RETURN, TURN) = ACTIONS.firsts(
    "develop", "turn_weather", "want_turn", "want_resource", "want_marker", "want_return", "turn"
)
(BUY_RESOURCE, BUY_MARKER, RETURN_RESOURCE, RETURN_MARKER, BACK) = ACTIONS.firsts(
    "buy_resource", "buy_marker", "return_resource", "return_marker", "back"
)

NOTES = Notes(
    NoteKind("laid_weather", a=OUTLOOK),
    NoteKind("laid_shamans", a=PATTERN),
    NoteKind("winter", a=NUMBER, b=PRICE_TILE),
    NoteKind("spring", a=NUMBER),
    NoteKind("ordered", a=NUMBER),
    NoteKind("refilled", a=DEED, b=CUBES),
    NoteKind("income", a=OUTLOOK),
    NoteKind("paid", a=CUBES),
    NoteKind("paid_each", a=MIX),
    NoteKind("gained", a=CUBES),
    NoteKind("developed", a=DEVELOPMENT),
    NoteKind("scored", a=NUMBER),
    NoteKind("painted", a=SECTION),
    NoteKind("gathered", a=TILE),
    NoteKind("paired", a=KIND, b=KIND),
    NoteKind("held", a=CARD),
    NoteKind("tracked", a=NUMBER),
    NoteKind("danced", a=POSITION, b=POSITION),
    NoteKind("danced_for", a=POSITION, b=POSITION, c=MIX),
    NoteKind("fished", a=FISH_TILE, b=NUMBER),
    NoteKind("hunted", a=HUNT),
    NoteKind("retraced", a=NUMBER, b=SPECIES),
    NoteKind("migrated", a=NUMBER, b=HEX),
    NoteKind("placed", a=DEED, b=CUBES),
    NoteKind("passed"),
    NoteKind("skipped", a=DEED),
    NoteKind("declined"),
    NoteKind("pushed"),
    NoteKind("picked", a=DEED),
    NoteKind("fishing_income", a=NUMBER, b=DEVELOPMENT),
    NoteKind("fishing_points", a=NUMBER),
    NoteKind("autumn"),
    NoteKind("marched", a=CUBES, b=MOVEMENT),
    NoteKind("strode", a=DEVELOPMENT, b=MOVEMENT),
    NoteKind("moved", a=HEX, b=HEX, c=MOVEMENT),
    NoteKind("caught", a=SPECIES),
    NoteKind("megalith"),
    NoteKind("built", a=CAMP, b=HEX),
    NoteKind("settled", a=HEX),
    NoteKind("joined"),
    NoteKind("turned", a=SPACE, b=DIRECTION, c=DEVELOPMENT),
    NoteKind("turned_weather", a=OUTLOOK, b=DEVELOPMENT),
    NoteKind("bought", a=CUBES, b=DEVELOPMENT),
    NoteKind("returned", a=CUBES, b=DEVELOPMENT),
    NoteKind("finale"),
    NoteKind("converted", a=DEVELOPMENT),
    NoteKind("counted", a=PART, b=NUMBER),
    NoteKind("total", a=NUMBER),
)
(LAID_WEATHER, LAID_SHAMANS, WINTER, SPRING, ORDERED, REFILLED, INCOME, PAID) = NOTES.numbers(
    "laid_weather", "laid_shamans", "winter", "spring", "ordered", "refilled", "income", "paid"
)
(PAID_EACH, GAINED, DEVELOPED, SCORED, PAINTED, GATHERED, PAIRED, HELD) = NOTES.numbers(
    "paid_each", "gained", "developed", "scored", "painted", "gathered", "paired", "held"
)
(TRACKED, DANCED, DANCED_FOR, FISHED, HUNTED, RETRACED, MIGRATED, PLACED) = NOTES.numbers(
    "tracked", "danced", "danced_for", "fished", "hunted", "retraced", "migrated", "placed"
)
(PASSED, SKIPPED, DECLINED, PUSHED, PICKED, FISHING_INCOME, FISHING_POINTS, AUTUMN) = NOTES.numbers(
    "passed", "skipped", "declined", "pushed", "picked", "fishing_income", "fishing_points", "autumn"
)
(MARCHED, STRODE, MOVED, CAUGHT, MEGALITH, BUILT, SETTLED, JOINED) = NOTES.numbers(
    "marched", "strode", "moved", "caught", "megalith", "built", "settled", "joined"
)
(TURNED, TURNED_WEATHER, BOUGHT, RETURNED, FINALE, CONVERTED, COUNTED, TOTAL) = NOTES.numbers(
    "turned", "turned_weather", "bought", "returned", "finale", "converted", "counted", "total"
)


@rule
def cubes(store: int, colour: int, amount: int) -> int:
    """The number of so many cubes of a colour in the order of CUBES."""
    return (store * COLOURS + colour) * HEAP + min(amount, HEAP) - 1


@rule
def outlook(tile: int, offset: int) -> int:
    """The number of the income of a weather tile at an offset in the order of OUTLOOK."""
    return tile * SIDES + offset % SIDES


@rule
def pair_number(one: int, other: int) -> int:
    """The number of a pair of different colours in the order of PAIR (one < other)."""
    return one * (2 * COLOURS - 1 - one) // 2 + other - one - 1


@rule
def pair_colours(pair: int) -> int:
    """The two colours of a pair, as bits."""
    one = 0
    left = pair
    while left >= COLOURS - 1 - one:
        left -= COLOURS - 1 - one
        one += 1
    return (1 << one) | (1 << (one + 1 + left))
