"""The log on disk: events are committed (and flushed to the disk) before anybody hears of them.

One thread writes. It takes everything that waits and commits it together, so that two
hundred tables cost hardly more flushes than one; a caller is answered after the commit
that holds its rows. Reading happens on other connections.

    tables   id, game, set-up, state, and a summary for the lobby
    events   table, number → at, kind, data        (the truth)
    holders  table, seat, guest                     (an index: whose tables)
    guests   id → name, language
    uploads  save files somebody wants to look at
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from .events import Event

log = logging.getLogger(__name__)
metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("summary", sa.JSON, nullable=False),
    sa.Column("state", sa.String(12), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("open", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Index("tables_in_the_lobby", "listed", "state", "changed"),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
)
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(40), primary_key=True),
    sa.Index("holders_by_guest", "guest"),
)
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
)
uploads = sa.Table(
    "uploads",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

BATCH = 500  # most writes in one commit


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
    with_too: list[Batch] = field(default_factory=list)  # written in the same commit, first


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        migrate(self.engine)
        self._queue: queue.SimpleQueue[tuple[Callable[[Connection], None], Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        self._queue.put(None)
        self._thread.join()
        self.engine.dispose()

    # ── writing ────────────────────────────────────────────────────────────────────────

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is safe on the disk."""
        await self._written(lambda connection: _write_batch(connection, batch))

    async def keep_guest(self, guest: str, name: str, language: str) -> None:
        """Remember a guest's name and language."""

        def write(connection: Connection) -> None:
            connection.execute(sa.delete(guests).where(guests.c.id == guest))
            connection.execute(sa.insert(guests).values(id=guest, name=name, language=language))

        await self._written(write)

    async def keep_upload(self, upload: str, text: str, forget_before: int) -> None:
        """Keep an uploaded save file, and forget old ones."""

        def write(connection: Connection) -> None:
            connection.execute(sa.delete(uploads).where(uploads.c.created < forget_before))
            connection.execute(sa.insert(uploads).values(id=upload, created=int(time.time() * 1000), text=text))

        await self._written(write)

    async def _written(self, write: Callable[[Connection], None]) -> None:
        done: Future[None] = Future()
        self._queue.put((write, done))
        await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        while True:
            batch = [self._queue.get()]
            while len(batch) < BATCH:
                try:
                    batch.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            work = [item for item in batch if item is not None]
            self._commit(work)
            if len(work) < len(batch):
                return

    def _commit(self, work: list[tuple[Callable[[Connection], None], Future[None]]]) -> None:
        """All together; where that fails, one by one, so that only the bad one is refused."""
        if not work:
            return
        try:
            with self.engine.begin() as connection:
                for write, _ in work:
                    write(connection)
        except Exception as error:
            if len(work) == 1:
                log.warning("a write failed: %s", type(error).__name__)
                work[0][1].set_exception(StoreTrouble(type(error).__name__))
            else:
                for item in work:
                    self._commit([item])
            return
        for _, done in work:
            done.set_result(None)

    # ── reading ────────────────────────────────────────────────────────────────────────

    def table(self, table: str) -> tuple[TableRow, list[Event]] | None:
        """A table and its whole log."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).one_or_none()
            if row is None:
                return None
            found = connection.execute(sa.select(events).where(events.c.table_id == table).order_by(events.c.number))
            return _row(row), [Event(e.number, e.at, e.kind, e.data) for e in found]

    def lobby(self, states: Sequence[str], *, only_open: bool = False, most: int = 100) -> list[TableRow]:
        """The listed tables in some states, the latest first."""
        query = sa.select(tables).where(tables.c.listed, tables.c.state.in_(states))
        if only_open:
            query = query.where(tables.c.open > 0)
        with self.engine.connect() as connection:
            return [_row(row) for row in connection.execute(query.order_by(tables.c.changed.desc()).limit(most))]

    def tables_of(self, guest: str, most: int = 100) -> list[tuple[TableRow, list[int]]]:
        """The tables where a guest holds a seat, the latest first, and which seats."""
        mine = sa.select(holders.c.table_id).where(holders.c.guest == guest)
        query = sa.select(tables).where(tables.c.id.in_(mine), tables.c.state != "closed")
        with self.engine.connect() as connection:
            rows = [_row(row) for row in connection.execute(query.order_by(tables.c.changed.desc()).limit(most))]
            seats: dict[str, list[int]] = {}
            for held in connection.execute(sa.select(holders).where(holders.c.guest == guest)):
                seats.setdefault(held.table_id, []).append(held.seat)
        return [(row, sorted(seats[row.id])) for row in rows]

    def guest(self, guest: str) -> tuple[str, str] | None:
        """A guest's name and language."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(guests).where(guests.c.id == guest)).one_or_none()
            return None if row is None else (row.name, row.language)

    def upload(self, upload: str) -> str | None:
        """The text of an uploaded save file."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(uploads.c.text).where(uploads.c.id == upload)).scalar_one_or_none()


def _write_batch(connection: Connection, batch: Batch) -> None:
    for other in batch.with_too:
        _write_batch(connection, other)
    if batch.row is not None and batch.is_new:
        connection.execute(sa.insert(tables).values(**_columns(batch.row)))
    if batch.events:
        rows = [
            {"table_id": batch.table, "number": e.number, "at": e.at, "kind": e.kind, "data": e.data}
            for e in batch.events
        ]
        connection.execute(sa.insert(events), rows)
    for event in batch.events:
        _index_holder(connection, batch.table, event)
    if batch.row is not None and not batch.is_new:
        values = _columns(batch.row)
        del values["id"], values["setup"], values["created"]
        connection.execute(sa.update(tables).where(tables.c.id == batch.table).values(**values))


def _index_holder(connection: Connection, table: str, event: Event) -> None:
    if event.kind not in ("sit", "bot", "open"):
        return
    place = (holders.c.table_id == table, holders.c.seat == event.data["seat"])
    if event.kind == "sit":
        connection.execute(sa.delete(holders).where(*place, holders.c.guest == event.data["guest"]))
        values = {"table_id": table, "seat": event.data["seat"], "guest": event.data["guest"]}
        connection.execute(sa.insert(holders).values(**values))
    elif not event.data.get("standin"):
        connection.execute(sa.delete(holders).where(*place))


def _columns(row: TableRow) -> dict[str, Any]:
    return {
        "id": row.id, "game": row.setup["game"], "setup": row.setup, "summary": row.summary, "state": row.state,
        "listed": row.listed, "open": row.open, "created": row.created, "changed": row.changed,
    }  # fmt: skip


def _row(row: Any) -> TableRow:
    return TableRow(row.id, row.setup, row.summary, row.state, row.listed, row.open, row.created, row.changed)


def _engine(url: str) -> Engine:
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed, pool_pre_ping=True, hide_parameters=True)
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    threads = {"timeout": 30, "check_same_thread": False}
    engine = sa.create_engine(parsed, connect_args=threads, hide_parameters=True)

    @sa.event.listens_for(engine, "connect")
    def _careful(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")  # readers do not wait for the writer
        cursor.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


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
