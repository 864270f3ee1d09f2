"""Plain text: any scene drawn with letters, for terminals, notebooks and logs.

Zones become short blocks of text, ordered as on the table: others above, the common board
in the middle, the viewer's own zones below.
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from itertools import pairwise

from .scene import Look, Piece, Scene, Zone

_STICKY = "\0"  # a blank at which no line is broken
_HALF_HEXAGON = 4  # letters
_MARKS = {"meeple": "@", "cube": "+"}  # before the letter of a thing on a map


def draw(scene: Scene, width: int = 100) -> str:
    """The scene as text."""
    looks = {look.id: look for look in scene.looks}
    pieces: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        pieces[piece.zone].append(piece)
    boards = {zone.id: zone for zone in scene.zones}
    lines: list[str] = []
    for zone in sorted(scene.zones, key=lambda zone: _place(zone, scene.viewer)):
        inside = sorted(pieces[zone.id], key=lambda piece: piece.slot)
        if inside or (zone.label and zone.kind not in ("area", "panel", "map")):
            lines += _zone_lines(zone, _name(zone, boards.get(zone.parent)), inside, looks, width)
    counters = [f"{counter.label} {counter.value}" for counter in scene.counters if counter.seat is None]
    if counters:
        lines.append(" · ".join(counters))
    return "\n".join(lines)


def _place(zone: Zone, viewer: int) -> tuple[int, float, float]:
    mine = zone.owner is not None and zone.owner == max(viewer, 0)
    rank = 1 if zone.owner is None else (2 if mine else 0)
    return rank, zone.box.y, zone.box.x


def _name(zone: Zone, board: Zone | None) -> str:
    """What a zone is called; on a player's board, with the name of that player."""
    name = zone.label or zone.id
    if board is None or zone.owner is None or board.owner != zone.owner or board.label in name:
        return name
    return f"{name}, {board.label}"


def _zone_lines(zone: Zone, name: str, pieces: list[Piece], looks: dict[str, Look], width: int) -> list[str]:
    texts = _slot_texts(zone, pieces, looks)
    head = f"{name}: "
    body = "  ".join(text.replace(" ", _STICKY) for text in texts) if texts else "–"
    wrapped = textwrap.wrap(
        head + body, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return _hexagons(zone, pieces, looks) + ([line.replace(_STICKY, " ") for line in wrapped] or [head.rstrip()])


def _hexagons(zone: Zone, pieces: list[Piece], looks: dict[str, Look]) -> list[str]:
    """A map of named hexagons in rows as it lies: each by its letter, then the letters of what is on it
    (@ a figure, + a cube, * without a letter)."""
    names: dict[int, str] = {}
    things: dict[int, str] = defaultdict(str)
    for piece in pieces:
        look = looks[piece.look]
        if look.shape == "hex" and piece.slot < len(zone.cells):
            names[piece.slot] = look.letter
        else:
            things[piece.slot] += _MARKS.get(look.shape, "") + (look.letter or "*")
    across = sorted({zone.cells[slot][0] for slot in names})
    if zone.kind != "map" or len(across) < 2 or not all(names.values()):
        return []
    step = min(right - left for left, right in pairwise(across) if right - left > 0.005)
    rows: dict[float, list[tuple[int, str]]] = defaultdict(list)
    for slot, name in names.items():
        x, y = zone.cells[slot]
        rows[y].append((round((x - across[0]) / step), f"{name}·{things[slot]}" if things[slot] else name))
    lines = []
    for y in sorted(rows):
        line = ""
        for place, text in sorted(rows[y]):
            line = f"{line.ljust(4 + _HALF_HEXAGON * place)}{text} "
        lines.append(line.rstrip())
    return lines


def _slot_texts(zone: Zone, pieces: list[Piece], looks: dict[str, Look]) -> list[str]:
    if zone.kind != "slots" or zone.capacity is None:
        return [_piece_text(piece, looks[piece.look]) for piece in pieces]
    by_slot = {piece.slot: piece for piece in pieces}
    found = []
    for slot in range(zone.capacity):
        piece = by_slot.get(slot)
        found.append(f"{slot + 1} {_piece_text(piece, looks[piece.look])}" if piece else f"{slot + 1} -")
    return found


def _piece_text(piece: Piece, look: Look) -> str:
    name = piece.label or look.alt or look.letter or look.id
    if not piece.face_up:
        name = f"({name})"
    if piece.turned % 2 and look.shape == "card":
        name += "~"
    if piece.count is not None:
        name = f"{name} ×{piece.count}"
    if piece.badges:
        name += f" [{', '.join(piece.badges)}]"
    return name
