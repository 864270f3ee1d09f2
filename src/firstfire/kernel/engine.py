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
import os
from collections.abc import Callable, Mapping
from functools import cache
from threading import RLock
from typing import Any

from . import contract, drive
from .bits import listed, new_mask, words_for
from .game import Game
from .record import dtype_of
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

    def entry(
        self, name: str, function: Any, arguments: str, result: str = "", *, silent: bool = False
    ) -> Callable[..., Any]:
        """Make a generic function callable on this game's records (see ENTRIES for the codes).
        A silent one leaves no notes: for bulk play of records that are quiet."""
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
SILENT = ("playouts",)  # these leave no notes
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

    def entry(
        self, name: str, function: Any, arguments: str, result: str = "", *, silent: bool = False
    ) -> Callable[..., Any]:
        """The function itself, calling this game's rules."""
        return self._workshop.twin(function)  # type: ignore[no-any-return]


class CompiledEngine(Engine):
    """The rules as machine code; each entry point is compiled (or found in the cache) when
    it is first used. `heard` is told the name of an entry point before it is compiled."""

    compiled = True

    def __init__(self, game: Game, heard: Callable[[str], None] | None = None) -> None:
        super().__init__(game)
        self.heard = heard
        self._workshop = Workshop("cpu", game.rules)
        self._silent = Workshop("cpu", game.rules, silent=True)
        self._doors: dict[str, tuple[Any, Callable[..., Any]]] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise AttributeError(name)
        made = self.entry(name, *ENTRIES[name])
        setattr(self, name, made)
        return made

    def entry(
        self, name: str, function: Any, arguments: str, result: str = "", *, silent: bool = False
    ) -> Callable[..., Any]:
        """The compiled function, taking records."""
        self.door(name, function, arguments, result, silent=silent)
        return self._doors[name][1]

    def door(
        self, name: str, function: Any = None, arguments: str = "", result: str = "", *, silent: bool = False
    ) -> Any:
        """The bare C function of an entry point: takes addresses and whole numbers."""
        with _LOCK:
            if name not in self._doors:
                if function is None:
                    function, arguments, result = ENTRIES[name]
                workshop = self._silent if silent or name in SILENT else self._workshop
                self._doors[name] = self._build(workshop, name, function, arguments.split(), result)
        return self._doors[name][0]

    def _build(
        self, workshop: Workshop, name: str, function: Any, codes: list[str], result: str
    ) -> tuple[Any, Callable[..., Any]]:
        import numba

        if self.heard is not None:
            self.heard(name)
        names = [f"{code}_{i}" for i, code in enumerate(codes)]
        room: dict[str, Any] = {
            "__name__": __name__,
            "carray": numba.carray,
            "target": workshop.twin(function),
            "STATE": dtype_of(self.game.state),
            "BOX": dtype_of(self.game.box),
            "DICE": dtype_of(drive.Dice),
            "addressof": ctypes.addressof,
            "array_at": _array_at,
        }
        words = words_for(self.actions)
        shapes = {
            "S": "carray({}, 1, STATE)[0]",
            "B": "carray({}, 1, BOX)[0]",
            "D": "carray({}, 1, DICE)[0]",
            "M": f"carray({{}}, {words}, 'int64')",
            "I": f"carray({{}}, {ROW}, 'int64')",
            "F": f"carray({{}}, {ROW}, 'float64')",
            "A": f"carray({{}}, {self.actions}, 'int64')",
            "K": f"carray({{}}, {STACK}, STATE)",
            "L": f"carray({{}}, ({STACK}, {words}), 'int64')",
            "T": f"carray({{}}, {MANY}, STATE)",
            "V": f"carray({{}}, {MANY}, 'int64')",
        }
        for code in codes:
            if len(code) > 1:
                shapes[code] = shapes[code[0]].replace(f" {ROW},", f" {code[1:]},")
        inner = ", ".join(shapes.get(code, "{}").format(n) for code, n in zip(codes, names, strict=True))
        ways = {"n": "{}", "f": "{}", "T": "array_at({})", "V": "array_at({})"}
        outer = ", ".join(ways.get(code, "addressof({})").format(n) for code, n in zip(codes, names, strict=True))
        back = "return " if result else ""
        listing = ", ".join(names)
        source = f"def {name}({listing}):\n    {back}target({inner})\n"
        source += f"def call({listing}):\n    {back}door({outer})\n"
        # The text above is tiny and fixed; it takes this file's name so that the cache has a home.
        exec(compile(source.replace("'int64'", "INT64").replace("'float64'", "FLOAT64"), __file__, "exec"), room)
        room["INT64"], room["FLOAT64"] = numba.int64, numba.float64
        kinds = {"n": numba.int64, "f": numba.float64, "": numba.void}
        signature = kinds[result](*(kinds.get(code, numba.types.voidptr) for code in codes))
        kind = f"{self.game.name}-silent" if workshop.silent else self.game.name
        with numba_cache_in(cache_folder(kind, workshop.folders_of(function))):
            made = numba.cfunc(signature, nopython=True, cache=True)(room[name])
        room["door"] = made.ctypes
        room["keep"] = made
        return made.ctypes, room["call"]


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
