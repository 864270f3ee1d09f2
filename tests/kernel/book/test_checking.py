"""What the checker finds in the books of a game, and where a game's book comes from."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import embers
from embers.box import Box
from firstfire.kernel.checking import word_checkers
from firstfire.kernel.game import Game

Changed = Callable[[str, str, str], Game]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Embers with a page of its book changed."""

    def change(language: str, old: str, new: str) -> Game:
        folder = shutil.copytree(embers.GAME.folder, tmp_path / "embers", dirs_exist_ok=True)
        page = folder / "book" / f"{language}.md"
        text = page.read_text(encoding="utf-8")
        assert old in text
        page.write_text(text.replace(old, new, 1), encoding="utf-8")
        return dataclasses.replace(embers.GAME, folder=folder)

    return change


def test_the_book_of_the_example_is_sound() -> None:
    assert word_checkers.book_is_sound(embers.GAME) == []


@pytest.mark.parametrize(
    ("language", "old", "new", "said"),
    [
        ("fr", '{: #EM-2 source="own" }', "", "expected rule EM-2"),
        ("nl", 'rulings="R1"', "", "('R1',)"),
        ("nl", "{#end}", "{#close}", "expected chapter 1 end"),
        ("fr", "{#turn phases", "{#tour phases", "expected chapter 1 turn"),
        ("en", "TAKING", "GIVING", "GIVING is no phase of embers"),
        ("fr", "au plus {box.most}", "au plus 3", "EM-1 has the numbers [], English ['box.most']"),
        ("en", "You may not pass.", "You may not pass (EM-1).", "EM-1 stands in a sentence"),
        ("nl", "Passen mag niet.", "Passen mag niet, zie R1.", "R1 stands in a sentence"),
        ("en", "{box.most}", "{box.moost}", "cannot fill"),
        ("en", "You may not pass.", "x\n\n![y](position:lost)", "the picture lost is no position"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(changed: Changed, language: str, old: str, new: str, said: str) -> None:
    problems = word_checkers.book_is_sound(changed(language, old, new))
    assert any(said in problem for problem in problems), problems


def test_a_language_that_is_not_written_is_told_in_english_and_named_by_the_checker(changed: Changed) -> None:
    game = changed("fr", "Braises", "Braises")
    (game.folder / "book" / "fr.md").unlink()
    book = game.book("fr")
    assert book is not None and book.title == "Embers"
    assert word_checkers.book_is_sound(game) == ["fr.md is not there"]


def test_a_book_tells_the_numbers_of_the_box_on_the_table() -> None:
    box = Box()
    box.embers, box.most = 30, 1
    book = embers.GAME.book("en", box)
    assert book is not None
    rule = book.rule("EM-5")
    assert rule is not None and "Put 30 embers" in rule.block.text


def test_a_game_without_a_book_works_and_its_sections_are_one(tmp_path: Path, changed: Changed) -> None:
    game = changed("en", "Embers", "Embers")
    game = dataclasses.replace(game, presentation=dataclasses.replace(game.presentation, reference=None))
    shutil.rmtree(game.folder / "book")
    assert game.book("en") is None and word_checkers.book_is_sound(game) == []
    for page in (game.folder / "words").iterdir():
        page.write_text(
            page.read_text(encoding="utf-8") + '\n[rules.aim]\ntitle = "Aim"\ntext = "Take (EM-1, EM-2)."\n',
            encoding="utf-8",
        )
    later = dataclasses.replace(game, folder=shutil.copytree(game.folder, tmp_path / "later"))
    book = later.book("en")
    assert book is not None and book.keys == ("aim",) and book.ids == ("EM-1", "EM-2")
