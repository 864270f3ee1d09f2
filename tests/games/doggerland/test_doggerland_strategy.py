"""The sensible player: exact values at the end, clear wins against chance, nothing read that is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import GO
from firstfire.games.doggerland.rules.ground import species_at
from firstfire.games.doggerland.state import NONE, Ending, Metric
from firstfire.games.doggerland.strategy.goals import is_sought, pull
from firstfire.kernel.presentation.memo import frozen
from firstfire.kernel.records.record import copy_of

from ..playing import shares
from .reading import BOX, ENGINE, new, put, ranks, table


def greedy(s: Any, chance: Random) -> int:
    legal = ENGINE.legal(s, BOX)
    likes = [ENGINE.prefer(s, BOX, action) for action in legal]
    return chance.choice([action for action, like in zip(legal, likes, strict=True) if like == max(likes)])


def match(seats: int, greedy_seat: int, seed: int) -> Any:
    s = new(seats, seed)
    chance = Random(seed)
    while not s.over:
        action = greedy(s, chance) if s.player == greedy_seat else chance.choice(ENGINE.legal(s, BOX))
        ENGINE.step(s, BOX, action)
    return s


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (3, 1), (4, 1)])
def test_greedy_beats_chance(seats: int, seed: int) -> None:
    """The greedy player wins against random players from any seat."""
    s = match(seats, seed % seats, seed)
    assert ranks(s)[seed % seats] == 1
    assert shares(s)[seed % seats] == 1.0 and sum(shares(s)) == 1.0


@pytest.mark.parametrize("seed", [7, 15])
def test_alone_greedy_wins_a_normal_game_now_and_then(seed: int) -> None:
    """Two of the deals it wins; with weights set by hand it won none of the first 40."""
    s = new(1, seed, difficulty="normal")
    chance = Random(seed)
    while not s.over:
        ENGINE.step(s, BOX, greedy(s, chance))
    assert s.ending == Ending.WON


def test_values_are_shares() -> None:
    """Shares between 0 and 1 that add up to 1, at any time."""
    s = new(4, 3)
    chance = Random(3)
    while not s.over:
        assert abs(sum(shares(s)) - 1) < 1e-9 and all(0 <= value <= 1 for value in shares(s))
        ENGINE.step(s, BOX, chance.choice(ENGINE.legal(s, BOX)))


@pytest.mark.parametrize(("ending", "value"), [(Ending.WON, 1.0), (Ending.SCARCITY, 0.0), (Ending.OBJECTIVES, 0.0)])
def test_the_value_of_a_finished_solo_game(ending: Ending, value: float) -> None:
    """Won is 1, lost is 0."""
    s = new(1, 1)
    s.over, s.ending = 1, ending
    assert shares(s) == [value] and GAME.endings[s.ending] == ending.name.lower()


def test_what_open_objectives_ask_for_pulls() -> None:
    """Something is sought if and only if one more of it is worth something."""
    s = new(3, 5)
    chance = Random(5)
    sought = set()
    while not s.over:
        for metric in Metric:
            sought.add(is_sought(s, BOX, metric))
            assert is_sought(s, BOX, metric) == (pull(s, BOX, 0, metric) > 0.0)
        ENGINE.step(s, BOX, greedy(s, chance) if chance.random() < 0.5 else chance.choice(ENGINE.legal(s, BOX)))
    assert sought == {True, False}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (2, {}),
        *(
            pytest.param(seats, options, marks=pytest.mark.slow)
            for seats, options in (
                (1, {"difficulty": "hard"}),
                (1, {"opening": "chosen"}),
                (2, {"length": "short"}),
                (3, {"journey": "programming"}),
                (4, {}),
            )
        ),
    ],
)
def test_likings_and_values_read_only_what_is_known(seats: int, options: dict[str, str]) -> None:
    """Over whole games: the likings and values of a view, and of any deal that fits it, are those of the true state;
    asking changes nothing."""
    s = new(seats, 6, **options)
    chance = Random(seats)
    while not s.over:
        view = copy_of(s)
        ENGINE.see(view, BOX, s.player)
        deal = copy_of(view)
        ENGINE.determinize(deal, BOX, s.player, s.ply, 3)
        before = bytes(view)
        legal = ENGINE.legal(s, BOX)
        asked = chance.sample(legal, min(6, len(legal)))
        likes = [ENGINE.prefer(s, BOX, action) for action in asked]
        for other in (view, deal):
            assert [ENGINE.prefer(other, BOX, action) for action in asked] == likes
            assert shares(other) == shares(s)
        assert bytes(view) == before
        ENGINE.step(s, BOX, max(zip(likes, asked, strict=True))[1])
    assert s.round == s.last_round or seats == 1


def test_judging_moves_writes_nothing() -> None:
    """A query never changes the record, not even for a moment: it works on one that refuses to change."""
    s = new(2, 3)
    chance = Random(3)
    hunts = 0
    for _ in range(120):
        if s.over:
            break
        unchanging = frozen(s)
        legal = ENGINE.legal(s, BOX)
        for action in legal:
            GAME.rules["prefer"](unchanging, BOX, action)
            text = GAME.actions.text(action)
            hunts += text.startswith("go to") and species_at(s, action - GO) != NONE
        ENGINE.step(s, BOX, chance.choice(legal))
    assert hunts > 10


def test_who_has_won_is_decided_by_the_rules_alone() -> None:
    """6: points, then stock, then less Scarcity, then shared: value at the end agrees with the places."""
    for stock, scarcity, expected in (((5, 4), (0, 0), [1, 0]), ((5, 5), (1, 1), [0.5, 0.5])):
        s = table("tile=[d4:T00 e4:S3]")
        for seat in range(2):
            put(
                s,
                f"clans.{seat}.goods.wood={stock[seat]} clans.{seat}.goods.fur=0 clans.{seat}.goods.tool=0 "
                f"clans.{seat}.goods.fruit=0 clans.{seat}.fruit=[0] clans.{seat}.goods.meat=0 "
                f"clans.{seat}.meat=[0 0]",
            )
            s.clans[seat].scarcity = scarcity[seat]
        s.over = 1
        assert shares(s) == expected and [place == 1 for place in ranks(s)] == [share > 0 for share in expected]
