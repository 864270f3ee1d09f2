"""Sentences: actions and notes in the words of a language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .domain import NUMBER, SEAT, Domain
from .furniture import remembered
from .game import Game
from .notes import EVERYONE, HIDDEN
from .words import Words


class LogNote(NamedTuple):
    """A note kept outside the record: what happened, and who may read all of it."""

    kind: int
    seat: int
    sight: int
    a: int
    b: int
    c: int
    d: int

    def seen_by(self, seat: int) -> LogNote:
        """The note as one seat may read it."""
        if self.sight in (EVERYONE, seat):
            return self
        return self._replace(c=HIDDEN, d=HIDDEN)


def action_sentence(game: Game, words: Words, action: int, names: Sequence[str]) -> str:
    """What an action does, in words."""
    return _action_sentence(game, words, action, tuple(names) if _speaks_of_seats(game, action) else ())


@remembered
def _speaks_of_seats(game: Game, action: int) -> bool:
    return SEAT in game.actions.find(action)[0].parameters.values()


@remembered
def _action_sentence(game: Game, words: Words, action: int, names: tuple[str, ...]) -> str:
    block, offset = game.actions.find(action)
    values = block.values(offset)
    filled = {name: _word(words, block.parameters[name], index, names) for name, index in values.items()}
    return words.say(f"action.{block.name}", **filled) if filled else words.say(f"action.{block.name}")


def note_sentence(game: Game, words: Words, note: LogNote, names: Sequence[str]) -> str | None:
    """What happened, in words; None for notes that are only for motion."""
    kind = game.notes.kind(note.kind)
    if kind.silent:
        return None
    filled = {"seat": _word(words, SEAT, note.seat, names)}
    for letter, domain in kind.arguments().items():
        filled[letter] = _word(words, domain, getattr(note, letter), names)
    return words.say(f"note.{kind.name}", **filled)


def _word(words: Words, domain: Domain, index: int, names: Sequence[str]) -> str:
    if domain is SEAT:
        return names[index] if 0 <= index < len(names) else "–"
    if domain is NUMBER:
        return str(index)
    return words.value(domain, index)
