"""Suspicion: likelier deals that still fit everything a seat knows."""

from __future__ import annotations

import random

import pytest

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.games.totem.strategy.worth import starting_worth
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.contract import no_suspicion
from firstfire.players.search_tree import SearchTree
from firstfire.players.settings import SearchSettings

SUSPICIOUS = [name for name in GAMES if find_game(name).rules["suspect"] is not no_suspicion]


@pytest.mark.parametrize("name", SUSPICIOUS)
def test_a_suspicion_changes_only_what_the_seat_cannot_know(name: str) -> None:
    """In every variant of the rules: the deal stays sound, and what the seat sees of it stays the same."""
    game = find_game(name)
    engine = engine_for(game, interpreted=True)
    stream = random.Random(2)
    variants: list[dict[str, str]] = [{}, *({o.name: value} for o in game.options for value in o.values[1:])]
    changed = 0
    for seed, options in enumerate(variants * 2):
        position = Position(game, 2, seed, options=options, engine=engine)
        while not position.over:
            seat = position.player
            deal = copy_of(position.seen_by(seat))
            engine.determinize(deal, position.box, seat, seed, 5)
            before = bytes(deal)
            game.rules["suspect"](deal, position.box, seat)
            changed += bytes(deal) != before
            assert engine.check(deal, position.box) == 0
            engine.see(deal, position.box, seat)
            deal.irreversible = position.s.irreversible
            assert bytes(deal) == bytes(position.seen_by(seat))
            position.step(stream.choice(position.legal()))
    assert changed > 100


def test_totem_suspects_good_guards_in_the_zone() -> None:
    game = find_game("totem")
    engine = engine_for(game, interpreted=True)
    position = Position(game, 2, 1, engine=engine)
    for _ in range(8):
        position.step(position.legal()[0])
    worth = [0.0, 0.0]
    for seed in range(40):
        deal = copy_of(position.seen_by(0))
        engine.determinize(deal, position.box, 0, seed, 5)
        for turn in range(2):
            worth[turn] += sum(starting_worth(position.box, totem.card) for totem in deal.sides[1].zone)
            game.rules["suspect"](deal, position.box, 0)
    assert worth[1] > 1.1 * worth[0]


def test_expected_scores_come_from_suspected_deals() -> None:
    """The games played on for a hint's scores use the same likelier deals as its chance to win."""
    game = find_game("totem")
    engine = engine_for(game, interpreted=True)
    position = Position(game, 2, 8, engine=engine)
    position.play_randomly(3, limit=9)
    known, seat = position.seen_by(position.player), position.player
    found = [
        SearchTree(engine, position.box, SearchSettings(belief_updates=updates)).outlook(known, seat, -1, 8, 1)
        for updates in (0, 1, 1)
    ]
    assert found[0] != found[1] == found[2]
