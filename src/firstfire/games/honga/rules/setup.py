"""Setting up the table (HO-P0)."""

from __future__ import annotations

from firstfire.kernel.records.rng import below, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import BEGINS, ROUND
from ..box import Box
from ..state import (
    BARTER_CARDS,
    BONUS_CARDS,
    BONUS_KINDS,
    DISCS,
    GOODS,
    GREYS,
    HERD,
    NONE,
    REDS,
    SLOTS,
    SPACES,
    Colour,
    OptionPlace,
    Phase,
    State,
)
from .piles import draw_to_hand, refill_slots
from .turn import begin_turn, clear_turn


@rule
def setup(s: State, box: Box) -> None:
    """HO-P0, in its order."""
    lay_out_discs(s)
    lay_out_cards(s, box)
    for seat in range(s.seats):
        take_tray(s, box, seat)
    s.honga = NONE
    s.tusk = NONE
    for i in range(HERD):
        s.herd[i] = NONE
    choose_start_player(s)
    for i in range(s.seats):
        draw_to_hand(s, (s.fire + i) % s.seats, Colour.GREY)
    clear_turn(s)
    s.round = 1
    note(s, ROUND, NONE, 1)
    s.player = s.fire
    s.phase = Phase.PLACE
    begin_turn(s)


@rule
def lay_out_discs(s: State) -> None:
    """HO-P0, step 2: grey and red discs shuffled apart, face down; nothing lies on the board."""
    for space in range(SPACES):
        s.top[space] = NONE
    for disc in range(DISCS):
        s.under[disc] = NONE
    for i in range(GREYS):
        s.piles[Colour.GREY].discs[i] = i
        s.piles[Colour.RED].discs[i] = GREYS + i if i < REDS else NONE
    s.piles[Colour.GREY].count = GREYS
    s.piles[Colour.RED].count = REDS
    shuffle(s, s.piles[Colour.GREY].discs, GREYS)
    shuffle(s, s.piles[Colour.RED].discs, REDS)
    s.pool = (1 << DISCS) - 1
    s.offer[0] = NONE
    s.offer[1] = NONE


@rule
def lay_out_cards(s: State, box: Box) -> None:
    """HO-P0, steps 3 and 4: both decks shuffled face down, three barter cards open."""
    for card in range(BARTER_CARDS):
        s.barter_deck[card] = card
        s.barter_discard[card] = NONE
    s.barter_count = BARTER_CARDS
    shuffle(s, s.barter_deck, BARTER_CARDS)
    for slot in range(SLOTS):
        s.slots[slot] = NONE
    refill_slots(s)
    for kind in range(BONUS_KINDS):
        for _ in range(box.bonus[kind]):
            s.bonus_deck[s.bonus_count] = kind
            s.bonus_count += 1
    shuffle(s, s.bonus_deck, BONUS_CARDS)
    for i in range(BONUS_CARDS):
        s.bonus_discard[i] = NONE


@rule
def take_tray(s: State, box: Box, seat: int) -> None:
    """HO-P0, steps 5 and 6: the markers on their start numbers, all mammoths in the depot, the rest on 0."""
    tray = s.trays[seat]
    for good in range(GOODS):
        tray.goods[good] = box.start[good]
    tray.depot = box.mammoths
    tray.disc = NONE


@rule
def choose_start_player(s: State) -> None:
    """HO-P0, step 8: a random seat, or the host's choice, takes the fire for the whole game."""
    if s.options[OptionPlace.START] == 0:
        s.fire = below(s, s.seats)
    else:
        s.fire = s.options[OptionPlace.START] - 1
    note(s, BEGINS, s.fire)
