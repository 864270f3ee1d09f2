"""The dance of the shamans around the fire (PH-A3)."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, lowest
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from ..actions import DANCE, DANCED, DANCED_FOR, REST
from ..box import Box
from ..state import ALL_SIDES, SHAMANS, SIDES, Deed, Phase, Season, Space, State
from .common import begin_deed, finish_deed, remove_card
from .effects import take_card
from .price_tiles import colour_at, payable


@rule
def hold_in_spring(s: State, box: Box, card: int) -> None:
    """PH-A3: as many shamans move as the card's value; with three there is only one way."""
    begin_deed(s, Deed.CEREMONY, card)
    begin_dance(s, box.card_value[card])
    if s.amount == SHAMANS:
        while s.amount > 0:
            dance(s, box, SIDES * lowest(s.dancers) + lowest(s.floor))


@rule
def begin_dance(s: State, steps: int) -> None:
    """PH-A3, R12: targets are the positions free of own shamans at the start of the action."""
    s.amount = steps
    s.dancers = s.tribes[s.player].shamans
    s.floor = ALL_SIDES & ~s.dancers
    s.phase = Phase.DANCE


@rule
def legal_dance(s: State, box: Box, mask: Mask) -> None:
    """PH-A3, R12, R13: any own shaman that has not moved to any position that was free; in
    spring its colour is paid, in summer nobody need move."""
    floor = s.floor
    if s.season == Season.SPRING:
        floor &= payable(s, box, Space.CEREMONY, s.player)
    else:
        allow(mask, REST)
    for start in range(SIDES):
        if (s.dancers >> start) & 1 != 0:
            for end in range(SIDES):
                if (floor >> end) & 1 != 0:
                    allow(mask, DANCE + SIDES * start + end)


@rule
def dance(s: State, box: Box, step: int) -> None:
    """PH-A3: one shaman goes to a free position; after the last one the card is taken."""
    start = step // SIDES
    end = step % SIDES
    tribe = s.tribes[s.player]
    if s.season == Season.SPRING:
        colour = colour_at(s, box, Space.CEREMONY, end)
        tribe.tent[colour] -= 1
        note(s, DANCED_FOR, s.player, start, end, 1 << colour)
    else:
        note(s, DANCED, s.player, start, end)
    tribe.shamans = (tribe.shamans & ~(1 << start)) | (1 << end)
    s.dancers &= ~(1 << start)
    s.floor &= ~(1 << end)
    s.amount -= 1
    if s.amount == 0:
        end_dance(s, box)


@rule
def end_dance(s: State, box: Box) -> None:
    """In spring the card comes after the steps; in summer it was taken before."""
    s.dancers = 0
    s.floor = 0
    if s.season == Season.SPRING:
        remove_card(s, s.target)
        take_card(s, box, s.player, s.target)
    finish_deed(s)
