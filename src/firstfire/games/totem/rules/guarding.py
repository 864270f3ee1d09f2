"""The quiet actions: Defend, Swap and Discard (TT-A2 to TT-A4)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note, secret_note

from ..actions import (
    FOR_ACTION,
    NOTE_DEFENDED,
    NOTE_DISCARDED,
    NOTE_SWAPPED,
    REASON_DISCARD,
)
from ..box import SLOTS
from ..state import OptionPlace, State
from .hands import discard_card, first_empty_slot, is_hidden, put_face_down, take_from_hand, take_into_hand
from .turn import draw


@rule
def can_defend(s: State) -> bool:
    """TT-A2: with fewer than four totems."""
    return s.sides[s.player].standing < SLOTS


@rule
def guards(s: State) -> int:
    """TT-A2: any card of the hand may defend."""
    return s.sides[s.player].hand if can_defend(s) else 0


@rule
def defend(s: State, card: int) -> None:
    """TT-A2, R17, R39: one card goes face down into the lowest-numbered empty slot."""
    seat = s.player
    slot = first_empty_slot(s, seat)
    put_face_down(s, seat, slot, card)
    take_from_hand(s, seat, card)
    s.sides[seat].standing += 1
    secret_note(s, NOTE_DEFENDED, seat, slot, 0, card)


@rule
def can_swap(s: State, slot: int) -> bool:
    """TT-A3: only a hidden totem; discovered ones are fixed."""
    return is_hidden(s, s.player, slot)


@rule
def replacements(s: State, slot: int) -> int:
    """TT-A3: any card of the hand for any hidden totem of one's own."""
    return s.sides[s.player].hand if can_swap(s, slot) else 0


@rule
def swap(s: State, card: int, slot: int) -> None:
    """TT-A3, R18: the card takes the totem's slot face down, the old totem goes to the hand unseen."""
    seat = s.player
    former = s.sides[seat].zone[slot].card
    put_face_down(s, seat, slot, card)
    take_from_hand(s, seat, card)
    take_into_hand(s, seat, former)
    secret_note(s, NOTE_SWAPPED, seat, slot, 0, card, former)


@rule
def can_discard(s: State) -> bool:
    """TT-A4, R19: always; with the option discard_empty_deck=no only while there is a card to draw."""
    return s.deck_left > 0 or s.options[OptionPlace.DISCARD_EMPTY_DECK] == 0


@rule
def discards(s: State) -> int:
    """TT-A4: any card of the hand may be discarded."""
    return s.sides[s.player].hand if can_discard(s) else 0


@rule
def discard(s: State, card: int) -> None:
    """TT-A4: one card out, one card in if the deck has one."""
    take_from_hand(s, s.player, card)
    discard_card(s, s.player, card)
    note(s, NOTE_DISCARDED, s.player, card, FOR_ACTION)
    draw(s, s.player, REASON_DISCARD)
