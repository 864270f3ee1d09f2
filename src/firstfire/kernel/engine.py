"""Engines: the rules of one game, ready to run on records.

An engine has the same methods at both speeds. Interpreted, they are the rules themselves;
compiled, they are machine code behind plain C calls that take addresses (a tenth of the
cost of the compiler's own dispatch), and they let other threads run meanwhile.

    engine = engine_for(game)                 # compiled unless FIRSTFIRE_INTERPRET=1
    engine_for(game, strict=True)             # plain Python that refuses what would go wrong compiled
    s = engine.new(seats=2, seed=7)
    engine.legal(s, box); engine.step(s, box, action)
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from threading import RLock
from typing import Any

from ..errors import BrokenRule
from . import contract, drive
from .bits import listed, new_mask, words_for
from .entry import FRACTION, MANY, NARROW, NOTHING, ROW, STACK, WHOLE, Kind, Signature, signature_of
from .game import Game
from .numba_patch import ENTRY_NAME, lean_compiling
from .record import dtype_of
from .rule import CONTRACT
from .subset import why_not_compiled
from .workshop import CachedSource, Workshop, cache_folder, numba_cache_in

_LOCK = RLock()  # the compiler is not for several threads at once


class Engine:
    """What a game's rules can do with records. Made by `engine_for`."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = len(game.actions)

    def fresh(self, seats: int, options: Mapping[str, str] | None = None, *, quiet: bool = False) -> Any:
        """A record that is zero but for seats, options and the quiet flag."""
        self.game.check_seats(seats, options or {})
        s = self.game.state()
        s.seats = seats
        for i, number in enumerate(self.game.option_numbers(options or {})):
            s.options[i] = number
        s.quiet = int(quiet)
        return s

    def new(
        self,
        seats: int,
        seed: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Any = None,
        quiet: bool = False,
    ) -> Any:
        """A table set up for so many seats from a 64-bit seed."""
        s = self.fresh(seats, options, quiet=quiet)
        self.begin(s, box or self.game.standard_box, seats, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)
        return s

    def mask(self) -> Any:
        """A cleared mask for this game's actions."""
        return new_mask(self.actions)

    def legal(self, s: Any, box: Any) -> list[int]:
        """The legal actions in order of number."""
        mask = self.mask()
        self.legal_mask(s, box, mask)
        return listed(mask)

    def row(self) -> Any:
        """A row of whole numbers, as `score` and `rank` fill it: a place for each seat, and some to spare."""
        return (ctypes.c_int64 * ROW)()

    def observation(self) -> Any:
        """A row for an observation, as `observe_as` fills it."""
        return (ctypes.c_int16 * self.game.observation.size)()

    def fractions(self) -> Any:
        """A row of fractions, as `value` fills it."""
        return (ctypes.c_double * ROW)()

    def shares(self, s: Any, box: Any) -> list[float]:
        """Each seat's share of the victory: as it ended, or as `value` judges a game that goes on."""
        out = self.fractions()
        self.victory(s, box, out, self.row())
        return list(out[: s.seats])

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """Make a generic function callable on this game's records (kernel/entry.py: what it may take). The
        call checks what it is given: a record of another game is refused, not read as one of this."""
        raise NotImplementedError

    begin: Callable[[Any, Any, int, int, int], None]
    step: Callable[[Any, Any, int], None]
    try_step: Callable[[Any, Any, Any, int], int]
    legal_mask: Callable[[Any, Any, Any], int]
    advance: Callable[[Any, Any, Any, Any, int], int]
    random_action: Callable[[Any, Any, Any, Any], int]
    see: Callable[[Any, Any, int], None]
    observe: Callable[[Any, Any, int, Any], None]
    observe_as: Callable[[Any, Any, Any, int, Any], None]
    imagine: Callable[[Any, Any, int, int, int], None]
    deal_anew: Callable[[Any, Any, int, int], None]
    mark_final: Callable[..., None]
    score: Callable[[Any, Any, Any], None]
    rank: Callable[[Any, Any, Any], None]
    value: Callable[[Any, Any, Any], None]
    victory: Callable[[Any, Any, Any, Any], None]
    prefer: Callable[[Any, Any, int], float]
    check: Callable[[Any, Any], int]
    playout: Callable[[Any, Any, Any, Any, int], int]
    playouts: Callable[..., int]
    random_games_checked: Callable[..., int]
    perft: Callable[..., int]


ENTRIES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        drive.begin, drive.step, drive.try_step, drive.legal_mask, drive.list_legal, drive.advance,
        drive.random_action, drive.victory, drive.see, drive.observe_as, drive.imagine, drive.deal_anew,
        drive.mark_final, drive.playout,
        drive.playouts, drive.random_games_checked, drive.perft, contract.score, contract.rank, contract.value,
        contract.prefer, contract.check, contract.observe,
    )
}  # fmt: skip


class InterpretedEngine(Engine):
    """The rules as plain Python: starts at once, runs in a debugger."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._workshop = Workshop("python", game.rules)
        for name, function in ENTRIES.items():
            setattr(self, name, self._workshop.twin(function))

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The function itself, calling this game's rules."""
        return self._workshop.twin(function)  # type: ignore[no-any-return]


class CompiledEngine(Engine):
    """The rules as machine code. Each contract function of the game is compiled once, as a C function
    with a symbol; what is generic is small and calls them by symbol. Everything is compiled (or
    found in the cache) when it is first used; `heard` is told the name beforehand."""

    compiled = True

    def __init__(self, game: Game, heard: Callable[[str], None] | None = None) -> None:
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
        """The compiled function, taking records; it refuses what is of another kind."""
        return self._made(function, name)[1]

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

        from .machine import call_by_symbol

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

        from .machine import record_at, row_at

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
    import numba

    from .numba_pipeline import NO_COUNTING, RuleCompiler

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


def refuse_argument(entry: str, argument: str, expected: type, given: object) -> None:
    """Say what an entry point was given in vain."""
    found = type(given)
    shown = f"{found.__module__}.{found.__qualname__}"
    wanted = f"{expected.__module__}.{expected.__qualname__}"
    raise TypeError(f"{entry}: {argument} must be a {wanted}, not a {shown}")


def _address_of_array(array: Any, kind: Any, entry: str, argument: str) -> int:
    """Where a NumPy array begins, if it holds the right kind of thing without gaps."""
    if array.dtype != kind or not array.flags.c_contiguous:
        raise TypeError(f"{entry}: {argument} must be an array of {kind} without gaps, not of {array.dtype}")
    return int(array.ctypes.data)


def interpreting() -> bool:
    """Whether FIRSTFIRE_INTERPRET asks for plain Python."""
    return os.environ.get("FIRSTFIRE_INTERPRET", "") not in ("", "0")


def engine_for(game: Game, *, interpreted: bool | None = None, strict: bool = False) -> Engine:
    """The engine of a game: compiled, or plain Python where asked for, or plain Python that refuses whatever would
    go wrong compiled (strict.py)."""
    if strict:
        return _strict_engine(game)
    return _engine(game, interpreting() if interpreted is None else interpreted)


@cache
def _engine(game: Game, interpreted: bool) -> Engine:
    return InterpretedEngine(game) if interpreted else CompiledEngine(game)


@cache
def _strict_engine(game: Game) -> Engine:
    from .strict import StrictEngine

    return StrictEngine(game)
