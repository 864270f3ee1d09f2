"""Where everything lies on the table, for wide screens and for phones."""

from __future__ import annotations

from ...kernel.scene import Box as Rect
from .state import STEPS

WIDE = Rect(0, 0, 1200, 950)
TALL = Rect(0, 0, 600, 1360)
_BOARD = {"wide": Rect(295, 72, 560, 560), "tall": Rect(45, 55, 510, 510)}
_DISC = 0.19  # the side of a disc space, as a part of the board
_SPACES = ((1, 1), (2, 1), (2, 2), (1, 2))  # crossings of the board's inner lines: NW, NE, SE, SW
_HANDS = (66, 28)  # too low for a label on the screen, which the field has already

# Common places beside the board.
_BESIDE: dict[str, dict[str, Rect]] = {
    "points": {"wide": Rect(10, 8, 845, 58), "tall": Rect(5, 5, 590, 46)},
    "slots": {"wide": Rect(10, 72, 278, 170), "tall": Rect(5, 575, 340, 130)},
    "barter-deck": {"wide": Rect(10, 250, 88, 116), "tall": Rect(350, 575, 78, 130)},
    "barter-discard": {"wide": Rect(105, 250, 88, 116), "tall": Rect(433, 575, 78, 130)},
    "bonus-discard": {"wide": Rect(200, 250, 88, 116), "tall": Rect(516, 575, 78, 130)},
    "grey-pile": {"wide": Rect(10, 374, 136, 116), "tall": Rect(5, 712, 95, 95)},
    "red-pile": {"wide": Rect(152, 374, 136, 116), "tall": Rect(105, 712, 95, 95)},
    "depot": {"wide": Rect(10, 498, 278, 134), "tall": Rect(205, 712, 390, 95)},
    "ways": {"wide": Rect(10, 806, 1180, 138), "tall": Rect(5, 1196, 590, 158)},
}
# What is printed on a field, in fractions of its cell: out of the way of the round spaces at its corners.
_PRINTED = {
    0: Rect(0.04, 0.13, 0.92, 0.56),  # fields of the top row
    1: Rect(0.04, 0.3, 0.92, 0.4),
    2: Rect(0.04, 0.3, 0.92, 0.51),  # fields of the bottom row
}
# Parts of a tray, in fractions of its rectangle: the own one (wide or tall), and another player's. The player's
# name stands in the strip above them.
_OWN = {
    "goods": Rect(0, 0.15, 0.28, 0.85),
    "standing": Rect(0.29, 0.15, 0.17, 0.85),
    "disc": Rect(0.47, 0.15, 0.12, 0.85),
    "hand": Rect(0.6, 0.15, 0.22, 0.85),
    "unseen": Rect(0.83, 0.15, 0.07, 0.85),
    "played": Rect(0.91, 0.15, 0.09, 0.85),
}
_OWN_TALL = {
    "goods": Rect(0, 0.14, 0.5, 0.46),
    "standing": Rect(0.52, 0.14, 0.28, 0.46),
    "disc": Rect(0.82, 0.14, 0.18, 0.46),
    "hand": Rect(0, 0.62, 0.6, 0.38),
    "unseen": Rect(0.62, 0.62, 0.16, 0.38),
    "played": Rect(0.8, 0.62, 0.2, 0.38),
}
_OTHER = {
    "goods": Rect(0, 0.16, 0.46, 0.84),
    "standing": Rect(0.48, 0.16, 0.3, 0.38),
    "disc": Rect(0.8, 0.16, 0.2, 0.38),
    "hand": Rect(0.48, 0.57, 0.2, 0.43),
    "unseen": Rect(0.69, 0.57, 0.15, 0.43),
    "played": Rect(0.85, 0.57, 0.15, 0.43),
}


def _part(of: Rect, part: Rect) -> Rect:
    return Rect(of.x + part.x * of.w, of.y + part.y * of.h, part.w * of.w, part.h * of.h)


def cell(place: int, size: str) -> Rect:
    """A field of the board by its cell, row by row."""
    return _part(_BOARD[size], Rect((place % 3) / 3, (place // 3) / 3, 1 / 3, 1 / 3))


def hands(place: int, size: str) -> Rect:
    """Where the hands left on a field lie: at its lower edge, clear of the round spaces."""
    field = cell(place, size)
    w, h = _HANDS
    x = (field.x + 5, field.x + (field.w - w) / 2, field.x + field.w - w - 5)[place % 3]
    return Rect(x, field.y + field.h - h - 4, w, h)


def space(number: int, size: str) -> Rect:
    """A round disc space, on the corners of the four fields it touches."""
    x, y = _SPACES[number]
    return _part(_BOARD[size], Rect(x / 3 - _DISC / 2, y / 3 - _DISC / 2, _DISC, _DISC))


def printed(place: int, size: str) -> Rect:
    """What is printed on a field: the steps, the herd."""
    return _part(cell(place, size), _PRINTED[place // 3])


def deck(place: int, size: str) -> Rect:
    """A deck on a field: the middle of what is printed there."""
    return _part(printed(place, size), Rect(0.3, 0, 0.4, 1))


def beside(name: str, size: str) -> Rect:
    """A common place beside the board."""
    return _BESIDE[name][size]


def tray(order: int, size: str) -> Rect:
    """A player's tray: 0 is the viewer's own, the others follow clockwise."""
    if size == "wide":
        return Rect(10, 640, 1180, 160) if order == 0 else Rect(862, 8 + 157 * (order - 1), 330, 152)
    return (
        Rect(5, 1022, 590, 170)
        if order == 0
        else Rect(5 + 298 * ((order - 1) % 2), 814 + 104 * ((order - 1) // 2), 292, 100)
    )


def tray_part(name: str, order: int, size: str) -> Rect:
    """A part of a tray."""
    parts = _OTHER if order else (_OWN if size == "wide" else _OWN_TALL)
    return _part(tray(order, size), parts[name])


def step_places(steps: int) -> list[tuple[float, float]]:
    """The steps of the mountain, winding up from the bottom left to the top right."""
    last = max(1, min(steps, STEPS) - 1)
    return [(0.08 + 0.84 * i / last, 0.9 - 0.8 * i / last) for i in range(steps)]


def herd_places(spaces: int) -> list[tuple[float, float]]:
    """The herd's spaces around the stone: entry above it, then anticlockwise (HO-A6a)."""
    ring = [(0.5, 0.14), (0.16, 0.36), (0.26, 0.82), (0.74, 0.82), (0.84, 0.36)]
    return ring[:spaces]
