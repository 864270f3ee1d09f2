"""Spring: actions paid with resources, and a cube for the pillar (5.3)."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, lowest, popcount
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from .actions import (
    DANCE,
    DANCED,
    FISH_FOR,
    GATHER,
    GO,
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
    REST,
    SEND,
    pair_colours,
    pair_number,
)  # fmt: skip
from .box import Box
from .development import can_deliver
from .effects import (
    available,
    catch_fish,
    gathering_gain,
    hunting_gain,
    hunting_resources,
    is_own_camp,
    migrate,
    paint_section,
    painting_gain,
    take_card,
    take_hunt,
    take_tile,
)  # fmt: skip
from .prices import colour_at, payable, river_side
from .state import (
    ALL_SIDES,
    COLOURS,
    HEXES,
    NONE,
    SECTIONS,
    SHAMANS,
    SHOWN_CARDS,
    SHOWN_TILES,
    SIDES,
    START,
    Deed,
    Phase,
    Season,
    Space,
    State,
)  # fmt: skip
from .stores import markers_of, pay_markers, pay_resource, resources_of


@rule
def spring_income(s: State, box: Box) -> None:
    """PH-SP1, R5: every weather tile turns one notch clockwise, in round 1 too, and all six
    sides pay resources."""
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        tribe.offset = (tribe.offset + 1) % SIDES
        for position in range(SIDES):
            amount = box.weather[tribe.weather][(position + SIDES - tribe.offset) % SIDES]
            if amount > 0:
                tribe.tent[box.weather_colour[position]] += amount
                note(s, INCOME, seat, box.weather_colour[position], amount)


# ---- choosing an action


@rule
def legal_spring(s: State, box: Box, mask: Mask) -> None:
    """PH-SP2, PH-SP3, PH-SP4: every target the player can pay for and still give the pillar its cube; or a pass."""
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
def begin_deed(s: State, deed: int, target: int) -> None:
    """The action that is being done, and for what."""
    s.deed = deed
    s.target = target


@rule
def finish_deed(s: State) -> None:
    """The effect is over: in spring the pillar waits for its cube (PH-SP5), else the turn may end."""
    s.target = NONE
    s.amount = 0
    s.phase = Phase.PILLAR if s.season == Season.SPRING else Phase.AFTER


# ---- rock painting, gathering


@rule
def paint_in_spring(s: State, box: Box, section: int) -> None:
    """PH-A1: the colour at each symbol's position on the painting tile."""
    begin_deed(s, Deed.PAINTING, section)
    symbols = box.section_symbols[section]
    for position in range(SIDES):
        if (symbols >> position) & 1 != 0:
            pay_resource(s, s.player, colour_at(s, box, Space.PAINTING, position), 1)
    paint_section(s, box, s.player, section)
    finish_deed(s)


@rule
def remove_tile(s: State, tile: int) -> int:
    """Take a gathering tile from its slot, which stays empty until winter (PH-G8, R15)."""
    for slot in range(SHOWN_TILES):
        if s.tile_slots[slot] == tile:
            s.tile_slots[slot] = NONE
            return slot
    return NONE


@rule
def gather_in_spring(s: State, box: Box, tile: int) -> None:
    """PH-A2: the colour beside the slot."""
    begin_deed(s, Deed.GATHERING, tile)
    slot = remove_tile(s, tile)
    pay_resource(s, s.player, colour_at(s, box, Space.GATHERING, slot), 1)
    take_tile(s, box, s.player, tile)
    finish_deed(s)


# ---- ceremony


@rule
def remove_card(s: State, card: int) -> None:
    """Take a ceremony card from the display."""
    for slot in range(SHOWN_CARDS):
        if s.ceremony_row[slot] == card:
            s.ceremony_row[slot] = NONE


@rule
def begin_dance(s: State, steps: int) -> None:
    """PH-A3, R12: targets are the positions free of own shamans at the start of the action."""
    s.amount = steps
    s.dancers = s.tribes[s.player].shamans
    s.floor = ALL_SIDES & ~s.dancers
    s.phase = Phase.DANCE


@rule
def hold_in_spring(s: State, box: Box, card: int) -> None:
    """PH-A3: as many shamans move as the card's value; with three there is only one way."""
    begin_deed(s, Deed.CEREMONY, card)
    begin_dance(s, box.card_value[card])
    if s.amount == SHAMANS:
        while s.amount > 0:
            dance(s, box, SIDES * lowest(s.dancers) + lowest(s.floor))


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
        pay_resource(s, s.player, colour_at(s, box, Space.CEREMONY, end), 1)
    tribe.shamans = (tribe.shamans & ~(1 << start)) | (1 << end)
    s.dancers &= ~(1 << start)
    s.floor &= ~(1 << end)
    s.amount -= 1
    note(s, DANCED, s.player, start, end)
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


# ---- fishing, hunting


@rule
def pay_at_river(s: State, box: Box, value: int) -> None:
    """PH-A4, PH-A5: different colours of one half; asked only where there is a choice."""
    sides = payable(s, box, Space.RIVER, s.player) & river_side(box, s.deed)
    s.amount = value
    if popcount(sides) == value:
        for position in range(SIDES):
            if (sides >> position) & 1 != 0:
                pay_resource(s, s.player, colour_at(s, box, Space.RIVER, position), 1)
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


@rule
def remove_fish(s: State, fish: int) -> None:
    """Take a fish from its slot."""
    for slot in range(SHOWN_TILES):
        if s.fish_slots[slot] == fish:
            s.fish_slots[slot] = NONE


@rule
def remove_hunt(s: State, card: int) -> None:
    """Take a hunting card from the display."""
    for slot in range(SHOWN_CARDS):
        if s.hunting_row[slot] == card:
            s.hunting_row[slot] = NONE


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
    for colour in range(COLOURS):
        if (colours >> colour) & 1 != 0:
            pay_resource(s, s.player, colour, 1)
    if s.deed == Deed.MIGRATION:
        choose_members(s, box, popcount(colours))
    else:
        catch(s, box)


# ---- migration


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
    pay_resource(s, s.player, colour, 1)
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
def legal_members(s: State, mask: Mask) -> None:
    """R23: from one to as many as are paid for and available."""
    for amount in range(1, s.amount + 1):
        allow(mask, SEND + amount - 1)


@rule
def send_members(s: State, box: Box, amount: int) -> None:
    """PH-A6: so many go; in summer each costs a white marker."""
    if s.season != Season.SPRING:
        pay_markers(s, s.player, box.marker[Deed.MIGRATION], amount)
    s.amount = amount
    choose_destination(s)


@rule
def choose_destination(s: State) -> None:
    """PH-A6: all to one place; without own camps only the start is left."""
    if s.tribes[s.player].camps == 0:
        arrive_together(s, START)
    else:
        s.phase = Phase.DESTINATION


@rule
def legal_destination(s: State, mask: Mask) -> None:
    """PH-A6: the start or an own camp, whatever its occupancy."""
    allow(mask, GO + START)
    for h in range(1, HEXES):
        if is_own_camp(s, s.player, h):
            allow(mask, GO + h)


@rule
def arrive_together(s: State, h: int) -> None:
    """PH-A6: the members stand there, ready for autumn."""
    migrate(s, s.player, s.amount, h)
    finish_deed(s)


# ---- the pillar


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
    note(s, PLACED, s.player, s.deed, colour)
    s.deed = NONE
    s.phase = Phase.AFTER
