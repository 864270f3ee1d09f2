"""Machine code as built-in functions of Python."""

from __future__ import annotations

import ctypes
import sys
from random import Random

import pytest

from firstfire.envs import built_in
from firstfire.envs.built_in import actor, items_of_lists, lister, recogniser


def test_a_built_in_function_hands_whole_numbers_to_a_c_function_and_its_own_beforehand() -> None:
    six = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 6)
    heard: list[tuple[int, ...]] = []

    def hear(*given: int) -> int:
        heard.append(given)
        return -7

    function = six(hear)
    act = actor(ctypes.cast(function, ctypes.c_void_p).value or 0, 40, 11, 12)
    assert act(1000, 3, -1) == -7 and heard == [(1000, 11, 12, 1040, 3, -1)]
    for wrong in ((1, 2), (1, 2, 3, 4), (1, "2", 3), (1, 2, 3.0), (1, 1 << 64, 3)):
        with pytest.raises((TypeError, OverflowError)):
            act(*wrong)
    assert len(heard) == 1


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("words", [1, 3, 40])
def test_bits_are_listed_in_order_and_every_list_is_a_new_one(
    words: int, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where items of a list lie may be known or not (a Python of another kind)."""
    if not known:
        monkeypatch.setattr(built_in, "items_of_lists", lambda: 0)
    chance, row = Random(words), (ctypes.c_int64 * (words + 2))()
    listed, at = lister(16, words), ctypes.addressof(row)
    for share in (0.0, 0.02, 0.5, 1.0):
        chosen = [number for number in range(64 * words) if chance.random() < share]
        for i in range(words):
            row[2 + i] = ctypes.c_int64(sum(1 << number % 64 for number in chosen if number // 64 == i)).value
        first, second = listed(at), listed(at)
        assert first == second == chosen and first is not second
        first.append(1)
        assert listed(at) == chosen
    with pytest.raises(TypeError):
        listed("here")  # type: ignore[arg-type]


def test_a_list_is_recognised_by_its_very_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is equal but another object, elsewhere, too much or too little is not the same."""
    items = [object() for _ in range(21)] + [1, 2.5, "three"]
    same, never = recogniser(items), recogniser(items[:5])
    assert same(items) == same(items[:]) == bool(items_of_lists())
    for place, other in ((0, object()), (21, True), (22, float("2.5")), (23, None), (7, items[8])):
        assert not same([*items[:place], other, *items[place + 1 :]])
    assert not any(map(same, ([], items[:-1], [*items, 1], items[:16], items * 2, items[::-1])))
    assert not never(items[:5])
    with pytest.raises(SystemError):
        same(tuple(items))  # type: ignore[arg-type]
    monkeypatch.setattr(built_in, "items_of_lists", lambda: 0)
    assert not recogniser(items)(items)


def test_where_items_lie_is_found_by_looking() -> None:
    """Every Python so far: behind the count of references, the type and the length."""
    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    assert items_of_lists() == 24 or not gil


@pytest.mark.parametrize("known", [True, False])
def test_lists_keep_count_of_the_numbers_in_them(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers above 256 are objects of their own: those that are let go of again are as many as were held."""
    if not known:
        monkeypatch.setattr(built_in, "items_of_lists", lambda: 0)
    row = (ctypes.c_int64 * 40)(*[-1] * 40)
    listed = lister(0, 40)
    number = listed(ctypes.addressof(row))[2000]
    before = sys.getrefcount(number)
    held = [listed(ctypes.addressof(row)) for _ in range(10)]
    assert sys.getrefcount(number) == before + 10
    del held
    assert sys.getrefcount(number) == before
