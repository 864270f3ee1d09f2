"""What several servers tell each other through Redis, so that each shows the same: how far games are that nobody's row
says yet, and what guests and addresses (by pseudonyms: web/limits.py) have used up of what they may.

Nothing here is the truth of a game: that is in the database. Where Redis is away, a server says what it knows by
itself, counts limits alone, and goes on asking.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from ..bots.processes import end
from ..store.batch import TableRow

log = logging.getLogger(__name__)
GAME = "firstfire:game:"  # and the id of a table: how far it is
KEPT = 24 * 3600  # seconds for which that is remembered: servers that are killed leave it behind
USED = "firstfire:used"  # a channel: who used what up
EVERY = 0.25  # seconds between two words to the others
AGAIN = 1.0  # seconds until it is tried again where Redis is away
TROUBLE = (RedisError, OSError, asyncio.TimeoutError)
Heard = Callable[[str, str, float], None]  # limit, who, how much


class Shared:
    """One server's side of Redis."""

    def __init__(self, url: str, me: str, heard: Heard) -> None:
        self._redis: Redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2)
        self._me, self._heard = me, heard
        self._news: dict[str, bytes | None] = {}
        self._used: Counter[tuple[str, str]] = Counter()
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

    async def _tell_on(self) -> None:
        while True:
            await asyncio.sleep(AGAIN if self.ailing else EVERY)
            try:
                await self._tell()
                self._well()
            except TROUBLE as error:
                self._ill(error)

    async def _tell(self) -> None:
        if not self._news and not self._used:
            if self.ailing:
                await self._redis.ping()
            return
        news, self._news = self._news, {}
        used, self._used = self._used, Counter()
        gone = [table for table, said in news.items() if said is None]
        told = {table: said for table, said in news.items() if said is not None}
        async with self._redis.pipeline(transaction=False) as pipe:
            for table, said in told.items():
                pipe.set(GAME + table, said, ex=KEPT)
            if gone:
                pipe.delete(*(GAME + table for table in gone))
            if used:
                drops = [(limit, who, count) for (limit, who), count in used.items()]
                pipe.publish(USED, orjson.dumps({"from": self._me, "used": drops}))
            try:
                await pipe.execute()
            except TROUBLE:
                self._news = {**news, **self._news}  # what guests used up is not told twice
                raise

    # ── hearing ────────────────────────────────────────────────────────────────────────

    async def _listen_on(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(USED)
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
            if said["from"] != self._me:
                for limit, who, drops in said["used"]:
                    self._heard(str(limit), str(who), float(drops))
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            log.warning("another server said something that is not understood")

    async def newest(self, rows: Sequence[TableRow]) -> list[TableRow]:
        """The rows of tables, those of running games as they stand at whichever server has them."""
        wanted = [row.id for row in rows if row.state == "playing"]
        if not wanted or self.ailing:
            return list(rows)
        try:
            found = dict(zip(wanted, await self._redis.mget([GAME + table for table in wanted]), strict=True))
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


def _as_it_stands(row: TableRow, said: bytes | str | None) -> TableRow:
    if said is None:
        return row
    now = orjson.loads(said)
    if now["changed"] < row.changed:
        return row
    return replace(row, summary={**row.summary, **now}, changed=now["changed"])
