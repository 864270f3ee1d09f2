"""Machines that think for servers, through a real Redis: whoever waits gets an answer, whatever happens to them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis
from tests.server.cluster.fleet import ThinkingMachine
from tests.server.cluster.redis_server import RedisServer

from firstfire import Table
from firstfire.saves import save_text
from firstfire.server.bots import jobs
from firstfire.server.bots.compiling import CompileQueue
from firstfire.server.bots.jobs import Advise, BadJob, Choose, Nobody, ReviewJob
from firstfire.server.bots.queueing import FairQueue
from firstfire.server.bots.remote import Thinkers
from firstfire.server.bots.requests import BotRequest, Reader, luck_of
from firstfire.server.bots.sign import sign
from firstfire.server.bots.thinking import Bots
from firstfire.server.settings import Settings

# Real servers, one PostgreSQL and one Redis for all of them.
pytestmark = pytest.mark.slow

READER = Reader("nl", ("Ayla", "Brun"), 0)


def request(level: str = "greedy", seed: int = 3) -> BotRequest:
    table = Table.new("embers", seed=seed, interpreted=True)
    seat = table.player
    assert seat is not None
    view = table.view(seat)
    return BotRequest("embers", seat, level, bytes(view.state), tuple(view.numbers))


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def asked(url: str) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(url, lambda processes, others: None)
    await thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.close()


def test_jobs_and_answers_are_the_same_after_their_way() -> None:
    told = request()
    for job in (Choose(told, 0.5), Advise(told, READER), ReviewJob("a save", 30)):
        assert jobs.read(jobs.written(job)) == job
    for text in (b"", b"[]", b"{}", b'{"work": "os.system"}', b'{"work": "Choose", "asked": {"state": "!"}}'):
        with pytest.raises(BadJob):
            jobs.read(text)


def test_a_job_holds_what_its_seat_may_see_and_no_more() -> None:
    """What goes to Redis is what goes to a worker process: the redacted record, and luck (a hash, whose key stays at
    the server)."""
    told = replace(request(), luck=luck_of(2**64 - 1, b"seen"))
    assert jobs.read(jobs.written(Advise(told, READER))) == Advise(told, READER)
    fields = {"game", "seat", "level", "state", "numbers", "luck", "box"}
    assert set(json.loads(jobs.written(Advise(told, READER)))["asked"]) == fields
    assert str(2**64 - 1).encode() not in jobs.written(Advise(told, READER))


def test_without_thinkers_nobody_waits(redis_running: RedisServer) -> None:
    async def ask() -> None:
        async with asked(redis_running.url) as thinkers:
            with pytest.raises(Nobody):
                await thinkers.ask("bot", Choose(request(), 1), 60)

    asyncio.run(ask())


def test_a_machine_thinks_and_takes_over_what_a_dead_one_left(redis_running: RedisServer, tmp_path: Path) -> None:
    """One that died had a job: the next one does it. Then a choice, advice, a look back, and jobs that cannot be done.
    Redis forgets everything: the machine goes on. When the last machine is stopped, the server thinks by itself."""
    link = redis.Redis.from_url(redis_running.url)

    async def play() -> None:
        async with asked(redis_running.url) as thinkers:
            await until(lambda: thinkers._sign)
            told = request()
            stream = jobs.jobs_key(thinkers._sign, "bot")
            link.xgroup_create(stream, jobs.GROUP, id="0", mkstream=True)
            link.zadd(jobs.thinkers_key(thinkers._sign), {"dead 1": time.time() + 300})
            await until(lambda: thinkers.processes)
            left = asyncio.create_task(thinkers.ask("bot", Choose(told, 1.0), 300))
            await until(lambda: link.xreadgroup(jobs.GROUP, "dead", {stream: ">"}, count=1))
            machine = ThinkingMachine(redis_running.url, tmp_path / "log")
            machine.start()
            try:
                assert jobs.chosen(await left)[0] in told.numbers
                assert jobs.chosen(await thinkers.ask("bot", Choose(told, 1.0), 60))[0] in told.numbers
                assert jobs.advised(await thinkers.ask("advice", Advise(told, READER), 60))[0][0] in told.numbers
                assert (await thinkers.ask("review", ReviewJob(finished_game(), 10), 120))["curve"]
                with pytest.raises(Nobody, match="UnknownGame"):
                    await thinkers.ask("bot", Choose(BotRequest("nowhere", 0, "greedy", b"", (1,)), 1.0), 60)
                with pytest.raises(Nobody):  # it takes too long
                    await thinkers.ask("review", ReviewJob(finished_game(), 10**9), 3)
                assert (await thinkers.ask("review", ReviewJob(finished_game(), 10), 120))["curve"]
                assert all(link.xlen(jobs.jobs_key(thinkers._sign, kind)) == 0 for kind in jobs.KINDS)
                link.flushall()
                await until(lambda: link.exists(stream) and link.exists(jobs.thinkers_key(thinkers._sign)))
                assert jobs.chosen(await at_last(thinkers, Choose(told, 1.0)))[0] in told.numbers
                link.zrem(jobs.thinkers_key(thinkers._sign), "dead 1")
                await asyncio.to_thread(machine.stop)
                await until(lambda: thinkers.processes == 0)
            finally:
                machine.end()

    asyncio.run(play())


async def at_last(thinkers: Thinkers, job: Choose) -> Any:
    """The answer of whoever is there as soon as somebody is."""
    async with asyncio.timeout(120):
        while True:
            try:
                return await thinkers.ask("bot", job, 60)
            except Nobody:
                await asyncio.sleep(0.02)


def test_bots_think_here_where_thinkers_do_not_answer(redis_running: RedisServer) -> None:
    """A thinker that is alive by its word only has a bot's job; it goes silent, then Redis goes away in the middle of a
    job: each time this server thinks by itself, and the queue has the processes that are there."""
    link = redis.Redis.from_url(redis_running.url)

    async def play() -> None:
        settings = Settings(more_games=("embers",), workers=1, compile_rules=False)
        bots = Bots(settings, CompileQueue(settings, lambda game: asyncio.sleep(0), lambda *_: None))
        await bots.join(redis_running.url)
        silent = jobs.thinkers_key(sign())
        try:
            for trouble in (lambda: link.zrem(silent, "silent 7"), redis_running.stop):
                link.zadd(silent, {"silent 7": time.time() + 300})
                await until(lambda: bots.queue.processes == 7)
                bot = asyncio.create_task(bots.choose(request(), 1.0))
                await until(lambda: link.xlen(jobs.jobs_key(sign(), "bot")))
                trouble()
                assert (await bot)[0] in request().numbers
                assert bots.queue.processes == 1
        finally:
            await bots.leave()
            bots.close()
            redis_running.start()

    asyncio.run(play())


def finished_game() -> str:
    table = Table.new("embers", seed=1, interpreted=True)
    while not table.over:
        table.play(table.numbers()[0])
    return save_text(table.to_save())


def test_where_others_want_the_same_processes_a_bot_thinks_less() -> None:
    async def look() -> None:
        queue = FairQueue(1)
        assert queue.share_of(2.0) == 2.0
        queue.resize(4, elsewhere=16)
        assert queue.share_of(2.0) == 1.0
        queue.resize(40, elsewhere=16)
        assert queue.share_of(2.0) == 2.0

    asyncio.run(look())
