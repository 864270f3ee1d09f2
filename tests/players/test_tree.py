"""The tree of the search: whom it lets choose, and how much it explores."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.header import Header
from firstfire.kernel.rules.contract import nothing_idle
from firstfire.lab.match import view_of
from firstfire.players import Budget, Search, player_named
from firstfire.players.search_tree import SearchTree
from firstfire.players.settings import SearchSettings
from firstfire.players.tree.nodes import Node, SearchPlan
from firstfire.players.tree.search import best_child, child_after


def records() -> tuple[Any, Any]:
    """A plan, and a tree of three nodes: a root with two children, both legal now and liked the same."""
    plan, nodes = SearchPlan(), (Node * 4)()  # type: ignore[operator]
    plan.c_puct = 1.0
    nodes[1].child, nodes[2].next = 2, 3
    for child, visits, mean in ((2, 60, 0.055), (3, 40, 0.050)):
        nodes[child].visits, nodes[child].available = visits, 100
        nodes[child].weight = 0.5
        nodes[child].reward[0] = visits * mean
    nodes[1].visits = 100
    return plan, nodes


@pytest.mark.parametrize(("least", "chosen"), [(0.01, 2), (1.0, 3)])
def test_exploring_counts_by_what_is_at_stake(least: float, chosen: int) -> None:
    """Where all rewards lie between 0.04 and 0.06, half a hundredth is a clear difference."""
    plan, nodes = records()
    plan.min_value_range = least
    plan.lowest[0], plan.highest[0] = 0.04, 0.06
    assert best_child(1, 0, 1.0, plan, nodes) == chosen


def test_only_children_legal_in_this_deal_are_chosen() -> None:
    plan, nodes = records()
    plan.clock = 7
    nodes[3].mark = 7
    assert best_child(1, 0, 1.0, plan, nodes) == 3
    plan.clock = 8
    assert best_child(1, 0, 1.0, plan, nodes) == 0


def grown(tiny: Game, rivals: int) -> SearchTree:
    table = Table.new(tiny, 2, seed=5, interpreted=True)
    settings = SearchSettings(candidates=0, rivals=rivals)
    tree = SearchTree(engine_for(tiny, interpreted=True), table.box, settings)
    tree.plant(table.view(0).state, 0, 1)
    tree.grow(200)
    return tree


def children(tree: SearchTree, node: int) -> dict[int, int]:
    """The children of a node, by action."""
    found, child = {}, tree._nodes[node].child
    while child:
        found[tree._nodes[child].action] = child
        child = tree._nodes[child].next
    return found


def test_rivals_of_habit_try_only_what_they_would_do(tiny: Game) -> None:
    """Embers' greedy rival has one best-liked answer to most takes; a thinking one tries all three."""
    answers = [[len(children(grown(tiny, rivals), child)) for child in children(grown(tiny, rivals), 1).values()]
               for rivals in (0, 100)]  # fmt: skip
    assert answers[0] == [3, 3, 3]
    assert min(answers[1]) == 1


def test_children_lie_in_order_of_action(tiny: Game) -> None:
    tree = grown(tiny, 0)
    assert list(children(tree, 1)) == [0, 1, 2]


def test_the_reach_is_of_the_tree_at_hand(tiny: Game) -> None:
    """Rewards met lie within the reach; a new tree begins without any."""
    tree = grown(tiny, 0)
    mean = tree.branches()[0].reward[0]
    assert tree._plan.lowest[0] <= mean <= tree._plan.highest[0]
    tree.plant(tree._known, 0, 2)
    assert tree._plan.lowest[0] > tree._plan.highest[0]


def test_a_new_child_is_not_taken_for_legal() -> None:
    """Room that belonged to an older tree keeps none of its marks."""
    for room in range(1, 4):
        plan, nodes = records()
        nodes[room].mark = 7
        plan.used, plan.limit = room - 1, 3
        nodes[1].child = 0
        assert child_after(1, 0, 5, plan, nodes) == room
        assert nodes[room].mark == 0


@pytest.mark.slow
def test_a_search_that_looked_elsewhere_finds_the_same() -> None:
    """Along a game of Totem, where rivals of habit make children: a used search and a fresh one, tree by tree."""
    name = "search:40+rivals=50+depth=3"
    game = find_game("totem")
    position = Position(game, 2, 0, engine=engine_for(game, interpreted=True))
    used = player_named(name, "totem", 7, interpreted=True)
    stream = random.Random(0)
    compared = 0
    assert isinstance(used, Search)
    while not position.over:
        view = view_of(position)
        if len(view.numbers) > 1:
            fresh = player_named(name, "totem", 7, interpreted=True)
            assert isinstance(fresh, Search)
            assert used.consider(view) == fresh.consider(view)
            compared += 1
        position.step(stream.choice(view.numbers))
    assert compared > 20


def test_nobody_thinks_of_stepping_back() -> None:
    """PH-D: behind the door of Prehistory a player does something; who only looks is told about the step back too."""
    game = find_game("prehistory")
    position = Position(game, 2, 5, engine=engine_for(game, interpreted=True))
    develop, back = game.actions.number("develop"), game.actions.number("back")
    position.s.tribes[position.player].development = 3
    while develop not in position.legal():
        position.step(position.legal()[0])
        position.s.tribes[position.player].development = 3
    position.step(develop)
    view = view_of(position)
    assert back in view.numbers and len(view.numbers) > 1
    for looking in (False, True):
        search = Search(Budget(simulations=30), 1, looking=looking, changes=("depth=2",), interpreted=True)
        assert (back in {branch.action for branch in search.consider(view)}) == looking


def test_idle_actions_are_legal_but_lead_nowhere() -> None:
    doggerland = find_game("doggerland")
    give_up = doggerland.actions.number("give up")
    assert doggerland.rules["idle"](None, None, give_up) == 1
    assert doggerland.rules["idle"](None, None, give_up - 1) == 0
    assert find_game("embers").rules["idle"] is nothing_idle
    assert nothing_idle(Header(), None, 0) == 0
