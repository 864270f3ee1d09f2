"""What a book is made of: chapters of blocks, some of which are rules with an id; and how something is found in it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..languages import folded

INVARIANTS = "invariants"  # the key of the chapter that nobody needs to play
SOURCES = ("book", "icon", "public", "design", "own")  # printed; a picture; known elsewhere; decided by us; a new game
# of a rule (TT-K6), or of what several have in common (PH-D); of a ruling, an example
ID = re.compile(r"[A-Z]{2}-(?:[A-Z]{0,3}\d+(?:\.\d+)*[a-z]?|[A-Z]{1,3})|[A-Z]{1,2}\d+[a-z]?")
KEY = re.compile(r"[a-z][a-z0-9_-]*")


# ────────────────────────────────────────────────────────────────────────────── in a line


@dataclass(frozen=True)
class Strong:
    """Bold words."""

    parts: tuple[Inline, ...]


@dataclass(frozen=True)
class Emphasis:
    """Slanted words."""

    parts: tuple[Inline, ...]


@dataclass(frozen=True)
class Link:
    """Words that lead to a chapter or a rule of the same book."""

    parts: tuple[Inline, ...]
    target: str


@dataclass(frozen=True)
class Icon:
    """A small drawing by its name in the client's vocabulary. It stands beside the word for it and is never read."""

    name: str


Inline = str | Strong | Emphasis | Link | Icon
Parts = tuple[Inline, ...]


# ───────────────────────────────────────────────────────────────────────────────── blocks


@dataclass(frozen=True)
class Paragraph:
    """Sentences."""

    parts: Parts


@dataclass(frozen=True)
class Item:
    """A point of a list, with the list below it, if any."""

    parts: Parts
    below: Points | None = None


@dataclass(frozen=True)
class Points:
    """A list, numbered or not."""

    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Grid:
    """A table: its head and its rows, all as wide."""

    head: tuple[Parts, ...]
    rows: tuple[tuple[Parts, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A picture of a position, by its key in positions.toml."""

    key: str
    caption: Parts


Body = Paragraph | Points | Grid | Picture


@dataclass(frozen=True)
class Mark:
    """What makes a block a rule: its id, the further ids it tells, where it comes from, what explains it."""

    id: str
    also: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids it answers to."""
        return (self.id, *self.also)


@dataclass(frozen=True)
class ChapterBlock:
    """A paragraph, list, table or picture, or one directly under the other."""

    bodies: tuple[Body, ...]
    mark: Mark | None = None
    line: int = 0
    components: tuple[str, ...] = ()  # where what a table lists comes from, if not from where the rule does

    @cached_property
    def text(self) -> str:
        """Its words, without drawings."""
        return "\n".join(_words(body) for body in self.bodies)

    @property
    def is_reconstruction(self) -> bool:
        """Whether it holds a table of things that are not printed in the rulebook, at least in part."""
        tables = any(isinstance(body, Grid) for body in self.bodies)
        sources = self.components or (() if self.mark is None else self.mark.source)
        return tables and "design" in sources

    @property
    def name(self) -> str:
        """The bold words it begins with, if any."""
        first = self.bodies[0]
        parts = first.parts if isinstance(first, Paragraph) else ()
        return plain(parts[0].parts).rstrip(" .:") if parts and isinstance(parts[0], Strong) else ""

    def inlines(self) -> Iterator[Inline]:
        """Everything that stands in its lines, what is inside bold words and links too."""
        for parts in _lines(self.bodies):
            yield from _deep(parts)


@dataclass(frozen=True)
class Chapter:
    """A chapter, or a part of one."""

    key: str
    heading: Parts
    phases: tuple[str, ...] = ()
    blocks: tuple[ChapterBlock, ...] = ()
    sections: tuple[Chapter, ...] = ()
    line: int = 0

    @property
    def title(self) -> str:
        """Its heading in plain words."""
        return plain(self.heading)

    def all_blocks(self) -> Iterator[ChapterBlock]:
        """Its blocks and those of its parts."""
        yield from self.blocks
        for section in self.sections:
            yield from section.all_blocks()


@dataclass(frozen=True)
class Hit:
    """Something found: a block, and where it stands."""

    chapter: Chapter
    block: ChapterBlock


@dataclass(frozen=True)
class Book:
    """The rulebook of a game in one language, for one box."""

    language: str
    title: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def _rules(self) -> dict[str, Hit]:
        return {
            id: Hit(chapter, block)
            for chapter in self.everything()
            for block in chapter.blocks
            if block.mark is not None
            for id in block.mark.ids
        }

    @cached_property
    def _chapters(self) -> dict[str, Chapter]:
        return {chapter.key: chapter for chapter in self.everything()}

    @property
    def to_play(self) -> Book:
        """The book for players: without the chapter that only programs check themselves against."""
        return replace(self, chapters=tuple(each for each in self.chapters if each.key != INVARIANTS))

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id that is told somewhere."""
        return tuple(self._rules)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all chapters and their parts."""
        return tuple(self._chapters)

    @property
    def prefix(self) -> str:
        """What the ids of its rules begin with (`TT-`)."""
        return next((id.partition("-")[0] + "-" for id in self.ids if "-" in id), "")

    def everything(self) -> Iterator[Chapter]:
        """The chapters and their parts, in order."""
        for chapter in self.chapters:
            yield chapter
            yield from chapter.sections

    def rule(self, id: str) -> Hit | None:
        """The block that tells a rule, and its chapter."""
        return self._rules.get(id)

    def chapter(self, key: str) -> Chapter | None:
        """A chapter or a part of one, by its key."""
        return self._chapters.get(key)

    def of_phase(self, phase: str) -> Chapter | None:
        """The chapter that belongs to a moment of the game."""
        return next((chapter for chapter in self.everything() if phase.upper() in chapter.phases), None)

    def within(self, key: str) -> Chapter | None:
        """The chapter that holds a part (or is it itself)."""
        for chapter in self.chapters:
            if key == chapter.key or any(key == section.key for section in chapter.sections):
                return chapter
        return None

    def search(self, wanted: str) -> list[Hit]:
        """The blocks that hold all the words, those first whose name or title has them."""
        words = folded(wanted).split()
        found: list[tuple[int, Hit]] = []
        if not words:
            return []
        for chapter in self.everything():
            title = folded(chapter.title)
            for block in chapter.blocks:
                ids = " ".join(block.mark.ids if block.mark else ()).lower()
                text = f"{title} {folded(block.text)} {ids}"
                if all(word in text for word in words):
                    name = f"{folded(block.name)} {ids}"
                    depth = 0 if all(word in name for word in words) else 1 if any(w in title for w in words) else 2
                    found.append((depth, Hit(chapter, block)))
        return [hit for _, hit in sorted(found, key=lambda each: each[0])]

    def near(self, wanted: str) -> list[str]:
        """The ids and keys that somebody may have meant."""
        known = {name.lower(): name for name in (*self.ids, *self.keys)}
        return [known[name] for name in difflib.get_close_matches(wanted.lower()[:50], known, n=4, cutoff=0.6)]


# ───────────────────────────────────────────────────────────────────────────────── words


def plain(parts: Parts) -> str:
    """The words of a line, without drawings."""
    return re.sub(r" {2,}", " ", "".join(_plain(part) for part in parts)).strip()


def _plain(part: Inline) -> str:
    if isinstance(part, str):
        return part
    return "" if isinstance(part, Icon) else "".join(_plain(inner) for inner in part.parts)


def _words(body: Body) -> str:
    return "\n".join(plain(parts) for parts in _lines((body,)))


def _lines(bodies: tuple[Body, ...]) -> Iterator[Parts]:
    for body in bodies:
        if isinstance(body, Paragraph):
            yield body.parts
        elif isinstance(body, Picture):
            yield body.caption
        elif isinstance(body, Grid):
            for row in (body.head, *body.rows):
                yield from row
        else:
            for item in body.items:
                yield item.parts
                if item.below is not None:
                    yield from _lines((item.below,))


def _deep(parts: Parts) -> Iterator[Inline]:
    for part in parts:
        yield part
        if isinstance(part, Strong | Emphasis | Link):
            yield from _deep(part.parts)
