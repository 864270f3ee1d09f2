"""Setting up: the deal, and the four totems each player places unseen (section 3)."""

from __future__ import annotations

from firstfire.kernel.records.rng import below, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY, note, secret_note
from firstfire.kernel.rules.side_by_side import SideBySide

from ..actions import NOTE_DEALT, NOTE_DEALT_CARD, NOTE_LAID, NOTE_PLACED
from ..box import CARDS, SLOTS, Box
from ..state import EMPTY, SEATS, Phase, State
from .hands import put_face_down, take_from_deck, take_from_hand
from .turn import start_turn


@rule
def setup(s: State, box: Box) -> None:
    """TT-S1, TT-S2, TT-H0a, TT-H0b: a coin for the starting player, one shuffle, and the deal."""
    s.starter = below(s, SEATS)
    s.active = s.starter
    s.player = s.starter
    s.phase = Phase.SETUP
    s.last = NOBODY
    s.winner = NOBODY
    for i in range(CARDS):
        s.deck[i] = i
    shuffle(s, s.deck, CARDS)
    s.deck_left = CARDS
    for seat in range(SEATS):
        for slot in range(SLOTS):
            s.sides[seat].zone[slot].card = EMPTY
        deal_hand(s, box, seat)


@rule
def deal_hand(s: State, box: Box, seat: int) -> None:
    """TT-S3, TT-S6: seven cards from the top, seat 0 first; what is left is the deck."""
    note(s, NOTE_DEALT, seat, box.deal)
    for _ in range(box.deal):
        card = take_from_deck(s, seat)
        secret_note(s, NOTE_DEALT_CARD, seat, 0, 0, card)


@rule
def place(s: State, card: int) -> None:
    """TT-S4, TT-S7: lay one of four cards face down; the order of the slots is the player's."""
    seat = s.player
    take_from_hand(s, seat, card)
    put_face_down(s, seat, s.sides[seat].standing, card)
    s.sides[seat].standing += 1
    if s.sides[seat].standing == SLOTS:
        finish_placing(s, seat)


@rule
def has_to_place(s: State, seat: int) -> bool:
    """Whether a player has not laid all four totems."""
    return s.sides[seat].standing < SLOTS


@rule
def ask_to_place(s: State, seat: int, phase: int) -> None:
    """A player lays the next totem."""
    s.player = seat
    s.phase = phase


@rule
def finish_placing(s: State, seat: int) -> None:
    """TT-S4, TT-S5: the other player places, or, when both have, play starts with the starting player."""
    note(s, NOTE_PLACED, seat)
    for slot in range(SLOTS):
        secret_note(s, NOTE_LAID, seat, slot, 0, s.sides[seat].zone[slot].card)
    if has_to_place(s, 1 - seat):
        ask_to_place(s, 1 - seat, Phase.SETUP)
    else:
        start_turn(s, s.starter)


# TT-S4: neither sees anything of what the other places.
SIDE_BY_SIDE = SideBySide((Phase.SETUP,), is_pending=has_to_place, ask=ask_to_place)
