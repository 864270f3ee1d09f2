"""Memory: a server that runs for months gives back what it does not need.

The C library's allocator (glibc) lets every thread have a heap of its own, and keeps what was freed there. Two heaps
are enough for a process with one loop, and what lies free is given back every minute. Elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from typing import Any

M_ARENA_MAX = -8  # see mallopt(3)
HEAPS = 2


def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def few_heaps() -> None:
    """Let all threads share two heaps; to be called before there are threads."""
    with suppress(OSError, AttributeError):  # another C library
        libc = _libc()
        if libc is not None:
            libc.mallopt(M_ARENA_MAX, HEAPS)


def give_back() -> None:
    """Give memory that lies free back to the system."""
    with suppress(OSError, AttributeError):
        libc = _libc()
        if libc is not None:
            libc.malloc_trim(0)
