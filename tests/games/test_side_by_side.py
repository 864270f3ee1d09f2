"""Decisions that seats make side by side: what the games declare about them holds."""

from __future__ import annotations

import random

import pytest

from firstfire import Table, game
from firstfire.games import GAMES
from firstfire.kernel.positions.aside import aside, may_choose_now
from firstfire.kernel.rules.notes import NOBODY
from firstfire.kernel.rules.side_by_side import SideBySide

TABLES = [
    (name, players) for name in GAMES if game(name).side_by_side for players in game(name).seats
]  # totem and prehistory


def declared(name: str) -> SideBySide:
    found = game(name).side_by_side
    assert found is not None
    return found


def set_up(name: str, players: int, seed: int, stream: random.Random) -> Table:
    """Somewhere in the middle of decisions that are made side by side."""
    table = Table.new(name, players, seed, interpreted=True)
    for _ in range(stream.randrange(2)):
        table.play(stream.choice(table.numbers()))
    return table


def chosen_aside(table: Table, seat: int, stream: random.Random) -> tuple[list[int], list[list[int]]]:
    """What a seat chooses aside, and among what."""
    chosen: list[int] = []
    offered: list[list[int]] = []
    while True:
        _, numbers = aside(table.game, table.box, table.lean.engine, table.lean.seen_by(seat), seat, chosen)
        if not numbers:
            return chosen, offered
        offered.append(numbers)
        chosen.append(stream.choice(numbers))


def test_the_games_with_set_ups_of_their_own_have_them_side_by_side() -> None:
    assert {name for name, _ in TABLES} == {"totem", "prehistory"}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_is_offered_aside_is_what_the_rules_offer_it_whatever_the_others_choose(
    name: str, players: int
) -> None:
    for seed in range(12):
        stream = random.Random(seed)
        table = set_up(name, players, seed, stream)
        waiting = [seat for seat in range(players) if may_choose_now(table.game, table.state, seat)]
        plans = {seat: chosen_aside(table, seat, stream) for seat in waiting}
        assert waiting and all(chosen for chosen, _ in plans.values())
        asked = dict.fromkeys(waiting, 0)
        while table.state.phase in declared(name).phases and not all(
            asked[seat] == len(plans[seat][0]) for seat in waiting
        ):
            seat = table.player
            assert seat is not None
            if seat not in plans:
                table.play(stream.choice(table.numbers()))
                continue
            chosen, offered = plans[seat]
            assert table.numbers() == offered[asked[seat]]
            table.play(chosen[asked[seat]])
            asked[seat] += 1
        assert table.state.phase not in declared(name).phases


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_sees_aside_is_made_from_what_it_may_know(name: str, players: int) -> None:
    """Dealt anew, everything it cannot know leaves its picture as it is."""
    for seed in range(6):
        stream = random.Random(seed)
        table = set_up(name, players, seed, stream)
        for seat in range(players):
            if not may_choose_now(table.game, table.state, seat):
                continue
            chosen, _ = chosen_aside(table, seat, stream)
            known = table.lean.seen_by(seat)
            for count in range(len(chosen) + 1):
                seen, numbers = aside(table.game, table.box, table.lean.engine, known, seat, chosen[:count])
                again = table.lean.seen_by(seat)
                table.lean.engine.determinize(again, table.box, seat, 1000 + seed, 3)
                table.lean.engine.see(again, table.box, seat)
                other, others = aside(table.game, table.box, table.lean.engine, again, seat, chosen[:count])
                assert numbers == others and bytes(seen) == bytes(other)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_who_is_asked_has_chosen_or_only_watches_does_not_answer_aside(name: str, players: int) -> None:
    table = Table.new(name, players, 3, interpreted=True)
    first = table.player
    assert first is not None
    assert not may_choose_now(table.game, table.state, first)
    assert not may_choose_now(table.game, table.state, NOBODY)
    while table.player == first:
        table.play(table.numbers()[0])
    assert not may_choose_now(table.game, table.state, first)  # it has chosen
    while table.state.phase in declared(name).phases:
        table.play(table.numbers()[0])
    assert not any(may_choose_now(table.game, table.state, seat) for seat in range(players))
