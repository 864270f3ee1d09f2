"""Worker processes: those that compile are fresh for each game, so that their memory goes back."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import Engine, can_run_compiled, engine_for
from firstfire.kernel.engines.library import library_for
from firstfire.server.bots import compiling as compiling_module
from firstfire.server.bots import worker
from firstfire.server.bots.compiling import CompileQueue
from firstfire.server.bots.processes import WorkerPool
from firstfire.server.settings import Settings

NOTED = "FIRSTFIRE_TEST_NOTED"


def note_process(game: str, told: Callable[[int, int], None]) -> None:
    """In place of compiling: write down which process was asked."""
    with Path(os.environ[NOTED]).open("a", encoding="utf-8") as notes:
        notes.write(f"{game} {os.getpid()}\n")


def is_gone(process: int) -> bool:
    """Whether a process has ended, or ends within some time."""
    for _ in range(600):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
def test_each_game_is_compiled_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NOTED, str(tmp_path / "noted"))
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    monkeypatch.setattr(worker, "prepare", note_process)
    monkeypatch.setattr(worker, "load", lambda game: engine_for(find_game(game), interpreted=True))

    async def compile_both() -> dict[str, str]:
        states: dict[str, str] = {}
        done = asyncio.Event()

        async def warm(game: str) -> None:
            pass

        def heard(game: str, state: str, engine: Engine | None) -> None:
            states[game] = state
            if len(states) == 2:
                done.set()

        compiling = CompileQueue(Settings(compile_rules=True, more_games=("embers",)), warm, heard)
        for game in ("totem", "embers"):
            compiling.want(game)
        await done.wait()
        compiling.close()
        return states

    assert asyncio.run(compile_both()) == {"totem": "ready", "embers": "ready"}
    noted = dict(line.split() for line in (tmp_path / "noted").read_text(encoding="utf-8").splitlines())
    processes = [int(noted["totem"]), int(noted["embers"])]
    assert len({*processes, os.getpid()}) == 3
    assert all(is_gone(process) for process in processes)


def test_other_workers_stay() -> None:
    async def ask_twice() -> set[int]:
        pool = WorkerPool(1, ())
        try:
            return {await pool.run(os.getpid), await pool.run(os.getpid)}
        finally:
            pool.close()

    assert len(asyncio.run(ask_twice())) == 1


def test_work_that_is_given_up_ends_with_its_process() -> None:
    async def give_up() -> int:
        pool = WorkerPool(1, (), fresh=True)
        working = asyncio.create_task(pool.run(time.sleep, 3600))
        while pool._pool is None or not pool._pool._processes:
            await asyncio.sleep(0.05)
        (process,) = pool._pool._processes
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert process != await pool.run(os.getpid)
        return process

    assert is_gone(asyncio.run(give_up()))


def take_a_while(game: str, told: Callable[[int, int], None]) -> None:
    """In place of compiling: totem and honga take long, unless they were begun before."""
    note_process(game, told)
    begun = Path(os.environ[NOTED]).read_text(encoding="utf-8").count(f"{game} ")
    if game in ("totem", "honga") and begun == 1:
        time.sleep(600)


def test_a_game_that_nobody_waits_for_steps_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both compilers are at games that are compiled ahead; somebody sits down to a third one."""
    monkeypatch.setenv(NOTED, str(tmp_path / "noted"))
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    monkeypatch.setattr(worker, "prepare", take_a_while)
    monkeypatch.setattr(worker, "load", lambda game: engine_for(find_game(game), interpreted=True))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    async def sit_down() -> list[str]:
        ready: list[str] = []
        done = asyncio.Event()

        async def warm(game: str) -> None:
            pass

        def heard(game: str, state: str, engine: Engine | None) -> None:
            ready.append(game)
            if len(ready) == 2:
                done.set()

        compiling = CompileQueue(Settings(compile_rules=True), warm, heard)
        for game in ("totem", "honga"):
            compiling.want(game, soon=False)
        while not (tmp_path / "noted").exists() or (tmp_path / "noted").read_text().count("\n") < 2:
            await asyncio.sleep(0.05)
        compiling.want("totem")
        compiling.want("prehistory")
        await done.wait()
        states = [compiling.state(game) for game in ("totem", "prehistory", "honga")]
        compiling.close()
        await asyncio.sleep(0)
        return [*ready, *states]

    told = asyncio.run(sit_down())
    assert told == ["prehistory", "honga", "compiling", "ready", "ready"]


def compile_in_steps(game: str, told: Callable[[int, int], None]) -> None:
    """In place of compiling: three parts, each when the one before was heard of."""
    for done in range(4):
        told(done, 3)
        while f"{done}\n" not in Path(os.environ[NOTED]).read_text(encoding="utf-8"):
            time.sleep(0.01)


def test_how_far_a_game_is_is_told_while_it_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = tmp_path / "noted"
    noted.touch()
    monkeypatch.setenv(NOTED, str(noted))
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    monkeypatch.setattr(worker, "prepare", compile_in_steps)
    monkeypatch.setattr(worker, "load", lambda game: engine_for(find_game(game), interpreted=True))
    monkeypatch.setattr(compiling_module, "LOOK", 0.02)

    async def sit_down() -> list[tuple[str, tuple[int, int]]]:
        told: list[tuple[str, tuple[int, int]]] = []
        done = asyncio.Event()

        async def warm(game: str) -> None:
            pass

        def heard(game: str, state: str, engine: Engine | None) -> None:
            told.append((state, compiling.reached(game)))
            with noted.open("a", encoding="utf-8") as notes:
                notes.write(f"{compiling.reached(game)[0]}\n")
            if state == "ready":
                done.set()

        compiling = CompileQueue(Settings(compile_rules=True), warm, heard)
        compiling.want("totem")
        assert compiling.reached("totem") == (0, 0)
        await done.wait()
        compiling.close()
        return told

    assert asyncio.run(sit_down()) == [*(("compiling", (done, 3)) for done in range(4)), ("ready", (0, 0))]


@pytest.mark.parametrize("folder", [".", "missing"])
def test_rules_that_can_only_run_as_plain_python_are_not_compiled(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A folder of libraries is named, but none of this game is there, and no Numba."""
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", str(tmp_path / folder))
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    monkeypatch.setattr("firstfire.kernel.engines.engine.can_compile", lambda: False)
    told: list[tuple[str, str, Engine | None]] = []

    async def sit_down() -> str:
        async def warm(game: str) -> None:
            raise AssertionError("there is nothing to load")

        def heard(game: str, state: str, engine: Engine | None) -> None:
            told.append((game, state, engine))

        compiling = CompileQueue(Settings(compile_rules=True), warm, heard)
        compiling.want("totem")
        compiling.want("totem")
        compiling.close()
        return compiling.state("totem")

    for known in (library_for, can_run_compiled):
        known.cache_clear()
    try:
        assert asyncio.run(sit_down()) == "interpreted"
    finally:
        for known in (library_for, can_run_compiled):
            known.cache_clear()
    assert told == [("totem", "interpreted", None)]
    assert [record.name for record in caplog.records] == ["firstfire.engine"] * 2  # no library, no compiler


def test_a_library_is_loaded_for_those_who_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rules are ready from the first second; no process loads those of games that nobody plays."""
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    plain = engine_for(find_game("totem"), interpreted=True)
    done: list[str] = []
    monkeypatch.setattr("firstfire.server.bots.compiling.library_for", lambda game: plain)
    monkeypatch.setattr("firstfire.server.bots.compiling.interpreting", lambda game=None: False)

    def load(game: str) -> Engine:
        done.append(f"load {game}")
        return plain

    monkeypatch.setattr(worker, "load", load)

    async def sit_down() -> list[object]:
        async def warm(game: str) -> None:
            done.append(f"warm {game}")

        def heard(game: str, state: str, engine: Engine | None) -> None:
            done.append(f"{state} {game}")

        compiling = CompileQueue(Settings(compile_rules=True), warm, heard)
        seen: list[object] = [compiling.state("totem"), dict(compiling.engines)]
        for soon in (False, False, True, True, False):
            compiling.want("totem", soon=soon)
            seen.append((compiling.state("totem"), "totem" in compiling.ready, len(done)))
            await asyncio.sleep(0)
        compiling.close()
        return seen

    seen = asyncio.run(sit_down())
    assert seen[:2] == ["ready", {}]
    assert seen[2:] == [("ready", True, 0)] * 2 + [("ready", True, 2)] + [("ready", True, 3)] * 2
    assert done == ["load totem", "ready totem", "warm totem"]
