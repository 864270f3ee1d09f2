"""What charms are called in sentences: after the box on the table."""

from __future__ import annotations

from firstfire.kernel.domain import Domain
from firstfire.kernel.words import Words

from ..actions import CHARM
from ..box import Box


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """A charm by its name and what it is worth in this box."""
    if domain is not CHARM:
        return None
    return words.say("charm.worth", name=words.say(f"value.charm.{CHARM.values[index]}"), worth=box.worth[index])
