"""Entry points: what stands behind each argument of a function that machine code runs.

An entry point is a C function that takes addresses and whole numbers. What lies at each address is read
from the annotations of the Python function it is made of, so the two cannot disagree:

    def advance(s: Header, box: AnyBox, mask: Mask, out: Moves, action: int) -> int: ...

    Header        a state of the game           AnyBox       its box
    Dice, Plan …  any other record              Mask         a legal set of the game
    Row[int]      a row of 16 whole numbers     Row[float]   a row of 16 fractions
    Moves         a row with room for every action
    Stack, MaskStack       records and legal sets for a search by depth
    ManyStates, ManyNumbers    NumPy arrays of any length (the numbers say which part is used)
    Seen          an observation of the game, a row of int16
    ManyBytes, ManyShorts, ManyWords, ManyFloats, ManyDoubles    the same of uint8, int16, int32, float32 and float64
    ManyWeights   the same of int8
    int, float    themselves

Machine code checks no lengths: `requires` says what must hold of the arguments, and every call from Python checks it.
An entry point says it of each of its arrays:

    @requires("0 <= first", "actions.size >= last", "legal_sets.size >= len(mask) * last")

What belongs together is one argument, a named tuple of these: a caller gives its fields one by one (`CallPart`).

Longer rows are declared: `Annotated[Row[int], Kind("numbers", 4096)]`, and rows of records too:
`Annotated[Row[Node], Kind("records", 512, Node)]`.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from .header import Header
from .record import Row, dtype_of

ROW = 16  # the length of rows of numbers, unless declared
STACK = 12  # the depth of stacks
MANY = 1 << 40  # a length that machine code does not check
REQUIRES = "__firstfire_requires__"


Call = TypeVar("Call", bound=Callable[..., Any])


class BufferKind(NamedTuple):
    """What lies at an address, and how many of it."""

    name: str
    length: int = 0
    record: Any = None  # the class of records, where it is none of the game's


AnyBox = Annotated[Any, BufferKind("box")]
Moves = Annotated[Row[int], BufferKind("moves")]
Stack = Annotated[Row[Any], BufferKind("stack")]
MaskStack = Annotated[Row[Any], BufferKind("masks")]
ManyStates = Annotated[Row[Any], BufferKind("states")]
ManyNumbers = Annotated[Row[int], BufferKind("many")]
Seen = Annotated[Row[int], BufferKind("observation")]  # an observation, as rules that write one take it
ManyBytes = Annotated[Row[int], BufferKind("many_uint8")]
ManyWeights = Annotated[Row[int], BufferKind("many_int8")]
ManyShorts = Annotated[Row[int], BufferKind("many_int16")]
ManyWords = Annotated[Row[int], BufferKind("many_int32")]
ManyFloats = Annotated[Row[float], BufferKind("many_float32")]
ManyDoubles = Annotated[Row[float], BufferKind("many_float64")]
# what arrays of any length may hold beside states and int64
NARROW = ("uint8", "int8", "int16", "int32", "float32", "float64")

NUMBERS, FRACTIONS = BufferKind("numbers", ROW), BufferKind("fractions", ROW)
WHOLE, FRACTION, NOTHING = BufferKind("whole"), BufferKind("fraction"), BufferKind("nothing")
_PLAIN: dict[Any, BufferKind] = {
    int: WHOLE, bool: WHOLE, float: FRACTION, type(None): NOTHING, Row[int]: NUMBERS, Row[float]: FRACTIONS,
}  # fmt: skip


class CallPart(NamedTuple):
    """An argument of the function of an entry point, as it is made of those that callers give."""

    name: str
    tuple_of: Callable[..., Any] | None = None  # the class of a named tuple …
    fields: tuple[CallPart, ...] = ()  # … and what it is made of

    def made_of(self, given: Iterator[Any]) -> Any:
        """The argument, of what a caller gives next."""
        return next(given) if self.tuple_of is None else self.tuple_of(*(field.made_of(given) for field in self.fields))


@dataclass(frozen=True)
class Signature:
    """The names and kinds of the arguments of an entry point, and the kind of its result."""

    arguments: tuple[tuple[str, BufferKind], ...]
    result: BufferKind
    parts: tuple[CallPart, ...]

    def __str__(self) -> str:
        shown = ", ".join(f"{name}: {_described(kind)}" for name, kind in self.arguments)
        return f"({shown}) → {self.result.name}"


def _described(kind: BufferKind) -> str:
    layout = "" if kind.record is None else f" {dtype_of(kind.record)}"
    return f"{kind.name} {kind.length}{layout}"


def requires(*conditions: str) -> Callable[[Call], Call]:
    """Conditions on the arguments of an entry point, as Python expressions over them and the names of their module."""

    def mark(function: Call) -> Call:
        setattr(function, REQUIRES, conditions)
        return function

    return mark


def one_by_one(function: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
    """The plain call of an entry point made of this function, taking the fields of its named tuples one by one."""
    parts = signature_of(function).parts
    if all(part.tuple_of is None for part in parts):
        return call

    def called(*given: Any) -> Any:
        rest = iter(given)
        return call(*(part.made_of(rest) for part in parts))

    return called


def guarded(function: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
    """The call of an entry point made of this function; it refuses arguments that do not meet the conditions."""
    arguments = [name for name, _ in signature_of(function).arguments]
    conditions: tuple[str, ...] = getattr(function, REQUIRES, ())
    if unsaid := [name for name in _arrays(function) if not any(f"{name}.size" in each for each in conditions)]:
        raise TypeError(f"entry point {function.__name__}: @requires must say how long {', '.join(unsaid)} is")
    if not conditions:
        return call
    listing = ", ".join(arguments)
    tests = [(each, eval(f"lambda {listing}: {each}", function.__globals__)) for each in conditions]

    def guarded_call(*given: Any) -> Any:
        for condition, holds in tests:
            if not holds(*given):
                raise ValueError(f"{function.__name__}: {condition} does not hold{_shown(condition, arguments, given)}")
        return call(*given)

    return guarded_call


def _arrays(function: Callable[..., Any]) -> list[str]:
    """The arguments that are arrays of any length."""
    return [name for name, kind in signature_of(function).arguments if kind.name.startswith(("many", "states"))]


def _shown(condition: str, arguments: list[str], given: tuple[object, ...]) -> str:
    """The numbers among the arguments that a condition is about."""
    told = [
        f"{name} is {value}" if isinstance(value, int) else f"{name}.size is {value.size}"
        for name, value in zip(arguments, given, strict=True)
        if re.search(rf"\b{name}\b", condition) and (isinstance(value, int) or hasattr(value, "size"))
    ]
    return f": {', '.join(told)}" if told else ""


def signature_of(function: Callable[..., Any]) -> Signature:
    """What an entry point made of this function takes and gives."""
    hints = get_type_hints(function, include_extras=True)
    unknown = [name for name in function.__code__.co_varnames[: function.__code__.co_argcount] if name not in hints]
    if unknown:
        raise TypeError(f"entry point {function.__name__}: {', '.join(unknown)} has no annotation")
    result = _kind(function, "return", hints.pop("return", type(None)))
    kinds: dict[str, BufferKind] = {}
    parts = tuple(_part(function, name, hint, kinds) for name, hint in hints.items())
    return Signature(tuple(kinds.items()), result, parts)


def _part(function: Callable[..., Any], name: str, hint: Any, kinds: dict[str, BufferKind]) -> CallPart:
    """How an argument is made of those that callers give, whose kinds are noted."""
    if isinstance(hint, type) and issubclass(hint, tuple):
        fields = get_type_hints(hint, include_extras=True)
        return CallPart(name, hint, tuple(_part(function, field, of, kinds) for field, of in fields.items()))
    if name in kinds:
        raise TypeError(f"entry point {function.__name__}: two arguments are called {name}")
    kinds[name] = _kind(function, name, hint)
    return CallPart(name)


def _kind(function: Callable[..., Any], name: str, hint: Any) -> BufferKind:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) is Annotated:
        declared = [mark for mark in get_args(hint)[1:] if isinstance(mark, BufferKind)]
        if declared:
            return declared[0]
    if hint is Header:
        return BufferKind("state")
    if isinstance(hint, type) and issubclass(hint, ctypes.Structure):
        return BufferKind("record", 1, hint)
    raise TypeError(
        f"entry point {function.__name__}: machine code knows no {hint!r} (argument {name}); "
        "kernel/records/entry.py lists "
        "what it knows"
    )
