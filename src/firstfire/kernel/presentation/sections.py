"""Sections: the parts of the rules and of the guide, as they stand in a game's words."""

from __future__ import annotations

import re
from typing import NamedTuple

from .words import Words

RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]{0,3}\d+[a-z]?\b")
_CITED_ID = r"(?:[A-Z]{2}-[A-Z]{0,3}\d+(?:\.\d+)*[a-z]?|R\d+)"  # of a rule, or of a ruling
_CITED = re.compile(rf"\s*\({_CITED_ID}(?:[,;–-]?\s*{_CITED_ID})*\)|\b{_CITED_ID}\s?:\s+")


class Section(NamedTuple):
    """A part of the rules: its key, its title, its text, and the numbers of rules it is about."""

    id: str
    title: str
    text: str
    about: str = ""

    @property
    def cites(self) -> list[str]:
        """The rules it stands on, by their numbers."""
        return sorted(set(RULE_ID.findall(f"{self.title} {self.text} {self.about}")))


def sections(words: Words, part: str) -> list[Section]:
    """The sections of a part of the words, in order: `key = "text"` (with `key_title`), or a table with
    `title`, `text` and `cites`: the numbers of its rules, where they do not stand in the text."""
    titles: dict[str, str] = {}
    about: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    for key, text in words.entries.items():
        head, _, rest = key.partition(".")
        if head != part or not rest:
            continue
        name, _, field = rest.partition(".")
        if not field and name.endswith("_title"):
            name, field = name.removesuffix("_title"), "title"
        texts.setdefault(name, [])
        if field == "title":
            titles[name] = text
        elif field == "cites":
            about[name] = text
        else:
            texts[name].append(text)
    return [
        Section(name, titles.get(name, ""), "\n\n".join(found), about.get(name, "")) for name, found in texts.items()
    ]


def without_rule_ids(text: str) -> str:
    """A sentence without the numbers of the rules behind it, for pages on which nobody can open them."""
    return _CITED.sub("", text)
