"""Two servers on one PostgreSQL, behind nginx, with a thinker: any of them leads to any table; whatever goes away for
a while, nothing is lost and nothing doubled; an upgrade goes from server to server."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
import websockets
from tests.server import embers_two
from tests.server.cluster.fleet import Evening, Member, get, judge, post
from tests.server.cluster.many_troubles import Troubled, fleet, told
from tests.server.tools import Picture
from tools.programs import nginx, postgresql, redis_server

import embers
from firstfire import games
from firstfire.server.store.database import Store
from firstfire.server.store.schema import leases, servers

# Real servers, one PostgreSQL and one Redis for all of them.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]

MISSING = "NO NGINX, NO REDIS OR NO POSTGRESQL, and they could not be installed: SEVERAL SERVERS ARE NOT TESTED"


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Troubled]:
    if nginx() is None or redis_server() is None or not postgresql():
        pytest.skip(MISSING)
    with fleet(tmp_path_factory.mktemp("fleet"), servers=2, thinkers=1, splits=False, seed=5) as running:
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


def test_a_clock_goes_on_at_another_server_when_its_own_is_killed_or_stopped(troubled: Troubled) -> None:
    """Nobody comes to the table: a server that is left takes it."""
    first, second = troubled.members
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}], "clock": {"seconds": 86400}}
    store, table = Store(first.database), post(first.door, "/api/tables", wish)["table"]["id"]
    for end, member, other in ((first.kill, first, second), (second.stop, second, first)):
        assert place_of(store, table) == member.address
        end()
        while place_of(store, table) != other.address:
            time.sleep(0.05)
        member.start()
    store.close()


def place_of(store: Store, table: str) -> str | None:
    """Where a server is that has a table."""
    at = sa.select(servers.c.address).join(leases, leases.c.server == servers.c.id).where(leases.c.table_id == table)
    with store.engine.connect() as connection:
        return connection.execute(at).scalar()


def test_games_go_on_whatever_happens(troubled: Troubled) -> None:
    """Six tables; a server is killed, another paused for longer than its life, the database and Redis are stopped in
    mid-game, the thinker is killed. (Sixty tables, and split networks: `make fleet`.)"""

    async def play() -> Evening:
        evening = Evening([troubled.proxy.door], 6, seed=1)
        await evening.play(10)
        for kind in ("kill", "pause", "database", "redis"):
            await troubled.happen(kind, evening, 6)
        await asyncio.to_thread(troubled.thinkers[0].kill)
        await evening.play(20)
        await evening.end()
        return evening

    evening = asyncio.run(play())
    print("\n".join(told(troubled, evening)))
    assert judge(troubled.members[0].database, evening.people) >= 60


def test_an_upgrade_goes_from_server_to_server(troubled: Troubled, monkeypatch: pytest.MonkeyPatch) -> None:
    """People play on while a server is stopped and comes back with newer rules, then the older one is stopped: games of
    the older rules drain from it, wake at the newer one and end by their own rules, beside games of the newer ones."""
    monkeypatch.setattr(games, "_ADDED", {"embers": {1: embers.GAME, 2: embers_two.GAME}})  # to judge by
    first, second = troubled.members

    async def play() -> Evening:
        evening = Evening([troubled.proxy.door], 4, seed=2)
        await evening.play(10)
        await asyncio.to_thread(first.stop)
        await evening.play(4)
        await asyncio.to_thread(first.start, "--game", "tests.server.embers_two")
        await evening.play(20)
        await asyncio.to_thread(second.stop)
        await evening.play(20)
        await evening.end()
        return evening

    evening = asyncio.run(play())
    assert judge(first.database, evening.people) >= 54
    store = Store(first.database)
    versions = {stored[0].setup["rules"]["rules_version"] for table in evening.games if (stored := store.table(table))}
    store.close()
    assert versions == {1, 2}
    waits = [gap.seconds for gap in evening.gaps]
    print(
        f"{evening.acknowledged} actions, {len(waits)} links came back, the longest after {max(waits, default=0):.1f} s"
    )
