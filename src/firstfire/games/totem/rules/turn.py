"""The turn: drawing, the hand limit, the end of the turn and of the game (4.2 and section 6)."""

from __future__ import annotations

from firstfire.kernel.records.header import end_game
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY, note, secret_note

from ..actions import (
    FOR_LIMIT,
    NOTE_DECK_EMPTY,
    NOTE_DISCARDED,
    NOTE_DREW,
    NOTE_END1,
    NOTE_END2_COUNT,
    NOTE_END2_DRAW,
    NOTE_END2_SUM,
    NOTE_TURN,
    REASON_TURN,
)
from ..box import SLOTS, Box
from ..state import EMPTY, SEATS, Ending, Phase, State, Then
from .hands import discard_card, is_hidden, take_from_deck, take_from_hand, turn_face_up


@rule
def start_turn(s: State, seat: int) -> None:
    """TT-T1, TT-T2, R27: the active player draws one card, then must act."""
    s.active = seat
    s.player = seat
    s.phase = Phase.ACTION
    s.turn += 1
    s.attacks = 0
    s.then = Then.END
    note(s, NOTE_TURN, seat, s.turn)
    draw(s, seat, REASON_TURN)


@rule
def draw(s: State, seat: int, reason: int) -> None:
    """TT-T1, TT-G2, TT-P4e: take the top card in secret; nothing when the deck is empty. Whoever
    takes the last card is the last drawer; the discard pile is never reused (R31)."""
    if s.deck_left == 0:
        return
    card = take_from_deck(s, seat)
    secret_note(s, NOTE_DREW, seat, reason, s.deck_left, card)
    if s.deck_left == 0:
        s.last = seat
        note(s, NOTE_DECK_EMPTY, seat)


@rule
def finish_action(s: State, box: Box) -> None:
    """TT-T5, R23: only the active player, only now, may not hold more than six cards."""
    s.player = s.active
    if s.sides[s.active].hand_size > box.hand_limit:
        s.phase = Phase.HAND_LIMIT
    else:
        end_turn(s, box)


@rule
def trim(s: State, card: int) -> None:
    """TT-T5: discard cards of one's choice, one at a time, until six are left."""
    take_from_hand(s, s.player, card)
    discard_card(s, s.player, card)
    note(s, NOTE_DISCARDED, s.player, card, FOR_LIMIT)


@rule
def end_turn(s: State, box: Box) -> None:
    """TT-T6, TT-G3, R24, R41: a turn of the last drawer was the last turn of the game."""
    if s.last == s.active:
        count_totems(s, box)
    else:
        start_turn(s, 1 - s.active)


@rule
def win_by_destruction(s: State) -> None:
    """TT-G1, TT-G7, R26: the rival's last totem fell; the active player wins at once."""
    note(s, NOTE_END1, s.active, s.sides[s.active].standing, 0)
    finish_game(s, s.active, Ending.DESTRUCTION)


@rule
def count_totems(s: State, box: Box) -> None:
    """TT-G4: more totems win, hidden or not."""
    a = s.sides[0].standing
    b = s.sides[1].standing
    if a == b:
        compare_levels(s, box)
        return
    winner = 0 if a > b else 1
    note(s, NOTE_END2_COUNT, winner, max(a, b), min(a, b))
    finish_game(s, winner, Ending.COUNT)


@rule
def compare_levels(s: State, box: Box) -> None:
    """TT-G5, TT-G6: as many totems on both sides; all are revealed, and the higher sum of levels
    wins. No power acts. Equal sums are a draw."""
    for seat in range(SEATS):
        for slot in range(SLOTS):
            if is_hidden(s, seat, slot):
                turn_face_up(s, seat, slot)
    standing = s.sides[0].standing
    a = zone_level(s, box, 0)
    b = zone_level(s, box, 1)
    if a == b:
        note(s, NOTE_END2_DRAW, NOBODY, standing, standing, a, b)
        finish_game(s, NOBODY, Ending.DRAW)
        return
    winner = 0 if a > b else 1
    note(s, NOTE_END2_SUM, winner, standing, standing, max(a, b), min(a, b))
    finish_game(s, winner, Ending.LEVELS)


@rule
def finish_game(s: State, winner: int, ending: int) -> None:
    """The game is over; nothing else is resolved any more."""
    s.winner = winner
    s.phase = Phase.OVER
    end_game(s, ending)


@rule
def zone_level(s: State, box: Box, seat: int) -> int:
    """TT-G5: the sum of the levels in a zone whose cards are all known."""
    total = 0
    for slot in range(SLOTS):
        card = s.sides[seat].zone[slot].card
        if card != EMPTY:
            total += box.level[card]
    return total
