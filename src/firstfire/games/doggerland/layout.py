"""Where things lie on the table, in the wide and in the tall arrangement.

wide (1200 x 930)                              tall (600 x ...)
+--------+-----------------+--------------+    +----------------+
| rounds |                 | hut          |    | map            |
| stacks |       map       | fresco       |    | fresco | hut   |
| supply |                 | crafts       |    | crafts, ...    |
|reserve |                 | objectives   |    | own board      |
+--------+-----------------+--------------+    | other boards   |
| boards of the others                    |    | the rest       |
| own board                               |    +----------------+
+-----------------------------------------+
"""

from __future__ import annotations

from dataclasses import dataclass

from firstfire.kernel.scene import Box as Rect

WIDE = Rect(0, 0, 1200, 930)
TALL_WIDTH = 600
BOARD_TALL = 240

MAP = (Rect(210, 10, 630, 500), Rect(0, 0, 600, 470))
ROUNDS = (Rect(10, 10, 190, 95), Rect(0, 1000, 600, 70))
EDGE = (Rect(10, 110, 190, 85), Rect(0, 745, 200, 70))
STACKS = (Rect(10, 200, 190, 95), Rect(210, 745, 390, 70))
RESERVE = (Rect(10, 300, 190, 100), Rect(0, 820, 300, 80))
SUPPLY = (Rect(10, 405, 190, 105), Rect(300, 820, 300, 80))
HUT = (Rect(850, 10, 340, 135), Rect(0, 610, 600, 130))
FRESCO = (Rect(850, 150, 340, 165), Rect(0, 475, 330, 130))
CRAFTS = (Rect(850, 320, 250, 100), Rect(335, 475, 265, 80))
BUILDING = (Rect(1105, 320, 85, 100), Rect(335, 560, 265, 45))
GOALS = (Rect(850, 425, 340, 85), Rect(0, 905, 600, 90))
RIVAL_MEMORY = (Rect(10, 520, 560, 60), Rect(0, 1080, 300, 80))
CARD = (Rect(580, 520, 610, 60), Rect(300, 1080, 300, 80))
BOARD_PARTS: dict[str, tuple[str, tuple[float, float, float, float], int | None]] = {
    "members": ("tokens", (0.0, 0.0, 0.3, 0.5), None),
    "cradle": ("tokens", (0.3, 0.0, 0.14, 0.5), None),
    "tracks": ("grid", (0.44, 0.0, 0.32, 0.5), 3),
    "memory": ("tokens", (0.76, 0.0, 0.24, 0.5), None),
    "goods": ("tokens", (0.0, 0.5, 0.24, 0.5), None),
    "bowls": ("grid", (0.24, 0.5, 0.22, 0.5), 3),
    "homes": ("slots", (0.46, 0.5, 0.32, 0.5), 6),
    "made": ("row", (0.78, 0.5, 0.22, 0.5), None),
}  # kind, share of the board, capacity


@dataclass(frozen=True)
class Board:
    """A clan board: where it lies in both arrangements."""

    wide: Rect
    tall: Rect

    def part(self, x: float, y: float, w: float, h: float) -> tuple[Rect, Rect]:
        """A part of the board, given in shares of its width and height."""
        return _share(self.wide, x, y, w, h), _share(self.tall, x, y, w, h)


def _share(box: Rect, x: float, y: float, w: float, h: float) -> Rect:
    top = 20  # the label of the board
    height = box.h - top
    return Rect(
        round(box.x + box.w * x, 1), round(box.y + top + height * y, 1), round(box.w * w, 1), round(height * h, 1)
    )  # fmt: skip


def board_of(seat: int, viewer: int, seats: int) -> Board:
    """The board of a clan: the viewer's own at the bottom, the others in a row above it."""
    own = max(viewer, 0)
    start = 1080 if seats > 1 else 1170
    if seat == own:
        return Board(Rect(10, 725, 1180, 195), Rect(0, start, 600, BOARD_TALL))
    others = [other for other in range(seats) if other != own]
    place = others.index(seat)
    width = 1180 / max(1, len(others))
    return Board(
        Rect(10 + place * width, 520, width - 10, 195),
        Rect(0, start + (place + 1) * (BOARD_TALL + 10), 600, BOARD_TALL),
    )


def tall_plane(seats: int) -> Rect:
    """The tall plane scrolls: it is as long as the boards need."""
    start = 1080 if seats > 1 else 1170
    return Rect(0, 0, TALL_WIDTH, start + seats * (BOARD_TALL + 10))
