"""Figures: what the counts of a playtest say, with intervals. No words yet, no claims yet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .estimates import Estimate, difference, mean, rate, share
from .features import Catalogue, PlaytestFeature
from .recording import Number
from .samples import Counts

MOST_UNSEEN = 0.25  # of a kind, for its missing ones to be named
FEW = 50  # seat-games below which nothing is said of a feature


@dataclass(frozen=True)
class Use:
    """What is known of one feature."""

    feature: PlaytestFeature
    offered: int  # decisions
    taken: int
    games: int  # seat-games in which it happened (for what is nobody's: games)
    times: int
    when: float  # of the game, 0 to 1, when it first happened
    wins: Estimate  # of the seats for which it happened
    lift: Estimate  # how much more those seats win than seats of their turn do on the average
    beside: Estimate | None  # how much more than with the other things of its group


class Figures:
    """The figures of games in which all seats are of one level."""

    def __init__(self, catalogue: Catalogue, counts: Counts) -> None:
        self.catalogue = catalogue
        self.counts = counts
        self.seats = counts.seats

    @cached_property
    def by_seat(self) -> list[Estimate]:
        """The share of victories of each seat."""
        return [share(self.counts.shares[:, seat]) for seat in range(self.seats)]

    @cached_property
    def by_turn(self) -> list[Estimate]:
        """The share of victories by who decided first, second, …"""
        first = self.counts.column(Number.FIRST)
        rows = np.arange(self.counts.games)
        shares = self.counts.shares
        return [share(shares[rows, (first + turn) % self.seats]) for turn in range(self.seats)]

    @property
    def by_place(self) -> dict[str, list[Estimate]]:
        """The share of victories by seat and by place in the turn order; once, where these are the same."""
        if self.seat_is_turn:
            return {"seat_turn": self.by_seat}
        return {"seat": self.by_seat, "turn": self.by_turn}

    @property
    def seat_is_turn(self) -> bool:
        """Whether the first seat decided first in every game."""
        return not self.counts.column(Number.FIRST).any()

    def of(self, number: Number, scale: float = 1.0) -> Estimate:
        """The mean of one number of the games."""
        return mean(self.counts.column(number) / scale)

    @cached_property
    def scores(self) -> NDArray[np.int64]:
        """Every final score."""
        return self.counts.by_seat(Number.SCORES)

    @cached_property
    def margins(self) -> NDArray[np.int64]:
        """How far the first is before the second, in points."""
        if self.seats < 2:
            return np.zeros(0, np.int64)
        ordered = np.sort(self.scores, axis=1)
        found: NDArray[np.int64] = ordered[:, -1] - ordered[:, -2]
        return found

    @cached_property
    def half_leader_wins(self) -> Estimate:
        """How often who leads at half-time wins."""
        leader = self.counts.column(Number.HALF_LEADER)
        known = np.flatnonzero(leader >= 0)
        return share(self.counts.shares[known, leader[known]])

    @cached_property
    def decided(self) -> NDArray[np.float64]:
        """When the winner led for good, as a part of the game; 1: at the last count."""
        return self.counts.column(Number.DECIDED) / 1000.0

    @cached_property
    def sources(self) -> list[tuple[dict[str, str], Estimate, Estimate, float]]:
        """Where points come from: the label, the mean points of a seat, how many more winners have from it than the
        others (game by game), and in what part of the seats it gave nothing."""
        rows = self.counts.sources
        if not len(rows):
            return []
        seeds, games = np.unique(rows[:, 0], return_inverse=True)
        table = np.zeros((len(self.counts.labels), len(seeds), self.seats))
        np.add.at(table, (rows[:, 2], games, rows[:, 1]), rows[:, 3])
        place = {seed: i for i, seed in enumerate(self.counts.seeds.tolist())}
        shares = self.counts.shares[[place[seed] for seed in seeds.tolist()]]
        found = []
        for label, points in zip(self.counts.labels, table, strict=True):
            others = np.where(shares < 1, 1 - shares, 0)
            winner = (points * shares).sum(axis=1)
            rest = (points * others).sum(axis=1) / np.maximum(others.sum(axis=1), 1e-9)
            found.append((label, mean(points.ravel()), mean(winner - rest), float((points == 0).mean())))
        return sorted(found, key=lambda row: -row[1].value)

    @cached_property
    def uses(self) -> list[Use]:
        """Every feature that was offered or happened."""
        counts, features = self.counts, self.catalogue.features
        games, won = counts.sum("games")[:-1], counts.sum("won")[:-1] / 60.0
        usual = np.array([turn.value for turn in self.by_turn])  # who begins may win more, whatever else happens
        expected = (games * usual[:, None]).sum(axis=0)
        total, wins = games.sum(axis=0), won.sum(axis=0)
        offered, taken = counts.sum("offered").sum(axis=0), counts.sum("taken").sum(axis=0)
        times, when = counts.sum("times").sum(axis=0), counts.sum("when").sum(axis=0)
        everywhere = counts.sum("games").sum(axis=0)
        lifts = [
            _lift(float(wins[i]), float(expected[i]), int(total[i])) if total[i] else None for i in range(len(features))
        ]
        sums: dict[str, NDArray[np.float64]] = {}
        for feature in features:
            i = feature.number
            sums.setdefault(feature.group, np.zeros(3))
            if feature.domain is not None:
                sums[feature.group] += (total[i], wins[i] - expected[i], 1 if total[i] else 0)
        return [
            Use(
                feature, int(offered[i]), int(taken[i]), int(everywhere[i]), int(times[i]),
                float(when[i]) / 1000 / everywhere[i] if everywhere[i] else 0.0,
                rate(wins[i], int(total[i])), lifts[i] or Estimate(0.0, float("inf"), 0),
                _beside(feature, lifts[i], sums[feature.group]),
            )
            for i, feature in enumerate(features)
            if offered[i] or everywhere[i]
        ]  # fmt: skip

    @cached_property
    def unseen(self) -> list[tuple[tuple[str, ...], int]]:
        """Components of which nothing was offered and nothing happened, though most of their kind did: a list of which
        most is never seen holds amounts or combinations, not things."""
        seen = {use.feature.component for use in self.uses}
        kinds: dict[tuple[str, ...], list[tuple[tuple[str, ...], int]]] = {}
        for component in self.catalogue.components:
            if component not in seen:
                kinds.setdefault(component[0], []).append(component)
        few = (missing for kind, missing in kinds.items() if len(missing) <= MOST_UNSEEN * len(kind))
        return [component for missing in few for component in missing]

    @property
    def phases(self) -> list[tuple[str, float, float, float]]:
        """For each phase: its name, decisions and choices per game, options of a choice."""
        rows = zip(self.catalogue.game.phases, self.counts.phases, strict=True)
        games = self.counts.games
        return [
            (name, row[0] / games, row[1] / games, row[2] / row[1] if row[1] else 1.0) for name, row in rows if row[0]
        ]


def _lift(wins: float, expected: float, count: int) -> Estimate:
    """How much more is won than expected. The error is the larger one of what was seen and what was expected: a few
    games that all went one way are not thought sure."""
    error = max(rate(wins, count).error, rate(expected, count).error)
    return Estimate((wins - expected) / count, error, count)


def _beside(feature: PlaytestFeature, lift: Estimate | None, group: NDArray[np.float64]) -> Estimate | None:
    """A feature's lift beside that of the others of its group; None where there is nothing to compare."""
    if feature.domain is None or lift is None or lift.count < FEW or group[2] < 3:
        return None
    count = group[0] - lift.count
    if count < FEW:
        return None
    others = Estimate((group[1] - lift.value * lift.count) / count, 0.5 / float(np.sqrt(count)), int(count))
    return difference(lift, others)
