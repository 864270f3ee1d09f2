"""A sample of `tools/compare_offline.py`: what a page is told is what a server tells, to the byte."""

from __future__ import annotations

import pytest
from tools.compare_offline import bare_digests, digests

from firstfire.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_messages_and_log_are_the_server_s(game: str) -> None:
    assert bare_digests(game, games=1, most=25) == list(digests(game, games=1, most=25))
