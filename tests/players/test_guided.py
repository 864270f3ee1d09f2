"""The search that a net leads: the net looks at every node, nothing hidden is read, no net changes nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.kernel.contract import idle
from firstfire.kernel.engine import engine_for
from firstfire.kernel.position import Position
from firstfire.kernel.record import copy_of
from firstfire.lab.match import view_of
from firstfire.players import Budget, Search, levels_of, player_named
from firstfire.players.guided import GuidedSearch, has_guide, on_quest
from firstfire.players.net import NetPlayer
from firstfire.players.policy.net import net_for
from firstfire.players.search_tree import InsightTree
from firstfire.players.settings import settings_led
from firstfire.view import View

GUIDED = ["totem", "honga", "neta_tanka", "doggerland", "prehistory"]


def guided(simulations: int, seed: int = 1, **more: Any) -> GuidedSearch:
    return GuidedSearch(Budget(simulations=simulations), seed, interpreted=True, **more)


@pytest.mark.parametrize("name", GUIDED)
def test_what_the_net_likes_is_tried_first(name: str) -> None:
    """The first simulation tries what the net likes best, whatever `prefer` says."""
    position = Position(find_game(name), 2, 12, engine=engine_for(find_game(name), interpreted=True))
    stream, agreed, plain = random.Random(3), 0, 0
    for _ in range(8):
        view = view_of(position)
        best = NetPlayer(1, interpreted=True).choose(view)
        agreed += guided(1).choose(view) == best
        plain += Search(Budget(simulations=1), 1, changes=("depth=2",), interpreted=True).choose(view) == best
        position.step(stream.choice(position.legal()))
    assert agreed == 8 > plain - (name == "doggerland")  # whose net hears `prefer`, too


@pytest.mark.parametrize("name", GUIDED)
def test_hidden_facts_do_not_change_what_a_guided_search_chooses(name: str) -> None:
    """Along a game, every choice is made again in a world that differs only in what the seat cannot see."""
    game = find_game(name)
    engine = engine_for(game, interpreted=True)
    position = Position(game, 2, 12, engine=engine)
    stream, other_worlds = random.Random(7), 0
    twins = [guided(5, 5, changes=("depth=3", "candidates=2")) for _ in range(2)]
    for ply in range(16):
        view = view_of(position)
        other = copy_of(view.state)
        engine.imagine(other, position.box, view.seat, ply, 98)
        other_worlds += bytes(other) != bytes(position.s)
        seen = view_of(Position(game, box=position.box, engine=engine, s=other))
        assert twins[0].choose(view) == twins[1].choose(seen)
        position.step(stream.choice(position.legal()))
    assert other_worlds > 6


def test_where_no_net_leads_it_is_the_usual_search() -> None:
    table = Table.new("embers", 2, seed=5, interpreted=True)
    assert not has_guide(table.game, 2)
    assert guided(60).consider(table.view(0)) == Search(Budget(simulations=60), 1, interpreted=True).consider(
        table.view(0)
    )


def test_a_game_says_how_its_net_is_heard() -> None:
    game = find_game("neta_tanka")
    for seats, settings in ((3, game.search_led), (4, game.search)):
        table = Table.new("neta_tanka", seats, seed=5, interpreted=True)
        assert table.player is not None
        tree = guided(1).trees_for(table.view(table.player))[0]
        assert tree.settings == settings
        assert isinstance(tree, InsightTree) == (seats == 3)


@pytest.mark.parametrize("name", GUIDED)
def test_the_root_is_shared_out_as_the_net_likes_it(name: str) -> None:
    """At the game's own temperature; idle actions get nothing, since there are others."""
    game = find_game(name)
    view = moment_of(name)
    player = guided(1)
    player.consider(view)
    tree = player.trees[0]
    engine, warmth = engine_for(game, interpreted=True), settings_led(name).warmth
    counted = [action for action in view.numbers if not engine.entry(idle)(view.state, view.box, action)]
    logits = net_for(game, interpreted=True).consider(view, counted, interpreted=True) / warmth
    shares = np.exp(logits - logits.max())
    given = {tree._nodes[node].action: tree._stats[node].weight for node, _ in tree.tried(tree.root).values()}
    assert given == pytest.approx(dict(zip(counted, shares / shares.sum(), strict=True)), abs=1e-6)


def moment_of(name: str, seats: int = 2) -> View:
    """What the mover sees where it has some choice."""
    game = find_game(name)
    position = Position(game, seats, 12, engine=engine_for(game, interpreted=True))
    stream = random.Random(3)
    for _ in range(10):
        position.step(stream.choice(position.legal()))
    while len(position.legal()) < 4:
        position.step(stream.choice(position.legal()))
    return view_of(position)


@pytest.mark.parametrize("name", GUIDED)
def test_machine_code_and_plain_rules_grow_the_same_tree(name: str) -> None:
    view = moment_of(name)
    plain, compiled = (
        GuidedSearch(Budget(simulations=10), 5, interpreted=kind).consider(view) for kind in (True, False)
    )
    assert [(branch.action, branch.visits) for branch in plain] == [
        (branch.action, branch.visits) for branch in compiled
    ]
    for one, other in zip(plain, compiled, strict=True):
        assert one.win == pytest.approx(other.win, abs=1e-9)
        assert sum(one.win) == pytest.approx(1.0, abs=0.35 if len(one.win) > 2 else 0.01)


def test_what_a_net_expects_is_what_a_node_is_worth() -> None:
    """One simulation that opens one node: its worth is what the net says of the table it imagined. With a rollout for
    the whole of it, it is what the rollout came to."""
    view = moment_of("totem")
    game = view.game
    tree = guided(1).trees_for(view)[0]
    tree.plant(view.state, view.seat, 9)
    tree.grow(1)
    (branch,) = tree.branches()
    net = net_for(game, interpreted=True)
    net.read(np.frombuffer(tree._beside[1], np.int16))  # what was looked at last
    mine, other = net.values()[:2]
    hope = 0.5 + 0.25 * (mine - other)
    assert sorted(branch.win) == pytest.approx(sorted((hope, 1 - hope)))
    rolled = guided(1, changes=("insight=0", "margin=0", "depth=1000")).consider(view)
    assert sorted(rolled[0].win) in ([0.0, 1.0], [0.5, 0.5])


def test_a_full_tree_with_a_net_goes_on_with_what_it_has() -> None:
    view = moment_of("honga")
    tree = guided(1).trees_for(view)[0]
    tree.plant(view.state, view.seat, 9)
    tree._plan.limit = len(view.numbers) + 6
    tree.grow(30)
    assert tree.nodes <= len(view.numbers) + 6
    assert sum(branch.visits for branch in tree.branches()) == 30


def test_two_threads_have_a_net_each() -> None:
    view = moment_of("honga")
    found = [guided(24, threads=2).consider(view) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(branch.visits for branch in found[0]) == 24


def test_a_level_has_its_own_number_of_simulations_where_it_hears_its_net() -> None:
    position = Position(find_game("totem"), 2, 12, engine=engine_for(find_game("totem"), interpreted=True))
    player = GuidedSearch(Budget(simulations=9), 1, heard=0.5, looks=4, interpreted=True, changes=("depth=2",))
    stream, run = random.Random(3), set()
    for _ in range(16):
        player.forget()
        player.consider(view_of(position))
        run.add(player.simulations)
        position.step(stream.choice(position.legal()))
    assert run == {4, 9}


def test_a_level_may_hear_its_net_in_a_share_of_its_decisions_alone() -> None:
    """In each decision it is the guided search or the usual one, by the moment alone, and a tree is never taken over
    from one to the other."""
    position = Position(find_game("totem"), 2, 12, engine=engine_for(find_game("totem"), interpreted=True))
    few: dict[str, Any] = {"changes": ("depth=2", "curiosity=1"), "interpreted": True}
    stream, led, alone = random.Random(3), 0, 0
    player = GuidedSearch(Budget(simulations=6), 1, heard=0.5, **few)
    for _ in range(24):
        view = view_of(position)
        ways = [kind(Budget(simulations=6), 1, **few).consider(view) for kind in (GuidedSearch, Search)]
        found = player.consider(view)
        assert found in ways
        if ways[0] != ways[1]:
            led, alone = led + (found == ways[0]), alone + (found == ways[1])
        position.step(stream.choice(position.legal()))
    assert led > 3 < alone
    assert GuidedSearch(Budget(simulations=6), 1, heard=0.0, **few).consider(view) == ways[1]


def test_a_net_leads_only_for_the_players_it_is_good_for() -> None:
    for name in ("neta_tanka", "prehistory"):
        assert has_guide(find_game(name), 3) and not has_guide(find_game(name), 4)


def test_who_is_on_a_quest_thinks_without_the_net_until_the_aim_is_gone() -> None:
    """Nētā-Tanka's elder plays for its objective by itself where it is in reach; the spirit always hears its net."""
    game = find_game("neta_tanka")
    position = Position(game, 2, 12, engine=engine_for(game, interpreted=True))
    view = view_of(position)
    clan = view.state.clans[view.seat]
    few: dict[str, Any] = {"changes": ("depth=2", "curiosity=1"), "interpreted": True}
    led, alone = (kind(Budget(simulations=6), 1, **few) for kind in (GuidedSearch, Search))
    player = GuidedSearch(Budget(simulations=6), 1, quest=True, **few)
    for objective, asked in enumerate(view.box.objectives):
        clan.objective, clan.exchanged = objective, 0
        assert on_quest(view) == (asked.same_type < 3)
        assert player.consider(view) == (alone if on_quest(view) else led).consider(view)
    clan.objective, clan.exchanged = 0, 1
    assert not on_quest(view)
    assert led.consider(view) != alone.consider(view)
    elder, spirit = (player_named(name, "neta_tanka", 1) for name in ("elder", "spirit"))
    assert isinstance(elder, GuidedSearch) and isinstance(spirit, GuidedSearch)
    assert elder.quest and not spirit.quest
    assert not on_quest(view_of(Position(find_game("totem"), 2, 12)))


@pytest.mark.parametrize("name", GUIDED)
def test_the_spirit_searches_and_a_net_leads_it(name: str) -> None:
    spirit = player_named("spirit", name, 1, interpreted=True)
    assert isinstance(spirit, GuidedSearch) and spirit.looks == levels_of(name)[-1].effort.looks > 0
    assert spirit.budget.simulations == levels_of(name)[-1].simulations
    assert isinstance(player_named("guided:50+depth=4", name, 1), GuidedSearch)
