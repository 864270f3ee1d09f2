"""What a table takes in memory, and that it gives it back."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient
from tests.server.tools import Sitter, inside, new_table, other, wait_for

from firstfire.server.protocol.models import ClockSetting, CreateTable
from firstfire.server.rooms.outbox import Backlog, Outbox

Opener = Callable[..., TestClient]
FIVE = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Without the collector of cycles."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game", ["embers", *(pytest.param(name, marks=pytest.mark.slow) for name in FIVE)])
@pytest.mark.usefixtures("uncollected")
def test_a_table_that_sleeps_is_gone_from_memory_at_once(open_site: Opener, game: str) -> None:
    """Nothing of a room is left when it sleeps, without any search for cycles: it was played at, talked at,
    watched, taken back at, with a bot and a stranger who came and went."""
    site = open_site(sleep_after=0.05)
    table = new_table(site, game, ["me", {"kind": "bot", "level": "random"}], seed=5)["table"]["id"]
    stream = random.Random(1)
    with Sitter(site, table) as sitter, Sitter(other(site), table, language="fr") as watcher:
        for _ in range(3):
            sitter.until(lambda: sitter.picture.my_turn)
            sitter.act(stream)
        if sitter.picture.state["undo"]:
            sitter.say("undo", version=sitter.picture.state["version"])
        sitter.say("chat", text="hello")
        watcher.say("language", language="nl")
        site.get(f"/api/tables/{table}/replay?seat=0")
        actor = inside(site).rooms.actors[table]
        room = actor.room
        assert room.story.table is not None
        session = next(iter(room.presence.sessions.values()))
        parts: list[Any] = [actor, room, room.story, room.story.table, room.showing, room.presence, session]
        left = [(type(part).__name__, weakref.ref(part)) for part in parts]
        del actor, room, session, parts
    wait_for(lambda: table not in inside(site).rooms.actors)
    wait_for(lambda: [name for name, part in left if part() is not None] == [])


@pytest.mark.usefixtures("uncollected")
def test_a_table_with_a_clock_sleeps_and_wakes_when_the_time_is_up(open_site: Opener) -> None:
    site = open_site(sleep_after=0.05)
    rooms, founding = inside(site).rooms, inside(site).founding
    wish = TypeAdapter(CreateTable).validate_python({"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]})
    wish = replace(wish, clock=ClockSetting(seconds=1))

    async def opened() -> str:
        table = (await founding.create("ayla", "Ayla", wish)).id
        await rooms.actor(table)
        return table

    assert site.portal is not None
    table = site.portal.call(opened)
    wait_for(lambda: table not in rooms.actors and table in rooms.asleep)
    row, _ = rooms.store.table(table) or (None, [])
    assert row is not None and row.summary["seats"][0]["kind"] == "person"

    def bots() -> list[str]:
        stored = rooms.store.table(table)
        return [event.data["why"] for event in stored[1] if event.kind == "bot"] if stored else []

    wait_for(lambda: bots()[:1] == ["clock"])
    wait_for(lambda: table not in rooms.actors)


def test_a_viewer_who_does_not_read_is_cut_off_by_bytes() -> None:
    async def run() -> None:
        outbox, cut = Outbox(1000), asyncio.Event()
        outbox.when_cut = cut.set
        outbox.send(b"x" * 5000)  # one message alone may be large
        assert not outbox.closed and outbox.waiting == 5000
        outbox.send(b"y")
        assert outbox.is_cut and outbox.code == 1013 and outbox.waiting == 0
        assert cut.is_set()  # who listens to this viewer stops waiting for a word
        assert await outbox.next() is None

    asyncio.run(run())


def test_what_was_read_does_not_count() -> None:
    async def run() -> None:
        outbox = Outbox(1000)
        for _ in range(20):
            outbox.send(b"x" * 900)
            body = await outbox.next()
            assert body is not None
            outbox.taken(body)
        assert not outbox.closed and outbox.waiting == 0

    asyncio.run(run())


def test_all_viewers_of_an_address_together_leave_only_so_much_unread() -> None:
    async def run() -> None:
        backlog = Backlog(3000)
        outboxes = [Outbox(1000, backlog) for _ in range(5)]
        for outbox in outboxes:
            for _ in range(2):
                outbox.send(b"x" * 450)
        assert backlog.waiting <= 3000 and [outbox.closed for outbox in outboxes] == [False, False, False, True, True]
        for outbox in outboxes:
            outbox.end()
        assert backlog.waiting == 0 and backlog.outboxes == 0

    asyncio.run(run())
