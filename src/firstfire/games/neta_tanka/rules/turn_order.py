"""Phase II: whose resolution turn it is (NT-P2)."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box
from ..state import NOWHERE, Phase, State
from .links import open_links


@rule
def begin_resolution(s: State, box: Box) -> None:
    """NT-P2: all nomads stand; the first player resolves. A visitor that found no place is not used (R8)."""
    s.turns = 0
    begin_turn(s, box)


@rule
def begin_turn(s: State, box: Box) -> None:
    """The next player in order takes a resolution turn."""
    s.player = (s.first + s.turns) % s.seats
    s.phase = Phase.RESOLVING
    open_links(s, box)


@rule
def unresolved_places(s: State, box: Box) -> int:
    """Places where a piece of the player still stands, as bits: the visitor is its holder's, wherever (R43)."""
    bits = 0
    for own in range(box.counts[s.seats].colours):
        nomads = s.nomads[s.player + own * s.seats]
        bits |= nomads.at & ~nomads.down
    if s.visitor_of == s.player and s.visitor_at != NOWHERE and s.visitor_down == 0:
        bits |= 1 << s.visitor_at
    return bits


@rule
def lay_down(s: State, box: Box, place: int) -> None:
    """Lay down one piece of the player on a place: which one makes no difference (R57)."""
    for own in range(box.counts[s.seats].colours):
        nomads = s.nomads[s.player + own * s.seats]
        if ((nomads.at & ~nomads.down) >> place) & 1 != 0:
            nomads.down |= 1 << place
            return
    s.visitor_down = 1
