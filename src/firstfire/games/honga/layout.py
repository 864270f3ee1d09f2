"""Where everything lies on the table, for wide screens and for phones."""

from __future__ import annotations

from ...kernel.scene import Box as Rect
from .state import STEPS

WIDE = Rect(0, 0, 1200, 900)
TALL = Rect(0, 0, 600, 1300)
_BOARD = {"wide": Rect(300, 70, 540, 540), "tall": Rect(90, 50, 420, 420)}
_SPACES = ((1, 1), (2, 1), (2, 2), (1, 2))  # crossings of the board's inner lines: NW, NE, SE, SW

# Common places beside the board.
_BESIDE: dict[str, dict[str, Rect]] = {
    "points": {"wide": Rect(300, 10, 540, 52), "tall": Rect(5, 5, 590, 40)},
    "slots": {"wide": Rect(10, 70, 280, 150), "tall": Rect(5, 480, 330, 110)},
    "barter-deck": {"wide": Rect(10, 232, 85, 110), "tall": Rect(345, 480, 75, 110)},
    "barter-discard": {"wide": Rect(105, 232, 85, 110), "tall": Rect(428, 480, 75, 110)},
    "bonus-discard": {"wide": Rect(200, 232, 85, 110), "tall": Rect(512, 480, 75, 110)},
    "grey-pile": {"wide": Rect(30, 354, 110, 110), "tall": Rect(5, 600, 90, 90)},
    "red-pile": {"wide": Rect(160, 354, 110, 110), "tall": Rect(105, 600, 90, 90)},
    "depot": {"wide": Rect(10, 476, 280, 134), "tall": Rect(205, 600, 390, 90)},
    "ways": {"wide": Rect(10, 800, 1180, 95), "tall": Rect(5, 1180, 590, 115)},
}
# Parts of a field, in fractions of its cell.
_INSIDE: dict[str, tuple[str, Rect]] = {
    "steps": ("mountain", Rect(0.08, 0.3, 0.84, 0.62)),
    "herd": ("mammoths", Rect(0.1, 0.28, 0.8, 0.64)),
    "bonus-deck": ("forest", Rect(0.32, 0.34, 0.36, 0.5)),
}
# Parts of a tray, in fractions of its rectangle: the own one (wide or tall), and another player's.
_OWN = {
    "goods": Rect(0, 0, 0.28, 1),
    "standing": Rect(0.29, 0, 0.17, 1),
    "disc": Rect(0.47, 0, 0.12, 1),
    "hand": Rect(0.6, 0, 0.22, 1),
    "unseen": Rect(0.83, 0, 0.07, 1),
    "played": Rect(0.91, 0, 0.09, 1),
}
_OWN_TALL = {
    "goods": Rect(0, 0, 0.5, 0.55),
    "standing": Rect(0.52, 0, 0.28, 0.55),
    "disc": Rect(0.82, 0, 0.18, 0.55),
    "hand": Rect(0, 0.58, 0.6, 0.42),
    "unseen": Rect(0.62, 0.58, 0.16, 0.42),
    "played": Rect(0.8, 0.58, 0.2, 0.42),
}
_OTHER = {
    "goods": Rect(0, 0.12, 0.46, 0.88),
    "standing": Rect(0.48, 0.12, 0.3, 0.4),
    "disc": Rect(0.8, 0.12, 0.2, 0.4),
    "hand": Rect(0.48, 0.56, 0.2, 0.44),
    "unseen": Rect(0.69, 0.56, 0.15, 0.44),
    "played": Rect(0.85, 0.56, 0.15, 0.44),
}


def _part(of: Rect, part: Rect) -> Rect:
    return Rect(of.x + part.x * of.w, of.y + part.y * of.h, part.w * of.w, part.h * of.h)


def cell(place: int, size: str) -> Rect:
    """A field of the board by its cell, row by row."""
    return _part(_BOARD[size], Rect((place % 3) / 3, (place // 3) / 3, 1 / 3, 1 / 3))


def space(number: int, size: str) -> Rect:
    """A round disc space."""
    x, y = _SPACES[number]
    return _part(_BOARD[size], Rect(x / 3 - 0.08, y / 3 - 0.08, 0.16, 0.16))


def inside(name: str, cells: dict[str, int], size: str) -> Rect:
    """Something printed on a field: the steps, the herd, the bonus deck."""
    field, part = _INSIDE[name]
    return _part(cell(cells[field], size), part)


def beside(name: str, size: str) -> Rect:
    """A common place beside the board."""
    return _BESIDE[name][size]


def tray(order: int, size: str) -> Rect:
    """A player's tray: 0 is the viewer's own, the others follow clockwise."""
    if size == "wide":
        return Rect(10, 640, 1180, 150) if order == 0 else Rect(860, 10 + 155 * (order - 1), 330, 148)
    return (
        Rect(5, 1010, 590, 165)
        if order == 0
        else Rect(5 + 298 * ((order - 1) % 2), 700 + 152 * ((order - 1) // 2), 290, 145)
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
