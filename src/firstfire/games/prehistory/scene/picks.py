"""The clicks that mean an action: ids of pieces and zones in order, and pieces that are laid together."""

from __future__ import annotations

from firstfire.kernel.rows import as_tuple
from firstfire.kernel.scene import Take

from ..actions import ACTIONS, COLOUR, DIRECTION, SPACE, pair_colours
from ..box import DEED_NAMES, Box
from ..rules.effects import available
from ..rules.price_tiles import colour_at, movement_worth
from ..state import (
    BOARD,
    COLOURS,
    SIDES,
    Deed,
    Phase,
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


# ---- laid together


def takes(view: State, box: Box, action: int) -> Take:
    """What is laid together: the places of three shamans, resources that pay, members that go."""
    block, values = ACTIONS.values(action)
    me = view.player
    if block == "shamans":
        places = [place for place in range(SIDES) if box.pattern[values["places"]] >> place & 1]
        return tuple((side_id(Space.CEREMONY, colour_at(view, box, Space.CEREMONY, place)), 1) for place in places)
    if block == "send":
        return ((member_on(view, me, BOARD), values["amount"] + 1),)
    if block == "pay_both" or (block == "pay" and view.amount != 1):
        return tuple((cube_id("resource", me, colour), 1) for colour in _paid(block, values))
    return ()


def _paid(block: str, values: dict[str, int]) -> list[int]:
    """The colours of a payment."""
    colours = 1 << values["colour"] if block == "pay" else pair_colours(values["pair"])
    return [colour for colour in range(COLOURS) if colours >> colour & 1]


def default_choice(view: State, box: Box, legal: list[int]) -> int | None:
    """The places whose other three cost what the first spring brings most of; as many members as may go, and both
    colours if that sends more of them; the colours one has most of and that are worth fewest steps."""
    return max(legal, key=lambda action: _liking(view, box, action))


def _liking(view: State, box: Box, action: int) -> tuple[int, ...]:
    block, values = ACTIONS.values(action)
    tribe = view.tribes[view.player]
    if view.phase == Phase.SHAMANS:
        free = [place for place in range(SIDES) if not box.pattern[values["places"]] >> place & 1]
        income = first_income(view, box)
        return (sum(income[colour_at(view, box, Space.CEREMONY, place)] for place in free),)
    if view.phase == Phase.MEMBERS:
        return (values["amount"],)
    colours = _paid(block, values)
    many = view.deed != Deed.MIGRATION or available(view, view.player) > 1
    return (
        len(colours) if many else -len(colours),
        sum(as_tuple(tribe.tent)[colour] for colour in colours),
        -sum(movement_worth(view, box, colour) for colour in colours),
    )


def first_income(view: State, box: Box) -> dict[int, int]:
    """R5: what the player's weather tile brings of each colour in the first spring."""
    tribe = view.tribes[view.player]
    numbers = as_tuple(box.weather[tribe.weather])
    return {
        box.weather_colour[place]: numbers[(place + 2 * SIDES - tribe.offset - 1) % SIDES] for place in range(SIDES)
    }
