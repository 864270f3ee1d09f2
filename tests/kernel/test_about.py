"""Who made the games, and how much of their components is ours: the files, the sentences and README agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firstfire.cli import main
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.presentation.about import Credits, Edition
from firstfire.kernel.presentation.book.tree import Book
from firstfire.kernel.presentation.languages import LANGUAGES

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")


def rows() -> dict[str, list[list[str]]]:
    """The rows of README's tables by their first cell, links taken out."""
    found: dict[str, list[list[str]]] = {}
    for line in README.splitlines():
        cells = [re.sub(r"\[(.*?)\]\(.*?\)", r"\1", cell).strip() for cell in line.strip("|").split("|")]
        if line.startswith("|"):
            found.setdefault(cells[0], []).append(cells[1:])
    return found


def test_sources_are_counted_however_deep_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "components.toml"
    file.write_text('[a]\nsource = "book"\n[[b]]\ncount_source = "design"\nsource = "icon"\n[b.c]\nsource = "public"\n')
    assert Edition.of(file) == Edition(book=1, icon=1, public=1, design=1)
    assert Edition.of(file).entries == 4


def test_what_an_owner_entered_is_counted() -> None:
    assert Edition.of_text('[a]\nsource = "owner"\n[b]\nsource = "design"\n') == Edition(design=1, owner=1)
    assert Edition.of_text('[a]\nsource = "owner"\n').entries == 1


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_a_book_counts_the_components_of_the_table(language: str) -> None:
    game = find_game("honga")
    own = (game.folder / "components.toml").read_text(encoding="utf-8").replace('"design"', '"owner"')
    standard, mine = game.book(language), game.book(language, game.own_box(own), own)
    assert standard is not None
    assert mine is not None
    told, told_mine = (_counts(book) for book in (standard, mine))
    edition = game.edition
    assert told == [edition.entries, edition.book, edition.icon, edition.public, edition.design, 0]
    assert told_mine == [edition.entries, edition.book, edition.icon, edition.public, 0, edition.design]


def _counts(book: Book) -> list[int]:
    """The numbers in the chapter on what is printed."""
    (known,) = (chapter for chapter in book.everything() if chapter.key == "known")
    return [int(number) for number in re.findall(r"\d+", known.blocks[-1].text)]


def test_a_game_that_was_never_printed_says_nothing() -> None:
    assert Credits().sentence("en") == ""
    assert Edition().sentence("en") == ""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_name_everybody_and_every_count(name: str, language: str) -> None:
    game = find_game(name)
    credits = game.credits.sentence(language)
    for person in (*game.credits.designers, *game.credits.artists, game.credits.publisher):
        assert person in credits
    numbers = re.findall(r"\d+", game.edition.sentence(language))
    edition = game.edition
    assert numbers == [str(n) for n in (edition.entries, edition.book, edition.icon, edition.public, edition.design)]


@pytest.mark.parametrize("name", GAMES)
def test_readme_says_what_the_games_say(name: str) -> None:
    game = find_game(name)
    title = game.words("en").say("game.title")
    about, edition = rows()[title][:2]
    seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    assert about[0] == seats
    assert re.findall(r"\d+", about[1]) == re.findall(r"\d+", game.words("en").say("game.length"))
    assert about[-1] == (", ".join(game.credits.designers) or "not named in our rulebook")
    counted = game.edition
    assert edition == [str(n) for n in (counted.entries, counted.book, counted.icon, counted.public, counted.design)]
    for person in (*game.credits.artists, game.credits.publisher):
        assert person in README


def test_the_list_of_games_names_their_makers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    for name in GAMES:
        assert find_game(name).credits.sentence("en") in printed
