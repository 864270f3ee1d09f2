"""The exponential function that is the same everywhere."""

from __future__ import annotations

import math

import pytest

from firstfire.kernel.compiling.exponential import exp
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import generic

PLACES = [-699.9, -690.0, -100.25, -20.0, -7.5, -1.0, -0.3, -1e-9, 0.0, 1e-12, 0.5, 1.0, 3.7, 20.0, 411.1, 699.9]


@generic
def raise_all(s: Header, out: Row[float]) -> None:
    for i in range(16):
        out[i] = exp(out[i])


@pytest.mark.parametrize("x", PLACES)
def test_it_is_the_exponential_to_the_last_bits(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-15)


def test_what_lies_far_out_is_nothing_or_the_most_there_is() -> None:
    assert exp(-1e9) == 0.0
    assert exp(1e9) == exp(700.0) == pytest.approx(math.exp(700.0), rel=1e-15)


def test_compiled_it_gives_the_same_bits(tiny: Game) -> None:
    engine = engine_for(tiny, interpreted=False)
    row = engine.fractions()
    for i in range(16):
        row[i] = PLACES[i]
    engine.entry(raise_all)(engine.game.state(), row)
    assert list(row) == [exp(x) for x in PLACES]
