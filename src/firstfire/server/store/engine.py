"""How the database is opened: SQLite that survives a cut cable, or a database that several servers share.

Statements keep JSON as text of our own making; a database of an older shape is brought to the newest one (migrations/).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from ...errors import FirstfireError

log = logging.getLogger(__name__)
MIGRATING = 0x46495245  # the lock of whoever brings a database to its newest shape
# PostgreSQL's words for a transaction that was undone and may be tried again: others were quicker, a deadlock, it stood
# still for too long (a busy machine).
TRANSIENT = ("40001", "40P01", "25P03")
TRIES = 5  # of such a transaction
PAUSED = 2000  # milliseconds after which PostgreSQL ends a transaction in which nothing happens
CUT_OFF = {  # libpq's words for a network that swallows everything (seconds; the last in milliseconds)
    "connect_timeout": "3", "keepalives_idle": "2", "keepalives_interval": "1", "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}  # fmt: skip


def as_json(value: Any) -> str:
    """How a value is stored."""
    return orjson.dumps(value).decode()


def _from_json(text: str | bytes) -> Any:
    """What was stored; None where it was damaged, so that one bad row does not hide the others."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


_JSON: dict[str, Any] = {"json_serializer": as_json, "json_deserializer": _from_json}


def open_engine(url: str) -> Engine:
    """The engine of a database, of the newest shape."""
    engine = _engine(url)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


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


def engine_beside(engine: Engine, connections: int) -> Engine:
    """Another way to the same database, with connections of its own: whatever waits for the first one's does not matter
    here."""
    return sa.create_engine(
        engine.url, pool_pre_ping=True, hide_parameters=True, connect_args=_never_hold_up(engine.url),
        pool_size=connections, max_overflow=0,
    )  # fmt: skip


def put_row(connection: Connection, table: sa.Table, row: Mapping[str, Any], changed: Mapping[str, Any]) -> None:
    """Add a row, or change the one with the same primary key: in one statement, for two servers may do so at once."""
    dialect: Any = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")  # of both, only the one in use
    new = dialect.insert(table).values(**row)
    key = [column.name for column in table.primary_key]
    connection.execute(new.on_conflict_do_update(index_elements=key, set_=dict(changed)))


def _never_hold_up(url: sa.URL) -> dict[str, Any]:
    """A server that is paused in the middle of a transaction does not hold up those who take its tables over; one that
    is cut off from its database notices within seconds. (What the URL says comes first.)"""
    if url.get_backend_name() != "postgresql":
        return {}
    wanted = {"options": f"-c idle_in_transaction_session_timeout={PAUSED}", **CUT_OFF}
    return {name: value for name, value in wanted.items() if name not in url.query}


def _keep_private(database: Path) -> None:
    """The log holds seeds (every hidden card) and chats: nobody else on this machine may read it."""
    database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite's own files beside it get the same rights
    with suppress(PermissionError):
        database.chmod(0o600)


def _alone(connection: Connection) -> None:
    """Be the only one who changes the shape: servers that share a database may start at the same moment (SQLite has
    one writer anyway)."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # it may take long
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))


def _is_newer(current: str, known: str) -> bool:
    """Whether a newer server has given the database a shape that this one does not know, but can go on with."""
    if current <= known:
        return False
    if current[0] != known[0]:
        raise FirstfireError(
            f"the database has schema {current} of a newer Firstfire, and this one knows schemas up to {known}; "
            "install the newer one here too, or restore a backup made before the upgrade"
        )
    log.warning("the database has schema %s of a newer server; this one (%s) can use it", current, known)
    return True


def is_transient(error: Exception) -> bool:
    """Whether a transaction was undone only because of what happened at that moment."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in TRANSIENT


def change_shape(engine: Engine, change: Callable[[Connection], None]) -> None:
    """Change the shape of a database in one transaction, while other servers write: after a deadlock it starts anew."""
    for attempt in range(1, TRIES + 1):
        try:
            with engine.begin() as connection:
                _alone(connection)
                change(connection)
            return
        except sa.exc.DBAPIError as error:
            if attempt == TRIES or not is_transient(error):
                raise


def migrate(engine: Engine) -> None:
    """Bring the database to the newest shape (Alembic; a quick look first)."""
    from .migrations import HEAD

    with engine.connect() as connection:
        known = sa.inspect(connection).has_table("alembic_version")
        current = connection.execute(sa.text("select version_num from alembic_version")).scalar() if known else None
    if current == HEAD or (current is not None and _is_newer(current, HEAD)):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))

    def upgrade(connection: Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

    change_shape(engine, upgrade)
