"""A PostgreSQL for the tests of several servers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.cluster.redis_server import RedisServer
from tests.server.postgres import MISSING, Cluster, cluster, short_folder
from tools.programs import redis_server

NO_REDIS = "NO REDIS: it is missing and could not be installed; WHAT SERVERS TELL EACH OTHER IS NOT TESTED"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        if running is None:
            pytest.skip(MISSING)
        yield running


@pytest.fixture(scope="session")
def redis_running() -> Iterator[RedisServer]:
    program = redis_server()
    if program is None:
        pytest.skip(NO_REDIS)
    with tempfile.TemporaryDirectory(prefix="ff-redis-", dir=short_folder()) as folder:
        running = RedisServer(program, Path(folder))
        running.start()
        yield running
        running.stop()
