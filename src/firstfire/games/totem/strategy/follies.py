"""What no player of Totem would do: give the card away that could save the last guard."""

from __future__ import annotations

from collections.abc import Collection

from ..actions import ACTIONS, DEFEND
from ..box import Box
from ..state import State


def folly(s: State, box: Box, action: int, legal: Collection[int]) -> bool:
    """To discard one's best guard with one totem left standing, where it could be laid as a second one."""
    kind, values = ACTIONS.values(action)
    if kind != "discard" or s.sides[s.player].standing > 1 or DEFEND + values["card"] not in legal:
        return False
    hand = s.sides[s.player].hand
    best = max(box.level[card] for card in range(len(box.level)) if hand >> card & 1)
    return bool(box.level[values["card"]] == best)
