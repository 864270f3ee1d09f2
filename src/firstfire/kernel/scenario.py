"""Scenarios: positions written down by named fields.

    s = from_dict(State, to_dict(s))                     # a round trip
    s = scenario(game, base, "pile=3; taken.1=5; player=1")
    diff(before, after)  →  {"pile": (5, 3), "taken.1": (0, 2)}

A field of a row is written with its index (`clans.0.wood`). Where a game names the values
of a field (`Game.domains`, and phases), the name may stand for the number. A bad scenario
is refused with every problem named.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ..errors import BadScenario
from .engine import engine_for
from .game import Game
from .record import copy_of, fields_of

T = TypeVar("T")
BOOKKEEPING = ("rng", "ply", "note_count", "notes_lost", "notes", "told", "quiet")


def to_dict(value: Any) -> dict[str, Any]:
    """A record as plain dicts, lists and ints."""
    return {name: _plain(getattr(value, name)) for name in fields_of(type(value))}


def _plain(value: Any) -> Any:
    if isinstance(value, ctypes.Structure):
        return to_dict(value)
    if isinstance(value, ctypes.Array):
        return [_plain(entry) for entry in value]
    return value


def from_dict(kind: type[T], data: Mapping[str, Any]) -> T:
    """A record from what `to_dict` gave; fields left out are zero."""
    made = kind()
    if not isinstance(data, Mapping):
        raise BadScenario(f"no {kind.__name__} can be made of that", [f"expected named fields, found {data!r}"])
    problems = list(_assign(made, data, "", {}))
    if problems:
        raise BadScenario(f"no {kind.__name__} can be made of that", problems)
    return made


def scenario(game: Game, base: Any, changes: str | Mapping[str, Any], *, box: Any = None, check: bool = True) -> Any:
    """A copy of a position with named fields changed, checked by the game's invariants."""
    made = copy_of(base)
    wanted = _parse(changes) if isinstance(changes, str) else dict(changes)
    names = {"phase": game.phases, **game.domains}
    problems = list(_assign(made, wanted, "", names))
    if not problems and check:
        problems = list(_header_problems(game, made)) or list(_broken_invariant(game, made, box))
    if problems:
        raise BadScenario(f"this position of {game.name} cannot be", problems)
    return made


def _header_problems(game: Game, s: Any) -> Iterator[str]:
    """What cannot be in the header of any game."""
    ranges = {
        "player": range(s.seats),
        "phase": range(len(game.phases)),
        "ending": range(len(game.endings)),
        "over": range(2),
        "note_count": range(len(s.notes) + 1),
    }
    if s.seats not in game.seats:
        yield f"seats: {s.seats} is not one of {', '.join(map(str, game.seats))}"
    for name, allowed in ranges.items():
        if getattr(s, name) not in allowed:
            yield f"{name}: {getattr(s, name)} is not from 0 to {len(allowed) - 1}"
    for i, option in enumerate(game.options):
        if not 0 <= s.options[i] < len(option.values):
            yield f"options.{i} ({option.name}): {s.options[i]} is not from 0 to {len(option.values) - 1}"


def _broken_invariant(game: Game, s: Any, box: Any) -> Iterator[str]:
    """The first invariant that does not hold; numbers so strange that none can be judged are a problem too."""
    try:
        broken = engine_for(game, interpreted=True).check(s, box or game.standard_box)
    except (ArithmeticError, LookupError, ValueError) as error:
        yield f"the invariants cannot be judged: {error}"
        return
    if broken:
        yield game.invariants.get(broken, f"invariant {broken} does not hold")


def flat(value: Any, prefix: str = "") -> Iterator[tuple[str, int]]:
    """All numbers of a record by dotted name."""
    for name in fields_of(type(value)):
        yield from _flat_entry(getattr(value, name), f"{prefix}{name}")


def _flat_entry(value: Any, name: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, ctypes.Structure):
        yield from flat(value, f"{name}.")
    elif isinstance(value, ctypes.Array):
        for i, entry in enumerate(value):
            yield from _flat_entry(entry, f"{name}.{i}")
    else:
        yield name, value


def diff(before: Any, after: Any, *, ignore: tuple[str, ...] = BOOKKEEPING) -> dict[str, tuple[int, int]]:
    """Every number that differs between two records of a kind, by dotted name."""
    return {
        name: (old, new)
        for (name, old), (_, new) in zip(flat(before), flat(after), strict=True)
        if old != new and name.split(".")[0] not in ignore
    }


def _parse(text: str) -> dict[str, Any]:
    wanted: dict[str, Any] = {}
    problems = []
    for part in filter(None, (p.strip() for p in text.replace("\n", ";").split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            problems.append(f"{part!r} is not of the form name=value")
        elif name in wanted:
            problems.append(f"{name} is given twice")
        else:
            wanted[name] = int(value) if re.fullmatch(r"-?[0-9]{1,20}", value) else value
    if problems:
        raise BadScenario("this scenario cannot be read", problems)
    return wanted


def _assign(target: Any, data: Mapping[str, Any], prefix: str, names: Mapping[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        yield from _assign_one(target, str(key).split("."), value, prefix, names)


def _assign_one(target: Any, path: list[str], value: Any, prefix: str, names: Mapping[str, Any]) -> Iterator[str]:
    """Walk to the named field and set it; yields what is wrong."""
    step, rest = path[0], path[1:]
    where = f"{prefix}{step}"
    if isinstance(target, ctypes.Array):
        if not re.fullmatch(r"[0-9]{1,9}", step) or int(step) >= len(target):
            yield f"{where}: the row has places 0 to {len(target) - 1}"
            return
        key: Any = int(step)
        here = target[key]
    else:
        if step not in fields_of(type(target)):
            known = ", ".join(fields_of(type(target)))
            yield f"{where}: there is no such field; there are: {known}"
            return
        key = step
        here = getattr(target, step)
    if rest and isinstance(here, (ctypes.Array, ctypes.Structure)):
        yield from _assign_one(here, rest, value, f"{where}.", names)
    elif rest:
        yield f"{where}: is a number and has no {'.'.join(rest)}"
    elif isinstance(here, ctypes.Array):
        yield from _assign_row(here, value, where, names)
    elif isinstance(here, ctypes.Structure):
        if isinstance(value, Mapping):
            yield from _assign(here, value, f"{where}.", names)
        else:
            yield f"{where}: expected named fields, found {value!r}"
    else:
        yield from _assign_number(target, key, value, where, names)


def _assign_row(row: Any, value: Any, where: str, names: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _assign(row, value, f"{where}.", names)
    elif not isinstance(value, (list, tuple)):
        yield f"{where}: expected a list, found {value!r}"
    elif len(value) > len(row):
        yield f"{where}: {len(value)} entries, but there is room for {len(row)}"
    else:
        for i, entry in enumerate(value):
            yield from _assign_one(row, [str(i)], entry, f"{where}.", names)


def _assign_number(target: Any, key: Any, value: Any, where: str, names: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(value, str):
        field = ".".join(part for part in where.split(".") if not part.isdigit())
        known = list(names.get(field, ()))
        if value not in known:
            yield f"{where}: {value!r} is not a number" + (f" nor one of {', '.join(known)}" if known else "")
            return
        value = known.index(value)
    if not isinstance(value, int) or isinstance(value, bool):
        yield f"{where}: expected a whole number, found {value!r}"
        return
    try:
        if isinstance(key, int):
            target[key] = value
            stored = target[key]
        else:
            setattr(target, key, value)
            stored = getattr(target, key)
    except (TypeError, ValueError) as error:
        yield f"{where}: {error}"
        return
    if stored != value:
        yield f"{where}: {value} does not fit into the field"
