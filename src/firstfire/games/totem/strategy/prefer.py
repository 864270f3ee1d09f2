"""How a sensible player likes one action, in totems.

It reads only public facts and the player's own cards. The weights here and in `worth.py` were found by matches of
hundreds of games between variants.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import DecisionChoice, by_block

from ..actions import ACTIONS, YES
from ..box import ALL_CARDS, LEVELS, SLOTS, Box, Power
from ..rules.knowledge import unseen_cards
from ..state import NO_CARD, State
from .worth import guard_worth, hand_worth, starting_worth

KILL = 0.9  # what a destroyed totem is worth
KILL_LAST = 20.0  # what the last one is worth
KILL_EYE = 0.2  # what a winning Eye adds, and a winning Sum
KILL_SUM = 0.25
NEW_CARD = 0.35  # what a card from the deck is worth
NEED = (2.0, 1.4, 0.8, 0.6)  # what one more totem is worth, by how many stand
NEED_AT_END = 0.95
SWAP_COST = 0.1  # a swap takes the whole action


@rule
def like_placing(s: State, box: Box, card: int) -> float:
    """The best guards of the hand, all liked the same, so that their order says nothing (TT-S7)."""
    side = s.sides[s.player]
    better = 0
    for other in range(len(box.level)):
        if (side.hand >> other) & 1 != 0:
            if starting_worth(box, other) > starting_worth(box, card):
                better += 1
    return 1.0 if better < SLOTS - side.standing else 0.0


@rule
def like_attack(s: State, box: Box, card: int, partner: int, slot: int) -> float:
    """The chance to win times what the win is worth, less the cards it costs."""
    total = box.level[card]
    cost = hand_worth(s, box, card)
    gain = KILL
    if partner != NO_CARD:
        total += box.level[partner]
        cost += hand_worth(s, box, partner)
    elif box.power[card] == Power.EYE:
        gain += KILL_EYE
    elif box.power[card] == Power.SUM:
        gain += KILL_SUM
    if s.sides[1 - s.player].standing == 1:
        gain = KILL_LAST
    return win_chance(s, box, total, slot) * gain - cost


@rule
def win_chance(s: State, box: Box, total: int, slot: int) -> float:
    """2.6: the share of the cards this player has not seen that the total would beat; a hidden Shield
    stops everything. A face-up totem is simply compared."""
    totem = s.sides[1 - s.player].zone[slot]
    if totem.face_up != 0:
        ready_shield = box.power[totem.card] == Power.SHIELD and totem.spent == 0
        return 0.0 if ready_shield or total < box.level[totem.card] else 1.0
    unseen = unseen_cards(s, s.player)
    beaten = unseen & (ALL_CARDS ^ box.of_power[Power.SHIELD])
    if total < LEVELS:
        beaten &= ALL_CARDS ^ box.at_least[total + 1]
    return popcount(beaten) / max(1, popcount(unseen))


@rule
def like_defence(s: State, box: Box, card: int) -> float:
    """A totem more: the fewer stand, the more it is needed."""
    need = NEED_AT_END if s.last == s.active else NEED[s.sides[s.player].standing]
    return need + guard_worth(box, card) - hand_worth(s, box, card)


@rule
def like_swap(s: State, box: Box, card: int, slot: int) -> float:
    """A better guard for a worse one."""
    former = s.sides[s.player].zone[slot].card
    gain = guard_worth(box, card) - guard_worth(box, former)
    return gain + hand_worth(s, box, former) - hand_worth(s, box, card) - SWAP_COST


@rule
def like_pair(s: State, box: Box, sword: int, card: int, slot: int) -> float:
    """A Sword and another card attack together."""
    return like_attack(s, box, sword, card, slot)


@rule
def like_discarding(s: State, box: Box, card: int) -> float:
    """A new card for an old one."""
    return NEW_CARD - hand_worth(s, box, card)


@rule
def like_trimming(s: State, box: Box, card: int) -> float:
    """The card that is missed least."""
    return -hand_worth(s, box, card)


@rule
def like_drawing(answer: int) -> float:
    """A card for nothing is always welcome."""
    return 1.0 if answer == YES else 0.0


@rule
def like_drawing_last() -> float:
    """One more card for the next turn."""
    return NEW_CARD


# What an action gains, in totems, by a quick guess.
prefer = by_block(
    "prefer",
    ACTIONS,
    DecisionChoice("place", take=like_placing),
    DecisionChoice("attack", take=like_attack, partner=NO_CARD),
    DecisionChoice("pair", take=like_pair),
    DecisionChoice("defend", take=like_defence),
    DecisionChoice("swap", take=like_swap),
    DecisionChoice("discard", take=like_discarding),
    DecisionChoice("trim", take=like_trimming),
    DecisionChoice("draw_pass", take=like_drawing_last),
    DecisionChoice("sum", take=like_drawing),
)
