"""What one request writes: the row of a table, its events, its talk, the notices that are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .events import Event
from .results import GameResult
from .talk import ChatLine


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored, without its events."""

    id: str
    setup: dict[str, Any]
    summary: dict[str, Any]
    state: str
    listed: bool
    open: int
    created: int
    changed: int


@dataclass(frozen=True)
class Due:
    """Whoever sits there is to be told, from a time on (milliseconds since 1970)."""

    table: str
    seat: int
    at: int
    by_mail: bool = False  # their browsers were told


@dataclass
class Batch:
    """What one request writes: everything or nothing."""

    table: str
    events: Sequence[Event] = ()
    row: TableRow | None = None  # a new table, or a changed summary
    is_new: bool = False
    chats: Sequence[ChatLine] = ()
    chats_kept: int = 500  # of this table; the oldest go first
    result: GameResult | None = None  # where the game is over
    due: Sequence[Due] | None = None  # all notices of this table that are to be sent; None: as before
    lease: int | None = None  # the number under which this server has the table, where there are several servers
    with_too: list[Batch] = field(default_factory=list)  # written in the same commit, first
