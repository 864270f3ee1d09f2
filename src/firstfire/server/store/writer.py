"""The thread that writes: it takes everything that waits and commits it together, all events by one statement; callers
are answered after the commit that holds their rows, all of them at once (in the field: group commit).

Where several servers share the database, every commit looks at its leases first, in one order, and what takes tables
away from others has a commit of its own: so nobody waits for each other. Where that happens all the same (a deadlock),
the same is written again: it says nothing about the health of the database."""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from .batch import Batch
from .batch_rows import AtTheEnd, add_events, leases_of, write_batch
from .engine import TRIES, is_transient
from .leases import check, give_back
from .schema import uploads
from .trouble import StoreTrouble, Then

log = logging.getLogger(__name__)
PROBE_EVERY = 2.0  # seconds, while nothing can be written
BATCH = 500  # writes after which a commit takes no more
AILING = (sa.exc.OperationalError, sqlite3.OperationalError, OSError)  # the disk is full, the database is away


class Lease(NamedTuple):
    """A table that a server has under a number."""

    server: str
    table: str
    number: int


Write = Callable[[Connection, AtTheEnd], None]  # writes at once, or leaves something to the end of the commit


@dataclass
class _Waiting:
    """A write, and who is told when it is done."""

    write: Write
    loop: asyncio.AbstractEventLoop | None  # None: nobody waits
    then: Then
    leases: Collection[tuple[str, int]] = ()  # tables that must be ours, and the numbers under which we have them
    given_back: Lease | None = None  # after all that is written with it
    alone: bool = False  # in a commit of its own: it locks more than its leases
    unsure: bool = False  # whether a commit of it has reached the database
    trouble: StoreTrouble | None = None


class Writer:
    """Writes into a database, one commit after the other."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.written = self.failed = 0  # requests
        self.rows_written = 0  # of tables, new and changed: what the lobby shows
        self.ailing = False  # the last write failed: the disk is full, or the database is away
        self.server = ""  # this one's name, where several servers share the database
        self._queue: queue.SimpleQueue[list[_Waiting] | None] = queue.SimpleQueue()
        self._gathered: list[_Waiting] | None = None  # what is written together
        self._held: Connection | None = None  # the writing thread's own
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        self._queue.put(None)
        self._thread.join()
        self.engine.dispose()

    def write(self, batch: Batch, then: Then) -> None:
        """Store a batch; calls back when it is safe on the disk, or with the trouble there was."""
        item = _Waiting(partial(write_batch, batch=batch), asyncio.get_running_loop(), then, leases_of(batch))
        if self._gathered is not None:
            self._gathered.append(item)
        else:
            self._queue.put([item])

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written meanwhile (by `write`, in this thread) comes into one commit."""
        self._gathered = []
        try:
            yield
        finally:
            gathered, self._gathered = self._gathered, None
            if gathered:
                self._queue.put(gathered)

    def put(
        self, write: Write, leases: Collection[tuple[str, int]] = (), *, given_back: Lease | None = None
    ) -> None:  # fmt: skip
        """Write something, some time soon; nobody waits for it."""
        self._queue.put([_Waiting(write, None, _nobody_waits, leases, given_back)])

    async def committed(
        self, write: Write, leases: Collection[tuple[str, int]] = (), *, alone: bool = False
    ) -> None:  # fmt: skip
        """Write something; returns when it is safe on the disk."""
        loop = asyncio.get_running_loop()
        settled: asyncio.Future[None] = loop.create_future()

        def settle(trouble: StoreTrouble | None) -> None:
            if settled.done():
                return
            if trouble is None:
                settled.set_result(None)
            else:
                settled.set_exception(trouble)

        self._queue.put([_Waiting(write, loop, settle, leases, alone=alone)])
        await settled

    def _write_all(self) -> None:
        while self._write_some():
            pass  # nothing of what was written is held while it waits for more
        self._let_go()

    def _write_some(self) -> bool:
        """Wait for something to write, write all there is; False: it was the last."""
        try:
            more = self._queue.get(timeout=PROBE_EVERY if self.ailing else None)
        except queue.Empty:  # see whether it is well again
            more = [_Waiting(probe, None, _nobody_waits)]
        work: list[_Waiting] = []
        while more is not None:
            work += more
            if len(work) >= BATCH or self._queue.empty():
                break
            more = self._queue.get()
        for alone, together in groupby(work, lambda item: item.alone):
            for some in [[item] for item in together] if alone else [list(together)]:
                self._commit(some)
        _answer(work)
        return more is not None

    def _commit(self, work: list[_Waiting]) -> None:
        """All together; where that fails, one by one, so that only the bad one is refused."""
        error = self._try(work)
        for _ in range(TRIES - 1):
            if error is not None and is_transient(error):
                log.info("a commit was undone (%s): once more", _reason(error))
                error = self._try(work)
        if error is None:
            self.written += len(work)
            if self.ailing:
                log.warning("the database can be written again")
            self.ailing = False
        elif len(work) > 1:
            for item in work:
                self._commit([item])
        else:
            if not self.ailing:
                log.warning("a write failed: %s", _reason(error))
            self.ailing = self.ailing or (isinstance(error, AILING) and not is_transient(error))
            self.failed += 1
            work[0].trouble = StoreTrouble(type(error).__name__, unsure=work[0].unsure)

    def _try(self, work: list[_Waiting]) -> Exception | None:
        """One commit; what went wrong."""
        is_said = False  # all but the commit
        try:
            with self._transaction() as connection:
                end = AtTheEnd()
                given_back = [item.given_back for item in work if item.given_back is not None]
                held = {lease for item in work for lease in item.leases}
                if held or given_back:
                    check(connection, self.server, held, [lease.table for lease in given_back])
                for item in work:
                    item.write(connection, end)
                add_events(connection, end.events)
                for lease in given_back:  # what is written with it is written under the lease
                    give_back(connection, *lease)
                is_said = True
            self.rows_written += end.rows
            return None
        except Exception as error:
            self._let_go()
            if is_said and isinstance(error, AILING) and not is_transient(error):
                for item in work:
                    item.unsure = self.engine.dialect.name != "sqlite"
            return error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction of the writing thread. SQLite's connection is held: to fetch one and to put it back takes
        longer than to write an event. A database elsewhere may have gone meanwhile: there the pool looks first."""
        if self.engine.dialect.name != "sqlite":
            with self.engine.begin() as connection:
                yield connection
            return
        if self._held is None:
            self._held = self.engine.connect()
        with self._held.begin():
            yield self._held

    def _let_go(self) -> None:
        if self._held is not None:
            with suppress(Exception):
                self._held.close()
            self._held = None


def _answer(work: list[_Waiting]) -> None:
    """Tell everybody whose write is done, by one call into each loop."""
    for loop in {item.loop for item in work if item.loop is not None}:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, [item for item in work if item.loop is loop])


def _settle(work: list[_Waiting]) -> None:
    for item in work:
        try:
            item.then(item.trouble)
        except Exception:
            log.exception("what follows a write failed")


def probe(connection: Connection, _: AtTheEnd) -> None:
    """A write that changes nothing anybody reads: SQLite has a number of ours in its header."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {int(time.time()) & 0x7FFFFFFF}")
    else:
        connection.execute(sa.delete(uploads).where(uploads.c.id == ""))


def _nobody_waits(_: StoreTrouble | None) -> None:
    """For a write of our own."""


def _reason(error: Exception) -> str:
    """What a driver says, without the statement."""
    said = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
    return f"{type(error).__name__}: {said or type(error).__name__}"
