"""The benchmark: ratings, the frozen protocol, what a result holds, and the player who exploits an agent."""

from __future__ import annotations

import json
from math import log10
from pathlib import Path

import pytest

from firstfire.cli import main
from firstfire.errors import BadSetup
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.lab import benchmark
from firstfire.lab.agents import agent_named
from firstfire.lab.benchmark import columns, protocol, rating, reference_seconds, run_benchmark
from firstfire.lab.boxes import box_with
from firstfire.lab.exploit import TRIED, Exploiter, exploit
from firstfire.lab.match import play_match
from firstfire.players import Random
from firstfire.table import Table


def test_an_even_score_against_one_opponent_is_its_rating() -> None:
    middle, reach = rating([(300, 50.0, 100)])
    assert middle == pytest.approx(300) and 50 < reach < 100


def test_three_wins_of_four_are_190_points() -> None:
    """By Elo's table; the drawn game that is added weighs little among 4,000."""
    assert rating([(0, 3000.0, 4000)])[0] == pytest.approx(400 * log10(3), abs=1)


def test_a_clean_sweep_has_a_finite_rating_and_more_games_a_narrower_one() -> None:
    few, many = rating([(0, 10.0, 10)]), rating([(0, 100.0, 100)])
    assert 0 < few[0] < many[0] < 2000
    assert rating([(0, 500.0, 1000)])[1] < rating([(0, 50.0, 100)])[1]


def test_nothing_played_is_no_rating() -> None:
    with pytest.raises(BadSetup, match="at least one game"):
        rating([(0, 0.0, 0)])


def test_the_protocol_fits_the_games_as_they_are() -> None:
    """A change of rules, nets or components that the protocol measures with needs a new protocol."""
    for name in GAMES:
        game = find_game(name)
        plan = benchmark._plan(game)
        assert plan["ratings"]["greedy"] == 0
        assert bytes(box_with(game, plan["changed"])) != bytes(box_with(game, {}))
        for opponent in plan["ratings"]:
            agent_named(opponent, name, 1)


def test_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = {"totem": {**protocol()["totem"], "rules": 99}}
    monkeypatch.setattr(benchmark, "protocol", lambda: plan)
    with pytest.raises(BadSetup, match="protocol 1 measures totem with rules 99"):
        run_benchmark("totem", "random")
    monkeypatch.setattr(benchmark, "protocol", dict)
    with pytest.raises(BadSetup, match="not honga"):
        run_benchmark("honga", "random")


def test_a_result_holds_what_is_needed_to_do_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**protocol(), "deals_of_three": 1, "deals_changed": 1, "deals_alone": 1}
    known["doggerland"] = {**known["doggerland"], "ratings": {"random": -619, "greedy": 0}, "deals": 1}
    monkeypatch.setattr(benchmark, "protocol", lambda: known)
    monkeypatch.setattr(benchmark, "THREE", ("random", "random"))
    monkeypatch.setattr(benchmark, "CHANGED", "random")
    out = tmp_path / "result.json"
    assert main(["benchmark", "doggerland", "greedy", "--jobs", "1", "--out", str(out), "--keep", str(tmp_path)]) == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [row["against"] for row in found["matches"]] == [["random"]]  # not against itself
    assert found["whole"] and found["matches"][0]["games"] == 2 and found["matches"][0]["first_deal"] == 4_800_001
    assert found["three"]["games"] == 3 and found["changed"]["games"] == 2 and found["alone"]["games"] == 1
    assert found["changed"]["components"] == known["doggerland"]["changed"]
    assert found["interval"][0] <= found["rating"] <= found["interval"][1]
    assert found["row"].count("|") == len(columns("doggerland")) + 1
    assert found["row"].startswith("| greedy | doggerland, protocol 1 |") and found["net"] == known["doggerland"]["net"]
    assert found["command"] == "firstfire benchmark doggerland 'greedy' --deals 1"
    again = run_benchmark("doggerland", "greedy", jobs=1, folder=tmp_path).as_dict()
    told = ("rating", "matches", "three", "changed", "alone", "rules")
    assert {name: again[name] for name in told} == {name: found[name] for name in told}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["totem", "nobody"], "nobody"),
        (["totem", "random", "--deals", "0"], "1 to 10,000 deals"),
        (["totem", "random", "--exploit", "-1"], "0 to 10,000 deals"),
        (["totem", "random", "--out", "/no/such/folder/x.json"], "no folder"),
    ],
)
def test_wrong_words_are_told(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", *words]) == 2
    assert says in capsys.readouterr().err


def test_changed_components_change_the_game() -> None:
    """Eight cards dealt instead of seven: other games of the same deals."""
    plain = play_match("totem", ["random", "random"], 2, jobs=1)
    changed = play_match("totem", ["random", "random"], 2, jobs=1, components={"setup.deal": 8})
    assert [game.plies for game in plain.played] != [game.plies for game in changed.played]
    assert plain.played[0].task.name != changed.played[0].task.name
    with pytest.raises(BadSetup, match="attacks"):
        play_match("totem", ["random", "random"], 2, components={"limits.attacks": 9})


def test_an_exploiter_beats_an_agent_that_never_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firstfire.lab.exploit.WORLDS", 12)
    found = exploit("totem", "random", 4, 1)
    assert found["games"] == 8 and found["win_rate"] > 0.5
    assert (found["tried"], found["worlds"]) == (TRIED, 12)


def test_an_exploiter_sees_what_its_seat_knows_and_no_more() -> None:
    """What it chooses hangs on its view and its seed alone: the same in two deals that look the same to it."""
    table = Table.new("totem", seed=5)
    view = table.view(int(table.player or 0))
    other = view.determinize(99)
    assert bytes(other.seen_by(view.seat)) == bytes(view.state)
    seen = type(view)(view.game, view.box, view.seat, other.seen_by(view.seat), list(view.numbers), (), None)
    assert Exploiter(Random(1), 7).choose(view) == Exploiter(Random(1), 7).choose(seen)


def test_the_reference_loop_takes_time() -> None:
    assert 0.001 < reference_seconds() < 10


def test_a_report_ends_with_a_table_and_says_how_many_deals_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**protocol(), "deals_changed": 1}
    known["totem"] = {**known["totem"], "ratings": {"random": -620}, "deals": 9}
    monkeypatch.setattr(benchmark, "protocol", lambda: known)
    monkeypatch.setattr(benchmark, "CHANGED", "random")
    heads, rule, row = run_benchmark("totem", "greedy", deals=1, jobs=1).table().splitlines()[-3:]
    assert heads.count("|") == rule.count("|") == row.count("|") == len(columns("totem")) + 1
    assert row.startswith("| greedy | totem, protocol 1, 1 of 9 deals |")
