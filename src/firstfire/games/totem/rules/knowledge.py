"""What a seat may know, and deals that fit it (section 10)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.records.rng import below, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN

from ..box import ALL_CARDS, CARDS, SLOTS, Box
from ..state import EMPTY, SEATS, Phase, State


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """TT-H1 to TT-H6, R29, R30, R42: a seat sees its own cards, everything face up, and all counts. When the
    game is over, the totems are turned up for everybody (R25); hands and deck stay closed."""
    for i in range(CARDS):
        s.deck[i] = HIDDEN
    for other in range(SEATS):
        if other != seat:
            hide_cards(s, other)
            if s.phase == Phase.SETUP and s.sides[other].standing < SLOTS:
                hide_placing(s, box, other)


@rule
def hide_cards(s: State, seat: int) -> None:
    """Blank a hand and the hidden totems of a zone."""
    s.sides[seat].hand = 0
    for slot in range(SLOTS):
        totem = s.sides[seat].zone[slot]
        if totem.card != EMPTY and not lies_open(s, seat, slot):
            totem.card = HIDDEN


@rule
def lies_open(s: State, seat: int, slot: int) -> bool:
    """Whether everybody may see a totem: it was discovered, or the game is over (R25)."""
    return s.sides[seat].zone[slot].face_up != 0 or s.over != 0


@rule
def hide_placing(s: State, box: Box, seat: int) -> None:
    """TT-S4, R28: of a placement that is not finished nothing is seen."""
    side = s.sides[seat]
    side.hand_size = box.deal
    side.standing = 0
    for slot in range(SLOTS):
        side.zone[slot].card = EMPTY


@rule
def unseen_cards(s: State, seat: int) -> int:
    """TT-H8, TT-H9: the cards a seat has not seen, as a set. They lie hidden in zones, in hands it
    cannot look into, and in the deck; the set only shrinks (TT-H8), and with an empty deck it is the
    rival's secrets alone (TT-H12). What a seat knows is its own cards and the notes (TT-H11)."""
    seen = s.discard
    for other in range(SEATS):
        if other == seat:
            seen |= s.sides[other].hand
        for slot in range(SLOTS):
            totem = s.sides[other].zone[slot]
            if totem.card >= 0 and (other == seat or lies_open(s, other, slot)):
                seen |= 1 << totem.card
    return ALL_CARDS ^ seen


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """TT-H9, TT-H10: deal the unseen cards at random to hidden slots, hands and the deck."""
    unseen = unseen_cards(s, seat)
    for other in range(SEATS):
        if other != seat:
            hide_cards(s, other)
            if s.sides[other].shown != 0:
                unseen &= ~deal_shown(s, other)
    left = shuffle_into_deck(s, unseen)
    for other in range(SEATS):
        if other != seat:
            left = deal_hidden(s, other, left)
    for i in range(s.deck_left, CARDS):
        s.deck[i] = HIDDEN


@rule
def redeal(s: State, box: Box) -> None:
    """TT-H1: nobody knows the order of the deck."""
    shuffle(s, s.deck, s.deck_left)


@rule
def shuffle_into_deck(s: State, cards: int) -> int:
    """Write a set of cards into the deck's row in random order; how many there are."""
    left = 0
    while cards != 0:
        s.deck[left] = lowest(cards)
        cards &= cards - 1
        left += 1
    shuffle(s, s.deck, left)
    return left


@rule
def deal_hidden(s: State, seat: int, left: int) -> int:
    """Deal the last of `left` cards of the deck's row to a seat's hidden slots and hand; how many remain."""
    side = s.sides[seat]
    for slot in range(SLOTS):
        if side.zone[slot].card == HIDDEN:
            left -= 1
            side.zone[slot].card = s.deck[left]
    for _ in range(side.hand_size - popcount(side.hand)):
        left -= 1
        side.hand |= 1 << s.deck[left]
    return left


@rule
def deal_shown(s: State, seat: int) -> int:
    """Section 7, shield_attacker=return: cards the rival has seen are in the hand, or in a slot that
    was filled since. Deals each to one of its possible places, all ways equally likely: the card
    shown last has the fewest places, and they are places of the others too. Returns the cards."""
    side = s.sides[seat]
    shown = side.shown
    for places in range(SLOTS + 1):
        cards = shown
        while cards != 0:
            card = lowest(cards)
            cards &= cards - 1
            if suspect_slots(s, seat, card) == places:
                deal_one_shown(s, seat, card)
    return shown


@rule
def suspect_slots(s: State, seat: int, card: int) -> int:
    """In how many slots a shown card may lie."""
    found = 0
    for slot in range(SLOTS):
        found += (s.sides[seat].suspects[slot] >> card) & 1
    return found


@rule
def deal_one_shown(s: State, seat: int, card: int) -> None:
    """Put a shown card into one of the free places it may be in."""
    side = s.sides[seat]
    in_hand = side.hand_size - popcount(side.hand)
    places = in_hand
    for slot in range(SLOTS):
        if side.zone[slot].card == HIDDEN:
            places += (side.suspects[slot] >> card) & 1
    chosen = below(s, places) - in_hand
    if chosen < 0:
        side.hand |= 1 << card
        return
    for slot in range(SLOTS):
        if side.zone[slot].card == HIDDEN and (side.suspects[slot] >> card) & 1 != 0:
            if chosen == 0:
                side.zone[slot].card = card
            chosen -= 1
