"""Languages: what the code has to know of each one, read from `firstfire/languages/<code>.toml`.

    name = "Français"            what its speakers call it
    partial = true               some words are still missing; they are read in English
    colon = " : "                a colon with its blanks
    decimal = ","                the sign between units and tenths
    group = " "                  the sign between thousands and hundreds
    percent = "{} %"             a number in per cent
    [quotes]                     what quotes a sentence, and what it has to change to within another quotation
    outer = ["« ", " »"]
    inner = ["“", "”"]
    [plural]                     the rules of CLDR for whole numbers, by category; all other numbers are `other`
    one = "i = 0,1"
    [letters]                    small letters that are no plain letter with an accent, in plain letters
    "œ" = "oe"

A language exists as soon as it has such a file. The plural rules are those of
https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html, in the notation used there.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from ...errors import BadWords

ENGLISH = "en"  # the one language that every folder of words has
OTHER = "other"  # the plural category of every number that no rule names
CATEGORIES = ("zero", "one", "two", "few", "many", OTHER)
T = TypeVar("T")
FOLDER = Path(__file__).parents[2] / "languages"
_RELATION = re.compile(r"([nivwftec])(?:\s*%\s*(\d+))?\s*(!?=)\s*([\d.,\s]+)")


@dataclass(frozen=True)
class Language:
    """A language as data."""

    code: str
    name: str
    partial: bool = False
    colon: str = ": "
    decimal: str = "."
    group: str = ","
    percent: str = "{}%"
    outer: Sequence[str] = field(default=("", ""), hash=False)
    inner: Sequence[str] = field(default=("", ""), hash=False)
    plural: Mapping[str, str] = field(default_factory=lambda: {"one": "i = 1 and v = 0"}, hash=False)
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def categories(self) -> tuple[str, ...]:
        """The plural categories of its whole numbers."""
        return tuple(name for name in CATEGORIES if name in self.plural or name == OTHER)


def languages_in(folder: Path) -> tuple[str, ...]:
    """The languages that a folder has a file for: English first, the others by code."""
    others = sorted(page.stem for page in folder.glob("*.toml") if page.stem != ENGLISH)
    return (ENGLISH, *others)


LANGUAGES = languages_in(FOLDER)


@cache
def language_of(code: str) -> Language:
    """What is known of a language. One without a file (a game may bring words in any) has English habits."""
    path = FOLDER / f"{code}.toml"
    if code not in LANGUAGES:
        return Language(code, code)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        quotes: dict[str, Any] = data.pop("quotes", {})
        found = Language(code, **data, **quotes)
    except (OSError, ValueError, TypeError) as error:
        raise BadWords(f"cannot read languages/{path.name}", [str(error)]) from None
    for rule in found.plural.values():
        fits(rule, 0)
    return found


def format_number(number: str, code: str) -> str:
    """A number that Python has written (`-1,234.5`), in the signs of a language."""
    known = language_of(code)
    return number.translate({ord("-"): "−", ord(","): known.group, ord("."): known.decimal})


def format_percent(share: float, code: str, spec: str = ".0f") -> str:
    """A part of a whole in per cent."""
    number = format_number(f"{100 * share:{spec}}", code)
    return language_of(code).percent.replace(" ", "\N{NO-BREAK SPACE}").format(number)


def in_language(told: Mapping[str, T], code: str) -> T | None:
    """What was written down in every language there was then: in this one, else in English."""
    return told.get(code, told.get(ENGLISH))


@lru_cache(maxsize=4096)
def plural_category(number: int, code: str) -> str:
    """The plural category of a whole number in a language: one, few, many … or other."""
    rules = language_of(code).plural
    return next((name for name, rule in rules.items() if fits(rule, abs(number))), OTHER)


def fits(rule: str, number: int) -> bool:
    """Whether a whole number (not negative) fits a plural rule of CLDR."""
    return any(all(_holds(relation, number) for relation in part.split(" and ")) for part in rule.split(" or "))


def _holds(relation: str, number: int) -> bool:
    """One comparison: `i % 10 = 2..4,9`. A whole number has no visible fraction, so v, w, f, t, e and c are 0."""
    found = _RELATION.fullmatch(relation.strip())
    if found is None:
        raise BadWords("no plural rule of CLDR", [relation])
    operand, modulus, sign, ranges = found.groups()
    value = number if operand in "ni" else 0
    if modulus:
        value %= int(modulus)
    bounds = [part.strip().partition("..") for part in ranges.split(",")]
    return any(int(low) <= value <= int(high or low) for low, _, high in bounds) == (sign == "=")


def plain_letters(text: str) -> str:
    """A text in ASCII; a sign that has nothing plain is left out."""
    plain = "".join(_plain_letter(letter) for letter in text)
    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()


def _plain_letter(letter: str) -> str:
    plain = LETTERS.get(letter.lower(), letter)
    return plain if letter.islower() else plain.upper()


def folded(text: str) -> str:
    """A text as it is searched: in small plain letters. The browser has the same rule (`ui/book.ts`)."""
    small = unicodedata.normalize("NFD", text.lower())
    bare = "".join(letter for letter in small if not unicodedata.combining(letter))
    return "".join(LETTERS.get(letter, letter) for letter in bare).replace("’", "'")


COMPLETE_LANGUAGES = tuple(code for code in LANGUAGES if not language_of(code).partial)  # their words are whole
LETTERS = {letter: plain for code in LANGUAGES for letter, plain in language_of(code).letters.items()}  # of them all
