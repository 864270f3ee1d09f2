"""What is forgotten, when, and what never is."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.store.test_database import event, founded, write
from tests.server.tools import Sitter, inside, new_table, wait_for

from firstfire.kernel.presentation import memo
from firstfire.server.operations import keeping
from firstfire.server.operations.keeping import forget_old
from firstfire.server.settings import UNLIMITED, Keeping
from firstfire.server.store.batch import Batch
from firstfire.server.store.database import DAY, Store
from firstfire.server.store.persons import Person
from firstfire.server.store.schema import chats, events, holders
from firstfire.server.store.talk import ChatLine

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
    asyncio.run(store.keep_guest("seated", Person("Ayla", "en"), {}))
    asyncio.run(store.keep_guest("gone", Person("Brun", "en"), {}))
    write(store, founded("t", event(1, "sit", guest="seated", name="Ayla")))
    assert asyncio.run(forget_old(store, Keeping(0, 0, 0, 400))) == 0
    assert asyncio.run(store.forget_guests(NOW + DAY)) == 1
    assert store.guest("gone") is None and store.guest("seated") == Person("Ayla", "en")


def test_who_comes_back_was_seen(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(store.keep_guest("ayla", Person("Ayla", "en"), {}))
    monkeypatch.setattr("firstfire.server.store.database._now", lambda: NOW + 399 * DAY)
    assert store.guest("ayla")
    write(store)  # whatever waited is written
    asyncio.run(store.keep_guest("brun", Person("Brun", "en"), {}))
    assert asyncio.run(store.forget_guests(NOW + 390 * DAY)) == 0


def test_a_server_is_full_at_so_many_tables(open_site: Callable[..., TestClient]) -> None:
    site = open_site(keeping=Keeping(tables=2))
    for _ in range(2):
        new_table(site, "embers", ["me", "open"])
    answer = site.post("/api/tables", json={"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]})
    assert answer.status_code == 503 and answer.json()["code"] == "full"


def test_tables_nobody_played_at_make_place_when_a_server_is_full(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """One address filled a server with tables that never began, or where nobody moved: nobody else could play."""
    site = open_site(keeping=Keeping(tables=3))
    rooms = inside(site).rooms
    played = new_table(site, "embers", ["me", "hot"])
    with Sitter(site, played["table"]["id"], key=played["personal"][0]["key"]) as player:
        player.act(random.Random(1))
    unbegun = new_table(site, "embers", ["me", "open"])["table"]["id"]
    unmoved = new_table(site, "embers", ["me", "hot"])["table"]["id"]
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for actor in list(rooms.actors.values()):
        site.portal.call(actor.sleep)  # type: ignore[union-attr]
    assert site.post("/api/tables", json=body).json()["code"] == "full", "they are new, somebody may be on the way"
    monkeypatch.setattr("firstfire.server.rooms.founding.UNPLAYED", -1.0)
    assert site.post("/api/tables", json=body).status_code == 201
    left = {name for name in (played["table"]["id"], unbegun, unmoved) if rooms.store.table(name) is not None}
    assert left == {played["table"]["id"]}


def test_an_address_makes_so_many_tables_a_day(open_site: Callable[..., TestClient]) -> None:
    site = open_site(limits=replace(UNLIMITED, tables_per_day=2))
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]}
    answers = [site.post("/api/tables", json=body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].json()["code"] == "many_tables" and "2" in answers[2].json()["sentence"]
    made = 0
    for _ in range(30):
        site.cookies.clear()
        made += site.post("/api/tables", json=body).status_code == 201
    assert made == 18, "ten times what one guest may, less those already made"


def test_a_rematch_counts_as_a_new_table(open_site: Callable[..., TestClient]) -> None:
    site = open_site(limits=replace(UNLIMITED, tables_per_day=1))
    made = new_table(site, "embers", ["me", "hot"])
    table, key = made["table"]["id"], made["personal"][0]["key"]
    assert site.post(f"/api/tables/{table}/rematch", json={}).json()["code"] == "many_tables"
    with Sitter(site, table, key=key) as player:
        assert player.say("rematch")["code"] == "many_tables"


def test_rooms_where_nobody_is_make_room_for_others(open_site: Callable[..., TestClient]) -> None:
    site = open_site(keeping=replace(Keeping(), awake=2))
    tables = [new_table(site, "embers", ["me", "open"])["table"]["id"] for _ in range(4)]
    assert all(site.get(f"/api/tables/{table}").status_code == 200 for table in tables)
    assert len(inside(site).rooms.actors) <= 2


def test_clocks_run_on_after_a_restart(open_site: Callable[..., TestClient]) -> None:
    first = open_site()
    clock = {"seconds": 3600, "increment": 0}
    table = new_table(first, "embers", ["me", "hot"], clock=clock)["table"]["id"]
    second = open_site()
    rooms = inside(second).rooms
    assert second.portal is not None
    second.portal.call(rooms.wind_up)
    assert table in rooms.asleep and table not in rooms.actors


def test_when_everybody_has_left_nothing_that_was_drawn_stays_in_memory(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While somebody is at a table it stays: the next picture is quicker by it."""
    monkeypatch.setattr(keeping, "TRIM_EVERY", 0.02)
    trims = list[int]()
    monkeypatch.setattr(keeping, "give_back", lambda: trims.append(memo.remembered()))
    site = open_site(sleep_after=0.05)
    table = new_table(site, "totem", ["me", "hot"])["table"]["id"]
    with Sitter(site, table):
        seen = len(trims)
        wait_for(lambda: len(trims) > seen + 3)
        assert min(trims[seen + 1 :]) > 0
    wait_for(lambda: memo.remembered() == 0)
