"""Where everything lies on the table, for wide screens and for phones."""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Rect

from ..state import STEPS

WIDE = Rect(0, 0, 1250, 880)
_BOARD = {"wide": Rect(286, 66, 610, 610), "tall": Rect(45, 55, 510, 510)}
_DISC = 0.19  # the side of a disc space, as a part of the board
_SPACES = ((1, 1), (2, 1), (2, 2), (1, 2))  # crossings of the board's inner lines: NW, NE, SE, SW
_HANDS = {"wide": (56, 50), "tall": (50, 46)}
_HERD = 7  # the cell of the mammoths: below the herd there is no room for hands, above it there is

# Common places beside the board.
_BESIDE: dict[str, dict[str, Rect]] = {
    "points": {"wide": Rect(10, 8, 886, 52), "tall": Rect(5, 5, 590, 46)},
    "slots": {"wide": Rect(10, 66, 270, 178), "tall": Rect(5, 575, 340, 154)},
    "barter-deck": {"wide": Rect(10, 250, 86, 132), "tall": Rect(350, 575, 78, 154)},
    "barter-discard": {"wide": Rect(102, 250, 86, 132), "tall": Rect(433, 575, 78, 154)},
    "bonus-discard": {"wide": Rect(194, 250, 86, 132), "tall": Rect(516, 575, 78, 154)},
    "grey-pile": {"wide": Rect(10, 388, 132, 132), "tall": Rect(5, 735, 95, 95)},
    "red-pile": {"wide": Rect(148, 388, 132, 132), "tall": Rect(105, 735, 95, 95)},
    "depot": {"wide": Rect(10, 526, 270, 150), "tall": Rect(205, 735, 390, 95)},
}
# The trays: one's own, and beside the board (on a phone: below) those of the others.
_OWN_TRAY = {"wide": Rect(10, 682, 1230, 190), "tall": Rect(5, 836, 590, 330)}
_OTHERS = {"wide": Rect(902, 8, 338, 668), "tall": Rect(5, 1172, 590, 188)}
_TALLEST = 331  # another player's tray
_GAP = 6
_WAYS = 0.31  # the side of the square on a space where its ways to lay a disc open, as a part of the board
# What is printed on a field, in fractions of its cell: out of the way of the round spaces at its corners.
_PRINTED = {
    0: Rect(0.04, 0.13, 0.92, 0.56),  # fields of the top row
    1: Rect(0.04, 0.3, 0.92, 0.4),
    2: Rect(0.04, 0.3, 0.92, 0.51),  # fields of the bottom row
}
# Parts of a tray, in fractions of what is below the strip for the player's name: the own one (wide or tall), and
# another player's. Where there are no cards face down or played, the hand has their room too.
_OWN = {
    "goods": Rect(0, 0, 0.24, 1),
    "standing": Rect(0.245, 0, 0.125, 1),
    "disc": Rect(0.375, 0, 0.1, 1),
    "hand": Rect(0.48, 0, 0.265, 1),
    "unseen": Rect(0.75, 0, 0.1, 1),
    "played": Rect(0.855, 0, 0.145, 1),
}
_OWN_TALL = {
    "goods": Rect(0, 0, 0.5, 0.66),
    "standing": Rect(0.51, 0, 0.29, 0.66),
    "disc": Rect(0.81, 0, 0.19, 0.66),
    "hand": Rect(0, 0.67, 0.59, 0.33),
    "unseen": Rect(0.6, 0.67, 0.18, 0.33),
    "played": Rect(0.79, 0.67, 0.21, 0.33),
}
_OTHER = {
    "goods": Rect(0, 0, 0.46, 1),
    "standing": Rect(0.47, 0, 0.32, 0.49),
    "disc": Rect(0.8, 0, 0.2, 0.49),
    "hand": Rect(0.47, 0.5, 0.17, 0.5),
    "unseen": Rect(0.65, 0.5, 0.17, 0.5),
    "played": Rect(0.83, 0.5, 0.17, 0.5),
}
_STRIP = 24
_CARDS = ("hand", "unseen", "played")
_SLIT = 0.006  # between two places for cards


def _part(of: Rect, part: Rect) -> Rect:
    return Rect(of.x + part.x * of.w, of.y + part.y * of.h, part.w * of.w, part.h * of.h)


def cell(place: int, size: str) -> Rect:
    """A field of the board by its cell, row by row."""
    return _part(_BOARD[size], Rect((place % 3) / 3, (place // 3) / 3, 1 / 3, 1 / 3))


def hands(place: int, size: str) -> Rect:
    """Where the hands left on a field lie: at its lower edge (with the herd: the upper), clear of the round spaces."""
    field = cell(place, size)
    w, h = _HANDS[size]
    x = (field.x + 4, field.x + (field.w - w) / 2, field.x + field.w - w - 4)[place % 3]
    return Rect(x, field.y + 3 if place == _HERD else field.y + field.h - h - 4, w, h)


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


def tall(seats: int) -> Rect:
    """The phone's table, longer with more players."""
    return Rect(0, 0, 600, _OTHERS["tall"].y + (_OTHERS["tall"].h + _GAP) * (seats // 2))


def tray(order: int, size: str, seats: int) -> Rect:
    """A player's tray: 0 is the viewer's own, the others follow clockwise."""
    if order == 0:
        return _OWN_TRAY[size]
    others, room = seats - 1, _OTHERS[size]
    if size == "wide":
        height = min(_TALLEST, (room.h - _GAP * (others - 1)) / others)
        return Rect(room.x, room.y + (height + _GAP) * (order - 1), room.w, height)
    columns = min(2, others)
    line, column = divmod(order - 1, columns)
    width = (room.w - _GAP * (columns - 1)) / columns
    return Rect(room.x + (width + _GAP) * column, room.y + (room.h + _GAP) * line, width, room.h)


def tray_part(name: str, order: int, size: str, seats: int, missing: tuple[str, ...] = ()) -> Rect:
    """A part of a tray. The hand has the room of the missing places for cards after it."""
    parts = _OTHER if order else (_OWN if size == "wide" else _OWN_TALL)
    part = parts[name]
    if name == "hand":
        after = next((parts[card].x for card in _CARDS[1:] if card not in missing), 1.0 + _SLIT)
        part = Rect(part.x, part.y, after - _SLIT - part.x, part.h)
    whole = tray(order, size, seats)
    return _part(Rect(whole.x, whole.y + _STRIP, whole.w, whole.h - _STRIP), part)


def ways(number: int, size: str) -> Rect:
    """Where the ways to lay a disc on a space open: on the space itself."""
    x, y = _SPACES[number]
    return _part(_BOARD[size], Rect(x / 3 - _WAYS / 2, y / 3 - _WAYS / 2, _WAYS, _WAYS))


def step_places(steps: int) -> list[tuple[float, float]]:
    """The steps of the mountain, winding up from the bottom left to the top right."""
    last = max(1, min(steps, STEPS) - 1)
    return [(0.08 + 0.84 * i / last, 0.9 - 0.8 * i / last) for i in range(steps)]


def herd_places(spaces: int) -> list[tuple[float, float]]:
    """The herd's spaces around the stone: entry above it, then anticlockwise (HO-A6a)."""
    ring = [(0.5, 0.14), (0.16, 0.36), (0.26, 0.82), (0.74, 0.82), (0.84, 0.36)]
    return ring[:spaces]
