"""How cards look, and the ids of those a viewer can name."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.scene import Look
from firstfire.kernel.presentation.words import Words

from ..box import CARD_IDS, CARDS, POWERS, Box
from ..state import Totem
from .names import card_name

# TT-C7, TT-C8, R3: colours only repeat what picture and name say.
COLOURS = {"none": "#7F8C8D", "sword": "#C0392B", "shield": "#2471A3", "eye": "#7D3C98", "sum": "#D4AC0D"}
ART = {"none": "totem", "sword": "sword", "shield": "shield", "eye": "eye", "sum": "sum"}
CARD_W, CARD_H = 90, 126
PIECES = tuple(f"card-{card}" for card in CARD_IDS)


@memoised
def looks(box: Box, words: Words) -> tuple[Look, ...]:
    """The faces of the cards of this box, and their one back (TT-C1)."""
    found = {"back": Look("back", "card", back="totem", alt=words.say("piece.back"), w=CARD_W, h=CARD_H)}
    for card in range(CARDS):
        look, power = look_of(box, card), POWERS[box.power[card]]
        level, alt = str(box.level[card]), card_name(box, card, words)
        found[look] = Look(look, "card", ART[power], "totem", level, COLOURS[power], alt, CARD_W, CARD_H)
    return tuple(found.values())


def look_of(box: Box, card: int) -> str:
    """The look of a card whose face is known; the back of any other."""
    return f"{POWERS[box.power[card]]}-{box.level[card]}" if card >= 0 else "back"


def card_id(card: int) -> str:
    """The id of a card the viewer can name."""
    return PIECES[card]


def totem_id(totem: Totem, seat: int, slot: int) -> str:
    """The id of a totem: the card where it is known, else its place."""
    card = totem.card
    return PIECES[card] if card >= 0 else f"zone{seat}-{slot}"
