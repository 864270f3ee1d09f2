"""Every action of Honga and every note it leaves.

A payment is a short sequence: `barter slot 1`, then, only where there is a real choice,
which mammoths, how many jokers, how many fish, how many berries. Each set of goods that
may be paid (HO-A6c, HO-A8b, HO-B10) has exactly one such sequence.
"""

from __future__ import annotations

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.domain import NUMBER, Domain
from firstfire.kernel.notes import NoteKind, Notes

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

ACTIONS = Actions(
    Block("lay", "lay disc {space} turned {turn}", space=SPACE, turn=TURN),
    Block("gather", "gather {good}", good=GATHERED),
    Block("explore", "explore forest"),
    Block("lure", "lure mammoth"),
    Block("climb", "climb mountain"),
    Block("barter", "barter slot {slot}", slot=SLOT),
    Block("good_barter", "barter slot {slot} with {copies} good_barter", slot=SLOT, copies=COPIES),
    Block("two_points", "play two_points"),
    Block("chase", "play {card} to chase honga", card=CHASER),
    Block("lucky", "play {card} on {field}", card=LUCKY, field=AT),
    Block("extra_disc", "play extra_disc"),
    Block("swap", "play swap_mushroom_berry"),
    Block("sated", "play sated_mammoths"),
    Block("caveman", "play caveman_or_honga to climb"),
    Block("buy", "play bought_points for {units}", units=UNITS),
    Block("end", "end turn"),
    Block("give", "give herd {spaces}", spaces=HERD_SPACES),
    Block("jokers", "pay {amount} jokers", amount=AMOUNT),
    Block("fish", "pay {amount} fish", amount=AMOUNT),
    Block("berries", "pay {amount} berries", amount=AMOUNT),
    Block("keep", "keep {which} disc", which=WHICH),
)
LAY, GATHER, EXPLORE, LURE, CLIMB, BARTER, GOOD_BARTER = ACTIONS.firsts(
    "lay", "gather", "explore", "lure", "climb", "barter", "good_barter"
)
TWO_POINTS, CHASE, LUCKY_HAND, EXTRA_DISC, SWAP, SATED, CAVEMAN, BUY, END = ACTIONS.firsts(
    "two_points", "chase", "lucky", "extra_disc", "swap", "sated", "caveman", "buy", "end"
)
GIVE, JOKERS, FISH, BERRIES, KEEP = ACTIONS.firsts("give", "jokers", "fish", "berries", "keep")

NOTES = Notes(
    NoteKind("begins"),  # seat: takes the fire
    NoteKind("round", a=NUMBER),
    NoteKind("turn"),
    NoteKind("opens", a=NUMBER, b=OFFER),  # slot, card
    NoteKind("reshuffles", a=PILE, b=NUMBER),
    NoteKind("draws_disc", a=COLOUR, c=DISC),
    NoteKind("keeps_disc", a=COLOUR, c=DISC),
    NoteKind("returns_disc", a=COLOUR, c=DISC),
    NoteKind("picks_up", c=BONUS_CARD),
    NoteKind("lays", a=DISC, b=SPACE, c=TURN),
    NoteKind("points", a=NUMBER, b=AT),
    NoteKind("minds"),
    NoteKind("neglects"),
    NoteKind("stays"),
    NoteKind("feeds", a=GOOD),
    NoteKind("feeds_nothing"),
    NoteKind("gathers", a=GOOD, b=NUMBER),
    NoteKind("explores"),
    NoteKind("pays", a=NUMBER, b=GOOD),
    NoteKind("gives_tray", a=NUMBER),
    NoteKind("gives_herd", a=NUMBER),
    NoteKind("lures"),
    NoteKind("pushed_out"),
    NoteKind("takes_tusk"),
    NoteKind("tusk_returns"),
    NoteKind("climbs", a=NUMBER),
    NoteKind("reaches_top", a=NUMBER, b=NUMBER),  # points, and now in all
    NoteKind("honoured", a=NUMBER, b=NUMBER, c=NUMBER),  # points, step, now in all
    NoteKind("lapse", a=NUMBER),
    NoteKind("barters", a=BARTER_CARD, b=NUMBER, c=NUMBER),  # card, points, now in all
    NoteKind("plays", a=BONUS_CARD),
    NoteKind("scores", a=NUMBER, b=NUMBER),  # points, now in all
    NoteKind("chases"),
    NoteKind("adds_hand", a=AT),
    NoteKind("target", a=NUMBER),
    NoteKind("ends", a=NUMBER),
)
BEGINS, ROUND, TURN_BEGINS, OPENS, RESHUFFLES = NOTES.numbers("begins", "round", "turn", "opens", "reshuffles")
DRAWS_DISC, KEEPS_DISC, RETURNS_DISC, PICKS_UP = NOTES.numbers("draws_disc", "keeps_disc", "returns_disc", "picks_up")
LAYS, POINTS_AT, MINDS, NEGLECTS, STAYS, FEEDS, FEEDS_NOTHING = NOTES.numbers(
    "lays", "points", "minds", "neglects", "stays", "feeds", "feeds_nothing"
)
GATHERS, EXPLORES, PAYS, GIVES_TRAY, GIVES_HERD = NOTES.numbers(
    "gathers", "explores", "pays", "gives_tray", "gives_herd"
)
LURES, PUSHED_OUT, TAKES_TUSK, TUSK_RETURNS = NOTES.numbers("lures", "pushed_out", "takes_tusk", "tusk_returns")
CLIMBS, REACHES_TOP, HONOURED, LAPSE = NOTES.numbers("climbs", "reaches_top", "honoured", "lapse")
BARTERS, PLAYS, SCORES, CHASES, ADDS_HAND, TARGET, ENDS = NOTES.numbers(
    "barters", "plays", "scores", "chases", "adds_hand", "target", "ends"
)
