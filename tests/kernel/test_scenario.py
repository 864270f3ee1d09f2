"""Scenarios: positions by named fields, refused with every problem named."""

from __future__ import annotations

import json

import pytest

from firstfire.errors import BadPosition
from firstfire.kernel.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.scenario import diff, flat, from_dict, scenario, to_dict


def test_dict_and_back_gives_the_same_bytes(tiny: Game) -> None:
    s = engine_for(tiny, interpreted=True).new(3, 5)
    data = json.loads(json.dumps(to_dict(s)))
    assert bytes(from_dict(tiny.state, data)) == bytes(s)


def test_a_scenario_from_text(tiny: Game) -> None:
    base = engine_for(tiny, interpreted=True).new(2, 5)
    s = scenario(tiny, base, "pile=14; taken.1=7; player=1; phase=taking")
    assert (s.pile, s.taken[1], s.player, base.pile) == (14, 7, 1, 21)


def test_a_broken_invariant_is_refused(tiny: Game) -> None:
    base = engine_for(tiny, interpreted=True).new(2, 5)
    with pytest.raises(BadPosition, match="as many as at the start"):
        scenario(tiny, base, {"pile": 20})
    assert scenario(tiny, base, {"pile": 20}, check=False).pile == 20


def test_every_problem_is_named(tiny: Game) -> None:
    base = engine_for(tiny, interpreted=True).new(2, 5)
    bad = {
        "pyle": 3,
        "taken.9": 1,
        "pile.x": 1,
        "burnt": 500,
        "taken": [1, 2, 3, 4, 5],
        "phase": "sleeping",
        "charms": "all",
        "over": 1.5,
        "notes.0": 3,
    }
    with pytest.raises(BadPosition) as caught:
        scenario(tiny, base, bad)
    found = "\n".join(caught.value.problems)
    for part in (
        "pyle: there is no such field",
        "taken.9: the row has places 0 to 3",
        "pile: is a number and has no x",
        "burnt: 500 does not fit",
        "taken: 5 entries, but there is room for 4",
        "phase: 'sleeping' is not a number nor one of taking",
        "charms: expected a list",
        "over: expected a whole number",
        "notes.0: expected named fields",
    ):
        assert part in found
    assert len(caught.value.problems) == len(bad)


@pytest.mark.parametrize("text", ["pile", "=3", "pile=", "pile=1;pile=2"])
def test_unreadable_texts_are_refused(tiny: Game, text: str) -> None:
    with pytest.raises(BadPosition, match="cannot be read"):
        scenario(tiny, engine_for(tiny, interpreted=True).new(2, 5), text)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("player=7", "player: 7 is not from 0 to 1"),
        ("seats=9", "seats: 9 is not one of 2, 3, 4"),
        ("ending=3", "ending: 3"),
        ("note_count=99", "note_count: 99"),
        ("pile=²", "'²' is not a number"),
        ("pile=--5", "'--5' is not a number"),
        ("taken.².x=1", "the row has places"),
    ],
)
def test_impossible_headers_and_numbers_are_refused(tiny: Game, change: str, problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        scenario(tiny, engine_for(tiny, interpreted=True).new(2, 5), change)
    assert problem in str(caught.value)


def test_something_that_is_no_mapping_is_refused(tiny: Game) -> None:
    with pytest.raises(BadPosition, match="expected named fields"):
        from_dict(tiny.state, None)  # type: ignore[arg-type]


def test_diff_names_what_changed(tiny: Game) -> None:
    engine = engine_for(tiny, interpreted=True)
    before, after = engine.new(2, 5), engine.new(2, 5)
    engine.step(after, tiny.standard_box, 1)
    assert diff(before, after) == {"pile": (21, 19), "taken.0": (0, 2), "player": (0, 1)}
    assert "ply" in diff(before, after, ignore=())


def test_flat_names_every_number(tiny: Game) -> None:
    names = [name for name, _ in flat(engine_for(tiny, interpreted=True).new(2, 5))]
    assert "notes.7.d" in names
    assert len(names) == len(set(names))
