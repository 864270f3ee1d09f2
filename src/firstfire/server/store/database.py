"""The log on disk: events are committed (and flushed to the disk) before anybody hears of them.

One thread writes. It takes everything that waits and commits it together, all events by one
statement; callers are answered after the commit that holds their rows, all of them at once.
Reading happens on other connections. The tables of the database: schema.py.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from . import persons, subscriptions
from .events import Event
from .leases import check, give_back, not_held
from .persons import Past, Person
from .ratings import Rating
from .results import GameResult
from .schema import chats, events, guests, holders, leases, ratings, results, tables, uploads
from .talk import PAGE, ChatLine

log = logging.getLogger(__name__)
T = TypeVar("T")
OF_TABLE: sa.BindParameter[str] = sa.bindparam("of_table")
SEAT: sa.BindParameter[int] = sa.bindparam("of_seat")
GUEST: sa.BindParameter[str] = sa.bindparam("of_guest")
HELD = (holders.c.table_id == OF_TABLE, holders.c.seat == SEAT)
# Statements are made once: to make one takes longer than to carry it out.
ADD_EVENTS, ADD_TABLE, ADD_HOLDERS = sa.insert(events), sa.insert(tables), sa.insert(holders)
CHANGE_TABLE = sa.update(tables).where(tables.c.id == OF_TABLE)
CLEAR_SEAT = sa.delete(holders).where(*HELD)
DROP_HOLDER = sa.delete(holders).where(*HELD, holders.c.guest == GUEST)
DROP_OTHER_HOLDERS = sa.delete(holders).where(*HELD, holders.c.guest != GUEST)
ADD_TO_SQLITE = "INSERT INTO events (table_id, number, at, kind, data) VALUES (?, ?, ?, ?, ?)"
FIRST_OF_HOST = 3  # tables of one host before those of others in the lobby
PAUSED = 2000  # milliseconds after which PostgreSQL ends a transaction in which nothing happens
PROBE_EVERY = 2.0  # seconds, while nothing can be written
BATCH = 500  # writes after which a commit takes no more
DAY = 24 * 3600 * 1000  # milliseconds
FORGOTTEN_AT_ONCE = 200  # tables or guests in one commit, so that nobody waits long


AILING = (sa.exc.OperationalError, sqlite3.OperationalError, OSError)  # the disk is full, the database is away


class StoreTrouble(Exception):
    """A write did not reach the disk (or another process wrote first)."""


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
    lease: int | None = None  # the number under which this server has the table, where there are several servers
    with_too: list[Batch] = field(default_factory=list)  # written in the same commit, first


Rows = list[dict[str, Any]]


@dataclass
class AtTheEnd:
    """What a commit leaves to its end, to be done for all together."""

    events: Rows = field(default_factory=list)
    leases: set[tuple[str, int]] = field(default_factory=set)  # tables, and the numbers under which we have them


Then = Callable[[StoreTrouble | None], None]  # called in the caller's loop, after the commit
Write = Callable[[Connection, AtTheEnd], None]  # writes at once, or leaves something to the end of the commit


@dataclass
class _Waiting:
    """A write, and who is told when it is done."""

    write: Write
    loop: asyncio.AbstractEventLoop | None  # None: nobody waits
    then: Then
    trouble: StoreTrouble | None = None


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.written = self.failed = 0  # requests
        self.ailing = False  # the last write failed: the disk is full, or the database is away
        self.server = ""  # this one's name, where several servers share the database
        migrate(self.engine)
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

    # ── writing ────────────────────────────────────────────────────────────────────────

    def write(self, batch: Batch, then: Then) -> None:
        """Store a batch; calls back when it is safe on the disk, or with the trouble there was."""
        item = _Waiting(partial(_write_batch, batch=batch), asyncio.get_running_loop(), then)
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

    def note(self, row: TableRow, lease: int | None = None) -> None:
        """Store the changed summary of a table, some time soon; nobody waits for it."""
        self._put(partial(_write_batch, batch=Batch(row.id, row=row, lease=lease)))

    def give_back(self, table: str, number: int) -> None:
        """Let another server have a table, after all that waits is written."""
        server = self.server
        self._put(lambda connection, _: give_back(connection, server, table, number))

    def _put(self, write: Write) -> None:
        self._queue.put([_Waiting(write, None, _nobody_waits)])

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is safe on the disk."""
        await self._written(partial(_write_batch, batch=batch))

    async def keep_guest(self, guest: str, person: Person) -> None:
        """Remember what a guest said about themselves."""

        def write(connection: Connection, _: AtTheEnd) -> None:
            connection.execute(sa.delete(guests).where(guests.c.id == guest))
            connection.execute(sa.insert(guests).values(id=guest, seen=_now(), **asdict(person)))

        await self._written(write)

    async def keep_pass(self, guest: str, secret: str, until: int) -> None:
        """Let one more device of a guest in by a secret, once, until a time."""
        await self._written(lambda connection, _: persons.keep_pass(connection, guest, secret, _now(), until))

    async def use_pass(self, secret: str) -> str | None:
        """The guest whose pass this is; it is used up."""
        found: list[str | None] = []
        await self._written(lambda connection, _: found.append(persons.use_pass(connection, secret, _now())))
        return found[-1]

    async def change(self, work: Callable[[Connection], T]) -> T:
        """Write something; what came of it, when it is safe on the disk."""
        made: list[T] = []
        await self._written(lambda connection, _: made.append(work(connection)))
        return made[-1]

    async def look(self, reading: Callable[[Connection], T]) -> T:
        """Read something, in another thread."""

        def read() -> T:
            with self.engine.connect() as connection:
                return reading(connection)

        return await asyncio.to_thread(read)

    async def erase(self, guest: str, of_tables: Collection[str]) -> None:
        """Forget a guest, also in the logs of these tables (none of which may be awake)."""
        await self._written(lambda connection, _: persons.erase(connection, guest, of_tables))

    async def keep_upload(self, upload: str, text: str, forget_before: int, *, most: int = 2000) -> None:
        """Keep an uploaded save file; forget old ones, and the oldest where there are too many."""

        def write(connection: Connection, _: AtTheEnd) -> None:
            connection.execute(sa.delete(uploads).where(uploads.c.created < forget_before))
            connection.execute(sa.insert(uploads).values(id=upload, created=int(time.time() * 1000), text=text))
            newest = sa.select(uploads.c.id).order_by(uploads.c.created.desc(), uploads.c.id).limit(most)
            connection.execute(sa.delete(uploads).where(uploads.c.id.not_in(newest)))

        await self._written(write)

    async def forget_tables(
        self, states: Sequence[str], before: int, spare: Collection[str], *, unplayed: bool = False
    ) -> int:  # fmt: skip
        """Forget tables in some states that nobody has touched since a time, with all that belongs to them,
        but those that are awake (`unplayed`: and those where anybody ever acted); how many it were (there may
        be more)."""
        gone: list[str] = []

        def write(connection: Connection, _: AtTheEnd) -> None:
            query = sa.select(tables.c.id).where(tables.c.state.in_(states), tables.c.changed < before)
            if self.server:
                query = query.where(not_held())
            if unplayed:
                query = query.where(~sa.exists().where(events.c.table_id == tables.c.id, events.c.kind == "act"))
            found = connection.execute(query.order_by(tables.c.changed).limit(FORGOTTEN_AT_ONCE + len(spare)))
            gone[:] = [name for (name,) in found if name not in spare][:FORGOTTEN_AT_ONCE]
            for other in (chats, events, holders, leases):
                connection.execute(sa.delete(other).where(other.c.table_id.in_(gone)))
            connection.execute(sa.delete(tables).where(tables.c.id.in_(gone)))

        await self._written(write)
        return len(gone)

    async def forget_guests(self, before: int) -> int:
        """Forget the names of guests who hold no seat and were not seen since a time; how many it were."""
        gone: list[str] = []

        def write(connection: Connection, _: AtTheEnd) -> None:
            seated = sa.exists().where(holders.c.guest == guests.c.id)
            query = sa.select(guests.c.id).where(guests.c.seen < before, ~seated).limit(FORGOTTEN_AT_ONCE)
            gone[:] = [name for (name,) in connection.execute(query)]
            connection.execute(sa.delete(results).where(results.c.guest.in_(gone)))
            connection.execute(sa.delete(ratings).where(ratings.c.subject.in_(gone)))
            subscriptions.forget_guests(connection, gone)
            connection.execute(sa.delete(guests).where(guests.c.id.in_(gone)))

        await self._written(write)
        return len(gone)

    async def probe(self) -> None:
        """Write something that changes nothing; raises StoreTrouble where nothing can be written."""
        await self._written(_probe)

    async def _written(self, write: Write) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def settle(trouble: StoreTrouble | None) -> None:
            if done.done():
                return
            if trouble is None:
                done.set_result(None)
            else:
                done.set_exception(trouble)

        self._queue.put([_Waiting(write, loop, settle)])
        await done

    def _write_all(self) -> None:
        while self._write_some():
            pass  # nothing of what was written is held while it waits for more
        self._let_go()

    def _write_some(self) -> bool:
        """Wait for something to write, write all there is; False: it was the last."""
        try:
            more = self._queue.get(timeout=PROBE_EVERY if self.ailing else None)
        except queue.Empty:  # see whether it is well again
            more = [_Waiting(_probe, None, _nobody_waits)]
        work: list[_Waiting] = []
        while more is not None:
            work += more
            if len(work) >= BATCH or self._queue.empty():
                break
            more = self._queue.get()
        self._commit(work)
        _answer(work)
        return more is not None

    def _commit(self, work: list[_Waiting]) -> None:
        """All together; where that fails, one by one, so that only the bad one is refused."""
        if not work:
            return
        try:
            with self._transaction() as connection:
                end = AtTheEnd()
                for item in work:
                    item.write(connection, end)
                if end.leases:
                    check(connection, self.server, end.leases)
                _add_events(connection, end.events)
            self.written += len(work)
            if self.ailing:
                log.warning("the database can be written again")
            self.ailing = False
        except Exception as error:
            self._let_go()
            if len(work) > 1:
                for item in work:
                    self._commit([item])
            else:
                if not self.ailing:
                    log.warning("a write failed: %s", _reason(error))
                self.ailing = self.ailing or isinstance(error, AILING)
                self.failed += 1
                work[0].trouble = StoreTrouble(type(error).__name__)

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

    # ── reading ────────────────────────────────────────────────────────────────────────

    def table(self, table: str) -> tuple[TableRow, list[Event]] | None:
        """A table and its whole log."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).one_or_none()
            if row is None:
                return None
            if not isinstance(row.setup, dict):
                raise ValueError(f"the row of table {table} is damaged")
            columns = (events.c.number, events.c.at, events.c.kind, events.c.data)
            found = connection.execute(sa.select(*columns).where(events.c.table_id == table).order_by(events.c.number))
            return _row(row), [Event(*event) for event in found]

    def chat(self, table: str, *, before: int | None = None, most: int = PAGE) -> list[ChatLine]:
        """What was said last at a table (before a line), the oldest first."""
        query = sa.select(chats).where(chats.c.table_id == table)
        if before is not None:
            query = query.where(chats.c.number < before)
        with self.engine.connect() as connection:
            found = connection.execute(query.order_by(chats.c.number.desc()).limit(most)).all()
        return [ChatLine(*row[1:]) for row in reversed(found)]

    def count_tables(self) -> int:
        """How many tables are kept."""
        with self.engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())

    def running_clocks(self) -> list[str]:
        """The games that are being played by the clock."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(tables.c.id, tables.c.setup).where(tables.c.state == "playing"))
            return [row.id for row in found if (row.setup or {}).get("clock")]

    def lobby(self, states: Sequence[str], *, only_open: bool = False, most: int = 100) -> list[TableRow]:
        """The listed tables in some states, the latest first."""
        query = sa.select(tables).where(tables.c.listed, tables.c.state.in_(states))
        if only_open:
            query = query.where(tables.c.open > 0)
        with self.engine.connect() as connection:
            found = _readable(connection.execute(query.order_by(tables.c.changed.desc()).limit(5 * most)))
        return _few_of_each(found)[:most]

    def listed_by(self, host: str) -> int:
        """How many tables of a host stand in the lobby and wait for people."""
        mine = (tables.c.listed, tables.c.state == "gathering", tables.c.setup["host"].as_string() == host)
        with self.engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(tables).where(*mine)).scalar_one())

    def tables_of(self, guest: str, most: int = 100) -> list[tuple[TableRow, list[int]]]:
        """The tables where a guest holds a seat, the latest first, and which seats."""
        mine = sa.select(holders.c.table_id).where(holders.c.guest == guest)
        query = sa.select(tables).where(tables.c.id.in_(mine), tables.c.state != "closed")
        with self.engine.connect() as connection:
            rows = _readable(connection.execute(query.order_by(tables.c.changed.desc()).limit(most)))
            seats: dict[str, list[int]] = {}
            for held in connection.execute(sa.select(holders).where(holders.c.guest == guest)):
                seats.setdefault(held.table_id, []).append(held.seat)
        return [(row, sorted(seats[row.id])) for row in rows]

    def behind(self, rows: Sequence[TableRow]) -> list[str]:
        """The games among some tables whose rows know fewer events than were written (the server was killed)."""
        known = {row.id: row.summary.get("events", -1) for row in rows if row.state == "playing"}
        query = sa.select(events.c.table_id, sa.func.max(events.c.number)).where(events.c.table_id.in_(known))
        with self.engine.connect() as connection:
            found = connection.execute(query.group_by(events.c.table_id)).all()
        return [table for table, number in found if number != known[table]]

    def history(self, guest: str, *, before: int | None = None, most: int = PAGE) -> list[Past]:
        """A guest's finished games, the latest first."""
        with self.engine.connect() as connection:
            return persons.history(connection, guest, before, most)

    def ratings(self, guest: str) -> dict[str, Rating]:
        """A guest's ratings, by game."""
        with self.engine.connect() as connection:
            return persons.all_ratings(connection, guest)

    def said_by(self, guest: str) -> list[dict[str, Any]]:
        """What a guest said at tables."""
        with self.engine.connect() as connection:
            return persons.said_by(connection, guest)

    def traces(self, guest: str) -> set[str]:
        """The tables that know a guest."""
        with self.engine.connect() as connection:
            return persons.traces(connection, guest)

    def guest(self, guest: str) -> Person | None:
        """What a guest said about themselves."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(guests).where(guests.c.id == guest)).one_or_none()
        if row is None:
            return None
        if row.seen < _now() - DAY:
            self._queue.put([_Waiting(partial(_saw, guest=guest), None, lambda trouble: None)])
        return Person(row.name, row.language, row.mark, row.colour)

    def upload(self, upload: str) -> str | None:
        """The text of an uploaded save file."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(uploads.c.text).where(uploads.c.id == upload)).scalar_one_or_none()


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


def _probe(connection: Connection, _: AtTheEnd) -> None:
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


def _write_batch(connection: Connection, end: AtTheEnd, batch: Batch) -> None:
    for other in batch.with_too:
        _write_batch(connection, end, other)
    if batch.lease is not None:
        end.leases.add((batch.table, batch.lease))
    if batch.row is not None and batch.is_new:
        connection.execute(ADD_TABLE, _columns(batch.row))
    if batch.chats:
        connection.execute(sa.insert(chats), [{"table_id": batch.table, **asdict(line)} for line in batch.chats])
        old = batch.chats[-1].number - batch.chats_kept
        connection.execute(sa.delete(chats).where(chats.c.table_id == batch.table, chats.c.number <= old))
    for event in batch.events:
        end.events.append({
            "table_id": batch.table, "number": event.number, "at": event.at, "kind": event.kind, "data": event.data,
        })  # fmt: skip
    _index_holders(connection, batch)
    if batch.result is not None:
        persons.keep_result(connection, batch.result)
    if batch.row is not None and not batch.is_new:
        values = _columns(batch.row)
        del values["id"], values["setup"], values["created"]
        connection.execute(CHANGE_TABLE, {**values, "of_table": batch.table})


def _add_events(connection: Connection, rows: Rows) -> None:
    """All events of a commit by one statement; SQLite gets it straight from us: that is half the work."""
    if rows and connection.dialect.name == "sqlite":
        direct: Any = connection.connection.driver_connection
        made = [(row["table_id"], row["number"], row["at"], row["kind"], _as_json(row["data"])) for row in rows]
        direct.executemany(ADD_TO_SQLITE, made)
    elif rows:
        connection.execute(ADD_EVENTS, rows)


def _saw(connection: Connection, _: AtTheEnd, guest: str) -> None:
    connection.execute(sa.update(guests).where(guests.c.id == guest).values(seen=_now()))


def _now() -> int:
    return int(time.time() * 1000)


def _index_holders(connection: Connection, batch: Batch) -> None:
    """Who holds which seat after the events of a batch."""
    if batch.is_new:  # nobody sat there before
        sat = [_holder(batch.table, event) for event in batch.events if event.kind == "sit"]
        if sat:
            connection.execute(ADD_HOLDERS, sat)
        return
    for event in batch.events:
        if event.kind not in ("sit", "bot", "open", "remove", "renew", "quit"):
            continue
        place = {"of_table": batch.table, "of_seat": event.data["seat"]}
        if event.kind in ("sit", "quit"):
            connection.execute(DROP_HOLDER, {**place, "of_guest": event.data["guest"]})
        elif event.kind == "renew":
            connection.execute(DROP_OTHER_HOLDERS, {**place, "of_guest": event.data["guest"]})
        elif not event.data.get("standin"):
            connection.execute(CLEAR_SEAT, place)
        if event.kind == "sit":
            connection.execute(ADD_HOLDERS, _holder(batch.table, event))


def _holder(table: str, event: Event) -> dict[str, Any]:
    return {"table_id": table, "seat": event.data["seat"], "guest": event.data["guest"]}


def _columns(row: TableRow) -> dict[str, Any]:
    return {
        "id": row.id, "game": row.setup["game"], "setup": row.setup, "summary": row.summary, "state": row.state,
        "listed": row.listed, "open": row.open, "created": row.created, "changed": row.changed,
    }  # fmt: skip


def _row(row: Any) -> TableRow:
    return TableRow(row.id, row.setup, row.summary, row.state, row.listed, row.open, row.created, row.changed)


def _few_of_each(rows: list[TableRow]) -> list[TableRow]:
    """Some of each host's tables first, the rest behind them: nobody fills the lobby alone."""
    seen: Counter[str] = Counter()
    first: list[TableRow] = []
    rest: list[TableRow] = []
    for row in rows:
        host = str(row.setup.get("host", ""))
        seen[host] += 1
        (first if seen[host] <= FIRST_OF_HOST else rest).append(row)
    return first + rest


def _readable(rows: Iterable[Any]) -> list[TableRow]:
    """The rows that can be read; a damaged one is named in the log."""
    found = []
    for row in rows:
        if isinstance(row.setup, dict) and isinstance(row.summary, dict):
            found.append(_row(row))
        else:
            log.error("the row of table %s is damaged; it is left out", row.id)
    return found


def _as_json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _from_json(text: str | bytes) -> Any:
    """What was stored; None where it was damaged, so that one bad row does not hide the others."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


_JSON: dict[str, Any] = {"json_serializer": _as_json, "json_deserializer": _from_json}


def _engine(url: str) -> Engine:
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(
            parsed, pool_pre_ping=True, hide_parameters=True, connect_args=_never_hold_up(parsed), **_JSON
        )
    if parsed.database:
        _keep_private(Path(parsed.database))
    threads = {"timeout": 30, "check_same_thread": False}
    engine = sa.create_engine(parsed, connect_args=threads, hide_parameters=True, **_JSON)

    @sa.event.listens_for(engine, "connect")
    def _careful(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")  # readers do not wait for the writer
        cursor.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def _never_hold_up(url: sa.URL) -> dict[str, Any]:
    """A server that is paused in the middle of a transaction does not hold up those who take its tables over."""
    if url.get_backend_name() != "postgresql" or "options" in url.query:
        return {}
    return {"options": f"-c idle_in_transaction_session_timeout={PAUSED}"}


def _keep_private(database: Path) -> None:
    """The log holds seeds (every hidden card) and chats: nobody else on this machine may read it."""
    database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite's own files beside it get the same rights
    with suppress(PermissionError):
        database.chmod(0o600)


def migrate(engine: Engine) -> None:
    """Bring the database to the newest shape (Alembic; a quick look first)."""
    from .migrations import HEAD

    with engine.connect() as connection:
        known = sa.inspect(connection).has_table("alembic_version")
        current = connection.execute(sa.text("select version_num from alembic_version")).scalar() if known else None
    if current == HEAD:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
