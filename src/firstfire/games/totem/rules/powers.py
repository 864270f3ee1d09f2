"""What follows a combat: the winner's power, and the choice of a second attack (5.3, TT-K10)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    NOTE_DECLINED,
    NOTE_DISCOVERED,
    NOTE_PASSED,
    NOTE_SPENT,
    REASON_DRAW_PASS,
    REASON_SUM,
    YES,
)
from ..box import Box, Power
from ..state import OptionPlace, Phase, State, Then
from .hands import hidden_totems, is_hidden, turn_face_up
from .turn import draw, finish_action


@rule
def fire(s: State, seat: int, power: int) -> bool:
    """TT-P0b, TT-P0c, TT-T4, R13, R15: the power of the winner of a combat acts by itself. A beaten card
    never gets here (TT-P3f, TT-P4d). Sword and Shield do nothing now (TT-P1d, TT-P2d): they have worked
    before the comparison (R40). An Eye with nothing to discover is spent all the same (TT-P3e). True if
    play goes on, False if somebody is asked."""
    if power == Power.EYE and hidden_totems(s, 1 - seat) > 0:
        s.player = seat
        s.phase = Phase.EYE
        return False
    if power == Power.SUM and s.deck_left > 0:
        return fire_sum(s, seat)
    return True


@rule
def fire_sum(s: State, seat: int) -> bool:
    """TT-P4a, TT-P4b, TT-T7: the owner draws at once, on or off turn; no hand limit is checked. With the
    option sum_forced=no the owner is asked first. (TT-P4c: an empty deck gives nothing.)"""
    if s.options[OptionPlace.SUM_FORCED] != 0:
        s.player = seat
        s.phase = Phase.SUM
        return False
    draw(s, seat, REASON_SUM)
    return True


@rule
def answer_sum(s: State, answer: int) -> None:
    """Section 7, sum_forced=no: the owner of the Sum draws, or leaves it."""
    if answer == YES:
        draw(s, s.player, REASON_SUM)
    else:
        note(s, NOTE_DECLINED, s.player)


@rule
def can_discover(s: State, slot: int) -> bool:
    """TT-P3c, R11: any hidden totem of the other player, and one must be chosen."""
    return is_hidden(s, 1 - s.player, slot)


@rule
def discover(s: State, box: Box, slot: int) -> None:
    """TT-P3a, TT-P3b, TT-P3d, TT-T8, R10: the chosen totem is turned up and its power annulled. This is
    no attack: nothing answers it (R12, R36), and the totem stays where it is (R33)."""
    owner = 1 - s.player
    turn_face_up(s, owner, slot)
    note(s, NOTE_DISCOVERED, s.player, owner, slot, s.sides[owner].zone[slot].card)
    turn_sideways(s, box, owner, slot)


@rule
def turn_sideways(s: State, box: Box, seat: int, slot: int) -> None:
    """TT-P0a, TT-P0e, R16: a power that was used or annulled is gone for good; levels without a power
    are never turned."""
    totem = s.sides[seat].zone[slot]
    if box.power[totem.card] != Power.NONE and totem.spent == 0:
        totem.spent = 1
        note(s, NOTE_SPENT, seat, slot, totem.card)


@rule
def go_on(s: State, box: Box) -> None:
    """TT-K9, TT-K10, TT-K12, R21: after a won first attack the active player may attack again; after
    anything else the action is finished."""
    if s.then == Then.AFTER_WON and s.attacks < box.attack_limit:
        s.player = s.active
        s.phase = Phase.AFTER_WIN
    else:
        finish_action(s, box)


@rule
def can_draw_pass(s: State) -> bool:
    """TT-K11, R22: with an empty hand, while the deck has a card."""
    return s.sides[s.player].hand_size == 0 and s.deck_left > 0


@rule
def pass_attack(s: State) -> None:
    """TT-K10: no second attack."""
    s.then = Then.END
    note(s, NOTE_PASSED, s.player)


@rule
def draw_and_pass(s: State) -> None:
    """TT-K11: one card for an empty hand; it is not played this turn."""
    s.then = Then.END
    draw(s, s.player, REASON_DRAW_PASS)
