"""The steps of forward.py as plain NumPy, for rules that run as plain Python: the same numbers to the last bit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .forward import EPSILON, FINE, MOST, STEP, Pass, Small, Whole, Wide
from .inputs import FEW, MOST_UNITS, UNIT


def add_inputs(
    row: NDArray[np.int16], low: Whole, high: Whole, first: Whole, scale: Whole, rows: Small, out: Whole
) -> None:
    """Add up the rows of the first layer that an observation picks, in steps of 1/UNIT."""
    above = np.minimum(row, high).astype(np.int64) - low
    read = (above > 0) & (first >= 0)
    looked_up, scaled = read & ((scale == 0) | (above <= FEW)), read & (scale != 0)
    out[:] = UNIT * rows[(first + above - (scale == 0))[looked_up]].sum(0, dtype=np.int64)
    times = np.minimum((UNIT * above[scaled] + scale[scaled] // 2) // scale[scaled], MOST_UNITS)
    out += (times[:, None] * rows[first[scaled]]).sum(0, dtype=np.int64).astype(np.int32)


def add_products(active: Whole, weights: Small, out: Whole) -> None:
    """active @ weights."""
    used = np.flatnonzero(active)
    out[:] = active[used].astype(np.int64) @ weights[used].astype(np.int64)


def norm_and_add(sums: Whole, scale: Wide, bias: Wide, gain: Wide, shift: Wide, fine: Wide, active: Whole) -> None:
    """Layer norm of the sums, what is negative left out, added to the activations."""
    steps = np.floor((sums * scale + bias) * FINE + 0.5).astype(np.int64)
    mean = int(steps.sum()) / len(sums)
    spread = np.sqrt(int((steps * steps).sum()) / len(sums) - mean * mean + EPSILON * FINE * FINE)
    fine[:] = steps
    normed = (fine - mean) / spread * gain + shift
    more = np.floor(np.maximum(normed, 0.0) * STEP + 0.5).astype(np.int32)
    active[:] = np.minimum(active + more, MOST)


def answer(active: Whole, weights: Small, scale: Wide, bias: Wide, wanted: NDArray[np.int64], out: Wide) -> None:
    """The outputs of some rows of a head."""
    sums = weights[wanted].astype(np.int64) @ active.astype(np.int64)
    out[:] = sums * scale[wanted] + bias[wanted]


PLAIN: Pass = (add_inputs, add_products, norm_and_add, answer)
