"""Moving cards: between deck, hands, zones and the discard pile. No rule of play stands here."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN

from ..box import SLOTS
from ..state import EMPTY, State


@rule
def holds(s: State, seat: int, card: int) -> bool:
    """Whether a card is in a hand."""
    return (s.sides[seat].hand >> card) & 1 != 0


@rule
def hand_of_player(s: State) -> int:
    """The cards in the hand of the player to act, as a set."""
    return s.sides[s.player].hand


@rule
def take_into_hand(s: State, seat: int, card: int) -> None:
    """Add a card to a hand."""
    side = s.sides[seat]
    side.hand |= 1 << card
    side.hand_size += 1


@rule
def take_from_hand(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    side = s.sides[seat]
    side.hand &= ~(1 << card)
    side.hand_size -= 1


@rule
def take_from_deck(s: State, seat: int) -> int:
    """Move the top card of the deck into a hand, and tell which one it was."""
    reveal(s)
    s.deck_left -= 1
    card = s.deck[s.deck_left]
    s.deck[s.deck_left] = HIDDEN
    take_into_hand(s, seat, card)
    return card


@rule
def put_face_down(s: State, seat: int, slot: int, card: int) -> None:
    """R35: lay a card face down in a slot, fresh. To the rival it may be any card that hand had shown."""
    totem = s.sides[seat].zone[slot]
    totem.card = card
    totem.face_up = 0
    totem.spent = 0
    s.sides[seat].suspects[slot] = s.sides[seat].shown
    s.since[seat][slot] = s.turn


@rule
def empty_slot(s: State, seat: int, slot: int) -> None:
    """Leave a slot empty."""
    totem = s.sides[seat].zone[slot]
    totem.card = EMPTY
    totem.face_up = 0
    totem.spent = 0
    s.sides[seat].suspects[slot] = 0
    s.since[seat][slot] = 0


@rule
def discard_card(s: State, seat: int, card: int) -> None:
    """Lay a card of this seat, already taken from its place, open on top of the discard pile (TT-C10)."""
    s.pile[popcount(s.discard)] = card
    s.discard |= 1 << card
    come_to_light(s, seat, card)


@rule
def come_to_light(s: State, seat: int, card: int) -> None:
    """A card of this seat lies open now: the rival no longer wonders where it is."""
    reveal(s)
    side = s.sides[seat]
    if side.shown != 0:
        side.shown &= ~(1 << card)
        for slot in range(SLOTS):
            side.suspects[slot] &= ~(1 << card)


@rule
def turn_face_up(s: State, seat: int, slot: int) -> None:
    """Turn a hidden totem face up, for good."""
    side = s.sides[seat]
    side.zone[slot].face_up = 1
    side.suspects[slot] = 0
    come_to_light(s, seat, side.zone[slot].card)


@rule
def first_empty_slot(s: State, seat: int) -> int:
    """R39: the lowest-numbered empty slot of a zone; SLOTS if it is full."""
    for slot in range(SLOTS):
        if s.sides[seat].zone[slot].card == EMPTY:
            return slot
    return SLOTS


@rule
def is_hidden(s: State, seat: int, slot: int) -> bool:
    """Whether a hidden totem stands in a slot."""
    totem = s.sides[seat].zone[slot]
    return totem.card != EMPTY and totem.face_up == 0


@rule
def hidden_totems(s: State, seat: int) -> int:
    """How many hidden totems stand in a zone."""
    found = 0
    for slot in range(SLOTS):
        if is_hidden(s, seat, slot):
            found += 1
    return found
