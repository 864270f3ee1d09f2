"""Random games on a GPU, beside the same games on this machine's CPU.

    python benchmarks/gpu.py [GAME ...] [--games N] [--check N]

For every game and number of players: plays `--check` games from the same seeds on both and
compares the last states byte for byte, then measures decisions per second on the card, the
median of several runs of `--games` games each. Needs the `cuda` extra.
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

from firstfire import game, names
from firstfire.errors import BadSetup
from firstfire.kernel.batch import Batch
from firstfire.kernel.gpu import GpuPlayouts

RUNS = 5
PEERS = "Pgx on the same card, million per second: connect four 1030, leduc 786, sparrow mahjong 25, backgammon 15"


def identical(card: GpuPlayouts, seats: int, count: int, options: dict[str, str]) -> int:
    """How many of `count` games end in other bytes on the card than on the CPU."""
    played = card.run(count, seats, 1, keep_states=True)
    batch = Batch(card.game, count, seats, seed=1, options=options)
    decisions = batch.play_randomly(1)
    bytes_there = played.states.view(np.uint8).reshape(count, -1)
    bytes_here = batch.states.view(np.uint8).reshape(count, -1)
    batch.close()
    return int((bytes_there != bytes_here).any(1).sum()) + int(decisions != played.decisions)


def speed(card: GpuPlayouts, seats: int, count: int) -> tuple[float, float, dict[str, Any]]:
    """Decisions and games per second on the card, the median of several runs, by the best size of blocks."""
    tries = []
    for threads in (64, 128, 256, 512):
        result = card.run(count, seats, 7, threads=threads)
        tries.append((result.decisions / result.seconds, threads))
    _, threads = max(tries)
    found = [card.run(count, seats, 1 + count * i, threads=threads) for i in range(RUNS)]
    decisions = statistics.median(r.decisions / r.seconds for r in found)
    games = statistics.median(r.games / r.seconds for r in found)
    return decisions, games, {"threads": threads, "games": count}


def main(argv: Sequence[str] | None = None) -> int:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(names()))
    parser.add_argument("--games", dest="count", type=int, default=4_000_000)
    parser.add_argument("--check", type=int, default=10_000)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    warnings.simplefilter("ignore")
    options = dict(text.split("=", 1) for text in arguments.option)
    rows = []
    for name in arguments.games:
        this = game(name)
        card = GpuPlayouts(this, options=options)
        for seats in this.seats:
            try:
                this.check_seats(seats, options)
            except BadSetup:
                continue
            started = time.perf_counter()
            differ = identical(card, seats, arguments.check, options)
            decisions, games, launch = speed(card, seats, arguments.count)
            row = {
                "game": name, "players": seats, "state_bytes": ctypes.sizeof(this.state),
                "checked": arguments.check, "different": differ, "decisions_per_second": decisions,
                "games_per_second": games, **launch, "seconds": round(time.perf_counter() - started, 1),
            }  # fmt: skip
            rows.append(row)
            said = f"{name} {seats} players: {decisions / 1e6:,.1f} million decisions/s, "
            said += f"{games / 1e6:.3f} million games/s, "
            said += f"{differ} of {arguments.check} games differ from the CPU ({row['state_bytes']} bytes)"
            print(said, file=sys.stderr if arguments.json else sys.stdout, flush=True)
    print(json.dumps(rows, indent=1) if arguments.json else PEERS)
    return 1 if any(row["different"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
