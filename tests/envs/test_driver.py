"""One table, one machine call a decision: the same as plain Python says."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest

from firstfire.envs.driver import OVER, REFUSED, Driver
from firstfire.games import GAMES
from firstfire.kernel.positions.position import Position


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_tables_go_the_same_way(name: str) -> None:
    fast, slow, chance = Driver(name), Driver(name, interpreted=True), Random(1)
    for seed in (3, 1 << 40):
        assert fast.begin(seed) == slow.begin(seed)
        for _ in range(40):
            assert (fast.mask == slow.mask).all() and (fast.observation == slow.observation).all()
            assert fast.legal() == slow.position().legal()
            assert (fast.look(1) == slow.look(1)).all()
            action = chance.choice(slow.legal())
            assert fast.step(action) == slow.step(action)
            assert bytes(fast.s) == bytes(slow.s)
            if fast.over:
                break


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_what_a_position_says(name: str) -> None:
    drive, chance = Driver(name, interpreted=True), Random(2)
    assert drive.begin(9) == Position(drive.game, drive.seats, 9, engine=drive.engine).player
    for _ in range(40):
        position = drive.position()
        assert drive.legal() == position.legal() and drive.player == position.player
        assert (drive.observation == position.observe()).all()
        assert drive.mask.dtype == np.int8 and drive.observation.dtype == np.int16
        if drive.step(chance.choice(drive.legal())) == OVER:
            break


def test_refused_actions_change_nothing() -> None:
    drive = Driver("totem", interpreted=True)
    drive.begin(1)
    before = bytes(drive.s)
    wrong = [a for a in range(drive.actions) if a not in drive.legal()]
    assert all(drive.step(action) == REFUSED for action in (*wrong[:50], -1, drive.actions, 1 << 64))
    assert bytes(drive.s) == before


def test_random_players_play_until_a_seats_turn() -> None:
    drive = Driver("honga", 4, interpreted=True)
    for seed in range(5):
        drive.begin(seed)
        assert drive.play_at_random_until(2) == 2 == drive.player
        assert drive.legal() == drive.position().legal()
        assert (drive.observation == drive.look(2)).all()


@pytest.mark.slow
def test_playing_and_batches_import_nothing_of_the_learners_libraries() -> None:
    """`make play` installs none of them."""
    heavy = "{'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel', 'PIL', 'torch', 'scipy'}"
    code = "import firstfire.cli, firstfire.server.web.app, firstfire.envs.driver, sys; "
    code += f"assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
