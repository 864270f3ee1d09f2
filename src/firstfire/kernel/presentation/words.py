"""Words: everything a person reads, in English and in whatever other languages there are files for.

Each game has `words/en.toml`, and for every other language a file with the same keys and the same
placeholders. Sections every game has:

    [game]      title, pitch (one paragraph), length
    [action]    one sentence per action block, placeholders are the block's parameters
    [note]      one sentence per note kind, placeholders {seat} and {a} {b} {c} {d}
    [phase]     what the player to act is asked, one per phase, placeholder {seat}
    [ending]    one per ending
    [option]    one label per option, [option_value] one per `option.value`
    [value.DOMAIN]  the words of a domain's values; [hidden] what stands for a hidden one
    [zone] [piece] [tip] [label] ...  whatever the scene needs

What is printed on the components is not written into sentences: `{box.hand_limit}` or
`{box.counts[2].rounds}` stands for a number of the box that is on the table, and a game's `name_value`
makes the names of cards and tiles from that box (see `BoxWords`). `{see.tip.hunt}` stands for another
entry, so that the rules drawer can say what a tip says without saying it twice.

Numbers bend their nouns (`{a} {a:card|cards}`) and players read whether they are meant (`{seat:You
draw|{seat} draws} {c}`): see `templates`.

Files are written with plain blanks; `bound` ties a sign to its word where one stands between them (French `:`, `?`,
`«`), once, when they are read. What people say goes through no file and stays as they wrote it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import BadWords
from ..records.domain import Domain
from .languages import ENGLISH, LANGUAGES, language_of, languages_in
from .templates import Noun, bends, filled, partly_filled, placeholders, wrong_forms

_SEE = re.compile(r"\{see\.([^{}]+)\}")
STICKY = "\N{NO-BREAK SPACE}"  # a blank at which no line is broken
_HYPHEN = re.compile(r"(?<![\w.-])-(?=\d)")  # where a minus is meant
_LOOSE = re.compile(r" (?=[:;!?%»](?!\w))|(?<=«) ")


def bound(text: str) -> str:
    """A text whose signs stay with their words where a blank stands between them, as in French: `« oui » : non`."""
    return _LOOSE.sub(STICKY, text)


def within_quotes(sentence: str, language: str) -> str:
    """A sentence that will stand in quotation marks: what it quotes itself gets the inner marks of the language."""
    known = language_of(language)
    if not known.outer[0]:
        return sentence
    opening, closing = (re.escape(mark.strip()) for mark in known.outer)
    return re.sub(rf"\s*{closing}", known.inner[1], re.sub(rf"{opening}\s*", known.inner[0], sentence))


COMMON = Path(__file__).parents[2] / "words"


class Words:
    """The words of one language, by dotted key."""

    def __init__(self, language: str, entries: Mapping[str, str], borrowed: Collection[str] = ()) -> None:
        """Words of a language; the keys in `borrowed` are said in English, and bend as English does."""
        self.language = language
        self.entries = dict(entries)
        self.borrowed = frozenset(borrowed)

    @staticmethod
    @cache
    def of(folder: Path, language: str) -> Words:
        """The words in `folder/<language>.toml`; those that a language lacks are read in English."""
        there = languages_in(folder)
        if language not in there and language not in LANGUAGES:
            raise BadWords("no such language", [f"{language!r}; there are: {', '.join(there)}"])
        english = own_entries(folder, ENGLISH)
        own = own_entries(folder, language) if language in there else {}
        return Words(language, english | own, english.keys() - own.keys())

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def spoken(self, key: str) -> str:
        """The language of the sentence under a key: English where this one lacks it."""
        return ENGLISH if key in self.borrowed else self.language

    def say(self, key: str, **arguments: object) -> str:
        """The sentence under a key with its placeholders filled."""
        template = self.entries.get(key)
        if template is None:
            raise BadWords(f"no word in {self.language}", [key])
        if "|" in template and "{" not in template:
            return Noun(template, self.spoken(key))
        if arguments and bends(template):
            return filled(template, self.spoken(key), arguments)
        return template.format(**arguments) if arguments else template

    def value(self, domain: Domain, index: int) -> str:
        """The word for a value of a domain; a hidden one gets the word for 'some …'."""
        if domain.numeric:
            return str(index) if not domain.values else domain.values[index]
        if not 0 <= index < len(domain.values):
            return self.say(f"hidden.{domain.name}")
        key = f"value.{domain.name}.{domain.values[index]}"
        known = self.entries.get(key, domain.values[index])
        return Noun(known, self.spoken(key)) if "|" in known else known


class BoxWords(Words):
    """The words of a language for one box: its numbers stand in the sentences, and
    `name(words, domain, index)` may name values after it."""

    def __init__(self, plain: Words, box: Any, name: Callable[[Words, Domain, int], str | None] | None) -> None:
        seen = {key: _with_others(key, text, plain.entries) for key, text in plain.entries.items()}
        told = {key: _with_facts(key, text, plain.spoken(key), box) for key, text in seen.items()}
        super().__init__(plain.language, told, plain.borrowed)
        self._name = name
        self._named: dict[tuple[Domain, int], str] = {}

    def say(self, key: str, **arguments: object) -> str:
        """The sentence under a key; numbers below zero have a minus."""
        said = super().say(key, **arguments)
        return _HYPHEN.sub("−", said) if _HYPHEN.search(said) else said

    def value(self, domain: Domain, index: int) -> str:
        """The word for a value of a domain, asked of the game first."""
        if (domain, index) not in self._named:
            known = self._name is not None and not domain.numeric and 0 <= index < len(domain.values)
            own = self._name(self, domain, index) if known and self._name else None
            self._named[domain, index] = super().value(domain, index) if own is None else own
        return self._named[domain, index]


def common_words(language: str) -> Words:
    """The words every table shares, whatever is played; in English where a game knows a language that the table does
    not."""
    check_language(language)
    return _common_words(language if language in LANGUAGES else ENGLISH)


@cache
def _common_words(language: str) -> Words:
    return Words.of(COMMON, language)


def check_language(language: object) -> None:
    """Refuse what is not even the code of a language."""
    if not isinstance(language, str):
        raise BadWords("no such language", [f"a language is a text such as 'en', not {language!r}"])


def own_entries(folder: Path, language: str) -> dict[str, str]:
    """What a language has of its own in `folder/<language>.toml`, by dotted key."""
    path = folder / f"{language}.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadWords(f"cannot read {path.name}", [str(error)]) from None
    return dict(_flat(data, ""))


def listed(words: Words, parts: Sequence[str], link: str = "and") -> str:
    """Several things in a row, as one says it: a, b and c (link `or`: a, b or c)."""
    if len(parts) < 2:
        return "".join(parts)
    return common_words(words.language).say(f"list.{link}", most=", ".join(parts[:-1]), last=parts[-1])


def _with_others(key: str, text: str, entries: Mapping[str, str]) -> str:
    """A sentence with the other entries it names."""
    lost = [name for name in _SEE.findall(text) if name not in entries or _SEE.search(entries[name])]
    if lost:
        raise BadWords("a word names another one that is not there, or not plain", [f"{key}: {name}" for name in lost])
    return _SEE.sub(lambda found: _first_form(entries[found[1]]), text)


def _first_form(text: str) -> str:
    return text if "{" in text else text.partition("|")[0]


def _with_facts(key: str, text: str, language: str, box: Any) -> str:
    """A sentence with the numbers of a box; the other placeholders stay."""
    if "{box" not in text:
        return text
    try:
        return partly_filled(text, language, {"box": box})
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadWords("a word names what no box has", [f"{key}: {error}"]) from None


def _flat(data: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, entry in data.items():
        name = f"{prefix}.{key}" if prefix else key
        found += _flat(entry, name) if isinstance(entry, dict) else [(name, bound(str(entry)))]
    return found


def compare_languages(folder: Path) -> list[str]:
    """Every key that a language lacks (unless it is partial), leaves empty, fills with other placeholders than English,
    or bends wrongly."""
    problems = []
    for language in languages_in(folder):
        problems += [f"{language}: {problem}" for problem in wrong_words(folder, language)]
        if not language_of(language).partial:
            problems += [f"{language} lacks {key}" for key in missing_words(folder, language)]
    return sorted(problems)


def missing_words(folder: Path, language: str) -> list[str]:
    """The keys of English that a language lacks."""
    own = own_entries(folder, language)
    return [key for key in own_entries(folder, ENGLISH) if key not in own]


def translated(folders: Iterable[Path], language: str) -> int:
    """How many per cent of the words in some folders a language has."""
    there = total = 0
    for folder in folders:
        words = len(own_entries(folder, ENGLISH))
        total += words
        there += words - len(missing_words(folder, language)) if language in languages_in(folder) else 0
    return 100 * there // total


def wrong_words(folder: Path, language: str) -> list[str]:
    """What is wrong with the words that a language has."""
    english, problems = own_entries(folder, ENGLISH), []
    for key, text in own_entries(folder, language).items():
        if key not in english:
            problems.append(f"{key} is not in English")
        elif not text.strip():
            problems.append(f"{key} is empty")
        elif wrong := wrong_forms(text, language):
            problems.append(f"{key} has not the forms it needs for {', '.join(wrong)}")
        elif not wrong_forms(english[key], ENGLISH) and placeholders(text) != placeholders(english[key]):
            problems.append(f"{key} has other placeholders than English")
    return problems
