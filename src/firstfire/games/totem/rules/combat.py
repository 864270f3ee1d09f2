"""Attack: which attacks are legal, and how a combat is settled (TT-A1, 5.2)."""

from __future__ import annotations

from firstfire.kernel.records.bits import Mask, allow_set, lowest
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    ATTACK,
    BY_LEVEL,
    BY_SHIELD,
    BY_SHIELD_RETURN,
    NOTE_ATTACK,
    NOTE_DESTROYED,
    NOTE_FLIPPED,
    NOTE_HELD,
    NOTE_PAIR,
    NOTE_RETURNED,
    PAIR,
)
from ..box import ALL_CARDS, CARDS, SLOTS, SWORDS, Box, Power
from ..state import EMPTY, NO_CARD, OptionPlace, State, Then
from .hands import come_to_light, discard_card, empty_slot, take_from_hand, take_into_hand, turn_face_up
from .powers import fire, turn_sideways
from .turn import win_by_destruction

NO_POWER = int(Power.NONE)  # nothing fires
ALL_SWORDS = (1 << SWORDS) - 1


@rule
def least_total(s: State, box: Box, slot: int) -> int:
    """TT-K3, TT-K4, R1: the lowest total that may attack a totem: its level when it lies face up,
    anything while it is hidden. A face-up Shield that is still ready, and any totem with the option
    faceup_attack=any, may be attacked by anything too."""
    totem = s.sides[1 - s.player].zone[slot]
    if totem.face_up == 0 or s.options[OptionPlace.FACEUP_ATTACK] != 0 or is_immune(s, box, slot):
        return 0
    return box.level[totem.card]


@rule
def offer_attacks(s: State, box: Box, mask: Mask) -> None:
    """TT-A1, TT-K2, R37: one card, or a Sword with one other card, against a totem of the rival."""
    hand = s.sides[s.player].hand
    for slot in range(SLOTS):
        if can_be_attacked(s, slot):
            allow_set(mask, ATTACK + slot * CARDS, hand & box.at_least[least_total(s, box, slot)])
    swords = hand & ALL_SWORDS
    while swords != 0:
        sword = lowest(swords)
        swords &= swords - 1
        for slot in range(SLOTS):
            if can_be_attacked(s, slot):
                partners = partners_of(box, hand, sword, least_total(s, box, slot))
                allow_set(mask, PAIR + (sword * SLOTS + slot) * CARDS, partners)


@rule
def can_be_attacked(s: State, slot: int) -> bool:
    """R37: only a totem can be attacked, not an empty slot."""
    return s.sides[1 - s.player].zone[slot].card != EMPTY


@rule
def partners_of(box: Box, hand: int, sword: int, least: int) -> int:
    """TT-K2, TT-P1a, R5: the cards that may join a Sword for at least this total. Of two Swords the
    lower one is named first, so that each pair is one action."""
    later = hand & (ALL_CARDS ^ ((2 << sword) - 1))
    return later & box.at_least[max(0, least - box.level[sword])]


@rule
def attack(s: State, box: Box, card: int, partner: int, slot: int) -> bool:
    """TT-K1, TT-P1a, TT-P1b, R4, R6: attack with a single card, or with a Sword and a partner whose
    levels are added. The cards are committed before the target is turned."""
    take_from_hand(s, s.player, card)
    total = box.level[card]
    if partner == NO_CARD:
        note(s, NOTE_ATTACK, s.player, card, slot, total)
    else:
        take_from_hand(s, s.player, partner)
        total += box.level[partner]
        note(s, NOTE_PAIR, s.player, card, partner, slot, total)
    return fight(s, box, card, partner, total, slot)


@rule
def strike(s: State, box: Box, action: int) -> bool:
    """TT-K2: a single card, or a Sword that leads a pair, by the number of the action; one call for both, so that
    threads of a GPU fight together."""
    stretch = (action - ATTACK) // (SLOTS * CARDS)  # singles, then the pairs of each Sword, all equally long
    card = (action - ATTACK) % CARDS
    slot = (action - ATTACK) // CARDS % SLOTS
    leader = card if stretch == 0 else stretch - 1
    partner = NO_CARD if stretch == 0 else card
    return attack(s, box, leader, partner, slot)


@rule
def fight(s: State, box: Box, card: int, partner: int, total: int, slot: int) -> bool:
    """TT-K5, TT-K6, TT-K7: turn the target up; a ready Shield stops any attack, otherwise an equal or
    higher total wins. Then the winner's power fires."""
    s.attacks += 1
    rival = 1 - s.player
    totem = s.sides[rival].zone[slot]
    if totem.face_up == 0:
        turn_face_up(s, rival, slot)
        note(s, NOTE_FLIPPED, rival, slot, totem.card)
    s.then = Then.END
    winner = rival
    if is_immune(s, box, slot):
        power = hold_by_shield(s, box, card, partner, slot, total)
    elif total < box.level[totem.card]:
        discard_attackers(s, card, partner)
        note(s, NOTE_HELD, rival, slot, BY_LEVEL, totem.card)
        power = hold(s, box, slot)
    else:
        power = destroy(s, box, card, partner, slot)
        s.then = Then.AFTER_WON
        winner = s.player
    return s.over == 0 and fire(s, winner, power)


@rule
def is_immune(s: State, box: Box, slot: int) -> bool:
    """TT-K6, TT-P2a, TT-P2c, R7: a face-up Shield that has neither stopped an attack nor been
    discovered by an Eye (with our rulings only in the very attack that turned it up)."""
    totem = s.sides[1 - s.player].zone[slot]
    return box.power[totem.card] == Power.SHIELD and totem.spent == 0


@rule
def hold_by_shield(s: State, box: Box, card: int, partner: int, slot: int, total: int) -> int:
    """TT-P2a, TT-P2b, R8, R9: the attack fails and the immunity is used up, however weak the attack.
    Options: shield_attacker=return gives the cards back, openly; with shield_weak_spends=no an
    attack below the Shield's level leaves it ready."""
    rival = 1 - s.player
    totem = s.sides[rival].zone[slot]
    returns = s.options[OptionPlace.SHIELD_ATTACKER] != 0
    if not returns:
        discard_attackers(s, card, partner)
    note(s, NOTE_HELD, rival, slot, BY_SHIELD_RETURN if returns else BY_SHIELD, totem.card)
    if returns:
        return_attackers(s, card, partner)
    if total < box.level[totem.card] and s.options[OptionPlace.SHIELD_WEAK_SPENDS] != 0:
        return NO_POWER
    return hold(s, box, slot)


@rule
def hold(s: State, box: Box, slot: int) -> int:
    """TT-K8, TT-P0f, TT-T9, R43: the defender stays face up; its power fires if it was ready, and it is
    turned sideways. The attacker's power does not fire, and there is no second attack."""
    rival = 1 - s.player
    totem = s.sides[rival].zone[slot]
    power = NO_POWER if totem.spent != 0 else box.power[totem.card]
    turn_sideways(s, box, rival, slot)
    return power


@rule
def destroy(s: State, box: Box, card: int, partner: int, slot: int) -> int:
    """TT-K9, R14: attackers and target are discarded, then the win is checked, then the power of a
    single attacker fires. A pair fires nothing (TT-P0d, TT-P1c), nor does the target."""
    rival = 1 - s.player
    side = s.sides[rival]
    beaten = side.zone[slot].card
    discard_attackers(s, card, partner)
    empty_slot(s, rival, slot)
    discard_card(s, rival, beaten)
    side.standing -= 1
    note(s, NOTE_DESTROYED, rival, slot, beaten)
    if side.standing == 0:
        win_by_destruction(s)
    return box.power[card] if partner == NO_CARD else NO_POWER


@rule
def discard_attackers(s: State, card: int, partner: int) -> None:
    """TT-K8, TT-K9, TT-P1e: every card that attacked is discarded, won or lost."""
    discard_card(s, s.player, card)
    if partner != NO_CARD:
        discard_card(s, s.player, partner)


@rule
def return_attackers(s: State, card: int, partner: int) -> None:
    """Section 7, shield_attacker=return: the cards go back to the hand, and the rival has seen them."""
    return_attacker(s, card)
    if partner != NO_CARD:
        return_attacker(s, partner)


@rule
def return_attacker(s: State, card: int) -> None:
    """One attack card goes back to the hand."""
    come_to_light(s, s.player, card)
    take_into_hand(s, s.player, card)
    s.sides[s.player].shown |= 1 << card
    note(s, NOTE_RETURNED, s.player, card)
