"""What several commands read from their command line."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadSetup
from ..kernel.presentation.complaints import complaint, quoted


def read_options(words: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` words as a dict."""
    chosen = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise complaint(BadSetup, "option_form", word=quoted(word))
        chosen[name] = value
    return chosen
