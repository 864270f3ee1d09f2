"""A book for the browser, as plain data.

Words in a line are texts; `{"b": […]}` bold, `{"i": […]}` slanted, `{"to": "TT-K6", "t": […]}` a link, `{"icon":
"shield"}` a drawing. A body is `{"p": […]}`, `{"ul": […]}` or `{"ol": […]}` of `{"t": […], "below": …}`, `{"head": […],
"rows": […]}`, or `{"picture": "key", "t": […]}`.
"""

from __future__ import annotations

from typing import Any

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


def book_data(book: Book) -> dict[str, Any]:
    """The book for players."""
    return {
        "title": book.title, "language": book.language,
        "chapters": [chapter_data(chapter) for chapter in book.to_play.chapters],
    }  # fmt: skip


def chapter_data(chapter: Chapter) -> dict[str, Any]:
    """A chapter with its parts."""
    return {
        "key": chapter.key, "title": inline_data(chapter.heading), "phases": [name.lower() for name in chapter.phases],
        "blocks": [block_data(block) for block in chapter.blocks],
        "sections": [chapter_data(section) for section in chapter.sections],
    }  # fmt: skip


def block_data(block: ChapterBlock) -> dict[str, Any]:
    """A block; a rule with its id and what belongs to it."""
    made: dict[str, Any] = {"bodies": [body_data(body) for body in block.bodies]}
    if block.mark is not None:
        mark = block.mark
        made |= {"id": mark.id, "also": mark.also, "source": mark.source, "rulings": mark.rulings}
    if block.is_reconstruction:
        made["ours"] = True
    return made


def body_data(body: Body) -> dict[str, Any]:
    """A paragraph, list, table or picture."""
    if isinstance(body, Paragraph):
        return {"p": inline_data(body.parts)}
    if isinstance(body, Picture):
        return {"picture": body.key, "t": inline_data(body.caption)}
    if isinstance(body, Grid):
        return {"head": _row(body.head), "rows": [_row(row) for row in body.rows]}
    return _points_data(body)


def _points_data(points: Points) -> dict[str, Any]:
    items = [
        {"t": inline_data(item.parts)} | ({"below": _points_data(item.below)} if item.below is not None else {})
        for item in points.items
    ]
    return {"ol" if points.numbered else "ul": items}


def _row(cells: tuple[Parts, ...]) -> list[list[Any]]:
    return [inline_data(cell) for cell in cells]


def inline_data(parts: Parts) -> list[Any]:
    """What stands in a line."""
    return [_part(part) for part in parts]


def _part(part: Inline) -> Any:
    if isinstance(part, str):
        return part
    if isinstance(part, Icon):
        return {"icon": part.name}
    if isinstance(part, Link):
        return {"to": part.target, "t": inline_data(part.parts)}
    return {"i" if isinstance(part, Emphasis) else "b": inline_data(part.parts)}
