"""Three servers on one PostgreSQL: any of them leads to any table; kills, pauses and a database that goes away lose
nothing and double nothing."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import Iterator

import pytest
import websockets
from tests.server.cluster.conftest import RedisServer
from tests.server.cluster.fleet import Evening, Member, get, judge, post
from tests.server.postgres import Cluster
from tests.server.tools import Picture


@pytest.fixture(scope="module")
def fleet(
    postgres: Cluster, redis_running: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Member]]:
    database, folder = postgres.database(), tmp_path_factory.mktemp("fleet")
    members = [Member(folder / f"server{number}", database, redis_running.url) for number in range(3)]
    for member in members:
        member.start()
    yield members
    for member in members:
        if member.process is not None and member.process.poll() is None:
            member.kill()


@pytest.mark.slow
def test_every_server_leads_to_every_table(fleet: list[Member]) -> None:
    made = post(fleet[0].port, "/api/tables", {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]})
    table = made["table"]["id"]
    for member in fleet:
        assert get(member.port, f"/api/tables/{table}")["id"] == table
    joined = post(fleet[2].port, f"/api/tables/{table}/join", {"name": "Brun"})
    assert joined["table"]["state"] == "playing"
    assert get(fleet[1].port, f"/api/tables/{table}")["state"] == "playing"


@pytest.mark.slow
def test_the_lobby_is_the_same_at_every_server(fleet: list[Member]) -> None:
    """How far a game is that one server has is seen in the lobby of another."""
    seats = [{"kind": "me"}, {"kind": "hot"}]
    made = post(fleet[0].port, "/api/tables", {"game": "embers", "seats": seats, "listed": True})
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
    (row,) = [row for row in get(member.port, "/api/tables?state=running")["tables"] if row["id"] == table]
    return int(row["steps"])


@pytest.mark.slow
def test_games_go_on_whatever_happens_to_servers(fleet: list[Member]) -> None:
    """Six tables; servers are killed, paused for longer than their life, stopped in peace, one after the other."""

    async def play() -> Evening:
        evening, stream = Evening(fleet, 6, seed=1), random.Random(5)
        for what in ("kill", "pause", "stop"):
            await evening.play(20)
            member = stream.choice(fleet)
            if what == "pause":
                member.signal(signal.SIGSTOP)
                await asyncio.sleep(4)
                await evening.play(10)
                member.signal(signal.SIGCONT)
            else:
                await asyncio.to_thread(member.kill if what == "kill" else member.stop)
                await evening.play(10)
                await asyncio.to_thread(member.start)
        await evening.play(20)
        await evening.end()
        return evening

    evening = asyncio.run(play())
    assert judge(fleet[0].database, evening.people) >= 110
    print(f"{evening.acknowledged} actions, {len(evening.gaps)} links lost, the longest wait {max(evening.gaps):.1f} s")
