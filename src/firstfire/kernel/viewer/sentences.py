"""Sentences: actions, notes and questions in the words of a language, for one reader.

Who reads is part of the names: `Names(["Ada", "Bo"], reader=0)` makes Ada "you" wherever a sentence
addresses (`{seat:You draw|{seat} draws}`). A plain list of names addresses nobody.
"""

from __future__ import annotations

import ctypes
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ..game import Game
from ..presentation.memo import memoised
from ..presentation.templates import PlayerName
from ..presentation.words import Words, common_words
from ..records.domain import SEAT, Domain
from ..records.header import Header
from ..rules.notes import EVERYONE, HIDDEN, NOBODY

NOTE = struct.Struct("@Bbbhhhh")  # the fields of a Note, as they lie in memory


class Names(list[str]):
    """What the players are called, and which seat reads (NOBODY: a spectator, or several people at one screen).

    Only the list itself knows its reader: `tuple(names)`, by which parts are memoised, does not, so
    nothing that is shared between viewers can address one of them.
    """

    def __init__(self, names: Iterable[str], reader: int = NOBODY) -> None:
        super().__init__(names)
        self.reader = reader


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


def notes_of(s: Any) -> tuple[LogNote, ...]:
    """The notes in a record, read from its bytes (field by field takes ten times as long)."""
    written = ctypes.string_at(ctypes.addressof(s.notes), s.note_count * NOTE.size)
    return tuple(map(LogNote._make, NOTE.iter_unpack(written)))


def reader_of(names: Sequence[str]) -> int:
    """The seat that reads; NOBODY where these are plain names."""
    return names.reader if isinstance(names, Names) else NOBODY


def called(names: Sequence[str], seat: int, reader: int | None = None) -> PlayerName:
    """A player in a sentence: the name, and whether it is the reader's."""
    if not 0 <= seat < len(names):
        return PlayerName("–")
    return PlayerName(names[seat], seat == (reader_of(names) if reader is None else reader))


def question(words: Words, key: str, seat: int, names: Sequence[str], **values: object) -> str:
    """What is asked of the player to act, for `Prompt`: `{seat:choose|{seat} chooses} a card` addresses that player."""
    player = called(names, seat)
    return _question(words, key, str(player), player.you, tuple(values.items()))


@memoised
def _question(words: Words, key: str, name: str, you: bool, values: tuple[tuple[str, object], ...]) -> str:
    return words.say(key, seat=PlayerName(name, you), **dict(values))


def action_sentence(game: Game, words: Words, action: int, names: Sequence[str]) -> str:
    """What an action does, in words."""
    if not speaks_of_seats(game, action):
        return _action_sentence(game, words, action, (), NOBODY)
    return _action_sentence(game, words, action, tuple(names), reader_of(names))


@memoised
def speaks_of_seats(game: Game, action: int) -> bool:
    """Whether the sentence of an action names players, and so depends on who reads it."""
    return SEAT in game.actions.find(action)[0].parameters.values()


@memoised
def _action_sentence(game: Game, words: Words, action: int, names: tuple[str, ...], reader: int) -> str:
    block, offset = game.actions.find(action)
    who = Names(names, reader)
    filled = {name: word(words, block.parameters[name], index, who) for name, index in block.values(offset).items()}
    return begun(words.say(f"action.{block.name}", **filled) if filled else words.say(f"action.{block.name}"))


def begun(sentence: str) -> str:
    """A sentence that may begin with the word that fills a hole: its first letter is a capital one."""
    return sentence[:1].upper() + sentence[1:]


def choice_sentences(
    game: Game, view: Header, box: object, words: Words, names: Sequence[str], actions: Iterable[int]
) -> list[str]:
    """What legal actions mean on the table as the player to act sees it: the game's own sentence with the thing,
    its price and its result (`Presentation.tell_choices`), else that of the action."""
    if game.presentation.tell_choices is None:
        return [action_sentence(game, words, action, names) for action in actions]
    tell = game.presentation.tell_choices(view, box, words, names)
    return [
        action_sentence(game, words, action, names) if (told := tell(action)) is None else begun(told)
        for action in actions
    ]


def choice_sentence(game: Game, view: Header, box: object, words: Words, action: int, names: Sequence[str]) -> str:
    """What one legal action means on the table."""
    return choice_sentences(game, view, box, words, names, [action])[0]


def note_sentence(game: Game, words: Words, note: LogNote, names: Sequence[str]) -> str | None:
    """What happened, in words; None for notes that are only for motion."""
    kind = game.notes.kind(note.kind)
    if kind.silent:
        return None
    filled = {"seat": word(words, SEAT, note.seat, names)}
    for letter, domain in kind.arguments().items():
        filled[letter] = word(words, domain, getattr(note, letter), names)
    return words.say(f"note.{kind.name}", **filled)


def seen_by(notes: Iterable[LogNote], seat: int) -> list[LogNote]:
    """Notes as one seat may read them."""
    return [note if note[2] == EVERYONE else note.seen_by(seat) for note in notes]


def told_once(notes: Iterable[LogNote]) -> list[tuple[LogNote, int]]:
    """The notes of one action with how often each is told: what is said again among notes of its kind that follow each
    other (two paintings that somebody goes without) is said once."""
    every = list(notes)
    if len(every) < 2 or len(set(every)) == len(every):  # mostly nothing is
        return [(note, 1) for note in every]
    told: list[tuple[LogNote, int]] = []
    for _, run in groupby(every, key=lambda note: note.kind):
        told += Counter(run).items()
    return told


def times(words: Words, sentence: str, count: int) -> str:
    """A sentence with how often it holds, before its full stop where it has one."""
    if count == 1:
        return sentence
    body = sentence.removesuffix(".")
    return common_words(words.language).say("log.times", sentence=body, count=count) + sentence[len(body) :]


def word(words: Words, domain: Domain, index: int, names: Sequence[str]) -> str | int:
    """What stands for a value in a sentence: a player, a number (which bends nouns), or the word for it."""
    if domain is SEAT:
        return called(names, index)
    if not domain.numeric:
        return words.value(domain, index)
    if not domain.values:
        return index
    shown = domain.values[index]
    return int(shown) if shown.isdecimal() else shown
