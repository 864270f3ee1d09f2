"""Points, and the sacred mountain (HO-A7)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import CLIMBS, HONOURED, LAPSE, REACHES_TOP, TARGET
from ..box import Box
from ..state import Field, PointSource, State


@rule
def add_points(s: State, box: Box, seat: int, points: int, source: int) -> None:
    """HO-E1, HO-E2: score at once; reaching the target on anybody's turn makes this round the last (R16)."""
    tray = s.trays[seat]
    tray.points += points
    tray.earned[source] += points
    if s.triggered == 0 and tray.points >= box.target[s.seats]:
        s.triggered = 1
        note(s, TARGET, seat, tray.points)


@rule
def can_climb(s: State) -> bool:
    """A hand is left on the mountain."""
    return s.turn.hands[Field.MOUNTAIN] > 0


@rule
def climb(s: State, box: Box) -> None:
    """HO-A7: one step up; at the top the mountain hands still unused lapse (R14, L5)."""
    s.turn.hands[Field.MOUNTAIN] -= 1
    s.turn.used += 1
    if move_caveman(s, box, 1):
        left = s.turn.hands[Field.MOUNTAIN]
        if left > 0:
            s.turn.hands[Field.MOUNTAIN] = 0
            s.turn.lapsed += left
            note(s, LAPSE, s.player, left)


@rule
def move_caveman(s: State, box: Box, steps: int) -> bool:
    """Own caveman up; surplus steps are lost. Whether he reached the top."""
    tray = s.trays[s.player]
    tray.step = min(tray.step + steps, box.top_step)
    if tray.step < box.top_step:
        note(s, CLIMBS, s.player, tray.step)
        return False
    pay_homage(s, box)
    return True


@rule
def pay_homage(s: State, box: Box) -> None:
    """HO-A7: the climber scores the top step, each other player the number under their caveman (R15);
    then all cavemen go back to the bottom."""
    top = box.step_points[box.top_step]
    note(s, REACHES_TOP, s.player, top, s.trays[s.player].points + top)
    add_points(s, box, s.player, top, PointSource.MOUNTAIN)
    for i in range(1, s.seats):
        seat = (s.player + i) % s.seats
        step = s.trays[seat].step
        points = box.step_points[step]
        if points > 0:
            note(s, HONOURED, seat, points, step, s.trays[seat].points + points)
            add_points(s, box, seat, points, PointSource.MOUNTAIN)
    for seat in range(s.seats):
        s.trays[seat].step = 0
