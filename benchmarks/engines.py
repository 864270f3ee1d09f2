"""How fast the rules run: a library, Numba's code for this processor, and a module of WebAssembly, in one run.

    firstfire build --target wasm --target linux-x86_64 --out libraries
    python -m benchmarks.engines libraries
    python -m benchmarks.engines libraries --browser      the modules in Chromium instead of Node

Each engine plays the same random games and searches from the same positions, in turn; of each the best round counts.
Seconds are seconds of the processor (but in Chromium), so that a busy machine does not matter much.
"""

from __future__ import annotations

import argparse
import base64
import ctypes
import gzip
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tools.compare_engines import Host, Job, NativeTable, compiled_here, host_named, job_of, module_of, native

from firstfire.games import GAMES
from firstfire.games.folders import game_at
from firstfire.kernel.engines.library import this_target
from firstfire.kernel.game import Game

ROUNDS, RUNS = 5, 3  # of each engine in turn; of a module in each, since it is compiled anew
RANDOM_GAMES = 400  # of a round
SIMULATIONS, NODES, POSITIONS = 400, 20_000, 5  # of each search, of its tree, and how many searches a round has
PLIES = 8  # random decisions before the second position, twice as many before the third…
KINDS = ("games", "search", "search_with_net")
Speeds = dict[str, float]  # by kind: decisions or simulations a second


class Native:
    """Speeds of an engine in this process."""

    def __init__(self, table: NativeTable) -> None:
        self.table = table

    def games(self) -> float:
        """Decisions a second of random games."""
        table = self.table
        fresh, row = table.engine.fresh(table.game.seats[0]), table.engine.row()
        started = process_time()
        made = table.call(
            "playouts", table.s, fresh, table.box, table.mask, table.dice, RANDOM_GAMES, 1, 100_000, table.points, row
        )
        return float(made / (process_time() - started))

    def searches(self, name: str) -> float:
        """Simulations a second of searches, each in another game and deeper in it."""
        table, seconds = self.table, 0.0
        ctypes.memmove(ctypes.addressof(table.dice), base64.b64decode(table.job["dice"]), ctypes.sizeof(table.dice))
        for game in range(POSITIONS):
            table.begin(game)
            for _ in range(PLIES * game):
                if table.call("legal_mask", table.table, table.box, table.mask) == 0:
                    break
                table.move()
            seconds += table.search(name)
        return POSITIONS * SIMULATIONS / seconds


def speeds(game: Game, folder: Path, host: Host) -> dict[str, Speeds]:
    """The best round of each engine."""
    engines = {"library": native(game, folder / this_target()), "JIT": compiled_here(game)}
    job = job_of(game, engines["library"], 1, 1, simulations=SIMULATIONS, nodes=NODES)
    tables = {name: Native(NativeTable(game, engine, job)) for name, engine in engines.items()}
    kinds = KINDS if job["net"] else KINDS[:2]
    best: dict[str, Speeds] = {name: dict.fromkeys(kinds, 0.0) for name in (*tables, "WebAssembly")}
    for _ in range(ROUNDS):
        for kind in kinds:
            for name, table in [*tables.items()] * RUNS:
                found = table.games() if kind == "games" else table.searches(kind)
                best[name][kind] = max(best[name][kind], found)
            found = in_module(module_of(game, folder / "wasm"), job, host, kind)
            best["WebAssembly"][kind] = max(best["WebAssembly"][kind], found)
    return best


def in_module(module: Path, job: Job, host: Host, kind: str) -> float:
    """The speed of a module."""
    if kind == "games":
        return float(host.run("speed", module, job, RUNS, RANDOM_GAMES))
    return POSITIONS * SIMULATIONS / float(host.run("searchSeconds", module, job, RUNS, kind, POSITIONS, PLIES))


def sizes(game: Game, folder: Path) -> list[int]:
    """Bytes of the library and of the module, as they are and as gzip packs them."""
    (library,) = [file for file in (folder / this_target()).glob(f"{game.name}.v*") if file.suffix != ".h"]
    contents = [library.read_bytes(), module_of(game, folder / "wasm").read_bytes()]
    return [size for content in contents for size in (len(content), len(gzip.compress(content, 9)))]


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each game and kind of work, then the sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("libraries", type=Path, help="the folder that `firstfire build` made")
    parser.add_argument("--only", action="append", metavar="GAME")
    parser.add_argument("--browser", action="store_true", help="modules in Chromium instead of Node")
    arguments = parser.parse_args(words)
    games = [game_at(name) for name in arguments.only or GAMES]
    heading = f"{'library':>10} {'JIT':>10} {'wasm':>10} {'library/JIT':>12} {'wasm/library':>13}"
    print(f"{'game':<12} {'a second':<18} {heading}")
    with TemporaryDirectory() as place:
        host = host_named("chromium" if arguments.browser else "node", Path(place))
        for game in games:
            found = speeds(game, arguments.libraries, host)
            for kind in found["JIT"]:
                library, jit, wasm = (found[name][kind] for name in ("library", "JIT", "WebAssembly"))
                said = "decisions, random" if kind == "games" else f"of {kind.replace('_', ' ')}"
                cells = f"{library:>10,.0f} {jit:>10,.0f} {wasm:>10,.0f} {library / jit:>12.3f} {wasm / library:>13.3f}"
                print(f"{game.name:<12} {said:<18} {cells}", flush=True)
        host.close()
    print(f"{'game':<12} {'library kB':>11} {'gzipped':>8} {'module kB':>10} {'gzipped':>8}")
    total = [0, 0, 0, 0]
    for game in games:
        row = sizes(game, arguments.libraries)
        total = [a + b for a, b in zip(total, row, strict=True)]
        print(_sized(game.name, row))
    print(_sized("all", total))


def _sized(name: str, row: Sequence[int]) -> str:
    library, packed, module, small = (size / 1000 for size in row)
    return f"{name:<12} {library:>11.0f} {packed:>8.0f} {module:>10.0f} {small:>8.0f}"


if __name__ == "__main__":
    main()
