"""Random games on a GPU, beside the same games on this machine's CPU.

    python benchmarks/gpu.py [GAME ...] [--games N] [--check N]

For every game and number of players: plays `--check` games from the same seeds on both and
compares the last states byte for byte, then measures decisions per second on the GPU, the
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
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.gpu.random_games import GpuPlayouts
from firstfire.kernel.records.bits import Mask
from firstfire.kernel.records.entry import AnyBox, ManyStates, requires
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import dtype_of
from firstfire.kernel.records.rng import seed_rng
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.drive import Dice, begin, copy_record, playout

RUNS = 5
PEERS = "Pgx on the same card, million per second: connect four 1030, leduc 786, sparrow mahjong 25, backgammon 15"


@requires("states.size >= games")
@generic
def play_games(
    states: ManyStates, fresh: Header, box: AnyBox, mask: Mask, dice: Dice, seed: int, limit: int, games: int
) -> int:
    """Play games from seed, seed + 1, … at random to their ends and keep the last states; how many decisions."""
    made = 0
    for i in range(games):
        copy_record(states[i], fresh)
        begin(states[i], box, fresh.seats, (seed + i) & 0xFFFFFFFF, (seed + i) >> 32)
        seed_rng(dice, (seed + i) & 0xFFFFFFFF, 77)
        made += playout(states[i], box, mask, dice, limit)
    return made


def identical(card: GpuPlayouts, seats: int, count: int, options: dict[str, str]) -> int:
    """How many of `count` games end in other bytes on the GPU than on the CPU."""
    played, this = card.run(count, seats, 1, keep_states=True), card.game
    engine = engine_for(this, interpreted=False)
    states: Any = np.zeros(count, dtype_of(this.state))
    fresh, play = engine.fresh(seats, options, quiet=True), engine.entry(play_games)
    decisions = play(states, fresh, this.standard_box, engine.mask(), Dice(), 1, this.max_plies, count)
    there, here = (found.view(np.uint8).reshape(count, -1) for found in (played.states, states))
    return int((there != here).any(1).sum()) + int(decisions != played.decisions)


def speed(card: GpuPlayouts, seats: int, count: int) -> tuple[float, float, dict[str, Any]]:
    """Decisions and games per second on the GPU, the median of several runs, by the best size of blocks."""
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
