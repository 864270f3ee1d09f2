"""Every action of Honga and every note it leaves.

A payment is a short sequence: `barter slot 1`, then, only where there is a real choice,
which mammoths, how many jokers, how many fish, how many berries. Each set of goods that
may be paid (HO-A6c, HO-A8b, HO-B10) has exactly one such sequence.
"""

from __future__ import annotations

from firstfire.kernel.records.domain import NUMBER, Domain
from firstfire.kernel.rules.actions import Actions
from firstfire.kernel.rules.notes import Notes

from .box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES, FIELD_NAMES, GOOD_NAMES
from .state import HERD, MARKER_LIMIT, Bonus


def _spaces(mask: int) -> str:
    """Herd spaces by their numbers: 5 → '1+3'."""
    return "+".join(str(i + 1) for i in range(HERD) if mask >> i & 1) or "none"


SPACE = Domain("space", ("north-west", "north-east", "south-east", "south-west"))
TURN = Domain("turn", ("0", "1", "2", "3"))
FIELD = Domain("field", FIELD_NAMES)
AT = Domain("at", FIELD_NAMES)  # where a hand points, as a sentence says it: at the lake
GOOD = Domain("good", GOOD_NAMES)
GATHERED = Domain("gathered", GOOD_NAMES[:4])
SLOT = Domain.numbers("slot", 1, 3)
COPIES = Domain.numbers("copies", 1, 2)
BARTER_CARD = Domain("barter", BARTER_NAMES)
OFFER = Domain("offer", BARTER_NAMES)  # a barter card with what it asks and pays
PRICE = Domain("price", BARTER_NAMES)  # what it asks
LURE_PRICE = Domain("lure_price", ("mammoth",))
AROUND = Domain("around", ("north-west", "north-east", "south-east", "south-west"))  # the fields around a space
BONUS_CARD = Domain("bonus", BONUS_NAMES)
CHASER_KINDS = (int(Bonus.CHASE_HONGA), int(Bonus.LUCKY_HAND_OR_HONGA), int(Bonus.CAVEMAN_OR_HONGA))
LUCKY_KINDS = (int(Bonus.LUCKY_HAND), int(Bonus.LUCKY_HAND_OR_HONGA))
CHASER = Domain("chaser", (BONUS_NAMES[kind] for kind in CHASER_KINDS))
LUCKY = Domain("lucky", (BONUS_NAMES[kind] for kind in LUCKY_KINDS))
UNITS = Domain.numbers("units", 1, 3)
AMOUNT = Domain.numbers("amount", 0, MARKER_LIMIT)
HERD_SPACES = Domain("herd", (_spaces(mask) for mask in range(1 << HERD)))
WHICH = Domain("which", ("first", "second"))
DISC = Domain("disc", DISC_NAMES)
COLOUR = Domain("colour", ("grey", "red"))
PILE = Domain("pile", ("grey", "red", "barter", "bonus"))

ACTIONS = Actions()
LAY = ACTIONS.add("lay", "lay disc {space} turned {turn}", space=SPACE, turn=TURN)
GATHER = ACTIONS.add("gather", "gather {good}", good=GATHERED)
EXPLORE = ACTIONS.add("explore", "explore forest")
LURE = ACTIONS.add("lure", "lure mammoth")
CLIMB = ACTIONS.add("climb", "climb mountain")
BARTER = ACTIONS.add("barter", "barter slot {slot}", slot=SLOT)
GOOD_BARTER = ACTIONS.add("good_barter", "barter slot {slot} with {copies} good_barter", slot=SLOT, copies=COPIES)
TWO_POINTS = ACTIONS.add("two_points", "play two_points")
CHASE = ACTIONS.add("chase", "play {card} to chase honga", card=CHASER)
LUCKY_HAND = ACTIONS.add("lucky", "play {card} on {field}", card=LUCKY, field=AT)
EXTRA_DISC = ACTIONS.add("extra_disc", "play extra_disc")
SWAP = ACTIONS.add("swap", "play swap_mushroom_berry")
SATED = ACTIONS.add("sated", "play sated_mammoths")
CAVEMAN = ACTIONS.add("caveman", "play caveman_or_honga to climb")
BUY = ACTIONS.add("buy", "play bought_points for {units}", units=UNITS)
END = ACTIONS.add("end", "end turn")
GIVE = ACTIONS.add("give", "give herd {spaces}", spaces=HERD_SPACES)
JOKERS = ACTIONS.add("jokers", "pay {amount} jokers", amount=AMOUNT)
FISH = ACTIONS.add("fish", "pay {amount} fish", amount=AMOUNT)
BERRIES = ACTIONS.add("berries", "pay {amount} berries", amount=AMOUNT)
KEEP = ACTIONS.add("keep", "keep {which} disc", which=WHICH)

NOTES = Notes()
BEGINS = NOTES.add("begins")  # seat: takes the fire
ROUND = NOTES.add("round", a=NUMBER)
TURN_BEGINS = NOTES.add("turn")
OPENS = NOTES.add("opens", a=NUMBER, b=OFFER)  # slot, card
RESHUFFLES = NOTES.add("reshuffles", a=PILE, b=NUMBER)
DRAWS_DISC = NOTES.add("draws_disc", a=COLOUR, c=DISC)
KEEPS_DISC = NOTES.add("keeps_disc", a=COLOUR, c=DISC)
RETURNS_DISC = NOTES.add("returns_disc", a=COLOUR, c=DISC)
PICKS_UP = NOTES.add("picks_up", c=BONUS_CARD)
LAYS = NOTES.add("lays", a=DISC, b=SPACE, c=TURN)
POINTS_AT = NOTES.add("points", a=NUMBER, b=AT)
MINDS = NOTES.add("minds")
NEGLECTS = NOTES.add("neglects")
STAYS = NOTES.add("stays")
FEEDS = NOTES.add("feeds", a=GOOD)
FEEDS_NOTHING = NOTES.add("feeds_nothing")
GATHERS = NOTES.add("gathers", a=GOOD, b=NUMBER)
EXPLORES = NOTES.add("explores")
PAYS = NOTES.add("pays", a=NUMBER, b=GOOD)
GIVES_TRAY = NOTES.add("gives_tray", a=NUMBER)
GIVES_HERD = NOTES.add("gives_herd", a=NUMBER)
LURES = NOTES.add("lures")
PUSHED_OUT = NOTES.add("pushed_out")
TAKES_TUSK = NOTES.add("takes_tusk")
TUSK_RETURNS = NOTES.add("tusk_returns")
CLIMBS = NOTES.add("climbs", a=NUMBER)
REACHES_TOP = NOTES.add("reaches_top", a=NUMBER, b=NUMBER)  # points, and now in all
HONOURED = NOTES.add("honoured", a=NUMBER, b=NUMBER, c=NUMBER)  # points, step, now in all
LAPSE = NOTES.add("lapse", a=NUMBER)
BARTERS = NOTES.add("barters", a=BARTER_CARD, b=NUMBER, c=NUMBER)  # card, points, now in all
PLAYS = NOTES.add("plays", a=BONUS_CARD)
SCORES = NOTES.add("scores", a=NUMBER, b=NUMBER)  # points, now in all
CHASES = NOTES.add("chases")
ADDS_HAND = NOTES.add("adds_hand", a=AT)
TARGET = NOTES.add("target", a=NUMBER)
ENDS = NOTES.add("ends", a=NUMBER)
