"""When a clan plays for its objective: its net never does, it builds no tents and makes no crafts."""

from __future__ import annotations

from firstfire.kernel.record import copy_of

from ..box import Box
from ..state import State
from .worth import aims

MOST_ALIKE = 2  # craft cards of one type: three are more than a game leaves time for
KEEN = 8  # points that an objective seems worth to a clan that plays for it …
KEEN_CROWD = 6  # … and among three and more, where it is met more easily


def quest(s: State, box: Box, seat: int) -> Box | None:
    """The game as a clan sees it that still has its objective, and one in reach: as if it brought more."""
    clan = s.clans[seat]
    if not aims(clan) or box.objectives[clan.objective].same_type > MOST_ALIKE:
        return None
    dear = copy_of(box)
    keen = KEEN if s.seats == 2 else KEEN_CROWD
    dear.objectives[clan.objective].points = max(keen, box.objectives[clan.objective].points)
    return dear
