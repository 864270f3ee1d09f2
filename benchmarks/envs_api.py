"""Steps a second through the interfaces of other libraries, ours beside their own games, in one run.

    python benchmarks/envs_api.py [GAME ...] [--only PART] [--tables N] [--seconds S]

The same loop for everybody: ask, choose at random among what is legal, step, begin anew at the end. OpenSpiel is asked
in four ways: `legal_actions` at every node; the same with one `history()`, and with one `full_history()`, after each
game; and as its own first example does, which weighs the outcomes of chance nodes (`chance_outcomes`). Figures are
steps per second of processor time, the middle one of three runs, taken in turn. PettingZoo's connect four needs its
extra `classic` (pygame); where that is not installed the line is missing, and said so.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numba
import numpy as np
import pyspiel
from gymnasium.vector import AutoresetMode

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


def tree(game: Any, asked: str = "") -> Callable[[], int]:
    """A game through OpenSpiel's interface, and perhaps one question at its end; chance nodes are steps."""
    chance = Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        if asked:
            getattr(state, asked)()
        return steps

    return play


def weighed(game: Any) -> Callable[[], int]:
    """The same as OpenSpiel's first example goes about it."""
    chance, dice = Random(1), np.random.RandomState(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choice(outcomes, p=shares))
            else:
                state.apply_action(chance.choice(state.legal_actions(state.current_player())))
            steps += 1
        return steps

    return play


def many(envs: Any) -> Callable[[], int]:
    """A hundred steps of many tables through Gymnasium's interface: every table's are counted (the choosing, by a
    compiled function, takes part of the time)."""
    actions = np.zeros(envs.num_envs, np.int64)
    seen = envs.reset(seed=1)[0]

    def steps() -> int:
        nonlocal seen
        for _ in range(100):
            choose(seen["action_mask"], actions)
            seen = envs.step(actions)[0]
        return 100 * int(envs.num_envs)

    return steps


@numba.njit  # type: ignore[untyped-decorator]
def choose(masks: Any, actions: Any) -> None:
    """One of the legal actions of each table, at random."""
    for table in range(len(masks)):
        wanted = np.random.randint(0, max(1, masks[table].sum()))
        for action in range(masks.shape[1]):
            wanted -= masks[table, action]
            if wanted < 0:
                actions[table] = action
                break


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
    parser.add_argument("--only", choices=PARTS, help="one part of it")
    parser.add_argument("--tables", type=int, default=256, help="of Gymnasium's vectors (256)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each of the three runs")
    arguments = parser.parse_args()
    chosen = arguments.games or names()
    for part in [arguments.only] if arguments.only else PARTS:
        PARTS[part](chosen, arguments)


def compare_agents(chosen: Sequence[str], arguments: argparse.Namespace) -> None:
    """PettingZoo's interface."""
    ways = {f"firstfire {name}": agents(pettingzoo.env(name)) for name in chosen}
    try:
        connect_four = importlib.import_module("pettingzoo.classic.connect_four_v3")
        ways["connect four"] = agents(connect_four.env())
    except ImportError as error:
        print(f"PettingZoo's connect four is not measured: {error}")
    compared("PettingZoo", "connect four", ways, arguments.seconds)


def compare_seats(chosen: Sequence[str], arguments: argparse.Namespace) -> None:
    """Gymnasium's interface, one table."""
    ways = {f"firstfire {name}": seat(gymnasium.make(seats.env_id(name))) for name in chosen}
    compared("Gymnasium (against random players)", "", ways, arguments.seconds)


def compare_vectors(chosen: Sequence[str], arguments: argparse.Namespace) -> None:
    """Gymnasium's interface, many tables: stepped together, and by Gymnasium's own vector of single ones."""
    mode = AutoresetMode.SAME_STEP
    for name in chosen:
        made = {"num_envs": arguments.tables, "autoreset_mode": mode, "threads": 1}
        singles = [partial(gymnasium.make, seats.env_id(name))] * arguments.tables
        ways = {
            "stepped together": many(gymnasium.make_vec(seats.env_id(name), **made)),
            "the same without copies": many(gymnasium.make_vec(seats.env_id(name), copy=False, **made)),
            "SyncVectorEnv": many(gymnasium.vector.SyncVectorEnv(singles, autoreset_mode=mode)),
        }
        title = f"Gymnasium, {arguments.tables} tables of {name} (against random players)"
        compared(title, "SyncVectorEnv", ways, arguments.seconds)


def compare_trees(chosen: Sequence[str], arguments: argparse.Namespace) -> None:
    """OpenSpiel's interface, asked in four ways."""
    for loop, title in TREES:
        ways = {f"firstfire {name}": loop(pyspiel.load_game(open_spiel.short_name(name))) for name in chosen}
        ways["hearts (C++)"] = loop(pyspiel.load_game("hearts"))
        if loop is tree:
            ways["tic_tac_toe (Python)"] = loop(_python_tic_tac_toe())
        compared(f"OpenSpiel, {title}", "hearts (C++)", ways, arguments.seconds)


TREES: tuple[tuple[Callable[[Any], Callable[[], int]], str], ...] = (
    (tree, "legal_actions at every node"),
    (partial(tree, asked="history"), "the same, with history() after each game"),
    (partial(tree, asked="full_history"), "the same, with full_history() after each game"),
    (weighed, "chance_outcomes at chance nodes"),
)
PARTS = {
    "pettingzoo": compare_agents,
    "gymnasium": compare_seats,
    "vector": compare_vectors,
    "openspiel": compare_trees,
}


def _python_tic_tac_toe() -> Any:
    importlib.import_module("open_spiel.python.games.tic_tac_toe")
    return pyspiel.load_game("python_tic_tac_toe")


if __name__ == "__main__":
    main()
