"""What scenes remember: by what, for how long, and that the checker finds a wrong memory."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from tests.presenting import presenting

import embers
from embers.scene.scene import scene
from firstfire.kernel.checking import scene_checkers
from firstfire.kernel.presentation import memo
from firstfire.kernel.presentation.memo import counter, forget, frozen, memoised, piece, written, zone
from firstfire.kernel.presentation.scene import Counter, Piece, Rect, Scene, Zone
from firstfire.kernel.records.record import copy_of

GAME = embers.GAME
BOX = GAME.standard_box


@pytest.fixture(autouse=True)
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")


def test_equal_records_are_one_still_record() -> None:
    other = copy_of(BOX)
    assert frozen(BOX) is frozen(other) is frozen(frozen(BOX))
    other.embers += 1
    assert frozen(other) is not frozen(BOX)
    assert (frozen(other).embers, frozen(BOX).embers) == (BOX.embers + 1, BOX.embers)
    assert bytes(frozen(other)) == bytes(other)


def test_a_still_record_stays_as_it_is() -> None:
    other = copy_of(BOX)
    kept = frozen(other)
    other.embers = 1
    assert kept.embers == BOX.embers
    with pytest.raises(AttributeError, match="embers cannot be set"):
        kept.embers = 1


def test_what_moves_cannot_be_remembered_by() -> None:
    @memoised
    def size(box: Any) -> int:
        return int(box.embers)

    with pytest.raises(TypeError, match="unhashable"):
        size(BOX)
    assert size(frozen(BOX)) == BOX.embers


def test_a_function_is_asked_once_for_each_argument_until_all_is_forgotten() -> None:
    asked = []

    @memoised
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(2), double(3), double(2)] == [4, 6, 4] and asked == [2, 3]
    forget()
    assert double(2) == 4 and asked == [2, 3, 2]


def test_true_and_one_are_remembered_apart() -> None:
    """They are equal keys, but not the same JSON."""
    kinds = [type(piece("a", "z", 0, "look", turned=turned).turned) for turned in (1, True)]
    assert kinds == [int, bool]


def test_shared_parts_are_equal_to_those_made_alone() -> None:
    here, there = Rect(1, 2, 3, 4), Rect(5, 6, 7, 8)
    shared = piece("p", "z", 3, "look", False, 1, 2, 4, label="label", badges=("one", "two"), tip="tip")
    assert shared == Piece("p", "z", 3, "look", False, 1, 2, 4, "label", ["one", "two"], "tip")
    cells, links = ((0.5, 0.5),), ((0, 0, "x"),)
    shared_zone = zone(
        "z", "map", here, there, "label", 1, 2, 3, cells=cells, links=links, art="a", tip="t", parent="u"
    )
    alone = Zone("z", "map", here, there, "label", 1, 2, 3, [(0.5, 0.5)], [(0, 0, "x")], "a", "t", "u")
    assert shared_zone == alone
    assert counter("c", "label", 5, 1, "icon") == Counter("c", "label", 5, 1, "icon")
    assert piece("p", "z", 3, "look") is piece("p", "z", 3, "look")


def test_json_is_written_once_for_each_part() -> None:
    asked = []

    def write(part: Any) -> bytes:
        asked.append(part.id)
        return json.dumps(dataclasses.asdict(part)).encode()

    forget()
    one, two = piece("one", "z", 0, "look"), piece("two", "z", 0, "look")
    expected = [dataclasses.asdict(one), dataclasses.asdict(two)]
    assert json.loads(written([one, two], write)) == expected
    assert json.loads(written([one, two], write)) == expected
    assert asked == ["one", "two"]
    assert written([], write) == b"[]"
    assert dataclasses.asdict(one) == expected[0]  # what is kept is no part of the data


def test_the_checker_finds_a_memory_that_depends_on_more_than_it_says() -> None:
    sentences: list[str] = []

    @memoised
    def bowls(seats: int) -> tuple[str, ...]:
        return tuple(sentences)

    def forgetful(view: Any, game: Any, box: Any, seat: int, words: Any, names: list[str]) -> Scene:
        sentences[:] = names
        made = scene(view, game, box, seat, words, names)
        for i, name in enumerate(bowls(view.seats)):
            made.zones[1 + i].label = name
        return made

    assert scene_checkers.memo_is_sound(GAME, 3, 1) == []
    found = scene_checkers.memo_is_sound(presenting(GAME, scene=forgetful), 3, 1)
    assert len(found) == 1 and "the zones remembered" in found[0]


def test_the_checker_finds_who_changes_what_is_shared() -> None:
    def careless(view: Any, game: Any, box: Any, seat: int, words: Any, names: list[str]) -> Scene:
        made = scene(view, game, box, seat, words, names)
        made.pieces.append(piece("ash", "pile", 1, "ember"))
        made.pieces[-1].badges.append("grey")
        return made

    found = scene_checkers.memo_is_sound(presenting(GAME, scene=careless), 2, 1)
    assert len(found) == 1 and "the pieces remembered" in found[0]


def test_a_part_is_weighed_once_however_many_memories_hold_it() -> None:
    """Hands, piles and boards of the same cards counted every card anew, and were forgotten far too soon."""
    memo.forget()  # whatever other tests have left
    stones = tuple(piece(f"pebble {slot}", "hand", slot, "stone") for slot in range(20))
    assert (
        memo.weight_of(stones)
        < memo.PART
        < 10 * memo.PART
        < memo.weight_of(tuple(Piece(f"pebble {slot}", "hand", slot, "stone") for slot in range(20)))
    )


def test_what_was_dropped_as_longest_unused_weighs_nothing() -> None:
    memo.forget()
    for number in range(3 * memo.KEPT):
        piece(f"grain {number}", "hand", 0, "stone")
    assert sum(memory.weight for memory in memo._memories) <= memo.KEPT * (memo.PART + memo.PLACE)


def test_all_memories_together_keep_within_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of tables with names and boards of their own: what is remembered does not grow for ever."""
    monkeypatch.setattr(memo, "BUDGET", 1_000_000)
    memo.forget()
    for number in range(400):
        tuple(memo.piece(f"stone {number} {slot}", "hand", slot, "stone") for slot in range(20))
        memo.zone(f"zone {number}", "row", Rect(0, 0, 10, 10))
    weights = [memory.weight for memory in memo._memories]
    kept = sum(memory.kept.cache_info().currsize for memory in memo._memories)
    assert sum(weights) <= 1_000_000 + memo.LOOK * 3000 * len([weight for weight in weights if weight])
    assert 0 < kept < 500  # of 8400 that were made
    memo.forget()
    assert not any(memory.weight or memory.kept.cache_info().currsize for memory in memo._memories)
