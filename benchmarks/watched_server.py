"""A server that looks at itself: `firstfire serve`, and where its processor time goes.

Started by server_load.py. A timer of processor time (not of the clock on the wall, so other
work on the machine does not matter) interrupts the loop; each time, the innermost function
that belongs to a kind of work counts for that kind (unless it was another thread that worked).
Counted from zero at SIGUSR1; written as JSON to $FIRSTFIRE_SHARES at SIGUSR2, together with the
functions the loop was found in most often.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

EVERY = 0.005  # seconds of processor time: looking costs some too, and counts as the server's
KINDS = (  # part of a file's path, a function ("": any) → the kind of work
    ("firstfire/server/views/sections.py", "scene_sections", "JSON"),
    ("firstfire/kernel/presentation/memo.py", "written", "JSON"),
    ("firstfire/kernel/viewer/drawing.py", "choices", "choices"),
    ("firstfire/kernel/viewer/drawing.py", "choice_rows", "choices"),
    ("firstfire/server/views/sections.py", "log", "log lines"),
    ("firstfire/server/views/sections.py", "_drawn", "scenes"),
    ("firstfire/server/views/sections.py", "view", "rules"),
    ("firstfire/server/views/finality.py", "", "final"),
    ("firstfire/server/views/logbook.py", "", "log lines"),
    ("firstfire/server/store/story.py", "", "rules"),
    *(
        (f"firstfire/server/rooms/{name}.py", "", "messages")
        for name in ("room", "session", "presence", "updates", "clocks", "seating", "new_tables")
    ),
    *((f"firstfire/server/views/{name}.py", "", "messages") for name in ("sections", "descriptions", "advice")),
    ("firstfire/server/store/", "", "store"),
    ("firstfire/server/", "", "sockets"),
    ("websockets/", "", "sockets"),
    ("uvicorn/", "", "sockets"),
    ("starlette/", "", "sockets"),
    ("asyncio/", "", "loop"),
)
MOST = 40  # functions that are named
counts: Counter[str] = Counter()
functions: Counter[CodeType] = Counter()
started: dict[int, float] = {}
last = [0.0]  # processor time of the loop's thread at the last sample


def kind_of(frame: FrameType | None) -> str:
    """What kind of work a stack of functions is."""
    while frame is not None:
        kind = kind_of_code(frame.f_code)
        if kind:
            return kind
        frame = frame.f_back
    return "loop"


@cache
def kind_of_code(code: CodeType) -> str:
    """What kind of work one function is; "" where that depends on who called it."""
    path, name = code.co_filename, code.co_name
    return next((kind for part, function, kind in KINDS if part in path and function in ("", name)), "")


def name_of(code: CodeType) -> str:
    """A function by its file, line and name."""
    return f"{Path(code.co_filename).name}:{code.co_firstlineno} {code.co_qualname}"


def sample(_: int, frame: FrameType | None) -> None:
    """Count what the loop is doing, if it was the loop that worked."""
    now = time.thread_time()
    if now - last[0] > EVERY / 2:
        counts[kind_of(frame)] += 1
        if frame is not None:
            functions[frame.f_code] += 1
    last[0] = now


def from_now(_: int = 0, frame: FrameType | None = None) -> None:
    """Forget what was counted."""
    counts.clear()
    functions.clear()
    started.update(by_thread())


def by_thread() -> dict[int, float]:
    """Processor time of each thread of this process."""
    found = {}
    for thread in threading.enumerate():
        if thread.ident is not None:
            found[thread.ident] = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return found


def report(_: int = 0, frame: FrameType | None = None) -> None:
    """Write seconds of processor time by kind of work, and the rest of the process; from now on nothing is counted."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    now = by_thread()
    spent = {thread: seconds - started.get(thread, 0.0) for thread, seconds in now.items()}
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    loop = spent.pop(threading.main_thread().ident or 0, 0.0)
    total = sum(counts.values()) or 1
    shares = {kind: loop * count / total for kind, count in counts.items()}
    for thread, seconds in spent.items():
        kind = "store" if names.get(thread) == "store" else "sockets"  # the other threads serve REST
        shares[kind] = shares.get(kind, 0.0) + seconds
    found = {name_of(code): loop * count / total for code, count in functions.most_common(MOST)}
    Path(os.environ["FIRSTFIRE_SHARES"]).write_text(json.dumps({"kinds": shares, "functions": found}))


def main() -> None:
    """Serve, watch, report."""
    from firstfire.cli import main as firstfire

    signal.signal(signal.SIGPROF, sample)
    signal.signal(signal.SIGUSR1, from_now)
    signal.signal(signal.SIGUSR2, report)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    from_now()
    try:
        firstfire(["serve", *sys.argv[1:]])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
