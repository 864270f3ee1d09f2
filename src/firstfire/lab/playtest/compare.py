"""Two boxes on the same deals: by how much each thing changes, game by game.

Of seats: the share of victories. Of the game: its measures. Of a kind of action or note: how often it happens in a
game. Of a component two things, each beside its siblings, because a longer game has more of everything: its part of
what happens of that kind (a card's part of all cards taken), and how much those win for whom it happens.

`size` puts seats and components on one scale, Cohen's h: how far two proportions are apart (twice the difference of the
arcsines of their roots). The proportion of a seat is its share of victories. That of a component is its part of its
kind, or how often those win for whom it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import asin, log, sqrt

import numpy as np
from numpy.typing import NDArray

from .estimates import Estimate, difference, mean, paired
from .features import PlaytestFeature
from .figures import Figures, Use
from .recording import Number
from .samples import Counts

FEW = 30  # games in which a feature must differ before its change is judged by the normal law


@dataclass(frozen=True)
class Change:
    """One thing before and after."""

    kind: str  # "seat", "feature", "part", "lift", or a measure of the game
    one: float
    other: float
    gap: Estimate
    size: Estimate  # what it is ordered by, and for all but measures what is tested
    seat: int = -1
    feature: PlaytestFeature | None = None


def changes(one: Figures, other: Figures, *, paired: bool = True) -> Iterator[Change]:
    """Every change that can be judged: seats, features, measures. Not paired, the two are independent samples."""
    yield from _seats(one.counts, other.counts, paired)
    yield from _measures(one, other, paired)
    yield from _features(one, other, paired)


def _gap(one: NDArray[np.float64], other: NDArray[np.float64], pair: bool) -> Estimate:
    return paired(other, one) if pair else difference(mean(other), mean(one))


def _seats(one: Counts, other: Counts, pair: bool) -> Iterator[Change]:
    if one.seats < 2:
        return
    for seat in range(one.seats):
        a, b = one.shares[:, seat], other.shares[:, seat]
        gap = _gap(a, b, pair)
        yield Change("seat", float(a.mean()), float(b.mean()), gap, _cohens_h(gap, a.mean(), b.mean()), seat=seat)


def _cohens_h(gap: Estimate, one: float, other: float) -> Estimate:
    """Cohen's h of two proportions, as sure as the estimate of how far they are apart."""
    h = 2 * (asin(sqrt(other)) - asin(sqrt(one)))
    return Estimate(h, abs(h / gap.value) * gap.error, gap.count) if gap.value else gap


def _measures(one: Figures, other: Figures, pair: bool) -> Iterator[Change]:
    measures: dict[str, Callable[[Figures], NDArray[np.float64]]] = {
        "plies": lambda figures: figures.counts.column(Number.PLIES).astype(float),
        "rounds": lambda figures: figures.counts.column(Number.ROUNDS).astype(float),
        "minutes": lambda figures: figures.counts.column(Number.TENTHS) / 600.0,
        "score": lambda figures: figures.scores.mean(axis=1),
        "margin": lambda figures: figures.margins.astype(float),
        "lead_changes": lambda figures: figures.counts.column(Number.LEAD_CHANGES).astype(float),
        "decided": lambda figures: 100.0 * figures.decided,
    }
    for kind, read in measures.items():
        a, b = read(one), read(other)
        if len(a) and np.any(a) and np.any(b):
            gap = _gap(a, b, pair)
            yield Change(kind, float(a.mean()), float(b.mean()), gap, gap)


def _features(one: Figures, other: Figures, pair: bool) -> Iterator[Change]:
    """How often each thing happens, of the games that were kept in detail."""
    uses = [{use.feature.number: use for use in figures.uses} for figures in (one, other)]
    tables = [PerGame(figures.counts) for figures in (one, other)]
    for group in _groups(one.catalogue.features):
        first, last = group[0].number, group[-1].number + 1
        a, b = (table(first, last) for table in tables)
        if group[0].domain is None:
            gap = _gap(a[:, 0], b[:, 0], pair)
            if _enough(a[:, 0], b[:, 0], pair):
                yield Change("feature", float(a.mean()), float(b.mean()), gap, gap, feature=group[0])
            continue
        for feature in group:
            x, y = a[:, feature.number - first], b[:, feature.number - first]
            if _enough(x, y, pair) and a.shape[1] > 1:
                size = _part(x, a.sum(axis=1), y, b.sum(axis=1), pair)
                yield Change("part", float(x.mean()), float(y.mean()), _gap(x, y, pair), size, feature=feature)
            yield from _lifts(feature, *(found.get(feature.number) for found in uses))


def _groups(features: Sequence[PlaytestFeature]) -> Iterator[list[PlaytestFeature]]:
    """Features that lie side by side and are of the same group."""
    for _, group in groupby(features, key=lambda feature: feature.group):
        yield list(group)


def _enough(x: NDArray[np.float64], y: NDArray[np.float64], pair: bool) -> bool:
    """Whether a thing happened often enough, and differently enough, to be judged by the normal law."""
    often = np.count_nonzero(x) + np.count_nonzero(y) >= 2 * FEW
    return bool(often and (not pair or np.count_nonzero(x != y) >= FEW))


def _part(
    x: NDArray[np.float64], all_x: NDArray[np.float64], y: NDArray[np.float64], all_y: NDArray[np.float64], pair: bool
) -> Estimate:
    """How much a thing's part of its group changes; the test is of the logarithm of the ratio (by the delta method)."""
    parts, leanings = [], []
    for own, whole in ((x, all_x), (y, all_y)):
        total = max(1.0, whole.sum())
        part = (own.sum() + 0.5) / (total + 1)
        parts.append(part)
        leanings.append((own - part * whole) / (part * total / len(own)))
    one, other = leanings
    error = mean(other - one).error if pair else difference(mean(other), mean(one)).error
    return _cohens_h(Estimate(log(parts[1] / parts[0]), error, len(x)), *parts)


def _lifts(feature: PlaytestFeature, one: Use | None, other: Use | None) -> Iterator[Change]:
    """How much more, or less, those win for whom it happens, beside its siblings."""
    if one is None or other is None or one.beside is None or other.beside is None:
        return
    gap = difference(other.beside, one.beside)
    middle, reach = (one.wins.value + other.wins.value) / 2, min(1.0, abs(gap.value)) / 2
    middle = min(1 - reach, max(reach, middle))
    ends = (middle - reach, middle + reach)
    size = _cohens_h(gap, *(ends if gap.value > 0 else reversed(ends)))
    yield Change("lift", one.wins.value, other.wins.value, gap, size, feature=feature)


class PerGame:
    """How often features happened, in each game in detail."""

    def __init__(self, counts: Counts) -> None:
        self._rows = counts.took[np.argsort(counts.took[:, 2], kind="stable")]
        seeds, self._games = np.unique(self._rows[:, 0], return_inverse=True)
        self._count = len(seeds)

    def __call__(self, first: int, last: int) -> NDArray[np.float64]:
        """Features first..last-1: a row for each game."""
        start, stop = np.searchsorted(self._rows[:, 2], (first, last))
        rows = self._rows[start:stop]
        found = np.zeros((self._count, last - first))
        np.add.at(found, (self._games[start:stop], rows[:, 2] - first), rows[:, 3])
        return found
