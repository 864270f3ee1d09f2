"""Libraries: rules that were compiled beforehand, for many computers on one."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.build.symbols import exported, imported, machine, sections

from firstfire.build.entries import entry_points
from firstfire.build.targets import TARGETS
from firstfire.errors import NotCompiled
from firstfire.kernel.engines import compiled
from firstfire.kernel.engines import library as library_module
from firstfire.kernel.engines.compiled import CompiledEngine
from firstfire.kernel.engines.engine import InterpretedEngine, can_run_compiled, engine_for
from firstfire.kernel.engines.library import Library, digest_of, library_for, sources_of, this_target
from firstfire.kernel.game import Game
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, copy_of
from firstfire.kernel.rule import generic

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # two builds, on a busy machine
ROOT = Path(__file__).parents[2]
COPYING = {"memcpy", "memmove", "memset"}
OF_SYSTEM = {  # what a library may need of its system
    "linux": COPYING, "windows": COPYING, "macos": {*COPYING, "bzero", "__bzero", "dyld_stub_binder"}, "wasm": set(),
}  # fmt: skip
CODE = {"linux": b".text", "windows": b".text", "macos": b"__text", "wasm": b"CODE"}  # the section of instructions
LARGEST = 250_000  # bytes of a library of the tiny game
CHECKED = """
import sys
class NoCompiler:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, NoCompiler())
sys.path.insert(0, "examples")
import embers
from firstfire import Table
from firstfire.players import Budget, Search
from firstfire.games import add_game
add_game(embers.GAME)
table = Table.new("embers", players=2, seed=3)
assert table.lean.engine.compiled and table.lean.engine.library is not None
while not table.over:
    table.play(Search(Budget(simulations=50), 1).choose(table.view(table.player)))
print(table.over, "numba" in sys.modules, "llvmlite" in sys.modules)
"""


@generic
def count_up(s: Header, out: Row[int]) -> None:
    for i in range(4):
        out[i] = s.ply + i


@pytest.fixture
def engine(libraries: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompiledEngine]:
    """The tiny game, run by its library."""
    use(monkeypatch, libraries / this_target())
    found = library_for(tiny)
    assert found is not None
    yield CompiledEngine(tiny, library=found)
    forget()


def use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", str(folder))
    forget()


def forget() -> None:
    library_for.cache_clear()
    can_run_compiled.cache_clear()


def test_two_builds_give_the_same_bytes(twice: tuple[Path, Path]) -> None:
    first, second = (sorted((folder / this_target()).glob("embers.*")) for folder in twice)
    assert [file.name for file in first] == [file.name for file in second]
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in second]


@pytest.mark.parametrize("target", TARGETS)
def test_each_library_is_of_its_format_and_offers_every_entry_point(libraries: Path, target: str) -> None:
    """Those of Windows and macOS are read here, and not run."""
    files = sorted((libraries / target).glob("embers.v*"))
    assert [file.name.split(".")[1] for file in files] == [one.level for one in TARGETS[target].processors]
    system, _, processor = target.partition("-")
    kind = {"linux": "elf", "macos": "macho", "windows": "pe", "wasm": "wasm"}[system]
    processor = processor or "wasm"
    wanted = {f"firstfire_embers_{name}" for name in entry_points()} | {"firstfire_about", "firstfire_level"}
    for file in files:
        content = file.read_bytes()
        assert machine(content) == f"{kind} {processor}"
        assert exported(content) == wanted
        assert imported(content) <= OF_SYSTEM[system]
        found = sections(content)
        assert found[CODE[system]] > len(content) / 3
        assert not [name for name in found if b"debug" in name] and len(content) < LARGEST
        assert str(ROOT).encode() not in content and b"numba" not in content


def test_games_are_the_same_byte_by_byte_as_in_plain_python(engine: CompiledEngine, tiny: Game) -> None:
    plain, box, chance = InterpretedEngine(tiny), tiny.standard_box, Random(5)
    for game in range(60):
        seats = tiny.seats[game % len(tiny.seats)]
        here, there = engine.new(seats, game), plain.new(seats, game)
        while True:
            assert bytes(here) == bytes(there)
            legal = engine.legal(here, box)
            assert legal == plain.legal(there, box)
            assert looks(engine, here, box) == looks(plain, there, box)
            if not legal:
                break
            action = chance.choice(legal)
            engine.step(here, box, action)
            plain.step(there, box, action)
        assert engine.shares(here, box) == plain.shares(there, box)


def looks(engine: Any, s: Any, box: Any) -> bytes:
    out = engine.observation()
    engine.observe_as(s, copy_of(s), box, s.player, out)
    return bytes(out)


def test_whoever_plays_with_a_library_needs_no_compiler(libraries: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECKED], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "FIRSTFIRE_LIBRARIES": str(libraries / this_target()), "FIRSTFIRE_INTERPRET": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("False False\n")


def test_a_function_of_ones_own_runs_as_plain_python_where_there_is_no_compiler(
    engine: CompiledEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    s, row = engine.new(2, 1), engine.row()
    engine.entry(count_up)(s, row)
    assert list(row[:4]) == [0, 1, 2, 3]
    with pytest.raises(NotCompiled, match="no library holds count_up, and Numba is not installed"):
        engine.raw_entry(count_up)


def test_a_game_made_of_another_has_no_library(engine: CompiledEngine, tiny: Game) -> None:
    """Its rules may be others, under the same name."""
    assert library_for(replace(tiny, picture="")) is None


def refusal(folder: Path, game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> str:
    """The sentence with which libraries are refused; the next engine in the order is used."""
    use(monkeypatch, folder)
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    caplog.clear()
    assert library_for(game) is None and library_for(game) is None
    (record,) = caplog.records
    made = CompiledEngine(game, library=library_for(game))
    assert made.library is None
    monkeypatch.setattr("firstfire.kernel.engines.engine.can_compile", lambda: False)
    assert not engine_for(game).compiled
    with pytest.raises(NotCompiled, match="there is no library for its rules here"):
        engine_for(replace(game), interpreted=False)
    forget()
    return record.getMessage()


@pytest.fixture
def broken(libraries: Path, tmp_path: Path) -> Path:
    """A copy of the library every processor can use, to be broken."""
    (file,) = (libraries / this_target()).glob("embers.v[12].*")
    return Path(shutil.copy(file, tmp_path))


def test_a_damaged_library_is_refused(
    broken: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    content = bytearray(broken.read_bytes())
    content[len(content) // 2] ^= 1
    for bad in (bytes(content), bytes(content[:5000]), b""):
        broken.write_bytes(bad)
        assert "is not used: it is damaged" in refusal(broken.parent, tiny, monkeypatch, caplog)


def test_what_is_no_library_of_this_computer_is_refused(
    libraries: Path, tmp_path: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    suffix = TARGETS[this_target()].suffix
    for foreign in [target for target in TARGETS if target not in ("wasm", this_target())]:
        content = next((libraries / foreign).glob("embers.v*")).read_bytes()
        file = tmp_path / f"embers.v1.{digest_of(content)}{suffix}"
        file.write_bytes(content)
        assert f"it was made for {tiny.key} on {foreign}" in refusal(tmp_path, tiny, monkeypatch, caplog)
        file.unlink()


def test_a_library_of_other_sources_is_refused(
    libraries: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(library_module, "sources_of", lambda game: "others")
    said = refusal(libraries / this_target(), tiny, monkeypatch, caplog)
    assert "it was made of other rules than those of this Firstfire" in said


def test_an_older_processor_gets_the_plainer_library(
    libraries: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    levels = [processor.level for processor in TARGETS[this_target()].processors]
    use(monkeypatch, libraries / this_target())
    for known, wanted in ((1, None if "v2" in levels else "v1"), (2, levels[0]), (3, levels[-1])):
        library_for.cache_clear()
        monkeypatch.setattr(library_module, "level_of", lambda handle, known=known: known)
        found = library_for(tiny)
        assert (found and found.level) == wanted
    forget()


def test_an_edit_of_a_rule_changes_the_fingerprint(tmp_path: Path, tiny: Game) -> None:
    folder = Path(shutil.copytree(tiny.folder, tmp_path / "embers"))
    same = replace(tiny, folder=folder)
    before = sources_of(same)
    assert before == sources_of(tiny)
    file = folder / "rules" / "scoring.py"
    file.write_text(file.read_text(encoding="utf-8") + "\nMORE = 1\n", encoding="utf-8")
    assert sources_of(same) != before


def test_a_library_is_called_by_ctypes_alone(engine: CompiledEngine, tiny: Game) -> None:
    assert isinstance(engine.library, Library)
    machine = engine.raw_entry(entry_points()["legal_mask"])
    s, mask = engine.new(2, 1), engine.mask()
    assert machine(ctypes.addressof(s), ctypes.addressof(tiny.standard_box), ctypes.addressof(mask)) > 0
