"""Levels are measured: follies are counted, silly decisions judged, each level meets the one below."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firstfire import game as find_game
from firstfire.errors import BadSetup
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.lab.levels import measure, steps_of
from firstfire.lab.match import view_of
from firstfire.lab.watching import Watched, given_away, watch
from firstfire.players.search_tree import SearchTree
from firstfire.players.settings import SearchSettings

TAKE_TWO, TAKE_THREE = 1, 2


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")


def test_follies_of_random_play_are_counted() -> None:
    """Who plays anything ends turns of Honga with free hands; greedy does not."""
    careless, sensible = (watch("honga", player, 1, seed=4, jobs=1) for player in ("random", "greedy"))
    assert careless.follies > 0 and careless.decisions > careless.follies
    assert sensible.follies == 0 and sensible.games == 1


def test_what_gives_the_game_away_is_judged_so() -> None:
    """Four embers: who takes three leaves the last one, which burns, to the rival."""
    embers = find_game("embers")
    position = Position(embers, 2, 5, engine=engine_for(embers, interpreted=True))
    position.s.pile = 4
    view = view_of(position)
    tree = SearchTree(position.engine, position.box, SearchSettings(), looking=True)
    assert given_away(tree, view, TAKE_THREE, 200, 1) == 0.0
    assert given_away(tree, view, TAKE_TWO, 200, 1) > 0.5


def test_every_decision_is_judged_where_all_of_them_are_asked_for() -> None:
    seen = watch("embers", "random", 2, seed=3, share=1.0, simulations=40, jobs=1)
    assert seen.judged == seen.decisions > 0
    assert 0 < seen.silly <= seen.judged and seen.given > 0
    assert "blunders" in seen.line()


def test_each_level_meets_the_one_below() -> None:
    assert steps_of(["child", "gatherer", "hunter"]) == [
        ("child", "random"), ("hunter", "greedy"), ("gatherer", "child"), ("hunter", "gatherer"),
    ]  # fmt: skip


def test_a_report_tells_steps_and_what_was_seen() -> None:
    report = measure("embers", levels=["gatherer", "hunter"], games=2, watched=1, share=0.5, simulations=5, jobs=1)
    text = report.table()
    assert "hunter over gatherer" in text and "hunter over greedy" in text and "dominated moves in 1 games" in text
    assert [match["games"] for match in report.as_dict()["steps"]] == [2, 2]
    assert [row["player"] for row in report.as_dict()["watched"]] == ["hunter"]
    with pytest.raises(BadSetup, match="not boss"):
        measure("embers", levels=["boss"])


def test_what_was_seen_adds_up() -> None:
    one = Watched("totem", "hunter", 1, 10, 2, 4, 1, 0.2)
    one.add(replace(one))
    assert (one.games, one.decisions, one.follies, one.judged, one.silly, one.given) == (2, 20, 4, 8, 2, 0.4)


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(BadSetup, match="share"):
        watch("embers", "greedy", 1, share=2.0)
    with pytest.raises(BadSetup, match="at least 1 game"):
        watch("embers", "greedy", 0)
