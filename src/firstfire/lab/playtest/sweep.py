"""Sweeps: one number of the box (or of the set-up) from value to value, on the same deals, without compiling anew.

rows = sweep(study, "barter.T07.points", [1, 2, 3], "greedy", 1000)
even_seats(rows)         # the value that makes the seats most even
unused(rows)             # whether the number made no difference to any game
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..boxes import box_with
from .estimates import Estimate, mean, paired
from .features import catalogue_of
from .figures import Figures
from .recording import Number
from .study import Study

SET_UP = "give."  # a sweep over the record after the set-up: give.clans.1.wood=0..3


@dataclass(frozen=True)
class SweepRow:
    """One value, and what a game is like with it."""

    value: int
    figures: Figures

    @property
    def unevenness(self) -> float:
        """How far the seats are from even: the root of the mean square."""
        even = 1 / self.figures.seats
        return float(np.sqrt(np.mean([(seat.value - even) ** 2 for seat in self.figures.by_seat])))

    @property
    def strongest(self) -> int:
        """The seat that wins most."""
        return int(np.argmax([seat.value for seat in self.figures.by_seat]))

    @property
    def score(self) -> Estimate:
        """The mean score."""
        return mean(self.figures.scores.mean(axis=1))

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "value": self.value,
            "seats": [seat.as_dict() for seat in self.figures.by_seat],
            "score": self.score.as_dict(),
            "decisions": self.figures.of(Number.PLIES).as_dict(),
        }


def sweep(
    study: Study, place: str, values: Sequence[int], level: str, games: int, base: Path | None = None
) -> list[SweepRow]:
    """Play the same deals with each value."""
    study.check([level], games)
    catalogue = catalogue_of(study.game)
    studies = [
        _with(study, place, value, base) for value in values
    ]  # refuses what cannot be, before anything is played
    return [
        SweepRow(value, Figures(catalogue, one.play(level, games, detailed=0)))
        for value, one in zip(values, studies, strict=True)
    ]


def _with(study: Study, place: str, value: int, base: Path | None) -> Study:
    if place.startswith(SET_UP):
        field = place.removeprefix(SET_UP)
        return replace(study, gifts=(*study.gifts, f"{field}{'-' if value < 0 else '+'}{abs(value)}"))
    return replace(study, box=box_with(study.game, {place: value}, base))


def even_seats(rows: Sequence[SweepRow]) -> tuple[SweepRow, list[int]]:
    """The value with the most even seats, and the values that cannot be told apart from it on these deals."""
    best = min(rows, key=lambda row: row.unevenness)
    alike = [row.value for row in rows if row is not best and _alike(row, best)]
    return best, alike


def unused(rows: Sequence[SweepRow]) -> bool:
    """Whether every game is the same with every value: nothing ever used the number."""
    first, *others = (row.figures.counts.written() for row in rows)
    return all(other == first for other in others)


def _alike(row: SweepRow, best: SweepRow) -> bool:
    """Whether no seat's share differs for sure, deal by deal (corrected for the number of seats)."""
    one, other = row.figures.counts.shares, best.figures.counts.shares
    chances = [paired(one[:, seat], other[:, seat]).differs() for seat in range(row.figures.seats)]
    return min(chances) * len(chances) >= 0.05
