"""What the record of Totem may hold, and how a position of it is written.

    sides=[{hand=[N12a S3] zone=[(H4) E6~ N11a -]} …] deck=[P1 E1]

In a zone `(H4)` lies hidden, `N11a` face up, `E6~` face up and sideways, `-` is an empty slot. The top of the deck is
its last card. Cards that are named nowhere lie on the discard pile.
"""

from __future__ import annotations

from firstfire.kernel.observations.fields import (
    FLAG,
    SEAT_OR_NONE,
    SEATED,
    Fields,
    Spelling,
    counted,
    derived,
    filled,
    number,
    one_of,
    set_of,
)
from firstfire.kernel.records.bits import popcount

from ..actions import CARD
from ..box import ALL_CARDS, CARDS, SLOTS, Box
from ..state import EMPTY, SEATS, State, Totem


def write_totem(totem: Totem) -> str | None:
    """What lies in a slot, in short."""
    if totem.card == EMPTY:
        return "-" if not totem.face_up and not totem.spent else None
    if not 0 <= totem.card < CARDS or (totem.spent and not totem.face_up):
        return None
    name = CARD.values[totem.card]
    return f"({name})" if not totem.face_up else f"{name}~" if totem.spent else name


def read_totem(text: str, totem: Totem) -> str | None:
    """Lay a totem into an empty slot as a text says."""
    if text == "-":
        return None
    hidden, spent = text.startswith("(") and text.endswith(")"), text.endswith("~")
    name = text[1:-1] if hidden else text.removesuffix("~")
    if name not in CARD:
        return f"{text!r} is not a card as it lies in a slot: (H4) hidden, H4 face up, H4~ sideways, - for none"
    totem.card, totem.face_up, totem.spent = CARD.index(name), int(not hidden), int(spent)
    return None


FIELDS: Fields = {
    "discard": derived(set_of(CARD.values)),
    "sides.hand": set_of(CARD.values),
    "sides.shown": set_of(CARD.values),
    "sides.suspects": set_of(CARD.values),
    "sides.zone": Spelling(write_totem, read_totem),
    "sides.zone.card": one_of(CARD.values, below=("hidden", "-")),
    "sides.zone.face_up": FLAG,
    "sides.zone.spent": FLAG,
    "sides.hand_size": counted(CARDS),
    "sides.standing": counted(SLOTS),
    "deck": one_of(CARD.values, below=("-",)),
    "deck_left": counted(CARDS),
    "starter": SEATED,
    "active": SEATED,
    "turn": number(0, CARDS),
    "attacks": number(0, 2),
    "then": one_of(("end", "after_won")),
    "last": SEAT_OR_NONE,
    "winner": SEAT_OR_NONE,
    "pile": one_of(CARD.values),
    "since": number(0, CARDS),
}


def complete(s: State, box: Box) -> None:
    """Count hands, zones and deck; what is named nowhere lies on the discard pile."""
    s.deck_left = filled(s, "deck")
    cards = [s.deck[i] for i in range(s.deck_left)]
    named = 0
    for seat in range(SEATS):
        side = s.sides[seat]
        lying = [side.zone[slot].card for slot in range(SLOTS) if side.zone[slot].card != EMPTY]
        side.hand_size, side.standing = popcount(side.hand), len(lying)
        named |= side.hand
        cards += lying
    for card in cards:
        named |= 1 << card if card >= 0 else 0
    s.discard = ALL_CARDS & ~named
