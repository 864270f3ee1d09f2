"""A teacher's games: what it saw, what it could do, what it did, and how the game ended for every seat.

A game is a job (`firstfire.jobs`), made from the seed and its number alone and kept in the folder, so that a run that
was stopped plays only what is missing. Now and then a decision is random (`Recipe.noise_rate`); the teacher then shows
what to do about it, and nobody learns that decision. Torch is not needed here.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random as Stream
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.driver import Driver
from ..games import game as find_game
from ..games.folders import game_at, written
from ..jobs import ResultStore, code_of, in_order
from ..players import player_named
from .recipe import Recipe

Rows = dict[str, NDArray[Any]]  # of one game, by the names of `Taught`


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
    noise_rate: float = 0.0

    @property
    def name(self) -> str:
        """Everything it depends on."""
        game = game_at(self.game)
        who = f"{self.teacher} seats={self.seats} noise_rate={self.noise_rate:g}"
        return f"taught {game.key} {code_of(game)} {who} {self.seed}"


def watch(
    recipe: Recipe,
    folder: Path,
    *,
    jobs: int | None = None,
    on: str | None = None,
    heard: Callable[[str], None] | None = None,
) -> Taught:
    """Let the teacher play until it has made the decisions the recipe asks for, or its time is over; on so many
    processes of this machine, or on a Ray cluster."""
    player_named(recipe.teacher, recipe.game, 1)  # refuses what is none
    game = written(find_game(recipe.game))
    begun, decisions, shown = monotonic(), 0, 0
    found: list[Rows] = []

    def task(number: int) -> Demonstration:
        seats = recipe.players[number % len(recipe.players)]
        return Demonstration(game, recipe.teacher, seats, recipe.seed * 1_000_000_007 + number, recipe.noise_rate)

    if on is None:  # compiles what the teacher needs, once for all processes
        list(in_order(demonstrate, [task(0)], folder=folder))
    tasks = map(task, count())
    with closing(in_order(demonstrate, tasks, folder=folder, workers=jobs, on=on, fresh=True)) as played:
        for demonstration, result in played:
            found.append(rows_of(demonstration, result, folder))
            decisions += len(found[-1]["actions"])
            minutes = (monotonic() - begun) / 60
            if heard is not None and decisions // 10_000 > shown:
                shown = decisions // 10_000
                heard(f"{recipe.game}: {recipe.teacher} has shown {decisions:,} decisions in {len(found):,} games")
            if decisions >= recipe.cloning_samples or 0 < recipe.cloning_minutes <= minutes:
                break
    return gathered(found)


def demonstrate(task: Demonstration) -> bytes:
    """Play one game; what it shows."""
    game = game_at(task.game)
    table = Driver(game, task.seats)
    players = [player_named(task.teacher, game.key, task.seed * 8 + seat) for seat in range(task.seats)]
    luck = Stream(f"astray {task.seed}")
    rows: list[tuple[NDArray[np.int16], NDArray[np.uint8], int, int]] = []
    table.begin(task.seed)
    while not table.over:
        seat, options = table.player, table.legal()
        if len(options) == 1:
            action = options[0]
        elif luck.random() < task.noise_rate:
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
    out = io.BytesIO()
    np.savez_compressed(
        out,
        observations=np.array([row[0] for row in rows], np.int16).reshape(len(rows), game.observation.size),
        masks=np.array([row[1] for row in rows], np.uint8).reshape(len(rows), -(-len(game.actions) // 8)),
        actions=np.array([row[2] for row in rows], np.int32),
        results=results,
        seats=np.full(len(rows), task.seats, np.int8),
    )
    return out.getvalue()


def rows_of(task: Demonstration, result: bytes, folder: Path) -> Rows:
    """The rows of a game; one whose file was damaged is played again."""
    try:
        return _read(result)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        again = demonstrate(task)
        ResultStore(folder).put(task.name, again)
        return _read(again)


def _read(result: bytes) -> Rows:
    with np.load(io.BytesIO(result), allow_pickle=False) as file:
        return {name: file[name] for name in ("observations", "masks", "actions", "results", "seats")}


def gathered(games: Sequence[Rows]) -> Taught:
    """The rows of all these games as one."""
    parts = {name: np.concatenate([game[name] for game in games]) for name in games[0]}
    numbers = [np.full(len(game["actions"]), number, np.int32) for number, game in enumerate(games)]
    return Taught(**parts, games=np.concatenate(numbers))
