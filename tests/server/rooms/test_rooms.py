"""Rooms that sleep and wake, workers that die, rules that compile meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient
from tests.server.test_kills import Server
from tests.server.tools import Sitter, inside, new_table, wait_for

import table_bot
from firstfire import Table
from firstfire.server.bots.requests import BotRequest
from firstfire.server.rooms.actor import RoomActor, bot_pause
from firstfire.server.rooms.traffic import Tick
from firstfire.server.settings import Keeping
from firstfire.server.store.batch import Batch
from firstfire.server.store.trouble import StoreTrouble, Then

Opener = Callable[..., TestClient]


def test_a_room_sleeps_and_wakes_where_it_was(open_site: Opener) -> None:
    site = open_site(sleep_after=0.05)
    table = new_table(site, "embers", ["me", "hot"], seed=5)["table"]["id"]
    with Sitter(site, table) as sitter:
        sitter.act(random.Random(1))
        before = sitter.picture.state["scene"]
    wait_for(lambda: table not in inside(site).rooms.actors)
    with Sitter(site, table) as sitter:
        assert sitter.picture.state["scene"] == before and sitter.picture.state["version"] == 1


def test_a_bot_plays_on_after_waking(open_site: Opener) -> None:
    first = open_site(bot_pause=3600.0)  # the server goes down before this bot has moved
    table = new_table(first, "embers", ["me", {"kind": "bot", "level": "random"}], seed=5)["table"]["id"]
    with Sitter(first, table) as sitter:
        assert sitter.act(random.Random(1))["type"] == "done"
    second = open_site()
    second.cookies = first.cookies
    with Sitter(second, table) as sitter:
        sitter.until(lambda: sitter.picture.my_turn)
        assert sitter.picture.state["version"] == 2


def test_a_dead_worker_is_replaced(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", {"kind": "bot", "level": "random"}], seed=5)["table"]["id"]
    with Sitter(client, table) as sitter:
        sitter.act(random.Random(1))
        sitter.until(lambda: sitter.picture.my_turn)
        pool = inside(client).rooms.bots._pool._pool
        assert pool is not None
        for process in list(pool._processes.values()):
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
        sitter.act(random.Random(1))
        sitter.until(lambda: sitter.picture.my_turn)
        assert sitter.picture.state["version"] == 4


def test_a_failed_write_is_nobodys_news(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full: nothing is acknowledged, everybody is asked to come back, and the game
    stands where it stood."""
    table = new_table(client, "embers", ["me", "hot"], seed=5)["table"]["id"]

    def full(batch: Batch, then: Then) -> None:
        asyncio.get_running_loop().call_soon(then, StoreTrouble("disk full"))

    with Sitter(client, table) as sitter, monkeypatch.context() as trouble:
        trouble.setattr(inside(client).rooms.store, "write", full)
        choice = sitter.picture.choices[0]["action"]
        sitter.socket.send_json({"type": "act", "id": "lost", "version": 0, "action": choice})
        assert sitter.socket.receive()["type"] == "websocket.close"
    with Sitter(client, table) as sitter:
        assert sitter.picture.state["version"] == 0 and sitter.picture.my_turn
        assert sitter.act(random.Random(1))["type"] == "done"


@pytest.mark.slow
def test_a_table_plays_while_its_rules_compile_and_then_faster(open_site: Opener, tmp_path: Path) -> None:
    site = open_site(compile_rules=True)
    table = new_table(site, "embers", ["me", "hot"], seed=5)["table"]["id"]
    with Sitter(site, table) as sitter:
        states = [sitter.picture.state["engine"]["state"]]
        assert sitter.act(random.Random(1))["type"] == "done"
        sitter.until(lambda: sitter.picture.state["engine"]["state"] != "compiling")
        states.append(sitter.picture.state["engine"]["state"])
        assert states == ["compiling", "ready"] and inside(site).rooms.actors[table].room.story.interpreted is False
        while not sitter.over:
            sitter.say("look", seat=sitter.picture.state["turn"]["seat"])
            sitter.until(lambda: sitter.picture.my_turn)
            assert sitter.act(random.Random(1))["type"] == "done"


def in_parts(sitter: Sitter, parts: int) -> bool:
    return bool(sitter.picture.state["engine"]["parts"] == parts)


def test_a_table_shows_how_far_the_compiler_is(open_site: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    site = open_site()
    table = new_table(site, "embers", ["me", "hot"])["table"]["id"]
    rooms = inside(site).rooms
    assert site.portal is not None
    with Sitter(site, table) as sitter:
        for reached, sentence in (((0, 0), "will soon be prepared"), ((12, 36), "is preparing the rules")):
            monkeypatch.setattr(rooms.compiling, "reached", lambda game, reached=reached: reached)
            site.portal.call(rooms._compiled, "embers@1", "compiling", None)
            sitter.until(lambda: sitter.picture.state["engine"]["state"] == "compiling")
            sitter.until(partial(in_parts, sitter, reached[1]))
            assert sitter.picture.state["engine"]["done"] == reached[0]
            assert sentence in sitter.picture.state["engine"]["sentence"]


@pytest.mark.slow
def test_two_example_bots_play_by_a_personal_link_and_by_the_link_of_the_table(tmp_path: Path) -> None:
    """examples/table_bot.py against a real server, at Totem: both act at once in the beginning."""
    server = Server(tmp_path, games=("totem",))
    server.start()
    try:
        address = f"http://127.0.0.1:{server.port}"
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = json.dumps({"game": "totem", "seats": seats}).encode()
        asked = Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
        with urlopen(asked) as answer:
            made = json.load(answer)
        links = [address + made["personal"][0]["link"], table_bot.take_seat(f"{address}/t/{made['table']['id']}")]

        async def both() -> list[dict[str, object]]:
            return list(await asyncio.gather(*(table_bot.play(link) for link in links)))

        results = asyncio.run(both())
    finally:
        server.kill()
    assert results[0] == results[1] and results[0]["winners"]


@pytest.mark.parametrize("waited", [0.0, 1.5, 5.0])
def test_a_little_thought_more_or_less_is_not_seen_where_options_are_secret(waited: float) -> None:
    """From the question to the move: the same for every thought shorter than a beat, however long people waited."""
    thoughts = (0.0001, 0.004, 0.02, 0.085, 0.29)
    assert {round(thought + bot_pause(0.3, waited, thought, secret=True), 6) for thought in thoughts} == {0.3}
    assert round(0.31 + bot_pause(0.3, waited, 0.31, secret=True), 6) == 0.6


@pytest.mark.parametrize(
    ("level", "seats", "secret"),
    [("elder", 2, True), ("elder", 3, True), ("elder", 4, False), ("spirit", 2, False), ("shaman", 3, False)],
)
def test_moves_come_on_a_beat_where_how_long_a_bot_thinks_is_secret(
    level: str, seats: int, secret: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nētā-Tanka's elder thinks ten times as long while its hidden objective is in reach, where a net leads it
    otherwise. Without compiled rules that is seconds, so the beat is longer; and it thinks less than a beat."""
    table = Table.new("neta_tanka", seats, 4, interpreted=True)
    assert table.player is not None
    view = table.view(table.player)
    asked = BotRequest(table.game.key, view.seat, level, bytes(view.state), tuple(view.numbers), 1)
    job: Any = SimpleNamespace(asked=asked, version=7)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("firstfire.server.rooms.actor.time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr("firstfire.server.rooms.actor.asyncio.sleep", sleep)
    for engines, beat in (({}, 1.0), ({table.game.key: object()}, 0.3)):
        limits: list[float] = []
        moves: list[Any] = []

        async def choose(_: object, limit: float, heard: list[float] = limits, **more: object) -> tuple[int, float]:
            heard.append(limit)
            return asked.numbers[0], 0.4

        settings, bots = SimpleNamespace(bot_pause=0.3), SimpleNamespace(choose=choose)
        rooms = SimpleNamespace(compiling=SimpleNamespace(engines=engines), settings=settings, bots=bots)
        ends: list[bool] = [False]
        room = SimpleNamespace(ends_undo=lambda *_, ends=ends: ends[0])
        actor: Any = SimpleNamespace(rooms=rooms, room=room, waiting_since=0.0, id="t", outboxes={}, put=moves.append)
        actor._beat = partial(RoomActor._beat, actor)
        actor._has_secret_options = lambda _: False
        assert actor._beat(job) == (beat if secret else 0.0)
        asyncio.run(RoomActor._think(actor, job))
        assert moves[0].share == (1.0 if secret else 0.4)
        assert limits == [pytest.approx(0.7 * beat if secret else 5.0)]
        assert slept.pop() == (beat if secret else 0.3)
        ends[0] = True  # somebody may still take back what they did
        asyncio.run(RoomActor._think(actor, job))
        assert slept.pop() == 3.0


def test_where_everybody_knows_the_options_a_bot_dawdles_less_the_longer_people_have_waited() -> None:
    assert [bot_pause(0.3, waited, 0.0, secret=False) for waited in (0.0, 1.5, 5.0)] == [0.3, 0.09, 0.0]
    assert bot_pause(0.3, 0.0, 1.0, secret=False) == 0.0
    assert bot_pause(0.0, 0.0, 0.2, secret=True) == 0.0


def test_a_server_that_stops_charges_what_was_thought_by_then(open_site: Opener) -> None:
    """Of a table that is awake, and of one that sleeps while its clock runs."""
    site = open_site(sleep_after=0.05)
    tables = [new_table(site, "embers", ["me", "hot"], clock={"seconds": 30})["table"]["id"] for _ in range(2)]
    with Sitter(site, tables[0]):
        wait_for(lambda: tables[1] in inside(site).rooms.asleep)
        assert site.portal is not None
        site.portal.call(inside(site).rooms.close)
    site.portal.call(inside(site).store.probe)  # what waits is written
    for table in tables:
        stored = inside(site).store.table(table)
        assert stored is not None
        last = stored[1][-1]
        assert last.kind == "spend" and 50 * (table == tables[1]) <= last.data["spent"] < 30_000


def test_a_full_server_takes_a_room_from_the_address_that_keeps_most(open_site: Opener) -> None:
    site = open_site(keeping=Keeping(awake=2))
    tables = [new_table(site, "embers", ["me", "hot"])["table"]["id"] for _ in range(2)]
    late = TestClient(site.app, client=("10.0.0.9", 1))
    late.portal = site.portal
    with Sitter(site, tables[0]) as one, Sitter(site, tables[1]) as two:
        assert one.act(random.Random(1))["type"] == "done"
        mine = new_table(late, "embers", ["me", "hot"])["table"]["id"]
        with Sitter(late, mine) as honest:
            assert two.socket.receive()["type"] == "websocket.close", "nobody acted there"
            assert one.say("chat", text="here")["type"] == honest.act(random.Random(1))["type"] == "done"
            third = TestClient(site.app, client=("10.0.0.10", 1))
            third.portal = site.portal
            third.get("/api/me")
            refused = third.get(f"/api/tables/{tables[1]}")
            assert refused.json()["code"] == "full", "who keeps one room keeps it"


def test_who_waits_for_a_room_that_others_put_to_sleep_at_once_gets_the_one_that_is_awake(client: TestClient) -> None:
    """A server takes a game by the clock over, and lets it sleep, while its people come."""
    rooms, clock = inside(client).rooms, {"seconds": 86400, "increment": 0}
    table = new_table(client, "embers", ["me", "hot"], clock=clock)["table"]["id"]
    assert client.portal is not None
    client.portal.call(rooms.lose, [table])

    async def both() -> bool:
        adopting = asyncio.create_task(rooms._adopt([table]))
        await asyncio.sleep(0)
        found = await rooms.actor(table)
        awake = rooms.actors.get(table) is found
        await adopting
        return awake

    assert client.portal.call(both)


def test_a_room_that_sleeps_does_nothing_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was to hear later (a clock, while nothing could be stored) is heard by the next one."""
    rooms, table = inside(client).rooms, new_table(client, "embers", ["me", "hot"])["table"]["id"]
    assert client.portal is not None
    actor, heard = client.portal.call(rooms.actor, table), list[object]()
    client.portal.call(actor.sleep)
    assert table not in rooms.actors
    monkeypatch.setattr(actor.room, "handle", lambda *words: heard.append(words))
    client.portal.call(actor.put, Tick())
    assert heard == []
