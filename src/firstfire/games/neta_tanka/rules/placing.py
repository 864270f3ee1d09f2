"""Phase I: the players place their nomads, one each in turn (NT-P1). Nothing else may be done (R1, R5)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import COPIED, PLACED, ROUND_BEGINS
from ..box import PLACES, Box, PlaceKind, Slots
from ..state import NOWHERE, Phase, PieceKind, State
from .clan import has_copy_power, told
from .turn_order import begin_resolution


@rule
def begin_round(s: State, box: Box) -> None:
    """A new round: the trade card is open; nomads on a mission count among those to place, the visitor does
    not (NT-F5, R41)."""
    s.round += 1
    note(s, ROUND_BEGINS, s.first, s.round, s.trade[s.round - 1])
    for seat in range(s.seats):
        away = 0
        for colour in range(seat, s.seats * box.counts[s.seats].colours, s.seats):
            away += box.counts[s.seats].nomads - s.nomads[colour].hand
        s.clans[seat].to_place = box.counts[s.seats].quota - away
    pass_placing(s, box, s.first)


@rule
def pass_placing(s: State, box: Box, start: int) -> None:
    """NT-P1: the next player, from `start` on, who has something to place; with nobody left Phase II begins.
    Who finds no place for the visitor is skipped, and asked again later (R8)."""
    for i in range(s.seats):
        seat = (start + i) % s.seats
        if s.clans[seat].to_place > 0 or (s.visitor_of == seat and places_for_visitor(s, box) != 0):
            s.player = seat
            s.phase = Phase.PLACING
            return
    begin_resolution(s, box)


@rule
def slots_of(s: State, box: Box, place: int) -> int:
    """How many slots a place has in this round: NT-A17 and NT-A18 look at the trade card and the players."""
    slots = box.places[place].slots
    if slots == Slots.TRADE_CARD:
        return box.trades[s.trade[s.round - 1]].slots
    if slots == Slots.PLAYER_COUNT:
        return box.counts[s.seats].neta_tanka_slots
    return slots


@rule
def free_places(s: State, box: Box) -> int:
    """Places with a free slot, and all open ones, as bits."""
    bits = box.open_places
    for place in range(PLACES):
        if s.normals[place] < slots_of(s, box, place):
            bits |= 1 << place
    return bits


@rule
def copy_places(s: State, box: Box) -> int:
    """NT-F1: single places without free slot that still take an extra: one for each slot (R3, R6, R9).
    A place with a free slot is not copied (R4)."""
    bits = 0
    for place in range(PLACES):
        normals = s.normals[place]
        if normals > s.extras[place] and normals >= slots_of(s, box, place) and (box.singles >> place) & 1 != 0:
            bits |= 1 << place
    return bits


@rule
def places_for_nomad(s: State, box: Box, colour: int) -> int:
    """NT-D1: where a nomad of this colour may go: never beside its own colour, whatever the powers. There is
    always such a place (R2)."""
    if s.nomads[colour].hand == 0 or s.clans[s.player].to_place == 0:
        return 0
    bits = free_places(s, box)
    clan = s.clans[s.player]
    if clan.copy_at == NOWHERE and has_copy_power(clan, box):
        bits |= copy_places(s, box)
    return bits & ~s.nomads[colour].at


@rule
def places_for_visitor(s: State, box: Box) -> int:
    """NT-F2: the visitor joins a nomad, anybody's (R7), on an open place or where an extra fits; never an Elder."""
    bits = 0
    if s.visitor_at != NOWHERE:
        return bits
    for place in range(PLACES):
        normals = s.normals[place]
        if normals > s.extras[place] and (box.singles >> place) & 1 != 0:
            bits |= 1 << place
        if normals > 0 and (box.open_places >> place) & 1 != 0:
            bits |= 1 << place
    return bits


@rule
def places_for(s: State, box: Box, piece: int) -> int:
    """NT-D1: where a piece of the player may go, as bits; passing is not allowed (R2)."""
    if piece == PieceKind.VISITOR:
        return places_for_visitor(s, box) if s.visitor_of == s.player else 0
    if piece >= box.counts[s.seats].colours:
        return 0
    return places_for_nomad(s, box, s.player + piece * s.seats)


@rule
def place_piece(s: State, box: Box, piece: int, place: int) -> None:
    """NT-D1: put a nomad or the visitor on a place; the next player goes on."""
    if piece == PieceKind.VISITOR:
        s.visitor_at = place
        s.extras[place] += 1
        note(s, PLACED, s.player, told(s, box, s.player, piece), place)
    else:
        place_nomad(s, box, piece, place)
    pass_placing(s, box, (s.player + 1) % s.seats)


@rule
def place_nomad(s: State, box: Box, piece: int, place: int) -> None:
    """NT-D1: a nomad takes a free slot; without one it is the copy nomad of this round (NT-F1, R4)."""
    nomads = s.nomads[s.player + piece * s.seats]
    clan = s.clans[s.player]
    nomads.hand -= 1
    nomads.at |= 1 << place
    clan.to_place -= 1
    if box.places[place].kind == PlaceKind.OPEN or s.normals[place] < slots_of(s, box, place):
        s.normals[place] += 1
        note(s, PLACED, s.player, told(s, box, s.player, piece), place)
    else:
        s.extras[place] += 1
        clan.copy_at = place
        clan.copy_piece = piece
        note(s, COPIED, s.player, told(s, box, s.player, piece), place)
