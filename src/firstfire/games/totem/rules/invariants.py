"""Invariants of a position (section 11). Those that need the history of a game are tested over
whole games in the tests: TT-I7, TT-I8, TT-I9, TT-I14, TT-I16, TT-I19, TT-I20 and TT-I21."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, NOBODY

from ..box import ALL_CARDS, CARDS, SLOTS, Box, Power
from ..state import EMPTY, SEATS, Ending, OptionPlace, Phase, State
from .hands import hidden_totems

INVARIANTS = {
    1: "TT-I1: deck, discard pile, hands and zones hold each card exactly once",
    2: "TT-I2: each slot is empty or holds one card, and the count of totems is right",
    3: "TT-I3: a hidden totem is upright; a sideways one is face up and has a power",
    4: "TT-I4: a face-up totem with a power is sideways",
    5: "TT-I5: hands hold at most eight cards on turn, seven off turn, six after the own turn",
    6: "TT-I6: at most two attacks in a turn, counted as the phase says",
    10: "TT-I10: from the first action to the end both zones hold a totem",
    11: "TT-I11: in ACTION the active hand is not empty",
    12: "TT-I12: there is a last drawer exactly when the deck is empty",
    13: "TT-I13: before turn n the deck holds at most 39 - n cards",
    15: "TT-I15: the right player decides, and an Eye has something to discover",
    17: "TT-I17: the ending and the winner fit together",
    18: "TT-I18: destruction leaves exactly one zone empty, a count none",
    30: "the deck's row is blank beyond its cards, and counters agree with sets",
}


@rule
def check(s: State, box: Box) -> int:
    """The number of the first broken invariant, 0 when all hold."""
    broken = check_cards(s)
    for seat in range(SEATS):
        if broken == 0:
            broken = check_zone(s, box, seat)
    if broken == 0:
        broken = check_hands(s, box)
    if broken == 0 and s.over == 0:
        broken = check_turn(s, box)
    if broken == 0 and s.over != 0:
        broken = check_end(s)
    return broken


@rule
def check_cards(s: State) -> int:
    """TT-I1: no card is lost and none stands twice."""
    cards = s.discard
    found = popcount(s.discard)
    for i in range(s.deck_left):
        cards |= 1 << s.deck[i]
    found += s.deck_left
    for seat in range(SEATS):
        side = s.sides[seat]
        cards |= side.hand
        found += popcount(side.hand)
        if popcount(side.hand) != side.hand_size:
            return 30
        for slot in range(SLOTS):
            if side.zone[slot].card != EMPTY:
                cards |= 1 << side.zone[slot].card
                found += 1
    for i in range(s.deck_left, CARDS):
        if s.deck[i] != HIDDEN:
            return 30
    return 0 if cards == ALL_CARDS and found == CARDS else 1


@rule
def check_zone(s: State, box: Box, seat: int) -> int:
    """TT-I2 to TT-I4."""
    standing = 0
    for slot in range(SLOTS):
        totem = s.sides[seat].zone[slot]
        if totem.card == EMPTY:
            if totem.face_up != 0 or totem.spent != 0:
                return 2
            continue
        standing += 1
        has_power = box.power[totem.card] != Power.NONE
        if totem.spent != 0 and (totem.face_up == 0 or not has_power):
            return 3
        if totem.face_up != 0 and totem.spent == 0 and has_power and not may_stay_ready(s, box, totem.card):
            return 4
    return 0 if standing == s.sides[seat].standing else 2


@rule
def may_stay_ready(s: State, box: Box, card: int) -> bool:
    """TT-I4: only cards turned up by the final reveal, or a Shield with shield_weak_spends=no."""
    if s.over != 0 and (s.ending == Ending.LEVELS or s.ending == Ending.DRAW):
        return True
    return s.options[OptionPlace.SHIELD_WEAK_SPENDS] != 0 and box.power[card] == Power.SHIELD


@rule
def check_hands(s: State, box: Box) -> int:
    """TT-I5: the limit, one more by a Sum off turn, one more by the turn draw."""
    if s.phase == Phase.SETUP:
        return 0
    resting = s.sides[1 - s.active].hand_size
    if s.sides[s.active].hand_size > box.hand_limit + 2 or resting > box.hand_limit + 1:
        return 5
    if s.phase == Phase.ACTION and resting > box.hand_limit:
        return 5
    return 0


@rule
def check_turn(s: State, box: Box) -> int:
    """TT-I6 and TT-I10 to TT-I15."""
    if s.phase == Phase.SETUP:
        return 0 if s.attacks == 0 and s.turn == 0 and s.active == s.starter else 6
    if s.attacks > box.attack_limit or (s.phase == Phase.ACTION and s.attacks != 0):
        return 6
    if s.phase == Phase.AFTER_WIN and s.attacks != 1:
        return 6
    if s.sides[0].standing == 0 or s.sides[1].standing == 0:
        return 10
    if s.phase == Phase.ACTION and s.sides[s.active].hand_size == 0:
        return 11
    if (s.deck_left == 0) != (s.last != NOBODY):
        return 12
    if s.deck_left + s.turn > CARDS - SEATS * box.deal:
        return 13
    if s.phase == Phase.EYE and hidden_totems(s, 1 - s.player) == 0:
        return 15
    if s.phase != Phase.EYE and s.phase != Phase.SUM and s.player != s.active:
        return 15
    return 0


@rule
def check_end(s: State) -> int:
    """TT-I17, TT-I18."""
    if s.phase != Phase.OVER or (s.ending == Ending.DRAW) != (s.winner == NOBODY):
        return 17
    empty = 0
    for seat in range(SEATS):
        if s.sides[seat].standing == 0:
            empty += 1
    return 0 if empty == (1 if s.ending == Ending.DESTRUCTION else 0) else 18
