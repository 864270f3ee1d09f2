"""How fast the rules run: a library, Numba's code for this processor, and a module of WebAssembly, in one run.

    firstfire build --target wasm --target linux-x86_64 --out libraries
    python -m benchmarks.engines libraries
    python -m benchmarks.engines libraries --only totem --rounds 5

Each engine does the same work: random games, and searches from the same positions. Short runs take turns, and of each
round the ratio of two engines is taken: what is printed is the median of the ratios, with the quartiles. Seconds are
seconds of the processor, so that a busy machine does not matter much; how busy it was is printed too.
"""

from __future__ import annotations

import argparse
import base64
import ctypes
import gzip
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time

from tools.compare_engines import Host, NativeTable, compiled_here, host_named, job_of, module_of, native

from firstfire.games import GAMES
from firstfire.games.folders import game_at
from firstfire.kernel.engines.library import this_target
from firstfire.kernel.game import Game

ROUNDS, WARMING = 15, 2  # a module is compiled better while it runs, so that the first rounds do not count
SPAN = 0.3  # seconds of the library in a round, and about as many of the others
SIMULATIONS, NODES, POSITIONS = 400, 20_000, 5  # of each search, of its tree, and how many searches a round has
PLIES = 8  # random decisions before the second position, twice as many before the third…
KINDS = {"games": "random games", "search": "search", "search_with_net": "search with net"}
RATIOS = (("library", "JIT"), ("node", "library"), ("chromium", "library"))
Speeds = dict[str, list[float]]  # by engine: how much it did a second, in each round
Work = Callable[[str, int], float]  # does so many games or rounds of searches: how much of it a second


def native_work(table: NativeTable) -> Work:
    """The work of an engine in this process."""

    def games(amount: int) -> float:
        fresh, row = table.engine.fresh(table.game.seats[0]), table.engine.row()
        roll(table)
        started = process_time()
        made = table.call(
            "playouts", table.s, fresh, table.box, table.mask, table.dice, amount, 1, 100_000, table.points, row
        )
        return float(made / (process_time() - started))

    def searches(name: str, amount: int) -> float:
        seconds = 0.0
        for _ in range(amount):
            roll(table)
            for game in range(POSITIONS):
                table.begin(game)
                for _ in range(PLIES * game):
                    if table.call("legal_mask", table.table, table.box, table.mask) == 0:
                        break
                    table.move()
                seconds += table.search(name)
        return amount * POSITIONS * SIMULATIONS / seconds

    return lambda kind, amount: games(amount) if kind == "games" else searches(kind, amount)


def roll(table: NativeTable) -> None:
    """The dice as they are in the beginning of every run."""
    ctypes.memmove(ctypes.addressof(table.dice), base64.b64decode(table.job["dice"]), ctypes.sizeof(table.dice))


def module_work(host: Host) -> Work:
    """The work of the module that is open."""

    def work(kind: str, amount: int) -> float:
        if kind == "games":
            found, each = host.call("randomGames", amount), 1
        else:
            found, each = host.call("searches", kind, POSITIONS, PLIES, amount), SIMULATIONS
        return float(found["count"] * each / (host.seconds * found["share"]))

    return work


def speeds(engines: dict[str, Work], kind: str, rounds: int) -> Speeds:
    """Every engine does the same, round after round."""
    amount = 1
    while True:
        started = process_time()
        engines["library"](kind, amount)
        if (took := process_time() - started) > SPAN / 4:
            break
        amount *= 4
    amount = max(1, round(amount * SPAN / took))
    for work in engines.values():
        for _ in range(WARMING):
            work(kind, amount)
    found: Speeds = {name: [] for name in engines}
    for _ in range(rounds):
        for name, work in engines.items():
            found[name].append(work(kind, amount))
    return found


def ratio(found: Speeds, one: str, other: str) -> str:
    """How much faster one is than another: the median, and between which values half of the rounds lie."""
    ratios = [a / b for a, b in zip(found[one], found[other], strict=True)]
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return f"{median(ratios):.3f} ({low:.2f}-{high:.2f})"


def sizes(game: Game, folder: Path) -> list[int]:
    """Bytes of the library and of the module, as they are and as gzip packs them."""
    (library,) = [file for file in (folder / this_target()).glob(f"{game.name}.v*") if file.suffix != ".h"]
    contents = [library.read_bytes(), module_of(game, folder / "wasm").read_bytes()]
    return [size for content in contents for size in (len(content), len(gzip.compress(content, 9)))]


def measure(game: Game, folder: Path, hosts: dict[str, Host], rounds: int) -> None:
    """Print a line for each kind of work."""
    library = native(game, folder / this_target())
    job = job_of(game, library, 1, simulations=SIMULATIONS, nodes=NODES)
    engines = {
        "library": native_work(NativeTable(game, library, job)),
        "JIT": native_work(NativeTable(game, compiled_here(game), job)),
    }
    for name, host in hosts.items():
        host.open(module_of(game, folder / "wasm"), job)
        engines[name] = module_work(host)
    for kind, title in KINDS.items():
        if kind == "search_with_net" and not job["net"]:
            continue
        found = speeds(engines, kind, rounds)
        cells = [f"{median(each):>11,.0f}" for each in found.values()]
        cells += [f"{ratio(found, one, other):>18}" for one, other in RATIOS if one in found]
        print(f"{game.name:<11} {title:<16}{''.join(cells)}   load {os.getloadavg()[0]:.1f}", flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each game and kind of work, then the sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("libraries", type=Path, help="the folder that `firstfire build` made")
    parser.add_argument("--only", action="append", metavar="GAME")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how many runs of each (default: {ROUNDS})")
    parser.add_argument("--no-browser", action="store_true", help="modules in Node alone")
    parser.add_argument("--sizes", action="store_true", help="nothing but the sizes")
    arguments = parser.parse_args(words)
    games = [game_at(name) for name in arguments.only or GAMES]
    if not arguments.sizes:
        kinds = ("node",) if arguments.no_browser else ("node", "chromium")
        heading = "".join(f"{name:>11}" for name in ("library", "JIT", *kinds))
        ratios = "".join(f"{f'{one}/{other}':>18}" for one, other in RATIOS if one in ("library", *kinds))
        print(f"{'game':<11} {'a second':<16}{heading}{ratios}")
        with TemporaryDirectory() as place, ExitStack() as stack:
            hosts = {kind: stack.enter_context(closing(host_named(kind, Path(place)))) for kind in kinds}
            for game in games:
                measure(game, arguments.libraries, hosts, arguments.rounds)
    print(f"{'game':<12} {'library kB':>11} {'gzipped':>8} {'module kB':>10} {'gzipped':>8}")
    total = [0, 0, 0, 0]
    for game in games:
        row = sizes(game, arguments.libraries)
        total = [a + b for a, b in zip(total, row, strict=True)]
        print(_sized(game.name, row))
    print(_sized("all", total))


def _sized(name: str, row: Sequence[int]) -> str:
    library, packed, module, small = (size / 1000 for size in row)
    return f"{name:<12} {library:>11.0f} {packed:>8.0f} {module:>10.0f} {small:>8.1f}"


if __name__ == "__main__":
    main()
