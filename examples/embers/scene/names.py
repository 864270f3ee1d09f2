"""What charms are called, in sentences and in the rulebook: after the box on the table."""

from __future__ import annotations

from collections.abc import Mapping

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.domain import Domain

from ..actions import CHARM
from ..box import Box


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """A charm by its name and what it is worth in this box."""
    if domain is not CHARM:
        return None
    return words.say("charm.worth", name=words.say(f"value.charm.{CHARM.values[index]}"), worth=box.worth[index])


def reference(box: Box, words: Words) -> Mapping[str, str]:
    """The list of charms at the end of the rulebook, from the same names: they stand in words/ and nowhere else."""
    charms = [name_value(box, words, CHARM, index) for index in range(len(CHARM))]
    return {
        "rules.charms.title": words.say("charm.title"),
        "rules.charms.text": "\n".join(f"• {charm}" for charm in charms),
    }
