"""What all tests share: the tiny game Embers on the shelf."""

from __future__ import annotations

import embers
import pytest

from firstfire.games import add_game
from firstfire.kernel.game import Game

add_game(embers.GAME)


@pytest.fixture
def tiny() -> Game:
    """Embers, the smallest complete game."""
    return embers.GAME
