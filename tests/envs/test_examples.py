"""The examples for learners run, those whose library is installed."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest


@pytest.fixture(autouse=True)
def plain_python(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short tests run sooner as plain Python than compiling takes; the slow ones run what users run."""
    if "slow" not in request.keywords:
        monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")


def example(name: str, *needs: str) -> ModuleType:
    for library in needs:
        pytest.importorskip(library, reason=f"examples/{name}.py was NOT run: {library} is not installed here")
    return importlib.import_module(name)


def test_random_play() -> None:
    paid = example("env_random").main("totem")
    assert sorted(paid.values()) == [-1.0, 1.0]


def test_open_spiels_search_plays_totem() -> None:
    search, other = example("env_open_spiel_mcts").main(simulations=4)
    assert search == -other and search in (-1.0, 0.0, 1.0)  # a draw is possible


def test_open_spiels_search_plays_the_same_game_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing in the example draws from a generator that was not given its seed."""
    said = []
    for _ in range(2):
        example("env_open_spiel_mcts").main(simulations=2, seed=3)
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.slow
def test_ppo_makes_an_update() -> None:
    scores = example("env_ppo_torch", "torch").train(updates=1, tables=8)
    assert len(scores) == 2 and all(-1 <= score <= 1 for scored in scores for score in scored)
    random, greedy = scores[0]
    assert greedy < random  # what has learned nothing loses more against who plays sensibly


@pytest.mark.slow
def test_a_jax_loop() -> None:
    assert example("env_jax", "jax").main(steps=60, tables=16) > 0
