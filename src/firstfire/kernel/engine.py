"""Engines: the rules of one game, ready to run on records.

An engine has the same methods at both speeds. Interpreted, they are the rules themselves;
compiled, they are machine code behind plain C calls that take addresses (a tenth of the
cost of the compiler's own dispatch), and they let other threads run meanwhile.

    engine = engine_for(game)                 # compiled unless FIRSTFIRE_INTERPRET=1
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
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from threading import RLock
from typing import Any

from . import contract, drive
from .bits import listed, new_mask, words_for
from .game import Game
from .record import dtype_of
from .rule import CONTRACT
from .thrift import ENTRY, thrifty
from .workshop import Workshop, cache_folder, numba_cache_in

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

    def entry(self, name: str, function: Any, arguments: str, result: str = "") -> Callable[..., Any]:
        """Make a generic function callable on this game's records (see ENTRIES for the codes)."""
        raise NotImplementedError

    begin: Callable[[Any, Any, int, int, int], None]
    step: Callable[[Any, Any, int], None]
    try_step: Callable[[Any, Any, Any, int], int]
    legal_mask: Callable[[Any, Any, Any], int]
    advance: Callable[[Any, Any, Any, Any, int], int]
    random_action: Callable[[Any, Any, Any, Any], int]
    see: Callable[[Any, Any, int], None]
    imagine: Callable[[Any, Any, int, int, int], None]
    score: Callable[[Any, Any, Any], None]
    rank: Callable[[Any, Any, Any], None]
    value: Callable[[Any, Any, Any], None]
    prefer: Callable[[Any, Any, int], float]
    check: Callable[[Any, Any], int]
    playout: Callable[[Any, Any, Any, Any, int], int]
    playouts: Callable[..., int]
    random_games_checked: Callable[..., int]
    perft: Callable[..., int]


# What stands behind each argument of an entry point, and behind its result:
#   S state   B box   M mask   D dice   I row of int64   F row of float64   A row of actions
#   K stack of states   L stack of masks   n whole number   f float
#   T many states   V many int64   (as many as there are: the numbers say which are used)
# A number after I or F is the length of that row: I4096.
ENTRIES: dict[str, tuple[Any, str, str]] = {
    "begin": (drive.begin, "S B n n n", ""),
    "step": (drive.step, "S B n", ""),
    "try_step": (drive.try_step, "S B M n", "n"),
    "legal_mask": (drive.legal_mask, "S B M", "n"),
    "list_legal": (drive.list_legal, "S B M A", "n"),
    "advance": (drive.advance, "S B M A n", "n"),
    "random_action": (drive.random_action, "S B M D", "n"),
    "see": (drive.see, "S B n", ""),
    "imagine": (drive.imagine, "S B n n n", ""),
    "score": (contract.score, "S B I", ""),
    "rank": (contract.rank, "S B I", ""),
    "value": (contract.value, "S B F", ""),
    "prefer": (contract.prefer, "S B n", "f"),
    "check": (contract.check, "S B", "n"),
    "playout": (drive.playout, "S B M D n", "n"),
    "playouts": (drive.playouts, "S S B M D n n n I I", "n"),
    "random_games_checked": (drive.random_games_checked, "S S B M D n n n I", "n"),
    "perft": (drive.perft, "S K B L n", "n"),
}
CONTRACT_CODES = {
    "setup": ("S B", ""),
    "legal": ("S B M", ""),
    "apply": ("S B n", ""),
    "score": ("S B I", ""),
    "rank": ("S B I", ""),
    "redact": ("S B n", ""),
    "resample": ("S B n", ""),
    "value": ("S B F", ""),
    "prefer": ("S B n", "f"),
    "check": ("S B", "n"),
    "habit": ("S B", "n"),
    "idle": ("S B n", "n"),
    "suspect": ("S B n", ""),
}
ROW = 16  # the length of rows of numbers handed to machine code
STACK = 12  # the depth of stacks handed to machine code
MANY = 1 << 40  # a length nobody checks


class InterpretedEngine(Engine):
    """The rules as plain Python: starts at once, runs in a debugger."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._workshop = Workshop("python", game.rules)
        for name, (function, _, _) in ENTRIES.items():
            setattr(self, name, self._workshop.twin(function))

    def entry(self, name: str, function: Any, arguments: str, result: str = "") -> Callable[..., Any]:
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
        self._doors: dict[str, tuple[Any, Callable[..., Any]]] = {}
        self._links: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise AttributeError(name)
        made = self.entry(name, *ENTRIES[name])
        setattr(self, name, made)
        return made

    def entry(self, name: str, function: Any, arguments: str, result: str = "") -> Callable[..., Any]:
        """The compiled function, taking records."""
        self.door(name, function, arguments, result)
        return self._doors[name][1]

    def door(self, name: str, function: Any = None, arguments: str = "", result: str = "") -> Any:
        """The bare C function of an entry point: takes addresses and whole numbers."""
        with _LOCK:
            if name not in self._doors:
                if function is None:
                    function, arguments, result = ENTRIES[name]
                if hasattr(function, CONTRACT):
                    function = self.game.rules[getattr(function, CONTRACT)]
                self._doors[name] = self._build(name, function, arguments.split(), result)
        return self._doors[name][0]

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
            arguments, result = CONTRACT_CODES[name]
            door = self.door(name, self.game.rules[name], arguments, result)
            symbol = self._symbol(name)
            llvm.add_symbol(symbol, ctypes.cast(door, ctypes.c_void_p).value)
            self._links[name] = call_by_symbol(symbol, len(arguments.split()), _kinds(numba)[result])
        return self._links[name]

    def _symbol(self, name: str) -> str:
        """A name for the machine code of a contract function: another one for any other source."""
        made_of = self._rules.fingerprint(self.game.rules[name]) + self._layouts
        return f"firstfire_{self.game.name}_{name}_{hashlib.sha256(made_of.encode()).hexdigest()[:24]}"

    @cached_property
    def _layouts(self) -> str:
        """The memory layouts machine code relies on."""
        return f"{dtype_of(self.game.state)} {dtype_of(self.game.box)} {dtype_of(drive.Dice)} {self.actions}"

    def _build(self, name: str, function: Any, codes: list[str], result: str) -> tuple[Any, Callable[..., Any]]:
        import numba

        is_game_rule = function in self.game.rules.values()
        workshop = self._rules if is_game_rule else self._generic
        names = [f"{code}_{i}" for i, code in enumerate(codes)]
        room: dict[str, Any] = {
            "__name__": __name__,
            "carray": numba.carray,
            "target": workshop.twin(function),
            "STATE": dtype_of(self.game.state),
            "BOX": dtype_of(self.game.box),
            "DICE": dtype_of(drive.Dice),
            "INT64": numba.int64,
            "FLOAT64": numba.float64,
            "addressof": ctypes.addressof,
            "array_at": _array_at,
        }
        folder = cache_folder(
            self.game.name, workshop.fingerprint(function), self._layouts, arguments_of(codes, result)
        )
        entry = f"{ENTRY}{name}_{folder.name.rpartition('-')[2]}"
        if is_game_rule and not folder.exists():
            self._announce(name)
        # The text is tiny and fixed; it takes this file's name so that the cache has a home.
        exec(compile(_source(entry, codes, names, result, self.actions), __file__, "exec"), room)
        kinds = _kinds(numba)
        signature = kinds[result](*(kinds.get(code, numba.types.voidptr) for code in codes))
        made = _compile(signature, room[entry], folder)
        room["door"] = made.ctypes
        room["keep"] = made
        return made.ctypes, room["call"]


def _compile(signature: Any, function: Any, folder: Path) -> Any:
    """Compile an entry point, or find it in its folder; a damaged folder is thrown away and made anew."""
    import numba

    for again in (True, False):
        try:
            with thrifty(), numba_cache_in(folder):
                return numba.cfunc(signature, nopython=True, cache=True)(function)
        except (pickle.UnpicklingError, EOFError, ValueError, OSError, ImportError, AttributeError, IndexError):
            if not again or not folder.exists():
                raise
            shutil.rmtree(folder, ignore_errors=True)
    raise AssertionError  # pragma: no cover - one of the two rounds returned or raised


def arguments_of(codes: list[str], result: str) -> str:
    """The kinds of arguments and result as one text."""
    return " ".join([*codes, "→", result])


def _kinds(numba: Any) -> dict[str, Any]:
    return {"n": numba.int64, "f": numba.float64, "": numba.void}


def _source(name: str, codes: list[str], names: list[str], result: str, actions: int) -> str:
    """Two functions: one that the machine sees (addresses), one that Python sees (records)."""
    words = words_for(actions)
    shapes = {
        "S": "carray({}, 1, STATE)[0]",
        "B": "carray({}, 1, BOX)[0]",
        "D": "carray({}, 1, DICE)[0]",
        "M": f"carray({{}}, {words}, INT64)",
        "I": f"carray({{}}, {ROW}, INT64)",
        "F": f"carray({{}}, {ROW}, FLOAT64)",
        "A": f"carray({{}}, {actions}, INT64)",
        "K": f"carray({{}}, {STACK}, STATE)",
        "L": f"carray({{}}, ({STACK}, {words}), INT64)",
        "T": f"carray({{}}, {MANY}, STATE)",
        "V": f"carray({{}}, {MANY}, INT64)",
    }
    for code in codes:
        if len(code) > 1:
            shapes[code] = shapes[code[0]].replace(f" {ROW},", f" {code[1:]},")
    ways = {"n": "{}", "f": "{}", "T": "array_at({})", "V": "array_at({})"}
    inner = ", ".join(shapes.get(code, "{}").format(n) for code, n in zip(codes, names, strict=True))
    outer = ", ".join(ways.get(code, "addressof({})").format(n) for code, n in zip(codes, names, strict=True))
    back = "return " if result else ""
    listing = ", ".join(names)
    return f"def {name}({listing}):\n    {back}target({inner})\n\ndef call({listing}):\n    {back}door({outer})\n"


def _array_at(value: Any) -> int:
    """Where a NumPy array begins."""
    return int(value.ctypes.data)


def interpreting() -> bool:
    """Whether FIRSTFIRE_INTERPRET asks for plain Python."""
    return os.environ.get("FIRSTFIRE_INTERPRET", "") not in ("", "0")


def engine_for(game: Game, *, interpreted: bool | None = None) -> Engine:
    """The engine of a game: compiled, or plain Python where asked for."""
    return _engine(game, interpreting() if interpreted is None else interpreted)


@cache
def _engine(game: Game, interpreted: bool) -> Engine:
    return InterpretedEngine(game) if interpreted else CompiledEngine(game)
