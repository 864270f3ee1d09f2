"""The rules of the example game, one by one."""

from __future__ import annotations

import pytest

from embers import GAME
from firstfire import Table
from firstfire.errors import IllegalAction


def table(*moves: str, seats: int = 2) -> Table:
    return Table.new(GAME, seats, 3, interpreted=True).play(*moves)


def test_the_pile_and_one_secret_charm_each() -> None:
    """EM-5, EM-6: 21 embers; each seat knows its own charm only."""
    begun = table(seats=3)
    assert begun.state.pile == 21
    assert sorted(begun.state.charms) == [0, 1, 2, 3]
    for seat in range(3):
        known = [i for i, charm in enumerate(begun.view(seat).state.charms) if charm >= 0]
        assert known == [seat]


def test_one_to_three_and_never_more_than_there_are() -> None:
    """EM-1, EM-2: they leave the pile, and the next one is asked; no passing."""
    begun = table("take 2")
    assert (begun.state.pile, list(begun.state.taken[:2]), begun.player) == (19, [2, 0], 1)
    last = table(*["take 3"] * 6, "take 1")
    with pytest.raises(IllegalAction, match="EM-2"):
        last.play("take 3")


def test_the_last_ember_burns_and_the_others_score_what_they_took_and_their_charm() -> None:
    """EM-3, EM-4, R1: the burnt one has 0; all charms are turned up."""
    over = table(*["take 3"] * 7)
    outcome = over.outcome()
    assert outcome is not None and over.state.burnt == 0
    worth = GAME.standard_box.worth[over.state.charms[1]]
    assert outcome.scores == (0, 9 + worth) and outcome.winners == (1,)
    assert min(over.view(-1).state.charms) >= 0
