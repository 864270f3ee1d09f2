"""Games per second against the number of workers, here and on a Ray cluster, and what a job costs beside its work.

    python benchmarks/cluster.py honga --games 20000                 # processes of this machine
    python benchmarks/cluster.py honga --games 20000 --on auto       # and a Ray cluster

Prints lines of JSON. Seconds are of the clock (on a busy machine look at ratios); the driver's are of the processor,
with one process those of the work itself.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import dataclass
from time import perf_counter, process_time

from firstfire.games.folders import game_at
from firstfire.jobs import perform
from firstfire.lab.playtest.samples import play_sample
from firstfire.lab.playtest.study import Study


@dataclass(frozen=True)
class Nothing:
    """A job without work."""

    number: int

    @property
    def name(self) -> str:
        """Which one."""
        return f"nothing {self.number}"


def no_work(job: Nothing) -> bytes:
    """What is left is the overhead."""
    return b""


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2000, help="jobs without work")
    parser.add_argument("--workers", default="1,2", metavar="A,B,…")
    parser.add_argument("--on", metavar="CLUSTER", help="a Ray cluster beside the processes of this machine")
    arguments = parser.parse_args()
    game = game_at(arguments.game)
    study = Study(game, game.standard_box, 2 if 2 in game.seats else min(game.seats))
    jobs = study.jobs(["greedy"] * study.seats, arguments.games)
    list(perform(play_sample, jobs[:1]))  # compiled from here on
    for on in (None, *([arguments.on] if arguments.on else [])):
        for workers in map(int, arguments.workers.split(",")):
            list(perform(play_sample, jobs[: 2 * workers], workers=workers, on=on))  # they have come up
            start, own = perf_counter(), process_time()
            found = dict(perform(play_sample, jobs, workers=workers, on=on))
            played, driver = perf_counter() - start, process_time() - own
            start, own = perf_counter(), process_time()
            list(perform(no_work, [Nothing(i) for i in range(arguments.jobs)], workers=workers, on=on))
            empty, idle = perf_counter() - start, process_time() - own
            assert len(found) == len(jobs)
            told = {
                "on": on or "processes", "workers": workers, "games": arguments.games, "seconds": round(played, 2),
                "games_per_second": round(arguments.games / played),
                "microseconds_per_empty_job": round(1e6 * empty / arguments.jobs),
                "driver_microseconds_per_empty_job": round(1e6 * idle / arguments.jobs),
                "driver_microseconds_per_job": round(1e6 * driver / len(jobs)),
                "bytes_per_job": sum(map(len, found.values())) // len(found), "load": round(os.getloadavg()[0], 1),
            }  # fmt: skip
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
