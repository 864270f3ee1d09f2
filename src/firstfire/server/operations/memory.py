"""Memory: a server that runs for months gives back what it does not need.

The C library's allocator (glibc) lets every thread have a heap of its own, and keeps what was freed there. Two heaps
are enough for a process with one loop, and what lies free is given back every minute. Elsewhere nothing is done.

Python's collector of cycles stops everybody while it looks through all that is old: most of a second where five
hundred games are open. Rooms and connections leave no cycles, so there it hardly ever finds anything: it looks through
what is new (milliseconds), and through everything only every ten minutes (keeping.py), for the few other things.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Any

M_ARENA_MAX = -8  # see mallopt(3)
HEAPS = 2
YOUNG = 5_000  # new things (less those that are gone) after which the collector looks through them
NEVER = 1 << 30  # times of that, until it would look through older ones by itself


def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def few_heaps() -> None:
    """Let all threads share two heaps; to be called before there are threads."""
    with suppress(OSError, AttributeError):  # another C library
        libc = _libc()
        if libc is not None:
            libc.mallopt(M_ARENA_MAX, HEAPS)


def seldom_collected() -> None:
    """Let Python's collector leave alone what there is when the server starts, and look by itself only through what is
    new."""
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


def give_back() -> None:
    """Give memory that lies free back to the system."""
    with suppress(OSError, AttributeError):
        libc = _libc()
        if libc is not None:
            libc.malloc_trim(0)
