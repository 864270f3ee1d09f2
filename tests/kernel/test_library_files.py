"""Files in the folder of libraries: which one is used, and the sentence for each that is not.

The libraries here are made by a C compiler of a few lines; tests/build makes real ones.
"""

from __future__ import annotations

import errno
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firstfire import cli
from firstfire.games import game as find_game
from firstfire.kernel.engines import library as library_module
from firstfire.kernel.engines.engine import can_run_compiled, engine_for
from firstfire.kernel.engines.library import digest_of, library_for, sources_of, symbol_of, this_target
from firstfire.kernel.game import Game

COMPILER = ["gcc"] if shutil.which("gcc") else [sys.executable, "-m", "ziglang", "cc"]
SUFFIX = library_module.SUFFIXES.get(this_target().partition("-")[0], ".so")
SAYS_NOTHING = "int firstfire_level(void) { return 9; }\n"
SAYS = "const char firstfire_about[] = %s;\nint firstfire_level(void) { return %d; }\nint %s(void) { return 0; }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An empty folder of libraries."""
    folder = tmp_path / "libraries"
    folder.mkdir()
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", str(folder))
    monkeypatch.delenv("FIRSTFIRE_INTERPRET", raising=False)
    forget()
    yield folder
    forget()


def forget() -> None:
    library_for.cache_clear()
    can_run_compiled.cache_clear()


def description(tiny: Game, /, **changes: object) -> dict[str, object]:
    """What a library of a game that fits says of itself."""
    entries = {"step": "firstfire.kernel.rules.drive"}
    about = {"game": tiny.key, "sources": sources_of(tiny), "target": this_target(), "level": "v1", "entries": entries}
    return {key: value for key, value in {**about, **changes}.items() if value is not None}


def built(folder: Path, source: str, level: str = "v1") -> Path:
    """A library of a C source, under the name it should have."""
    (folder.parent / "source.c").write_text(source, encoding="utf-8")
    made = folder.parent / f"made{SUFFIX}"
    subprocess.run([*COMPILER, "-shared", "-fPIC", "-s", "-o", made, folder.parent / "source.c"], check=True)
    return Path(shutil.copy(made, folder / f"embers.{level}.{digest_of(made.read_bytes())}{SUFFIX}"))


def saying(
    folder: Path, tiny: Game, /, *, level: str = "v1", known: int = 9, says: object = None, **changes: object
) -> Path:
    """A library that says something of itself, on a processor of a level."""
    about = description(tiny, level=level, **changes) if says is None else says
    source = SAYS % (json.dumps(json.dumps(about)), known, symbol_of(tiny, "step"))
    return built(folder, source, level)


def refusals(game: Game, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Why libraries are not used: said once. Numba is asked next, and where there is none, plain Python."""
    caplog.clear()
    assert library_for(game) is None and library_for(game) is None
    said = [record.getMessage() for record in caplog.records]
    assert can_run_compiled(game) and len(caplog.records) == len(said)
    return said


def test_a_library_that_fits_is_used(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    saying(folder, tiny)
    found = library_for(tiny)
    assert found is not None and found.level == "v1" and not caplog.records


def test_a_file_of_another_name_is_refused(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    good = saying(folder, tiny)
    names = ["embers.vx.0123456789abcdef.so", "embers.v2.so", "embers.v1.ABC.so", "embers.v1.old.copy.so"]
    for name in names:
        stray = folder / name.replace(".so", SUFFIX)
        shutil.copy(good, stray)
        good.unlink(missing_ok=True)
        (said,) = refusals(tiny, caplog)
        assert said.startswith(f"the library {stray.name} is not used: its name should be like embers.v2.00000000")
        good = stray.rename(folder.parent / "kept")
        forget()


def test_files_of_other_kinds_are_not_looked_at(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    saying(folder, tiny)
    for name in (
        "firstfire.h",
        "README",
        "._embers.v1.0123456789abcdef.so",
        "totem.v1.0123456789abcdef.so",
        "embers.txt",
    ):
        (folder / name).write_bytes(b"something else")
    assert library_for(tiny) is not None and not caplog.records


def test_of_several_libraries_the_one_that_fits_is_used(
    folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture
) -> None:
    """A folder that an older Firstfire was unpacked into: nothing is lost, so nothing is said."""
    saying(folder, tiny, sources="older")
    saying(folder, tiny, sources="oldest")
    (folder / f"embers.v1.{'0' * 16}{SUFFIX}").write_bytes(b"damaged")
    good = saying(folder, tiny)
    assert len(list(folder.glob("embers.v1.*"))) == 4
    found = library_for(tiny)
    assert found is not None and found.handle._name == str(good) and not caplog.records


def test_where_none_of_several_fits_each_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    saying(folder, tiny, sources="older")
    (folder / f"embers.v1.{'0' * 16}{SUFFIX}").write_bytes(b"damaged")
    said = sorted(line.partition(": ")[2] for line in refusals(tiny, caplog))
    assert said == ["it is damaged", "it was made of other rules than those of this Firstfire"]


def test_the_highest_level_that_the_processor_has_is_used(folder: Path, tiny: Game) -> None:
    saying(folder, tiny, level="v2", known=3)
    saying(folder, tiny, level="v10", known=3)
    saying(folder, tiny, level="v3", known=3)
    found = library_for(tiny)
    assert found is not None and found.level == "v3"


def test_an_old_processor_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    file = saying(folder, tiny, level="v2", known=1)
    assert refusals(tiny, caplog) == [f"the library {file.name} is not used: it needs a newer processor"]


@pytest.mark.parametrize("missing", ["game", "sources", "target", "level", "entries"])
def test_a_description_without_a_key_is_told(
    folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture, missing: str
) -> None:
    file = saying(folder, tiny, says=description(tiny, **{missing: None}))
    (said,) = refusals(tiny, caplog)
    assert said == f"the library {file.name} is not used: it does not say for what it was made ({missing})"


def test_a_description_that_is_none_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    saying(folder, tiny, says=["a", "list"])
    assert "it does not say for what it was made (game, target, level, sources, entries)" in refusals(tiny, caplog)[0]


@pytest.mark.parametrize("source", [SAYS_NOTHING, SAYS_NOTHING + 'const char firstfire_about[] = "{\\xff";\n'])
def test_a_library_of_something_else_is_told(
    folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture, source: str
) -> None:
    file = built(folder, source)
    (said,) = refusals(tiny, caplog)
    assert said.startswith(f"the library {file.name} is not used: it cannot be loaded (")


def test_a_library_without_a_level_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    built(folder, f"const char firstfire_about[] = {json.dumps(json.dumps(description(tiny)))};\n")
    assert "it cannot be loaded (" in refusals(tiny, caplog)[0]


def test_a_library_for_others_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    saying(folder, tiny, target="plan9-mips")
    saying(folder, tiny, game="totem@1")
    told = sorted(line.partition(": ")[2] for line in refusals(tiny, caplog))
    assert told == sorted(
        [f"it was made for {tiny.key} on plan9-mips", f"it was made for totem@1 on {this_target()}"]
    )  # fmt: skip


def test_a_library_that_lacks_an_entry_point_is_told(
    folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture
) -> None:
    """Else it would be missed in the middle of a game."""
    saying(folder, tiny, entries={"step": "firstfire.kernel.rules.drive", "begin": "firstfire.kernel.rules.drive"})
    (said,) = refusals(tiny, caplog)
    assert said.endswith("is not used: it lacks begin")


@pytest.mark.skipif(platform.system() != "Linux", reason="versions of glibc")
def test_a_system_that_is_too_old_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    """As on an old system, the loader finds no such version of its C library."""
    copies = "#include <stdlib.h>\nvoid *more(int n) { return malloc(n); }\n"
    file = built(folder, copies + SAYS % (json.dumps(json.dumps(description(tiny))), 9, symbol_of(tiny, "step")))
    content = file.read_bytes()
    file.unlink()
    found = content.replace(b"GLIBC_2.", b"GLIBC_9.")
    assert found != content
    (folder / f"embers.v1.{digest_of(found)}{SUFFIX}").write_bytes(found)
    (said,) = refusals(tiny, caplog)
    assert "cannot be loaded (" in said and "`GLIBC_9." in said and "not found" in said


def test_what_cannot_be_read_is_told(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    (folder / f"embers.v1.{'0' * 16}{SUFFIX}").mkdir()
    assert "it cannot be loaded (no ordinary file)" in refusals(tiny, caplog)[0]


def test_nobody_waits_for_what_comes_out_of_a_pipe(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    os.mkfifo(folder / f"embers.v1.{'0' * 16}{SUFFIX}")
    assert "it cannot be loaded (no ordinary file)" in refusals(tiny, caplog)[0]


@pytest.mark.parametrize("share", [0.002, 0.02, 0.2, 0.5])
def test_a_file_that_was_cut_off_is_told_though_its_name_fits(
    share: float, folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture
) -> None:
    """A system would end the process."""
    whole = saying(folder, tiny)
    content = whole.read_bytes()[: int(whole.stat().st_size * share)]
    whole.unlink()
    file = folder / f"embers.v1.{digest_of(content)}{SUFFIX}"
    file.write_bytes(content)
    assert refusals(tiny, caplog) == [f"the library {file.name} is not used: it is damaged"]


def test_a_folder_without_libraries_is_told(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    sentence = f"there is no library with the rules of totem in {folder}"
    assert refusals(find_game("totem"), caplog) == [sentence]
    folder.rmdir()
    forget()
    assert refusals(find_game("totem"), caplog) == [sentence]


def test_a_game_of_ones_own_needs_no_library(folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    saying(folder, tiny).rename(folder / f"totem.v1.{'0' * 16}{SUFFIX}")
    assert refusals(tiny, caplog) == []


def test_a_folder_that_cannot_be_looked_at_is_told(
    folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name is too long; and one within a folder that is closed to us."""
    look = os.stat

    def look_outside(path: Any, *words: Any, **more: Any) -> os.stat_result:
        if str(path).startswith(str(folder)):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return look(path, *words, **more)

    long = folder.parent / ("long" * 100)
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", str(long))
    assert refusals(find_game("totem"), caplog) == [f"there is no library with the rules of totem in {long}"]
    monkeypatch.setenv("FIRSTFIRE_LIBRARIES", str(folder))
    monkeypatch.setattr(os, "stat", look_outside)
    forget()
    assert refusals(find_game("totem"), caplog) == [f"there is no library with the rules of totem in {folder}"]


def test_without_numba_its_rules_run_as_plain_python(
    folder: Path, tiny: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firstfire.kernel.engines.engine.can_compile", lambda: False)
    file = saying(folder, tiny, sources="older")
    assert not engine_for(tiny).compiled and not engine_for(tiny).compiled
    first, second = (record.getMessage() for record in caplog.records)
    assert file.name in first and second.startswith("the rules of embers run as plain Python, so bots think less")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "firstfire: there is no library with the rules of totem in {folder}\n"),
        ("fr", "firstfire: il n’y a pas de bibliothèque avec les règles de totem dans {folder}\n"),
        ("nl", "firstfire: er is geen bibliotheek met de regels van totem in {folder}\n"),
        ("de", "firstfire: in {folder} gibt es keine Bibliothek mit den Regeln von totem\n"),
    ],
)
def test_the_terminal_says_it_in_the_language_of_the_player(
    folder: Path, language: str, sentence: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    person_first = ["--seed", "2"]  # the rules need not be compiled
    assert cli.main(["play", "totem", "--lang", language, "--opponent", "spirit", *person_first]) == 0
    told = capsys.readouterr().err
    said = sentence.format(folder=folder)
    assert told.count(said) == 1 and told.startswith(said)
