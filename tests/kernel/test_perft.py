"""Counting sequences of actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from firstfire.errors import BadPosition
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.perft import Perft, PerftCase, parse_case, read_cases


@pytest.mark.parametrize("interpreted", [True, False])
def test_counts_are_those_of_the_pile(tiny: Game, interpreted: bool) -> None:
    """Three choices each, until few embers are left: then fewer, and ends count as one."""
    counter = Perft(tiny, engine_for(tiny, interpreted=interpreted))
    s = counter.start(PerftCase(2, 1, 1))
    assert [counter.count(s, depth) for depth in range(6)] == [1, 3, 9, 27, 81, 243]
    s.pile = 3
    s.taken[0] = 18
    assert [counter.count(s, depth) for depth in range(1, 5)] == [3, 4, 4, 4]


def test_a_mismatch_shows_the_count_under_each_first_action(tiny: Game) -> None:
    counter = Perft(tiny, engine_for(tiny, interpreted=True))
    assert counter.mismatch(PerftCase(2, 1, 3, 27)) == ""
    found = counter.mismatch(PerftCase(2, 1, 3, 28))
    assert "counted 27" in found
    assert "take 2: 9" in found


def test_files_are_read_and_their_mistakes_named(tmp_path: Path) -> None:
    path = tmp_path / "perft.txt"
    path.write_text("# counts\nplayers=2 seed=1 depth=3 count=27\n\nplayers=3 seed=2 plies=4 depth=1 count=3 x=y\n")
    cases = read_cases(path)
    assert cases[1] == PerftCase(3, 2, 1, 3, 4, {"x": "y"})
    assert parse_case(cases[1].line(3)) == cases[1]
    path.write_text("players=2 seed=1\nplayers=two seed=1 depth=1\n")
    with pytest.raises(BadPosition, match="line 2"):
        read_cases(path)


def test_depths_out_of_reach_are_refused(tiny: Game) -> None:
    counter = Perft(tiny, engine_for(tiny, interpreted=True))
    with pytest.raises(BadPosition, match="no such depth"):
        counter.count(counter.start(PerftCase(2, 1, 1)), 99)
