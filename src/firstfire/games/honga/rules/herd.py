"""The mammoth herd and the tusk (HO-A6)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import GIVES_HERD, GIVES_TRAY, LURES, PUSHED_OUT, TAKES_TUSK, TUSK_RETURNS
from ..box import Box
from ..state import NONE, State


@rule
def enter_herd(s: State, box: Box) -> None:
    """HO-A6, HO-A6a, R10, L9: an own mammoth from the depot goes to the front; out of a full herd the
    oldest is pushed onto its owner's tray (R33)."""
    tray = s.trays[s.player]
    tray.depot -= 1
    tray.herd += 1
    s.lures += 1
    tray.last_lure = s.lures
    note(s, LURES, s.player)
    if s.herd_count == box.herd_spaces[s.seats]:
        owner = s.herd[s.herd_count - 1]
        s.trays[owner].herd -= 1
        s.trays[owner].mammoths += 1
        note(s, PUSHED_OUT, owner)
    else:
        s.herd_count += 1
    for i in range(s.herd_count - 1, 0, -1):
        s.herd[i] = s.herd[i - 1]
    s.herd[0] = s.player
    judge_tusk(s)


@rule
def give_mammoths(s: State, count: int, spaces: int) -> None:
    """HO-A8a: so many own mammoths go back to the depot, those on the marked herd spaces and the rest
    from the tray."""
    tray = s.trays[s.player]
    kept = 0
    for i in range(s.herd_count):
        if (spaces >> i) & 1 != 0:
            tray.herd -= 1
            tray.depot += 1
            count -= 1
            note(s, GIVES_HERD, s.player, i + 1)
        else:
            s.herd[kept] = s.herd[i]
            kept += 1
    for i in range(kept, s.herd_count):
        s.herd[i] = NONE
    s.herd_count = kept
    if count > 0:
        tray.mammoths -= count
        tray.depot += count
        note(s, GIVES_TRAY, s.player, count)
    if spaces != 0:
        judge_tusk(s)


@rule
def judge_tusk(s: State) -> None:
    """HO-A6b, R11, R12: most mammoths in the herd; tied, the latest placement; an empty herd leaves
    the tusk on the field. R34: judged after every change."""
    best = NONE
    for seat in range(s.seats):
        tray = s.trays[seat]
        if tray.herd == 0:
            continue
        if (
            best == NONE
            or tray.herd > s.trays[best].herd
            or (tray.herd == s.trays[best].herd and tray.last_lure > s.trays[best].last_lure)
        ):
            best = seat
    if best == s.tusk:
        return
    s.tusk = best
    if best == NONE:
        note(s, TUSK_RETURNS, NONE)
    else:
        note(s, TAKES_TUSK, best)
