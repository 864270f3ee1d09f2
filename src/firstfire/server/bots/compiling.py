"""The compile queue: rules become machine code, game after game, while people already play."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from typing import Any

from ...games import game as find_game
from ...kernel.engines.engine import Engine, interpreting
from ...kernel.engines.library import library_for
from ..settings import Settings
from . import thoughts, worker
from .processes import WorkerPool
from .progress import Progress, progress_file

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds between two looks at how far a compiler is


class CompileQueue:
    """Compiles the rules of games, each in a process of its own that ends with it: as many side by side as there are
    processors, those that somebody waits for first. Where none is free, a game that nobody waits for steps aside; what
    was compiled of it is kept. Rules that a library holds are ready at once, and loaded when somebody sits down."""

    def __init__(
        self,
        settings: Settings,
        warm: Callable[[str], Awaitable[None]],
        heard: Callable[[str, str, Engine | None], None],
    ) -> None:
        self.enabled = settings.compile_rules and not interpreting()
        self.warm = warm  # asked when a game is in the cache
        self.heard = heard  # told when a game's state changes, or how far it is
        self.engines: dict[str, Engine] = {}
        self._states: dict[str, str] = {}
        self._reached: dict[str, tuple[int, int]] = {}  # of games that are being compiled
        self._shipped: set[str] = set()  # ready by a library that is not loaded yet
        self._wanted: list[str] = []
        self._awaited: set[str] = set()
        self._running: dict[str, asyncio.Task[None]] = {}  # what compilers are at
        self._wake = asyncio.Event()
        self._pool = WorkerPool(1, settings.more_games, niceness=5, fresh=True)
        self._size = os.cpu_count() or 1
        self._compilers = [WorkerPool(1, settings.more_games, niceness=5, fresh=True) for _ in range(self._size)]
        self._tasks: list[asyncio.Future[None]] = []

    def state(self, game: str) -> str:
        """`compiling`, `ready`, or `interpreted` (it will stay so)."""
        if not self.enabled:
            return "interpreted"
        return self._states.get(game) or ("ready" if library_for(find_game(game)) is not None else "compiling")

    def reached(self, game: str) -> tuple[int, int]:
        """How many parts of a game's rules are compiled, of how many; (0, 0), where that is not known."""
        return self._reached.get(game, (0, 0))

    @property
    def ready(self) -> frozenset[str]:
        """The games whose compiled rules are at hand."""
        return frozenset(game for game, state in self._states.items() if state == "ready")

    def want(self, game: str, *, soon: bool = True) -> None:
        """Have a game compiled; soon: before those that nobody waits for."""
        if soon:
            self._awaited.add(game)
        if not self.enabled or (game in self._states and not (soon and game in self._shipped)):
            return
        if interpreting(find_game(game)):
            self._states[game] = "interpreted"
            self.heard(game, "interpreted", None)
            return
        if library_for(find_game(game)) is not None and self._use_library(game, soon=soon):
            return
        if soon and game in self._wanted:
            self._wanted.remove(game)
        if game not in self._wanted:
            self._wanted.insert(0 if soon else len(self._wanted), game)
        if self._compilers:
            self._tasks.append(asyncio.create_task(self._work(self._compilers.pop())))
        elif soon:
            self._make_way()
        self._wake.set()

    def _make_way(self) -> None:
        """Stop compiling a game that nobody waits for, where all compilers are busy."""
        busy = [game for game, task in self._running.items() if not task.done()]
        if len(busy) == self._size and (ahead := [game for game in busy if game not in self._awaited]):
            self._running[ahead[-1]].cancel()

    def _use_library(self, game: str, *, soon: bool) -> bool:
        """Have the rules of a library ready, and soon: loaded; whether that can be."""
        self._shipped.discard(game)
        if not soon:
            self._states[game] = "ready"
            self._shipped.add(game)
            return True
        try:
            engine = worker.load(game)
        except Exception:
            log.exception("the library of %s cannot be used", game)
            self._states.pop(game, None)
            return False
        self._use(game, engine)
        self._tasks.append(asyncio.ensure_future(self.warm(game)))
        return True

    async def review(self, save: str, simulations: int, progress: Callable[[int, int], None]) -> dict[str, Any]:
        """Look back at a finished game."""
        return await self._pool.run(thoughts.review, save, simulations, interpreted=not self.enabled, progress=progress)

    async def _work(self, compiler: WorkerPool) -> None:
        try:
            while True:
                await self._wake.wait()
                while self._wanted:
                    await self._compile(self._wanted.pop(0), compiler)
                self._wake.clear()
        finally:
            compiler.close()

    async def _compile(self, game: str, compiler: WorkerPool) -> None:
        self._states[game] = "compiling"
        try:
            if not await self._prepared(game, compiler):
                del self._states[game]
                self._wanted.append(game)
                return
            engine = await asyncio.to_thread(worker.load, game)
            await self.warm(game)  # nobody waits while a worker loads machine code
        except Exception:
            log.exception("the rules of %s could not be compiled; they run as plain Python", game)
            self._states[game] = "interpreted"
            self.heard(game, "interpreted", None)
        else:
            self._use(game, engine)

    async def _prepared(self, game: str, compiler: WorkerPool) -> bool:
        """Compile a game into the cache; false, where it stepped aside for another."""
        with progress_file() as progress:
            task = self._running[game] = asyncio.create_task(compiler.run(worker.prepare, game, progress.tell))
            try:
                while not (await asyncio.wait([task], timeout=LOOK))[0]:
                    self._look(game, progress)
            finally:
                task.cancel()  # where all of this ends
                del self._running[game]
                self._reached.pop(game, None)
        if task.cancelled():
            return False
        task.result()
        return True

    def _look(self, game: str, progress: Progress) -> None:
        reached = progress.read()
        if reached is not None and reached != self.reached(game):
            self._reached[game] = reached
            self.heard(game, "compiling", None)

    def _use(self, game: str, engine: Engine) -> None:
        self.engines[game] = engine
        self._states[game] = "ready"
        self.heard(game, "ready", engine)

    def close(self) -> None:
        """Compile no more."""
        for task in self._tasks:
            task.cancel()
        self._pool.close()
