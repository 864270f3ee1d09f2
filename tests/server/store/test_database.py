"""The store, on SQLite and on PostgreSQL: what is written is there, all of it or nothing."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from starlette.testclient import TestClient
from tests.server.postgres import MISSING, Cluster, cluster
from tests.server.test_kills import Server, check_promises, under_fire
from tests.server.tools import Sitter, inside, new_table, other, setup, wait_for

from firstfire.errors import FirstfireError
from firstfire.server.store import persons
from firstfire.server.store.batch import Batch, TableRow
from firstfire.server.store.database import Store
from firstfire.server.store.engine import change_shape
from firstfire.server.store.events import Event
from firstfire.server.store.migrations import HEAD
from firstfire.server.store.persons import Person
from firstfire.server.store.schema import metadata, results
from firstfire.server.store.trouble import StoreTrouble

Opener = Callable[..., TestClient]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster | None]:
    with cluster() as running:
        yield running


@pytest.fixture
def postgres_url(postgres: Cluster | None) -> str:
    """An empty PostgreSQL database; without one the test says so loudly."""
    if "FIRSTFIRE_TEST_DATABASE" in os.environ:
        return os.environ["FIRSTFIRE_TEST_DATABASE"]
    if postgres is None:
        pytest.skip(MISSING)
    return postgres.database()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


def row(table: str, **changes: Any) -> TableRow:
    summary = {"id": table, "game": "totem", "seats": [{"seat": 0, "level": None}]}
    values: dict[str, Any] = {
        "id": table, "setup": setup().as_data(), "summary": summary, "state": "gathering", "listed": True,
        "open": 1, "created": 1, "changed": 1,
    }  # fmt: skip
    return TableRow(**{**values, **changes})


def event(number: int, kind: str = "chat", **data: Any) -> Event:
    return Event(number, 1_700_000_000_000 + number, kind, {"seat": 0, **data})


def founded(table: str, *events: Event, **changes: Any) -> Batch:
    return Batch(table, events, row(table, **changes), is_new=True)


def write(store: Store, *batches: Batch) -> list[object]:
    """Append batches at the same time; what became of each."""

    async def all_of_them() -> list[object]:
        return list(await asyncio.gather(*map(store.append, batches), return_exceptions=True))

    return asyncio.run(all_of_them())


def test_the_migrations_give_the_shape_the_store_expects(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("select version_num from alembic_version")).scalar() == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_newer_shape_that_only_adds_is_gone_on_with(url: str) -> None:
    """An older server beside newer ones, or started again there."""
    first = Store(url)
    with first.engine.begin() as connection:
        connection.execute(sa.text("create table marvels (id integer primary key)"))
        connection.execute(sa.text("alter table events add column later integer not null default 0"))
        connection.execute(sa.text("update alembic_version set version_num = '0999'"))
    first.close()
    old = Store(url)
    write(old, founded("t", event(1)))
    assert old.table("t") == (row("t"), [event(1)])
    with old.engine.begin() as connection:
        assert connection.execute(sa.text("select version_num from alembic_version")).scalar() == "0999"
        connection.execute(sa.text("update alembic_version set version_num = '1000'"))
    old.close()
    with pytest.raises(FirstfireError, match="schema 1000 of a newer Firstfire"):
        Store(url)


def test_opening_again_finds_everything(url: str) -> None:
    first = Store(url)
    write(first, founded("t", event(1, text="ça va ☀ \x00 \\"), event(2)))
    first.close()
    second = Store(url)
    found = second.table("t")
    second.close()
    assert found is not None
    assert found[0] == row("t") and found[1] == [event(1, text="ça va ☀ \x00 \\"), event(2)]


def test_many_tables_write_at_once_each_in_order(store: Store) -> None:
    names = [f"table {number}" for number in range(40)]
    assert set(write(store, *(founded(name) for name in names))) == {None}

    async def play(name: str) -> None:
        for number in range(1, 11):
            await store.append(Batch(name, [event(number, text=name)]))

    async def everybody() -> None:
        await asyncio.gather(*map(play, names))

    asyncio.run(everybody())
    for name in names:
        found = store.table(name)
        assert found is not None and found[1] == [event(number, text=name) for number in range(1, 11)]


def test_a_bad_write_does_not_spoil_the_others(store: Store) -> None:
    bad = Batch("no such table", [event(1)])
    results = write(store, bad, founded("a", event(1)), bad, founded("b", event(1)))
    assert [isinstance(result, StoreTrouble) for result in results] == [True, False, True, False]
    assert store.table("a") is not None and store.table("b") is not None


def test_a_request_is_written_whole_or_not_at_all(store: Store) -> None:
    write(store, founded("old"), founded("again"))
    rematch = Batch("old", [event(1, "next", table="again")], with_too=[founded("again", event(1))])
    (result,) = write(store, rematch)
    found = store.table("old")
    assert isinstance(result, StoreTrouble) and found is not None and found[1] == []


def test_the_second_to_write_the_same_event_is_refused(url: str) -> None:
    """Two processes serve one table: the log stays one story."""
    first, second = Store(url), Store(url)
    write(first, founded("t"))
    assert write(first, Batch("t", [event(1, text="first")])) == [None]
    (result,) = write(second, Batch("t", [event(1, text="second")]))
    found = second.table("t")
    assert isinstance(result, StoreTrouble) and found is not None and found[1] == [event(1, text="first")]
    first.close()
    second.close()


def test_the_lobby_lists_what_is_listed_the_latest_first(store: Store) -> None:
    tables = {
        "early": row("early", changed=1), "late": row("late", changed=2**40), "hidden": row("hidden", listed=False),
        "full": row("full", open=0), "over": row("over", state="finished"),
    }  # fmt: skip
    write(store, *(Batch(name, [], entry, is_new=True) for name, entry in tables.items()))
    assert [entry.id for entry in store.lobby(["gathering"], only_open=True)] == ["late", "early"]
    assert {entry.id for entry in store.lobby(["gathering"])} == {"late", "early", "full"}
    write(store, Batch("late", [event(1)], row("late", state="playing", changed=2**41)))
    assert [entry.id for entry in store.lobby(["playing"])] == ["late"]


def test_seats_are_found_by_their_holders(store: Store) -> None:
    sits = [event(1, "sit", guest="ayla", name="A"), Event(2, 2, "sit", {"seat": 1, "guest": "ayla", "name": "B"})]
    write(store, founded("t", *sits), founded("u", event(1, "sit", guest="brun", name="B")))
    assert [(entry.id, seats) for entry, seats in store.tables_of("ayla")] == [("t", [0, 1])]
    write(store, Batch("t", [event(3, "bot", level="greedy", name="A", standin=True)]))
    assert store.tables_of("ayla")[0][1] == [0, 1], "a stand-in takes no seat away"
    write(store, Batch("t", [event(4, "bot", level="greedy", name="A")]))
    assert store.tables_of("ayla")[0][1] == [1]


def test_guests_and_uploads_are_kept(store: Store) -> None:
    async def keep() -> None:
        await store.keep_guest("g", Person("Ayla", "en"), {})
        said = {"name": "Ayla ☀", "language": "nl", "mark": "wolf", "colour": 3}
        await store.keep_guest("g", Person("Raven", "fr"), said)
        await store.keep_upload("old", "{}", 0)
        await store.keep_upload("new", '{"é": "\\u0000"}', 2**50)

    asyncio.run(keep())
    assert store.guest("g") == Person("Ayla ☀", "nl", "wolf", 3) and store.guest("h") is None
    assert store.upload("old") is None and store.upload("new") == '{"é": "\\u0000"}'


def test_two_words_about_oneself_at_once_are_both_kept(store: Store) -> None:
    """A name and a mark, each sent before the other was known."""

    async def both() -> None:
        before = Person("Raven", "en")
        await asyncio.gather(
            store.keep_guest("g", before, {"name": "Ayla"}),
            store.keep_guest("g", before, {"mark": "wolf", "colour": 3}),
            store.keep_guest("g", before, {"mark": "wolf", "colour": 3}),
        )

    asyncio.run(both())
    assert store.guest("g") == Person("Ayla", "en", "wolf", 3)


def is_waiting(store: Store) -> bool:
    """Whether somebody waits for a lock of the database (SQLite does not tell; there it does not matter)."""
    with store.engine.connect() as connection:
        if connection.dialect.name != "postgresql":
            return True
        return bool(connection.execute(sa.text("select count(*) from pg_locks where not granted")).scalar())


def test_two_servers_that_hear_the_first_word_of_somebody_at_once_keep_both(store: Store) -> None:
    """The second one was refused: there was no row yet that it could have waited for."""
    with ThreadPoolExecutor(1) as elsewhere, store.engine.connect() as first:
        raven = Person("Raven", "fr")
        with first.begin():
            persons.keep(first, "g", raven, {"mark": "wolf"}, 1)
            second = elsewhere.submit(lambda: asyncio.run(store.keep_guest("g", raven, {"name": "Ayla"})))
            wait_for(lambda: is_waiting(store))
        assert second.result(60) == Person("Ayla", "fr", "wolf"), "the one that came later knows both words"
    assert store.guest("g") == Person("Ayla", "fr", "wolf")


def test_who_signs_out_at_two_servers_at_once_has_signed_out(store: Store) -> None:
    with ThreadPoolExecutor(1) as elsewhere, store.engine.connect() as first:
        with first.begin():
            persons.end(first, "cookie", 1, 2**50)
            second = elsewhere.submit(lambda: asyncio.run(store.end("cookie", 2**50)))
            wait_for(lambda: is_waiting(store))
        second.result(60)
    assert store.has_ended("cookie")


def test_the_pages_of_a_history_hold_every_game_once(store: Store) -> None:
    """Whoever plays two seats at one screen has two games of the same moment; a page ended between them, and the next
    one began behind both. A damaged game ended the history where it stood."""
    data = {"place": 1, "points": 2, "left": False, "others": []}
    games = [(f"t{number // 2}", number % 2, 1000 - number // 2) for number in range(20)]
    with store.engine.begin() as connection:
        for table, seat, at in games:
            kept = {} if (table, seat) == ("t5", 1) else data
            told = {"guest": "g", "table_id": table, "seat": seat, "game": "embers", "at": at, "data": kept}
            connection.execute(sa.insert(results).values(**told))
    for most in (1, 3, 4, 7, 19, 20, 50):
        found, before = store.history("g", most=most)
        pages = 1
        while before is not None:
            more, before = store.history("g", before=before, most=most)
            assert more
            found, pages = found + more, pages + 1
        assert [(past.table, past.seat, past.at) for past in found] == [game for game in games if game[:2] != ("t5", 1)]
        assert pages <= 20 // most + 1


def test_a_write_for_a_loop_that_is_gone_stops_nothing(store: Store) -> None:
    async def leave() -> None:
        task = asyncio.ensure_future(store.append(founded("t")))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(leave())
    assert write(store, founded("u")) == [None]
    wait_for(lambda: store.table("t") is not None)


def test_the_disk_is_told_to_hold_on(tmp_path: Path) -> None:
    """SQLite: write-ahead log, and every commit flushed to the disk."""
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        assert database.execute("select version_num from alembic_version").fetchone()


class Deadlock(Exception):
    """As the driver tells it."""

    sqlstate = "40P01"


@pytest.mark.parametrize("times", [2, 100])
def test_a_commit_that_others_were_in_the_way_of_is_tried_again_and_no_sign_of_an_ailing_database(
    tmp_path: Path, times: int
) -> None:
    store, tried = Store(f"sqlite:///{tmp_path / 'firstfire.sqlite3'}"), list[int]()

    def work(_: sa.Connection) -> int:
        tried.append(len(tried))
        if len(tried) <= times:
            raise sa.exc.OperationalError("update", {}, Deadlock())
        return tried[-1]

    if times == 2:
        assert asyncio.run(store.change(work)) == 2
    else:
        with pytest.raises(StoreTrouble) as refused:
            asyncio.run(store.change(work))
        assert len(tried) < times and not refused.value.unsure
    assert not store.ailing
    asyncio.run(store.probe())
    store.close()


def test_a_new_shape_is_tried_again_after_a_deadlock_with_a_server_that_writes(postgres_url: str) -> None:
    """The writer holds one table and wants another; the change holds that one, and is the first to see the circle."""
    store, attempts, held, taken = Store(postgres_url), list[int](), threading.Event(), threading.Event()

    def write() -> None:
        with store.engine.begin() as connection:
            connection.execute(sa.text("lock table leases in row exclusive mode"))
            held.set()
            assert taken.wait(20)
            time.sleep(0.3)
            connection.execute(sa.text("lock table tables in row exclusive mode"))

    def change(connection: sa.Connection) -> None:
        attempts.append(1)
        connection.execute(sa.text("alter table tables add column later integer"))
        taken.set()
        connection.execute(sa.text("alter table leases add column later integer"))

    with ThreadPoolExecutor() as pool:
        writing = pool.submit(write)
        assert held.wait(20)
        change_shape(store.engine, change)
        writing.result(20)
    assert len(attempts) == 2
    assert all("later" in {c["name"] for c in sa.inspect(store.engine).get_columns(t)} for t in ("tables", "leases"))
    store.close()


# ── a whole server on PostgreSQL ───────────────────────────────────────────────────────


def test_a_game_is_played_and_taken_up_again_on_postgresql(open_site: Opener, postgres_url: str) -> None:
    first = open_site(database=postgres_url)
    table = new_table(first, "embers", ["me", "open"], listed=True)["table"]["id"]
    brun = other(first)
    assert brun.post(f"/api/tables/{table}/join", json={}).status_code == 200
    with Sitter(first, table) as sitter:
        assert sitter.act(random.Random(1))["type"] == "done"
    second = open_site(database=postgres_url)
    second.cookies = first.cookies
    with Sitter(second, table) as sitter:
        assert sitter.picture.state["version"] == 1
    assert [entry["id"] for entry in second.get("/api/tables", params={"state": "running"}).json()["tables"]] == [table]


@pytest.mark.slow
def test_postgresql_may_be_restarted_in_mid_game(open_site: Opener, postgres: Cluster | None) -> None:
    if postgres is None:
        pytest.skip(MISSING)
    site = open_site(database=postgres.database())
    table = new_table(site, "embers", ["me", "hot"], seed=5)["table"]["id"]
    with Sitter(site, table) as sitter:
        choice = sitter.picture.choices[0]["action"]
        postgres.stop()
        try:
            sitter.socket.send_json({"type": "act", "id": "lost", "version": 0, "action": choice})
            said = sitter.socket.receive()  # not stored: not told
            if said["type"] != "websocket.close":  # another write has failed already: it is refused at the door
                refused = sitter.picture.take(said.get("text") or said["bytes"])
                assert refused["type"] == "refused" and refused["code"] == "not_stored"
            else:
                with site.websocket_connect(f"/api/tables/{table}/ws") as late:
                    late.send_text('{"type": "hello"}')
                    assert late.receive_json()["code"] == "trouble" and late.receive()["code"] == 1012
        finally:
            postgres.start()
    store = inside(site).store
    wait_for(lambda: not store.ailing)
    with Sitter(site, table) as sitter:
        assert sitter.picture.state["version"] == 0 and sitter.act(random.Random(1))["type"] == "done"


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    server = Server(tmp_path, database=postgres_url)
    server.start()
    try:
        players = asyncio.run(under_fire(server, kills=3))
    finally:
        server.kill()
    check_promises(postgres_url, players, kills=3)
