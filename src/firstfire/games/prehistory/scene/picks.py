"""The clicks that mean an action: ids of pieces and zones in order."""

from __future__ import annotations

from ..actions import ACTIONS, COLOUR, DIRECTION, SPACE
from ..box import DEED_NAMES, Box
from ..rules.price_tiles import colour_at
from ..state import (
    SIDES,
    Space,
    State,
)  # fmt: skip
from .looks import (
    camp_id,
    card_id,
    cube_id,
    fish_id,
    foot_id,
    hex_id,
    hunt_id,
    section_id,
    shaman_id,
    side_id,
    tile_id,
)  # fmt: skip
from .map import member_on


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The clicks for an action: the thing itself wherever there is one; else a button."""
    block, values = ACTIONS.values(action)
    me = view.player
    if block in ("weather", "dance"):
        return _picks_of_shamans(view, box, block, values)
    if block in _THINGS:
        return (_THINGS[block](*values.values()),)
    if block == "paint":
        return (section_id(me, values["section"]),)
    if block == "camp":
        return (camp_id(me, values["camp"]),)
    if block in ("move", "settle"):
        return (member_on(view, me, values["hex"]),)
    if block == "pay" and view.amount != 1:
        return ()  # two colours may be paid as well: they are laid together
    if block in _CUBES:
        cube = cube_id(_CUBES[block], me, values["colour"])
        return (cube, foot_id(view.deed)) if block == "place" else (cube,)
    return _picks_of_places(block, values, me)


_THINGS = {
    "gather": tile_id,
    "hold": card_id,
    "fish": fish_id,
    "hunt": hunt_id,
    "go": hex_id,
    "stop": hex_id,
    "build": hex_id,
}
_CUBES = {
    "pay": "resource", "place": "resource", "spend_resource": "resource", "return_resource": "resource",
    "spend_marker": "marker", "return_marker": "marker",
}  # fmt: skip


def _picks_of_shamans(view: State, box: Box, block: str, values: dict[str, int]) -> tuple[str, ...]:
    """Weather: the colour that gets the tile's first number. Dance: the shaman, then the colour it goes to."""
    me = view.player
    if block == "weather":
        return (f"weather{me}-{(values['offset'] + 1) % SIDES}",)
    end = side_id(Space.CEREMONY, colour_at(view, box, Space.CEREMONY, values["end"]))
    return shaman_id(view.tribes[me].shamans, me, values["start"]), end


def _picks_of_places(block: str, values: dict[str, int], me: int) -> tuple[str, ...]:
    """Places of the board. What development is used for is shown by where it happens: at the price tiles, at one's
    weather tile, in one's tent, among one's markers, in the supply; a single point is the disc on the track."""
    if block == "take":
        return (f"pillar-{DEED_NAMES[values['deed']]}",)
    if block == "turn":
        return (f"turn-{SPACE.values[values['space']]}-{DIRECTION.values[values['direction']]}",)
    if block in ("buy_resource", "buy_marker"):
        return (f"supply-{COLOUR.values[values['colour']]}",)
    return {
        "migrate": ("migration",), "spend_point": (f"development{me}",), "turn_weather": (f"weather{me}",),
        "develop": ("development",), "want_turn": ("prices",), "want_resource": (f"tent{me}",),
        "want_marker": (f"markers{me}",), "want_return": ("supply",),
    }.get(block, ())  # fmt: skip
