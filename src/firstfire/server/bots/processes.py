"""Worker processes that are replaced when they die."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from . import worker

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

TRIES = 3


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks until they have ended: a library in their midst may keep a cancellation to itself (Redis's client
    does where it comes between a connection and its answer)."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=0.1)
    await asyncio.gather(*tasks, return_exceptions=True)


class WorkerPool:
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
