"""What several servers tell each other through Redis, so that each shows the same: how far games are that nobody's row
says yet, what guests and addresses (by pseudonyms: web/limits.py) have used up of what they may, and how many
connections and links addresses have open.

Nothing here is the truth of a game: that is in the database. Where Redis is away, a server says what it knows by
itself, counts limits alone, and goes on asking.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

import orjson
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ..bots.processes import end
from ..store.batch import TableRow

log = logging.getLogger(__name__)
GAME = "firstfire:game:"  # and the id of a table: how far it is
KEPT = 24 * 3600  # seconds for which that is remembered: servers that are killed leave it behind
USED = "firstfire:used"  # a channel: who used what up
LISTED = "firstfire:listed:"  # and the name of an address: the tables somebody there put into the lobby
OPEN = "firstfire:open"  # a channel: how many connections and links addresses have at a server
COUNT_EVERY = 1.0  # seconds between two words of that: what has changed…
WHOLE_EVERY = 30.0  # …and all of it: who began to listen later, or missed a word, knows it then
SILENT = 3.0  # seconds without such a word after which a server is taken for dead, and its connections for gone
MOST_LISTED = 10_000  # of these that wait while Redis is away
EVERY = 0.25  # seconds between two words to the others
AGAIN = 1.0  # seconds until it is tried again where Redis is away
ANSWER = 0.5  # seconds for which a request waits for Redis
TROUBLE = (RedisError, OSError, asyncio.TimeoutError)
T = TypeVar("T")
Heard = Callable[[str, str, float], None]  # limit, who, how much
Counts = dict[tuple[str, str], int]  # of what, of whom


class RemoteCounts:
    """How many connections and links addresses have at other servers, as those say."""

    def __init__(self) -> None:
        self._counts: dict[str, Counts] = {}  # by server
        self._heard: dict[str, float] = {}  # when each said something

    def hear(self, server: str, counts: Counts, now: float, *, whole: bool) -> None:
        """What a server says: what has changed, or all of it."""
        for silent in [name for name, at in self._heard.items() if now - at > WHOLE_EVERY]:
            del self._heard[silent], self._counts[silent]
        known = {} if whole else self._counts.get(server, {})
        self._counts[server] = {each: count for each, count in {**known, **counts}.items() if count > 0}
        self._heard[server] = now

    def count(self, what: str, who: str, now: float) -> int:
        """How many somebody has at all others that are alive."""
        alive = (counts for server, counts in self._counts.items() if now - self._heard[server] <= SILENT)
        return sum(counts.get((what, who), 0) for counts in alive)


class Shared:
    """One server's side of Redis."""

    def __init__(self, url: str, me: str, heard: Heard) -> None:
        once_more = Retry(NoBackoff(), 1)  # a connection may be of a Redis that has gone
        self._redis: Redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2, retry=once_more)
        self._me, self._heard = me, heard
        self._news: dict[str, bytes | None] = {}
        self._used: Counter[tuple[str, str]] = Counter()
        self._listed: list[tuple[str, str]] = []  # addresses and tables
        self.counting: Callable[[], Counts] = dict  # asked how many connections and links addresses have here
        self.named: Callable[[str], str] = str  # by which name servers speak of an address
        self.elsewhere = RemoteCounts()
        self._open: Counts = {}  # as it was said last
        self._count_at = self._whole_at = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self.ailing = False

    async def start(self) -> None:
        """Begin to tell and to listen."""
        self._tasks = [asyncio.create_task(self._tell_on()), asyncio.create_task(self._listen_on())]

    async def close(self) -> None:
        """Tell what is left, and end."""
        await end(*self._tasks)
        with suppress(*TROUBLE):
            await self._tell()
        self.counting, self._count_at, self._whole_at = dict, 0.0, 0.0  # whoever was here is gone
        with suppress(*TROUBLE):
            await self._tell_open()
        with suppress(*TROUBLE):
            await self._redis.aclose()

    # ── telling ────────────────────────────────────────────────────────────────────────

    def stands(self, table: str, steps: int, turn: int | None, changed: int) -> None:
        """How far a game is now."""
        self._news[table] = orjson.dumps({"steps": steps, "turn": turn, "changed": changed})

    def kept(self, table: str) -> None:
        """The row of a table says all there is."""
        self._news[table] = None

    def used(self, limit: str, who: str, drops: float) -> None:
        """Somebody has used something up of what they may."""
        self._used[limit, who] += drops  # type: ignore[assignment]

    def put_into_lobby(self, place: str, table: str) -> None:
        """Somebody of a place has put a table into the lobby."""
        self._listed.append((LISTED + self.named(place), table))

    async def _tell_on(self) -> None:
        while True:
            await asyncio.sleep(AGAIN if self.ailing else EVERY)
            try:
                await self._tell()
                await self._tell_open()
                self._well()
            except TROUBLE as error:
                self._ill(error)

    async def _tell(self) -> None:
        if not self._news and not self._used and not self._listed:
            if self.ailing:
                await self._redis.ping()
            return
        news, self._news = self._news, {}
        used, self._used = self._used, Counter()
        listed, self._listed = self._listed, []
        gone = [table for table, said in news.items() if said is None]
        told = {table: said for table, said in news.items() if said is not None}
        async with self._redis.pipeline(transaction=False) as pipe:
            for table, said in told.items():
                pipe.set(GAME + table, said, ex=KEPT)
            if gone:
                pipe.delete(*(GAME + table for table in gone))
            for place, table in listed:
                pipe.sadd(place, table)
                pipe.expire(place, KEPT)
            if used:
                drops = [(limit, who, count) for (limit, who), count in used.items()]
                pipe.publish(USED, orjson.dumps({"from": self._me, "used": drops}))
            try:
                await pipe.execute()
            except TROUBLE:
                self._news = {**news, **self._news}  # what guests used up is not told twice
                self._listed = (listed + self._listed)[-MOST_LISTED:]
                raise

    async def _tell_open(self) -> None:
        """Say how many connections and links addresses have here: what has changed (also where nothing has: that this
        server is alive), now and then all of it."""
        now = time.monotonic()
        if now < self._count_at:
            return
        counts, whole = self.counting(), now >= self._whole_at
        changed = dict(counts) if whole else {each: n for each, n in counts.items() if self._open.get(each) != n}
        if not whole:
            changed |= dict.fromkeys(self._open.keys() - counts.keys(), 0)
        said = [(what, self.named(who), count) for (what, who), count in changed.items()]
        whole_at = now + WHOLE_EVERY if whole else self._whole_at
        self._whole_at = 0.0  # where nobody hears it all is said again
        await self._redis.publish(OPEN, orjson.dumps({"from": self._me, "whole": whole, "open": said}))
        self._open, self._count_at, self._whole_at = counts, now + COUNT_EVERY, whole_at

    # ── hearing ────────────────────────────────────────────────────────────────────────

    async def _listen_on(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(USED, OPEN)
                    self._whole_at = 0.0  # others may have missed what was said while Redis was away
                    while True:
                        message = await channel.get_message(timeout=5)
                        if message is not None:
                            self._take(message["data"])
            except TROUBLE as error:
                self._ill(error)
                await asyncio.sleep(AGAIN)

    def _take(self, data: bytes) -> None:
        try:
            said = orjson.loads(data)
            if said["from"] != self._me and "open" in said:
                counts = {(str(what), str(who)): int(count) for what, who, count in said["open"]}
                self.elsewhere.hear(str(said["from"]), counts, time.monotonic(), whole=bool(said["whole"]))
            elif said["from"] != self._me:
                for limit, who, drops in said["used"]:
                    self._heard(str(limit), str(who), float(drops))
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            log.warning("another server said something that is not understood")

    async def listed_from(self, place: str) -> set[str]:
        """The tables that people of a place put into the lobby within a day, at any server. (Redis is away: none.)"""
        if self.ailing:
            return set()
        try:
            found = await _soon(self._redis.smembers(LISTED + self.named(place)))
        except TROUBLE as error:
            self._ill(error)
            return set()
        return {table.decode() if isinstance(table, bytes) else table for table in found}

    def open_elsewhere(self, what: str, place: str) -> int:
        """How many connections (or links) an address has at other servers. (Where Redis is away: none are known.)"""
        return self.elsewhere.count(what, self.named(place), time.monotonic())

    async def newest(self, rows: Sequence[TableRow]) -> list[TableRow]:
        """The rows of tables, those of running games as they stand at whichever server has them."""
        wanted = [row.id for row in rows if row.state == "playing"]
        if not wanted or self.ailing:
            return list(rows)
        try:
            said = await _soon(self._redis.mget([GAME + table for table in wanted]))
            found = dict(zip(wanted, said, strict=True))
        except TROUBLE as error:
            self._ill(error)
            return list(rows)
        return [_as_it_stands(row, found.get(row.id)) for row in rows]

    # ── health ─────────────────────────────────────────────────────────────────────────

    def _ill(self, error: BaseException) -> None:
        if not self.ailing:
            log.warning("Redis is away (%s): limits are counted here alone until it is back", type(error).__name__)
        self.ailing = True

    def _well(self) -> None:
        if self.ailing:
            log.warning("Redis is back")
        self.ailing = False


async def _soon(asking: Awaitable[T]) -> T:
    """What Redis answers at once; TimeoutError where it hangs, even if its client ignores the cancellation."""
    task = asyncio.ensure_future(asking)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
    try:
        await asyncio.wait([task], timeout=ANSWER)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


def _as_it_stands(row: TableRow, said: bytes | str | None) -> TableRow:
    if said is None:
        return row
    now = orjson.loads(said)
    if now["changed"] < row.changed:
        return row
    return replace(row, summary={**row.summary, **now}, changed=now["changed"])
