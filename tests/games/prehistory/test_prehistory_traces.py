"""Whole games: invariants that need history, and the secrets of every position on the way.

The players are sensible half of the time and random otherwise, so that camps, cascades and
the far corners of the map are reached, which purely random players seldom do.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.samples import sample

from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.state import LOOKS, NONE, PHASES, Phase, Season
from firstfire.games.prehistory.strategy.prefer import prefer
from firstfire.kernel.records.record import copy_of

from .reading import BOX, ENGINE

SEEDS = range(sample(2, 6))


def choose(s: Any, legal: list[int], chance: Random) -> int:
    if chance.random() < 0.35:
        return chance.choice(legal)
    liking = {action: prefer(s, BOX, action) for action in legal}
    best = max(liking.values())
    return chance.choice([action for action in legal if liking[action] == best])


def trace(seats: int, seed: int) -> list[Any]:
    s = ENGINE.new(seats, seed)
    chance = Random(seed)
    states = [copy_of(s)]
    while not s.over:
        legal = ENGINE.legal(s, BOX)
        assert legal, f"{PHASES[s.phase]}: a dead end"
        ENGINE.step(s, BOX, choose(s, legal, chance))
        states.append(copy_of(s))
    return states


@pytest.fixture(scope="module", params=[2, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 4))])
def games(request: pytest.FixtureRequest) -> list[list[Any]]:
    """Games of one number of players, each as the list of its states."""
    return [trace(request.param, seed) for seed in SEEDS]


@pytest.mark.slow
def test_every_position_is_sound(games: list[list[Any]]) -> None:
    """PH-I1 to PH-I14, PH-I16, PH-I17: no invariant breaks, no note is lost."""
    for states in games:
        assert Counter(ENGINE.check(s, BOX) for s in states) == {0: len(states)}
        assert states[-1].notes_lost == 0
        assert states[-1].round == 5


def test_what_never_falls_and_what_never_comes_back(games: list[list[Any]]) -> None:
    """PH-I9, PH-G11, PH-W2: score and fishing never fall; camps, paintings and finds stay; tokens do not return."""
    for states in games:
        for before, after in pairwise(states):
            for seat in range(before.seats):
                old, new = before.tribes[seat], after.tribes[seat]
                assert new.points >= old.points and new.fishing >= old.fishing
                for name in ("camps", "painted", "tiles", "fish", "hunts", "cards"):
                    assert getattr(old, name) & ~getattr(new, name) == 0
                assert new.camps.bit_count() <= old.camps.bit_count() + 1
            for h in range(81):
                assert before.hexes[h].token >= 0 or after.hexes[h].token < 0


def test_free_actions_end(games: list[list[Any]]) -> None:
    """PH-I15: behind the door points + 1.5 × cubes falls each time, or the player only looked, nine times at most."""
    for states in games:
        for before, after in pairwise(states):
            if before.phase >= Phase.DEVELOP and after.phase < Phase.DEVELOP:
                seat = before.player
                if after.looks:
                    assert before.looks < after.looks <= LOOKS and worth(after, seat) == worth(before, seat)
                else:
                    assert worth(after, seat) < worth(before, seat)


def worth(s: Any, seat: int) -> float:
    tribe = s.tribes[seat]
    return float(tribe.development + 1.5 * (sum(tribe.tent) + sum(tribe.markers)))


def test_nobody_gains_or_spends_points_in_anothers_turn(games: list[list[Any]]) -> None:
    """R44: development changes in the own turn only, but for the fishing income and the last conversion."""
    for states in games:
        for before, after in pairwise(states):
            if after.over or (before.season, after.season) == (Season.SUMMER, Season.AUTUMN):
                continue
            for seat in range(before.seats):
                if seat != before.player:
                    assert after.tribes[seat].development == before.tribes[seat].development


def test_at_most_twelve_actions_in_a_spring(games: list[list[Any]]) -> None:
    """PH-I5: and every one of them put one cube on a pillar."""
    for states in games:
        most = max(sum(s.base_count) for s in states)
        assert 1 <= most <= 12


def test_summers_pick_as_many_pillars_as_players(games: list[list[Any]]) -> None:
    """PH-I14, PH-SU2."""
    for states in games:
        picks = sum(s.phase == Phase.PICK and s.over == 0 for s in states[:-1])
        assert picks == 5 * states[0].seats


def test_all_kinds_of_decisions_come_up(games: list[list[Any]]) -> None:
    """Section 13: and none has more options than the dossier foresees."""
    most: Counter[str] = Counter()
    for states in games:
        for s in states[:-1:3]:
            name = PHASES[s.phase]
            most[name] = max(most[name], len(ENGINE.legal(s, BOX)))
    limits = {"weather": 6, "shamans": 2, "payment": 3, "pillar": 7, "after": 2, "pick": 6, "develop": 6, "camp": 7}
    for name, limit in limits.items():
        assert most[name] <= limit
    assert most["spring"] <= 34
    assert most["autumn"] <= 60
    assert most["move"] <= 81


def test_views_along_a_game(games: list[list[Any]]) -> None:
    """Section 11: redacting a resampled view gives the view back, for every seat."""
    s = games[0]
    for state in s[::25]:
        for viewer in range(-1, state.seats):
            view = copy_of(state)
            ENGINE.see(view, BOX, viewer)
            again = copy_of(view)
            ENGINE.determinize(again, BOX, viewer, state.ply, 7)
            assert ENGINE.check(again, BOX) == 0
            if viewer == state.player and not state.over:
                assert ENGINE.legal(again, BOX) == ENGINE.legal(state, BOX)
            ENGINE.see(again, BOX, viewer)
            assert bytes(again) == bytes(view)


def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    """The log is the truth."""
    assert [bytes(s) for s in trace(2, 11)] == [bytes(s) for s in trace(2, 11)]


def test_the_bound_on_the_length() -> None:
    """PH-I17: a player who opens the door whenever possible, and often steps back, still ends, far below the bound."""
    s = ENGINE.new(2, 3)
    chance = Random(3)
    develop, back = GAME.actions.number("develop"), GAME.actions.number("back")
    while not s.over:
        legal = ENGINE.legal(s, BOX)
        wanted = develop if develop in legal else back if back in legal and chance.random() < 0.9 else NONE
        ENGINE.step(s, BOX, wanted if wanted != NONE else chance.choice(legal))
    assert s.ply < GAME.max_plies / 10
