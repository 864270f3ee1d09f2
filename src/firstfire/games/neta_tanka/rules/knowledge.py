"""What a seat knows. Hidden: the objectives of others and the undealt ones, the piles below their open top
card, the trade cards to come and those left in the box. Everything else is open."""

from __future__ import annotations

from firstfire.kernel.records.rng import random_bit
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, NOBODY

from ..box import CARDS, CRAFTS, OBJECTIVES, TRADES, Box
from ..state import State
from .clan import unfinished_crafts


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """Blank the hidden cards; an exchanged objective is open (R38), undealt ones never are (R39)."""
    for other in range(s.seats):
        if other != seat and s.clans[other].exchanged == 0 and s.over == 0:
            s.clans[other].objective = HIDDEN
    for i in range(OBJECTIVES):
        s.undealt[i] = HIDDEN
    for i in range(s.craft_left - 1):
        s.craft_pile[i] = HIDDEN
    for i in range(s.card_left - 1):
        s.card_pile[i] = HIDDEN
    for i in range(s.round, TRADES):
        s.trade[i] = HIDDEN


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """Deal every hidden card at random among those the seat has not seen."""
    deal_objectives_again(s)
    deal_crafts_again(s)
    deal_cards_again(s)
    unseen = (1 << TRADES) - 1
    for i in range(s.round):
        unseen &= ~(1 << s.trade[i])
    for i in range(s.round, TRADES):
        s.trade[i] = random_bit(s, unseen)
        unseen &= ~(1 << s.trade[i])


@rule
def redeal(s: State, box: Box) -> None:
    """In a whole state no objective of a player is hidden: what is dealt again is what nobody has seen."""
    resample(s, box, NOBODY)


@rule
def deal_objectives_again(s: State) -> None:
    """Objectives the seat has not seen: to the other players, and to the undealt ones."""
    unseen = (1 << OBJECTIVES) - 1
    for seat in range(s.seats):
        if s.clans[seat].objective != HIDDEN:
            unseen &= ~(1 << s.clans[seat].objective)
    for seat in range(s.seats):
        if s.clans[seat].objective == HIDDEN:
            s.clans[seat].objective = random_bit(s, unseen)
            unseen &= ~(1 << s.clans[seat].objective)
    for i in range(s.seats, OBJECTIVES):
        s.undealt[i] = random_bit(s, unseen)
        unseen &= ~(1 << s.undealt[i])


@rule
def deal_crafts_again(s: State) -> None:
    """The craft pile below its open top card."""
    unseen = ((1 << CRAFTS) - 1) & ~s.craft_gone
    for seat in range(s.seats):
        unseen &= ~(unfinished_crafts(s.clans[seat]) | s.clans[seat].finished)
    for i in range(s.craft_count):
        unseen &= ~(1 << s.craft_display[i])
    if s.craft_left > 0:
        unseen &= ~(1 << s.craft_pile[s.craft_left - 1])
    for i in range(s.craft_left - 1):
        s.craft_pile[i] = random_bit(s, unseen)
        unseen &= ~(1 << s.craft_pile[i])


@rule
def deal_cards_again(s: State) -> None:
    """The Neta-Tanka pile below its open top card."""
    unseen = ((1 << CARDS) - 1) & ~s.cards_played
    for seat in range(s.seats):
        unseen &= ~s.clans[seat].cards
    for i in range(s.card_count):
        unseen &= ~(1 << s.card_display[i])
    if s.card_left > 0:
        unseen &= ~(1 << s.card_pile[s.card_left - 1])
    for i in range(s.card_left - 1):
        s.card_pile[i] = random_bit(s, unseen)
        unseen &= ~(1 << s.card_pile[i])
