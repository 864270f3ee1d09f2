"""Jobs: pieces of work with a name, done once, on several processes, kept in a folder.

    for job, result in perform(play, jobs, folder=Path("runs"), workers=2): ...

A job's name says everything its result depends on (the game, its box, the players, the seeds), so that a result that is
there need not be made again: a run that was killed goes on where it stopped, and nothing is counted twice. A result is
bytes; it is written beside and put in place by renaming, so that there is never half of one. The same jobs give the
same bytes, whatever the number of processes, on this machine or on a Ray cluster (`on`).
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from ..errors import BadSetup
from .cluster import spread_on_ray
from .workers import spread

MOST_WORKERS = 1024
TRIES = 3  # a job that kills its worker so often is to blame itself
LONGEST = 150  # letters of a name: file systems take 255 bytes


class NamedJob(Protocol):
    """What a job needs."""

    @property
    def name(self) -> str:
        """Everything the result depends on."""
        ...


Job = TypeVar("Job", bound=NamedJob)


def perform(
    work: Callable[[Job], bytes],
    jobs: Iterable[Job],
    *,
    folder: Path | None = None,
    workers: int | None = 1,
    on: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Generator[tuple[Job, bytes], None, None]:
    """Every job with its result, in the order they end; those that lie in the folder already are not done again. A
    worker that dies loses the job it was at, and that job is done again. `on` is a Ray cluster (`auto`, `ray://…`), and
    workers are then how many of it may be busy. None: one worker for each processor."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadSetup(f"jobs need 1 to {MOST_WORKERS} processes, not {workers}")
    wanted = {job.name: job for job in jobs}
    if progress is not None:
        progress(0, len(wanted))
    workers = workers if on is not None else min(workers or cores(), max(1, len(wanted)))
    results = stream(work, wanted.values(), folder=folder, workers=workers, on=on)
    for done, found in enumerate(results, 1):
        if progress is not None:
            progress(done, len(wanted))
        yield found


def stream(
    work: Callable[[Job], bytes],
    jobs: Iterable[Job],
    *,
    folder: Path | None = None,
    workers: int | None = 1,
    on: str | None = None,
    fresh: bool = False,
) -> Generator[tuple[Job, bytes], None, None]:
    """The same for a plan that may be long, or end early: jobs are taken from it as there is room. Processes are
    copies of this one; `fresh` ones begin anew, for a driver with threads or a graphics card of its own."""
    store = None if folder is None else ResultStore(folder)
    plan = iter(jobs)
    kept: deque[tuple[Job, bytes]] = deque()

    def missing() -> Iterator[Job]:
        for job in plan:
            result = None if store is None else store.get(job.name)
            if result is None:
                yield job
            else:
                kept.append((job, result))

    for job in plan:  # what lies there already needs no workers, and whoever has enough of it goes
        result = None if store is None else store.get(job.name)
        if result is None:
            todo = chain((job,), missing())
            break
        yield job, result
    else:
        return
    both = _Both(work)
    made: Iterator[tuple[Job, bytes]]
    if on is not None:
        made = spread_on_ray(both, todo, on, workers=workers, tries=TRIES)
    elif (here := workers or cores()) > 1:
        made = spread(both, todo, here, tries=TRIES, fresh=fresh)
    else:
        made = map(both, todo)
    try:
        for job, result in made:
            if store is not None:
                store.put(job.name, result)
            while kept:
                yield kept.popleft()
            yield job, result
        yield from kept
    finally:
        if isinstance(made, Generator):
            made.close()


def in_order(
    work: Callable[[Job], bytes],
    jobs: Iterable[Job],
    *,
    folder: Path | None = None,
    workers: int | None = 1,
    on: str | None = None,
    fresh: bool = False,
) -> Generator[tuple[Job, bytes], None, None]:
    """The same in the order of the plan: whoever stops when there is enough has the same jobs, whatever the number of
    workers and however quick each was."""
    names: deque[str] = deque()
    waiting: dict[str, tuple[Job, bytes]] = {}

    def planned() -> Iterator[Job]:
        for job in jobs:
            names.append(job.name)
            yield job

    with closing(stream(work, planned(), folder=folder, workers=workers, on=on, fresh=fresh)) as results:
        for job, result in results:
            waiting[job.name] = job, result
            while names and names[0] in waiting:
                yield waiting.pop(names.popleft())


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Both(Generic[Job]):
    """Work that hands its job back with the result."""

    def __init__(self, work: Callable[[Job], bytes]) -> None:
        self._work = work

    def __call__(self, job: Job) -> tuple[Job, bytes]:
        return job, self._work(job)


class ResultStore:
    """Results by name, a file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetup(f"results cannot be kept in {folder}: {error.strerror or error}") from None

    def get(self, name: str) -> bytes | None:
        """The result with a name, if there is one."""
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadSetup(f"a result in {self.folder} cannot be read: {error.strerror or error}") from None

    def put(self, name: str, result: bytes) -> None:
        """Keep a result: whole, or not at all."""
        path = self._path(name)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_bytes(result)
            draft.replace(path)
        except OSError as error:
            raise BadSetup(f"a result cannot be kept in {self.folder}: {error.strerror or error}") from None

    def _path(self, name: str) -> Path:
        """A file that people can tell apart, and machines too."""
        plain = re.sub(r"[^A-Za-z0-9.@=,+-]+", "_", name)[:LONGEST]
        return self.folder / f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"
