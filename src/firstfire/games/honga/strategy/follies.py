"""What no player of Honga would do: end the turn while a hand still brings something for nothing."""

from __future__ import annotations

from collections.abc import Collection

from ..actions import CLIMB, END, EXPLORE, GATHER, GATHERED
from ..box import Box
from ..state import State

FREE = frozenset((*range(GATHER, GATHER + len(GATHERED)), EXPLORE, CLIMB))


def folly(s: State, box: Box, action: int, legal: Collection[int]) -> bool:
    """To end the turn with a hand on the mountain, in the forest, or on food that there is room for."""
    return action == END and not FREE.isdisjoint(legal)
