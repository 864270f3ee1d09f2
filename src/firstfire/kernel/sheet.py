"""Sheets: components files read with care.

A sheet is a TOML file whose every problem is collected with its line, so that an owner who
enters the cards of a real box sees all mistakes at once.

    for card in sheet.tables("card", 52):
        i = card.index
        box.level[i] = card.integer("level", 1, 13)
        box.power[i] = card.choice("power", POWERS)

`Game.box_from` calls `finish()`, which raises BadComponents if anything was wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import BadComponents

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-\"'.]+)\s*=")


class Entry:
    """One table of a sheet. Every reader returns something usable even when it complains,
    so that reading goes on and finds the other problems too."""

    def __init__(self, sheet: Sheet, path: str, index: int, data: dict[str, Any], line: int) -> None:
        self.sheet = sheet
        self.path = path
        self.index = index
        self.data = data
        self.line = line

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def complain(self, problem: str, key: str | None = None) -> None:
        """Record a problem of this table (at the line of a key, where one is given)."""
        line = self.sheet.line_of(self.path, self.index, key) if key else self.line
        where = f"[{self.path}] number {self.index + 1}" if self.path else "top level"
        self.sheet.problems.append(f"line {line or self.line}: {where}: {problem}")

    def get(self, key: str, kind: type, default: Any, described: str) -> Any:
        """A value of one type, or a complaint and the default."""
        if key not in self.data:
            self.complain(f"{key} is missing (expected {described})")
            return default
        found = self.data[key]
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.complain(f"{key} = {found!r} is not {described}", key)
            return default
        return found

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from low to high."""
        found: int = self.get(key, int, low, f"a whole number from {low} to {high}")
        if not low <= found <= high:
            self.complain(f"{key} = {found} is not from {low} to {high}", key)
            return low
        return found

    def flag(self, key: str) -> bool:
        """True or false."""
        return bool(self.get(key, bool, False, "true or false"))

    def text(self, key: str) -> str:
        """A text."""
        return str(self.get(key, str, "", "a text"))

    def choice(self, key: str, values: Sequence[str]) -> int:
        """The index of one of the named values."""
        found = self.get(key, str, values[0], f"one of {', '.join(values)}")
        if found not in values:
            self.complain(f"{key} = {found!r} is not one of {', '.join(values)}", key)
            return 0
        return list(values).index(found)

    def integers(self, key: str, count: int | None, low: int, high: int) -> list[int]:
        """A list of whole numbers, of a fixed length where one is given."""
        described = f"a list of {'' if count is None else f'{count} '}whole numbers from {low} to {high}"
        found = self.get(key, list, [low] * (count or 0), described)
        good = all(type(n) is int and low <= n <= high for n in found)
        if not good or (count is not None and len(found) != count):
            self.complain(f"{key} = {found!r} is not {described}", key)
            return [low] * (count or 0)
        return list(found)

    def choices(self, key: str, values: Sequence[str]) -> list[int]:
        """A list of named values, as indices."""
        found = self.get(key, list, [], f"a list of {', '.join(values)}")
        wrong = [name for name in found if name not in values]
        if wrong:
            self.complain(f"{key} has {wrong!r}, not among {', '.join(values)}", key)
        return [list(values).index(name) for name in found if name in values]


class Sheet:
    """A components file."""

    def __init__(self, text: str, name: str = "components") -> None:
        self.name = name
        self.problems: list[str] = []
        try:
            self.data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadComponents(f"{name} is not a TOML file", [str(error)]) from None
        self._lines = _scan(text)

    @classmethod
    def read(cls, path: Path) -> Sheet:
        """Read a file."""
        try:
            return cls(path.read_text(encoding="utf-8"), str(path))
        except (OSError, ValueError) as error:
            raise BadComponents(f"cannot read {path}", [str(error)]) from None

    def table(self, path: str) -> Entry:
        """A single table `[path]`, dotted for a nested one; a complaint and an empty one if it is missing."""
        found: Any = self.data
        for part in path.split("."):
            found = found.get(part, {}) if isinstance(found, dict) else {}
        if not isinstance(found, dict) or not found:
            self.problems.append(f"the table [{path}] is missing")
            found = {}
        return Entry(self, path, 0, found, self.line_of(path, 0, None))

    def tables(self, path: str, count: int | None = None, at_most: int | None = None) -> Iterator[Entry]:
        """All tables `[[path]]` in order, exactly `count` (or `at_most`) of them."""
        found = self.data.get(path, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            self.problems.append(f"[[{path}]] must be a list of tables")
            return
        if count is not None and len(found) != count:
            self.problems.append(f"[[{path}]] stands {len(found)} times, expected {count}")
        limit = at_most if at_most is not None else count
        if at_most is not None and len(found) > at_most:
            self.problems.append(f"[[{path}]] stands {len(found)} times, at most {at_most} fit")
        for i, data in enumerate(found[:limit]):
            yield Entry(self, path, i, data, self.line_of(path, i, None))

    def line_of(self, path: str, index: int, key: str | None) -> int:
        """The line where a table, or a key of it, stands (0 if unknown)."""
        return self._lines.get((path, index, key or ""), 0)

    def finish(self) -> None:
        """Raise if anything was wrong."""
        if self.problems:
            raise BadComponents(f"{self.name} cannot be used", self.problems)


def _scan(text: str) -> dict[tuple[str, int, str], int]:
    """Where each table and each of its keys stands: (path, index, key) → line."""
    lines: dict[tuple[str, int, str], int] = {}
    seen: dict[str, int] = {}
    path, index, depth = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if depth == 0 and (header := _HEADER.match(line)):
            path = header[2]
            index = seen.get(path, -1) + 1 if header[1] == "[[" else 0
            seen[path] = index
            lines.setdefault((path, index, ""), number)
            continue
        if depth == 0 and (key := _KEY.match(line)):
            lines.setdefault((path, index, key[1]), number)
        bare = re.sub(r'"(\\.|[^"\\])*"|\'[^\']*\'|#.*', "", line)
        depth = max(0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}"))
    return lines
