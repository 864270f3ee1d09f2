"""Sums of products, which nets are made of: as machine code a processor works many of them out at once.

Rows are arrays (records/arrays.py): numbers of int16, weights of int8, sums of int32 (which must hold them).
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, cast

from ..records.arrays import NumberRow
from ..records.record import Row
from ..rule import rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@rule(machine="machine_products.products")
def products(numbers: Row[int], weights: Row[int], start: int, length: int) -> int:
    """The first numbers of a row, each times its own of the weights from `start` on, added up."""
    if isinstance(numbers, NumberRow):
        return sum(map(mul, _part(numbers, 0, length), _part(weights, start, length)))
    return int(_wide(numbers, 0, length) @ _wide(weights, start, length))


@rule(machine="machine_products.multiply")
def multiply(numbers: Row[int], weights: Row[int], start: int, length: int, sums: Row[int]) -> None:
    """The same for as many rows of weights, one behind the other, as a row is long."""
    if isinstance(numbers, NumberRow):
        known = _part(numbers, 0, length)
        for o in range(length):
            sums[o] = sum(map(mul, known, _part(weights, start + o * length, length)))
        return
    square = _wide(weights, start, length * length).reshape(length, length)
    cast("NDArray[np.int32]", sums)[:length] = square @ _wide(numbers, 0, length)


@rule(machine="machine_products.add_times")
def add_times(sums: Row[int], weights: Row[int], start: int, length: int, times: int) -> None:
    """Add the weights from `start` on, so many times (int16), to the sums."""
    if isinstance(sums, NumberRow):
        for o, weight in enumerate(_part(weights, start, length)):
            sums[o] += times * weight
        return
    cast("NDArray[np.int32]", sums)[:length] += (times * _wide(weights, start, length)).astype("int32")


def _part(row: object, start: int, length: int) -> list[int]:
    """A part of a row without NumPy."""
    assert isinstance(row, NumberRow)
    return row.part(start, length)


def _wide(row: Row[int], start: int, length: int) -> NDArray[np.int64]:
    """A part of a row, in 64 bits."""
    return cast("NDArray[np.int16]", row)[start : start + length].astype("int64")
