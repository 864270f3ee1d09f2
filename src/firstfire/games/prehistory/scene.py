"""The table of Prehistory as one seat sees it.

+-----------+---------+---------+--------+-------+-----------+
|           | painting gathering  fire    river   migration  |
|    map    +-----------------------+----------+-------------+
|           |  fish, hunting cards  |  centre  |  six pillars|
|           |  ceremony cards       |  stacks, order, tracks |
+-----------+-----------------------+------------------------+
|  score and development tracks                              |
|  own board: painting | tent, markers, weather, people, ... |
|  the boards of the others                                  |
+------------------------------------------------------------+
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.scene import Box as Rect
from firstfire.kernel.scene import Counter, Prompt, Scene
from firstfire.kernel.words import Words

from .actions import ACTIONS, COLOUR, DEED, DIRECTION, PART, SPACE
from .box import DEED_NAMES, Box
from .effects import available
from .prices import colour_at
from .scene_board import board_pieces, board_zones
from .scene_common import (
    SEASONS,
    all_looks,
    camp_id,
    card_id,
    cube_id,
    fish_id,
    hex_id,
    hunt_id,
    member_id,
    section_id,
    shaman_id,
    side_id,
    tile_id,
)  # fmt: skip
from .scene_map import map_pieces, map_zone
from .scene_tribe import BOARD_TALL, FIRST_TALL, cubes_of, tribe_pieces, tribe_zones
from .scoring import part, total
from .state import MEMBERS, NONE, PARTS, SIDES, Phase, Season, Space, State

WIDE = Rect(0, 0, 1600, 1160)


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) may see it; `view` is already redacted."""
    tall = Rect(0, 0, 600, FIRST_TALL + BOARD_TALL * view.seats)
    made = Scene("prehistory", view.seats, seat, WIDE, tall, prompt(view, box, words))
    made.zones = [
        map_zone(view, box, words),
        *board_zones(view, box, words),
        *tribe_zones(view, box, words, names, seat),
    ]
    made.pieces = [
        *map_pieces(view, box, words, names), *board_pieces(view, box, words, names),
        *tribe_pieces(view, box, words, names),
    ]  # fmt: skip
    used = {piece.look for piece in made.pieces}
    made.looks = [look for look in all_looks(words) if look.id in used]
    made.counters = counters(view, box, words)
    return made


def prompt(view: State, box: Box, words: Words) -> Prompt:
    """Who decides what, in which year and season."""
    season = words.say(f"value.season.{SEASONS[view.season]}")
    deed = words.value(DEED, view.deed) if view.season == Season.SUMMER and view.deed != NONE else ""
    label = "label.summer_step" if deed else "label.step"
    step = words.say(label, round=view.round, rounds=box.rounds, season=season, deed=deed)
    if view.over:
        return Prompt(None, words.say("ending.five_years"), step)
    return Prompt(view.player, words.say(f"phase.{Phase(view.phase).name.lower()}"), step)


def counters(view: State, box: Box, words: Words) -> list[Counter]:
    """Points as the viewer can count them, and what each player holds."""
    found = [Counter("year", words.say("label.year"), view.round)]
    if view.season == Season.AUTUMN:
        found.append(Counter("movement", words.say("label.movement"), view.movement))
    for seat in range(view.seats):
        tribe = view.tribes[seat]
        for name, count in (
            ("points", total(view, box, seat)), ("development", tribe.development), ("resources", cubes_of(tribe.tent)),
            ("markers", cubes_of(tribe.markers)), ("members", available(view, seat)), ("ceremony", tribe.card_count),
        ):  # fmt: skip
            found.append(Counter(f"{name}{seat}", words.say(f"label.{name}"), count, seat, name))
    return found


def breakdown(view: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Where a player's points come from."""
    return [(words.value(PART, piece), part(view, box, seat, piece)) for piece in range(PARTS)]


# ---- picks


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The clicks for an action: the thing itself wherever there is one; else a button."""
    block, values = ACTIONS.values(action)
    me = view.player
    if block in ("weather", "shamans", "dance"):
        return _picks_of_shamans(view, box, block, values)
    if block in _THINGS:
        return (_THINGS[block](*values.values()),)
    if block == "paint":
        return (section_id(me, values["section"]),)
    if block == "camp":
        return (camp_id(me, values["camp"]),)
    if block in ("move", "settle"):
        return (_member_on(view, me, values["hex"], ready=block == "move"),)
    if block == "pay" and view.amount != 1:
        return ()  # two colours may be paid as well: only buttons, or a click on one would already pay it
    if block in _CUBES:
        return (cube_id(_CUBES[block], me, values["colour"]),)
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
    if block == "dance":
        end = side_id(Space.CEREMONY, colour_at(view, box, Space.CEREMONY, values["end"]))
        return shaman_id(view, me, values["start"]), end
    return ()


def _picks_of_places(block: str, values: dict[str, int], me: int) -> tuple[str, ...]:
    if block == "take":
        return (f"pillar-{DEED_NAMES[values['deed']]}",)
    if block == "turn":
        return (f"turn-{SPACE.values[values['space']]}-{DIRECTION.values[values['direction']]}",)
    if block in ("buy_resource", "buy_marker"):
        return (f"supply-{COLOUR.values[values['colour']]}",)
    return {
        "migrate": ("migration",), "spend_point": (f"development{me}",), "turn_weather": (f"weather{me}",),
    }.get(block, ())  # fmt: skip


def _member_on(view: State, seat: int, h: int, *, ready: bool) -> str:
    """A member on a hexagon (they are all alike there)."""
    tribe = view.tribes[seat]
    for member in range(MEMBERS):
        if tribe.place[member] == h and not (ready and tribe.tired >> member & 1):
            return member_id(seat, member)
    return hex_id(h)
