"""Every choice of Prehistory, numbered and written; and the kinds of notes."""

from __future__ import annotations

from itertools import combinations

from firstfire.kernel.records.domain import NUMBER, Domain
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.actions import Actions
from firstfire.kernel.rules.notes import Notes

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

ACTIONS = Actions()
WEATHER = ACTIONS.add("weather", "weather {offset}", offset=OFFSET)
SHAMANS = ACTIONS.add("shamans", "shamans {places}", places=PATTERN)
PAINT = ACTIONS.add("paint", "paint {section}", section=SECTION)
GATHER = ACTIONS.add("gather", "gather {tile}", tile=TILE)
HOLD = ACTIONS.add("hold", "hold {card}", card=CARD)
FISH_FOR = ACTIONS.add("fish", "fish {fish}", fish=FISH_TILE)
HUNT_FOR = ACTIONS.add("hunt", "hunt {hunt}", hunt=HUNT)
MIGRATE = ACTIONS.add("migrate", "migrate")
PASS = ACTIONS.add("pass", "pass")
PAY = ACTIONS.add("pay", "pay {colour}", colour=COLOUR)
PAY_BOTH = ACTIONS.add("pay_both", "pay {pair}", pair=PAIR)
DANCE = ACTIONS.add("dance", "dance {start} -> {end}", start=POSITION, end=POSITION)
REST = ACTIONS.add("rest", "rest")
SEND = ACTIONS.add("send", "send {amount}", amount=AMOUNT)
GO = ACTIONS.add("go", "go to {hex}", hex=HEX)
PLACE = ACTIONS.add("place", "place {colour}", colour=COLOUR)
END = ACTIONS.add("end", "end turn")
TAKE = ACTIONS.add("take", "take {deed} pillar", deed=DEED)
SPEND_RESOURCE = ACTIONS.add("spend_resource", "spend {colour} resource", colour=COLOUR)
SPEND_MARKER = ACTIONS.add("spend_marker", "spend {colour} marker", colour=COLOUR)
SPEND_POINT = ACTIONS.add("spend_point", "spend point")
MOVE = ACTIONS.add("move", "move {hex}", hex=HEX)
STOP = ACTIONS.add("stop", "stop at {hex}", hex=HEX)
BUILD = ACTIONS.add("build", "build at {hex}", hex=HEX)
CAMP_TILE = ACTIONS.add("camp", "camp {camp}", camp=CAMP)
SETTLE = ACTIONS.add("settle", "settle {hex}", hex=HEX)
DEVELOP = ACTIONS.add("develop", "develop")
TURN_WEATHER = ACTIONS.add("turn_weather", "turn weather")
WANT_TURN = ACTIONS.add("want_turn", "turn tile")
WANT_RESOURCE = ACTIONS.add("want_resource", "buy resource")
WANT_MARKER = ACTIONS.add("want_marker", "buy marker")
WANT_RETURN = ACTIONS.add("want_return", "return cube")
TURN = ACTIONS.add("turn", "turn {space} {direction}", space=SPACE, direction=DIRECTION)
BUY_RESOURCE = ACTIONS.add("buy_resource", "buy {colour} resource", colour=COLOUR)
BUY_MARKER = ACTIONS.add("buy_marker", "buy {colour} marker", colour=COLOUR)
RETURN_RESOURCE = ACTIONS.add("return_resource", "return {colour} resource", colour=COLOUR)
RETURN_MARKER = ACTIONS.add("return_marker", "return {colour} marker", colour=COLOUR)
BACK = ACTIONS.add("back", "back")

NOTES = Notes()
LAID_WEATHER = NOTES.add("laid_weather", a=OUTLOOK)
LAID_SHAMANS = NOTES.add("laid_shamans", a=PATTERN)
WINTER = NOTES.add("winter", a=NUMBER, b=PRICE_TILE)
SPRING = NOTES.add("spring", a=NUMBER)
ORDERED = NOTES.add("ordered", a=NUMBER)
REFILLED = NOTES.add("refilled", a=DEED, b=CUBES)
INCOME = NOTES.add("income", a=OUTLOOK)
PAID = NOTES.add("paid", a=CUBES)
PAID_EACH = NOTES.add("paid_each", a=MIX)
GAINED = NOTES.add("gained", a=CUBES)
DEVELOPED = NOTES.add("developed", a=DEVELOPMENT)
SCORED = NOTES.add("scored", a=NUMBER)
PAINTED = NOTES.add("painted", a=SECTION)
GATHERED = NOTES.add("gathered", a=TILE)
PAIRED = NOTES.add("paired", a=KIND, b=KIND)
HELD = NOTES.add("held", a=CARD)
TRACKED = NOTES.add("tracked", a=NUMBER)
DANCED = NOTES.add("danced", a=POSITION, b=POSITION)
DANCED_FOR = NOTES.add("danced_for", a=POSITION, b=POSITION, c=MIX)
FISHED = NOTES.add("fished", a=FISH_TILE, b=NUMBER)
HUNTED = NOTES.add("hunted", a=HUNT)
RETRACED = NOTES.add("retraced", a=NUMBER, b=SPECIES)
MIGRATED = NOTES.add("migrated", a=NUMBER, b=HEX)
PLACED = NOTES.add("placed", a=DEED, b=CUBES)
PASSED = NOTES.add("passed")
SKIPPED = NOTES.add("skipped", a=DEED)
DECLINED = NOTES.add("declined")
PUSHED = NOTES.add("pushed")
PICKED = NOTES.add("picked", a=DEED)
FISHING_INCOME = NOTES.add("fishing_income", a=NUMBER, b=DEVELOPMENT)
FISHING_POINTS = NOTES.add("fishing_points", a=NUMBER)
AUTUMN = NOTES.add("autumn")
MARCHED = NOTES.add("marched", a=CUBES, b=MOVEMENT)
STRODE = NOTES.add("strode", a=DEVELOPMENT, b=MOVEMENT)
MOVED = NOTES.add("moved", a=HEX, b=HEX, c=MOVEMENT)
CAUGHT = NOTES.add("caught", a=SPECIES)
MEGALITH = NOTES.add("megalith")
BUILT = NOTES.add("built", a=CAMP, b=HEX)
SETTLED = NOTES.add("settled", a=HEX)
JOINED = NOTES.add("joined")
TURNED = NOTES.add("turned", a=SPACE, b=DIRECTION, c=DEVELOPMENT)
TURNED_WEATHER = NOTES.add("turned_weather", a=OUTLOOK, b=DEVELOPMENT)
BOUGHT = NOTES.add("bought", a=CUBES, b=DEVELOPMENT)
RETURNED = NOTES.add("returned", a=CUBES, b=DEVELOPMENT)
FINALE = NOTES.add("finale")
CONVERTED = NOTES.add("converted", a=DEVELOPMENT)
COUNTED = NOTES.add("counted", a=PART, b=NUMBER)
TOTAL = NOTES.add("total", a=NUMBER)


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
