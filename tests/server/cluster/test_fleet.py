"""Two servers on one PostgreSQL, behind nginx, with a thinker: any of them leads to any table; whatever goes away for
a while, nothing is lost and nothing doubled; an upgrade goes from server to server."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import sqlalchemy as sa
import websockets
from tests.server import embers_two
from tests.server.cluster.fleet import Member, Refused, get, post
from tests.server.cluster.judging import judge
from tests.server.cluster.many_troubles import Missing, Troubled, fleet, told
from tests.server.cluster.people import Evening, visitor
from tests.server.mail_server import MailServer, mail_server, text_of, token_of
from tests.server.tools import Picture, wait_for

import embers
from firstfire import games
from firstfire.server.store.database import Store
from firstfire.server.store.engine import change_shape
from firstfire.server.store.leases import evict
from firstfire.server.store.schema import dues, leases, servers

# Real servers, one PostgreSQL and one Redis for all of them.
pytestmark = pytest.mark.slow

MISSING = "NO NGINX, NO REDIS OR NO POSTGRESQL, and they could not be installed: SEVERAL SERVERS ARE NOT TESTED"


@pytest.fixture(scope="module")
def letters() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory, letters: MailServer) -> Iterator[Troubled]:
    by_mail = ("--smtp", letters.address, "--mail-from", "games@example.org")
    with ExitStack() as held:
        try:
            running = held.enter_context(
                fleet(tmp_path_factory.mktemp("fleet"), servers=2, thinkers=1, splits=False, seed=5, words=by_mail)
            )
        except Missing as missing:
            pytest.skip(f"{MISSING} ({missing})")
        yield running


def test_every_server_leads_to_every_table(troubled: Troubled) -> None:
    fleet = troubled.members
    made = post(fleet[0].door, "/api/tables", {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]})
    table = made["table"]["id"]
    for member in fleet:
        assert get(member.door, f"/api/tables/{table}")["id"] == table
    joined = post(fleet[1].door, f"/api/tables/{table}/join", {"name": "Brun"})
    assert joined["table"]["state"] == "playing"
    assert get(fleet[1].door, f"/api/tables/{table}")["state"] == "playing"


def test_the_lobby_is_the_same_at_every_server(troubled: Troubled) -> None:
    """How far a game is that one server has is seen in the lobby of another."""
    fleet = troubled.members
    seats = [{"kind": "me"}, {"kind": "hot"}]
    fleet = troubled.members
    made = post(fleet[0].door, "/api/tables", {"game": "embers", "seats": seats, "listed": True})
    table, (first, _) = made["table"]["id"], made["personal"]

    async def one_move() -> None:
        picture = Picture()
        async with websockets.connect(f"ws://127.0.0.1:{fleet[1].port}/api/tables/{table}/ws") as link:
            await link.send(json.dumps({"type": "hello", "key": first["key"]}))
            while not picture.my_turn:
                picture.take(await link.recv())
            version, action = picture.state["version"], picture.choices[0]["action"]
            await link.send(json.dumps({"type": "act", "id": "one", "version": version, "action": action}))
            while "one" not in picture.answers:
                picture.take(await link.recv())
            assert picture.answers["one"]["type"] == "done"
            for member in fleet:
                while not steps_at(member, table):
                    await asyncio.sleep(0.05)

    asyncio.run(one_move())


def steps_at(member: Member, table: str) -> int:
    (row,) = [row for row in get(member.door, "/api/tables?state=running")["tables"] if row["id"] == table]
    return int(row["steps"])


def test_who_was_led_to_a_server_that_hangs_comes_back_to_another(troubled: Troubled) -> None:
    """Whoever came through another server has a link that still answers pings; the way behind it is dead."""
    first, second = troubled.members
    made = post(first.door, "/api/tables", {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]})
    address = f"ws://127.0.0.1:{second.port}/api/tables/{made['table']['id']}/ws"
    hello = json.dumps({"type": "hello", "key": made["personal"][0]["key"]})

    async def look(*, pausing: bool) -> None:
        picture = Picture()
        async with websockets.connect(address, open_timeout=60) as link:
            await link.send(hello)
            while "version" not in picture.state:
                picture.take(await link.recv())
            if pausing:
                first.signal(signal.SIGSTOP)
                with pytest.raises(websockets.exceptions.ConnectionClosed):
                    while True:
                        await link.recv()

    try:
        asyncio.run(look(pausing=True))
        asyncio.run(look(pausing=False))
    finally:
        first.signal(signal.SIGCONT)


def test_clocks_and_notices_go_on_at_another_server_when_their_own_is_killed_or_stopped(
    troubled: Troubled, letters: MailServer
) -> None:  # fmt: skip
    """Nobody comes to the table: a server that is left takes it. Brun is told of his turn, once, although the server
    where it began was killed before it was time."""
    first, second = troubled.members
    awaited, told = table_where_brun_is_awaited(first, letters), len(letters.letters)
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}], "clock": {"seconds": 86400}}
    store, table = Store(first.database), post(first.door, "/api/tables", wish)["table"]["id"]
    for end, member, other in ((first.kill, first, second), (second.stop, second, first)):
        assert place_of(store, table) == member.address
        end()
        while place_of(store, table) != other.address:
            time.sleep(0.05)
        member.start()
    store.close()
    letters.wait(told + 1)
    wait_for(lambda: not due_at(first.database))  # the letter may be here before its sender has noted that it went
    assert [awaited in text_of(letter) for letter in letters.letters[told:]] == [True]


def table_where_brun_is_awaited(member: Member, letters: MailServer) -> str:
    """A table at a server where it has just become the turn of somebody who is away, and can be written to."""
    brun = visitor(member.door)
    post(member.door, "/api/me/notices/mail", {"address": "brun@example.org"}, cookie=brun)
    post(member.door, "/api/notices/confirm", {"token": token_of(letters.wait()[0], "confirm")})
    made = post(member.door, "/api/tables", {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]})
    table = str(made["table"]["id"])
    post(member.door, f"/api/tables/{table}/join", {"name": "Brun"}, cookie=brun)

    async def act() -> None:
        picture = Picture()
        async with websockets.connect(f"ws://127.0.0.1:{member.port}/api/tables/{table}/ws") as link:
            await link.send(json.dumps({"type": "hello", "key": made["personal"][0]["key"]}))
            while picture.state.get("turn", {"seat": 0})["seat"] != 1:
                if picture.my_turn:
                    now, action = picture.state["version"], picture.choices[0]["action"]
                    await link.send(json.dumps({"type": "act", "id": f"{now}", "version": now, "action": action}))
                picture.take(await link.recv())

    asyncio.run(act())
    assert due_at(member.database) == [table]
    return table


def due_at(database: str) -> list[str]:
    """The tables where a notice is due."""
    store = Store(database)
    with store.engine.connect() as connection:
        found = list(connection.execute(sa.select(dues.c.table_id)).scalars())
    store.close()
    return found


def test_everything_of_somebody_is_forgotten_at_whichever_server_it_is(troubled: Troubled) -> None:
    """Ayla sits at a table of each server, and says at one of them that nothing shall be kept."""
    first, second = troubled.members
    ayla, tables = visitor(first.door), []
    for member in (first, second):
        made = post(member.door, "/api/tables", {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]})
        tables.append(made["table"]["id"])
        post(member.door, f"/api/tables/{tables[-1]}/join", {"name": "Ayla"}, cookie=ayla)
    post(first.door, "/api/me/forget", {"sure": "forget me"}, cookie=ayla)
    for table in tables:
        for member in (first, second):
            while "Ayla" in str(seats := get(member.door, f"/api/tables/{table}")["seats"]):
                time.sleep(0.05)  # the server that had it learns that with its next beat
            assert seats[1]["kind"] == "bot"


def test_who_is_forgotten_at_one_server_takes_nobody_away_at_another(troubled: Troubled) -> None:
    """Brun plays by the clock at a table of the second server; Ayla, his rival, and somebody who said a word there are
    forgotten by the first. He keeps his link and sees it; the table stays where it is, and its clock runs on."""
    first, second = troubled.members
    ayla, brun, passer = (visitor(first.door) for _ in range(3))
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": {"seconds": 86400}, "name": "Ayla"}
    table = post(second.door, "/api/tables", wish, cookie=ayla)["table"]["id"]
    post(second.door, f"/api/tables/{table}/join", {"name": "Brun"}, cookie=brun)
    address, sure = f"ws://127.0.0.1:{first.port}/api/tables/{table}/ws", {"sure": "forget me"}
    store = Store(first.database)
    with pytest.raises(Refused, match="403"):  # who has not the secret is no server
        post(first.door, "/api/servers/forget", {"word": "ayla"})

    def held() -> object:
        with store.engine.connect() as connection:
            return connection.execute(sa.select(leases).where(leases.c.table_id == table)).one()

    async def sit() -> None:
        picture = Picture()
        async with websockets.connect(address, additional_headers={"Cookie": brun}) as link:
            await link.send(json.dumps({"type": "hello"}))
            async with websockets.connect(address, additional_headers={"Cookie": passer}) as beside:
                await beside.send(json.dumps({"type": "hello"}))
                await beside.send(json.dumps({"type": "chat", "id": "1", "text": "a word"}))
                while not picture.state.get("chat"):
                    picture.take(await link.recv())
            before, turn = held(), picture.state["turn"]
            await asyncio.to_thread(post, first.door, "/api/me/forget", sure, cookie=passer)
            while picture.state["chat"]:
                picture.take(await link.recv())
            assert held() == before and picture.state["turn"] == turn
            await asyncio.to_thread(post, first.door, "/api/me/forget", sure, cookie=ayla)
            while "Ayla" in str(picture.state["seats"]) or not picture.state["scene"]["over"]:
                if picture.my_turn:
                    now, action = picture.state["version"], picture.choices[0]["action"]
                    await link.send(json.dumps({"type": "act", "id": f"{now}", "version": now, "action": action}))
                picture.take(await link.recv())
            assert held() == before

    asyncio.run(sit())
    assert "Ayla" not in str(store.table(table))
    rematch_stays_where_it_is(troubled, store, table, brun)
    store.close()


def rematch_stays_where_it_is(troubled: Troubled, store: Store, table: str, cookie: str) -> None:
    """A finished table is at the second server, its rematch comes to the first: who asks for it is told of it."""
    first, second = troubled.members
    again = post(second.door, f"/api/tables/{table}/rematch", {}, cookie=cookie)["table"]["id"]
    with store.engine.begin() as connection:
        evict(connection, [again])
    while (at := place_of(store, again)) != first.address:
        if at is None:
            get(first.door, f"/api/tables/{again}")
        time.sleep(0.05)
    while get(second.door, f"/api/tables/{again}", handed_on="1").get("code") != "trouble":
        time.sleep(0.05)  # it learns with its next beat that it has it no more
    told = post(second.door, f"/api/tables/{table}/rematch", {}, cookie=cookie)
    assert told["table"]["id"] == again and len(told["personal"]) == len(told["table"]["mine"]) == 1
    assert place_of(store, again) == first.address


def place_of(store: Store, table: str) -> str | None:
    """Where a server is that has a table."""
    at = sa.select(servers.c.address).join(leases, leases.c.server == servers.c.id).where(leases.c.table_id == table)
    with store.engine.connect() as connection:
        return connection.execute(at).scalar()


def test_games_go_on_whatever_happens(troubled: Troubled) -> None:
    """Six tables; a server is killed, another paused for longer than its life, the database and Redis are stopped in
    mid-game, the thinker is killed. (Sixty tables, and split networks: `make fleet`.)"""

    async def play() -> Evening:
        evening = Evening([troubled.proxy.door], 6, seed=1, games=("embers", "totem", "embers"))
        await evening.play(10)
        for kind in ("kill", "pause", "database", "redis"):
            await troubled.happen(kind, evening, 6)
        await asyncio.to_thread(troubled.thinkers[0].kill)
        await evening.play(20)
        await evening.end()
        await evening.compare()
        return evening

    evening = asyncio.run(play())
    print("\n".join(told(troubled, evening)))
    assert any(gap.by_number for gap in evening.gaps)
    done = judge(troubled.members[0].database, evening.people)
    assert done["act"] >= 60 and done["chat"]


def newer_shape(database: str) -> None:
    """As a server of a later version would change it."""

    def change(connection: sa.Connection) -> None:
        connection.execute(sa.text("create table marvels (id integer primary key)"))
        for table in ("tables", "events", "leases"):
            connection.execute(sa.text(f"alter table {table} add column later integer not null default 0"))
        connection.execute(sa.text("update alembic_version set version_num = '0999'"))

    store = Store(database)
    change_shape(store.engine, change)
    store.close()


def test_an_upgrade_goes_from_server_to_server(troubled: Troubled, monkeypatch: pytest.MonkeyPatch) -> None:
    """People play on while a server is stopped and comes back with newer rules, then the older one is stopped: games of
    the older rules drain from it, wake at the newer one and end by their own rules, beside games of the newer ones.
    Meanwhile the database gets a shape that none of them knows yet: they go on, and start, with what it adds."""
    monkeypatch.setattr(games, "_ADDED", {"embers": {1: embers.GAME, 2: embers_two.GAME}})  # to judge by
    first, second = troubled.members

    async def play() -> Evening:
        evening = Evening([troubled.proxy.door], 4, seed=2)
        await evening.play(10)
        await asyncio.to_thread(first.stop)
        await evening.play(4)
        newer_shape(first.database)
        await asyncio.to_thread(first.start, "--game", "tests.server.embers_two")
        await evening.play(20)
        await asyncio.to_thread(second.stop)
        await evening.play(20)
        await evening.end()
        return evening

    evening = asyncio.run(play())
    assert judge(first.database, evening.people)["act"] >= 54
    store = Store(first.database)
    versions = {stored[0].setup["rules"]["rules_version"] for table in evening.games if (stored := store.table(table))}
    store.close()
    assert versions == {1, 2}
    waits = [gap.seconds for gap in evening.gaps]
    print(
        f"{evening.acknowledged} actions, {len(waits)} links came back, the longest after {max(waits, default=0):.1f} s"
    )
