"""The store: what the server can read and write, by name.

Events are committed (and flushed to the disk) before anybody hears of them. What is written waits in the queue of the
one thread that writes (writer.py); what is read is read on other connections. The statements stand with their subject:
tables.py, persons.py, uploads.py, reviews.py, leases.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from . import persons, reviews, tables, uploads
from .batch import Batch, TableRow
from .batch_rows import leases_of, write_batch
from .engine import open_engine
from .events import Event
from .leases import evict
from .persons import Person
from .ratings import Rating
from .results import Past
from .talk import PAGE, ChatLine
from .writer import Lease, Writer, probe

T = TypeVar("T")
DAY = 24 * 3600 * 1000  # milliseconds


class Store(Writer):
    """The database."""

    def __init__(self, url: str) -> None:
        super().__init__(open_engine(url))

    def _read(self, reading: Callable[..., T], *args: Any) -> T:
        with self.engine.connect() as connection:
            return reading(connection, *args)

    async def look(self, reading: Callable[[Connection], T]) -> T:
        """Read something, in another thread."""
        return await asyncio.to_thread(self._read, reading)

    async def change(self, work: Callable[[Connection], T], *, alone: bool = False) -> T:
        """Write something (`alone`: in a commit of its own); what came of it, when it is safe on the disk."""
        made: list[T] = []
        await self.committed(lambda connection, _: made.append(work(connection)), alone=alone)
        return made[-1]

    async def probe(self) -> None:
        """Write something that changes nothing; raises StoreTrouble where nothing can be written."""
        await self.committed(probe)

    # ── tables ─────────────────────────────────────────────────────────────────────────

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is safe on the disk."""
        await self.committed(partial(write_batch, batch=batch), leases_of(batch))

    def note(self, row: TableRow, lease: int | None = None) -> None:
        """Store the changed summary of a table, some time soon; nobody waits for it."""
        self.put_batch(Batch(row.id, row=row, lease=lease))

    def put_batch(self, batch: Batch) -> None:
        """Store a batch, some time soon; nobody waits for it."""
        self.put(partial(write_batch, batch=batch), leases_of(batch))

    def give_back(self, table: str, number: int) -> None:
        """Let another server have a table, after all that waits is written."""
        self.put(_nothing, given_back=Lease(self.server, table, number))

    def table(self, table: str) -> tuple[TableRow, list[Event]] | None:
        """A table and its whole log."""
        return self._read(tables.with_log, table)

    def chat(self, table: str, *, before: int | None = None, most: int = PAGE) -> list[ChatLine]:
        """What was said last at a table (before a line), the oldest first."""
        return self._read(tables.chat, table, before, most)

    def count_tables(self) -> int:
        """How many tables are kept."""
        return self._read(tables.count)

    def running_clocks(self) -> list[str]:
        """The games that are being played by the clock."""
        return self._read(tables.running_clocks)

    def lobby(self, states: Sequence[str], *, only_open: bool = False, most: int = 100) -> list[TableRow]:
        """The listed tables in some states, the latest first."""
        return self._read(tables.lobby, states, only_open, most)

    def listed_by(self, host: str) -> int:
        """How many tables of a host stand in the lobby and wait for people."""
        return self._read(tables.listed_by, host)

    def waiting(self, some: Collection[str]) -> set[str]:
        """Those of some tables that stand in the lobby and wait for people."""
        return self._read(tables.waiting, some)

    def tables_of(self, guest: str, most: int = 100) -> list[tuple[TableRow, list[int]]]:
        """The tables where a guest holds a seat, the latest first, and which seats."""
        return self._read(tables.of_guest, guest, most)

    def behind(self, rows: Sequence[TableRow]) -> list[str]:
        """The games among some tables whose rows know fewer events than were written (the server was killed)."""
        return self._read(tables.behind, rows)

    async def forget_tables(
        self, states: Sequence[str], before: int, spare: Collection[str], *, unplayed: bool = False
    ) -> int:  # fmt: skip
        """Forget tables in some states that nobody has touched since a time, with all that belongs to them,
        but those that are awake (`unplayed`: and those where anybody ever acted); how many it were (there may
        be more)."""
        shared = bool(self.server)
        return await self.change(
            lambda connection: tables.forget(connection, states, before, spare, unplayed=unplayed, shared=shared),
            alone=True,
        )

    # ── persons ────────────────────────────────────────────────────────────────────────

    async def keep_guest(self, guest: str, taken_for: Person, said: Mapping[str, Any]) -> Person:
        """Remember what a guest said about themselves; who that makes them."""
        return await self.change(lambda connection: persons.keep(connection, guest, taken_for, said, _now()))

    def guest(self, guest: str) -> Person | None:
        """What a guest said about themselves; once a day it is noted that they came."""
        found = self._read(persons.find, guest)
        if found is None:
            return None
        person, seen = found
        now = _now()
        if seen < now - DAY:
            self.put(lambda connection, _: persons.saw(connection, guest, now))
        return person

    async def keep_pass(self, guest: str, secret: str, until: int) -> None:
        """Let one more device of a guest in by a secret, once, until a time."""
        await self.change(lambda connection: persons.keep_pass(connection, guest, secret, _now(), until))

    async def use_pass(self, secret: str) -> str | None:
        """The guest whose pass this is; it is used up."""
        return await self.change(lambda connection: persons.use_pass(connection, secret, _now()))

    async def end(self, credential: str, until: int) -> None:
        """Let a cookie be good for nothing any more."""
        await self.change(lambda connection: persons.end(connection, credential, _now(), until))

    def has_ended(self, credential: str) -> bool:
        """Whether somebody has signed out with a cookie."""
        return self._read(persons.has_ended, credential)

    def ended_since(self, until: int) -> list[str]:
        """The digests of cookies with which somebody signed out, that would have been good for longer than a time."""
        return self._read(persons.ended_since, until)

    def history(self, guest: str, *, before: int | None = None, most: int = PAGE) -> tuple[list[Past], int | None]:
        """About so many of a guest's finished games, the latest first, and the time before which there are more."""
        return self._read(persons.history, guest, before, most)

    def ratings(self, guest: str) -> dict[str, Rating]:
        """A guest's ratings, by game."""
        return self._read(persons.all_ratings, guest)

    def said_by(self, guest: str) -> list[dict[str, Any]]:
        """What a guest said at tables."""
        return self._read(persons.said_by, guest)

    def traces(self, guest: str) -> set[str]:
        """The tables that know a guest."""
        return self._read(persons.traces, guest)

    async def erase(
        self, guest: str, of_tables: Collection[str], nobody: str = "", kept: Mapping[str, int] | None = None
    ) -> set[str]:  # fmt: skip
        """Forget a guest, also in the logs of these tables and of those that have come to know them since; all of
        these tables. (Rooms that are awake here have forgotten them before, in favour of the same `nobody`, and so
        have those of other servers, under the numbers of `kept`; else other servers lose theirs.)"""
        instead = nobody or persons.new_nobody()

        def forgotten(connection: Connection) -> set[str]:
            known = persons.traces(connection, guest).union(of_tables)
            if self.server:  # first: who read such a log before this writes nothing there any more
                evict(connection, known, spare=self.server, kept=kept)
            persons.erase(connection, guest, known, instead)
            return known

        return await self.change(forgotten, alone=True)

    async def forget_guests(self, before: int) -> int:
        """Forget the names of guests who hold no seat and were not seen since a time; how many it were."""
        return await self.change(lambda connection: persons.forget(connection, before))

    # ── save files ─────────────────────────────────────────────────────────────────────

    async def keep_upload(self, upload: str, text: str, forget_before: int, *, most: int = 2000) -> None:
        """Keep an uploaded save file; forget old ones, and the oldest where there are too many."""
        await self.change(lambda connection: uploads.keep(connection, upload, text, _now(), forget_before, most))

    def upload(self, upload: str) -> str | None:
        """The text of an uploaded save file."""
        return self._read(uploads.text_of, upload)

    # ── reviews ────────────────────────────────────────────────────────────────────────

    async def keep_review(self, table: str, names: list[str], digest: str, found: dict[str, Any]) -> bool:
        """Keep what was found about the finished game at a table (`digest`: of its save file), as long as its players
        have these names."""
        return await self.change(lambda connection: reviews.keep(connection, table, names, digest, found))

    async def review(self, table: str, digest: str) -> dict[str, Any] | None:
        """What was found about the finished game at a table; None where nothing is known, or of another save file."""
        return await self.look(lambda connection: reviews.find(connection, table, digest))


def _nothing(*_: object) -> None:
    """A table that is given back has nothing more to write."""


def _now() -> int:
    return int(time.time() * 1000)
