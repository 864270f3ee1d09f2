"""Spring: actions paid with resources, and a cube for the pillar (5.3)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import INCOME, PASSED, PLACED, cubes, outlook, pair_colours, pair_number
from ..box import Box
from ..state import (
    ALL_SIDES,
    COLOURS,
    NONE,
    SECTIONS,
    SHOWN_CARDS,
    SHOWN_TILES,
    SIDES,
    Deed,
    Phase,
    Pool,
    Space,
    State,
)  # fmt: skip
from .common import begin_deed, finish_deed, remove_tile
from .development import can_deliver, can_develop
from .effects import (
    available,
    gathering_gain,
    hunting_gain,
    hunting_resources,
    paint_section,
    painting_gain,
    take_tile,
)  # fmt: skip
from .migration import choose_members, pay_for_migration
from .price_tiles import choice_of_colours, colour_at, colours_at, payable
from .river import catch, pay_at_river
from .stores import markers_of, pay_each, resources_of, tent_colours


@rule
def spring_income(s: State, box: Box) -> None:
    """PH-SP1, R5: every weather tile turns one notch clockwise, in round 1 too, and all six
    sides pay resources."""
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        tribe.offset = (tribe.offset + 1) % SIDES
        for position in range(SIDES):
            amount = box.weather[tribe.weather][(position + SIDES - tribe.offset) % SIDES]
            tribe.tent[box.weather_colour[position]] += amount
        note(s, INCOME, seat, outlook(tribe.weather, tribe.offset))


# ---- what may be done


@rule
def has_resources(s: State) -> bool:
    """PH-SP2: an action of spring is paid with resources."""
    return resources_of(s.tribes[s.player]) > 0


@rule
def has_room(s: State, box: Box, deed: int) -> bool:
    """PH-SP4 (i): the pillar of an action has a free place for the cube."""
    return s.base_count[deed] < box.base_slots


@rule
def can_buy_cube(s: State, box: Box, gain: int) -> bool:
    """PH-SP4 (iv), R8, R10: the last resource may be paid if points, with the gain, and sold markers buy the cube
    for the pillar."""
    tribe = s.tribes[s.player]
    return can_deliver(box, 0, tribe.development + markers_of(tribe) + gain)


@rule
def spring_sections(s: State, box: Box) -> int:
    """PH-A1: an unpainted section, one resource for each symbol."""
    found = 0
    if has_room(s, box, Deed.PAINTING):
        tribe = s.tribes[s.player]
        resources = resources_of(tribe)
        colours = payable(s, box, Space.PAINTING, s.player)
        for section in range(SECTIONS):
            if (tribe.painted >> section) & 1 == 0 and box.section_symbols[section] & ~colours == 0:
                left = resources - box.section_size[section]
                if left > 0 or can_buy_cube(s, box, painting_gain(s, box, s.player, section)):
                    found |= 1 << section
    return found


@rule
def spring_tiles(s: State, box: Box) -> int:
    """PH-A2: a tile in a slot, one resource of the colour beside it."""
    found = 0
    if has_room(s, box, Deed.GATHERING):
        left = resources_of(s.tribes[s.player]) - 1
        colours = payable(s, box, Space.GATHERING, s.player)
        for slot in range(SHOWN_TILES):
            tile = s.tile_slots[slot]
            if tile != NONE and (colours >> slot) & 1 != 0:
                if left > 0 or can_buy_cube(s, box, gathering_gain(s, box, s.player, tile)):
                    found |= 1 << tile
    return found


@rule
def spring_cards(s: State, box: Box) -> int:
    """PH-A3, R12: a card whose value is at most the number of free positions one can pay."""
    found = 0
    if has_room(s, box, Deed.CEREMONY):
        tribe = s.tribes[s.player]
        resources = resources_of(tribe)
        steps = popcount(ALL_SIDES & ~tribe.shamans & payable(s, box, Space.CEREMONY, s.player))
        for slot in range(SHOWN_CARDS):
            card = s.ceremony_row[slot]
            if card != NONE and box.card_value[card] <= steps:
                if resources > box.card_value[card] or can_buy_cube(s, box, box.card_development[card]):
                    found |= 1 << card
    return found


@rule
def spring_fish(s: State, box: Box) -> int:
    """PH-A4: a fish, as many different colours of the lower half as its value."""
    found = 0
    if has_room(s, box, Deed.FISHING):
        resources = resources_of(s.tribes[s.player])
        colours = popcount(payable(s, box, Space.RIVER, s.player) & box.fishing_side)
        for slot in range(SHOWN_TILES):
            fish = s.fish_slots[slot]
            if fish != NONE and box.fish_value[fish] <= colours:
                if resources > box.fish_value[fish] or can_buy_cube(s, box, 0):
                    found |= 1 << fish
    return found


@rule
def spring_hunts(s: State, box: Box) -> int:
    """PH-A5: a card, as many different colours of the upper half as its value."""
    found = 0
    if has_room(s, box, Deed.HUNTING):
        resources = resources_of(s.tribes[s.player])
        colours = popcount(payable(s, box, Space.RIVER, s.player) & box.hunting_side)
        for slot in range(SHOWN_CARDS):
            hunt = s.hunting_row[slot]
            if hunt != NONE and box.hunt_value[hunt] <= colours:
                left = resources - box.hunt_value[hunt]
                if left == 0:
                    left += hunting_resources(s, box, s.player, hunt)
                if left > 0 or can_buy_cube(s, box, hunting_gain(s, box, s.player, hunt)):
                    found |= 1 << hunt
    return found


@rule
def can_migrate_in_spring(s: State, box: Box) -> bool:
    """PH-A6: a member is available and one of the two colours can be paid."""
    if not has_room(s, box, Deed.MIGRATION) or available(s, s.player) == 0:
        return False
    if payable(s, box, Space.MIGRATION, s.player) & box.migration_side == 0:
        return False
    return resources_of(s.tribes[s.player]) > 1 or can_buy_cube(s, box, 0)


# ---- PH-SP5: pay, then the effect; the pillar's cube comes after it


@rule
def pass_spring(s: State) -> None:
    """PH-SP3, R11: no more turns this spring; resources are kept."""
    s.passed |= 1 << s.player
    note(s, PASSED, s.player)


@rule
def paint_in_spring(s: State, box: Box, section: int) -> None:
    """PH-A1: the colour at each symbol's position on the painting tile."""
    begin_deed(s, Deed.PAINTING, section)
    pay_each(s, s.player, colours_at(s, box, Space.PAINTING, box.section_symbols[section]))
    paint_section(s, box, s.player, section)
    finish_deed(s)


@rule
def gather_in_spring(s: State, box: Box, tile: int) -> None:
    """PH-A2: the colour beside the slot."""
    begin_deed(s, Deed.GATHERING, tile)
    slot = remove_tile(s, tile)
    pay_each(s, s.player, 1 << colour_at(s, box, Space.GATHERING, slot))
    take_tile(s, box, s.player, tile)
    finish_deed(s)


@rule
def fish_in_spring(s: State, box: Box, fish: int) -> None:
    """PH-A4: different colours of the river's lower half."""
    begin_deed(s, Deed.FISHING, fish)
    pay_at_river(s, box, box.fish_value[fish])


@rule
def hunt_in_spring(s: State, box: Box, hunt: int) -> None:
    """PH-A5: different colours of the river's upper half."""
    begin_deed(s, Deed.HUNTING, hunt)
    pay_at_river(s, box, box.hunt_value[hunt])


@rule
def migrate_in_spring(s: State, box: Box) -> None:
    """PH-A6: one of two colours, or both."""
    begin_deed(s, Deed.MIGRATION, NONE)
    pay_for_migration(s, box)


# ---- which colours


@rule
def single_colours(s: State, box: Box) -> int:
    """PH-A4, PH-A5: a value of one in any colour; PH-A6: one of the two colours."""
    return choice_of_colours(s, box) if s.amount != 2 else 0


@rule
def pairs_of_colours(s: State, box: Box) -> int:
    """PH-A4, PH-A5: a value of two in different colours; PH-A6: both colours."""
    found = 0
    if s.amount != 1:
        colours = choice_of_colours(s, box)
        for one in range(COLOURS):
            for other in range(one + 1, COLOURS):
                if (colours >> one) & (colours >> other) & 1 != 0:
                    found |= 1 << pair_number(one, other)
    return found


@rule
def pay_one(s: State, box: Box, colour: int) -> None:
    """One colour is paid."""
    pay_colours(s, box, 1 << colour)


@rule
def pay_both(s: State, box: Box, pair: int) -> None:
    """Two colours are paid."""
    pay_colours(s, box, pair_colours(pair))


@rule
def pay_colours(s: State, box: Box, colours: int) -> None:
    """The chosen colours are paid; then the action goes on."""
    pay_each(s, s.player, colours)
    if s.deed == Deed.MIGRATION:
        choose_members(s, box, popcount(colours))
    else:
        catch(s, box)


# ---- the cube for the pillar


@rule
def owes_last_colour(s: State, box: Box) -> bool:
    """PH-SP5: only one colour can be given, and no free action (PH-D) can change that."""
    return not can_develop(s, box) and last_colour(s) != NONE


@rule
def last_colour(s: State) -> int:
    """The colour of the player's resources if there is only one colour, else NONE."""
    colours = tent_colours(s)
    return lowest(colours) if popcount(colours) == 1 else NONE


@rule
def place_last_colour(s: State) -> None:
    """PH-SP5: the only cube that can be given."""
    place_cube(s, last_colour(s))


@rule
def place_cube(s: State, colour: int) -> None:
    """PH-SP5, PH-G2: one resource of any colour; the cube lies at the foot of the pillar and belongs to nobody."""
    s.tribes[s.player].tent[colour] -= 1
    s.base[s.deed][s.base_count[s.deed]] = colour
    s.base_count[s.deed] += 1
    note(s, PLACED, s.player, s.deed, cubes(Pool.TENT, colour, 1))
    s.deed = NONE
    s.phase = Phase.AFTER
