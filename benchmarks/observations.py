"""What an observation costs: nanoseconds of one core, compiled, in the middle of a random game.

    python benchmarks/observations.py [GAME ...]

Told are the whole (copy, redact, write), the copying and redacting in it, and a call of `Position.observe` from Python.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

from firstfire import game, names
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.entry import AnyBox, Seen
from firstfire.kernel.records.header import Header
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.contract import redact
from firstfire.kernel.rules.drive import copy_record, observe_as

PLAYED = 60  # decisions before it is measured
TIMES, CALLS, RUNS = 20_000, 2_000, 5


@generic
def observe_often(s: Header, scratch: Header, box: AnyBox, out: Seen, times: int) -> int:
    """Observe a position from each seat in turn."""
    total = 0
    for i in range(times):
        observe_as(s, scratch, box, i % s.seats, out)
        total += out[i % 8]
    return total


@generic
def redact_often(s: Header, scratch: Header, box: AnyBox, out: Seen, times: int) -> int:
    """Copy and redact a position for each seat in turn."""
    total = 0
    for i in range(times):
        copy_record(scratch, s)
        redact(scratch, box, i % s.seats)
        total += scratch.phase
    return total


def nanoseconds(work: Callable[[], object], times: int) -> int:
    """What one time takes, at best."""
    best = float("inf")
    for _ in range(RUNS):
        before = time.thread_time()
        work()
        best = min(best, time.thread_time() - before)
    return round(best / times * 1e9)


def call_often(position: Position) -> None:
    """Observe from Python."""
    for _ in range(CALLS):
        position.observe(0)


def report(name: str) -> None:
    """Measure a game with every number of players."""
    found = game(name)
    engine = engine_for(found, interpreted=False)
    whole, part = engine.entry(observe_often), engine.entry(redact_often)
    told = found.observation
    print(f"{name}: {told.size} numbers, {told.encoded_size} columns encoded")
    for seats in found.seats:
        position = Position(found, seats, 3, engine=engine)
        position.play_randomly(3, PLAYED)
        position.observe(0)
        given = (position.s, found.state(), position.box, engine.observation(), TIMES)
        observing = nanoseconds(partial(whole, *given), TIMES)
        redacting = nanoseconds(partial(part, *given), TIMES)
        calling = nanoseconds(partial(call_often, position), CALLS)
        print(f"  {seats} players: {observing} ns, of these {redacting} to copy and redact; from Python {calling} ns")


if __name__ == "__main__":
    for each in sys.argv[1:] or names():
        report(each)
