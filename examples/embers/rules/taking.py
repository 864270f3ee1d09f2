"""Taking embers."""

from __future__ import annotations

from firstfire.kernel.records.header import end_game
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import TOOK
from ..box import Box
from ..state import State


@rule
def can_take(s: State, box: Box, amount: int) -> bool:
    """EM-1, EM-2: one to three embers, as far as the pile goes."""
    return amount < min(box.most, s.pile)


@rule
def take(s: State, amount: int) -> bool:
    """EM-1, EM-3: take embers; the last one burns, and nobody goes on."""
    amount += 1  # it counts from 0, as actions do
    s.pile -= amount
    s.taken[s.player] += amount
    note(s, TOOK, s.player, amount, s.pile)
    if s.pile == 0:
        s.burnt = s.player
        end_game(s, 0)
    return s.pile > 0


@rule
def pass_on(s: State) -> None:
    """EM-1: the next player."""
    s.player = (s.player + 1) % s.seats
