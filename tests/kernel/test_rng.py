"""Chance: exact, fair, and the same stream at every speed."""

from __future__ import annotations

import ctypes
from collections import Counter
from typing import Any

import pytest

from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import below, next_word, random_bit, seed_rng, shuffle
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.drive import Dice


def dice(low: int = 1, high: int = 2) -> Dice:
    made = Dice()
    seed_rng(made, low, high)
    return made


def test_the_stream_of_a_seed_is_frozen() -> None:
    """Any change here would change every saved game."""
    stream = dice(7, 0)
    assert [next_word(stream) for _ in range(4)] == [2427842431, 2917685297, 1525832735, 3836590155]


def test_seeds_that_differ_in_one_bit_give_different_streams() -> None:
    streams = {tuple(next_word(d) for _ in range(3)) for d in [dice(1 << i, 0) for i in range(32)]}
    streams |= {tuple(next_word(d) for _ in range(3)) for d in [dice(0, 1 << i) for i in range(32)]}
    assert len(streams) == 64


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52])
def test_below_is_even(n: int) -> None:
    stream, draws = dice(n), 4000 * n
    counts = Counter(below(stream, n) for _ in range(draws))
    assert set(counts) == set(range(n))
    expected = draws / n
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 1


def test_below_rejects_the_uneven_rest() -> None:
    """With n just above 2**30 a quarter of all words must be drawn again; none may slip through."""
    stream, n = dice(5), 3 << 29
    assert all(0 <= below(stream, n) < n for _ in range(2000))


def test_a_random_bit_is_any_of_those_that_are_set() -> None:
    """Each as often as the others, the highest of 64 and the only one too."""
    stream, bits = dice(3), 0b1001 | 1 << 40 | 1 << 63
    counts = Counter(random_bit(stream, bits) for _ in range(4000))
    assert set(counts) == {0, 3, 40, 63} and all(850 < count < 1150 for count in counts.values())
    assert random_bit(stream, 1 << 17) == 17


def test_asking_for_chance_cannot_be_undone() -> None:
    stream = dice()
    stream.irreversible = 0
    below(stream, 6)
    assert stream.irreversible == 1


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream = dice(3)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12000):
        row: Any = (ctypes.c_int8 * 4)(0, 1, 2, 3)
        shuffle(stream, row, 3)
        counts[tuple(row)] += 1
    assert len(counts) == 6
    assert all(row[3] == 3 for row in counts)
    assert all(1800 < count < 2200 for count in counts.values())


@generic
def draw_many(s: Header, out: Row[int]) -> None:
    for i in range(16):
        out[i] = below(s, 1000 + i) * 1000 + next_word(s) % 1000


def test_interpreted_and_compiled_streams_are_equal(tiny: Game) -> None:
    found = []
    for interpreted in (True, False):
        engine = engine_for(tiny, interpreted=interpreted)
        s, out = engine.new(2, 99), (ctypes.c_int64 * 16)()
        engine.entry(draw_many)(s, out)
        found.append((list(out), list(s.rng)))
    assert found[0] == found[1]
