"""Where everything lies on the table, wide (a screen) and tall (a phone).

wide, 1200 × 800                                  tall, 480 wide
+--------+-----------------------------------+    five price tiles and the central one
|        | five price tiles                  |    pillars, fish, cards
|  map   | hunting cards  | ceremony cards   |    one's own board
|        | centre, pillars, fish, stacks     |    the map
|        | fishing track                     |    tracks, stacks
+--------+--------------+--------------------+    the boards of the others
| score                 | development        |
| one's own board                            |
| the boards of the others                   |
+--------------------------------------------+
"""

from __future__ import annotations

from math import cos, pi, sin

from firstfire.kernel.scene import Box as Rect

from .box import DEED_NAMES
from .state import SIDES

WIDE = Rect(0, 0, 1200, 800)
OWN = Rect(6, 560, 1188, 144)
OTHERS = Rect(6, 708, 1188, 86)
TALL = 480
OWN_TALL = 346
OTHER_TALL = 316
NAME = 20  # the strip for a player's name on a board
RINGS = ("painting", "gathering", "ceremony", "river", "migration", "central")

# the parts of the common board: wide, then tall
COMMON: dict[str, tuple[Rect, Rect]] = {
    **{name: (Rect(372 + 165 * i, 6, 162, 150), Rect(6 + 157 * (i % 3), 6 + 164 * (i // 3), 154, 160))
       for i, name in enumerate(RINGS[:5])},
    "central": (Rect(372, 320, 162, 134), Rect(320, 170, 154, 160)),
    **{f"pillar-{deed}": (Rect(538 + 107 * (i % 3), 320 + 68 * (i // 3), 104, 66),
                          Rect(6 + 157 * (i % 3), 334 + 76 * (i // 3), 154, 72))
       for i, deed in enumerate(DEED_NAMES)},
    "hunting": (Rect(372, 160, 382, 156), Rect(6, 570, 468, 158)),
    "cards": (Rect(758, 160, 436, 156), Rect(6, 732, 468, 158)),
    "fish": (Rect(862, 320, 332, 60), Rect(6, 486, 468, 80)),
    "next": (Rect(862, 384, 92, 70), Rect(6, 1905, 112, 112)),
    "stacks": (Rect(958, 384, 116, 34), Rect(122, 1905, 174, 54)),
    "supply": (Rect(1078, 384, 116, 34), Rect(300, 1905, 174, 54)),
    "order": (Rect(958, 422, 116, 32), Rect(122, 1963, 174, 54)),
    "track": (Rect(1078, 422, 116, 32), Rect(300, 1963, 174, 54)),
    "map": (Rect(6, 6, 362, 508), Rect(6, 1244, 468, 657)),
    "fishing": (Rect(372, 458, 822, 56), Rect(6, 2021, 468, 116)),
    "score": (Rect(6, 518, 784, 38), Rect(6, 2141, 468, 84)),
    "development": (Rect(794, 518, 400, 38), Rect(6, 2229, 468, 60)),
}  # fmt: skip
TALL_OWN_TOP = 894
TALL_OTHERS_TOP = 2293


def cells_around(*radii: float) -> list[tuple[float, float]]:
    """Six cells on each radius around the middle, clockwise from the top."""
    angles = [pi / 3 * position for position in range(SIDES)]
    return [(round(0.5 + r * sin(a), 4), round(0.5 - r * cos(a), 4)) for r in radii for a in angles]


def tall_table(seats: int) -> Rect:
    """The phone's table, longer with more players."""
    return Rect(0, 0, TALL, TALL_OTHERS_TOP + OTHER_TALL * (seats - 1))


def board_boxes(place: int, seats: int) -> dict[str, tuple[Rect, Rect]]:
    """The n-th personal board (0: one's own) and its parts, wide and tall."""
    tall, wide = Rect(6, TALL_OWN_TOP, 468, OWN_TALL), OWN
    parts = own_parts(wide)
    if place > 0:
        tall = Rect(6, TALL_OTHERS_TOP + OTHER_TALL * (place - 1), 468, OTHER_TALL - 4)
        width = OTHERS.w / (seats - 1)
        wide = Rect(OTHERS.x + width * (place - 1), OTHERS.y, width - 4, OTHERS.h)
        parts = other_parts(wide)
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
    """The board of another player in a strip: two squares, then the name and six small places."""
    side, y = area.h - 6, area.y + 3
    x, top, half = area.x + 2 * side + 9, area.y + NAME, (area.h - NAME - 3) / 2
    third = (area.x + area.w - x - 3) / 3
    return {
        "rock": Rect(area.x + 3, y, side, side),
        "weather": Rect(area.x + side + 6, y, side, side),
        "tent": Rect(x, top, third - 3, half - 2),
        "markers": Rect(x + third, top, third - 3, half - 2),
        "people": Rect(x + 2 * third, top, third, half - 2),
        "finds": Rect(x, top + half, third - 3, half),
        "deck": Rect(x + third, top + half, third - 3, half),
        "camps": Rect(x + 2 * third, top + half, third, half),
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
