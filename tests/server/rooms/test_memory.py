"""What a table takes in memory, and that it gives it back."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, new_table, other, wait_for

from firstfire.server.protocol.models import ClockSetting, CreateTable
from firstfire.server.rooms.outbox import Backlog, Wire
from firstfire.server.rooms.rooms import Hall

Opener = Callable[..., TestClient]


def hall_of(client: TestClient) -> Hall:
    found: Hall = client.app.state.site.hall  # type: ignore[attr-defined]
    return found


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Without the collector of cycles."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game", ["embers", "totem", "honga", "neta_tanka", "doggerland", "prehistory"])
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
        keeper = hall_of(site).keepers[table]
        room = keeper.room
        assert room.story.table is not None
        session = next(iter(room.presence.sessions.values()))
        parts: list[Any] = [keeper, room, room.story, room.story.table, room.showing, room.presence, session]
        left = [(type(part).__name__, weakref.ref(part)) for part in parts]
        del keeper, room, session, parts
    wait_for(lambda: table not in hall_of(site).keepers)
    wait_for(lambda: [name for name, part in left if part() is not None] == [])


@pytest.mark.usefixtures("uncollected")
def test_a_table_with_a_clock_sleeps_and_wakes_when_the_time_is_up(open_site: Opener) -> None:
    site = open_site(sleep_after=0.05)
    hall = hall_of(site)
    wish = CreateTable.model_validate({"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]})
    wish.clock = ClockSetting.model_construct(seconds=1, increment=0)

    async def opened() -> str:
        table = await hall.create("ayla", "Ayla", wish)
        await hall.keeper(table)
        return table

    assert site.portal is not None
    table = site.portal.call(opened)
    wait_for(lambda: table not in hall.keepers and table in hall.asleep)
    row, _ = hall.store.table(table) or (None, [])
    assert row is not None and row.summary["seats"][0]["kind"] == "person"

    def bots() -> list[str]:
        stored = hall.store.table(table)
        return [event.data["why"] for event in stored[1] if event.kind == "bot"] if stored else []

    wait_for(lambda: bots()[:1] == ["clock"])
    wait_for(lambda: table not in hall.keepers)


def test_a_viewer_who_does_not_read_is_cut_off_by_bytes() -> None:
    async def run() -> None:
        wire, cut = Wire(1000), asyncio.Event()
        wire.when_cut = cut.set
        wire.send(b"x" * 5000)  # one message alone may be large
        assert not wire.closed and wire.waiting == 5000
        wire.send(b"y")
        assert wire.is_cut and wire.code == 1013 and wire.waiting == 0
        assert cut.is_set()  # who listens to this viewer stops waiting for a word
        assert await wire.next() is None

    asyncio.run(run())


def test_what_was_read_does_not_count() -> None:
    async def run() -> None:
        wire = Wire(1000)
        for _ in range(20):
            wire.send(b"x" * 900)
            body = await wire.next()
            assert body is not None
            wire.taken(body)
        assert not wire.closed and wire.waiting == 0

    asyncio.run(run())


def test_all_viewers_of_an_address_together_leave_only_so_much_unread() -> None:
    async def run() -> None:
        backlog = Backlog(3000)
        wires = [Wire(1000, backlog) for _ in range(5)]
        for wire in wires:
            for _ in range(2):
                wire.send(b"x" * 450)
        assert backlog.waiting <= 3000 and [wire.closed for wire in wires] == [False, False, False, True, True]
        for wire in wires:
            wire.end()
        assert backlog.waiting == 0 and backlog.wires == 0

    asyncio.run(run())
