"""Where things lie on the table, in the wide and in the tall arrangement.

wide (1070 x 620 with two players; a unit is   tall (480 x ...)
about a pixel of a small screen)
+--------+-----------------+--------------+    +----------------+
| rounds |                 | hut          |    | map            |
| stacks |       map       | fresco       |    | fresco, crafts |
| reserve|                 | crafts       |    | hut            |
| supply |                 | objectives   |    | objectives, ...|
+--------+-----------------+--------------+    | own board      |
| boards of the others, or the solo board |    | other boards   |
| own board                               |    +----------------+
+-----------------------------------------+
"""

from __future__ import annotations

from dataclasses import dataclass

from firstfire.kernel.presentation.scene import Rect

WIDTH = 1070
EDGE_OF_TABLE = 4
TALL_WIDTH = 480
OWN_HIGH = 114  # of one's own clan board in the wide arrangement
OWN_TALL = 532
OTHER_TALL = 210
NAME = 18  # the label of a board
BOARDS_TOP = 445
SOLO_HIGH = 118  # of the solo board, which lies where the others' boards would
ONE_HIGH = 56  # of the board of the only other clan: one line
OTHERS_HIGH = 116  # of the boards of several others

MAP = (Rect(157, 4, 480, 438), Rect(6, 6, 468, 440))
ROUNDS = (Rect(4, 4, 150, 78), Rect(6, 1134, 468, 84))
EDGE = (Rect(4, 85, 150, 66), Rect(6, 952, 160, 84))
STACKS = (Rect(4, 154, 150, 92), Rect(170, 952, 304, 84))
RESERVE = (Rect(4, 249, 150, 94), Rect(6, 1040, 232, 90))
SUPPLY = (Rect(4, 346, 150, 96), Rect(242, 1040, 232, 90))
HUT = (Rect(640, 4, 426, 130), Rect(6, 762, 468, 186))
FRESCO = (Rect(640, 137, 426, 120), Rect(6, 450, 468, 192))
CRAFTS = (Rect(640, 260, 286, 108), Rect(6, 646, 290, 112))
BUILDING = (Rect(929, 260, 137, 108), Rect(300, 646, 174, 112))
GOALS = (Rect(640, 371, 426, 71), Rect(6, 1222, 468, 110))
SOLO_GOALS = (Rect(4, BOARDS_TOP, 540, SOLO_HIGH), Rect(6, 1336, 468, 190))
RIVAL_MEMORY = (Rect(640, 371, 426, 71), Rect(6, 1222, 180, 110))
CARD = (Rect(547, BOARDS_TOP, 519, SOLO_HIGH), Rect(190, 1222, 284, 110))
BOARD_PARTS: dict[str, tuple[str, int | None]] = {
    "members": ("tokens", None), "cradle": ("tokens", None), "tracks": ("grid", 3), "memory": ("tokens", None),
    "goods": ("tokens", None), "bowls": ("grid", 3), "homes": ("slots", 6), "made": ("row", None),
}  # fmt: skip # kind, capacity

Share = tuple[float, float, float, float]
# the parts of a board below its name, in two rows: left, top, width, height
SHARES: dict[str, Share] = {
    "members": (0.0, 0.0, 0.3, 0.5), "cradle": (0.3, 0.0, 0.12, 0.5), "tracks": (0.42, 0.0, 0.42, 0.5),
    "memory": (0.84, 0.0, 0.16, 0.5), "goods": (0.0, 0.5, 0.32, 0.5), "bowls": (0.32, 0.5, 0.18, 0.5),
    "homes": (0.5, 0.5, 0.32, 0.5), "made": (0.82, 0.5, 0.18, 0.5),
}  # fmt: skip
# one's own board on a phone, everything as large as a finger
OWN_SHARES_TALL: dict[str, Share] = {
    "members": (0.0, 0.0, 1.0, 1 / 6), "goods": (0.0, 1 / 6, 1.0, 1 / 6), "bowls": (0.0, 2 / 6, 0.5, 1 / 6),
    "cradle": (0.5, 2 / 6, 0.5, 1 / 6), "tracks": (0.0, 3 / 6, 1.0, 1 / 6), "homes": (0.0, 4 / 6, 1.0, 1 / 6),
    "memory": (0.0, 5 / 6, 0.5, 1 / 6), "made": (0.5, 5 / 6, 0.5, 1 / 6),
}  # fmt: skip
# the board of the only other clan: after its name all parts in one line, as shares of the rest
ONE_LINE: dict[str, float] = {
    "members": 0.2, "cradle": 0.07, "tracks": 0.2, "memory": 0.09, "goods": 0.18, "bowls": 0.09, "homes": 0.1,
    "made": 0.07,
}  # fmt: skip
NAME_WIDE = 78  # before that line, and before the two lines of one's own board


@dataclass(frozen=True)
class Board:
    """A clan board: where it lies in both arrangements, and its parts."""

    wide: Rect
    tall: Rect
    parts: dict[str, tuple[Rect, Rect]]


def _share(box: Rect, share: Share) -> Rect:
    """A part of a board below its name."""
    x, y, w, h = share
    height = box.h - NAME - 2
    return Rect(
        round(box.x + 2 + (box.w - 4) * x, 1), round(box.y + NAME + height * y, 1),
        round((box.w - 4) * w - 1, 1), round(height * h - 1, 1),
    )  # fmt: skip


def _two_lines(box: Rect, share: Share) -> Rect:
    """A part of one's own board beside its name."""
    x, y, w, h = share
    wide, high = box.w - NAME_WIDE - 3, box.h - 6
    return Rect(
        round(box.x + NAME_WIDE + wide * x, 1), round(box.y + 3 + high * y, 1), round(wide * w - 2, 1),
        round(high * h - 1, 1),
    )  # fmt: skip


def _one_line(box: Rect) -> dict[str, Rect]:
    """The parts of a low board, side by side."""
    found, x = {}, box.x + NAME_WIDE
    for part, share in ONE_LINE.items():
        width = share * (box.w - NAME_WIDE - 3)
        found[part] = Rect(round(x, 1), box.y + 3, round(width - 2, 1), box.h - 6)
        x += width
    return found


def wide_plane(seats: int) -> Rect:
    """The wide plane: the boards of several others need more height."""
    return Rect(0, 0, WIDTH, _own_top(seats) + OWN_HIGH + EDGE_OF_TABLE)


def _between(seats: int) -> int:
    """How high what lies between the map and one's own board is."""
    return {1: SOLO_HIGH, 2: ONE_HIGH}.get(seats, OTHERS_HIGH)


def _own_top(seats: int) -> int:
    return BOARDS_TOP + _between(seats) + 3


def board_of(seat: int, viewer: int, seats: int) -> Board:
    """The board of a clan: the viewer's own at the bottom, the others in a row above it."""
    own = max(viewer, 0)
    start = _boards_start(seats)
    whole = WIDTH - 2 * EDGE_OF_TABLE
    if seat == own:
        wide, tall = Rect(EDGE_OF_TABLE, _own_top(seats), whole, OWN_HIGH), Rect(6, start, 468, OWN_TALL)
        return Board(wide, tall, {part: (_two_lines(wide, SHARES[part]), _share(tall, OWN_SHARES_TALL[part]))
                                  for part in BOARD_PARTS})  # fmt: skip
    others = [other for other in range(seats) if other != own]
    place = others.index(seat)
    width = (whole + 3) / len(others)
    wide = Rect(round(EDGE_OF_TABLE + place * width, 1), BOARDS_TOP, round(width - 3, 1), _between(seats))
    tall = Rect(6, start + OWN_TALL + 4 + place * OTHER_TALL, 468, OTHER_TALL - 4)
    lines = _one_line(wide) if seats == 2 else {part: _share(wide, SHARES[part]) for part in BOARD_PARTS}
    return Board(wide, tall, {part: (lines[part], _share(tall, SHARES[part])) for part in BOARD_PARTS})


def _boards_start(seats: int) -> int:
    """Where the boards begin in the tall arrangement: alone, below the solo objectives."""
    return 1336 if seats > 1 else 1530


def tall_plane(seats: int) -> Rect:
    """The tall plane scrolls: it is as long as the boards need."""
    return Rect(0, 0, TALL_WIDTH, _boards_start(seats) + OWN_TALL + 4 + (seats - 1) * OTHER_TALL)
