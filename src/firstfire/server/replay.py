"""Looking back: a game walked through move by move, from a seat, as a spectator, or open.

A finished game may be seen from everywhere. A running one only from one's own seats or as a
spectator, and without the actions themselves: an action may name a secret.
"""

from __future__ import annotations

import asyncio
import ctypes
from collections import OrderedDict
from typing import Any

import orjson

from ..kernel.engine import Engine
from ..kernel.game import Game
from ..kernel.notes import NOBODY
from ..kernel.position import Position
from ..kernel.record import copy_of
from ..kernel.sentences import action_sentence
from ..saves import Save
from ..table import Table
from ..view import View
from .describing import result_of
from .logbook import log_lines
from .refusals import Refusal, malformed

OPEN = "open"
KEPT = 16  # games whose states are kept at hand
PAGES = 64  # drawn pages kept of each


class Album:
    """One game as it is now, every state of it. The game may go on meanwhile: `develop`, which
    takes its time, and everything after it touch the table no more (unless it is over)."""

    def __init__(self, table: Table) -> None:
        self.game: Game = table.game
        self.box, self.players, self.over = table.box, table.players, table.over
        self.engine: Engine = table.position.engine
        self.origin: Save = table.origin
        self.actions = [action.number for action in table.actions()]
        self.notes = table.notes()
        self.states: list[Any] = []
        self._table = table if table.over else None  # for the result
        self._pages: OrderedDict[tuple[int, int | str, str, bool], bytes] = OrderedDict()

    def develop(self) -> Album:
        """Play the game again and keep every state."""
        origin = self.origin
        position = Position(
            self.game, origin.players, origin.seed, options=origin.options, box=self.box, engine=self.engine
        )
        self.states.append(copy_of(position.s))
        for action in self.actions:
            position.step(action)
            self.states.append(copy_of(position.s))
        return self

    @property
    def steps(self) -> int:
        """How many actions were played."""
        return len(self.actions)

    def view(self, step: int, seat: int | str) -> View:
        """The table after some steps, as a seat saw it (or open: all cards on the table)."""
        state = copy_of(self.states[step])
        viewer = NOBODY if seat == OPEN else int(seat)
        if seat != OPEN:
            self.engine.see(state, self.box, viewer)
        return View(self.game, self.box, viewer, state, (), (), self.origin.names)

    def overview(self, seat: int | str, language: str, *, secrets: bool) -> dict[str, Any]:
        """The list of moves, the curve and the result."""
        words, names = self.game.words(language, self.box), self.view(0, NOBODY).names(language)
        moves = [
            {
                "step": step + 1,
                "seat": int(self.states[step].player),
                "text": self.game.actions.text(action) if secrets else None,
                "sentence": action_sentence(self.game, words, action, names) if secrets else None,
            }
            for step, action in enumerate(self.actions)
        ]
        return {
            "game": self.game.name, "title": words.say("game.title"), "seat": seat,
            "players": self.players, "names": names, "steps": self.steps, "over": self.over, "moves": moves,
            "curve": self.curve() if secrets else [],
            "result": result_of(self._table, language) if self._table is not None else None,
        }  # fmt: skip

    def curve(self) -> list[list[float]]:
        """How well each seat stood after each step, by the game's own estimate."""
        out = (ctypes.c_double * 16)()
        rows = []
        for state in self.states:
            self.engine.value(state, self.box, out)
            rows.append([round(share, 4) for share in out[: self.players]])
        return rows

    def page(self, step: int, seat: int | str, language: str, *, secrets: bool) -> bytes:
        """The table after some steps, as JSON; drawn once."""
        if not 0 <= step <= self.steps:
            raise Refusal("no_such_step", steps=self.steps)
        key = (step, seat, language, secrets)
        page = self._pages.get(key) or orjson.dumps(self._page(*key))
        self._pages[key] = page
        if len(self._pages) > PAGES:
            self._pages.popitem(last=False)
        return page

    def _page(self, step: int, seat: int | str, language: str, secrets: bool) -> dict[str, Any]:
        view, notes = self.view(step, seat), list(self.notes[step])
        if seat == OPEN:
            notes = [note._replace(sight=NOBODY) for note in notes]
        words = self.game.words(language, self.box)
        lines = log_lines(self.game, words, step, notes, view.seat, view.names(language))
        action = self.actions[step] if secrets and step < self.steps else None
        return {"step": step, "seat": seat, "scene": view.scene(language), "log": lines, "action": action}


class Albums:
    """The games looked at lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Album] = OrderedDict()

    def known(self, name: str, version: int) -> Album | None:
        """The album of a game at a version, if it is still at hand."""
        album = self._kept.get((name, version))
        if album is not None:
            self._kept.move_to_end((name, version))
        return album

    async def of(self, name: str, version: int, table: Table) -> Album:
        """The album of a game at a version; made in a thread where it is not at hand."""
        album = self.known(name, version)
        if album is None:
            album = await asyncio.to_thread(Album(table).develop)
            self._kept[name, version] = album
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return album


def read_seat(text: str, players: int) -> int | str:
    """A seat as it stands in a query: a number, -1, or open."""
    if text == OPEN:
        return OPEN
    if text in map(str, range(-1, players)):
        return int(text)
    raise malformed(f"seat is a number from -1 to {players - 1}, or open")
