"""Where things lie: the pile in the middle, the bowls below."""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Rect

SIZE = Rect(0, 0, 800, 500)
PILE = Rect(300, 100, 200, 200)


def bowl(seat: int) -> Rect:
    """The bowl of a seat: all of them in a row."""
    return Rect(200 * seat, 350, 180, 120)
