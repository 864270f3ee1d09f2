"""Rules as a module of WebAssembly, called from Python that itself runs in a browser (Pyodide).

The module has a memory of its own. What an entry point takes by address is copied there before the call and back after
it; what is large and belongs to nobody else (the nodes of a search tree, the weights of a net) lies there for good
(`Engine.records`, `Engine.hold`). The host, a small object of JavaScript, copies and calls; in tests it is wasmtime.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from weakref import finalize

from ...errors import NotCompiled, UnfitLibrary
from ..game import Game
from ..records.arrays import NumberRow
from ..records.bits import words_for
from ..records.entry import FRACTION, NOTHING, WHOLE, BufferKind, Signature, guarded, signature_of
from .engine_base import Engine, refuse_argument
from .library import PACKAGE, sources_of, symbol_of

FINGERPRINTS = PACKAGE / "sources.json"  # what the sources were when they were packed, where they are packed
BOXES = 8  # boxes of a game that lie in its module
NUMBER, REAL, THERE_AND_BACK, THERE, AT_HOME = range(5)  # the kinds of rows in the table of a call


class ModuleHost(Protocol):
    """Who holds a module, and its memory. Addresses are ours, places are the module's."""

    def about(self) -> str:
        """What the module says of itself, as JSON."""

    def allocate(self, size: int) -> int:
        """Take memory in the module, cleared, on a multiple of 16."""

    def write(self, place: int, address: int, size: int) -> None:
        """Copy from our memory into the module's."""

    def read(self, place: int, address: int, size: int) -> None:
        """Copy from the module's memory into ours."""

    def run(self, symbol: str, table: int, count: int) -> float | None:
        """Call a function. At `table` lie `count` rows of four int64, one for each argument: its kind, value (whole,
        the bits of a fraction, or our address), and of what lies in memory the size and the place."""


class Numbers(Protocol):
    """A row of numbers: NumPy's, or our own."""

    size: int

    def __getitem__(self, place: int) -> float: ...


class Module(NamedTuple):
    """The module of a game."""

    host: ModuleHost
    entries: dict[str, str]  # the names of entry points, and the Python modules they are made of


_MODULES: dict[Game, Module] = {}
Kind = type[ctypes.Structure]
Wholes = ctypes.Array[ctypes.c_int64]
Fractions = ctypes.Array[ctypes.c_double]


def module_for(game: Game) -> Module | None:
    """The module of a game, where there is one."""
    return _MODULES.get(game)


def games_with_module() -> list[Game]:
    """The games whose rules run in a module."""
    return list(_MODULES)


def take_module(game: Game, host: ModuleHost) -> None:
    """Run the rules of a game in a module from now on; refuses one that was made of other sources."""
    about = json.loads(host.about())
    if about.get("game") != game.key or about.get("sources") != _fingerprint(game):
        raise UnfitLibrary(f"{game.name}: the module was made of other rules ({about.get('game', 'of no game')})")
    _MODULES[game] = Module(host, dict(about["entries"]))


def _fingerprint(game: Game) -> str:
    packed = _packed_fingerprints(FINGERPRINTS).get(game.name)
    return packed or sources_of(game)


@cache
def _packed_fingerprints(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


class Held:
    """Rows of numbers or records that lie in a module's memory for good."""

    def __init__(
        self, host: ModuleHost, place: int, size: int, kind: Kind | None, source: Numbers | None = None
    ) -> None:
        self.host, self.place, self.size = host, place, size
        self.kind = kind  # of its records; None: numbers
        self.source = source  # what was copied there: what does not change can be read here
        self._width = 0 if kind is None else ctypes.sizeof(kind)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, number: int) -> Any:
        if self.kind is None:
            assert self.source is not None
            return self.source[number]
        record = self.kind()
        self.host.read(self.place + number * self._width, ctypes.addressof(record), self._width)
        return record

    def __setitem__(self, number: int, record: ctypes.Structure) -> None:
        self.host.write(self.place + number * self._width, ctypes.addressof(record), self._width)


class WasmEngine(Engine):
    """The rules in a module."""

    compiled = True

    def __init__(self, game: Game, module: Module) -> None:
        super().__init__(game)
        self.host, self._entries = module
        self._boxes: dict[int, tuple[ctypes.Structure, int]] = {}  # boxes that lie in the module, by what they are here
        self._box_places: list[int] = []
        self._calls: dict[Callable[..., Any], Callable[..., Any]] = {}  # each has places of its own in the module
        self._free: dict[int, list[int]] = {}  # places of so many bytes that nobody uses any more

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The module's function, taking records; it refuses what is of another kind or too short."""
        if function in self._calls:
            return self._calls[function]
        named, home = function.__name__, function.__module__
        if self._entries.get(named) != home or getattr(sys.modules[home], named) is not function:
            raise NotCompiled(f"{self.game.name}: the module does not hold {named}")
        self._calls[function] = made = guarded(function, self._call(named, signature_of(function)))
        return made

    def _call(self, name: str, signature: Signature) -> Callable[..., Any]:
        """The function that Python sees."""
        arguments = signature.arguments
        symbol, run, width = symbol_of(self.game, name), self.host.run, len(arguments)
        whole = (ctypes.c_int64 * (4 * width))()
        real = (ctypes.c_double * (4 * width)).from_buffer(whole)
        table = ctypes.addressof(whole)
        result = signature.result
        fill = [self._filler(name, argument, kind, 4 * i, whole, real) for i, (argument, kind) in enumerate(arguments)]

        def call(*given: object) -> float | None:
            for each, value in zip(fill, given, strict=True):
                each(value)
            found = run(symbol, table, width)
            if found is None or result == NOTHING:
                return None
            return float(found) if result == FRACTION else int(found)

        return call

    def _filler(
        self, name: str, argument: str, kind: BufferKind, at: int, whole: Wholes, real: Fractions
    ) -> Callable[[object], None]:  # fmt: skip
        """What puts one argument into the table of a call."""
        if kind == WHOLE:

            def fill_whole(value: object) -> None:
                assert isinstance(value, int)
                whole[at + 1] = value

            return fill_whole
        if kind == FRACTION:
            whole[at] = REAL

            def fill_real(value: object) -> None:
                assert isinstance(value, float | int)
                real[at + 1] = value

            return fill_real
        expected, own = self._row_class(kind), 0

        def fill(value: object) -> None:
            nonlocal own
            if isinstance(value, Held):
                whole[at], whole[at + 3] = AT_HOME, value.place
                return
            if type(value) is not expected or not isinstance(value, ctypes.Structure | ctypes.Array):
                refuse_argument(name, argument, expected, value)
                return
            if isinstance(value, self.game.box):
                whole[at], whole[at + 3] = AT_HOME, self._place_of_box(value)
                return
            size = ctypes.sizeof(value)
            own = own or self.host.allocate(size)
            whole[at : at + 4] = [THERE_AND_BACK, ctypes.addressof(value), size, own]

        return fill

    def _row_class(self, kind: BufferKind) -> type:
        """The one class of rows that fits an argument."""
        mask = ctypes.c_int64 * words_for(self.actions)
        classes: dict[str, Any] = {
            "state": self.game.state, "box": self.game.box, "mask": mask,
            "moves": ctypes.c_int64 * self.actions, "numbers": ctypes.c_int64 * kind.length,
            "fractions": ctypes.c_double * kind.length, "observation": ctypes.c_int16 * self.game.observation.size,
        }  # fmt: skip
        if kind.record is not None:
            row: type = kind.record if kind.name == "record" else kind.record * kind.length
            return row
        found: type = classes.get(kind.name, Held)
        return found

    def _place_of_box(self, box: ctypes.Structure) -> int:
        """Where a box lies in the module. (Nobody changes a box that rules have seen.)"""
        known = self._boxes.get(id(box))
        if known is not None and known[0] is box:
            return known[1]
        size = ctypes.sizeof(box)
        if len(self._box_places) < BOXES:
            place = self.host.allocate(size)
            self._box_places.append(place)
        else:  # the one that came first makes way
            first = next(iter(self._boxes))
            place = self._boxes.pop(first)[1]
        self.host.write(place, ctypes.addressof(box), size)
        self._boxes[id(box)] = box, place
        return place

    # ── what lies in the module for good ───────────────────────────────────────────────

    def records(self, kind: Kind, length: int) -> Held:
        """A row of records in the module, whatever it holds."""
        return self._keep(length * ctypes.sizeof(kind), length, kind)

    def hold(self, row: Numbers) -> Held:
        """A row of numbers, copied into the module."""
        array: Any = row
        content = row.row if isinstance(row, NumberRow) else (ctypes.c_char * array.nbytes).from_buffer(array)
        held = self._keep(ctypes.sizeof(content), int(row.size), None, row)
        self.host.write(held.place, ctypes.addressof(content), ctypes.sizeof(content))
        return held

    def _keep(self, size: int, length: int, kind: Kind | None, source: Numbers | None = None) -> Held:
        free = self._free.setdefault(size, [])
        place = free.pop() if free else self.host.allocate(size)
        held = Held(self.host, place, length, kind, source)
        finalize(held, free.append, place)
        return held
