"""The rule `observe` of a game: its features from the fields of the record, and its source.

    def observe(s, box, seat, out):
        seats = s.seats
        out[0] = seat
        …
        for i1 in range(seats):                             # rows by seat: the observer's first
            r1 = s.sides[seat_after(seat, i1, seats)]
            for b in range(52):
                out[12 + 52 * i1 + b] = (r1.hand >> b) & 1  # a set: one flag for each member

Two walks: the first lays out the features, the second writes the loops that fill them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import TYPE_CHECKING, Any

from .decision_source import Written, called, rule_from
from .entry import AnyBox, Seen
from .fields import BOUNDS, TOLD, Values, number, one_of, values_of
from .observing import CHOICE, COUNT, FLAG, SEAT, Feature, Observation, Observed, Reading, relative_names
from .record import fields_of, is_record
from .rule import rule

if TYPE_CHECKING:
    from .game import Game

UNTOLD = (*TOLD, "rng", "seats", "options", "ply")  # of the header; some are told in a way of their own
NEVER_TOLD = {
    "rng": "chance is nobody's to know",
    "ply": "how many decisions were made says nothing about the table",
    "notes": "what the last action told is told by its traces in the record",
}
SMALL = (-(1 << 15), (1 << 15) - 1)
OWN = frozenset({"s", "box", "seat", "seats", "out", "start", "other", "bits"})


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


@dataclass
class _Leaf:
    """A number of the record (or a row of them, or what a rule reads), and the feature that it becomes."""

    source: str  # the name of the field in its record
    own: int  # how many dimensions of the feature are its own row's
    feature: Feature
    is_seat: bool
    bits: int  # how many members its set has, 0 if it is none
    by_seat: str = ""  # how its own first dimension goes round the table


@dataclass
class _Group:
    """Records in a row, or one alone."""

    source: str
    shape: tuple[int, ...]
    by_seat: str
    inner: list[_Leaf | _Group]


def observation_of(game: Game) -> Observation:
    """The observations of a game, with the rule that writes them."""
    maker = _Maker(game)
    written = maker.write()
    made = rule_from(written, "observe", game.state.__module__)
    made.__annotations__ = {"s": game.state, "box": AnyBox, "seat": int, "out": Seen, "return": None}
    return Observation(game.name, game.observed.version, tuple(maker.features), made, written.text)


class _Maker:
    """Lays out the features of a game, then writes the rule."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.observed: Observed = game.observed
        self.most = max(game.seats)
        self.values = values_of(game)
        self.features: list[Feature] = []
        self.loops = 0
        self.left_out = {*self.observed.left_out, *(made.name for made in self.observed.readings)}
        self.used: set[str] = set()
        self.head = self._head()
        self.tree = list(self._fields(game.state, "", (), ()))
        self.readings = [(made, self._reading(made)) for made in self.observed.readings]
        self._refuse_strangers()

    # ── layout ──

    def _feature(
        self, name: str, values: Values, shape: tuple[int, ...], keys: Sequence[tuple[str, ...]], meaning: str = ""
    ) -> Feature:
        kind, low, high = self._range(name, values)
        is_set = kind == FLAG and values.is_set
        labels: tuple[str, ...] = ()
        if kind in (CHOICE, SEAT):
            labels = tuple(self._label(name, values, kind, value) for value in range(low, high + 1))
        start = self.features[-1].stop if self.features else 0
        scale = self.observed.typical.get(name, max(abs(low), abs(high), 1)) if kind == COUNT else 1
        blank = 0 if is_set else max(values.blank, low)
        made = Feature(name, start, shape, kind, low, high, scale, labels, tuple(keys), is_set, blank, meaning)
        self.features.append(made)
        self.used.add(name)
        return made

    def _range(self, name: str, values: Values) -> tuple[str, int, int]:
        """The kind of a feature, its lowest and its highest value."""
        if values.is_set or not SMALL[0] <= values.low <= values.high <= SMALL[1]:
            return FLAG, 0, 1
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
        """What every observation begins with: the observer's own seat, who plays, the rule switches."""
        table = one_of([str(seat) for seat in range(self.most)])
        own = self._feature("seat", table, (), (), "the observer's own seat, as actions and records count")
        plays = self._feature(
            "plays", number(0, 1), (self.most,), (relative_names(self.most),), "whether there is such a seat"
        )
        found = [("seat", own), ("plays", plays)]
        for place, option in enumerate(self.game.options):
            name = f"options.{option.name}"
            if name not in self.left_out:
                meaning = f"the rule switch {option.name}"
                found.append((f"s.options[{place}]", self._feature(name, one_of(option.values), (), (), meaning)))
        return found

    def _fields(
        self, kind: type, prefix: str, shape: tuple[int, ...], keys: tuple[tuple[str, ...], ...]
    ) -> Iterator[_Leaf | _Group]:
        """The fields of a record, in order; `shape` and `keys` are those of the rows around it."""
        for name, layout in fields_of(kind).items():
            path = f"{prefix}{name}"
            if path in self.left_out or (not prefix and name in UNTOLD):
                continue
            by_seat = self._by_seat(path)
            own = (self.most if by_seat == "seat" else layout.shape[0], *layout.shape[1:]) if by_seat else layout.shape
            if by_seat and (shape or not layout.shape or layout.shape[0] < own[0]):
                raise TypeError(f"{self.game.name}: {path} is no row with a place for each seat (Game.observed)")
            spec = self.game.fields.get(path)
            named = spec.keys if spec is not None else ()
            own_keys = [named[i] if i < len(named) else () for i in range(len(own))]
            if by_seat:
                own_keys[0] = relative_names(self.most) if own[0] == self.most else ()
            if is_record(layout.ctype):
                inner = list(self._fields(layout.ctype, f"{path}.", (*shape, *own), (*keys, *own_keys)))
                if inner:
                    yield _Group(name, own, by_seat, inner)
            elif path in self.values:
                yield self._leaf(path, name, layout.ctype, own, by_seat, (*shape, *own), (*keys, *own_keys))

    def _by_seat(self, path: str) -> str:
        spec = self.game.fields.get(path)
        if path in self.observed.by_seat or (isinstance(spec, Values) and spec.by_seat):
            return "seat"
        return "turn" if path in self.observed.by_turn else ""

    def _leaf(
        self,
        path: str,
        source: str,
        ctype: Any,
        own: tuple[int, ...],
        by_seat: str,
        shape: tuple[int, ...],
        keys: tuple[tuple[str, ...], ...],
    ) -> _Leaf:
        values = self.values[path]
        bits, members = self._members(values, ctype)
        if bits:
            shape, keys = (*shape, len(members)), (*keys, members)
        feature = self._feature(path, values, shape, keys)
        if bits and not values.is_set:  # a number that may be anything is told bit by bit
            feature = self.features[-1] = replace(feature, is_set=True)
        return _Leaf(source, len(own), feature, values.is_seat, bits, by_seat)

    def _members(self, values: Values, ctype: Any) -> tuple[int, tuple[str, ...]]:
        """How many bits are told one by one, and what they are called."""
        if values.is_set and values.is_seat:
            return self.most, relative_names(self.most)
        if values.is_set:
            bits = values.high.bit_length()
            return bits, values.names or tuple(map(str, range(bits)))
        if SMALL[0] <= values.low <= values.high <= SMALL[1]:
            return 0, ()
        low, high = BOUNDS.get(ctype, SMALL)
        bits = high.bit_length() + (low < 0)
        return bits, tuple(map(str, range(bits)))

    def _reading(self, made: Reading) -> _Leaf:
        """The feature of a rule."""
        wanted = list(signature(made.rule).parameters)
        by = dict(made.by)
        if "other" in wanted or "other" in by:
            by = {"other": relative_names(self.most)} | {key: row for key, row in by.items() if key != "other"}
        if taken := sorted(set(by) & (OWN - {"other"})):
            raise TypeError(f"{self.game.name}: reading {made.name} cannot name a dimension {', '.join(taken)}")
        shape, keys = tuple(len(row) for row in by.values()), tuple(by.values())
        bits, members = self._members(made.values, ctypes.c_int64)
        if bits:
            shape, keys = (*shape, len(members)), (*keys, members)
        feature = self._feature(made.name, made.values, shape, keys, made.meaning)
        return _Leaf(", ".join(by), len(by), feature, made.values.is_seat, bits, "seat" if "other" in by else "")

    def _refuse_strangers(self) -> None:
        """A declaration of something that is not there helps nobody."""
        seen = self.observed
        known = {*self.values, *_groups(self.game.state, ""), *(f"options.{o.name}" for o in self.game.options)}
        declared = {*seen.by_seat, *seen.by_turn, *seen.hidden, *seen.left_out}
        strangers = sorted(declared - known) + sorted({*seen.choices, *seen.typical} - self.used)
        if strangers:
            raise TypeError(f"{self.game.name}: nothing is called {', '.join(strangers)} (Game.observed)")

    # ── source ──

    def write(self) -> Written:
        """The source of `observe`."""
        names = frozenset(name for made, leaf in self.readings for name in leaf.source.split(", "))
        written = Written(["def observe(s, box, seat, out):"], OWN | names)
        written.put(1, "seats = s.seats")
        for source, feature in self.head:
            if source == "plays":
                written.put(1, f"for i in range({self.most}):")
                written.put(2, f"out[{feature.start} + i] = 1 if i < seats else 0")
            else:
                written.put(1, f"out[{feature.start}] = {source}")
        for node in self.tree:
            self._write(written, node, "s", [], 1)
        for made, leaf in self.readings:
            self._write_reading(written, made, leaf)
        return written

    def _write(self, written: Written, node: _Leaf | _Group, holder: str, open_: list[str], depth: int) -> None:
        """One field, inside the loops that are open (the names of their counters, the outermost first)."""
        if isinstance(node, _Leaf):
            shape = node.feature.shape[len(open_) : len(open_) + node.own]
            here, places, depth = self._loops(written, shape, node.by_seat, depth)
            self._store(written, node, f"{holder}.{node.source}{places}", [*open_, *here], depth)
            if node.by_seat:
                self._blank(written, node.feature, node.by_seat, depth - len(here))
            return
        here, places, inside = self._loops(written, node.shape, node.by_seat, depth)
        name = f"r{self.loops}"
        self.loops += 1
        written.put(inside, f"{name} = {holder}.{node.source}{places}")
        for inner in node.inner:
            self._write(written, inner, name, [*open_, *here], inside)
        if node.by_seat:
            for leaf in _leaves(node):
                self._blank(written, leaf.feature, node.by_seat, depth)

    def _loops(self, written: Written, shape: tuple[int, ...], by_seat: str, depth: int) -> tuple[list[str], str, int]:
        """Open a loop for each dimension: their counters, the places they stand for, and the depth inside."""
        counters, places = [], ""
        for dimension, length in enumerate(shape):
            counter = f"i{self.loops}"
            self.loops += 1
            turning = by_seat if dimension == 0 else ""
            bound = {"seat": "seats", "turn": f"{length} - {length} % seats"}.get(turning, str(length))
            written.put(depth, f"for {counter} in range({bound}):")
            turn = {"seat": seat_after, "turn": seat_in_turn}.get(turning)
            place = counter if turn is None else f"{written.name(turn)}(seat, {counter}, seats)"
            counters.append(counter)
            places += f"[{place}]"
            depth += 1
        return counters, places, depth

    def _store(self, written: Written, leaf: _Leaf, value: str, counters: list[str], depth: int) -> None:
        """Write a value into its place."""
        feature = leaf.feature
        at = _place(feature, counters)
        if not leaf.bits:
            turned = f"{written.name(counted_from)}({value}, seat, seats)"
            written.put(depth, f"out[{at}] = {turned if leaf.is_seat else value}")
            return
        written.put(depth, f"bits = {value}")
        if leaf.is_seat:
            written.put(depth, "for b in range(seats):")
            written.put(depth + 1, f"out[{at} + b] = (bits >> {written.name(seat_after)}(seat, b, seats)) & 1")
            written.put(depth, f"for b in range(seats, {leaf.bits}):")
            written.put(depth + 1, f"out[{at} + b] = 0")
            return
        written.put(depth, f"for b in range({leaf.bits}):")
        written.put(depth + 1, f"out[{at} + b] = (bits >> b) & 1")

    def _blank(self, written: Written, feature: Feature, by_seat: str, depth: int) -> None:
        """Blank the rows of seats that do not play: the end of the feature, since its first dimension are the seats."""
        stride = feature.size // feature.shape[0]
        first = {"seat": "seats", "turn": f"({feature.shape[0]} - {feature.shape[0]} % seats)"}[by_seat]
        written.put(depth, f"for i in range({feature.start} + {stride} * {first}, {feature.stop}):")
        written.put(depth + 1, f"out[i] = {feature.blank}")

    def _write_reading(self, written: Written, made: Reading, leaf: _Leaf) -> None:
        """A feature that a rule reads."""
        feature = leaf.feature
        known = {"s": "s", "box": "box", "seat": "seat", "seats": "seats"}
        what = f"reading {made.name}"
        if "out" in signature(made.rule).parameters:
            known |= {"out": "out", "start": str(feature.start)}
            written.put(1, called(written, made.rule, known, what))
            return
        depth, counters = 1, []
        for name, length in zip(leaf.source.split(", ") if leaf.own else [], feature.shape, strict=False):
            if name == "other":
                written.put(depth, "for i in range(seats):")
                written.put(depth + 1, f"other = {written.name(seat_after)}(seat, i, seats)")
            else:
                written.put(depth, f"for {name} in range({length}):")
            counters.append("i" if name == "other" else name)
            known[name] = name
            depth += 1
        self._store(written, leaf, called(written, made.rule, known, what), counters, depth)
        if leaf.by_seat:
            self._blank(written, feature, leaf.by_seat, 1)


def _place(feature: Feature, counters: list[str]) -> str:
    """The place of a number of a feature, from the counters of its loops."""
    parts, stride = [str(feature.start)], feature.size
    for counter, length in zip(counters, feature.shape, strict=False):
        stride //= length
        parts.append(counter if stride == 1 else f"{stride} * {counter}")
    return " + ".join(parts)


def _leaves(group: _Group) -> Iterator[_Leaf]:
    for node in group.inner:
        if isinstance(node, _Leaf):
            yield node
        else:
            yield from _leaves(node)


def _groups(kind: type, prefix: str) -> Iterator[str]:
    """The fields that are records, by dotted name."""
    for name, layout in fields_of(kind).items():
        if is_record(layout.ctype):
            yield f"{prefix}{name}"
            yield from _groups(layout.ctype, f"{prefix}{name}.")
