"""The decisions of Doggerland as numbers and texts, and the kinds of notes it leaves."""

from __future__ import annotations

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.bits import Mask
from firstfire.kernel.domain import NUMBER, Domain
from firstfire.kernel.notes import NoteKind, Notes
from firstfire.kernel.rule import rule

from .box import HUT_NAMES, SHOWS_NAMES, SIDE_NAMES, SOLO_NAMES, SPECIES_NAMES, TRACK_NAMES
from .state import (
    BARTER_GOODS,
    CARDS,
    CELLS,
    CRAFT_PLACES,
    CRAFTS,
    FRESCO_TILES,
    GOODS,
    LEVELS,
    OBJECTIVES,
    SLOTS,
    WIDTH,
    Good,
    Hut,
    Member,
)

# Harvest parties: who goes, and with how many Tools (Chief = 2 of at most 3 components, DG-D1).
PARTY_HUNTERS = (1, 1, 1, 2, 2, 3, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2)
PARTY_CHIEFS = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0)
PARTY_SHAMAN = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1)
PARTY_TOOLS = (0, 1, 2, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 0)
PARTIES = 16
HUNT_HUNTERS = 12  # 0 to 11: ten, and the white one
HUNT_CHIEFS = 3
BANDS = HUNT_CHIEFS * HUNT_HUNTERS
PACK_TOOLS = 9
MEMBER_KINDS = 3
PAIRS = 21
MEAT_EATEN = 10
CARRIED = 10
CARRY_KINDS = 3
MANY = 64  # more of one thing than anybody gets, pays or loses at once
MEAL_SIZE = 40
GROUND_SIZE = 4
CARRY_GOODS = (int(Good.FRUIT), int(Good.MEAT), int(Good.FUR))

_GOODS = tuple(good.name.lower() for good in Good)
_PAIRS = [(i, j) for i in range(BARTER_GOODS) for j in range(i, BARTER_GOODS)]
PAIR_FIRST = tuple(i for i, _ in _PAIRS)
PAIR_SECOND = tuple(j for _, j in _PAIRS)


def _party(i: int) -> str:
    counts = (PARTY_CHIEFS[i], PARTY_SHAMAN[i], PARTY_HUNTERS[i], PARTY_TOOLS[i])
    parts = zip(counts, ("chief", "shaman", "hunter", "tool"), strict=True)
    return "+".join(name if n == 1 else f"{n}{name}s" for n, name in parts if n)


def cell_name(cell: int) -> str:
    """The name of a cell: a letter for the column, a number for the row (a1 is top left)."""
    return f"{'abcdefghi'[cell % WIDTH]}{cell // WIDTH + 1}"


def slot_name(slot: int) -> str:
    """The name of a Fresco slot: the tile counted from the left, and the line."""
    return f"{slot // 3 + 1}-{('top', 'centre', 'bottom')[slot % 3]}"


CELL = Domain("cell", (cell_name(cell) for cell in range(CELLS)))
SLOT = Domain("slot", (slot_name(slot) for slot in range(SLOTS)))
PLACE = Domain.numbers("place", 1, CRAFT_PLACES)
GOOD = Domain("good", _GOODS)
BARTER_GOOD = Domain("good", _GOODS[:BARTER_GOODS])
PAIR = Domain("pair", (f"{_GOODS[i]}+{_GOODS[j]}" for i, j in _PAIRS))
SIDE = Domain("side", SIDE_NAMES)
TRACK = Domain("track", TRACK_NAMES)
MEMBER = Domain("member", ("hunter", "chief", "shaman"))
PARTNER_MEMBER = Domain("member", ("hunter", "chief"))
COUPLE = Domain("couple", ("hunter+hunter", "hunter+chief", "hunter+shaman", "chief+shaman"))
PARTY = Domain("party", (_party(i) for i in range(PARTIES)))
BAND = Domain("band", (f"{band // HUNT_HUNTERS} chiefs {band % HUNT_HUNTERS} hunters" for band in range(BANDS)))
PACK = Domain("pack", (f"{band} and {tools} tools" for tools in range(PACK_TOOLS) for band in BAND.values))
LOCATION = Domain("location", HUT_NAMES)
BUILDER = Domain("builder", ("member", "chief"))
DWELLING = Domain("dwelling", ("simple", "prestigious"))
SPOT = Domain("spot", ("bare", "shelter"))
LOAD = Domain("load", (f"{n} {_GOODS[good]}" for n in range(CARRIED) for good in CARRY_GOODS))
PILE = Domain("pile", (f"{n} {good}" for n in range(MANY) for good in _GOODS))
MEAL = Domain("meal", (f"{fruit} fruit {meat} meat" for fruit in range(MEAL_SIZE) for meat in range(MEAL_SIZE)))
SPECIES = Domain("species", SPECIES_NAMES)
UPGRADE = Domain("upgrade", ("keep", "upgrade"))
RECIPE = Domain("recipe", ("none", "first", "second", "third"))
STROKE = Domain.numbers("stroke", 1, 2)
MEAT = Domain.numbers("meat_eaten", 0, MEAT_EATEN - 1)
PRICE = Domain("price", ("meat", "fruit"))
TILE = Domain("tile", (
    "T00", *(f"S{n}" for n in range(1, 9)), *(f"C{n:02}" for n in range(1, 41)), *(f"Q{n:02}" for n in range(1, 21)),
))  # fmt: skip
CRAFT = Domain("craft", (*(f"K{n}" for n in range(1, 10)), *(f"Y{n}" for n in range(1, CRAFTS - 8))))
FRESCO = Domain("fresco", (f"F{n:02}" for n in range(1, FRESCO_TILES + 1)))
OBJECTIVE = Domain("objective", (f"O{n}" for n in range(1, OBJECTIVES + 1)))
SOLO_OBJECTIVE = Domain("solo_objective", SOLO_NAMES)
CARD = Domain("card", (f"SC{n:02}" for n in range(1, CARDS + 1)))
EVENT = Domain("event", CARD.values)  # a card by what it does
RIVAL = Domain("rival", ("red", "pink", "blue"))
SEASON = Domain("season", ("warm", "cold"))
JOB = Domain("job", ("idle", "habitat", "craft", "birth", "harvest", "hunt", "fresco", "capacity", "shaman_hut"))
OWNER = Domain("white", ("hunter", "chief"))
PLACE_OF_HUT = Domain("location", (*HUT_NAMES, "H4_alone"))  # in a solo game H4 moves the Village
HERDS = Domain("shows", SPECIES_NAMES)  # tiles on which these animals appear
QUARRY = Domain("quarry", SPECIES_NAMES)
GROUND = Domain("ground", (f"{n} {name}" for name in SHOWS_NAMES for n in range(GROUND_SIZE)))


# Printed prices, each named by its goods as they are in the box on the table.
CRAFT_PRICE = Domain("craft_price", CRAFT.values)
HOME_PRICE = Domain("home_price", (f"{who} {home}" for who in ("member", "chief") for home in DWELLING.values))
LEVEL_PRICE = Domain("level_price", (f"{track} {level}" for track in TRACK_NAMES for level in range(1, LEVELS + 1)))
WORK_PRICE = Domain("work_price", (
    f"level {n} {up} {recipe}" for n in range(1, LEVELS + 1) for up in UPGRADE.values for recipe in RECIPE.values
))  # fmt: skip
HUT_PRICE = Domain("hut_price", HUT_NAMES)
OFFERING = Domain("offering", ("any",))
EVENT_PRICE = Domain("event_price", CARD.values)
FREE_GOODS = Domain("free_goods", ("any",))


def _counted(name: str) -> Domain:
    """So many of something: the number is the index, the words say one or many."""
    return Domain(name, map(str, range(MANY)))


SCARCITY, NEWBORNS, MEMBERS, FOOD = _counted("scarcity"), _counted("newborns"), _counted("members"), _counted("food")
GOALS, TOOLS_OWNED, BEDS = _counted("goals"), _counted("tool"), _counted("beds")

ACTIONS = Actions(
    # setup
    Block("centre", "centre arrow {side}", side=SIDE),
    Block("edge", "priority arrow {side}", side=SIDE),
    Block("pick", "pick {good}", good=GOOD),
    Block("learn", "learn {track}", track=TRACK),
    Block("no_lesson", "learn nothing"),
    # phase 1
    Block("pass", "pass"),
    Block("habitat", "habitat with {member}", member=MEMBER),
    Block("craft", "craft {place} with {member}", place=PLACE, member=MEMBER),
    Block("birth", "birth of {couple}", couple=COUPLE),
    Block("go", "go to {cell}", cell=CELL),
    Block("party", "send {party}", party=PARTY),
    Block("hunt", "hunt with {band}", band=BAND),
    Block("fresco", "fresco {slot} with {member}", slot=SLOT, member=MEMBER),
    Block("capacity", "capacity {track} with {member}", track=TRACK, member=MEMBER),
    Block("hut", "hut {location}", location=LOCATION),
    Block("mark", "mark {slot}", slot=SLOT),
    Block("partner", "twins with {member}", member=PARTNER_MEMBER),
    # phase 3
    Block("resolve_habitat", "resolve habitat by {builder}", builder=BUILDER),
    Block("resolve_craft", "resolve craft {place}", place=PLACE),
    Block("resolve_birth", "resolve birth"),
    Block("resolve_expedition", "resolve {cell}", cell=CELL),
    Block("resolve_fresco", "resolve fresco {slot}", slot=SLOT),
    Block("resolve_capacity", "resolve capacity {track}", track=TRACK),
    Block("resolve_hut", "resolve hut"),
    Block("finish", "finish"),
    Block("raise", "raise {dwelling} on {spot}", dwelling=DWELLING, spot=SPOT),
    Block("carry", "carry {load}", load=LOAD),
    Block("forget", "forget {species}", species=SPECIES),
    Block("tools", "tools {upgrade} recipe {recipe}", upgrade=UPGRADE, recipe=RECIPE),
    Block("offer", "offer {good}", good=BARTER_GOOD),
    Block("strokes", "paint {stroke} times", stroke=STROKE),
    Block("journey", "journey to {cell}", cell=CELL),
    Block("megalith", "megalith on {cell}", cell=CELL),
    Block("barter", "barter {pair}", pair=PAIR),
    Block("take", "for {good}", good=BARTER_GOOD),
    Block("swap", "swap {good}", good=BARTER_GOOD),
    Block("stop", "stop trading"),
    # phase 5
    Block("feed", "eat {meat} meat", meat=MEAT),
    Block("village", "village to {cell}", cell=CELL),
    Block("stay", "village stays"),
    # solo
    Block("use_event", "use event"),
    Block("decline_event", "decline event"),
    Block("host", "host for {price}", price=PRICE),
    Block("regrow", "regrow {cell}", cell=CELL),
    Block("herd_of", "herd of {species}", species=SPECIES),
    Block("herd_on", "herd on {cell}", cell=CELL),
    Block("discard", "discard {good}", good=GOOD),
    Block("repair", "repair"),
    Block("lose", "lose {dwelling} on {spot}", dwelling=DWELLING, spot=SPOT),
    Block("rockfall", "rockfall {slot}", slot=SLOT),
    Block("unlearn", "unlearn {track}", track=TRACK),
    Block("give_up", "give up"),
)
(
    CENTRE, EDGE, PICK, LEARN, NO_LESSON, PASS, HABITAT, CRAFT_ON, BIRTH, GO, SEND, HUNT_WITH, FRESCO_ON, CAPACITY,
    HUT_AT, MARK, PARTNER, RESOLVE_HABITAT, RESOLVE_CRAFT, RESOLVE_BIRTH, RESOLVE_EXPEDITION, RESOLVE_FRESCO,
    RESOLVE_CAPACITY, RESOLVE_HUT, FINISH, RAISE, CARRY, FORGET, TOOLS, OFFER, STROKES, JOURNEY, MEGALITH_ON,
    BARTER, TAKE, SWAP, STOP, FEED, VILLAGE_TO, STAY, USE_EVENT, DECLINE_EVENT, HOST, REGROW, HERD_OF, HERD_ON,
    DISCARD, REPAIR, LOSE, ROCKFALL, UNLEARN, GIVE_UP,
) = ACTIONS.firsts(*(block.name for block in ACTIONS.blocks))  # fmt: skip

NOTES = Notes(
    NoteKind("centre_turned", a=SIDE),
    NoteKind("arrow_placed", a=SIDE),
    NoteKind("round_begins", a=NUMBER, b=SEASON),
    NoteKind("season_begins", a=NUMBER, b=SEASON),
    NoteKind("passed"),
    NoteKind("scarce", a=SCARCITY),
    NoteKind("builder_sent", a=MEMBER),
    NoteKind("crafter_sent", a=CRAFT, b=MEMBER),
    NoteKind("couple_sent", a=COUPLE),
    NoteKind("party_sent", a=CELL, b=PARTY, c=GROUND),
    NoteKind("hunters_sent", a=CELL, b=PACK, c=QUARRY),
    NoteKind("painter_sent", a=SLOT, b=MEMBER, c=QUARRY),
    NoteKind("pupil_sent", a=TRACK, b=MEMBER),
    NoteKind("shaman_sent", a=PLACE_OF_HUT),
    NoteKind("marked", a=SLOT, b=QUARRY),
    NoteKind("partnered", a=PARTNER_MEMBER),
    NoteKind("land_phase"),
    NoteKind("revealed", a=CELL, b=GROUND),
    NoteKind("spawn_revealed", a=CELL, b=HERDS),
    NoteKind("resolution_phase"),
    NoteKind("paid", a=NUMBER, b=GOOD, c=PILE),
    NoteKind("gained", a=NUMBER, b=GOOD, c=PILE),
    NoteKind("built", a=DWELLING, b=SPOT),
    NoteKind("crafted", a=CRAFT, b=NUMBER),
    NoteKind("born", a=NEWBORNS),
    NoteKind("harvested", a=CELL, b=GROUND),
    NoteKind("worn", a=CELL),
    NoteKind("exhausted", a=CELL),
    NoteKind("hunted", a=QUARRY, b=CELL),
    NoteKind("forgot", a=QUARRY),
    NoteKind("painted", a=QUARRY, b=SLOT),
    NoteKind("painted_twice", a=QUARRY, b=SLOT),
    NoteKind("learned", a=TRACK, b=NUMBER),
    NoteKind("hut_used", a=PLACE_OF_HUT),
    NoteKind("token_laid", a=CELL),
    NoteKind("megalith_raised", a=CELL),
    NoteKind("pawn_taken"),
    NoteKind("bartered", a=PAIR, b=BARTER_GOOD),
    NoteKind("swapped", a=BARTER_GOOD, b=BARTER_GOOD),
    NoteKind("forgone", a=JOB),
    NoteKind("shaman_waited", a=PLACE_OF_HUT),
    NoteKind("migration_phase"),
    NoteKind("migrated", a=QUARRY, b=CELL, c=CELL),
    NoteKind("arrow_turned", a=SIDE),
    NoteKind("meal_phase"),
    NoteKind("ate", a=NUMBER, b=NUMBER, c=MEAL),
    NoteKind("hungry", a=FOOD),
    NoteKind("spoiled", a=NUMBER, b=NUMBER, c=MEAL),
    NoteKind("joined", a=NEWBORNS),
    NoteKind("died", a=NEWBORNS),
    NoteKind("homeless", a=MEMBERS),
    NoteKind("objective_met", a=OBJECTIVE, b=NUMBER),
    NoteKind("appeared", a=QUARRY, b=CELL),
    NoteKind("fresco_shown", a=FRESCO),
    NoteKind("craft_shown", a=CRAFT),
    NoteKind("village_moved", a=CELL),
    NoteKind("village_stayed", silent=True),
    NoteKind("token_back"),
    NoteKind("pawn_passed"),
    NoteKind("card_turned", a=CARD, silent=True),  # told as used, declined or idle
    NoteKind("event_used", a=CARD, b=EVENT),
    NoteKind("event_declined", a=CARD),
    NoteKind("event_idle", a=CARD, b=EVENT),
    NoteKind("white_joined", a=OWNER),
    NoteKind("white_left", a=OWNER),
    NoteKind("foundling"),
    NoteKind("mould", a=NUMBER, b=NUMBER, c=MEAL),
    NoteKind("regrown", a=CELL),
    NoteKind("member_lost"),
    NoteKind("habitat_lost", a=DWELLING, b=SPOT),
    NoteKind("cube_lost", a=SLOT, b=QUARRY),
    NoteKind("level_lost", a=TRACK, b=NUMBER),
    NoteKind("craft_discarded", a=CRAFT),
    NoteKind("rivals_painted", a=QUARRY, b=SLOT),
    NoteKind("rivals_released", a=QUARRY),
    NoteKind("shamans_stand", a=PLACE_OF_HUT, b=PLACE_OF_HUT),
    NoteKind("rival_moved", a=RIVAL, b=CELL),
    NoteKind("captured", a=QUARRY, b=CELL),
    NoteKind("solo_met", a=SOLO_OBJECTIVE),
    NoteKind("solo_lost", a=SOLO_OBJECTIVE),
    NoteKind("game_won", a=GOALS),
    NoteKind("game_lost", a=GOALS, b=NUMBER),
    NoteKind("quota_broken", a=SCARCITY),
    NoteKind("gave_up"),
    NoteKind("scored", a=NUMBER),
)
(
    CENTRE_TURNED, ARROW_PLACED, ROUND_BEGINS, SEASON_BEGINS, PASSED, SCARCE, BUILDER_SENT, CRAFTER_SENT,
    COUPLE_SENT, PARTY_SENT, HUNTERS_SENT, PAINTER_SENT, PUPIL_SENT, SHAMAN_SENT, MARKED, PARTNERED, LAND_PHASE,
    REVEALED, SPAWN_REVEALED, RESOLUTION_PHASE, PAID, GAINED, BUILT,
    CRAFTED, BORN, HARVESTED, WORN, EXHAUSTED, HUNTED, FORGOT, PAINTED, PAINTED_TWICE, LEARNED, HUT_USED, TOKEN_LAID,
    MEGALITH_RAISED, PAWN_TAKEN, BARTERED, SWAPPED, FORGONE, SHAMAN_WAITED, MIGRATION_PHASE, MIGRATED, ARROW_TURNED,
    MEAL_PHASE, ATE, HUNGRY,
    SPOILED, JOINED, DIED, HOMELESS, OBJECTIVE_MET, APPEARED, FRESCO_SHOWN, CRAFT_SHOWN, VILLAGE_MOVED,
    VILLAGE_STAYED, TOKEN_BACK, PAWN_PASSED, CARD_TURNED, EVENT_USED, EVENT_DECLINED, EVENT_IDLE, WHITE_JOINED,
    WHITE_LEFT, FOUNDLING, MOULD, REGROWN, MEMBER_LOST, HABITAT_LOST, CUBE_LOST, LEVEL_LOST, CRAFT_DISCARDED,
    RIVALS_PAINTED, RIVALS_RELEASED, SHAMANS_STAND, RIVAL_MOVED, CAPTURED, SOLO_MET, SOLO_LOST, GAME_WON, GAME_LOST,
    QUOTA_BROKEN, GAVE_UP, SCORED,
) = NOTES.numbers(*(kind.name for kind in NOTES.kinds))  # fmt: skip


@rule
def allow_bits(mask: Mask, first: int, options: int) -> None:
    """Add a whole set of options (bit i: the i-th action of a block) to the legal set."""
    word = first >> 6
    place = first & 63
    mask[word] |= options << place
    if place > 0 and options >> (64 - place) != 0:
        mask[word + 1] |= options >> (64 - place)


@rule
def pile_of(amount: int, good: int) -> int:
    """So many of a good, as one value."""
    return GOODS * min(amount, MANY - 1) + good


@rule
def ground_of(shows: int, quantity: int) -> int:
    """What a tile shows and how much of it, as one value."""
    return GROUND_SIZE * shows + quantity


@rule
def meal_of(fruit: int, meat: int) -> int:
    """Fruit and Meat, as one value."""
    return MEAL_SIZE * min(fruit, MEAL_SIZE - 1) + min(meat, MEAL_SIZE - 1)


@rule
def is_single(options: int) -> bool:
    """Whether a set of options has exactly one member: then nobody is asked."""
    return options != 0 and options & (options - 1) == 0


assert len(Hut) == len(HUT_NAMES) and len(Member) == MEMBER_KINDS
