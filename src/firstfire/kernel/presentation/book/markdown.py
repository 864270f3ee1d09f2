"""A book as a page of plain Markdown that reads well on its own: anchors for every chapter and rule, a mark at the end
of a rule whose tip is its id, with what explains it, pictures of positions. Drawings stand beside their words and are
left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .tree import (
    Body,
    Book,
    Chapter,
    ChapterBlock,
    Emphasis,
    Grid,
    Icon,
    Inline,
    Link,
    Paragraph,
    Parts,
    Picture,
    Points,
)

Address = Callable[[str], str]  # the key of a position → where its picture is
_SIGNS = re.compile(r"([\\`*_\[\]<>|])")
MARK = "¶"  # what the id of a rule is behind
_FIRST = re.compile(r"^(\s*)([-+#]|\d+\.)(?=\s)")


class Remarks(NamedTuple):
    """What is said at the end of a rule: before what explains it, and of a table that is our reconstruction."""

    why: str
    ours: str


def book_page(book: Book, picture: Address, remarks: Remarks) -> str:
    """The whole book."""
    book = book.to_play
    lines = [f"# {_escaped(book.title)}", ""]
    lines += [f"- [{_line(chapter.heading)}](#{chapter.key})" for chapter in book.chapters]
    for chapter in book.chapters:
        lines += ["", *_chapter(chapter, 2, picture, remarks)]
    return "\n".join(lines) + "\n"


def chapter_page(book: Book, key: str, picture: Address, remarks: Remarks) -> str:
    """What one chapter says, without its heading; nothing where the book has none of that key."""
    chapter = book.chapter(key)
    return "" if chapter is None else "\n".join([*_chapter(chapter, 2, picture, remarks)][2:]) + "\n"


def _chapter(chapter: Chapter, level: int, picture: Address, remarks: Remarks) -> Iterator[str]:
    yield f'{"#" * level} <a id="{chapter.key}"></a>{_line(chapter.heading)}'
    for block in chapter.blocks:
        yield ""
        yield from _block(block, picture, remarks)
    for section in chapter.sections:
        yield ""
        yield from _chapter(section, level + 1, picture, remarks)


def _block(block: ChapterBlock, picture: Address, remarks: Remarks) -> Iterator[str]:
    anchors = "".join(f'<a id="{id}"></a>' for id in block.mark.ids) if block.mark else ""
    foot = _foot(block, remarks)
    for number, body in enumerate(block.bodies):
        first, last = number == 0, number == len(block.bodies) - 1
        if not first:
            yield ""
        if isinstance(body, Paragraph):
            yield (anchors if first else "") + _start(_line(body.parts)) + (f" {foot}" if last and foot else "")
            continue
        if first and anchors:
            yield from (anchors, "")
        yield from _body(body, picture)
        if last and foot:
            yield from ("", foot)


def _foot(block: ChapterBlock, remarks: Remarks) -> str:
    mark = block.mark
    if mark is None:
        return f"<sub>{remarks.ours}</sub>" if block.is_reconstruction else ""
    ids = f'[{MARK}](#{mark.id} "{" ".join(mark.ids)}")'
    reasons = " ".join(f'[{number}](#{id} "{id}")' for number, id in enumerate(mark.rulings, 1))
    ours = f" · {remarks.ours}" if block.is_reconstruction else ""
    return f"<sub>{ids}{ours}{f' · {remarks.why} {reasons}' if reasons else ''}</sub>"


def _body(body: Body, picture: Address) -> Iterator[str]:
    if isinstance(body, Points):
        yield from _points(body, "")
    elif isinstance(body, Picture):
        yield f"![{_line(body.caption)}]({picture(body.key)})"
        yield ""
        yield f"*{_line(body.caption)}*"
    elif isinstance(body, Grid):
        yield _row(body.head)
        yield "|" + " --- |" * len(body.head)
        for row in body.rows:
            yield _row(row)


def _points(points: Points, indent: str) -> Iterator[str]:
    for number, item in enumerate(points.items, 1):
        sign = f"{number}. " if points.numbered else "- "
        yield f"{indent}{sign}{_line(item.parts)}"
        if item.below is not None:
            yield from _points(item.below, indent + " " * len(sign))


def _row(cells: tuple[Parts, ...]) -> str:
    return "| " + " | ".join(_line(cell) for cell in cells) + " |"


def _line(parts: Parts) -> str:
    return re.sub(r" {2,}", " ", "".join(_part(part) for part in parts)).strip()


def _part(part: Inline) -> str:
    if isinstance(part, str):
        return _escaped(part)
    if isinstance(part, Icon):
        return ""
    inner = "".join(_part(each) for each in part.parts)
    if isinstance(part, Link):
        return f"[{inner.strip()}](#{part.target})"
    return f"*{inner.strip()}*" if isinstance(part, Emphasis) else f"**{inner.strip()}**"


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)


def _start(text: str) -> str:
    """A paragraph that does not look like a list or a heading."""
    return _FIRST.sub(r"\1\\\2", text)
