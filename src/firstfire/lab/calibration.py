"""Calibration of `value`: does a game's own estimate foresee who wins?

    python -m firstfire.lab.calibration totem --games 100

Plays games between sensible players who slip now and then, asks `value` at every change of
seat, and compares with the result. For each fifth of the game: the mean squared error (Brier)
of `value`, that of knowing nothing (a fair share each), and the error if its confidence were
stretched by the best factor. A factor well above 1 means `value` is too shy, below 1 too sure.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random as Stream
from statistics import fmean

from ..errors import FirstfireError
from ..games import game as find_game
from ..kernel.positions.position import Position
from ..players import Greedy
from .match import view_of

SLIP = 0.1
PARTS = 5
BINS = 10
Pair = tuple[float, float]  # a chance that was told, and the share of the victory it came to
FACTORS = (0.25, 0.4, 0.6, 0.8, 1.0, 1.25, 1.6, 2.0, 3.0, 4.0)


@dataclass(frozen=True)
class Opinion:
    """What `value` said of each seat at one moment, and how it ended."""

    part: int  # which fifth of the game
    said: tuple[float, ...]
    ended: tuple[float, ...]


def opinions(name: str, seats: int, games: int, seed: int = 1) -> list[Opinion]:
    """Play games and ask `value` along the way."""
    game = find_game(name)
    found: list[Opinion] = []
    for number in range(games):
        position = Position(game, seats, seed + number, quiet=True)
        stream, greedy = Stream(seed + number), Greedy(seed + number)
        heard: list[tuple[float, ...]] = []
        last = -1
        while not position.over:
            if position.player != last:
                last = position.player
                heard.append(tuple(position.shares()))
            view = view_of(position)
            slips = stream.random() < SLIP
            position.step(stream.choice(view.numbers) if slips else greedy.choose(view))
        ended = tuple(position.shares())
        found += [Opinion(i * PARTS // len(heard), said, ended) for i, said in enumerate(heard)]
    return found


def bins(pairs: Sequence[Pair]) -> list[tuple[float, float, int]]:
    """The bars of a calibration diagram: the mean chance of each tenth, what it came to in the mean, and how many."""
    rows: list[list[Pair]] = [[] for _ in range(BINS)]
    for said, ended in pairs:
        rows[min(BINS - 1, int(said * BINS))].append((said, ended))
    means = [(fmean(said for said, _ in row), fmean(ended for _, ended in row), len(row)) for row in rows if row]
    return [(round(said, 4), round(ended, 4), count) for said, ended, count in means]


def calibration_error(pairs: Sequence[Pair]) -> float:
    """The expected calibration error: how far chances and results of a tenth are apart, by how many there are."""
    return sum(abs(said - ended) * count for said, ended, count in bins(pairs)) / max(len(pairs), 1)


def brier(found: Sequence[Opinion], factor: float = 1.0) -> float:
    """The mean squared error over seats, with confidence stretched by a factor."""
    errors = [
        (share - end) ** 2
        for opinion in found
        for share, end in zip(stretched(opinion.said, factor), opinion.ended, strict=True)
    ]
    return sum(errors) / max(len(errors), 1)


def stretched(shares: Sequence[float], factor: float) -> list[float]:
    """Shares made surer (factor above 1) or shyer, by their logarithms."""
    powers = [exp(factor * log(min(max(share, 1e-6), 1.0))) for share in shares]
    if len(shares) == 1:
        rest = exp(factor * log(min(max(1 - shares[0], 1e-6), 1.0)))
        return [powers[0] / (powers[0] + rest)]
    return [power / sum(powers) for power in powers]


def report(name: str, seats: int, games: int, seed: int = 1) -> str:
    """The table of errors, part by part."""
    found = opinions(name, seats, games, seed)
    lines = [f"{name}, {seats} players, {games} games", "part  value  knowing nothing  best factor  error then"]
    for part in range(PARTS):
        here = [opinion for opinion in found if opinion.part == part]
        best = min(FACTORS, key=lambda factor: brier(here, factor))
        fair = [Opinion(part, (1 / seats,) * seats, opinion.ended) for opinion in here]
        lines.append(
            f"{part + 1}/{PARTS}   {brier(here):.3f}  {brier(fair):>15.3f}  {best:>11g}  {brier(here, best):.3f}"
        )
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Judge a game's `value` from the command line."""
    parser = argparse.ArgumentParser(prog="python -m firstfire.lab.calibration", description="Does `value` foresee?")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(words)
    try:
        print(report(arguments.game, arguments.seats, arguments.games, arguments.seed))
    except FirstfireError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
