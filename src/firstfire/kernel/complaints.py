"""Errors that people meet at a command line, in their language.

    raise complaint(BadSetup, "players", game="totem", count=9, counts="2")

Its sentence is `complaint.players` of the common words: in English for Python, in the language of the command for
whoever typed it (`complained`). Errors without a sentence of their own are told as they are, in English.
"""

from __future__ import annotations

from typing import TypeVar

from ..errors import FirstfireError
from .words import Words, common_words

Kind = TypeVar("Kind", bound=FirstfireError)


def complaint(kind: type[Kind], key: str, **values: object) -> Kind:
    """An error whose sentence stands in the common words."""
    made = kind(common_words("en").say(f"complaint.{key}", **values))
    made.word, made.details = f"complaint.{key}", values
    return made


def complained(error: FirstfireError, language: str, own: Words | None = None) -> str:
    """What an error says in a language; `own` are the words of the game it is about, which may have its sentence."""
    for words in (common_words(language), own):
        if error.word and words is not None and error.word in words:
            return words.say(error.word, **error.details)
    return str(error)
