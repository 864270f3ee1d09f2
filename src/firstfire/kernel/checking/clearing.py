"""Checkers of rows: what has left a row leaves its place blank, and a row that is hidden is hidden whole.

A place is vacated where its value was needed once and is not any more: blank it, and nothing changes, neither now
(invariants, legal actions, points, what people are shown) nor while the same game is played on. So equal positions are
equal bytes. A place was left out of `redact` where spectators' views always have it, while they hide others of the row
and nothing that spectators are shown depends on it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import BY_SEAT, TOLD, values_of
from ..records.record import copy_of, numbers_of
from ..rules.notes import NOBODY
from .playing import Options, seen, strict_first, walk

GAMES, DECISIONS, POSITIONS = 8, 600, 30  # games that are looked at, none after so many decisions; positions in each
TRIES = 250  # times that a place is blanked, as often in each row
HORIZON = 40  # decisions played on to see whether a value is needed
SHOWN = 8  # times that another value is put into a place to see whether it is shown
_PLACE, _LAST_PLACE = re.compile(r"\.\d+"), re.compile(r"\.\d+(?!.*\.\d)")
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

    def holding(self, s: Any, value: int) -> Any:
        """A copy of a state with another value there."""
        made = copy_of(s)
        self.ctype.from_buffer(made, self.offset).value = value
        return made


class _Played(NamedTuple):
    """A game that was played: the states before each action (and the last one), and the actions."""

    engine: Engine
    states: Sequence[Any]
    actions: Sequence[int]
    build: Build
    seed: int


class _Look(NamedTuple):
    """A place that is filled at a position of a game."""

    played: _Played
    place: _Slot
    ply: int


class _Beside(NamedTuple):
    """An open place of a row, and one of the same row that is hidden and holds something else."""

    played: _Played
    s: Any
    place: _Slot
    other: _Slot


@strict_first
def rows_are_cleared(
    game: Game, seats: int, seed: int, build: Build, *, options: Options | None = None, tries: int = TRIES
) -> list[str]:
    """No place of a row keeps what has left it. `build(state, viewer, language)` is what a viewer is shown."""
    chance, slots = Random(seed), _slots(game)
    found: dict[str, tuple[list[_Look], list[_Look]]] = defaultdict(lambda: ([], []))
    for played in _games(game, seats, seed, build, options):
        plies = range(1, len(played.actions) - 1)
        for ply in chance.sample(plies, min(POSITIONS, len(plies))):
            for row, place, is_alone in _filled(slots, played.states[ply]):
                found[row][is_alone].append(_Look(played, place, ply))
    for others, alone in found.values():  # the last to leave a row is the one that is forgotten
        share = 1 + tries // len(found)
        chance.shuffle(others)
        chance.shuffle(alone)
        for look in (alone[: 1 + share // 2] + others)[:share]:
            if problem := _kept_too_long(look):
                return [problem]
    return []


@strict_first
def rows_are_hidden_whole(
    game: Game, seats: int, seed: int, build: Build, *, options: Options | None = None, tries: int = SHOWN
) -> list[str]:
    """Where `redact` hides places of a row from spectators and never a certain one, that one is shown to them."""
    chance, rows = Random(seed), _rows_in_play(game)
    hidden: set[str] = set()
    first: dict[str, list[_Beside]] = defaultdict(list)  # what is open and remembered is shown at first, if at all
    found: dict[str, list[_Beside]] = defaultdict(list)
    for played in _games(game, seats, seed, build, options):
        told = set()
        for s in played.states[:-1]:
            for beside in _open_places(played, s, rows, hidden):
                name = beside.place.name
                (found if name in told else first)[name].append(beside)
                told.add(name)
    for name in first:
        looks = first[name] + chance.sample(found[name], min(tries, len(found[name])))
        if name not in hidden and len(looks) >= tries and not any(_is_shown(look) for look in looks):
            return [f"redact never hides {name}, though it hides others of its row and nothing shows it to spectators"]
    return []


def _open_places(played: _Played, s: Any, rows: list[list[_Slot]], hidden: set[str]) -> Iterator[_Beside]:
    """Places that spectators' views have beside hidden ones, whose names are added to `hidden`."""
    view = seen(played.engine, s, NOBODY)
    for row in rows:
        secret = [place for place in row if place.read(s) != place.read(view)]
        hidden.update(place.name for place in secret)
        for place in row if secret else ():
            other = next((other for other in secret if other.read(s) != place.read(s)), None)
            if place not in secret and place.read(s) != place.blank and other:
                yield _Beside(played, s, place, other)


def _rows_in_play(game: Game) -> list[list[_Slot]]:
    """The places of each row by itself; not of rows with a place for each seat, where some may have no player."""
    rows: dict[str, list[_Slot]] = defaultdict(list)
    for name, slots in _slots(game).items():
        for place in slots if name not in game.observed.by_seat else ():
            rows[_LAST_PLACE.sub("", place.name)].append(place)
    return list(rows.values())


def _is_shown(look: _Beside) -> bool:
    """Whether a spectator is shown another scene where the two places change their values."""
    build, s, place, other = look.played.build, look.s, look.place, look.other
    swapped = other.holding(place.holding(s, other.read(s)), place.read(s))
    try:
        return bool(build(s, NOBODY, "en") != build(swapped, NOBODY, "en"))
    except Exception:  # what is no state any more may do anything
        return True


def _games(game: Game, seats: int, seed: int, build: Build, options: Options | None) -> Iterator[_Played]:
    """Random games, one where it is long, several where they are short."""
    engine = engine_for(game, interpreted=True)  # a blanked state may be no state: machine code would not notice
    left = DECISIONS
    for number in range(seed, seed + GAMES):
        steps = [(copy_of(s), action) for s, _, action in walk(game, seats, number, options=options)]
        yield _Played(engine, [s for s, _ in steps], [action for _, action in steps], build, number)
        left -= len(steps)
        if left <= 0:
            return


def _slots(game: Game) -> dict[str, list[_Slot]]:
    """The places of all rows, by row. A seat's own numbers are none, though the seats' records are a row."""
    rows: dict[str, list[_Slot]] = defaultdict(list)
    known = values_of(game)
    seats = {*game.observed.by_seat, *(name for name, values in game.fields.items() if values == BY_SEAT)}
    for name, offset, ctype in numbers_of(game.state):
        row, holder = _PLACE.sub("", name), _LAST_PLACE.split(name)[0]
        passed = row == name or row not in known or known[row].kept or row.split(".")[0] in (*TOLD, *game.remembers)
        if not passed and (holder not in seats or name[-1].isdigit()):
            rows[row].append(_Slot(name, offset, ctype, known[row].blank))
    return rows


def _filled(rows: dict[str, list[_Slot]], s: Any) -> Iterator[tuple[str, _Slot, bool]]:
    """Places of rows that are not blank, in rows that have blank ones too, and whether each is the only one of its
    own row (of a row of records, each record has one)."""
    for row, slots in rows.items():
        places = [place for place in slots if place.read(s) != place.blank]
        if len(places) < len(slots):
            count = Counter(_LAST_PLACE.sub("", place.name) for place in places)
            yield from ((row, place, count[_LAST_PLACE.sub("", place.name)] == 1) for place in places)


def _kept_too_long(look: _Look) -> str:
    """What is wrong with a value that was needed once and is not any more; empty where nothing is."""
    played, place, ply = look
    if _is_needed(played, place, ply):
        return ""
    since = _since(played, place, ply)
    if since == ply or not _is_needed(played, place, since):
        return ""
    value = place.read(played.states[ply])
    return (
        f"seed {played.seed}, ply {ply}: {place.name} still holds {value}, which nothing reads any more (it was needed "
        f"at ply {since}): what leaves a row clears its place, here to {place.blank}"
    )


def _since(played: _Played, place: _Slot, ply: int) -> int:
    """The first position within reach from which on the place has held the same value."""
    value, since = place.read(played.states[ply]), ply
    while since > max(0, ply - HORIZON + 1) and place.read(played.states[since - 1]) == value:
        since -= 1
    return since


def _is_needed(played: _Played, place: _Slot, ply: int) -> bool:
    """Whether blanking a place changes anything, now or while the game is played on."""
    here, without = played.states[ply], place.holding(played.states[ply], place.blank)
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
