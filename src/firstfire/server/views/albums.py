"""Looking back: a game walked through move by move, from a seat, as a spectator, or open.

A finished game may be seen from everywhere. A running one only from one's own seats or as a
spectator, and without the actions themselves: an action may name a secret.

What is kept is kept under the names that stand in it: where somebody was forgotten since, by whichever server, it is
drawn anew.
"""

from __future__ import annotations

import ctypes
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ...errors import BadSave, FirstfireError
from ...games import game as find_game
from ...kernel.checking.own_components import try_components
from ...kernel.engines.engine import Engine
from ...kernel.game import Game
from ...kernel.presentation.words import Words, within_quotes
from ...kernel.records.record import copy_of
from ...kernel.rules.notes import NOBODY
from ...kernel.viewer.sentences import Names, action_sentence
from ...players.chances import VALUE, calibration_of
from ...saves import Save, parse_save, save_text
from ...table import Table
from ...view import View
from ..protocol.clean_text import tidy
from ..protocol.json_text import to_json
from ..protocol.refusals import Refusal, bad_save, malformed
from .descriptions import result_of
from .logbook import log_lines

OPEN = "open"
LEAF = 400  # moves told at once
LONGEST_NAME = 24
KEPT_STATES = 96 * 1024 * 1024  # bytes of states kept at hand in the process that draws
KEPT_PAGES = 24 * 1024 * 1024  # bytes of drawn pages kept in the server


class Album:
    """One game as it is now, every state of it. The game may go on meanwhile: `develop`, which
    takes its time, and everything after it touch the table no more (unless it is over)."""

    def __init__(self, table: Table) -> None:
        self.game: Game = table.game
        self.box, self.players, self.over = table.box, table.players, table.over
        self.engine: Engine = table.lean.engine
        self.origin: Save = table.origin
        self.actions = table.played()
        self.notes = table.notes()
        self.states: list[Any] = []
        self._table = table if table.over else None  # for the result

    def develop(self) -> Album:
        """Play the game again and keep every state."""
        position = self.origin.beginning(self.game, self.box, self.engine)
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
        """The table after some steps, as a seat saw it (or open: all cards on the table). Once the game is over anybody
        may look with anybody's eyes, so nobody is "you"."""
        state = copy_of(self.states[step])
        viewer = NOBODY if seat == OPEN else int(seat)
        if seat != OPEN:
            self.engine.see(state, self.box, viewer)
        view = View(self.game, self.box, viewer, state, (), (), self.origin.names)
        view.reader = NOBODY if self.over else viewer
        return view

    def overview(self, seat: int | str, language: str, *, secrets: bool) -> dict[str, Any]:
        """What is to be known of the whole game, with the first leaf of moves."""
        words = self.game.words(language, self.box)
        return {
            "game": self.game.name, "rules": self.game.key, "title": words.say("game.title"), "seat": seat,
            "players": self.players, "names": self.view(0, NOBODY).names(language), "steps": self.steps,
            "over": self.over, "own_components": self.origin.components is not None,
            **self.leaf(0, seat, language, secrets=secrets),
            "result": result_of(self._table, language) if self._table is not None else None,
        }  # fmt: skip

    def leaf(self, start: int, seat: int | str, language: str, *, secrets: bool) -> dict[str, Any]:
        """Some of the moves, after `start` of them, with what a seat was told of each, and the curve over them."""
        if not 0 <= start <= self.steps:
            raise Refusal("no_such_step", steps=self.steps)
        end = min(start + LEAF, self.steps)
        words, names = self.game.words(language, self.box), self.view(0, seat).names(language)
        moves = [
            {
                "step": step + 1,
                "seat": int(self.states[step].player),
                "text": self.game.actions.text(self.actions[step]) if secrets else None,
                "sentence": self.move(step, words, names) if secrets else None,
                "told": [line["text"] for line in self.lines(step + 1, seat, words, names)],
            }
            for step in range(start, end)
        ]
        curve = self.curve(start, end + 1) if secrets else []
        return {"moves_from": start, "moves": moves, "curve": curve, "next": end if end < self.steps else None}

    def curve(self, start: int, end: int) -> list[list[float]]:
        """Each seat's chance to win after some steps, by the game's own `value`; after the last one its result."""
        calibration = calibration_of(self.game, VALUE, self.players)
        told = []
        for step, state in enumerate(self.states[start:end], start):
            shares = self.engine.shares(state, self.box)
            is_result = self.over and step == self.steps
            told.append([round(share, 4) for share in (shares if is_result else calibration.of(shares))])
        return told

    @property
    def weight(self) -> int:
        """Bytes of its states (the game itself keeps them too)."""
        return 2 * len(self.states) * ctypes.sizeof(self.game.state)

    def page(self, step: int, seat: int | str, language: str, *, secrets: bool) -> dict[str, Any]:
        """The table after some steps."""
        if not 0 <= step <= self.steps:
            raise Refusal("no_such_step", steps=self.steps)
        view = self.view(step, seat)
        lines = self.lines(step, seat, self.game.words(language, self.box), view.names(language))
        action = self.actions[step] if secrets and step < self.steps else None
        return {"step": step, "seat": seat, "scene": view.scene(language), "log": lines, "action": action}

    def move(self, step: int, words: Words, names: Names) -> str:
        """What is done next, to stand in quotation marks."""
        return within_quotes(action_sentence(self.game, words, self.actions[step], names), words.language)

    def lines(self, step: int, seat: int | str, words: Words, names: Names) -> list[dict[str, Any]]:
        """What the log says of one step to a seat."""
        if seat != OPEN:
            return log_lines(self.game, words, step, self.notes[step], int(seat), names)
        notes = [note._replace(sight=NOBODY) for note in self.notes[step]]
        return log_lines(self.game, words, step, notes, NOBODY, names)


# ── what is asked, and of which game ───────────────────────────────────────────────────


@dataclass(frozen=True)
class PageRequest:
    """What somebody wants to see of a game: its `overview`, a `leaf` of moves, or the `page` of a step."""

    what: str
    seat: str  # as it stands in a query
    language: str
    secrets: bool
    at: int = 0
    head: tuple[tuple[str, str], ...] = ()  # what is said of the game beside


@dataclass(frozen=True)
class OwnGame:
    """A game of our own: how it began, and the numbers of its actions."""

    origin: Save
    actions: tuple[int, ...]
    interpreted: bool

    def table(self) -> Table:
        """The game, played again."""
        return Table.from_save(self.origin, interpreted=self.interpreted).play(*self.actions)


@dataclass(frozen=True)
class Uploaded:
    """A save file somebody sent. `compiled`: the keys of games whose compiled rules are at hand."""

    text: str
    compiled: frozenset[str] = field(default_factory=frozenset)

    def table(self) -> Table:
        """The game in the file; refuses one that cannot be read here."""
        try:
            save = parse_save(self.text, "this file")
            if save.position is not None:  # a stranger's record never meets the compiled rules of a server
                raise Refusal(
                    "bad_save", reason="position", detail="see it with `firstfire replay` on your own machine"
                )
            if save.names is not None:
                save = replace(save, names=[tidy(name) for name in save.names])
                if not all(0 < len(name) <= LONGEST_NAME for name in save.names or ()):
                    raise BadSave(f"names have 1 to {LONGEST_NAME} characters")
            return Table.from_save(save, interpreted=save.rules().key not in self.compiled)
        except Refusal:
            raise
        except FirstfireError as error:
            raise bad_save(error) from None


class PageKey(NamedTuple):
    """Which drawings of a game are good: those of this version in which seats are called so."""

    name: str  # of the table, or of the upload
    version: int = 0
    names: tuple[str, ...] = ()


class NotAtHand(Exception):
    """The process that draws does not have this game (any more)."""


def set_up(source: OwnGame, look: PageRequest) -> bytes:
    """The page of the set-up, before any move: nothing has to be played again, so no process is needed for it."""
    album = Album(replace(source, actions=(), interpreted=True).table()).develop()
    album.actions, album.over = list(source.actions), look.secrets
    return to_json(album.page(0, read_seat(look.seat, album.players), look.language, secrets=look.secrets))


# ── in the process that draws ──────────────────────────────────────────────────────────

_ALBUMS: OrderedDict[PageKey, Album] = OrderedDict()  # the games looked at lately


def checked(name: str, source: Uploaded) -> str:
    """The save file of an uploaded game as we would write it; the game is kept at hand."""
    table = source.table()
    _keep(PageKey(name), Album(table).develop())
    return save_text(table.to_save())


def tried(game: str, players: int, options: dict[str, str], components: str) -> None:
    """Refuse a components file that cannot be used, or with which no game can be played."""
    try_components(find_game(game), players, options, components)


def drawn(key: PageKey, source: OwnGame | Uploaded | None, look: PageRequest) -> bytes:
    """What a look shows, as JSON."""
    album = _ALBUMS.get(key)
    if album is None:
        if source is None:
            raise NotAtHand
        album = Album(source.table()).develop()
    _keep(key, album)
    seat = read_seat(look.seat, album.players)
    if look.what == "page":
        said = album.page(look.at, seat, look.language, secrets=look.secrets)
    elif look.what == "leaf":
        said = album.leaf(look.at, seat, look.language, secrets=look.secrets)
    else:
        said = {**dict(look.head), **album.overview(seat, look.language, secrets=look.secrets)}
    return to_json(said)


def drop(names: Collection[str]) -> None:
    """Keep nothing of some games any more."""
    for key in [key for key in _ALBUMS if key.name in names]:
        del _ALBUMS[key]


def _keep(key: PageKey, album: Album) -> None:
    _ALBUMS[key] = album
    _ALBUMS.move_to_end(key)
    while len(_ALBUMS) > 1 and sum(kept.weight for kept in _ALBUMS.values()) > KEPT_STATES:
        _ALBUMS.popitem(last=False)


def read_seat(text: str, players: int) -> int | str:
    """A seat as it stands in a query: a number, -1, or open."""
    if text == OPEN:
        return OPEN
    if text in map(str, range(-1, players)):
        return int(text)
    raise malformed(f"seat is a number from -1 to {players - 1}, or open")
