"""Which settings a search has, by the number of players; and that whoever searches asks for those."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

import embers
from firstfire import Table, games
from firstfire.explain import puzzles
from firstfire.explain.analysis import analyse, explained, hints_for
from firstfire.explain.luck import Estimator
from firstfire.kernel.game import Game
from firstfire.kernel.thinking import BotTable, SearchSettings
from firstfire.lab.match import Task
from firstfire.lab.tuning import Tuner
from firstfire.lab.watching import Watch, watch_game
from firstfire.players import player_named
from firstfire.players.base import Budget
from firstfire.players.search_tree import SearchTree
from firstfire.players.settings import bots_of, settings_for

TWO, MANY, WITH_NET = (SearchSettings(depth=depth, tail=0) for depth in (3, 5, 7))


@pytest.fixture
def shelved(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """Puts the example game on a shelf of its own, with something changed."""
    monkeypatch.setattr(games, "_ADDED", {})

    def shelve(**changes: Any) -> Game:
        made = replace(embers.GAME, **changes)
        games.add_game(made)
        return made

    return shelve


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[SearchSettings]:
    """The settings with which trees were made."""
    found: list[SearchSettings] = []
    make = SearchTree.__init__

    def spy(tree: SearchTree, engine: Any, box: Any, settings: SearchSettings, *net: Any, **more: Any) -> None:
        found.append(settings)
        make(tree, engine, box, settings, *net, **more)

    monkeypatch.setattr(SearchTree, "__init__", spy)
    return found


def at_table(seats: int) -> Table:
    table = Table.new("embers", seats, seed=4, interpreted=True)
    table.play(table.numbers()[0])
    return table


def view_at(seats: int) -> Any:
    table = at_table(seats)
    assert table.player is not None
    return table.view(table.player)


WHO: dict[str, Callable[[int], object]] = {
    "search": lambda seats: player_named("search:2", "embers", 1, interpreted=True).choose(view_at(seats)),
    "guided": lambda seats: player_named("guided:2", "embers", 1, interpreted=True).choose(view_at(seats)),
    "level": lambda seats: player_named("hunter", "embers", 1, interpreted=True).choose(view_at(seats)),
    "hints": lambda seats: hints_for(view_at(seats), budget=Budget(simulations=2), interpreted=True),
    "explained": lambda seats: explained(view_at(seats), view_at(seats).numbers[0], simulations=2),
    "analyse": lambda seats: analyse(at_table(seats), simulations=2),
    "puzzles": lambda seats: puzzles.puzzle_at(at_table(seats), "", 1),
    "judge": lambda seats: watch_game(Watch(Task("embers", ("random",) * seats, tuple(range(seats)), 4), 0.05, 2)),
}


@pytest.mark.parametrize("who", WHO)
def test_whoever_searches_asks_for_the_settings_of_so_many_players(
    who: str, shelved: Callable[..., Game], asked: list[SearchSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelved(bots=BotTable(search=TWO, search_crowd=MANY))
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    monkeypatch.setattr(puzzles, "FEWEST", 1)
    monkeypatch.setattr(puzzles, "ROUNDS", ((2, 1.0),))
    for seats, settings in ((2, TWO), (3, MANY), (4, MANY)):
        asked.clear()
        WHO[who](seats)
        assert set(asked) == {settings}, seats


def test_tuning_begins_with_the_settings_of_so_many_players(
    shelved: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelved(bots=BotTable(search=TWO, search_crowd=MANY))
    tried: list[float] = []

    def trial(_: Tuner, name: str, value: float) -> float:
        assert name == "depth"
        tried.append(value)
        return 0.0

    monkeypatch.setattr(Tuner, "trial", trial)
    Tuner("embers", 20, 10, 2, 1, {}).tune("depth", [3, 5])
    Tuner("embers", 20, 10, 3, 1, {}).tune("depth", [3, 5])
    assert tried == [5, 3]


def test_luck_is_told_as_far_as_between_two(shelved: Callable[..., Game]) -> None:
    """However far a search looks among three: nobody waits longer for a review."""
    shelved(bots=BotTable(search=TWO, search_crowd=MANY))
    table = at_table(3)
    assert Estimator(table.lean.engine, table.box, 3).reach == TWO.depth


def test_what_a_game_leaves_out_is_taken_from_the_next_best(shelved: Callable[..., Game]) -> None:
    shelved(bots=BotTable(search=TWO))
    assert [settings_for("embers", seats).depth for seats in (2, 3, 4)] == [3, 3, 3]
    shelved(bots=BotTable(search=TWO, search_crowd=MANY))
    assert [bots_of("embers").settings_with_net(seats) for seats in (2, 3)] == [TWO, MANY]
    shelved(bots=BotTable(search=TWO, search_crowd=MANY, search_with_net=WITH_NET))
    assert [bots_of("embers").settings_with_net(seats) for seats in (2, 3)] == [WITH_NET, WITH_NET]


def test_kept_rules_think_like_the_newest(shelved: Callable[..., Game]) -> None:
    shelved()
    shelved(rules_version=2, bots=BotTable(search=TWO, search_crowd=MANY, search_with_net=WITH_NET))
    assert [settings_for("embers@1", seats) for seats in (2, 3)] == [TWO, MANY]
    assert bots_of("embers@1").settings_with_net(3) == WITH_NET


@pytest.mark.parametrize("name", ["search", "search_alone", "search_crowd", "search_with_net"])
def test_settings_are_settings(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} is a SearchSettings, not 'deep'"):
        BotTable(**cast("Any", {name: "deep"}))
