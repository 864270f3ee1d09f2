"""Development points: the free actions of one's own turn (PH-D), behind one door.

`develop` opens the door, one more choice says what for, a last one which colour or tile;
then the waiting decision comes back. `back` leaves the door at any step with nothing spent.
The door never shuts (R9), but who has only looked nine times in a row must do something the
next time, so that looking ends. Movement for a point (PH-D3) stands open in autumn.
"""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import BOUGHT, DEVELOP, RETURNED, TURNED, TURNED_WEATHER, cubes, outlook
from ..box import Box
from ..state import LOOKS, NONE, SIDES, Phase, Pool, State
from .stores import give_back, markers_of, resources_of

CLOCKWISE = 0


@rule
def can_deliver(box: Box, resources: int, worth: int) -> bool:
    """PH-SP4 (iv), R8: one resource is there, or can be bought with points and sold markers."""
    return resources > 0 or worth >= box.resource_price


@rule
def may_spend(s: State, box: Box, resources: int, worth: int) -> bool:
    """PH-SP6: while a pillar cube is owed, what is left must still deliver it."""
    if s.phase == Phase.PILLAR or s.back == Phase.PILLAR:
        return can_deliver(box, resources, worth)
    return True


@rule
def can_turn(s: State, box: Box, price: int) -> bool:
    """PH-D1, PH-D2: enough points for a notch."""
    tribe = s.tribes[s.player]
    worth = tribe.development + markers_of(tribe)
    return tribe.development >= price and may_spend(s, box, resources_of(tribe), worth - price)


@rule
def can_turn_tile(s: State, box: Box) -> bool:
    """PH-D1: enough points for a notch of a price tile."""
    return can_turn(s, box, box.turn_price)


@rule
def can_turn_weather(s: State, box: Box) -> bool:
    """PH-D2: enough points for a notch of the weather tile."""
    return can_turn(s, box, box.weather_price)


@rule
def can_buy_resource(s: State, box: Box) -> bool:
    """PH-D4: enough points for a resource."""
    return s.tribes[s.player].development >= box.resource_price


@rule
def can_buy_marker(s: State, box: Box) -> bool:
    """PH-D5: enough points for an action marker."""
    tribe = s.tribes[s.player]
    worth = tribe.development + markers_of(tribe) - box.marker_price + 1
    return tribe.development >= box.marker_price and may_spend(s, box, resources_of(tribe), worth)


@rule
def can_return_resource(s: State, box: Box) -> bool:
    """PH-D6: a resource is there and may go."""
    tribe = s.tribes[s.player]
    resources = resources_of(tribe)
    worth = tribe.development + markers_of(tribe) + 1
    return resources > 0 and may_spend(s, box, resources - 1, worth)


@rule
def can_return(s: State, box: Box) -> bool:
    """PH-D6: any cube may go; a marker always can."""
    return can_return_resource(s, box) or markers_of(s.tribes[s.player]) > 0


@rule
def can_develop(s: State, box: Box) -> bool:
    """Whether any free action is possible (a marker can always be sold)."""
    return (
        markers_of(s.tribes[s.player]) > 0
        or can_return_resource(s, box)
        or can_turn_tile(s, box)
        or can_turn_weather(s, box)
        or can_buy_resource(s, box)
        or can_buy_marker(s, box)
    )


@rule
def open_door(s: State) -> None:
    """PH-D, R9, R44: a free action at any decision of one's own turn."""
    s.back = s.phase
    s.phase = Phase.DEVELOP


@rule
def stop_looking(s: State, action: int) -> None:
    """Whoever does anything before the door has not only looked behind it."""
    if s.back == NONE and action != DEVELOP:
        s.looks = 0


@rule
def want(s: State, step: int) -> None:
    """Chosen what for; which tile or colour?"""
    s.phase = step


@rule
def can_step_out(s: State) -> bool:
    """Not too often behind the door for nothing."""
    return s.looks < LOOKS


@rule
def step_out(s: State) -> None:
    """Out of the door from any of its steps, with nothing done."""
    s.looks += 1
    s.phase = s.back
    s.back = NONE


@rule
def close_door(s: State) -> None:
    """A free action is done: the decision that waits comes back."""
    s.looks = 0
    s.phase = s.back
    s.back = NONE


@rule
def turn_weather(s: State, box: Box) -> None:
    """PH-D2: the own weather tile one notch clockwise; no income now."""
    tribe = s.tribes[s.player]
    tribe.development -= box.weather_price
    tribe.offset = (tribe.offset + 1) % SIDES
    note(s, TURNED_WEATHER, s.player, outlook(tribe.weather, tribe.offset + 1), box.weather_price)
    close_door(s)


@rule
def turn_tile(s: State, box: Box, space: int, direction: int) -> None:
    """PH-D1, R48: one notch either way, and it stays so. PH-G10: not the central tile."""
    s.tribes[s.player].development -= box.turn_price
    notches = 1 if direction == CLOCKWISE else SIDES - 1
    s.rotation[space] = (s.rotation[space] + notches) % SIDES
    note(s, TURNED, s.player, space, direction, box.turn_price)
    close_door(s)


@rule
def buy_resource(s: State, box: Box, colour: int) -> None:
    """PH-D4: a resource of any colour."""
    tribe = s.tribes[s.player]
    tribe.development -= box.resource_price
    tribe.tent[colour] += 1
    note(s, BOUGHT, s.player, cubes(Pool.TENT, colour, 1), box.resource_price)
    close_door(s)


@rule
def buy_marker(s: State, box: Box, colour: int) -> None:
    """PH-D5: an action marker of any colour."""
    tribe = s.tribes[s.player]
    tribe.development -= box.marker_price
    tribe.markers[colour] += 1
    note(s, BOUGHT, s.player, cubes(Pool.MARKERS, colour, 1), box.marker_price)
    close_door(s)


@rule
def return_cube(s: State, pool: int, colour: int) -> None:
    """PH-D6: a cube of either pool goes back to the supply for one development point."""
    give_back(s, pool, colour)
    note(s, RETURNED, s.player, cubes(pool, colour, 1), 1)
    s.tribes[s.player].development += 1
    close_door(s)
