"""`firstfire think`: a machine that thinks for servers, through jobs in Redis (jobs.py).

Each *lane* has a worker process and does one job at a time; one more lane, with less right to the processor, looks back
at finished games. People who wait come first: half of the lanes look for bots first, half for advice, all of them for
bots that nobody watches last. A job whose thinker died is taken by another (Redis keeps who has which; who has one says
so twice a second). A job that takes too long ends with its process.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import time
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from ...errors import FirstfireError
from ...kernel.engines.engine import Engine
from ..settings import Settings
from . import worker
from .compiling import CompileQueue
from .jobs import BEAT, GROUP, KINDS, Job, ReviewJob, jobs_key, perform, read, thinkers_key
from .processes import TRIES, WorkerPool, end
from .sign import sign

log = logging.getLogger(__name__)
AGAIN = 1.0  # seconds until it is tried again where Redis is away
ABANDONED = 2.0  # seconds without a word after which a job is taken from whoever has it
LOOK = 500  # milliseconds of one wait for a job
GRACE = 10.0  # seconds for what is being thought when a thinker is stopped
KEPT = 24 * 3600  # seconds: streams of code that nobody has any more go by themselves
ANSWERS_KEPT = 120  # seconds
FORGOTTEN = 3600_000  # milliseconds after which a thinker that died is forgotten
TROUBLE = (RedisError, OSError, asyncio.TimeoutError)


@dataclass(frozen=True)
class Taken:
    """A job in hand."""

    stream: str
    entry: bytes
    told: dict[bytes, bytes]


@dataclass
class WorkerLane:
    """One worker process, and what it looks for, first things first."""

    kinds: tuple[str, ...]
    pool: WorkerPool
    games_to_load: list[str] = field(default_factory=list)
    taken: Taken | None = None


class Thinker:
    """Does jobs until it is stopped."""

    def __init__(self, url: str, settings: Settings) -> None:
        self.settings = settings
        self.name = secrets.token_hex(8)
        self._redis: Redis = Redis.from_url(url, socket_timeout=10, socket_connect_timeout=2)
        self._sign = ""
        self._stopping = asyncio.Event()
        self._is_up = False  # whether the streams and their groups are there, as far as is known
        self._looked = 0.0  # when jobs of the dead were looked for
        self.done = 0
        orders = (("bot", "advice", "unseen"), ("advice", "bot", "unseen"))
        self.lanes = [WorkerLane(orders[number % 2], self._pool()) for number in range(settings.bot_processes)]
        self.lanes.append(WorkerLane(("review",), self._pool(niceness=5)))
        self.compiling = CompileQueue(settings, self._compiled, _heard)

    def _pool(self, niceness: int = 0) -> WorkerPool:
        return WorkerPool(1, self.settings.more_games, niceness)

    async def run(self) -> None:
        """Think until somebody says stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows: Ctrl-C ends the process all the same
                loop.add_signal_handler(number, self._stopping.set)
        self._sign = await asyncio.to_thread(sign)
        for game in self.settings.compile_ahead:
            self.compiling.want(game, soon=False)
        beating = asyncio.create_task(self._beat_on())
        lanes = [asyncio.create_task(self._work(lane)) for lane in self.lanes]
        await self._stopping.wait()
        await asyncio.wait(lanes, timeout=GRACE)
        await end(beating, *lanes)
        await self._leave()

    async def _leave(self) -> None:
        self.compiling.close()
        for lane in self.lanes:
            lane.pool.close()
        with suppress(*TROUBLE):
            await self._redis.zrem(thinkers_key(self._sign), self._member)
            await self._redis.aclose()

    @property
    def _member(self) -> str:
        return f"{self.name} {self.settings.bot_processes}"

    # ── being there ────────────────────────────────────────────────────────────────────

    async def _beat_on(self) -> None:
        """Say twice a second that this thinker lives, and what it has in hand."""
        is_told, ailing = False, False
        while True:
            try:
                async with asyncio.timeout(2 * AGAIN):
                    if not self._is_up:
                        self._is_up = True
                        await self._set_up()
                    await self._beat()
                if not is_told or ailing:
                    log.warning("thinking for servers of code %s, with %d processes", self._sign, len(self.lanes) - 1)
                is_told, ailing = True, False
            except TROUBLE as error:
                if not ailing:
                    log.warning("Redis is away: %s", type(error).__name__)
                self._is_up, ailing = False, True
            await asyncio.sleep(BEAT)

    async def _set_up(self) -> None:
        """Have the streams and their group (they are gone where Redis has forgotten everything)."""
        for kind in KINDS:
            try:
                await self._redis.xgroup_create(jobs_key(self._sign, kind), GROUP, id="0", mkstream=True)
            except ResponseError as error:
                if "BUSYGROUP" not in str(error):
                    raise
            for each in await self._redis.xinfo_consumers(jobs_key(self._sign, kind), GROUP):
                if each["pending"] == 0 and each["idle"] > FORGOTTEN:
                    await self._redis.xgroup_delconsumer(jobs_key(self._sign, kind), GROUP, each["name"])

    async def _beat(self) -> None:
        now, micro = await self._redis.time()
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.zadd(thinkers_key(self._sign), {self._member: now + micro / 1e6})
            pipe.zremrangebyscore(thinkers_key(self._sign), "-inf", now - KEPT)
            for key in (thinkers_key(self._sign), *(jobs_key(self._sign, kind) for kind in KINDS)):
                pipe.expire(key, KEPT)
            for taken in [lane.taken for lane in self.lanes if lane.taken is not None]:
                pipe.xclaim(taken.stream, GROUP, self.name, 0, [taken.entry], justid=True)
            await pipe.execute()

    # ── jobs ───────────────────────────────────────────────────────────────────────────

    async def _work(self, lane: WorkerLane) -> None:
        await lane.pool.run(worker.ready)
        while not self._stopping.is_set():
            try:
                while lane.games_to_load:
                    await lane.pool.run(worker.warm, lane.games_to_load.pop(0))
                for taken in await self._take(lane):
                    lane.taken = taken
                    await self._do(lane, taken)
            except TROUBLE:
                self._is_up = False  # Redis may be there and have forgotten everything: the beat sets it up again
                await asyncio.sleep(BEAT)
            except Exception:
                log.exception("a lane of this thinker begins anew")
                await asyncio.sleep(AGAIN)
            finally:
                lane.taken = None

    async def _take(self, lane: WorkerLane) -> list[Taken]:
        """The next job; after a while none."""
        streams = [jobs_key(self._sign, kind) for kind in lane.kinds]
        if time.monotonic() - self._looked > BEAT:
            self._looked = time.monotonic()
            for stream in streams:
                _, found, *_ = await self._redis.xautoclaim(
                    stream, GROUP, self.name, int(ABANDONED * 1000), "0-0", count=1
                )
                if found:
                    log.warning("a job of another thinker is done here")
                    return [Taken(stream, *found[0])]
        for stream in streams:
            found = await self._redis.xreadgroup(GROUP, self.name, {stream: ">"}, count=1)
            if found:
                return _taken(found)
        return _taken(await self._redis.xreadgroup(GROUP, self.name, dict.fromkeys(streams, ">"), count=1, block=LOOK))

    async def _do(self, lane: WorkerLane, taken: Taken) -> None:
        said = await self._answer(lane, taken)
        told: dict[Any, Any] = {"name": taken.told.get(b"name", b""), "answer": orjson.dumps(said)}
        to = taken.told.get(b"to", b"")
        async with self._redis.pipeline(transaction=True) as pipe:
            if to:
                pipe.xadd(to, told, maxlen=1000, approximate=True)
                pipe.expire(to, ANSWERS_KEPT)
            pipe.xack(taken.stream, GROUP, taken.entry)
            pipe.xdel(taken.stream, taken.entry)
            await pipe.execute()
        self.done += 1

    async def _answer(self, lane: WorkerLane, taken: Taken) -> dict[str, Any]:
        """What was found, or why nothing was."""
        if await self._tries(taken) > TRIES:
            return {"trouble": f"{TRIES} thinkers have died of it"}
        try:
            job, within = read(taken.told[b"job"]), float(taken.told[b"within"])
            async with asyncio.timeout(within):
                return {"found": await lane.pool.run(perform, job, self._is_interpreted(job))}
        except TimeoutError:
            lane.pool.close()
            lane.pool = self._pool(lane.pool.niceness)
            return {"trouble": "it took too long"}
        except (FirstfireError, BrokenExecutor, KeyError, ValueError) as error:
            return {"trouble": f"{type(error).__name__}: {error}"}
        except Exception as error:
            log.exception("a job went wrong")
            return {"trouble": f"{type(error).__name__}: {error}"}

    async def _tries(self, taken: Taken) -> int:
        """How many thinkers have had a job."""
        found = await self._redis.xpending_range(taken.stream, GROUP, taken.entry, taken.entry, 1)
        return int(found[0]["times_delivered"]) if found else 1

    def _is_interpreted(self, job: Job) -> bool:
        if isinstance(job, ReviewJob):
            return not self.compiling.enabled
        self.compiling.want(job.asked.game)  # somebody waits for it
        return self.compiling.state(job.asked.game) != "ready"

    async def _compiled(self, game: str) -> None:
        """The machine code of a game is there: every lane loads it before its next job."""
        for lane in self.lanes[:-1]:
            lane.games_to_load.append(game)


def _taken(found: Any) -> list[Taken]:
    return [Taken(stream.decode(), entry, told) for stream, entries in found or () for entry, told in entries]


def _heard(game: str, state: str, engine: Engine | None) -> None:
    if state != "compiling":
        log.info("the rules of %s: %s", game, state)


def think(url: str, settings: Settings) -> None:
    """Think for servers until this process is stopped."""

    async def begin() -> None:
        await Thinker(url, settings).run()

    asyncio.run(begin())
