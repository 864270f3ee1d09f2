"""Headers: the records and entry points of libraries, for C and whatever calls C. Each game has its own, totem.h;
firstfire.h includes all that lie beside it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from ..kernel.engines.library import symbol_of
from ..kernel.game import Game
from ..kernel.records.bits import words_for
from ..kernel.records.entry import FRACTION, NOTHING, WHOLE, BufferKind, signature_of
from ..kernel.records.header import OPTIONS
from ..kernel.records.record import fields_of, is_record
from .entries import entry_points

NUMBERS = {
    ctypes.c_int8: "int8_t", ctypes.c_int16: "int16_t", ctypes.c_int32: "int32_t", ctypes.c_int64: "int64_t",
    ctypes.c_uint8: "uint8_t", ctypes.c_uint16: "uint16_t", ctypes.c_uint32: "uint32_t", ctypes.c_double: "double",
}  # fmt: skip
ROWS = {
    "mask": "int64_t", "masks": "int64_t", "moves": "int64_t", "numbers": "int64_t", "many": "int64_t",
    "fractions": "double", "observation": "int16_t", "many_uint8": "uint8_t", "many_int8": "int8_t",
    "many_int16": "int16_t", "many_int32": "int32_t", "many_float32": "float", "many_float64": "double",
}  # fmt: skip
KEYWORDS = {"double", "default", "register", "short", "long", "signed", "union", "switch", "auto", "static", "inline"}
TOP = """/* {name} (rules version {version}) for C, made by `firstfire build`.

   A state is a record of numbers: set it to zero, fill in its options, and begin. A mask is a row of 64-bit words with
   a bit for each action. Rows of numbers and fractions have 16 places, rows of moves one for each action. Functions
   trust what they are given. */
#ifndef {guard}
#define {guard}
#include <stdint.h>
#ifdef __cplusplus
extern "C" {{
#define FIRSTFIRE_SIZE(record, size) static_assert(sizeof(record) == size, "another layout")
#else
#define FIRSTFIRE_SIZE(record, size) _Static_assert(sizeof(record) == size, "another layout")
#endif
"""
END = "\n#ifdef __cplusplus\n}\n#endif\n#endif\n"
ALL = "firstfire.h"


def header_of(game: Game) -> str:
    """The header of a game."""
    top = TOP.format(name=game.name, version=game.rules_version, guard=f"FIRSTFIRE_{game.name.upper()}_H")
    return top + "".join(_game(game)) + END


def write_header(game: Game, folder: Path) -> None:
    """Write the header of a game, and one that includes those of all games there."""
    (folder / f"{game.name}.h").write_text(header_of(game), encoding="utf-8")
    names = sorted(file.name for file in folder.glob("*.h") if file.name != ALL)
    text = "".join(f'#include "{name}"\n' for name in names)
    (folder / ALL).write_text(f"/* All games here, for C. */\n{text}", encoding="utf-8")


def _game(game: Game) -> Iterator[str]:
    prefix, known = f"FIRSTFIRE_{game.name.upper()}", set[str]()
    yield f"enum {{ {prefix}_ACTIONS = {len(game.actions)}, {prefix}_MASK = {words_for(len(game.actions))}, "
    yield f"{prefix}_OBSERVATION = {game.observation.size} }};\n"
    functions = entry_points()
    kinds = [kind.record for function in functions.values() for _, kind in signature_of(function).arguments]
    for record in (game.state, game.box, *filter(None, kinds)):
        yield from _record(game, record, known)
    box = bytes(game.standard_box)
    yield f"static const uint8_t firstfire_{game.name}_standard_box[{len(box)}] = {{\n"
    yield "\n".join(wrap(", ".join(map(str, box)), 116)) + "};\n"
    options = [*game.option_numbers({}), *[0] * OPTIONS][:OPTIONS]
    yield f"static const int8_t firstfire_{game.name}_options[{OPTIONS}] = {{{', '.join(map(str, options))}}};\n"
    for name, function in functions.items():
        yield _prototype(game, name, function)


def _record(game: Game, record: Any, known: set[str]) -> Iterator[str]:
    """The struct of a record, after those of the records in it."""
    name = _name(game, record)
    if name in known:
        return
    known.add(name)
    lines = []
    for field, layout in fields_of(record).items():
        if is_record(layout.ctype):
            yield from _record(game, layout.ctype, known)
        kind = _name(game, layout.ctype) if is_record(layout.ctype) else NUMBERS[layout.ctype]
        shape = "".join(f"[{length}]" for length in layout.shape)
        lines.append(f"    {kind} {field}{'_' if field in KEYWORDS else ''}{shape};\n")
    text = f"typedef struct {{\n{''.join(lines)}}} {name};\nFIRSTFIRE_SIZE({name}, {ctypes.sizeof(record)});\n"
    own = record.__module__.startswith(_home(game))
    yield text if own else f"#ifndef has_{name}\n#define has_{name}\n{text}#endif\n"


def _name(game: Game, record: Any) -> str:
    """What a record is called: those of a game have its name before theirs."""
    own = record.__module__.startswith(_home(game))
    return f"firstfire_{game.name}_{record.__name__}" if own else f"firstfire_{record.__name__}"


def _home(game: Game) -> str:
    """The package of a game."""
    return str(game.state.__module__.rpartition(".")[0])


def _prototype(game: Game, name: str, function: Callable[..., Any]) -> str:
    signature = signature_of(function)
    result = {WHOLE: "int64_t", FRACTION: "double", NOTHING: "void"}[signature.result]
    given = ", ".join(f"{_type(game, kind)}{argument}" for argument, kind in signature.arguments)
    return f"{result} {symbol_of(game, name)}({given});\n"


def _type(game: Game, kind: BufferKind) -> str:
    if kind in (WHOLE, FRACTION):
        return "int64_t " if kind == WHOLE else "double "
    if kind.name in ("state", "stack", "states"):
        return f"{_name(game, game.state)} *"
    if kind.name == "box":
        return f"const {_name(game, game.box)} *"
    return f"{_name(game, kind.record) if kind.record is not None else ROWS[kind.name]} *"
