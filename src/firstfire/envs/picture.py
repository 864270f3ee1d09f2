"""Picture: a scene painted as an array of pixels, for videos of what an agent does.

Boxes for zones, plain shapes in their colours for pieces, their letters and numbers; no drawings. Pillow makes it in
some tens of milliseconds, with its own letters: it needs no browser and no screen. What people play at is the browser's
table.
"""

from __future__ import annotations

from collections import defaultdict
from math import ceil, cos, pi, sin, sqrt
from textwrap import wrap
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw, ImageFont

from ..errors import BadSetup
from ..kernel.presentation.languages import plain_letters
from ..kernel.presentation.scene import Look, Piece, Rect, Scene, Zone
from ..kernel.rules.actions import whole_number

WIDTH = 960  # pixels, unless said
SMALLEST, LARGEST = 64, 8192
GROUND, PAPER, LINE, INK, CHALK = "#efe4c8", "#f6efe0", "#b9a57c", "#2b231c", "#f6efe0"
SEATS = ("#a63d25", "#3f6f8c", "#d39b26", "#5f7a36", "#74506e", "#8b8378")
PIGMENTS = {
    "red": "#a63d25", "ochre": "#c8862b", "yellow": "#d9a62e", "orange": "#c9682c", "blue": "#3f6f8c",
    "green": "#5f7a36", "white": "#ece3cf", "bone": "#e6d9bb", "black": "#3a322b", "brown": "#75492a",
    "grey": "#8b8378", "purple": "#74506e", "hide": "#d8c49b",
}  # fmt: skip
BACK = "#97805c"  # of what lies face down
PLAIN = "#d8c49b"  # of what has no colour
LETTER = 0.55  # the width of a letter, in shares of its height
SMALL = 11  # the height of letters that tell what a card is
LABEL = 14  # the strip for the name of a zone
IN_CELLS = ("slots", "grid", "track")


class PieceBox(NamedTuple):
    """Where a piece lies: its middle and its size."""

    piece: Piece
    look: Look
    x: float
    y: float
    w: float
    h: float


def paint(scene: Scene, width: SupportsIndex = WIDTH) -> NDArray[np.uint8]:
    """The scene as an array of height × width × 3 bytes."""
    pixels = whole_number(width)
    if pixels is None or not SMALLEST <= pixels <= LARGEST:
        raise BadSetup(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {width!r}")
    scale = pixels / scene.size.w
    image = Image.new("RGB", (pixels, round(scene.size.h * scale)), GROUND)
    brush = _Brush(ImageDraw.Draw(image), scale, scene)
    lying = defaultdict(list)
    looks = {look.id: look for look in scene.looks}
    for piece in scene.pieces:
        lying[piece.zone].append((piece, looks[piece.look]))
    for zone in scene.zones:
        brush.zone(zone)
    for zone in scene.zones:
        for spot in spots(zone, sorted(lying[zone.id], key=lambda each: each[0].slot)):
            brush.piece(spot)
    return np.asarray(image)


class _Brush:
    """Paints in the units of the table."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float, scene: Scene) -> None:
        self.draw, self.scale = draw, scale
        self.seats = [_colour(name, SEATS[seat]) for seat, name in enumerate(scene.colours)] or list(SEATS)

    def zone(self, zone: Zone) -> None:
        box, line = self._box(zone.box), LINE if zone.owner is None else self._of(zone.owner)
        self.draw.rounded_rectangle(box, 5, fill=None if zone.parent else PAPER, outline=line)
        for a, b, _ in zone.links:
            ends = [
                (zone.box.x + x * zone.box.w, zone.box.y + y * zone.box.h) for x, y in (zone.cells[a], zone.cells[b])
            ]
            self.draw.line([self._at(*end) for end in ends], fill=LINE, width=2)
        if label := plain_letters(zone.label).strip():
            self._text(label, zone.box.x + 4, zone.box.y + 1, min(12.0, zone.box.w / (LETTER * len(label))), INK, "la")

    def piece(self, spot: PieceBox) -> None:
        fill = self._fill(spot)
        box = self._box(Rect(spot.x - spot.w / 2, spot.y - spot.h / 2, spot.w, spot.h))
        if spot.look.shape in ("disc", "token", "chip"):
            self.draw.ellipse(box, fill=fill, outline=INK)
        elif spot.look.shape in ("hex", "meeple"):
            corners = 6 if spot.look.shape == "hex" else 3
            self.draw.polygon(self._corners(spot, corners), fill=fill, outline=INK)
        else:
            self.draw.rounded_rectangle(box, 4, fill=fill, outline=INK)
        text = self._written_on(spot)
        if text:
            longest = max(map(len, text.split("\n")))
            size = min(spot.h * 0.5 / (1 + text.count("\n")), spot.w * 0.85 / (LETTER * longest))
            self._text(text, spot.x, spot.y, size, _ink_on(fill), "mm")

    def _written_on(self, spot: PieceBox) -> str:
        """Its letter and how many there are; what is a card or a token without a letter says what it is."""
        piece, letter = spot.piece, plain_letters(spot.look.letter).strip() if spot.piece.face_up else ""
        if piece.count is not None:
            return f"{letter} {piece.count}".strip()
        if letter or not piece.face_up or piece.label == "":
            return letter
        return "\n".join(wrap(plain_letters(piece.label), max(4, round(spot.w / (LETTER * SMALL))))[:4])

    def _fill(self, spot: PieceBox) -> str:
        if not spot.piece.face_up or spot.look.id.endswith("back"):
            return BACK
        owner = spot.piece.owner
        return _colour(spot.look.colour, PLAIN if owner is None else self._of(owner))

    def _of(self, seat: int) -> str:
        return self.seats[seat % len(self.seats)]

    def _corners(self, spot: PieceBox, count: int) -> list[tuple[float, float]]:
        angles = [2 * pi * i / count - pi / 2 for i in range(count)]
        return [self._at(spot.x + spot.w / 2 * cos(a), spot.y + spot.h / 2 * sin(a)) for a in angles]

    def _text(self, text: str, x: float, y: float, size: float, ink: str, anchor: str) -> None:
        pixels = round(size * self.scale)
        if pixels >= 5:
            self.draw.text(self._at(x, y), text, fill=ink, font=_font(pixels), anchor=anchor)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self.scale, y * self.scale

    def _box(self, box: Rect) -> tuple[float, float, float, float]:
        return (*self._at(box.x, box.y), *self._at(box.x + max(box.w, 1), box.y + max(box.h, 1)))


def spots(zone: Zone, lying: list[tuple[Piece, Look]]) -> list[PieceBox]:
    """Where the pieces of a zone lie: in its cells, in its slots, or side by side."""
    if not lying:
        return []
    if zone.cells:
        return _in_cells(lying, {i: _cell(zone, x, y) for i, (x, y) in enumerate(zone.cells)}, zone)
    box, strip = zone.box, LABEL if zone.label and zone.box.h > 3 * LABEL else 0
    inner = Rect(box.x, box.y + strip, box.w, box.h - strip)
    if zone.kind == "pile":
        return _side_by_side([lying[-1]], inner)
    if zone.kind in IN_CELLS:
        return _in_cells(lying, _slots(zone, inner, lying), zone)
    return _side_by_side(lying, inner)


def _cell(zone: Zone, x: float, y: float) -> Rect:
    """The room around a cell of a map: as far as half the way to the next one."""
    box = zone.box
    gaps = [max(abs(a - x) * box.w, abs(b - y) * box.h) for a, b in zone.cells if (a, b) != (x, y)]
    side = min([*gaps, box.w * 0.4, box.h * 0.4])
    return Rect(box.x + x * box.w - side / 2, box.y + y * box.h - side / 2, side, side)


def _slots(zone: Zone, box: Rect, lying: list[tuple[Piece, Look]]) -> dict[int, Rect]:
    places = max(zone.capacity or 0, max(piece.slot for piece, _ in lying) + 1)
    columns = min(places, zone.columns or max(1, ceil(sqrt(places * box.w / box.h))))
    w, h = box.w / columns, box.h / ceil(places / columns)
    return {i: Rect(box.x + i % columns * w, box.y + i // columns * h, w, h) for i in range(places)}


def _in_cells(lying: list[tuple[Piece, Look]], cells: dict[int, Rect], zone: Zone) -> list[PieceBox]:
    """Large things fill their cell, the others lie on it side by side."""
    found: list[PieceBox] = []
    groups = defaultdict(list)
    for piece, look in lying:
        groups[piece.slot].append((piece, look))
    for slot, group in groups.items():
        cell = cells.get(slot, zone.box)
        ground = [each for each in group if each[1].shape in ("hex", "tile", "card")] if len(group) > 1 else group
        for each in ground:
            found += _side_by_side([each], cell)
        found += _side_by_side([each for each in group if each not in ground], cell)
    return found


def _side_by_side(lying: list[tuple[Piece, Look]], box: Rect) -> list[PieceBox]:
    """In as many lines as make the pieces largest (never larger than half as much again as they are)."""
    if not lying:
        return []
    widest, highest = max(look.w for _, look in lying), max(look.h for _, look in lying)
    count = len(lying)

    def scale(columns: int) -> float:
        return min(1.5, box.w * 0.94 / columns / widest, box.h * 0.88 / ceil(count / columns) / highest)

    columns = max(range(1, count + 1), key=scale)
    size, lines = scale(columns), ceil(count / columns)
    w, h = box.w / columns, box.h / lines
    return [
        PieceBox(
            piece, look, box.x + (i % columns + 0.5) * w, box.y + (i // columns + 0.5) * h, look.w * size, look.h * size
        )
        for i, (piece, look) in enumerate(lying)
    ]


def _colour(name: str, otherwise: str) -> str:
    return name if name.startswith("#") else PIGMENTS.get(name, otherwise)


def _ink_on(fill: str) -> str:
    """Dark letters on what is light, light ones on what is dark."""
    red, green, blue = ImageColor.getrgb(fill)[:3]
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 118 else CHALK


_FONTS: dict[int, Any] = {}


def _font(pixels: int) -> Any:
    if pixels not in _FONTS:
        _FONTS[pixels] = ImageFont.load_default(pixels)
    return _FONTS[pixels]
