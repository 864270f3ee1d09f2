"""What is forgotten, when, and what never is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.test_store import event, founded, write
from tests.server.tools import new_table

from firstfire.server.keeping import forget_old
from firstfire.server.settings import Keeping
from firstfire.server.store import DAY, Batch, Store, chats, events, holders
from firstfire.server.talk import ChatLine

NOW = int(time.time() * 1000)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'kept.sqlite3'}")
    yield made
    made.close()


def kept(store: Store) -> set[str]:
    return {name for name in ("new", "gathering", "playing", "finished") if store.table(name) is not None}


def test_old_tables_go_by_their_state_and_take_everything_along(store: Store) -> None:
    line = ChatLine(1, 1, 0, "Ayla", "hello", "g", "r")
    old = {"changed": NOW - 50 * DAY}
    write(store, founded("new", state="gathering", changed=NOW))
    for state in ("gathering", "playing", "finished"):
        write(store, founded(state, event(1, "sit", guest="g", name="Ayla"), state=state, **old))
        write(store, Batch(state, chats=[line]))
    assert asyncio.run(forget_old(store, Keeping(30, 0, 0, 0))) == 1
    assert kept(store) == {"new", "playing", "finished"}
    assert asyncio.run(forget_old(store, Keeping(30, 40, 60, 0), spare=frozenset({"playing"}))) == 0
    assert asyncio.run(forget_old(store, Keeping(30, 40, 40, 0))) == 2
    assert kept(store) == {"new"}
    with store.engine.connect() as connection:
        assert [len(connection.execute(part.select()).all()) for part in (events, holders, chats)] == [0, 0, 0]


def test_guests_go_when_they_hold_no_seat_and_were_not_seen(store: Store) -> None:
    asyncio.run(store.keep_guest("seated", "Ayla", "en"))
    asyncio.run(store.keep_guest("gone", "Brun", "en"))
    write(store, founded("t", event(1, "sit", guest="seated", name="Ayla")))
    assert asyncio.run(forget_old(store, Keeping(0, 0, 0, 400))) == 0
    assert asyncio.run(store.forget_guests(NOW + DAY)) == 1
    assert store.guest("gone") is None and store.guest("seated") == ("Ayla", "en")


def test_who_comes_back_was_seen(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(store.keep_guest("ayla", "Ayla", "en"))
    monkeypatch.setattr("firstfire.server.store._now", lambda: NOW + 399 * DAY)
    assert store.guest("ayla")
    write(store)  # whatever waited is written
    asyncio.run(store.keep_guest("brun", "Brun", "en"))
    assert asyncio.run(store.forget_guests(NOW + 390 * DAY)) == 0


def test_a_server_is_full_at_so_many_tables(open_site: Callable[..., TestClient]) -> None:
    site = open_site(keeping=Keeping(tables=2))
    for _ in range(2):
        new_table(site, "embers", ["me", "open"])
    answer = site.post("/api/tables", json={"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]})
    assert answer.status_code == 503 and answer.json()["code"] == "full"


def test_rooms_where_nobody_is_make_room_for_others(open_site: Callable[..., TestClient]) -> None:
    site = open_site(keeping=replace(Keeping(), awake=2))
    tables = [new_table(site, "embers", ["me", "open"])["table"]["id"] for _ in range(4)]
    assert all(site.get(f"/api/tables/{table}").status_code == 200 for table in tables)
    assert len(site.app.state.site.hall.keepers) <= 2  # type: ignore[attr-defined]


def test_clocks_run_on_after_a_restart(open_site: Callable[..., TestClient]) -> None:
    first = open_site()
    clock = {"seconds": 3600, "increment": 0}
    table = new_table(first, "embers", ["me", "hot"], clock=clock)["table"]["id"]
    second = open_site()
    hall = second.app.state.site.hall  # type: ignore[attr-defined]
    assert second.portal is not None
    second.portal.call(hall.wind_up)
    assert table in hall.asleep and table not in hall.keepers
