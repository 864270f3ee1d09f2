"""What no player of Doggerland would do: finish, and forgo what was sent for and can be had."""

from __future__ import annotations

from collections.abc import Collection

from ..actions import ACTIONS, FINISH
from ..box import Box
from ..state import State

KEPT = frozenset(("resolve_habitat", "resolve_craft", "resolve_birth", "resolve_expedition", "resolve_fresco"))


def folly(s: State, box: Box, action: int, legal: Collection[int]) -> bool:
    """To finish while a home, a craft, a birth, an expedition or a painting can be resolved."""
    return action == FINISH and any(ACTIONS.values(other)[0] in KEPT for other in legal)
