"""What is laid together for one choice: the places of three shamans, resources that pay, members that go; and which of
these choices is the sensible one."""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Take
from firstfire.kernel.records.rows import as_tuple

from ..actions import ACTIONS, pair_colours
from ..box import Box
from ..rules.effects import available
from ..rules.price_tiles import colour_at, movement_worth
from ..state import BOARD, COLOURS, SIDES, Deed, Phase, Space, State
from .looks import cube_id, side_id
from .map import member_on


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
