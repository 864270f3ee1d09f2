"""Where things lie on the table, in the wide and in the tall arrangement.

wide (1350 x 930)                              tall (600 x ...)
+--------+-----------------+--------------+    +----------------+
| rounds |                 | hut          |    | map            |
| stacks |       map       | fresco       |    | fresco, crafts |
| supply |                 | crafts       |    | hut            |
|reserve |                 | objectives   |    | objectives, ...|
+--------+-----------------+--------------+    | own board      |
| boards of the others, or the solo board |    | other boards   |
| own board                               |    +----------------+
+-----------------------------------------+
"""

from __future__ import annotations

from dataclasses import dataclass

from firstfire.kernel.scene import Rect

WIDE = Rect(0, 0, 1350, 930)
TALL_WIDTH = 600
BOARD_TALL = 240
BOARD_HIGH = 185  # of a clan board in the wide arrangement
SOLO_HIGH = 130  # of the solo board, which lies where the others' boards would

MAP = (Rect(210, 10, 650, 515), Rect(0, 0, 600, 470))
ROUNDS = (Rect(10, 10, 190, 98), Rect(0, 1050, 600, 70))
EDGE = (Rect(10, 113, 190, 87), Rect(0, 795, 200, 70))
STACKS = (Rect(10, 205, 190, 98), Rect(210, 795, 390, 70))
RESERVE = (Rect(10, 308, 190, 104), Rect(0, 870, 300, 80))
SUPPLY = (Rect(10, 417, 190, 108), Rect(300, 870, 300, 80))
HUT = (Rect(870, 10, 470, 175), Rect(0, 610, 600, 180))
FRESCO = (Rect(870, 190, 470, 145), Rect(0, 475, 330, 130))
CRAFTS = (Rect(870, 340, 290, 98), Rect(335, 475, 265, 80))
BUILDING = (Rect(1165, 340, 175, 98), Rect(335, 560, 265, 45))
GOALS = (Rect(870, 443, 470, 82), Rect(0, 955, 600, 90))
SOLO_GOALS = (Rect(10, 535, 680, SOLO_HIGH), Rect(0, 1130, 600, 170))
RIVAL_MEMORY = (Rect(870, 443, 470, 82), Rect(0, 955, 230, 90))
CARD = (Rect(700, 535, 640, SOLO_HIGH), Rect(235, 955, 365, 90))
BOARD_PARTS: dict[str, tuple[str, tuple[float, float, float, float], int | None]] = {
    "members": ("tokens", (0.0, 0.0, 0.3, 0.5), None),
    "cradle": ("tokens", (0.3, 0.0, 0.14, 0.5), None),
    "tracks": ("grid", (0.44, 0.0, 0.4, 0.5), 3),
    "memory": ("tokens", (0.84, 0.0, 0.16, 0.5), None),
    "goods": ("tokens", (0.0, 0.5, 0.32, 0.5), None),
    "bowls": ("grid", (0.32, 0.5, 0.18, 0.5), 3),
    "homes": ("slots", (0.5, 0.5, 0.32, 0.5), 6),
    "made": ("row", (0.82, 0.5, 0.18, 0.5), None),
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
    start = _boards_start(seats)
    if seat == own:
        top = 535 + (BOARD_HIGH if seats > 1 else SOLO_HIGH) + 10
        return Board(Rect(10, top, 1330, WIDE.h - 10 - top), Rect(0, start, 600, BOARD_TALL))
    others = [other for other in range(seats) if other != own]
    place = others.index(seat)
    width = 1340 / len(others)
    return Board(
        Rect(round(10 + place * width, 1), 535, round(width - 10, 1), BOARD_HIGH),
        Rect(0, start + (place + 1) * (BOARD_TALL + 10), 600, BOARD_TALL),
    )


def _boards_start(seats: int) -> int:
    """Where the boards begin in the tall arrangement: alone, below the solo objectives."""
    return 1130 if seats > 1 else 1310


def tall_plane(seats: int) -> Rect:
    """The tall plane scrolls: it is as long as the boards need."""
    return Rect(0, 0, TALL_WIDTH, _boards_start(seats) + seats * (BOARD_TALL + 10))
