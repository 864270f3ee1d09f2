"""Breeding: weights that change while compiled rules run, and an evolution that finds better ones."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from firstfire.errors import BadSetup
from firstfire.games import game as find_game
from firstfire.games.doggerland.strategy import clan_weights
from firstfire.kernel.compiling.weights import TABLE
from firstfire.kernel.engines.engine import Engine, engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position
from firstfire.lab import breeding
from firstfire.lab.breeding import Arena, Breeding, Deal, Evolution, Taste, begun, main, table_sizes, written
from firstfire.lab.variants import remade, strategy_of
from firstfire.lab.weights import looking_up, weights_of


def likes(engine: Engine, game: Game, decisions: int = 40) -> list[float]:
    """How much every legal action of a random game is liked."""
    position = Position(game, 2, 5, engine=engine_for(game))
    found = []
    for number in range(decisions):
        if position.over:
            break
        found += [engine.prefer(position.s, position.box, action) for action in position.legal()]
        position.play_randomly(number, 1)
    return found


def lay(row: Any) -> None:
    """Lay weights on the table that rules look into."""
    for place, number in enumerate(row):
        TABLE[place] = number


@pytest.mark.parametrize("interpreted", [True, False])
def test_weights_in_the_table_judge_as_constants_would(interpreted: bool) -> None:
    """Compiled once, the loose rules judge by the file's weights, and by others as rules made with these."""
    game = find_game("totem")
    weights = weights_of(game, "prefer")
    loose = engine_for(weights.loose(), interpreted=interpreted)
    before = likes(engine_for(game), game)
    lay(weights.row)
    assert likes(loose, game) == before
    other = [number * (1.0 + 0.1 * place) for place, number in enumerate(weights.row)]
    lay(other)
    fixed = engine_for(remade(game, weights.values(other)), interpreted=True)
    assert likes(loose, game) == likes(fixed, game) != before


def test_rows_have_a_place_for_each_number() -> None:
    weights = weights_of(find_game("totem"), "prefer")
    assert weights.labels()[5:9] == ["NEED[0]", "NEED[1]", "NEED[2]", "NEED[3]"]
    assert weights.values(weights.row)["NEED"] == (2.0, 1.4, 0.8, 0.6)
    assert "NEED = (2.0, 1.4, 0.8, 0.6)" in written(weights, weights.row).splitlines()


def test_doggerlands_weights_are_all_used() -> None:
    """Each name of the module is looked up by some rule: none is bred in vain."""
    weights = weights_of(find_game("doggerland"), "clan_weights")
    named = {name for name in vars(clan_weights) if name.isupper()}
    assert weights.first.keys() == named
    values = [value for module in strategy_of(weights.game) for value in vars(module).values()]
    assert {name for value in values if isinstance(value, FunctionType) for name in value.__code__.co_names} >= named


@pytest.mark.slow
def test_an_evolution_repairs_what_was_spoiled() -> None:
    """Who takes craft cards at any price loses; a few small generations find that out, and win on other deals."""
    whole = weights_of(find_game("neta_tanka"), "weights")
    weights = replace(whole, first={"CARD_SHARE": 0}, row=(1.5,))
    arena = Arena(weights, Taste(), {})
    evolution = Evolution(weights.labels(), [1.5], [0.0], [0.3])
    breeding = Breeding(weights, arena, evolution, {2: 8, 3: 4}, pairs=6)
    for _ in range(10):
        breeding.breed(lambda tasks: [arena.meet(*task) for task in tasks])
    assert evolution.generation == 10 and evolution.games == 10 * 12 * 28
    assert evolution.found[0] < 1.0
    assert arena.meet(evolution.found, weights.row, [Deal(2, seed) for seed in range(100)]).share > 0.6


def test_the_same_evolution_whoever_plays_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two processes and three generations at once, or one process that goes on from a file: the same mean."""
    words = ["totem", "prefer", "--pairs", "2", "--deals", "2=3", "--seconds", "600"]
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert main([*words, "--generations", "3", "--processes", "2", "--out", str(whole)]) == 0
    assert main([*words, "--generations", "2", "--out", str(parts)]) == 0
    assert main([*words, "--generations", "1", "--out", str(parts)]) == 0
    assert "KILL = " in capsys.readouterr().out
    assert json.loads(whole.read_text()) == json.loads(parts.read_text())


def test_processes_that_inherit_nothing_play_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where processes cannot be forked, as on Windows, all they know is sent to them."""
    words = ["totem", "prefer", "--pairs", "2", "--deals", "2=3", "--seconds", "600", "--generations", "1", "--out"]
    assert main([*words, str(tmp_path / "forked.json")]) == 0
    kinds = []

    def context(kind: str) -> Any:
        kinds.append(kind)
        return SimpleNamespace(Pool=lambda size, *begin: ThreadPool(size, *pickle.loads(pickle.dumps(begin))))

    monkeypatch.setattr(breeding, "get_all_start_methods", lambda: ["spawn"])
    monkeypatch.setattr(breeding, "get_context", context)
    monkeypatch.setattr(breeding, "_ARENA", [])
    assert main([*words, str(tmp_path / "spawned.json")]) == 0
    assert kinds == ["spawn"]
    assert (tmp_path / "spawned.json").read_text() == (tmp_path / "forked.json").read_text()


@pytest.mark.slow
def test_met_objectives_count() -> None:
    """A taste for objectives rewards a game in which one is met, and says how often that is."""
    weights = weights_of(find_game("neta_tanka"), "weights")
    deals = [Deal(2, seed) for seed in range(12)]
    plain = Arena(weights, Taste(scale=30.0), {}).meet(weights.row, weights.row, deals)
    keen = Arena(weights, Taste(scale=30.0, objective=10.0), {}).meet(weights.row, weights.row, deals)
    assert plain.met == 0.0 < keen.met <= 1.0
    assert plain.reward < keen.reward
    assert plain.share == keen.share == pytest.approx(0.5)


def test_what_cannot_be_bred_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("totem")
    with pytest.raises(BadSetup, match="no module 'weights'; it has: "):
        weights_of(game, "weights")
    with pytest.raises(BadSetup, match="names 0 fractions"):  # its one number is whole
        weights_of(game, "suspicion")
    with pytest.raises(BadSetup, match="two or more seats"):
        table_sizes(["1=5"])
    with pytest.raises(BadSetup, match="SEATS=N"):
        table_sizes(["two=5"])
    with pytest.raises(BadSetup, match="has no objectives"):
        Arena(weights_of(game, "prefer"), Taste(objective=4.0), {})
    file = tmp_path / "kept.json"
    file.write_text("[]")
    assert main(["totem", "prefer", "--out", str(file)]) == 2
    assert "holds no evolution" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--processes", "0"], "at least one process"), (["--pairs", "0"], "one pair"), (["--seed", "-5"], "from 0 on"),
        (["--scale", "0"], "above 0"), (["--rate", "nan"], "above 0"), (["--spread", "-1"], "above 0"),
        (["--objective", "inf"], "number of points"), (["--out", "."], "is a folder"),
        (["--out", "nowhere/bred.json"], "its folder is not there"),
    ],
)  # fmt: skip
def test_numbers_and_files_that_no_evolution_can_use_are_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["totem", "prefer", "--generations", "1", *words]) == 2
    assert said in capsys.readouterr().err


def test_where_all_got_the_same_nothing_moves() -> None:
    evolution = Evolution(["A", "B"], [1.0, 2.0], [0.0, 0.0], [0.1, 0.1])
    evolution.move(evolution.noise(8, 1), [0.5] * 16, 1.0)
    assert evolution.mean == [0.0, 0.0] and evolution.spread == pytest.approx([0.1, 0.1])


def test_an_evolution_that_went_astray_is_not_gone_on_with(tmp_path: Path) -> None:
    weights, file = weights_of(find_game("totem"), "prefer"), tmp_path / "bred.json"
    for mean in ([float("nan")] * len(weights.row), [0.0]):
        kept = Evolution(weights.labels(), list(weights.row), mean, [0.1] * len(weights.row))
        file.write_text(json.dumps({"evolution": vars(kept)}))
        with pytest.raises(BadSetup, match="its mean or its spread is none"):
            begun(weights, file, 0.1)


def test_a_file_of_other_weights_is_refused(tmp_path: Path) -> None:
    weights = weights_of(find_game("totem"), "prefer")
    file = tmp_path / "kept.json"
    assert main(["totem", "prefer", "--deals", "2=1", "--generations", "0", "--out", str(file)]) == 0
    assert begun(weights, file, 0.1).generation == 0
    with pytest.raises(BadSetup, match="bred from other weights"):
        begun(replace(weights, row=(*weights.row[:-1], 9.0)), file, 0.1)


def count_needs() -> int:
    """A rule that reads a row as a whole."""
    return len(NEED)


NEED = (1.0, 2.0)


def test_a_row_that_is_not_read_by_place_is_refused() -> None:
    weights = weights_of(find_game("totem"), "prefer")
    with pytest.raises(BadSetup, match="count_needs uses NEED otherwise than by place"):
        looking_up(count_needs, {"NEED": 0}, weights)  # type: ignore[arg-type]
