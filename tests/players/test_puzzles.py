"""Puzzles: what is kept can be played, and what is made has one best move."""

from __future__ import annotations

import pytest

from firstfire import Table
from firstfire.explain.puzzles import MARGIN, puzzle_at, puzzles
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.game import Game

KEPT = [(name, number) for name in GAMES for number in range(len(puzzles(find_game(name))))]


@pytest.mark.parametrize(("name", "number"), KEPT)
def test_a_kept_puzzle_is_a_legal_position_and_all_its_moves_have_a_price(name: str, number: int) -> None:
    found = puzzles(find_game(name))[number]
    table = Table.at(name, found.position, interpreted=True)
    assert sorted(found.worths) == sorted(table.game.actions.text(action) for action in table.numbers())
    others = [worth for action, worth in found.worths.items() if action != found.best]
    assert found.worths[found.best] - max(others) >= MARGIN - 0.001  # as it is rounded


def test_every_game_keeps_a_dozen_puzzles_and_no_two_are_the_same() -> None:
    assert all(len(puzzles(find_game(name))) >= 12 for name in GAMES)
    positions = [puzzle.position for name in GAMES for puzzle in puzzles(find_game(name))]
    assert len(set(positions)) == len(positions)


def test_a_position_where_one_move_wins_is_a_puzzle(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four embers left: three must be taken. With two it does not matter much who looks."""
    monkeypatch.setattr("firstfire.explain.puzzles.FEWEST", 3)
    monkeypatch.setattr("firstfire.explain.puzzles.ROUNDS", ((20, 1.0), (60, 0.0)))
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    while table.state.pile > 4:
        table.play(min(3, table.state.pile - 4) - 1)
    made = puzzle_at(table, table.position())
    assert made is not None
    assert made.best == "take 3"
    assert puzzle_at(Table.new(tiny, 2, seed=2, interpreted=True), "") is None  # nothing is decided at the beginning
