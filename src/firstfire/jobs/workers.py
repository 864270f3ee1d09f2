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


def spread(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int, *, tries: int = 1, fresh: bool = False
) -> Generator[Result, None, None]:
    """`work` of every item, on so many processes, in the order they end; items are taken as there is room. A worker
    that dies is replaced, and its item done again, up to so many tries in all. `fresh` processes inherit
    nothing of this one."""
    kind = "spawn" if fresh else "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    context: BaseContext = multiprocessing.get_context(kind)
    plan = iter(items)
    workers: dict[Connection, BaseProcess] = {}
    busy: dict[Connection, tuple[Item, int]] = {}  # what each is at, and for the how-manieth time

    def employ(item: Item, time: int) -> None:
        here, there = context.Pipe()
        inherited = [] if fresh else [*workers, here]
        process = context.Process(target=_serve, args=(there, work, inherited), daemon=True)  # type: ignore[attr-defined]
        workers[here] = process
        process.start()
        there.close()
        busy[here] = item, time
        here.send(item)

    try:
        for item in plan:
            employ(item, 1)
            if len(workers) == jobs:
                break
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                item, time = busy.pop(ready)
                try:
                    done, result = ready.recv()
                except (EOFError, ConnectionResetError):
                    process = workers.pop(ready)
                    ready.close()
                    process.join()
                    if time >= tries:
                        often = f", {time} times" if time > 1 else ""
                        how = f"(exit {process.exitcode})"
                        raise WorkerDied(f"a worker process died in the middle of its work{often} {how}") from None
                    employ(item, time + 1)
                    continue
                if not done:
                    raise result
                for item in plan:
                    busy[ready] = item, 1
                    ready.send(item)
                    break
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
