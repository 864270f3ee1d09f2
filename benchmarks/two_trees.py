"""Two versions of the sources side by side: how fast each plays, and what compiling costs each.

    python benchmarks/two_trees.py BEFORE AFTER [--games totem honga …] [--rounds 3] [--seconds 4] [--cold]

BEFORE and AFTER are source trees (folders that hold src/). They take turns, so that whatever else the machine does
slows both; of each the best of several rounds counts. Everything is processor time, and the load is said with each
line. `--cold` measures compiling every entry point from nothing instead of play (minutes for each game).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
PLAY = """
import sys
from firstfire.cli import main
sys.exit(main(["bench", sys.argv[1], "--seats", sys.argv[2], "--seconds", sys.argv[3], "--json"]))
"""
COLD = """
import json, sys, time
import numba.core.compiler
from firstfire.games import game
from firstfire.kernel.engines import engine
made = engine.engine_for(game(sys.argv[1]), interpreted=False)
start = time.process_time()
for name in engine.ENTRIES:
    getattr(made, name)
print(json.dumps({"seconds": time.process_time() - start, "entries": len(engine.ENTRIES)}))
"""


def run(tree: Path, program: str, *arguments: str, cache: str = "") -> dict[str, float]:
    """What a program that prints JSON says, with the sources of a tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    if cache:
        environment["FIRSTFIRE_CACHE"] = cache
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, stdout=subprocess.PIPE, check=True
    )
    found = json.loads(ran.stdout)
    result: dict[str, float] = found[0] if isinstance(found, list) else found
    return result


def played(tree: Path, game: str, seconds: float) -> float:
    """Decisions a second of random play by two, of one run."""
    return run(tree, PLAY, game, "2", str(seconds))["decisions_per_second"]


def compiled(tree: Path, game: str) -> float:
    """Seconds of processor time for all entry points, from nothing."""
    with tempfile.TemporaryDirectory() as cache:
        return run(tree, COLD, game, cache=cache)["seconds"]


def main() -> int:
    """Take turns and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each run of play")
    parser.add_argument("--cold", action="store_true", help="compile from nothing")
    asked = parser.parse_args()
    print(f"{'game':<12} {'before':>12} {'after':>12} {'after/before':>13} {'load':>6}", flush=True)
    for game in asked.games:
        seen: dict[Path, list[float]] = {asked.before: [], asked.after: []}
        for _ in range(asked.rounds):
            for tree, found in seen.items():
                found.append(compiled(tree, game) if asked.cold else played(tree, game, asked.seconds))
        before, after = (min(found) if asked.cold else max(found) for found in seen.values())
        figures = f"{before:>12.1f} {after:>12.1f}" if asked.cold else f"{before:>12,.0f} {after:>12,.0f}"
        print(f"{game:<12} {figures} {after / before:>13.2f} {os.getloadavg()[0]:>6.1f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
