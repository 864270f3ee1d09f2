"""Thinking elsewhere: a server's side of the jobs in Redis (`firstfire think` is the other).

Nobody is left waiting: where no thinker is alive, Redis is away, or an answer takes too long, `Nobody` is raised and
the server thinks by itself. Doing a job twice hurts nobody: the first answer holds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from .jobs import BEAT, KINDS, THINKER_LIFE, Job, Nobody, answers_key, jobs_key, thinkers_key, written
from .processes import end
from .sign import sign

log = logging.getLogger(__name__)
AGAIN = 1.0  # seconds until it is tried again where Redis is away
ASKED = 2.0  # seconds for Redis to take a job
LISTENING = 5.0  # seconds of one wait for answers
TROUBLE = (RedisError, OSError, asyncio.TimeoutError)


class Thinkers:
    """Those who think for this server elsewhere, as seen through Redis."""

    def __init__(self, url: str, changed: Callable[[int, int], None]) -> None:
        once_more = Retry(NoBackoff(), 1)  # a connection may be of a Redis that has gone
        self._redis: Redis = Redis.from_url(
            url, socket_timeout=LISTENING + 2, socket_connect_timeout=2, retry=once_more
        )
        self._changed = changed  # told how many processes think, and how many jobs of others there are
        self._me = secrets.token_hex(8)
        self._sign = ""
        self._names = count()
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._dropping: set[asyncio.Task[None]] = set()
        self.processes = 0
        self.ailing = False

    async def start(self) -> None:
        """Begin to look for thinkers."""
        self._tasks = [asyncio.create_task(self._watch_on()), asyncio.create_task(self._listen_on())]

    async def close(self) -> None:
        """Ask nobody any more."""
        await end(*self._tasks)
        self._give_up("the server stops")
        await asyncio.gather(*self._dropping, return_exceptions=True)
        with suppress(*TROUBLE):
            await self._redis.delete(answers_key(self._me))
        with suppress(*TROUBLE):
            await self._redis.aclose()

    async def ask(self, kind: str, job: Job, within: float) -> Any:
        """Have a job done; Nobody where there is no answer within so many seconds."""
        if not self.processes:
            raise Nobody("no bot machine answers")
        name, entry = f"{self._me}-{next(self._names)}", None
        future = self._waiting[name] = asyncio.get_running_loop().create_future()
        told: dict[Any, Any] = {"name": name, "to": answers_key(self._me), "within": within, "job": written(job)}
        try:
            async with asyncio.timeout(within):
                async with asyncio.timeout(ASKED):
                    entry = await self._redis.xadd(jobs_key(self._sign, kind), told)
                return await future
        except TROUBLE as error:
            log.warning("a thinker did not answer (%s): this server thinks by itself", type(error).__name__)
            raise Nobody(str(error)) from None
        finally:
            del self._waiting[name]
            if entry is not None and (not future.done() or future.cancelled() or future.exception() is not None):
                self._drop(kind, entry)

    def _drop(self, kind: str, entry: Any) -> None:
        """Nobody waits for a job any longer: whoever has not begun it need not."""

        async def drop() -> None:
            with suppress(*TROUBLE):
                await self._redis.xdel(jobs_key(self._sign, kind), entry)

        task = asyncio.create_task(drop())
        self._dropping.add(task)
        task.add_done_callback(self._dropping.discard)

    # ── who is there ───────────────────────────────────────────────────────────────────

    async def _watch_on(self) -> None:
        self._sign = await asyncio.to_thread(sign)  # takes a second or two: all code is read
        while True:
            try:
                async with asyncio.timeout(2 * AGAIN):
                    await self._watch()
                self._well()
            except TROUBLE as error:
                self._ill(error)
                await asyncio.sleep(AGAIN)
            await asyncio.sleep(BEAT)

    async def _watch(self) -> None:
        now, micro = await self._redis.time()
        alive = f"({now + micro / 1e6 - THINKER_LIFE}"
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.zrangebyscore(thinkers_key(self._sign), alive, "+inf")
            for kind in KINDS:
                pipe.xlen(jobs_key(self._sign, kind))
            there, *jobs = await pipe.execute()
        self._see(sum(int(each.split()[1]) for each in there), max(0, sum(jobs) - len(self._waiting)))

    def _see(self, processes: int, others: int) -> None:
        if bool(processes) != bool(self.processes):
            log.warning("%d processes think elsewhere", processes)
        self.processes = processes
        if not processes:
            self._give_up("no bot machine answers")
        self._changed(processes, others)

    def _give_up(self, why: str) -> None:
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(Nobody(why))

    # ── answers ────────────────────────────────────────────────────────────────────────

    async def _listen_on(self) -> None:
        key, last = answers_key(self._me), "0-0"
        while True:
            try:
                found: Any = await self._redis.xread({key: last}, count=100, block=int(LISTENING * 1000))
                for _, entries in found or ():
                    for last, told in entries:  # noqa: B007 (goes on from the last one)
                        self._hear(told)
            except TROUBLE as error:
                self._ill(error)
                await asyncio.sleep(AGAIN)

    def _hear(self, told: dict[bytes, bytes]) -> None:
        try:
            future = self._waiting.get(told[b"name"].decode())
            said = orjson.loads(told[b"answer"])
        except (KeyError, UnicodeDecodeError, orjson.JSONDecodeError):
            log.warning("a thinker said something that is not understood")
            return
        if future is None or future.done():
            return  # done twice, or too late
        if "trouble" in said:
            log.warning("a thinker could not do a job: %s", said["trouble"])
            future.set_exception(Nobody(str(said["trouble"])))
        else:
            future.set_result(said.get("found"))

    # ── health ─────────────────────────────────────────────────────────────────────────

    def _ill(self, error: BaseException) -> None:
        if not self.ailing:
            log.warning("Redis is away (%s): this server thinks by itself until it is back", type(error).__name__)
        self.ailing = True
        self._see(0, 0)

    def _well(self) -> None:
        if self.ailing:
            log.warning("Redis is back")
        self.ailing = False
