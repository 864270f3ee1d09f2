"""An owner's components: whether games can be played with them, and how they differ from the game's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from random import Random
from time import perf_counter
from typing import Any

from ...errors import BadComponents, BrokenRule
from ..engines.engine import engine_for
from ..game import Game
from ..positions.position import Position
from ..presentation.complaints import Phrase, complaints

GAMES, SECONDS = 3, 6.0  # of random play, whichever ends first
MOST_CHANGES, LONGEST_VALUE = 200, 120  # that are listed, and characters of each value


def unplayable() -> BadComponents:
    """Components that are well written, and with which no game can be played."""
    return complaints(BadComponents, "bad_components", [Phrase.of("components.unplayable")], file="components.toml")


def try_components(game: Game, players: int, options: Mapping[str, str], text: str) -> None:
    """Play a few random games with somebody's components, by rules that refuse whatever would go wrong compiled
    (`strict.py`); BadComponents names every problem of the file."""
    box, engine, end = game.own_box(text), engine_for(game, strict=True), perf_counter() + SECONDS
    for seed in range(GAMES):
        chance = Random(seed)
        try:
            position = Position(game, players, seed, options=options, box=box, engine=engine, quiet=True)
            while not position.over and perf_counter() < end:
                position.step(chance.choice(position.legal()))
                if position.s.ply > game.max_plies or engine.check(position.s, box):
                    raise unplayable()
        except (BrokenRule, IndexError):  # IndexError: nothing is legal
            raise unplayable() from None


def changes_of(game: Game, text: str) -> dict[str, Any]:
    """How somebody's components differ from the game's own, value by value; `more`: how many are not listed."""
    printed = (game.folder / "components.toml").read_text(encoding="utf-8")
    found = list(_changes(tomllib.loads(printed), tomllib.loads(text)))
    return {"changes": found[:MOST_CHANGES], "more": max(0, len(found) - MOST_CHANGES)}


def _changes(printed: Mapping[str, Any], own: Mapping[str, Any], path: str = "") -> Iterator[dict[str, Any]]:
    """The values that differ below a table of both files, in the order of the first."""
    for table in [name for name in {**printed, **own} if _tables_of(printed, name) or _tables_of(own, name)]:
        here, there = _tables_of(printed, table), _tables_of(own, table)
        where = f"{path}.{table}" if path else table
        for place in range(max(len(here), len(there))):
            one, other = (rows[place] if place < len(rows) else {} for rows in (here, there))
            label = next((str(row[key]) for row in (other, one) for key in ("name", "id") if key in row), "")
            for key in {**one, **other}:
                if not (_is_table(one.get(key)) or _is_table(other.get(key))) and one.get(key) != other.get(key):
                    if key in ("name", "source") or key.endswith("_source"):
                        continue
                    yield {
                        "table": where, "number": place + 1, "name": label[:LONGEST_VALUE], "key": key[:LONGEST_VALUE],
                        "printed": _written(one.get(key)), "own": _written(other.get(key)),
                    }  # fmt: skip
            yield from _changes(one, other, where)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _tables_of(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The tables of a name: one, several, or none."""
    value = data.get(name)
    if not _is_table(value):
        return []
    return [value] if isinstance(value, dict) else [row for row in value or () if isinstance(row, dict)]


def _written(value: Any) -> str | None:
    """A value as people read it; None where there is none."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    told = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return told if len(told) <= LONGEST_VALUE else f"{told[:LONGEST_VALUE]}…"
