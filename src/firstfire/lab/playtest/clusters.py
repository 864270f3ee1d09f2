"""Strategies: seats that played alike, found by k-means over what kinds of action they took how often."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from .estimates import Estimate, mean
from .features import Catalogue, PlaytestFeature
from .samples import Counts

MOST = 4  # strategies
SMALLEST = 0.05  # of the seats: a few odd games are no way to play
CLEAR = 0.25  # the silhouette from which groups are called groups (Kaufman and Rousseeuw's rule of thumb)
LOOKED_AT = 400  # seats whose silhouette is taken
ROUNDS = 40


@dataclass(frozen=True)
class Strategy:
    """One way to play."""

    part: float  # of all seats
    wins: Estimate
    more: list[tuple[PlaytestFeature, float, float]]  # what it does oftener: per game, and what the others do
    less: list[tuple[PlaytestFeature, float, float]]


def strategies(catalogue: Catalogue, counts: Counts) -> tuple[float, list[Strategy]]:
    """How clearly seats fall into groups (the silhouette, -1 to 1), and the groups; none where they do not."""
    table, shares, features = _table(catalogue, counts)
    if len(table) < 60 or len(features) < 2:
        return 0.0, []
    spread = table.std(axis=0)
    scaled = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1)
    tried = [(silhouette(scaled, groups := kmeans(scaled, k)), k, groups) for k in range(2, MOST + 1)]
    large = [one for one in tried if np.bincount(one[2], minlength=one[1]).min() >= SMALLEST * len(table)]
    best = max(large or tried, key=lambda one: one[0])
    if best[0] < CLEAR or not large:
        return best[0] if large else 0.0, []
    found = []
    for group in range(best[1]):
        inside = best[2] == group
        here, there = table[inside].mean(axis=0), table[~inside].mean(axis=0)
        order = np.argsort((here - there) / np.where(spread > 0, spread, 1))
        rows = [(features[i], float(here[i]), float(there[i])) for i in order]
        found.append(Strategy(float(inside.mean()), mean(shares[inside]), rows[::-1][:3], rows[:3]))
    return best[0], sorted(found, key=lambda strategy: -strategy.part)


def _table(
    catalogue: Catalogue, counts: Counts
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[PlaytestFeature]]:
    """One row for each seat of the games in detail: how often it took each kind of action; and who won."""
    kinds = [feature for feature in catalogue.features if feature.source == "action" and feature.domain is None]
    column = {feature.number: i for i, feature in enumerate(kinds)}
    rows = counts.took[np.isin(counts.took[:, 2], list(column)) & (counts.took[:, 1] < counts.seats)]
    seeds, games = np.unique(counts.took[:, 0], return_inverse=True)
    place = dict(zip(seeds.tolist(), range(len(seeds)), strict=True))
    table = np.zeros((len(seeds) * counts.seats, len(kinds)))
    for seed, seat, feature, times, _ in rows.tolist():
        table[place[seed] * counts.seats + seat, column[feature]] = times
    where = {seed: i for i, seed in enumerate(counts.seeds.tolist())}
    shares = counts.shares[[where[seed] for seed in seeds.tolist()]].ravel() if len(seeds) else np.zeros(0)
    del games
    used = table.std(axis=0) > 0 if len(table) else np.zeros(len(kinds), bool)
    return table[:, used], shares, [kind for kind, keep in zip(kinds, used, strict=True) if keep]


def kmeans(points: NDArray[np.float64], k: int, seed: int = 1) -> NDArray[np.int64]:
    """The group of each point; begun by k-means++ from a fixed seed."""
    stream = Random(seed)
    centres = [points[stream.randrange(len(points))]]
    while len(centres) < k:
        away = np.min([((points - centre) ** 2).sum(axis=1) for centre in centres], axis=0)
        centres.append(points[stream.choices(range(len(points)), weights=(away + 1e-12).tolist())[0]])
    groups: NDArray[np.int64] = np.zeros(len(points), np.int64)
    for _ in range(ROUNDS):
        now = np.argmin([((points - centre) ** 2).sum(axis=1) for centre in centres], axis=0)
        if (now == groups).all():
            break
        groups = now
        centres = [points[groups == i].mean(axis=0) if (groups == i).any() else centres[i] for i in range(k)]
    return groups


def silhouette(points: NDArray[np.float64], groups: NDArray[np.int64]) -> float:
    """How much nearer points lie to their own group than to the next, from -1 to 1; of some of them."""
    chosen = np.linspace(0, len(points) - 1, min(LOOKED_AT, len(points))).astype(int)
    some, where = points[chosen], groups[chosen]
    names = np.unique(where)
    if len(names) < 2:
        return -1.0
    apart = np.sqrt(((some[:, None, :] - some[None, :, :]) ** 2).sum(axis=2))
    means = np.stack([apart[:, where == name].mean(axis=1) for name in names])
    own = np.array([means[np.flatnonzero(names == name)[0], i] for i, name in enumerate(where)])
    means[np.array([np.flatnonzero(names == name)[0] for name in where]), np.arange(len(where))] = np.inf
    other = means.min(axis=0)
    return float(np.mean((other - own) / np.maximum(np.maximum(other, own), 1e-12)))
