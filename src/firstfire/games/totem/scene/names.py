"""What cards are called, and how actions are written for people."""

from __future__ import annotations

import re

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.domain import Domain

from ..actions import CARD, SWORD
from ..box import POWERS, Box

_COPY = re.compile(r"\b(N\d+)[a-d]\b")


def card_name(box: Box, card: int, words: Words) -> str:
    """Power and level of a card; nothing for one that is not known."""
    return words.say(f"card.{POWERS[box.power[card]]}", level=box.level[card]) if card >= 0 else ""


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """In sentences, too, a card is called after what is printed on it."""
    return card_name(box, index, words) if domain in (CARD, SWORD) else None


def display_text(text: str) -> str:
    """2.3: the letters of equal cards only make identifiers unique; people never see them."""
    return _COPY.sub(r"\1", text)
