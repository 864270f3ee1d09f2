"""From the text of a position to nested values, before anything is known of the game: names, brackets, rows.

kernel/positions/notation.py says how positions are written and what the values mean.
"""

from __future__ import annotations

import re
from typing import Any

from ...errors import BadPosition
from ..presentation.complaints import complaints

DEEPEST = 8  # brackets within brackets
_TOKEN = re.compile(r"[\s;]+|#[^\n]*|[][{}=:]|[^][{}=:\s;#]+")


def parsed_items(text: str) -> list[tuple[str, Any]]:
    """The named values of a text, in order."""
    tokens = [token for token in _TOKEN.findall(text) if not token[0].isspace() and token[0] not in ";#"]
    parser = _Parser(tokens)
    found = parser.items("")
    if parser.problems:
        raise complaints(BadPosition, "unreadable", parser.problems)
    return found


class _Parser:
    """From tokens to nested values: texts, rows as lists of (key, value), records as lists of (name, value)."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.problems: list[str] = []

    def next(self) -> str:
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        self.at += 1
        return token

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def items(self, end: str) -> list[tuple[str, Any]]:
        """`name=value` after `name=value`, up to a bracket or the end."""
        found: dict[str, Any] = {}
        while not self.problems and self.peek() not in (end, ""):
            name, equals = self.next(), self.next()
            if name in "[]{}=:" or equals != "=" or self.peek() in ("", "]", "}", "=", ":"):
                self.problems.append(f"{name + equals!r} is not of the form name=value")
            elif name in found:
                self.problems.append(f"{name} is given twice")
            else:
                found[name] = self.value(name)
        if end and self.next() != end and not self.problems:
            self.problems.append(f"a {end} is missing at the end")
        return list(found.items())

    def value(self, where: str) -> Any:
        token = self.next()
        if token not in ("[", "{"):
            return token
        self.depth += 1
        if self.depth > DEEPEST:
            self.problems.append(f"{where}: brackets lie too deep")
            return ""
        made = Entries(self.entries(where)) if token == "[" else Fields(self.items("}"))
        self.depth -= 1
        return made

    def entries(self, where: str) -> list[tuple[str | None, Any]]:
        found: list[tuple[str | None, Any]] = []
        while not self.problems and self.peek() not in ("]", ""):
            key = None
            if self.peek(1) == ":":
                key = self.next()
                self.next()
            if self.peek() in ("", "]", "}", "=", ":"):
                self.problems.append(f"{where}: {self.peek() or 'the end'!r} stands where a value should")
            found.append((key, self.value(where)))
        if self.next() != "]" and not self.problems:
            self.problems.append(f"{where}: a ] is missing")
        return found


class Entries(list[tuple[str | None, Any]]):
    """The entries of a row: (place or None, value)."""


class Fields(list[tuple[str, Any]]):
    """The named values of a record."""
