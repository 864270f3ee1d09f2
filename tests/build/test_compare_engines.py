"""The same games by a library, by Numba and as WebAssembly, byte by byte."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.compare_engines import KINDS, NativeTable, compare, digests, job_of, native, other

from firstfire.build.entries import entry_points
from firstfire.kernel.engines.compiled import CompiledEngine
from firstfire.kernel.engines.library import library_for, sources_of, this_target
from firstfire.kernel.game import Game
from firstfire.kernel.records.entry import signature_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # two builds, on a busy machine
GAMES = 60


@pytest.fixture
def engine(libraries: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompiledEngine]:
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", os.environ.get("FIRSTFIRE_LIBRARIES", ""))
    yield native(tiny, libraries / this_target())
    library_for.cache_clear()


@pytest.mark.parametrize("kind", KINDS)
def test_games_are_those_of_the_library(libraries: Path, tiny: Game, engine: CompiledEngine, kind: str) -> None:
    """Records, legal sets, observations, trees of searches, games that are played on, results."""
    job = job_of(tiny, engine, every=7)
    wanted, table = digests(tiny, engine, job, GAMES)
    with other(kind, tiny, libraries, job) as play:
        assert play(0, GAMES // 2) + play(GAMES // 2, GAMES // 2) == wanted
    assert len(set(wanted)) == GAMES and table.decisions > 5 * GAMES


def test_games_that_differ_are_named(
    libraries: Path,
    tiny: Game,
    engine: CompiledEngine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare(tiny, libraries, ["jit"], 5, every=7) == 0
    told = capsys.readouterr().out
    assert "5 games, " in told and told.endswith(": 0 games differ\n")
    play = NativeTable.play

    def play_otherwise(table: NativeTable, number: int) -> str:
        return play(table, number if table.engine.library or number != 3 else 4)

    monkeypatch.setattr(NativeTable, "play", play_otherwise)
    assert compare(tiny, libraries, ["jit"], 5, every=7) == 1
    assert capsys.readouterr().out.endswith(": 1 games differ: 3\n")


def test_a_host_is_told_what_every_entry_point_takes(libraries: Path, tiny: Game) -> None:
    told = json.loads((libraries / "wasm" / "embers.json").read_text(encoding="utf-8"))
    assert told["sources"] == sources_of(tiny)
    assert (libraries / "wasm" / told["module"]).exists()
    for name, function in entry_points().items():
        wanted = [(argument, kind.name) for argument, kind in signature_of(function).arguments]
        assert [(each["name"], each["kind"]) for each in told["entries"][name]["arguments"]] == wanted
    ply = told["records"]["State"]["fields"]["ply"]
    assert ply["offset"] == tiny.state.ply.offset
