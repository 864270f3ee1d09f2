"""Matches and ladders: who sits where, what is counted, what is printed."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from firstfire.errors import BadSetup, UnknownGame
from firstfire.lab import match as matches
from firstfire.lab.commands import Bar, add_commands
from firstfire.lab.ladder import Ladder, climb
from firstfire.lab.match import Match, PlayedGame, Task, play_match
from firstfire.lab.statistics import Group, Pairing, ratings, wilson


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(required=True))
    arguments = parser.parse_args(words)
    status: int = arguments.command(arguments)
    return status


def test_every_player_sits_on_every_seat_of_every_deal() -> None:
    tasks = list(Match("embers", ["random", "greedy", "child"], 12).tasks())
    assert Counter(task.seed for task in tasks) == {1: 3, 2: 3, 3: 3, 4: 3}
    for seed in range(1, 5):
        seatings = {task.players for task in tasks if task.seed == seed}
        assert seatings == {
            ("random", "greedy", "child"), ("child", "random", "greedy"), ("greedy", "child", "random")
        }  # fmt: skip


def test_results_go_to_players_not_to_seats() -> None:
    """The greedy player of Embers beats random play from both seats."""
    result = play_match("embers", ["random", "greedy"], 60, jobs=1)
    rows = {row["name"]: row for row in result.as_dict()["players"]}
    assert rows["greedy"]["win_rate"] > 0.6
    assert rows["greedy"]["win_rate"] + rows["random"]["win_rate"] == pytest.approx(1)
    low, high = rows["greedy"]["interval"]
    assert 0.5 < low < high <= 1


def test_a_deal_that_some_seats_missed_is_named() -> None:
    assert "not played from all 2 seats" in play_match("embers", ["random", "greedy"], 3, jobs=1).table()
    assert "not played" not in play_match("embers", ["random", "greedy"], 4, jobs=1).table()


def test_the_bar_ends_its_line_when_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = Bar(width=4)
    bar.close()
    assert capsys.readouterr().err == ""
    bar(1, 2)
    bar.close()
    assert capsys.readouterr().err == "\r[██··] 1/2\n"


@pytest.mark.slow
def test_a_match_can_be_repeated() -> None:
    """Same names, same seed: the same games; on two processes too."""
    first, second = (play_match("embers", ["search:20", "greedy"], 8, jobs=jobs) for jobs in (1, 2))
    key = [(played.task.seed, played.task.order, played.scores) for played in first.played]
    assert sorted(key) == sorted((played.task.seed, played.task.order, played.scores) for played in second.played)


def test_a_long_match_is_not_held_in_memory() -> None:
    """Games are taken from the plan as processes have room for them."""
    taken = []

    def plan() -> Iterator[Task]:
        for task in Match("embers", ["random", "random"], 10**9).tasks():
            taken.append(task.seed)
            yield task

    results = matches.run(plan(), jobs=2)
    assert next(results).plies > 0
    results.close()
    assert len(taken) < 200


def test_an_interrupted_match_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    real = matches.play_task

    def third_is_too_long(task: Task) -> PlayedGame:
        if task.seed == 2:
            raise KeyboardInterrupt
        return real(task)

    monkeypatch.setattr(matches, "play_task", third_is_too_long)
    result = play_match("embers", ["random", "greedy"], 10, jobs=1)
    assert len(result.played) == 2
    assert result.as_dict()["games"] == 2


def test_match_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "embers", "--players", "greedy,random", "--games", "6", "--jobs", "1", "--json"]
    assert run(*words) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 6
    assert [set(row) for row in report["players"]] == [
        {"name", "win_rate", "interval", "mean_score", "seconds_per_decision", "share_of_time"}
    ] * 2


def test_match_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("match", "embers", "--players", "greedy,random", "--games", "2", "--jobs", "1") == 0
    head, titles, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("embers: 2 of 2 games")
    assert "95 % interval" in titles
    assert [row.split()[0] for row in rows] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "chess", "--players", "greedy,random"], "no game called 'chess'"),
        (["match", "embers", "--players", "greedy,robot"], "no player 'robot'"),
        (["match", "embers", "--players", "greedy"], "cannot be played by 1"),
        (["match", "embers", "--players", "greedy,,random"], "commas"),
        (["match", "embers", "--players", "greedy,random", "--games", "0"], "at least 1 game"),
        (["match", "embers", "--players", "greedy,random", "--jobs", "0"], "1 to 1024 jobs"),
        (["match", "embers", "--players", "greedy,random", "--option", "fast"], "NAME=VALUE"),
        (["match", "embers", "--players", "greedy,random", "--jobs", "100000"], "1 to 1024 jobs"),
        (["match", "embers", "--players", "greedy,random", "--seed", "-1"], "seeds are whole numbers"),
        (["match", "embers", "--players", "greedy,random", "--seed", str(2**64 - 2)], "seeds are whole numbers"),
        (["match", "embers", "--players", "greedy,random", "--option", "fast=yes"], "no option 'fast'"),
        (["ladder", "embers", "--players", "greedy,greedy"], "named once"),
    ],
)
def test_wrong_words_get_help_and_status_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert said in heard.err


def test_wrong_matches_are_refused_before_a_game_is_played() -> None:
    with pytest.raises(UnknownGame):
        Match("chess", ["random", "random"], 1)
    with pytest.raises(BadSetup):
        Match("embers", ["random"] * 5, 1)


def test_ladder_command_rates_players(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "embers", "--players", "random,greedy", "--games", "40", "--jobs", "1", "--json"]
    assert run(*words) == 0
    report = json.loads(capsys.readouterr().out)
    random_row, greedy_row = report["players"]
    assert random_row["rating"] == 0
    assert greedy_row["rating"] > 50
    assert greedy_row["interval"][0] < greedy_row["rating"] < greedy_row["interval"][1]
    assert report["pairings"][0]["players"] == ["greedy", "random"]


@pytest.mark.slow
def test_ladder_meets_the_next_two() -> None:
    ladder = climb("embers", players=("random", "greedy", "child", "gatherer"), games=2, jobs=1)
    assert {pairing.players for pairing in ladder.pairings} == {(1, 0), (2, 0), (2, 1), (3, 1), (3, 2)}
    assert all(pairing.games == 2 for pairing in ladder.pairings)


@pytest.mark.slow
@pytest.mark.parametrize("finished", [0, 1, 3])
def test_an_interrupted_ladder_rates_what_was_played(
    finished: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every pair has had a game before one has its second; who has not played has no rating."""
    real = matches.play_task
    played: list[PlayedGame] = []

    def interrupted(task: Task) -> PlayedGame:
        if len(played) == finished:
            raise KeyboardInterrupt
        played.append(real(task))
        return played[-1]

    monkeypatch.setattr(matches, "play_task", interrupted)
    words = ["ladder", "embers", "--players", "random,greedy,child", "--games", "10", "--jobs", "1", "--json"]
    assert run(*words) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["games"] for row in report["pairings"]] == [1] * finished
    assert [row["name"] for row in report["players"]] == ["random", "greedy", "child"]
    assert [row["rating"] is None for row in report["players"]] == {
        0: [True, True, True], 1: [False, False, True], 3: [False, False, False]
    }[finished]  # fmt: skip
    played.clear()
    assert run(*words[:-1]) == 0
    shown = capsys.readouterr().out
    assert ("no game was finished" in shown) == (finished == 0)
    assert ("child            has not finished a game" in shown) == (finished == 1)


def test_a_match_without_a_game_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(task: Task) -> PlayedGame:
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "play_task", interrupted)
    result = play_match("embers", ["random", "greedy"], 10, jobs=1)
    assert result.table() == "embers: no game was finished"
    assert [row["win_rate"] for row in result.as_dict()["players"]] == [None, None]


def test_a_sweep_is_no_distance() -> None:
    sweep = Ladder("embers", ("random", "greedy"), (Pairing(1, 0, 10, 10),)).table()
    assert "may be any distance ahead" in sweep
    assert "distance" not in Ladder("embers", ("random", "greedy"), (Pairing(1, 0, 9, 10),)).table()


def test_wilson_interval_is_wilsons() -> None:
    """Textbook figures: 8 of 10 gives 49.0 % to 94.3 %; nothing of 10 gives 0 to 27.8 %."""
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert wilson(0, 10) == pytest.approx((0.0, 0.278), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_ratings_follow_the_odds() -> None:
    """Ten to one is 400 points; ratings add up along a chain."""
    found = ratings(3, [Pairing(1, 0, 10000, 11000), Pairing(2, 1, 10000, 11000)])
    assert found.elo[0] == 0
    assert found.elo[1] == pytest.approx(400, abs=1)
    assert found.elo[2] == pytest.approx(800, abs=2)
    assert 0 == found.reach[0] < found.reach[1] < found.reach[2]


def test_a_step_is_as_sure_as_its_own_games() -> None:
    """The weak link to the first player does not blur the step between the next two."""
    found = ratings(3, [Pairing(1, 0, 4, 4), Pairing(2, 1, 10000, 11000)])
    assert found.step[2] == pytest.approx(400, abs=1)
    assert found.step_reach[2] < 15 < found.reach[1] < found.reach[2]
    assert found.step[1] == found.elo[1]


def test_a_clean_sweep_has_a_finite_rating() -> None:
    found = ratings(2, [Pairing(1, 0, 20, 20)])
    assert 400 < found.elo[1] < 1000
    assert found.reach[1] > 100


def test_a_match_stops_when_it_is_decided_and_says_so() -> None:
    """Greedy against random at Embers: clear long before the planned end; the verdict looks at whole deals in order."""
    result = play_match("embers", ["random", "greedy"], 2000, jobs=1, until_decided=True)
    decided = result.as_dict()["decided"]
    assert decided is not None and decided["better"] == (decided["player"] == 1)
    assert 16 <= len(result.played) < 400
    assert "decided: " in result.table()


def test_equal_players_are_seldom_told_apart_however_long_one_looks() -> None:
    wrong = sum(
        play_match("embers", ["random", "random"], 120, seed=1000 * run, jobs=1, until_decided=True).verdict.decided
        is not None
        for run in range(12)
    )
    assert wrong <= 2


def test_games_that_end_early_wait_for_the_deals_before_them() -> None:
    match = Match("embers", ["random", "greedy"], 40)
    played = [matches.play_task(task) for task in match.tasks()]
    for one in reversed(played):
        match.add(one)
        assert match.verdict.deals == [] or one is played[0] or one is played[1]
    assert len(match.verdict.deals) == 20


def test_kept_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = play_match("embers", ["random", "greedy"], 6, jobs=1, folder=tmp_path)

    def never(task: Task) -> PlayedGame:
        raise AssertionError(f"{task.name} was played already")

    monkeypatch.setattr(matches, "warm_up", lambda tasks: None)
    monkeypatch.setattr(matches, "play_task", never)
    again = play_match("embers", ["random", "greedy"], 6, jobs=1, folder=tmp_path)
    assert again.played == first.played
    next(iter(tmp_path.iterdir())).write_bytes(b"?")
    with pytest.raises(BadSetup, match="damaged"):
        play_match("embers", ["random", "greedy"], 6, jobs=1, folder=tmp_path)


def test_a_decided_match_is_the_same_whatever_the_order_games_end_in() -> None:
    """Games beyond the deal that decided do not count, though several workers have played some."""
    alone = play_match("embers", ["random", "greedy"], 2000, jobs=1, until_decided=True)
    deals = alone.verdict.needed
    many = Match("embers", ["random", "greedy"], 2000)
    tasks = [task for task in many.tasks() if task.seed < many.seed + deals + 6]
    for task in reversed(tasks):
        many.add(matches.play_task(task))
    told, again = alone.as_dict(), many.cut().as_dict()
    for row in told["players"] + again["players"]:
        del row["seconds_per_decision"], row["share_of_time"]
    assert told == again and told["games"] == 2 * deals < len(many.played)


def test_ratings_of_tables_of_three_tell_the_strengths_they_were_made_of() -> None:
    """Shares 4:2:1 at a table of three are 120 Elo points from one to the next, as they are between two."""
    three = ratings(3, [Group((2, 1, 0), (4000.0, 2000.0, 1000.0), 7000)])
    two = ratings(2, [Pairing(1, 0, 2000.0, 3000)])
    assert three.elo[1] == pytest.approx(two.elo[1], abs=1) and three.step[2] == pytest.approx(three.elo[1], abs=1)
    assert all(0 < reach < 20 for reach in three.reach[1:])


def test_groups_of_two_are_pairings() -> None:
    pairs, groups = (
        [Pairing(1, 0, 7.5, 12), Pairing(2, 1, 3, 9)],
        [Group((1, 0), (7.5, 4.5), 12), Group((2, 1), (3, 6), 9)],
    )
    assert ratings(3, pairs) == ratings(3, groups)


def test_a_ladder_of_three_at_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ladder", "embers", "--players", "random,greedy,child", "--seats", "3", "--games", "6", "--jobs", "1")
    assert run(*words, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    [group] = report["pairings"]
    assert group["players"] == ["child", "greedy", "random"] and group["games"] == 6
    assert sum(group["win_rates"]) == pytest.approx(1, abs=0.001) and len(group["intervals"]) == 3
    assert run(*words) == 0
    assert "child " in capsys.readouterr().out
    assert run("ladder", "embers", "--players", "random,greedy", "--seats", "3") == 2
    assert "at least 3 players" in capsys.readouterr().err


def test_a_match_tells_who_thought_how_much_of_the_time() -> None:
    rows = play_match("embers", ["random", "search:200"], 4, jobs=1).as_dict()["players"]
    assert rows[1]["share_of_time"] > 0.5 > rows[0]["share_of_time"]
    assert sum(row["share_of_time"] for row in rows) == pytest.approx(1, abs=0.001)
