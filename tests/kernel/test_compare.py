"""Records by named fields, and what differs between two of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firstfire.errors import BadPosition
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.records.compare import diff, flat, from_dict, to_dict


def test_dict_and_back_gives_the_same_bytes(tiny: Game) -> None:
    s = engine_for(tiny, interpreted=True).new(3, 5)
    data = json.loads(json.dumps(to_dict(s)))
    assert bytes(from_dict(tiny.state, data)) == bytes(s)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"pyle": 3}, "State.pyle: there is no such field"),
        ({"taken": [1, 2, 3, 4, 5]}, "State.taken: expected a list of at most 4"),
        ({"taken": "all"}, "State.taken: expected a list of at most 4"),
        ({"burnt": 500}, "State.burnt: 500 does not fit"),
        ({"over": 1.5}, "State.over: expected a whole number"),
        ({"notes": [3]}, "State.notes.0: expected named fields"),
    ],
)
def test_what_no_record_can_hold_is_refused(tiny: Game, data: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadPosition, match="no State can be made") as caught:
        from_dict(tiny.state, data)
    assert any(problem in found for found in caught.value.problems)


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
