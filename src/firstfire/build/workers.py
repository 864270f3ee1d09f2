"""Processes that compile games side by side, each a new one: the memory of a compiler goes back with its process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from threading import Thread
from typing import Any

from ..errors import FirstfireError

STEP = 0.05  # seconds between two looks at processes that end


@contextmanager
def workers(begin: Callable[..., None] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """As many processes as there are processors; `begin` is called in each. Where an error or an interrupt ends the
    block, they are stopped."""
    pool = ProcessPoolExecutor(
        None, get_context("spawn"), initializer=_begin, initargs=(begin, given), max_tasks_per_child=1
    )
    with pool:
        try:
            yield pool
        except BrokenProcessPool:
            raise FirstfireError("a process that compiles rules was stopped: is there enough memory?") from None
        except BaseException:
            _stop(pool)
            raise


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits for this process stops it
    if begin is not None:
        begin(*given)


def _stop(pool: ProcessPoolExecutor) -> None:
    """Stop all processes, also those that the pool still begins in the place of others."""
    processes = getattr(pool, "_processes", None) or {}
    ending = Thread(target=pool.shutdown, kwargs={"cancel_futures": True})
    ending.start()
    while ending.is_alive():
        for process in list(processes.values()):
            process.terminate()
        ending.join(STEP)
