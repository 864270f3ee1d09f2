"""Build Tents (NT-A9): one to three resources, one at a time, with free actions in between (R45)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule

from ..box import Box, Resource
from ..state import Opened, Phase, State
from .clan import build
from .links import tent_choices
from .offerings import close_action


@rule
def begin_tents(s: State, box: Box) -> None:
    """NT-A9: the action opens with a first resource; there is no stopping before it. If it can go in one way only,
    it does; later "stop" is always a choice too."""
    s.opened = Opened.TENTS
    s.phase = Phase.BUILDING
    wood = tent_choices(s, box, Resource.WOOD)
    skin = tent_choices(s, box, Resource.SKIN)
    if popcount(wood) + popcount(skin) > 1:
        return
    if wood != 0:
        build_step(s, box, Resource.WOOD, lowest(wood))
    else:
        build_step(s, box, Resource.SKIN, lowest(skin))


@rule
def build_step(s: State, box: Box, material: int, tent: int) -> None:
    """NT-A9: one resource more; the third closes the action."""
    build(s, box, material, tent)
    s.steps += 1
    if s.steps >= box.tents_max_resources:
        close_action(s)
