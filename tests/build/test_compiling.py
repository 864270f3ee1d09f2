"""Rules that are compiled beforehand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire.build import making
from firstfire.build.compiling import WIDTH, bar
from firstfire.cli import main

ROOT = Path(__file__).parents[2]
PLAYED = """
import sys
sys.path.insert(0, "examples")
import embers
from firstfire import Table
from firstfire.explain import hints_for
from firstfire.games import add_game
from firstfire.players import Budget
add_game(embers.GAME)
table = Table.new("embers", players=2, seed=3)
assert table.lean.engine.compiled
hints_for(table.view(table.player), budget=Budget(simulations=20))
"""


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_what_is_compiled_beforehand_is_not_compiled_again(tmp_path: Path) -> None:
    """Whoever plays, and takes a hint, finds all of it in the cache."""
    environment = {**os.environ, "FIRSTFIRE_CACHE": str(tmp_path), "FIRSTFIRE_INTERPRET": ""}

    def run(*words: str) -> str:
        return subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        ).stdout

    told = run("-m", "firstfire.cli", "compile", "examples/embers")
    assert told.startswith("examples/embers: compiled, ")
    made = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
    assert made
    run("-c", PLAYED)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")} == made


def test_a_game_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "chess"]) == 2
    assert "there is no game called 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize(("missing", "extra"), [("ziglang", "build"), ("numba", "compile")])
def test_building_without_its_extra_says_what_to_type(
    missing: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "find_spec", lambda name: None if name == missing else name)
    assert main(["build", "totem", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"firstfire: this needs {missing}: pip install 'firstfire[{extra}]'\n"


def test_a_bar_says_how_far_it_is() -> None:
    assert bar(0, 40) == f"{'░' * WIDTH} 0 of 40 entry points"
    assert bar(40, 40).startswith("█" * WIDTH + " 40")
