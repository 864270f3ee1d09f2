"""Rows of a record as values that results can be memoised by."""

from __future__ import annotations

from typing import Any, cast

from .record import Row


def as_bytes(row: object) -> bytes:
    """A row or a record as its bytes (of small numbers, −1 is 255)."""
    return bytes(cast("Any", row))


def as_tuple(row: Row[int]) -> tuple[int, ...]:
    """A row as a tuple of its numbers."""
    return tuple(cast("Any", row))
