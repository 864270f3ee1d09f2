"""Sums of products, which nets are made of: as machine code a processor works many of them out at once.

Rows are NumPy arrays: numbers of int16, weights of int8, sums of int32 (which must hold them).
"""

from __future__ import annotations

from typing import Any

from .rule import rule


@rule(machine="machine_products.products")
def products(numbers: Any, weights: Any, start: int, length: int) -> int:
    """The first numbers of a row, each times its own of the weights from `start` on, added up."""
    return int(numbers[:length].astype("int64") @ weights[start : start + length].astype("int64"))


@rule(machine="machine_products.multiply")
def multiply(numbers: Any, weights: Any, start: int, length: int, sums: Any) -> None:
    """The same for as many rows of weights, one behind the other, as a row is long."""
    square = weights[start : start + length * length].reshape(length, length)
    sums[:length] = square.astype("int64") @ numbers[:length].astype("int64")


@rule(machine="machine_products.add_times")
def add_times(sums: Any, weights: Any, start: int, length: int, times: int) -> None:
    """Add the weights from `start` on, so many times (int16), to the sums."""
    sums[:length] += times * weights[start : start + length].astype("int32")
