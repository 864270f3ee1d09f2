"""The table of decisions: what is legal, and what an action does. Embers asks one thing only."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow
from firstfire.kernel.header import end_game
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from .actions import TAKE, TOOK
from .box import Box
from .state import State


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """EM-1, EM-2: one to three embers, as far as the pile goes."""
    for amount in range(1, min(box.most, s.pile) + 1):
        allow(mask, TAKE + amount - 1)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """EM-1, EM-3: take embers; the last one burns."""
    amount = action - TAKE + 1
    s.pile -= amount
    s.taken[s.player] += amount
    note(s, TOOK, s.player, amount, s.pile)
    if s.pile == 0:
        s.burnt = s.player
        end_game(s, 0)
    else:
        s.player = (s.player + 1) % s.seats
