"""Records: typed classes that declare a memory layout.

    @record
    class Clan:
        wood: int = i8
        tents: Row[int] = i8[6]

    @record
    class State(Header):
        forest: int = i8
        clans: Row[Clan] = rows(Clan, 4)

The type checker sees plain classes. Python sees a `ctypes.Structure`: attributes are
Python ints, rows share the parent's memory. The compiler sees the NumPy structured dtype
of the very same bytes (`dtype_of(State)`). All three agree on every offset: C layout,
natural alignment, little-endian. `isinstance(s, Header)` holds for every record that extends Header.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import get_annotations
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast, overload

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

__all__ = [
    "Row", "copy_of", "dtype_of", "f64", "fields_of", "i8", "i16", "i32", "i64",
    "is_record", "numbers_of", "record", "rows", "u8", "u16", "u32",
]  # fmt: skip

LONGEST_REPR, LONGEST_ROW = 200, 60  # characters in the repr of a record: of all its fields, of one row of numbers
NOT_TOLD = ("rng", "notes")  # in a repr: noise to whoever reads it

if sys.byteorder != "little":  # pragma: no cover - no such machine left to test on
    raise ImportError("Firstfire's saved states are little-endian; this machine is not")


class Row(Generic[T]):
    """A fixed-length row inside a record, as the type checker sees it.

    It is never instantiated: at run time a row is a `ctypes` array or a NumPy view.
    """

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> T: ...
        @overload
        def __getitem__(self, index: slice) -> Row[T]: ...
        def __getitem__(self, index: int | slice) -> T | Row[T]: ...
        def __setitem__(self, index: int, value: T) -> None: ...
        def __len__(self) -> int: ...


@dataclass(frozen=True)
class _Layout:
    """What stands in one field: a number or a record, once or in (nested) rows."""

    ctype: Any
    shape: tuple[int, ...] = ()

    def __getitem__(self, shape: int | tuple[int, ...]) -> Any:
        if isinstance(shape, int):
            shape = (shape,)
        return _Layout(self.ctype, shape)

    def in_ctypes(self) -> Any:
        ctype = self.ctype
        for length in reversed(self.shape):
            ctype = ctype * length
        return ctype


# Typed `Any` so that `wood: int = i8` and `tents: Row[int] = i8[6]` pass a strict type checker.
i8: Any = _Layout(ctypes.c_int8)  # a whole number in one byte, -128 to 127; `i8[6]` is a row of six
i16: Any = _Layout(ctypes.c_int16)  # a whole number in two bytes
i32: Any = _Layout(ctypes.c_int32)  # a whole number in four bytes
i64: Any = _Layout(ctypes.c_int64)  # a whole number in eight bytes, or a set of up to 63 things as bits
u8: Any = _Layout(ctypes.c_uint8)  # one byte, 0 to 255; also a set of up to eight things
u16: Any = _Layout(ctypes.c_uint16)  # two bytes without a sign
u32: Any = _Layout(ctypes.c_uint32)  # four bytes without a sign
f64: Any = _Layout(ctypes.c_double)  # a number with a fraction


def rows(of: type, *shape: int) -> Any:
    """A row (or table) of records as a field: `clans: Row[Clan] = rows(Clan, 4)`."""
    return _Layout(of, shape)


_STRUCTURE: Any = type(ctypes.Structure)


class _RecordType(_STRUCTURE):  # type: ignore[misc]
    """The class of record classes: a State that extends Header is one, though its bytes are laid out anew."""

    def __subclasscheck__(self, kind: type) -> bool:
        return super().__subclasscheck__(kind) or self in getattr(kind, "_extends_", ())

    def __instancecheck__(self, value: object) -> bool:
        return self.__subclasscheck__(type(value))


def record(cls: type[T]) -> type[T]:
    """Make the class a `ctypes.Structure` with the declared fields, in declared order.

    A record may extend another one (its fields come first). It holds numbers and rows, nothing else: a function
    of a record is a rule.
    """
    own = {name: value for name, value in vars(cls).items() if isinstance(value, _Layout)}
    bases = [base for base in cls.__mro__[1:] if is_record(base)]
    inherited: dict[str, _Layout] = fields_of(bases[0]) if bases else {}
    layouts = inherited | own
    if problems := list(_problems(cls, own, inherited)):
        raise TypeError(f"record {cls.__name__}: {'; '.join(problems)}")
    body = {
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__repr__": _repr,
        "_fields_": [(name, layout.in_ctypes()) for name, layout in layouts.items()],
        "_layouts_": layouts,
        "_extends_": frozenset(bases).union(*(base._extends_ for base in bases)),  # type: ignore[attr-defined]
    }
    made = _RecordType(cls.__name__, (ctypes.Structure,), body)
    return cast("type[T]", made)


def _problems(cls: type, own: dict[str, _Layout], inherited: dict[str, _Layout]) -> Iterator[str]:
    """What a record class declares in vain."""
    annotated = get_annotations(cls)
    if missing := [name for name in annotated if name not in own]:
        yield f"no layout given for {', '.join(missing)} (wood: int = i8)"
    if bare := [name for name in own if name not in annotated]:
        yield f"no annotation given for {', '.join(bare)} (wood: int = i8)"
    if again := [name for name in own if name in inherited]:
        yield f"{', '.join(again)} is a field of the record it extends already"
    for name, value in vars(cls).items():
        if name in own or name in annotated:
            continue
        if isinstance(value, FunctionType | property | classmethod | staticmethod):
            yield f"{name} is no field: a record has no methods and no properties, write a @rule that takes the record"
        elif not (name.startswith("__") and name.endswith("__")):
            yield f"{name} is no field: give it a layout ({name}: int = i8), or move it into the module"


def fields_of(kind: type) -> dict[str, _Layout]:
    """The fields of a record class, in memory order."""
    return cast("dict[str, _Layout]", kind._layouts_)  # type: ignore[attr-defined]


NumberType: TypeAlias = "type[ctypes._SimpleCData[int]]"


def numbers_of(kind: type) -> tuple[tuple[str, int, NumberType], ...]:
    """Every number of a record class by dotted name (`clans.0.wood`), with the byte it begins at and its type."""
    known: tuple[tuple[str, int, NumberType], ...] | None = kind.__dict__.get("_numbers_")
    if known is None:
        known = kind._numbers_ = tuple(_numbers(kind))  # type: ignore[attr-defined]
    return known


def _numbers(kind: type) -> Iterator[tuple[str, int, NumberType]]:
    for name, layout in fields_of(kind).items():
        places = list(itertools.product(*map(range, layout.shape)))
        size = ctypes.sizeof(layout.ctype)
        for number, place in enumerate(places):
            path = ".".join([name, *map(str, place)])
            offset = getattr(kind, name).offset + number * size
            if is_record(layout.ctype):
                inner = numbers_of(layout.ctype)
                yield from ((f"{path}.{field}", offset + within, ctype) for field, within, ctype in inner)
            else:
                yield path, offset, layout.ctype


def dtype_of(kind: type) -> np.dtype[Any]:
    """The NumPy dtype of a record class: the same bytes, seen by the compiler."""
    import numpy as np

    known: np.dtype[Any] | None = kind.__dict__.get("_dtype_")
    if known is None:
        spec = [
            (name, dtype_of(layout.ctype) if is_record(layout.ctype) else np.dtype(layout.ctype), layout.shape)
            for name, layout in fields_of(kind).items()
        ]
        known = np.dtype([entry if entry[2] else entry[:2] for entry in spec], align=True)
        if known.itemsize != ctypes.sizeof(kind):
            raise TypeError(f"record {kind.__name__}: layouts disagree")  # pragma: no cover
        kind._dtype_ = known  # type: ignore[attr-defined]
    return known


def copy_of(value: T) -> T:
    """An independent copy of a record: one memory copy."""
    return type(value).from_buffer_copy(value)  # type: ignore[attr-defined,no-any-return]


def is_record(kind: Any) -> bool:
    """Whether something is a record class."""
    return isinstance(kind, type) and hasattr(kind, "_layouts_")


def _repr(self: Any) -> str:
    """What is not zero in a record, up to a length: `Clan(wood=2, tents=[1, 0, 3])`."""
    told, left = [], LONGEST_REPR
    for name, layout in fields_of(type(self)).items():
        value = getattr(self, name)
        filled = any(bytes(value)) if layout.shape or is_record(layout.ctype) else value
        if name in NOT_TOLD or not filled:
            continue
        text = f"{name}={_told(value, layout)}"
        left -= len(text) + 2
        if left < 0:
            told.append("…")
            break
        told.append(text)
    return f"{type(self).__name__}({', '.join(told)})"


def _told(value: object, layout: _Layout) -> str:
    if not layout.shape:
        return repr(value)
    sizes = " × ".join(map(str, layout.shape))
    if is_record(layout.ctype):
        return f"[{sizes} {layout.ctype.__name__}]"
    text = repr(_listed(value))
    return text if len(text) <= LONGEST_ROW else f"[{sizes} numbers]"


def _listed(row: object) -> object:
    """A row (of rows) of numbers as a list."""
    return [_listed(each) for each in row] if isinstance(row, ctypes.Array) else row
