"""What a net reads: the numbers of an observation, each with weights of its own.

    flag, choice, seat, small count    looked up: every value above the lowest has a row of the first layer
    wide count                         scaled: one row, times (value - low) / scale, and a row for each of the
                                       few values just above the lowest, where one more matters most

A lowest value adds nothing, so what is not there costs nothing. The tables are made from the observation's
description alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...kernel.game import Game
from ...kernel.observations.observing import COUNT, Feature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

LOOKED_UP = 24  # a count with no more values than this is looked up
UNIT = 256  # a scaled number counts in steps of 1/256, so that it is a whole number everywhere
MOST_UNITS = 16 * UNIT  # more is not more
FEW = 6  # values above the lowest that a wide count has rows for as well


@dataclass(frozen=True, eq=False)
class Inputs:
    """The tables of the first layer, one entry for each number of the observation."""

    low: Numbers  # the smallest value
    high: Numbers  # the largest; what lies outside counts as the nearest inside
    first: Numbers  # the row of the value above the smallest (scaled: its own row, before those); -1: not read
    scale: Numbers  # scaled: what the value is divided by; 0: looked up
    rows: int  # of the first layer

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.low)


def inputs_for(features: Sequence[Feature], size: int, looked_up: int = LOOKED_UP) -> Inputs:
    """The tables for an observation of `size` numbers. Rows follow the names of the features, not their places: a net
    still fits when an observation is laid out in another way."""
    import numpy as np

    low, high, first, scale = (np.zeros(size, np.int32) for _ in range(4))
    first[:] = -1
    rows = 0
    for feature in sorted(features, key=lambda feature: feature.name):
        above = feature.high - feature.low
        scaled = feature.kind == COUNT and above >= looked_up
        for place in feature.places:
            low[place], high[place] = feature.low, feature.high
            if above > 0:
                first[place] = rows
                scale[place] = feature.scale if scaled else 0
                rows += 1 + FEW if scaled else above
    return Inputs(low, high, first, scale, rows)


def fingerprint(game: Game, version: int, features: Sequence[Feature]) -> str:
    """A hash of what a net of this game must agree with: the observation's features, wherever they lie, and the
    actions' meaning."""
    told = sorted((f.name, tuple(f.shape), f.kind, f.low, f.high, f.scale) for f in features)
    actions = [game.actions.text(number) for number in range(len(game.actions))]
    return hashlib.sha256(repr((game.name, version, told, actions)).encode()).hexdigest()
