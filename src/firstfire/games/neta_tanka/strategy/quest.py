"""When a clan plays for its objective: its net never does, it builds no tents and makes no crafts."""

from __future__ import annotations

from ..box import Box
from ..state import State
from .worth import aims

MOST_ALIKE = 2  # craft cards of one type: three are more than a game leaves time for


def quest(s: State, box: Box, seat: int) -> bool:
    """Whether a clan still has its objective, and one that is in reach."""
    clan = s.clans[seat]
    return aims(clan) and box.objectives[clan.objective].same_type <= MOST_ALIKE
