"""Piles, decks and discards: drawing, refilling, running out (HO-X1 to HO-X3, L4)."""

from __future__ import annotations

from firstfire.kernel.records.header import reveal
from firstfire.kernel.records.rng import shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note, secret_note

from ..actions import DRAWS_DISC, OPENS, RESHUFFLES
from ..state import DISCS, GREYS, NONE, SLOTS, SPACES, Colour, State

STRAY = 128  # among the bits of who knows a disc: it may be one that was not in the last reshuffle
PILE_BARTER = 2
PILE_BONUS = 3
GREY_BITS = (1 << GREYS) - 1
RED_BITS = (1 << DISCS) - 1 - GREY_BITS


@rule
def take_top_disc(s: State, colour: int) -> int:
    """The top disc of a pile; an empty pile is first made anew (HO-X1)."""
    pile = s.piles[colour]
    if pile.count == 0:
        reshuffle_discs(s, colour)
    pile.count -= 1
    disc = pile.discs[pile.count]
    pile.discs[pile.count] = NONE
    pile.known[pile.count] = 0
    return disc


@rule
def draw_to_hand(s: State, seat: int, colour: int) -> None:
    """HO-P5c: draw one disc; its colour is seen by all, its hands by the player (R27)."""
    pile = s.piles[colour]
    known = pile.known[pile.count - 1] if pile.count > 0 else 0
    tray = s.trays[seat]
    tray.disc = take_top_disc(s, colour)
    tray.holds = colour + 1
    tray.disc_known = known
    tray.disc_old = 0
    reveal(s)
    secret_note(s, DRAWS_DISC, seat, colour, 0, tray.disc)


@rule
def put_under_pile(s: State, seat: int, colour: int, disc: int) -> None:
    """HO-B5: face down under the pile; only this seat knows which disc lies there."""
    pile = s.piles[colour]
    for i in range(pile.count, 0, -1):
        pile.discs[i] = pile.discs[i - 1]
        pile.known[i] = pile.known[i - 1]
    pile.discs[0] = disc
    pile.known[0] = 1 << seat
    pile.count += 1


@rule
def is_colour(disc: int, colour: int) -> bool:
    """Whether a disc has this colour."""
    return (disc >= GREYS) == (colour == Colour.RED)


@rule
def reshuffle_discs(s: State, colour: int) -> None:
    """HO-X1, R28: all discs of this colour on the board, the one just laid too, become the new
    pile; the others stay in their order."""
    pile = s.piles[colour]
    for space in range(SPACES):
        disc = s.top[space]
        above = NONE
        s.top[space] = NONE
        while disc != NONE:
            below_it = s.under[disc]
            s.under[disc] = NONE
            if is_colour(disc, colour):
                s.turned[disc] = 0
                pile.discs[pile.count] = disc
                pile.count += 1
            else:
                if above == NONE:
                    s.top[space] = disc
                else:
                    s.under[above] = disc
                above = disc
            disc = below_it
    remember_reshuffle(s, colour)
    shuffle(s, pile.discs, pile.count)
    note(s, RESHUFFLES, NONE, colour, pile.count)


@rule
def remember_reshuffle(s: State, colour: int) -> None:
    """Everybody saw which discs went into the new pile, so the discs in hand, and a first one already drawn
    for HO-B5, are others."""
    bits = RED_BITS if colour == Colour.RED else GREY_BITS
    s.pool = (s.pool | bits) ^ bits
    pile = s.piles[colour]
    for i in range(pile.count):
        s.pool |= 1 << pile.discs[i]
    for seat in range(s.seats):
        tray = s.trays[seat]
        if tray.holds == colour + 1:
            tray.disc_old = 1
            tray.disc_known &= STRAY - 1


@rule
def top_may_be_stray(s: State, colour: int) -> bool:
    """Whether the disc to be drawn next is marked."""
    pile = s.piles[colour]
    return pile.count > 0 and pile.known[pile.count - 1] >= STRAY


@rule
def mark_strays(s: State, colour: int) -> None:
    """HO-B5 with a reshuffle between its two discs: the first one was not in it, and only the player knows
    whether that one was kept or put back. Both places are marked for everybody."""
    s.trays[s.player].disc_known |= STRAY
    s.piles[colour].known[0] |= STRAY


@rule
def forget_reshuffle(s: State, colour: int) -> None:
    """HO-B5 draws a disc that may be such a stray, so there would be three places for it: as if all discs of
    this colour had been in the last reshuffle."""
    s.pool |= RED_BITS if colour == Colour.RED else GREY_BITS
    pile = s.piles[colour]
    for i in range(pile.count):
        pile.known[i] &= STRAY - 1
    for seat in range(s.seats):
        tray = s.trays[seat]
        if tray.holds == colour + 1:
            tray.disc_old = 0
            tray.disc_known &= STRAY - 1


@rule
def refill_slots(s: State) -> None:
    """HO-P5b: each empty slot, lowest number first, gets the top barter card; the others stay (R32)."""
    for slot in range(SLOTS):
        if s.slots[slot] == NONE:
            if s.barter_count == 0:
                reshuffle_barter(s)
            s.barter_count -= 1
            s.slots[slot] = s.barter_deck[s.barter_count]
            s.barter_deck[s.barter_count] = NONE
            reveal(s)
            note(s, OPENS, NONE, slot + 1, s.slots[slot])


@rule
def reshuffle_barter(s: State) -> None:
    """HO-X3: the barter discard, this turn's cards included, becomes the new deck."""
    for i in range(s.barter_gone):
        s.barter_deck[i] = s.barter_discard[i]
        s.barter_discard[i] = NONE
    s.barter_count = s.barter_gone
    s.barter_gone = 0
    shuffle(s, s.barter_deck, s.barter_count)
    note(s, RESHUFFLES, NONE, PILE_BARTER, s.barter_count)


@rule
def take_bonus_card(s: State) -> int:
    """The top bonus card, unseen; an empty deck is first made anew (HO-X2)."""
    if s.bonus_count == 0:
        reshuffle_bonus(s)
    s.bonus_count -= 1
    kind = s.bonus_deck[s.bonus_count]
    s.bonus_deck[s.bonus_count] = NONE
    return kind


@rule
def reshuffle_bonus(s: State) -> None:
    """HO-X2: the bonus discard becomes the new deck. Nobody sees anything new, so the move may
    still be taken back."""
    for i in range(s.bonus_gone):
        s.bonus_deck[i] = s.bonus_discard[i]
        s.bonus_discard[i] = NONE
    s.bonus_count = s.bonus_gone
    s.bonus_gone = 0
    before = s.irreversible
    shuffle(s, s.bonus_deck, s.bonus_count)
    s.irreversible = before
    note(s, RESHUFFLES, NONE, PILE_BONUS, s.bonus_count)
