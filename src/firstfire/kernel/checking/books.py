"""What is wrong with the books of a game: languages that tell different things, ids in sentences, phases and positions
that are not there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ...errors import BadBook
from ..game import Game
from ..presentation.book.reading import read_book
from ..presentation.book.tree import Book, Chapter, ChapterBlock, Mark, Picture
from ..presentation.languages import ENGLISH, language_of
from ..presentation.templates import placeholders

_IDS = re.compile(r"\b(?:[A-Z]{2}-(?:[A-Z]{0,3}\d+(?:\.\d+)*[a-z]?|[A-Z]{1,3})|[RE]\d+)\b")


def book_problems(game: Game) -> list[str]:
    """Everything that is wrong with the books of a game; nothing where it has none."""
    folder = game.folder / "book"
    if not folder.is_dir():
        return []
    books: dict[str, Book] = {}
    problems: list[str] = []
    for language in game.languages:
        page = folder / f"{language}.md"
        if not page.is_file():
            if not language_of(language).partial:
                problems.append(f"{language}.md is not there")
            continue
        text = page.read_text(encoding="utf-8")
        try:
            books[language] = read_book(text, language, None, page.name)
            tables = game.book_tables(language)
            read_book(text, language, {"box": game.standard_box, "edition": game.edition, "tables": tables}, page.name)
        except BadBook as bad:
            problems += [f"{language}: {problem}" for problem in bad.problems]
            books.pop(language, None)
    for language, book in books.items():
        problems += [f"{language}: {problem}" for problem in _own_problems(game, book)]
        if language != ENGLISH and ENGLISH in books:
            problems += [f"{language}: {problem}" for problem in _differences(books[ENGLISH], book)]
    return problems


def pictures(book: Book) -> list[str]:
    """The keys of the positions a book shows."""
    blocks = (block for chapter in book.everything() for block in chapter.blocks)
    return [body.key for block in blocks for body in block.bodies if isinstance(body, Picture)]


@dataclass(frozen=True)
class ShownPosition:
    """A position that a book shows: its text, the seat that looks (-1: nobody's), what the players are called."""

    position: str
    seat: int = -1
    names: tuple[str, ...] | None = None


def positions(game: Game) -> dict[str, ShownPosition]:
    """The positions beside a book (positions.toml), by key."""
    file = game.folder / "book" / "positions.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {
        key: ShownPosition(
            entry["position"], entry.get("seat", -1), tuple(entry["names"]) if "names" in entry else None
        )
        for key, entry in found.items()
    }


def _own_problems(game: Game, book: Book) -> Iterator[str]:
    phases = {phase.upper() for phase in game.phases}
    known = positions(game)
    for chapter in book.everything():
        for phase in set(chapter.phases) - phases:
            yield f"line {chapter.line}: {phase} is no phase of {game.name}"
        for block in chapter.blocks:
            if found := _IDS.search(block.text):
                yield f"line {block.line}: {found[0]} stands in a sentence; link to it"
    for key in pictures(book):
        if key not in known:
            yield f"the picture {key} is no position of positions.toml"


def _differences(english: Book, other: Book) -> Iterator[str]:
    """What another language tells otherwise."""
    if english.title != other.title and not other.title:
        yield "the name of the game is missing"
    rows = zip_longest(_outline(english), _outline(other))
    for ours, theirs in rows:
        if ours != theirs:
            yield f"expected {_told(ours)} as in English, not {_told(theirs)}"
            return  # what follows is moved, not different
    for chapter, same in zip(english.everything(), other.everything(), strict=True):
        for id, holes in _holes(chapter).items():
            if holes != (there := _holes(same)[id]):
                yield f"line {same.line}: {id} has the numbers {sorted(there)}, English {sorted(holes)}"


def _outline(book: Book) -> Iterator[tuple[object, ...]]:
    """What all languages share, in order: chapters, rules with their attributes, pictures."""
    for chapter in book.chapters:
        yield from _outline_of(chapter, 1)
        for section in chapter.sections:
            yield from _outline_of(section, 2)


def _outline_of(chapter: Chapter, level: int) -> Iterator[tuple[object, ...]]:
    yield "chapter", level, chapter.key, chapter.phases
    for block in chapter.blocks:
        if block.mark is not None:
            yield "rule", block.mark
        if block.components:
            yield "components", *block.components
        for body in block.bodies:
            if isinstance(body, Picture):
                yield "picture", body.key


def _told(entry: tuple[object, ...] | None) -> str:
    if entry is None:
        return "nothing more"
    kind, *rest = entry
    shown = rest[0].id if isinstance(rest[0], Mark) else " ".join(map(str, rest))
    attributes = f" {rest[0].also} {rest[0].source} {rest[0].rulings}" if isinstance(rest[0], Mark) else ""
    return f"{kind} {shown}{attributes}"


def _holes(chapter: Chapter) -> dict[str, set[str]]:
    """The numbers of the box each rule names, and those of everything else in the chapter."""
    found: dict[str, set[str]] = {chapter.key: set()}
    for block in chapter.blocks:
        found.setdefault(block.mark.id if block.mark else chapter.key, set()).update(_holes_of(block))
    return found


def _holes_of(block: ChapterBlock) -> set[str]:
    return {name for part in block.inlines() if isinstance(part, str) for name in placeholders(part)}
