"""Who made the printed game, and how much of our components is printed in it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .words import common_words, listed

_SOURCE = re.compile(r"(.*_)?source")


@dataclass(frozen=True)
class Credits:
    """The people of the printed game, as its rulebook names them; empty where it names nobody."""

    designers: tuple[str, ...] = ()
    artists: tuple[str, ...] = ()
    publisher: str = ""

    def sentence(self, language: str) -> str:
        """The makers of the game in a sentence; empty where nobody is named."""
        words = common_words(language)
        named = {"designers": self.designers, "artists": self.artists, "publisher": (self.publisher,)}
        parts = [(key, [name for name in names if name]) for key, names in named.items()]
        return " ".join(words.say(f"about.{key}", names=listed(words, names)) for key, names in parts if names)


@dataclass(frozen=True)
class Edition:
    """How many entries of a components file come from where (`source = "book"` and so on)."""

    book: int = 0
    icon: int = 0
    public: int = 0
    design: int = 0
    owner: int = 0

    @classmethod
    def of(cls, components: Path) -> Edition:
        """The count of a components file."""
        return cls.of_text(components.read_text(encoding="utf-8"))

    @classmethod
    def of_text(cls, components: str) -> Edition:
        """The count of a components file, by its text."""
        found = Counter(sources(tomllib.loads(components)))
        return cls(found["book"], found["icon"], found["public"], found["design"], found["owner"])

    @property
    def entries(self) -> int:
        """All entries that say where they come from."""
        return self.book + self.icon + self.public + self.design + self.owner

    def sentence(self, language: str) -> str:
        """What is printed and what is ours, in a language; empty for a game that was never printed."""
        counts = {"book": self.book, "icon": self.icon, "public": self.public, "design": self.design}
        return common_words(language).say("about.edition", entries=self.entries, **counts) if self.entries else ""


def sources(data: Any) -> Iterator[str]:
    """Every source that stands in a file, however deep."""
    if isinstance(data, list):
        for each in data:
            yield from sources(each)
    elif isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str) and _SOURCE.fullmatch(key):
                yield value
            else:
                yield from sources(value)
