"""A book for terminals: lines of a width, with bold words where the screen can show them.

    TT-K6 · Attack
    Shield. A hidden Shield stops the attack that turns it up, however strong it is; levels are not compared.

Bold words are written between `START` and `END`; `shown` makes them the signs of a terminal, or takes them away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..words import STICKY
from .tree import Body, Chapter, ChapterBlock, Grid, Icon, Inline, Paragraph, Parts, Picture, Points, Strong

START, END = "\x01", "\x02"
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_SIGNS = str.maketrans("", "", START + END)


def shown(line: str, colourful: bool) -> str:
    """A line as a screen gets it."""
    if not colourful:
        return line.translate(_SIGNS)
    return line.replace(START, _BOLD).replace(END, _PLAIN)


def chapter_lines(chapter: Chapter, width: int) -> list[str]:
    """A chapter with all its parts."""
    lines = [bold(chapter.title), ""]
    for block in chapter.blocks:
        lines += [*block_lines(block, width), ""]
    for section in chapter.sections:
        lines += chapter_lines(section, width)
        lines.append("")
    return _without_double_gaps(lines)


def block_lines(block: ChapterBlock, width: int) -> list[str]:
    """A block."""
    lines: list[str] = []
    for body in block.bodies:
        lines += _body_lines(body, width)
    return lines


def bold(text: str) -> str:
    """Words that stand out."""
    return f"{START}{text}{END}" if text else ""


def wrapped(text: str, width: int, first: str = "", indent: str | None = None) -> list[str]:
    """A text in lines; bold signs take no room and are closed at each end of a line. French signs stay with their
    words."""
    indent = " " * len(first) if indent is None else indent
    lines: list[str] = []
    line, is_bold = first, False
    empty = True
    for word in text.split(" "):
        if not word:
            continue
        room = width - _size(line) - (0 if empty else 1)
        if not empty and _size(word) > room:
            lines.append(line + (END if is_bold else ""))
            line, empty = indent + (START if is_bold else ""), True
        line += word if empty else f" {word}"
        empty = False
        is_bold = is_bold if START not in word and END not in word else word.rfind(START) > word.rfind(END)
    return [each.replace(STICKY, " ").rstrip() for each in [*lines, line]]


def _size(text: str) -> int:
    return len(text.translate(_SIGNS))


def words_of(parts: Parts) -> str:
    """The words of a line with the signs of bold ones, without drawings."""
    return re.sub(r" {2,}", " ", "".join(_word(part) for part in parts)).strip()


def _word(part: Inline) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Icon):
        return ""
    inner = "".join(_word(each) for each in part.parts)
    return bold(inner) if isinstance(part, Strong) and START not in inner else inner


def _body_lines(body: Body, width: int) -> list[str]:
    if isinstance(body, Paragraph):
        return wrapped(words_of(body.parts), width)
    if isinstance(body, Points):
        return _points(body, width, "")
    if isinstance(body, Picture):
        return wrapped(words_of(body.caption), width, "  ")
    return _grid(body, width)


def _points(points: Points, width: int, indent: str) -> list[str]:
    lines: list[str] = []
    for number, item in enumerate(points.items, 1):
        first = f"{indent}{number}. " if points.numbered else f"{indent}- "
        lines += wrapped(words_of(item.parts), width, first)
        if item.below is not None:
            lines += _points(item.below, width, indent + " " * (len(first) - len(indent)))
    return lines


def _grid(grid: Grid, width: int) -> list[str]:
    """A table in columns where they fit, else each row as a short list."""
    rows = [[words_of(cell) for cell in row] for row in (grid.head, *grid.rows)]
    widths = [max(_size(row[at]) for row in rows) for at in range(len(grid.head))]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        return _columns(rows, widths)
    shrunk = _shrunk(widths, width - 2 * (len(widths) - 1))
    return _tall_columns(rows, shrunk) if shrunk else _as_list(rows, width)


def _columns(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    head, *others = ["  ".join(_padded(cell, room) for cell, room in zip(row, widths, strict=True)) for row in rows]
    ruler = "─" * (sum(widths) + 2 * (len(widths) - 1))
    return [bold(head.translate(_SIGNS).rstrip()), ruler, *(line.rstrip() for line in others)]


def _padded(cell: str, room: int) -> str:
    return cell + " " * (room - _size(cell))


def _shrunk(widths: Sequence[int], room: int) -> list[int]:
    """Narrower columns that fit: the widest gives way; none where a column would be too narrow to read."""
    made = list(widths)
    while sum(made) > room:
        widest = max(range(len(made)), key=lambda at: made[at])
        if made[widest] <= 12:
            return []
        made[widest] -= 1
    return made


def _tall_columns(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    lines: list[str] = []
    for number, row in enumerate(rows):
        cells = [wrapped(cell, room) for cell, room in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            parts = [
                _padded(cell[at] if at < len(cell) else "", room) for cell, room in zip(cells, widths, strict=True)
            ]
            line = "  ".join(parts).rstrip()
            lines.append(line if number else bold(line.translate(_SIGNS)))
        if number == 0:
            lines.append("─" * (sum(widths) + 2 * (len(widths) - 1)))
    return lines


def _as_list(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    head, *others = rows
    lines: list[str] = []
    for row in others:
        told = [f"{name}: {cell}" if name else cell for name, cell in zip(head[1:], row[1:], strict=True) if cell]
        lines += wrapped(f"{row[0]}: {'; '.join(told)}" if told else row[0], width, "- ")
    return lines


def _without_double_gaps(lines: Iterable[str]) -> list[str]:
    made: list[str] = []
    for line in lines:
        if line or (made and made[-1]):
            made.append(line)
    while made and not made[-1]:
        made.pop()
    return made
