"""The rulebooks of all games: the same in three languages, every id that is cited anywhere is told, every id that is
told is cited by the code and by a test, every picture is there, and the pages of docs/rules are those of the books.

A citation is an id in a comment, a docstring or a text: `TT-K6`; `TT-S1 to TT-S6` cites all between. Rulings (`R7`),
examples (`E2`) and other short ids belong to the game in whose folder they stand; `test_e2_…` cites one too. What the
chapter `examples` tells is worked through by tests alone: what the code has to do with it, the rules it shows tell.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tools.reference import welcome
from tools.reference.rulebooks import main, pages, picture_name

import embers
from firstfire import Table
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.checking import word_checkers
from firstfire.kernel.checking.books import pictures, positions
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.book import Book
from firstfire.kernel.presentation.book.listing import INDEX
from firstfire.kernel.presentation.book.tree import INVARIANTS, Picture
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures" / "rules"
LARGEST = 48_000  # bytes of a picture
ALL = [*map(find_game, GAMES), embers.GAME]
RULE = re.compile(r"\b([A-Z]{2}-[A-Z]{0,3})(\d+(?:\.\d+)*)([a-z]?)\b")
SHORT = re.compile(r"(?<![\w-])[A-Z]{1,2}\d+[a-z]?(?![\w-])")  # of a ruling, an example …
LONG = re.compile(r"([A-Z]{2}-[A-Z]{1,3})(?!\w)")  # what several rules have in common
NEXT = re.compile(r"\s*(?:to|–|-|…|\.\.|until|through)\s*")  # what stands between the ends of a range


def named(game: Game) -> str:
    return game.name


def book_of(game: Game) -> Book:
    book = game.book("en")
    assert book is not None, f"{game.name} has no book"
    return book


# ── the books ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ALL, ids=named)
def test_the_three_languages_tell_the_same_and_no_sentence_names_an_id(game: Game) -> None:
    assert word_checkers.book_is_sound(game) == []


@pytest.mark.parametrize("game", ALL[:-1], ids=named)
def test_a_book_has_every_chapter_a_newcomer_needs(game: Game) -> None:
    keys = [chapter.key for chapter in book_of(game).chapters]
    for key in ("aim", "glance", "parts", "setup", "first", "example", "examples", "secrets", "rulings", "summary"):
        assert key in keys, key
    assert keys[:4] == ["aim", "glance", "parts", "setup"]
    keys = [key for key in keys if key != INDEX]
    assert keys[-2:] == ["summary", INVARIANTS]
    assert INVARIANTS not in [chapter.key for chapter in book_of(game).to_play.chapters]
    for lists in {"tables"} & set(keys):
        assert keys.index("rulings") < keys.index(lists) < keys.index("summary")
    (setup,) = (chapter for chapter in book_of(game).chapters if chapter.key == "setup")
    assert any(isinstance(body, Picture) for block in setup.all_blocks() for body in block.bodies), "no picture"
    assert keys.index("first") < keys.index("example") < keys.index("examples") < keys.index("rulings")


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_chapters_that_every_book_has_are_called_alike(language: str) -> None:
    """The example is of a game, a round or a year, and Prehistory tells the end and the points in two chapters."""
    titles: dict[str, set[str]] = {}
    for game in ALL[:-1]:
        book = game.book(language)
        assert book is not None
        for chapter in book.everything():
            titles.setdefault("end" if chapter.key == "scoring" else chapter.key, set()).add(chapter.title)
    alike = (
        "aim", "glance", "parts", "known", "setup", "variants", "examples", "secrets", "rulings", "tables", "summary",
        INVARIANTS,
    )  # fmt: skip
    assert [(key, titles[key]) for key in alike if len(titles[key]) != 1] == []
    assert len(titles["end"]) == 2 and len(titles["example"]) == 3


@pytest.mark.parametrize("game", ALL[:-1], ids=named)
@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_advice_for_a_first_game_is_a_chapter_and_the_first_minute_leads_there(game: Game, language: str) -> None:
    """What to aim at and common mistakes, at least five of each; advice is no rule and has no id."""
    book = game.book(language)
    assert book is not None
    chapters = {chapter.key: chapter for chapter in book.everything()}
    for key in ("first-aims", "first-mistakes"):
        points = [
            item for block in chapters[key].blocks for body in block.bodies for item in getattr(body, "items", ())
        ]
        assert len(points) >= 5, key
        assert all(block.mark is None for block in chapters[key].blocks)
    page = (game.folder / "book" / f"{language}.md").read_text(encoding="utf-8")
    assert "(#first)" in page.partition("{#glance}")[2].partition("\n## ")[0]


def test_a_learner_of_doggerland_reaches_a_first_round_before_what_is_only_looked_up() -> None:
    """Rules and a first round come in the first half of the book; lists of tiles and cards come after the examples."""
    text = (find_game("doggerland").folder / "book" / "en.md").read_text(encoding="utf-8")
    chapters = re.findall(r"(?m)^## .*\{#(\w+)", text)
    assert chapters.index("example") < chapters.index("solo") < chapters.index("examples") < chapters.index("tables")
    assert text.index("{#example}") < len(text) / 2
    for list_of in ("#DG-M2", "#DG-M4", "#DG-M9", "#DG-M10", "#SC01", "#DG-S6"):
        assert text.index(f"{{: {list_of} ") > text.index("{#tables}")


@pytest.mark.parametrize("game", ALL, ids=named)
def test_the_rule_of_every_option_is_told(game: Game) -> None:
    known = set(book_of(game).ids)
    cited = {id for option in game.options for id in re.split(r"[,\s]+", option.rule) if id}
    assert cited <= known, cited - known


# ── citations ──────────────────────────────────────────────────────────────────────────


def texts(*folders: Path) -> Iterator[tuple[Path, str]]:
    """Everything people write in some folders."""
    for folder in folders:
        files = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        for file in files:
            written = file.suffix in (".py", ".toml", ".md", ".txt", ".ts", ".svelte") and "book" not in file.parts
            if written and "__pycache__" not in file.parts and file.parent != ROOT / "docs" / "rules":
                yield file, file.read_text(encoding="utf-8")


@cache
def known_ids() -> dict[str, tuple[str, ...]]:
    """The ids of every book by what they begin with."""
    return {book_of(game).prefix: book_of(game).ids for game in ALL}


def cited_in(text: str) -> Iterator[str]:
    """The rules a text cites; the ends of a range cite all between."""
    before: re.Match[str] | None = None
    for found in RULE.finditer(text):
        yield found[0]
        if before is not None and before[1] == found[1] and NEXT.fullmatch(text[before.end() : found.start()]):
            yield from between(before, found)
        before = found


def between(first: re.Match[str], last: re.Match[str]) -> Iterator[str]:
    """The rules of a book from one id to another."""
    ids = list(known_ids().get(first[1].partition("-")[0] + "-", ()))
    for id in ids:
        match = RULE.fullmatch(id)
        if match and match[1] == first[1] and place(first) < place(match) < place(last):
            yield id


def place(found: re.Match[str]) -> tuple[tuple[int, ...], str]:
    return tuple(map(int, found[2].split("."))), found[3]


def test_every_id_that_is_cited_is_told() -> None:
    everything = {id for ids in known_ids().values() for id in ids}
    here = Path(__file__)
    folders = (ROOT / "src", ROOT / "tests", ROOT / "docs", ROOT / "examples", ROOT / "README.md", ROOT / "web" / "src")
    unknown = {
        f"{file.relative_to(ROOT)}: {id}"
        for file, text in texts(*folders)
        if file != here and "kernel/book" not in file.as_posix()
        for id in cited_in(text)
        if id not in everything and f"{id.partition('-')[0]}-" in known_ids()
    }
    assert sorted(unknown) == []


def folders_of(game: Game) -> tuple[Path, Path]:
    """Where a game's code is, and where its tests are."""
    return game.folder, ROOT / "tests" / "games" / game.name


def short_citations(folder: Path) -> set[str]:
    """The short ids that a game's folder cites: in comments, docstrings and names of tests."""
    found: set[str] = set()
    for file, text in texts(folder):
        said = "\n".join(remarks(text)) if file.suffix == ".py" else text
        found |= set(SHORT.findall(said)) | set(LONG.findall(said))
        for kind, first, last in re.findall(r"\b([A-Z])(\d+)\s*(?:to|–|-|and)\s*\1(\d+)\b", said):
            found |= {f"{kind}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
        found |= {f"{kind.upper()}{number}" for kind, number in re.findall(r"def test_([a-z])(\d+)_", text)}
    return found


def remarks(source: str) -> Iterator[str]:
    """The comments and the texts of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.string


@pytest.mark.parametrize("game", ALL, ids=named)
@pytest.mark.parametrize("kind", ["code", "tests"])
def test_every_id_that_is_told_is_cited(game: Game, kind: str) -> None:
    """By the code that follows the rule, and by a test that holds it."""
    code, tests = folders_of(game)
    folder = code if kind == "code" else tests
    others = [ROOT / "src"] if kind == "code" else [ROOT / "tests", ROOT / "docs" / "how-to"]
    cited = {id for file, text in texts(folder, *others) if file != Path(__file__) for id in cited_in(text)}
    cited |= short_citations(folder)
    examples = book_of(game).chapter("examples")
    marks = [block.mark for block in examples.all_blocks() if block.mark] if examples and kind == "code" else []
    worked = {id for mark in marks for id in mark.ids}
    assert [id for id in book_of(game).ids if id not in cited | worked] == []


@pytest.mark.parametrize("game", ALL, ids=named)
def test_every_ruling_that_is_cited_is_told(game: Game) -> None:
    """`R6b` is a case of R6."""
    known = set(book_of(game).ids)
    short = {id for folder in folders_of(game) for id in short_citations(folder)}
    cited = {id for id in short if re.fullmatch(r"R[1-9]\d*[a-z]?", id)}
    assert [id for id in sorted(cited) if id not in known and id.rstrip("abcdef") not in known] == []


# ── pictures and pages ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ALL[:-1], ids=named)
def test_every_position_of_a_book_can_be_set_up_and_is_shown(game: Game) -> None:
    shown = pictures(book_of(game))
    assert len(shown) >= 2 and sorted(set(shown)) == sorted(positions(game))
    for found in positions(game).values():
        table = Table.at(game, found.position, names=found.names, interpreted=True)
        assert -1 <= found.seat < table.players
        assert table.view(found.seat).scene("en").problems() == []


def test_every_picture_is_there_in_every_language_and_none_is_left_over() -> None:
    shown = [(game.name, key) for game in ALL[:-1] for key in dict.fromkeys(pictures(book_of(game)))]
    wanted = {picture_name(*each, language) for each in shown for language in COMPLETE_LANGUAGES}
    assert {file.name for file in PICTURES.iterdir()} == wanted, "run tools/draw_positions.py"
    data = {file.name: file.read_bytes() for file in PICTURES.iterdir()}
    for name, picture in data.items():
        assert picture[:4] == b"RIFF" and picture[8:12] == b"WEBP" and len(picture) <= LARGEST, name
    assert len(set(data.values())) == len(data), "words differ, so pictures do"


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_a_page_shows_the_pictures_of_its_language(language: str) -> None:
    linked = {
        name: re.findall(r"/pictures/rules/[\w-]+\.(\w+)\.webp", text)
        for name, text in pages().items()
        if name.endswith(f".{language}.md")
    }
    assert len(linked) == 2 * len(GAMES) and {each for found in linked.values() for each in found} == {language}
    assert all(len(linked[f"{game}.{language}.md"]) >= 2 for game in GAMES)


def test_the_pages_of_the_rulebooks_are_up_to_date_and_no_other_lies_among_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = pages()
    assert len(made) == 2 * len(GAMES) * len(COMPLETE_LANGUAGES) + 1
    shelf = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "rules").iterdir()}
    assert set(shelf) == set(made)
    assert [name for name in shelf if shelf[name] != made[name]] == [], "run `make docs`"
    assert main([]) == 2 and "usage" in capsys.readouterr().err


def test_the_site_has_a_landing_page_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    made = welcome.pages()
    assert set(made) == {f"welcome.{language}.md" for language in COMPLETE_LANGUAGES if language != "en"}
    front = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, text in made.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, "run `make references`"
        assert f"(docs/{name})" in front
    assert welcome.main([]) == 2 and "usage" in capsys.readouterr().err
