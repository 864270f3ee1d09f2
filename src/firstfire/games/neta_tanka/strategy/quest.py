"""When a clan plays for its objective: its net never does, it builds no tents and hardly ever crafts.

On this quest the objective seems to bring more than is printed, until it is met (reward shaping): `worth.zeal` grows
with its points, and so do all steps towards it.
"""

from __future__ import annotations

from firstfire.kernel.records.record import copy_of

from ..box import Box
from ..rules.scoring import is_met, objective_result
from ..state import State
from .worth import aims

MOST_ALIKE = 2  # craft cards of one type: three are more than a game leaves time for …
MOST_TENTS = 3  # … and so are four tents
KEEN = 1.6  # so many times its points an objective seems to bring …
KEEN_CROWD = 1.2  # … and among three and more, where it is met more easily


def quest(s: State, box: Box, seat: int) -> Box | None:
    """The box as a clan sees it that still has its objective, and one in reach; None: it has no such aim."""
    clan = s.clans[seat]
    if not aims(clan):
        return None
    asked = box.objectives[clan.objective]
    if asked.same_type > MOST_ALIKE or asked.tents > MOST_TENTS:
        return None
    if is_met(clan, box, clan.objective):
        return box
    seen = copy_of(box)
    seen.objectives[clan.objective].points = round(asked.points * (KEEN if s.seats == 2 else KEEN_CROWD))
    return seen


def has_met(s: State, box: Box, seat: int) -> bool:
    """Whether a clan has met its objective."""
    return objective_result(s.clans[seat], box) == 0
