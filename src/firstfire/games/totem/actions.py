"""Actions and notes of Totem: every choice and every event, by number and by text."""

from __future__ import annotations

import re

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.domain import NUMBER, SEAT, Domain
from firstfire.kernel.notes import NoteKind, Notes

from .box import CARD_IDS, SLOTS, SWORDS

CARD = Domain("card", CARD_IDS)
SWORD = Domain("card", CARD_IDS[:SWORDS])
SLOT = Domain.numbers("slot", 1, SLOTS)
ANSWER = Domain("answer", ("yes", "no"))
REASON = Domain("reason", ("turn", "discard", "sum", "draw-pass"))
DISCARDED_FOR = Domain("discarded_for", ("discard", "limit"))
STOPPED_BY = Domain("stopped_by", ("level", "shield", "shield_return"))

# The card runs fastest in every block, so that a whole hand is allowed at once (`allow_set`).
ACTIONS = Actions(
    Block("place", "place {card}", card=CARD),
    Block("attack", "attack {card} -> {slot}", slot=SLOT, card=CARD),
    Block("pair", "attack {sword}+{card} -> {slot}", sword=SWORD, slot=SLOT, card=CARD),
    Block("defend", "defend {card}", card=CARD),
    Block("swap", "swap {card} <-> {slot}", slot=SLOT, card=CARD),
    Block("discard", "discard {card}", card=CARD),
    Block("trim", "trim {card}", card=CARD),
    Block("pass", "pass"),
    Block("draw_pass", "draw-pass"),
    Block("eye", "eye {slot}", slot=SLOT),
    Block("sum", "sum {answer}", answer=ANSWER),
)
PLACE, ATTACK, PAIR, DEFEND, SWAP, DISCARD, TRIM, PASS, DRAW_PASS, EYE, SUM = ACTIONS.firsts(
    "place", "attack", "pair", "defend", "swap", "discard", "trim", "pass", "draw_pass", "eye", "sum"
)
YES, NO = range(len(ANSWER))
SUM_YES = SUM + YES

# Section 10.3, in its order. `dealt_card` and `laid` carry the secret part of `dealt` and `placed`.
NOTES = Notes(
    NoteKind("dealt", a=NUMBER),
    NoteKind("dealt_card", c=CARD, silent=True),
    NoteKind("placed"),
    NoteKind("laid", a=SLOT, c=CARD, silent=True),
    NoteKind("turn", a=NUMBER),
    NoteKind("drew", a=REASON, b=NUMBER, c=CARD),
    NoteKind("attack", a=CARD, b=SLOT, c=NUMBER),
    NoteKind("pair", a=CARD, b=CARD, c=SLOT, d=NUMBER),
    NoteKind("flipped", a=SLOT, b=CARD),
    NoteKind("held", a=SLOT, b=STOPPED_BY, c=CARD),
    NoteKind("returned", a=CARD),
    NoteKind("destroyed", a=SLOT, b=CARD),
    NoteKind("spent", a=SLOT, b=CARD),
    NoteKind("discovered", a=SEAT, b=SLOT, c=CARD),
    NoteKind("declined"),
    NoteKind("defended", a=SLOT, c=CARD),
    NoteKind("swapped", a=SLOT, c=CARD, d=CARD),
    NoteKind("discarded", a=CARD, b=DISCARDED_FOR),
    NoteKind("passed"),
    NoteKind("stuck"),
    NoteKind("deck_empty"),
    NoteKind("end1", a=NUMBER, b=NUMBER),
    NoteKind("end2_count", a=NUMBER, b=NUMBER),
    NoteKind("end2_sum", a=NUMBER, b=NUMBER, c=NUMBER, d=NUMBER),
    NoteKind("end2_draw", a=NUMBER, b=NUMBER, c=NUMBER, d=NUMBER),
)
(
    NOTE_DEALT, NOTE_DEALT_CARD, NOTE_PLACED, NOTE_LAID, NOTE_TURN, NOTE_DREW, NOTE_ATTACK, NOTE_PAIR,
    NOTE_FLIPPED, NOTE_HELD, NOTE_RETURNED, NOTE_DESTROYED, NOTE_SPENT, NOTE_DISCOVERED, NOTE_DECLINED,
    NOTE_DEFENDED, NOTE_SWAPPED, NOTE_DISCARDED, NOTE_PASSED, NOTE_STUCK, NOTE_DECK_EMPTY,
    NOTE_END1, NOTE_END2_COUNT, NOTE_END2_SUM, NOTE_END2_DRAW,
) = range(1, len(NOTES.kinds) + 1)  # fmt: skip
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
