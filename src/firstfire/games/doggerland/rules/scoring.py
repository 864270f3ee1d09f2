"""What counts: objectives, line majorities, final points and places (6)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.ranks import places
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import (
    CRAFTS,
    GOODS,
    HABITAT_PLACES,
    HUT,
    LEVELS,
    LINES,
    METRICS,
    OBJECTIVES_SHOWN,
    TRACKS,
    CraftKind,
    Ending,
    Home,
    Hut,
    Metric,
    Season,
    State,
)
from .clan import built_homes, count_homes, members
from .common import slot_species

MEGALITH_BITS = (1 << Hut.MENHIR) | (1 << Hut.ALIGNMENT) | (1 << Hut.DOLMEN)
TIE_BREAK = 1000  # more than any stock, and than any Scarcity


@rule
def has_painted(s: State, seat: int, slot: int) -> bool:
    """Whether a slot holds cubes of the clan."""
    return s.cubes[slot] > 0 and s.painter[slot] == seat


@rule
def painted_in(s: State, box: Box, seat: int, season: int) -> int:
    """R25, R59: the clan's cubes on slots of a season's species."""
    total = 0
    for slot in range(LINES * s.fresco_up):
        if has_painted(s, seat, slot) and box.animal_season[slot_species(s, box, slot)] == season:
            total += s.cubes[slot]
    return total


@rule
def crafts_of(s: State, box: Box, seat: int, kind: int) -> int:
    """How many Crafts of a kind the clan has made."""
    total = 0
    for tile in range(CRAFTS):
        if (s.clans[seat].made >> tile) & 1 != 0 and box.craft_kind[tile] == kind:
            total += 1
    return total


@rule
def habitat_points(s: State, box: Box, seat: int) -> int:
    """Simple 1, prestigious 3, shelters 0."""
    total = 0
    for place in range(HABITAT_PLACES):
        total += box.home_points[s.clans[seat].homes[place]]
    return total


@rule
def species_painted(s: State, box: Box, seat: int) -> int:
    """O4, R54: how many species the clan has painted at least once."""
    found = 0
    for slot in range(LINES * s.fresco_up):
        if has_painted(s, seat, slot):
            found |= 1 << slot_species(s, box, slot)
    return popcount(found)


@rule
def finished_tracks(s: State, seat: int) -> int:
    """How many capacities are at their last level."""
    total = 0
    for track in range(TRACKS):
        if s.clans[seat].levels[track] == LEVELS - 1:
            total += 1
    return total


@rule
def measure(s: State, box: Box, seat: int, metric: int) -> int:
    """What objectives count: O1 to O8, SO01 to SO11 (R26, R27, R51, R59)."""
    clan = s.clans[seat]
    if metric == Metric.MEMBERS:
        return members(clan)
    if metric == Metric.SHAMAN_ACTIONS:
        return popcount(clan.hut)
    if metric == Metric.HABITAT_POINTS:
        return habitat_points(s, box, seat)
    if metric == Metric.SPECIES_PAINTED:
        return species_painted(s, box, seat)
    if metric == Metric.CAPACITIES_AT_MAX:
        return finished_tracks(s, seat)
    if metric == Metric.CRAFTS:
        return popcount(clan.made)
    if metric == Metric.MEGALITHS:
        return popcount(clan.hut & MEGALITH_BITS)
    if metric == Metric.BIRTHS:
        return clan.births
    if metric == Metric.WARM_PAINTED:
        return painted_in(s, box, seat, Season.WARM)
    if metric == Metric.COLD_PAINTED:
        return painted_in(s, box, seat, Season.COLD)
    if metric == Metric.PRESTIGIOUS:
        return count_homes(clan, Home.PRESTIGIOUS)
    if metric == Metric.HABITATS:
        return built_homes(clan)
    if metric == Metric.HUNTS:
        return clan.hunts
    if metric == Metric.STATUETTES:
        return crafts_of(s, box, seat, CraftKind.STATUETTE)
    return crafts_of(s, box, seat, CraftKind.NECKLACE)


@rule
def fulfils(s: State, box: Box, seat: int, needs: Row[int]) -> bool:
    """Whether a clan reaches every number an objective asks for."""
    fulfilled = True
    for metric in range(METRICS):
        if needs[metric] > 0:
            fulfilled = fulfilled and measure(s, box, seat, metric) >= needs[metric]
    return fulfilled


@rule
def line_cubes(s: State, seat: int, line: int) -> int:
    """The clan's cubes on one line of the Fresco; a double painting counts 2 (R25)."""
    total = 0
    for place in range(s.fresco_up):
        slot = LINES * place + line
        if has_painted(s, seat, slot):
            total += s.cubes[slot]
    return total


@rule
def majority(s: State, box: Box, seat: int, line: int) -> int:
    """R24: most cubes 4 points, next lower count 2; every clan that has that count gets them."""
    mine = line_cubes(s, seat, line)
    if mine == 0:
        return 0
    better = 0
    above = 0  # how many different counts are higher
    for other in range(s.seats):
        theirs = line_cubes(s, other, line)
        if theirs > mine and theirs != better:
            above += 1
            better = theirs if better == 0 else better
    if above == 0:
        return box.line_first
    return box.line_second if above == 1 else 0


@rule
def painting_points(s: State, box: Box, seat: int) -> int:
    """Cubes by species."""
    total = 0
    for slot in range(LINES * s.fresco_up):
        if has_painted(s, seat, slot):
            total += s.cubes[slot] * box.paint_points[slot_species(s, box, slot)]
    return total


@rule
def line_points(s: State, box: Box, seat: int) -> int:
    """The majorities of the three lines."""
    total = 0
    for line in range(LINES):
        total += majority(s, box, seat, line)
    return total


@rule
def objective_points(s: State, box: Box, seat: int) -> int:
    """5 for each objective reached first, 3 for each reached second."""
    total = 0
    for place in range(OBJECTIVES_SHOWN):
        total += box.objective_first * ((s.firsts[place] >> seat) & 1)
        total += box.objective_second * ((s.seconds[place] >> seat) & 1)
    return total


@rule
def craft_points(s: State, box: Box, seat: int) -> int:
    """The points of the Craft tiles made."""
    total = 0
    for tile in range(CRAFTS):
        if (s.clans[seat].made >> tile) & 1 != 0:
            total += box.craft_points[tile]
    return total


@rule
def hut_points(s: State, box: Box, seat: int) -> int:
    """Menhir 6, alignment 8, dolmen 10: the cubes at the hut show what was built."""
    total = 0
    for location in range(HUT):
        if (s.clans[seat].hut >> location) & 1 != 0:
            total += box.hut_points[location]
    return total


@rule
def points(s: State, box: Box, seat: int) -> int:
    """DG-P1, I25: the score."""
    clan = s.clans[seat]
    total = box.member_points * members(clan) - box.scarcity_points * clan.scarcity
    total += habitat_points(s, box, seat) + craft_points(s, box, seat) + hut_points(s, box, seat)
    total += painting_points(s, box, seat) + line_points(s, box, seat)
    return total + objective_points(s, box, seat)


@rule
def stock(s: State, seat: int) -> int:
    """R29: resources and Tools in stock, the first tie-break."""
    total = 0
    for good in range(GOODS):
        total += s.clans[seat].goods[good]
    return total


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """Clan points; in a solo game, which has none, the objectives with a cube."""
    for seat in range(s.seats):
        out[seat] = points(s, box, seat) if s.seats > 1 else popcount(s.solo.done)


@rule
def final_key(s: State, box: Box, seat: int) -> int:
    """R29: points, then stock, then less Scarcity, as one number; if all is equal victory is shared."""
    return (points(s, box, seat) * TIE_BREAK + stock(s, seat)) * TIE_BREAK - s.clans[seat].scarcity


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """Places by points and tie-breaks; a lost solo game is second to the rivals."""
    if s.seats == 1:
        out[0] = 2 if s.over != 0 and s.ending != Ending.WON else 1
        return
    for seat in range(s.seats):
        out[seat] = final_key(s, box, seat)
    places(s.seats, out)
