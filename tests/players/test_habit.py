"""The habit of a game: a short cut to an action that `prefer` likes best."""

from __future__ import annotations

import random

import pytest

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.contract import no_habit
from firstfire.players.settings import settings_for

WITH_HABIT = [name for name in GAMES if find_game(name).rules["habit"] is not no_habit]


def test_a_habit_is_used() -> None:
    assert "totem" in WITH_HABIT
    assert all(settings_for(name).candidates == 0 for name in WITH_HABIT)


@pytest.mark.parametrize("name", WITH_HABIT)
def test_the_habit_is_what_prefer_likes_best(name: str) -> None:
    """Along games that are half random, with every option on in turn."""
    game = find_game(name)
    habit, prefer = game.rules["habit"], game.rules["prefer"]
    stream = random.Random(4)
    variants: list[dict[str, str]] = [{}, *({o.name: value} for o in game.options for value in o.values[1:])]
    asked = 0
    for seed, options in enumerate(variants * 3):
        position = Position(game, min(game.seats), seed, options=options, engine=engine_for(game, interpreted=True))
        while not position.over:
            legal = position.legal()
            action = habit(copy_of(position.s), position.box)
            if action >= 0:
                asked += 1
                best = max(prefer(position.s, position.box, other) for other in legal)
                assert action in legal
                assert prefer(position.s, position.box, action) == pytest.approx(best)
            usual = action >= 0 and stream.random() < 0.5
            position.step(action if usual else stream.choice(legal))
    assert asked > 300


def test_a_game_without_a_habit_says_so(tiny: object) -> None:
    assert find_game("embers").rules["habit"] is no_habit
    assert no_habit(Header(), None) == -1
