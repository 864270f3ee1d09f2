"""Sums of products for compiled rules: 32 bits wide, so that several fit into one instruction."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray


@numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def products(numbers: NDArray[np.int16], weights: NDArray[np.int8], start: int, length: int) -> int:
    """`kernel.products.products` as machine code."""
    row = weights[start : start + length]
    total = numba.int32(0)
    for i in range(length):
        total = numba.int32(total + numba.int32(numbers[i]) * numba.int32(row[i]))
    return numba.int64(total)  # type: ignore[no-any-return]


@numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def multiply(
    numbers: NDArray[np.int16], weights: NDArray[np.int8], start: int, length: int, sums: NDArray[np.int32]
) -> None:
    """`kernel.products.multiply` as machine code."""
    for o in range(length):
        sums[o] = products(numbers, weights, start + o * length, length)


@numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def add_times(sums: NDArray[np.int32], weights: NDArray[np.int8], start: int, length: int, times: int) -> None:
    """`kernel.products.add_times` as machine code."""
    row = weights[start : start + length]
    factor = numba.int16(times)
    for o in range(length):
        sums[o] = numba.int32(sums[o] + numba.int32(factor) * numba.int32(row[o]))
