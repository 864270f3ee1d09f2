"""Migration: members go from the personal board to the map (PH-A6)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import START, Deed, Phase, Season, State
from .common import finish_deed
from .development import can_deliver
from .effects import available, is_own_camp, migrate
from .price_tiles import choice_of_colours
from .stores import markers_of, pay_each, pay_markers, resources_of


@rule
def pay_for_migration(s: State, box: Box) -> None:
    """PH-A6, R22: either colour, or both if a resource for the pillar is left."""
    tribe = s.tribes[s.player]
    colours = choice_of_colours(s, box)
    both = can_deliver(box, resources_of(tribe) - 2, tribe.development + markers_of(tribe))
    s.amount = 0 if both else 1
    if popcount(colours) == 1:
        pay_choice_alone(s, box, lowest(colours))
    else:
        s.phase = Phase.PAYMENT


@rule
def pay_choice_alone(s: State, box: Box, colour: int) -> None:
    """The only colour one can pay."""
    pay_each(s, s.player, 1 << colour)
    choose_members(s, box, 1)


@rule
def choose_members(s: State, box: Box, colours: int) -> None:
    """PH-A6, R23: one colour sends exactly one member; both send one to three, as one likes."""
    waiting = available(s, s.player)
    if colours == 1:
        s.amount = min(waiting, box.for_one)
        choose_destination(s)
        return
    s.amount = min(waiting, box.for_both)
    if s.amount == 1:
        choose_destination(s)
    else:
        s.phase = Phase.MEMBERS


@rule
def parties(s: State) -> int:
    """R23: from one to as many as are paid for and available."""
    return (1 << s.amount) - 1


@rule
def send_members(s: State, box: Box, amount: int) -> None:
    """PH-A6: so many go (0 is one member); in summer each costs a white marker."""
    s.amount = amount + 1
    if s.season != Season.SPRING:
        pay_markers(s, s.player, box.marker[Deed.MIGRATION], s.amount)
    choose_destination(s)


@rule
def choose_destination(s: State) -> None:
    """PH-A6: all to one place; without own camps only the start is left."""
    if s.tribes[s.player].camps == 0:
        arrive_together(s, START)
    else:
        s.phase = Phase.DESTINATION


@rule
def is_destination(s: State, hex: int) -> bool:
    """PH-A6: the start or an own camp, whatever its occupancy."""
    return hex == START or is_own_camp(s, s.player, hex)


@rule
def arrive_together(s: State, hex: int) -> None:
    """PH-A6: the members stand there, ready for autumn."""
    migrate(s, s.player, s.amount, hex)
    finish_deed(s)
