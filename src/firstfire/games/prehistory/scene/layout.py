"""Where everything lies on the table, wide (a screen) and tall (a phone).

wide, 1200 × 814                                  tall, 480 wide
+------------+-------------------------------+    five price tiles and the central one
|            | five price tiles              |    pillars, fish, cards
|    map     | hunting cards  | pillars      |    one's own board
|            | ceremony cards | centre, next |    the map
|            | fish, supply, order           |    tracks, stacks
|            | fishing track                 |    the boards of the others
+------------+----------+--------------------+
| score                 | development        |
| one's own board                            |
| the boards of the others                   |
+--------------------------------------------+
"""

from __future__ import annotations

from math import cos, pi, sin

from firstfire.kernel.scene import Rect

from ..box import DEED_NAMES
from ..state import SIDES

WIDE = Rect(0, 0, 1200, 814)
OWN = Rect(6, 552, 1188, 128)
OTHERS = Rect(6, 684, 1188, 124)
TALL = 480
OWN_TALL = 346
OTHER_TALL = 316
FLAT = 0.92  # height of a ring of cells, of its width
NAME = 20  # the strip for a player's name on a board
RINGS = ("painting", "gathering", "ceremony", "river", "migration", "central")

MAP = (Rect(6, 6, 500, 492), Rect(6, 1244, 468, 460))
MARGIN = 0.02  # around the land, of the map
LARGEST = 66  # a hexagon, on a phone
BESIDE = 510  # the map: the left edge of what lies there

# the parts of the common board: wide, then tall; beside and below the widest map
COMMON: dict[str, tuple[Rect, Rect]] = {
    **{name: (Rect(510 + 137.5 * i, 6, 134, 132), Rect(6 + 157 * (i % 3), 6 + 164 * (i // 3), 154, 160))
       for i, name in enumerate(RINGS[:5])},
    "central": (Rect(890, 266, 140, 120), Rect(320, 170, 154, 160)),
    **{f"pillar-{deed}": (Rect(890 + 102 * (i % 3), 142 + 61 * (i // 3), 100, 59),
                          Rect(6 + 157 * (i % 3), 334 + 76 * (i // 3), 154, 72))
       for i, deed in enumerate(DEED_NAMES)},
    "hunting": (Rect(510, 142, 376, 120), Rect(6, 570, 468, 158)),
    "cards": (Rect(510, 266, 376, 120), Rect(6, 732, 468, 158)),
    "fish": (Rect(510, 390, 316, 50), Rect(6, 486, 468, 80)),
    "next": (Rect(1034, 266, 160, 58), Rect(6, 1708, 152, 54)),
    "stacks": (Rect(1034, 328, 160, 58), Rect(162, 1708, 312, 54)),
    "supply": (Rect(830, 390, 134, 50), Rect(6, 1766, 152, 54)),
    "order": (Rect(968, 390, 98, 50), Rect(162, 1766, 154, 54)),
    "track": (Rect(1070, 390, 124, 50), Rect(320, 1766, 154, 54)),
    "map": MAP,
    "fishing": (Rect(510, 444, 684, 54), Rect(6, 1824, 468, 116)),
    "score": (Rect(6, 502, 784, 46), Rect(6, 1944, 468, 84)),
    "development": (Rect(794, 502, 400, 46), Rect(6, 2032, 468, 60)),
}  # fmt: skip
TALL_OWN_TOP = 894
TALL_OTHERS_TOP = 2096


def cells_around(*radii: float) -> list[tuple[float, float]]:
    """Six cells on each radius around the middle, clockwise from the top; a little flat, so that the upper one
    does not cover the label."""
    angles = [pi / 3 * position for position in range(SIDES)]
    return [(round(0.5 + r * sin(a), 4), round(0.5 - FLAT * r * cos(a), 4)) for r in radii for a in angles]


def common(name: str, land: tuple[float, float]) -> tuple[Rect, Rect]:
    """A part of the common board. The map is as wide as the land (in hexagons) needs; what lies beside it has the
    rest of the width, and on a phone what lies below it moves with its lower edge."""
    wide, tall = map_boxes(land)
    if name == "map":
        return wide, tall
    box, low = COMMON[name]
    if box.x >= BESIDE and box.y < MAP[0].y + MAP[0].h:
        left, right = BESIDE - MAP[0].w + wide.w, MAP[0].x + OWN.w
        stretch = (right - left) / (right - BESIDE)
        box = Rect(left + (box.x - BESIDE) * stretch, box.y, box.w * stretch, box.h)
    if low.y > tall.y:
        low = Rect(low.x, low.y + longer(land), low.w, low.h)
    return box, low


def map_boxes(land: tuple[float, float]) -> tuple[Rect, Rect]:
    """The map in the shape of the land, so that the hexagons are as large as can be."""
    wide, tall = MAP
    width, height = land
    shape = min(wide.w / wide.h, width / height)
    across = min(tall.w, LARGEST * width / (1 - 2 * MARGIN))
    return (
        Rect(wide.x, wide.y, wide.h * shape, wide.h),
        Rect(tall.x + (tall.w - across) / 2, tall.y, across, across / shape),
    )


def longer(land: tuple[float, float]) -> float:
    """How much longer than that of the widest land a map is on a phone."""
    return map_boxes(land)[1].h - MAP[1].h


def tall_table(seats: int, land: tuple[float, float]) -> Rect:
    """The phone's table, longer with more players."""
    return Rect(0, 0, TALL, TALL_OTHERS_TOP + longer(land) + OTHER_TALL * (seats - 1))


def board_boxes(place: int, seats: int, land: tuple[float, float]) -> dict[str, tuple[Rect, Rect]]:
    """The n-th personal board (0: one's own) and its parts, wide and tall."""
    tall, wide = Rect(6, TALL_OWN_TOP, 468, OWN_TALL), OWN
    parts = own_parts(wide)
    if place > 0:
        tall = Rect(6, TALL_OTHERS_TOP + longer(land) + OTHER_TALL * (place - 1), 468, OTHER_TALL - 4)
        width = OTHERS.w / (seats - 1)
        wide = Rect(OTHERS.x + width * (place - 1), OTHERS.y, width - 4, OTHERS.h)
        parts = own_parts(wide) if seats == 2 else other_parts(wide)
    tall_parts = parts_tall(tall)
    return {"board": (wide, tall), **{name: (parts[name], tall_parts[name]) for name in parts}}


def own_parts(area: Rect) -> dict[str, Rect]:
    """One's own board: painting and weather at the left, then cubes, people (below the name), camps and cards."""
    x, y, half = area.x + 3, area.y + 3, area.h / 2 - 3
    rest = area.h - 6
    return {
        "rock": Rect(x, y, 166, rest),
        "weather": Rect(x + 169, y, 156, rest),
        "tent": Rect(x + 328, y, 200, half - 2),
        "markers": Rect(x + 328, y + half, 200, half),
        "people": Rect(x + 531, y + NAME, 140, half - NAME + 6),
        "finds": Rect(x + 531, y + half + 9, 140, half - 9),
        "camps": Rect(x + 674, y, 250, rest),
        "deck": Rect(x + 927, y, area.w - 933, rest),
    }


def other_parts(area: Rect) -> dict[str, Rect]:
    """The board of one of several others under the name: painting, weather and tent, then five small places."""
    top, height = area.y + NAME + 2, area.h - NAME - 5
    upper, lower = (top, height / 2 - 2), (top + height / 2 + 1, height / 2 - 1)
    shares = {
        "rock": (0, 0.16, (top, height)), "weather": (0.16, 0.37, (top, height)), "tent": (0.37, 0.56, (top, height)),
        "people": (0.56, 0.7, upper), "markers": (0.7, 1, upper),
        "camps": (0.56, 0.745, lower), "finds": (0.745, 0.87, lower), "deck": (0.87, 1, lower),
    }  # fmt: skip
    x, width = area.x + 3, area.w - 3
    return {
        name: Rect(x + width * left, y, width * (right - left) - 3, h) for name, (left, right, (y, h)) in shares.items()
    }


def parts_tall(area: Rect) -> dict[str, Rect]:
    """A board on a phone: three rows under the name."""
    x, y = area.x + 3, area.y + NAME + 4
    height = area.h - NAME - 7
    first = height * 0.48
    second = (height - first - 8) / 2
    third = y + first + second + 8
    return {
        "rock": Rect(x, y, 170, first),
        "weather": Rect(x + 173, y, 138, first),
        "tent": Rect(x + 314, y, 148, first / 2 - 2),
        "markers": Rect(x + 314, y + first / 2 + 2, 148, first / 2 - 2),
        "camps": Rect(x, y + first + 4, 342, second),
        "people": Rect(x + 345, y + first + 4, 117, second),
        "finds": Rect(x, third, 229, second),
        "deck": Rect(x + 232, third, 230, second),
    }
