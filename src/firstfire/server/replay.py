"""Looking back: a game walked through move by move, from a seat, as a spectator, or open.

A finished game may be seen from everywhere. A running one only from one's own seats or as a
spectator, and without the actions themselves: an action may name a secret.
"""

from __future__ import annotations

import ctypes
from collections import OrderedDict
from typing import Any

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


class Album:
    """One game, every state of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game: Game = table.game
        self.engine: Engine = table.position.engine
        self.actions = [action.number for action in table.actions()]
        self.states: list[Any] = []
        origin: Save = table.origin
        position = Position(
            self.game, origin.players, origin.seed, options=origin.options, box=table.box, engine=self.engine
        )
        self.states.append(copy_of(position.s))
        for action in self.actions:
            position.step(action)
            self.states.append(copy_of(position.s))

    @property
    def steps(self) -> int:
        """How many actions were played."""
        return len(self.actions)

    def view(self, step: int, seat: int | str) -> View:
        """The table after some steps, as a seat saw it (or open: all cards on the table)."""
        state = copy_of(self.states[step])
        viewer = NOBODY if seat == OPEN else int(seat)
        if seat != OPEN:
            self.engine.see(state, self.table.box, viewer)
        history = self.table.notes()[: step + 1]
        return View(self.game, self.table.box, viewer, state, (), history, self.table.origin.names)

    def overview(self, seat: int | str, language: str, *, secrets: bool) -> dict[str, Any]:
        """The list of moves, the curve and the result."""
        words, names = self.game.words(language, self.table.box), self.view(0, NOBODY).names(language)
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
            "players": self.table.players, "names": names, "steps": self.steps, "over": self.table.over,
            "moves": moves, "curve": self.curve() if secrets else [], "result": result_of(self.table, language),
        }  # fmt: skip

    def curve(self) -> list[list[float]]:
        """How well each seat stood after each step, by the game's own estimate."""
        out = (ctypes.c_double * 16)()
        rows = []
        for state in self.states:
            self.engine.value(state, self.table.box, out)
            rows.append([round(share, 4) for share in out[: self.table.players]])
        return rows

    def page(self, step: int, seat: int | str, language: str, *, secrets: bool) -> dict[str, Any]:
        """The table after some steps."""
        if not 0 <= step <= self.steps:
            raise Refusal("no_such_step", steps=self.steps)
        view = self.view(step, seat)
        notes = view.history[step]
        if seat == OPEN:
            notes = [note._replace(sight=NOBODY) for note in notes]
        words = self.game.words(language, self.table.box)
        lines = log_lines(self.game, words, step, notes, view.seat, view.names(language))
        action = self.actions[step] if secrets and step < self.steps else None
        return {"step": step, "seat": seat, "scene": view.scene(language), "log": lines, "action": action}


class Albums:
    """The games looked at lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Album] = OrderedDict()

    def of(self, name: str, version: int, table: Table) -> Album:
        """The album of a table at a version."""
        key = (name, version)
        album = self._kept.pop(key, None) or Album(table)
        self._kept[key] = album
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return album


def read_seat(text: str, players: int) -> int | str:
    """A seat as it stands in a query: a number, -1, or open."""
    if text == OPEN:
        return OPEN
    if text.lstrip("-").isdigit() and -1 <= int(text) < players:
        return int(text)
    raise malformed(f"seat is a number from -1 to {players - 1}, or open")
