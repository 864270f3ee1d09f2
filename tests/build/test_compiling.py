"""Rules that are compiled beforehand."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest

from firstfire.build import compiling, making
from firstfire.build.compiling import WIDTH, bar, watch
from firstfire.build.workers import workers
from firstfire.cli import main
from firstfire.errors import FirstfireError, UnfitLibrary
from firstfire.kernel.engines.library import tell
from firstfire.players.entries import table_entries

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


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("chess", "there is no game called 'chess'"), ("totem@9", "rules version 9 of totem is not kept")],
)
def test_a_game_that_is_none_is_refused_before_folders_are_made(
    name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "totem", name, "--target", "all", "--out", str(tmp_path / "out")]) == 2
    assert sentence in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_a_process_does_not_tell_again_which_library_is_not_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The one that waits for it has told that."""
    caplog.set_level("WARNING", logger="firstfire.engine")
    monkeypatch.setattr(compiling, "compile_rules", lambda game, progress: tell(UnfitLibrary("it is damaged")))
    compiling.compile_game("totem")
    assert not caplog.records


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


class Screen(io.StringIO):
    """A terminal; after some looks at it, work ends."""

    def __init__(self, work: Future[None], looks: int) -> None:
        super().__init__()
        self.work, self.looks = work, looks

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.looks -= 1
        if self.looks == 0:
            self.work.set_result(None)


def ended() -> Future[None]:
    """Work that has ended."""
    found: Future[None] = Future()
    found.set_result(None)
    return found


def test_the_bar_never_goes_back_and_makes_room_for_what_is_done() -> None:
    """One game has ended before the word of its tenth part is read."""
    told, parts, slow = get_context("spawn").Queue(), len(table_entries()), Future[None]()
    told.put(("totem", 10))
    told.put(("honga", 5))
    screen = Screen(slow, looks=6)
    watch({"totem": ended(), "honga": slow}, told, screen)
    told.close()
    shown = screen.getvalue()
    counts = [int(count) for count in re.findall(r"(\d+) of", shown)]
    assert counts == sorted(counts) and counts[-1] == 2 * parts and parts + 5 in counts
    assert re.search(r"\rtotem: compiled, 0 s +\n", shown) and re.search(r"\rhonga: compiled, \d s +\n", shown)
    assert shown.endswith("\r") and shown.rpartition("\n")[2].split("\r")[-2].strip() == ""


def test_a_compiler_that_is_stopped_is_told() -> None:
    with pytest.raises(FirstfireError, match="a process that compiles rules was stopped"), workers() as pool:
        pool.submit(os._exit, 9).result()


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["build", "totem", "--target", "wasm", "--out", str(tmp_path / "file")]) == 2
    assert "cannot be written: " in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("command", ["compile", "build"])
def test_whoever_interrupts_it_gets_no_traceback(tmp_path: Path, command: str) -> None:
    """As Ctrl-C does, every process is told."""
    more = ["--out", str(tmp_path / "libraries")] if command == "build" else []
    with subprocess.Popen(
        [sys.executable, "-m", "firstfire.cli", command, "examples/embers", *more],
        cwd=ROOT, env={**os.environ, "FIRSTFIRE_CACHE": str(tmp_path / "cache")}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        while not (tmp_path / "cache").exists():
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        told, _ = process.communicate(timeout=30)
    assert (process.returncode, told) == (130, "")


def test_an_error_ends_the_other_processes_and_leaves_no_thread_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More work than processes: none is begun in the place of those that ended."""
    broken: list[object] = []
    monkeypatch.setattr("threading.excepthook", broken.append)
    before, began = threading.active_count(), time.monotonic()
    with pytest.raises(ZeroDivisionError), workers() as pool:
        first = pool.submit(divmod, 1, 0)
        for _ in range(2 * (os.cpu_count() or 1)):
            pool.submit(time.sleep, 60)
        first.result()
    assert not broken and not active_children() and threading.active_count() == before
    assert time.monotonic() - began < 30
