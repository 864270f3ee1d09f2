"""What discs, cards and spaces are called in sentences: after the box on the table."""

from __future__ import annotations

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.domain import Domain

from ..actions import AROUND, BARTER_CARD, DISC, LURE_PRICE, OFFER, PRICE
from ..box import Box
from .looks import (
    around_words,
    disc_words,
    lure_words,
    price_words,
)


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """In sentences a disc says its hands, a card that is turned up what it asks and pays, a space its fields."""
    if domain is DISC:
        return disc_words(box, index)
    if domain is OFFER:
        card, goods = words.value(BARTER_CARD, index), price_words(box, words, index)
        return words.say("label.offer", card=card, goods=goods, points=box.points[index])
    if domain is PRICE:
        return price_words(box, words, index)
    if domain is LURE_PRICE:
        return lure_words(box, words)
    return around_words(box, words, index) if domain is AROUND else None
