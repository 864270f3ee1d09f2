"""JSON as it is sent and stored: by orjson where that is installed (every server has it), else by the standard library.
Both write the same bytes of all that crosses the wire."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

try:
    import orjson
except ImportError:  # the edition without a server has the standard library alone
    orjson = None  # type: ignore[assignment]


def to_plain_json(value: Any) -> bytes:
    """A value as compact JSON, by the standard library."""
    return _ENCODER.encode(value).encode()


def _from_plain_json(text: str | bytes) -> Any:
    return json.loads(text)


def _as_fields(value: Any) -> dict[str, Any]:
    """A dataclass as its public fields."""
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} is not JSON")
    kind: Any = type(value)
    return {name: getattr(value, name) for name in _names(kind)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if not field.name.startswith("_"))


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_as_fields)
to_json: Callable[[Any], bytes] = to_plain_json if orjson is None else orjson.dumps
from_json: Callable[[str | bytes], Any] = _from_plain_json if orjson is None else orjson.loads  # ValueError: it is none
