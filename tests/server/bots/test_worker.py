"""What runs in worker processes, run in this one (interpreted)."""

from __future__ import annotations

import os
import random
import signal
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import CompiledEngine, engine_for
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.players import Budget, Search
from firstfire.saves import save_text
from firstfire.server.bots import thoughts, worker
from firstfire.server.bots.level_rows import SIMPLE
from firstfire.server.bots.progress import Progress
from firstfire.server.bots.requests import BotRequest, Reader, luck_of
from firstfire.server.store import reviews
from firstfire.server.views.advice import review_body

KEPT = (
    1,
    [
        "curve games split strokes turning_points withheld",
        "best looks loss played seat step told",
        "best_sentence played_sentence why",
        "doubt luck par result skill",
    ],
)  # the number and the form of what is stored about a finished game


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    monkeypatch.setattr(thoughts, "_PLAYERS", OrderedDict())
    monkeypatch.setattr(thoughts, "_PACE", {})


def request(table: Table, level: str) -> BotRequest:
    seat = table.player
    assert seat is not None
    view = table.view(seat)
    state = bytes(view.state)
    return BotRequest(table.game.key, seat, level, state, tuple(view.numbers), luck_of(4, state))


@pytest.mark.parametrize("level", ["random", "greedy", "child", "hunter"])
def test_every_level_plays_legally_to_the_end(level: str) -> None:
    table = Table.new("embers", 2, 4)
    while not table.over:
        action = thoughts.choose(request(table, level), interpreted=False, limit=1.0)[0]
        assert action in table.numbers()
        table.play(action)


@pytest.mark.parametrize("level", SIMPLE)
def test_the_same_position_gets_the_same_answer(level: str) -> None:
    """A move that is taken back and made again meets no other luck, and a given deal is the same game anywhere."""
    table, answers = Table.new("embers", 3, 4), set()
    while not table.over:
        asked = request(table, level)
        action = thoughts.choose(asked, interpreted=False, limit=1.0)[0]
        assert {thoughts.choose(asked, interpreted=False, limit=1.0)[0] for _ in range(5)} == {action}
        answers.add(table.numbers().index(action))
        table.play(action)
    assert level == "greedy" or len(answers) > 2  # and by chance it is


def test_who_knows_all_that_a_bot_knows_cannot_foretell_what_it_picks() -> None:
    """Otherwise whoever watches it tries out which hidden things make it pick just that, and knows them."""
    table, other = Table.new("embers", 3, 4), 0
    while not table.over:
        asked = request(table, "random")
        actions = [
            thoughts.choose(replace(asked, luck=luck_of(seed, asked.state)), interpreted=False, limit=1.0)[0]
            for seed in (4, 5, 6, 7)
        ]
        other += len(table.numbers()) > 1 and len(set(actions)) > 1
        table.play(actions[0])
    assert other > 3


def test_a_search_that_would_take_too_long_goes_by_the_clock() -> None:
    table = Table.new("embers", 2, 4)
    thoughts._PACE["embers@1", "elder", 2, False, False] = 20.0  # simulations a second: it would think for minutes
    assert thoughts.choose(request(table, "elder"), interpreted=False, limit=0.5)[0] in table.numbers()
    searching = thoughts._PLAYERS["embers@1", "elder", False]
    assert isinstance(searching, Search) and searching.simulations == 10
    assert thoughts._PACE["embers@1", "elder", 2, False, False] != 20.0  # and it learns how fast it is


@pytest.mark.parametrize("level", ["child", "hunter", "elder", "spirit"])
def test_while_rules_compile_the_level_on_the_door_is_the_level_that_plays(level: str) -> None:
    """It thinks in plain Python, after a first look at how long that takes, as much as there is time for."""
    table = Table.new("embers", 2, 4)
    assert thoughts.choose(request(table, level), interpreted=True, limit=0.05)[0] in table.numbers()
    ((key, player),) = thoughts._PLAYERS.items()
    assert key == ("embers@1", level, True) and isinstance(player, Search)
    ((_, _, _, interpreted, led),) = thoughts._PACE
    assert not led
    assert interpreted and 0 < player.simulations <= player.budget.simulations


def test_the_pace_with_a_net_is_another_one_than_without() -> None:
    """A look of a net takes as long as several rollouts: what one level is fast at does not cut what another thinks."""
    table = Table.new("totem", 2, 4)
    for level in ("hunter", "spirit"):
        thoughts._PACE[table.game.key, level, 2, False, level == "spirit"] = 500.0
        thoughts.choose(request(table, level), interpreted=False, limit=0.02)
        player = thoughts._PLAYERS[table.game.key, level, False]
        assert isinstance(player, Search) and player.simulations == 10
    assert len(thoughts._PACE) == 2


def test_the_pace_of_two_players_is_another_one_than_of_three() -> None:
    """A game may look further ahead among three: what is fast at one table cuts nothing at another."""
    slow, quick = ("embers@1", "elder", 2, False, False), ("embers@1", "elder", 3, False, False)
    thoughts._PACE.update({slow: 20.0, quick: 1000.0})
    thoughts.choose(request(Table.new("embers", 3, 4), "elder"), interpreted=False, limit=0.3)
    searching = thoughts._PLAYERS["embers@1", "elder", False]
    assert isinstance(searching, Search) and searching.simulations == 300
    assert thoughts._PACE[slow] == 20.0 and thoughts._PACE[quick] != 1000.0


def test_the_pace_of_a_short_sight_is_another_one_than_of_a_long_one() -> None:
    """A child looks a few decisions ahead, and is done sooner: an elder is not held to think as fast."""
    table = Table.new("embers", 2, 4)
    child, elder = (("embers@1", level, 2, False, False) for level in ("child", "elder"))
    thoughts._PACE.update({child: 20.0, elder: 1000.0})
    thoughts.choose(request(table, "elder"), interpreted=False, limit=0.3)
    searching = thoughts._PLAYERS["embers@1", "elder", False]
    assert isinstance(searching, Search) and searching.simulations == 300
    assert thoughts._PACE[child] == 20.0 and thoughts._PACE[elder] != 1000.0


@pytest.mark.slow
def test_what_is_prepared_is_all_that_a_led_search_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doggerland's table is one player's if nobody says how many; its net leads between two."""
    monkeypatch.delenv("FIRSTFIRE_INTERPRET")
    worker.prepare("doggerland", lambda done, parts: None)
    engine = engine_for(find_game("doggerland"), interpreted=False)
    assert isinstance(engine, CompiledEngine)
    made = set(engine._entries)
    table = Table.new("doggerland", 2, 4)
    assert thoughts.choose(request(table, "spirit"), interpreted=False, limit=0.05)[0] in table.numbers()
    assert "search_with_net" in made
    assert set(engine._entries) <= made | {"observe"}


def test_only_so_many_players_keep_their_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "TREES", 2)
    table = Table.new("embers", 2, 4)
    for level in ("hunter", "shaman", "hunter", "elder", "gatherer", "hunter"):
        sure = Search(Budget(simulations=20), seed=1)  # without slips, so that it always thinks
        thoughts._PLAYERS.setdefault(("embers@1", level, False), sure)
        thoughts._PACE["embers@1", sure.name, 2, False, False] = 1000.0
        thoughts.choose(request(table, level), interpreted=False, limit=0.02)
    trees = {key[1]: bool(player.trees) for key, player in thoughts._PLAYERS.items() if isinstance(player, Search)}
    assert trees["hunter"] and sum(trees.values()) <= 3 and not trees["shaman"]


def test_advice_is_legal_sorted_and_weighed() -> None:
    table = Table.new("embers", 2, 4)
    reader = Reader("en", ("Ayla", "Brun"), 0)
    found = thoughts.advise(request(table, "hunter"), False, reader)
    assert {action for action, *_ in found} <= set(table.numbers())
    visits = [each.visits or 0 for each in found]
    assert visits == sorted(visits, reverse=True) and all(0 <= (each.worth or 0) <= 1 for each in found)
    assert found[0].reasons and not any(each.reasons for each in found[1:])
    (liked,) = thoughts.advise(request(table, "hunter"), True, reader)
    assert liked.action in table.numbers() and liked.worth is None and liked.reasons


@pytest.mark.slow
def test_a_finished_game_is_looked_back_at(tmp_path: Path) -> None:
    table = Table.new("embers", 2, 4, names=["Ayla", "Brun"])
    stream = random.Random(4)
    while not table.over:
        table.play(stream.choice(table.numbers()))
    progress = Progress(tmp_path / "progress")
    found = thoughts.review(save_text(table.to_save()), simulations=20, progress=progress.tell)
    done, whole = progress.read() or (0, 1)
    assert done == whole
    assert len(found["curve"]) == len(table.actions()) + 1
    assert all(0 <= point["step"] < len(table.actions()) and point["loss"] > 0 for point in found["turning_points"])
    for split in found["split"]:
        assert split["par"] + split["luck"] + split["skill"] == pytest.approx(split["result"], abs=0.001)


@pytest.mark.slow
def test_a_turning_point_is_told_in_every_language() -> None:
    """Four embers left: taking one instead of three throws the game away."""
    table = Table.new("embers", 2, 2, names=["Ayla", "Brun"])
    while table.state.pile > 4:
        table.play(min(3, table.state.pile - 4) - 1)
    table.play("take 1", "take 2", "take 1")
    found = thoughts.review(save_text(table.to_save()), simulations=100)
    worst = found["turning_points"][0]
    assert set(worst["told"]) == set(LANGUAGES)
    said = review_body(found, "en")["turning_points"][0]
    assert said["played_sentence"] != said["best_sentence"]
    assert said["why"] == []  # reasons take a search, for which plain Python has no time
    assert "told" not in said
    form = [found, worst, worst["told"]["en"], found["split"][0]]
    assert (reviews.FORMAT, [" ".join(sorted(part)) for part in form]) == KEPT, "another form: another number"


def test_bots_at_the_table_think_evenly() -> None:
    """A quick answer would tell what only the bot knows."""
    player = thoughts._player("totem", "hunter", True)
    assert isinstance(player, Search) and player.even


def test_a_worker_begins_where_there_is_no_niceness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no `os.nice`."""
    monkeypatch.delattr(os, "nice")
    before = signal.getsignal(signal.SIGINT)
    try:
        worker.begin([], 5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert worker.ready()
