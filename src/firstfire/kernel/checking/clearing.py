"""A checker of rows: what has left a row leaves its place blank, so that equal positions are equal bytes.

A place is vacated where its value was needed once and is not any more: blank it, and nothing changes, neither now
(invariants, legal actions, points, what people are shown) nor while the same game is played on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import TOLD, values_of
from ..records.record import copy_of, numbers_of
from ..rules.notes import NOBODY
from .playing import Options, strict_first, walk

LOOKS, PLACES = 5, 80  # positions of a game that are looked at, and places in each
HORIZON = 40  # decisions played on to see whether a value is needed
_PLACE = re.compile(r"\.\d+")
Build = Callable[[Any, int, str], Any]


class _Slot(NamedTuple):
    """A number in a row: where it is, and what stands there while nothing does."""

    name: str
    offset: int
    ctype: Any
    blank: int

    def read(self, s: Any) -> int:
        """What it is in a state."""
        value: int = self.ctype.from_buffer(s, self.offset).value
        return value

    def blanked(self, s: Any) -> Any:
        """A copy of a state without it."""
        made = copy_of(s)
        self.ctype.from_buffer(made, self.offset).value = self.blank
        return made


class _Played(NamedTuple):
    """A game that was played: the states before each action (and the last one), and the actions."""

    engine: Engine
    states: Sequence[Any]
    actions: Sequence[int]
    build: Build


@strict_first
def rows_are_cleared(
    game: Game, seats: int, seed: int, build: Build, *, options: Options | None = None, looks: int = LOOKS
) -> list[str]:
    """No place of a row keeps what has left it. `build(state, viewer, language)` is what a viewer is shown."""
    engine = engine_for(game, interpreted=True)  # a blanked state may be no state: machine code would not notice
    steps = [(copy_of(s), action) for s, _, action in walk(game, seats, seed, options=options)]
    played = _Played(engine, [s for s, _ in steps], [action for _, action in steps], build)
    chance, last = Random(seed), len(steps) - 1
    for look in range(1, looks + 1):
        ply = last * look // (looks + 1)
        for place in _filled(game, played.states[ply], chance):
            if _is_needed(played, place, ply):
                continue
            since = _since(played, place, ply)
            if since < ply and _is_needed(played, place, since):
                value = place.read(played.states[ply])
                return [
                    f"seed {seed}, ply {ply}: {place.name} still holds {value}, which nothing reads any more (it was "
                    f"needed at ply {since}): what leaves a row clears its place, here to {place.blank}"
                ]
    return []


def _filled(game: Game, s: Any, chance: Random) -> list[_Slot]:
    """Places of rows that are not blank, in rows that have blank ones too; a part of them where there are many."""
    rows: dict[str, list[tuple[_Slot, bool]]] = {}
    known = values_of(game)
    for name, offset, ctype in numbers_of(game.state):
        row = _PLACE.sub("", name)
        passed = row == name or row not in known or known[row].kept
        if not passed and row.split(".")[0] not in (*TOLD, *game.remembers):
            place = _Slot(name, offset, ctype, known[row].blank)
            rows.setdefault(row, []).append((place, place.read(s) == place.blank))
    found = [place for row in rows.values() if any(blank for _, blank in row) for place, blank in row if not blank]
    return found if len(found) <= PLACES else chance.sample(found, PLACES)


def _since(played: _Played, place: _Slot, ply: int) -> int:
    """The first position within reach from which on the place has held the same value."""
    value, since = place.read(played.states[ply]), ply
    while since > max(0, ply - HORIZON + 1) and place.read(played.states[since - 1]) == value:
        since -= 1
    return since


def _is_needed(played: _Played, place: _Slot, ply: int) -> bool:
    """Whether blanking a place changes anything, now or while the game is played on."""
    here, without = played.states[ply], place.blanked(played.states[ply])
    try:
        if any(one != other for one, other in zip(_told(played, here), _told(played, without), strict=True)):
            return True
        return _is_missed(played, place, without, ply)
    except Exception:  # what is no state any more may do anything
        return True


def _is_missed(played: _Played, place: _Slot, s: Any, ply: int) -> bool:
    """Whether the game goes on in another way from a state with a place blanked."""
    engine, box = played.engine, played.engine.game.standard_box
    for step in range(ply, min(len(played.actions) - 1, ply + HORIZON)):
        engine.step(s, box, played.actions[step])
        true = copy_of(played.states[step + 1])
        if place.read(s) == place.read(true):
            return bytes(s) != bytes(true)  # overwritten: from here on both are one
        place.ctype.from_buffer(true, place.offset).value = place.read(s)
        if bytes(s) != bytes(true):
            return True
    return False


def _told(played: _Played, s: Any) -> Iterator[Any]:
    """Everything that a state means now, the cheapest first."""
    engine = played.engine
    box = engine.game.standard_box
    yield engine.check(s, box)
    for reading in (engine.score, engine.rank):
        out = engine.row()
        reading(s, box, out)
        yield list(out)
    yield engine.legal(s, box)
    for viewer in range(NOBODY, s.seats):
        yield played.build(s, viewer, "en")
