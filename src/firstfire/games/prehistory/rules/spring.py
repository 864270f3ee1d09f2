"""Spring: actions paid with resources, and a cube for the pillar (5.3)."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, popcount
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from ..actions import (
    FISH_FOR,
    GATHER,
    HOLD,
    HUNT_FOR,
    INCOME,
    MIGRATE,
    PAINT,
    PASS,
    PASSED,
    PAY,
    PAY_BOTH,
    PLACE,
    PLACED,
    cubes,
    outlook,
    pair_colours,
    pair_number,
)
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
from .ceremony import hold_in_spring
from .common import begin_deed, finish_deed, remove_tile
from .development import can_deliver
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
from .stores import markers_of, pay_each, resources_of


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


@rule
def legal_spring(s: State, box: Box, mask: Mask) -> None:
    """PH-SP2, PH-SP3, PH-SP4, R10: every target whose effect is possible, that the player can pay
    for, and that leaves the pillar its cube; or a pass."""
    allow(mask, PASS)
    tribe = s.tribes[s.player]
    resources = resources_of(tribe)
    if resources == 0:
        return
    worth = tribe.development + markers_of(tribe)
    if s.base_count[Deed.PAINTING] < box.base_slots:
        legal_spring_painting(s, box, mask, resources, worth)
    if s.base_count[Deed.GATHERING] < box.base_slots:
        legal_spring_gathering(s, box, mask, resources, worth)
    if s.base_count[Deed.CEREMONY] < box.base_slots:
        legal_spring_ceremony(s, box, mask, resources, worth)
    colours = payable(s, box, Space.RIVER, s.player)
    if s.base_count[Deed.FISHING] < box.base_slots:
        legal_spring_fishing(s, box, mask, resources, worth, popcount(colours & box.fishing_side))
    if s.base_count[Deed.HUNTING] < box.base_slots:
        legal_spring_hunting(s, box, mask, resources, worth, popcount(colours & box.hunting_side))
    if s.base_count[Deed.MIGRATION] < box.base_slots:
        legal_spring_migration(s, box, mask, resources, worth)


@rule
def legal_spring_painting(s: State, box: Box, mask: Mask, resources: int, worth: int) -> None:
    """PH-A1: an unpainted section, one resource for each symbol."""
    painted = s.tribes[s.player].painted
    colours = payable(s, box, Space.PAINTING, s.player)
    for section in range(SECTIONS):
        if (painted >> section) & 1 == 0 and box.section_symbols[section] & ~colours == 0:
            left = resources - box.section_size[section]
            if left > 0 or can_deliver(box, left, worth + painting_gain(s, box, s.player, section)):
                allow(mask, PAINT + section)


@rule
def legal_spring_gathering(s: State, box: Box, mask: Mask, resources: int, worth: int) -> None:
    """PH-A2: a tile in a slot, one resource of the colour beside it."""
    colours = payable(s, box, Space.GATHERING, s.player)
    for slot in range(SHOWN_TILES):
        tile = s.tile_slots[slot]
        if tile != NONE and (colours >> slot) & 1 != 0:
            if resources > 1 or can_deliver(box, 0, worth + gathering_gain(s, box, s.player, tile)):
                allow(mask, GATHER + tile)


@rule
def legal_spring_ceremony(s: State, box: Box, mask: Mask, resources: int, worth: int) -> None:
    """PH-A3, R12: a card whose value is at most the number of free positions one can pay."""
    free = ALL_SIDES & ~s.tribes[s.player].shamans
    steps = popcount(free & payable(s, box, Space.CEREMONY, s.player))
    for slot in range(SHOWN_CARDS):
        card = s.ceremony_row[slot]
        if card != NONE and box.card_value[card] <= steps:
            left = resources - box.card_value[card]
            if left > 0 or can_deliver(box, left, worth + box.card_development[card]):
                allow(mask, HOLD + card)


@rule
def legal_spring_fishing(s: State, box: Box, mask: Mask, resources: int, worth: int, colours: int) -> None:
    """PH-A4: a fish, as many different colours of the lower half as its value."""
    for slot in range(SHOWN_TILES):
        fish = s.fish_slots[slot]
        if fish != NONE and box.fish_value[fish] <= colours:
            if can_deliver(box, resources - box.fish_value[fish], worth):
                allow(mask, FISH_FOR + fish)


@rule
def legal_spring_hunting(s: State, box: Box, mask: Mask, resources: int, worth: int, colours: int) -> None:
    """PH-A5: a card, as many different colours of the upper half as its value."""
    for slot in range(SHOWN_CARDS):
        card = s.hunting_row[slot]
        if card != NONE and box.hunt_value[card] <= colours:
            left = resources - box.hunt_value[card]
            if left == 0:
                left += hunting_resources(s, box, s.player, card)
            if left > 0 or can_deliver(box, left, worth + hunting_gain(s, box, s.player, card)):
                allow(mask, HUNT_FOR + card)


@rule
def legal_spring_migration(s: State, box: Box, mask: Mask, resources: int, worth: int) -> None:
    """PH-A6: a member is available and one of the two colours can be paid."""
    if available(s, s.player) > 0 and payable(s, box, Space.MIGRATION, s.player) & box.migration_side != 0:
        if can_deliver(box, resources - 1, worth):
            allow(mask, MIGRATE)


@rule
def pass_spring(s: State) -> None:
    """PH-SP3, R11: no more turns this spring; resources are kept."""
    s.passed |= 1 << s.player
    note(s, PASSED, s.player)


@rule
def act_in_spring(s: State, box: Box, action: int) -> None:
    """PH-SP5: pay, then the effect; the pillar's cube comes after it."""
    if action < GATHER:
        paint_in_spring(s, box, action - PAINT)
    elif action < HOLD:
        gather_in_spring(s, box, action - GATHER)
    elif action < FISH_FOR:
        hold_in_spring(s, box, action - HOLD)
    elif action < HUNT_FOR:
        begin_deed(s, Deed.FISHING, action - FISH_FOR)
        pay_at_river(s, box, box.fish_value[s.target])
    elif action < MIGRATE:
        begin_deed(s, Deed.HUNTING, action - HUNT_FOR)
        pay_at_river(s, box, box.hunt_value[s.target])
    else:
        begin_deed(s, Deed.MIGRATION, NONE)
        pay_for_migration(s, box)


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
def legal_payment(s: State, box: Box, mask: Mask) -> None:
    """PH-A4, PH-A5: the value in different colours; PH-A6: one colour, or both."""
    colours = choice_of_colours(s, box)
    for one in range(COLOURS):
        if (colours >> one) & 1 == 0:
            continue
        if s.amount != 2:
            allow(mask, PAY + one)
        for other in range(one + 1, COLOURS):
            if s.amount != 1 and (colours >> other) & 1 != 0:
                allow(mask, PAY_BOTH + pair_number(one, other))


@rule
def pay_choice(s: State, box: Box, action: int) -> None:
    """The chosen colours are paid; then the action goes on."""
    colours = 1 << (action - PAY)
    if action >= PAY_BOTH:
        colours = pair_colours(action - PAY_BOTH)
    pay_each(s, s.player, colours)
    if s.deed == Deed.MIGRATION:
        choose_members(s, box, popcount(colours))
    else:
        catch(s, box)


@rule
def legal_pillar(s: State, mask: Mask) -> None:
    """PH-SP5: one resource of any colour."""
    for colour in range(COLOURS):
        if s.tribes[s.player].tent[colour] > 0:
            allow(mask, PLACE + colour)


@rule
def place_cube(s: State, colour: int) -> None:
    """PH-SP5, PH-G2: the cube lies at the foot of the pillar and belongs to nobody."""
    s.tribes[s.player].tent[colour] -= 1
    s.base[s.deed][s.base_count[s.deed]] = colour
    s.base_count[s.deed] += 1
    note(s, PLACED, s.player, s.deed, cubes(Pool.TENT, colour, 1))
    s.deed = NONE
    s.phase = Phase.AFTER
