"""The habit of a sensible player: the action `prefer` likes best, without looking at all of them.

Rollouts of a search play by it. Hidden totems of the rival are all the same to `prefer`, and what
a swap, a guard or a discard is worth falls into what each card is worth: so the best action of each
kind is found card by card, and only these are compared.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.records.rng import below
from firstfire.kernel.rule import rule

from ..actions import ATTACK, DEFEND, DISCARD, DRAW_PASS, EYE, PAIR, PASS, PLACE, SUM_YES, SWAP, TRIM
from ..box import ALL_CARDS, CARDS, LEVELS, SLOTS, Box, Power
from ..rules.combat import ALL_SWORDS
from ..rules.guarding import can_defend, can_discard
from ..rules.hands import is_hidden
from ..rules.knowledge import unseen_cards
from ..rules.powers import can_draw_pass
from ..state import EMPTY, Phase, State
from .prefer import KILL, KILL_EYE, KILL_LAST, KILL_SUM, NEW_CARD, like_defence, like_placing, like_swap, prefer
from .worth import guard_worth, hand_worth

NOWHERE = -1
WORST = -1000.0


@rule
def habit(s: State, box: Box) -> int:
    """One of the actions `prefer` likes best."""
    if s.phase == Phase.ACTION:
        return best_action(s, box)
    if s.phase == Phase.AFTER_WIN:
        return best_second_attack(s, box)
    if s.phase == Phase.HAND_LIMIT:
        return TRIM + poorest_card(s, box)
    if s.phase == Phase.EYE:
        return EYE + any_hidden_slot(s, 1 - s.player)
    if s.phase == Phase.SETUP:
        return PLACE + any_liked_placing(s, box)
    return SUM_YES


@rule
def best_action(s: State, box: Box) -> int:
    """The best attack, guard, swap or discard; -1 if nothing seems sensible."""
    action = best_attack(s, box)
    liking = WORST if action < 0 else prefer(s, box, action)
    guard = best_guard(s, box)
    if can_defend(s):
        like = like_defence(s, box, guard)
        if like > liking:
            liking = like
            action = DEFEND + guard
    slot = worst_guarded_slot(s, box)
    if slot != NOWHERE:
        like = like_swap(s, box, guard, slot)
        if like > liking:
            liking = like
            action = SWAP + slot * CARDS + guard
    if can_discard(s):
        card = poorest_card(s, box)
        if NEW_CARD - hand_worth(s, box, card) > liking:
            action = DISCARD + card
    return action


@rule
def best_second_attack(s: State, box: Box) -> int:
    """The best attack, if it is better than to draw or to stop."""
    action = best_attack(s, box)
    stopping = DRAW_PASS if can_draw_pass(s) else PASS
    if action < 0 or prefer(s, box, action) <= prefer(s, box, stopping):
        return stopping
    return action


@rule
def best_attack(s: State, box: Box) -> int:
    """The attack with the best chance for its cost; -1 if there is none that could be won."""
    rival = s.sides[1 - s.player]
    hidden = any_hidden_slot(s, 1 - s.player)
    unseen = unseen_cards(s, s.player)
    beatable = unseen & (ALL_CARDS ^ box.of_power[Power.SHIELD])
    certainty = 1.0 / max(1, popcount(unseen))
    last = rival.standing == 1
    best = WORST
    action = -1
    hand = s.sides[s.player].hand
    cards = hand
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        cost = hand_worth(s, box, card)
        gain = KILL
        if box.power[card] == Power.EYE:
            gain += KILL_EYE
        elif box.power[card] == Power.SUM:
            gain += KILL_SUM
        if last:
            gain = KILL_LAST
        partners = (hand & (ALL_CARDS ^ ((2 << card) - 1))) if (ALL_SWORDS >> card) & 1 != 0 else 0
        total = box.level[card]
        first = ATTACK + card
        going = True
        while going:
            slot = best_beaten_slot(s, box, total)
            chance = 1.0
            if slot == NOWHERE and hidden != NOWHERE:
                slot = hidden
                beaten = beatable
                if total < LEVELS:
                    beaten &= ALL_CARDS ^ box.at_least[total + 1]
                chance = popcount(beaten) * certainty
            if slot != NOWHERE and chance * gain - cost > best:
                best = chance * gain - cost
                action = first + slot * CARDS
            going = partners != 0
            if going:
                partner = lowest(partners)
                partners &= partners - 1
                total = box.level[card] + box.level[partner]
                cost = hand_worth(s, box, card) + hand_worth(s, box, partner)
                gain = KILL_LAST if last else KILL
                first = PAIR + card * SLOTS * CARDS + partner
    return action


@rule
def best_beaten_slot(s: State, box: Box, total: int) -> int:
    """The face-up totem of the rival with the highest level that a total beats for sure."""
    best = NOWHERE
    level = 0
    zone = s.sides[1 - s.player].zone
    for slot in range(SLOTS):
        if zone[slot].card != EMPTY and zone[slot].face_up != 0:
            card = zone[slot].card
            ready_shield = box.power[card] == Power.SHIELD and zone[slot].spent == 0
            if not ready_shield and level < box.level[card] <= total:
                level = box.level[card]
                best = slot
    return best


@rule
def any_hidden_slot(s: State, seat: int) -> int:
    """A hidden totem of a seat, by chance."""
    start = below(s, SLOTS)
    for i in range(SLOTS):
        slot = (start + i) % SLOTS
        if is_hidden(s, seat, slot):
            return slot
    return NOWHERE


@rule
def any_liked_placing(s: State, box: Box) -> int:
    """One of the cards that are gladly placed, by chance."""
    start = below(s, CARDS)
    chosen = lowest(s.sides[s.player].hand)
    for i in range(CARDS):
        card = (start + i) % CARDS
        if (s.sides[s.player].hand >> card) & 1 != 0 and like_placing(s, box, card) > 0.0:
            return card
    return chosen


@rule
def best_guard(s: State, box: Box) -> int:
    """The card of the hand that gains most by guarding instead."""
    cards = s.sides[s.player].hand
    best = WORST
    found = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        gain = guard_worth(box, card) - hand_worth(s, box, card)
        if gain > best:
            best = gain
            found = card
    return found


@rule
def worst_guarded_slot(s: State, box: Box) -> int:
    """The hidden totem of one's own that gains most by going back to the hand."""
    best = WORST
    found = NOWHERE
    for slot in range(SLOTS):
        if is_hidden(s, s.player, slot):
            card = s.sides[s.player].zone[slot].card
            gain = hand_worth(s, box, card) - guard_worth(box, card)
            if gain > best:
                best = gain
                found = slot
    return found


@rule
def poorest_card(s: State, box: Box) -> int:
    """The card of the hand that is worth least there."""
    cards = s.sides[s.player].hand
    least = 1000.0
    found = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        worth = hand_worth(s, box, card)
        if worth < least:
            least = worth
            found = card
    return found
