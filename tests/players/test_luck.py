"""Luck and skill: the sums are exact, luck is nobody's, and what chance had no part in is no luck."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from benchmarks import luck as benchmark

from firstfire import Table
from firstfire.explain import Fortune, tell_luck
from firstfire.explain.luck import CLOSER, DEAL, Estimator
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.records.record import copy_of


def played(name: str, seed: int, decisions: int = 10**6, *, interpreted: bool = False) -> Table:
    """A table where so many random decisions were made."""
    table = Table.new(name, seed=seed, interpreted=interpreted)
    stream = Random(seed)
    while not table.over and len(table.actions()) < decisions:
        table.play(stream.choice(table.numbers()))
    return table


def check_sums(fortune: Fortune) -> None:
    """Step by step and in all, luck and moves add up; what one seat gains another loses."""
    for before, after in zip(fortune.steps, fortune.steps[1:], strict=False):
        assert before.after == after.before
    for split in fortune.split:
        assert split.par + split.luck + split.own + split.others == pytest.approx(split.result, abs=1e-12)
    if len(fortune.split) > 1:
        for row in fortune.curve:
            assert sum(row) == pytest.approx(1.0)
        assert sum(split.luck for split in fortune.split) == pytest.approx(0.0, abs=1e-12)
        assert sum(split.skill for split in fortune.split) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_luck_and_moves_add_up_at_every_game(name: str) -> None:
    table = played(name, 5, 3, interpreted=True)
    fortune = tell_luck(table, games=1)
    check_sums(fortune)
    assert [step.seat for step in fortune.steps] == [DEAL, *(table.seat_of(i) for i in range(3))]
    assert len(fortune.curve) == 4


def test_the_story_of_a_whole_game_ends_with_its_result() -> None:
    table = played("totem", 8)
    fortune = tell_luck(table, games=20)
    check_sums(fortune)
    assert fortune.curve[-1] == tuple(table.lean.shares())
    assert [split.result for split in fortune.split] == table.lean.shares()
    assert any(any(step.luck) for step in fortune.steps[1:])  # cards were drawn


def test_what_is_decided_without_chance_is_no_luck(tiny: Game) -> None:
    """Only the deal of Embers is chance: taking embers is nothing but skill."""
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    while not table.over:
        table.play(0)
    fortune = tell_luck(table, games=10)
    check_sums(fortune)
    assert all(step.luck == (0.0, 0.0) for step in fortune.steps[1:])
    assert any(any(step.moves) for step in fortune.steps[1:])


@pytest.mark.slow
def test_mean_luck_is_nothing() -> None:
    """Whoever plays, and however rough the estimator: over many games luck is 0 within its error, in the deal and in
    the draws."""
    stories = [tell_luck(played("totem", seed), games=6, seed=seed) for seed in range(1, 161)]
    deals = [story.steps[0].luck[0] for story in stories]
    draws = [sum(step.luck[0] for step in story.steps[1:]) for story in stories]
    for row in (deals, draws):
        assert abs(fmean(row)) < 3 * stdev(row) / sqrt(len(row))
    assert stdev(draws) > 0.05  # there was some


def test_a_game_begun_from_a_position_was_not_dealt() -> None:
    text = played("totem", 3, 12, interpreted=True).position()
    table = Table.at("totem", text, interpreted=True)
    table.play(table.numbers()[0])
    fortune = tell_luck(table, games=3)
    check_sums(fortune)
    assert len(fortune.steps) == 1
    assert fortune.steps[0].seat != DEAL


@pytest.mark.parametrize("name", GAMES)
def test_what_nobody_knows_lies_in_another_order(name: str) -> None:
    """(That no seat notices it is checked by `knowledge_is_sound`, for every game.)"""
    game = find_game(name)
    engine, s = engine_for(game, interpreted=True), played(name, 6, 20, interpreted=True).state
    found = set()
    for seed in range(3):
        other = copy_of(s)
        engine.deal_anew(other, game.standard_box, seed, 0)
        for i in range(4):
            other.rng[i] = 0
        found.add(bytes(other))
    assert len(found) == 3


@pytest.mark.slow
def test_par_is_the_mean_over_every_deal(tiny: Game) -> None:
    """Exhaustive: over all deals of three charms of Embers, each as likely, luck of the deal sums to nothing."""
    engine, box = engine_for(tiny, interpreted=True), tiny.standard_box
    closely, roughly = Estimator(engine, box, 3, games=800, seed=3), Estimator(engine, box, 3, games=100, seed=4)
    dealt = Table.new(tiny, 3, seed=1, interpreted=True).state
    told = []
    for charms in permutations(range(4)):
        state = copy_of(dealt)
        for seat, charm in enumerate(charms):
            state.charms[seat] = charm
        told.append(roughly.now(state))
    par, unsure = closely.opening(engine.fresh(3, {}, quiet=True))
    values = [shares[0] for shares, _ in told]
    error = sqrt(unsure[0] + fmean(noise[0] for _, noise in told))  # all of them have the same dice
    assert abs(fmean(values) - par[0]) < 3 * error
    assert max(values) > min(values)  # the deal matters


Pile = Callable[[Any], tuple[list[int], set[int]]]  # of a state: where the next cards come from, and which may come


def village_cards(s: Any) -> tuple[list[int], set[int]]:
    """The pile of village cards below its open top one."""
    return [s.card_pile[s.card_left - 2]], {s.card_pile[i] for i in range(s.card_left - 1)}


def crafts(s: Any) -> tuple[list[int], set[int]]:
    """The pile of crafts below its open top one."""
    return [s.craft_pile[s.craft_left - 2]], {s.craft_pile[i] for i in range(s.craft_left - 1)}


def trades(s: Any) -> tuple[list[int], set[int]]:
    """The trade cards of the rounds to come."""
    return [s.trade[s.round]], {s.trade[i] for i in range(s.round, len(s.trade))}


@pytest.mark.parametrize("pile", [village_cards, crafts, trades])
def test_every_card_nobody_knows_comes_next_equally_often(pile: Pile) -> None:
    """In redeals of Nētā-Tanka, after some moves; and no other card does."""
    table = played("neta_tanka", 6, 40, interpreted=True)
    engine, state, found = table.lean.engine, table.state, Counter[int]()
    hidden, deals = pile(state)[1], 600
    for seed in range(deals):
        other = copy_of(state)
        engine.deal_anew(other, table.box, seed, 1)
        found.update(pile(other)[0])
    assert len(hidden) > 2
    assert set(found) == hidden
    expected = deals / len(hidden)
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 3 * len(hidden) + 10  # chi-square


def test_near_the_end_estimates_are_made_of_more_games() -> None:
    """Results scatter more than `value`, so that the curve would be rough there."""
    table = played("totem", 8)
    near, last = tell_luck(table, games=10).steps[-2], len(table.actions()) - 2
    position = table.origin.beginning(table.game, table.box, table.lean.engine, quiet=True)
    for action in table.played()[: last + 1]:
        position.step(action)
    closely = Estimator(table.lean.engine, table.box, table.players, games=10 * CLOSER)
    assert near.ply == last
    assert near.after == closely.now(position.s)[0]


def test_a_benchmark_that_was_cut_short_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Rows by seed: what is there is not played again, all of it counts; the first seat is told by who sat there."""
    rows = tmp_path / "rows.jsonl"
    there = {
        seed: {"luck": [[luck, -luck]] * 2, "skill": [[0.5 - luck, luck - 0.5]] * 2, "result": [[1.0, 0.0]]}
        for seed, luck in ((4, 0.25), (5, -0.5))
    }
    rows.write_text("".join(json.dumps({"seed": seed, "told": told}) + "\n" for seed, told in there.items()))
    found = benchmark.kept(rows)
    assert found == there and benchmark.kept(tmp_path / "none") == {} == benchmark.kept(None)
    tasks = [("totem", 2, seed, ("greedy", "random"), 1) for seed in there]
    assert list(benchmark.tell(tasks, found, jobs=1, seconds=0.0)) == []
    report = benchmark.summary("totem", ("greedy", "random"), found)
    assert report["games"] == 2
    assert report["first_seat"] == {"luck": 0.375, "luck_error": pytest.approx(0.125)}  # 0.25, and −(−0.5)
