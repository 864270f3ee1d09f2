"""The compile queue: rules become machine code, game after game, while people already play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ...kernel.engines.engine import Engine, interpreting
from ..settings import Settings
from . import worker
from .processes import Pool

log = logging.getLogger(__name__)


class CompileQueue:
    """Compiles the rules of games one after the other, each in a process of its own that ends with it."""

    def __init__(
        self,
        settings: Settings,
        warm: Callable[[str], Awaitable[None]],
        heard: Callable[[str, str, Engine | None], None],
    ) -> None:
        self.enabled = settings.compile_rules and not interpreting()
        self.warm = warm  # asked when a game is in the cache
        self.heard = heard  # told when a game's state changes
        self.engines: dict[str, Engine] = {}
        self._states: dict[str, str] = {}
        self._wanted: list[str] = []
        self._wake = asyncio.Event()
        self._pool = Pool(1, settings.more_games, niceness=5, fresh=True)
        self._task: asyncio.Task[None] | None = None

    def state(self, game: str) -> str:
        """`compiling`, `ready`, or `interpreted` (it will stay so)."""
        return self._states.get(game, "compiling") if self.enabled else "interpreted"

    @property
    def ready(self) -> frozenset[str]:
        """The games whose compiled rules are at hand."""
        return frozenset(game for game, state in self._states.items() if state == "ready")

    def want(self, game: str, *, soon: bool = True) -> None:
        """Have a game compiled; soon: before those that nobody waits for."""
        if not self.enabled or game in self._states:
            return
        if soon and game in self._wanted:
            self._wanted.remove(game)
        if game not in self._wanted:
            self._wanted.insert(0 if soon else len(self._wanted), game)
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        self._wake.set()

    async def review(self, save: str, simulations: int, progress: Path | None = None) -> dict[str, Any]:
        """Look back at a finished game."""
        return await self._pool.run(worker.review, save, simulations, interpreted=not self.enabled, progress=progress)

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            while self._wanted:
                await self._compile(self._wanted.pop(0))
            self._wake.clear()

    async def _compile(self, game: str) -> None:
        self._states[game] = "compiling"
        try:
            await self._pool.run(worker.prepare, game)
            engine = await asyncio.to_thread(worker.load, game)
            await self.warm(game)  # nobody waits while a worker loads machine code
            self.engines[game] = engine
            self._states[game] = "ready"
        except Exception:
            log.exception("the rules of %s could not be compiled; they run as plain Python", game)
            self._states[game] = "interpreted"
        self.heard(game, self._states[game], self.engines.get(game))

    def close(self) -> None:
        """Compile no more."""
        if self._task is not None:
            self._task.cancel()
        self._pool.close()
