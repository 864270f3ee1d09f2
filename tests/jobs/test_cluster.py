"""Jobs on a Ray cluster of this machine: the same bytes as without it, though workers, machines, drivers are killed."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="CLUSTERS ARE NOT TESTED HERE: Ray is not installed (make cluster)")

from firstfire.errors import BadSetup, WorkerDied  # noqa: E402
from firstfire.games import game  # noqa: E402
from firstfire.jobs import cluster, perform  # noqa: E402
from firstfire.lab.match import Match, play_match  # noqa: E402
from firstfire.lab.playtest.samples import play_sample  # noqa: E402
from firstfire.lab.playtest.study import Runner, Study  # noqa: E402

ROOT = Path(__file__).parents[2]
WORKERS = 3

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # Ray's own
]


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
    """The first worker at every fourth number dies."""
    mark = Path(job.folder) / f"died{job.number}"
    if job.number % 4 == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(job)


def always_die(job: Number) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def refuse(job: Number) -> bytes:
    raise ValueError(f"not {job.number}")


def forbidden(job: Number) -> bytes:
    raise AssertionError(f"{job.name} was done already")


def wait_for_the_end_of_a_machine(job: Number) -> bytes:
    """Says where it runs; on a machine that is to be killed it waits for that."""
    folder = Path(job.folder)
    (folder / f"at{job.number}-{os.environ.get('FIRSTFIRE_DOOMED', 'here')}-{os.getpid()}").touch()
    while os.environ.get("FIRSTFIRE_DOOMED") or not (folder / "killed").exists():
        time.sleep(0.05)
    return square(job)


@pytest.fixture(scope="module")
def environment() -> Iterator[None]:
    """Workers find this file, and play as plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT), str(ROOT / "examples")]))
        patch.setenv("FIRSTFIRE_INTERPRET", "1")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        yield


@pytest.fixture(scope="module")
def local(environment: None) -> Iterator[str]:
    """A cluster of three workers."""
    ray.init(address="local", num_cpus=WORKERS, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield "auto"
    ray.shutdown()


def test_a_sample_of_totem_gives_the_same_bytes_here_and_on_a_cluster(local: str) -> None:
    study = Study(game("totem"), game("totem").standard_box, 2, runner=Runner(workers=1))
    jobs = [job for n in range(6) for job in Study(study.game, study.box, 2, seed=1 + 5 * n).jobs(["greedy"] * 2, 5)]
    here = {job.name: found for job, found in perform(play_sample, jobs)}
    one, all_of_it = (
        {job.name: found for job, found in perform(play_sample, jobs, on=local, workers=workers)}
        for workers in (1, None)
    )
    assert here == one == all_of_it and len(here) == 6


def test_a_match_on_a_cluster_is_the_match_without_it(local: str) -> None:
    def told(match: Match) -> Any:
        return sorted((p.task.name, p.wins, p.scores, p.plies) for p in match.played)

    here, there = (play_match("totem", ["random", "greedy"], 8, jobs=1, on=on) for on in (None, local))
    assert told(here) == told(there) and len(here.played) == 8


def test_killed_workers_cost_nothing_and_nothing_is_counted_twice(local: str, tmp_path: Path) -> None:
    jobs = [Number(i, str(tmp_path)) for i in range(24)]
    kept = tmp_path / "kept"
    found = list(perform(die_once, jobs, on=local, workers=None, folder=kept))
    assert sorted(found, key=lambda one: one[0].number) == [(job, square(job)) for job in jobs]
    assert len(list(tmp_path.glob("died*"))) == 6
    again = dict(perform(forbidden, jobs, on=local, workers=None, folder=kept))
    assert again == {job: square(job) for job in jobs}


def test_a_job_that_always_kills_its_worker_is_given_up(local: str) -> None:
    with pytest.raises(WorkerDied, match="3 times"):
        list(perform(always_die, [Number(1)], on=local))


def test_what_goes_wrong_there_is_raised_here_with_its_traceback(local: str) -> None:
    with pytest.raises(ValueError, match="not 1") as caught:
        list(perform(refuse, [Number(1)], on=local))
    assert "in refuse" in caught.value.__notes__[0]


def test_a_machine_with_another_firstfire_is_refused(local: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "fingerprint", lambda: "of another version")
    with pytest.raises(BadSetup, match="another Firstfire"):
        list(perform(square, [Number(1)], on=local))


def test_many_small_jobs_travel_in_bundles(local: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def took(self: cluster.Bundles, items: int, seconds: float) -> None:
        sizes.append(items)
        self.size = 40

    monkeypatch.setattr(cluster.Bundles, "took", took)
    jobs = [Number(i) for i in range(500)]
    assert dict(perform(square, jobs, on=local, workers=None)) == {job: square(job) for job in jobs}
    assert sum(sizes) == 500 and max(sizes) == 40 and len(sizes) < 40


def test_a_killed_driver_goes_on_where_it_was(environment: None, tmp_path: Path) -> None:
    """The driver has a cluster of its own, which ends with it; what it kept is not done again."""
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "import ray\n"
        "ray.init(address='local', num_cpus=2, include_dashboard=False, log_to_driver=False)\n"
        "from tests.jobs.test_cluster import Number; from firstfire.jobs import perform\n"
        "def slow(job): time.sleep(0.2); return str(job.number**2).encode()\n"
        "jobs = [Number(i) for i in range(1000)]\n"
        "for _ in perform(slow, jobs, folder=Path(sys.argv[1]), on='auto', workers=None): pass\n"
    )
    driver = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT)
    while len(list(tmp_path.glob("number*"))) < 3:
        assert driver.poll() is None
        time.sleep(0.05)
    driver.kill()
    driver.wait()
    kept = len(list(tmp_path.glob("number*")))
    assert 3 <= kept < 1000
    done: list[int] = []

    def count(job: Number) -> bytes:
        done.append(job.number)
        return square(job)

    jobs = [Number(i) for i in range(1000)]
    assert dict(perform(count, jobs, folder=tmp_path)) == {job: square(job) for job in jobs}
    assert len(done) == 1000 - kept


def say_who_and_square(job: Number) -> bytes:
    """Says which worker is at it, for whoever wants to kill that."""
    (Path(job.folder) / f"by-{os.getpid()}").touch()
    time.sleep(0.2)
    return square(job)


def test_a_cluster_elsewhere_loses_a_worker_and_its_driver_and_nothing_is_done_twice(
    environment: None, tmp_path: Path
) -> None:
    """A head of its own is reached through Ray's client (ray://); first a worker is killed, then the driver."""
    kept, workers = tmp_path / "kept", tmp_path / "workers"
    workers.mkdir()
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        port, door = one.getsockname()[1], other.getsockname()[1]
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as own:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        head = subprocess.Popen(
            [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--node-ip-address=127.0.0.1",
             f"--port={port}", f"--ray-client-server-port={door}", "--num-cpus=2", "--include-dashboard=false",
             f"--temp-dir={own}"],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_for_door(door, head)
            driver = subprocess.Popen(
                [sys.executable, "-c", DRIVER, str(kept), str(workers), f"ray://127.0.0.1:{door}"], cwd=ROOT
            )
            try:
                wait_for(lambda: len(list(kept.glob("number*"))) >= 3, driver)
                for worker in workers.glob("by-*"):
                    os.kill(int(worker.name.partition("-")[2]), signal.SIGKILL)
                    break
                before = len(list(kept.glob("number*")))
                wait_for(lambda: len(list(kept.glob("number*"))) >= before + 5, driver)
            finally:
                driver.kill()
                driver.wait()
        finally:
            head.terminate()
            head.wait()
    done: list[int] = []

    def count(job: Number) -> bytes:
        done.append(job.number)
        return square(job)

    there = len(list(kept.glob("number*")))
    jobs = [Number(i) for i in range(1000)]
    assert dict(perform(count, jobs, folder=kept)) == {job: square(job) for job in jobs}
    assert 8 <= there < 1000 and len(done) == 1000 - there


DRIVER = """
import sys
from pathlib import Path
from firstfire.jobs import perform
from tests.jobs.test_cluster import Number, say_who_and_square
kept, workers, where = sys.argv[1:]
jobs = [Number(i, workers) for i in range(1000)]
for _ in perform(say_who_and_square, jobs, folder=Path(kept), on=where, workers=None): pass
"""


def wait_for(holds: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait as long as the process that should bring it about lives."""
    while not holds():
        assert process.poll() is None
        time.sleep(0.05)


def wait_for_door(door: int, head: subprocess.Popen[bytes]) -> None:
    def open_() -> bool:
        with socket.socket() as knock:
            return knock.connect_ex(("127.0.0.1", door)) == 0

    wait_for(open_, head)


def test_a_machine_that_is_lost_costs_nothing(environment: None, tmp_path: Path) -> None:
    """One of two machines is killed while it works: the other does it all."""
    from ray.cluster_utils import Cluster

    if ray.is_initialized():
        ray.shutdown()
    machines = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FIRSTFIRE_DOOMED", "doomed")
            doomed = machines.add_node(num_cpus=1)
        ray.init(address=machines.address, log_to_driver=False, logging_level="error")
        jobs = [Number(i, str(tmp_path)) for i in range(4)]
        results = perform(wait_for_the_end_of_a_machine, jobs, on="auto", workers=None)
        killer = subprocess.Popen(  # by itself: whoever waits for results can do nothing else
            [sys.executable, "-c", KILLER, str(tmp_path), str(_raylet(doomed))]
        )
        try:
            found = list(results)
            assert killer.wait() == 0
        finally:
            killer.kill()
            killer.wait()
        assert sorted(found, key=lambda one: one[0].number) == [(job, square(job)) for job in jobs]
        assert list(tmp_path.glob("at*-doomed-*"))
    finally:
        ray.shutdown()
        machines.shutdown()


KILLER = """
import os, signal, sys, time
from pathlib import Path
folder, raylet = Path(sys.argv[1]), int(sys.argv[2])
while not (doomed := list(folder.glob("at*-doomed-*"))):
    time.sleep(0.05)
os.kill(raylet, signal.SIGKILL)
os.kill(int(doomed[0].name.rpartition("-")[2]), signal.SIGKILL)
(folder / "killed").touch()
"""


def _raylet(node: Any) -> int:
    """The process that is the machine, to Ray."""
    found: int = node.all_processes["raylet"][0].process.pid
    return found
