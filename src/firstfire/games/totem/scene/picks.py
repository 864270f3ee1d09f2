"""The clicks that mean an action: ids of pieces and zones, in order."""

from __future__ import annotations

from functools import cache

from ..actions import ACTIONS
from ..box import Box
from ..state import State
from .looks import card_id, totem_id


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The clicks for an action: first the card (or both), then the target or place it goes to."""
    slot, own, cards = _clicks(action)
    me = view.player
    if slot is not None:
        seat = me if own else 1 - me
        return (*cards, totem_id(view.sides[seat].zone[slot], seat, slot))
    return (*cards, f"zone{me}") if own else cards


@cache  # as many as there are actions
def _clicks(action: int) -> tuple[int | None, bool, tuple[str, ...]]:
    """The slot an action is about, whether its place is the player's own, and the clicks that are always the same."""
    block, values = ACTIONS.values(action)
    cards = tuple(card_id(values[name]) for name in ("sword", "card") if name in values)
    if block == "draw_pass" or (block == "sum" and values["answer"] == 0):
        return None, False, ("deck",)
    if block == "discard":
        return None, False, (*cards, "discard")
    return values.get("slot"), block in ("swap", "defend"), cards
