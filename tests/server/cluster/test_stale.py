"""Nobody who comes to a table is shown it as it was before something that anybody was told: two servers in one process,
on one PostgreSQL, neither of which says a word by itself (each has an hour to live)."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from itsdangerous import URLSafeSerializer
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.postgres import Cluster
from tests.server.tools import Sitter, inside, new_table, other, wait_for
from tests.server.web.test_rest import played_out

from firstfire.server.rooms.membership import Membership
from firstfire.server.rooms.rooms import Rooms
from firstfire.server.store.schema import servers
from firstfire.server.store.trouble import LeaseLost
from firstfire.server.web import devices

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]

Opener = Callable[..., TestClient]


class Side:
    """One of two servers."""

    def __init__(self, client: TestClient) -> None:
        assert client.portal is not None
        self.client, self.portal = client, client.portal

    @property
    def rooms(self) -> Rooms:
        return inside(self.client).rooms

    @property
    def member(self) -> Membership:
        assert isinstance(self.rooms.holding, Membership)
        return self.rooms.holding

    def let_go(self, table: str) -> None:
        """A table is nobody's any more, and this server is not told."""
        self.portal.call(self.member.evict, [table])

    def lose(self, table: str) -> None:
        """This server learns that a table is not its own any more."""
        self.portal.call(self.member._lose, [table])

    def sit(self, table: str, key: str) -> Sitter:
        """Somebody who comes, and comes back, until they are shown the table."""
        while True:
            sitter = Sitter(self.client, table, key=key)
            try:
                return sitter.__enter__()
            except WebSocketDisconnect as closed:
                sitter.__exit__()
                assert closed.code == 1012


@pytest.fixture
def sides(open_site: Opener, postgres: Cluster) -> tuple[Side, Side]:
    """Two servers that share a database and a secret."""
    database = postgres.database()
    first, second = (
        Side(open_site(database=database, among=f"http://{name}", life=3600.0)) for name in ("first", "second")
    )
    return first, second


def begun(side: Side) -> tuple[str, str]:
    """A table where nobody has acted, awake at a server; the key of who is to act."""
    made = new_table(side.client, "embers", ["me", "hot"], seed=5)
    return str(made["table"]["id"]), str(made["personal"][0]["key"])


def act_at(side: Side, table: str, key: str) -> int:
    """Somebody acts, and is told so; the version since."""
    sitter = side.sit(table, key)
    answer = sitter.act(random.Random(1))
    sitter.__exit__()
    assert answer["type"] == "done"
    return int(answer["version"])


def shown_by(side: Side, table: str, key: str) -> int:
    sitter = side.sit(table, key)
    version = int(sitter.picture.state["version"])
    sitter.__exit__()
    return version


def test_a_server_that_was_not_told_that_it_lost_a_table_shows_nobody_what_it_remembers(
    sides: tuple[Side, Side],
) -> None:
    """As after somebody's “delete everything” at another server, or where the clock of the database was set."""
    first, second = sides
    table, key = begun(first)
    assert shown_by(first, table, key) == 0
    first.let_go(table)
    told = act_at(second, table, key)
    second.let_go(table)
    assert table in first.rooms.actors  # it has the room still, as it was
    assert shown_by(first, table, key) == told == 1


@pytest.mark.parametrize("path", ["", "/replay"])
def test_who_asks_without_a_link_is_told_what_is(sides: tuple[Side, Side], path: str) -> None:
    first, second = sides
    table, key = begun(first)

    def asked() -> Any:
        return first.client.get(f"/api/tables/{table}{path}").json()

    before = asked()
    first.let_go(table)
    act_at(second, table, key)
    second.let_go(table)
    assert asked() != before


def test_a_table_that_is_lost_while_its_log_is_read_is_not_opened(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server is paused while it wakes a table; when it goes on, it learns that it was taken for dead."""
    first, second = sides
    table, key = begun(first)
    reads, may_go_on, told = threading.Event(), threading.Event(), first.rooms._told

    def slowly(*words: Any) -> Any:
        story = told(*words)
        reads.set()
        may_go_on.wait()
        return story

    first.portal.call(first.rooms.lose, [table])
    with monkeypatch.context() as slow:
        slow.setattr(first.rooms, "_told", slowly)
        waking = first.portal.start_task_soon(first.rooms.actor, table)
        reads.wait()
        first.lose(table)
        second.let_go(table)
        version = act_at(second, table, key)
        second.let_go(table)
        may_go_on.set()
        assert isinstance(waking.exception(), LeaseLost)
    assert table not in first.rooms.actors
    assert shown_by(first, table, key) == version


def test_while_the_database_cannot_be_asked_nobody_is_shown_anything_and_nothing_is_given_up(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides
    table, key = begun(first)
    room = first.rooms.actors[table]
    with monkeypatch.context() as away:
        away.setattr(first.member._leases, "has", lambda *_: 1 / 0)
        sitter = Sitter(first.client, table, key=key)
        with pytest.raises(WebSocketDisconnect) as closed:
            sitter.__enter__()
        sitter.__exit__()
        assert closed.value.code == 1012
    assert first.rooms.actors[table] is room
    assert shown_by(first, table, key) == 0


def test_what_is_read_anew_is_shown_when_it_is_read(sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch) -> None:
    """A server takes a table back and reads its log: until that is done the room it remembers is shown to nobody."""
    first, second = sides
    table, key = begun(first)
    reads, go_on, told = threading.Event(), threading.Event(), first.rooms._told

    def slowly(*words: Any) -> Any:
        story = told(*words)
        reads.set()
        go_on.wait(60)
        return story

    old = first.sit(table, key)
    first.let_go(table)
    act_at(second, table, key)
    second.let_go(table)
    monkeypatch.setattr(first.rooms, "_told", slowly)
    action = old.picture.choices[0]["action"]
    old.socket.send_text(json.dumps({"type": "act", "id": "late", "version": 0, "action": action}))
    assert reads.wait(60)
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(first.client.get(f"/api/tables/{table}/replay")))
    asking.start()
    asking.join(1.0)
    go_on.set()
    asking.join()
    assert answers[0].status_code != 200 or answers[0].json()["steps"] == 1
    old.__exit__()


def test_a_new_table_that_others_had_first_is_read(sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = sides
    take, there = first.member.take, list[str]()

    async def late(table: str) -> None:
        if not there:
            there.append(table)
            await asyncio.to_thread(second.client.get, f"/api/tables/{table}")  # it is taken there
            await second.member.evict([table])
        await take(table)

    monkeypatch.setattr(first.member, "take", late)
    made = new_table(first.client, "embers", ["me", "hot"], seed=5)
    assert there == [made["table"]["id"]]
    begun_with = first.rooms.actors[there[0]].lease
    assert begun_with == first.member.number(there[0]) and begun_with > 1
    assert first.rooms.actors[there[0]].room.row_at >= 0  # of its log: one from memory knows none


def test_a_room_whose_table_was_taken_anew_is_given_up_by_the_first_who_comes(sides: tuple[Side, Side]) -> None:
    first, _ = sides
    table, key = begun(first)
    old = first.rooms.actors[table]
    first.portal.call(first.member.take, table)  # the same server, under another number
    with pytest.raises(LeaseLost):
        first.portal.call(first.rooms.held, table)
    assert first.portal.call(first.rooms.held, table) is not old and old.stopped
    assert act_at(first, table, key) == 1


def test_a_replay_tells_what_is_stored(sides: tuple[Side, Side]) -> None:
    first, _ = sides
    table, key = begun(first)
    store, hold = inside(first.client).store, threading.Event()
    sitter = first.sit(table, key)

    def waits(*_: object) -> None:
        hold.wait(60)

    store.put(waits)
    sitter.socket.send_text(
        json.dumps({"type": "act", "id": "x", "version": 0, "action": sitter.picture.choices[0]["action"]})
    )
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(first.client.get(f"/api/tables/{table}/replay").json()))
    while not first.rooms.actors[table].busy:
        threading.Event().wait(0.01)
    asking.start()
    asking.join(0.5)
    assert answers == []  # it waits for the disk
    hold.set()
    asking.join()
    assert answers[0]["steps"] == 1
    sitter.__exit__()


def test_a_replay_that_was_drawn_before_somebody_was_forgotten_elsewhere_is_drawn_anew(
    sides: tuple[Side, Side],
) -> None:
    """Each server has pages of a game with Ayla's name in it; the other one is asked to delete everything."""
    first, second = sides
    first.client.put("/api/me", json={"name": "Ayla"})
    second.client.cookies.update(first.client.cookies)
    table = new_table(first.client, "embers", ["me", "hot"], seed=5)["table"]["id"]
    path = f"/api/tables/{table}/replay"
    assert "Ayla" in first.client.get(path).text
    first.let_go(table)
    first.lose(table)
    assert "Ayla" in second.client.get(path).text
    second.let_go(table)
    second.lose(table)
    assert second.client.post("/api/me/forget", json={"sure": "forget me"}).status_code == 200
    assert "Ayla" not in second.client.get(path).text
    second.let_go(table)
    second.lose(table)
    assert "Ayla" not in first.client.get(path).text


@pytest.mark.parametrize("what", ["new", "play-on"])
def test_a_table_that_was_made_is_told_and_made_once_whoever_has_it_by_then(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Another server takes it between its commit and the answer."""
    first, second = sides
    old = played_out(first.client) if what == "play-on" else ""
    take, there = first.member.take, list[str]()

    async def late(table: str) -> None:
        if not there:
            there.append(table)
            await asyncio.to_thread(second.client.get, f"/api/tables/{table}")  # it is taken there
        await take(table)

    before = inside(first.client).store.count_tables()
    monkeypatch.setattr(first.member, "take", late)
    if old:
        answer = first.client.post(f"/api/tables/{old}/play-on", json={"step": 1, "seat": 0})
    else:
        seats = [{"kind": "me"}, {"kind": "hot"}]
        answer = first.client.post("/api/tables", json={"game": "embers", "seats": seats})
    assert answer.status_code == 201 and answer.json()["table"]["id"] == there[0]
    assert answer.json()["personal"] and answer.json()["table"]["mine"]
    assert inside(first.client).store.count_tables() == before + 1


def test_a_new_table_to_which_somebody_comes_at_once_has_one_room(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody finds it in the lobby before the server that made it has opened it."""
    first, _ = sides
    take, came = first.member.take, list[str]()

    async def late(table: str) -> None:
        if not came:
            came.append(table)
            coming = asyncio.create_task(first.rooms.actor(table))
            await asyncio.sleep(0)
            await take(table)
            await asyncio.wait([coming], timeout=1.0)
        else:
            await take(table)

    monkeypatch.setattr(first.member, "take", late)
    made = new_table(first.client, "embers", ["me", "hot"], seed=5)
    table = came[0]
    assert made["table"]["id"] == table
    assert first.client.get(f"/api/tables/{table}").json()["id"] == table
    assert first.rooms.actors[table].lease == first.member.number(table) == 1
    assert act_at(first, table, str(made["personal"][0]["key"])) == 1


def lost_after_commit(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit is made, but its answer gets lost."""
    store = inside(side.client).store
    whole, cut = store._transaction, list[object]()

    @contextmanager
    def once() -> Iterator[Any]:
        with whole() as connection:
            yield connection
        if not cut:
            cut.append(connection)
            raise sa.exc.OperationalError("commit", {}, OSError("the network is gone"))

    monkeypatch.setattr(store, "_transaction", once)


def test_nobody_is_told_that_nothing_was_changed_where_that_is_not_known(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides
    made = new_table(first.client, "embers", ["me", "open"], seed=5)
    store, table = inside(first.client).store, made["table"]["id"]
    lost_after_commit(first, monkeypatch)
    answer = first.client.post(f"/api/tables/{table}/join", json={"seat": 1, "name": "Brun"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unsure")
    wait_for(lambda: not store.ailing)
    assert first.client.get(f"/api/tables/{table}").json()["state"] == "playing"  # it was done
    lost_after_commit(first, monkeypatch)
    assert new_table(first.client, "embers", ["me", "hot"])["table"]["state"] == "playing"  # it is looked for
    assert store.count_tables() == 2


def reads(side: Side, kind: int) -> None:
    """What a server says of the cookies it reads (0: as an older one, which says nothing)."""
    with inside(side.client).store.engine.begin() as connection:
        mine = servers.c.address == side.member.address
        connection.execute(sa.update(servers).where(mine).values(reads=kind))


def test_who_signs_out_at_one_server_has_signed_out_at_all_once_all_of_them_can(
    open_site: Opener, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one of two servers is older, cookies name the person alone: it takes nobody for somebody else."""
    monkeypatch.setattr(devices, "LOOK", 0.02)
    monkeypatch.setattr(devices, "SURE", 0.0)
    database = postgres.database()
    first, second = (Side(open_site(database=database, among=f"http://{name}", life=3600.0)) for name in "ab")
    signer = inside(first.client).signer
    as_older = URLSafeSerializer(first.rooms.settings.signing_secret(), salt="guest")
    wait_for(lambda: signer.names_devices)
    reads(second, 0)
    wait_for(lambda: not signer.names_devices)
    early = other(first.client)
    early.put("/api/me", json={"name": "Early"})
    assert "." not in as_older.loads(early.cookies["firstfire"])
    reads(second, 1)
    wait_for(lambda: signer.names_devices)
    assert early.get("/api/me").json()["name"] == "Early"
    ayla = other(first.client)
    ayla.put("/api/me", json={"name": "Ayla"})
    assert "." in as_older.loads(ayla.cookies["firstfire"])
    copied = {"Cookie": f"firstfire={ayla.cookies['firstfire']}"}
    table = new_table(second.client, "embers", ["me", "hot"])["table"]["id"]
    thief = other(second.client)
    assert thief.get("/api/me", headers=copied).json()["name"] == "Ayla"
    with thief.websocket_connect(f"/api/tables/{table}/ws", headers=copied) as link:
        link.send_text('{"type": "hello"}')
        assert link.receive_json()["type"] == "welcome"
        assert ayla.post("/api/me/leave", json={}).json() == {"ok": True}
        while (message := link.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 1012
    thief.cookies.clear()
    assert thief.get("/api/me", headers=copied).json()["name"] != "Ayla"
    assert early.get("/api/me").json()["name"] == "Early"
