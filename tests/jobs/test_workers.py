"""Work spread over processes: all of it, once, and no hanging when it ends early or a worker dies."""

from __future__ import annotations

import os
import signal
from itertools import count

import pytest

from firstfire.errors import WorkerDied
from firstfire.jobs.workers import spread


def double(number: int) -> int:
    return 2 * number


def big(number: int) -> bytes:
    return bytes(1 << 20)


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError("not three")
    return number


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("items", [0, 1, 2, 50])
def test_every_item_is_worked_on_once(items: int) -> None:
    assert sorted(spread(double, range(items), 3)) == [2 * item for item in range(items)]


def test_it_can_be_ended_while_workers_hand_in_large_results() -> None:
    for _ in range(5):
        results = spread(big, count(), 2)
        next(results)
        results.close()


def test_what_goes_wrong_in_a_worker_is_raised_here_with_its_traceback() -> None:
    with pytest.raises(ValueError, match="not three") as caught:
        list(spread(refuse, range(10), 2))
    assert "in refuse" in caught.value.__notes__[0]


def test_a_killed_worker_is_noticed() -> None:
    with pytest.raises(WorkerDied, match="died in the middle"):
        list(spread(die, range(10), 2))
