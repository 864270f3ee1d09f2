"""What no player of Nētā-Tanka would do: give the objective away for a point that nobody needs yet, or leave what a
nomad brings for nothing."""

from __future__ import annotations

from collections.abc import Collection

from ..actions import END_TURN, EXCHANGE, RESOLVE
from ..box import Box, Resource
from ..state import Place, State


def folly(s: State, box: Box, action: int, legal: Collection[int]) -> bool:
    """To exchange the objective before the last round while there is generosity to spend, and in the first at all; to
    end a turn that could still bring something for nothing."""
    if action == EXCHANGE:
        return s.trade_left > 1 and (s.round == 1 or s.clans[s.player].generosity > 0)
    return action == END_TURN and leaves_something(s, legal)


def leaves_something(s: State, legal: Collection[int]) -> bool:
    """Whether a nomad still stands where it costs nothing and brings something."""
    free = [Place.LUMBER, Place.HUNT, Place.MEDITATE, Place.ELDER_FOOD]
    if s.forest[Resource.WOOD] > 0:
        free.append(Place.GATHER_WOOD)
    return any(RESOLVE + place in legal for place in free)
