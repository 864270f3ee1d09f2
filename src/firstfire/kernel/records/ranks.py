"""Places from results: the seats that are first, and those that share a place."""

from __future__ import annotations

from ..rule import rule
from .record import Row


@rule
def places(seats: int, out: Row[int]) -> None:
    """Turn results into places, in the same row: 1 for the highest result, the same place for equal ones (1, 1, 3).
    A result is one number with its tie-breaks in it: `points * 1000 + goods_left`."""
    packed = 0
    for seat in range(seats):
        place = 1
        for other in range(seats):
            if out[other] > out[seat]:
                place += 1
        packed |= place << (4 * seat)
    for seat in range(seats):
        out[seat] = (packed >> (4 * seat)) & 15
