"""Does the log say what happened? What the notes of an action tell, done to the record before it, makes the one after.

Each game has a `log.py` beside its tests, in which statements and expressions stand as text, by the name of a note:

    CHANGES = {"gathers": "s.trays[seat].goods[a] += 1; says(b == s.trays[seat].goods[a])", …}    # what it tells
    FOLLOWED = r"trays\\.\\d\\.(goods|points).*|…"    # what is told of whole: nothing else happens to it
    DEALT = r"…"                                    # the part of it that the set-up tells of
    EVENTS = {"stays": "{before.player} if … else ()", …}    # about whom a note is left, where nothing else says so
    SECRETS = {"draws_disc", …}                    # of which only their seat reads everything
    def is_untold(before, after): …                 # whether nothing of this is told (may be left out)

Texts know the record that is being made (`s`), the one `before` and the one `after`, the numbers of the note, the box,
the text of the action, the `kinds` of its notes, the points of all seats, and what stands in `log.py`. A list of seats
says also how often, a set only who; None: that cannot be said.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from random import Random
from types import CodeType
from typing import Any

from firstfire import game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.notation import read_position
from firstfire.kernel.records.compare import diff, flat
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.notes import EVERYONE

from .components_cases import rare_positions
from .components_sample import numbers_of, settings_of

LOOKED_AT = 12  # legal actions from which a sensible beginner takes the best
SHORT = {"totem": 6}  # so many games instead of one
ENDS = {"doggerland": [("players=1 seed=1 round=8 solo.needed=0 solo.quota=50", 0, "pass")]}  # seldom seen
LONGEST = 1500  # decisions of a game
AFTER = 8  # decisions after a rare position


class LogReader:
    """Plays games of a kind and reads their logs; `problems` says once for each note or field what is wrong."""

    def __init__(self, name: str) -> None:
        self.game = game(name)
        self.told = import_module(f"tests.games.{name}.log")
        self.is_untold = getattr(self.told, "is_untold", lambda before, after: False)
        self.engine = engine_for(self.game, interpreted=True)
        self.box = self.game.standard_box
        self.problems: dict[str, str] = {}
        self.read: set[str] = set()  # kinds of notes that were left

    def play(self, seats: int, seed: int, habit: float, options: dict[str, str]) -> None:
        """A game; `habit` is how often a sensible beginner plays, and not chance."""
        before = self.engine.fresh(seats, options)
        s = copy_of(before)
        self.engine.begin(s, self.box, seats, seed, 0)
        self._compare(before, s, "", self.told.DEALT)
        self._play_on(s, Random(seed), habit, LONGEST)

    def play_at(self, position: str, times: int, first: str = "") -> None:
        """A rare position: its first action, if one is named, and some more."""
        for seed in range(max(1, times)):
            s = read_position(self.game, position, check=False)
            if first:
                self._step(s, self.game.actions.number(first))
            self._play_on(s, Random(seed), 0.0, AFTER)

    def _play_on(self, s: Any, chance: Random, habit: float, longest: int) -> None:
        for _ in range(longest):
            legal = self.engine.legal(s, self.box)
            if not legal:
                break
            few = chance.sample(legal, min(len(legal), LOOKED_AT))
            sensible = chance.random() < habit
            action = max(few, key=lambda a: (self.engine.prefer(s, self.box, a), a)) if sensible else few[0]
            self._step(s, action)

    def _step(self, s: Any, action: int) -> None:
        before = copy_of(s)
        self.engine.step(s, self.box, action)
        self._compare(before, s, self.game.actions.text(action), self.told.FOLLOWED)

    def _compare(self, before: Any, after: Any, text: str, followed: str) -> None:
        made = copy_of(before)
        notes = [(self.game.notes.kind(n.kind).name, n) for n in after.notes[: after.note_count]]
        known = {**vars(self.told), "s": made, "before": before, "after": after, "text": text, "box": self.box}
        known["kinds"] = [kind for kind, _ in notes]
        known["points"] = points = self.engine.row()
        self.engine.score(after, self.box, points)
        for kind, n in notes:
            self.read.add(kind)
            where = f"{self.game.key}, {text or 'set-up'}, {kind} of {n.seat} ({n.a} {n.b} {n.c} {n.d})"
            if n.sight != (n.seat if kind in self.told.SECRETS else EVERYONE):
                self.problems.setdefault(f"sight of {kind}", f"{where}: read by {n.sight}")
            holds: list[bool] = []
            numbers = {"seat": n.seat, "a": n.a, "b": n.b, "c": n.c, "d": n.d, "says": holds.append}
            try:
                exec(_code(self.told.CHANGES.get(kind, ""), "exec"), known, numbers)
            except (IndexError, ValueError) as error:
                self.problems.setdefault(kind, f"{where}: {error}")
            if not all(holds):
                self.problems.setdefault(kind, f"{where}: does not hold")
        where = f"{self.game.key}, {text or 'set-up'}: {known['kinds']}"
        if not self.is_untold(before, after) and (_bits(made) ^ _bits(after)) & _mask(self.game.key, followed):
            for field, (told, real) in diff(made, after).items():
                if re.fullmatch(followed, field):
                    self.problems.setdefault(field, f"{where}: {field} should be {told}, and is {real}")
        for kind, about in self.told.EVENTS.items() if text else ():
            seats = eval(_code(about, "eval"), known)
            found = [n.seat for name, n in notes if name == kind]
            if (
                seats is not None
                and sorted(found) != sorted(seats)
                and not (isinstance(seats, set) and set(found) == seats)
            ):
                self.problems.setdefault(f"event {kind}", f"{where}: {kind} of {found}, and not of {seats}")


def _bits(record: Any) -> int:
    return int.from_bytes(bytes(record), "little")


@cache
def _mask(name: str, followed: str) -> int:
    """The bits of a game's record that are told of."""
    kind = game(name).state
    named = zip(flat(kind()), numbers_of(kind), strict=True)
    parts = (where for (name, _), where in named if re.fullmatch(followed, name))
    return sum(((1 << 8 * size) - 1) << 8 * start for start, size in parts)


@cache
def _code(text: str, mode: str) -> CodeType:
    return compile(text, text, mode)


def read_logs(name: str, games: int = 1, every: int = 1) -> list[str]:
    """What is wrong in the log of so many games with each number of players, of one with each value of an option, and
    after rare positions, one of so many; those of the first game in which something is wrong."""
    reader, chance = LogReader(name), Random(7)
    for turn in range(games * SHORT.get(name, 1)):
        for seats, options in settings_of(reader.game):
            if not reader.problems:
                reader.play(seats, chance.randrange(1 << 32), (0.9, 0.5, 0.0)[turn % 3], options)
    for rare in [*list(rare_positions(name))[::-every], *ENDS.get(name, ())]:
        if not reader.problems:
            reader.play_at(*rare)
    return list(reader.problems.values())
