"""The box of Totem: 52 cards, the deal and the limits."""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.components_file import ComponentsFile
from firstfire.kernel.records.record import Row, i8, i64, record

CARDS = 52
SWORDS = 9  # the cards 0..8 are the Swords S1..S9
LEVELS = 13
SLOTS = 4
ALL_CARDS = (1 << CARDS) - 1

# TT-C4, TT-C5, R2: a letter for the power and the level; the letters a–d only tell copies apart.
CARD_IDS = tuple(f"{letter}{level}" for letter in "SHEP" for level in range(1, 10)) + tuple(
    f"N{level}{copy}" for level in range(10, 14) for copy in "abcd"
)


class Power(IntEnum):
    """TT-C6, TT-P0: the power printed under the level."""

    NONE = 0
    SWORD = 1  # TT-P1
    SHIELD = 2  # TT-P2
    EYE = 3  # TT-P3
    SUM = 4  # TT-P4


POWERS = ("none", "sword", "shield", "eye", "sum")


@record
class Box:
    """What is printed on the cards, and the same facts as sets of cards."""

    at_least: Row[int] = i64[LEVELS + 1]  # the cards of this level or a higher one
    of_power: Row[int] = i64[len(POWERS)]  # the cards of each power, one bit each
    level: Row[int] = i8[CARDS]  # the level of each card
    power: Row[int] = i8[CARDS]  # the power of each card
    deal: int = i8  # cards dealt to each player
    hand_limit: int = i8  # the most cards in hand at the end of a turn
    attack_limit: int = i8  # the most attacks in a turn


def fill(box: Box, file: ComponentsFile) -> None:
    """Copy the components into the box and check them."""
    setup, limits = file.table("setup"), file.table("limits")
    box.deal = setup.integer("deal", SLOTS, 16)
    box.hand_limit = limits.integer("hand", 1, 12)
    box.attack_limit = limits.integer("attacks", 1, 2)
    if box.deal - SLOTS > box.hand_limit:
        setup.complain(f"deal = {box.deal} leaves more than {box.hand_limit} cards in hand", "deal")
    for card in file.tables("card", CARDS):
        i = card.index
        if card.text("id") != CARD_IDS[i]:
            card.complain(f"id should be {CARD_IDS[i]!r}: the cards stand in a fixed order", "id")
        box.level[i] = card.integer("level", 1, LEVELS)
        box.power[i] = card.choice("power", POWERS)
        if (box.power[i] == Power.SWORD) != (i < SWORDS):
            card.complain("exactly the cards S1 to S9 are Swords", "power")
        box.of_power[box.power[i]] |= 1 << i
        for level in range(box.level[i] + 1):
            box.at_least[level] |= 1 << i
