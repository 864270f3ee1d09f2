"""Errors that people meet at a command line, in their language.

    raise complaint(BadSetup, "players", game="totem", count=9, counts="2")

Its sentence is `complaint.players` of the common words: in English for Python, in the language of the command for
whoever typed it (`error_sentence`). An error among its values is told in that language too, and so is a `Phrase` among
its values or its problems. Errors without a sentence of their own, and problems that are no phrases, are told as they
are, in English.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from typing import TypeVar

from ...errors import BadComponents, BadPosition, FirstfireError
from .words import Words, common_words

Kind = TypeVar("Kind", bound=FirstfireError)
List = TypeVar("List", BadComponents, BadPosition)


class Phrase(str):
    """A sentence of the common words, or a part of one: it reads as English, and can be told in any language."""

    word: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, word: str, **values: object) -> Phrase:
        """The words under a key, filled."""
        made = cls(common_words("en").say(word, **values))
        made.word, made.values = word, values
        return made

    def told(self, language: str) -> str:
        """The same in a language."""
        return common_words(language).say(
            self.word, **{name: in_language(one, language) for name, one in self.values.items()}
        )


def in_language(value: object, language: str) -> object:
    """A value of a sentence as it is told in a language."""
    return value.told(language) if isinstance(value, Phrase) else value


def quoted(value: object) -> str:
    """What somebody wrote, in the quotes of the language it is told in; what is no text, as Python writes it."""
    return Phrase.of("complaint.quoted", text=repr(value)[1:-1]) if isinstance(value, str) else repr(value)


CAUSES = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
}


def cause(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written; what is not common, as the operating system says it."""
    number = error.errno if isinstance(error, OSError) else None
    if number in CAUSES:
        return Phrase.of(f"cause.{CAUSES[number]}")
    return getattr(error, "strerror", None) or str(error)


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


def error_sentence(error: FirstfireError, language: str, own: Words | None = None) -> str:
    """What an error says in a language; `own` are the words of the game it is about, which may have its sentence."""
    for words in (common_words(language), own):
        if error.word and words is not None and error.word in words:
            told = {
                name: error_sentence(value, language, own)
                if isinstance(value, FirstfireError)
                else in_language(value, language)
                for name, value in error.details.items()
            }
            said = words.say(error.word, **told)
            listed = "".join(f"\n  - {in_language(problem, language)}" for problem in error.problems)
            return common_words(language).say("complaint.listed", said=said) + listed if listed else said
    return str(error)
