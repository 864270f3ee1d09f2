"""Reading what clients say by its shape (shapes.py), where there is no Pydantic."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from .json_text import from_json
from .refusals import malformed
from .shapes import ByType, Said

T = TypeVar("T")
PLAIN = (str, int, bool, float)


def read_said(kind: Any, text: str) -> Any:
    """What a text says, as a record of a shape; refuses what is not of that shape."""
    try:
        return _read(kind, from_json(text or "{}"), "")
    except ValueError as error:
        raise malformed(str(error)) from None


def _read(kind: Any, value: Any, place: str) -> Any:
    marks: tuple[Any, ...] = ()
    if get_origin(kind) is Annotated:
        kind, *rest = get_args(kind)
        marks = tuple(rest)
    found = _chosen(kind, value, place) if ByType() in marks else _plain(kind, value, place)
    for mark in marks:
        try:
            found = mark(found)
        except ValueError as error:
            raise _Wrong(place, str(error)) from None
    return found


def _plain(kind: Any, value: Any, place: str) -> Any:
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind), value, place)
    if origin in (Union, UnionType):
        return _optional(get_args(kind), value, place)
    if origin is list:
        (inner,) = get_args(kind)
        return [_read(inner, each, f"{place}.{i}") for i, each in enumerate(_of(list, value, place))]
    if origin is dict:
        _, inner = get_args(kind)
        return {name: _read(inner, each, f"{place}.{name}") for name, each in _of(dict, value, place).items()}
    if is_dataclass(kind):
        return _record(kind, value, place)
    return value if kind is Any else _of(kind, value, place)


def _of(kind: Any, value: Any, place: str) -> Any:
    if type(value) is not kind:
        raise _Wrong(place, f"{kind.__name__} is expected, not {type(value).__name__}")
    return value


def _one_of(allowed: tuple[Any, ...], value: Any, place: str) -> Any:
    if not any(value == each and type(value) is type(each) for each in allowed):
        raise _Wrong(place, f"there are: {', '.join(map(repr, allowed))}")
    return value


def _optional(kinds: tuple[Any, ...], value: Any, place: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    (kind,) = (each for each in kinds if each is not NoneType)
    return _read(kind, value, place)


def _chosen(kinds: Any, value: Any, place: str) -> Any:
    """The shape that says the same `type`."""
    if not isinstance(value, dict):
        raise _Wrong(place, "an object is expected")
    for kind in get_args(kinds):
        if value.get("type") in get_args(_hints(kind)["type"]):
            return _record(kind, value, place)
    raise _Wrong(place, f"there is no type {value.get('type')!r} here")


def _record(kind: Any, value: Any, place: str) -> Said:
    given = _of(dict, value, place)
    hints, known = _hints(kind), {field.name: field for field in fields(kind)}
    if unknown := [name for name in given if name not in known]:
        raise _Wrong(f"{place}.{unknown[0]}", "there is no such field")
    missing = [
        name
        for name, field in known.items()
        if name not in given and field.default is MISSING and field.default_factory is MISSING
    ]
    if missing:
        raise _Wrong(f"{place}.{missing[0]}", "it is missing")
    said = {name: _read(hints[name], each, f"{place}.{name}") for name, each in given.items()}
    try:
        made: Said = kind(**said)
    except _Wrong:
        raise
    except ValueError as error:
        raise _Wrong(place, str(error)) from None
    return made


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


class _Wrong(ValueError):
    """What is wrong, and where."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place.removeprefix('.')}: {problem}" if place else problem)
