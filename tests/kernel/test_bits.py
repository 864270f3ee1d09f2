"""The legal set as bits."""

from __future__ import annotations

import ctypes
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.records.bits import allow, allows, clear, count, listed, lowest, new_mask, nth, nth_bit, popcount
from firstfire.kernel.records.entry import BufferKind
from firstfire.kernel.rule import generic
from firstfire.kernel.rules import drive

SETS = st.sets(st.integers(0, 199))


@given(SETS)
def test_what_is_legal_is_listed_in_order_as_plain_python(actions: set[int]) -> None:
    """With the 64th bit of a word, too, which makes the word a negative number."""

    def filled(s: object, box: object, mask: Any) -> int:
        for action in actions:
            allow(mask, action)
        return len(actions)

    out = (ctypes.c_int64 * 200)()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drive, "legal_mask", filled)
        found = drive.list_legal(None, None, new_mask(200), out)  # type: ignore[arg-type]
    assert out[:found] == sorted(actions)


@given(SETS)
def test_count_nth_and_list_describe_the_same_set(actions: set[int]) -> None:
    mask = new_mask(200)
    for action in actions:
        allow(mask, action)
    assert count(mask) == len(actions)
    assert listed(mask) == sorted(actions)
    assert [nth(mask, i) for i in range(len(actions))] == sorted(actions)
    assert nth(mask, len(actions)) == -1
    assert [action for action in range(200) if allows(mask, action)] == sorted(actions)
    clear(mask)
    assert count(mask) == 0


@given(st.integers(1, 2**64 - 1))
def test_single_words(word: int) -> None:
    signed = ctypes.c_int64(word).value
    assert popcount(word) == popcount(signed) == bin(word).count("1")
    assert lowest(word) == lowest(signed) == (word & -word).bit_length() - 1


@given(st.integers(1, 2**64 - 1))
def test_the_nth_bit_of_a_word(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert [nth_bit(word, n) for n in range(len(places))] == places
    assert [nth_bit(ctypes.c_int64(word).value, n) for n in range(len(places))] == places


Numbers = Annotated[Any, BufferKind("numbers", 16)]


@generic
def describe(mask: Numbers, out: Numbers) -> None:
    out[0] = count(mask)
    out[1] = nth(mask, 0)
    out[2] = nth(mask, out[0] - 1)
    out[3] = lowest(mask[0])
    out[4] = popcount(mask[0])


def test_machine_instructions_say_the_same(tiny: Game) -> None:
    describe_fast = engine_for(tiny, interpreted=False).entry(describe)
    for words in ([1 << 63, 0, 5], [0x5555, 1 << 62, 0], [(1 << 64) - 1, 7, 1 << 63]):
        row, out, expected = (ctypes.c_int64 * 16)(*words), (ctypes.c_int64 * 16)(), (ctypes.c_int64 * 16)()
        describe(row, expected)
        describe_fast(row, out)
        assert list(out) == list(expected)
