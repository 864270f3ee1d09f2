"""How well each seat stands, as shares of a victory (the leaf value of a search)."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import State


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Everybody equal but the one who must soon burn."""
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats
