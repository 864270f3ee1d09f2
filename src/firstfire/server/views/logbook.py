"""The logbook: what happened, as lines one seat may read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson

from ...kernel.domain import NUMBER, SEAT, Domain
from ...kernel.game import Game
from ...kernel.memo import memoised
from ...kernel.notes import HIDDEN, NOBODY
from ...kernel.sentences import LogNote, Names, reader_of, times, told_once, word
from ...kernel.templates import Named, Noun
from ...kernel.words import Words
from ..protocol.refusals import server_words
from ..store.story import Happening
from .descriptions import level_label

MARK = re.compile("\x02([a-z]+)\x03")
NAME = re.compile(rb"\\u0004(\d+)\\u0004")  # where the name of a seat stands in JSON
Part = list[Any]  # [text], or [text, domain, index] for something at the table


def log_lines(
    game: Game, words: Words, step: int, notes: Sequence[LogNote], seat: int, names: Sequence[str]
) -> list[dict[str, Any]]:
    """What one step's notes say to a seat."""
    return [orjson.loads(line) for line in written_lines(game, words, step, notes, seat, names)]


def written_lines(
    game: Game, words: Words, step: int, notes: Sequence[LogNote], seat: int, names: Sequence[str]
) -> list[bytes]:
    """The same as JSON. What a note says is put into words once, whoever plays: the names come in last."""
    lines, reader, seats = [], reader_of(names), len(names)
    called = [orjson.dumps(name)[1:-1] for name in names]
    for seen, count in told_once(note.seen_by(seat) for note in notes):
        template = _line(game, words, seen, reader if reader in _seats_in(game, seen) else NOBODY, seats, count)
        if template:
            filled = [called[part] if isinstance(part, int) else part for part in template]
            lines.append(b'{"step":%d,%s' % (step, b"".join(filled)))
    return lines


def _seats_in(game: Game, note: LogNote) -> list[int]:
    """The seats a note speaks of: what it says to one of them it says to nobody else."""
    return [note.seat, *(getattr(note, letter) for letter in _seat_letters(game, note.kind))]


@cache
def _seat_letters(game: Game, kind: int) -> tuple[str, ...]:
    return tuple(letter for letter, domain in game.notes.kind(kind).arguments().items() if domain is SEAT)


@memoised
def _line(game: Game, words: Words, note: LogNote, reader: int, seats: int, count: int) -> tuple[bytes | int, ...]:
    """A line after its step, as JSON; a number stands for the name of that seat. Nothing: it is not told."""
    kind = game.notes.kind(note.kind)
    if kind.silent:
        return ()
    parts = note_parts(game, words, note, Names((f"\x04{seat}\x04" for seat in range(seats)), reader))
    if count > 1:
        end = "." if parts[-1][0].endswith(".") else ""
        parts = [*parts[:-1], [parts[-1][0].removesuffix("."), *parts[-1][1:]], [times(words, end, count)]]
    text = "".join(part[0] for part in parts)
    line = orjson.dumps({"seat": note.seat, "kind": kind.name, "text": text, "parts": parts})[1:]
    return tuple(int(piece) if i % 2 else piece for i, piece in enumerate(NAME.split(line))) if text else ()


def note_parts(game: Game, words: Words, note: LogNote, names: Sequence[str]) -> list[Part]:
    """A note's sentence, cut into plain text and things at the table, so that a client can point at them."""
    kind = game.notes.kind(note.kind)
    things: dict[str, Part] = {}
    filled: dict[str, object] = {}
    for letter, domain in {"seat": SEAT, **kind.arguments()}.items():
        index = getattr(note, letter)
        said = word(words, domain, index, names)
        if _can_be_pointed_at(domain, index, names):
            things[letter] = [str(said), domain.name, index]
            filled[letter] = Named(f"\x02{letter}\x03", isinstance(said, Named) and said.you)
            if isinstance(said, Noun):
                things[f"{letter}many"] = [said.many, domain.name, index]
                filled[letter] = Noun(f"\x02{letter}\x03|\x02{letter}many\x03", said.language)
        else:
            filled[letter] = said
    pieces = MARK.split(words.say(f"note.{kind.name}", **filled))
    parts = [things[piece] if i % 2 else [piece] for i, piece in enumerate(pieces)]
    return [part for part in parts if part[0]]


def happening_line(happening: Happening, step: int, language: str, names: Sequence[str]) -> dict[str, Any]:
    """What befell a seat, as a line between the steps."""
    words, seat = server_words(language), happening.seat
    level = level_label(happening.level, language) or ""
    before, after = words.say(f"happening.{happening.what}", seat="\x02seat\x03", level=level).split("\x02seat\x03")
    parts = [part for part in ([before], [names[seat], SEAT.name, seat], [after]) if part[0]]
    text = "".join(str(part[0]) for part in parts)
    return {"step": step, "seat": seat, "kind": "table", "text": text, "parts": parts}


def _can_be_pointed_at(domain: Domain, index: int, names: Sequence[str]) -> bool:
    if domain is SEAT:
        return 0 <= index < len(names)
    return domain is not NUMBER and not domain.numeric and index != HIDDEN and 0 <= index < len(domain.values)
