"""Compiled engines: the rules of a game as machine code behind plain C calls.

Each entry point is compiled when it is first used, or found in the cache; an entry point is two functions, one that the
machine sees (addresses) and one that Python sees (records, whose classes it checks).
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from threading import RLock
from typing import TYPE_CHECKING, Any

from ...errors import BrokenRule, NotCompiled
from ..game import Game
from ..records.bits import words_for
from ..records.entry import (
    FRACTION,
    MANY,
    NARROW,
    NOTHING,
    STACK,
    WHOLE,
    BufferKind,
    CallPart,
    Signature,
    guarded,
    one_by_one,
    signature_of,
)
from ..records.record import dtype_of
from ..rule import CONTRACT
from ..rules import contract
from .engine_base import Engine, refuse_argument
from .library import Library

if TYPE_CHECKING:
    from ..compiling.specialise import CachedSource

NO_COMPILER = "Numba is not installed (pip install 'firstfire[compile]')"
_LOCK = RLock()  # the compiler is not for several threads at once


class CompiledEngine(Engine):
    """The rules as machine code. Each contract function of the game is compiled once, as a C function
    with a symbol; what is generic is small and calls them by symbol. Everything is compiled (or
    found in the cache) when it is first used; `heard` is told the name beforehand."""

    compiled = True

    def __init__(self, game: Game, heard: Callable[[str], None] | None = None, library: Library | None = None) -> None:
        from ..compiling.specialise import Workshop

        super().__init__(game)
        self.heard = heard
        self.library = library
        self._rules = Workshop("cpu", game.rules)
        self._generic = Workshop("cpu", game.rules, link=self._link, link_name=self._symbol)
        self._plain = Workshop("python", game.rules)
        self._entries: dict[str, tuple[Any, Callable[..., Any]]] = {}
        self._links: dict[str, Any] = {}

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The compiled function, taking records; it refuses what is of another kind or too short."""
        return guarded(function, self._made(function, name)[1])

    def raw_entry(self, function: Callable[..., Any], name: str = "") -> Any:
        """The bare C function of an entry point: takes addresses and whole numbers, and checks nothing. Whoever
        calls it keeps the records alive."""
        machine = self._made(function, name)[0]
        if machine is None:
            raise NotCompiled(f"{self.game.name}: no library holds {function.__name__}, and {NO_COMPILER}")
        return machine

    def _made(self, function: Callable[..., Any], name: str = "") -> tuple[Any, Callable[..., Any]]:
        name = name or function.__name__
        with _LOCK:
            if name not in self._entries:
                self._entries[name] = self._shipped(name, function) or self._compiled(name, function)
        return self._entries[name]

    def _shipped(self, name: str, function: Callable[..., Any]) -> tuple[Any, Callable[..., Any]] | None:
        """An entry point of the library; None where it has none."""
        signature = signature_of(function)
        machine = None if self.library is None else self.library.function(function, signature)
        return None if machine is None else (machine, self._checked_call(name, signature, machine))

    def _compiled(self, name: str, function: Callable[..., Any]) -> tuple[Any, Callable[..., Any]]:
        """An entry point that is compiled here; where that cannot be, the plain function, and no machine code."""
        signature = signature_of(function)
        if hasattr(function, CONTRACT):
            function = self.game.rules[getattr(function, CONTRACT)]
        if not can_compile():
            return None, one_by_one(function, self._plain.twin(function))
        with self._explained(function):
            return self._build(name, function, signature)

    @contextmanager
    def _explained(self, function: Callable[..., Any]) -> Iterator[None]:
        """Where the compiler gives up, say in a sentence which rule is to blame, if that can be told."""
        try:
            yield
        except BrokenRule:
            raise
        except Exception as error:
            from ..rules.subset import why_not_compiled

            if why := why_not_compiled(function, self.game.rules, error):
                raise BrokenRule([why]) from error
            raise

    def _announce(self, name: str) -> None:
        """Tell whoever waits that a rule is being compiled (once; then it is in the cache)."""
        if self.heard is not None:
            self.heard(name)
        elif sys.stderr is not None and sys.stderr.isatty():
            print(f"firstfire: compiling {self.game.name}: {name} …", file=sys.stderr, flush=True)

    def _link(self, name: str) -> Any:
        """How generic code calls a contract function: by the symbol of its C function."""
        from ..compiling.machine import call_by_symbol

        if name not in self._links:
            function = getattr(contract, name)
            signature = signature_of(function)
            symbol = self._symbol(name)
            self._define(symbol, function)
            self._links[name] = call_by_symbol(symbol, len(signature.arguments), native_kinds()[signature.result])
        return self._links[name]

    def _define(self, symbol: str, function: Callable[..., Any]) -> None:
        """Let machine code that is made later find a contract function by its symbol."""
        import llvmlite.binding as llvm

        llvm.add_symbol(symbol, ctypes.cast(self.raw_entry(function), ctypes.c_void_p).value)

    def _symbol(self, name: str) -> str:
        """A name for the machine code of a contract function: another one for any other source."""
        made_of = self._rules.fingerprint(self.game.rules[name]) + self._layouts
        return f"firstfire_{self.game.name}_{name}_{hashlib.sha256(made_of.encode()).hexdigest()[:24]}"

    @cached_property
    def _layouts(self) -> str:
        """The memory layouts machine code relies on."""
        return f"{dtype_of(self.game.state)} {dtype_of(self.game.box)} {self.actions}"

    def _build(self, name: str, function: Any, signature: Signature) -> tuple[Any, Callable[..., Any]]:
        """Machine code of this processor, and the call that checks what it is given."""
        entry, source = self.entry_point(name, function, signature)
        made = _compile(native_shape(signature), entry, source)
        call = self._checked_call(name, signature, made.ctypes)
        call.__dict__["keeps"] = made
        return made.ctypes, call

    def entry_point(self, name: str, function: Any, signature: Signature) -> tuple[Any, CachedSource]:
        """The function of addresses and numbers that the compiler takes, and its text in the folder of its code."""
        import numba

        from ..compiling.machine import record_at, row_at
        from ..compiling.numba_patch import ENTRY_NAME
        from ..compiling.specialise import CachedSource, cache_folder

        is_game_rule = function in self.game.rules.values()
        workshop = self._rules if is_game_rule else self._generic
        room: dict[str, Any] = {"__name__": __name__, "record_at": record_at, "row_at": row_at}
        room["target"] = workshop.twin(function)
        room |= _tuples(signature.parts)
        room |= {"INT64": numba.int64, "FLOAT64": numba.float64}
        room |= {name.upper(): getattr(numba, name) for name in NARROW}
        room |= {"STATE": dtype_of(self.game.state), "BOX": dtype_of(self.game.box)}
        for i, (_, kind) in enumerate(signature.arguments):
            room[f"RECORD_{i}"] = None if kind.record is None else dtype_of(kind.record)
        made_of = (workshop.fingerprint(function), self._layouts, str(signature))
        shown = _entry_source("enter", signature, self.game)
        folder = cache_folder(self.game.name, *made_of, shown)
        entry = f"enter_{name}_{folder.name.rpartition('-')[2]}"
        if is_game_rule and not folder.exists():
            self._announce(name)
        source = CachedSource(folder, _entry_source(entry, signature, self.game))
        exec(compile(source.text, str(source.file), "exec"), room)
        room[entry].__qualname__ = ENTRY_NAME + entry
        return room[entry], source

    def _checked_call(self, name: str, signature: Signature, machine: Any) -> Callable[..., Any]:
        """The function that Python sees: it takes records, whose classes it checks."""
        room: dict[str, Any] = {
            "addressof": ctypes.addressof,
            "refuse": refuse_argument,
            "address_of_array": _address_of_array,
        }
        room |= {f"row_{i}": self._row_class(kind) for i, (_, kind) in enumerate(signature.arguments)}
        room["machine"] = machine
        exec(compile(_call_source(name, signature), f"<call of {name}>", "exec"), room)
        call: Callable[..., Any] = room["call"]
        return call

    def _row_class(self, kind: BufferKind) -> Any:
        """The one class of rows that fits an argument, so that a call can check it by one comparison."""
        mask = ctypes.c_int64 * words_for(self.actions)
        classes: dict[str, Any] = {
            "state": self.game.state,
            "box": self.game.box,
            "mask": mask,
            "masks": mask * STACK,
            "moves": ctypes.c_int64 * self.actions,
            "numbers": ctypes.c_int64 * kind.length,
            "fractions": ctypes.c_double * kind.length,
            "stack": self.game.state * STACK,
            "states": dtype_of(self.game.state),
            "many": "int64",
            "observation": ctypes.c_int16 * self.game.observation.size,
            **{f"many_{name}": name for name in NARROW},
        }
        if kind.record is not None:
            return kind.record if kind.name == "record" else kind.record * kind.length
        return classes.get(kind.name)


def can_compile() -> bool:
    """Whether Numba is installed."""
    return find_spec("numba") is not None


def _compile(signature: Any, function: Any, source: CachedSource) -> Any:
    """Compile an entry point, or find it in its folder; a damaged folder is thrown away and made anew."""
    import pickle
    import shutil

    import numba

    from ..compiling.numba_patch import lean_compiling
    from ..compiling.numba_pipeline import NO_COUNTING, RuleCompiler
    from ..compiling.specialise import numba_cache_in

    for again in (True, False):
        try:
            with lean_compiling(), numba_cache_in(source.written()):
                return numba.cfunc(signature, nopython=True, cache=True, pipeline_class=RuleCompiler, **NO_COUNTING)(
                    function
                )
        except (pickle.UnpicklingError, EOFError, ValueError, OSError, ImportError, AttributeError, IndexError):
            if not again or not source.folder.exists():
                raise
            shutil.rmtree(source.folder, ignore_errors=True)
    raise AssertionError  # pragma: no cover - one of the two rounds returned or raised


def native_kinds() -> dict[BufferKind, Any]:
    """What the compiler calls the numbers that entry points take and give; all else is an address."""
    import numba

    return {WHOLE: numba.int64, FRACTION: numba.float64, NOTHING: numba.void}


def native_shape(signature: Signature) -> Any:
    """The signature of an entry point as the compiler writes it."""
    import numba

    native = native_kinds()
    return native[signature.result](*(native.get(kind, numba.types.voidptr) for _, kind in signature.arguments))


def _entry_source(entry: str, signature: Signature, game: Game) -> str:
    """The function that the machine sees: it takes addresses."""
    actions, size = len(game.actions), game.observation.size
    words = words_for(actions)
    seen = {
        "state": "record_at({0}, STATE)",
        "box": "record_at({0}, BOX)",
        "record": "record_at({0}, RECORD_{2})",
        "records": "row_at({0}, {1}, RECORD_{2})",
        "mask": f"row_at({{0}}, {words}, INT64)",
        "moves": f"row_at({{0}}, {actions}, INT64)",
        "numbers": "row_at({0}, {1}, INT64)",
        "fractions": "row_at({0}, {1}, FLOAT64)",
        "stack": f"row_at({{0}}, {STACK}, STATE)",
        "masks": f"row_at({{0}}, ({STACK}, {words}), INT64)",
        "states": f"row_at({{0}}, {MANY}, STATE)",
        "many": f"row_at({{0}}, {MANY}, INT64)",
        "observation": f"row_at({{0}}, {size}, INT16)",
        **{f"many_{name}": f"row_at({{0}}, {MANY}, {name.upper()})" for name in NARROW},
        "whole": "{0}",
        "fraction": "{0}",
    }
    taken = {name: seen[kind.name].format(name, kind.length, i) for i, (name, kind) in enumerate(signature.arguments)}
    listing = ", ".join(taken)
    given = ", ".join(_taken(part, taken) for part in signature.parts)
    return f"def {entry}({listing}):\n    {_returning(signature)}target({given})\n"


def _taken(part: CallPart, taken: Mapping[str, str]) -> str:
    """An argument of the function, as it is made of those of its entry point."""
    if part.tuple_of is None:
        return taken[part.name]
    return f"{part.tuple_of.__name__}({', '.join(_taken(field, taken) for field in part.fields)})"


def _tuples(parts: Iterable[CallPart]) -> dict[str, Any]:
    """The classes of named tuples among arguments."""
    found: dict[str, Any] = {}
    for part in parts:
        if part.tuple_of is not None:
            found |= {part.tuple_of.__name__: part.tuple_of, **_tuples(part.fields)}
    return found


def _call_source(name: str, signature: Signature) -> str:
    """The function that Python sees: it takes records."""
    given, checks = [], []
    for i, (argument, kind) in enumerate(signature.arguments):
        if kind in (WHOLE, FRACTION):
            given.append(argument)
        elif kind.name == "states" or kind.name.startswith("many"):
            given.append(f"address_of_array({argument}, row_{i}, {name!r}, {argument!r})")
        else:
            given.append(f"addressof({argument})")
            checks.append(
                f"    if type({argument}) is not row_{i}: refuse({name!r}, {argument!r}, row_{i}, {argument})\n"
            )
    listing = ", ".join(argument for argument, _ in signature.arguments)
    return f"def call({listing}):\n{''.join(checks)}    {_returning(signature)}machine({', '.join(given)})\n"


def _returning(signature: Signature) -> str:
    return "" if signature.result == NOTHING else "return "


def _address_of_array(array: Any, kind: Any, entry: str, argument: str) -> int:
    """Where a NumPy array begins, if it holds the right kind of thing without gaps."""
    if getattr(array, "dtype", None) != kind or not array.flags.c_contiguous:
        found = getattr(array, "dtype", type(array).__name__)
        raise TypeError(f"{entry}: {argument} must be an array of {kind} without gaps, not of {found}")
    return int(array.ctypes.data)
