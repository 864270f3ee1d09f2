"""A study: a game with a box, a number of players and levels, played on many deals.

    study = Study(game("honga"), box, seats=2)
    counts = study.play("greedy", games=1000)

The same deals for everything that is compared: deal number n has seed n.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import BadSetup
from ...jobs import perform
from ...kernel.game import Game
from ...players import player_named
from ...table import SEEDS
from .samples import FAST, Counts, Sample, play_sample, sample_of, together

FAST_GAMES, SLOW_GAMES = 500, 4  # of one job
DETAILED = 2000  # so many games keep their rows, unless more are asked for
MOST_GAMES = 10_000_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Runner:
    """How jobs are run."""

    folder: Path | None = None  # where results are kept
    workers: int | None = None  # None: one for each core
    progress: Progress | None = None
    on: str | None = None  # a Ray cluster; None: processes of this machine

    def counts(self, jobs: Sequence[Sample]) -> Counts:
        """The jobs' counts, as one: in the order of the jobs, whatever the order they ended in."""
        found = {
            job.name: result
            for job, result in perform(
                play_sample, jobs, folder=self.folder, workers=self.workers, on=self.on, progress=self.progress
            )
        }
        return together([Counts.read(found[job.name]) for job in jobs])


@dataclass(frozen=True)
class Study:
    """What is played."""

    game: Game
    box: Any
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    gifts: tuple[str, ...] = ()
    seed: int = 1
    runner: Runner = Runner()

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats, self.options)
        self.game.option_numbers(self.options)

    def check(self, levels: Sequence[str], games: int) -> None:
        """Refuse what cannot be played."""
        if not 1 <= games <= MOST_GAMES:
            raise BadSetup(f"a playtest has 1 to {MOST_GAMES} games, not {games}")
        if not 0 <= self.seed <= self.seed + games < SEEDS >> 1:
            raise BadSetup(f"seeds are whole numbers from 0 to 2**63 - 1, not from {self.seed} on")
        if not levels or len(set(levels)) < len(levels):
            raise BadSetup("name each player once: --players greedy or --players hunter,elder")
        for level in levels:
            player_named(level, self.game.key, 1, outside=True)

    def play(self, level: str, games: int, *, detailed: int = DETAILED) -> Counts:
        """Games in which all seats are of one level."""
        return self.play_with((level,) * self.seats, games, detailed=detailed)

    def play_with(self, players: Sequence[str], games: int, *, detailed: int = DETAILED) -> Counts:
        """Games with these players on the seats."""
        return self.runner.counts(self.jobs(players, games, detailed))

    def jobs(self, players: Sequence[str], games: int, detailed: int = DETAILED) -> list[Sample]:
        """The jobs of that: named by what they play."""
        size = FAST_GAMES if all(name in FAST for name in players) else SLOW_GAMES
        starts = range(0, games, size)
        share = -(-min(detailed, games) // len(starts))
        return [
            sample_of(
                self.game, self.box, players, self.seed + start, min(size, games - start), self.options,
                detail=min(share, size), gifts=self.gifts,
            )
            for start in starts
        ]  # fmt: skip
