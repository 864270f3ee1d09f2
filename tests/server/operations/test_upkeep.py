"""The data of a server: its secret, one server for each database, damage, backups."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.test_commands import arguments
from tests.server.tools import Sitter, new_table

from firstfire.cli import main
from firstfire.errors import FirstfireError
from firstfire.server import settings as settings_module
from firstfire.server.operations.upkeep import Damaged, InUse, back_up, check_database, locked, restore
from firstfire.server.settings import Settings
from firstfire.server.store.batch import Batch, TableRow
from firstfire.server.store.database import Store
from firstfire.server.store.events import Event
from firstfire.server.web.guests import Signer

Opener = Callable[..., TestClient]


# ── the secret ─────────────────────────────────────────────────────────────────────────


def test_a_full_disk_leaves_no_secret_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Settings(data=tmp_path).signing_secret()
    assert list(tmp_path.iterdir()) == []


def test_an_empty_secret_is_never_used(tmp_path: Path) -> None:
    """What an older server left behind when the disk was full."""
    (tmp_path / "secret").write_text("")
    made = Settings(data=tmp_path).signing_secret()
    assert len(made) >= 40 and (tmp_path / "secret").read_text().strip() == made
    forged = Signer("").key("table", 0, 0)
    assert Signer(made).read_key(forged, "table") is None


@pytest.mark.parametrize("short", ["x", "guess me", "a" * 31])
def test_a_short_secret_is_refused(tmp_path: Path, short: str) -> None:
    (tmp_path / "secret").write_text(short)
    with pytest.raises(FirstfireError, match="at least 32"):
        Settings(data=tmp_path).signing_secret()
    with pytest.raises(FirstfireError, match="FIRSTFIRE_SECRET"):
        Settings(data=tmp_path, secret=short).signing_secret()
    assert (tmp_path / "secret").read_text() == short


def test_servers_that_start_at_the_same_moment_share_one_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them have found none before any of them has kept one."""
    met = threading.Barrier(8)
    read = settings_module.read_secret

    def read_together(path: Path) -> str | None:
        found = read(path)
        if found is None:
            met.wait()
        return found

    monkeypatch.setattr(settings_module, "read_secret", read_together)
    found: list[str] = []
    starting = [
        threading.Thread(target=lambda: found.append(Settings(data=tmp_path).signing_secret())) for _ in range(8)
    ]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


# ── one server for each database ───────────────────────────────────────────────────────


def test_a_second_server_is_told_that_there_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(Settings(data=tmp_path).database_url):
        status = main(["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)])
    said = capsys.readouterr().err
    assert status == InUse.exit_code == 3
    assert f"process {os.getpid()}" in said and str(tmp_path) in said and "--data" in said


def test_a_killed_server_leaves_no_lock(tmp_path: Path) -> None:
    url = Settings(data=tmp_path).database_url
    script = f"""
import time
from firstfire.server.operations.upkeep import locked
with locked({url!r}):
    print("locked", flush=True)
    time.sleep(3600)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"locked\n"
            with pytest.raises(InUse, match=str(process.pid)), locked(url):
                pass
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        with locked(url):
            pass


def test_servers_may_share_postgresql() -> None:
    with locked("postgresql+psycopg://a/b"), locked("postgresql+psycopg://a/b"):
        pass


# ── damage ─────────────────────────────────────────────────────────────────────────────


def filled(data: Path, tables: int = 40) -> Settings:
    """A database with some tables and chats."""
    settings = Settings(data=data)
    store = Store(settings.database_url)

    async def fill() -> None:
        for number in range(tables):
            row = TableRow(f"t{number}", {"game": "embers"}, {"words": "x" * 2000}, "playing", True, 0, 1, 1)
            said = [Event(n, n, "chat", {"text": "x" * 500}) for n in range(1, 6)]
            await store.append(Batch(row.id, said, row, is_new=True))

    asyncio.run(fill())
    store.close()
    return settings


def test_a_damaged_database_is_named_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = filled(tmp_path)
    database = tmp_path / "firstfire.sqlite3"
    check_database(settings.database_url)
    with database.open("r+b") as file:
        file.seek(6 * 4096)
        file.write(bytes(6 * 4096))
    broken = database.read_bytes()
    assert main(["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]) == Damaged.exit_code == 4
    said = capsys.readouterr().err
    assert "damaged" in said and "firstfire restore" in said
    assert database.read_bytes() == broken


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "firstfire.sqlite3").write_bytes(b"not a database at all" * 1000)
    with pytest.raises(Damaged):
        check_database(Settings(data=tmp_path).database_url)


# ── backups ────────────────────────────────────────────────────────────────────────────


def test_a_backup_taken_in_mid_game_is_a_whole_server(open_site: Opener, settings: Settings, tmp_path: Path) -> None:
    """Taken while people play; put into an empty folder, the game goes on there with the same link."""
    site = open_site()
    made = new_table(site, "embers", ["me", "hot"])
    table, key = made["table"]["id"], made["personal"][0]["key"]
    kept = tmp_path / "kept.firstfire"
    with Sitter(site, table) as sitter:
        sitter.say("chat", text="before")
        assert back_up(settings, kept) == 1
        sitter.say("chat", text="after")
    assert kept.stat().st_mode & 0o077 == 0
    elsewhere = replace(settings, data=tmp_path / "elsewhere")
    assert restore(elsewhere, kept) == 1
    again = open_site(data=elsewhere.data)
    with Sitter(again, table, key=key) as sitter:
        assert [line["text"] for line in sitter.picture.state["chat"]] == ["before"]
        assert sitter.picture.state["mine"] == [0]
        assert sitter.say("chat", text="here")["type"] == "done"
    with closing(sqlite3.connect(elsewhere.data / "firstfire.sqlite3")) as connection:
        left = connection.execute("select name from sqlite_master where name like '%backup%'").fetchall()
    assert left == []


def test_a_backup_while_others_write_holds_whole_requests(tmp_path: Path) -> None:
    """Every table in it has all five of its lines, however the writing went on meanwhile."""
    settings = filled(tmp_path / "data", tables=1)
    writing = threading.Thread(target=lambda: _write_on(settings))
    writing.start()
    for number in range(5):
        back_up(settings, tmp_path / f"backup{number}")
    writing.join()
    for number in range(5):
        with closing(sqlite3.connect(tmp_path / f"backup{number}")) as connection:
            counts = connection.execute(
                "select count(events.number) from tables left join events on events.table_id = tables.id group by id"
            ).fetchall()
        assert counts and set(counts) == {(5,)}


def _write_on(settings: Settings) -> None:
    store = Store(settings.database_url)

    async def fill() -> None:
        for number in range(60):
            row = TableRow(f"n{number}", {"game": "embers"}, {}, "playing", True, 0, 1, 1)
            await store.append(Batch(row.id, [Event(n, n, "chat", {}) for n in range(1, 6)], row, is_new=True))

    asyncio.run(fill())
    store.close()


def test_games_are_replaced_only_when_that_is_said_and_then_kept_beside(tmp_path: Path) -> None:
    settings = filled(tmp_path / "data", tables=3)
    old = settings.signing_secret()
    back_up(settings, tmp_path / "kept")
    other = filled(tmp_path / "other", tables=2)
    other_secret = other.signing_secret()
    with pytest.raises(FirstfireError, match="--replace"):
        restore(other, tmp_path / "kept")
    assert restore(other, tmp_path / "kept", replace=True) == 3
    assert other.signing_secret() == old
    beside = {path.name.split("-", 3)[-1]: path for path in other.data.glob("before-*")}
    assert beside["secret"].read_text().strip() == other_secret
    with closing(sqlite3.connect(beside["firstfire.sqlite3"])) as connection:
        assert connection.execute("select count(*) from tables").fetchone() == (2,)


def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    settings = filled(tmp_path / "data")
    back_up(settings, tmp_path / "kept")
    with locked(settings.database_url), pytest.raises(InUse):
        restore(settings, tmp_path / "kept", replace=True)


@pytest.mark.parametrize("content", [None, b"", b"text" * 500, b"SQLite format 3\x00" + bytes(5000)])
def test_what_is_no_backup_is_refused_and_changes_nothing(tmp_path: Path, content: bytes | None) -> None:
    settings = filled(tmp_path / "data", tables=2)
    before = (settings.data / "firstfire.sqlite3").read_bytes()
    if content is not None:
        (tmp_path / "file").write_bytes(content)
    with pytest.raises(FirstfireError, match="backup"):
        restore(settings, tmp_path / "file", replace=True)
    assert (settings.data / "firstfire.sqlite3").read_bytes() == before


def test_another_kind_of_database_has_its_own_tools(tmp_path: Path) -> None:
    elsewhere = Settings(data=tmp_path, database="postgresql+psycopg://a/b")
    with pytest.raises(FirstfireError, match="pg_dump"):
        back_up(elsewhere, tmp_path / "kept")
    with pytest.raises(FirstfireError, match="pg_restore"):
        restore(elsewhere, tmp_path / "kept")


def test_a_backup_is_flushed_where_only_what_may_be_written_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows does it: a folder cannot be opened, a file opened to be read cannot be flushed."""
    settings, flushed, opened = filled(tmp_path / "data", tables=2), [], os.open

    def open_file(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, flags, *rest, **named)

    def flush(handle: int) -> None:
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        flushed.append(handle)

    monkeypatch.setattr(os, "open", open_file)
    monkeypatch.setattr(os, "fsync", flush)
    kept = tmp_path / "kept"
    assert back_up(settings, kept) == 2 and len(flushed) == 1
    assert restore(replace(settings, data=tmp_path / "elsewhere"), kept) == 2


def test_a_failed_backup_leaves_the_older_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = filled(tmp_path / "data")
    back_up(settings, tmp_path / "kept")
    before = (tmp_path / "kept").read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FirstfireError, match="No space"):
        back_up(settings, tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["kept"]


@pytest.mark.parametrize("name", ["data/firstfire.sqlite3", "data/secret", "letter"])
def test_a_backup_takes_the_place_of_an_older_backup_only(tmp_path: Path, name: str) -> None:
    settings = filled(tmp_path / "data")
    settings.signing_secret()
    (tmp_path / "letter").write_text("dear friend", encoding="ascii")
    before = (tmp_path / name).read_bytes()
    with pytest.raises(FirstfireError, match="no backup"):
        back_up(settings, tmp_path / name)
    assert (tmp_path / name).read_bytes() == before


def test_backup_and_restore_are_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path / "data", tables=2)
    file = str(tmp_path / "kept")
    assert main(["backup", file, "--data", str(tmp_path / "data")]) == 0
    assert main(["restore", file, "--data", str(tmp_path / "new")]) == 0
    assert main(["restore", file, "--data", str(tmp_path / "new")]) == 2
    said = capsys.readouterr()
    assert "2 tables" in said.out and "--replace" in said.err


# ── words of the command ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--game", "os"), "os has no game"),
        (("--game", "no_such_module"), "no_such_module"),
        (("--compile", "nope"), "nope"),
        (("--database", "nonsense"), "cannot be used"),
        (("--database", "postgresql+nodriver://a/b"), "cannot be used"),
    ],
)
def test_words_that_mean_nothing_are_named(tmp_path: Path, words: tuple[str, ...], named: str) -> None:
    asked = arguments("--port", "0", "--data", str(tmp_path), *words)
    with pytest.raises(FirstfireError, match=named):
        asked.command(asked)


def test_a_missing_driver_is_named_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    asked = arguments("--port", "0", "--data", str(tmp_path), "--database", "postgresql+psycopg://a/b")
    with pytest.raises(FirstfireError, match="pip install"):
        asked.command(asked)


def test_fewer_than_no_workers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        arguments("--workers", "-5")
