"""What all tests share: the tiny game Embers on the shelf, and who runs what.

With several workers (`make test`) the tests of one game stay together, so that its rules are
compiled once and not by two workers at the same time.
"""

from __future__ import annotations

import pytest

import embers
from firstfire.games import GAMES, add_game
from firstfire.kernel.game import Game

add_game(embers.GAME)


@pytest.fixture
def tiny() -> Game:
    """Embers, the smallest complete game."""
    return embers.GAME


LONG = ("tests/web/test_whole_games", "tests/web/test_for_everyone")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group tests by the game they name, and those of one file that share a server; what opens a browser (nothing is
    compiled there) goes wherever there is room, and what takes longest goes first."""
    for item in items:
        where = item.nodeid
        if "tests/web/" in where:
            continue
        group = next((name for name in GAMES if name in where), "")
        if not group and "tests/server/" in where:
            group = where.split("::")[0]
        if group:
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
