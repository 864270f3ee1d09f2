"""Jobs: done once, kept whole, the same whatever the number of processes, and gone on with after a kill."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from firstfire.errors import BadSetup, WorkerDied
from firstfire.jobs import ResultStore, in_order, perform, stream
from firstfire.jobs.cluster import LARGEST_BUNDLE, Bundles


@dataclass(frozen=True)
class Number:
    number: int
    folder: str = ""

    @property
    def name(self) -> str:
        return f"number {self.number}"


def square(job: Number) -> bytes:
    return str(job.number**2).encode()


def die_once(job: Number) -> bytes:
    """The first worker at number 3 dies; whoever begins a job says so."""
    mark = Path(job.folder) / "died"
    with (Path(job.folder) / "begun").open("a") as begun:
        begun.write(f"{job.number}\n")
    if job.number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(job)


def always_die(job: Number) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def forbidden(job: Number) -> bytes:
    raise AssertionError(f"{job.name} was done already")


def test_the_same_results_whatever_the_number_of_processes() -> None:
    jobs = [Number(i) for i in range(20)]
    alone, together = (dict(perform(square, jobs, workers=workers)) for workers in (1, 3))
    assert alone == together == {job: square(job) for job in jobs}


def test_what_is_kept_is_not_done_again_and_counted_once(tmp_path: Path) -> None:
    jobs = [Number(i) for i in range(6)]
    dict(perform(square, jobs[:4], folder=tmp_path))
    dict(perform(square, jobs, folder=tmp_path, workers=2))
    again = list(perform(forbidden, [*jobs, *jobs], folder=tmp_path))
    assert sorted(again, key=lambda found: found[0].number) == [(job, square(job)) for job in jobs]


def test_a_killed_worker_loses_its_job_only_and_it_is_done_again(tmp_path: Path) -> None:
    jobs = [Number(i, str(tmp_path)) for i in range(12)]
    assert dict(perform(die_once, jobs, workers=3)) == {job: square(job) for job in jobs}
    begun = sorted(int(line) for line in (tmp_path / "begun").read_text().split())
    assert begun == sorted([*range(12), 3])


def test_a_job_that_always_kills_its_worker_is_given_up() -> None:
    with pytest.raises(WorkerDied, match="3 times"):
        list(perform(always_die, [Number(1), Number(2)], workers=2))


def test_a_killed_driver_goes_on_where_it_was(tmp_path: Path) -> None:
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[2])\n"
        "from pathlib import Path; from test_performing import Number; from firstfire.jobs import perform\n"
        "def slow(job): time.sleep(0.02); return str(job.number**2).encode()\n"
        "for _ in perform(slow, [Number(i) for i in range(100)], folder=Path(sys.argv[1])): pass\n"
    )
    driver = subprocess.Popen([sys.executable, "-c", script, str(tmp_path), str(Path(__file__).parent)])
    while len(list(tmp_path.glob("number*"))) < 3:
        assert driver.poll() is None
        time.sleep(0.01)
    driver.kill()
    driver.wait()
    kept = len(list(tmp_path.glob("number*")))
    assert 3 <= kept < 100
    done: list[int] = []

    def count(job: Number) -> bytes:
        done.append(job.number)
        return square(job)

    jobs = [Number(i) for i in range(100)]
    assert dict(perform(count, jobs, folder=tmp_path)) == {job: square(job) for job in jobs}
    assert len(done) == 100 - kept


def test_whoever_stops_early_has_the_same_jobs_whatever_the_number_of_processes(tmp_path: Path) -> None:
    """A plan without end, of which the first ones take longest: in the order of the plan all the same."""

    def late(job: Number) -> bytes:
        while job.number == 0 and not (tmp_path / "2").exists():
            time.sleep(0.01)
        (tmp_path / str(job.number)).touch()
        return square(job)

    found = in_order(late, (Number(i) for i in itertools.count()), workers=3)
    assert [job.number for job, _ in itertools.islice(found, 5)] == [0, 1, 2, 3, 4]
    found.close()


def test_what_is_enough_already_is_read_and_nothing_more_is_done(tmp_path: Path) -> None:
    dict(perform(square, [Number(i) for i in range(4)], folder=tmp_path))
    for way in (stream, in_order):
        found = way(forbidden, (Number(i) for i in itertools.count()), folder=tmp_path, workers=2)
        assert [job.number for job, _ in itertools.islice(found, 4)] == [0, 1, 2, 3]
        found.close()
    kept = in_order(square, (Number(i) for i in (3, 7, 1, 8)), folder=tmp_path)
    assert [job.number for job, _ in kept] == [3, 7, 1, 8]


def test_a_finished_run_needs_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    jobs = [Number(i) for i in range(3)]
    dict(perform(square, jobs, folder=tmp_path))
    assert dict(perform(forbidden, jobs, folder=tmp_path, on="auto")) == {job: square(job) for job in jobs}


def test_a_cluster_without_ray_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadSetup, match=r"pip install 'firstfire\[ray\]'"):
        list(perform(square, [Number(1)], on="auto"))


def test_bundles_grow_to_half_a_second_and_shrink_for_slow_jobs() -> None:
    bundles = Bundles()
    for expected in (2, 4, 8, 10, 10):
        bundles.took(bundles.size, 0.05 * bundles.size)
        assert bundles.size == expected
    for _ in range(8):
        bundles.took(1, 3.0)
    assert bundles.size == 1
    for _ in range(20):
        bundles.took(1, 0.0)
    assert bundles.size == LARGEST_BUNDLE


def test_half_a_result_is_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    store = ResultStore(tmp_path)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BadSetup, match="no space left"):
        store.put("name", b"result")
    assert store.get("name") is None


def test_a_folder_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetup, match="cannot be kept"):
        list(perform(square, [Number(1)], folder=tmp_path / "file"))
    with pytest.raises(BadSetup, match="1 to 1024 processes"):
        list(perform(square, [Number(1)], workers=0))
