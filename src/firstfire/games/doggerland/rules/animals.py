"""Phase 2, the land that comes into view; phase 4, the herds that move on; and new animals."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY, note

from ..actions import APPEARED, LAND_PHASE, MIGRATED, REVEALED, SPAWN_REVEALED, ground_of
from ..box import Box
from ..state import NONE, Shows, State
from .ground import (
    arrow_of,
    beside,
    big_game,
    bit,
    grid,
    is_spawn,
    lay_tile,
    next_on_ring,
    put_animal,
    rivals_on,
    scan_cell,
    shift_animal,
    species_at,
)
from .rivals import animals_in_reserve, capture, capture_on_the_way


@rule
def reveal_terrain(s: State, box: Box) -> None:
    """DG-2, R44: every empty cell next to a member, Village, Megalith (or rival) gets a tile, row by row."""
    occupied = rivals_on(s)
    for seat in range(s.seats):
        clan = s.clans[seat]
        occupied |= clan.afield | clan.megaliths | bit(clan.village)
    empty = beside(occupied) & grid(s, box) & ~s.land
    if empty != 0 and s.stack_count > 0:
        note(s, LAND_PHASE, NOBODY)
    while empty != 0 and s.stack_count > 0:
        cell = lowest(empty)
        empty &= empty - 1
        draw_tile(s, box, cell)


@rule
def draw_tile(s: State, box: Box, cell: int) -> None:
    """The top tile of the stack goes on the map; no animal is placed now."""
    s.stack_count -= 1
    tile = s.stack[s.stack_count]
    s.stack[s.stack_count] = NONE
    lay_tile(s, box, cell, tile)
    reveal(s)
    if is_spawn(box.shows[tile]):
        note(s, SPAWN_REVEALED, NOBODY, cell, box.shows[tile] - Shows.HORSE)
    else:
        note(s, REVEALED, NOBODY, cell, ground_of(box.shows[tile], box.quantity[tile]))


@rule
def migrate(s: State, box: Box) -> None:
    """DG-4, R19: every animal moves once, in the order of the priority arrow."""
    moved = 0
    waiting = popcount(big_game(s))
    for number in range(box.side_cells[s.seats]):
        if waiting == 0:
            return
        cell = scan_cell(s, box, number)
        if ((big_game(s) & ~moved) >> cell) & 1 != 0:
            moved |= bit(move_animal(s, box, cell))
            waiting -= 1


@rule
def move_animal(s: State, box: Box, start: int) -> int:
    """DG-4.2 to DG-4.5: along the ring, past animals on the arrival tile; where it stops, NONE if captured."""
    species = species_at(s, start)
    side = arrow_of(s, box, start)
    rivals = rivals_on(s)
    cell = start
    steps = box.speed[species]
    while steps > 0 or (cell != start and (big_game(s) >> cell) & 1 != 0):
        steps -= 1
        cell = next_on_ring(s, box, cell, side)
        if (rivals >> cell) & 1 != 0:
            capture_on_the_way(s, box, species, start, cell)
            return NONE
    if cell != start:
        shift_animal(s, species, start, cell)
        note(s, MIGRATED, NOBODY, species, start, cell)
    return cell


@rule
def spawn(s: State, box: Box) -> None:
    """DG-5.4, R21, R56, R58: the season's species appear on their tiles without animal, while the reserve lasts."""
    season = box.season[s.round - 1]
    for number in range(box.side_cells[s.seats]):
        cell = scan_cell(s, box, number)
        if (s.land >> cell) & 1 == 0 or not is_spawn(box.shows[s.tile[cell]]):
            continue
        species = box.shows[s.tile[cell]] - Shows.HORSE
        if box.animal_season[species] != season or (big_game(s) >> cell) & 1 != 0:
            continue
        if animals_in_reserve(s, box, species) > 0:
            put_animal(s, species, cell)
            note(s, APPEARED, NOBODY, species, cell)
            if (rivals_on(s) >> cell) & 1 != 0:
                capture(s, box, species, cell)
