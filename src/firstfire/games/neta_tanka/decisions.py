"""The two doors of the rules: what is legal, and what an action does."""

from __future__ import annotations

from firstfire.kernel.bits import Mask
from firstfire.kernel.rule import rule

from .actions import PLACE_NOMAD
from .box import PLACES, Box
from .rules.placing import legal_placing, place_piece
from .rules.resolving import apply_resolution, legal_resolution
from .state import Phase, State


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """Every legal action of the player to act."""
    if s.phase == Phase.PLACING:
        legal_placing(s, box, mask)
    else:
        legal_resolution(s, box, mask)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """Carry out a legal action and everything that follows by itself."""
    if s.phase == Phase.PLACING:
        number = action - PLACE_NOMAD
        place_piece(s, box, number // PLACES, number % PLACES)
    else:
        apply_resolution(s, box, action)
