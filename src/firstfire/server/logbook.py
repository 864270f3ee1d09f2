"""The logbook: what happened, as lines one seat may read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..kernel.domain import NUMBER, SEAT, Domain
from ..kernel.game import Game
from ..kernel.notes import HIDDEN
from ..kernel.sentences import LogNote, word
from ..kernel.templates import Named, Noun
from ..kernel.words import Words
from .describing import level_label
from .refusals import server_words
from .story import Happening

MARK = re.compile("\x02([a-z]+)\x03")
Part = list[Any]  # [text], or [text, domain, index] for something at the table


def log_lines(
    game: Game, words: Words, step: int, notes: Sequence[LogNote], seat: int, names: Sequence[str]
) -> list[dict[str, Any]]:
    """What one step's notes say to a seat."""
    lines = []
    for note in notes:
        kind = game.notes.kind(note.kind)
        if kind.silent:
            continue
        parts = note_parts(game, words, note.seen_by(seat), names)
        text = "".join(part[0] for part in parts)
        if text:
            lines.append({"step": step, "seat": note.seat, "kind": kind.name, "text": text, "parts": parts})
    return lines


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
