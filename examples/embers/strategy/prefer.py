"""How a sensible player likes one action (the prior of a search)."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..actions import TAKE
from ..box import Box
from ..state import State


@rule
def prefer(s: State, box: Box, action: int) -> float:
    """Leave a pile of 1 above a multiple of 4."""
    left = s.pile - (action - TAKE + 1)
    return 1.0 if left % 4 == 1 else 0.0
