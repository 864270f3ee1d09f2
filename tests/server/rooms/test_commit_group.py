"""Actions that come while the next commit may not begin yet: carried out together, in order, as of when they came."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.server.store.test_database import event, founded

from firstfire.server.protocol.models import Act
from firstfire.server.rooms.actor import RoomActor
from firstfire.server.rooms.commit_group import CommitGroup
from firstfire.server.rooms.traffic import Outgoing, Say, Tick
from firstfire.server.store.database import Batch, Store

ACT = Say("ayla", Act(type="act", id="1", version=0, action=3))
SOON = 1.0  # seconds: later than anybody could come


class Writer:
    """A room that writes one event when its time has come."""

    def __init__(self, store: Store, table: str, order: list[str]) -> None:
        self.store, self.table, self.order = store, table, order

    def go_on(self) -> None:
        """Write."""
        self.order.append(self.table)
        self.store.write(Batch(self.table, (event(2),)), lambda trouble: self.order.append(f"{self.table} {trouble}"))


def test_those_who_wait_for_a_commit_are_written_by_it_together(tmp_path: Path) -> None:
    store, order, commits = Store(f"sqlite:///{tmp_path / 'games.sqlite3'}"), list[str](), list[int]()
    commit = store._commit

    def counted(work: list[Any]) -> None:
        commits.append(len(work))
        commit(work)

    async def scenario() -> None:
        for table in "abc":
            await store.append(founded(table, event(1)))
        group = CommitGroup(store)
        store._commit = counted  # type: ignore[method-assign]
        store._began = time.monotonic() + SOON
        assert [group.holds(Writer(store, table, order)) for table in "abc"] == [True, True, True]
        assert order == []
        while len(order) < 6:
            await asyncio.sleep(0.01)

    asyncio.run(scenario())
    store.close()
    assert commits[0] == 3 and order == ["a", "b", "c", "a None", "b None", "c None"]


def test_nobody_waits_where_a_commit_may_begin_at_once() -> None:
    store: Any = SimpleNamespace(next_commit=time.monotonic())
    assert not CommitGroup(store).holds(SimpleNamespace())


def test_one_that_fails_keeps_no_other_from_its_turn(tmp_path: Path) -> None:
    store, order = Store(f"sqlite:///{tmp_path / 'games.sqlite3'}"), list[str]()

    class Broken:
        def go_on(self) -> None:
            raise RuntimeError

    async def scenario() -> None:
        await store.append(founded("a", event(1)))
        group, store._began = CommitGroup(store), time.monotonic() + SOON
        assert group.holds(Broken()) and group.holds(Writer(store, "a", order))
        while len(order) < 2:
            await asyncio.sleep(0.01)

    asyncio.run(scenario())
    store.close()
    assert order == ["a", "a None"]


class Listening:
    """A room that only says what it was told, and as of when."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, float]] = []
        self.story = SimpleNamespace(id="table")
        self.stalled = False

    def handle(self, message: Any, now: float, wall: float) -> Outgoing:
        """Take one message."""
        self.heard.append((type(message).__name__, now))
        return Outgoing()


def told(*messages: Any) -> tuple[list[tuple[str, float]], list[int], float]:
    """What a room hears of messages while a commit has just begun; how many of them it had heard after each, and until
    when all had come."""

    async def scenario() -> tuple[list[tuple[str, float]], list[int], float]:
        room: Any = Listening()
        store: Any = Store.__new__(Store)
        store._began, store.pace, store.ailing, store._gathered = time.monotonic(), SOON, False, None
        owner: Any = SimpleNamespace(store=store, group=CommitGroup(store), settings=SimpleNamespace(sleep_after=60))
        actor = RoomActor(owner, room)
        at_once = []
        for message in messages:
            actor.put(message)
            at_once.append(len(room.heard))
        came = time.monotonic()
        while len(room.heard) < len(messages):
            await asyncio.sleep(0.01)
        actor.stop()
        return room.heard, at_once, came

    return asyncio.run(scenario())


def test_an_action_that_waits_counts_from_when_it_came() -> None:
    """A clock must not charge its player for a wait of ours."""
    heard, at_once, came = told(ACT)
    assert at_once == [0] and [name for name, _ in heard] == ["Say"] and heard[0][1] <= came


def test_a_message_that_need_not_wait_takes_the_action_before_it_along() -> None:
    heard, at_once, _ = told(ACT, Tick())
    assert at_once == [0, 2] and [name for name, _ in heard] == ["Say", "Tick"]
