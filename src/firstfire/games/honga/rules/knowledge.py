"""What a seat may know, and filling in what it does not (dossier, section 10).

Hidden: the order of piles and decks, discs in other hands (their colour is seen), bonus cards in
other hands (their number is seen), bonus cards face down (from their owner too). A disc put back by
HO-B5 stays known to who put it there, also once another player has drawn it. Everybody remembers
which discs were shuffled into the present piles (`State.pool`), so a disc drawn before that is dealt
only among the others; at most one of these others may lie elsewhere, in a place marked as STRAY.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import below, random_bit
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import (
    BARTER_CARDS,
    BONUS_CARDS,
    BONUS_KINDS,
    NONE,
    SLOTS,
    SPACES,
    Colour,
    Phase,
    State,
)
from .piles import GREY_BITS, RED_BITS, STRAY


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """Blank what this seat may not know."""
    for i in range(s.seats):
        redact_tray(s, i, seat)
    for colour in range(2):
        pile = s.piles[colour]
        for i in range(pile.count):
            if not knows(pile.known[i], seat):
                pile.discs[i] = NONE
    for i in range(BARTER_CARDS):
        s.barter_deck[i] = NONE
    for i in range(BONUS_CARDS):
        s.bonus_deck[i] = NONE
    if s.player != seat:
        s.offer[0] = NONE
        s.offer[1] = NONE


@rule
def redact_tray(s: State, owner: int, seat: int) -> None:
    """R27: the disc and the cards in hand are for their owner; face-down cards for nobody."""
    tray = s.trays[owner]
    for kind in range(BONUS_KINDS):
        tray.unseen[kind] = 0
    if owner == seat:
        return
    for kind in range(BONUS_KINDS):
        tray.hand[kind] = 0
    if not knows(tray.disc_known, seat):
        tray.disc = NONE


@rule
def knows(known: int, seat: int) -> bool:
    """Whether a seat is among those that know a disc."""
    return seat >= 0 and (known >> seat) & 1 != 0


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """Deal everything this seat does not know, each fitting deal equally likely."""
    before = s.irreversible
    deal_discs(s, Colour.GREY, GREY_BITS, seat)
    deal_discs(s, Colour.RED, RED_BITS, seat)
    deal_barter_deck(s)
    deal_bonus_cards(s, box, seat)
    s.irreversible = before


@rule
def redeal(s: State, box: Box) -> None:
    """Deal again what nobody knows: discs in the piles but for those somebody put back, both decks, the bonus cards
    that lie face down before their owners too."""
    deal_piles(s, Colour.GREY, GREY_BITS)
    deal_piles(s, Colour.RED, RED_BITS)
    deal_barter_deck(s)
    for i in range(s.seats):
        for kind in range(BONUS_KINDS):
            s.trays[i].unseen[kind] = 0
    deal_bonus_deck(s, box)


# ---------------------------------------------------------------- discs


@rule
def deal_piles(s: State, colour: int, bits: int) -> None:
    """The discs of a pile that no player knows, in another order."""
    pile = s.piles[colour]
    for i in range(pile.count):
        if pile.known[i] & (STRAY - 1) == 0:
            pile.discs[i] = NONE
    unknown = bits & ~seen_discs(s)
    for i in range(pile.count):
        if pile.discs[i] == NONE:
            pile.discs[i] = random_bit(s, unknown)
            unknown ^= 1 << pile.discs[i]


@rule
def deal_discs(s: State, colour: int, bits: int, seat: int) -> None:
    """Hands drawn before the last reshuffle get discs that were not in it; what is left of these goes to a
    marked place, or is the first disc of HO-D3. Then other hands, the discs of HO-D3, the pile."""
    unknown = bits & ~seen_discs(s)
    for i in range(s.seats):
        tray = s.trays[i]
        if tray.holds == colour + 1 and tray.disc == NONE and tray.disc_old != 0:
            tray.disc = random_bit(s, unknown & ~s.pool)
            unknown ^= 1 << tray.disc
    if unknown & ~s.pool != 0:
        place_stray(s, colour, lowest(unknown & ~s.pool))
        unknown &= s.pool
    for i in range(s.seats):
        tray = s.trays[i]
        if tray.holds == colour + 1 and tray.disc == NONE:
            tray.disc = random_bit(s, unknown)
            unknown ^= 1 << tray.disc
    if s.phase == Phase.DISC and s.offer_colour == colour:
        for i in range(2):
            if s.offer[i] == NONE:
                s.offer[i] = random_bit(s, unknown)
                unknown ^= 1 << s.offer[i]
    pile = s.piles[colour]
    for i in range(pile.count):
        if pile.discs[i] == NONE:
            pile.discs[i] = random_bit(s, unknown)
            unknown ^= 1 << pile.discs[i]


@rule
def place_stray(s: State, colour: int, disc: int) -> None:
    """Put a disc that was not in the last reshuffle in one of the marked places this viewer does not know,
    each equally likely. Without any it is the first disc of HO-D3, drawn just before."""
    places = 0
    for i in range(s.seats):
        if is_stray_hand(s, i, colour):
            places += 1
    pile = s.piles[colour]
    for i in range(pile.count):
        if pile.known[i] >= STRAY and pile.discs[i] == NONE:
            places += 1
    if places == 0:
        s.offer[0] = disc
        return
    chosen = below(s, places)
    for i in range(s.seats):
        if is_stray_hand(s, i, colour):
            if chosen == 0:
                s.trays[i].disc = disc
            chosen -= 1
    for i in range(pile.count):
        if pile.known[i] >= STRAY and pile.discs[i] == NONE:
            if chosen == 0:
                pile.discs[i] = disc
            chosen -= 1


@rule
def is_stray_hand(s: State, seat: int, colour: int) -> bool:
    """Whether a seat holds an unknown disc of this colour that is marked."""
    tray = s.trays[seat]
    return tray.holds == colour + 1 and tray.disc == NONE and tray.disc_known >= STRAY


@rule
def seen_discs(s: State) -> int:
    """All discs whose place is known, as bits."""
    seen = 0
    for space in range(SPACES):
        disc = s.top[space]
        while disc != NONE:
            seen |= 1 << disc
            disc = s.under[disc]
    for i in range(s.seats):
        if s.trays[i].disc != NONE:
            seen |= 1 << s.trays[i].disc
    for i in range(2):
        if s.offer[i] != NONE:
            seen |= 1 << s.offer[i]
    for colour in range(2):
        pile = s.piles[colour]
        for i in range(pile.count):
            if pile.discs[i] != NONE:
                seen |= 1 << pile.discs[i]
    return seen


# ---------------------------------------------------------------- cards


@rule
def deal_barter_deck(s: State) -> None:
    """Every barter card that lies neither open nor on the discard."""
    unknown = (1 << BARTER_CARDS) - 1
    for slot in range(SLOTS):
        if s.slots[slot] != NONE:
            unknown ^= 1 << s.slots[slot]
    for i in range(s.barter_gone):
        unknown ^= 1 << s.barter_discard[i]
    for i in range(s.barter_count):
        s.barter_deck[i] = random_bit(s, unknown)
        unknown ^= 1 << s.barter_deck[i]


@rule
def deal_bonus_cards(s: State, box: Box, seat: int) -> None:
    """Other hands, face-down cards and the deck, from the kinds that are not seen. The deck rows of a
    redacted record are blank: they hold the count of each unseen kind meanwhile."""
    left = s.bonus_deck
    total = 0
    for kind in range(BONUS_KINDS):
        left[kind] = unseen_of_kind(s, box, kind)
        total += left[kind]
    for i in range(s.seats):
        tray = s.trays[i]
        if i != seat:
            for _ in range(tray.hand_count):
                tray.hand[take_kind(s, left, total)] += 1
                total -= 1
        for _ in range(tray.unseen_count):
            tray.unseen[take_kind(s, left, total)] += 1
            total -= 1
    spread_deck(s, left)


@rule
def deal_bonus_deck(s: State, box: Box) -> None:
    """Face-down cards and the deck, while all hands are known."""
    left = s.bonus_deck
    total = 0
    for kind in range(BONUS_KINDS):
        left[kind] = unseen_of_kind(s, box, kind)
        total += left[kind]
    for i in range(s.seats):
        tray = s.trays[i]
        for _ in range(tray.unseen_count):
            tray.unseen[take_kind(s, left, total)] += 1
            total -= 1
    spread_deck(s, left)


@rule
def unseen_of_kind(s: State, box: Box, kind: int) -> int:
    """How many cards of a kind this viewer cannot see."""
    count = box.bonus[kind]
    for i in range(s.bonus_gone):
        if s.bonus_discard[i] == kind:
            count -= 1
    for i in range(s.turn.cards):
        if s.turn.played[i] == kind:
            count -= 1
    for i in range(s.seats):
        count -= s.trays[i].hand[kind]
    return count


@rule
def take_kind(s: State, left: Row[int], total: int) -> int:
    """A random card out of the counts that are left."""
    number = below(s, total)
    kind = 0
    while number >= left[kind]:
        number -= left[kind]
        kind += 1
    left[kind] -= 1
    return kind


@rule
def spread_deck(s: State, left: Row[int]) -> None:
    """Turn the counts that are left into a shuffled deck, in the very same row: packed in a number
    first (five bits a kind), since the row is overwritten."""
    packed = 0
    for kind in range(BONUS_KINDS):
        packed |= left[kind] << (5 * kind)
    for i in range(BONUS_CARDS):
        s.bonus_deck[i] = NONE
    for i in range(s.bonus_count):
        number = below(s, s.bonus_count - i)
        kind = 0
        while number >= (packed >> (5 * kind)) & 31:
            number -= (packed >> (5 * kind)) & 31
            kind += 1
        packed -= 1 << (5 * kind)
        s.bonus_deck[i] = kind
