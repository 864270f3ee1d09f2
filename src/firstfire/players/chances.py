"""Chances to win as people are told them: what an estimator foresees, put right by how many games really ended.

    calibration_of(game, ROLLOUTS, seats=2).of((0.98, 0.02))    # → (0.93, 0.07) at Totem

Each game keeps the numbers beside its strategy (`calibration.toml`); `benchmarks/win_curve.py` finds them and
docs/reference/strength.md says how right the chances are. A game without numbers is told as foreseen. While a game goes
on nobody is told less than 1 % or more than 99 %.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

from ..errors import FirstfireError, UnknownGame
from ..games import game as find_game
from ..kernel.game import Game

VALUE = "value"  # the game's own `value`: the curve of a replay
ROLLOUTS = "rollouts"  # the estimator of an analysis
SEARCH = "search"  # the search of a hint and of a verdict, without a net
LED = "led"  # the same with the game's net in the tree
EYES = (VALUE, ROLLOUTS, SEARCH, LED)
LEAST = 0.01  # the smallest chance that is told
TINY = 0.005  # smaller shares are no better known than this
FILE = "calibration.toml"


@dataclass(frozen=True)
class Calibration:
    """How a foreseen share becomes a chance: raised to a power (above 1 it was too shy, below too sure), moved by what
    the seat to act thinks too well of itself, and kept off 0 and 1."""

    power: float = 1.0
    floor: float = LEAST  # the least chance of each seat
    mover: float = 0.0  # added to the logarithm of the mover's share

    def __post_init__(self) -> None:
        if not (self.power > 0 and LEAST <= self.floor < 0.25):
            raise FirstfireError(f"a calibration needs a power above 0 and a floor from {LEAST} to 0.25, not {self}")

    def of(self, shares: Sequence[float], mover: int | None = None) -> tuple[float, ...]:
        """The chance of every seat. (A lone player plays against failure.)"""
        rivals = list(shares) if len(shares) > 1 else [shares[0], 1.0 - shares[0]]
        weights = [max(share, TINY) ** self.power for share in rivals]
        if mover is not None:
            weights[mover] *= exp(self.mover)
        room, total = 1.0 - len(rivals) * self.floor, sum(weights)
        return tuple(self.floor + room * weight / total for weight in weights[: len(shares)])


def calibration_of(game: Game, eye: str, seats: int) -> Calibration:
    """How what an eye foresees in a game is put right at a table of so many seats."""
    rows = _kept(game) or _kept_newest(game.name)
    return rows.get((eye, table_kind(seats)), Calibration())


def _kept_newest(name: str) -> dict[tuple[str, str], Calibration]:
    """The numbers of the newest rules, for those of an older version; none for a game that nobody added."""
    try:
        return _kept(find_game(name))
    except UnknownGame:
        return {}


def table_kind(seats: int) -> str:
    """Tables that share their numbers."""
    return {1: "alone", 2: "duel", 3: "trio"}.get(seats, "crowd")


@cache
def _kept(game: Game) -> dict[tuple[str, str], Calibration]:
    path = game.folder / "strategy" / FILE
    if not path.is_file():
        return {}
    try:
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        return {(eye, kind): Calibration(**row) for eye, kinds in file.items() for kind, row in kinds.items()}
    except (tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        raise FirstfireError(f"{FILE} of {game.name} cannot be read: {error}") from None
