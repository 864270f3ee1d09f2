"""Where everything lies on the table.

wide, 1070 × 642: a unit is about a pixel of a small screen

    +---------------+--------------------------------+---------------+
    | craft cards   |                                |  other clans  |
    | Neta-Tanka    |      the village board         |               |
    | piles, links  |   (18 places, links, zones)    |               |
    | trade card    |                                |               |
    | totem, supply |                                |               |
    +---------------+--------------------------------+---------------+
    |  own clan: nomads | tents, reserve, food | totem | crafts      |
    +----------------------------------------------------------------+

On a phone (480 wide) the village stands on top, then the cards, the own clan and the others.
"""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Rect

WIDE = Rect(0, 0, 1070, 642)
TALL_WIDTH = 480

# zone: (wide, tall)
COMMON = {
    "craft_display": (Rect(4, 4, 236, 90), Rect(6, 870, 382, 116)),
    "card_display": (Rect(4, 97, 236, 90), Rect(6, 990, 382, 116)),
    "craft_pile": (Rect(4, 190, 72, 86), Rect(392, 870, 82, 116)),
    "card_pile": (Rect(79, 190, 76, 86), Rect(392, 990, 82, 116)),
    "trade_side": (Rect(158, 190, 82, 86), Rect(310, 1110, 164, 106)),
    "trade": (Rect(4, 279, 110, 80), Rect(6, 1110, 300, 106)),
    "tokens": (Rect(117, 279, 123, 80), Rect(6, 1220, 468, 84)),
    "totem_board": (Rect(4, 362, 236, 96), Rect(6, 1308, 468, 92)),
    "supply": (Rect(4, 461, 236, 44), Rect(6, 1404, 468, 84)),
    "village": (Rect(243, 4, 590, 501), Rect(6, 6, 468, 860)),
}
OWN = (Rect(4, 508, 1062, 130), Rect(6, 1492, 468, 614))
OTHERS = Rect(836, 4, 230, 501)
OTHER_TALL = 226  # height of another clan's board on a phone
NAME = 18  # the strip at the top of a clan board, for its name

# one's own clan board, whole: left, top, width, height of its parts; a board of 1062 × 130
OWN_PARTS = {
    "nomads": (3, NAME, 150, 109),
    "tents": (156, 3, 424, 66),
    "reserve": (156, 72, 264, 55),
    "food": (423, 72, 157, 55),
    "totem": (583, 3, 90, 124),
    "crafts": (676, 3, 200, 124),
    "hand": (879, 3, 180, 124),
}
# the same on a phone, a board of 468 × 614, everything as large as a finger
OWN_PARTS_TALL = {
    "nomads": (3, 22, 462, 102),
    "tents": (3, 127, 462, 170),
    "reserve": (3, 300, 462, 84),
    "food": (3, 387, 229, 84),
    "totem": (235, 387, 230, 84),
    "crafts": (3, 474, 260, 137),
    "hand": (266, 474, 199, 137),
}
# the boards of the other clans below their names, as shares: a narrow column, and on a phone
NARROW = {
    "nomads": (0.0, 0.0, 0.3, 0.46),
    "tents": (0.31, 0.0, 0.44, 0.46),
    "totem": (0.76, 0.0, 0.24, 0.46),
    "crafts": (0.63, 0.48, 0.37, 0.26),
    "reserve": (0.0, 0.48, 0.4, 0.52),
    "food": (0.41, 0.48, 0.21, 0.52),
    "hand": (0.63, 0.75, 0.37, 0.25),
}
OTHER_PARTS_TALL = {
    "nomads": (0.0, 0.0, 0.3, 0.36),
    "tents": (0.31, 0.0, 0.69, 0.36),
    "reserve": (0.0, 0.38, 0.46, 0.3),
    "food": (0.47, 0.38, 0.3, 0.3),
    "totem": (0.78, 0.38, 0.22, 0.3),
    "crafts": (0.0, 0.7, 0.56, 0.3),
    "hand": (0.57, 0.7, 0.43, 0.3),
}
# what lies on the village board, as shares of it: wide, tall
PLACE_SIZE = ((0.155, 0.118), (0.1508, 0.121))
ZONE_SIZE = ((0.16, 0.094), (0.153, 0.088))  # the Forest and the two Areas
LINK_SIZE = ((0.044, 0.052), (0.049, 0.0267))  # the bonus in the middle of a link

Share = tuple[float, float, float, float]
Size = tuple[float, float]


def tall_table(seats: int) -> Rect:
    """The table on a phone: the other clans below one's own."""
    return Rect(0, 0, TALL_WIDTH, OWN[1].y + OWN[1].h + 4 + (seats - 1) * OTHER_TALL)


def part(of: Rect, share: Share) -> Rect:
    """A part of a rectangle."""
    x, y, w, h = share
    return Rect(of.x + x * of.w, of.y + y * of.h, w * of.w, h * of.h)


def clan_parts(wide: Rect, tall: Rect) -> dict[str, tuple[Rect, Rect]]:
    """Where the parts of a clan board lie."""
    if wide == OWN[0]:
        return {key: (_inside(wide, OWN_PARTS[key]), _inside(tall, OWN_PARTS_TALL[key])) for key in OWN_PARTS}
    below = [Rect(of.x + 2, of.y + NAME, of.w - 4, of.h - NAME - 2) for of in (wide, tall)]
    return {key: (part(below[0], NARROW[key]), part(below[1], OTHER_PARTS_TALL[key])) for key in NARROW}


def _inside(board: Rect, box: tuple[int, int, int, int]) -> Rect:
    """A part of a board, given from the board's corner."""
    x, y, w, h = box
    return Rect(board.x + x, board.y + y, w, h)


def clan_boxes(seat: int, viewer: int, seats: int) -> tuple[Rect, Rect]:
    """Where a clan board lies: the viewer's own below, the others stacked in turn order."""
    me = max(viewer, 0)
    if seat == me:
        return OWN
    row = (seat - me) % seats - 1
    count = seats - 1
    top = OWN[1].y + OWN[1].h + 4 + row * OTHER_TALL
    high = 1 / count - (0.006 if row < count - 1 else 0)
    return part(OTHERS, (0.0, row / count, 1.0, high)), Rect(6, top, 468, OTHER_TALL - 6)


def on_board(x: float, y: float, sizes: tuple[Size, Size]) -> tuple[Rect, Rect]:
    """A rectangle of a size (in shares of the board) around a point of the village board (in per cent)."""
    made = []
    for board, (wide, high) in zip(COMMON["village"], sizes, strict=True):
        w, h = wide * board.w, high * board.h
        cx, cy = spot(x, y)
        left = min(max(board.x + cx * board.w - w / 2, board.x + 2), board.x + board.w - w - 2)
        top = min(max(board.y + cy * board.h - h / 2, board.y + 2), board.y + board.h - h - 2)
        made.append(Rect(left, top, w, h))
    return made[0], made[1]


def spot(x: float, y: float) -> tuple[float, float]:
    """A point given in per cent, as shares of the board."""
    return x / 100, y / 100
