"""Who waits for a thinking process: in turn, told how long, and never given another player instead."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Desk, Sitter, bot, inside, new_table, person

from firstfire.server.bots import thoughts
from firstfire.server.bots.queueing import LEAST, PATIENCE, FairQueue, WorkKind
from firstfire.server.bots.requests import BotRequest
from firstfire.server.rooms.rooms import Rooms
from firstfire.server.rooms.traffic import Chosen, HintJob, Waits


class Work:
    """Work that ends when it is told to, and remembers in which order it began."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    def named(self, name: str) -> Callable[[], Awaitable[str]]:
        async def work() -> str:
            self.began.append(name)
            self.ends[name] = asyncio.Event()
            await self.ends[name].wait()
            return name

        return work

    async def one_ends(self) -> None:
        name = next(name for name, end in self.ends.items() if not end.is_set())
        self.ends[name].set()
        for _ in range(5):
            await asyncio.sleep(0)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize("processes", [1, 2, 4])
def test_a_flood_of_hints_does_not_keep_bots_waiting(processes: int) -> None:
    async def run() -> None:
        queue, work = FairQueue(processes), Work()
        tasks = [asyncio.create_task(queue.run(WorkKind.ADVICE, f"g{i}", work.named(f"hint{i}"))) for i in range(60)]
        await settle()
        tasks += [asyncio.create_task(queue.run(WorkKind.BOT, f"t{i}", work.named(f"bot{i}"))) for i in range(5)]
        await settle()
        for _ in range(12):
            await work.one_ends()
        bots = [place for place, name in enumerate(work.began) if name.startswith("bot")]
        assert len(bots) == 5 and bots[-1] <= 12 + processes, work.began
        assert queue.lines[WorkKind.ADVICE].running <= max(1, processes // 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert queue.running == 0 and all(line.count == 0 for line in queue.lines.values())

    asyncio.run(run())


def test_who_asks_often_waits_like_everybody_and_a_table_without_people_waits_longest() -> None:
    async def run() -> None:
        queue, work = FairQueue(1), Work()
        tasks = [asyncio.create_task(queue.run(WorkKind.UNSEEN, "empty", work.named("unseen")))]
        await settle()
        for number in range(3):
            tasks.append(asyncio.create_task(queue.run(WorkKind.ADVICE, "greedy guest", work.named(f"again{number}"))))
        tasks.append(asyncio.create_task(queue.run(WorkKind.ADVICE, "guest", work.named("once"))))
        tasks.append(asyncio.create_task(queue.run(WorkKind.UNSEEN, "empty", work.named("unseen too"))))
        await settle()
        for _ in range(6):
            await work.one_ends()
        assert work.began == ["unseen", "again0", "once", "again1", "again2", "unseen too"]
        assert await asyncio.gather(*tasks) == ["unseen", "again0", "again1", "again2", "once", "unseen too"]

    asyncio.run(run())


def test_who_waits_hears_how_many_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firstfire.server.bots.queueing.TOLD_AFTER", 0.01)

    async def run() -> None:
        queue, work = FairQueue(1), Work()
        heard: dict[str, list[int]] = {}

        def told(name: str) -> Callable[[int, float], None]:
            return lambda ahead, seconds: heard.setdefault(name, []).append(ahead)

        tasks = [
            asyncio.create_task(queue.run(WorkKind.BOT, f"t{i}", work.named(f"{i}"), told(f"{i}"))) for i in range(4)
        ]
        while len(heard) < 3:
            await asyncio.sleep(0.01)
        assert heard == {"1": [0], "2": [1], "3": [2]}
        for _ in range(4):
            await work.one_ends()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_under_load_every_bot_thinks_less_in_the_same_measure() -> None:
    async def run() -> None:
        queue, work = FairQueue(2), Work()
        assert queue.share_of(5.0) == 5.0
        tasks = [asyncio.create_task(queue.run(WorkKind.BOT, f"t{i}", work.named(f"{i}"))) for i in range(20)]
        await settle()
        assert queue.share_of(5.0) == 2 * PATIENCE / 20 == queue.share_of(1.0)
        more = [asyncio.create_task(queue.run(WorkKind.BOT, f"m{i}", work.named(f"m{i}"))) for i in range(200)]
        await settle()
        assert queue.share_of(5.0) == LEAST
        for task in tasks + more:
            task.cancel()
        await asyncio.gather(*tasks, *more, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("language", "word"), [("en", "before this one"), ("fr", "avant celui-ci"), ("nl", "vóór deze")]
)
def test_the_table_says_how_long_a_bot_waits_and_that_it_thinks_less(language: str, word: str) -> None:
    desk = Desk([person("Ayla"), bot("greedy")])
    ayla = desk.enter("ayla", language=language)
    assert ayla.state["bots"] == {"share": 1.0, "ahead": 0, "seconds": 0, "sentence": ""}
    desk.act("ayla")
    version = desk.room.story.version
    desk.put(Waits(version, 3, 4.2))
    assert ayla.state["bots"]["ahead"] == 3 and word in ayla.state["bots"]["sentence"]
    assert desk.room.asked is not None
    desk.put(Chosen(1, version, desk.room.story.playing.numbers()[0], share=0.38))
    assert ayla.state["bots"]["share"] == 0.4 and "40" in ayla.state["bots"]["sentence"]


def test_who_asks_for_advice_hears_how_long(two: Desk) -> None:
    two.say("ayla", "hint", id="h", version=0)
    job = two.out.jobs[0]
    assert isinstance(job, HintJob) and job.who == "ayla"
    two.put(Waits(0, 7, 12.0, job.session, job.to))
    said = two.pictures["ayla"].seen[-1]
    assert said["type"] == "waiting" and (said["to"], said["ahead"], said["seconds"]) == ("h", 7, 12)
    assert "7" in said["sentence"] and two.pictures["brun"].seen[-1]["type"] != "waiting"


def test_a_bot_is_never_replaced_by_another_player(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """All processes are busy for long: the bot plays late, but it is the one that was chosen."""
    rooms: Rooms = inside(client).rooms
    asked: list[tuple[object, str]] = []

    async def slow(work: object, thought: BotRequest, *_: object) -> tuple[int, float]:
        asked.append((work, thought.level))
        await asyncio.sleep(2.5)
        return thought.numbers[-1], 1.0

    monkeypatch.setattr(rooms.bots._pool, "run", slow)
    table = new_table(client, "embers", ["me", {"kind": "bot", "level": "hunter"}], seed=5)["table"]["id"]
    with Sitter(client, table) as sitter:
        choice = sitter.picture.choices[0]["action"]
        sitter.say("act", version=0, action=choice)
        sitter.until(lambda: sitter.picture.my_turn)
    assert asked == [(thoughts.choose, "hunter")]
