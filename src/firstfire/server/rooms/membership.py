"""One server among several: it stays alive in the database, has tables by leases, and gives them back.

Where a server learns that it was taken for dead (it was paused, or cut off from the database), all its rooms
are given up at once: whoever sits there comes back, to whichever server has the table then. Nothing is lost by that,
and what was under way is refused by the leases' numbers (store/leases.py).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from ..store.database import Store
from ..store.engine import engine_beside
from ..store.leases import Leases, Peer
from ..store.trouble import LeaseLost

log = logging.getLogger(__name__)
T = TypeVar("T")
BEATING = 2  # threads to ask the database by: one may hang while the next word is due
BEATS = 4  # words in the time for which a server is taken for alive without one
HUNG = 2  # lives for which the loop may stand still until this server is not kept alive any more
LOOK = 0.05  # seconds
REMEMBERED = 0.5  # seconds for which an answer about a table's place is good
LOOKS = 8  # for tables of the dead, until it is looked for those that were given back too


def since_boot() -> float:
    """Seconds that also pass while the machine sleeps, where the system counts them: a computer that was shut for an
    hour must not believe what it had then."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Membership:
    """One server among several."""

    def __init__(
        self,
        store: Store,
        address: str,
        *,
        lost: Callable[[Collection[str]], None],
        orphaned: Callable[[list[str]], Awaitable[None]],
        life: float,
    ) -> None:  # fmt: skip
        self.store, self.address, self.life = store, address, life
        self._lost, self._orphaned = lost, orphaned
        self._numbers: dict[str, int] = {}
        self._places: dict[str, tuple[float, Peer | None]] = {}
        self._watched: dict[str, asyncio.Future[None]] = {}  # other servers → done when they are dead
        self._task: asyncio.Task[None] | None = None
        self._adopting: asyncio.Task[None] | None = None  # beside it: whatever that takes, this server stays alive
        self._looks = 0
        self._renewed = 0.0
        self._looped = 0.0  # when the loop last did something
        self._over = threading.Event()
        self._engine = engine_beside(store.engine, BEATING + 1)
        self._threads = ThreadPoolExecutor(BEATING, thread_name_prefix="alive")
        self._leases = self._new_leases()

    def _new_leases(self) -> Leases:
        """Under a new name: whatever the old one still writes is refused."""
        me = secrets.token_hex(12)
        self.store.server = me
        return Leases(self.store.engine, me, self.address, self.life, self._engine)

    async def _told(self, word: Callable[[], T]) -> T:
        """What the database says to a word by which this server stays alive: on a thread and a connection of its own,
        however many others wait for theirs."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, word)

    async def start(self) -> None:
        """Come alive."""
        began = since_boot()
        await self._told(self._leases.enter)
        self._renewed = self._looped = began
        self._over.clear()
        threading.Thread(target=self._keep_alive, name="pulse", daemon=True).start()
        self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Give everything back."""
        self._over.set()
        for task in (self._task, self._adopting):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        self._numbers.clear()
        with suppress(Exception):  # the database is away: our life ends by itself
            await self._told(self._leases.leave)
        self._threads.shutdown(wait=False)
        self._engine.dispose()

    # ── tables ─────────────────────────────────────────────────────────────────────────

    async def take(self, table: str) -> None:
        """Have a table from now on; HeldElsewhere where another server has it."""
        leases = self._leases
        number = await asyncio.to_thread(leases.take, table)
        if leases is not self._leases:
            raise LeaseLost(table)  # meanwhile this server died and came back
        if number:
            self._numbers[table] = number
        self._places.pop(table, None)

    def number(self, table: str) -> int:
        """Under which number this server has a table; 0, which nobody has, where it has it no more."""
        return self._numbers.get(table, 0)

    def give_back(self, table: str) -> None:
        """Let others have it, after all that is to be written."""
        number = self._numbers.pop(table, None)
        if number is not None:
            self.store.give_back(table, number)

    async def evict(self, tables: Collection[str]) -> None:
        """Take tables away from whoever has them."""
        await asyncio.to_thread(self._leases.evict, tables)

    async def holder(self, table: str) -> Peer | None:
        """The other server that has a table; None where nobody has it, or this one."""
        if table in self._numbers:
            return None
        now = since_boot()
        known = self._places.get(table)
        if known is not None and now - known[0] < REMEMBERED:
            return known[1]
        found = await asyncio.to_thread(self._leases.holder, table)
        if len(self._places) > 10_000:
            self._places.clear()
        self._places[table] = (now, found)
        return found

    async def peers(self) -> list[Peer]:
        """The other servers that are alive."""
        return await asyncio.to_thread(self._leases.peers)

    async def all_read(self, kind: int) -> bool:
        """Whether every server reads cookies of a kind."""
        return await asyncio.to_thread(self._leases.all_read, kind)

    async def settle(self) -> bool:
        """Where this server has not renewed its life in time (it was paused, perhaps), wait until it knows what it has
        still: nobody is shown a table as it was before another server had it. False where it does not learn that."""
        until = since_boot() + self.life
        while since_boot() - self._renewed > self.life:
            if since_boot() > until:
                return False
            await asyncio.sleep(LOOK)
        return True

    async def has(self, table: str) -> bool:
        """Whether the database says, now, that this server has a table under the number under which its log was read:
        then nobody has done anything there that this server does not know. What it has no more is given up."""
        leases, number = self._leases, self.number(table)
        try:
            found = bool(number) and await self.settle() and await asyncio.to_thread(leases.has, table, number)
        except Exception as error:  # whoever asks comes again
            log.info("this server cannot ask whether it has table %s: %s", table, type(error).__name__)
            return False
        if leases is not self._leases or self.number(table) != number:
            return False  # it was lost meanwhile (and perhaps taken again)
        if not found:
            self._lose([table])
        return found

    def moved(self, table: str) -> None:
        """What is remembered of a table's place was wrong."""
        self._places.pop(table, None)

    def death(self, peer: Peer) -> asyncio.Future[None]:
        """Done when another server is not alive any more: one that hangs, or was cut off, says nothing itself."""
        if peer.id not in self._watched:
            self._watched[peer.id] = asyncio.get_running_loop().create_future()
        return self._watched[peer.id]

    # ── staying alive ──────────────────────────────────────────────────────────────────

    def _keep_alive(self) -> None:
        """Renew this server's life on a thread of its own: where the processor is wanted by many, the loop may come too
        late, and whoever is taken for dead costs everybody at its tables their link. A loop that hangs is not kept
        alive. (That this server *was* taken for dead is for the loop to find out.)"""
        while not self._over.wait(self.life / BEATS):
            began, leases = since_boot(), self._leases
            if began - self._looped > HUNG * self.life:
                continue
            with suppress(Exception):  # the database is away: the loop says so
                if leases.renew() and leases is self._leases:
                    self._renewed = max(began, self._renewed)

    async def _live(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(self.life / BEATS)
            self._looped, beats = since_boot(), beats + 1
            try:
                async with asyncio.timeout(self.life):  # a network may swallow everything
                    await self._beat()
                if beats % 2 == 0 and (self._adopting is None or self._adopting.done()):
                    self._adopting = asyncio.create_task(self._adopt())
            except Exception as error:
                log.warning("this server cannot tell the others that it lives: %s", type(error).__name__)
                if self._numbers and since_boot() - self._renewed > self.life:
                    self._lose(list(self._numbers))

    async def _beat(self) -> None:
        began = since_boot()
        leases = self._leases
        if await self._told(leases.renew):
            self._renewed = began
            await self._compare(leases)
            await self._look_around(leases)
            return
        log.warning("this server was taken for dead; its tables begin anew")
        self._leases = self._new_leases()
        self._lose(list(self._numbers))
        began = since_boot()
        await self._told(self._leases.enter)
        self._renewed = began

    async def _compare(self, leases: Leases) -> None:
        """Notice what was taken away from us."""
        before = dict(self._numbers)  # what is taken meanwhile is none of these
        if await self._told(leases.held) == (len(before), sum(before.values())):
            return
        mine = await self._told(leases.mine)
        gone = [table for table in before if table not in mine and table in self._numbers]
        if gone:
            self._lose(gone)

    async def _look_around(self, leases: Leases) -> None:
        """Notice who has died, of those to whom somebody was led."""
        if self._watched:
            living = await self._told(leases.living)
            for dead in self._watched.keys() - living:
                self._watched.pop(dead).set_result(None)

    def _lose(self, tables: Collection[str]) -> None:
        for table in tables:
            self._numbers.pop(table, None)
        self._lost(tables)

    async def _adopt(self) -> None:
        """Look once for games whose clocks run nowhere."""
        given_back, self._looks = self._looks % LOOKS == 0, self._looks + 1
        try:
            found = await asyncio.to_thread(self._leases.orphans, given_back=given_back)
            if found:
                await self._orphaned(found)
        except Exception as error:  # the next look comes soon
            log.warning("tables of other servers cannot be looked for: %s", type(error).__name__)
