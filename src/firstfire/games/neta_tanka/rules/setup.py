"""Setting up the table (NT-U1 to NT-U12)."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import below, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, note, secret_note

from ..actions import DEALT, FIRST_PLAYER
from ..box import CARDS, CRAFTS, OBJECTIVES, RESOURCES, SEATS, TOKENS, TRADES, Box
from ..state import COLOURS, DISPLAY, NOWHERE, State
from .clan import next_gate
from .placing import begin_round


@rule
def setup(s: State, box: Box) -> None:
    """NT-U1 to NT-U12: the village, the decks, the clans; round 1 begins."""
    lay_out_village(s, box)
    lay_out_cards(s)
    lay_out_clans(s, box)
    deal_objectives(s)
    s.first = below(s, s.seats)
    note(s, FIRST_PLAYER, s.first)
    begin_round(s, box)


@rule
def lay_out_village(s: State, box: Box) -> None:
    """NT-U2, NT-U6, NT-U8, NT-U9: zones, buffalo, visitor, link tokens; the supply is unlimited."""
    for resource in range(RESOURCES):
        s.forest[resource] = box.start_forest[resource]
        s.tanning[resource] = box.start_tanning[resource]
    s.hunted = box.start_hunted
    s.visitor_of = NOWHERE
    s.visitor_at = NOWHERE
    s.visitor_claim = NOWHERE
    s.token_stack = (1 << TOKENS) - 1
    for i in range(SEATS):
        s.totem_order[i] = NOWHERE


@rule
def lay_out_cards(s: State) -> None:
    """NT-U3, NT-U4, NT-U5: two open displays beside their piles, and the stack of trade cards."""
    for i in range(CARDS):
        s.card_pile[i] = i
    shuffle(s, s.card_pile, CARDS)
    s.card_left = CARDS
    for i in range(CRAFTS):
        s.craft_pile[i] = i
    shuffle(s, s.craft_pile, CRAFTS)
    s.craft_left = CRAFTS
    for i in range(DISPLAY):
        s.card_left -= 1
        s.card_display[i] = s.card_pile[s.card_left]
        s.card_pile[s.card_left] = HIDDEN
        s.craft_left -= 1
        s.craft_display[i] = s.craft_pile[s.craft_left]
        s.craft_pile[s.craft_left] = HIDDEN
    s.card_count = DISPLAY
    s.craft_count = DISPLAY
    for i in range(TRADES):
        s.trade[i] = i
    shuffle(s, s.trade, TRADES)


@rule
def lay_out_clans(s: State, box: Box) -> None:
    """NT-U7, NT-U10: reserves and nomads; two colours each for two players; all totems stand at the left."""
    count = box.counts[s.seats]
    s.trade_left = count.rounds
    for seat in range(s.seats):
        clan = s.clans[seat]
        for resource in range(RESOURCES):
            clan.reserve[resource] = box.start_reserve[resource]
        clan.generosity = box.start_generosity
        clan.copy_at = NOWHERE
        next_gate(clan, box)
    for colour in range(COLOURS):
        if colour < s.seats * count.colours:
            s.nomads[colour].hand = count.nomads


@rule
def deal_objectives(s: State) -> None:
    """NT-U11: one secret objective each; the others stay hidden (R39)."""
    deck: Row[int] = s.undealt
    for i in range(OBJECTIVES):
        deck[i] = i
    shuffle(s, deck, OBJECTIVES)
    for seat in range(s.seats):
        s.clans[seat].objective = deck[seat]
        deck[seat] = HIDDEN
        secret_note(s, DEALT, seat, 0, 0, s.clans[seat].objective)
