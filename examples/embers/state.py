"""The state of a game of Embers."""

from __future__ import annotations

from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, i8, record, rows
from firstfire.kernel.rules.notes import Note

from .box import CHARMS


@record
class State(Header):
    """The pile, what each seat took, and each seat's secret charm (the rest lie unused)."""

    pile: int = i8
    burnt: int = i8
    taken: Row[int] = i8[4]
    charms: Row[int] = i8[CHARMS]
    notes: Row[Note] = rows(Note, 8)
