"""What the record of Nētā-Tanka may hold, and how a position of it is written.

    nomads=[{at=[tan elder_hunt] down=[tan]} …] clans=[{reserve=[wood:2 skin:1] tents=[[1 2] [0 1]] gate=2} …]
    craft_display=[C1 C4 C9 C2 C17] craft_pile=[C3 C5 …]

Places are written by name, piles have their top at the end; a tent is [wood skin]. Counts, nomads in hand and what
lies nowhere else (played cards, the stack of tokens) follow from the rest.
"""

from __future__ import annotations

from firstfire.kernel.observations.fields import (
    BY_SEAT,
    FLAG,
    SEAT_OR_NONE,
    SEATED,
    Fields,
    counted,
    derived,
    filled,
    number,
    one_of,
    pieces,
    set_of,
)
from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rows import as_tuple

from ..actions import CARD, CRAFT, LINK, MATERIAL, OBJECTIVE, PLACE, RESOURCE, TOKEN, TRADE
from ..box import CARDS, CRAFTS, OBJECTIVES, PLACES, RESOURCES, SEATS, TENTS, TOKENS, Box
from ..state import COLOURS, DISPLAY, NOWHERE, Opened, State

MANY = number(0, 999)
TOKEN_COUNT = number(0, 99)
AT = one_of(PLACE.values, below=("-",))
CRAFT_CARD = pieces(one_of(CRAFT.values, below=("-",)))
VILLAGE_CARD = pieces(one_of(CARD.values, below=("-",)))
PLACED = set_of(PLACE.values)

FIELDS: Fields = {
    "round": number(1, 20, blank=0),
    "first": SEATED,
    "turns": number(0, SEATS),
    "trade_left": derived(number(0, 20)),
    "trade": pieces(one_of(TRADE.values, blank=NOWHERE)),
    "undealt": derived(one_of(OBJECTIVE.values, below=("-",))),
    "forest": MANY.by(RESOURCE.values),
    "tanning": MANY.by(RESOURCE.values),
    "hunted": TOKEN_COUNT,
    "normals": counted(20).by(PLACE.values),
    "extras": counted(20).by(PLACE.values),
    "craft_count": counted(DISPLAY),
    "craft_display": CRAFT_CARD,
    "craft_left": counted(CRAFTS),
    "craft_pile": CRAFT_CARD,
    "craft_gone": derived(set_of(CRAFT.values)),
    "on_craft": TOKEN_COUNT.by(CRAFT.values, MATERIAL.values),
    "card_count": counted(DISPLAY),
    "card_display": VILLAGE_CARD,
    "card_left": counted(CARDS),
    "card_pile": VILLAGE_CARD,
    "cards_played": derived(set_of(CARD.values)),
    "token_stack": derived(set_of(TOKEN.values)),
    "tokens_used": pieces(set_of(TOKEN.values)),
    "totem_count": counted(SEATS),
    "totem_order": SEAT_OR_NONE,
    "visitor_of": SEAT_OR_NONE,
    "visitor_at": AT,
    "visitor_down": FLAG,
    "visitor_claim": SEAT_OR_NONE,
    "opened": one_of([opened.name.lower() for opened in Opened]),
    "steps": number(0, 20),
    "supplied": FLAG,
    "renewed": number(0, DISPLAY),
    "gift_made": FLAG,
    "links_open": set_of(LINK.values),
    "links_bought": set_of(LINK.values),
    "nomads.hand": derived(number(0, 20)),
    "nomads.at": PLACED,
    "nomads.down": PLACED,
    "clans": BY_SEAT,
    "clans.reserve": MANY.by(RESOURCE.values),
    "clans.generosity": MANY,
    "clans.totem": MANY.by(RESOURCE.values),
    "clans.tents": TOKEN_COUNT,
    "clans.gate": number(0, TENTS),
    "clans.owed": derived(TOKEN_COUNT.by(RESOURCE.values)),
    "clans.food": TOKEN_COUNT.by(RESOURCE.values),
    "clans.to_place": derived(number(0, 20)),
    "clans.copy_at": AT,
    "clans.copy_piece": FLAG,
    "clans.objective": pieces(one_of(OBJECTIVE.values, blank=NOWHERE)),
    "clans.exchanged": FLAG,
    "clans.cards": pieces(set_of(CARD.values)),
    "clans.tokens": pieces(set_of(TOKEN.values)),
    "clans.wants": set_of(CRAFT.values).by(MATERIAL.values),
    "clans.finished": pieces(set_of(CRAFT.values)),
}


def complete(s: State, box: Box) -> None:
    """Count rows, places and nomads; what lies nowhere else has been used."""
    s.craft_count, s.craft_left = filled(s, "craft_display"), filled(s, "craft_pile")
    s.card_count, s.card_left = filled(s, "card_display"), filled(s, "card_pile")
    s.totem_count = filled(s, "totem_order")
    s.trade_left = max(0, box.counts[s.seats].rounds - s.round + 1)
    crafts = _bits(s.craft_display) | _bits(s.craft_pile)
    cards = _bits(s.card_display) | _bits(s.card_pile)
    tokens = s.tokens_used
    for seat in range(s.seats):
        clan = s.clans[seat]
        crafts |= clan.wants[0] | clan.wants[1] | clan.finished
        cards |= clan.cards
        tokens |= clan.tokens
        for resource in range(RESOURCES):
            clan.owed[resource] = box.gates[clan.gate][resource] if clan.gate < box.tents else 0
    s.craft_gone = (1 << CRAFTS) - 1 & ~crafts
    s.cards_played = (1 << CARDS) - 1 & ~cards
    s.token_stack = (1 << TOKENS) - 1 & ~tokens
    _count_nomads(s, box)
    _lay_undealt(s)


def _count_nomads(s: State, box: Box) -> None:
    """NT-I2 to NT-I4: nomads in hand, to place, and on each place."""
    count = box.counts[s.seats]
    for place in range(PLACES):
        s.extras[place] = int(s.visitor_at == place) + sum(s.clans[seat].copy_at == place for seat in range(s.seats))
        standing = sum(s.nomads[colour].at >> place & 1 for colour in range(COLOURS))
        s.normals[place] = max(0, standing + int(s.visitor_at == place) - s.extras[place])
    for seat in range(s.seats):
        s.clans[seat].to_place = count.quota
    for colour in range(s.seats * count.colours):
        placed = popcount(s.nomads[colour].at)
        s.nomads[colour].hand = max(0, count.nomads - placed)
        clan = s.clans[colour % s.seats]
        clan.to_place = max(0, clan.to_place - placed)


def _lay_undealt(s: State) -> None:
    """NT-U11: the objectives nobody has lie in the places beyond the players."""
    dealt = {s.clans[seat].objective for seat in range(s.seats)}
    rest = [card for card in range(OBJECTIVES) if card not in dealt]
    for i in range(OBJECTIVES):
        s.undealt[i] = rest.pop(0) if i >= s.seats and rest else NOWHERE


def _bits(row: Row[int]) -> int:
    return sum({1 << entry for entry in as_tuple(row) if entry != NOWHERE})
