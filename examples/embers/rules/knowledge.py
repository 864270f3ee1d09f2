"""What a seat may know, and deals that fit it."""

from __future__ import annotations

from firstfire.kernel.records.rng import shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN

from ..box import CHARMS, Box
from ..state import State


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """EM-6, R1: a seat knows its own charm only, until the game is over."""
    for i in range(CHARMS):
        if i != seat and s.over == 0:
            s.charms[i] = HIDDEN


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """Deal the charms the seat does not know."""
    if s.over != 0:
        return
    mine = s.charms[seat] if seat >= 0 else HIDDEN
    for i in range(CHARMS):
        s.charms[i] = i
    shuffle(s, s.charms, CHARMS)
    for i in range(CHARMS):
        if mine >= 0 and s.charms[i] == mine:
            s.charms[i] = s.charms[seat]
            s.charms[seat] = mine
