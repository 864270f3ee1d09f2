"""Paying at the river for fish and hunting cards (PH-A4, PH-A5)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import Deed, Phase, Space, State
from .common import finish_deed, remove_fish, remove_hunt
from .effects import catch_fish, take_hunt
from .price_tiles import colours_at, payable, river_side
from .stores import pay_each


@rule
def pay_at_river(s: State, box: Box, value: int) -> None:
    """PH-A4, PH-A5: different colours of one half; asked only where there is a choice."""
    sides = payable(s, box, Space.RIVER, s.player) & river_side(box, s.deed)
    s.amount = value
    if popcount(sides) == value:
        pay_each(s, s.player, colours_at(s, box, Space.RIVER, sides))
        catch(s, box)
    else:
        s.phase = Phase.PAYMENT


@rule
def catch(s: State, box: Box) -> None:
    """The fish or the card is taken from its display."""
    if s.deed == Deed.FISHING:
        remove_fish(s, s.target)
        catch_fish(s, box, s.player, s.target)
    else:
        remove_hunt(s, s.target)
        take_hunt(s, box, s.player, s.target)
    finish_deed(s)
