"""Components files, read with care.

A components file is a TOML file whose every problem is collected with its line, so that an owner who
enters the cards of a real box sees all mistakes at once.

    for card in file.tables("card", 52):
        i = card.index
        box.level[i] = card.integer("level", 1, 13)
        box.power[i] = card.choice("power", POWERS)

`Game.box_from` calls `finish()`, which raises BadComponents if anything was wrong. What nothing has
asked for is wrong too: a key or table with a typing mistake is named, with the one that was meant.
(`id`, `name` and `source`, or `…_source` of a single key, may stand in every table.)
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import BadComponents
from .presentation.complaints import Phrase, complaints

LARGEST = 256 * 1024  # bytes; ten times the largest of our own
MOST_PARTS = 6  # of a dotted key: the TOML reader takes time and memory by their square
DEEPEST = 12  # lists and tables inside each other
_TOKEN = re.compile(  # a string (one without an end goes as far as it may), a comment, a mark, or what stands between
    r"""(?s:"{3}(?:\\.|[^\\])*?(?:"{3,5}|\Z)|'{3}.*?(?:'{3,5}|\Z))|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?"""
    r"""|#[^\n]*|[^\[\]{}.,=\n"'#]+|\n|."""
)
_HEADER = re.compile(r"^\s*(\[\[?)([^\]]+)\]")
_BARE = re.compile(r'"(?:\\.|[^"\\])*"?|\'[^\']*\'?|#.*')
_LABEL = re.compile(r"id|name|(.*_)?source")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-\"'.]+)\s*=")


class Entry:
    """One table of the file. Every reader returns something usable even when it complains,
    so that reading goes on and finds the other problems too."""

    def __init__(self, file: ComponentsFile, path: str, index: int, data: dict[str, Any], line: int) -> None:
        self.file = file
        self.path = path
        self.index = index
        self.data = data
        self.line = line

    def __contains__(self, key: str) -> bool:
        self.file.asked.setdefault(self.path, {}).setdefault(self.index, {})[key] = None
        return key in self.data

    def complain(self, problem: str, key: str | None = None) -> None:
        """Record a problem of this table (at the line of a key, where one is given)."""
        line = self.file.line_of(self.path, self.index, key) if key else self.line
        self.file.problems.append(_at(line or self.line, _place(self.path, self.index), problem))

    def get(self, key: str, kind: type, default: Any, described: str) -> Any:
        """A value of one type, or a complaint and the default."""
        if key not in self:
            self.complain(Phrase.of("components.missing", name=key, expected=described))
            return default
        found = self.data[key]
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.complain(Phrase.of("components.wrong", name=key, found=repr(found), expected=described), key)
            return default
        return found

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from low to high."""
        found: int = self.get(key, int, low, Phrase.of("components.number", low=low, high=high))
        if not low <= found <= high:
            self.complain(Phrase.of("components.range", name=key, found=found, low=low, high=high), key)
            return low
        return found

    def flag(self, key: str) -> bool:
        """True or false."""
        return bool(self.get(key, bool, False, Phrase.of("components.flag", yes="true", no="false")))

    def text(self, key: str) -> str:
        """A text."""
        return str(self.get(key, str, "", Phrase.of("components.text")))

    def choice(self, key: str, values: Sequence[str]) -> int:
        """The index of one of the named values."""
        expected = Phrase.of("components.one_of", names=", ".join(values))
        found = self.get(key, str, values[0], expected)
        if found not in values:
            self.complain(Phrase.of("components.wrong", name=key, found=repr(found), expected=expected), key)
            return 0
        return list(values).index(found)

    def integers(self, key: str, count: int | None, low: int, high: int) -> list[int]:
        """A list of whole numbers, of a fixed length where one is given."""
        kind = "components.numbers" if count is None else "components.so_many_numbers"
        described = Phrase.of(kind, **({} if count is None else {"count": count}), low=low, high=high)
        found = self.get(key, list, [low] * (count or 0), described)
        good = all(type(n) is int and low <= n <= high for n in found)
        if not good or (count is not None and len(found) != count):
            self.complain(Phrase.of("components.wrong", name=key, found=repr(found), expected=described), key)
            return [low] * (count or 0)
        return list(found)

    def choices(self, key: str, values: Sequence[str]) -> list[int]:
        """A list of named values, as indices."""
        found = self.get(key, list, [], Phrase.of("components.names", names=", ".join(values)))
        wrong = [name for name in found if name not in values]
        if wrong:
            self.complain(Phrase.of("components.not_among", name=key, found=repr(wrong), names=", ".join(values)), key)
        return [list(values).index(name) for name in found if name in values]


class ComponentsFile:
    """A components file."""

    def __init__(self, text: str, name: str = "components") -> None:
        self.name = name
        self.problems: list[str] = []
        self.asked: dict[str, dict[int, dict[str, None]]] = {}  # the tables that were asked for: by number, their keys
        _check_shape(text, name)
        try:
            self.data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # no TOML, or a number of thousands of digits
            raise complaints(BadComponents, "not_toml", [str(error)], file=name) from None
        self._lines = _scan(text)

    @classmethod
    def read(cls, path: Path) -> ComponentsFile:
        """Read a file."""
        try:
            with path.open("rb") as file:  # never more than that: a device has no end
                data = file.read(LARGEST + 1)
            return cls(data.decode("utf-8"), str(path))
        except (OSError, ValueError) as error:
            raise complaints(BadComponents, "no_components", [str(error)], file=path) from None

    def table(self, path: str) -> Entry:
        """A single table `[path]`, dotted for a nested one; a complaint and an empty one if it is missing."""
        self.asked.setdefault(path, {})
        found: Any = self.data
        for part in path.split("."):
            found = found.get(part, {}) if isinstance(found, dict) else {}
        if not isinstance(found, dict) or not found:
            self.problems.append(Phrase.of("components.no_table", path=path))
            found = {}
        return Entry(self, path, 0, found, self.line_of(path, 0, None))

    def tables(self, path: str, count: int | None = None, at_most: int | None = None) -> Iterator[Entry]:
        """All tables `[[path]]` in order, exactly `count` (or `at_most`) of them."""
        self.asked.setdefault(path, {})
        found = self.data.get(path, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            self.problems.append(Phrase.of("components.no_tables", path=path))
            return
        if count is not None and len(found) != count:
            self.problems.append(Phrase.of("components.count", path=path, found=len(found), count=count))
        limit = at_most if at_most is not None else count
        if at_most is not None and len(found) > at_most:
            self.problems.append(Phrase.of("components.at_most", path=path, found=len(found), count=at_most))
        for i, data in enumerate(found[:limit]):
            yield Entry(self, path, i, data, self.line_of(path, i, None))

    def line_of(self, path: str, index: int, key: str | None) -> int:
        """The line where a table, or a key of it, stands (0 if unknown)."""
        return self._lines.get((path, index, key or ""), 0)

    def finish(self) -> None:
        """Raise if anything was wrong."""
        try:
            self.problems += self._strange("", 0, self.data)
        except RecursionError:
            self.problems.append(Phrase.of("components.too_deep"))
        if self.problems:
            raise complaints(BadComponents, "bad_components", self.problems, file=self.name)

    def _strange(self, path: str, index: int, data: dict[str, Any]) -> Iterator[str]:
        """What stands in a table, and in the tables below it, that nothing has asked for."""
        asked = self.asked.get(path, {})
        if asked and index not in asked:  # more tables than there may be, as was said
            return
        known = asked.get(index, {})
        below = {
            key: value
            for key, value in data.items()
            if key not in known and _tables_in(value) and not self.line_of(path, index, key)
        }
        own = [key for key in data if key not in known and key not in below and not _LABEL.fullmatch(key)]
        if own and path and path not in self.asked:
            line = self.line_of(path, index, None)
            yield _at(line, Phrase.of("components.strange_table", path=path, meant=_meant(path, self.asked)))
            return
        missing = [key for key in known if key not in data and not _LABEL.fullmatch(key)]
        for key in own:
            line = self.line_of(path, index, key) or self.line_of(path, index, None)
            strange = Phrase.of("components.strange_key", name=key, meant=_meant(key, missing or known))
            yield _at(line, _place(path, index), strange)
        for key, value in below.items():
            for i, table in enumerate(_tables_in(value)):
                yield from self._strange(f"{path}.{key}" if path else key, i, table)


def _check_shape(text: str, name: str) -> None:
    """Refuse what no components file looks like before the TOML reader sees it: some texts of a few
    kilobytes cost it gigabytes."""
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise complaints(BadComponents, "bad_components", [Phrase.of("components.too_large", bytes=LARGEST)], file=name)
    line, parts, depth = 1, 1, 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == ".":
            parts += 1
        elif token in ("=", ",", "\n", "[", "]", "{", "}"):
            parts = 1
            depth = max(0, depth + (token in "[{") - (token in "]}"))
        if parts > MOST_PARTS:
            problem = _at(line, Phrase.of("components.key_parts", count=MOST_PARTS))
            raise complaints(BadComponents, "bad_components", [problem], file=name)
        if depth > DEEPEST:
            problem = _at(line, Phrase.of("components.too_deep"))
            raise complaints(BadComponents, "bad_components", [problem], file=name)
        line += token.count("\n")


def _tables_in(value: Any) -> list[dict[str, Any]]:
    """The tables under a key: one, several, or none."""
    if isinstance(value, dict):
        return [value]
    return value if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value) else []


def _at(line: int, *what: str) -> Phrase:
    """A problem with its line (and the table it is in)."""
    rest = what[0] if len(what) == 1 else Phrase.of("components.in_table", where=what[0], problem=what[1])
    return Phrase.of("components.at", line=line, problem=rest)


def _place(path: str, index: int) -> Phrase:
    """Which table it is."""
    return Phrase.of("components.table", path=path, number=index + 1) if path else Phrase.of("components.top")


def _meant(name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, names := list(names), n=1)
    if near:
        return Phrase.of("components.meant", near=near[0])
    return Phrase.of("components.known", names=", ".join(names)) if names else ""


def _scan(text: str) -> dict[tuple[str, int, str], int]:
    """Where each table and each of its keys stands: (path, index, key) → line."""
    lines: dict[tuple[str, int, str], int] = {}
    seen: dict[str, int] = {}
    path, index, depth = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if depth == 0 and (header := _HEADER.match(line)):
            path = header[2].strip()
            index = seen.get(path, -1) + 1 if header[1] == "[[" else 0
            seen[path] = index
            lines.setdefault((path, index, ""), number)
            continue
        if depth == 0 and (key := _KEY.match(line)):
            lines.setdefault((path, index, key[1]), number)
        bare = _BARE.sub("", line)
        depth = max(0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}"))
    return lines
