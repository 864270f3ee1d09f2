"""Summer: pillars, the six actions paid with action markers, fishing income (5.4).

The final action (PH-F1) follows the same prices, with a free choice of the action.
"""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    DECLINED,
    FISHING_INCOME,
    FISHING_POINTS,
    PICKED,
    PUSHED,
    SKIPPED,
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
def filled_pillars(s: State) -> int:
    """PH-SU2, R9: one filled pillar; no pass, no free action."""
    found = 0
    for pillar in range(COLOURS):
        if is_filled(s, pillar):
            found |= 1 << pillar
    return found


@rule
def pick_pillar(s: State, deed: int) -> None:
    """PH-SU2: all cubes of the pillar become the player's action markers."""
    note(s, PICKED, s.player, deed)
    for colour in range(COLOURS):
        gain_marker(s, s.player, colour, s.top[deed][colour])
        s.top[deed][colour] = 0
    s.emptied |= 1 << deed


# ---- what may be done


@rule
def has_markers(s: State, box: Box, deed: int) -> bool:
    """PH-SU3: it is an action's turn, and the player has markers for it; PH-F1: the final action may be any."""
    return (s.deed == deed or s.phase == Phase.FINAL) and markers_for(s, box, deed) > 0


@rule
def markers_for(s: State, box: Box, deed: int) -> int:
    """The player's markers that pay for an action."""
    return s.tribes[s.player].markers[box.marker[deed]]


@rule
def summer_sections(s: State, box: Box) -> int:
    """PH-A1: one grey marker for each symbol."""
    markers = markers_for(s, box, Deed.PAINTING)
    found = 0
    for section in range(SECTIONS):
        if (s.tribes[s.player].painted >> section) & 1 == 0 and box.section_size[section] <= markers:
            found |= 1 << section
    return found


@rule
def summer_tiles(s: State, box: Box) -> int:
    """PH-A2: red markers, the same number for every tile."""
    found = 0
    if markers_for(s, box, Deed.GATHERING) >= box.gathering_price:
        for slot in range(SHOWN_TILES):
            if s.tile_slots[slot] != NONE:
                found |= 1 << s.tile_slots[slot]
    return found


@rule
def summer_cards(s: State, box: Box) -> int:
    """PH-A3: as many yellow markers as the card's value."""
    markers = markers_for(s, box, Deed.CEREMONY)
    found = 0
    for slot in range(SHOWN_CARDS):
        card = s.ceremony_row[slot]
        if card != NONE and box.card_value[card] <= markers:
            found |= 1 << card
    return found


@rule
def summer_fish(s: State, box: Box) -> int:
    """PH-A4: as many blue markers as the fish's value."""
    markers = markers_for(s, box, Deed.FISHING)
    found = 0
    for slot in range(SHOWN_TILES):
        fish = s.fish_slots[slot]
        if fish != NONE and box.fish_value[fish] <= markers:
            found |= 1 << fish
    return found


@rule
def summer_hunts(s: State, box: Box) -> int:
    """PH-A5: as many brown markers as the card's value."""
    markers = markers_for(s, box, Deed.HUNTING)
    found = 0
    for slot in range(SHOWN_CARDS):
        hunt = s.hunting_row[slot]
        if hunt != NONE and box.hunt_value[hunt] <= markers:
            found |= 1 << hunt
    return found


@rule
def can_migrate(s: State) -> bool:
    """PH-A6: a member is available."""
    return available(s, s.player) > 0


# ---- PH-SU3, PH-F1: pay with markers of the action's colour, then the effect


@rule
def paint_in_summer(s: State, box: Box, section: int) -> None:
    """PH-A1: grey markers for the section."""
    begin_deed(s, Deed.PAINTING, section)
    pay_markers(s, s.player, box.marker[Deed.PAINTING], box.section_size[section])
    paint_section(s, box, s.player, section)
    finish_deed(s)


@rule
def gather_in_summer(s: State, box: Box, tile: int) -> None:
    """PH-A2: red markers for the tile."""
    begin_deed(s, Deed.GATHERING, tile)
    pay_markers(s, s.player, box.marker[Deed.GATHERING], box.gathering_price)
    remove_tile(s, tile)
    take_tile(s, box, s.player, tile)
    finish_deed(s)


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
def fish_in_summer(s: State, box: Box, fish: int) -> None:
    """PH-A4: blue markers for the fish."""
    begin_deed(s, Deed.FISHING, fish)
    pay_markers(s, s.player, box.marker[Deed.FISHING], box.fish_value[fish])
    remove_fish(s, fish)
    catch_fish(s, box, s.player, fish)
    finish_deed(s)


@rule
def hunt_in_summer(s: State, box: Box, hunt: int) -> None:
    """PH-A5: brown markers for the card."""
    begin_deed(s, Deed.HUNTING, hunt)
    pay_markers(s, s.player, box.marker[Deed.HUNTING], box.hunt_value[hunt])
    remove_hunt(s, hunt)
    take_hunt(s, box, s.player, hunt)
    finish_deed(s)


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
def skip_deed(s: State) -> None:
    """PH-SU3: pass on this summer action."""
    note(s, SKIPPED, s.player, s.deed)


@rule
def decline(s: State) -> None:
    """PH-F1: pass on the final action."""
    note(s, DECLINED, s.player)


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
