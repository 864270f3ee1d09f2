"""A teacher's games: what it saw, what it could do, what it did, and how the game ended for every seat.

A game is one file in the folder (`000017.npz`), made from the seed and its number alone, so that a run that was stopped
plays only what is missing. Now and then chance makes a decision instead (`Recipe.astray`); the teacher then shows what
to do about it, and nobody learns that decision. Torch is not needed here.
"""

from __future__ import annotations

import os
import zipfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random as Stream
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.driver import Driver
from ..games import game as find_game
from ..players import player_named
from .recipe import Recipe

AHEAD = 3  # games that wait for each process


@dataclass(frozen=True)
class Taught:
    """Decisions of a teacher, one row each; the game they are of is told, so that whole games can be held out."""

    observations: NDArray[np.int16]
    masks: NDArray[np.uint8]  # eight actions in a byte
    actions: NDArray[np.int32]
    results: NDArray[np.float32]  # by seat, the mover's first: 1 first place, -1 last
    seats: NDArray[np.int8]
    games: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True)
class Demonstration:
    """One game to play."""

    game: str
    teacher: str
    seats: int
    seed: int
    astray: float
    path: Path


def watch(
    recipe: Recipe, folder: Path, *, jobs: int | None = None, heard: Callable[[str], None] | None = None
) -> Taught:
    """Let the teacher play until it has made the decisions the recipe asks for, or its time is over."""
    folder.mkdir(parents=True, exist_ok=True)
    player_named(recipe.teacher, recipe.game, 1)  # refuses what is none
    begun, decisions, shown = monotonic(), 0, 0
    tasks = (
        Demonstration(
            recipe.game, recipe.teacher, recipe.players[number % len(recipe.players)],
            recipe.seed * 1_000_000_007 + number, recipe.astray, folder / f"{number:06}.npz",
        )
        for number in count()
    )  # fmt: skip
    found: list[Path] = []
    for task, made in _played(tasks, jobs or os.cpu_count() or 1):
        found.append(task.path)
        decisions += made
        minutes = (monotonic() - begun) / 60
        if heard is not None and decisions // 10_000 > shown:
            shown = decisions // 10_000
            heard(f"{recipe.game}: {recipe.teacher} has shown {decisions:,} decisions in {len(found):,} games")
        if decisions >= recipe.taught or 0 < recipe.taught_minutes <= minutes:
            break
    return gathered(found)


def _played(tasks: Iterator[Demonstration], jobs: int) -> Iterator[tuple[Demonstration, int]]:
    """Every task in order with its number of decisions; those whose file is there are not played again."""
    if jobs == 1:
        for task in tasks:
            yield task, demonstrate(task)
    first = next(tasks)
    yield first, demonstrate(first)  # compiles what the teacher needs, once for all processes
    waiting: deque[tuple[Demonstration, Future[int]]] = deque()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        while True:
            while len(waiting) < AHEAD * jobs:
                task = next(tasks)
                waiting.append((task, pool.submit(demonstrate, task)))
            task, result = waiting.popleft()
            yield task, result.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def demonstrate(task: Demonstration) -> int:
    """Play one game into its file, whole or not at all; how many decisions it shows."""
    if (kept := _kept(task.path)) is not None:
        return kept
    game = find_game(task.game)
    table = Driver(game, task.seats)
    players = [player_named(task.teacher, task.game, task.seed * 8 + seat) for seat in range(task.seats)]
    luck = Stream(f"astray {task.seed}")
    rows: list[tuple[NDArray[np.int16], NDArray[np.uint8], int, int]] = []
    table.begin(task.seed)
    while not table.over:
        seat, options = table.player, table.legal()
        if len(options) == 1:
            action = options[0]
        elif luck.random() < task.astray:
            action = luck.choice(options)
        else:
            seen, mask = table.observation.copy(), np.packbits(table.mask.view(bool))
            action = players[seat].choose(table.view(seat))
            rows.append((seen, mask, action, seat))
        table.step(action)
    most, paid = max(game.seats), table.rewards()
    results = np.zeros((len(rows), most), np.float32)
    for row, (_, _, _, seat) in enumerate(rows):
        results[row, : task.seats] = [paid[(seat + place) % task.seats] for place in range(task.seats)]
    part = task.path.with_name(f"{task.path.stem}.{os.getpid()}.part")
    with part.open("wb") as file:
        np.savez_compressed(
            file,
            observations=np.array([row[0] for row in rows], np.int16).reshape(len(rows), game.observation.size),
            masks=np.array([row[1] for row in rows], np.uint8).reshape(len(rows), -(-len(game.actions) // 8)),
            actions=np.array([row[2] for row in rows], np.int32),
            results=results,
            seats=np.full(len(rows), task.seats, np.int8),
        )
    part.replace(task.path)
    return len(rows)


def _kept(path: Path) -> int | None:
    """How many decisions a file shows; None where there is none that can be read."""
    try:
        with np.load(path) as file:
            return len(file["actions"])
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return None


def gathered(paths: Sequence[Path]) -> Taught:
    """All games of these files as one."""
    parts: dict[str, list[NDArray[Any]]] = {
        name: [] for name in ("observations", "masks", "actions", "results", "seats", "games")
    }
    for number, path in enumerate(paths):
        with np.load(path) as file:
            for name in file.files:
                parts[name].append(file[name])
            parts["games"].append(np.full(len(file["actions"]), number, np.int32))
    return Taught(**{name: np.concatenate(arrays) for name, arrays in parts.items()})
