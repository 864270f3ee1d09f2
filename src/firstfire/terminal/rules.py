"""The rulebook in a terminal: `firstfire rules`, and `rules` at the table.

firstfire rules                      the games and their books
firstfire rules totem                the chapters
firstfire rules totem attack         a chapter
firstfire rules TT-K6                a rule, where it comes from, and what explains it
firstfire rules totem --search shield
"""

from __future__ import annotations

import argparse

from ..errors import NotInBook, UnknownGame
from ..games import game as find_game
from ..games import names
from ..games.folders import game_at
from ..kernel.presentation.book import Book, Chapter
from ..kernel.presentation.book.lines import block_lines, bold, chapter_lines, shown, wrapped
from ..kernel.presentation.book.tree import Hit
from ..kernel.presentation.words import Words, common_words
from .page import DIM, TextPage

FOUND = 12  # results of a search that are written out


def show_rules(arguments: argparse.Namespace, page: TextPage | None = None) -> int:
    """`firstfire rules`."""
    reader = RuleReader(page or TextPage(), arguments.lang)
    asked = [word for word in (arguments.game, arguments.wanted) if word]
    if not asked and not arguments.search:
        reader.list_books()
        return 0
    found = reader.book_named(asked[0]) if asked else None
    wanted = asked[1:] if found is not None else asked
    if arguments.search:
        books = [found] if found is not None else [book for _, book in reader.books()]
        reader.show_search(books, " ".join([*wanted, arguments.search]))
        return 0
    if found is None and asked:
        if len(asked) > 1:
            find_game(asked[0])  # says which games there are
        found = reader.book_with(asked[0])
    assert found is not None
    reader.show(found, wanted[0] if wanted else "")
    return 0


class RuleReader:
    """Writes parts of rulebooks on a page."""

    def __init__(self, page: TextPage, language: str) -> None:
        self.page = page
        self.language = language
        self.words: Words = common_words(language)

    def books(self) -> list[tuple[str, Book]]:
        """The books there are, with the names of their games."""
        found = ((name, find_game(name).book(self.language)) for name in names())
        return [(name, book) for name, book in found if book is not None]

    def book_named(self, name: str) -> Book | None:
        """The book of a game; None where no game has that name."""
        try:
            found = game_at(name).book(self.language)
        except UnknownGame:
            return None
        if found is None:
            raise NotInBook(self.words.say("rules.no_book", game=name))
        return found

    def book_with(self, id: str) -> Book:
        """The book that tells a rule, found by what its id begins with."""
        books = self.books()
        for _, book in books:
            if book.prefix and id.upper().startswith(book.prefix):
                return book
        holding = [name for name, book in books if book.rule(id.upper()) or book.chapter(id.lower())]
        if holding:
            example = f"firstfire rules {holding[0]} {id}"
            raise NotInBook(self.words.say("rules.which", wanted=id, example=example))
        known = " · ".join(f"{name} ({book.prefix}…)" for name, book in books)
        raise NotInBook(self.words.say("rules.unknown", wanted=id, known=known))

    # ── showing ────────────────────────────────────────────────────────────────────────

    def list_books(self) -> None:
        """The games that have a book, with what their ids begin with."""
        for name, book in self.books():
            self._write([f"{name:<12} {book.title:<14} {book.prefix}…"])
        self._write(["", *wrapped(self.words.say("rules.how"), self.page.width)])

    def show(self, book: Book, wanted: str) -> None:
        """A rule or a chapter by its id, key, number or title; without one, all chapters."""
        if not wanted:
            return self.list_chapters(book)
        if hit := book.rule(_as_id(wanted)):
            return self.show_rule(book, hit)
        if chapter := chapter_named(book, wanted):
            return self._write(chapter_lines(chapter, self.page.width))
        near = book.near(wanted)
        if not near and book.search(wanted):
            return self.show_search([book], wanted)
        said = self.words.say("rules.unknown", wanted=wanted, known=" · ".join(near or book.keys))
        raise NotInBook(said)

    def list_chapters(self, book: Book) -> None:
        """The chapters with their numbers and keys."""
        self._write([bold(book.title)])
        for number, chapter in enumerate(book.to_play.chapters, 1):
            self._write(wrapped(f"{chapter.title}  ({chapter.key})", self.page.width, f"  {number:3}. "))

    def show_rule(self, book: Book, hit: Hit) -> None:
        """A rule with its chapter, its text, where it comes from, and the rulings that explain it."""
        mark = hit.block.mark
        assert mark is not None
        self._write([f"{' '.join(mark.ids)} · {hit.chapter.title}"], style=DIM)
        self._write(block_lines(hit.block, self.page.width))
        sources = ", ".join(self.words.say(f"source.{source}") for source in mark.source)
        self._write(wrapped(self.words.say("rules.source", source=sources), self.page.width), style=DIM)
        for id in mark.rulings:
            if (ruling := book.rule(id)) is not None and id != mark.id:
                self._write(["", f"{id} · {ruling.chapter.title}"], style=DIM)
                self._write(block_lines(ruling.block, self.page.width))

    def show_search(self, books: list[Book], wanted: str) -> None:
        """Everything that holds some words, the best first."""
        count = 0
        for book in books:
            hits = book.to_play.search(wanted)
            count += len(hits)
            for hit in hits[:FOUND]:
                ids = " ".join(hit.block.mark.ids) if hit.block.mark else hit.chapter.key
                self._write([f"{ids} · {book.title}, {hit.chapter.title}"], style=DIM)
                self._write([*block_lines(hit.block, self.page.width), ""])
        self._write(wrapped(self.words.say("rules.found", count=count, wanted=wanted), self.page.width))

    def _write(self, lines: list[str], style: str = "") -> None:
        self.page.write([shown(line, self.page.colourful) for line in lines], style=style)


def chapter_named(book: Book, wanted: str) -> Chapter | None:
    """A chapter by its number, its key, or words of its title."""
    small = wanted.lower()
    if small.isascii() and small.isdigit() and len(small) < 4:
        chapters = book.to_play.chapters
        return chapters[int(small) - 1] if 1 <= int(small) <= len(chapters) else None
    titled = (chapter for chapter in book.everything() if small in chapter.title.lower())
    return book.chapter(small) or next(titled, None)


def _as_id(wanted: str) -> str:
    """An id as it is written: `tt-p2b` is TT-P2b."""
    upper = wanted.upper()
    return upper[:-1] + upper[-1].lower() if len(upper) > 2 and upper[-1].isalpha() and upper[-2].isdigit() else upper
