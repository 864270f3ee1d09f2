"""What stands in a line of a book: words, bold and slanted ones, links, drawings, and holes for numbers of the box."""

from __future__ import annotations

import re

from .tree import Emphasis, Icon, Inline, Link, Parts, Strong

_ICON = re.compile(r":([a-z][a-z0-9_-]*):")
_TARGET = re.compile(r"\]\(#([\w.-]+)\)")
_PLAIN = re.compile(r"[^\\*\[\]{:`<!]+")
_SIGNS = set("\\*[]:`<!|_#-.")
_DEEPEST = 6


class Misread(ValueError):
    """A line that cannot be read: what was expected."""


def read_inline(text: str) -> Parts:
    """The parts of a line. Holes (`{box.…}`) stay as they are written."""
    return _InlineReader(text).until("", 0)


class _InlineReader:
    """Reads one line from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def until(self, end: str, depth: int) -> Parts:
        """The parts up to a closing sign, which is taken too (none: up to the end of the line)."""
        if depth > _DEEPEST:
            raise Misread("bold, slanted words and links lie too deep in each other")
        parts: list[Inline] = []
        while self.at < len(self.text):
            if end and self.text.startswith(end, self.at) and not (end == "*" and self._at("**")):
                if not parts:
                    raise Misread(f"expected words before the closing {end!r}")
                self.at += len(end)
                return _joined(parts)
            parts.append(self._part(depth))
        if end:
            raise Misread(f"expected a closing {end!r} before the end")
        return _joined(parts)

    def _at(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def _part(self, depth: int) -> Inline:
        if found := _PLAIN.match(self.text, self.at):
            self.at = found.end()
            return found[0]
        if self._at("\\"):
            return self._escaped()
        if self._at("**"):
            self.at += 2
            return Strong(self.until("**", depth + 1))
        if self._at("*"):
            self.at += 1
            return Emphasis(self.until("*", depth + 1))
        if self._at("{"):
            return self._hole()
        if found := _ICON.match(self.text, self.at):
            self.at = found.end()
            return Icon(found[1])
        if self._at("["):
            return self._link(depth)
        if self._at("!["):
            raise Misread("a picture stands alone in its paragraph: ![caption](position:KEY)")
        return self._sign()

    def _sign(self) -> str:
        """A sign that means nothing here; some would mean something in other Markdown, and are refused."""
        sign = self.text[self.at]
        if sign == "`":
            raise Misread("a rulebook has no code: write the words without `")
        if sign == "<" and re.match(r"</?[a-zA-Z!]", self.text[self.at :]):
            raise Misread("HTML is not read: write the words, or \\< for the sign")
        if sign == "]":
            raise Misread("] closes nothing: write \\] for the sign")
        self.at += 1
        return sign

    def _escaped(self) -> str:
        sign = self.text[self.at + 1 : self.at + 2]
        if sign not in _SIGNS:
            raise Misread(f"\\ stands before a sign it shall take its meaning from, not before {sign!r}")
        self.at += 2
        return sign

    def _hole(self) -> str:
        """A hole with its braces, as it is."""
        depth = 0
        for at in range(self.at, len(self.text)):
            depth += (self.text[at] == "{") - (self.text[at] == "}")
            if depth == 0:
                hole = self.text[self.at : at + 1]
                if not re.match(r"\{(box[.\[]|edition\.|tables\[)", hole):
                    raise Misread(f"braces are for numbers of the box, as in {{box.deal}}, not {hole[:40]!r}")
                self.at = at + 1
                return hole
        raise Misread("expected a closing } before the end")

    def _link(self, depth: int) -> Link:
        self.at += 1
        parts: list[Inline] = []
        while self.at < len(self.text) and not self._at("]"):
            if self._at("["):
                raise Misread("a link has no link in it")
            parts.append(self._part(depth + 1))
        found = _TARGET.match(self.text, self.at)
        if found is None or not parts:
            raise Misread("expected [words](#KEY) with the key of a chapter or the id of a rule")
        self.at = found.end()
        return Link(_joined(parts), found[1])


def _joined(parts: list[Inline]) -> Parts:
    """Neighbouring words as one."""
    made: list[Inline] = []
    for part in parts:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(part)
    return tuple(made)
