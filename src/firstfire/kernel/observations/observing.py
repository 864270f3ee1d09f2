"""Observations: what a seat may know, as a row of small whole numbers for programs that learn.

    p = Position(game("honga"), seats=3, seed=7)
    row = p.observe()                                   # of the seat to act: int16, always of the same length
    print(p.engine.game.observation.dump(row))          # for people
    x = p.engine.game.observation.encode(row)           # for a network: float32, one-hot and scaled

The rule `observe(s, box, seat, out)` of a game is written here, from the fields of its record (fields.py), and runs
like any rule: as Python, compiled, on a GPU. It reads a record that `redact` has blanked for the seat, and nothing
else. Everything is told from the seat's own chair: seat 0 is the observer, 1 the next in turn, and so on; rows by
seat begin with the observer's. The layout is the same for all numbers of players.

What cannot be derived a game says in `Game.observed`:

    OBSERVED = Observed(
        version=1,                                              # raised whenever the layout or a meaning changes
        by_seat=("sides",),                                     # rows with a place for each seat
        left_out={"deck": "never seen by anybody"},             # and why
        readings=(reading("hexes.stander", SEAT_OR_NONE, stander_on, h=HEX.values),),
    )
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from ..rules.decision_rows import Rule
from .fields import Values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COUNT, CHOICE, FLAG, SEAT = "count", "choice", "flag", "seat"
KINDS = {
    COUNT: "an ordered number",
    CHOICE: "one of several, without order",
    FLAG: "0 or 1",
    SEAT: "a seat as the observer counts: 0 is the observer, 1 the next in turn; below 0 nobody",
}


@dataclass(frozen=True)
class Reading:
    """What a rule makes of the record, where the fields themselves would say it badly. See `reading`, `readings`."""

    values: Mapping[str, Values]  # of each feature, by name
    rule: Rule
    by: Mapping[str, tuple[str, ...]]
    meaning: str = ""

    @property
    def name(self) -> str:
        """The name of its first feature."""
        return next(iter(self.values))


def reading(name: str, values: Values, rule: Rule, **by: Sequence[str] | int) -> Reading:
    """A feature made by a rule (one that is named as a field stands in its place).

    The rule gets what its parameters are named after: the redacted record `s`, the `box`, the observing `seat`, and
    those of `by`, a dimension of the feature each, given by the names of its places or their number. `other` is a seat
    (in the record's own count; `by` need not name it, and it is always the first). A seat that a rule gives back is
    one of the record too.

    A rule with parameters `out` and `start` writes the whole feature itself."""
    return readings(rule, {name: values}, **by)


def readings(rule: Rule, values: Mapping[str, Values], **by: Sequence[str] | int) -> Reading:
    """Several features of the same dimensions that one rule writes, one behind the other: `rule(…, out, start)`."""
    return Reading(dict(values), rule, {key: _names(places) for key, places in by.items()}, _first_sentence(rule))


def _names(places: Sequence[str] | int) -> tuple[str, ...]:
    return tuple(map(str, range(places))) if isinstance(places, int) else tuple(places)


def _first_sentence(rule: Rule) -> str:
    return " ".join((rule.__doc__ or "").partition("\n\n")[0].split())


@dataclass(frozen=True)
class Observed:
    """What the fields of a record do not say about how it is observed. All names are dotted names of fields.

    `by_seat`: rows with a place for each seat (beside those that are `BY_SEAT`); `by_turn`: rows that go round the
    table, place p belonging to seat p modulo the number of players; `hidden`: fields that `redact` blanks with HIDDEN
    though they hold none of their own; `choices`: numbers without order; `typical`: what `encode` divides a number by,
    where that is not its highest; `left_out`: what is not told, and why (`options.NAME` too); `turned`: numbers that
    hold a seat in a way of their own, with what they are for the observer and the rule that turns them, from
    `(value, seat, seats)`."""

    version: int = 1
    by_seat: tuple[str, ...] = ()
    by_turn: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    typical: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    turned: Mapping[str, tuple[Values, Rule]] = field(default_factory=dict)


@dataclass(frozen=True)
class Feature:
    """Some numbers of an observation that mean the same thing in different places."""

    name: str
    start: int  # its first place in the row
    shape: tuple[int, ...]  # () for a single number
    strides: tuple[int, ...]  # how far apart neighbours of each dimension lie in the row
    kind: str  # one of KINDS
    low: int
    high: int
    scale: int  # what `encode` divides a count by
    labels: tuple[str, ...] = ()  # what low, low + 1, … high are called, where they have names
    keys: tuple[tuple[str, ...], ...] = ()  # what the places of each dimension are called, where they have names
    is_set: bool = False  # the last dimension are the members of a set
    blank: int = 0  # what stands there while nothing does, and for seats that do not play
    meaning: str = ""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places of all its numbers in the row; the last dimension runs fastest."""
        found = [self.start]
        for length, stride in zip(self.shape, self.strides, strict=True):
            found = [place + stride * i for place in found for i in range(length)]
        return tuple(found)

    @property
    def width(self) -> int:
        """How many columns `encode` makes of each of its numbers."""
        return self.high - self.low + 1 if self.kind in (CHOICE, SEAT) else 1

    def described(self) -> dict[str, Any]:
        """All of it as plain data, for a program in another language."""
        return {
            "name": self.name, "start": self.start, "shape": list(self.shape), "strides": list(self.strides),
            "kind": self.kind, "low": self.low, "high": self.high, "scale": self.scale, "labels": list(self.labels),
            "keys": [list(row) for row in self.keys],
        }  # fmt: skip

    def spell(self, value: int) -> str:
        """A number as people read it."""
        named = self.low <= value <= self.high and self.labels
        return self.labels[value - self.low] if named else str(value)


@dataclass(frozen=True, eq=False)
class EncodingPlan:
    """How observations are encoded, as rows of indexes: in NumPy, Torch or JAX

        x = rows[..., plan.source]
        encoded = where(plan.hot, x == plan.match, x * plan.factor)

    with `rows` observations, and all tables on the same device.
    """

    source: NDArray[np.int64]  # for each column the place of the observation it reads
    match: NDArray[np.int16]  # the value that a one-hot column stands for
    factor: NDArray[np.float32]  # what another column is multiplied by
    hot: NDArray[np.bool_]  # whether the column is one-hot
    columns: Mapping[str, slice]  # the columns of each feature


class Observation:
    """The observations of a game: what stands where, and how to read it. `rule` is the rule that writes them."""

    def __init__(
        self, game: str, version: int, features: tuple[Feature, ...], size: int, rule: Rule, source: str
    ) -> None:
        self.game = game
        self.version = version
        self.features = features
        self.size = size
        self.rule = rule
        self.source = source
        self._named = {feature.name: feature for feature in features}

    def __repr__(self) -> str:
        return f"<Observation of {self.game}, version {self.version}: {self.size} numbers>"

    def __getitem__(self, name: str) -> Feature:
        """A feature by its name."""
        return self._named[name]

    def __contains__(self, name: object) -> bool:
        return name in self._named

    def described(self) -> dict[str, Any]:
        """The whole description as plain data."""
        features = [feature.described() for feature in self.features]
        return {"game": self.game, "version": self.version, "size": self.size, "features": features}

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of the description: another one for any other layout, range or kind."""
        told = [feature.described() for feature in self.features]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def low(self) -> NDArray[np.int16]:
        """The lowest value of every number."""
        return self._by_place("low")

    @cached_property
    def high(self) -> NDArray[np.int16]:
        """The highest value of every number."""
        return self._by_place("high")

    def _by_place(self, what: str) -> NDArray[np.int16]:
        import numpy as np

        found = np.zeros(self.size, np.int16)
        for feature in self.features:
            found[list(feature.places)] = getattr(feature, what)
        found.flags.writeable = False
        return found

    # ── for networks ──

    @property
    def encoded_size(self) -> int:
        """How many columns `encode` makes."""
        return sum(feature.size * feature.width for feature in self.features)

    def plan(self) -> EncodingPlan:
        """The tables by which `encode` works, to put on any device."""
        return self._plan

    @cached_property
    def _plan(self) -> EncodingPlan:
        import numpy as np

        source: list[int] = []
        match: list[int] = []
        factor: list[float] = []
        hot: list[bool] = []
        columns: dict[str, slice] = {}
        for feature in self.features:
            begin, is_hot = len(source), feature.width > 1
            for place in feature.places:
                source += [place] * feature.width
                match += range(feature.low, feature.low + feature.width)
            count = len(source) - begin
            factor += [0.0 if is_hot else 1 / feature.scale] * count
            hot += [is_hot] * count
            columns[feature.name] = slice(begin, len(source))
        return EncodingPlan(
            np.array(source, np.int64),
            np.array(match, np.int16),
            np.array(factor, np.float32),
            np.array(hot, np.bool_),
            columns,
        )

    def encode(self, rows: Any) -> NDArray[np.float32]:
        """Observations for a network: choices and seats one-hot, flags as they are, counts divided by their scale.
        `rows` is one observation or an array whose last dimension are observations."""
        import numpy as np

        given, plan = self._rows(rows), self._plan
        picked = given[..., plan.source]
        encoded: NDArray[np.float32] = np.where(plan.hot, picked == plan.match, picked * plan.factor)
        return encoded.astype(np.float32, copy=False)

    def _rows(self, rows: Any) -> NDArray[Any]:
        import numpy as np

        given: NDArray[Any] = np.asarray(rows)
        if given.shape[-1:] != (self.size,):
            raise ValueError(
                f"an observation of {self.game} has {self.size} numbers; this array has the shape {given.shape}"
            )
        return given

    # ── for people ──

    def split(self, row: Any) -> dict[str, NDArray[Any]]:
        """The features of observations by name, each in its shape (the array's other dimensions before)."""
        given = self._rows(row)
        return {f.name: given[..., f.places].reshape((*given.shape[:-1], *f.shape)) for f in self.features}

    def dump(self, row: Any, *, everything: bool = False) -> str:
        """One observation for people: a line for each feature, without places where nothing is."""
        given = self._rows(row)
        if given.ndim != 1:
            raise ValueError(f"dump shows one observation at a time; this array has the shape {given.shape}")
        lines = []
        for feature in self.features:
            values = [int(given[place]) for place in feature.places]
            if shown := " ".join(_dumped(feature, values, everything)):
                lines.append(f"{feature.name}: {shown}")
        return "\n".join(lines)

    def problems(self, row: Any) -> list[str]:
        """What of an observation is outside of its range."""
        found = []
        for feature in self.features:
            for number, place in enumerate(feature.places):
                if not feature.low <= row[place] <= feature.high:
                    where = _place(feature, number)
                    found.append(f"{feature.name}{where}: {row[place]} is not from {feature.low} to {feature.high}")
        return found


def _dumped(feature: Feature, values: list[int], everything: bool) -> Iterator[str]:
    """The numbers of a feature with their places; members of a set in brackets."""
    if not feature.shape:
        yield feature.spell(values[0])
        return
    if feature.is_set:
        width = feature.shape[-1]
        members = feature.keys[-1]
        for place in range(0, len(values), width):
            some = [members[i] for i in range(width) if values[place + i]]
            if some or everything or len(values) == width:
                where = "" if len(values) == width else f"{_place(feature, place, -1)}="
                yield f"{where}[{' '.join(some)}]"
        return
    for place, value in enumerate(values):
        if everything or value != feature.blank:
            yield f"{_place(feature, place)}={feature.spell(value)}"


def _place(feature: Feature, place: int, upto: int | None = None) -> str:
    """The name of a place of a feature: `[me fish]`."""
    names = [keys or tuple(map(str, range(size))) for size, keys in zip(feature.shape, feature.keys, strict=True)]
    if not names:
        return ""
    found = next(key for i, key in enumerate(product(*names)) if i == place)
    return f"[{' '.join(found[:upto])}]"


def relative_names(seats: int) -> tuple[str, ...]:
    """How an observer calls the seats."""
    return ("me", *(f"+{seat}" for seat in range(1, seats)))
