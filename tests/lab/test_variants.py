"""Variants: another constant for one player, the file's for the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firstfire.errors import BadSetup
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.record import copy_of
from firstfire.lab.match import view_of
from firstfire.lab.variants import Judge, bred, main, settings, variant
from firstfire.players import Greedy


def in_play(game: Game) -> Position:
    """Totem after the placing, with attacks on hidden totems among the choices."""
    position = Position(game, 2, 3, engine=engine_for(game, interpreted=True))
    for _ in range(8):
        position.step(position.legal()[0])
    return position


def test_a_variant_judges_otherwise_and_the_game_as_before() -> None:
    """Where a destroyed totem is worth nothing nobody attacks; the habit follows."""
    game = find_game("totem")
    peaceful = variant(game, {"KILL": 0.0, "KILL_EYE": 0.0, "KILL_SUM": 0.0})
    position = in_play(game)
    s, box = position.s, position.box
    attacks = [action for action in position.legal() if game.actions.text(action).startswith("attack")]
    assert all(peaceful.rules["prefer"](s, box, action) < game.rules["prefer"](s, box, action) for action in attacks)
    chosen = peaceful.rules["habit"](copy_of(s), box)
    assert chosen not in attacks
    best = max(peaceful.rules["prefer"](s, box, action) for action in position.legal())
    assert peaceful.rules["prefer"](s, box, chosen) == pytest.approx(best)
    assert variant(game, {}).rules["prefer"](s, box, attacks[0]) == game.rules["prefer"](s, box, attacks[0])
    assert peaceful.rules["apply"] is game.rules["apply"]


def test_constants_of_all_files_of_a_strategy_can_be_changed() -> None:
    """What a guard is worth stands in `strategy/worth.py`: `value` and `prefer`, in other files, follow it."""
    game = find_game("totem")
    careless = variant(game, {"GUARD_LEVEL": 0.0, "GUARD_SHIELD": 0.0, "GUARD_POWER": 0.0})
    s, box = (position := in_play(game)).s, position.box
    guards = [action for action in position.legal() if game.actions.text(action).startswith("swap")]
    assert any(careless.rules["prefer"](s, box, act) != game.rules["prefer"](s, box, act) for act in guards)
    mine, theirs = [0.0] * 2, [0.0] * 2
    careless.rules["value"](s, box, mine)
    game.rules["value"](s, box, theirs)
    assert mine != theirs


def test_a_judge_plays_by_the_variant() -> None:
    game = find_game("totem")
    bold = variant(game, {"KILL": 50.0})
    view = view_of(in_play(game))
    assert game.actions.text(Judge(Greedy(1, interpreted=True), bold).choose(view)).startswith("attack")


def test_what_was_bred_is_a_variant_to_two_digits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows too; a row of another length is refused, and so is a file that holds nothing of the kind."""
    file = tmp_path / "bred.json"
    file.write_text('{"found": {"KILL": 1.2345, "NEED": [1.0, 2.0, 3.0, 4.125]}}')
    assert bred(file) == {"KILL": 1.2, "NEED": (1.0, 2.0, 3.0, 4.1)}
    assert variant(find_game("totem"), bred(file)).rules["prefer"] is not find_game("totem").rules["prefer"]
    file.write_text('{"found": {"NEED": [1.0]}}')
    assert main(["totem", "--bred", str(file)]) == 2
    assert "no constant 'NEED' that is a row of 1" in capsys.readouterr().err
    with pytest.raises(BadSetup, match="no weights that were bred"):
        bred(tmp_path / "nothing.json")


@pytest.mark.parametrize("found", [[1], {"KILL": "x"}, {"KILL": [1, 2, "a", 4]}, {"KILL": float("nan")}])
def test_a_file_that_holds_no_weights_is_refused(
    found: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bred.json").write_text(json.dumps({"found": found}))
    assert main(["totem", "--bred", str(tmp_path / "bred.json")]) == 2
    assert "holds" in capsys.readouterr().err


def test_a_match_without_a_change_or_a_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["totem"]) == 2 and main(["totem", "KILL=0.7", "--games", "0"]) == 2
    assert capsys.readouterr().err.count("at least one game") == 2


def test_wrong_changes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSetup, match="no constant 'KILLS'"):
        variant(find_game("totem"), {"KILLS": 1.0})
    with pytest.raises(BadSetup, match="NAME=VALUE"):
        settings(["KILL"])
    assert main(["totem", "NEED=1"]) == 2  # a row, not a number
    assert "no constant 'NEED'" in capsys.readouterr().err
