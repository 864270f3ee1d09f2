"""Templates: sentences with holes, of which some bend to what fills them.

    {card}                               a word
    {a} {a:card|cards}                   a number bends its noun: one form for one, one for many
    {a:a card|{a} cards}                 the same, with the number itself inside
    {seat:You draw|{seat} draws} {c}     a player who reads it is addressed, everybody else reads the name
    {a} {good:{a}}                       a word of a domain bends too, if it has two forms: berry = "berry|berries"

Forms are templates themselves. Any other format spec (`{win:.0%}`) is Python's own. French counts 0 and 1
as one; English and Dutch only 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

from ...errors import BadWords

KEPT = 16384  # templates that stay parsed

# A literal text; or a hole: its field, its conversion and plain spec, its forms.
Hole = tuple[str, str, tuple["Template", ...]]
Template = tuple[str | Hole, ...]

_formatter = Formatter()


class Named(str):
    """A player's name in a sentence; `you` where that player is the one who reads it."""

    you: bool
    __slots__ = ("you",)

    def __new__(cls, name: str, you: bool = False) -> Named:
        """A name, and whether it is the reader's."""
        made = super().__new__(cls, name)
        made.you = you
        return made


class Noun(str):
    """A word with a form for many. It reads as the form for one, and bends to a number: `{good:{count}}`."""

    many: str
    language: str
    __slots__ = ("language", "many")

    def __new__(cls, text: str, language: str) -> Noun:
        """Both forms, with a bar between them."""
        one, _, many = text.partition("|")
        made = super().__new__(cls, one)
        made.many = many
        made.language = language
        return made

    def __reduce__(self) -> tuple[type[Noun], tuple[str, str]]:
        return Noun, (f"{self}|{self.many}", self.language)

    def __format__(self, spec: str) -> str:
        return str(self) if not spec or is_one(int(spec), self.language) else self.many


@lru_cache(maxsize=KEPT)
def parsed(text: str) -> Template:
    """A template, read once."""
    found: list[str | Hole] = []
    for literal, field, spec, conversion in _formatter.parse(text):
        if literal:
            found.append(literal)
        if field is not None:
            forms = split_forms(spec or "")
            plain = (f"!{conversion}" if conversion else "") + (f":{spec}" if spec and len(forms) < 2 else "")
            found.append((field, plain, tuple(parsed(form) for form in forms) if len(forms) > 1 else ()))
    return tuple(found)


def split_forms(spec: str) -> list[str]:
    """A format spec at its bars, those of inner holes left alone."""
    forms, depth = [""], 0
    for letter in spec:
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and depth == 0:
            forms.append("")
        else:
            forms[-1] += letter
    return forms


def filled(text: str, language: str, values: Mapping[str, Any]) -> str:
    """The sentence a template makes with these values."""
    return _said(parsed(text), language, values)


def _said(template: Template, language: str, values: Mapping[str, Any]) -> str:
    said = []
    for part in template:
        if isinstance(part, str):
            said.append(part)
            continue
        field, plain, forms = part
        if forms:
            said.append(_said(chosen(field, forms, values, language), language, values))
        elif not plain and field in values:
            said.append(format(values[field]))
        else:
            said.append(f"{{{field}{plain}}}".format(**values))
    return "".join(said)


def chosen(field: str, forms: tuple[Template, ...], values: Mapping[str, Any], language: str) -> Template:
    """The form that fits what fills a hole."""
    value = values[field] if field in values else _formatter.get_field(field, (), values)[0]
    if len(forms) != 2:
        raise BadWords("a word has two forms", [f"{{{field}}} has {len(forms)}"])
    if isinstance(value, Named):
        return forms[0 if value.you else 1]
    if isinstance(value, int):
        return forms[0 if is_one(value, language) else 1]
    raise BadWords("only a number or a player chooses between forms", [f"{{{field}}} is {value!r}"])


def is_one(number: int, language: str) -> bool:
    """Whether a number takes the singular in a language."""
    return number in (0, 1) if language == "fr" else number == 1


def partly_filled(text: str, language: str, values: Mapping[str, Any]) -> str:
    """A template in which the holes of these names are filled and the others stay."""
    return _bound(parsed(text), language, values)


def _bound(template: Template, language: str, values: Mapping[str, Any]) -> str:
    kept = []
    for part in template:
        if isinstance(part, str):
            kept.append(_escaped(part))
            continue
        field, plain, forms = part
        if _root(field) not in values:
            inner = "|".join(_bound(form, language, values) for form in forms)
            kept.append(f"{{{field}{plain}{':' if forms else ''}{inner}}}")
        elif forms:
            kept.append(_bound(chosen(field, forms, values, language), language, values))
        else:
            kept.append(_escaped(f"{{{field}{plain}}}".format(**values)))
    return "".join(kept)


def _root(field: str) -> str:
    return field.split(".")[0].split("[")[0]


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def outline(text: str) -> str:
    """A template as one would write it in a list: of each pair the form for many, or for everybody else."""
    return "".join(_outlined(part) for part in parsed(text))


def _outlined(part: str | Hole) -> str:
    if isinstance(part, str):
        return part
    field, _, forms = part
    return "".join(map(_outlined, forms[-1])) if forms else f"{{{field}}}"


def placeholders(text: str) -> set[str]:
    """The names in braces of a template, those inside forms too."""
    return _names(parsed(text))


def _names(template: Template) -> set[str]:
    found: set[str] = set()
    for part in template:
        if not isinstance(part, str) and part[0]:
            found |= {part[0]}.union(*map(_names, part[2]))
    return found


def wrong_forms(text: str) -> list[str]:
    """The holes of a template that have other than two forms, or an empty pair."""
    return _wrong(parsed(text))


def _wrong(template: Template) -> list[str]:
    found = []
    for part in template:
        if isinstance(part, str):
            continue
        field, _, forms = part
        if forms and (len(forms) != 2 or forms[0] == forms[1]):
            found.append(field)
        for form in forms:
            found += _wrong(form)
    return found
