"""Compiled engines: the rules of a game as machine code behind plain C calls.

Each entry point is compiled when it is first used, or found in the cache; an entry point is two functions, one that the
machine sees (addresses) and one that Python sees (records, whose classes it checks).
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any

from ...errors import BrokenRule
from ..game import Game
from ..records.bits import words_for
from ..records.entry import FRACTION, MANY, NARROW, NOTHING, STACK, WHOLE, Kind, Signature, guarded, signature_of
from ..records.record import dtype_of
from ..rule import CONTRACT
from ..rules import contract
from .engine_base import ENTRIES, Engine, refuse_argument

if TYPE_CHECKING:
    from ..compiling.specialise import CachedSource

_LOCK = RLock()  # the compiler is not for several threads at once


class CompiledEngine(Engine):
    """The rules as machine code. Each contract function of the game is compiled once, as a C function
    with a symbol; what is generic is small and calls them by symbol. Everything is compiled (or
    found in the cache) when it is first used; `heard` is told the name beforehand."""

    compiled = True

    def __init__(self, game: Game, heard: Callable[[str], None] | None = None) -> None:
        from ..compiling.specialise import Workshop

        super().__init__(game)
        self.heard = heard
        self._rules = Workshop("cpu", game.rules)
        self._generic = Workshop("cpu", game.rules, link=self._link, link_name=self._symbol)
        self._entries: dict[str, tuple[Any, Callable[..., Any]]] = {}
        self._links: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise AttributeError(name)
        made = self.entry(ENTRIES[name])
        setattr(self, name, made)
        return made

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The compiled function, taking records; it refuses what is of another kind or too short."""
        return guarded(function, self._made(function, name)[1])

    def raw_entry(self, function: Callable[..., Any], name: str = "") -> Any:
        """The bare C function of an entry point: takes addresses and whole numbers, and checks nothing. Whoever
        calls it keeps the records alive."""
        return self._made(function, name)[0]

    def _made(self, function: Callable[..., Any], name: str = "") -> tuple[Any, Callable[..., Any]]:
        name = name or function.__name__
        with _LOCK:
            if name not in self._entries:
                signature = signature_of(function)
                if hasattr(function, CONTRACT):
                    function = self.game.rules[getattr(function, CONTRACT)]
                with self._explained(function):
                    self._entries[name] = self._build(name, function, signature)
        return self._entries[name]

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
        import llvmlite.binding as llvm
        import numba

        from ..compiling.machine import call_by_symbol

        if name not in self._links:
            function = getattr(contract, name)
            signature = signature_of(function)
            symbol = self._symbol(name)
            llvm.add_symbol(symbol, ctypes.cast(self.raw_entry(function), ctypes.c_void_p).value)
            self._links[name] = call_by_symbol(symbol, len(signature.arguments), _native(numba)[signature.result])
        return self._links[name]

    def _symbol(self, name: str) -> str:
        """A name for the machine code of a contract function: another one for any other source."""
        made_of = self._rules.fingerprint(self.game.rules[name]) + self._layouts
        return f"firstfire_{self.game.name}_{name}_{hashlib.sha256(made_of.encode()).hexdigest()[:24]}"

    @cached_property
    def _layouts(self) -> str:
        """The memory layouts machine code relies on."""
        return f"{dtype_of(self.game.state)} {dtype_of(self.game.box)} {self.actions}"

    def _build(self, name: str, function: Any, signature: Signature) -> tuple[Any, Callable[..., Any]]:
        import numba

        from ..compiling.machine import record_at, row_at
        from ..compiling.numba_patch import ENTRY_NAME
        from ..compiling.specialise import CachedSource, cache_folder

        is_game_rule = function in self.game.rules.values()
        workshop = self._rules if is_game_rule else self._generic
        room: dict[str, Any] = {"__name__": __name__, "record_at": record_at, "row_at": row_at}
        room["target"] = workshop.twin(function)
        room |= {"addressof": ctypes.addressof, "refuse": refuse_argument, "address_of_array": _address_of_array}
        room |= {"INT64": numba.int64, "FLOAT64": numba.float64}
        room |= {name.upper(): getattr(numba, name) for name in NARROW}
        room |= {"STATE": dtype_of(self.game.state), "BOX": dtype_of(self.game.box)}
        for i, (_, kind) in enumerate(signature.arguments):
            room[f"row_{i}"] = self._row_class(kind)
            room[f"RECORD_{i}"] = None if kind.record is None else dtype_of(kind.record)
        made_of = (workshop.fingerprint(function), self._layouts, str(signature))
        shown = _source("enter", name, signature, self.game)
        folder = cache_folder(self.game.name, *made_of, shown)
        entry = f"enter_{name}_{folder.name.rpartition('-')[2]}"
        if is_game_rule and not folder.exists():
            self._announce(name)
        source = CachedSource(folder, _source(entry, name, signature, self.game))
        exec(compile(source.text, str(source.file), "exec"), room)
        native = _native(numba)
        shape = native[signature.result](*(native.get(kind, numba.types.voidptr) for _, kind in signature.arguments))
        room[entry].__qualname__ = ENTRY_NAME + entry
        made = _compile(shape, room[entry], source)
        room["machine"] = made.ctypes
        room["keep"] = made
        return made.ctypes, room["call"]

    def _row_class(self, kind: Kind) -> Any:
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


def _native(numba: Any) -> dict[Kind, Any]:
    return {WHOLE: numba.int64, FRACTION: numba.float64, NOTHING: numba.void}


def _source(entry: str, name: str, signature: Signature, game: Game) -> str:
    """Two functions: one that the machine sees (addresses), one that Python sees (records)."""
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
    inner, outer, checks = [], [], []
    for i, (argument, kind) in enumerate(signature.arguments):
        inner.append(seen[kind.name].format(argument, kind.length, i))
        if kind in (WHOLE, FRACTION):
            outer.append(argument)
        elif kind.name == "states" or kind.name.startswith("many"):
            outer.append(f"address_of_array({argument}, row_{i}, {name!r}, {argument!r})")
        else:
            outer.append(f"addressof({argument})")
            checks.append(
                f"    if type({argument}) is not row_{i}: refuse({name!r}, {argument!r}, row_{i}, {argument})\n"
            )
    back = "" if signature.result == NOTHING else "return "
    listing = ", ".join(argument for argument, _ in signature.arguments)
    return (
        f"def {entry}({listing}):\n    {back}target({', '.join(inner)})\n\n"
        f"def call({listing}):\n{''.join(checks)}    {back}machine({', '.join(outer)})\n"
    )


def _address_of_array(array: Any, kind: Any, entry: str, argument: str) -> int:
    """Where a NumPy array begins, if it holds the right kind of thing without gaps."""
    if getattr(array, "dtype", None) != kind or not array.flags.c_contiguous:
        found = getattr(array, "dtype", type(array).__name__)
        raise TypeError(f"{entry}: {argument} must be an array of {kind} without gaps, not of {found}")
    return int(array.ctypes.data)
