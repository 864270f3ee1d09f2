"""docs/how-to/add-a-game.md, followed with the tiny game Embers from outside the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import embers
from firstfire import Table, add_game, game, names
from firstfire.kernel.checking import checkers, knowledge_checkers, word_checkers
from firstfire.kernel.game import CONTRACT_NAMES
from firstfire.players import Greedy, Random

ROOT = Path(__file__).parent.parent
HOW_TO = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")


def test_the_template_is_small() -> None:
    """Rules and registration in under 150 lines of code (blank lines, imports and docstrings aside)."""
    files = sorted((ROOT / "examples" / "embers").rglob("*.py"))
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    source = re.sub(r'"""(?:.|\n)*?"""', "", source)
    lines = [line for line in source.splitlines() if line.strip() and not line.startswith(("from ", "import "))]
    assert len(lines) < 150, len(lines)


def test_the_how_to_names_every_contract_function() -> None:
    for name in CONTRACT_NAMES:
        assert f"`{name}`" in HOW_TO, name


def test_a_game_from_outside_is_on_the_shelf() -> None:
    add_game(embers.GAME)
    assert "embers" in names()
    assert game("embers") is embers.GAME


@pytest.mark.parametrize("seats", embers.GAME.seats)
def test_the_checkers_of_the_how_to_find_nothing(seats: int) -> None:
    for call in ("random_games", "legal_is_accepted", "knowledge_is_sound", "speeds_agree"):
        assert f"checkers.{call}(" in HOW_TO
    assert checkers.random_games(embers.GAME, seats, 500) == []
    assert checkers.legal_is_accepted(embers.GAME, seats, 1, every=1) == []
    assert knowledge_checkers.knowledge_is_sound(embers.GAME, seats, 1) == []
    assert checkers.speeds_agree(embers.GAME, seats, 1) == []
    assert word_checkers.words_are_whole(embers.GAME) == []


def test_the_sensible_beginner_beats_anything() -> None:
    """`prefer` is worth something: greedy is burnt less often than random."""
    burnt = [0, 0]
    for seed in range(60):
        table = Table.new("embers", 2, seed, interpreted=True)
        players = (Greedy(seed, interpreted=True), Random(seed))
        while not table.over:
            table.play(players[table.state.player].choose(table.view(table.state.player)))
        burnt[table.state.burnt] += 1
    assert burnt[0] * 3 < burnt[1]
