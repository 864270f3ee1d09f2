"""Neta-Tanka cards (NT-N1 to NT-N10): taken openly, played once, for their face or their back."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, note

from ..actions import CARD_DISPLAY, DISCARDED, PLAYED, TOOK_CARD
from ..box import Box, CardKind, Resource, TokenSource
from ..state import DISPLAY, Phase, State
from .clan import add_food, add_to_totem, food_items, gain, gain_generosity, tents_for, unfinished_crafts


@rule
def shown_cards(s: State) -> int:
    """NT-D22: the cards of the display, as bits."""
    bits = 0
    for i in range(s.card_count):
        bits |= 1 << s.card_display[i]
    return bits


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
def cards_in_hand(s: State) -> int:
    """NT-D5: the cards of the player, as bits: as many as the player likes may be used (R48)."""
    return s.clans[s.player].cards


@rule
def playable_cards(s: State, box: Box) -> int:
    """NT-D4: those of them whose face can do something."""
    held = s.clans[s.player].cards
    bits = held
    while held != 0:
        card = lowest(held)
        held &= held - 1
        if not can_play_card(s, box, card):
            bits &= ~(1 << card)
    return bits


@rule
def play_card(s: State, box: Box, card: int) -> None:
    """NT-D4, NT-N1 to NT-N10: the face of a card; then it is out of the game."""
    leave_hand(s, card)
    note(s, PLAYED, s.player, card)
    face = box.cards[card]
    if face.kind == CardKind.FOOD:
        add_food(s, box, face.resource, face.amount)
    elif face.kind == CardKind.TENTS:
        s.supplied = 1
        s.phase = Phase.TENT
    elif face.kind == CardKind.TOTEM:
        for _ in range(face.amount):
            add_to_totem(s, face.resource)
    elif face.kind == CardKind.CRAFT:
        s.supplied = 1
        s.phase = Phase.CRAFT
    else:
        gain(s, face.resource, face.amount, TokenSource.SUPPLY)


@rule
def discard_card(s: State, box: Box, card: int) -> None:
    """NT-D5: the back of a card: generosity; then it is out of the game (R29: unplayed ones score nothing)."""
    leave_hand(s, card)
    note(s, DISCARDED, s.player, card)
    gain_generosity(s, box.card_back_generosity)


@rule
def leave_hand(s: State, card: int) -> None:
    """A card leaves the hand for good."""
    s.clans[s.player].cards &= ~(1 << card)
    s.cards_played |= 1 << card
