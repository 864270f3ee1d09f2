"""The rule `observe` of a game: its features from the fields of the record, and its source.

    def observe(s, box, seat, out):
        seats = s.seats
        out[0] = seat
        …
        for i1 in range(seats):                             # rows by seat: the observer's first
            r1 = s.sides[seat_after(seat, i1, seats)]
            p1 = 64 + 14 * i1
            write_bytes(out, p1, r1, 56, 14)                # neighbours in memory are neighbours in an observation

Two walks: the first lays out the features as the record lays out its fields, the second writes what fills them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from inspect import signature
from itertools import groupby
from math import prod
from typing import Any, Protocol

from ..records.entry import AnyBox, Seen
from ..records.record import fields_of, is_record
from ..rule import rule
from ..rules.options import Option
from ..rules.rule_source import Written, called, rule_from
from .fields import BOUNDS, TOLD, Recorded, Values, number, one_of, values_of
from .observing import CHOICE, COUNT, FLAG, SEAT, Feature, Observation, Observed, Reading, relative_names

UNTOLD = (*TOLD, "rng", "seats", "options", "ply")  # of the header; some are told in a way of their own
NEVER_TOLD = {
    "rng": "chance is nobody's to know",
    "ply": "how many decisions were made says nothing about the table",
    "notes": "what the last action told is told by its traces in the record",
}
SMALL = (-(1 << 15), (1 << 15) - 1)
OWN = frozenset({"s", "box", "seat", "seats", "out", "start", "other"})
FEW = 4  # shorter runs are written number by number


@rule
def seat_after(seat: int, steps: int, seats: int) -> int:
    """The seat so many places after another, round the table."""
    place = seat + steps
    return place - seats if place >= seats else place


@rule
def counted_from(value: int, seat: int, seats: int) -> int:
    """A seat as another one counts; what is no seat stays as it is."""
    if value < 0:
        return value
    return value - seat if value >= seat else value - seat + seats


@rule
def seat_in_turn(seat: int, place: int, seats: int) -> int:
    """The place of a row that goes round the table (place p is of seat p modulo seats), counted from a seat."""
    lap = place - place % seats
    return lap + seat_after(seat, place % seats, seats)


@rule(machine="write_bytes")
def write_bytes(out: Any, place: int, record: Any, first: int, count: int) -> None:
    """Copy neighbouring i8 of a record, from its byte `first` on, into a row of int16."""
    numbers = (ctypes.c_int8 * count).from_buffer(record, first)
    for i in range(count):
        out[place + i] = numbers[i]


@rule(machine="write_flags")
def write_flags(out: Any, place: int, bits: int, count: int) -> None:
    """Write the lowest `count` bits of a number into a row of int16, a flag each."""
    for i in range(count):
        out[place + i] = (bits >> i) & 1


@rule(machine="write_same")
def write_same(out: Any, place: int, value: int, count: int) -> None:
    """Write the same number into so many places of a row of int16."""
    for i in range(count):
        out[place + i] = value


@rule
def set_counted_from(members: int, seat: int, seats: int) -> int:
    """A set of seats as another one counts."""
    members &= (1 << seats) - 1
    return (members >> seat) | ((members << (seats - seat)) & ((1 << seats) - 1))


@dataclass
class _Leaf:
    """A number of the record, or a row of them, and how it is told."""

    path: str
    source: str  # the name of the field in its record
    ctype: Any
    values: Values
    own: tuple[int, ...]  # its own row
    keys: tuple[tuple[str, ...], ...]
    by_seat: str  # how its own first dimension goes round the table
    bits: int  # how many flags each number becomes, 0 if it stays one
    members: tuple[str, ...]
    offset: int  # its place in the memory of its record; -1 where that is not everywhere the same
    start: int = 0  # its place in an observation of its record

    @property
    def size(self) -> int:
        """How many numbers an observation has of it."""
        return prod(self.own) * max(self.bits, 1)

    @property
    def is_plain(self) -> bool:
        """Whether it is copied byte by byte."""
        return self.ctype is ctypes.c_int8 and not self.bits and not self.by_seat and self.offset >= 0


@dataclass
class _Group:
    """Records in a row, or one alone."""

    path: str
    source: str
    kind: Any
    own: tuple[int, ...]
    keys: tuple[tuple[str, ...], ...]
    by_seat: str
    offset: int
    start: int = 0
    inner: list[_Leaf | _Group] = field(default_factory=list)

    @property
    def block(self) -> int:
        """How many numbers an observation has of one of its records."""
        return sum(node.size for node in self.inner)

    @property
    def size(self) -> int:
        """How many numbers it has of all."""
        return prod(self.own) * self.block

    @property
    def is_plain(self) -> bool:
        """Whether all of it is copied byte by byte."""
        told = sum(node.size for node in self.inner)
        whole = not self.by_seat and told == ctypes.sizeof(self.kind) and self.offset >= 0
        return whole and all(node.is_plain for node in self.inner)


_Node = _Leaf | _Group


class Observable(Recorded, Protocol):
    """What a game says about its observations (a `Game` does)."""

    @property
    def seats(self) -> Collection[int]:
        """How many may play."""

    @property
    def options(self) -> Sequence[Option]:
        """Its rule options."""

    @property
    def observed(self) -> Observed:
        """What is told otherwise than it stands in the record."""


def observation_of(game: Observable) -> Observation:
    """The observations of a game, with the rule that writes them."""
    maker = _Maker(game)
    written = maker.write()
    made = rule_from(written, "observe", game.state.__module__)
    made.__annotations__ = {"s": game.state, "box": AnyBox, "seat": int, "out": Seen, "return": None}
    return Observation(game.name, game.observed.version, tuple(maker.features), maker.size, made, written.text)


class _Maker:
    """Lays out the features of a game, then writes the rule."""

    def __init__(self, game: Observable) -> None:
        self.game = game
        self.observed: Observed = game.observed
        self.most = max(game.seats)
        self.values = values_of(game)
        self.turned = dict(self.observed.turned)
        self.features: list[Feature] = []
        self.size = 0
        self.counter = 0
        self.left_out = {*self.observed.left_out, *(name for made in self.observed.readings for name in made.values)}
        self.head = self._head()
        self.tree = _Group("", "s", game.state, (), (), "", 0, self.size)
        self.tree.inner = list(self._fields(game.state, ""))
        self._lay_out(self.tree, (), (), ())
        self.size += self.tree.size
        self.readings = [(made, *self._lay_reading(made)) for made in self.observed.readings]
        self._refuse_strangers()

    # ── layout ──

    def _add(
        self,
        name: str,
        values: Values,
        start: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        keys: Sequence[tuple[str, ...]],
        meaning: str = "",
        flags: bool = False,
    ) -> Feature:
        kind, low, high = (FLAG, 0, 1) if flags else self._range(name, values)
        labels: tuple[str, ...] = ()
        if kind in (CHOICE, SEAT):
            labels = tuple(self._label(name, values, kind, value) for value in range(low, high + 1))
        scale = self.observed.typical.get(name, max(abs(low), abs(high), 1)) if kind == COUNT else 1
        blank = 0 if flags else max(values.blank, low)
        made = Feature(
            name, start, shape, strides, kind, low, high, scale, labels, tuple(keys), flags, blank, meaning
        )  # fmt: skip
        self.features.append(made)
        return made

    def _alone(
        self, name: str, values: Values, shape: tuple[int, ...], keys: Any, meaning: str, flags: bool
    ) -> Feature:
        """A feature behind all others, without gaps."""
        made = self._add(name, values, self.size, shape, _strides(shape), keys, meaning, flags)
        self.size += prod(shape)
        return made

    def _range(self, name: str, values: Values) -> tuple[str, int, int]:
        """The kind of a feature, its lowest and its highest value."""
        low = min(values.low, values.blank, -1 if name in self.observed.hidden else values.low)
        if values.is_seat:
            return SEAT, low, self.most - 1
        if values.names or name in self.observed.choices:
            return CHOICE, low, values.high
        return (FLAG if (low, values.high) == (0, 1) else COUNT), low, values.high

    def _label(self, name: str, values: Values, kind: str, value: int) -> str:
        if value < 0 and -value > len(values.below):
            return "?" if name in self.observed.hidden else "-"
        return relative_names(self.most)[value] if kind == SEAT and value >= 0 else values.spell(value)

    def _head(self) -> list[tuple[str, Feature]]:
        """What every observation begins with: the observer's own seat, who plays, the rule options."""
        table = one_of([str(seat) for seat in range(self.most)])
        names = relative_names(self.most)
        own = self._alone("seat", table, (), (), "the observer's own seat, as actions and records count", False)
        plays = self._alone("plays", number(0, 1), (self.most,), (names,), "whether there is such a seat", False)
        found = [("seat", own), ("plays", plays)]
        for place, option in enumerate(self.game.options):
            name = f"options.{option.name}"
            if name not in self.left_out:
                made = self._alone(name, one_of(option.values), (), (), f"the rule option {option.name}", False)
                found.append((f"s.options[{place}]", made))
        return found

    def _fields(self, kind: Any, prefix: str) -> Iterator[_Node]:
        """The fields of a record that are told, in order."""
        behind_notes = False  # records on a card have none: what stands behind them lies elsewhere there
        for name, layout in fields_of(kind).items():
            behind_notes = behind_notes or name == "notes"
            path = f"{prefix}{name}"
            if path in self.left_out or (not prefix and name in UNTOLD):
                continue
            by_seat = self._by_seat(path)
            own = (self.most, *layout.shape[1:]) if by_seat == "seat" else layout.shape
            if by_seat and (prefix or not layout.shape or layout.shape[0] < own[0]):
                raise TypeError(f"{self.game.name}: {path} is no row with a place for each seat (Game.observed)")
            spec = self.game.fields.get(path)
            named = spec.keys if spec is not None else ()
            keys = [named[i] if i < len(named) else () for i in range(len(own))]
            if by_seat:
                keys[0] = relative_names(self.most) if own[0] == self.most else ()
            offset = -1 if not prefix and behind_notes else getattr(kind, name).offset
            if is_record(layout.ctype):
                group = _Group(path, name, layout.ctype, own, tuple(keys), by_seat, offset)
                group.inner = list(self._fields(layout.ctype, f"{path}."))
                if group.inner:
                    yield group
            elif path in self.values:
                values = self.observed.turned[path][0] if path in self.observed.turned else self.values[path]
                bits, members = self._members(values, layout.ctype)
                yield _Leaf(path, name, layout.ctype, values, own, tuple(keys), by_seat, bits, members, offset)

    def _by_seat(self, path: str) -> str:
        spec = self.game.fields.get(path)
        if path in self.observed.by_seat or (isinstance(spec, Values) and spec.by_seat):
            return "seat"
        return "turn" if path in self.observed.by_turn else ""

    def _members(self, values: Values, ctype: Any) -> tuple[int, tuple[str, ...]]:
        """How many bits are told one by one, and what they are called."""
        if values.is_set and values.is_seat:
            return self.most, relative_names(self.most)
        if values.is_set:
            bits = values.high.bit_length()
            return bits, values.names or tuple(map(str, range(bits)))
        if SMALL[0] <= values.low <= values.high <= SMALL[1]:
            return 0, ()
        low, high = BOUNDS.get(ctype, SMALL)  # a number that may be anything
        bits = high.bit_length() + (low < 0)
        return bits, tuple(map(str, range(bits)))

    def _lay_out(
        self, group: _Group, shape: tuple[int, ...], strides: tuple[int, ...], keys: tuple[tuple[str, ...], ...]
    ) -> None:
        """Give the fields of a record their places, those of its first one; `shape` is of the rows around."""
        start = group.start
        for node in group.inner:
            node.start = start
            if isinstance(node, _Leaf):
                last = (node.bits,) if node.bits else ()
                own = (*node.own, *last)
                own_keys = (*node.keys, *((node.members,) if last else ()))
                inner = (*strides, *_strides(own))
                self._add(node.path, node.values, start, (*shape, *own), inner, (*keys, *own_keys), flags=bool(last))
            else:
                inner = (*strides, *(stride * node.block for stride in _strides(node.own)))
                self._lay_out(node, (*shape, *node.own), inner, (*keys, *node.keys))
            start += node.size

    def _lay_reading(self, made: Reading) -> tuple[list[Feature], dict[str, tuple[str, ...]]]:
        """The features of a rule, and the dimensions they have in common."""
        by = dict(made.by)
        if "other" in signature(made.rule).parameters or "other" in by:
            by = {"other": relative_names(self.most)} | {key: row for key, row in by.items() if key != "other"}
        if taken := sorted(set(by) & (OWN - {"other"})):
            raise TypeError(f"{self.game.name}: reading {made.name} cannot name a dimension {', '.join(taken)}")
        found = []
        for name, values in made.values.items():
            bits, members = self._members(values, ctypes.c_int64)
            last = ((bits,), (members,)) if bits else ((), ())
            shape, keys = (*(len(row) for row in by.values()), *last[0]), (*by.values(), *last[1])
            found.append(self._alone(name, values, shape, keys, made.meaning, bool(bits)))
        return found, by

    def _refuse_strangers(self) -> None:
        """A declaration of something that is not there helps nobody."""
        seen = self.observed
        told = {feature.name for feature in self.features}
        known = {*self.values, *_groups(self.game.state, ""), *(f"options.{o.name}" for o in self.game.options)}
        declared = {*seen.by_seat, *seen.by_turn, *seen.hidden, *seen.left_out}
        strangers = sorted(declared - known) + sorted({*seen.choices, *seen.typical, *seen.turned} - told)
        if strangers:
            raise TypeError(f"{self.game.name}: nothing is called {', '.join(strangers)} (Game.observed)")

    # ── source ──

    def write(self) -> Written:
        """The source of `observe`."""
        names = frozenset(name for _, _, by in self.readings for name in by)
        written = Written(["def observe(s, box, seat, out):"], OWN | names)
        written.put(1, "seats = s.seats")
        for source, feature in self.head:
            if source == "plays":
                written.put(1, f"for i in range({self.most}):")
                written.put(2, f"out[{feature.start} + i] = 1 if i < seats else 0")
            else:
                written.put(1, f"out[{feature.start}] = {source}")
        self._write_record(written, self.tree, "s", "", 0, 1)
        for made, features, by in self.readings:
            self._write_reading(written, made, features, by)
        return written

    def _fresh(self) -> int:
        self.counter += 1
        return self.counter

    def _write_record(self, written: Written, group: _Group, holder: str, base: str, first: int, depth: int) -> None:
        """The fields of one record, `holder`. Its numbers begin at `base` (where that is a name; `first` is the place
        of the record it counts from)."""
        for is_plain, some in groupby(group.inner, lambda node: node.is_plain):
            nodes = list(some)
            for run in _runs(nodes) if is_plain else [nodes]:
                count = sum(node.size for node in run)
                copied = is_plain and count >= FEW
                if copied:
                    place = _sum(base, run[0].start - first)
                    call = f"(out, {place}, {holder}, {run[0].offset}, {count})"
                    written.put(depth, f"{written.name(write_bytes)}{call}")
                for node in run:
                    self._write_node(written, node, holder, base, first, depth, copied)

    def _write_node(
        self, written: Written, node: _Node, holder: str, base: str, first: int, depth: int, copied: bool
    ) -> None:
        """One field; of what is copied already, only what must be turned."""
        if copied and not any(self._turns(leaf) for leaf in _leaves(node)):
            return
        counters, places, inside = self._loops(written, node.own, node.by_seat, depth)
        width = node.block if isinstance(node, _Group) else max(node.bits, 1)
        steps = [
            counter if stride * width == 1 else f"{stride * width} * {counter}"
            for counter, stride in zip(counters, _strides(node.own), strict=True)
        ]
        at = " + ".join([_sum(base, node.start - first), *steps])
        if isinstance(node, _Leaf):
            self._store(written, node, f"{holder}.{node.source}{places}", at, inside)
        else:
            number_ = self._fresh()
            written.put(inside, f"r{number_} = {holder}.{node.source}{places}")
            written.put(inside, f"p{number_} = {at}")
            if copied:
                for leaf in node.inner:
                    self._write_node(written, leaf, f"r{number_}", f"p{number_}", node.start, inside, True)
            else:
                self._write_record(written, node, f"r{number_}", f"p{number_}", node.start, inside)
        if node.by_seat:
            self._blank(written, node, base, first, depth)

    def _turns(self, leaf: _Leaf) -> bool:
        return leaf.values.is_seat or leaf.path in self.turned

    def _loops(self, written: Written, shape: tuple[int, ...], by_seat: str, depth: int) -> tuple[list[str], str, int]:
        """Open a loop for each dimension: their counters, the places they stand for, and the depth inside."""
        counters, places = [], ""
        for dimension, length in enumerate(shape):
            counter = f"i{self._fresh()}"
            turning = by_seat if dimension == 0 else ""
            bound = {"seat": "seats", "turn": f"{length} - {length} % seats"}.get(turning, str(length))
            written.put(depth, f"for {counter} in range({bound}):")
            turn = {"seat": seat_after, "turn": seat_in_turn}.get(turning)
            place = counter if turn is None else f"{written.name(turn)}(seat, {counter}, seats)"
            counters.append(counter)
            places += f"[{place}]"
            depth += 1
        return counters, places, depth

    def _store(self, written: Written, leaf: _Leaf, value: str, at: str, depth: int) -> None:
        """Write a value of the record into its place."""
        if leaf.path in self.turned:
            known = {"value": value, "seat": "seat", "seats": "seats"}
            value = called(written, self.turned[leaf.path][1], known, f"turned {leaf.path}")
        self._put(written, value, at, leaf.bits, leaf.values.is_seat and leaf.path not in self.turned, depth)

    def _put(self, written: Written, value: str, at: str, bits: int, is_seat: bool, depth: int) -> None:
        if not bits:
            turned = f"{written.name(counted_from)}({value}, seat, seats)"
            written.put(depth, f"out[{at}] = {turned if is_seat else value}")
        elif is_seat:
            turned = f"{written.name(set_counted_from)}({value}, seat, seats)"
            written.put(depth, f"{written.name(write_flags)}(out, {at}, {turned}, {bits})")
        else:
            written.put(depth, f"{written.name(write_flags)}(out, {at}, {value}, {bits})")

    def _blank(self, written: Written, node: _Node, base: str, first: int, depth: int) -> None:
        """Blank the rows of seats that do not play."""
        rows = node.own[0]
        stride = node.size // rows
        bound = {"seat": "seats", "turn": f"{rows} - {rows} % seats"}[node.by_seat]
        start = _sum(base, node.start - first)
        empty = f"{rows} - seats" if node.by_seat == "seat" else f"{rows} % seats"
        written.put(depth, f"if {empty} > 0:")
        depth += 1
        call = f"(out, {start} + {stride} * ({bound}), 0, {stride} * ({empty}))"
        written.put(depth, f"{written.name(write_same)}{call}")
        features = {feature.name: feature for feature in self.features}
        for leaf in _leaves(node):
            feature = features[leaf.path]
            if feature.blank != 0:
                written.put(depth, f"for i in range({bound}, {rows}):")
                self._fill(written, feature, depth + 1)

    def _fill(self, written: Written, feature: Feature, depth: int) -> None:
        """Write the blank of a feature for the seat `i`."""
        at = f"{feature.start} + {feature.strides[0]} * i"
        for dimension, (length, stride) in enumerate(zip(feature.shape[1:], feature.strides[1:], strict=True)):
            written.put(depth, f"for j{dimension} in range({length}):")
            at += f" + {stride} * j{dimension}"
            depth += 1
        written.put(depth, f"out[{at}] = {feature.blank}")

    def _write_reading(
        self, written: Written, made: Reading, features: list[Feature], by: dict[str, tuple[str, ...]]
    ) -> None:
        """Features that a rule reads."""
        known = {"s": "s", "box": "box", "seat": "seat", "seats": "seats"}
        what = f"reading {made.name}"
        feature = features[0]
        if "out" in signature(made.rule).parameters:
            known |= {"out": "out", "start": str(feature.start)}
            written.put(1, called(written, made.rule, known, what))
            return
        if len(features) > 1:
            raise TypeError(f"{self.game.name}: {what} has several features, so its rule writes them: (…, out, start)")
        depth, at = 1, str(feature.start)
        for (name, places), stride in zip(by.items(), feature.strides, strict=False):
            if name == "other":
                written.put(depth, "for i in range(seats):")
                written.put(depth + 1, f"other = {written.name(seat_after)}(seat, i, seats)")
            else:
                written.put(depth, f"for {name} in range({len(places)}):")
            at += f" + {stride} * {'i' if name == 'other' else name}"
            known[name] = name
            depth += 1
        values = made.values[feature.name]
        bits = feature.shape[-1] if feature.is_set else 0
        self._put(written, called(written, made.rule, known, what), at, bits, values.is_seat, depth)
        if "other" in by:
            written.put(1, f"for i in range(seats, {self.most}):")
            self._fill(written, feature, 2)


def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """How far apart neighbours of each dimension lie, where there are no gaps."""
    return tuple(prod(shape[i + 1 :]) for i in range(len(shape)))


def _sum(base: str, offset: int) -> str:
    return str(offset) if not base else base if offset == 0 else f"{base} + {offset}"


def _runs(nodes: list[_Node]) -> Iterator[list[_Node]]:
    """Fields that lie one behind the other in memory, as in an observation."""
    run: list[_Node] = []
    for node in nodes:
        if run and run[-1].offset + run[-1].size != node.offset:
            yield run
            run = []
        run.append(node)
    if run:
        yield run


def _leaves(node: _Node) -> Iterator[_Leaf]:
    if isinstance(node, _Leaf):
        yield node
        return
    for inner in node.inner:
        yield from _leaves(inner)


def _groups(kind: type, prefix: str) -> Iterator[str]:
    """The fields that are records, by dotted name."""
    for name, layout in fields_of(kind).items():
        if is_record(layout.ctype):
            yield f"{prefix}{name}"
            yield from _groups(layout.ctype, f"{prefix}{name}.")
