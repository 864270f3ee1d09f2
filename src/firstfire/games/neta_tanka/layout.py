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

from firstfire.kernel.scene import Box as Rect

WIDE = Rect(0, 0, 1200, 800)

# zone: (wide, tall)
COMMON = {
    "village": (Rect(300, 10, 600, 525), Rect(10, 10, 580, 507)),
    "craft_display": (Rect(10, 10, 280, 100), Rect(10, 525, 380, 90)),
    "craft_pile": (Rect(10, 115, 85, 95), Rect(395, 525, 80, 90)),
    "trade": (Rect(100, 115, 190, 95), Rect(10, 715, 380, 90)),
    "card_display": (Rect(10, 215, 280, 100), Rect(10, 620, 380, 90)),
    "card_pile": (Rect(10, 320, 85, 95), Rect(395, 620, 80, 90)),
    "tokens": (Rect(100, 320, 190, 95), Rect(480, 525, 110, 185)),
    "totem_board": (Rect(10, 420, 280, 60), Rect(395, 715, 195, 90)),
    "supply": (Rect(10, 485, 280, 50), Rect(10, 810, 580, 60)),
}
OWN = (Rect(10, 545, 1180, 245), Rect(10, 880, 580, 240))
OTHERS = Rect(910, 10, 280, 525)
OTHER_TALL = 200  # height of another clan's board on a phone

# parts of a clan board, as shares of its rectangle: left, top, width, height
PARTS = {
    "nomads": (0.0, 0.0, 0.16, 0.48),
    "tents": (0.17, 0.0, 0.43, 0.48),
    "totem": (0.61, 0.0, 0.14, 1.0),
    "crafts": (0.76, 0.0, 0.24, 0.55),
    "reserve": (0.0, 0.52, 0.33, 0.48),
    "food": (0.34, 0.52, 0.26, 0.48),
    "hand": (0.76, 0.58, 0.24, 0.42),
}
PLACE_SIZE = (86.0, 50.0)  # of a place on the wide board
ZONE_SIZE = (98.0, 46.0)  # of the Forest and the two Areas
LINK_SIZE = (26.0, 26.0)  # of the bonus in the middle of a link


def tall_table(seats: int) -> Rect:
    """The table on a phone: the other clans below one's own."""
    return Rect(0, 0, 600, OWN[1].y + OWN[1].h + 10 + (seats - 1) * OTHER_TALL)


def part(of: Rect, share: tuple[float, float, float, float]) -> Rect:
    """A part of a rectangle."""
    x, y, w, h = share
    return Rect(of.x + x * of.w, of.y + y * of.h, w * of.w, h * of.h)


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
