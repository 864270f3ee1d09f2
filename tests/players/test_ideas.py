"""Errors are plausible: the second or third idea, never a giving up, nor worse than that, nor dearer than the cap."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from firstfire import Table
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.thinking import BotTable, Effort
from firstfire.players.ideas import OTHERS, chosen, other_ideas
from firstfire.players.search_tree import Branch
from firstfire.view import View


def idea(action: int, visits: int, win: float) -> Branch:
    return Branch(action, visits, (win, win), (win, win))  # whichever seat is to act


def played(view: View, branches: list[Branch], errs: float, cap: float) -> set[int]:
    """What is played, over many seeds."""
    engine = engine_for(view.game, interpreted=True)
    effort = Effort(error_rate=errs, max_loss=cap)
    return {chosen(view, engine, branches, random.Random(seed), effort) for seed in range(60)}


@pytest.fixture
def opening() -> View:
    """Totem's set-up: many ideas, and nothing that ends anything."""
    table = Table.new("totem", 2, seed=3, interpreted=True)
    assert table.player is not None
    return table.view(table.player)


def test_who_does_not_err_plays_what_was_tried_most(opening: View) -> None:
    ideas = [idea(action, visits, 0.5) for action, visits in zip(opening.numbers, (3, 20, 8, 5), strict=False)]
    assert played(opening, ideas, errs=0.0, cap=1.0) == {opening.numbers[1]}


def test_an_error_is_the_second_or_third_idea_and_no_other(opening: View) -> None:
    first, second, third, fourth = opening.numbers[:4]
    ideas = [idea(fourth, 2, 0.5), idea(second, 9, 0.5), idea(first, 30, 0.5), idea(third, 4, 0.5)]
    assert OTHERS == 2
    assert played(opening, ideas, errs=1.0, cap=1.0) == {second, third}
    assert played(opening, ideas, errs=0.5, cap=1.0) == {first, second, third}


def test_an_error_costs_no_more_than_the_cap(opening: View) -> None:
    first, second, third = opening.numbers[:3]
    ideas = [idea(first, 30, 0.6), idea(second, 9, 0.3), idea(third, 4, 0.52)]
    assert played(opening, ideas, errs=1.0, cap=0.1) == {third}
    assert played(opening, ideas, errs=1.0, cap=0.05) == {first}


def honga_turn() -> View:
    """A turn of Honga in which it may end, with hands used up or not."""
    table, stream = Table.new("honga", 2, seed=5, interpreted=True), random.Random(2)
    end = table.game.actions.number("end turn")
    while True:
        numbers = table.numbers()
        if end in numbers and len(numbers) > 3:
            assert table.player is not None
            return table.view(table.player)
        table.play(stream.choice(numbers))


def test_ending_the_turn_is_never_an_error_nor_is_what_is_worse_than_ending_it() -> None:
    view = honga_turn()
    engine = engine_for(view.game, interpreted=True)
    end = view.game.actions.number("end turn")
    nothing = engine.prefer(view.state, view.box, end)
    best = max(view.numbers, key=lambda action: engine.prefer(view.state, view.box, action))
    ranked = [idea(best, 50, 0.5)] + [idea(action, 9, 0.5) for action in view.numbers if action != best]
    for _ in range(len(ranked)):
        ranked = [ranked[0], *ranked[2:], ranked[1]]
        for other in other_ideas(view, engine, ranked, cap=1.0):
            assert other.action != end and engine.prefer(view.state, view.box, other.action) >= nothing


def test_a_game_names_only_closing_actions_it_has(tiny: Game) -> None:
    with pytest.raises(TypeError, match="no such actions"):
        replace(tiny, bots=BotTable(closing=("sleep",)))
