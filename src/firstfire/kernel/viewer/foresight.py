"""Foresight: what a choice will certainly do, from the rules themselves.

The action is carried out on worlds sampled from what the seat to act knows, never on the true state. What
happens until chance or a secret speaks is certain; what comes after that is not, and is not told. Where the
mark of that moment (`irreversible`) is set is watched while the rules run as plain Python, so that a likely outcome
is never told as a sure one. What differs between the sampled worlds all the same is left out.

    told = consequences(game, view, box, seat, action)
    told.notes     what the action writes into the log before chance speaks, as the seat may read it
    told.after     the table then, as the seat would see it; None where chance or a secret speaks
    told.final     whether it could not be taken back
"""

from __future__ import annotations

import ctypes
from collections import Counter as Counts
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any, NamedTuple

from ..engines.engine import Engine, engine_for
from ..game import Game
from ..presentation.scene import Counter, Scene
from ..presentation.words import Words
from ..records.header import Header
from ..records.record import copy_of
from .drawing import draw_table
from .sentences import LogNote, Names, note_sentence, notes_of, times, told_once

WORLDS = 3  # sampled; more of them cost time and can only take something away


@dataclass(frozen=True)
class Consequences:
    """What a choice will certainly do, as far as the seat to act can know."""

    notes: tuple[LogNote, ...]
    after: Any
    final: bool


class ForeseenChange(NamedTuple):
    """A number of a seat that changes."""

    seat: int
    label: str
    icon: str
    by: int


class Foretold(NamedTuple):
    """The consequences in the words of a language."""

    lines: list[str]
    changes: list[ForeseenChange]
    final: bool


def consequences(
    game: Game, view: Header, box: object, seat: int, action: int, engine: Engine | None = None
) -> Consequences:
    """What a legal action of the seat to act will certainly do; `view` is the record as that seat may know it.
    `engine` determinizes (a compiled one does it faster)."""
    engine = engine or engine_for(game)
    tried = [_tried(game, view, box, seat, action, engine, seed) for seed in range(1, WORLDS + 1)]
    notes = tuple(each[0] for each in takewhile(_is_same, zip(*(each.notes for each in tried), strict=False)))
    final = any(each.final for each in tried)
    whole = not final and len({bytes(each.after) for each in tried}) == 1
    return Consequences(notes, tried[0].after if whole else None, final)


def foretell(
    game: Game, view: Header, box: object, seat: int, told: Consequences, words: Words, names: Names
) -> Foretold:
    """Consequences as sentences, and as the numbers of each seat that change."""
    said = ((note_sentence(game, words, note, names), count) for note, count in told_once(told.notes))
    lines = [times(words, sentence, count) for sentence, count in said if sentence]
    if told.after is None:
        return Foretold(lines, [], told.final)
    now, then = (draw_table(game, record, box, seat, words, names) for record in (view, told.after))
    found = [*changes(now.counters, then.counters, seat), *poured(now, then)]
    return Foretold(lines, sorted(found, key=lambda change: change.seat != seat), told.final)


def poured(now: Scene, then: Scene) -> list[ForeseenChange]:
    """Heaps of named tokens before the seats that grow or shrink, where no counter tells of them."""
    told = {(counter.seat, counter.icon) for counter in now.counters}
    tokens = {look.id: look for look in (*now.looks, *then.looks) if look.shape == "token" and look.alt}
    by = Counts[tuple[int, str]]()
    for scene, sign in ((now, -1), (then, 1)):
        for piece in scene.pieces:
            if piece.owner is not None and piece.count is not None and piece.look in tokens:
                by[piece.owner, piece.look] += sign * piece.count
    return [
        ForeseenChange(seat, tokens[look].alt, tokens[look].front, count)
        for (seat, look), count in by.items()
        if count and (seat, tokens[look].front) not in told
    ]


def changes(now: Sequence[Counter], then: Iterable[Counter], seat: int) -> list[ForeseenChange]:
    """The numbers of the seats that differ between two tables, those of one seat first."""
    before = {counter.id: counter.value for counter in now}
    found = [
        ForeseenChange(counter.seat, counter.label, counter.icon, counter.value - before[counter.id])
        for counter in then
        if counter.seat is not None and before.get(counter.id, counter.value) != counter.value
    ]
    return sorted(found, key=lambda change: change.seat != seat)


def _tried(game: Game, view: Header, box: object, seat: int, action: int, engine: Engine, seed: int) -> Consequences:
    """What an action does in one sampled world until chance or a secret speaks."""
    world = copy_of(view)
    engine.determinize(world, box, seat, seed, 0)
    state: Any = game.state
    trial = _copied(world, _watched(state))
    trial.quiet = 0
    engine_for(game, interpreted=True).step(trial, box, action)
    written = trial.note_count if trial.spoken is None else trial.spoken
    notes = tuple(note.seen_by(seat) for note in notes_of(trial)[:written])
    after = _copied(trial, state)
    engine.see(after, box, seat)
    return Consequences(notes, after, bool(trial.irreversible))


def _copied(source: Any, kind: Any) -> Any:
    """A record of another class with the same bytes."""
    made = kind()
    ctypes.memmove(ctypes.addressof(made), ctypes.addressof(source), ctypes.sizeof(made))
    return made


@cache
def _watched(state: Any) -> Any:
    """The state of a game that remembers how many notes stood there when chance or a secret spoke first (`spoken`;
    None: not yet, or it was taken back because nobody could learn from it)."""
    mark: Any = state.__dict__["irreversible"]

    def spoke(self: Any, value: int) -> None:
        if not value:
            self.spoken = None
        elif self.spoken is None:
            self.spoken = self.note_count
        mark.__set__(self, value)

    watching = property(lambda self: mark.__get__(self, type(self)), spoke)
    return type(state)(f"Watched{state.__name__}", (state,), {"spoken": None, "irreversible": watching})


def _is_same(notes: Sequence[LogNote]) -> bool:
    return all(note == notes[0] for note in notes)
