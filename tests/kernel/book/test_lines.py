"""A book in a terminal: no line is too long, bold words stay bold over the end of a line, tables fit."""

from __future__ import annotations

import pytest

import embers
from firstfire.kernel.presentation.book import read_book
from firstfire.kernel.presentation.book.lines import END, START, chapter_lines, shown, wrapped
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.words import bound


@pytest.mark.parametrize("width", [30, 50, 100])
@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_no_line_is_longer_than_the_page(width: int, language: str) -> None:
    book = embers.GAME.book(language)
    assert book is not None
    for chapter in book.chapters:
        lines = chapter_lines(chapter, width)
        assert all(len(shown(line, False)) <= width for line in lines)
        assert "\n".join(lines).count(START) == "\n".join(lines).count(END)


def test_bold_words_are_closed_at_the_end_of_each_line() -> None:
    lines = wrapped(f"one {START}two three{END} four", 9)
    assert lines == [f"one {START}two{END}", f"{START}three{END}", "four"]
    assert [shown(line, False) for line in lines] == ["one two", "three", "four"]
    assert shown(lines[1], True) == "\x1b[1mthree\x1b[0m"


def test_french_signs_stay_with_their_words() -> None:
    assert wrapped(bound("oui ou non ?"), 10) == ["oui ou", "non ?"]


TABLE = "# A\n## B {#b}\n| Card | What it does |\n|---|---|\n| :eye: Eye | turns up one hidden totem |\n"


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (40, ["Card  What it does", "───────────────────────────────", "Eye   turns up one hidden totem"]),
        (24, ["Card  What it does", "────────────────────────", "Eye   turns up one", "      hidden totem"]),
        (16, ["- Eye: What it", "  does: turns up", "  one hidden", "  totem"]),
    ],
)
def test_a_table_has_columns_as_far_as_they_fit(width: int, lines: list[str]) -> None:
    (chapter,) = read_book(TABLE, "en").chapters
    assert [shown(line, False) for line in chapter_lines(chapter, width)][2:] == lines
