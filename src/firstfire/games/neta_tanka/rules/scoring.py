"""The final count (NT-S1 to NT-S8) and the places. A hidden objective counts as one to be exchanged."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.ranks import places
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import COUNT_BOARD, COUNT_OBJECTIVE, COUNT_REST, COUNT_TOTAL
from ..box import CRAFTS, HEIGHTS, Box, Resource
from ..state import Clan, State
from .clan import height_of, is_complete, resources_of


@rule
def tent_series(clan: Clan, box: Box) -> int:
    """NT-S1: how many tents are complete in an unbroken series from the left."""
    series = 0
    while series < box.tents and is_complete(clan, box, series):
        series += 1
    return series


@rule
def tents_complete(clan: Clan, box: Box) -> int:
    """R26: how many tents are complete, also beyond a gap: for objectives."""
    total = 0
    for tent in range(box.tents):
        if is_complete(clan, box, tent):
            total += 1
    return total


@rule
def tent_points(clan: Clan, box: Box) -> int:
    """NT-S1: the points of the furthest tent of the series."""
    return box.tent_points[tent_series(clan, box)]


@rule
def totem_sets(clan: Clan, box: Box) -> int:
    """NT-S2: five points for every two wood and one skull, in any order."""
    sets = min(clan.totem[Resource.WOOD] // box.set_wood, clan.totem[Resource.SKULL] // box.set_skull)
    return sets * box.set_points


@rule
def totem_cell(s: State, seat: int) -> int:
    """NT-F7: the cell of a totem token: the r-th tallest on the r-th from the right, no totem: the left-most."""
    for i in range(s.totem_count):
        if s.totem_order[i] == seat:
            return s.seats - 1 - i
    return 0


@rule
def totem_board(s: State, box: Box, seat: int) -> int:
    """NT-S3, R34: the value of the cell, which may be negative; some cells look at the height."""
    height = min(height_of(s.clans[seat]), HEIGHTS)
    return box.totem_cells[s.seats][totem_cell(s, seat)][height]


@rule
def food_points(clan: Clan, box: Box) -> int:
    """NT-S4: two points for each meat, one for each mushroom in the food section."""
    return clan.food[Resource.MEAT] * box.points_meat + clan.food[Resource.MUSHROOM] * box.points_mushroom


@rule
def crafts_of_kind(clan: Clan, box: Box, kind: int) -> int:
    """How many finished craft cards of a type a clan has."""
    total = 0
    for card in range(CRAFTS):
        if (clan.finished >> card) & 1 != 0 and box.crafts[card].kind == kind:
            total += 1
    return total


@rule
def craft_values(clan: Clan, box: Box) -> int:
    """NT-S5: the points of finished craft cards; unfinished ones score nothing."""
    total = 0
    for card in range(CRAFTS):
        if (clan.finished >> card) & 1 != 0:
            total += box.crafts[card].points
    return total


@rule
def craft_series(clan: Clan, box: Box) -> int:
    """NT-S6: five points for every series of a drum, a bow and a clothing."""
    if popcount(clan.finished) < 3:
        return 0
    series = crafts_of_kind(clan, box, 0)
    for kind in range(1, 3):
        series = min(series, crafts_of_kind(clan, box, kind))
    return series * box.series_points


@rule
def craft_types(clan: Clan, box: Box) -> int:
    """Of how many types a clan has finished a craft card."""
    types = 0
    for kind in range(3):
        types += min(1, crafts_of_kind(clan, box, kind))
    return types


@rule
def most_of_a_type(clan: Clan, box: Box) -> int:
    """How many craft cards a clan has finished of the type of which it has most."""
    most = 0
    for kind in range(3):
        most = max(most, crafts_of_kind(clan, box, kind))
    return most


@rule
def is_met(clan: Clan, box: Box, number: int) -> bool:
    """NT-O1 to NT-O4: all conditions of an objective hold; generosity is looked at before the exchange."""
    asked = box.objectives[number]
    return (
        craft_types(clan, box) >= asked.different_types
        and most_of_a_type(clan, box) >= asked.same_type
        and clan.totem[Resource.WOOD] >= asked.totem_wood
        and clan.totem[Resource.SKULL] >= asked.totem_skull
        and height_of(clan) >= asked.totem_height
        and food_points(clan, box) >= asked.food_points
        and tents_complete(clan, box) >= asked.tents
        and clan.generosity >= asked.generosity
    )


@rule
def objective_points(clan: Clan, box: Box) -> int:
    """NT-S7: five points if it is met, else the generosity of its exchange; 0 if already exchanged."""
    if clan.exchanged != 0:
        return 0
    if clan.objective >= 0 and is_met(clan, box, clan.objective):
        return box.objectives[clan.objective].points
    return box.objective_exchange_generosity


@rule
def objective_result(clan: Clan, box: Box) -> int:
    """NT-S7: met (0), missed and exchanged now (1), or exchanged before (2)."""
    if clan.exchanged != 0:
        return 2
    if clan.objective >= 0 and is_met(clan, box, clan.objective):
        return 0
    return 1


@rule
def points(s: State, box: Box, seat: int) -> int:
    """NT-S1 to NT-S8: the total of a seat, as counted now. Resources, cards and tokens left score nothing (R29)."""
    return clan_points(s.clans[seat], box) + totem_board(s, box, seat)


@rule
def clan_points(clan: Clan, box: Box) -> int:
    """Everything but NT-S3: what does not depend on the other clans."""
    board = tent_points(clan, box) + totem_sets(clan, box) + food_points(clan, box)
    crafts = craft_values(clan, box) + craft_series(clan, box)
    return board + crafts + objective_points(clan, box) + clan.generosity


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """The points of each seat as counted now."""
    for seat in range(s.seats):
        out[seat] = points(s, box, seat)


@rule
def final_key(s: State, box: Box, seat: int) -> int:
    """Points, then resources left in reserve, as one number."""
    return points(s, box, seat) * 10000 + resources_of(s.clans[seat])


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """Most points, then most resources left; a full tie is shared."""
    for seat in range(s.seats):
        out[seat] = final_key(s, box, seat)
    places(s.seats, out)


@rule
def tell_count(s: State, box: Box) -> None:
    """Write the final count into the log."""
    for seat in range(s.seats):
        clan = s.clans[seat]
        sets = totem_sets(clan, box)
        note(s, COUNT_BOARD, seat, tent_points(clan, box), sets, totem_board(s, box, seat), food_points(clan, box))
        note(s, COUNT_OBJECTIVE, seat, clan.objective, objective_result(clan, box))
        series = craft_series(clan, box)
        note(s, COUNT_REST, seat, craft_values(clan, box), series, objective_points(clan, box), clan.generosity)
        note(s, COUNT_TOTAL, seat, points(s, box, seat), resources_of(clan))
