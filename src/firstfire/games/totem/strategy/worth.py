"""What cards are worth to a sensible player, in totems: as guards, and in hand."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box, Power
from ..state import State

AVERAGE_LEVEL = 7
GUARD_LEVEL = 0.065  # what each level of a hidden totem is worth
GUARD_SHIELD = 0.35  # what a Shield adds to that
GUARD_POWER = 0.05  # what an Eye or a Sum adds
HAND_LEVEL = 0.035  # what each level of a card in hand is worth
HAND_SHIELD = 0.15
HAND_POWER = 0.1
KEEP_SWORD = 0.2  # how much better a Sword is in hand than in the zone


@rule
def starting_worth(box: Box, card: int) -> float:
    """How gladly a card is placed: strong guards and Shields; Swords stay in hand. No two are equal."""
    worth = guard_worth(box, card) + 0.0001 * card
    if box.power[card] == Power.SWORD:
        worth -= KEEP_SWORD
    return worth


@rule
def guard_worth(box: Box, card: int) -> float:
    """How well a card guards while it is hidden."""
    if card < 0:
        return GUARD_LEVEL * AVERAGE_LEVEL
    worth = GUARD_LEVEL * box.level[card]
    if box.power[card] == Power.SHIELD:
        worth += GUARD_SHIELD
    elif box.power[card] == Power.EYE or box.power[card] == Power.SUM:
        worth += GUARD_POWER
    return worth


@rule
def hand_worth(s: State, box: Box, card: int) -> float:
    """What a card in hand is worth; nothing in the last turn."""
    if s.last == s.active:
        return 0.0
    worth = HAND_LEVEL * box.level[card]
    if box.power[card] == Power.SHIELD:
        worth += HAND_SHIELD
    elif box.power[card] != Power.NONE:
        worth += HAND_POWER
    return worth
