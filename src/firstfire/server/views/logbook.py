"""The logbook: what happened, as lines one seat may read."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import orjson

from ...kernel.domain import NUMBER, SEAT, Domain
from ...kernel.game import Game
from ...kernel.memo import memoised
from ...kernel.notes import HIDDEN, NOBODY
from ...kernel.sentences import LogNote, reader_of, times, told_once, word
from ...kernel.templates import Named, Noun
from ...kernel.words import Words
from ..protocol.refusals import server_words
from ..store.story import Happening
from .descriptions import level_label

MARK = re.compile("\x02([a-z]+)\x03")
PLAIN, NOUN, READER, NO_SEAT = "thing", "noun", "reader", "no seat"  # what a sentence has to know of a value
PAGE = 64  # steps of a log that are compressed together
MANY = "many"  # after a letter: its form for many
Place = tuple[str, int, Domain]  # a number of a note: its letter, where it stands, what it means


class Thing(NamedTuple):
    """Something at the table that a line can point at, as JSON."""

    text: bytes
    many: bytes  # the form for many, where the word has one
    ending: bytes  # of the part that points at it


class LogPages:
    """The lines of a log as JSON, step by step. Those of long ago are kept compressed: they are asked for only by who
    comes later, and a game may be long."""

    def __init__(self) -> None:
        self._pages: list[bytes] = []  # of so many steps each
        self._last: list[list[bytes]] = []

    def append(self, lines: list[bytes]) -> None:
        """One step more."""
        self._last.append(lines)
        if len(self._last) == 2 * PAGE:
            page = b"\0".join([b"\n".join(lines) for lines in self._last[:PAGE]])  # JSON has neither
            self._pages.append(zlib.compress(page, 3))
            del self._last[:PAGE]

    def cut(self, steps: int) -> None:
        """Keep only so many steps."""
        page = steps // PAGE
        if page < len(self._pages):
            self._last = _opened(self._pages[page])
            del self._pages[page:]
        del self._last[steps - len(self._pages) * PAGE :]

    def since(self, step: int) -> list[list[bytes]]:
        """The lines of each step from this one on."""
        first = len(self._pages) * PAGE
        if step >= first:
            return self._last[step - first :]
        old = [lines for page in self._pages[step // PAGE :] for lines in _opened(page)]
        return old[step % PAGE :] + self._last

    def copy(self) -> LogPages:
        """Another one with the same lines."""
        other = LogPages()
        other._pages, other._last = self._pages[:], self._last[:]
        return other


def _opened(page: bytes) -> list[list[bytes]]:
    return [step.split(b"\n") if step else [] for step in zlib.decompress(page).split(b"\0")]


def log_lines(
    game: Game, words: Words, step: int, notes: Sequence[LogNote], seat: int, names: Sequence[str]
) -> list[dict[str, Any]]:
    """What one step's notes say to a seat."""
    return [orjson.loads(line) for line in written_lines(game, words, step, notes, seat, names)]


def written_lines(
    game: Game, words: Words, step: int, notes: Sequence[LogNote], seat: int, names: Sequence[str]
) -> list[bytes]:
    """The same as JSON. A sentence is cut into its parts once for all notes of one shape, whoever and whatever they
    speak of: the things it names come in last."""
    seats, reader = _seats(tuple(names)), reader_of(names)
    seen = told_once([note.seen_by(seat) for note in notes])
    found = [_line(game, words, step, note, count, seats, reader) for note, count in seen]
    return [line for line in found if line]


def _line(
    game: Game, words: Words, step: int, note: LogNote, count: int, seats: tuple[Thing, ...], reader: int
) -> bytes:  # fmt: skip
    """One line, of something that happened so many times; nothing where the note is not told."""
    line, named = _filled(game, words, note, count, len(seats), reader)
    return line % (step, *[seats[seat].text for seat in named]) if line else b""


@memoised
def _filled(
    game: Game, words: Words, note: LogNote, count: int, seats: int, reader: int
) -> tuple[bytes, tuple[int, ...]]:  # fmt: skip
    """The line of a note with holes for its step and for the names of seats, and which seats these are: what happens at
    one table happens at others too."""
    shape: list[str | int] = []
    things: dict[str, Thing] = {}
    seat_of: dict[str, int] = {}
    for letter, place, domain in _places(game, note.kind):
        index: int = note[place]
        if domain is SEAT:
            thing = Thing(b"%b", b"", b'"seat",%d]' % index) if 0 <= index < seats else None
            shape.append(NO_SEAT if thing is None else READER if index == reader else PLAIN)
        else:
            thing = _thing(words, domain, index)
            shape.append(index if thing is None else NOUN if thing.many else PLAIN)
            thing = thing and Thing(*(part.replace(b"%", b"%%") for part in thing))
        if thing is not None:
            things[letter] = thing
            seat_of[letter] = index if domain is SEAT else NOBODY
    template, named = _template(game, words, note.kind, tuple(shape), count)
    if not template:
        return b"", ()
    said = [things[letter].many if is_many else things[letter].text for letter, is_many in named]
    parts = [b'["%b",%b' % (text, things[letter].ending) for (letter, _), text in zip(named, said, strict=True)]
    called = [seat_of[letter] for letter, _ in named if seat_of[letter] != NOBODY]
    return template % (b"%d", note.seat, *said, *parts), (*called, *called)


@cache
def _places(game: Game, kind: int) -> tuple[Place, ...]:
    """Where the seat and the numbers of a kind of note stand; none where it is not told."""
    found = game.notes.kind(kind)
    meant = {} if found.silent else {"seat": SEAT, **found.arguments()}
    return tuple((letter, LogNote._fields.index(letter), domain) for letter, domain in meant.items())


@memoised
def _seats(names: tuple[str, ...]) -> tuple[Thing, ...]:
    return tuple(Thing(_escaped(name), b"", b'"seat",%d]' % seat) for seat, name in enumerate(names))


@memoised
def _thing(words: Words, domain: Domain, index: int) -> Thing | None:
    """A value that can be pointed at."""
    if domain is NUMBER or domain.numeric or index == HIDDEN or not 0 <= index < len(domain.values):
        return None
    said = words.value(domain, index)
    many = said.many if isinstance(said, Noun) else ""
    return Thing(_escaped(said), _escaped(many), b"%b,%d]" % (orjson.dumps(domain.name), index)) if said else None


@memoised
def _template(
    game: Game, words: Words, kind: int, shape: tuple[str | int, ...], count: int
) -> tuple[bytes, tuple[tuple[str, bool], ...]]:
    """The line of all notes of one shape with holes for its step, its seat and the things it names: first their
    texts, then the parts that point at them; and the letters of these things (True: in the plural). (It is filled
    twice: see `_filled`.)"""
    filled: dict[str, object] = {}
    for (letter, _, domain), known in zip(_places(game, kind), shape, strict=True):
        mark = f"\x02{letter}\x03"
        if known == NOUN:
            filled[letter] = Noun(f"{mark}|\x02{letter}{MANY}\x03", words.language)
        elif isinstance(known, str) and known != NO_SEAT:
            filled[letter] = Named(mark, known == READER)
        else:
            filled[letter] = word(words, domain, NOBODY if isinstance(known, str) else known, ())
    if not filled:
        return b"", ()
    name = game.notes.kind(kind).name
    pieces = MARK.split(words.say(f"note.{name}", **filled))
    if count > 1:
        stop = "." if pieces[-1].endswith(".") else ""
        pieces = [*pieces[:-1], pieces[-1].removesuffix("."), "", times(words, stop, count)]
    plain = [(_escaped(piece).replace(b"%", b"%%%%"), i % 2) for i, piece in enumerate(pieces) if piece]
    if not plain:
        return b"", ()
    text = b"".join(b"%b" if is_thing else piece for piece, is_thing in plain)
    parts = b",".join(b"%b" if is_thing else b'["%b"]' % piece for piece, is_thing in plain)
    line = b'{"step":%%b,"seat":%%d,"kind":"%b","text":"%b","parts":[%b]}' % (name.encode(), text, parts)
    named = [piece for piece in pieces[1::2] if piece]
    return line, tuple((letter.removesuffix(MANY), letter.endswith(MANY)) for letter in named)


def _escaped(text: str) -> bytes:
    """A text as it stands between the quotes of JSON."""
    return orjson.dumps(str(text))[1:-1]


def happening_line(happening: Happening, step: int, language: str, names: Sequence[str]) -> dict[str, Any]:
    """What befell a seat, as a line between the steps."""
    words, seat = server_words(language), happening.seat
    level = level_label(happening.level, language) or ""
    before, after = words.say(f"happening.{happening.what}", seat="\x02seat\x03", level=level).split("\x02seat\x03")
    parts = [part for part in ([before], [names[seat], SEAT.name, seat], [after]) if part[0]]
    text = "".join(str(part[0]) for part in parts)
    return {"step": step, "seat": seat, "kind": "table", "text": text, "parts": parts}
