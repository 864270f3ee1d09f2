"""Bots and advisers: the processes that think, asked in turn; and the levels of bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from ..settings import Settings
from . import thoughts, worker
from .compiling import CompileQueue
from .jobs import Advise, Choose, Job, Nobody, ReviewJob, advised, chosen
from .processes import WorkerPool
from .queueing import FairQueue, Told, WorkKind
from .requests import Advice, BotRequest, Reader

ANSWERED = 20.0  # seconds within which a thinker has answered, beyond those it may think
REVIEWED = 900.0  # …and has looked back at a whole game


class RemoteWorkers(Protocol):
    """Those who think at other machines."""

    async def ask(self, kind: str, job: Job, within: float) -> Any:
        """Have a job done; Nobody where there is no answer within so many seconds."""

    async def close(self) -> None:
        """Ask nobody any more."""


class Bots:
    """Thinks for bots and advises people: in processes of this server, or, where there are some, at thinkers."""

    def __init__(self, settings: Settings, compiling: CompileQueue) -> None:
        self._kiln = compiling
        self._thinkers: RemoteWorkers | None = None
        self._pool = WorkerPool(settings.bot_processes, settings.more_games)
        self.queue = FairQueue(settings.bot_processes)

    async def join(self, redis: str) -> None:
        """Let thinkers think, wherever there are any."""
        from .remote import Thinkers  # needs a client (extra `cluster`)

        self._thinkers = thinkers = Thinkers(redis, self._resized)
        await thinkers.start()

    def _resized(self, processes: int, others: int) -> None:
        self.queue.resize(processes or self._pool.size, others)

    async def leave(self) -> None:
        """Let nobody else think any more."""
        if self._thinkers is not None:
            await self._thinkers.close()

    async def _elsewhere(self, kind: WorkKind, job: Job, within: float) -> Any:
        """What a thinker finds; None where this server has to think by itself."""
        if self._thinkers is None:
            return None
        try:
            return await self._thinkers.ask(kind.name.lower(), job, within)
        except Nobody:
            return None

    async def gather(self) -> None:
        """Start the workers before anybody waits for them."""
        await asyncio.gather(*(self._pool.run(worker.ready) for _ in range(self._pool.size)))

    async def choose(
        self, asked: BotRequest, limit: float, *, table: str = "", seen: bool = True, told: Told | None = None
    ) -> tuple[int, float]:
        """What a bot plays, and how much of what it wanted to think it asked: all of it within `limit`
        seconds, or less where many bots wait; every one of them in the same measure, and never another player."""

        kind = WorkKind.BOT if seen else WorkKind.UNSEEN

        async def think() -> tuple[int, float]:
            seconds = self.queue.share_of(limit)
            found = await self._elsewhere(kind, Choose(asked, seconds), seconds + ANSWERED)
            if found is None:
                found = await self._pool.run(thoughts.choose, asked, self._interpreted(asked), seconds)
            action, share = chosen(found)
            return action, share if seconds < limit else 1.0

        return await self.queue.run(kind, table, think, told)

    async def advise(self, asked: BotRequest, reader: Reader, *, guest: str = "", told: Told | None = None) -> Advice:
        """What the search would do, and why."""

        async def think() -> Advice:
            found = await self._elsewhere(WorkKind.ADVICE, Advise(asked, reader), ANSWERED)
            if found is None:
                found = await self._pool.run(thoughts.advise, asked, self._interpreted(asked), reader)
            return advised(found)

        return await self.queue.run(WorkKind.ADVICE, guest, think, told)

    async def review(self, save: str, simulations: int, progress: Callable[[int, int], None]) -> dict[str, Any]:
        """Look back at a finished game; `progress` is told how far it is, where this machine does it."""
        found = await self._elsewhere(WorkKind.REVIEW, ReviewJob(save, simulations), REVIEWED)
        return found if isinstance(found, dict) else await self._kiln.review(save, simulations, progress)

    async def warm(self, game: str) -> None:
        """Load a game's compiled rules into the workers, where there are any yet; who wants one meanwhile waits in
        the queue."""
        if not self._pool.is_up:
            return  # whoever wakes the first one loads what is needed

        async def load() -> None:
            await self._pool.run(worker.warm, game)

        loading = (self.queue.run(WorkKind.BOT, f"warm {game} {number}", load) for number in range(self._pool.size))
        await asyncio.gather(*loading)

    def _interpreted(self, asked: BotRequest) -> bool:
        return self._kiln.state(asked.game) != "ready"

    def close(self) -> None:
        """Send everybody home."""
        self._pool.close()
