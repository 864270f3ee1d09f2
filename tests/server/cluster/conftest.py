"""A PostgreSQL for the tests of several servers."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from tests.server.postgres import MISSING, Cluster, cluster
from tools.programs import redis_server

NO_REDIS = "NO REDIS: it is missing and could not be installed; WHAT SERVERS TELL EACH OTHER IS NOT TESTED"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        if running is None:
            pytest.skip(MISSING)
        yield running


class RedisServer:
    """A Redis of our own, reached by a Unix socket."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.url = f"unix://{folder / 'socket'}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["--port", "0", "--unixsocket", str(self.folder / "socket"), "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen([str(self.program), *words], stdout=subprocess.DEVNULL)
        while True:
            assert self.process.poll() is None, "Redis does not start"
            try:
                redis.Redis.from_url(self.url).ping()
                return
            except redis.ConnectionError:
                time.sleep(0.02)

    def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def redis_running() -> Iterator[RedisServer]:
    program = redis_server()
    if program is None:
        pytest.skip(NO_REDIS)
    with tempfile.TemporaryDirectory(prefix="ff-redis-", dir="/tmp") as folder:
        running = RedisServer(program, Path(folder))
        running.start()
        yield running
        running.stop()
