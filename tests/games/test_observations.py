"""Observations of every game: their published versions, and that every field which is not left out is told."""

from __future__ import annotations

import ctypes
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.samples import sample

from firstfire import game, names
from firstfire.kernel.checking.playing import walk
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.observations.fields import Values, values_of
from firstfire.kernel.observations.observe_source import UNTOLD
from firstfire.kernel.records.compare import flat
from firstfire.kernel.records.record import copy_of

PUBLISHED = tomllib.loads((Path(__file__).parent / "observations.toml").read_text(encoding="utf-8"))
CHANGES = sample(60, 240)  # numbers of a view that are changed, one at a time


@pytest.mark.parametrize("name", names())
def test_a_changed_description_has_a_version_of_its_own(name: str) -> None:
    told = game(name).observation
    known = PUBLISHED.get(name, {})
    assert known.get(str(told.version)) == told.fingerprint, (
        f"the observation of {name} is not the one published as version {told.version}: raise `version` in its "
        f"rules/observation.py and add it to {Path(__file__).with_name('observations.toml').name}: "
        f'{told.version + 1} = "…"'
    )


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", names())
def test_every_number_that_is_not_left_out_is_told(name: str, seats: int) -> None:
    """Change any number of what a seat knows: its observation is another one."""
    found = game(name)
    if seats not in found.seats:
        return
    engine, chance = engine_for(found, interpreted=True), Random(seats)
    states = [copy_of(s) for s, _, _ in walk(found, seats, 5, engine=engine)]
    for _ in range(CHANGES):
        view, seat = copy_of(chance.choice(states)), chance.randrange(seats)
        engine.see(view, found.standard_box, seat)
        before = observed(found, view, seat)
        path = change_one(found, view, chance)
        assert observed(found, view, seat) != before, path


def observed(found: Game, view: Any, seat: int) -> bytes:
    engine = engine_for(found, interpreted=True)
    out = engine.observation()
    engine.observe(view, found.standard_box, seat, out)
    return bytes(out)


def change_one(found: Game, s: Any, chance: Random) -> str:
    """Give one number that should be told another value of its range; its name."""
    while True:
        path = chance.choice([name for name, _ in flat(s)])
        steps = path.split(".")
        values = told_values(found, s, steps)
        if values is None:
            continue
        holder = s
        for step in steps[:-1]:
            holder = holder[int(step)] if isinstance(holder, ctypes.Array) else getattr(holder, step)
        now = holder[int(steps[-1])] if isinstance(holder, ctypes.Array) else getattr(holder, steps[-1])
        high = min(values.high, s.seats - 1) if values.is_seat and not values.is_set else values.high
        if values.is_set:
            bits = s.seats if values.is_seat else values.high.bit_length()
            other = now ^ 1 << chance.randrange(bits)
        else:
            high = now - 1 if values.exact else min(high, values.low + 200)  # a count of what lies in a row: less
            others = [value for value in range(values.low, high + 1) if value != now]
            if not others:
                continue
            other = chance.choice(others)
        if isinstance(holder, ctypes.Array):
            holder[int(steps[-1])] = other
        else:
            setattr(holder, steps[-1], other)
        return path


def told_values(found: Game, s: Any, steps: list[str]) -> Values | None:
    """What a number may be; None where it is not told: left out, told by a rule, or of a seat that does not play."""
    named = [step for step in steps if not step.isdigit()]
    paths = [".".join(named[: i + 1]) for i in range(len(named))]
    observed_as = found.observed
    by_rule = {name for made in observed_as.readings for name in made.values}
    if steps[0] in UNTOLD or any(path in observed_as.left_out or path in by_rule for path in paths):
        return None
    declared = found.fields.get(paths[0])
    by_seat = paths[0] in observed_as.by_seat or (isinstance(declared, Values) and declared.by_seat)
    by_turn = paths[0] in observed_as.by_turn
    if by_seat and int(steps[1]) >= s.seats:
        return None
    if by_turn and int(steps[1]) >= len(getattr(s, steps[0])) // s.seats * s.seats:
        return None
    return values_of(found).get(paths[-1])
