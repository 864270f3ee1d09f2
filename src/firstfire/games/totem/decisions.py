"""The table of decisions: what is legal in each phase, and which rule carries it out (R34: in the order of the actions'
numbers). There is none for giving up (R38)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions
from firstfire.kernel.rules.notes import note

from .actions import ACTIONS, NOTE_STUCK
from .box import SLOTS, SWORDS, Box
from .rules.combat import least_total, offer_attacks, partners_of, strike
from .rules.guarding import can_defend, can_discard, can_swap, defend, discard, discards, guards, replacements, swap
from .rules.hands import hand_of_player
from .rules.powers import answer_sum, can_discover, can_draw_pass, discover, draw_and_pass, go_on, pass_attack
from .rules.setup import place
from .rules.turn import finish_action, trim
from .state import EMPTY, OptionPlace, Phase, State


@rule
def skip_impossible_action(s: State, box: Box) -> None:
    """TT-T3: with the option discard_empty_deck=no a player may have no action at all; the turn goes on
    with the hand limit. The deck is empty then, so this turn is the last one."""
    if s.options[OptionPlace.DISCARD_EMPTY_DECK] != 0 and s.phase == Phase.ACTION and not can_act(s, box):
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


QUIET = (
    DecisionChoice("defend", among=guards, take=defend),
    DecisionChoice("swap", among=replacements, take=swap),
    DecisionChoice("discard", among=discards, take=discard),
)
ATTACK = DecisionChoice("attack", "pair", offer=offer_attacks, take=strike)

# Section 4.1, A.2 (D1 to D9), R20: what is asked in each phase; no pass in ACTION. A decision is put even when one
# option is left. A table tells the options to the player who acts and to nobody else (TT-H7).
DECISIONS = Decisions(
    ACTIONS,
    Decision(Phase.ACTION, ATTACK, *QUIET),
    Decision(
        Phase.AFTER_WIN,
        ATTACK,
        DecisionChoice("pass", take=pass_attack),
        DecisionChoice("draw_pass", when=can_draw_pass, take=draw_and_pass),
    ),
    Decision(Phase.SETUP, DecisionChoice("place", among=hand_of_player, take=place, then=None)),
    Decision(Phase.EYE, DecisionChoice("eye", when=can_discover, take=discover)),
    Decision(Phase.SUM, DecisionChoice("sum", take=answer_sum)),
    Decision(Phase.HAND_LIMIT, DecisionChoice("trim", among=hand_of_player, take=trim)),
    then=go_on,
    always=skip_impossible_action,
)
legal = DECISIONS.legal
apply = DECISIONS.apply
