"""What the first table of a game loads: words, pictures, and the rules as plain Python. That takes most of a second of
processor time, many seconds on a busy machine, and a server that does it on its loop answers nobody meanwhile. So each
game is played a little beforehand, on a thread, at a table that nobody sees.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from ...games import game as find_game
from ...kernel.presentation.languages import LANGUAGES
from ..protocol.requests import Act
from ..store.story import Setup, begin_data
from .new_tables import found
from .room import Room
from .traffic import Enter, Say

log = logging.getLogger(__name__)
DECISIONS = 3
WALL = 0.0


def prime(games: Iterable[str]) -> None:
    """Load everything that tables of these games need, except machine code."""
    for name in games:
        try:
            _play_a_little(name)
        except Exception:
            log.exception("game %s cannot be loaded beforehand", name)


def _play_a_little(name: str) -> None:
    game = find_game(name)
    people = [str(seat) for seat in range(game.seats[0])]
    setup = Setup(
        name, len(people), seed=1, options={}, language=LANGUAGES[0], listed=False, hints=True, undo=True, seeded=False,
        host="", created=0, rules=begin_data(game),
    )  # fmt: skip
    plan = [{"kind": "person", "name": who, "level": "", "guests": [who]} for who in people]
    room = Room(found("", setup, plan, WALL).story, now=WALL, wall=WALL, fresh=lambda: ("", 0))
    for language in LANGUAGES:
        for who in people:
            room.handle(Enter(who + language, who, who, language), WALL, WALL)
    for number in range(DECISIONS):
        table, seat = room.story.playing, room.story.player
        if seat is None:
            return
        version, action = room.story.version_for(seat), table.numbers()[0]
        act = Act(type="act", id=str(number), version=version, action=action)
        room.handle(Say(people[seat] + LANGUAGES[0], act), WALL, WALL)
