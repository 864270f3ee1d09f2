"""The words of a language: what people read in it says no others, or English is left over."""

from __future__ import annotations

import re
from functools import cache

from tools import spelling

from firstfire.kernel.presentation.languages import LANGUAGES, language_of


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Every word that stands in the files of a language, in small letters, and the names of languages."""
    texts = [text for _, text in spelling.texts(language)] + [language_of(each).name for each in LANGUAGES]
    return frozenset(word.lower() for text in texts for word in spelling.words_of(text))


def strange_words(text: str, language: str) -> set[str]:
    """The words of a text that its language does not have; single letters and what has a figure in it are no words."""
    found = {word.lower() for word in spelling.words_of(re.sub(r"\w*\d\w*", " ", text)) if len(word) > 1}
    return found - vocabulary(language) - set(LANGUAGES)
