"""`firstfire analyse`: luck, skill and turning points of a saved game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.cli import main
from firstfire.kernel.game import Game


@pytest.fixture
def finished(tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game of Embers in which somebody threw it away."""
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    while table.state.pile > 4:
        table.play(min(3, table.state.pile - 4) - 1)
    table.play("take 1", "take 2", "take 1")
    path = tmp_path / "game.json"
    table.save(path)
    return path


def test_a_saved_game_is_told_as_luck_and_skill(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(finished), "--simulations", "60"]) == 0
    told = capsys.readouterr().out
    assert "luck" in told
    assert "skill" in told
    assert "Better:" in told
    assert "rests on 60 games" in told and "240 looks" in told


def test_too_few_simulations_give_no_verdict(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, said in (("en", "Too few simulations"), ("fr", "Trop peu d’essais"), ("nl", "Te weinig pogingen")):
        assert main(["analyse", str(finished), "--simulations", "7", "--lang", language]) == 0
        told = capsys.readouterr().out
        assert said in told and "Better:" not in told


def test_the_data_add_up(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(finished), "--simulations", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for split in found["split"]:
        assert split["par"] + split["luck"] + split["skill"] == pytest.approx(split["result"], abs=1e-12)
    assert found["turning_points"][0]["best"] == "take 3"


def test_a_game_that_goes_on_is_not_analysed(
    tiny: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    table.save(tmp_path / "game.json")
    assert main(["analyse", str(tmp_path / "game.json")]) == 2
    assert "only a finished game" in capsys.readouterr().err
