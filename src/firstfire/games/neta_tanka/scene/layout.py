"""Where everything lies on the table.

    +---------------+--------------------------------+---------------+
    | craft cards   |                                |  other clans  |
    | trade card    |      the village board         |               |
    | Neta-Tanka    |   (18 places, links, zones)    |               |
    | totem board   |                                |               |
    +---------------+--------------------------------+---------------+
    |  own clan: nomads | reserve | tents | food | totem | crafts    |
    +----------------------------------------------------------------+

On a phone the village stands on top, then the cards, the own clan and the others.
"""

from __future__ import annotations

from firstfire.kernel.scene import Rect

WIDE = Rect(0, 0, 1200, 830)

# zone: (wide, tall)
COMMON = {
    "village": (Rect(300, 10, 600, 596), Rect(10, 10, 580, 576)),
    "craft_display": (Rect(10, 10, 280, 112), Rect(10, 595, 380, 100)),
    "craft_pile": (Rect(10, 127, 85, 105), Rect(395, 595, 80, 100)),
    "trade": (Rect(100, 127, 122, 105), Rect(10, 805, 290, 90)),
    "trade_side": (Rect(226, 127, 64, 105), Rect(304, 805, 86, 90)),
    "card_display": (Rect(10, 237, 280, 112), Rect(10, 700, 380, 100)),
    "card_pile": (Rect(10, 354, 85, 105), Rect(395, 700, 80, 100)),
    "tokens": (Rect(100, 354, 190, 105), Rect(480, 595, 110, 205)),
    "totem_board": (Rect(10, 464, 280, 82), Rect(395, 805, 195, 90)),
    "supply": (Rect(10, 551, 280, 55), Rect(10, 900, 580, 60)),
}
OWN = (Rect(10, 616, 1180, 204), Rect(10, 970, 580, 262))
OTHERS = Rect(910, 10, 280, 596)
OTHER_TALL = 222  # height of another clan's board on a phone
NAME = 22  # the strip at the top of a clan board, for its name

# parts of a clan board below its name, as shares of the rest: left, top, width, height
PARTS = {
    "nomads": (0.0, 0.0, 0.16, 0.48),
    "tents": (0.17, 0.0, 0.43, 0.48),
    "totem": (0.61, 0.0, 0.14, 1.0),
    "crafts": (0.76, 0.0, 0.24, 0.55),
    "reserve": (0.0, 0.52, 0.33, 0.48),
    "food": (0.34, 0.52, 0.26, 0.48),
    "hand": (0.76, 0.58, 0.24, 0.42),
}
# the same on a phone
TALL = {
    "nomads": (0.0, 0.0, 0.3, 0.36),
    "tents": (0.31, 0.0, 0.69, 0.36),
    "reserve": (0.0, 0.38, 0.46, 0.3),
    "food": (0.47, 0.38, 0.3, 0.3),
    "totem": (0.78, 0.38, 0.22, 0.3),
    "crafts": (0.0, 0.7, 0.56, 0.3),
    "hand": (0.57, 0.7, 0.43, 0.3),
}
# the same on the narrow boards of the other clans
NARROW = {
    "nomads": (0.0, 0.0, 0.24, 0.46),
    "tents": (0.25, 0.0, 0.47, 0.46),
    "totem": (0.73, 0.0, 0.27, 0.46),
    "crafts": (0.63, 0.48, 0.37, 0.26),
    "reserve": (0.0, 0.48, 0.4, 0.52),
    "food": (0.41, 0.48, 0.21, 0.52),
    "hand": (0.63, 0.75, 0.37, 0.25),
}
PLACE_SIZE = (94.0, 70.0)  # of a place on the wide board
ZONE_SIZE = (98.0, 52.0)  # of the Forest and the two Areas
LINK_SIZE = (26.0, 26.0)  # of the bonus in the middle of a link


def tall_table(seats: int) -> Rect:
    """The table on a phone: the other clans below one's own."""
    return Rect(0, 0, 600, OWN[1].y + OWN[1].h + 10 + (seats - 1) * OTHER_TALL)


def part(of: Rect, share: tuple[float, float, float, float]) -> Rect:
    """A part of a rectangle."""
    x, y, w, h = share
    return Rect(of.x + x * of.w, of.y + y * of.h, w * of.w, h * of.h)


def clan_parts(wide: Rect, tall: Rect) -> dict[str, tuple[Rect, Rect]]:
    """Where the parts of a clan board lie, below its name."""
    shares = PARTS if wide.w > wide.h * 2 else NARROW
    below = [Rect(of.x, of.y + NAME, of.w, of.h - NAME) for of in (wide, tall)]
    return {key: (part(below[0], shares[key]), part(below[1], TALL[key])) for key in PARTS}


def clan_boxes(seat: int, viewer: int, seats: int) -> tuple[Rect, Rect]:
    """Where a clan board lies: the viewer's own below, the others stacked in turn order."""
    me = max(viewer, 0)
    if seat == me:
        return OWN
    row = (seat - me) % seats - 1
    count = seats - 1
    top = OWN[1].y + OWN[1].h + 10 + row * OTHER_TALL
    return part(OTHERS, (0.0, row / count, 1.0, 0.97 / count)), Rect(10, top, 580, OTHER_TALL - 10)


def on_board(x: float, y: float, size: tuple[float, float]) -> tuple[Rect, Rect]:
    """A rectangle of a size around a point of the village board (in per cent)."""
    made = []
    for board in COMMON["village"]:
        scale = board.w / COMMON["village"][0].w
        w, h = size[0] * scale, size[1] * scale
        cx, cy = spot(x, y)
        left = min(max(board.x + cx * board.w - w / 2, board.x), board.x + board.w - w)
        top = min(max(board.y + cy * board.h - h / 2, board.y), board.y + board.h - h)
        made.append(Rect(left, top, w, h))
    return made[0], made[1]


def spot(x: float, y: float) -> tuple[float, float]:
    """A point given in per cent, as shares of the board."""
    return x / 100, y / 100
