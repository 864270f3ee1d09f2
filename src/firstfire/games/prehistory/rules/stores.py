"""What players gain and spend: cubes in two pools, development points, victory points."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import DEVELOPED, GAINED, PAID, PAID_EACH, SCORED, cubes
from ..state import COLOURS, Pool, State, Tribe


@rule
def resources_of(tribe: Tribe) -> int:
    """All resources in the tent."""
    total = 0
    for colour in range(COLOURS):
        total += tribe.tent[colour]
    return total


@rule
def markers_of(tribe: Tribe) -> int:
    """All action markers under the painting."""
    total = 0
    for colour in range(COLOURS):
        total += tribe.markers[colour]
    return total


@rule
def is_empty_handed(tribe: Tribe) -> bool:
    """No cube and no development point: nothing can be paid and nothing sold."""
    return tribe.development == 0 and resources_of(tribe) + markers_of(tribe) == 0


@rule
def is_broke(s: State) -> bool:
    """The player to act is empty-handed: only a pass is left."""
    return is_empty_handed(s.tribes[s.player])


@rule
def tent_colours(s: State) -> int:
    """The colours of the player's resources, as bits."""
    return colours_of(s.tribes[s.player].tent)


@rule
def marker_colours(s: State) -> int:
    """The colours of the player's action markers, as bits."""
    return colours_of(s.tribes[s.player].markers)


@rule
def colours_of(store: Row[int]) -> int:
    """The colours of which there are cubes in a store, as bits."""
    found = 0
    for colour in range(COLOURS):
        if store[colour] > 0:
            found |= 1 << colour
    return found


@rule
def give_back(s: State, pool: int, colour: int) -> None:
    """PH-G4: a cube of one of the player's stores goes back to the supply."""
    tribe = s.tribes[s.player]
    if pool == Pool.MARKERS:
        tribe.markers[colour] -= 1
    else:
        tribe.tent[colour] -= 1


@rule
def gain_resource(s: State, seat: int, colour: int, amount: int) -> None:
    """PH-G1, PH-G6, PH-G9, R40: resources come from the unlimited supply into the tent."""
    if amount > 0:
        s.tribes[seat].tent[colour] += amount
        note(s, GAINED, seat, cubes(Pool.TENT, colour, amount))


@rule
def gain_marker(s: State, seat: int, colour: int, amount: int) -> None:
    """PH-G1, PH-G6, PH-G9: action markers come from the unlimited supply under the painting."""
    if amount > 0:
        s.tribes[seat].markers[colour] += amount
        note(s, GAINED, seat, cubes(Pool.MARKERS, colour, amount))


@rule
def pay_each(s: State, seat: int, colours: int) -> None:
    """PH-G4: one resource of each of these colours (bits) goes back to the supply."""
    for colour in range(COLOURS):
        if (colours >> colour) & 1 != 0:
            s.tribes[seat].tent[colour] -= 1
    note(s, PAID_EACH, seat, colours)


@rule
def pay_markers(s: State, seat: int, colour: int, amount: int) -> None:
    """PH-G4: spent markers go back to the supply."""
    s.tribes[seat].markers[colour] -= amount
    note(s, PAID, seat, cubes(Pool.MARKERS, colour, amount))


@rule
def gain_development(s: State, seat: int, amount: int) -> None:
    """PH-G5, R39: development points are marked at once; the track has no end."""
    if amount > 0:
        s.tribes[seat].development += amount
        note(s, DEVELOPED, seat, amount)


@rule
def gain_points(s: State, seat: int, amount: int) -> None:
    """PH-G5: victory points are marked at once."""
    if amount > 0:
        s.tribes[seat].points += amount
        note(s, SCORED, seat, amount)
