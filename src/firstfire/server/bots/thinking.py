"""Elders: the processes that think for bots and give advice, and the kiln where rules are
compiled while people already play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from ...games import GAMES
from ...kernel.engine import Engine, interpreting
from ...players import levels_of
from ..protocol.refusals import server_words
from ..settings import Settings
from . import worker
from .queueing import FairQueue, Kind, Told
from .requests import Advice, Thought

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

DEFAULT_LEVEL = "hunter"
TRIES = 3


class Pool:
    """Worker processes that are replaced when they die. `fresh`: a new process for each piece of work, one after
    the other, so that its memory goes back (compiling a game takes hundreds of megabytes that Python never returns)."""

    def __init__(self, size: int, modules: tuple[str, ...], niceness: int = 0, *, fresh: bool = False) -> None:
        self.size, self.modules, self.niceness, self.fresh = size, modules, niceness, fresh
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something in a worker; a worker that dies is replaced and asked again."""
        if not self.fresh:
            return await self._run(work, *args, **kwargs)
        async with self._turn:
            try:
                found = await self._run(work, *args, **kwargs)
            except BaseException:
                self.close()
                raise
            else:
                self._current().shutdown(wait=False)
                return found
            finally:
                self._pool = None

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        for left in reversed(range(TRIES)):
            pool = self._current()
            try:
                return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
            except BrokenProcessPool:
                log.warning("a worker process died in %s", work.__name__)
                if self._pool is pool:
                    pool.shutdown(wait=False)
                    self._pool = None
                if not left:
                    raise
        raise AssertionError("unreachable")

    @property
    def is_up(self) -> bool:
        """Whether the processes were asked for."""
        return self._pool is not None

    def _current(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.size, get_context("spawn"), initializer=worker.begin, initargs=(self.modules, self.niceness)
            )
        return self._pool

    def close(self) -> None:
        """Send the workers home, even in mid-thought."""
        if self._pool is not None:
            processes = list((getattr(self._pool, "_processes", None) or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()


class Kiln:
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

    async def review(self, save: str, simulations: int) -> dict[str, Any]:
        """Look back at a finished game."""
        return await self._pool.run(worker.review, save, simulations)

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            while self._wanted:
                await self._fire(self._wanted.pop(0))
            self._wake.clear()

    async def _fire(self, game: str) -> None:
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
        """Let the fire go out."""
        if self._task is not None:
            self._task.cancel()
        self._pool.close()


class Elders:
    """Thinks for bots and advises people."""

    def __init__(self, settings: Settings, kiln: Kiln) -> None:
        self._kiln = kiln
        self._pool = Pool(settings.bot_processes, settings.more_games)
        self.queue = FairQueue(settings.bot_processes)

    async def gather(self) -> None:
        """Start the workers before anybody waits for them."""
        await asyncio.gather(*(self._pool.run(worker.ready) for _ in range(self._pool.size)))

    async def choose(
        self, thought: Thought, limit: float, *, table: str = "", seen: bool = True, told: Told | None = None
    ) -> tuple[int, float]:
        """What a bot plays, and how much of what it wanted to think it thought: all of it within `limit`
        seconds, or less where many bots wait; every one of them in the same measure, and never another player."""

        async def think() -> tuple[int, float]:
            seconds = self.queue.share_of(limit)
            action, share = await self._pool.run(worker.choose, thought, self._interpreted(thought), seconds)
            return action, share if seconds < limit else 1.0

        return await self.queue.run(Kind.BOT if seen else Kind.UNSEEN, table, think, told)

    async def advise(self, thought: Thought, *, guest: str = "", told: Told | None = None) -> Advice:
        """What an elder would do."""

        async def think() -> Advice:
            return await self._pool.run(worker.advise, thought, self._interpreted(thought))

        return await self.queue.run(Kind.ADVICE, guest, think, told)

    async def warm(self, game: str) -> None:
        """Load a game's compiled rules into the workers, where there are any yet; who wants one meanwhile waits in
        the queue."""
        if not self._pool.is_up:
            return  # whoever wakes the first one loads what is needed

        async def load() -> None:
            await self._pool.run(worker.warm, game)

        loading = (self.queue.run(Kind.BOT, f"warm {game} {number}", load) for number in range(self._pool.size))
        await asyncio.gather(*loading)

    def _interpreted(self, thought: Thought) -> bool:
        return self._kiln.state(thought.game) != "ready"

    def close(self) -> None:
        """Send everybody home."""
        self._pool.close()


def levels(language: str) -> list[dict[str, Any]]:
    """The levels of bots, weakest first, in words: the same names in every game."""
    rows = [
        {
            "name": level.name, "label": level.title(language), "blurb": level.about(language),
            "default": level.name == DEFAULT_LEVEL,
        }
        for level in levels_of(GAMES[0])
    ]  # fmt: skip
    simple = [
        {
            "name": name, "label": server_words(language).say(f"level.{name}.label"),
            "blurb": server_words(language).say(f"level.{name}.blurb"), "default": False,
        }
        for name in worker.SIMPLE
    ]  # fmt: skip
    return simple + rows


def level_names(game: str) -> frozenset[str]:
    """The levels a bot of a game can have."""
    return frozenset([*worker.SIMPLE, *(level.name for level in levels_of(game))])
