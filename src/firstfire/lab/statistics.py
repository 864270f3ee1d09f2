"""How sure a result is: intervals for rates and means, many tests at once, ratings for ladders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, expm1, inf, isfinite, log, log1p, sqrt
from typing import Protocol

import numpy as np

SURE = 1.959964  # 95 %
ELO = 400 / log(10)  # Elo points per unit of log odds


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's; shared victories count in part)."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, SURE * SURE
    middle = (rate + square / (2 * games)) / (1 + square / games)
    reach = SURE / (1 + square / games) * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def chance(deviations: float, freedom: float = inf) -> float:
    """How likely luck alone is at least so many standard errors off, on either side. An error that was itself estimated
    from few values is less sure: `freedom` is one less than these (Student's distribution, by Wallace's formula)."""
    if isfinite(deviations) and isfinite(freedom):
        freedom = max(1.0, freedom)
        shrink = (8 * freedom + 1) / (8 * freedom + 3)
        deviations = shrink * sqrt(freedom * log1p(deviations * deviations / freedom))
    return erfc(abs(deviations) / sqrt(2))


def reach(freedom: float = inf) -> float:
    """How many standard errors the 95 % interval reaches to either side: `chance` the other way round."""
    if not isfinite(freedom):
        return SURE
    freedom = max(1.0, freedom)
    stretched = SURE * (8 * freedom + 3) / (8 * freedom + 1)
    return sqrt(freedom * expm1(stretched * stretched / freedom))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of many tests, corrected (Holm's): claiming what stays below 5 % is wrong anywhere in at most one report
    of twenty, however many tests it makes."""
    found = [0.0] * len(chances)
    so_far = 0.0
    for place, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        so_far = max(so_far, (len(chances) - place) * chances[i])
        found[i] = min(1.0, so_far)
    return found


def always(mean: float, spread: float, count: int, *, tuned_for: int = 200, doubt: float = 0.05) -> tuple[float, float]:
    """An interval (95 %) that holds at all times at once (a confidence sequence, by Robbins' normal mixture): one may
    look after every game and stop when it says enough. `spread` is the standard deviation of one result; narrowest
    it is around `tuned_for` results."""
    if count < 2:
        return float("-inf"), float("inf")
    width = (-2 * log(doubt) + log(1 - 2 * log(doubt))) / tuned_for  # the mixture that suits that number
    grown = count * width + 1
    reach = spread * sqrt(2 * grown / (count * count * width) * log(sqrt(grown) / doubt))
    return mean - reach, mean + reach


class Met(Protocol):
    """Players of a ladder who sat at the same tables."""

    @property
    def players(self) -> tuple[int, ...]:
        """Who."""
        ...

    @property
    def shares(self) -> tuple[float, ...]:
        """What each won, shared victories in part."""
        ...

    @property
    def games(self) -> int:
        """How many games they played."""
        ...


@dataclass(frozen=True)
class Pairing:
    """What two players of a ladder did to each other."""

    first: int
    second: int
    wins: float  # of the first; a draw counts half
    games: int

    @property
    def players(self) -> tuple[int, ...]:
        """Both."""
        return self.first, self.second

    @property
    def shares(self) -> tuple[float, ...]:
        """What each won."""
        return self.wins, self.games - self.wins


@dataclass(frozen=True)
class Group:
    """What several players of a ladder did to each other."""

    players: tuple[int, ...]
    shares: tuple[float, ...]
    games: int


@dataclass(frozen=True)
class Ratings:
    """Elo ratings and half the widths of their 95 % intervals, by player."""

    elo: list[float]  # above the first player
    reach: list[float]
    step: list[float]  # above the player before
    step_reach: list[float]


def ratings(players: int, pairings: Sequence[Met]) -> Ratings:
    """Elo ratings by the Plackett-Luce model of who wins a table: each in proportion to its strength. With two at a
    table that is the Bradley-Terry model, and the ratings mean the same: how two players' victories compare. One drawn
    game is added to each pairing, so that a clean sweep has a finite rating, and who has not played yet has one."""
    strength = np.zeros(players)
    information = np.zeros((players, players))
    for _ in range(200):
        slope = np.zeros(players)
        information = np.zeros((players, players))
        for pairing in pairings:
            _add(pairing, strength, slope, information)
        move = np.linalg.solve(information[1:, 1:], slope[1:]) if players > 1 else np.zeros(0)
        strength[1:] += np.clip(move, -1.0, 1.0)
        if np.all(np.abs(move) < 1e-9):
            break
    covariance = np.zeros((players, players))
    covariance[1:, 1:] = np.linalg.inv(information[1:, 1:])
    spread = np.diag(covariance)
    between = [spread[i] + spread[i - 1] - 2 * covariance[i, i - 1] for i in range(1, players)]
    return Ratings(
        elo=[float(x) * ELO for x in strength],
        reach=[float(x) * SURE * ELO for x in np.sqrt(spread)],
        step=[0.0, *(float(strength[i] - strength[i - 1]) * ELO for i in range(1, players))],
        step_reach=[0.0, *(float(x) * SURE * ELO for x in np.sqrt(between))],
    )


def _add(met: Met, strength: np.ndarray, slope: np.ndarray, information: np.ndarray) -> None:
    who = list(met.players)
    games, won = met.games + 1, np.array(met.shares) + 1 / len(who)
    odds = np.exp(strength[who] - strength[who].max())
    expected = odds / odds.sum()
    slope[who] += won - games * expected
    information[np.ix_(who, who)] += games * (np.diag(expected) - np.outer(expected, expected))
