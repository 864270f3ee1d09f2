"""Stub."""
from __future__ import annotations
from firstfire.kernel.record import Row
from firstfire.kernel.rule import rule
from .box import Box
from .state import State

@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats

@rule
def prefer(s: State, box: Box, action: int) -> float:
    return 0.0
