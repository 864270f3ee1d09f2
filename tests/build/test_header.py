"""firstfire.h, and a game of Firstfire in C."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import embers.state
from firstfire.build.header import write_header
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import InterpretedEngine
from firstfire.kernel.engines.library import this_target
from firstfire.kernel.game import Game
from firstfire.kernel.records.record import Row, i8, i32, record

ROOT = Path(__file__).parents[2]
COMPILER = ["gcc"] if shutil.which("gcc") else [sys.executable, "-m", "ziglang", "cc"]
LANGUAGES = pytest.mark.parametrize(
    ("compiler", "source", "language"),
    [(COMPILER, "all.c", "c11"), ([sys.executable, "-m", "ziglang", "c++"], "all.cpp", "c++17")],
)


def compile_c(*words: object, compiler: list[str] = COMPILER) -> None:
    done = subprocess.run([*compiler, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@LANGUAGES
def test_every_record_of_every_game_is_laid_out_in_c_as_it_is_here(
    tmp_path: Path, compiler: list[str], source: str, language: str
) -> None:
    """The headers hold the size of each record; a compiler that comes to another refuses it."""
    for name in (*GAMES, "totem"):  # a game that is built again
        write_header(find_game(name), tmp_path)
    (tmp_path / source).write_text("#include <firstfire.h>\n#include <totem.h>\n", encoding="utf-8")
    strict = (f"-std={language}", "-Wall", "-Werror", "-Wno-unused")
    compile_c(*strict, "-I", tmp_path, "-c", tmp_path / source, "-o", tmp_path / "all.o", compiler=compiler)


@record
class Odd(embers.state.State):
    """A state whose fields have names that C or C++ keeps for itself."""

    new: int = i8
    this: int = i8
    char: int = i8
    unsigned: Row[int] = i8[2]
    int32_t: int = i8
    size: int = i32


@LANGUAGES
def test_fields_may_have_names_that_c_keeps_for_itself(
    tmp_path: Path, tiny: Game, compiler: list[str], source: str, language: str
) -> None:
    write_header(replace(tiny, state=Odd), tmp_path)
    (tmp_path / "mine.h").write_text("#error of something else\n", encoding="utf-8")
    (tmp_path / source).write_text("#include <firstfire.h>\nint new_of(firstfire_embers_Odd *s) { return s->new_; }\n")
    strict = (f"-std={language}", "-Wall", "-Werror", "-Wno-unused")
    compile_c(*strict, "-I", tmp_path, "-c", tmp_path / source, "-o", tmp_path / "all.o", compiler=compiler)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_random_game_in_c_is_the_same_as_here(libraries: Path, tiny: Game, tmp_path: Path) -> None:
    folder = libraries / this_target()
    (library,) = folder.glob("embers.v[12].*")
    compile_c(
        "-DGAME=embers", "-I", folder, ROOT / "examples" / "c" / "random_game.c", library, "-o", tmp_path / "game"
    )
    for seed in (1, 7, 2**40 + 3):
        done = subprocess.run([tmp_path / "game", str(seed)], capture_output=True, text=True, check=True)
        assert done.stdout == played(tiny, seed)


def played(game: Game, seed: int) -> str:
    """What the example in C prints."""
    engine, box, chance = InterpretedEngine(game), game.standard_box, seed
    s, points = engine.new(2, seed), engine.row()
    while not s.over:
        legal = engine.legal(s, box)
        chance = (chance * 6364136223846793005 + 1442695040888963407) % 2**64
        engine.step(s, box, legal[(chance >> 33) % len(legal)])
    engine.score(s, box, points)
    return f"{s.ply} decisions: {' '.join(map(str, points[: s.seats]))}\n"
