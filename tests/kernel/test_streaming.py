"""A legal set written word by word is the one that a mask gathers."""

from __future__ import annotations

import ctypes
from random import Random

import pytest

from firstfire import game
from firstfire.games import GAMES
from firstfire.kernel.compiling.specialise import Workshop
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.gpu.streaming import FILLED, STREAMING, TALLY, close_word, open_stream, stream_set
from firstfire.kernel.records.bits import allow_set, listed, new_mask
from firstfire.kernel.rules.contract import legal


def test_sets_that_reach_into_the_next_word_are_written_whole() -> None:
    chance = Random(3)
    for _ in range(200):
        mask, stream = new_mask(400), (new_mask(400), (ctypes.c_int64 * TALLY)())
        open_stream(stream)
        first = 0
        while first < 230:
            first += chance.randrange(70)
            width = chance.randrange(1, 64)
            chosen = chance.getrandbits(width) if chance.random() < 0.8 else 0
            allow_set(mask, first, chosen)
            stream_set(stream, first, chosen)
            first += width
        close_word(stream)
        assert listed(stream[0]) == listed(mask)
        assert [i for i in range(7) if (stream[1][FILLED] >> i) & 1] == [i for i in range(7) if mask[i] != 0]


@pytest.mark.parametrize("name", [name for name in GAMES if game(name).lists_in_order])
def test_rules_that_list_in_order_can_be_streamed(name: str) -> None:
    this, chance = game(name), Random(5)
    engine, streamed = engine_for(this, interpreted=True), Workshop("python", this.rules, replace=STREAMING).twin(legal)
    s = engine.new(2, 8, quiet=True)
    for _ in range(60):
        stream = (new_mask(len(this.actions)), (ctypes.c_int64 * TALLY)())
        open_stream(stream)
        streamed(s, this.standard_box, stream)
        close_word(stream)
        actions = engine.legal(s, this.standard_box)
        assert listed(stream[0]) == actions
        if not actions:
            break
        engine.step(s, this.standard_box, chance.choice(actions))
