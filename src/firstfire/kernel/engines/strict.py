"""Strict play: the rules as plain Python that refuses whatever would go wrong compiled.

Machine code checks nothing: 300 written into an i8 becomes 44, place 7 of a row of 4 is somebody else's memory. A
strict engine stops there, with one sentence that names rule, line and field:

    engine = engine_for(game, strict=True)     # what would not compile is refused here (subset.py)
    s = engine.new(seats=2, seed=7)            # and what would misbehave, in every call

Rules get the same bytes, seen through a watchful twin of each record class: reading a field costs what it always
cost, writing one and the places of rows are checked. Whole numbers of 64 bits may be given as signed or as
unsigned ones (they are sets of bits); those of a legal set keep their low 64 bits, as compiled.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FrameType
from typing import Any

from ...errors import BrokenRule
from ..compiling.specialise import Workshop
from ..game import Game
from ..records.bits import words_for
from ..records.entry import STACK, BufferKind, guarded, one_by_one, signature_of
from ..records.record import fields_of, is_record
from ..rules.subset import KERNEL, no_field, place_of, problems_of
from .engine_base import Engine, refuse_argument

_RECORD: Any = type(ctypes.Structure)
_ROW: Any = type(ctypes.Array)
_FREE = (0, 0)  # bounds of words that keep their low 64 bits
_BOUNDS: dict[Any, tuple[int, int]] = {
    ctypes.c_int8: (-(1 << 7), (1 << 7) - 1),
    ctypes.c_int16: (-(1 << 15), (1 << 15) - 1),
    ctypes.c_int32: (-(1 << 31), (1 << 31) - 1),
    ctypes.c_int64: (-(1 << 63), (1 << 64) - 1),
    ctypes.c_uint8: (0, (1 << 8) - 1),
    ctypes.c_uint16: (0, (1 << 16) - 1),
    ctypes.c_uint32: (0, (1 << 32) - 1),
}
_NAMES = {
    ctypes.c_int8: "an i8", ctypes.c_int16: "an i16", ctypes.c_int32: "an i32", ctypes.c_int64: "an i64",
    ctypes.c_uint8: "a u8", ctypes.c_uint16: "a u16", ctypes.c_uint32: "a u32",
}  # fmt: skip


class StrictEngine(Engine):
    """The rules as plain Python, watched. Made by `engine_for(game, strict=True)`; raises `BrokenRule`."""

    strict = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if problems := problems_of(game.rules):
            raise BrokenRule(problems)
        self._workshop = Workshop("python", game.rules)

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The function itself, calling this game's rules, on watched records and rows."""
        name = name or function.__name__
        twin = one_by_one(function, self._workshop.twin(function))
        watchers = [self._watcher(name, argument, kind) for argument, kind in signature_of(function).arguments]

        def enter(*given: Any) -> Any:
            watched = [value if watch is None else watch(value) for watch, value in zip(watchers, given, strict=True)]
            try:
                return twin(*watched)
            except BrokenRule:
                raise
            except Exception as error:
                raise BrokenRule([f"{_fallen(error)} ends in {type(error).__name__}: {error}"]) from error

        return guarded(function, enter)

    def _watcher(self, entry: str, argument: str, kind: BufferKind) -> Callable[[Any], Any] | None:
        """What turns an argument of an entry point into its watched twin."""
        records = {"state": self.game.state, "box": self.game.box, "record": kind.record}
        if kind.name in records:
            record = records[kind.name]

            def watch(given: Any) -> Any:
                if type(given) is not record:
                    refuse_argument(entry, argument, record, given)
                return watched(record).from_buffer(given)

            return watch
        words = words_for(self.actions)
        rows: dict[str, tuple[Any, tuple[int, ...], bool]] = {
            "mask": (ctypes.c_int64, (words,), True),
            "masks": (ctypes.c_int64, (STACK, words), True),
            "moves": (ctypes.c_int64, (self.actions,), False),
            "numbers": (ctypes.c_int64, (kind.length,), False),
            "fractions": (ctypes.c_double, (kind.length,), False),
            "observation": (ctypes.c_int16, (self.game.observation.size,), False),
            "stack": (self.game.state, (STACK,), False),
            "records": (kind.record, (kind.length,), False),
        }
        if kind.name not in rows:  # plain numbers; arrays of any length
            return None
        of, shape, free = rows[kind.name]
        row: Callable[[Any], Any] = _row(argument, of, shape, free).from_buffer
        return row


class _WatchedRecord(ctypes.Structure):
    """A record whose fields are checked when they are written."""

    _name_ = ""
    _numbers_: dict[str, Any]  # the fields that hold one number, with their types
    _known_: dict[str, Any]

    def __getattr__(self, name: str) -> Any:  # asked for what there is not
        raise BrokenRule([f"{_here()} reads {no_field(self._name_, name, self._known_)}"])

    def __setattr__(self, name: str, value: Any) -> None:
        ctype = self._numbers_.get(name)
        if ctype is None:
            if name not in self._known_:
                raise BrokenRule([f"{_here()} writes {no_field(self._name_, name, self._known_)}"])
            raise BrokenRule([f"{_here()} writes {self._name_}.{name} as a whole: write its places one by one"])
        bounds = _BOUNDS.get(ctype)
        if bounds is not None and (not isinstance(value, int) or not bounds[0] <= value <= bounds[1]):
            _refuse_value(f"{self._name_}.{name}", ctype, value)
        super().__setattr__(name, value)


class _WatchedRow:
    """A row whose places and values are checked."""

    _name_ = ""
    _bounds_: tuple[int, int] | None = None  # None: what it holds are not whole numbers
    _length_: int
    _type_: Any

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not int or not 0 <= index < self._length_:
            if isinstance(index, slice):
                return self._part(index)
            self._check_place(index, "reads")
        return super().__getitem__(index)  # type: ignore[misc]

    def __setitem__(self, index: Any, value: Any) -> None:
        if type(index) is not int or not 0 <= index < self._length_:
            self._check_place(index, "writes")
        bounds = self._bounds_
        if bounds is not None and bounds is not _FREE:
            if not isinstance(value, int) or not bounds[0] <= value <= bounds[1]:
                _refuse_value(f"{self._name_}[{index}]", self._type_, value)
        super().__setitem__(index, value)  # type: ignore[misc]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(self._length_))

    def _check_place(self, index: Any, does: str) -> None:
        if isinstance(index, bool) or not isinstance(index, int):
            raise BrokenRule([f"{_here()} {does} place {index!r} of {self._name_}: places are whole numbers"])
        if not 0 <= index < self._length_:
            last = self._length_ - 1
            raise BrokenRule(
                [f"{_here()} {does} place {int(index)} of {self._name_}, which has places 0 to {last} only"]
            )

    def _part(self, part: slice) -> Any:
        """The same memory, as compiled (the kernel alone takes slices)."""
        start, stop, _ = part.indices(self._length_)
        kind = _row(self._name_, self._type_, (stop - start,), self._bounds_ is _FREE)
        return kind.from_buffer(self, start * ctypes.sizeof(self._type_))


@cache
def watched(record: Any) -> Any:
    """The watchful twin of a record class: the same bytes."""
    layouts = fields_of(record)
    fields = [(name, _row(f"{record.__name__}.{name}", layout.ctype, layout.shape)) for name, layout in layouts.items()]
    body = {
        "_name_": record.__name__,
        "_known_": layouts,
        "_numbers_": {n: at.ctype for n, at in layouts.items() if not at.shape and not is_record(at.ctype)},
        "_fields_": fields,
    }
    made = _RECORD(f"Watched{record.__name__}", (_WatchedRecord,), body)
    assert ctypes.sizeof(made) == ctypes.sizeof(record)
    return made


@cache
def _row(name: str, of: Any, shape: tuple[int, ...], free: bool = False) -> Any:
    """The watchful class of a row (or of what stands there alone, where there is no shape)."""
    if not shape:
        return watched(of) if is_record(of) else of
    inner = _row(f"{name}[…]", of, shape[1:], free)
    bounds = _BOUNDS.get(inner)
    body = {"_name_": name, "_type_": inner, "_length_": shape[0], "_bounds_": _FREE if free and bounds else bounds}
    return _ROW(f"Watched {name}", (_WatchedRow, ctypes.Array), body)


def _refuse_value(field: str, ctype: Any, value: Any) -> None:
    if not isinstance(value, int):
        raise BrokenRule([f"{_here()} writes {value!r} into {field}, which holds whole numbers only"])
    low, high = _BOUNDS[ctype]
    raise BrokenRule(
        [f"{_here()} writes {int(value)} into {field}, which is {_NAMES[ctype]} and holds {low} to {high} only"]
    )


def _here() -> str:
    """The rule that is running, and its line: that of the game, where the kernel works for it."""
    frames = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "enter":
        if frame.f_code.co_filename != __file__:
            frames.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return _told(frames)


def _fallen(error: BaseException) -> str:
    """The rule in which an exception was raised, and its line."""
    frames, trace = [], error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename != __file__:
            frames.append((trace.tb_frame.f_code, trace.tb_lineno))
        trace = trace.tb_next
    return _told(frames[::-1])


def _told(frames: list[tuple[CodeType, int]]) -> str:
    """Innermost first: the first that is not of the kernel, and through what of the kernel it came to it."""
    ours = [(code, line) for code, line in frames if not code.co_filename.startswith(KERNEL)]
    if not ours:
        return place_of(*frames[0]) if frames else "a rule"
    where, innermost = place_of(*ours[0]), frames[0][0]
    return where if innermost is ours[0][0] else f"{where}, through {innermost.co_name},"
