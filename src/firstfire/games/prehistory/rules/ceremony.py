"""The dance of the shamans around the fire (PH-A3)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import DANCED, DANCED_FOR
from ..box import Box
from ..state import ALL_SIDES, SHAMANS, Deed, Phase, Season, Space, State
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
            dance(s, box, lowest(s.dancers), lowest(s.floor))


@rule
def begin_dance(s: State, steps: int) -> None:
    """PH-A3, R12: targets are the positions free of own shamans at the start of the action."""
    s.amount = steps
    s.dancers = s.tribes[s.player].shamans
    s.floor = ALL_SIDES & ~s.dancers
    s.phase = Phase.DANCE


@rule
def dance_floor(s: State, box: Box, start: int) -> int:
    """PH-A3, R12: where an own shaman that has not moved may go: any position that was free; in spring its colour
    is paid."""
    if (s.dancers >> start) & 1 == 0:
        return 0
    return s.floor & payable(s, box, Space.CEREMONY, s.player) if s.season == Season.SPRING else s.floor


@rule
def may_rest(s: State) -> bool:
    """R13: in summer nobody need move."""
    return s.season != Season.SPRING


@rule
def dance(s: State, box: Box, start: int, end: int) -> None:
    """PH-A3: one shaman goes to a free position; after the last one the card is taken."""
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
