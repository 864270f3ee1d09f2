"""The clicks that mean an action."""

from __future__ import annotations

from ..box import Box
from ..state import State


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """No place to click: the choices are buttons."""
    return ()
