"""The page of a book, read: line by line into blocks, each mistake with its line and what was expected there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ....errors import BadBook, BadWords
from ..templates import filled
from ..words import bound
from .inline import Misread, read_inline
from .tree import (
    ID,
    KEY,
    SOURCES,
    Body,
    Book,
    Chapter,
    ChapterBlock,
    Grid,
    Item,
    Link,
    Mark,
    Paragraph,
    Parts,
    Picture,
    Points,
    plain,
)

_HEADING = re.compile(r"(#{1,6}) +(.*?)(?: +\{(#[^}]*)\})? *")
_MARK = re.compile(r"\{: *(.*?) *\}")
_WORD = re.compile(r'#([^\s"=]+)|([a-z]+)="([^"]*)"')
_POINT = re.compile(r"( *)(-|\d+\.) +(.*)")
_RULER = re.compile(r"\|(?: *:?-+:? *\|)+")
_PICTURE = re.compile(r"!\[(.*)\]\(position:([^)]*)\)")
_ROWS = re.compile(r"\| *\{tables\[([a-z_]+)\]\} *\| *")
_REFUSED = {
    ">": "quotations",
    "```": "code",
    "~~~": "code",
    "* ": "lists with *; write -",
    "+ ": "lists with +; write -",
}
_DEEPEST = 3
_ATTRIBUTES = ("source", "rulings", "also", "components")


def read_book(text: str, language: str, values: Mapping[str, Any] | None = None, name: str = "book") -> Book:
    """The book a page tells. `values` fill its holes (`{"box": box}`) and tables (`{"tables": {"discs":
    [["2-1-1-0", "4"]]}}`); without them the holes stay as they are."""
    return _Page(text, language, values, name).read()


class _Page:
    """A page being read."""

    def __init__(self, text: str, language: str, values: Mapping[str, Any] | None, name: str) -> None:
        self.lines = text.removeprefix("\ufeff").splitlines()
        self.language = language
        self.values = values
        self.name = name
        self.problems: list[str] = []
        self.known: dict[str, int] = {}  # ids and keys → their line

    def read(self) -> Book:
        """The whole page; every problem is named."""
        title, chapters = "", list[Chapter]()
        for chunk in self._chunks():
            first = self.lines[chunk.start]
            if first.startswith("#"):
                title = self._heading(chunk, title, chapters)
            elif not chapters:
                self._wrong(chunk.start, "expected `# Name of the game`, then a chapter: `## Title {#key}`")
            elif block := self._block(chunk):
                self._add(chapters, block)
        if not title and not self.problems:
            self._wrong(0, "expected `# Name of the game` in the first line")
        book = Book(self.language, title, tuple(chapters))
        self._follow_links(book)
        if self.problems:
            raise BadBook(f"{self.name} cannot be read", self.problems)
        return book

    def _wrong(self, at: int, problem: str) -> None:
        self.problems.append(f"line {at + 1}: {problem}")

    def _chunks(self) -> Iterator[range]:
        """The lines that belong together: up to a blank one; a heading stands alone."""
        start: int | None = None
        for at, line in enumerate([*self.lines, ""]):
            if start is not None and (not line.strip() or line.startswith("#")):
                yield range(start, at)
                start = None
            if line.startswith("#"):
                yield range(at, at + 1)
            elif line.strip() and start is None:
                start = at

    # ── headings ───────────────────────────────────────────────────────────────────────

    def _heading(self, chunk: range, title: str, chapters: list[Chapter]) -> str:
        """A heading; the name of the game once it is known."""
        at = chunk.start
        found = _HEADING.fullmatch(self.lines[at])
        if found is None or not found[2]:
            self._wrong(at, "expected `# Name`, `## Title {#key}` or `### Title {#key}`")
            return title
        level, words, about = len(found[1]), self._inline(at, found[2]), found[3]
        if level == 1:
            if title or chapters or about:
                self._wrong(at, "expected one `# Name of the game`, in the first line, without a key")
            return title or plain(words)
        made = self._chapter(at, words, about or "")
        if level > 3:
            self._wrong(at, "chapters (##) have parts (###), and parts have none")
        elif level == 3 and not chapters:
            self._wrong(at, "a part (###) belongs to a chapter (##)")
        elif level == 3:
            self._put(chapters, sections=(*chapters[-1].sections, made))
        else:
            chapters.append(made)
        if not title:
            self._wrong(at, "expected `# Name of the game` before the first chapter")
        return title or "?"

    def _chapter(self, at: int, heading: Parts, about: str) -> Chapter:
        key, words = self._attributes(at, about, ("phases",))
        if not KEY.fullmatch(key):
            self._wrong(at, f"expected a key of small letters, `## {plain(heading)} {{#key}}`, not {key!r}")
        else:
            self._name(at, key)
        return Chapter(key, heading, tuple(words.get("phases", "").split()), line=at + 1)

    def _attributes(self, at: int, text: str, known: tuple[str, ...]) -> tuple[str, dict[str, str]]:
        """The id and the attributes of a line: `#TT-K6 source="book"`."""
        ids, words = [], {}
        for found in _WORD.finditer(text):
            if found[1]:
                ids.append(found[1])
            elif found[2] not in known:
                self._wrong(at, f"expected one of {', '.join(known)}, not {found[2]}")
            else:
                words[found[2]] = found[3]
        rest = _WORD.sub("", text).strip()
        if rest or len(ids) > 1:
            self._wrong(at, f'expected `#id` and `name="value"`, not {rest or " ".join(ids)!r}')
        return (ids[0] if ids else ""), words

    def _name(self, at: int, name: str) -> None:
        if name in self.known:
            self._wrong(at, f"{name} stands in line {self.known[name]} already")
        self.known.setdefault(name, at + 1)

    def _put(self, chapters: list[Chapter], **changed: Any) -> None:
        chapters[-1] = replace(chapters[-1], **changed)

    def _add(self, chapters: list[Chapter], block: ChapterBlock) -> None:
        """Put a block under the last heading."""
        last = chapters[-1]
        if not last.sections:
            return self._put(chapters, blocks=(*last.blocks, block))
        *others, section = last.sections
        return self._put(chapters, sections=(*others, replace(section, blocks=(*section.blocks, block))))

    # ── blocks ─────────────────────────────────────────────────────────────────────────

    def _block(self, chunk: range) -> ChapterBlock | None:
        """Lines that stand together: bodies, and the line with the id."""
        rows = chunk
        mark: Mark | None = None
        components: tuple[str, ...] = ()
        if found := _MARK.fullmatch(self.lines[chunk.stop - 1].strip()):
            rows = chunk[:-1]
            mark, components = self._mark(chunk.stop - 1, found[1])
        marks = [at for at in rows if self.lines[at].lstrip().startswith("{:")]
        for at in marks:
            self._wrong(at, 'expected `{: #ID source="book" }` as the last line of its block, then a blank line')
        if not rows or marks:
            if not marks:
                self._wrong(chunk.start, "expected the line with an id directly under a paragraph, list or table")
            return None
        return ChapterBlock(tuple(self._bodies(rows)), mark, chunk.start + 1, components)

    def _mark(self, at: int, text: str) -> tuple[Mark | None, tuple[str, ...]]:
        """What makes a block a rule, and where the things in its table come from."""
        id, words = self._attributes(at, text, _ATTRIBUTES)
        components = tuple(words.get("components", "").split())
        for source in components:
            if source not in SOURCES:
                self._wrong(at, f"expected components to be of {', '.join(SOURCES)}, not {source!r}")
        if not id and list(words) == ["components"]:
            return None, components
        mark = Mark(
            id, *(tuple(words.get(name, "").replace(",", " ").split()) for name in ("also", "source", "rulings"))
        )
        for each in mark.ids:
            if ID.fullmatch(each):
                self._name(at, each)
            else:
                self._wrong(at, f"expected an id such as TT-K6 or R7, not {each!r}")
        for source in mark.source:
            if source not in SOURCES:
                self._wrong(at, f"expected source to be of {', '.join(SOURCES)}, not {source!r}")
        if not mark.source:
            self._wrong(at, f'expected source="…" to say where {id} comes from')
        return mark, components

    def _bodies(self, rows: range) -> Iterator[Body]:
        """What stands in lines without a blank one: paragraphs, lists and tables, each up to where another begins."""
        start, kind = rows.start, self._kind(rows.start, "")
        for at in rows[1:]:
            here = self._kind(at, kind)
            if here != kind:
                yield self._body(range(start, at), kind)
                start, kind = at, here
        yield self._body(range(start, rows.stop), kind)

    def _kind(self, at: int, before: str) -> str:
        """What a line belongs to; words after a point belong to the list."""
        line = self.lines[at]
        if line.startswith("|"):
            return "table"
        return "list" if before == "list" or _POINT.fullmatch(line) else ""

    def _body(self, rows: range, kind: str) -> Body:
        if kind == "table":
            return self._grid(rows)
        if kind == "list":
            return self._points(rows)
        text = " ".join(self.lines[at].strip() for at in rows)
        if picture := _PICTURE.fullmatch(text):
            if not KEY.fullmatch(picture[2]):
                self._wrong(rows.start, f"expected the key of a position in small letters, not {picture[2]!r}")
            return Picture(picture[2], self._inline(rows.start, picture[1]))
        for sign, what in _REFUSED.items():
            if text.startswith(sign):
                self._wrong(rows.start, f"a rulebook has no {what}")
        if re.fullmatch(r"[-*_]{3,}", text):
            self._wrong(rows.start, "a rulebook has no lines across; begin a chapter")
        return Paragraph(self._inline(rows.start, text))

    def _grid(self, rows: range) -> Grid:
        if len(rows) < 3 or not _RULER.fullmatch(self.lines[rows.start + 1].strip()):
            self._wrong(rows.start, "expected a table: a head, a line `| --- | --- |`, and rows")
            return Grid((), ())
        head, ruler = self._cells(rows.start), self._cells(rows.start + 1)
        cells = [(at, row) for at in rows[2:] for row in self._rows(at, len(head))]
        for at, row in ((rows.start + 1, ruler), *cells):
            if len(row) != len(head):
                self._wrong(at, f"expected {len(head)} cells as in the head of the table, not {len(row)}")
        return Grid(head, tuple(row for _, row in cells))

    def _rows(self, at: int, width: int) -> list[tuple[Parts, ...]]:
        """A row as it is written, or those that the game makes from the box (`| {tables[discs]} |`)."""
        found = _ROWS.fullmatch(self.lines[at])
        if found is None:
            return [self._cells(at)]
        if self.values is None:
            return [((f"{{tables[{found[1]}]}}",), *(() for _ in range(width - 1)))]
        made = self.values.get("tables", {})
        if found[1] not in made:
            self._wrong(at, f"expected rows that the game makes ({', '.join(made) or 'none'}), not {found[1]}")
        return [tuple(read_inline(cell) for cell in row) for row in made.get(found[1], ())]

    def _cells(self, at: int) -> tuple[Parts, ...]:
        """The cells of a row: at bars, those inside braces and escaped ones left alone."""
        line, cells, depth = self.lines[at].strip(), [""], 0
        if not line.endswith("|") or len(line) < 2:
            self._wrong(at, "expected a row of a table to end with |")
        before = ""
        for letter in line[1:].removesuffix("|"):
            depth += (letter == "{") - (letter == "}")
            if letter == "|" and depth == 0 and before != "\\":
                cells.append("")
            else:
                cells[-1] += letter
            before = letter
        if _RULER.fullmatch(line):
            return tuple(() for _ in cells)
        return tuple(self._inline(at, cell.strip()) for cell in cells)

    def _points(self, rows: range) -> Points:
        """A list; points that are indented deeper are the list of the one above."""
        points: list[tuple[int, bool, int, str]] = []  # depth, numbered, line, text
        for at in rows:
            if found := _POINT.fullmatch(self.lines[at]):
                points.append((len(found[1]), found[2] != "-", at, found[3]))
            elif points and self.lines[at].startswith("  "):
                depth, numbered, first, text = points[-1]
                points[-1] = (depth, numbered, first, f"{text} {self.lines[at].strip()}")
            else:
                self._wrong(at, "expected the next line of a point to be indented by two blanks")
        return self._nested(points)

    def _nested(self, points: list[tuple[int, bool, int, str]], level: int = 1) -> Points:
        depth, numbered, first, _ = points[0]
        if level > _DEEPEST:
            self._wrong(first, f"expected lists in lists to be at most {_DEEPEST} deep")
            return Points(())
        items: list[Item] = []
        at = 0
        while at < len(points):
            own, marked, line, text = points[at]
            if own < depth or own > depth or marked != numbered:
                self._wrong(line, "expected a point as deep and of the same kind as those above")
            end = at + 1
            while end < len(points) and points[end][0] > own:
                end += 1
            below = self._nested(points[at + 1 : end], level + 1) if end > at + 1 else None
            items.append(Item(self._inline(line, text), below))
            at = end
        return Points(tuple(items), numbered)

    # ── lines ──────────────────────────────────────────────────────────────────────────

    def _inline(self, at: int, text: str) -> Parts:
        """What stands in a line, its holes filled."""
        text = bound(text)
        try:
            parts = read_inline(text)  # as it is written, so that what fills a hole cannot hide a mistake
            return parts if self.values is None or "{" not in text else read_inline(self._filled(text))
        except Misread as problem:
            self._wrong(at, str(problem))
        except (BadWords, AttributeError, LookupError, TypeError, ValueError) as problem:
            self._wrong(at, f"a hole that this box cannot fill: {problem}")
        return ()

    def _filled(self, text: str) -> str:
        return filled(text, self.language, self.values or {})

    def _follow_links(self, book: Book) -> None:
        """Every link leads somewhere, every ruling that is named is told."""
        for chapter in book.everything():
            for block in chapter.blocks:
                links = [part.target for part in block.inlines() if isinstance(part, Link)]
                for target in [*links, *(block.mark.rulings if block.mark else ())]:
                    if target not in self.known:
                        near = difflib.get_close_matches(target, self.known, n=1)
                        meant = f"; did you mean {near[0]}?" if near else ""
                        self._wrong(block.line - 1, f"{target} is neither a chapter nor a rule of this book{meant}")
