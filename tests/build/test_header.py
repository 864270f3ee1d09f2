"""firstfire.h, and a game of Firstfire in C."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire.build.header import header_of
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import InterpretedEngine
from firstfire.kernel.engines.library import this_target
from firstfire.kernel.game import Game

ROOT = Path(__file__).parents[2]
COMPILER = ["gcc"] if shutil.which("gcc") else [sys.executable, "-m", "ziglang", "cc"]


def compile_c(*words: object) -> None:
    done = subprocess.run([*COMPILER, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_record_of_every_game_is_laid_out_in_c_as_it_is_here(tmp_path: Path) -> None:
    """The header holds the size of each record; a C compiler that comes to another refuses it."""
    (tmp_path / "firstfire.h").write_text(header_of([find_game(name) for name in GAMES]), encoding="utf-8")
    (tmp_path / "all.c").write_text("#include <firstfire.h>\n", encoding="utf-8")
    compile_c(
        "-std=c11",
        "-Wall",
        "-Werror",
        "-Wno-unused",
        "-I",
        tmp_path,
        "-c",
        tmp_path / "all.c",
        "-o",
        tmp_path / "all.o",
    )


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
