"""Servers to test, without a network where that is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Desk, as_documented, person

import embers
from firstfire import add_game
from firstfire.server.settings import UNLIMITED, Settings
from firstfire.server.web.app import create_app

add_game(embers.GAME)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data=tmp_path, more_games=("embers",), workers=1, early_workers=False, bot_pause=0.0, compile_rules=False,
        public=("testserver",), limits=UNLIMITED, commit_pace=0.0, playtest_niceness=0,
    )  # fmt: skip


@pytest.fixture
def open_site(settings: Settings) -> Iterator[Callable[..., TestClient]]:
    """Opens the same server again and again (each time as after a restart)."""
    opened: list[TestClient] = []

    def opener(**changes: object) -> TestClient:
        client = TestClient(create_app(replace(settings, **changes)))  # type: ignore[arg-type]
        client.event_hooks = {"response": [as_documented]}
        client.__enter__()
        opened.append(client)
        return client

    yield opener
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(open_site: Callable[..., TestClient]) -> TestClient:
    return open_site()


@pytest.fixture
def two() -> Desk:
    """Ayla (to act) and Brun at a table of Embers, both looking on."""
    desk = Desk([person("Ayla"), person("Brun")])
    desk.enter("ayla")
    desk.enter("brun")
    return desk
