r"""Reading the price tiles.

   0
5 / \ 1        position 0 is towards the top of the board;
 |   |         a tile turned by n notches shows at position p
4 \ / 2        what it showed at p - n.
   3
"""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box
from ..state import SIDES, Deed, Space, State


@rule
def colour_at(s: State, box: Box, space: int, position: int) -> int:
    """2.3, R2: the colour a price tile shows at a position; each colour stands there once."""
    return box.icons[s.price[space]][(position + SIDES - s.rotation[space]) % SIDES]


@rule
def colours_at(s: State, box: Box, space: int, positions: int) -> int:
    """The colours a price tile shows at some positions; both as bits."""
    found = 0
    for position in range(SIDES):
        if (positions >> position) & 1 != 0:
            found |= 1 << colour_at(s, box, space, position)
    return found


@rule
def payable(s: State, box: Box, space: int, seat: int) -> int:
    """The positions of a price tile whose colour the player has in the tent, as bits."""
    tent = s.tribes[seat].tent
    icons = box.icons[s.price[space]]
    rotation = s.rotation[space]
    found = 0
    for side in range(SIDES):
        if tent[icons[side]] > 0:
            found |= 1 << ((side + rotation) % SIDES)
    return found


@rule
def pillar_colour(s: State, box: Box, deed: int) -> int:
    """2.5, R3: the central colour beside the pillar of an action; PH-G10: that tile never turns."""
    return box.icons[s.price[Space.CENTRAL]][box.pillar_position[deed]]


@rule
def movement_worth(s: State, box: Box, colour: int) -> int:
    """2.5, R4: the movement points a cube is worth: the number at its colour on the central tile."""
    for position in range(SIDES):
        if box.icons[s.price[Space.CENTRAL]][position] == colour:
            return box.movement[position]
    return 0


@rule
def river_side(box: Box, deed: int) -> int:
    """R1: hunting reads the upper half of the river tile, fishing the lower, as bits of positions."""
    return box.hunting_side if deed == Deed.HUNTING else box.fishing_side


@rule
def choice_of_colours(s: State, box: Box) -> int:
    """The colours that may be chosen for a payment, as bits of colours."""
    space = Space.MIGRATION if s.deed == Deed.MIGRATION else Space.RIVER
    sides = box.migration_side if s.deed == Deed.MIGRATION else river_side(box, s.deed)
    found = 0
    for position in range(SIDES):
        if (sides >> position) & 1 != 0:
            colour = colour_at(s, box, space, position)
            if s.tribes[s.player].tent[colour] > 0:
                found |= 1 << colour
    return found
