"""A sandbox: processes with limits of their own for what strangers send, and for long work on request.

Each process is served by one thread of a pool of its own, so that a long piece of work keeps nobody
waiting but those who asked for the same kind. A piece of work that takes too much memory or processor
time, or takes its process down, is refused; the process is killed and the next one gets a new one.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ..bots import worker
from ..settings import Allowance

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
START_WITHIN = 120.0  # seconds for a new process to come up, on a busy machine


class Overrun(Exception):
    """Work that took more than its allowance, or took its process down."""


class Late(Overrun):
    """Work that took too long by the clock: the machine may have had other things to do."""


class Sandbox:
    """Some processes with limits, started when they are first needed."""

    def __init__(
        self, name: str, allowance: Allowance, *, size: int = 1, modules: tuple[str, ...] = (), niceness: int = 5
    ) -> None:  # fmt: skip
        self.name, self.allowance, self.modules, self.niceness = name, allowance, modules, niceness
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=name)
        self._own = threading.local()
        self._cells: set[_Cell] = set()
        self._closed = False
        self.overruns = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something in a process of this sandbox; raises what it raises, Overrun, or Late."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: self._ask(work, args, kwargs))

    def close(self) -> None:
        """Stop, even in the middle of something."""
        self._closed = True
        self._threads.shutdown(wait=False)  # what waits there hears that it is closed
        for cell in list(self._cells):
            cell.kill()

    @property
    def processes(self) -> list[int]:
        """The process ids that are up."""
        return [cell.pid for cell in list(self._cells)]

    def _ask(self, work: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        try:
            cell = self._cell()
            fine, answer = cell.ask((work, args, kwargs), self.allowance.seconds)
        except (EOFError, OSError, TimeoutError) as error:
            self._drop()
            if not self._closed:
                self.overruns += 1
                reason = "took too long" if isinstance(error, TimeoutError) else "took its process down"
                log.warning("%s: %s %s", self.name, work.__name__, reason)
            raise (Late if isinstance(error, TimeoutError) else Overrun)(work.__name__) from None
        if not fine:
            raise answer
        done: T = answer
        return done

    def _cell(self) -> _Cell:
        cell: _Cell | None = getattr(self._own, "cell", None)
        if self._closed:
            raise EOFError
        if cell is None:
            cell = self._own.cell = _Cell(self.modules, self.allowance, self.niceness)
            self._cells.add(cell)
            cell.hear(START_WITHIN)
            if self._closed:  # meanwhile
                raise EOFError
        return cell

    def _drop(self) -> None:
        cell: _Cell | None = getattr(self._own, "cell", None)
        if cell is not None:
            cell.kill()
            self._cells.discard(cell)
            self._own.cell = None


class _Cell:
    """One process of a sandbox and the pipe to it."""

    def __init__(self, modules: tuple[str, ...], allowance: Allowance, niceness: int) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, modules, allowance, niceness), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ask(self, work: object, seconds: float) -> Any:
        self._pipe.send(work)
        return self.hear(seconds)

    def hear(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            raise TimeoutError
        return self._pipe.recv()

    def kill(self) -> None:
        with suppress(ValueError):  # closed already
            self._process.kill()


# ── in the process itself ──────────────────────────────────────────────────────────────


def _serve(pipe: Connection, modules: tuple[str, ...], allowance: Allowance, niceness: int) -> None:
    worker.begin(modules, niceness)
    pipe.send(True)
    while True:
        try:
            work, args, kwargs = pipe.recv()
        except EOFError:
            return
        try:
            with confined(allowance):
                answer = (True, work(*args, **kwargs))
        except MemoryError:
            return  # whoever asked hears that the process is gone; a new one has its memory in order
        except Exception as error:
            answer = (False, error)
        pipe.send(answer)


@contextmanager
def confined(allowance: Allowance) -> Iterator[None]:
    """Hold this process to an allowance for a while, as far as the system can."""
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:  # no such thing here: sizes are checked beforehand, and the clock is watched from outside
        yield
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    wanted = {resource.RLIMIT_CPU: math.ceil(usage.ru_utime + usage.ru_stime) + allowance.processor}
    size = _virtual_size(resource.getpagesize())
    if size is not None:
        wanted[resource.RLIMIT_AS] = size + allowance.memory
    _set_limit(resource, resource.RLIMIT_CORE, 0)
    for kind, limit in wanted.items():
        _set_limit(resource, kind, limit)
    try:
        yield
    finally:
        for kind in wanted:
            _set_limit(resource, kind, resource.getrlimit(kind)[1])


def _set_limit(resource: Any, kind: int, limit: int) -> None:
    """Set a soft limit, never above the hard one."""
    hard = resource.getrlimit(kind)[1]
    unlimited = resource.RLIM_INFINITY
    soft = limit if hard == unlimited or limit == unlimited else min(limit, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (soft, hard))


def _virtual_size(page: int) -> int | None:
    """The address space of this process in bytes; None where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * page
    except (OSError, ValueError, IndexError):
        return None
