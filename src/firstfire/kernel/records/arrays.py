"""Arrays of numbers, as entry points take them: NumPy's where it is installed, else rows of ctypes with as much of the
same manners as entry points and their callers need."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.util import find_spec
from typing import Any

KINDS: dict[str, Any] = {
    "int8": ctypes.c_int8, "uint8": ctypes.c_uint8, "int16": ctypes.c_int16, "int32": ctypes.c_int32,
    "int64": ctypes.c_int64, "float32": ctypes.c_float, "float64": ctypes.c_double,
}  # fmt: skip


class NumberRow:
    """A row of numbers of one kind, without NumPy."""

    __slots__ = ("dtype", "row", "size")

    def __init__(self, kind: str, length: int, content: bytes = b"") -> None:
        self.dtype, self.size = kind, length
        self.row = (KINDS[kind] * length)()
        ctypes.memmove(self.row, content, min(len(content), ctypes.sizeof(self.row)))

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, place: int) -> float:
        return self.row[place]  # type: ignore[no-any-return]

    def __setitem__(self, place: int, value: float) -> None:
        self.row[place] = value

    def part(self, start: int, length: int) -> list[int]:
        """Some of the numbers, of a row of whole ones."""
        return self.row[start : start + length]  # type: ignore[no-any-return]

    def tolist(self) -> list[float]:
        """The numbers."""
        return list(self.row)


@cache
def has_numpy() -> bool:
    """Whether arrays are NumPy's."""
    return find_spec("numpy") is not None


def empty_row(kind: str, length: int) -> Any:
    """A row of so many zeros."""
    return row_of(kind, length, b"")


def row_of(kind: str, length: int, content: bytes) -> Any:
    """A row of numbers that lie in these bytes, little-endian; zeros behind them."""
    if not has_numpy():
        return NumberRow(kind, length, content)
    import numpy as np

    row = np.zeros(length, kind)
    given = np.frombuffer(content, row.dtype)
    row[: len(given)] = given
    return row


def row_of_records(kind: Any, length: int) -> Any:
    """A row of empty records; where there is NumPy, its memory is taken only where it is touched."""
    if not has_numpy():
        return (kind * length)()
    import numpy as np

    from .record import dtype_of

    return (kind * length).from_buffer(np.zeros(length, dtype_of(kind)))
