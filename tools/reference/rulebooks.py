"""The rulebooks as pages of docs/rules, one per game and language, made from `book/*.md` of each game.

python -m tools.reference.rulebooks docs/rules
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.presentation.book import Book
from firstfire.kernel.presentation.book.markdown import Remarks, book_page, chapter_page
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, language_of
from firstfire.kernel.presentation.words import common_words

SUMMARY = "summary"  # the key of the chapter that fits on one page
HEAD = "<!-- made by `make references` from src/firstfire/games/{game}/book/{language}.md; do not edit -->\n"
PICTURES = "../pictures/rules"  # as seen from docs/rules


def picture_name(game: str, key: str, language: str) -> str:
    """The file of the picture of a position with the words of a language."""
    return f"{game}-{key.replace('_', '-')}.{language}.webp"


def rulebook(game: str, language: str) -> str:
    """The page of a game in a language."""
    book = _book(game, language)
    links = {each: f"[{_name(each)}]({game}.{each}.md)" for each in COMPLETE_LANGUAGES}
    others = " · ".join((links | {language: _name(language)}).values())
    words = common_words(language)
    remarks = Remarks(words.say("rules.reason"), words.say("rules.ours"))
    page = book_page(book, lambda key: f"{PICTURES}/{picture_name(game, key, language)}", remarks)
    title, _, rest = page.partition("\n")
    head = f"{HEAD.format(game=game, language=language)}\n{title}"
    parts = [head, find_game(game).credits.sentence(language), others]
    return "\n\n".join(filter(None, parts)) + f"\n{rest}"


def summary(game: str, language: str) -> str:
    """The page to print: the summary of a game in a language."""
    book = _book(game, language)
    links = {each: f"[{_name(each)}]({game}-summary.{each}.md)" for each in COMPLETE_LANGUAGES}
    others = " · ".join((links | {language: _name(language)}).values())
    chapter = book.chapter(SUMMARY)
    assert chapter is not None, f"{game} has no summary"
    words = common_words(language)
    remarks = Remarks(words.say("rules.reason"), words.say("rules.ours"))
    told = chapter_page(book, SUMMARY, lambda key: f"{PICTURES}/{picture_name(game, key, language)}", remarks)
    head = f"{HEAD.format(game=game, language=language)}\n# {book.title}: {chapter.title}"
    whole = f"[{book.title}]({game}.{language}.md)"
    return "\n\n".join((head, find_game(game).credits.sentence(language), f"{whole} · {others}", told.strip())) + "\n"


def contents() -> str:
    """The page that leads to all others."""
    lines = [
        "<!-- made by `make references`; do not edit -->",
        "",
        "# Rulebooks",
        "",
        "The rules of the five games in our own words, written to learn from and to look things up. Each rule has an",
        "id, which code, tests and refusals cite; what the printed rules leave open is decided in rulings, each with",
        "its reason. The same books open beside the table in the browser, and with `firstfire rules`:",
        "",
        "```sh",
        "firstfire rules totem attack",
        "firstfire rules TT-K6 --lang fr",
        "firstfire rules honga --search tiger",
        "```",
        "",
        "| game | ids | " + " | ".join(_name(language) for language in COMPLETE_LANGUAGES) + " |",
        "| --- | --- |" + " --- |" * len(COMPLETE_LANGUAGES),
    ]
    for game in GAMES:
        books = [_book(game, language) for language in COMPLETE_LANGUAGES]
        links = " | ".join(f"[{book.title}]({game}.{book.language}.md)" for book in books)
        lines.append(f"| `{game}` | `{books[0].prefix}…` | {links} |")
    lines += ["", "On one page, to print:", ""]
    for game in GAMES:
        links = " · ".join(f"[{_name(each)}]({game}-summary.{each}.md)" for each in COMPLETE_LANGUAGES)
        lines.append(f"- {_book(game, 'en').title}: {links}")
    return "\n".join(lines) + "\n"


def _name(language: str) -> str:
    return language_of(language).name


def _book(game: str, language: str) -> Book:
    book = find_game(game).book(language)
    assert book is not None, f"{game} has no book"
    return book


def pages() -> dict[str, str]:
    """All pages by file name."""
    made = {f"{game}.{language}.md": rulebook(game, language) for game in GAMES for language in COMPLETE_LANGUAGES}
    made |= {f"{game}-summary.{each}.md": summary(game, each) for game in GAMES for each in COMPLETE_LANGUAGES}
    return {**made, "README.md": contents()}


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages into a folder."""
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tools.reference.rulebooks FOLDER", file=sys.stderr)
        return 2
    for name, text in pages().items():
        (Path(arguments[0]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
