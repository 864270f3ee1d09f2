"""One answer of a net, the same on every machine.

Weights are small whole numbers (int8), activations whole numbers in steps of 1/128, sums 32 bits wide: whatever
order a machine adds them in, the sums are the same. What is left for fractions are single operations on doubles
(times a scale, plus a bias, one square root for each layer), which IEEE 754 fixes to the last bit. So the compiled
pass, the plain one, x86 and ARM agree exactly, and a tie is a tie everywhere.

    row → [rows of the first layer added] → norm → h          h = relu(…)
    h → h + relu(norm(h @ W))                                  for each further layer
    h → logits of the legal actions, values of the seats
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import getsource
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .inputs import FEW, MOST_UNITS, UNIT

FINE = 16384  # layer norm works on steps of 1/16384
STEP = 128  # activations are whole numbers of 1/128
MOST = 8191  # and stay below 64
EPSILON = 1e-5

Wide = NDArray[np.float64]
Whole = NDArray[np.int32]
Small = NDArray[np.int8]


def add_inputs(
    row: NDArray[np.int16], low: Whole, high: Whole, first: Whole, scale: Whole, rows: Small, out: Whole
) -> None:
    """Add up the rows of the first layer that an observation picks, in steps of 1/UNIT."""
    width = len(out)
    for o in range(width):
        out[o] = 0
    for i in range(len(row)):
        above = min(row[i], high[i]) - low[i]
        if above > 0 and first[i] >= 0 and (scale[i] == 0 or above <= FEW):
            picked = rows[first[i] + above - (1 if scale[i] == 0 else 0)]
            for o in range(width):
                out[o] += picked[o]
    for o in range(width):
        out[o] *= UNIT
    for i in range(len(row)):
        above = min(row[i], high[i]) - low[i]
        if above > 0 and first[i] >= 0 and scale[i] != 0:
            times = min((UNIT * above + scale[i] // 2) // scale[i], MOST_UNITS)
            picked = rows[first[i]]
            for o in range(width):
                out[o] += times * picked[o]


def add_products(active: Whole, weights: Small, out: Whole) -> None:
    """active @ weights; most activations are 0 and cost nothing."""
    width = len(out)
    for o in range(width):
        out[o] = 0
    for j in range(len(active)):
        times = active[j]
        if times != 0:
            picked = weights[j]
            for o in range(width):
                out[o] += times * picked[o]


def norm_and_add(sums: Whole, scale: Wide, bias: Wide, gain: Wide, shift: Wide, fine: Wide, active: Whole) -> None:
    """Layer norm of the sums, what is negative left out, added to the activations."""
    width = len(sums)
    total = 0
    squares = 0
    for o in range(width):
        step = int(np.floor((sums[o] * scale[o] + bias[o]) * FINE + 0.5))
        fine[o] = step
        total += step
        squares += step * step
    mean = total / width
    spread = sqrt(squares / width - mean * mean + EPSILON * FINE * FINE)
    for o in range(width):
        normed = (fine[o] - mean) / spread * gain[o] + shift[o]
        if normed > 0.0:
            active[o] = min(active[o] + int(np.floor(normed * STEP + 0.5)), MOST)


def answer(active: Whole, weights: Small, scale: Wide, bias: Wide, wanted: NDArray[np.int64], out: Wide) -> None:
    """The outputs of some rows of a head."""
    for i in range(len(wanted)):
        row = wanted[i]
        picked = weights[row]
        total = 0
        for j in range(len(active)):
            total += active[j] * picked[j]
        out[i] = total * scale[row] + bias[row]


Pass = tuple[Callable[..., None], Callable[..., None], Callable[..., None], Callable[..., None]]


@cache
def compiled_pass() -> Pass:
    """The four steps as machine code (kept in the cache of compiled rules)."""
    import numba

    from ...kernel.workshop import CachedSource, cache_folder, numba_cache_in

    steps = (add_inputs, add_products, norm_and_add, answer)
    text = "from __future__ import annotations\n\n\n" + "\n\n".join(getsource(step) for step in steps)
    constants = repr((UNIT, FEW, MOST_UNITS, FINE, STEP, MOST, EPSILON))
    source = CachedSource(cache_folder("policy", constants, text), text)
    room = dict(globals())
    exec(compile(text, str(source.file), "exec"), room)  # our own text, from a file that never looks touched
    i8, i16, i32, i64, f64 = numba.int8, numba.int16, numba.int32, numba.int64, numba.float64
    shapes: list[Any] = [
        numba.void(i16[::1], i32[::1], i32[::1], i32[::1], i32[::1], i8[:, ::1], i32[::1]),
        numba.void(i32[::1], i8[:, ::1], i32[::1]),
        numba.void(i32[::1], f64[::1], f64[::1], f64[::1], f64[::1], f64[::1], i32[::1]),
        numba.void(i32[::1], i8[:, ::1], f64[::1], f64[::1], i64[::1], f64[::1]),
    ]
    with numba_cache_in(source.written()):
        made = [
            numba.njit(shape, cache=True, nogil=True, error_model="numpy")(room[step.__name__])
            for shape, step in zip(shapes, steps, strict=True)
        ]
    return made[0], made[1], made[2], made[3]
