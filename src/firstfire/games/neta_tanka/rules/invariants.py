"""What must hold in every state (NT-I1 to NT-I18; NT-I16 and NT-I17 compare states: see the tests)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN

from ..box import (
    CARDS,
    CRAFTS,
    HEIGHTS,
    MATERIALS,
    OBJECTIVES,
    PLACES,
    RESOURCES,
    TOKENS,
    TRADES,
    Box,
    PlaceKind,
    Resource,
)
from ..state import COLOURS, DISPLAY, NOWHERE, Clan, Opened, Phase, State
from .clan import food_items, height_of, is_begun, unfinished_crafts
from .placing import slots_of
from .scoring import tent_points, totem_board

INVARIANTS = {
    1: "NT-I1: reserves, zones and generosity are never negative; the zones hold nothing but their own resources",
    2: "NT-I2: nomads of a colour in hand and on the board are all its nomads",
    3: "NT-I3: after Phase I each player has as many nomads on the board as the round asks",
    4: "NT-I4: slots, extras and colours of every place are within its limits",
    5: "NT-I5: a copy nomad belongs to a player with the Copy Power",
    6: "NT-I6: all craft cards are somewhere, once; the display is full while the pile is not empty",
    7: "NT-I7: all Neta-Tanka cards are somewhere, once; the display is full while the pile is not empty",
    8: "NT-I8: all link tokens are in the stack, held or used",
    9: "NT-I9: hunted buffalo and meat stay within their bounds",
    10: "NT-I10: tents are built in order, within their slots, behind paid gates",
    11: "NT-I11: the food section holds meat and mushrooms only, no more than its slots",
    12: "NT-I12: a totem is of wood and skulls; the totem order is sorted and holds exactly the players with one",
    13: "NT-I13: finished cards are bare, unfinished ones lack something",
    14: "NT-I14: seats of this table hold and claim the visitor, an open action has steps left, at most one gift",
    15: "NT-I15: the round and the trade cards left add up",
    16: "NT-U11: objectives and trade cards are all different",
    17: "NT-F3: links that may still be used are formed by nomads of their colour",
    18: "NT-I18: tents and totem board give values that are printed",
}


@rule
def check(s: State, box: Box) -> int:
    """The number of the first broken invariant, 0 when all hold."""
    broken = check_village(s, box)
    if broken == 0:
        broken = check_decks(s, box)
    for seat in range(s.seats):
        if broken == 0:
            broken = check_clan(s, box, seat)
    return broken


@rule
def check_village(s: State, box: Box) -> int:
    """NT-I1 to NT-I5, NT-I9, NT-I12, NT-I14, NT-I15, NT-F3: nomads, places, zones and turn marks."""
    for resource in range(RESOURCES):
        if s.forest[resource] < 0 or s.tanning[resource] < 0:
            return 1
        if s.forest[resource] > 0 and resource != Resource.WOOD and resource != Resource.MUSHROOM:
            return 1
        if s.tanning[resource] > 0 and resource != Resource.SKIN and resource != Resource.MEAT:
            return 1
    for colour in range(s.seats * box.counts[s.seats].colours):
        nomads = s.nomads[colour]
        if nomads.hand < 0 or nomads.hand + popcount(nomads.at) != box.counts[s.seats].nomads:
            return 2
        if nomads.down & ~nomads.at != 0:
            return 2
    for place in range(PLACES):
        if not place_is_sound(s, box, place):
            return 4
    if s.hunted < 0 or s.hunted > box.buffalo:
        return 9
    if s.phase == Phase.PLACING and (s.hunted >= box.buffalo or s.tanning[box.cap_resource] > box.cap):
        return 9
    if not totem_order_is_sound(s):
        return 12
    if s.visitor_of >= s.seats or s.visitor_claim >= s.seats or (s.visitor_of < 0 and s.visitor_at >= 0):
        return 14
    if s.gift_made < 0 or s.gift_made > 1:
        return 14
    if s.opened == Opened.OFFERING and s.steps >= box.offerings:
        return 14
    if s.opened == Opened.TENTS and s.steps >= box.tents_max_resources:
        return 14
    if not links_are_formed(s, box):
        return 17
    if s.over == 0 and s.round + s.trade_left - 1 != box.counts[s.seats].rounds:
        return 15
    return 0


@rule
def place_is_sound(s: State, box: Box, place: int) -> bool:
    """NT-I4: counts agree with the nomads, the copy nomad is one of them, and the limits of the place are kept."""
    nomads = 0
    for colour in range(COLOURS):
        nomads += (s.nomads[colour].at >> place) & 1
    visitors = 1 if s.visitor_at == place else 0
    extras = visitors
    for seat in range(s.seats):
        if s.clans[seat].copy_at == place:
            extras += 1
            if (s.nomads[seat + s.clans[seat].copy_piece * s.seats].at >> place) & 1 == 0:
                return False
    kind = box.places[place].kind
    if s.normals[place] + s.extras[place] != nomads + visitors or s.extras[place] != extras:
        return False
    if kind == PlaceKind.OPEN:
        return True
    if kind == PlaceKind.ELDER:
        return nomads <= 1 and visitors == 0
    return s.normals[place] <= slots_of(s, box, place) and s.extras[place] <= s.normals[place]


@rule
def links_are_formed(s: State, box: Box) -> bool:
    """NT-F3: both ends of an open link hold nomads of the colour it is open to."""
    for own in range(2):
        bits = s.links_open[own]
        if bits != 0 and own >= box.counts[s.seats].colours:
            return False
        while bits != 0:
            ends = box.links[lowest(bits)].ends
            bits &= bits - 1
            if s.nomads[s.player + own * s.seats].at & ends != ends:
                return False
    return True


@rule
def totem_order_is_sound(s: State) -> bool:
    """NT-I12: tallest first, each player with a totem once."""
    seen = 0
    for i in range(s.totem_count):
        seat = s.totem_order[i]
        seen |= 1 << seat
        if i > 0 and height_of(s.clans[seat]) > height_of(s.clans[s.totem_order[i - 1]]):
            return False
    for seat in range(s.seats):
        if ((seen >> seat) & 1 != 0) != (height_of(s.clans[seat]) > 0):
            return False
    return popcount(seen) == s.totem_count


@rule
def check_decks(s: State, box: Box) -> int:
    """NT-I6, NT-I7, NT-I8 and the cards dealt at set-up: every card and token is in exactly one place."""
    crafts = s.craft_gone
    count = popcount(s.craft_gone) + s.craft_count + s.craft_left
    cards = s.cards_played
    held = popcount(s.cards_played) + s.card_count + s.card_left
    tokens = s.token_stack | s.tokens_used
    token_count = popcount(s.token_stack) + popcount(s.tokens_used)
    objectives = 0
    for seat in range(s.seats):
        clan = s.clans[seat]
        mine = unfinished_crafts(clan) | clan.finished
        crafts |= mine
        count += popcount(mine)
        cards |= clan.cards
        held += popcount(clan.cards)
        tokens |= clan.tokens
        token_count += popcount(clan.tokens)
        objectives |= 1 << clan.objective
    for i in range(DISPLAY):
        if i < s.craft_count:
            crafts |= 1 << s.craft_display[i]
        if i < s.card_count:
            cards |= 1 << s.card_display[i]
    for i in range(s.craft_left):
        crafts |= 1 << s.craft_pile[i]
    for i in range(s.card_left):
        cards |= 1 << s.card_pile[i]
    if count != CRAFTS or crafts != (1 << CRAFTS) - 1:
        return 6
    if s.craft_left > 0 and s.craft_count + s.renewed != DISPLAY:
        return 6
    if held != CARDS or cards != (1 << CARDS) - 1 or (s.card_left > 0 and s.card_count != DISPLAY):
        return 7
    if token_count != TOKENS or tokens != (1 << TOKENS) - 1:
        return 8
    for i in range(s.seats, OBJECTIVES):
        objectives |= 1 << s.undealt[i]
    trades = 0
    for i in range(TRADES):
        trades |= 1 << s.trade[i]
    if objectives != (1 << OBJECTIVES) - 1 or trades != (1 << TRADES) - 1:
        return 16
    return 0


@rule
def check_clan(s: State, box: Box, seat: int) -> int:
    """NT-I1, NT-I3, NT-I5, NT-I10 to NT-I13, NT-I18: one clan board."""
    clan = s.clans[seat]
    if clan.generosity < 0:
        return 1
    for resource in range(RESOURCES):
        if clan.reserve[resource] < 0 or clan.food[resource] < 0 or clan.totem[resource] < 0:
            return 1
    standing = 0
    for colour in range(seat, s.seats * box.counts[s.seats].colours, s.seats):
        standing += popcount(s.nomads[colour].at)
    if standing + clan.to_place != box.counts[s.seats].quota or (s.phase != Phase.PLACING and clan.to_place != 0):
        return 3
    if clan.copy_at != NOWHERE and food_items(clan) < box.copy_at:
        return 5
    if not tents_are_sound(clan, box):
        return 10
    if food_items(clan) > box.food_slots:
        return 11
    for resource in range(RESOURCES):
        if clan.food[resource] > 0 and resource != Resource.MEAT and resource != Resource.MUSHROOM:
            return 11
        if clan.totem[resource] > 0 and resource != Resource.WOOD and resource != Resource.SKULL:
            return 12
    if not crafts_are_sound(s, box, clan):
        return 13
    if not values_are_printed(s, box, seat):
        return 18
    return 0


@rule
def values_are_printed(s: State, box: Box, seat: int) -> bool:
    """NT-I18: NT-S1 gives a printed value of the tents, NT-S3 one of the cells of this totem board."""
    clan = s.clans[seat]
    tents = False
    for series in range(box.tents + 1):
        if tent_points(clan, box) == box.tent_points[series]:
            tents = True
    height = min(height_of(clan), HEIGHTS)
    cell = False
    for i in range(s.seats):
        if totem_board(s, box, seat) == box.totem_cells[s.seats][i][height]:
            cell = True
    return tents and cell


@rule
def tents_are_sound(clan: Clan, box: Box) -> bool:
    """NT-I10: tent k needs tent k - 1 begun and all gates up to k paid; slots are not overfull."""
    for tent in range(box.tents):
        for material in range(MATERIALS):
            if clan.tents[tent][material] < 0 or clan.tents[tent][material] > box.tent_slots[material]:
                return False
        if is_begun(clan, tent) and (tent >= clan.gate or (tent > 0 and not is_begun(clan, tent - 1))):
            return False
    owed = 0
    for resource in range(RESOURCES):
        if clan.owed[resource] < 0:
            return False
        owed += clan.owed[resource]
    return (owed > 0) == (clan.gate < box.tents)


@rule
def crafts_are_sound(s: State, box: Box, clan: Clan) -> bool:
    """NT-I13: what lies on a card and what it wants agree; a finished card is bare."""
    unfinished = unfinished_crafts(clan)
    if unfinished & clan.finished != 0:
        return False
    for card in range(CRAFTS):
        for material in range(MATERIALS):
            lying = s.on_craft[card][material]
            lacks = lying < box.crafts[card].cost[material]
            wanted = (clan.wants[material] >> card) & 1 != 0
            if (unfinished >> card) & 1 != 0 and lacks != wanted:
                return False
            if (clan.finished >> card) & 1 != 0 and lying != 0:
                return False
    return s.craft_count <= DISPLAY and (s.craft_left == 0 or s.craft_pile[s.craft_left - 1] != HIDDEN)
