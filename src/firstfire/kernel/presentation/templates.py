"""Templates: sentences with holes, of which some bend to what fills them.

    {card}                               a word
    {a} {a:card|cards}                   a number bends its noun: one form for one, one for all other numbers
    {a} {a:one=karta|few=karty|other=kart}   the same with the plural categories of the language (see `languages`)
    {a:a card|{a} cards}                 the same, with the number itself inside
    {seat:You draw|{seat} draws} {c}     a player who reads it is addressed, everybody else reads the name
    {a} {good:{a}}                       a word of a domain bends too, if it has forms: berry = "berry|berries"
    {place:dat}                          a form that has a name: wald = "Wald|dat=Walde"
    {place:m=dem|f=der|other=dem}        a gender that the word declares: wald = "Wald|is=m"

Forms are templates themselves. Any other format spec (`{win:.0%}`) is Python's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

from ...errors import BadWords
from .languages import CATEGORIES, OTHER, language_of, plural_category

KEPT = 16384  # templates that stay parsed
ONE = "one"  # the label of the first of two forms, as `other` is that of the second
GENDER = "is"  # the label of a word's gender
_LABEL = re.compile(r"([a-z]+)=")
_FORM_NAME = re.compile(r"[a-z]{2,}")  # no format spec of Python


Template: TypeAlias = "tuple[str | Hole, ...]"


class Hole(NamedTuple):
    """A gap of a template: what fills it, its conversion and plain spec, its forms by label, the form of a word."""

    field: str
    plain: str
    forms: Mapping[str, Template]
    form: str


_formatter = Formatter()


class PlayerName(str):
    """A player's name in a sentence; `you` where that player is the one who reads it."""

    you: bool
    __slots__ = ("you",)

    def __new__(cls, name: str, you: bool = False) -> PlayerName:
        """A name, and whether it is the reader's."""
        made = super().__new__(cls, name)
        made.you = you
        return made


class Noun(str):
    """A word with forms: `berry|berries`, `karta|few=karty|other=kart|acc=kartę|is=f`. It reads as the first one, and
    bends to a number (`{good:{count}}`), to the name of a form (`{good:acc}`), or chooses by its gender."""

    forms: Mapping[str, str]
    language: str
    __slots__ = ("forms", "language")

    def __new__(cls, text: str, language: str) -> Noun:
        """A word and its forms, with bars between them."""
        forms = labelled(text)
        if ONE not in forms:
            raise BadWords("the first form of a word has no label", [text])
        made = super().__new__(cls, forms[ONE])
        made.forms = forms
        made.language = language
        return made

    def __reduce__(self) -> tuple[type[Noun], tuple[str, str]]:
        return Noun, ("|".join(f"{label}={form}" for label, form in self.forms.items()), self.language)

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if _FORM_NAME.fullmatch(spec):
            return self.forms.get(spec, str(self))
        category = plural_category(int(spec), self.language)
        return self.forms.get(category) or self.forms.get(OTHER, str(self))


def labelled(spec: str) -> dict[str, str]:
    """Forms by their labels; the first without a label is for `one`, the second for `other`."""
    found: dict[str, str] = {}
    for form in split_forms(spec):
        label = _LABEL.match(form)
        name = label[1] if label else OTHER if ONE in found else ONE
        if name in found:
            raise BadWords("forms beyond two need labels, each its own", [spec])
        found[name] = form[label.end() :] if label else form
    return found


@lru_cache(maxsize=KEPT)
def parsed(text: str) -> Template:
    """A template, read once."""
    found: list[str | Hole] = []
    for literal, field, spec, conversion in _formatter.parse(text):
        if literal:
            found.append(literal)
        if field is not None:
            found.append(_hole(field, spec or "", f"!{conversion}" if conversion else ""))
    return tuple(found)


@lru_cache(maxsize=KEPT)
def bends(text: str) -> bool:
    """Whether a hole of the template has forms or asks for a form of a word."""
    return any(not isinstance(part, str) and bool(part.forms or part.form) for part in parsed(text))


def _hole(field: str, spec: str, conversion: str) -> Hole:
    if len(split_forms(spec)) > 1:
        return Hole(field, conversion, {label: parsed(form) for label, form in labelled(spec).items()}, "")
    if _FORM_NAME.fullmatch(spec):
        return Hole(field, conversion, {}, spec)
    return Hole(field, f"{conversion}:{spec}" if spec else conversion, {}, "")


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
        field, plain, forms, form = part
        if forms:
            said.append(_said(chosen(field, forms, values, language), language, values))
        elif form:
            said.append(_formed(values[field], form))
        elif not plain and field in values:
            said.append(format(values[field]))
        else:
            said.append(f"{{{field}{plain}}}".format(**values))
    return "".join(said)


def _formed(value: object, form: str) -> str:
    """A form of a word; of anything that has no forms the thing itself."""
    return format(value, form) if isinstance(value, Noun) else str(value)


def chosen(field: str, forms: Mapping[str, Template], values: Mapping[str, Any], language: str) -> Template:
    """The form that fits what fills a hole."""
    value = values[field] if field in values else _formatter.get_field(field, (), values)[0]
    found = forms.get(_label_of(field, value, forms, language), forms.get(OTHER))
    if found is None:
        raise BadWords("no form fits", [f"{{{field}}} is {value!r}; there are: {', '.join(forms)}"])
    return found


def _label_of(field: str, value: object, forms: Mapping[str, Template], language: str) -> str:
    if isinstance(value, PlayerName):
        return ONE if value.you else OTHER
    if isinstance(value, int):
        return plural_category(value, language)
    if isinstance(value, str) and ONE not in forms:
        return value.forms.get(GENDER, OTHER) if isinstance(value, Noun) else OTHER
    raise BadWords("only a number, a player or a word with a gender chooses", [f"{{{field}}} is {value!r}"])


def partly_filled(text: str, language: str, values: Mapping[str, Any]) -> str:
    """A template in which the holes of these names are filled and the others stay."""
    return _bound(parsed(text), language, values)


def _bound(template: Template, language: str, values: Mapping[str, Any]) -> str:
    kept = []
    for part in template:
        if isinstance(part, str):
            kept.append(_escaped(part))
            continue
        field, plain, forms, form = part
        if _root(field) not in values:
            bound = {label: _bound(inner, language, values) for label, inner in forms.items()}
            spec = "|".join(f"{label}={inner}" for label, inner in bound.items()) or form
            kept.append(f"{{{field}{plain}{':' if spec else ''}{spec}}}")
        elif forms:
            kept.append(_bound(chosen(field, forms, values, language), language, values))
        elif form:
            kept.append(_escaped(_formed(values[field], form)))
        else:
            kept.append(_escaped(f"{{{field}{plain}}}".format(**values)))
    return "".join(kept)


def _root(field: str) -> str:
    return field.split(".")[0].split("[")[0]


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def outline(text: str) -> str:
    """A template as one would write it in a list: of several forms the last, for many or for everybody else."""
    return "".join(_outlined(part) for part in parsed(text))


def _outlined(part: str | Hole) -> str:
    if isinstance(part, str):
        return part
    return "".join(map(_outlined, [*part.forms.values()][-1])) if part.forms else f"{{{part.field}}}"


def placeholders(text: str) -> set[str]:
    """The names in braces of a template, those inside forms too."""
    return _names(parsed(text))


def _names(template: Template) -> set[str]:
    found: set[str] = set()
    for part in template:
        if not isinstance(part, str) and part.field:
            found |= {part.field}.union(*map(_names, part.forms.values()))
    return found


def wrong_forms(text: str, language: str) -> list[str]:
    """The holes of a template whose forms are all the same, or leave a value of the language without one; the word
    itself where it is one with forms."""
    try:
        if len(split_forms(text)) > 1:
            return [] if _known(Noun(text, language).forms, language) else [text]
        return _wrong(parsed(text), language)
    except BadWords as error:
        return list(error.problems)


def _wrong(template: Template, language: str) -> list[str]:
    found = []
    for part in template:
        if isinstance(part, str):
            continue
        if part.forms and not _suffice(part.forms, language):
            found.append(part.field)
        for form in part.forms.values():
            found += _wrong(form, language)
    return found


def _suffice(forms: Mapping[str, Template], language: str) -> bool:
    categories = language_of(language).categories
    whole = OTHER in forms or all(name in forms for name in categories if name != OTHER)
    first, *others = forms.values()
    return whole and _known(forms, language) and any(form != first for form in others)


def _known(forms: Iterable[str], language: str) -> bool:
    """Whether the language has every plural category that these labels name."""
    return all(label in language_of(language).categories for label in forms if label in CATEGORIES)
