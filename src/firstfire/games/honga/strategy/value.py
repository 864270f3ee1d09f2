"""How well each seat stands, as shares of a victory."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.scoring import resources
from ..state import (
    State,
)
from .worth import CARD, MAMMOTH, UNIT


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Shares of the victory by points, goods, mammoths and cards."""
    best = strength(s, box, 0)
    for seat in range(1, s.seats):
        best = max(best, strength(s, box, seat))
    spread = 4.0 + 0.25 * max(0.0, box.target[s.seats] - best)
    total = 0.0
    for seat in range(s.seats):
        out[seat] = fading((best - strength(s, box, seat)) / spread)
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@rule
def strength(s: State, box: Box, seat: int) -> float:
    """Points, and what will become points."""
    tray = s.trays[seat]
    worth = tray.points + UNIT * resources(s, seat) + MAMMOTH * (tray.mammoths + tray.herd)
    worth += 0.6 * tray.step + CARD * (tray.hand_count + tray.unseen_count)
    if s.tusk == seat:
        worth += 1.5
    if s.honga == seat:
        worth -= 1.0
    return worth


@rule
def fading(x: float) -> float:
    """About e to the power of -x, by four squarings."""
    y = max(0.0, 1.0 - x / 16.0)
    y *= y
    y *= y
    y *= y
    return y * y
