"""The clicks that mean an action: ids of pieces and zones, in order."""

from __future__ import annotations

from firstfire.kernel.memo import memoised

from ..actions import ACTIONS
from ..box import Box
from ..state import State
from .looks import card_id, totem_id


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The clicks for an action: first the card (or both), then the target or place it goes to."""
    block, values = ACTIONS.values(action)
    slot, me = values.get("slot"), view.player
    if slot is None:
        return _clicks(action, me)
    return _clicks(action, me, target_id(view, me if block == "swap" else 1 - me, slot))


@memoised
def _clicks(action: int, me: int, target: str = "") -> tuple[str, ...]:
    block, values = ACTIONS.values(action)
    cards = [card_id(values[name]) for name in ("sword", "card") if name in values]
    if target:
        return (*cards, target)
    if block == "draw_pass" or (block == "sum" and values["answer"] == 0):
        return ("deck",)
    return (*cards, f"zone{me}") if block == "defend" else (*cards, "discard") if block == "discard" else tuple(cards)


def target_id(view: State, seat: int, slot: int) -> str:
    """The piece in a slot."""
    return totem_id(view.sides[seat].zone[slot], seat, slot)
