"""Work spread over a Ray cluster: the same as `workers.spread`, on many machines.

    for played in spread_on_ray(play_task, tasks, "ray://head:10001"): ...

Items travel in bundles, so that a task of Ray lasts long enough to be worth its dispatch; a bundle whose worker or
machine dies is done again, item by item. Workers whose Firstfire is not the driver's refuse: their results would be
others.
Ray is an extra (`pip install 'firstfire[ray]'`): it is asked for only with `--on`.
"""

from __future__ import annotations

import hashlib
import os
import platform
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from ..errors import BadSetup, WorkerDied

Item = TypeVar("Item")
Result = TypeVar("Result")

AUTO = "auto"
BUNDLE_SECONDS = 0.5  # how long a task of Ray should last: its dispatch costs about a millisecond
LARGEST_BUNDLE = 256
WHY = 300  # letters of what Ray says
CONNECTIONS = 3  # tries, while a busy head starts a process for this driver
CAME_UP_TOO_SLOWLY = "Starting Ray client server failed"
AHEAD = 2  # tasks for each processor: one is worked on, one waits at its door


def ray() -> Any:
    """The library, or a sentence on how to get it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers
    try:
        import ray
    except ImportError:
        raise BadSetup("--on needs Ray: pip install 'firstfire[ray]' (or leave out --on)") from None
    return ray


def connect(where: str) -> Any:
    """Ray, connected: `auto` finds the cluster this machine belongs to (or RAY_ADDRESS), or else starts one here."""
    library = ray()
    if library.is_initialized():
        return library
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    address: dict[str, Any] = {"include_dashboard": False} if where == AUTO else {"address": where}
    for left in reversed(range(CONNECTIONS)):
        try:
            library.init(**address, **quiet)
            break
        except Exception as error:  # Ray raises whatever its parts raise
            library.shutdown()
            if left and CAME_UP_TOO_SLOWLY in str(error):
                continue
            told = (str(error).strip().splitlines() or [type(error).__name__])[-1][:WHY]
            raise BadSetup(
                f"no Ray cluster answers at {where}: {told} (expected auto, ray://HOST:10001 or HOST:6379)"
            ) from None
    return library


def spread_on_ray(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    where: str,
    *,
    workers: int | None = None,
    tries: int = 1,
) -> Generator[Result, None, None]:
    """`work` of every item, in the order they end; items are taken as there is room. An item whose worker dies is done
    again, up to so many tries in all. At most so many workers are busy; None: as many as the cluster has processors."""
    library = connect(where)
    task = library.remote(num_cpus=1, max_retries=0)(_serve)
    shared = library.put((work, fingerprint()))
    plan = iter(items)
    bundles = Bundles()
    again: deque[tuple[Item, int]] = deque()  # what a dead worker was at, one by one: who killed it shows
    under_way: dict[Any, tuple[list[Item], int]] = {}  # bundles, and for the how-manieth time

    def employ(bundle: list[Item], time: int) -> None:
        under_way[task.remote(shared, bundle)] = bundle, time

    def fill() -> None:
        room = (workers or AHEAD * _processors(library)) - len(under_way)
        for _ in range(room):
            if again:
                item, time = again.popleft()
                employ([item], time)
            elif bundle := list(islice(plan, bundles.size)):
                employ(bundle, 1)

    try:
        fill()
        while under_way:
            [ready], _ = library.wait(list(under_way), num_returns=1)
            bundle, time = under_way.pop(ready)
            try:
                done, seconds, results = library.get(ready)
            except _deaths(library) as death:
                if len(bundle) == 1 and time >= tries:
                    often = f", {time} times" if time > 1 else ""
                    how = f"({type(death).__name__})"
                    raise WorkerDied(f"a worker of the cluster died in the middle of its work{often} {how}") from None
                again.extend((item, time + (len(bundle) == 1)) for item in bundle)
                fill()
                continue
            if not done:
                raise results
            bundles.took(len(results), seconds)
            fill()
            yield from results
    finally:
        for left in under_way:
            library.cancel(left, force=True)


class Bundles:
    """How many items a task takes: as many as last half a second, by what the last ones took."""

    def __init__(self) -> None:
        self.size = 1
        self._paces: deque[float] = deque(maxlen=8)

    def took(self, items: int, seconds: float) -> None:
        """A bundle came back. The first ones compile: the quickest of the last few is believed."""
        self._paces.append(seconds / items)
        wanted = int(BUNDLE_SECONDS / max(min(self._paces), 1e-6))
        self.size = max(1, min(wanted, 2 * self.size, LARGEST_BUNDLE))


def _processors(library: Any) -> int:
    """What the cluster has now: machines come and go."""
    return max(1, int(library.cluster_resources().get("CPU", 1)))


def _deaths(library: Any) -> tuple[type[Exception], ...]:
    """What a worker or a machine that dies looks like from here."""
    lost = library.exceptions
    return lost.WorkerCrashedError, lost.NodeDiedError, lost.OutOfMemoryError, lost.ObjectLostError


def _serve(shared: tuple[Callable[[Any], Any], str], bundle: list[Any]) -> tuple[bool, float, Any]:
    """A task of Ray: a bundle in, its results and how long they took out (or what went wrong)."""
    work, expected = shared
    if fingerprint() != expected:
        return (
            False,
            0.0,
            BadSetup(f"the machine {platform.node()} has another Firstfire than this one; install the same on all"),
        )
    start = perf_counter()
    try:
        results = [work(item) for item in bundle]
    except Exception as wrong:
        wrong.add_note(traceback.format_exc())
        return False, 0.0, wrong
    return True, perf_counter() - start, results


@cache
def fingerprint() -> str:
    """Of everything results depend on: the code of this package and the games' data."""
    folder = Path(__file__).parents[1]
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".toml", ".net") and "static" not in path.parts:
            found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
