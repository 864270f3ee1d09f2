"""The sensible player: its chances, its worth of a position, and its results."""

from __future__ import annotations

import ctypes
from random import Random
from typing import Any

import pytest

from firstfire.games.totem.actions import ACTIONS
from firstfire.games.totem.strategy.prefer import prefer, win_chance

from ..playing import at, shares
from .reading import BOX, ENGINE, play

TABLE = """phase=action turn=1 deck=[N12c P1 E1]
sides=[{hand=[S3 N13a P7] zone=[(H4) (E6) (N11a) -]}
       {hand=[S7 S8 E2] zone=[(P9) (H5) P6~ -]}]"""


def ranks(s: Any) -> list[int]:
    out = (ctypes.c_int64 * 16)()
    ENGINE.rank(s, BOX, out)
    return list(out[:2])


def best(s: Any) -> str:
    return ACTIONS.text(max(ENGINE.legal(s, BOX), key=lambda action: prefer(s, BOX, action)))


@pytest.mark.parametrize(("total", "chance"), [(1, 3 / 52), (9, 27 / 52), (10, 31 / 52), (13, 43 / 52), (22, 43 / 52)])
def test_the_chances_of_section_2_6(total: int, chance: float) -> None:
    """2.6: with nothing seen, the share of all 52 cards that a total beats."""
    s = at("totem", "phase=action turn=1 sides=[{zone=[- - - -]} {zone=[(S1) - - -]}]", check=False)
    s.discard = 0
    assert win_chance(s, BOX, total, 0) == pytest.approx(chance)


def test_chances_count_what_has_been_seen() -> None:
    """10.4: B's hidden cards and the deck are eight cards; a 9 beats all but H5 and N12c."""
    s = at("totem", TABLE)
    assert win_chance(s, BOX, 9, 0) == pytest.approx(6 / 8)
    assert win_chance(s, BOX, 6, 2) == 1.0


def test_a_sure_win_of_the_game_is_taken() -> None:
    """TT-G1."""
    s = at("totem", TABLE.replace("(P9) (H5) P6~ -", "- - P6~ -"))
    assert best(s) in ("attack P7 -> 3", "attack N13a -> 3", "attack S3+P7 -> 3", "attack S3+N13a -> 3")


def test_a_lonely_totem_gets_company() -> None:
    """TT-A2: with one totem left and no sure attack."""
    s = at("totem", TABLE.replace("(H4) (E6) (N11a) -", "(H4) - - -").replace("P6~", "-").replace("N13a P7", "P2 H6"))
    assert best(s) == "defend H6"


def test_shares_are_exact_at_the_end() -> None:
    """TT-G1, TT-G6: 1 for the winner, a half each in a draw; ranks likewise."""
    s = at("totem", TABLE.replace("(P9) (H5) P6~ -", "- - P6~ -"))
    play(s, "attack N13a -> 3")
    assert (shares(s), ranks(s)) == ([1.0, 0.0], [1, 2])
    s = at(
        "totem",
        "phase=action turn=1 last=0 sides=[{hand=[S3] zone=[(H4) (E6) (N12a) -]} {hand=[E2] zone=[(P5) (P9) (S8) -]}]",
    )
    play(s, "discard S3")
    assert (shares(s), ranks(s)) == ([0.5, 0.5], [1, 1])


def test_value_likes_totems() -> None:
    even, ahead = at("totem", TABLE), at("totem", TABLE.replace("P6~", "-"))
    assert shares(ahead)[0] > shares(even)[0]
    assert sum(shares(even)) == pytest.approx(1.0)


@pytest.mark.slow
def test_the_sensible_player_beats_luck() -> None:
    """At least 95 of 100 games against random play, from the player's own knowledge."""
    won = 0.0
    games = 200
    for seed in range(games):
        s = ENGINE.new(2, seed, quiet=True)
        chance = Random(seed)
        while not s.over:
            legal = ENGINE.legal(s, BOX)
            if s.player == seed % 2:
                action = max(legal, key=lambda a: (prefer(s, BOX, a), chance.random()))
            else:
                action = chance.choice(legal)
            ENGINE.step(s, BOX, action)
        won += 0.5 if s.winner < 0 else s.winner == seed % 2
    assert won >= 0.95 * games
