"""Work spread over processes: each has a pipe of its own, so that killing one leaves no lock behind.

    for played in spread(play_task, tasks, jobs=4): ...

`multiprocessing.Pool` is not used: ended while a worker hands in a result it may wait for ever, and it does
not notice a worker that was killed.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from ..errors import WorkerDied

Item = TypeVar("Item")
Result = TypeVar("Result")


def spread(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Generator[Result, None, None]:
    """`work` of every item, on so many processes, in the order they end; items are taken as there is room."""
    kind = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    context: BaseContext = multiprocessing.get_context(kind)
    plan = iter(items)
    workers: dict[Connection, BaseProcess] = {}
    try:
        for item in plan:
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(there, work, [*workers, here]), daemon=True)  # type: ignore[attr-defined]
            workers[here] = process
            process.start()
            there.close()
            here.send(item)
            if len(workers) == jobs:
                break
        busy = set(workers)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                try:
                    done, result = ready.recv()
                except EOFError:
                    workers[ready].join()
                    how = workers[ready].exitcode
                    raise WorkerDied(f"a worker process died in the middle of its work (exit {how})") from None
                if not done:
                    raise result
                for item in plan:
                    ready.send(item)
                    break
                else:
                    busy.remove(ready)
                yield result
    finally:
        for process in workers.values():
            process.kill()
        for pipe, process in workers.items():
            process.join()
            pipe.close()


def _serve(pipe: Connection, work: Callable[[Any], Any], others: list[Connection]) -> None:
    """A worker's life: an item in, a result out, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:  # inherited: left open, nobody would see the first process die
        other.close()
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            answer = (True, work(item))
        except Exception as wrong:
            wrong.add_note(traceback.format_exc())
            answer = (False, wrong)
        pipe.send(answer)
