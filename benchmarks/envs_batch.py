"""Steps a second of a batch of tables, with observations, masks, rewards and auto-reset.

    python benchmarks/envs_batch.py [GAME ...] [--count N] [--threads 1,2] [--seconds S]
    python benchmarks/envs_batch.py [GAME ...] --device cuda [--count N] [--check TABLES]

Actions are random legal ones, chosen by the environment itself; both figures are told, with and without the choosing.
On the CPU they are steps per second of processor time (one thread), or of the clock (several). On a GPU `--check`
first plays the same tables on both sides and compares observations, masks, players, rewards, endings and actions byte
for byte after every step, until every table has finished a game (at most `--steps` steps), and then the records; what
`prefer` likes is compared after each sixteenth step.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from firstfire import game, names
from firstfire.envs import make_batch

RUNS = 5
EVERY = 16  # steps between two comparisons of action_scores, whose kernel is compiled for them


def differences(name: str, seats: int, tables: int, steps: int) -> tuple[int, int, int]:
    """How many tables differ between the GPU and the CPU, the steps played, and the games finished."""
    here = make_batch(name, tables, seats, seed=1)
    there = make_batch(name, tables, seats, seed=1, device="cuda")
    differ, finished, games, step = np.zeros(tables, bool), np.zeros(tables, bool), 0, 0
    differ |= _unlike(here.arrays, there.arrays)
    while step < steps and not finished.all():
        actions = here.sample()
        chosen = there.sample()
        there.step(chosen)
        differ |= chosen.numpy() != actions
        here.step(actions)
        differ |= _unlike(here.arrays, there.arrays)
        if step % EVERY == 0:
            differ |= ((here.action_scores() != there.action_scores().numpy()) & here.masks).any(1)
        finished |= here.done
        games += int(here.done.sum())
        step += 1
    there.check()
    left, right = (np.ascontiguousarray(env.states).view(np.uint8).reshape(tables, -1) for env in (here, there))
    differ |= (left != right).any(1)
    here.close()
    return int(differ.sum()), step, games


def _unlike(here: Any, there: Any) -> Any:
    unlike = np.zeros(len(here.players), bool)
    for left, right in zip(here, there, strict=True):
        unlike |= (left != right.numpy()).reshape(len(left), -1).any(1)
    return unlike


def on_the_cpu(env: Any, seconds: float) -> tuple[float, float]:
    """Steps per second with and without the choosing of actions."""
    clock = time.process_time if env.threads == 1 else time.perf_counter
    for _ in range(64):
        env.step(env.sample())

    def rate(work: Callable[[], Any]) -> float:
        begun, turns = clock(), 0
        while clock() - begun < seconds / RUNS:
            work()
            turns += 1
        return (clock() - begun) / turns

    both = statistics.median(rate(lambda: env.step(env.sample())) for _ in range(RUNS))
    choosing = statistics.median(rate(env.sample) for _ in range(RUNS))
    return env.count / both, env.count / (both - choosing)


def on_the_card(env: Any, steps: int) -> tuple[float, float]:
    """The same on a GPU, by the GPU's own clock."""
    from firstfire.kernel.gpu.cuda_driver import GpuClock

    def rate(work: Callable[[], Any]) -> float:
        with GpuClock(env.card) as clock:
            for _ in range(steps):
                work()
        return clock.seconds / steps

    rate(lambda: env.step(env.sample()))
    both = statistics.median(rate(lambda: env.step(env.sample())) for _ in range(RUNS))
    choosing = statistics.median(rate(env.sample) for _ in range(RUNS))
    env.check()
    return env.count / both, env.count / (both - choosing)


def main(argv: Sequence[str] | None = None) -> int:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(names()))
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--count", type=int, default=0, help="tables (2048 on the CPU, 262144 on a GPU)")
    parser.add_argument("--seats", type=int, action="append", help="numbers of players (all)")
    parser.add_argument("--threads", default="1", help="numbers of threads, by commas")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--check", type=int, default=10_000, metavar="TABLES")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    rows = []
    for name in arguments.games:
        for seats in arguments.seats or game(name).seats:
            rows += list(_measured(name, seats, arguments))
    if arguments.json:
        print(json.dumps(rows, indent=1))
    return 1 if any(row.get("different") for row in rows) else 0


def _measured(name: str, seats: int, arguments: argparse.Namespace) -> Any:
    count = arguments.count or (2048 if arguments.device == "cpu" else 1 << 18)
    if arguments.device == "cpu":
        for threads in map(int, arguments.threads.split(",")):
            env = make_batch(name, count, seats, seed=1, threads=threads)
            chosen, played = on_the_cpu(env, arguments.seconds)
            env.close()
            yield _told(arguments, env, name, seats, chosen, played, {"threads": threads})
        return
    differ, steps, games = differences(name, seats, arguments.check, arguments.steps)
    env = make_batch(name, count, seats, seed=1, device="cuda")
    chosen, played = on_the_card(env, 200)
    found = {"checked": arguments.check, "different": differ, "checked_steps": steps, "checked_games": games}
    yield _told(arguments, env, name, seats, chosen, played, found)


def _told(
    arguments: argparse.Namespace, env: Any, name: str, seats: int, chosen: float, played: float, more: dict[str, Any]
) -> dict[str, Any]:
    said = f"{name} {seats} players, {env.count} tables, {env.observation.size} features, {env.actions} actions: "
    said += f"{played / 1e6:,.2f} million steps/s ({chosen / 1e6:,.2f} with the choosing)"
    if "threads" in more:
        said += f", {more['threads']} threads"
    else:
        said += (
            f"; {more['different']} of {more['checked']} tables differ from the CPU in {more['checked_steps']} steps"
        )
        said += f" ({more['checked_games']} games ended)"
    print(said, file=sys.stderr if arguments.json else sys.stdout, flush=True)
    row = {"game": name, "players": seats, "tables": env.count, "steps_per_second": played, "with_choosing": chosen}
    return row | more


if __name__ == "__main__":
    sys.exit(main())
