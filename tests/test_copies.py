"""Copies and pickles: what goes on from them is the same game, and the original does not notice."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from firstfire import Position, Table, game
from firstfire.errors import BadComponents, BadSetup, IllegalAction
from firstfire.games import GAMES
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


COPIED = pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])


def play_on(table: Any, turns: int, seed: int = 1) -> None:
    """Play at random, on a table or a position."""
    chance, step = Random(seed), table.play if isinstance(table, Table) else table.step
    for _ in range(turns):
        if not table.over:
            step(chance.choice(table.numbers() if isinstance(table, Table) else table.legal()))


def in_the_middle(name: str) -> Table:
    """A table with actions to take back and one to play again."""
    table = Table.new(name, max(game(name).seats), seed=5, names=None, interpreted=True)
    play_on(table, 12)
    return table.undo(force=True)


def told(table: Table) -> tuple[Any, ...]:
    return table.digest(), table.actions(), table.log("fr"), [table.notes(seat) for seat in range(table.players)]


def taken_back(table: Table) -> list[str]:
    """The fingerprints of a table on the way back to the beginning."""
    found = []
    while table.played():
        found.append(table.undo(force=True).digest())
    return found


@COPIED
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_table_goes_on_by_itself(name: str, made: Callable[[Any], Any]) -> None:
    table = in_the_middle(name)
    before = told(table)
    again: Table = made(table)
    assert told(again) == before and again.game is table.game and again.numbers() == table.numbers()
    again.redo()
    play_on(again, 10, seed=2)
    assert told(table) == before and told(again) != before
    table.redo()
    play_on(table, 10, seed=2)
    assert told(table) == told(again)
    assert taken_back(table) == taken_back(again)


def test_a_copied_table_keeps_more_actions_to_take_back_than_it_holds_states() -> None:
    table = Table.new("neta_tanka", seed=3, interpreted=True)
    play_on(table, 70)
    again = table.copy()
    assert len(table.played()) > 64 and taken_back(again) == taken_back(table)


def test_a_table_with_an_owners_box_keeps_it(tmp_path: Any) -> None:
    own = tmp_path / "own.toml"
    text = (game("honga").folder / "components.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("marker_max = 6", "marker_max = 5"), encoding="utf-8")
    try:
        table = Table.new("honga", seed=1, components=own, interpreted=True)
    except BadComponents as error:  # pragma: no cover - the file of the game has changed: choose another number
        raise AssertionError(error) from error
    assert table.box.marker_max == pickled(table).box.marker_max == 5


@COPIED
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_position_goes_on_by_itself(name: str, made: Callable[[Any], Any]) -> None:
    position = Position(game(name), seed=4, engine=engine_for(game(name), interpreted=True))
    play_on(position, 9)
    before = bytes(position.s)
    again: Position = made(position)
    play_on(again, 12, seed=2)
    assert bytes(position.s) == before != bytes(again.s)
    play_on(position, 12, seed=2)
    assert bytes(position.s) == bytes(again.s) and again.box is position.box and again.engine is position.engine


@COPIED
def test_a_copied_position_of_machine_code_goes_on_by_itself(tiny: Game, made: Callable[[Any], Any]) -> None:
    position = Position(tiny, 2, 1, engine=engine_for(tiny, interpreted=False))
    again: Position = made(position)
    again.step(again.legal()[0])
    assert (position.s.ply, again.s.ply) == (0, 1) and again.engine.compiled
    strict = made(Position(tiny, 2, 1, engine=engine_for(tiny, strict=True)))
    assert strict.engine is engine_for(tiny, strict=True)


@COPIED
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_view_shows_the_same(name: str, made: Callable[[Any], Any]) -> None:
    table = in_the_middle(name)
    view = table.view(table.player or 0)
    again = made(view)
    assert again.legal() == view.legal() and again.log("nl") == view.log("nl") and repr(again) == repr(view)
    assert again.scene("fr") == view.scene("fr") and [action.number for action in again.legal()] == view.numbers


@COPIED
@pytest.mark.parametrize("name", GAMES)
def test_copied_records_and_actions_are_the_same_and_apart(name: str, made: Callable[[Any], Any]) -> None:
    table = in_the_middle(name)
    again = made(table.state)
    assert type(again) is type(table.state) and bytes(again) == bytes(table.state)
    again.ply += 1
    assert again.ply == table.state.ply + 1
    note = made(table.state.notes[0])
    assert bytes(note) == bytes(table.state.notes[0])
    action = table.legal()[0]
    assert made(action) == action and made(action).number == action.number


def test_errors_come_whole_from_another_process() -> None:
    table = Table.new("totem", seed=1, interpreted=True)
    wrong = next(number for number in range(len(table.game.actions)) if number not in table.numbers())
    with pytest.raises(IllegalAction) as caught:
        table.play(wrong)
    error = pickled(caught.value)
    assert str(error) == str(caught.value) and error.rule == caught.value.rule
    assert error.sentence("en") == caught.value.sentence("en")
    listed = pickled(BadComponents("own.toml", ["line 1: no", "line 2: no"]))
    assert listed.problems == ["line 1: no", "line 2: no"] and str(listed).endswith("line 2: no")


def test_a_game_that_nobody_else_knows_is_not_pickled(tiny: Game) -> None:
    unknown = replace(tiny, name="nowhere")
    assert pickled(tiny) is tiny and copy.deepcopy(unknown) is unknown
    with pytest.raises(BadSetup, match="nowhere@1 cannot be pickled"):
        pickle.dumps(Table.new(unknown, 2, 1, interpreted=True))
