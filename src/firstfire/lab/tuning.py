"""Tuning: settings of the search changed one at a time, kept when they win a match.

    python -m firstfire.lab.tuning totem --simulations 1000 --games 100

Each value of each setting plays a match of two (or of more seats: one challenger against the
rest; or of one seat: one after the other on the same deals) with the same number of simulations.
The best challenger takes the place of what is there if it wins more than its share by 1.3
standard errors or more: a filter, not a proof (of five values one often does so by luck), so what
it finds is to be played again on other deals (`--seed`). The settings that
came out are written in the game's `strategy/settings.py`. (For the constants of a game's `strategy/`
see `firstfire.lab.variants`.)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from ..errors import FirstfireError
from ..players.settings import settings_for
from .arguments import read_options
from .match import Standing, play_match
from .variants import settings

GRID: Mapping[str, Sequence[float]] = {
    "depth": (10, 20, 40, 60, 80, 100, 200, 300),
    "candidates": (0, 6, 10, 20),
    "rivals": (0, 50, 100),
    "c_puct": (0.4, 1.0, 2.0),
    "prior_scale": (0.15, 0.2, 0.4, 0.6, 1.0, 3.0),
    "first_play_urgency": (0.0, 0.15),
    "margin": (0.0, 0.1, 0.3, 0.5),
    "expansion_visits": (2, 6),
    "min_value_range": (0.02, 0.05, 1.0),
}


@dataclass
class Tuner:
    """One tuning run: what is kept so far, and how matches are played."""

    game: str
    simulations: int
    games: int
    seats: int
    jobs: int | None
    kept: dict[str, float]
    seed: int = 1
    options: Mapping[str, str] = field(default_factory=dict)

    def written(self, changes: Mapping[str, float]) -> str:
        """The search with what is kept and some changes, as a match takes it."""
        settings = self.kept | dict(changes)
        return "+".join([f"search:{self.simulations}", *(f"{name}={value:g}" for name, value in settings.items())])

    def trial(self, name: str, value: float) -> float:
        """How much more than its fair share a changed search wins, in standard errors."""
        changed = self.written({name: value})
        if self.seats == 1:
            new, old = self.play(changed)[0], self.play(self.written({}))[0]
        else:
            new, old = self.play(changed, *[self.written({})] * (self.seats - 1))[:2]
        self.seed += self.games
        share, fair = new.wins / new.games, self.fair(old)
        error = sqrt((2 if self.seats == 1 else 1) * fair * (1 - fair) / new.games)  # alone, two matches may be off
        pace, before = (row.seconds / max(row.decisions, 1) for row in (new, old))
        print(f"{name}={value:g}: {share:.1%} of {new.games}, {pace / max(before, 1e-9):.2f} times as slow", flush=True)
        return (share - fair) / error

    def play(self, *players: str) -> list[Standing]:
        """The standings of a match."""
        match = play_match(
            self.game, players, self.games, seed=self.seed, jobs=self.jobs, options=self.options
        )  # fmt: skip
        return match.standings

    def fair(self, old: Standing) -> float:
        """What a challenger wins that is no better: its share, or alone what the one before won (with
        one more win and loss, so that nobody is beyond doubt)."""
        return 1 / self.seats if self.seats > 1 else (old.wins + 1) / (old.games + 2)

    def tune(self, name: str, values: Sequence[float], needed: float = 1.3) -> None:
        """Try all values of one setting and keep the best, if it is better."""
        current = self.kept.get(name, getattr(settings_for(self.game, self.seats), name))
        found = {value: self.trial(name, value) for value in values if value != current}
        best = max(found, key=lambda value: found[value])
        if found[best] > needed:
            self.kept[name] = best
            print(f"kept: {name}={best:g} ({found[best]:+.1f} standard errors)", flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Tune a game's search from the command line."""
    parser = argparse.ArgumentParser(prog="python -m firstfire.lab.tuning", description="Tune a game's search.")
    parser.add_argument("game")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--settings", default=",".join(GRID), help="which, in this order")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    parser.add_argument("--start", action="append", default=[], metavar="NAME=VALUE", help="start from this value")
    arguments = parser.parse_args(words)
    try:
        tuner = Tuner(
            arguments.game, arguments.simulations, arguments.games, arguments.seats, arguments.jobs,
            settings(arguments.start), arguments.seed, read_options(arguments.option),
        )  # fmt: skip
        for name in arguments.settings.split(","):
            if name not in GRID:
                print(f"no setting {name!r}; there are: {', '.join(GRID)}", file=sys.stderr)
                return 2
            tuner.tune(name, GRID[name])
    except FirstfireError as error:
        print(error, file=sys.stderr)
        return 2
    print("found:", tuner.kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
