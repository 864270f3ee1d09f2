"""Boxes for experiments: a components file with some numbers changed, without touching the file.

    box_with(game, {"barter.T07.points": 9})          # the game's own box, one card dearer
    box_with(game, {"tray_start.fish": 2}, base=Path("mine.toml"))

A place is written as the file is: `table.key`; `table.ID.key` for one of several, by its `id` (or by its number from
1); `….2` at the end for the second of a list.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import BadSetup, FirstfireError
from ..games import game as find_game
from ..games import names
from ..kernel.components_file import ComponentsFile
from ..kernel.game import Game

LONGEST_SWEEP = 200


def box_with(game: Game, changes: Mapping[str, Any], base: Path | None = None) -> Any:
    """A box filled from a components file (the game's own) in which some places have other values."""
    path = game.folder / "components.toml" if base is None else base
    file = ComponentsFile.read(path)
    for place, value in changes.items():
        _Place(file.data, place).put(value)
    box = game.box()
    game.fill(box, file)
    if changes and file.problems:
        told = ", ".join(f"{place}={value}" for place, value in changes.items())
        raise BadSetup(f"{game.name} refuses {told}: {file.problems[0]}")
    file.finish()
    return box


def value_at(game: Game, place: str, base: Path | None = None) -> Any:
    """What stands at a place of a components file."""
    path = game.folder / "components.toml" if base is None else base
    return _Place(ComponentsFile.read(path).data, place).get()


class _Place:
    """One value of a components file."""

    def __init__(self, data: dict[str, Any], text: str) -> None:
        self.text = text
        self.home: Any = None
        self.key: Any = None
        here: Any = data
        for part in text.split("."):
            key = self._key(here, part)
            self.home, self.key, here = here, key, here[key]

    def _key(self, here: Any, part: str) -> Any:
        if isinstance(here, dict):
            if part in here:
                return part
            raise self._unknown(part, list(here))
        if isinstance(here, list):
            ids = {str(entry["id"]): i for i, entry in enumerate(here) if isinstance(entry, dict) and "id" in entry}
            if part in ids:
                return ids[part]
            if part.isdigit() and 1 <= int(part) <= len(here):
                return int(part) - 1
            raise self._unknown(part, list(ids) or [f"1 to {len(here)}"])
        raise BadSetup(f"{self.text}: there is nothing inside a value; leave out {part!r}")

    def _unknown(self, part: str, there: list[str]) -> BadSetup:
        near = difflib.get_close_matches(part, there, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(there[:12])}"
        return BadSetup(f"{self.text}: the components have no {part!r} there; {hint}")

    def get(self) -> Any:
        value = self.home[self.key]
        if isinstance(value, dict | list):
            inside = ", ".join(value) if isinstance(value, dict) else f"1 to {len(value)}"
            raise BadSetup(f"{self.text} is not one value; name one inside it: {inside}")
        return value

    def put(self, value: Any) -> None:
        old = self.get()
        if type(old) is not type(value):
            raise BadSetup(f"{self.text} is {old!r}; {value!r} is not of that kind")
        self.home[self.key] = value


def read_sweep(text: str) -> tuple[str, list[int]]:
    """`field=1..5` or `field=1,3,8`: the place and its values."""
    place, equals, values = text.partition("=")
    span = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", values)
    if span:
        first, last = int(span[1]), int(span[2])
        found = list(range(first, last + 1)) if last - first < LONGEST_SWEEP else []
    else:
        found = [int(n) for n in values.split(",")] if re.fullmatch(r"-?\d{1,9}(,-?\d{1,9})*", values) else []
    if not (place and equals) or not 2 <= len(set(found)) <= LONGEST_SWEEP:
        raise BadSetup(
            f"a sweep is written field=1..5 or field=1,3,8, with 2 to {LONGEST_SWEEP} different values, not {text!r}"
        )
    return place, list(dict.fromkeys(found))


def read_change(text: str) -> tuple[str, Any]:
    """`field=3`: the place and its value (a whole number, true, false, or a word)."""
    place, equals, value = text.partition("=")
    if not (place and equals and value):
        raise BadSetup(f"a change is written field=3, not {text!r}")
    if value in ("true", "false"):
        return place, value == "true"
    return place, int(value) if re.fullmatch(r"-?\d{1,9}", value) else value


def game_of_file(path: Path) -> Game:
    """The game whose box a components file describes: the one that reads it without a complaint."""
    file = ComponentsFile.read(path)  # complains of what is no such file
    problems: dict[str, int] = {}
    for name in names():
        try:
            game = find_game(name)
            game.box_from(path)
        except FirstfireError as error:
            problems[name] = len(getattr(error, "problems", [error]))
            continue
        return game
    nearest = min(problems, key=lambda name: problems[name])
    find_game(nearest).box_from(path)  # names every problem, with its line
    raise BadSetup(f"{file.name} is the box of no game")


def box_changes(game: Game, one: Path | None, other: Path | None) -> list[tuple[str, Any, Any]]:
    """Every place in which two components files differ (None: the game's own)."""
    own = game.folder / "components.toml"
    first, second = (ComponentsFile.read(path or own).data for path in (one, other))
    return list(_differences("", first, second))


def _differences(place: str, one: Any, other: Any) -> list[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in {**one, **other} if not re.fullmatch(r"id|(.*_)?source", key)]
        return [row for key in keys for row in _differences(f"{place}.{key}".lstrip("."), one.get(key), other.get(key))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        found = []
        for number, (a, b) in enumerate(zip(one, other, strict=True), 1):
            name = a.get("id", number) if isinstance(a, dict) else number
            found += _differences(f"{place}.{name}", a, b)
        return found
    return [] if one == other else [(place, one, other)]
