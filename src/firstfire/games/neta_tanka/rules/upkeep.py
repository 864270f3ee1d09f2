"""Phase III: the end of a round, and of the game (NT-P3, steps in the printed order, R46)."""

from __future__ import annotations

from firstfire.kernel.records.header import end_game, reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import BUFFALO_RETURNS, FIRST_PLAYER, MEAT_SPOILS, MISSION, VISITOR_COMES, VISITOR_LEAVES
from ..box import PLACES, Box
from ..state import COLOURS, NOWHERE, Ending, State
from .clan import told
from .placing import begin_round
from .scoring import tell_count


@rule
def end_round(s: State, box: Box) -> None:
    """NT-P3: visitor and first player, buffalo, Tanning Area, trade card, nomads."""
    move_visitor(s)
    return_buffalo(s, box)
    spoil_meat(s, box)
    s.trade_left -= 1
    if s.trade_left == 0:
        tell_count(s, box)
        end_game(s, Ending.TRADE_CARDS)
        return
    reveal(s)
    take_nomads_back(s, box)
    begin_round(s, box)


@rule
def move_visitor(s: State) -> None:
    """NT-P3 step 1: who claimed the visitor takes it and the first-player token, also as first player (R28);
    else the visitor leaves, wherever it stood (R44), and the token passes to the left."""
    if s.visitor_claim != NOWHERE:
        s.first = s.visitor_claim
        tell_upkeep(s, VISITOR_COMES, s.first, 0, 0)
    else:
        if s.visitor_of != NOWHERE:
            tell_upkeep(s, VISITOR_LEAVES, s.visitor_of, 0, 0)
        s.first = (s.first + 1) % s.seats
        tell_upkeep(s, FIRST_PLAYER, s.first, 0, 0)
    if s.visitor_at != NOWHERE:
        s.extras[s.visitor_at] -= 1
    s.visitor_of = s.visitor_claim
    s.visitor_claim = NOWHERE
    s.visitor_at = NOWHERE
    s.visitor_down = 0


@rule
def return_buffalo(s: State, box: Box) -> None:
    """NT-P3 step 2: when all buffalo are hunted one is turned back."""
    if s.hunted == box.buffalo:
        s.hunted -= 1
        tell_upkeep(s, BUFFALO_RETURNS, s.first, 0, 0)


@rule
def spoil_meat(s: State, box: Box) -> None:
    """NT-P3 step 3: meat above the cap is removed from the Tanning Area; skins stay."""
    surplus = s.tanning[box.cap_resource] - box.cap
    if surplus > 0:
        s.tanning[box.cap_resource] = box.cap
        tell_upkeep(s, MEAT_SPOILS, s.first, surplus, box.cap_resource)


@rule
def tell_upkeep(s: State, kind: int, seat: int, a: int, b: int) -> None:
    """What prepares the next round is told only where there is one (R46)."""
    if s.trade_left > 1:
        note(s, kind, seat, a, b)


@rule
def take_nomads_back(s: State, box: Box) -> None:
    """NT-P3 step 5, NT-F5: nomads go home; those with the two Elders walk to Cut Timber and Hunt, used or
    not (R31), and stand there in the next round."""
    for place in range(PLACES):
        s.normals[place] = 0
        s.extras[place] = 0
    for seat in range(s.seats):
        s.clans[seat].copy_at = NOWHERE
        s.clans[seat].copy_piece = 0
    for colour in range(COLOURS):
        nomads = s.nomads[colour]
        away = nomads.at & box.elders
        nomads.down = 0
        for place in range(PLACES):
            if (nomads.at >> place) & 1 != 0:
                nomads.at &= ~(1 << place)
                nomads.hand += 1
        for place in range(PLACES):
            target = box.places[place].mission_to
            if (away >> place) & 1 != 0 and target >= 0:
                nomads.at |= 1 << target
                nomads.hand -= 1
                s.normals[target] += 1
                seat = colour % s.seats
                note(s, MISSION, seat, target, told(s, box, seat, colour // s.seats))
