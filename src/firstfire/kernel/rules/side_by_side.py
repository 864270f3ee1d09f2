"""Side by side: decisions that the rules put to one seat after the other, though none depends on another's answer.

The secret set-up of a card duel is asked of the first player and then of the second; at a table both think at the same
time. The rules keep their order (logs, saves and counts are the same); a seat that is not asked yet answers *aside*: on
a copy of what it may know, where it is asked at once (aside.py). What it chose there is played when the rules come to
it.

    SIDE_BY_SIDE = SideBySide(phases=(Phase.SETUP,), is_pending=has_to_place, ask=ask_to_place)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SideBySide:
    """Which decisions these are. `phases`: in the order one seat meets them. `is_pending(s, seat)`: whether the seat
    has not made all of them. `ask(s, seat, phase)`: puts the question of a phase to a seat."""

    phases: tuple[int, ...]
    is_pending: Callable[[Any, int], bool]
    ask: Callable[[Any, int, int], None]

    def concerns(self, s: Any, seat: int) -> bool:
        """Whether a seat may answer aside: such decisions are being made, it has to make its own, and it is not the
        one that the rules ask."""
        return not s.over and s.phase in self.phases and s.player != seat and bool(self.is_pending(s, seat))
