"""The table of decisions: what is legal in each phase, and which rule carries it out (A.2)."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow_set
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from .actions import (
    ATTACK,
    DEFEND,
    DISCARD,
    DRAW_PASS,
    EYE,
    NOTE_STUCK,
    PASS,
    PLACE,
    SUM,
    SUM_YES,
    SWAP,
    TRIM,
    block_card,
    block_slot,
    leader,
    partner,
)
from .box import SLOTS, SWORDS, Box
from .rules.combat import attack, least_total, legal_attacks, partners_of
from .rules.guarding import (
    can_defend,
    can_discard,
    can_swap,
    defend,
    discard,
    legal_defences,
    legal_discards,
    legal_swaps,
    swap,
)
from .rules.powers import (
    answer_sum,
    discover,
    draw_and_pass,
    go_on,
    legal_discoveries,
    legal_passes,
    legal_sum,
    pass_attack,
)
from .rules.setup import place
from .rules.turn import finish_action, legal_trims, trim
from .state import EMPTY, Option, Phase, State


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """Section 4.1, R20: the options of each phase, no pass in ACTION. A decision is put even when one
    option is left. A table tells them to the player who acts and to nobody else (TT-H7)."""
    if s.phase in (Phase.ACTION, Phase.AFTER_WIN):
        legal_attacks(s, box, mask)
    if s.phase == Phase.ACTION:
        legal_defences(s, mask)
        legal_swaps(s, mask)
        legal_discards(s, mask)
    elif s.phase == Phase.AFTER_WIN:
        legal_passes(s, mask)
    elif s.phase == Phase.SETUP:
        allow_set(mask, PLACE, s.sides[s.player].hand)
    elif s.phase == Phase.EYE:
        legal_discoveries(s, mask)
    elif s.phase == Phase.SUM:
        legal_sum(mask)
    elif s.phase == Phase.HAND_LIMIT:
        legal_trims(s, mask)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """A.2, D1 to D9: carry out a decision and everything that follows by itself. The rules below do
    their own part and say whether play goes on; how it goes on stands once, at the end."""
    goes_on = True
    if action < ATTACK:
        goes_on = place(s, action - PLACE)
    elif action < DEFEND:
        goes_on = attack(s, box, leader(action), partner(action), block_slot(action, ATTACK))
    elif action < SWAP:
        defend(s, action - DEFEND)
    elif action < DISCARD:
        swap(s, block_card(action, SWAP), block_slot(action, SWAP))
    elif action < TRIM:
        discard(s, action - DISCARD)
    elif action < PASS:
        trim(s, action - TRIM)
    elif action < DRAW_PASS:
        pass_attack(s)
    elif action < EYE:
        draw_and_pass(s)
    elif action < SUM:
        discover(s, box, action - EYE)
    else:
        answer_sum(s, action == SUM_YES)
    if goes_on:
        go_on(s, box)
    if s.options[Option.DISCARD_EMPTY_DECK] != 0 and s.phase == Phase.ACTION:
        skip_impossible_action(s, box)


@rule
def skip_impossible_action(s: State, box: Box) -> None:
    """TT-T3: with the option discard_empty_deck=no a player may have no action at all; the turn goes on
    with the hand limit. The deck is empty then, so this turn is the last one."""
    if not can_act(s, box):
        note(s, NOTE_STUCK, s.player)
        finish_action(s, box)


@rule
def can_act(s: State, box: Box) -> bool:
    """Whether any of the four actions is legal (the hand is not empty, TT-I11)."""
    chances = 1 if can_discard(s) or can_defend(s) else 0
    for slot in range(SLOTS):
        if can_swap(s, slot) or can_attack(s, box, slot):
            chances += 1
    return chances > 0


@rule
def can_attack(s: State, box: Box, slot: int) -> bool:
    """Whether any attack on a slot is legal."""
    if s.sides[1 - s.player].zone[slot].card == EMPTY:
        return False
    hand = s.sides[s.player].hand
    least = least_total(s, box, slot)
    attackers = hand & box.at_least[least]
    for sword in range(SWORDS):
        if (hand >> sword) & 1 != 0:
            attackers |= partners_of(box, hand, sword, least)
    return attackers != 0
