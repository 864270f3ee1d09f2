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
from .files import write

NUMBERS = {
    ctypes.c_int8: "int8_t", ctypes.c_int16: "int16_t", ctypes.c_int32: "int32_t", ctypes.c_int64: "int64_t",
    ctypes.c_uint8: "uint8_t", ctypes.c_uint16: "uint16_t", ctypes.c_uint32: "uint32_t", ctypes.c_double: "double",
}  # fmt: skip
ROWS = {
    "mask": "int64_t", "masks": "int64_t", "moves": "int64_t", "numbers": "int64_t", "many": "int64_t",
    "fractions": "double", "observation": "int16_t", "many_uint8": "uint8_t", "many_int8": "int8_t",
    "many_int16": "int16_t", "many_int32": "int32_t", "many_float32": "float", "many_float64": "double",
}  # fmt: skip
WORDS = (  # of C and C++
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl "
    "concept const const_cast consteval constexpr constinit continue co_await co_return co_yield decltype default "
    "delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch "
    "template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using "
    "virtual void volatile wchar_t while xor xor_eq"
)
KEYWORDS = {*WORDS.split(), *NUMBERS.values()}  # which no field may have as its name
TOP = """/* {name} (rules version {version}) {made}

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
MADE = "for C, made by `firstfire build`."


def header_of(game: Game) -> str:
    """The header of a game."""
    top = TOP.format(made=MADE, name=game.name, version=game.rules_version, guard=f"FIRSTFIRE_{game.name.upper()}_H")
    return top + "".join(_game(game)) + END


def write_header(game: Game, folder: Path) -> None:
    """Write the header of a game, and one that includes those of all games there."""
    write(folder / f"{game.name}.h", header_of(game).encode())
    names = sorted(file.name for file in folder.glob("*.h") if _is_of_a_game(file))
    text = "".join(f'#include "{name}"\n' for name in names)
    write(folder / "firstfire.h", f"/* All games here, for C. */\n{text}".encode())


def _is_of_a_game(file: Path) -> bool:
    """Whether a header was made here, of a game."""
    try:
        return MADE in file.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
    except OSError:
        return False


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
        lines.append(f"    {kind} {_spelled(field)}{shape};\n")
    text = f"typedef struct {{\n{''.join(lines)}}} {name};\nFIRSTFIRE_SIZE({name}, {ctypes.sizeof(record)});\n"
    own = record.__module__.startswith(_home(game))
    yield text if own else f"#ifndef has_{name}\n#define has_{name}\n{text}#endif\n"


def _spelled(name: str) -> str:
    """A field or argument as C and C++ may call it."""
    return f"{name}_" if name in KEYWORDS else name


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
    given = ", ".join(f"{_type(game, kind)}{_spelled(argument)}" for argument, kind in signature.arguments)
    return f"{result} {symbol_of(game, name)}({given});\n"


def _type(game: Game, kind: BufferKind) -> str:
    if kind in (WHOLE, FRACTION):
        return "int64_t " if kind == WHOLE else "double "
    if kind.name in ("state", "stack", "states"):
        return f"{_name(game, game.state)} *"
    if kind.name == "box":
        return f"const {_name(game, game.box)} *"
    return f"{_name(game, kind.record) if kind.record is not None else ROWS[kind.name]} *"
