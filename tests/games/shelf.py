"""The games on the shelf as test cases."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.samples import WHOLE, sample

from firstfire import game, names
from firstfire.kernel.game import Game
from firstfire.kernel.positions.perft import PerftCase, read_cases


@dataclass(frozen=True)
class Case:
    """One game with one number of players and one choice of options."""

    game: Game
    seats: int
    games: int
    options: dict[str, str] = field(default_factory=dict)
    every: int = 23  # how often all encodable actions are tried

    @property
    def is_first(self) -> bool:
        """The game as it comes, with the fewest players who play together."""
        return not self.options and self.seats == min(count for count in self.game.seats if count > 1)

    @property
    def looks(self) -> int:
        """In every how many positions what people are shown is looked at: that takes long."""
        if self.is_first or WHOLE:
            return 4
        return 37 if self.options else 19

    @property
    def limit(self) -> int:
        """How long interpreted and compiled play are compared."""
        return 150 if self.is_first else sample(90, 150)

    @property
    def chained(self) -> int:
        """In every how many positions chains of actions are played to their end."""
        return 1 if self.is_first else sample(3, 1)

    @property
    def id(self) -> str:
        words = [f"{name}-{value}" for name, value in self.options.items()]
        return "-".join([self.game.name, str(self.seats), *words])


def cases() -> list[Case]:
    """Every game with every number of players, and every option value once."""
    found = []
    for name in names():
        this = game(name)
        for seats in this.seats:
            found.append(Case(this, seats, sample(40, 400)))
        for option in this.options:
            for value in option.values[1:]:
                seats = _seats_for(this, {option.name: value})
                found.append(Case(this, seats, sample(20, 200), {option.name: value}))
    return found


def _seats_for(this: Game, options: dict[str, str]) -> int:
    from firstfire.errors import BadSetup

    for seats in sorted(this.seats, key=lambda n: (n == 1, n)):
        try:
            this.check_seats(seats, options)
            return seats
        except BadSetup:
            continue
    raise AssertionError(f"{this.name}: nobody can play with {options}")


def game_of(state: Any) -> Game:
    """The game a state belongs to."""
    return next(found for found in map(game, names()) if isinstance(state, found.state))


def perft_file(name: str) -> Path:
    """Where a game's frozen counts stand."""
    return Path(__file__).parent / name / "perft.txt"


def perft_cases() -> list[tuple[Game, PerftCase]]:
    """All frozen counts of all games."""
    return [
        (game(name), case) for name in names() if perft_file(name).exists() for case in read_cases(perft_file(name))
    ]
