"""What no player of Prehistory would do: pay development for what can no longer matter."""

from __future__ import annotations

from collections.abc import Collection

from ..actions import ACTIONS
from ..box import Box
from ..state import Season, State


def folly(s: State, box: Box, action: int, legal: Collection[int]) -> bool:
    """To turn the weather when there is no income to come, or a price tile when nobody pays by it any more."""
    if s.round < box.rounds:
        return False
    kind = ACTIONS.values(action)[0]
    return kind == "turn_weather" or (kind in ("want_turn", "turn") and s.season > Season.SPRING)
