"""What all tests share: the tiny game Embers on the shelf, and who runs what.

With several workers (`make test`) the tests of one game stay together, so that its rules are
compiled once and not by two workers at the same time; so do the tests of a file.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.spread import ByGroup, turn_of

import embers
from firstfire.games import add_game
from firstfire.kernel.game import Game

add_game(embers.GAME)

# Servers of tests are on this machine: no proxy leads there.
for _name in ("no_proxy", "NO_PROXY"):
    os.environ[_name] = ",".join(filter(None, [os.environ.get(_name), "localhost,127.0.0.1,::1"]))

# Machines are busy: no example is wrong because it took long.
settings.register_profile("busy machines", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machines")


@pytest.fixture
def tiny() -> Game:
    """Embers, the smallest complete game."""
    return embers.GAME


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers, what takes longest goes first."""
    if config.getoption("loadgroup", False):
        items.sort(key=lambda item: turn_of(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGroup | None:
    """`--dist loadgroup` is ours: pytest-xdist hands its own groups on in the names of tests, where pytest no longer
    looks since it keeps them in another form."""
    if config.getoption("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False
    return ByGroup(config, log)
