"""Everything printed matters: whoever changes it in a components file changes play, or is told why that cannot be.

Each number, flag, choice and list entry of each game's own file is changed, one at a time. Either the file is refused
with a reason that says where, or some call of the rules in a sample of games has another result (components_sample.py).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from tests.samples import sample

from firstfire import game
from firstfire.errors import BadComponents
from firstfire.kernel.components_file import ComponentsFile
from firstfire.kernel.game import Game

from .components_cases import rare_positions, set_ups
from .components_sample import Sample, settings_of
from .scenarios import scenarios

LABEL = re.compile(r"id|name|(.*_)?source")
LONG = ("honga", "neta_tanka", "doggerland", "prehistory")
PLACED = re.compile(r"line [1-9]\d*: |\[\[?[a-z_.]+\]\]?")  # where a reason says the problem is

EXCUSED = {  # what changes no play, and why
    "doggerland": {
        r"\.objective\.2\.needs\.prestigious: nothing": "without one there are six points of Habitats at most",
        r"\.objective\.3\.needs\.(warm|cold)_painted: nothing": "four species are of both seasons",
    },
    "prehistory": {
        r"\.reading\.hunting: \[5, 0, 1\] → \[(0, 5, 1|5, 1, 0)\]": "three sides in any order",
        r"\.reading\.fishing: \[2, 3, 4\] → \[(3, 2, 4|2, 4, 3)\]": "three sides in any order",
        r"\.reading\.migration: \[2, 4\] → \[4, 2\]": "two sides in any order",
        r"\.ceremony\.patterns: .* → \[\[(0, 2, 4|2, 0, 4|0, 4, 2)\], \[(1, 3, 5|3, 1, 5|1, 5, 3)\]\]": "in any order",
        r"\.ceremony_card\.21\.rule: 'fish_track_goal'": "nobody comes to twice the goal",
        r"\.ceremony_card\.2[234]\.rule: 'fish_of_type'": "a set of one kind is one fish",
    },
    "neta_tanka": {
        r"\.places\.\d+\.[xy]: ": "where a place is drawn",
        r"\.zones\.[a-z_]+\.[xy]: ": "where a zone is drawn",
        r"\.objective_cards\.0\.totem_height_min: nothing": "four wood and two skulls are a higher totem already",
    },
}


@dataclass(frozen=True)
class Change:
    """One value of a file as another one."""

    where: str
    make: Callable[[], None]
    undo: Callable[[], None]


def put(holder: Any, key: Any, value: Any) -> Callable[[], None]:
    """Something to call that puts a value there."""

    def run() -> None:
        if value is None:
            del holder[key]
        else:
            holder[key] = value

    return run


def changes(data: dict[str, Any]) -> Iterator[Change]:
    """Every change of one value of a file."""
    known: dict[str, dict[str, list[Any]]] = defaultdict(dict)
    for where, holder, key in places(data):
        known[kind_of(where)].setdefault(key, []).append(holder[key])
    for where, holder, key in list(places(data)):
        for other in others(holder[key], known[kind_of(where)][key]):
            what = f"{where}.{key}: {holder[key]!r} → {other!r}"
            yield Change(what, put(holder, key, other), put(holder, key, holder[key]))
    for where, holder in tables(data):
        for key, values in known[kind_of(where)].items():
            if key not in holder and isinstance(values[0], int):
                other = not values[0] if isinstance(values[0], bool) else values[0] or 1
                yield Change(f"{where}.{key}: nothing → {other!r}", put(holder, key, other), put(holder, key, None))


def kind_of(where: str) -> str:
    """A place in the file without its numbers."""
    return re.sub(r"\.\d+", "", where)


def tables(data: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All tables, those in rows included."""
    if isinstance(data, dict):
        yield where, data
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, (dict, list)):
            yield from tables(value, f"{where}.{key}")


def places(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """All values that are no tables."""
    for where, table in tables(data):
        for key, value in table.items():
            rows = isinstance(value, list) and value and isinstance(value[0], dict)
            if not LABEL.fullmatch(key) and not isinstance(value, dict) and not rows:
                yield where, table, key


def others(value: Any, seen: list[Any]) -> list[Any]:
    """What may stand there instead, one thing changed."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return other_texts(value, {text for text in seen if isinstance(text, str)})
    if not value:
        return []
    entries = [entry for row in seen for entry in row]
    single = [[*value[:i], other, *value[i + 1 :]] for i in range(len(value)) for other in others(value[i], entries)]
    swapped = [
        [*value[:i], value[i + 1], value[i], *value[i + 2 :]]
        for i in range(len(value) - 1)
        if isinstance(value[i], int) and value[i] != value[i + 1]  # names are sets: their order means nothing
    ]
    return [*single, *swapped]


def other_texts(text: str, seen: set[str]) -> list[str]:
    """The next of the texts that stand in such places."""
    row = sorted(seen)
    return [row[(row.index(text) + 1) % len(row)]] if len(row) > 1 else []


def sample_of(name: str, rounds: int) -> Sample:
    """The changes of a game's file that are taken and change nothing in games of every kind and in worked cases."""
    found, chance = game(name), Random(5)
    made = Sample(found, tries=sample(6, 24))
    for where, box in taken(found):
        made.add(where, box)
    for case in scenarios():
        if case.game == name:
            made.play_case(case)
    for position, times, first in rare_positions(name):
        made.play_at(position, times, first)
    for seats, seed in set_ups(name):
        made.set_up(seats, seed)
    for turn in range(rounds):
        for seats, options in settings_of(found):
            made.play(seats, chance.randrange(1 << 32), options, (0.9, 0.5, 0.0)[turn % 3])
    return made


def taken(found: Game) -> Iterator[tuple[str, Any]]:
    """The boxes of all changed files that are not refused; a refusal says where."""
    file = ComponentsFile.read(found.folder / "components.toml")
    for change in changes(file.data):
        change.make()
        try:
            box = found.box()
            found.fill(box, file)
            file.finish()
        except BadComponents as error:
            assert all(PLACED.search(problem) for problem in error.problems), (change.where, error.problems)
        else:
            yield change.where, box
        finally:
            change.undo()
            file.problems.clear()


@pytest.mark.parametrize(
    "name",
    (
        "totem",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("honga", "neta_tanka", "doggerland", "prehistory")),
    ),
)
def test_whatever_is_printed_changes_play_or_cannot_be_changed(name: str) -> None:
    unseen = list(sample_of(name, sample(3, 12)).unseen)
    excused = {pattern: [where for where in unseen if re.match(pattern, where)] for pattern in EXCUSED.get(name, {})}
    assert all(excused.values()), excused
    assert [where for where in unseen if not any(where in found for found in excused.values())] == []
