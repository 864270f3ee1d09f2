"""Summer: pillars, the six actions paid with action markers, fishing income (5.4).

The final action (PH-F1) follows the same prices, with a free choice of the action.
"""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from ..actions import (
    FISH_FOR,
    FISHING_INCOME,
    FISHING_POINTS,
    GATHER,
    HOLD,
    HUNT_FOR,
    MIGRATE,
    PAINT,
    PICKED,
    PUSHED,
    TAKE,
)
from ..box import Box
from ..state import (
    BASE_SLOTS,
    COLOURS,
    NONE,
    SECTIONS,
    SHOWN_CARDS,
    SHOWN_TILES,
    Deed,
    Phase,
    Season,
    State,
)  # fmt: skip
from .ceremony import begin_dance
from .common import begin_deed, finish_deed, remove_card, remove_fish, remove_hunt, remove_tile
from .effects import available, catch_fish, paint_section, take_card, take_hunt, take_tile
from .migration import choose_destination
from .stores import gain_marker, pay_markers


@rule
def push(s: State) -> None:
    """PH-SU1, PH-G2: the cubes at the feet of the pillars go to their tops."""
    for pillar in range(COLOURS):
        for slot in range(BASE_SLOTS):
            if s.base[pillar][slot] != NONE:
                s.top[pillar][s.base[pillar][slot]] += 1
                s.base[pillar][slot] = NONE
        s.base_count[pillar] = 0
    note(s, PUSHED, s.player)


@rule
def is_filled(s: State, pillar: int) -> bool:
    """Whether cubes lie on the top of a pillar."""
    cubes = 0
    for colour in range(COLOURS):
        cubes += s.top[pillar][colour]
    return cubes > 0


@rule
def legal_pick(s: State, mask: Mask) -> None:
    """PH-SU2, R9: one filled pillar; no pass, no free action."""
    for pillar in range(COLOURS):
        if is_filled(s, pillar):
            allow(mask, TAKE + pillar)


@rule
def pick_pillar(s: State, pillar: int) -> None:
    """PH-SU2: all cubes of the pillar become the player's action markers."""
    note(s, PICKED, s.player, pillar)
    for colour in range(COLOURS):
        gain_marker(s, s.player, colour, s.top[pillar][colour])
        s.top[pillar][colour] = 0
    s.emptied |= 1 << pillar


@rule
def legal_deed(s: State, box: Box, mask: Mask, deed: int) -> None:
    """PH-SU3: what the player's markers can buy of one action, at its summer price."""
    markers = s.tribes[s.player].markers[box.marker[deed]]
    if markers == 0:
        return
    if deed == Deed.PAINTING:
        legal_summer_painting(s, box, mask, markers)
    elif deed == Deed.GATHERING:
        if markers >= box.gathering_price:
            for slot in range(SHOWN_TILES):
                if s.tile_slots[slot] != NONE:
                    allow(mask, GATHER + s.tile_slots[slot])
    elif deed == Deed.FISHING:
        for slot in range(SHOWN_TILES):
            if s.fish_slots[slot] != NONE and box.fish_value[s.fish_slots[slot]] <= markers:
                allow(mask, FISH_FOR + s.fish_slots[slot])
    elif deed == Deed.MIGRATION:
        if available(s, s.player) > 0:
            allow(mask, MIGRATE)
    else:
        legal_summer_cards(s, box, mask, deed, markers)


@rule
def legal_summer_painting(s: State, box: Box, mask: Mask, markers: int) -> None:
    """PH-A1: one grey marker for each symbol."""
    for section in range(SECTIONS):
        if (s.tribes[s.player].painted >> section) & 1 == 0 and box.section_size[section] <= markers:
            allow(mask, PAINT + section)


@rule
def legal_summer_cards(s: State, box: Box, mask: Mask, deed: int, markers: int) -> None:
    """PH-A3, PH-A5: as many yellow or brown markers as the card's value."""
    for slot in range(SHOWN_CARDS):
        if deed == Deed.CEREMONY:
            card = s.ceremony_row[slot]
            if card != NONE and box.card_value[card] <= markers:
                allow(mask, HOLD + card)
        else:
            card = s.hunting_row[slot]
            if card != NONE and box.hunt_value[card] <= markers:
                allow(mask, HUNT_FOR + card)


@rule
def act_in_summer(s: State, box: Box, action: int) -> None:
    """PH-SU3, PH-F1: pay with markers of the action's colour, then the effect."""
    seat = s.player
    if action < GATHER:
        section = action - PAINT
        begin_deed(s, Deed.PAINTING, section)
        pay_markers(s, seat, box.marker[Deed.PAINTING], box.section_size[section])
        paint_section(s, box, seat, section)
        finish_deed(s)
    elif action < HOLD:
        begin_deed(s, Deed.GATHERING, action - GATHER)
        pay_markers(s, seat, box.marker[Deed.GATHERING], box.gathering_price)
        remove_tile(s, action - GATHER)
        take_tile(s, box, seat, action - GATHER)
        finish_deed(s)
    elif action < FISH_FOR:
        hold_in_summer(s, box, action - HOLD)
    elif action < HUNT_FOR:
        fish = action - FISH_FOR
        begin_deed(s, Deed.FISHING, fish)
        pay_markers(s, seat, box.marker[Deed.FISHING], box.fish_value[fish])
        remove_fish(s, fish)
        catch_fish(s, box, seat, fish)
        finish_deed(s)
    elif action < MIGRATE:
        card = action - HUNT_FOR
        begin_deed(s, Deed.HUNTING, card)
        pay_markers(s, seat, box.marker[Deed.HUNTING], box.hunt_value[card])
        remove_hunt(s, card)
        take_hunt(s, box, seat, card)
        finish_deed(s)
    else:
        migrate_in_summer(s, box)


@rule
def hold_in_summer(s: State, box: Box, card: int) -> None:
    """PH-A3, R13: yellow markers for the card; then shamans may move, free of charge. In the
    final action their places no longer matter, so nobody is asked (R37)."""
    begin_deed(s, Deed.CEREMONY, card)
    pay_markers(s, s.player, box.marker[Deed.CEREMONY], box.card_value[card])
    remove_card(s, card)
    take_card(s, box, s.player, card)
    if s.season == Season.FINAL:
        finish_deed(s)
    else:
        begin_dance(s, box.card_value[card])


@rule
def migrate_in_summer(s: State, box: Box) -> None:
    """PH-A6: one white marker for each member."""
    begin_deed(s, Deed.MIGRATION, NONE)
    white = box.marker[Deed.MIGRATION]
    s.amount = min(s.tribes[s.player].markers[white], available(s, s.player))
    if s.amount == 1:
        pay_markers(s, s.player, white, 1)
        choose_destination(s)
    else:
        s.phase = Phase.MEMBERS


@rule
def fishing_income(s: State, box: Box) -> None:
    """PH-SU4, R21, R51: after the six actions each player gains the highest row reached."""
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        points = box.income_points[tribe.fishing]
        development = box.income_development[tribe.fishing]
        if points + development > 0:
            tribe.points += points
            tribe.development += development
            if development > 0:
                note(s, FISHING_INCOME, seat, points, development)
            else:
                note(s, FISHING_POINTS, seat, points)
