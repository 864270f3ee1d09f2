"""Neta-Tanka cards (NT-N1 to NT-N10): taken openly, played once, for their face or their back."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, allow_set, lowest
from firstfire.kernel.header import reveal
from firstfire.kernel.notes import HIDDEN, note
from firstfire.kernel.rule import rule

from ..actions import CARD_DISPLAY, DISCARD_CARD, DISCARDED, PLAY_CARD, PLAYED, TOOK_CARD
from ..box import Box, CardKind, Resource, Source
from ..state import DISPLAY, State
from .clan import add_food, add_to_totem, food_items, gain, gain_generosity, tents_for, unfinished_crafts
from .links import ask_craft, ask_tent


@rule
def take_card(s: State, card: int) -> None:
    """NT-A18, NT-U3: take a card of the display; the open top of the pile takes its place (R23, R47)."""
    s.clans[s.player].cards |= 1 << card
    note(s, TOOK_CARD, s.player, card)
    kept = 0
    for i in range(s.card_count):
        if s.card_display[i] != card:
            s.card_display[kept] = s.card_display[i]
            kept += 1
    s.card_count = kept
    for i in range(kept, DISPLAY):
        s.card_display[i] = HIDDEN
    if s.card_left > 0:
        refill_card_display(s)


@rule
def refill_card_display(s: State) -> None:
    """NT-U3: the open top card joins the display, the next one is turned up."""
    s.card_left -= 1
    card = s.card_pile[s.card_left]
    s.card_pile[s.card_left] = HIDDEN
    s.card_display[s.card_count] = card
    s.card_count += 1
    top = HIDDEN
    if s.card_left > 0:
        top = s.card_pile[s.card_left - 1]
        reveal(s)
    note(s, CARD_DISPLAY, s.player, card, top)


@rule
def can_play_card(s: State, box: Box, card: int) -> bool:
    """NT-D4: whether the face of a card can do something; everything comes from the supply."""
    kind = box.cards[card].kind
    clan = s.clans[s.player]
    if kind == CardKind.FOOD:
        return food_items(clan) < box.food_slots
    if kind == CardKind.TENTS:
        return tents_for(clan, box, Resource.WOOD) | tents_for(clan, box, Resource.SKIN) != 0
    if kind == CardKind.CRAFT:
        return unfinished_crafts(clan) != 0
    return True


@rule
def legal_cards(s: State, box: Box, mask: Mask) -> None:
    """NT-D4, NT-D5: any card in hand, face or back, as many as the player likes (R48)."""
    held = s.clans[s.player].cards
    bits = held
    while bits != 0:
        card = lowest(bits)
        bits &= bits - 1
        if can_play_card(s, box, card):
            allow(mask, PLAY_CARD + card)
    allow_set(mask, DISCARD_CARD, held)


@rule
def play_card(s: State, box: Box, number: int) -> None:
    """NT-D4, NT-N1 to NT-N10: the face of a card; then it is out of the game."""
    leave_hand(s, number)
    note(s, PLAYED, s.player, number)
    card = box.cards[number]
    if card.kind == CardKind.FOOD:
        add_food(s, box, card.resource, card.amount)
    elif card.kind == CardKind.TENTS:
        s.supplied = 1
        ask_tent(s, box)
    elif card.kind == CardKind.TOTEM:
        for _ in range(card.amount):
            add_to_totem(s, card.resource)
    elif card.kind == CardKind.CRAFT:
        s.supplied = 1
        ask_craft(s, box)
    else:
        gain(s, card.resource, card.amount, Source.SUPPLY)


@rule
def discard_card(s: State, box: Box, number: int) -> None:
    """NT-D5: the back of a card: generosity; then it is out of the game (R29: unplayed ones score nothing)."""
    leave_hand(s, number)
    note(s, DISCARDED, s.player, number)
    gain_generosity(s, box.card_back_generosity)


@rule
def leave_hand(s: State, number: int) -> None:
    """A card leaves the hand for good."""
    s.clans[s.player].cards &= ~(1 << number)
    s.cards_played |= 1 << number
