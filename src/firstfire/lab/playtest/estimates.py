"""Estimates: a value, how far it may be off, and tests made of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..statistics import SURE, chance


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error; the interval is the 95 % one."""

    value: float
    error: float
    count: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.value - SURE * self.error

    @property
    def high(self) -> float:
        """The upper end."""
        return self.value + SURE * self.error

    def differs(self, other: float = 0.0) -> float:
        """How likely luck alone is so far from another value."""
        if self.error <= 0:
            return 1.0 if self.value == other else 0.0
        return chance((self.value - other) / self.error)

    @property
    def least(self) -> float:
        """How big the value is at least, whatever its sign: what of it is beyond doubt."""
        return max(0.0, abs(self.value) - SURE * self.error)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"value": self.value, "interval": [self.low, self.high], "count": self.count}


def mean(values: NDArray[Any]) -> Estimate:
    """The mean of independent values."""
    count = len(values)
    if count == 0:
        return Estimate(0.0, float("inf"), 0)
    spread = float(np.std(values, ddof=1)) if count > 1 else float("inf")
    return Estimate(float(np.mean(values)), spread / sqrt(count), count)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How much more the first is, both independent."""
    return Estimate(one.value - other.value, sqrt(one.error**2 + other.error**2), min(one.count, other.count))


def paired(one: NDArray[Any], other: NDArray[Any]) -> Estimate:
    """How much more the first is, value by value."""
    return mean(np.asarray(one, float) - np.asarray(other, float))


def rate(won: float, count: int) -> Estimate:
    """A share of so many; with one more success and failure in the error, so that nothing is beyond doubt."""
    if count == 0:
        return Estimate(0.0, float("inf"), 0)
    smooth = (won + 1) / (count + 2)
    return Estimate(won / count, sqrt(smooth * (1 - smooth) / count), count)
