"""Estimates: a value, how far it may be off, and tests made of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..statistics import chance, reach


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error; the interval is the 95 % one."""

    value: float
    error: float
    count: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.value - self.reach

    @property
    def high(self) -> float:
        """The upper end."""
        return self.value + self.reach

    @property
    def reach(self) -> float:
        """Half of the interval."""
        return reach(self.count - 1) * self.error

    def differs(self, other: float = 0.0) -> float:
        """How likely luck alone is so far from another value."""
        if self.error <= 0:  # all alike: each of them may have come out so by chance
            return 1.0 if self.value == other else 0.5 ** min(1000, self.count - 1)
        return chance((self.value - other) / self.error, self.count - 1)

    @property
    def least(self) -> float:
        """How big the value is at least, whatever its sign: what of it is beyond doubt."""
        return max(0.0, abs(self.value) - self.reach)

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


def share(values: NDArray[Any]) -> Estimate:
    """The mean of shares of victory, with one game won and one lost more in the error: a few games that all went one
    way are not beyond doubt."""
    found = mean(np.append(np.asarray(values, float), (0.0, 1.0)))
    return Estimate(float(np.mean(values)), found.error, len(values)) if len(values) else mean(values)


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
