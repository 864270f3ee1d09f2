"""Health that tells the truth: can the disk take more, does the database write, do the workers answer.

A look is kept for some seconds: asking often costs nothing.
"""

from __future__ import annotations

import asyncio
import shutil
import time

from ..bots.thinking import Bots
from ..settings import Settings
from ..store.database import Store

FRESH = 5.0  # seconds a look is good for
WRITE_WITHIN = 5.0  # seconds
WORKERS_WITHIN = 60.0  # seconds a worker may be at another thought before that is called a problem


class ServerHealth:
    """What is wrong with a server: `disk`, `database`, `workers`."""

    def __init__(self, settings: Settings, store: Store, bots: Bots) -> None:
        self.settings, self.store, self.bots = settings, store, bots
        self._found: list[str] = []
        self._looked = float("-inf")
        self._looking: asyncio.Task[None] | None = None
        self._asked: asyncio.Task[None] | None = None  # the workers
        self._asked_at = 0.0

    async def problems(self) -> list[str]:
        """What is wrong now; empty where all is well."""
        if time.monotonic() - self._looked > FRESH:
            if self._looking is None:
                self._looking = asyncio.create_task(self._look())
            await asyncio.shield(self._looking)
        return self._found

    def close(self) -> None:
        """Ask no more."""
        for task in (self._looking, self._asked):
            if task is not None:
                task.cancel()

    async def _look(self) -> None:
        try:
            checks = {"disk": self._has_room(), "database": await self._writes(), "workers": self._think()}
            self._found = [name for name, fine in checks.items() if not fine]
            self._looked = time.monotonic()
        finally:
            self._looking = None

    def _has_room(self) -> bool:
        try:
            return shutil.disk_usage(self.settings.data).free >= self.settings.least_free
        except OSError:
            return bool(self.settings.database)  # nothing is kept there

    async def _writes(self) -> bool:
        try:
            async with asyncio.timeout(WRITE_WITHIN):
                await self.store.probe()
        except Exception:  # whatever it was: nothing can be stored
            return False
        return True

    def _think(self) -> bool:
        """Whether the workers answered the last time they were asked, or still have time to."""
        if not self.settings.early_workers:
            return True
        if self._asked is None:
            self._ask()
        elif self._asked.done():
            failed = not self._asked.cancelled() and self._asked.exception() is not None
            self._ask()
            return not failed
        return time.monotonic() - self._asked_at < WORKERS_WITHIN

    def _ask(self) -> None:
        self._asked, self._asked_at = asyncio.create_task(self.bots.gather()), time.monotonic()
