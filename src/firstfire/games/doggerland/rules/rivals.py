"""The rivals of a solo game: their memory, their paintings, their walks (DG-S3, DG-S4)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY, note

from ..actions import (
    CAPTURED,
    CRAFT_DISCARDED,
    EXHAUSTED,
    MIGRATED,
    RIVAL_MOVED,
    RIVALS_PAINTED,
    RIVALS_RELEASED,
    SHAMANS_STAND,
)
from ..box import Box
from ..state import CRAFT_PLACES, LINES, NONE, RIVAL_OWNER, RIVALS, CraftKind, RivalAction, Shows, State
from .common import place_of_hut, slot_species
from .ground import bit, exhaust, next_on_ring, rivals_on, species_at, take_animal

PLAYER = 0  # the only seat of a solo game


@rule
def free_slot_of(s: State, box: Box, species: int) -> int:
    """The first free slot of a species on a face-up tile: leftmost tile, top line first; NONE without one."""
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] == 0 and slot_species(s, box, slot) == species:
            return slot
    return NONE


@rule
def fresco_complete(s: State) -> bool:
    """Whether all Fresco tiles are face up."""
    return s.fresco_up == s.fresco_count


@rule
def capture(s: State, box: Box, species: int, cell: int) -> None:
    """DG-S7: an animal of the map is caught where it stands."""
    take_animal(s, species, cell)
    note(s, CAPTURED, NOBODY, species, cell)
    memorise(s, box, species)


@rule
def capture_on_the_way(s: State, box: Box, species: int, start: int, cell: int) -> None:
    """DG-S7: a migrating animal runs into a rival."""
    take_animal(s, species, start)
    note(s, MIGRATED, NOBODY, species, start, cell)
    note(s, CAPTURED, NOBODY, species, cell)
    memorise(s, box, species)


@rule
def memorise(s: State, box: Box, species: int) -> None:
    """R48: a captured animal goes to the rivals' memory, by the four steps of DG-S7."""
    if s.solo.memories >= box.rival_memory:
        if fresco_complete(s) and free_slot_of(s, box, species) == NONE:
            note(s, RIVALS_RELEASED, NOBODY, species)
            return
        release(s, oldest_unpaintable(s, box) if fresco_complete(s) else 0)
    s.solo.memory[s.solo.memories] = species
    s.solo.memories += 1


@rule
def oldest_unpaintable(s: State, box: Box) -> int:
    """DG-S7 steps 3 and 4: the rightmost animal in memory without a free slot, else the rightmost of all."""
    for place in range(s.solo.memories):
        if free_slot_of(s, box, s.solo.memory[place]) == NONE:
            return place
    return 0


@rule
def drop(s: State, place: int) -> None:
    """R48: an animal leaves the rivals' memory, the others slide right."""
    for i in range(place, s.solo.memories - 1):
        s.solo.memory[i] = s.solo.memory[i + 1]
    s.solo.memories -= 1
    s.solo.memory[s.solo.memories] = NONE


@rule
def release(s: State, place: int) -> None:
    """An animal of the rivals' memory goes back to its reserve."""
    note(s, RIVALS_RELEASED, NOBODY, s.solo.memory[place])
    drop(s, place)


@rule
def rivals_act(s: State, box: Box, card: int) -> None:
    """DG-S4 phase 1: the rival action, then their two Shamans stand at the hut."""
    action = box.rival_action[card]
    if action == RivalAction.PAINT:
        rivals_paint(s, box)
    elif action == RivalAction.DISCARD_STATUETTES:
        rivals_discard(s, box, CraftKind.STATUETTE)
    else:
        rivals_discard(s, box, CraftKind.NECKLACE)
    s.solo.shamans = (1 << box.shamans[card][0]) | (1 << box.shamans[card][1])
    s.hut = s.solo.shamans
    red = place_of_hut(s, box.shamans[card][0])
    note(s, SHAMANS_STAND, NOBODY, red, place_of_hut(s, box.shamans[card][1]))


@rule
def rivals_paint(s: State, box: Box) -> None:
    """DG-S4: every remembered animal with a free slot is painted; the others leave once all tiles are up."""
    place = 0
    while place < s.solo.memories:
        species = s.solo.memory[place]
        slot = free_slot_of(s, box, species)
        if slot != NONE:
            s.cubes[slot] = 1
            s.painter[slot] = RIVAL_OWNER
            note(s, RIVALS_PAINTED, NOBODY, species, slot)
            drop(s, place)
        elif fresco_complete(s):
            release(s, place)
        else:
            place += 1


@rule
def rivals_discard(s: State, box: Box, kind: int) -> None:
    """DG-S4, R52: all visible Crafts of a kind are discarded, and not refilled before DG-5.6."""
    for place in range(CRAFT_PLACES):
        tile = s.craft[place]
        if tile != NONE and box.craft_kind[tile] == kind:
            s.craft_discard |= 1 << tile
            s.craft[place] = NONE
            note(s, CRAFT_DISCARDED, NOBODY, tile)


@rule
def rivals_move(s: State, box: Box, card: int) -> None:
    """DG-S4 phase 4: red, pink, blue, each as its arrow says."""
    for rival in range(RIVALS):
        move_rival(s, box, rival, box.direction[card][rival], box.distance[card][rival])


@rule
def move_rival(s: State, box: Box, rival: int, side: int, steps: int) -> None:
    """DG-S4 phase 4, R47: along the ring, capturing, past taken arrival tiles; a resource tile is exhausted."""
    cell = s.solo.rivals[rival]
    others = rivals_on(s) & ~(1 << cell)
    for _ in range(steps):
        cell = next_on_ring(s, box, cell, side)
        hunt_in_passing(s, box, cell)
    clan = s.clans[PLAYER]
    taken = bit(clan.village) | clan.megaliths | bit(clan.journey) | others
    while (taken >> cell) & 1 != 0:
        cell = next_on_ring(s, box, cell, side)
        hunt_in_passing(s, box, cell)
    s.solo.rivals[rival] = cell
    note(s, RIVAL_MOVED, NOBODY, rival, cell)
    if box.shows[s.tile[cell]] >= Shows.WOOD and (s.ripe >> cell) & 1 != 0:
        exhaust(s, cell, box.harvests[s.seats])
        note(s, EXHAUSTED, NOBODY, cell)


@rule
def hunt_in_passing(s: State, box: Box, cell: int) -> None:
    """DG-S4: an animal on a tile a rival enters is captured, but not on the player's Village or Megalith tile."""
    clan = s.clans[PLAYER]
    species = species_at(s, cell)
    if species != NONE and ((bit(clan.village) | clan.megaliths) >> cell) & 1 == 0:
        capture(s, box, species, cell)


@rule
def animals_in_reserve(s: State, box: Box, species: int) -> int:
    """R56: the meeples of a species that are neither on the map nor in any memory."""
    left = box.meeples[species] - popcount(s.herd[species])
    for seat in range(s.seats):
        left -= s.clans[seat].memory[species]
    for place in range(s.solo.memories):
        if s.solo.memory[place] == species:
            left -= 1
    return left
