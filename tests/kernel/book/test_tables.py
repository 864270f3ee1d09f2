"""The tables of a rulebook come from the components on the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.test_components_matter import changes, kind_of
from tests.samples import sample

from firstfire.errors import BadBook, BadComponents
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.components_file import ComponentsFile
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.book.reading import read_book
from firstfire.kernel.presentation.book.tree import Grid, plain
from firstfire.kernel.presentation.templates import placeholders

TAKEN, TRIED = sample(2, 10_000), sample(12, 10_000)  # changes of each kind of number

NOT_TOLD = {  # numbers that the book tells in sentences, or not at all
    "honga": {r"\.bonus\.9\.pays_with": "which foods a bonus card takes: in sentences"},
    "neta_tanka": {
        r"\.setup\.": "goods that nobody has at the start",
        r"\.(places|zones)\.\w+\.[xy]": "where things are drawn",
        r"\.places\.\d+\.(slots|mandatory|kind|mission_to)": "in sentences, and on the board",
        r"\.clan_board\.tents\.points_by_consecutive_complete: \[0, .* → \[1": "the points of no tent",
    },
    "doggerland": {
        r"\.players\.\d\.fewer_": "what first players give back: in sentences, where there is something",
        r"\.length\.seasons": "in a sentence",
        r"\.short_game\.free_goods_among": "in a sentence",
        r"\.offering\.any_one_of": "in a sentence",
        r"\.symbol\.[012]\.yields": "what gives itself",
        r"\.hut\.[01567]\.points": "points where nothing is built",
        r"\.objective\.7\.needs": "one of each: in words",
    },
    "prehistory": {
        r"\.reading\.(hunting|fishing|migration): ": "sides in any order",
        r"\.(painting|gathering)\.\w+: \[0, .* → \[1": "the points of nothing",
        r"\.ceremony\.patterns": "in a sentence",
        r"\.ceremony_card\.\d+\.per": "in the words of cards that count so many at once",
        r"\.map_slot\.\d+\.cells": "the shape of the map",
    },
}


def changed_boxes(game: Game) -> Iterator[tuple[str, Any]]:
    """Boxes of components files in which one number, name or list is another; some of each kind."""
    file = ComponentsFile.read(game.folder / "components.toml")
    tried: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for change in changes(file.data):
        kind = kind_of(change.where.split(":")[0])
        if ": nothing" in change.where or taken[kind] == TAKEN or tried[kind] == TRIED:
            continue
        tried[kind] += 1
        change.make()
        try:
            box = game.box()
            game.fill(box, file)
            file.finish()
        except BadComponents:
            continue
        finally:
            change.undo()
            file.problems.clear()
        taken[kind] += 1
        yield change.where, box


def holes(game: Game) -> list[str]:
    """The numbers of the box that the English book names."""
    book = read_book((game.folder / "book" / "en.md").read_text(encoding="utf-8"), "en")
    parts = [part for chapter in book.everything() for block in chapter.blocks for part in block.inlines()]
    named = {name for part in parts if isinstance(part, str) for name in placeholders(part)}
    return sorted(name for name in named if name.startswith("box"))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_the_components_file_says_stands_in_the_book(name: str) -> None:
    game = find_game(name)
    numbers = holes(game)

    def shown(box: Any) -> tuple[list[str], object]:
        return [f"{{{hole}}}".format(box=box) for hole in numbers], game.book_tables("en", box)

    standard = shown(game.standard_box)
    unseen = [where for where, box in changed_boxes(game) if shown(box) == standard]
    excused = NOT_TOLD.get(name, {})
    assert [where for where in unseen if not any(re.match(pattern, where) for pattern in excused)] == []


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
@pytest.mark.parametrize(
    ("name", "key", "before", "after"),
    [
        ("totem", "cards", 'level = 9\npower = "eye"', 'level = 8\npower = "eye"'),
        ("honga", "disc-list", "quarters = [2, 0, 1, 1]", "quarters = [1, 1, 1, 1]"),
        ("honga", "board", 'id = "spring"', 'id = "lake"'),
        ("neta_tanka", "trade-list", 'left = ["skull", "wood"]', 'left = ["skull", "meat"]'),
        ("neta_tanka", "link-list", "a = 6", "a = 7"),
        ("doggerland", "terrain-tiles", "quantity = 2", "quantity = 3"),
        ("doggerland", "craft-tiles", "cost = { bone = 2 }", "cost = { bone = 2, wood = 1 }"),
        ("prehistory", "price-tiles", '["grey", "red"', '["red", "grey"'),
        ("prehistory", "map-tiles", '["rock", "forest"', '["forest", "rock"'),
    ],
)
def test_an_own_file_changes_its_table_in_every_language(
    name: str, key: str, before: str, after: str, language: str
) -> None:
    game = find_game(name)
    text = (game.folder / "components.toml").read_text(encoding="utf-8")
    own = text.replace(before, after, 1)
    if (name, key) == ("honga", "board"):  # two fields change places
        own = re.sub(r'id = "lake"', 'id = "spring"', text.replace(before, "id = SPRING", 1), count=1)
        own = own.replace("id = SPRING", after)
    assert own != text
    assert rows(game, key, language, own) != rows(game, key, language, text)


def rows(game: Game, key: str, language: str, text: str) -> list[list[str]]:
    """The cells of the tables of a chapter, for a components file."""
    book = game.book(language, game.own_box(text), text)
    assert book is not None
    chapter = book.chapter(key)
    assert chapter is not None
    grids = [body for block in chapter.blocks for body in block.bodies if isinstance(body, Grid)]
    return [[plain(cell) for cell in row] for grid in grids for row in grid.rows]


PAGE = """# Game

## Discs {#discs}

| Disc | Number |
|---|---|
| {tables[discs]} |
| all | {tables[all][0][0]} |
"""


def test_rows_and_cells_are_made_by_the_game() -> None:
    made = {"discs": [["2-1", "4"], [":hand: 3-0", "1"]], "all": [["5"]]}
    (grid,) = read_book(PAGE, "en", {"tables": made}).chapters[0].blocks[0].bodies
    assert isinstance(grid, Grid)
    assert [[plain(cell) for cell in row] for row in grid.rows] == [["2-1", "4"], ["3-0", "1"], ["all", "5"]]


def test_a_table_that_the_game_does_not_make_is_named() -> None:
    with pytest.raises(BadBook, match=r"line 7: expected rows that the game makes \(all\), not discs"):
        read_book(PAGE, "en", {"tables": {"all": [["5"]]}})
    with pytest.raises(BadBook, match=r"line 7: expected 2 cells as in the head of the table, not 3"):
        read_book(PAGE, "en", {"tables": {"discs": [["a", "b", "c"]], "all": [["5"]]}})
