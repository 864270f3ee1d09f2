"""Twins: one source, other globals; and machine code that can never be stale."""

from __future__ import annotations

import dis
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from firstfire.errors import BadSetup
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.compiling import specialise as workshop
from firstfire.kernel.compiling.specialise import Workshop, cache_folder, cache_home
from firstfire.kernel.engines import compiled
from firstfire.kernel.engines.engine import CompiledEngine, engine_for, interpreting
from firstfire.kernel.game import Game
from firstfire.kernel.rule import generic, rule
from firstfire.kernel.rules import contract
from firstfire.kernel.rules.drive import __file__ as drive_file
from firstfire.kernel.rules.drive import copy_record, copy_table, step
from firstfire.kernel.rules.subset import global_names, rules_under


@rule
def inner(s: Any) -> int:
    return 1 if s.over else outer(s)


@rule
def outer(s: Any) -> int:
    return inner(s)


@generic
def ask(s: Any, box: Any) -> int:
    return contract_check(s, box)


contract_check = contract.check


def test_a_contract_name_means_the_games_own_rule(tiny: Game) -> None:
    twin = Workshop("python", tiny.rules).twin(ask)
    s = engine_for(tiny, interpreted=True).new(2, 1)
    assert twin(s, tiny.standard_box) == 0
    with pytest.raises(TypeError, match="call it through a game's engine"):
        ask(s, tiny.standard_box)


def test_rules_that_call_no_contract_name_stay_themselves(tiny: Game) -> None:
    workshop = Workshop("python", tiny.rules)
    assert workshop.twin(tiny.rules["apply"]) is tiny.rules["apply"]
    assert workshop.twin(step) is not step


def test_recursion_is_refused_with_the_circle(tiny: Game) -> None:
    with pytest.raises(TypeError, match="inner → outer → inner"):
        Workshop("python", tiny.rules).twin(inner)


def test_the_environment_asks_for_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    assert interpreting()
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "0")
    assert not interpreting()


def test_the_compiler_is_told_of(tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_CACHE", str(tmp_path))
    heard: list[str] = []
    engine = CompiledEngine(tiny, heard.append)
    s = engine.new(2, 1)
    engine.check(s, tiny.standard_box)
    assert heard == ["setup", "check"]


def test_a_fingerprint_depends_on_everything_below(tiny: Game) -> None:
    def fingerprint() -> str:
        return Workshop("cpu", tiny.rules).fingerprint(top)

    before = fingerprint()
    assert fingerprint() == before
    for name, other in (("FACTOR", 4), ("Mood", Sad), ("helper", other_helper)):
        old = globals()[name]
        globals()[name] = other
        assert fingerprint() != before, name
        globals()[name] = old
    assert fingerprint() == before


def test_fingerprints_name_the_cache_folder() -> None:
    assert cache_folder("x", "a", "b") == cache_folder("x", "a", "b") != cache_folder("x", "a", "c")


def test_a_constant_that_cannot_be_fingerprinted_is_refused(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (os, object(), [1], "text"):
        monkeypatch.setitem(globals(), "FACTOR", value)
        with pytest.raises(
            TypeError, match=r"rule \w+ \(kernel/test_workshop.py, line \d+\) uses FACTOR, a (module|object|list|str): "
        ):
            Workshop("cpu", tiny.rules).fingerprint(top)


def test_a_cache_that_cannot_be_written_is_not_used(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_CACHE", "/dev/null/nowhere")
    kernel = Path(drive_file).parent
    before = set(kernel.rglob("*.nbi"))
    engine = CompiledEngine(tiny)
    assert engine.check(engine_for(tiny, interpreted=True).new(2, 1), tiny.standard_box) == 0
    assert set(kernel.rglob("*.nbi")) == before


def test_a_user_without_a_home_compiles_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("FIRSTFIRE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_home().parent.is_dir()


def test_a_damaged_cache_is_made_anew(tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_CACHE", str(tmp_path))
    s = engine_for(tiny, interpreted=True).new(2, 1)
    assert CompiledEngine(tiny).check(s, tiny.standard_box) == 0
    damaged = [file for file in tmp_path.rglob("*") if file.suffix in (".nbi", ".nbc")]
    assert damaged
    for file in damaged:
        file.write_bytes(file.read_bytes()[:20])
    assert CompiledEngine(tiny).check(s, tiny.standard_box) == 0


def kept(home: Path) -> dict[str, int]:
    """What machine code lies in a cache, and when it was put there."""
    return {str(file.relative_to(home)): file.stat().st_mtime_ns for file in home.rglob("*.nb[ic]")}


def test_machine_code_is_found_again_when_our_sources_were_only_touched_or_lie_elsewhere(
    tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout or an installation gives every file another age and place; nothing is compiled again for that."""
    monkeypatch.setenv("FIRSTFIRE_CACHE", str(tmp_path))
    s = engine_for(tiny, interpreted=True).new(2, 1)
    assert CompiledEngine(tiny).check(s, tiny.standard_box) == 0
    before = kept(tmp_path)
    assert before
    for file in (compiled.__file__, drive_file):
        age = os.stat(file)
        os.utime(file, ns=(age.st_atime_ns, age.st_mtime_ns + 1_000_000_000))
        try:
            assert CompiledEngine(tiny).check(s, tiny.standard_box) == 0
        finally:
            os.utime(file, ns=(age.st_atime_ns, age.st_mtime_ns))
    monkeypatch.setattr(compiled, "__file__", shutil.copy(compiled.__file__, tmp_path / "compiled.py"))
    assert CompiledEngine(tiny).check(s, tiny.standard_box) == 0
    assert kept(tmp_path) == before


def test_machine_code_is_made_anew_when_the_way_to_it_changed(
    tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What calls a rule, and how rules are compiled, are part of what code is made of, as the rules themselves are."""
    monkeypatch.setenv("FIRSTFIRE_CACHE", str(tmp_path))
    s = engine_for(tiny, interpreted=True).new(2, 1)
    known: set[str] = set()
    source = compiled._entry_source
    for compiler, comment in (("one", ""), ("other", ""), ("other", "# and a line more\n")):
        monkeypatch.setattr(workshop, "_compiler_source", lambda text=compiler: text)
        monkeypatch.setattr(compiled, "_entry_source", lambda *given, more=comment: source(*given) + more)
        assert CompiledEngine(tiny).check(s, tiny.standard_box) == 0
        assert set(kept(tmp_path)) > known
        known = set(kept(tmp_path))


FACTOR: Any = 3


class Mood(IntEnum):
    GLAD = 1


class Sad(IntEnum):
    GLAD = 2


@rule
def helper(s: Any) -> int:
    return int(FACTOR * s.ply)


@rule
def other_helper(s: Any) -> int:
    return int(FACTOR + s.ply)


@rule
def top(s: Any) -> int:
    return helper(s) + Mood.GLAD


GAME = """
from pathlib import Path
from dataclasses import replace
from embers import GAME
from embers_rules.worth import bonus
from firstfire.kernel.rule import rule

@rule
def score(s, box, out):
    for seat in range(s.seats):
        out[seat] = bonus(s)

GAME = replace(GAME, name="stale", folder=Path(__file__).parent.parent, rules={**GAME.rules, "score": score})
"""
ASK = """
import ctypes
from embers_rules import GAME
from firstfire.kernel.engines.engine import engine_for
import embers
engine = engine_for(GAME)
s = engine.new(2, 1, box=embers.GAME.standard_box)
out = (ctypes.c_int64 * 16)()
engine.score(s, embers.GAME.standard_box, out)
print(engine.compiled, out[0])
"""


@pytest.mark.slow
def test_a_change_in_a_called_function_of_another_file_is_seen(tmp_path: Path) -> None:
    package = tmp_path / "embers_rules"
    package.mkdir()
    (package / "__init__.py").write_text(GAME)
    rule_file = package / "worth.py"
    examples = Path(__file__).parent.parent.parent / "examples"
    environment = {
        **os.environ,
        "FIRSTFIRE_CACHE": str(tmp_path / "cache"),
        "FIRSTFIRE_INTERPRET": "0",
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{examples}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    for worth in (3, 4, 3):
        source = f"from firstfire.kernel.rule import rule\n\n@rule\ndef bonus(s):\n    return {worth} * s.seats\n"
        rule_file.write_text(source)
        run = subprocess.run(
            [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, timeout=120, check=True
        )
        assert run.stdout.split() == ["True", str(worth * 2)]


def test_machine_code_of_another_file_is_known_by_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled with another `machine_memory.py` is not taken for this one's; other rules do not care."""
    prints = {function: Workshop("cpu", {}).fingerprint(function) for function in (copy_table, copy_record)}
    monkeypatch.setattr(workshop, "_source_of", lambda module: f"another {module}")
    assert Workshop("cpu", {}).fingerprint(copy_table) != prints[copy_table]
    assert Workshop("cpu", {}).fingerprint(copy_record) == prints[copy_record]


def test_new_folders_push_out_the_oldest_and_known_ones_look_at_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who uses a folder again does not look through all the others; the one that was unused longest goes first."""
    monkeypatch.setattr(workshop, "KEPT", 2)
    for age, name in enumerate(("c", "b", "a")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    assert workshop.ready_folder(tmp_path / "a") == tmp_path / "a"  # known, and used again
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c"]
    assert workshop.ready_folder(tmp_path / "d") == tmp_path / "d"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "d"]


def test_where_no_folder_can_be_written_at_all_one_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    workshop._private_folder.cache_clear()
    with pytest.raises(BadSetup, match=r"no folder for compiled rules \(FIRSTFIRE_CACHE can name one\): No such file"):
        workshop.ready_folder(tmp_path / "file" / "totem")


def test_the_globals_of_a_function_are_those_that_dis_names() -> None:
    rules = [game.rules for game in map(find_game, GAMES)]
    functions: list[Callable[..., Any]] = [rule for own in rules for rule in rules_under(own.values(), own)]
    assert len(functions) > 1000
    wide: dict[str, Any] = {}
    exec(f"def many(): return ({', '.join(f'name_{i}' for i in range(600))})", wide)  # numbers above a byte
    for function in (*functions, wide["many"]):
        named = {each.argval for each in dis.get_instructions(function) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
        assert named <= global_names(function.__code__)
        if not any(hasattr(constant, "co_code") for constant in function.__code__.co_consts):
            assert named == global_names(function.__code__)
    assert len(global_names(wide["many"].__code__)) == 600
