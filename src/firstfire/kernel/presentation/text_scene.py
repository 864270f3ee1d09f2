"""Plain text: any scene drawn with letters, for terminals, notebooks and logs.

Zones become short blocks of text, ordered as on the table: others above, the common board in the middle, the
viewer's own zones below. Where places matter (hexagons, a grid of tiles, a track) a block has a picture too.
Two lists of blocks tell what changed between them, so that nobody has to read the whole table again.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from .languages import language_of
from .scene import Counter as SceneCounter
from .scene import Look, Piece, Scene, Zone
from .words import STICKY, bound

_HALF_HEXAGON = 4  # letters
_NARROWEST_CELL, _WIDE_CELL = 9, 19  # letters of a cell of a grid: at least; more only where something is longer
_MARKS = {"meeple": "@", "cube": "+"}  # before the letter of a thing on a map
_GROUND = ("hex", "tile")  # shapes on which other things lie
_LEADING_NUMBER = re.compile(r"\s*(\d+)")
NOTHING = "–"
MANY, LONG = 4, 0.45  # more things than that, each longer than this part of a line: a line for each


@dataclass(frozen=True)
class ZoneText:
    """What is written about a zone: its name, the things in it, and a picture where their places matter.
    `cells`: the things are told place by place, so a change is told by the places that changed."""

    id: str
    name: str
    things: tuple[str, ...]
    picture: tuple[str, ...] = ()
    cells: bool = False
    tiles: int = 0  # of a map
    colon: str = ": "

    def lines(self, width: int) -> list[str]:
        """The block as lines of text; long things have a line each."""
        head = f"{self.name}{self.colon}"
        if len(self.things) > MANY and sum(map(len, self.things)) > len(self.things) * width * LONG:
            rows = [line for thing in self.things for line in _wrapped(f"    {thing}", width)]
            return [*_wrapped(head.rstrip(), width), *self.picture, *rows]
        body = "  ".join(sticky(thing, width - 4) for thing in self.things)
        if self.picture:
            return [*_wrapped(head.rstrip(), width), *self.picture, *(_wrapped(f"    {body}", width) if body else [])]
        return _wrapped(f"{head}{body or NOTHING}", width)


def draw(scene: Scene, width: int = 100, language: str = "en") -> str:
    """The scene as text."""
    lines = block_lines(blocks(scene, width, language), width)
    if counters := counter_line(scene.counters):
        lines += _wrapped(counters, width)
    return "\n".join(lines)


def block_lines(found: Iterable[ZoneText], width: int) -> list[str]:
    """Blocks as lines; those with nothing in them share one line."""
    found = list(found)
    lines: list[str] = []
    for block in found:
        if block.things or block.picture:
            lines += block.lines(width)
    empty = [sticky(block.name, width - 8) for block in found if not block.things and not block.picture]
    colon = found[0].colon if found else ""
    return lines + (_wrapped(f"{NOTHING}{colon}{f'{STICKY}· '.join(empty)}", width) if empty else [])


def changes(before: Sequence[ZoneText], now: Sequence[ZoneText]) -> list[ZoneText]:
    """The blocks that say something else than before; of a map only the places that do, without its picture."""
    known = {block.id: block for block in before}
    found = []
    for block in now:
        old = known.get(block.id)
        same = old is not None and old.tiles == block.tiles  # new land is drawn
        if same and old and old.things == block.things and (block.things or old.picture == block.picture):
            continue
        if same and old and block.cells:
            left = Counter(block.things) - Counter(old.things)
            block = replace(block, things=tuple(thing for thing in block.things if left[thing]), picture=())
            if not block.things:  # something went away, and nothing else is there
                continue
        found.append(block)
    return found


def counter_line(counters: Iterable[SceneCounter]) -> str:
    """The numbers beside the table (not those of the players), in one line."""
    return " · ".join(counter_text(counter) for counter in counters if counter.seat is None)


def colon_of(language: str) -> str:
    """The colon of a language, with its blanks."""
    return bound(language_of(language).colon)


def seat_lines(scene: Scene, names: Sequence[str], language: str = "en") -> list[str]:
    """The numbers beside each player's name."""
    found: dict[int, list[str]] = defaultdict(list)
    for counter in scene.counters:
        if counter.seat is not None:
            found[counter.seat].append(counter_text(counter))
    colon = colon_of(language)
    return [f"{names[seat]}{colon}{', '.join(texts)}" for seat, texts in sorted(found.items())]


def counter_text(counter: SceneCounter) -> str:
    """A counter; a label that holds its number already does not say it twice."""
    said = str(counter.value) in re.findall(r"-?\d+", counter.label)
    return counter.label if said else f"{counter.label} {counter.value}"


# ─────────────────────────────────────────────────────────────────────────────────── zones


def blocks(scene: Scene, width: int = 100, language: str = "en") -> list[ZoneText]:
    """What is written about each zone, in the order of reading."""
    colon = colon_of(language)
    looks = {look.id: look for look in scene.looks}
    shown = [zone for zone in scene.zones if not zone.after]  # what opens by a click the choices tell
    zones = {zone.id: zone for zone in shown}
    pieces: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        pieces[piece.zone].append(piece)
    piles = {zone.id for zone in shown if zone.kind == "pile"}  # slots count from the bottom
    for each in scene.lists:  # without a label: what lies in the zone, in place of its top, and from there
        if not each.label:
            piles.discard(each.zone)
            pieces[each.zone] = [replace(piece, slot=slot) for slot, piece in enumerate(each.pieces)]
    children = defaultdict(list)  # what is told with the zone it lies on: links, the cells of a small board
    for zone in shown:
        if (home := _home(zone, zones)) is not None:
            children[home.id].append(zone)
    found = []
    for zone in sorted(shown, key=lambda zone: _place(zone, zones, scene.viewer)):
        if _home(zone, zones) is not None:
            continue
        inside = sorted(pieces[zone.id], key=lambda piece: piece.slot, reverse=zone.id in piles)
        parts = [text for child in children[zone.id] for text in _part(child, pieces[child.id], looks, colon)]
        if inside or parts or (zone.label and zone.kind not in ("area", "panel", "map")):
            made = _block(zone, _name(zone, zones.get(zone.parent)), inside, parts, looks, width, colon)
            found.append(replace(made, colon=colon))
        for each in scene.lists:
            if each.label and each.zone == zone.id:
                texts = tuple(_piece_text(piece, looks[piece.look]) for piece in each.pieces)
                found.append(ZoneText(f"list {each.id}", each.label, texts, colon=colon))
    return found


def _home(zone: Zone, zones: dict[str, Zone]) -> Zone | None:
    """The zone with which this one is told: a place without a name of its own, or a cell of a common panel."""
    parent = zones.get(zone.parent)
    if parent is None or not parent.label:
        return None
    return parent if not zone.label or (parent.kind == "panel" and parent.owner is None) else None


def _part(zone: Zone, pieces: list[Piece], looks: dict[str, Look], colon: str) -> list[str]:
    name = zone.label or zone.tip
    body = ", ".join(_piece_text(piece, looks[piece.look]) for piece in pieces)
    return [f"{name}{colon}{body or NOTHING}" if name else body] if name or body else []


def _place(zone: Zone, zones: dict[str, Zone], viewer: int) -> tuple[float, ...]:
    """Where a zone is read: by owner, then as it lies; the numbered places of a board by their numbers."""
    mine = zone.owner is not None and zone.owner == max(viewer, 0)
    rank = 1 if zone.owner is None else (2 if mine else 0)
    board, number = zones.get(zone.parent), _LEADING_NUMBER.match(zone.label)
    if board is not None and board.kind == "map" and number:
        return rank, board.box.y, board.box.x, 1, int(number[1])
    return rank, zone.box.y, zone.box.x, 0, 0


def _name(zone: Zone, board: Zone | None) -> str:
    """What a zone is called, with what is printed on it; on a player's board, with the name of that player."""
    name = zone.label or zone.id
    if zone.signs and zone.kind != "grid":
        return f"{name} ({' '.join(zone.signs)})"
    if board is None or zone.owner is None or board.owner != zone.owner or board.label in name:
        return name
    return f"{name}, {board.label}"


def _block(
    zone: Zone, name: str, pieces: list[Piece], parts: list[str], looks: dict[str, Look], width: int, colon: str
) -> ZoneText:
    if zone.kind == "pile":
        return ZoneText(zone.id, name, (*_pile_texts(pieces, looks), *parts))
    if zone.kind == "slots" and zone.capacity is not None:
        return ZoneText(zone.id, name, (*_slot_texts(zone.capacity, pieces, looks), *parts))
    if zone.kind in ("map", "grid"):
        steps = _steps(zone, pieces, looks)
        if steps and len(steps) <= width:
            return ZoneText(zone.id, name, (), (steps,))
        pieces = _placed(zone, pieces, looks)
        picture = _hexagons(zone, pieces, looks) or _grid(zone, pieces, looks, width)
        if picture and max(map(len, picture)) <= width:
            every = zone.kind == "map"  # hexagons are drawn by their names alone
            return ZoneText(
                zone.id, name, (*_cell_texts(pieces, looks, colon, every=every), *parts), tuple(picture), cells=True
            )
    texts = [_piece_text(piece, looks[piece.look]) for piece in pieces]
    if _has_gaps(zone, pieces, looks):
        texts = [f"{piece.slot + 1}) {text}" for piece, text in zip(pieces, texts, strict=True)]
    return ZoneText(zone.id, name, (*texts, *parts))


def _has_gaps(zone: Zone, pieces: list[Piece], looks: dict[str, Look]) -> bool:
    """Whether a row of cards has lost some: only its places say which is which."""
    in_row = zone.owner is None and (zone.kind == "row" or (zone.kind == "grid" and zone.columns == zone.capacity))
    slots = [piece.slot for piece in pieces if looks[piece.look].shape == "card"]
    return in_row and len(slots) == len(pieces) and slots != list(range(len(slots))) and len({*slots}) == len(slots)


# ────────────────────────────────────────────────────────────────────────────────── things


def _slot_texts(capacity: int, pieces: list[Piece], looks: dict[str, Look]) -> list[str]:
    """Numbered slots, what lies in each; what stands beside them (a copy, a visitor) after a plus."""
    by_slot: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        by_slot[piece.slot].append(piece)
    if not pieces and capacity <= 1:
        return []
    labels = {piece.label for piece in pieces if piece.label and looks[piece.look].shape != "card"}
    named = capacity == 1 or len(labels) == len(pieces) == capacity  # each thing tells its own place
    found = []
    for slot in range(capacity):
        text = " + ".join(_piece_text(piece, looks[piece.look]) for piece in by_slot.pop(slot, [])) or "-"
        found.append(text if named else f"{slot + 1}) {text}")
    beside = [piece for slot in sorted(by_slot) for piece in by_slot[slot]]
    return found + [f"+ {_piece_text(piece, looks[piece.look])}" for piece in beside]


def _pile_texts(pieces: list[Piece], looks: dict[str, Look]) -> list[str]:
    """A pile from the top; of one that shows only its top first how many cards lie there."""
    found = []
    for piece in pieces:
        text = _piece_text(piece, looks[piece.look])
        if piece.face_up and piece.count is not None and looks[piece.look].shape == "card":
            text = f"(×{piece.count}) {text.removesuffix(f' ×{piece.count}')}"
        found.append(text)
    return found


def _placed(zone: Zone, pieces: list[Piece], looks: dict[str, Look]) -> list[Piece]:
    """The tiles of a land whose columns and rows have names, each with the name of its place as its first badge."""
    columns, rows = zone.columns or 0, len(zone.signs) - (zone.columns or 0)
    if zone.kind != "grid" or columns * rows != zone.capacity or rows < 1:
        return pieces

    def name(slot: int) -> str:
        return zone.signs[slot % columns] + zone.signs[columns + slot // columns]

    return [
        replace(piece, badges=[name(piece.slot), *piece.badges]) if looks[piece.look].shape == "tile" else piece
        for piece in pieces
    ]


def _cell_texts(pieces: list[Piece], looks: dict[str, Look], colon: str, *, every: bool) -> list[str]:
    """A map in words, place by place: the ground and what is on it; `every`: also places where nothing is."""
    grounds: dict[int, Piece] = {}
    things: dict[int, list[str]] = defaultdict(list)
    for piece in pieces:
        if looks[piece.look].shape in _GROUND and piece.slot not in grounds:
            grounds[piece.slot] = piece
    marks = Counter(piece.badges[0] for piece in grounds.values() if piece.badges)
    for piece in pieces:
        if grounds.get(piece.slot) is not piece:
            text = _piece_text(piece, looks[piece.look])
            ground = grounds.get(piece.slot)
            said = looks[piece.look].shape != "meeple" and ground and text in _piece_text(ground, looks[ground.look])
            if not said:
                things[piece.slot].append(text)
    found = []
    for slot in sorted({*grounds, *things}):
        ground = grounds.get(slot)
        if ground is None:
            found += things[slot]
        elif things[slot]:
            short = bool(ground.badges) and marks[ground.badges[0]] == 1 and not every
            name = ground.badges[0] if short else _piece_text(ground, looks[ground.look])
            found.append(f"{name}{colon}{', '.join(things[slot])}")
        elif every:
            found.append(_piece_text(ground, looks[ground.look]))
    return found


def _piece_text(piece: Piece, look: Look) -> str:
    name = piece.label or look.alt or look.letter or look.id
    if piece.label and look.alt.startswith(piece.label) and look.alt.removeprefix(piece.label).lstrip()[:1] == ":":
        name = look.alt  # the look says more: what only its picture shows
    badges = [badge for badge in piece.badges if badge not in name] if name == look.alt else piece.badges
    if not piece.face_up:
        name = f"({name})"
    if piece.turned % 2 and look.shape == "card":
        name += "~"
    if piece.count is not None:
        name = f"{name} ×{piece.count}"
    if badges:
        name += f" [{', '.join(badges)}]"
    return name


# ──────────────────────────────────────────────────────────────────────────────── pictures


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


def _grid(zone: Zone, pieces: list[Piece], looks: dict[str, Look], width: int) -> list[str]:
    """A grid of tiles as it lies: of each its marks, its name, and the letters of what is on it (with the number
    of the player whose it is). Nothing where it is a single row, or wider than the page."""
    grounds = {piece.slot: piece for piece in reversed(pieces) if looks[piece.look].shape == "tile"}
    columns = zone.columns or 0
    if zone.owner is not None or columns < 2 or len({slot // columns for slot in grounds}) < 2:
        return []
    first = min(slot % columns for slot in grounds)
    across = max(slot % columns for slot in grounds) - first + 1
    if (width - 2) // across < _NARROWEST_CELL:
        return []
    rows = [
        [
            _grid_cell(grounds.get(slot), [piece for piece in pieces if piece.slot == slot], looks)
            for slot in range(row * columns + first, row * columns + first + across)
        ]
        for row in range(min(grounds) // columns, max(grounds) // columns + 1)
    ]
    longest = max(len(text) for row in rows for cell in row for text in cell)
    room = min(max(longest + 2, _WIDE_CELL), (width - 2) // across)
    lines: list[str] = []
    for row in rows:
        lines += [""] if lines and len(grounds) > 2 * across else []
        lines += _row_lines(row, room)
    return lines


def _row_lines(row: list[list[str]], room: int) -> list[str]:
    """A row of cells, what is too long for its cell on several lines."""
    lines = []
    for part in range(max(map(len, row), default=0)):
        texts = [textwrap.wrap(cell[part], room - 2) if part < len(cell) else [] for cell in row]
        for line in range(max(map(len, texts))):
            shown = (text[line] if line < len(text) else "" for text in texts)
            lines.append("  " + "".join(text.ljust(room) for text in shown).rstrip())
    return lines


def _grid_cell(ground: Piece | None, pieces: list[Piece], looks: dict[str, Look]) -> list[str]:
    if ground is None:
        return []
    name = ground.label or looks[ground.look].alt
    letters = [_letters(piece, looks[piece.look]) for piece in pieces if piece is not ground]
    glue = ", " if any(" " in badge for badge in ground.badges) else " "
    return [glue.join(ground.badges), name if ground.face_up else f"({name})", " ".join(letters)]


def _letters(piece: Piece, look: Look) -> str:
    """A thing on a map, as short as can be: V1 the village of the first player, R a reindeer, E2×3 three."""
    letter = look.letter or (piece.label or look.alt or "*")[0].upper()
    owner = "" if piece.owner is None else str(piece.owner + 1)
    return f"{letter}{owner}" + (f"×{piece.count}" if piece.count is not None and piece.count > 1 else "")


def _steps(zone: Zone, pieces: list[Piece], looks: dict[str, Look]) -> str:
    """Cells in a chain, each with what stands on it, and what is written on the way to the next."""
    chain = [(i, i + 1) for i in range(len(zone.cells) - 1)]
    if not chain or [(a, b) for a, b, _ in zone.links] != chain or len(chain) > 15:
        return ""
    ways = ["0", *(label for _, _, label in zone.links)]  # the first has no way that leads there
    standing: dict[int, list[str]] = defaultdict(list)
    for piece in pieces:
        standing[piece.slot].append(_letters(piece, looks[piece.look]))
    steps = [f"{way}:{','.join(standing[at])}" if standing[at] else way for at, way in enumerate(ways)]
    return "    " + " ─ ".join(steps)


def sticky(text: str, room: int) -> str:
    """A text at which no line is broken, unless it is longer than a line."""
    return text.replace(" ", STICKY) if len(text) <= room else text


def _wrapped(text: str, width: int) -> list[str]:
    made = textwrap.wrap(text, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [line.replace(STICKY, " ") for line in made] or [text.rstrip()]
