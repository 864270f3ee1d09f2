"""What always holds."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box
from ..state import State

INVARIANTS = {1: "embers in the pile and in the bowls are as many as at the start"}


@rule
def check(s: State, box: Box) -> int:
    """1: no ember is lost."""
    total = s.pile
    for seat in range(s.seats):
        total += s.taken[seat]
    return 0 if total == box.embers else 1
