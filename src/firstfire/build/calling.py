"""How a program calls a module of WebAssembly: sizes, records and the arguments of each entry point, as JSON.

An address is an i32 of the module's memory, a whole number an i64, a fraction an f64. What lies at an address is named
as in kernel/records/entry.py; `bytes` says how many of it, where that is fixed.
"""

from __future__ import annotations

import base64
import ctypes
from collections.abc import Callable
from typing import Any

from ..kernel.engines.library import sources_of, symbol_of
from ..kernel.game import Game
from ..kernel.records.bits import words_for
from ..kernel.records.entry import FRACTION, STACK, WHOLE, BufferKind, signature_of
from ..kernel.records.record import fields_of, is_record
from .entries import entry_points


def calling_of(game: Game) -> dict[str, object]:
    """All that a program has to know of the module of a game."""
    entries = entry_points()
    kinds = [kind.record for function in entries.values() for _, kind in signature_of(function).arguments]
    records: dict[str, object] = {}
    for record in (game.state, game.box, *filter(None, kinds)):
        _describe(record, records)
    return {
        "game": game.key,
        "sources": sources_of(game),
        "rules_version": game.rules_version,
        "seats": list(game.seats),
        "actions": len(game.actions),
        "observation": game.observation.size,
        "state": game.state.__name__,
        "box": game.box.__name__,
        "standard_box": base64.b64encode(bytes(game.standard_box)).decode(),
        "options": list(game.option_numbers({})),
        "entries": {name: _entry(game, name, function) for name, function in entries.items()},
        "records": records,
    }


def _describe(record: Any, known: dict[str, object]) -> None:
    """Where the fields of a record lie, and of the records in it."""
    if record.__name__ in known:
        return
    fields = {}
    for name, layout in fields_of(record).items():
        if is_record(layout.ctype):
            _describe(layout.ctype, known)
        fields[name] = {"offset": getattr(record, name).offset, "kind": _kind(layout.ctype), "shape": layout.shape}
    known[record.__name__] = {"bytes": ctypes.sizeof(record), "fields": fields}


def _kind(ctype: Any) -> str:
    """int8, uint32, float64; of records their name."""
    if is_record(ctype):
        return str(ctype.__name__)
    if ctype is ctypes.c_double:
        return "float64"
    sign = "int" if ctype(-1).value < 0 else "uint"
    return f"{sign}{8 * ctypes.sizeof(ctype)}"


def _entry(game: Game, name: str, function: Callable[..., Any]) -> dict[str, object]:
    signature = signature_of(function)
    arguments = [_argument(game, argument, kind) for argument, kind in signature.arguments]
    return {"symbol": symbol_of(game, name), "arguments": arguments, "result": signature.result.name}


def _argument(game: Game, name: str, kind: BufferKind) -> dict[str, object]:
    found: dict[str, object] = {"name": name, "kind": kind.name}
    if kind in (WHOLE, FRACTION):
        return found
    if kind.record is not None:
        found["record"] = kind.record.__name__
    size = _bytes(game, kind)
    return found if size is None else {**found, "bytes": size}


def _bytes(game: Game, kind: BufferKind) -> int | None:
    """How much memory lies at an address; None, where that is for the caller to say."""
    mask = 8 * words_for(len(game.actions))
    fixed = {
        "state": ctypes.sizeof(game.state),
        "box": ctypes.sizeof(game.box),
        "mask": mask,
        "masks": STACK * mask,
        "moves": 8 * len(game.actions),
        "numbers": 8 * kind.length,
        "fractions": 8 * kind.length,
        "stack": STACK * ctypes.sizeof(game.state),
        "observation": 2 * game.observation.size,
    }
    if kind.record is not None:
        return int(ctypes.sizeof(kind.record) * kind.length)
    return fixed.get(kind.name)
