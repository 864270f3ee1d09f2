"""Which changes of a box change play, found over a sample of games and worked cases.

A game that is played with another box stays the same until a rule reads a number that differs. So a sample is played
with the printed box behind a `Watched`, which notes the numbers that each call of the rules reads. Each box in which
such a number differs is asked the same, until it once answers something else.
"""

from __future__ import annotations

import ctypes
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from firstfire import Table
from firstfire.errors import BadSetup
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.notation import read_position, untold
from firstfire.kernel.records.record import copy_of, fields_of, is_record

from .scenarios import Scenario, parted, steps_of

LONGEST = 1000  # decisions of a game
AFTER = 20  # decisions played on after a worked case
COUNTED = 4  # of so many positions of a whole game one is counted, and the last
LOOKED_AT = 12  # legal actions from which the best is taken


class Watched:
    """A record or a row of a box that notes where every number read from it begins."""

    __slots__ = ("_known", "_offset", "_read", "_value")

    def __init__(self, value: Any, offset: int, read: set[int]) -> None:
        self._value, self._offset, self._read = value, offset, read
        self._known: dict[str | int, tuple[Any, int]] = {}  # the parts, and where they begin: a box never changes

    def __getattr__(self, name: str) -> Any:
        if name not in self._known:
            self._know(name, getattr(self._value, name), getattr(type(self._value), name).offset)
        return self._part(name)

    def __getitem__(self, place: int) -> Any:
        if place not in self._known:
            inside = range(len(self._value))[place]
            self._know(place, self._value[inside], inside * ctypes.sizeof(self._value._type_))
        return self._part(place)

    def __len__(self) -> int:
        return len(self._value)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def _know(self, key: str | int, value: Any, offset: int) -> None:
        at = self._offset + offset
        record = isinstance(value, (ctypes.Structure, ctypes.Array))
        self._known[key] = (Watched(value, at, self._read), -1) if record else (value, at)

    def _part(self, key: str | int) -> Any:
        value, at = self._known[key]
        self._read.add(at)
        return value


@dataclass
class Sample:
    """Boxes that have not been seen to change play yet, by name."""

    game: Game
    tries: int  # a box is tried in so many calls of a kind in each game, and then ever less often
    unseen: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.engine = engine_for(self.game, interpreted=True)
        self.box = self.game.standard_box
        self.read: set[int] = set()
        self.watched = Watched(self.box, 0, self.read)
        self.numbers = list(numbers_of(self.game.box))
        self.readers: dict[int, set[str]] = defaultdict(set)  # the boxes that differ in a number
        self.chance = Random(3)
        self.often = self.tries
        self.tried: Counter[tuple[str, str]] = Counter()

    def add(self, name: str, box: Any) -> None:
        """Another box to be tried."""
        self.unseen[name] = box
        old, new = bytes(self.box), bytes(box)
        for start, size in self.numbers:
            if old[start : start + size] != new[start : start + size]:
                self.readers[start].add(name)

    def play(self, seats: int, seed: int, options: dict[str, str], habit: float) -> None:
        """Play a whole game; `habit` is how often a sensible beginner plays, and not chance."""
        self._begin(self.tries)
        empty = self.engine.fresh(seats, options)
        self.play_on(self._after("begin", empty, seed), Random(seed), LONGEST, habit)

    def play_case(self, case: Scenario) -> None:
        """Play what a worked case plays, and on from there."""
        self._begin(1)
        table = Table.at(case.game, case.position, interpreted=True)
        self._ask("count", table.state)
        for step in steps_of(case.steps):
            verb, _, moves = step.partition(" ")
            for move in parted(moves) if verb == "play" else ():
                self._ask("legal", table.state)
                self._ask("step", table.state, table.number_of(move))
                table.play(move)
                self._ask("count", table.state)
        self.play_on(copy_of(table.state), Random(1), AFTER, 0.5)

    def set_up(self, seats: int, seed: int) -> None:
        """Set a game up and play nothing."""
        self._begin(1)
        self._ask("begin", self.engine.fresh(seats, {}), seed)

    def play_at(self, position: str, times: int, first: str = "") -> None:
        """Count a position, whether it could be come to or not, and play its first action, if one is named; play on
        from there some times, and each action once."""
        self._begin(1)
        s = read_position(self.game, position, check=False)
        self._ask("count", s)
        if first:
            s = self._after("step", s, self.game.actions.number(first))
        for action in self._ask("legal", s) if times else ():
            self._ask("step", s, action)
        for seed in range(times):
            self.play_on(s, Random(seed), AFTER, 0.5)

    def play_on(self, s: Any, chance: Random, longest: int, habit: float) -> None:
        """Play on from a position."""
        for turn in range(longest):
            legal = self._ask("legal", s)
            if not legal:
                break
            if longest == AFTER or turn % COUNTED == 0:
                self._ask("count", s)
            few = chance.sample(legal, min(len(legal), LOOKED_AT))
            sensible = chance.random() < habit
            action = max(few, key=lambda a: (self.engine.prefer(s, self.box, a), a)) if sensible else few[0]
            s = self._after("step", s, action)
        self._ask("count", s)

    def _begin(self, tries: int) -> None:
        """What was tried is tried again, each box at first in so many calls of a kind."""
        self.often = tries
        self.tried.clear()

    def _after(self, kind: str, before: Any, action: int) -> Any:
        return type(before).from_buffer_copy(self._ask(kind, before, action))

    def _ask(self, kind: str, before: Any, action: int = -1) -> Any:
        """One call of the rules, and of those boxes that differ in what it reads."""
        self.read.clear()
        found = self._call(kind, before, action, self.watched)
        for name in sorted({name for start in self.read for name in self.readers.get(start, ())}):
            if name not in self.unseen:
                continue
            self.tried[kind, name] += 1
            if self.chance.random() < self.often / self.tried[kind, name]:
                if self._call(kind, before, action, self.unseen[name]) != found:
                    del self.unseen[name]
        return found

    def _call(self, kind: str, before: Any, action: int, box: Any) -> Any:
        """What comes of one call of the rules with a box."""
        s = copy_of(before)
        if kind == "legal":
            return tuple(self.engine.legal(s, box))
        if kind == "count":
            points, ranks = self.engine.row(), self.engine.row()
            self.engine.score(s, box, points)
            self.engine.rank(s, box, ranks)
            return tuple(points[: s.seats]), tuple(ranks[: s.seats])
        if kind == "begin":
            self.engine.begin(s, box, s.seats, action, 0)
        else:
            self.engine.step(s, box, action)
        return bytes(untold(s))


def settings_of(found: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players, and every value of every option with each of them."""
    for seats in found.seats:
        chosen = [{}, *({option.name: value} for option in found.options for value in option.values[1:])]
        for options in chosen:
            with suppress(BadSetup):
                found.check_seats(seats, options)
                yield seats, options


def numbers_of(kind: Any) -> Iterator[tuple[int, int]]:
    """Where each number of a record begins, and how many bytes it has."""
    for name, layout in fields_of(kind).items():
        start, whole = getattr(kind, name).offset, getattr(kind, name).size
        size = ctypes.sizeof(layout.ctype)
        for at in range(0, whole, size):
            inner = numbers_of(layout.ctype) if is_record(layout.ctype) else [(0, size)]
            yield from ((start + at + offset, n) for offset, n in inner)
