"""What the fields of a record may hold, and how people write it.

A game declares it once, by the dotted name of the field (`Game.fields`):

    FIELDS = {
        "deck": one_of(CARD.values, below=("-",)),          # a row of cards; - where there is none (-1)
        "sides.hand": set_of(CARD.values),                  # bits, written as a list: [N13a S3]
        "trays.goods": number(0, 9).by(GOOD_NAMES),         # a row by name: [fish:2 water:1]
        "sides.hand_size": derived(number(0, 52)),          # follows from the rest: may be left out
    }

Positions as text (notation.py) are read and written with it. A value outside its range is refused: machine code
takes many of these numbers for places of a row. The smallest negative value a field may hold is its blank, what
stands there while nothing does; otherwise that is 0.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

from ..records.record import fields_of, is_record

TOLD = ("note_count", "notes_lost", "notes", "irreversible", "quiet")  # of the last action, not of the position
ELSEWHERE = ("seats", "options", "rng")  # of the header, told in a way of their own
BOUNDS = {
    size: (-(1 << bits - 1) if signed else 0, (1 << (bits - 1 if signed else bits)) - 1)
    for size, bits, signed in (
        (ctypes.c_int8, 8, True), (ctypes.c_int16, 16, True), (ctypes.c_int32, 32, True), (ctypes.c_int64, 64, True),
        (ctypes.c_uint8, 8, False), (ctypes.c_uint16, 16, False), (ctypes.c_uint32, 32, False),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Values:
    """The values of one field (or of every place of a row): a number in a range, a name, or a set of names.

    `names` are those of 0, 1, 2, …; `below` those of -1, -2, …; `keys` those of the places of the row, for each
    dimension that has names. `is_seat`: one of this table, or a set of some. `is_piece`: each name is a piece that
    lies in one place only. `kept`: it stays though nothing reads it any more. (A row of records
    has `keys` and `by_seat` only.)"""

    low: int
    high: int
    blank: int
    names: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    is_set: bool = False
    derived: bool = False
    exact: bool = False
    by_seat: bool = False
    is_seat: bool = False
    is_piece: bool = False
    kept: bool = False
    keys: tuple[tuple[str, ...], ...] = ()

    def by(self, *keys: Sequence[str]) -> Values:
        """The same for a row whose places have names."""
        return replace(self, keys=tuple(tuple(row) for row in keys))

    def spell(self, value: int) -> str:
        """A number (not of a set) as it is written."""
        if 0 <= value < len(self.names):
            return self.names[value]
        if value < 0 and -value <= len(self.below):
            return self.below[-value - 1]
        return str(value)

    def spell_set(self, value: int) -> str:
        """A set as it is written."""
        bits = value & (1 << 64) - 1
        members = (bit for bit in range(64) if bits >> bit & 1)
        return f"[{' '.join(self.names[bit] if bit < len(self.names) else str(bit) for bit in members)}]"

    def read(self, text: str) -> int | None:
        """The number behind a name or a figure; None if there is none."""
        if text in self.names:
            return self.names.index(text)
        if text in self.below:
            return -1 - self.below.index(text)
        return figure(text)

    def expected(self) -> str:
        """What may stand here, in words."""
        names = [*self.below, *self.names]
        if not names:
            return f"a whole number from {self.low} to {self.high}"
        shown = ", ".join(names[:12])
        return f"one of {shown}" + (f" and {len(names) - 12} more" if len(names) > 12 else "")


@dataclass(frozen=True)
class Spelling:
    """A short way to write a whole record: `(H4)` instead of `{card=H4}`.

    `write(record)` gives the text, None where there is none for it; `read(text, record)` fills a blank record and
    says what is wrong with the text, or nothing. `holds(record, field)` gives the names of the pieces that lie in a
    field whose meaning depends on the record."""

    write: Callable[[Any], str | None]
    read: Callable[[str, Any], str | None]
    keys: tuple[tuple[str, ...], ...] = ()  # the names of the places of the row
    holds: Callable[[Any, str], tuple[str, ...]] | None = None


def figure(text: str) -> int | None:
    """A whole number in figures; None if it is none (or longer than any that fits)."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 20:
        return None
    return int(text)


def number(low: int, high: int, *, blank: int | None = None) -> Values:
    """Whole numbers from low to high."""
    return Values(low, high, min(low, 0) if blank is None else blank)


def one_of(names: Sequence[str], *, below: Sequence[str] = (), blank: int | None = None) -> Values:
    """One of these names, for 0, 1, 2, …; and of those below, for -1, -2, … (A blank that is none of them must be
    replaced: the field cannot be left out.)"""
    low = -len(below)
    return Values(low, len(names) - 1, low if blank is None else blank, names=tuple(names), below=tuple(below))


def set_of(names: Sequence[str] | int) -> Values:
    """A set of these names (or of so many numbers), one bit each."""
    count = names if isinstance(names, int) else len(names)
    return Values(0, (1 << count) - 1, 0, names=() if isinstance(names, int) else tuple(names), is_set=True)


def seat_set(seats: int) -> Values:
    """A set of seats of a table for up to so many, one bit each."""
    return replace(set_of(tuple(str(seat) for seat in range(seats))), is_seat=True)


def places(names: Sequence[str]) -> Values:
    """The names of the places of a row of records."""
    return number(0, 0).by(names)


BY_SEAT = Values(0, 0, 0, by_seat=True)  # a row of records, one for each player: beyond the players all is zero


def derived(values: Values) -> Values:
    """Values that follow from the rest of the record (`Game.complete` says how): they may be left out."""
    return replace(values, derived=True)


def pieces(values: Values) -> Values:
    """Values that say where pieces lie, each in one place only: a row of names, a set, or counts by name. Named
    elsewhere it leaves (arranging.py)."""
    return replace(values, is_piece=True)


def kept(values: Values) -> Values:
    """Values that stay where they are when nothing reads them any more, because the thing is still there: how a disc is
    turned that lies under others (clearing.py)."""
    return replace(values, kept=True)


def counted(most: int) -> Values:
    """A count of what lies somewhere in the record: it follows from the rest, and can be nothing else."""
    return replace(derived(number(0, most)), exact=True)


def filled(holder: Any, name: str, blank: int = -1) -> int:
    """How many places of a row are filled, one after the other from its first; refuses a gap."""
    row = list(getattr(holder, name))
    count = next((i for i, entry in enumerate(row) if entry == blank), len(row))
    if any(entry != blank for entry in row[count:]):
        raise ValueError(f"{name}: place {count} is empty, though others after it are not")
    return count


Fields = dict[str, Values | Spelling]  # by the dotted name of the field
FLAG = number(0, 1)  # no or yes
SEATED = replace(one_of("012345"), is_seat=True)  # a seat of the table
SEAT_OR_NONE = replace(one_of("012345", below=("-",)), is_seat=True)  # a seat, or - for nobody


class Recorded(Hashable, Protocol):
    """What a game says about its record (a `Game` does)."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def state(self) -> Any:
        """The class of its record."""

    @property
    def fields(self) -> Mapping[str, Values | Spelling]:
        """What its fields may hold."""

    @property
    def phases(self) -> Sequence[str]:
        """The names of its phases."""

    @property
    def endings(self) -> Sequence[str]:
        """The names of its endings."""

    @property
    def max_plies(self) -> int:
        """More decisions than any game has."""


@cache
def values_of(game: Recorded) -> dict[str, Values]:
    """What each number of a game's record may be, by the name of its field (without places): as the header says,
    as the game declares, or whatever fits into it."""
    header = {
        "phase": one_of(game.phases), "ending": one_of(game.endings), "player": SEATED, "over": FLAG,
        "ply": number(0, game.max_plies),
    }  # fmt: skip
    found: dict[str, Values] = {}
    known: set[str] = set()
    for path, ctype in layout_of(game.state):
        known.add(path)
        if not is_record(ctype):
            declared = header.get(path) or game.fields.get(path)
            if isinstance(declared, Values):
                found[path] = declared
            elif ctype in BOUNDS:
                found[path] = Values(*BOUNDS[ctype], 0)
    if strangers := sorted(set(game.fields) - known):
        raise TypeError(f"{game.name}: its record has no {', '.join(strangers)} (Game.fields)")
    return found


def layout_of(kind: type, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a record and of the records in it, by dotted name."""
    for name, layout in fields_of(kind).items():
        if prefix or name not in (*TOLD, *ELSEWHERE):
            yield f"{prefix}{name}", layout.ctype
            if is_record(layout.ctype):
                yield from layout_of(layout.ctype, f"{prefix}{name}.")


def numbers_in(game: Recorded, s: Any, wanted: frozenset[str] | None = None) -> Iterator[tuple[str, Any, Any, Values]]:
    """Every number of a position that its text holds: its name with places, where it is, and what it may be; or those
    of the `wanted` fields (and of what holds them) only."""
    for name in fields_of(game.state):
        if name not in (*TOLD, *ELSEWHERE) and (wanted is None or name in wanted):
            yield from _inside(values_of(game), s, name, getattr(s, name), name, name, wanted)


def pairs_in(game: Recorded, one: Any, other: Any, wanted: frozenset[str] | None = None) -> Iterator[tuple[Any, Any]]:
    """The numbers of two records side by side."""
    return zip(numbers_in(game, one, wanted), numbers_in(game, other, wanted), strict=True)


@cache
def derived_fields(game: Recorded) -> frozenset[str]:
    """The fields that follow from others, and what holds them."""
    return _with_holders(path for path, values in values_of(game).items() if values.derived)


@cache
def piece_fields(game: Recorded) -> frozenset[str]:
    """The fields in which pieces lie, and what holds them."""
    spelled = tuple(f"{name}." for name, spec in game.fields.items() if isinstance(spec, Spelling) and spec.holds)
    return _with_holders(
        path for path, values in values_of(game).items() if values.is_piece or (spelled and path.startswith(spelled))
    )


def _with_holders(paths: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for path in paths:
        while path:
            found.add(path)
            path = path.rpartition(".")[0]
    return frozenset(found)


def _inside(
    known: dict[str, Values], holder: Any, key: Any, value: Any, path: str, shown: str, wanted: frozenset[str] | None
) -> Iterator[tuple[str, Any, Any, Values]]:
    if isinstance(value, ctypes.Structure):
        for name in fields_of(type(value)):
            inner = f"{path}.{name}"
            if wanted is None or inner in wanted:
                yield from _inside(known, value, name, getattr(value, name), inner, f"{shown}.{name}", wanted)
    elif isinstance(value, ctypes.Array):
        if value._type_ not in BOUNDS:
            for i, inside in enumerate(value):
                yield from _inside(known, value, i, inside, path, f"{shown}.{i}", wanted)
        else:
            values = known[path]
            yield from ((f"{shown}.{i}", value, i, values) for i in range(len(value)))
    else:
        yield shown, holder, key, known[path]


def get_number(holder: Any, key: Any) -> Any:
    """The number at a place of a row or in a field."""
    return holder[key] if isinstance(key, int) else getattr(holder, key)


def set_number(holder: Any, key: Any, value: int) -> None:
    """Put a number at a place of a row or into a field."""
    if isinstance(key, int):
        holder[key] = value
    else:
        setattr(holder, key, value)
