"""Random games on a GPU, beside the same games on this machine's CPU.

    python benchmarks/gpu.py [GAME ...] [--games N] [--check N]

For every game and number of players: plays `--check` games from the same seeds on both and
compares the last states byte for byte (notes on), then measures decisions per second on the
card (notes off), the median of several runs of `--games` games each. Needs the `cuda` extra.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import statistics
import sys
import time
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda asks for names that the newest NumPy has dropped
        setattr(np, _old, getattr(np, _new))

from firstfire import game, names  # noqa: E402
from firstfire.errors import BadSetup  # noqa: E402
from firstfire.kernel.batch import Batch  # noqa: E402
from firstfire.kernel.game import Game  # noqa: E402
from firstfire.kernel.gpu import GpuPlayouts  # noqa: E402

RUNS = 5
PEERS = "Pgx on the same card, million per second: connect four 1030, leduc 786, sparrow mahjong 25, backgammon 15"


def identical(this: Game, seats: int, count: int) -> int:
    """How many of `count` games end in other bytes on the card than on the CPU."""
    card = GpuPlayouts(this, seats, quiet=False).run(count, 1, keep_states=True)
    batch = Batch(this, count, seats, seed=1, quiet=False)
    decisions = batch.play_randomly(1)
    differ = int(
        (card.states.view(np.uint8).reshape(count, -1) != batch.states.view(np.uint8).reshape(count, -1)).any(1).sum()
    )
    batch.close()
    return differ + int(decisions != card.decisions)


def speed(this: Game, seats: int, count: int) -> tuple[float, float, dict[str, Any]]:
    """Decisions and games per second on the card, the median of several runs, and the best launch."""
    card = GpuPlayouts(this, seats)
    card.run(1000, 1)
    best: tuple[float, int] = (0.0, 128)
    for threads in (64, 128, 256, 512):
        result = card.run(count, 7, threads=threads)
        best = max(best, (result.decisions / result.seconds, threads))
    found = [card.run(count, 1 + count * i, threads=best[1]) for i in range(RUNS)]
    decisions = statistics.median(r.decisions / r.seconds for r in found)
    games = statistics.median(r.games / r.seconds for r in found)
    return decisions, games, {"threads": best[1], "games": count}


def main(argv: Sequence[str] | None = None) -> int:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(names()))
    parser.add_argument("--games", dest="count", type=int, default=1_000_000)
    parser.add_argument("--check", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    warnings.simplefilter("ignore")
    rows = []
    for name in arguments.games:
        this = game(name)
        for seats in this.seats:
            try:
                this.check_seats(seats, {})
            except BadSetup:
                continue
            started = time.perf_counter()
            differ = identical(this, seats, arguments.check)
            decisions, games, launch = speed(this, seats, arguments.count)
            row = {
                "game": name, "players": seats, "state_bytes": ctypes.sizeof(this.state),
                "checked": arguments.check, "different": differ, "decisions_per_second": decisions,
                "games_per_second": games, **launch, "seconds": round(time.perf_counter() - started, 1),
            }  # fmt: skip
            rows.append(row)
            print(
                f"{name:<11} {seats} players: {decisions / 1e6:10,.1f} million decisions/s, {games / 1e6:8.2f} million games/s, "
                f"{differ} of {arguments.check} games differ from the CPU ({row['state_bytes']} bytes, {row['seconds']} s)",
                file=sys.stderr if arguments.json else sys.stdout,
                flush=True,
            )
    print(json.dumps(rows, indent=1) if arguments.json else PEERS)
    return 1 if any(row["different"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
