"""Twins: the same table once more, with everything that one viewer cannot know dealt anew."""

from __future__ import annotations

import ctypes
import random
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import replace
from typing import Any

from tests.server.tools import Desk, person

from firstfire.kernel.rules.notes import EVERYONE
from firstfire.server.rooms.room import Room
from firstfire.server.store.talk import Talk
from firstfire.table import Table

GUESTS = ("ayla", "brun", "cara", "dorn", "enya", "fenn", "gard", "hild")


def table_of(room: Room) -> Table:
    """The game in a room."""
    assert room.story.table is not None
    return room.story.table


def seated(game: str, players: int, seed: int) -> Desk:
    """A table of people whom nobody watches yet (drawing takes longest)."""
    return Desk([person(name.title()) for name in GUESTS[:players]], game=game, seed=seed)


def twin(desk: Desk) -> Room:
    """The same room again, without its viewers."""
    story = copy(desk.room.story)
    for name in ("serials", "times", "timeline", "left", "given", "sealings", "_touched"):
        setattr(story, name, list(getattr(story, name)))
    story.sealed = deepcopy(story.sealed)
    story.happenings, story.answered = dict(story.happenings), OrderedDict(story.answered)
    story.chairs = deepcopy(story.chairs)
    table = story.table = copy(table_of(desk.room))
    table.lean = table.lean.copy()
    table._turns, table._before, table._undone = list(table._turns), table._before.copy(), list(table._undone)
    table._read, table._legal = {}, None
    talk = Talk(list(desk.room.talk.lines))
    return Room(story, now=desk.now, wall=desk.now, fresh=lambda: ("second", 8), talk=talk)


def dealt_anew(table: Table, seat: int, seed: int) -> Any:
    """A state that differs from the table's only in what a seat cannot know."""
    state = table.lean.seen_by(seat)
    table.lean.engine.determinize(state, table.box, seat, seed, 77)
    return state


def otherwise(desk: Desk, seat: int, seed: int) -> Room:
    """The same table with everything that a seat cannot know dealt anew, also in the history."""
    room = twin(desk)
    table = table_of(room)
    other = dealt_anew(table, seat, seed)
    ctypes.memmove(ctypes.addressof(table.state), ctypes.addressof(other), ctypes.sizeof(other))
    stream = random.Random(seed)

    def changed(notes: Sequence[Any]) -> tuple[Any, ...]:
        public = (EVERYONE, seat)
        return tuple(
            note if note.sight in public else note._replace(c=stream.randrange(3), d=stream.randrange(3))
            for note in notes
        )

    table._opening = changed(table._opening)
    table._turns = [replace(turn, notes=changed(turn.notes)) for turn in table._turns]
    return room


def in_company(desk: Desk, room: Room) -> Room:
    """Put the viewers of a desk at a twin as well: they have been shown the same so far."""
    room.presence.sessions = deepcopy(desk.room.presence.sessions)
    room.presence.away_since = dict(desk.room.presence.away_since)
    room.clocks.turn_since, room.clocks.thinking_since = desk.room.clocks.turn_since, desk.room.clocks.thinking_since
    room.asked, room.given_up = desk.room.asked, desk.room.given_up
    return room
