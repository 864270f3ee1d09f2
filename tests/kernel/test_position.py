"""The lean door."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from firstfire.errors import IllegalAction
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position


@pytest.mark.parametrize("interpreted", [True, False])
def test_a_game_by_bare_numbers(tiny: Game, interpreted: bool) -> None:
    position = Position(tiny, 3, 4, engine=engine_for(tiny, interpreted=interpreted))
    chance = Random(1)
    while not position.over:
        position.step(chance.choice(position.legal()))
    assert position.legal() == []
    assert sorted(position.ranks())[0] == 1
    assert position.scores()[position.s.burnt] == 0


@pytest.mark.parametrize("interpreted", [True, False])
def test_the_victory_is_shared_by_those_who_are_first(tiny: Game, interpreted: bool) -> None:
    """At the end by the places, before it as the game's own `value` judges."""
    position = Position(tiny, 3, 4, engine=engine_for(tiny, interpreted=interpreted))
    assert position.shares() == pytest.approx([1 / 3] * 3)
    position.play_randomly(1)
    s, worth = position.s, tiny.standard_box.worth
    s.burnt = 1
    for seat, points in enumerate((9, 12, 9)):
        s.taken[seat] = points - worth[s.charms[seat]]
    assert position.ranks() == [1, 3, 1] and position.shares() == [0.5, 0.0, 0.5]
    s.taken[2] -= 1
    assert position.ranks() == [1, 3, 2] and position.shares() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("interpreted", [True, False])
def test_try_step_refuses_without_a_trace(tiny: Game, interpreted: bool) -> None:
    position = Position(tiny, 2, 4, engine=engine_for(tiny, interpreted=interpreted))
    before = bytes(position.s)
    assert not any(position.try_step(action) for action in (-1, 3, 63, 64, 10**6))
    assert bytes(position.s) == before
    assert position.try_step(2)


def test_a_copy_goes_its_own_way(tiny: Game) -> None:
    position = Position(tiny, 2, 4)
    other = position.copy()
    other.play_randomly(1)
    assert other.over
    assert not position.over


def test_a_view_is_not_the_state(tiny: Game) -> None:
    position = Position(tiny, 3, 4)
    view = position.seen_by(1)
    assert list(view.charms).count(-1) == 3
    assert list(view.rng) == [0, 0, 0, 0]
    assert -1 not in list(position.s.charms)


@pytest.mark.parametrize("interpreted", [True, False])
def test_a_step_that_is_not_legal_raises_and_changes_nothing(tiny: Game, interpreted: bool) -> None:
    position = Position(tiny, 3, 4, engine=engine_for(tiny, interpreted=interpreted))
    position.s.pile = 1
    before = bytes(position.s)
    with pytest.raises(IllegalAction, match=r"'take 3' is not legal here: .*1 actions are legal"):
        position.step(2)
    for wrong in (-1, 3, 64, 10**9, 2**70, None, 1.0):
        with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 2"):
            position.step(wrong)  # type: ignore[arg-type]
    assert bytes(position.s) == before
    position.step(np.int64(0))
    with pytest.raises(IllegalAction, match="the game is over"):
        position.step(0)


def test_a_push_is_trusted(tiny: Game) -> None:
    one, other = (Position(tiny, 3, 4, engine=engine_for(tiny, interpreted=True)) for _ in range(2))
    one.step(1)
    other.push(1)
    assert bytes(one.s) == bytes(other.s)
