"""Steps a second through the interfaces of other libraries, ours beside their own games, in one run.

    python benchmarks/envs_api.py [GAME ...] [--seconds S]

The same loop for everybody: ask, choose at random among what is legal, step, begin anew at the end. Figures are steps
per second of processor time, the middle one of three runs, taken in turn. PettingZoo's connect four needs its extra
`classic` (pygame); where that is not installed the line is missing, and said so.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel

from firstfire.envs import gymnasium as seats
from firstfire.envs import open_spiel, pettingzoo
from firstfire.games import names

RUNS = 3


def measured(step_some: Callable[[], int], seconds: float) -> float:
    """How many steps a second of processor time something makes."""
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += step_some()
    return steps / spent


def agents(env: Any) -> Callable[[], int]:
    """A game through PettingZoo's interface."""
    chance = Random(1)
    env.reset(seed=1)

    def game() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(chance.choice(np.flatnonzero(seen["action_mask"].view(np.bool_)).tolist()))
            steps += 1
        return steps

    return game


def seat(env: Any) -> Callable[[], int]:
    """A game through Gymnasium's interface; the steps of the bots are not counted."""
    chance = Random(1)
    env.reset(seed=1)

    def game() -> int:
        seen, _ = env.reset()
        steps, over = 0, False
        while not over:
            seen, _, over, _, _ = env.step(chance.choice(np.flatnonzero(seen["action_mask"].view(np.bool_)).tolist()))
            steps += 1
        return steps

    return game


def tree(game: Any) -> Callable[[], int]:
    """A game through OpenSpiel's interface; chance nodes are steps."""
    chance = Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def compared(title: str, peer: str, ways: dict[str, Callable[[], int]], seconds: float) -> None:
    """Print the figures of several ways to play, and what share of the peer's they are."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for play in ways.values():
        play()  # whatever is made at the first use
    for _ in range(RUNS):
        for name, play in ways.items():
            found[name].append(measured(play, seconds))
    middle = {name: statistics.median(figures) for name, figures in found.items()}
    print(f"\n{title}: steps/s")
    for name, figure in middle.items():
        times = f"   {figure / middle[peer]:5.1f} × {peer}" if peer in middle and name != peer else ""
        print(f"  {name:<28}{figure:>12,.0f}{times}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[], help="names of games (all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each of the three runs")
    arguments = parser.parse_args()
    chosen = arguments.games or names()
    ways = {f"firstfire {name}": agents(pettingzoo.env(name)) for name in chosen}
    try:
        connect_four = importlib.import_module("pettingzoo.classic.connect_four_v3")
        ways["connect four"] = agents(connect_four.env())
    except ImportError as error:
        print(f"PettingZoo's connect four is not measured: {error}")
    compared("PettingZoo", "connect four", ways, arguments.seconds)
    ways = {f"firstfire {name}": seat(gymnasium.make(seats.env_id(name))) for name in chosen}
    compared("Gymnasium (against random players)", "", ways, arguments.seconds)
    ways = {f"firstfire {name}": tree(pyspiel.load_game(open_spiel.short_name(name))) for name in chosen}
    ways["hearts (C++)"] = tree(pyspiel.load_game("hearts"))
    ways["tic_tac_toe (Python)"] = tree(_python_tic_tac_toe())
    compared("OpenSpiel", "hearts (C++)", ways, arguments.seconds)


def _python_tic_tac_toe() -> Any:
    importlib.import_module("open_spiel.python.games.tic_tac_toe")
    return pyspiel.load_game("python_tic_tac_toe")


if __name__ == "__main__":
    main()
