"""Tables of a rulebook that list what we reconstructed say so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from firstfire.errors import BadBook, FirstfireError
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.book.reading import read_book
from firstfire.kernel.presentation.book.tree import ChapterBlock, Grid
from firstfire.kernel.presentation.templates import placeholders

TRIED = 2  # entries of each kind, to keep it quick


def tables(game: Game) -> list[tuple[str, ChapterBlock, list[str]]]:
    """The tables of the English book: their chapter, their block, the numbers of the box in them."""
    book = read_book((game.folder / "book" / "en.md").read_text(encoding="utf-8"), "en")
    found = []
    for chapter in book.everything():
        for block in chapter.blocks:
            if any(isinstance(body, Grid) for body in block.bodies):
                names = {name for part in block.inlines() if isinstance(part, str) for name in placeholders(part)}
                found.append((chapter.key, block, sorted(name for name in names if name.startswith(("box", "tables")))))
    return found


def changed_boxes(game: Game) -> Iterator[Any]:
    """Boxes in which one number of an entry that we reconstructed is another."""
    text = (game.folder / "components.toml").read_text(encoding="utf-8")
    entries = re.split(r"(?m)^(?=\[)", text)
    tried: Counter[str] = Counter()
    for at, entry in enumerate(entries):
        kind = entry.split("\n")[0]
        if not re.search(r'(?m)^source = "design"', entry) or tried[kind] == TRIED:
            continue
        for number in re.finditer(r"(?m)(?<== )\d+", entry):
            other = f"{entry[: number.start()]}{int(number[0]) + 1}{entry[number.end() :]}"
            try:
                yield game.own_box("".join((*entries[:at], other, *entries[at + 1 :])))
            except FirstfireError:
                continue
            tried[kind] += 1
            break


@pytest.mark.parametrize("name", GAMES)
def test_a_table_with_a_number_of_ours_is_marked(name: str) -> None:
    game = find_game(name)
    filled = tables(game)

    def shown(box: Any) -> list[list[str]]:
        made = game.book_tables("en", box)
        return [[f"{{{hole}}}".format(box=box, tables=made) for hole in holes] for _, _, holes in filled]

    standard = shown(game.standard_box)
    for box in changed_boxes(game):
        for (key, block, _), before, after in zip(filled, standard, shown(box), strict=True):
            assert before == after or block.is_reconstruction, f"{name}: the table in {key}, line {block.line}"


def test_printed_games_and_choices_are_not_marked() -> None:
    assert not [key for key, block, _ in tables(find_game("totem")) if block.is_reconstruction]
    assert "round" not in {key for key, block, _ in tables(find_game("doggerland")) if block.is_reconstruction}


def test_a_mark_stands_alone_or_beside_an_id() -> None:
    page = """# Game

## All {#all}

| a | b |
|---|---|
| 1 | 2 |
{: components="design" }

| a | b |
|---|---|
| 1 | 2 |
{: #R1 source="book" components="design" }

| a | b |
|---|---|
| 1 | 2 |
{: #R2 source="design" components="book" }
"""
    alone, beside, printed = read_book(page, "en").chapters[0].blocks
    assert alone.mark is None
    assert alone.is_reconstruction
    assert beside.mark is not None
    assert beside.is_reconstruction
    assert not printed.is_reconstruction
    with pytest.raises(BadBook, match="components"):
        read_book(page.replace('components="design"', 'components="memory"'), "en")
