"""Errors that people meet at a command line, in their language.

    raise complaint(BadSetup, "players", game="totem", count=9, counts="2")

Its sentence is `complaint.players` of the common words: in English for Python, in the language of the command for
whoever typed it (`complained`). An error among its values is told in that language too. Errors without a sentence of
their own are told as they are, in English; so are the problems that are listed below a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...errors import BadComponents, BadPosition, FirstfireError
from .words import Words, common_words

Kind = TypeVar("Kind", bound=FirstfireError)
List = TypeVar("List", BadComponents, BadPosition)


def complaint(kind: type[Kind], key: str, **values: object) -> Kind:
    """An error whose sentence stands in the common words."""
    made = kind(common_words("en").say(f"complaint.{key}", **values))
    made.word, made.details = f"complaint.{key}", values
    return made


def complaints(kind: type[List], key: str, problems: Sequence[str], **values: object) -> List:
    """An error with such a sentence and everything that is wrong below it."""
    made = kind(common_words("en").say(f"complaint.{key}", **values), problems)
    made.word, made.details = f"complaint.{key}", values
    return made


def complained(error: FirstfireError, language: str, own: Words | None = None) -> str:
    """What an error says in a language; `own` are the words of the game it is about, which may have its sentence."""
    for words in (common_words(language), own):
        if error.word and words is not None and error.word in words:
            told = {
                name: complained(value, language, own) if isinstance(value, FirstfireError) else value
                for name, value in error.details.items()
            }
            said = words.say(error.word, **told)
            return common_words(language).say("complaint.listed", said=said) + error.lines if error.lines else said
    return str(error)
