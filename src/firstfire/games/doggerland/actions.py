"""The decisions of Doggerland as numbers and texts, and the kinds of notes it leaves."""

from __future__ import annotations

from firstfire.kernel.records.domain import NUMBER, Domain
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.actions import Actions
from firstfire.kernel.rules.notes import Notes

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

ACTIONS = Actions()
# setup
CENTRE = ACTIONS.add("centre", "centre arrow {side}", side=SIDE)
EDGE = ACTIONS.add("edge", "priority arrow {side}", side=SIDE)
PICK = ACTIONS.add("pick", "pick {good}", good=GOOD)
LEARN = ACTIONS.add("learn", "learn {track}", track=TRACK)
NO_LESSON = ACTIONS.add("no_lesson", "learn nothing")
# phase 1
PASS = ACTIONS.add("pass", "pass")
HABITAT = ACTIONS.add("habitat", "habitat with {member}", member=MEMBER)
CRAFT_ON = ACTIONS.add("craft", "craft {place} with {member}", place=PLACE, member=MEMBER)
BIRTH = ACTIONS.add("birth", "birth of {couple}", couple=COUPLE)
GO = ACTIONS.add("go", "go to {cell}", cell=CELL)
SEND = ACTIONS.add("party", "send {party}", party=PARTY)
HUNT_WITH = ACTIONS.add("hunt", "hunt with {band}", band=BAND)
FRESCO_ON = ACTIONS.add("fresco", "fresco {slot} with {member}", slot=SLOT, member=MEMBER)
CAPACITY = ACTIONS.add("capacity", "capacity {track} with {member}", track=TRACK, member=MEMBER)
HUT_AT = ACTIONS.add("hut", "hut {location}", location=LOCATION)
MARK = ACTIONS.add("mark", "mark {slot}", slot=SLOT)
PARTNER = ACTIONS.add("partner", "twins with {member}", member=PARTNER_MEMBER)
# phase 3
RESOLVE_HABITAT = ACTIONS.add("resolve_habitat", "resolve habitat by {builder}", builder=BUILDER)
RESOLVE_CRAFT = ACTIONS.add("resolve_craft", "resolve craft {place}", place=PLACE)
RESOLVE_BIRTH = ACTIONS.add("resolve_birth", "resolve birth")
RESOLVE_EXPEDITION = ACTIONS.add("resolve_expedition", "resolve {cell}", cell=CELL)
RESOLVE_FRESCO = ACTIONS.add("resolve_fresco", "resolve fresco {slot}", slot=SLOT)
RESOLVE_CAPACITY = ACTIONS.add("resolve_capacity", "resolve capacity {track}", track=TRACK)
RESOLVE_HUT = ACTIONS.add("resolve_hut", "resolve hut")
FINISH = ACTIONS.add("finish", "finish")
RAISE = ACTIONS.add("raise", "raise {dwelling} on {spot}", dwelling=DWELLING, spot=SPOT)
CARRY = ACTIONS.add("carry", "carry {load}", load=LOAD)
FORGET = ACTIONS.add("forget", "forget {species}", species=SPECIES)
TOOLS = ACTIONS.add("tools", "tools {upgrade} recipe {recipe}", upgrade=UPGRADE, recipe=RECIPE)
OFFER = ACTIONS.add("offer", "offer {good}", good=BARTER_GOOD)
STROKES = ACTIONS.add("strokes", "paint {stroke} times", stroke=STROKE)
JOURNEY = ACTIONS.add("journey", "journey to {cell}", cell=CELL)
MEGALITH_ON = ACTIONS.add("megalith", "megalith on {cell}", cell=CELL)
BARTER = ACTIONS.add("barter", "barter {pair}", pair=PAIR)
TAKE = ACTIONS.add("take", "for {good}", good=BARTER_GOOD)
SWAP = ACTIONS.add("swap", "swap {good}", good=BARTER_GOOD)
STOP = ACTIONS.add("stop", "stop trading")
# phase 5
FEED = ACTIONS.add("feed", "eat {meat} meat", meat=MEAT)
VILLAGE_TO = ACTIONS.add("village", "village to {cell}", cell=CELL)
STAY = ACTIONS.add("stay", "village stays")
# solo
USE_EVENT = ACTIONS.add("use_event", "use event")
DECLINE_EVENT = ACTIONS.add("decline_event", "decline event")
HOST = ACTIONS.add("host", "host for {price}", price=PRICE)
REGROW = ACTIONS.add("regrow", "regrow {cell}", cell=CELL)
HERD_OF = ACTIONS.add("herd_of", "herd of {species}", species=SPECIES)
HERD_ON = ACTIONS.add("herd_on", "herd on {cell}", cell=CELL)
DISCARD = ACTIONS.add("discard", "discard {good}", good=GOOD)
REPAIR = ACTIONS.add("repair", "repair")
LOSE = ACTIONS.add("lose", "lose {dwelling} on {spot}", dwelling=DWELLING, spot=SPOT)
ROCKFALL = ACTIONS.add("rockfall", "rockfall {slot}", slot=SLOT)
UNLEARN = ACTIONS.add("unlearn", "unlearn {track}", track=TRACK)
GIVE_UP = ACTIONS.add("give_up", "give up")

NOTES = Notes()
CENTRE_TURNED = NOTES.add("centre_turned", a=SIDE)
ARROW_PLACED = NOTES.add("arrow_placed", a=SIDE)
ROUND_BEGINS = NOTES.add("round_begins", a=NUMBER, b=SEASON)
SEASON_BEGINS = NOTES.add("season_begins", a=NUMBER, b=SEASON)
PASSED = NOTES.add("passed")
SCARCE = NOTES.add("scarce", a=SCARCITY)
BUILDER_SENT = NOTES.add("builder_sent", a=MEMBER)
CRAFTER_SENT = NOTES.add("crafter_sent", a=CRAFT, b=MEMBER)
COUPLE_SENT = NOTES.add("couple_sent", a=COUPLE)
PARTY_SENT = NOTES.add("party_sent", a=CELL, b=PARTY, c=GROUND)
HUNTERS_SENT = NOTES.add("hunters_sent", a=CELL, b=PACK, c=QUARRY)
PAINTER_SENT = NOTES.add("painter_sent", a=SLOT, b=MEMBER, c=QUARRY)
PUPIL_SENT = NOTES.add("pupil_sent", a=TRACK, b=MEMBER)
SHAMAN_SENT = NOTES.add("shaman_sent", a=PLACE_OF_HUT)
MARKED = NOTES.add("marked", a=SLOT, b=QUARRY)
PARTNERED = NOTES.add("partnered", a=PARTNER_MEMBER)
LAND_PHASE = NOTES.add("land_phase")
REVEALED = NOTES.add("revealed", a=CELL, b=GROUND)
SPAWN_REVEALED = NOTES.add("spawn_revealed", a=CELL, b=HERDS)
RESOLUTION_PHASE = NOTES.add("resolution_phase")
PAID = NOTES.add("paid", a=NUMBER, b=GOOD, c=PILE)
GAINED = NOTES.add("gained", a=NUMBER, b=GOOD, c=PILE)
BUILT = NOTES.add("built", a=DWELLING, b=SPOT)
CRAFTED = NOTES.add("crafted", a=CRAFT, b=NUMBER)
BORN = NOTES.add("born", a=NEWBORNS)
HARVESTED = NOTES.add("harvested", a=CELL, b=GROUND)
WORN = NOTES.add("worn", a=CELL)
EXHAUSTED = NOTES.add("exhausted", a=CELL)
HUNTED = NOTES.add("hunted", a=QUARRY, b=CELL)
FORGOT = NOTES.add("forgot", a=QUARRY)
PAINTED = NOTES.add("painted", a=QUARRY, b=SLOT)
PAINTED_TWICE = NOTES.add("painted_twice", a=QUARRY, b=SLOT)
LEARNED = NOTES.add("learned", a=TRACK, b=NUMBER)
HUT_USED = NOTES.add("hut_used", a=PLACE_OF_HUT)
TOKEN_LAID = NOTES.add("token_laid", a=CELL)
MEGALITH_RAISED = NOTES.add("megalith_raised", a=CELL)
PAWN_TAKEN = NOTES.add("pawn_taken")
BARTERED = NOTES.add("bartered", a=PAIR, b=BARTER_GOOD)
SWAPPED = NOTES.add("swapped", a=BARTER_GOOD, b=BARTER_GOOD)
FORGONE = NOTES.add("forgone", a=JOB)
SHAMAN_WAITED = NOTES.add("shaman_waited", a=PLACE_OF_HUT)
MIGRATION_PHASE = NOTES.add("migration_phase")
MIGRATED = NOTES.add("migrated", a=QUARRY, b=CELL, c=CELL)
ARROW_TURNED = NOTES.add("arrow_turned", a=SIDE)
MEAL_PHASE = NOTES.add("meal_phase")
ATE = NOTES.add("ate", a=NUMBER, b=NUMBER, c=MEAL)
HUNGRY = NOTES.add("hungry", a=FOOD)
SPOILED = NOTES.add("spoiled", a=NUMBER, b=NUMBER, c=MEAL)
JOINED = NOTES.add("joined", a=NEWBORNS)
DIED = NOTES.add("died", a=NEWBORNS)
HOMELESS = NOTES.add("homeless", a=MEMBERS)
OBJECTIVE_MET = NOTES.add("objective_met", a=OBJECTIVE, b=NUMBER)
APPEARED = NOTES.add("appeared", a=QUARRY, b=CELL)
FRESCO_SHOWN = NOTES.add("fresco_shown", a=FRESCO)
CRAFT_SHOWN = NOTES.add("craft_shown", a=CRAFT)
VILLAGE_MOVED = NOTES.add("village_moved", a=CELL)
VILLAGE_STAYED = NOTES.add("village_stayed", silent=True)
TOKEN_BACK = NOTES.add("token_back")
PAWN_PASSED = NOTES.add("pawn_passed")
CARD_TURNED = NOTES.add("card_turned", a=CARD, silent=True)  # told as used, declined or idle
EVENT_USED = NOTES.add("event_used", a=CARD, b=EVENT)
EVENT_DECLINED = NOTES.add("event_declined", a=CARD)
EVENT_IDLE = NOTES.add("event_idle", a=CARD, b=EVENT)
WHITE_JOINED = NOTES.add("white_joined", a=OWNER)
WHITE_LEFT = NOTES.add("white_left", a=OWNER)
FOUNDLING = NOTES.add("foundling")
MOULD = NOTES.add("mould", a=NUMBER, b=NUMBER, c=MEAL)
REGROWN = NOTES.add("regrown", a=CELL)
MEMBER_LOST = NOTES.add("member_lost")
HABITAT_LOST = NOTES.add("habitat_lost", a=DWELLING, b=SPOT)
CUBE_LOST = NOTES.add("cube_lost", a=SLOT, b=QUARRY)
LEVEL_LOST = NOTES.add("level_lost", a=TRACK, b=NUMBER)
CRAFT_DISCARDED = NOTES.add("craft_discarded", a=CRAFT)
RIVALS_PAINTED = NOTES.add("rivals_painted", a=QUARRY, b=SLOT)
RIVALS_RELEASED = NOTES.add("rivals_released", a=QUARRY)
SHAMANS_STAND = NOTES.add("shamans_stand", a=PLACE_OF_HUT, b=PLACE_OF_HUT)
RIVAL_MOVED = NOTES.add("rival_moved", a=RIVAL, b=CELL)
CAPTURED = NOTES.add("captured", a=QUARRY, b=CELL)
SOLO_MET = NOTES.add("solo_met", a=SOLO_OBJECTIVE)
SOLO_LOST = NOTES.add("solo_lost", a=SOLO_OBJECTIVE)
GAME_WON = NOTES.add("game_won", a=GOALS)
GAME_LOST = NOTES.add("game_lost", a=GOALS, b=NUMBER)
QUOTA_BROKEN = NOTES.add("quota_broken", a=SCARCITY)
GAVE_UP = NOTES.add("gave_up")
SCORED = NOTES.add("scored", a=NUMBER)


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


assert len(Hut) == len(HUT_NAMES) and len(Member) == MEMBER_KINDS
