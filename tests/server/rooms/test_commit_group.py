"""Actions that come while a commit is under way: carried out together after it, in order, as of when they came."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.store.test_database import event, founded

from firstfire.server.protocol.models import Act
from firstfire.server.rooms import commit_group
from firstfire.server.rooms.actor import RoomActor
from firstfire.server.rooms.commit_group import BUSY, CommitGroup
from firstfire.server.rooms.outbox import Backlog, Outbox
from firstfire.server.rooms.rooms import Rooms
from firstfire.server.rooms.traffic import Outgoing, Say, Tick
from firstfire.server.store.batch import Batch
from firstfire.server.store.database import Store

ACT = Say("ayla", Act(type="act", id="1", version=0, action=3))
PACE = 1.0  # seconds


class SlowDisk:
    """A store whose commits wait until they may go on, and are counted."""

    def __init__(self, path: Path) -> None:
        self.store = Store(f"sqlite:///{path / 'games.sqlite3'}")
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.commits: list[int] = []
        self._commit = self.store._commit
        self.store._commit = self._slow  # type: ignore[method-assign]

    def _slow(self, work: list[Any]) -> None:
        self.may_go_on.wait()
        self.commits += [len(work)] if work else []  # the last one, at closing, has none
        self._commit(work)


class Writer:
    """A room that writes one event when its time has come."""

    def __init__(self, group: CommitGroup, table: str, order: list[str]) -> None:
        self.group, self.table, self.order = group, table, order

    def go_on(self) -> None:
        """Write."""
        self.order.append(self.table)
        self.group.write(Batch(self.table, (event(2),)), lambda trouble: self.order.append(f"{self.table} {trouble}"))


def while_one_is_written(path: Path, scenario: Callable[[CommitGroup, list[str]], int]) -> tuple[list[str], list[int]]:
    """What a scenario with a group leads to that begins while a first table is being written, until so many things
    have happened; and how many writes each commit had."""
    disk, order = SlowDisk(path), list[str]()

    async def run() -> None:
        for table in ("first", *"abc"):
            await disk.store.append(founded(table, event(1)))
        group = CommitGroup(disk.store)
        disk.commits.clear()
        disk.may_go_on.clear()
        first = Writer(group, "first", order)
        assert not group.holds(first)
        first.go_on()
        expected = scenario(group, order)
        disk.may_go_on.set()
        while len(order) < expected:
            await asyncio.sleep(0.01)

    asyncio.run(run())
    disk.store.close()
    return order, disk.commits


def test_those_who_come_while_one_is_written_are_written_together_after_it(tmp_path: Path) -> None:
    def scenario(group: CommitGroup, order: list[str]) -> int:
        assert all(group.holds(Writer(group, table, order)) for table in "abc")
        assert order == ["first"]
        return 8

    order, commits = while_one_is_written(tmp_path, scenario)
    assert order == ["first", "first None", "a", "b", "c", "a None", "b None", "c None"]
    assert commits == [1, 3]


def test_where_many_wait_others_have_their_turn_before_the_last_are_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first of them wrote is on its way by then."""
    monkeypatch.setattr(commit_group, "AT_ONCE", 2)

    class Noticed(Writer):
        def go_on(self) -> None:
            super().go_on()
            asyncio.get_running_loop().call_soon(self.order.append, "others")

    def scenario(group: CommitGroup, order: list[str]) -> int:
        assert group.holds(Noticed(group, "a", order))
        assert all(group.holds(Writer(group, table, order)) for table in "bc")
        return 9

    order, commits = while_one_is_written(tmp_path, scenario)
    assert [each for each in order if "None" not in each] == ["first", "a", "b", "others", "c"]
    assert commits in ([1, 2, 1], [1, 3])  # the writing thread takes all there is


def test_one_that_fails_keeps_no_other_from_its_turn(tmp_path: Path) -> None:
    class Broken:
        def go_on(self) -> None:
            raise RuntimeError

    def scenario(group: CommitGroup, order: list[str]) -> int:
        assert group.holds(Broken()) and group.holds(Writer(group, "a", order))
        return 4

    order, _ = while_one_is_written(tmp_path, scenario)
    assert order == ["first", "first None", "a", "a None"]


def test_who_waits_is_not_kept_waiting_by_others_who_write_on_and_on(tmp_path: Path) -> None:
    """Talk is written without waiting: the end of any commit lets those who wait go on, however much is under way."""

    def scenario(group: CommitGroup, order: list[str]) -> int:
        assert group.holds(Writer(group, "a", order))

        def again(number: int) -> None:
            if "a None" not in order:
                group.write(Batch("b", (event(number),)), lambda trouble: again(number + 1))
                group.write(Batch("c", (event(number),)), lambda trouble: None)

        again(2)
        return 4

    order, _ = while_one_is_written(tmp_path, scenario)
    assert order == ["first", "first None", "a", "a None"]


def held_after(monkeypatch: pytest.MonkeyPatch, writes: int, within: float, then: float) -> bool:
    """Whether an action waits that comes some seconds after so many writes came evenly, and are all on the disk."""
    clock = [100.0]
    waiting: list[Any] = []
    store: Any = SimpleNamespace(write=lambda batch, then: waiting.append(then))
    monkeypatch.setattr(commit_group, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    async def run() -> bool:
        group = CommitGroup(store, PACE)
        for _ in range(writes):
            clock[0] += within / writes
            group.write(Batch("a"), lambda trouble: None)
            waiting.pop()(None)
        clock[0] += then
        return group.holds(SimpleNamespace(go_on=lambda: None))

    return asyncio.run(run())


def test_nobody_waits_where_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not held_after(monkeypatch, 0, 1.0, 0.0)


def test_at_a_quiet_server_the_next_commit_begins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five actions a second: a hundredth of the pace."""
    assert not held_after(monkeypatch, 25, 5.0, PACE / 50)


def test_under_load_commits_keep_their_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    assert held_after(monkeypatch, int(10 * BUSY), 5.0, PACE * 0.9)
    assert not held_after(monkeypatch, int(10 * BUSY), 5.0, PACE * 1.1)


class Listening:
    """A room that only says what it was told, and as of when."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, float]] = []
        self.story, self.clocks = SimpleNamespace(id="table", charged_at=0), SimpleNamespace(thinking_since=0.0)
        self.stalled = False

    def handle(self, message: Any, now: float, wall: float) -> Outgoing:
        """Take one message."""
        self.heard.append((type(message).__name__, now))
        return Outgoing()


def told(*messages: Any) -> tuple[list[tuple[str, float]], list[int], float]:
    """What a room hears of messages while a commit is under way; how many of them it had heard after each, and until
    when all had come."""

    async def scenario() -> tuple[list[tuple[str, float]], list[int], float]:
        room: Any = Listening()
        store: Any = Store.__new__(Store)
        written: list[Any] = []
        store.write = lambda batch, then: written.append(then)
        store.ailing, store._gathered = False, None
        group = CommitGroup(store)
        holding, settings = SimpleNamespace(number=lambda table: None), SimpleNamespace(sleep_after=60)
        owner: Any = SimpleNamespace(store=store, group=group, settings=settings, holding=holding)
        actor = RoomActor(owner, room)
        group.write(Batch("another"), lambda trouble: None)
        at_once = []
        for message in messages:
            actor.put(message)
            at_once.append(len(room.heard))
        came = time.monotonic()
        written.pop()(None)
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


def test_a_room_that_was_given_up_shows_nobody_anything() -> None:
    """What it wrote is on the disk: who asked for that is told so; who wanted to enter comes back."""

    async def scenario() -> None:
        room: Any = Listening()
        room.handle = lambda *_: Outgoing(events=[event(1)], reply="done")
        store: Any = Store.__new__(Store)
        written: list[Any] = []
        store.write = lambda batch, then: written.append(then)
        store.ailing, store._gathered = False, None
        holding, limits = SimpleNamespace(number=lambda table: None), SimpleNamespace(chats_kept=9)
        settings = SimpleNamespace(sleep_after=60, limits=limits)
        owner: Any = SimpleNamespace(store=store, group=CommitGroup(store), settings=settings, holding=holding)
        for entering in (False, True):
            actor, outbox = RoomActor(owner, room), Outbox(1000, Backlog(1000)) if entering else None
            answers = [asyncio.get_running_loop().create_future() for _ in range(3)]
            actor.put(Tick(), answer=answers[0], outbox=outbox)
            actor.put(Tick(), answer=answers[1])
            actor.stop()
            actor.put(Tick(), answer=answers[2])
            written.pop()(None)
            refused = [answer.result().refused is not None for answer in answers]
            assert refused == [entering, True, True]
            assert (actor.outboxes, actor.jobs, actor._alarm, actor._rest) == ({}, set(), None, None)
            if outbox is not None:
                assert (outbox.closed, outbox.code) == (True, 1012)

    asyncio.run(scenario())


def test_a_room_that_was_given_up_does_not_take_the_new_one_along() -> None:
    class Actor:
        id = "table"

    old: Any
    new: Any
    old, new, given_back = Actor(), Actor(), list[str]()
    rooms: Any = SimpleNamespace(actors={"table": new}, holding=SimpleNamespace(give_back=given_back.append))
    Rooms.forget(rooms, old)
    assert rooms.actors == {"table": new} and given_back == []
    Rooms.forget(rooms, new)
    assert rooms.actors == {} and given_back == ["table"]
