"""Where everything lies on the table, wide (a screen) and tall (a phone).

wide, 1070 × 642 with two players, a unit is      tall, 480 wide
about a pixel of a small screen
+---------+----------------------------------+    five price tiles and the central one
|         | five price tiles, the central one |    pillars, fish, cards
|   map   | hunting cards   | ceremony cards  |    one's own board
|         | pillars | next | fish             |    the map
|         |         |      | supply           |    tracks, stacks
|         | fishing track          | stacks   |    the boards of the others
+---------+----------------+-----------------+
| score              | development | orders  |
| the boards of the others                   |
| one's own board                            |
+--------------------------------------------+
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from firstfire.kernel.presentation.scene import Rect

from ..box import DEED_NAMES
from ..state import SIDES

WIDTH = 1070
EDGE = 4
TALL = 480
OWN_HEIGHT = 130
OTHER_HEIGHT = (54, 112)  # the boards of one other player, and of several beside each other
OWN_TALL = 690
OTHER_TALL = 316
NAME = 18  # the strip for a player's name on a board
RINGS = ("painting", "gathering", "ceremony", "river", "migration", "central")
ROW = sqrt(3) / 2  # from one row of hexagons to the next, of their width
POINTED = 2 / sqrt(3)  # the height of a hexagon, of its width

MAP = (Rect(4, 4, 430, 402), Rect(6, 2066, 468, 420))
MARGIN = 0.012  # around the land, of the map
LARGEST = 74  # a hexagon, on a phone
BESIDE = 438  # the map: the left edge of what lies there

# the parts of the common board: wide, then tall; beside and below the widest map
COMMON: dict[str, tuple[Rect, Rect]] = {
    **{name: (Rect(438 + 104.8 * i, 4, 102, 138), Rect(6 + 236 * (i % 2), 6 + 236 * (i // 2), 232, 232))
       for i, name in enumerate(RINGS)},
    **{f"pillar-{deed}": (Rect(438 + 84 * (i % 3), 250 + 60 * (i // 3), 82, 58),
                          Rect(6 + 157 * (i % 3), 714 + 80 * (i // 3), 154, 76))
       for i, deed in enumerate(DEED_NAMES)},
    "hunting": (Rect(438, 145, 312, 102), Rect(6, 984, 468, 190)),
    "cards": (Rect(753, 145, 313, 102), Rect(6, 1178, 468, 190)),
    "next": (Rect(691, 250, 84, 118), Rect(6, 2490, 190, 66)),
    "fish": (Rect(778, 250, 288, 66), Rect(6, 874, 468, 106)),
    "supply": (Rect(778, 319, 288, 49), Rect(6, 2560, 468, 84)),
    "fishing": (Rect(438, 371, 430, 35), Rect(6, 2718, 468, 116)),
    "stacks": (Rect(871, 371, 195, 35), Rect(200, 2490, 274, 66)),
    "order": (Rect(882, 409, 74, 36), Rect(6, 2648, 232, 66)),
    "track": (Rect(959, 409, 107, 36), Rect(242, 2648, 232, 66)),
    "map": MAP,
    "score": (Rect(4, 409, 530, 36), Rect(6, 2838, 468, 90)),
    "development": (Rect(537, 409, 342, 36), Rect(6, 2932, 468, 92)),
}  # fmt: skip
TALL_OWN_TOP = 1372
TALL_OTHERS_TOP = 3028
BOARDS_TOP = 448


def cells_around(*radii: tuple[float, float]) -> list[tuple[float, float]]:
    """Six cells around the middle on each ring (half its width, half its height), clockwise from the top."""
    angles = [pi / 3 * position for position in range(SIDES)]
    return [(round(0.5 + w * sin(a), 4), round(0.5 - h * cos(a), 4)) for w, h in radii for a in angles]


def around(boxes: list[Rect]) -> Rect:
    """The smallest rectangle with all of these in it."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(left, top, max(box.x + box.w for box in boxes) - left, max(box.y + box.h for box in boxes) - top)


def common(name: str, land: tuple[float, float]) -> tuple[Rect, Rect]:
    """A part of the common board. The map is as wide as the land (in hexagons) needs; what lies beside it has the
    rest of the width, and on a phone what lies below it moves with its lower edge."""
    wide, tall = map_boxes(land)
    if name == "map":
        return wide, tall
    box, low = COMMON[name]
    if box.x >= BESIDE and box.y < MAP[0].y + MAP[0].h:
        left, right = BESIDE - MAP[0].w + wide.w, WIDTH - EDGE
        stretch = (right - left) / (right - BESIDE)
        box = Rect(left + (box.x - BESIDE) * stretch, box.y, box.w * stretch, box.h)
    if low.y > tall.y:
        low = Rect(low.x, low.y + longer(land), low.w, low.h)
    return box, low


def map_boxes(land: tuple[float, float]) -> tuple[Rect, Rect]:
    """The map in the shape of the land (in widths of a hexagon), so that the hexagons are as large as can be."""
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


def wide_table(seats: int) -> Rect:
    """The screen's table; the boards of several others are higher, as each has less width."""
    return Rect(0, 0, WIDTH, own_box(seats).y + OWN_HEIGHT + EDGE)


def own_box(seats: int) -> Rect:
    """One's own board, at the lower edge of the table."""
    return Rect(EDGE, BOARDS_TOP + other_height(seats) + 3, WIDTH - 2 * EDGE, OWN_HEIGHT)


def other_height(seats: int) -> float:
    """How high the boards of the others are."""
    return OTHER_HEIGHT[seats > 2]


def board_boxes(place: int, seats: int, land: tuple[float, float]) -> dict[str, tuple[Rect, Rect]]:
    """The n-th personal board (0: one's own) and its parts, wide and tall."""
    tall, wide = Rect(6, TALL_OWN_TOP, 468, OWN_TALL), own_box(seats)
    parts, tall_parts = own_parts(wide), own_parts_tall(tall)
    if place > 0:
        tall = Rect(6, TALL_OTHERS_TOP + longer(land) + OTHER_TALL * (place - 1), 468, OTHER_TALL - 4)
        width = (WIDTH - 2 * EDGE + 3) / (seats - 1)
        wide = Rect(EDGE + width * (place - 1), BOARDS_TOP, width - 3, other_height(seats))
        parts, tall_parts = (low_parts if seats == 2 else other_parts)(wide), parts_tall(tall)
    return {"board": (wide, tall), **{name: (parts[name], tall_parts[name]) for name in parts}}


def own_parts(area: Rect) -> dict[str, Rect]:
    """One's own board: painting and weather at the left, then cubes, people (below the name), camps and cards."""
    x, y, half = area.x + 3, area.y + 3, area.h / 2 - 3
    rest = area.h - 6
    return {
        "rock": Rect(x, y, 172, rest),
        "weather": Rect(x + 175, y, 134, rest),
        "tent": Rect(x + 312, y, 222, half - 2),
        "markers": Rect(x + 312, y + half, 222, half),
        "people": Rect(x + 537, y + NAME, 128, half - NAME + 2),
        "finds": Rect(x + 537, y + half + 5, 128, half - 5),
        "camps": Rect(x + 668, y, 210, rest),
        "deck": Rect(x + 881, y, area.w - 887, rest),
    }


def low_parts(area: Rect) -> dict[str, Rect]:
    """The board of the only other player, in one line: the name, then all its parts side by side."""
    widths: dict[str, float] = {
        "rock": 166, "weather": 172, "tent": 116, "markers": 116, "people": 50, "finds": 104, "camps": 0, "deck": 76,
    }  # fmt: skip
    name = 62
    widths["camps"] = area.w - name - 3 - sum(widths.values()) - 3 * len(widths)
    found: dict[str, Rect] = {}
    x = area.x + name
    for part, width in widths.items():
        found[part] = Rect(x, area.y + 3, width, area.h - 6)
        x += width + 3
    return found


def other_parts(area: Rect) -> dict[str, Rect]:
    """The board of one of several others under the name: painting, weather and tent, then five small places."""
    top, height = area.y + NAME + 2, area.h - NAME - 5
    upper, lower = (top, height / 2 - 2), (top + height / 2 + 1, height / 2 - 1)
    shares = {
        "rock": (0, 0.16, (top, height)), "weather": (0.16, 0.37, (top, height)), "tent": (0.37, 0.56, (top, height)),
        "people": (0.56, 0.65, upper), "markers": (0.65, 0.86, upper), "finds": (0.86, 1, upper),
        "camps": (0.56, 0.88, lower), "deck": (0.88, 1, lower),
    }  # fmt: skip
    x, width = area.x + 3, area.w - 3
    return {
        name: Rect(x + width * left, y, width * (right - left) - 3, h) for name, (left, right, (y, h)) in shares.items()
    }


def own_parts_tall(area: Rect) -> dict[str, Rect]:
    """One's own board on a phone: everything as large as a finger."""
    x, y, width = area.x + 3, area.y + NAME + 4, area.w - 6
    half = (width - 4) / 2
    return {
        "rock": Rect(x, y, half, 196),
        "weather": Rect(x + half + 4, y, half, 196),
        "tent": Rect(x, y + 200, width, 80),
        "markers": Rect(x, y + 284, width, 80),
        "camps": Rect(x, y + 368, width, 86),
        "people": Rect(x, y + 458, 110, 78),
        "finds": Rect(x + 114, y + 458, width - 114, 78),
        "deck": Rect(x, y + 540, width, area.h - NAME - 547),
    }


def parts_tall(area: Rect) -> dict[str, Rect]:
    """The board of another player on a phone: three rows under the name."""
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
