"""What a server freed goes back to the system."""

from __future__ import annotations

import gc
import os
import platform
from pathlib import Path

import pytest

from firstfire.server.operations.memory import YOUNG, few_heaps, give_back, seldom_collected


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps what was freed in this way")
def test_memory_below_what_is_still_in_use_is_given_back() -> None:
    few_heaps()
    blocks = [bytearray(100_000) for _ in range(1000)]  # too small to be mapped one by one
    last, full = blocks[-1], resident()
    del blocks
    give_back()
    assert full - resident() > 60_000_000 and len(last) == 100_000


def test_where_there_is_another_allocator_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firstfire.server.operations.memory.sys.platform", "darwin")
    few_heaps()
    give_back()


def test_pythons_collector_looks_by_itself_only_through_what_is_new() -> None:
    before = gc.get_threshold()
    seldom_collected()
    try:
        times = [each["collections"] for each in gc.get_stats()]
        kept = [[number] for number in range(30 * YOUNG)]
        young, middle, old = (each["collections"] - past for each, past in zip(gc.get_stats(), times, strict=True))
        assert young >= 20 and middle == old == 0 and len(kept) == 30 * YOUNG
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
