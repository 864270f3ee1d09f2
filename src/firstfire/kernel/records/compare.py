"""Records by named fields, and what differs between two of them.

    s = from_dict(State, to_dict(s))                     # a round trip
    diff(before, after)  →  {"pile": (5, 3), "taken.1": (0, 2)}

A place of a row is named by its number (`clans.0.wood`). Positions as text: notation.py.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ...errors import BadPosition
from .record import fields_of

T = TypeVar("T")
BOOKKEEPING = ("rng", "ply", "note_count", "notes_lost", "notes", "irreversible", "quiet")


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
    problems = list(_assign(made, data, kind.__name__))
    if problems:
        raise BadPosition(f"no {kind.__name__} can be made of that", problems)
    return made


def _assign(target: Any, data: Any, where: str) -> Iterator[str]:
    """Fill a record or a row; yields what is wrong."""
    keys: Any = range(len(target)) if isinstance(target, ctypes.Array) else fields_of(type(target))
    if isinstance(target, ctypes.Array):
        if not isinstance(data, (list, tuple)) or len(data) > len(target):
            yield f"{where}: expected a list of at most {len(target)}, found {data!r}"
            return
        data = dict(enumerate(data))
    elif not isinstance(data, Mapping):
        yield f"{where}: expected named fields, found {data!r}"
        return
    for key, value in data.items():
        if key not in keys:
            yield f"{where}.{key}: there is no such field; there are: {', '.join(keys)}"
            continue
        here = target[key] if isinstance(target, ctypes.Array) else getattr(target, key)
        if isinstance(here, (ctypes.Array, ctypes.Structure)):
            yield from _assign(here, value, f"{where}.{key}")
        else:
            yield from _assign_number(target, key, value, f"{where}.{key}")


def _assign_number(target: Any, key: Any, value: Any, where: str) -> Iterator[str]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield f"{where}: expected a whole number, found {value!r}"
        return
    if isinstance(key, int):
        target[key] = value
        stored = target[key]
    else:
        setattr(target, key, value)
        stored = getattr(target, key)
    if stored != value:
        yield f"{where}: {value} does not fit into the field"


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


def differences(one: object, other: object, where: str = "") -> list[str]:
    """What differs between two values of dicts, lists and plain values, each with its path and both values."""
    if one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(str(key), one.get(key), other.get(key)) for key in {**one, **other}]
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        pairs = [(str(i), a, b) for i, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return [f"{where or 'it'} is {_short(one)} and {_short(other)}"]
    return [found for key, a, b in pairs for found in differences(a, b, f"{where}.{key}" if where else key)]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
