"""A server that looks at itself: `firstfire serve`, and where its processor time goes.

Started by server_load.py. A timer of processor time (not of the clock on the wall, so other
work on the machine does not matter) interrupts the loop; each time, the innermost function
that belongs to a kind of work counts for that kind. Written as JSON to $FIRSTFIRE_SHARES at
the end, and counted from zero again at every SIGUSR1.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.002  # seconds of processor time
KINDS = (  # part of a file's path, a function ("": any) → the kind of work
    ("server/showing.py", "scene_sections", "JSON"),
    ("kernel/furniture.py", "written", "JSON"),
    ("kernel/drawing.py", "choices", "choices"),
    ("server/showing.py", "log", "log lines"),
    ("server/showing.py", "_drawn", "scenes"),
    ("server/showing.py", "view", "rules"),
    ("server/foresight.py", "", "final"),
    ("server/story.py", "", "rules"),
    *(
        (f"server/{name}.py", "", "messages")
        for name in ("room", "session", "presence", "telling", "clocks", "seating")
    ),
    *((f"server/{name}.py", "", "messages") for name in ("showing", "describing", "founding", "advice")),
    ("server/store.py", "", "store"),
    ("server/", "", "sockets"),
    ("websockets/", "", "sockets"),
    ("uvicorn/", "", "sockets"),
    ("starlette/", "", "sockets"),
    ("asyncio/", "", "loop"),
)
counts: Counter[str] = Counter()
started: dict[int, float] = {}


def kind_of(frame: FrameType | None) -> str:
    """What kind of work a stack of functions is."""
    while frame is not None:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        for part, function, kind in KINDS:
            if part in path and function in ("", name):
                return kind
        frame = frame.f_back
    return "loop"


def sample(_: int, frame: FrameType | None) -> None:
    """Count what the loop is doing."""
    counts[kind_of(frame)] += 1


def from_now(_: int = 0, frame: FrameType | None = None) -> None:
    """Forget what was counted."""
    counts.clear()
    started.update(by_thread())


def by_thread() -> dict[int, float]:
    """Processor time of each thread of this process."""
    found = {}
    for thread in threading.enumerate():
        if thread.ident is not None:
            found[thread.ident] = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return found


def report(path: Path) -> None:
    """Write seconds of processor time by kind of work, and the rest of the process."""
    now = by_thread()
    spent = {thread: seconds - started.get(thread, 0.0) for thread, seconds in now.items()}
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    loop = spent.pop(threading.main_thread().ident or 0, 0.0)
    total = sum(counts.values()) or 1
    shares = {kind: loop * count / total for kind, count in counts.items()}
    for thread, seconds in spent.items():
        kind = "store" if names.get(thread) == "store" else "sockets"  # the other threads serve REST
        shares[kind] = shares.get(kind, 0.0) + seconds
    path.write_text(json.dumps(shares))


def main() -> None:
    """Serve, watch, report."""
    from firstfire.cli import main as firstfire

    signal.signal(signal.SIGPROF, sample)
    signal.signal(signal.SIGUSR1, from_now)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    from_now()
    try:
        firstfire(["serve", *sys.argv[1:]])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        report(Path(os.environ["FIRSTFIRE_SHARES"]))


if __name__ == "__main__":
    main()
