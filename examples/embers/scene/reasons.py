"""Why an action is not legal: the rule that stands against it."""

from __future__ import annotations

from firstfire.kernel.presentation.why_not import Reason

from ..actions import TAKE
from ..box import Box
from ..state import State


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """Why so many cannot be taken: the limit, or the pile."""
    amount = action - TAKE + 1
    if amount > box.most:
        return Reason("too_many", "EM-1", most=box.most)
    if amount > view.pile:
        return Reason("too_few_left", "EM-2", left=view.pile)
    return None
