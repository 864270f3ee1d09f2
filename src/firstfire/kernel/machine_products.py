"""Sums of products for compiled rules: 32 bits wide, so that several fit into one instruction."""

from __future__ import annotations

from typing import Any

import numba


@numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def products(numbers: Any, weights: Any, start: int, length: int) -> Any:
    """`kernel.products.products` as machine code."""
    row = weights[start : start + length]
    total = numba.int32(0)
    for i in range(length):
        total = numba.int32(total + numba.int32(numbers[i]) * numba.int32(row[i]))
    return numba.int64(total)


@numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def multiply(numbers: Any, weights: Any, start: int, length: int, sums: Any) -> None:
    """`kernel.products.multiply` as machine code."""
    for o in range(length):
        sums[o] = products(numbers, weights, start + o * length, length)


@numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def add_times(sums: Any, weights: Any, start: int, length: int, times: int) -> None:
    """`kernel.products.add_times` as machine code."""
    row = weights[start : start + length]
    factor = numba.int16(times)
    for o in range(length):
        sums[o] = numba.int32(sums[o] + numba.int32(factor) * numba.int32(row[o]))
