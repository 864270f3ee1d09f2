"""Chances to win as they are told: put right by how games ended, never quite sure."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks import win_curve

from firstfire import Table
from firstfire.errors import FirstfireError
from firstfire.explain import analyse
from firstfire.explain.analysis import _chances, hints_for
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.game import Game
from firstfire.players.base import Budget
from firstfire.players.chances import EYES, LEAST, LED, ROLLOUTS, SEARCH, VALUE, Calibration, calibration_of, table_kind
from firstfire.players.guided import has_guide, judging_tree
from firstfire.server.views.albums import Album

ROOT = Path(__file__).parents[2]
MANY = 300  # games
SMALL = 0.03  # error
CURVES = ((VALUE, False), (ROLLOUTS, False), (SEARCH, True), (LED, True))


def eyes_of(game: Game) -> set[str]:
    """Whose chances a game is told by at tables of two to four."""
    led = {has_guide(game, seats) for seats in game.seats if 1 < seats <= 4}
    return {VALUE, ROLLOUTS} | ({LED} if True in led else set()) | ({SEARCH} if False in led else set())


@pytest.mark.parametrize("name", GAMES)
def test_whoever_stands_better_is_told_more_and_never_all(name: str) -> None:
    game = find_game(name)
    for eye, of_mover in CURVES:
        for seats in game.seats:
            calibration = calibration_of(game, eye, seats)
            told = []
            for percent in range(101):
                share = percent / 100
                others = [(1 - share) / max(seats - 1, 1)] * (seats - 1)
                chances = calibration.of([share, *others], 0 if of_mover else None)
                assert all(LEAST <= chance <= 1 - LEAST for chance in chances)
                assert seats == 1 or sum(chances) == pytest.approx(1)
                told.append(chances[0])
            assert told == sorted(told) and told[1] < told[50] < told[99]


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_have_every_game_and_every_eye_with_a_small_error(name: str) -> None:
    """What is kept beside the strategy, what is written down of it, and the page say the same."""
    game = find_game(name)
    report = json.loads((ROOT / "docs/reference/win-curve.json").read_text(encoding="utf-8"))
    rows = {row["eye"]: row for row in report["figures"] if row["game"] == name}
    assert set(rows) == eyes_of(game) and list(rows) == [eye for eye in (VALUE, ROLLOUTS, LED, SEARCH) if eye in rows]
    assert all(sum(count for *_, count in row["bins"]) >= 10 * row["games"] for row in rows.values())
    assert all(row["games"] >= MANY for eye, row in rows.items() if eye != SEARCH)  # (no net: four at a table, rare)
    assert all(row["error"] <= SMALL for row in rows.values())
    assert report["numbers"][name] == {
        f"{eye}.{table_kind(seats)}": vars(calibration_of(game, eye, seats))
        for eye in EYES
        for seats in game.seats
        if 1 < seats <= 4 and (eye in (VALUE, ROLLOUTS) or (eye == LED) == has_guide(game, seats))
    }
    page = (ROOT / "docs/reference/strength.md").read_text(encoding="utf-8")
    title = game.words("en").say("game.title")
    for row in rows.values():
        errors = f"{100 * row['before']:.1f} | {100 * row['error']:.1f}"
        assert f"| {title} | {row['eye']} | {row['games']:,} | {errors} | {row['made']} |" in page


def test_a_game_that_was_sampled_gets_other_figures_and_the_others_keep_theirs() -> None:
    report = json.loads(win_curve.REPORT.read_text(encoding="utf-8"))
    found = [{"game": "honga", "eye": VALUE, "games": 400, "made": "today"}]
    after = win_curve.merged(report, "honga", {"value.duel": {}}, found)
    assert after["numbers"] == {**report["numbers"], "honga": {"value.duel": {}}}
    assert [row for row in after["figures"] if row["game"] == "honga"] == found
    rest = [row for row in report["figures"] if row["game"] != "honga"]
    assert [row for row in after["figures"] if row["game"] != "honga"] == rest
    assert list(dict.fromkeys(row["game"] for row in after["figures"])) == list(GAMES)


def test_games_that_no_number_was_found_on_are_added_to_the_figures() -> None:
    """Their chances are told by the numbers there are, and the bars of both samples become one."""
    report = json.loads(win_curve.REPORT.read_text(encoding="utf-8"))
    row = next(row for row in report["figures"] if (row["game"], row["eye"]) == ("totem", VALUE))
    fresh = [
        {"seed": seed, "seat": 0, "led": True, "value": [0.5, 0.5], "ended": [1.0, 0.0]}
        for seed in (-1, -1, -2)
    ]  # fmt: skip
    after = win_curve.added(row, fresh, "today")
    assert (after["games"], after["made"]) == (row["games"] + 2, f"{row['made']}; today")
    assert sum(count for *_, count in after["bins"]) == sum(count for *_, count in row["bins"]) + 6
    assert win_curve.error_of(row["bins"]) == pytest.approx(row["error"], abs=0.0002)
    assert win_curve.together([(0.4, 0.2, 3)], [(0.44, 0.6, 1), (1.0, 1.0, 2)]) == [(0.41, 0.3, 4), (1.0, 1.0, 2)]


def test_the_error_is_that_of_games_no_number_was_found_on() -> None:
    """Who wins is chance here, and every chance was foreseen as sure: each part is told what the others teach."""
    stream = Random(1)
    rows: list[dict[str, Any]] = [
        {"seed": seed, "seat": 0, "led": False, "value": [0.99, 0.01], "ended": ended}
        for seed in range(200)
        for ended in [stream.choice(([1.0, 0.0], [0.0, 1.0]))]
    ]
    pairs = win_curve.crossed(rows, VALUE)
    assert len(pairs) == 400 and {said for said, _ in pairs} <= {
        told for part in range(win_curve.PARTS)
        for some in [[row for row in rows if row["seed"] % win_curve.PARTS != part]]
        for told in win_curve.best(some, VALUE).of((0.99, 0.01))
    }  # fmt: skip
    assert all(0.2 < said < 0.8 for said, _ in pairs)


def test_a_hint_and_an_analysis_tell_the_same_chance() -> None:
    """At Totem, plain rules: what a hint tells of its best action is what the judge of an analysis sees in it."""
    table = Table.new("totem", 2, seed=3, interpreted=True)
    seat = table.player
    assert seat is not None
    view = table.view(seat)
    hint = hints_for(view, budget=Budget(simulations=12), count=1, seed=5, interpreted=True)[0]
    tree = judging_tree(table.lean.engine, table.box, 2)
    tree.plant(view.state, seat, 5)
    tree.grow(12)
    win = next(branch.win for branch in tree.branches() if branch.action == hint.action.number)
    numbers = calibration_of(find_game("totem"), LED, 2)
    assert _chances(tree, win, seat) == numbers.of(win, seat)
    assert hint.win == hint.wins[seat] and LEAST <= hint.win <= 1 - LEAST


def test_a_sure_win_is_not_told_as_sure_and_the_end_as_it_was(tiny: Game) -> None:
    """By a hint, by what an explained move says, by the curve of a replay, by that of an analysis."""
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    while table.state.pile > 4:
        table.play(min(3, table.state.pile - 4) - 1)
    assert table.player is not None
    view = table.view(table.player)
    assert 0.98 < hints_for(view, interpreted=True, budget=Budget(simulations=150))[0].win <= 1 - LEAST
    table.play("take 3", "take 1")
    album = Album(table).develop()
    curve = album.curve(0, album.steps + 1)
    assert set(curve[-1]) == {0.0, 1.0} == set(analyse(table, simulations=8).curve[-1])
    assert all(LEAST <= chance <= 1 - LEAST for row in curve[:-1] for chance in row)


def test_a_seat_that_thinks_too_well_of_itself_is_told_less() -> None:
    assert Calibration(mover=-0.4).of((0.5, 0.5), 0)[0] < 0.45
    assert Calibration(mover=-0.4).of((0.5, 0.5)) == pytest.approx((0.5, 0.5))
    assert Calibration(power=0.3).of((0.9, 0.1))[0] < 0.7 < Calibration(power=1.5).of((0.9, 0.1))[0]
    assert Calibration().of((0.3,)) == pytest.approx((0.3,), abs=0.01)  # alone


def test_numbers_that_cannot_be_are_refused() -> None:
    for power, floor in ((0.0, 0.01), (1.0, 0.0), (1.0, 0.3)):
        with pytest.raises(FirstfireError, match="a calibration needs"):
            Calibration(power, floor)
