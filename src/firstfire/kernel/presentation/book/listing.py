"""Chapters that are made, not written: from the sections of a game's words (`[rules.NAME]`), and the lists of cards
that its `reference` makes from the box on the table."""

from __future__ import annotations

from ..sections import Section, sections
from ..words import Words, common_words
from .tree import Book, Chapter, ChapterBlock, Item, Mark, Paragraph, Points

INDEX = "index"


def short_book(words: Words) -> Book | None:
    """The book of a game that has no pages of its own: what its words tell under `[rules.…]`, if anything."""
    chapters = [_chapter(section) for section in sections(words, "rules") if section.title]
    return Book(words.language, words.say("game.title"), tuple(chapters)) if chapters else None


def with_index(book: Book, lists: Words) -> Book:
    """A book with a last chapter of lists."""
    parts = tuple(_list(section) for section in sections(lists, "rules") if section.title)
    if not parts:
        return book
    title = common_words(book.language).say("rules.index")
    return Book(book.language, book.title, (*book.chapters, Chapter(INDEX, (title,), sections=parts)))


def _chapter(section: Section) -> Chapter:
    ids = section.cites
    mark = Mark(ids[0], tuple(ids[1:])) if ids else None
    paragraphs = tuple(Paragraph((text,)) for text in section.text.split("\n") if text.strip())
    return Chapter(section.id, (section.title,), blocks=(ChapterBlock(paragraphs, mark),))


def _list(section: Section) -> Chapter:
    lines = [line.removeprefix("• ") for line in section.text.split("\n") if line.strip()]
    return Chapter(
        f"{INDEX}-{section.id}",
        (section.title,),
        blocks=(ChapterBlock((Points(tuple(Item((line,)) for line in lines)),)),),
    )
