"""The logbook: what happened, as lines one seat may read."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...kernel.game import Game
from ...kernel.presentation.memo import memoised
from ...kernel.presentation.templates import GENDER, Noun, PlayerName
from ...kernel.presentation.words import Words
from ...kernel.records.domain import NUMBER, SEAT, Domain
from ...kernel.rules.notes import HIDDEN, NOBODY
from ...kernel.viewer.sentences import LogNote, reader_of, seen_by, times, told_once, word
from ..protocol.json_text import from_json, to_json
from ..protocol.refusals import server_words
from ..store.story import Happening
from .descriptions import level_label

MARK = re.compile("\x02([a-z.]+)\x03")  # a letter, and after a dot the form of its word
PLAIN, READER, NO_SEAT = "thing", "reader", "no seat"  # what a sentence has to know of a value
PAGE = 64  # steps of a log that are compressed together
Place = tuple[str, int, Domain]  # a number of a note: its letter, where it stands, what it means


class Thing(NamedTuple):
    """Something at the table that a line can point at, as JSON."""

    forms: dict[str, bytes]  # by label; under "" the word itself
    ending: bytes  # of the part that points at it


class Forms(NamedTuple):
    """What a sentence has to know of a word that bends: its forms by label, its gender."""

    labels: tuple[str, ...]
    gender: str


Shape = str | int | Forms
Known = tuple["Thing | None", Shape]  # what can be pointed at, and what a sentence has to know of it
LOST: Known = (None, NO_SEAT)


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
    return [from_json(line) for line in written_lines(game, words, step, notes, seat, names)]


def written_lines(
    game: Game, words: Words, step: int, notes: Sequence[LogNote], seat: int, names: Sequence[str]
) -> list[bytes]:
    """The same as JSON. A sentence is cut into its parts once for all notes of one shape, whoever and whatever they
    speak of: the things it names come in last."""
    writer, seats, reader = _writer(game, words), _seats(tuple(names)), reader_of(names)
    found = [writer.line(step, note, count, seats, reader) for note, count in told_once(seen_by(notes, seat))]
    return [line for line in found if line]


class _LogWriter:
    """Writes the lines of one game in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game, self.words = game, words
        self._places: dict[int, tuple[Place, ...]] = {}  # by kind of note
        self._things: dict[Domain, dict[int, Known]] = {}  # by value: as many as the domains have

    def line(self, step: int, note: LogNote, count: int, seats: tuple[Thing, ...], reader: int) -> bytes:
        """One line, of something that happened so many times; nothing where the note is not told."""
        places = self._places.get(note.kind)
        if places is None:
            places = self._places[note.kind] = _places(self.game, note.kind)
        shape: list[Shape] = []
        things: list[Thing | None] = []
        for _, place, domain in places:
            index: int = note[place]
            if domain is SEAT:
                thing, known = (seats[index], READER if index == reader else PLAIN) if 0 <= index < len(seats) else LOST
            elif domain is NUMBER or domain.numeric:
                thing, known = None, index
            else:
                thing, known = self._value(domain, index)
            things.append(thing)
            shape.append(known)
        template, named = _template(self.game, self.words, note.kind, tuple(shape), count)
        if not template:
            return b""
        said: list[bytes | int] = [step, note.seat]
        parts: list[bytes] = []
        for place, form in named:
            found = things[place]
            assert found is not None
            text = found.forms[form]
            said.append(text)
            parts += text, found.ending
        return template % (*said, *parts)

    def _value(self, domain: Domain, index: int) -> Known:
        """A value that is no seat: what can be pointed at, and what its sentence has to know of it."""
        values = self._things.setdefault(domain, {})
        known = values.get(index)
        if known is None:
            thing = _thing(self.words, domain, index)
            known = (thing, index if thing is None else _forms(self.words.value(domain, index)))
            if thing is not None or index == HIDDEN:
                values[index] = known
        return known


@memoised
def _writer(game: Game, words: Words) -> _LogWriter:
    return _LogWriter(game, words)


def _places(game: Game, kind: int) -> tuple[Place, ...]:
    """Where the seat and the numbers of a kind of note stand; none where it is not told."""
    found = game.notes.kind(kind)
    meant = {} if found.silent else {"seat": SEAT, **found.arguments()}
    return tuple((letter, LogNote._fields.index(letter), domain) for letter, domain in meant.items())


@memoised
def _seats(names: tuple[str, ...]) -> tuple[Thing, ...]:
    return tuple(Thing({"": _escaped(name)}, b'"seat",%d]' % seat) for seat, name in enumerate(names))


def _thing(words: Words, domain: Domain, index: int) -> Thing | None:
    """A value that can be pointed at."""
    if domain is NUMBER or domain.numeric or index == HIDDEN or not 0 <= index < len(domain.values):
        return None
    said = words.value(domain, index)
    forms = said.forms if isinstance(said, Noun) else {}
    texts = {"": said, **forms}
    ending = b"%b,%d]" % (to_json(domain.name), index)
    return Thing({label: _escaped(text) for label, text in texts.items()}, ending) if said else None


def _forms(said: str) -> Shape:
    if not isinstance(said, Noun):
        return PLAIN
    return Forms(tuple(label for label in said.forms if label != GENDER), said.forms.get(GENDER, ""))


@memoised
def _template(
    game: Game, words: Words, kind: int, shape: tuple[Shape, ...], count: int
) -> tuple[bytes, tuple[tuple[int, str], ...]]:
    """The line of all notes of one shape with holes for its step, its seat and the things it names: first their
    texts, then text and end of the parts that point at them; and where among the places of the note these things
    stand, each with the label of its form."""
    filled: dict[str, object] = {}
    places = _places(game, kind)
    for (letter, _, domain), known in zip(places, shape, strict=True):
        mark = f"\x02{letter}\x03"
        if isinstance(known, Forms):
            filled[letter] = _marked(letter, known, words.language)
        elif isinstance(known, str) and known != NO_SEAT:
            filled[letter] = PlayerName(mark, known == READER)
        else:
            filled[letter] = word(words, domain, NOBODY if isinstance(known, str) else known, ())
    if not filled:
        return b"", ()
    name = game.notes.kind(kind).name
    pieces = MARK.split(words.say(f"note.{name}", **filled))
    if count > 1:
        stop = "." if pieces[-1].endswith(".") else ""
        pieces = [*pieces[:-1], pieces[-1].removesuffix("."), "", times(words, stop, count)]
    plain = [(_escaped(piece).replace(b"%", b"%%"), i % 2) for i, piece in enumerate(pieces) if piece]
    if not plain:
        return b"", ()
    text = b"".join(b"%b" if is_thing else piece for piece, is_thing in plain)
    parts = b",".join(b'["%b",%b' if is_thing else b'["%b"]' % piece for piece, is_thing in plain)
    line = b'{"step":%%d,"seat":%%d,"kind":"%b","text":"%b","parts":[%b]}' % (name.encode(), text, parts)
    letters = [letter for letter, _, _ in places]
    named = [piece.partition(".") for piece in pieces[1::2] if piece]
    return line, tuple((letters.index(letter), form) for letter, _, form in named)


def _marked(letter: str, known: Forms, language: str) -> Noun:
    """A word whose forms are marks for those of the thing that comes in."""
    forms = [f"{label}=\x02{letter}.{label}\x03" for label in known.labels]
    return Noun("|".join([*forms, *([f"{GENDER}={known.gender}"] if known.gender else [])]), language)


def _escaped(text: str) -> bytes:
    """A text as it stands between the quotes of JSON."""
    return to_json(str(text))[1:-1]


def happening_line(happening: Happening, step: int, language: str, names: Sequence[str]) -> dict[str, Any]:
    """What befell a seat, as a line between the steps."""
    words, seat = server_words(language), happening.seat
    level = level_label(happening.level, language) or ""
    before, after = words.say(f"happening.{happening.what}", seat="\x02seat\x03", level=level).split("\x02seat\x03")
    parts = [part for part in ([before], [names[seat], SEAT.name, seat], [after]) if part[0]]
    text = "".join(str(part[0]) for part in parts)
    return {"step": step, "seat": seat, "kind": "table", "text": text, "parts": parts}
