"""The table of Prehistory as one seat sees it, built from a redacted record only.

The main board is drawn in `main_board.py`, the map in `map.py`, the personal boards in
`boards.py`; where things lie says `layout.py`.
"""

from __future__ import annotations

from ctypes import addressof, memmove
from typing import Any, cast

from firstfire.kernel.furniture import counter, remembered, still
from firstfire.kernel.game import Game
from firstfire.kernel.rows import as_bytes, as_tuple
from firstfire.kernel.scene import Counter, Prompt, Scene
from firstfire.kernel.sentences import question
from firstfire.kernel.words import Words

from ..actions import ACTIONS, COLOUR, DEED, DIRECTION, FISH_TILE, HUNT, PART, SPACE
from ..box import DEED_NAMES, Box
from ..rules.autumn import hex_count
from ..rules.price_tiles import colour_at
from ..rules.scoring import owned_points, part, standing_points
from ..state import (
    BOARD,
    CARDS,
    NONE,
    PARTS,
    PHASES,
    SIDES,
    Deed,
    Part,
    Phase,
    Season,
    Space,
    State,
    Tribe,
)  # fmt: skip
from .boards import tribe_pieces, tribe_zones
from .layout import WIDE, tall_table
from .looks import (
    PLAYERS,
    SEASONS,
    all_looks,
    camp_id,
    card_id,
    card_words,
    cube_id,
    fish_id,
    hex_id,
    hunt_id,
    section_id,
    shaman_id,
    side_id,
    tile_id,
)  # fmt: skip
from .main_board import board_pieces, board_zones
from .map import all_members, draw_hexes, land_of, map_zone, member_on


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) may see it; `view` is already redacted."""
    box = still(box)
    players = tuple(names)
    land = land_of(box, hex_count(view, box))
    made = Scene("prehistory", view.seats, seat, WIDE, tall_table(view.seats, land), prompt(view, box, words, names))
    made.zones = [
        map_zone(box, words, hex_count(view, box)), *board_zones(box, words, land, view.phase == Phase.TURN_TILE),
        *tribe_zones(words, players, seat, land),
    ]  # fmt: skip
    looks, hexes = draw_hexes(box, words, as_bytes(view.hexes), hex_count(view, box), players)
    made.pieces = [*hexes, *all_members(view, words, players)]
    made.pieces += board_pieces(view, box, words, players)
    made.pieces += tribe_pieces(view, box, words)
    made.looks = [*looks, *all_looks(box, words, view.seats)]
    made.counters = counters(view, box, words)
    made.colours = [colour for _, colour in PLAYERS[: view.seats]]
    return made


def prompt(view: State, box: Box, words: Words, names: list[str]) -> Prompt:
    """Who decides what, in which year and season."""
    step = step_text(words, view.round, view.season, view.deed)
    if view.over:
        return Prompt(None, words.say("ending.five_years"), step)
    key, values = asking(view, box, words)
    return Prompt(view.player, question(words, key, view.player, names, **values), step)


@remembered
def step_text(words: Words, year: int, season: int, deed: int) -> str:
    """The year, the season, and in summer the action."""
    said = {"round": year, "season": words.say(f"value.season.{SEASONS[season]}")}
    if season == Season.SUMMER and deed != NONE:
        return words.say("label.summer_step", deed=words.value(DEED, deed), **said)
    return words.say("label.step", **said)


def asking(view: State, box: Box, words: Words) -> tuple[str, dict[str, object]]:
    """The question of a decision: in summer the action it is about, for a payment the thing, for a cube the pillar."""
    deed = words.value(DEED, view.deed) if view.deed != NONE else ""
    if view.phase == Phase.SUMMER:
        name = DEED_NAMES[view.deed]
        return f"ask.{name}", {"colour": words.value(COLOUR, box.marker[view.deed])}
    if view.phase == Phase.PAYMENT and view.deed != Deed.MIGRATION:
        thing = words.value(FISH_TILE if view.deed == Deed.FISHING else HUNT, view.target)
        return "ask.pay_for", {"thing": thing}
    if view.phase == Phase.DANCE:
        return "ask.dance" if view.season == Season.SPRING else "ask.dance_free", {"n": view.amount}
    if view.phase == Phase.PILLAR:  # PH-SP6: from an empty tent the cube must be bought first
        return "ask.pillar" if any(as_tuple(view.tribes[view.player].tent)) else "ask.owed", {"deed": deed}
    return f"phase.{PHASES[view.phase]}", {}


def counters(view: State, box: Box, words: Words) -> list[Counter]:
    """Points as the viewer can count them, and what each player holds."""
    found = [counter("year", words.say("label.year"), view.round)]
    if view.season == Season.AUTUMN:
        found.append(counter("movement", words.say("label.movement"), view.movement))
    hexes = as_bytes(view.hexes)
    standing = standing_on(box, hexes, view.seats)
    for seat in range(view.seats):
        tribe = bytes(cast(Any, view.tribes[seat]))
        points = standing[seat] + holding(box, tribe, hexes, seat, view.seats)
        found += tribe_counters(words, seat, tribe, points)
    return found


@remembered
def tribe_counters(words: Words, seat: int, held: bytes, points: int) -> tuple[Counter, ...]:
    """What stands beside a player's name."""
    tribe = cast(Any, Tribe).from_buffer_copy(held)
    counted = {
        "points": points, "development": tribe.development, "resources": sum(tribe.tent),
        "markers": sum(tribe.markers), "members": list(tribe.place).count(BOARD), "ceremony": tribe.card_count,
    }  # fmt: skip
    return tuple(
        counter(f"{name}{seat}", words.say(f"label.{name}"), number, seat, name) for name, number in counted.items()
    )


@remembered
def standing_on(box: Box, hexes: bytes, seats: int) -> tuple[int, ...]:
    """What each player gets from the megaliths B and C on a map."""
    s = cast(Any, State)()
    s.seats = seats
    memmove(s.hexes, hexes, len(hexes))
    return tuple(standing_points(s, box, seat) for seat in range(seats))


@remembered
def holding(box: Box, tribe: bytes, hexes: bytes, seat: int, seats: int) -> int:
    """All other points of a player."""
    s = cast(Any, State)()
    s.seats = seats
    memmove(s.hexes, hexes, len(hexes))
    memmove(addressof(s.tribes[seat]), tribe, len(tribe))
    parts = sum(part(s, box, seat, piece) for piece in range(PARTS) if piece != Part.MEGALITHS)
    return parts + box.a_points * int(s.tribes[seat].megaliths)


def breakdown(view: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Where a player's points come from: six parts, then each ceremony card by itself."""
    parts = [piece for piece in range(PARTS) if piece != Part.CEREMONY]
    cards = [card for card in range(CARDS) if view.tribes[seat].cards >> card & 1]
    rows = [(words.value(PART, piece), part(view, box, seat, piece)) for piece in parts]
    return rows + [(card_words(words, box, card, "short"), owned_points(view, box, seat, card)) for card in cards]


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
        return (member_on(view, me, values["hex"]),)
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
        return shaman_id(view.tribes[me].shamans, me, values["start"]), end
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
