"""Where there is no compiler, and libraries for other games only, a game runs as plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gymnasium.vector import SyncVectorEnv

import embers
from firstfire import Table
from firstfire.authoring.check_game import checks_of
from firstfire.envs.gymnasium import vector_env
from firstfire.kernel.engines import engine


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No Numba, and a folder of libraries without one for Embers."""
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    monkeypatch.setattr(engine, "can_compile", lambda: False)
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", str(tmp_path))
    engine.can_run_compiled.cache_clear()
    yield
    engine.can_run_compiled.cache_clear()


def test_environments_and_hints_run_as_plain_python() -> None:
    assert not engine.interpreting() and engine.interpreting(embers.GAME)
    env = vector_env(2, game="embers")
    assert isinstance(env, SyncVectorEnv)
    env.close()
    assert Table.new("embers", players=2, seed=1).hint(count=1)


def test_the_check_of_a_game_does_not_miss_the_compiler() -> None:
    asked = [name for name, _ in checks_of(embers.GAME, 2, {})]
    assert asked and "plain and compiled rules agree" not in asked
