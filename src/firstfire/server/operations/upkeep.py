"""Upkeep: what keeps the data of a server safe. One server for each database, a look at its health before
the start, and backups that are taken while people play.

A backup is one file: the SQLite database as it was at one moment, and in a table of its own the secret that signs
cookies and personal links, so that after a restore everybody still is who they were.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from ... import __version__
from ...errors import FirstfireError
from ..settings import Settings, keep_secret, read_secret

LABEL = "firstfire_backup"  # the table of a backup that says what it is


class InUse(FirstfireError):
    """Another server has these games."""

    exit_code = 3


class Damaged(FirstfireError):
    """A database that cannot be trusted any more."""

    exit_code = 4


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database; None for one in memory, or another kind of database."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


# ── one server for each database ───────────────────────────────────────────────────────


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Hold the games of a SQLite database for this process. The system lets go when the process ends, however it
    ends. (PostgreSQL is made for several, see docs/explanation/server.md.)"""
    database = sqlite_file(url)
    if database is None:
        yield
        return
    path = database.with_name(f"{database.name}.lock")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
        if not _lock(file):
            who = file.read(20).strip()
            held = f" (process {who})" if who.isdigit() else ""
            raise InUse(
                f"another server{held} is running with the games in {database.parent}; stop it first, "
                "or give this one a folder of its own (--data)"
            )
        with suppress(OSError):  # a full disk: the lock holds all the same
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield


def _lock(file: IO[str]) -> bool:
    """Lock an open file, without waiting; False where another process has it."""
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _lock_on_windows(file: IO[str]) -> bool:
    import importlib

    windows: Any = importlib.import_module("msvcrt")
    file.seek(1000)  # a byte that is never written, so that others can read who has it
    try:
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        file.seek(0)
    return True


# ── health ─────────────────────────────────────────────────────────────────────────────


def check_database(url: str) -> None:
    """Refuse a SQLite database that is damaged (`PRAGMA quick_check`; seconds for a gigabyte)."""
    database = sqlite_file(url)
    if database is None or not database.exists() or not database.stat().st_size:
        return
    found = _damage(database)
    if found:
        raise Damaged(
            f"the database {database} is damaged ({found}); nothing was changed. Put a backup back with "
            "`firstfire restore FILE --replace` (the damaged one is kept beside it)"
        )


def _damage(database: Path) -> str:
    """The first thing wrong with a database; empty where all is well."""
    try:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            raise FirstfireError(f"the database {database} cannot be read: {error}") from None
        return str(error)
    return "" if found == "ok" else found.splitlines()[0]


# ── backups ────────────────────────────────────────────────────────────────────────────


def back_up(settings: Settings, target: Path) -> int:
    """Write a backup while the server may be running; how many tables it holds."""
    source = _own_database(settings, "backed up", "pg_dump --format=custom")
    if not source.exists():
        raise FirstfireError(f"there are no games in {source.parent} to be backed up")
    _only_over_a_backup(target)
    secret = settings.secret or read_secret(settings.data / "secret") or ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
        made = Path(name)
        try:
            count = _copy(source, made, secret)
            _flush(made)
            os.replace(made, target)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
        _flush(target.parent)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise FirstfireError(f"cannot write the backup {target}: {reason}") from None
    return count


def _only_over_a_backup(target: Path) -> None:
    """Refuse to write a backup in the place of anything but an older one: least of all the games themselves."""
    if not target.is_file() or not target.stat().st_size:
        return
    try:
        _read_backup(target)
    except FirstfireError:
        raise FirstfireError(
            f"{target} is there already and is no backup; it was not touched. Give the backup another name"
        ) from None


def restore(settings: Settings, source: Path, *, replace: bool = False) -> int:
    """Put a backup in the place of the games (no server may be running with them); how many tables it holds."""
    target = _own_database(settings, "restored", "pg_restore")
    secret, count = _read_backup(source)
    with locked(settings.database_url):
        if target.exists() and target.stat().st_size and not replace:
            raise FirstfireError(
                f"there are games in {target.parent} already; --replace puts the backup in their place "
                "(they are kept beside it)"
            )
        try:
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            os.close(handle)
            made = Path(name)
            try:
                _copy(source, made, None)
                _flush(made)
                _set_aside(target, settings.data / "secret" if secret and not settings.secret else None)
                os.replace(made, target)
            except BaseException:
                made.unlink(missing_ok=True)
                raise
            if secret and not settings.secret:
                keep_secret(settings.data / "secret", secret)
            _flush(target.parent)
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise FirstfireError(f"cannot put the backup into {target.parent}: {reason}") from None
    return count


def _own_database(settings: Settings, done: str, tool: str) -> Path:
    found = sqlite_file(settings.database_url)
    if found is None:
        raise FirstfireError(
            f"only SQLite databases are {done} here; for PostgreSQL use its own tools "
            f"({tool}, see docs/how-to/host.md), and keep the file `secret` of the data folder"
        )
    return found


def _copy(source: Path, target: Path, secret: str | None) -> int:
    """Copy a database by SQLite's own means, as it is at one moment; with a label, or (secret None) without."""
    with closing(sqlite3.connect(source, timeout=30)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        new.execute(f"DROP TABLE IF EXISTS {LABEL}")
        if secret is not None:
            new.execute(f"CREATE TABLE {LABEL} (version TEXT, made INTEGER, secret TEXT)")
            new.execute(f"INSERT INTO {LABEL} VALUES (?, ?, ?)", (__version__, int(time.time()), secret))
        new.commit()
        return int(new.execute("SELECT count(*) FROM tables").fetchone()[0])


def _read_backup(path: Path) -> tuple[str, int]:
    """The secret and the number of tables in a backup; refuses what is none."""
    if not path.is_file():
        raise FirstfireError(f"there is no backup {path}")
    found = _damage(path)
    if found:
        raise FirstfireError(f"{path} is not a backup, or it is damaged: {found}")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (secret,) = connection.execute(f"SELECT secret FROM {LABEL}").fetchone()
            (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    except (sqlite3.Error, TypeError):
        raise FirstfireError(f"{path} is not a backup made by `firstfire backup`") from None
    return str(secret), int(count)


def _set_aside(database: Path, secret: Path | None) -> None:
    """Keep what was there, with what SQLite keeps beside it, under other names."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    beside = [database.with_name(database.name + ending) for ending in ("", "-wal", "-shm")]
    for old in [*beside, *([secret] if secret is not None else [])]:
        if old.exists():
            os.replace(old, old.with_name(f"before-{stamp}-{old.name}"))


def _flush(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    with suppress(PermissionError):  # Windows opens no folders, and flushes only what may be written
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
