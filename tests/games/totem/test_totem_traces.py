"""Invariants that need the history of a game, over random games (section 11)."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from firstfire.games.totem.rules.knowledge import unseen_cards
from firstfire.games.totem.state import EMPTY, Phase
from firstfire.kernel.records.record import copy_of

from .reading import BOX, ENGINE, events, zone_of

GAMES = 300


@pytest.fixture(scope="module")
def games() -> list[list[Any]]:
    """Random games, each as the list of its states."""
    return [trace(seed) for seed in range(GAMES)]


def trace(seed: int) -> list[Any]:
    s = ENGINE.new(2, seed)
    chance = Random(seed)
    states = [copy_of(s)]
    while not s.over:
        ENGINE.step(s, BOX, chance.choice(ENGINE.legal(s, BOX)))
        states.append(copy_of(s))
    return states


def test_invariants_of_a_position_hold(games: list[list[Any]]) -> None:
    """TT-I1 to TT-I6, TT-I10 to TT-I13, TT-I15, TT-I17, TT-I18 at every decision point."""
    assert {ENGINE.check(s, BOX) for states in games for s in states} == {0}


def test_i7_the_deck_never_grows_and_discards_stay(games: list[list[Any]]) -> None:
    """TT-I7, R31."""
    for before, after in steps(games):
        assert after.deck_left <= before.deck_left
        assert before.discard & ~after.discard == 0


def test_i8_a_discovered_totem_stays_until_it_is_discarded(games: list[list[Any]]) -> None:
    """TT-I8, TT-H8, R35."""
    for before, after in steps(games):
        for seat in range(2):
            for old, new in zip(zone_of(before, seat), zone_of(after, seat), strict=True):
                if old.card != EMPTY and old.face_up:
                    kept = new.card == old.card and new.face_up
                    assert kept or after.discard >> old.card & 1


def test_i9_and_i16_combats(games: list[list[Any]]) -> None:
    """TT-I9: an attack on a face-up totem wins. TT-I16: a win discards 2 or 3 cards, a failure 1 or 2."""
    for before, after in steps(games):
        kinds = [event.split()[0] for event in events(after)]
        if kinds and kinds[0] in ("attack", "pair"):
            gained = (after.discard & ~before.discard).bit_count()
            won = "destroyed" in kinds
            assert won or "flipped" in kinds
            assert gained == (1 if kinds[0] == "attack" else 2) + won


def test_i13_i14_turns_and_draws(games: list[list[Any]]) -> None:
    """TT-I13: at most 38 turns. TT-I14: up to three cards leave the deck in one turn, at least one unless
    it is the last turn after a last card drawn off turn."""
    for states in games:
        assert states[-1].turn <= 38
        drawn: dict[int, int] = defaultdict(int)
        turn = 0
        for state in states:
            for event in events(state):
                turn += event.startswith("turn")
                drawn[turn] += event.startswith("drew")
        assert all(count <= 3 for count in drawn.values())
        assert all(count >= 1 for n, count in drawn.items() if 0 < n < turn)


def test_i15_the_other_player_decides_nothing_but_an_eye(games: list[list[Any]]) -> None:
    """TT-I15: and there are at most two Eyes in a turn."""
    for states in games:
        eyes: dict[int, int] = defaultdict(int)
        for state in states[:-1]:
            if state.phase == Phase.EYE:
                eyes[state.turn] += 1
                options = len(ENGINE.legal(state, BOX))
                assert 1 <= options <= (3 if state.player == state.active else 4)
            elif state.phase != Phase.SETUP:
                assert state.player == state.active
        assert all(count <= 2 for count in eyes.values())


def test_i12_the_last_drawer_never_changes(games: list[list[Any]]) -> None:
    """TT-I12, TT-G2: set once, by the draw that takes the last card."""
    for before, after in steps(games):
        if before.deck_left == 0:
            assert after.last == before.last
        elif after.deck_left == 0:
            assert f"deck_empty {'AB'[after.last]}" in events(after)


def test_i20_the_same_seed_and_decisions_give_the_same_game() -> None:
    """TT-I20."""
    for seed in range(10):
        assert [bytes(s) for s in trace(seed)] == [bytes(s) for s in trace(seed)]


def test_i21_what_is_unseen_only_shrinks(games: list[list[Any]]) -> None:
    """TT-I21, TT-H8: and its size is hidden totems (none once the game is over, R25) + hand of the rival + deck."""
    for states in games[:60]:
        for viewer in range(2):
            known = unseen_cards(states[0], viewer)
            for state in states:
                now = unseen_cards(state, viewer)
                assert now & ~known == 0
                hidden = sum(t.card != EMPTY and not t.face_up and not state.over for t in zone_of(state, 1 - viewer))
                assert now.bit_count() == hidden + state.sides[1 - viewer].hand_size + state.deck_left
                known = now


def test_all_endings_and_figures_are_plausible(games: list[list[Any]]) -> None:
    """Section 11: random play ends by destruction in about three games of four, after about 20 turns."""
    ends = [states[-1] for states in games]
    destroyed = sum(s.ending == 0 for s in ends) / GAMES
    assert 0.66 < destroyed < 0.86
    assert 17 < sum(s.turn for s in ends) / GAMES < 23


def steps(games: list[list[Any]]) -> list[tuple[Any, Any]]:
    """Every state with the one after it."""
    return [pair for states in games for pair in pairwise(states)]
