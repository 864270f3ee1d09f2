"""HONGA, the sabre-toothed tiger (HO-H)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import CHASES, FEEDS, FEEDS_NOTHING, MINDS, NEGLECTS, STAYS
from ..state import GOODS, NONE, Field, Good, State


@rule
def mind_honga(s: State) -> None:
    """HO-P3: only the hands printed on the disc just laid count. HO-H1: one hand on HONGA and he
    stays where he is. HO-H2: none, and he comes and eats, be it on purpose (R29). R1: already here, he
    does not eat twice."""
    if s.turn.hands[Field.HONGA] > 0:
        note(s, MINDS, s.player)
    elif s.honga == s.player:
        note(s, STAYS, s.player)
    else:
        s.honga = s.player
        note(s, NEGLECTS, s.player)
        eat(s)


@rule
def eat(s: State) -> None:
    """HO-H3: one unit of the topmost resource of the active player's tray, else a mammoth standing
    on it, else nothing. R3: mammoths in the herd are safe."""
    tray = s.trays[s.player]
    s.turn.meals += 1
    for good in range(GOODS):
        if tray.goods[good] > 0:
            tray.goods[good] -= 1
            note(s, FEEDS, s.player, good)
            return
    if tray.mammoths > 0:
        tray.mammoths -= 1
        tray.depot += 1
        note(s, FEEDS, s.player, Good.MAMMOTH)
        return
    note(s, FEEDS_NOTHING, s.player)


@rule
def send_home(s: State) -> None:
    """HO-B3, HO-H5: HONGA goes from the own tray back to his field."""
    s.honga = NONE
    note(s, CHASES, s.player)
