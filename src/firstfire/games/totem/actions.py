"""Actions and notes of Totem: every choice and every event, by number and by text."""

from __future__ import annotations

import re

from firstfire.kernel.records.domain import NUMBER, SEAT, Domain
from firstfire.kernel.rules.actions import Actions
from firstfire.kernel.rules.notes import Notes

from .box import CARD_IDS, SLOTS, SWORDS

CARD = Domain("card", CARD_IDS)
SWORD = Domain("card", CARD_IDS[:SWORDS])
SLOT = Domain.numbers("slot", 1, SLOTS)
ANSWER = Domain("answer", ("yes", "no"))
REASON = Domain("reason", ("turn", "discard", "sum", "draw-pass"))
DISCARDED_FOR = Domain("discarded_for", ("discard", "limit"))
STOPPED_BY = Domain("stopped_by", ("level", "shield", "shield_return"))

# The card runs fastest in every block, so that a whole hand is allowed at once (`allow_set`).
ACTIONS = Actions()
PLACE = ACTIONS.add("place", "place {card}", card=CARD)
ATTACK = ACTIONS.add("attack", "attack {card} -> {slot}", slot=SLOT, card=CARD)
PAIR = ACTIONS.add("pair", "attack {sword}+{card} -> {slot}", sword=SWORD, slot=SLOT, card=CARD)
DEFEND = ACTIONS.add("defend", "defend {card}", card=CARD)
SWAP = ACTIONS.add("swap", "swap {card} <-> {slot}", slot=SLOT, card=CARD)
DISCARD = ACTIONS.add("discard", "discard {card}", card=CARD)
TRIM = ACTIONS.add("trim", "trim {card}", card=CARD)
PASS = ACTIONS.add("pass", "pass")
DRAW_PASS = ACTIONS.add("draw_pass", "draw-pass")
EYE = ACTIONS.add("eye", "eye {slot}", slot=SLOT)
SUM = ACTIONS.add("sum", "sum {answer}", answer=ANSWER)
YES, NO = range(len(ANSWER))
SUM_YES = SUM + YES

# Section 10.3, in its order. `dealt_card` and `laid` carry the secret part of `dealt` and `placed`.
NOTES = Notes()
NOTE_DEALT = NOTES.add("dealt", a=NUMBER)
NOTE_DEALT_CARD = NOTES.add("dealt_card", c=CARD, silent=True)
NOTE_PLACED = NOTES.add("placed")
NOTE_LAID = NOTES.add("laid", a=SLOT, c=CARD, silent=True)
NOTE_TURN = NOTES.add("turn", a=NUMBER)
NOTE_DREW = NOTES.add("drew", a=REASON, b=NUMBER, c=CARD)
NOTE_ATTACK = NOTES.add("attack", a=CARD, b=SLOT, c=NUMBER)
NOTE_PAIR = NOTES.add("pair", a=CARD, b=CARD, c=SLOT, d=NUMBER)
NOTE_FLIPPED = NOTES.add("flipped", a=SLOT, b=CARD)
NOTE_HELD = NOTES.add("held", a=SLOT, b=STOPPED_BY, c=CARD)
NOTE_RETURNED = NOTES.add("returned", a=CARD)
NOTE_DESTROYED = NOTES.add("destroyed", a=SLOT, b=CARD)
NOTE_SPENT = NOTES.add("spent", a=SLOT, b=CARD)
NOTE_DISCOVERED = NOTES.add("discovered", a=SEAT, b=SLOT, c=CARD)
NOTE_DECLINED = NOTES.add("declined")
NOTE_DEFENDED = NOTES.add("defended", a=SLOT, c=CARD)
NOTE_SWAPPED = NOTES.add("swapped", a=SLOT, c=CARD, d=CARD)
NOTE_DISCARDED = NOTES.add("discarded", a=CARD, b=DISCARDED_FOR)
NOTE_PASSED = NOTES.add("passed")
NOTE_STUCK = NOTES.add("stuck")
NOTE_DECK_EMPTY = NOTES.add("deck_empty")
NOTE_END1 = NOTES.add("end1", a=NUMBER, b=NUMBER)
NOTE_END2_COUNT = NOTES.add("end2_count", a=NUMBER, b=NUMBER)
NOTE_END2_SUM = NOTES.add("end2_sum", a=NUMBER, b=NUMBER, c=NUMBER, d=NUMBER)
NOTE_END2_DRAW = NOTES.add("end2_draw", a=NUMBER, b=NUMBER, c=NUMBER, d=NUMBER)
REASON_TURN, REASON_DISCARD, REASON_SUM, REASON_DRAW_PASS = range(len(REASON))
FOR_ACTION, FOR_LIMIT = range(len(DISCARDED_FOR))
BY_LEVEL, BY_SHIELD, BY_SHIELD_RETURN = range(len(STOPPED_BY))


def canonical(text: str) -> str:
    """TT-K2: a pair is a set. Whatever order its cards are named in, the Sword (of two, the lower one)
    comes first."""
    pair = re.fullmatch(r"\s*attack\s+(\w+)\s*\+\s*(\w+)\s*->\s*(\w+)\s*", text)
    if pair is None or not {pair[1], pair[2]} <= PLACES.keys():
        return text
    first, second = sorted((pair[1], pair[2]), key=lambda name: PLACES[name])
    return f"attack {first}+{second} -> {pair[3]}"


# Where a card stands among all; an equal one may be named without its letter.
PLACES = {name.rstrip("abcd"): place for place, name in enumerate(CARD_IDS)} | {
    name: place for place, name in enumerate(CARD_IDS)
}
