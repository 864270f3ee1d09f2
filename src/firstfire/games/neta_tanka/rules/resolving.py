"""Phase II: a resolution turn, as a menu of small decisions in free order (NT-P2)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import TURN_ENDS
from ..box import Box
from ..state import Opened, Phase, State
from .places import can_act
from .turn_order import begin_turn, unresolved_places
from .upkeep import end_round


@rule
def go_on(s: State) -> None:
    """Where the player goes on unless the action asks something: in the open action (R45), or in the turn."""
    if s.opened == Opened.OFFERING:
        s.phase = Phase.OFFERING
    elif s.opened == Opened.TENTS:
        s.phase = Phase.BUILDING
    else:
        s.phase = Phase.RESOLVING


@rule
def resolvable_places(s: State, box: Box) -> int:
    """NT-D2: the places where a piece of the player stands and can do something, as bits."""
    standing = unresolved_places(s, box)
    bits = standing
    while standing != 0:
        place = lowest(standing)
        standing &= standing - 1
        if not can_act(s, box, place):
            bits &= ~(1 << place)
    return bits


@rule
def can_end_turn(s: State, box: Box) -> bool:
    """NT-D10: not while a piece stands on a place where it must act (R15, R49, R55)."""
    return unresolved_places(s, box) & box.must_act == 0


@rule
def end_turn(s: State, box: Box) -> None:
    """NT-D10: the turn is over; the next player resolves, or the round ends. Once-per-round marks of the
    player are cleared with it: each has one resolution turn in a round (NT-F3, NT-F4, R20)."""
    note(s, TURN_ENDS, s.player)
    s.gift_made = 0
    s.links_bought = 0
    s.links_open[0] = 0
    s.links_open[1] = 0
    s.opened = Opened.NOTHING
    s.turns += 1
    if s.turns < s.seats:
        begin_turn(s, box)
    else:
        s.turns = 0
        end_round(s, box)
