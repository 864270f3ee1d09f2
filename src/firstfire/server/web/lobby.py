"""The lobby: tables that anybody may see, and what they look like to one guest.

An answer is kept for a second, or until a table of this server has changed, for each state and language: what
costs as much as twenty moves is done a few times a second at most, however many ask.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from ..store.batch import TableRow
from ..store.database import Store
from ..views.listing import localised
from .limits import Bucket

STATES = {"open": "gathering", "running": "playing", "finished": "finished"}  # as they are asked for
KEPT = 1.0  # seconds: tables of other servers, and moves, are not heard of sooner
MADE_PER_SECOND, MADE_AT_ONCE = 4, 12  # answers made because a table changed
COMPRESSION = 1  # of gzip's nine levels, as in app.py
Newest = Callable[[Sequence[TableRow]], Awaitable[Sequence[TableRow]]]  # rows of tables as they stand now


class LobbyKey(NamedTuple):
    """Which list it is."""

    state: str
    language: str


@dataclass(frozen=True)
class CachedList:
    """A list as it was at some time."""

    rows: Sequence[TableRow]
    tables: list[dict[str, Any]]
    body: bytes  # as JSON, for who is host of none of them
    compressed: bytes
    hosts: frozenset[str]
    at: float  # monotonic
    changes: int  # of tables that the store had written by then

    def told(self, who: str) -> list[dict[str, Any]]:
        """The tables for one guest."""
        return [{**table, "host": row.setup["host"] == who} for table, row in zip(self.tables, self.rows, strict=True)]


class Lobby:
    """The lists of one server."""

    def __init__(self, store: Store, newest: Newest) -> None:
        self._store, self._newest = store, newest
        self._kept: dict[LobbyKey, CachedList] = {}
        self._making: dict[LobbyKey, asyncio.Task[CachedList]] = {}
        self._fresh = Bucket(MADE_PER_SECOND, MADE_AT_ONCE)
        self.made = 0  # lists, so far

    async def listing(self, key: LobbyKey) -> CachedList:
        """A list, made where it is not at hand; whoever comes meanwhile waits for the same one."""
        kept = self._kept.get(key)
        if kept is not None and self._is_good(kept):
            return kept
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(self._make(key))
            making.add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(making)

    def _is_good(self, kept: CachedList) -> bool:
        now = time.monotonic()
        if now - kept.at >= KEPT:
            return False
        return kept.changes == self._store.rows_written or not self._fresh.take(now)

    async def _make(self, key: LobbyKey) -> CachedList:
        self.made += 1
        changes, now = self._store.rows_written, time.monotonic()
        stored = await asyncio.to_thread(self._store.lobby, [STATES[key.state]], only_open=key.state == "open")
        rows = [row for row in await self._newest(stored) if _is_open(row)]
        found = self._kept[key] = await asyncio.to_thread(_listing, rows, key.language, now, changes)
        return found


def _listing(rows: Sequence[TableRow], language: str, at: float, changes: int) -> CachedList:
    tables = [localised(row, "", language, []) for row in rows]
    body = orjson.dumps({"tables": tables})
    hosts = frozenset(row.setup["host"] for row in rows)
    return CachedList(rows, tables, body, gzip.compress(body, COMPRESSION), hosts, at, changes)


def _is_open(row: TableRow) -> bool:
    """Whether a stranger may look at a table, or take a seat there."""
    return row.state == "gathering" or bool(row.summary.get("spectators", True))
