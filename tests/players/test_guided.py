"""The search that a net leads: the net's liking stands in the root, nothing hidden is read, no net changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.kernel.engine import engine_for
from firstfire.kernel.position import Position
from firstfire.kernel.record import copy_of
from firstfire.lab.match import view_of
from firstfire.players import Budget, Search, levels_of, player_named
from firstfire.players.guided import GuidedSearch, has_guide, on_quest
from firstfire.players.net import NetPlayer

GUIDED = ["totem", "honga", "neta_tanka", "prehistory"]


def guided(simulations: int, seed: int = 1, **more: Any) -> GuidedSearch:
    return GuidedSearch(Budget(simulations=simulations), seed, interpreted=True, **more)


@pytest.mark.parametrize("name", GUIDED)
def test_what_the_net_likes_is_tried_first(name: str) -> None:
    """With few simulations the action the net likes best is the one that is played."""
    position = Position(find_game(name), 2, 12, engine=engine_for(find_game(name), interpreted=True))
    stream, agreed, plain = random.Random(3), 0, 0
    for _ in range(8):
        view = view_of(position)
        best = NetPlayer(1, interpreted=True).choose(view)
        agreed += guided(4, changes=("depth=2", "curiosity=8")).choose(view) == best
        plain += Search(Budget(simulations=4), 1, changes=("depth=2",), interpreted=True).choose(view) == best
        position.step(stream.choice(position.legal()))
    assert agreed == 8 > plain


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


def test_a_game_says_how_strongly_its_net_leads() -> None:
    for seats, curiosity in ((3, find_game("neta_tanka").net_lead), (4, 1.0)):
        table = Table.new("neta_tanka", seats, seed=5, interpreted=True)
        assert table.player is not None
        assert guided(1).trees_for(table.view(table.player))[0].settings.curiosity == curiosity


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


@pytest.mark.parametrize("name", [*GUIDED, "doggerland"])
def test_the_spirit_searches_and_a_net_leads_it_where_there_is_one(name: str) -> None:
    spirit = player_named("spirit", name, 1, interpreted=True)
    assert isinstance(spirit, GuidedSearch) == (name in GUIDED)
    assert isinstance(spirit, Search) and spirit.budget.simulations == levels_of(name)[-1].simulations
    assert isinstance(player_named("guided:50+depth=4", name, 1), GuidedSearch)
