"""Tuning keeps what wins and leaves what does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from firstfire.games import GAMES
from firstfire.lab import tuning
from firstfire.lab.match import Match, Standing, play_match
from firstfire.lab.tuning import Tuner, main
from firstfire.players.settings import settings_for


def make() -> Tuner:
    return Tuner("embers", 20, 10, 2, 1, {"depth": 5})


def test_the_best_value_is_kept_when_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    tuner = make()
    found = {0: -1.0, 10: 2.0, 20: 3.0}
    monkeypatch.setattr(Tuner, "trial", lambda self, name, value: found[value])
    tuner.tune("depth", [0, 5, 10, 20])
    assert tuner.kept == {"depth": 20}


def test_noise_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tuner = make()
    monkeypatch.setattr(Tuner, "trial", lambda self, name, value: 1.0)
    tuner.tune("depth", [0, 5, 10])
    assert tuner.kept == {"depth": 5}


def test_a_trial_plays_the_change_against_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def spy(game: str, players: Sequence[str], games: int, seed: int, jobs: int | None, options: object) -> Match:
        asked.append(list(players))
        return play_match(game, players, games, seed=seed, jobs=jobs)

    monkeypatch.setattr(tuning, "play_match", spy)
    make().trial("depth", 0)
    assert asked == [["search:20+depth=0", "search:20+depth=5"]]


def test_a_lone_player_is_compared_on_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    wins = {"search:20+depth=0": 6.0, "search:20+depth=5": 1.0}

    def spy(game: str, players: Sequence[str], games: int, seed: int, jobs: int | None, options: object) -> Match:
        asked.append((players[0], seed))
        match = Match("doggerland", players, games, seed=seed)
        match.standings[0] = Standing(players[0], games, wins[players[0]])
        return match

    monkeypatch.setattr(tuning, "play_match", spy)
    tuner = Tuner("doggerland", 20, 10, 1, 1, {"depth": 5})
    assert tuner.trial("depth", 0) == pytest.approx((0.6 - 2 / 12) / (2 * (2 / 12) * (10 / 12) / 10) ** 0.5)
    assert asked == [("search:20+depth=0", 1), ("search:20+depth=5", 1)]


def test_wrong_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embers", "--settings", "luck"]) == 2
    assert "no setting 'luck'" in capsys.readouterr().err
    assert main(["embers", "--start", "depth"]) == 2
    assert "NAME=VALUE" in capsys.readouterr().err


def test_what_is_in_use_is_on_the_grid() -> None:
    """The kept settings could have come out of the tuning."""
    for name, values in tuning.GRID.items():
        assert {getattr(settings_for(game), name) for game in GAMES} <= set(values)
        assert {getattr(settings_for(game, 3), name) for game in GAMES} <= set(values)
        assert getattr(settings_for("doggerland", 1), name) in values
