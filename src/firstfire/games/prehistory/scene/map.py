"""The map of hexagons in the scene, with tokens, camps and members."""

from __future__ import annotations

from ctypes import sizeof
from typing import Any, cast

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.scene import Look, Piece, Zone
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import CAMP, COLOUR, HEX
from ..box import LETTER_NAMES, SPECIES_NAMES, TERRAIN_NAMES, Box
from ..state import CAMPS, MEMBERS, NONE, START, Ground, Hex, Letter, Pool, State
from .layout import MARGIN, POINTED, ROW, common
from .looks import PLAYERS, all_looks, camp_id, ground_text, hex_id, hex_look, member_id, named
from .main_board import fish_piece, tile_piece
from .phrases import one_colour

HEX_BYTES = sizeof(cast(Any, Hex))
SHOWN_BYTES = cast(Any, Hex).crowd.offset  # of a hexagon; who stands there is told by the members themselves


@memoised
def land_of(box: Box, hexes: int) -> tuple[float, float]:
    """Width and height of the land, in widths of a hexagon."""
    places = _places(box, hexes)
    return max(x for x, _ in places) + 1, max(y for _, y in places) + POINTED


def _places(box: Box, hexes: int) -> list[tuple[float, float]]:
    """The middles of the hexagons from the upper left one's, in widths of one; pointed sides up, the rows interlock."""
    places = [(box.q[h] + box.r[h] / 2, ROW * box.r[h]) for h in range(hexes)]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return [(x - left, y - top) for x, y in places]


@memoised
def map_zone(box: Box, words: Words, hexes: int) -> Zone:
    """The map: one cell for each hexagon."""
    land = width, height = land_of(box, hexes)
    wide, tall = common("map", land)
    room = 1 - 2 * MARGIN
    scale = min(room * wide.w / width, room * wide.h / height)
    shift_x, shift_y = (wide.w - (width - 1) * scale) / 2, (wide.h - (height - POINTED) * scale) / 2
    cells = [
        (round((shift_x + x * scale) / wide.w, 4), round((shift_y + y * scale) / wide.h, 4))
        for x, y in _places(box, hexes)
    ]
    return Zone("map", "map", wide, tall, label=words.say("zone.map"), cells=cells, tip=words.say("tip.map"))


@memoised
def draw_hexes(
    box: Box, words: Words, printed: bytes, hexes: int, names: tuple[str, ...]
) -> tuple[tuple[Look, ...], tuple[Piece, ...]]:
    """All looks, those of the hexagons first; the hexagons, and then what lies on them."""
    looks: list[Look] = []
    grounds: list[Piece] = []
    things: list[Piece] = []
    for h in range(hexes):
        look, ground, *thing = hex_pieces(box, words, h, printed[HEX_BYTES * h :][:SHOWN_BYTES], names)
        looks.append(look)
        grounds.append(ground)
        things += thing
    return (*looks, *all_looks(box, words, len(names))), (*grounds, *things)


def all_members(view: State, words: Words, names: tuple[str, ...]) -> list[Piece]:
    """Everybody who stands on the map."""
    found: list[Piece] = []
    for seat in range(view.seats):
        found += member_pieces(words, names[seat], seat, as_tuple(view.tribes[seat].place), view.tribes[seat].tired)
    return found


@memoised
def hex_pieces(
    box: Box, words: Words, h: int, printed: bytes, names: tuple[str, ...]
) -> tuple[Look, Piece] | tuple[Look, Piece, Piece]:
    """A hexagon: its look, itself, and the token, megalith, marker sign or camp on it."""
    place = cast(Any, Hex).from_buffer_copy(printed.ljust(HEX_BYTES, b"\0"))
    look = hex_look(words, h, place.terrain, place.kind)
    ground = hex_piece(box, words, h, place)
    thing = thing_on(box, words, names, h, place)
    return (look, ground) if thing is None else (look, ground, thing)


def hex_piece(box: Box, words: Words, h: int, place: Hex) -> Piece:
    """A hexagon with its terrain and what is printed on it."""
    text = ground_text(words, place)
    look = f"hex-{HEX.values[h]}"
    if h == START:
        return Piece(hex_id(h), "map", h, look, label=text, tip=words.say("tip.start_hex"))
    name = f"{HEX.values[h]} {words.say(f'value.terrain.{TERRAIN_NAMES[place.terrain]}')}"
    label = "" if bears_thing(place) else named(words, name, text)  # what lies there says its own name
    return Piece(hex_id(h), "map", h, look, label=label, tip=hex_tip(box, words, place))


def bears_thing(place: Hex) -> bool:
    """Whether a camp, a token, a megalith or a marker sign lies on a hexagon."""
    standing = place.kind == Ground.MEGALITH and place.detail != Letter.A
    return bool(place.camp) or standing or place.kind == Ground.MARKER or place.token != NONE


def hex_tip(box: Box, words: Words, place: Hex) -> str:
    """What stopping (or standing) there does."""
    if place.kind == Ground.MEGALITH:
        return words.say(f"tip.megalith_{LETTER_NAMES[place.detail].lower()}")
    if place.kind == Ground.MARKER:
        return words.say("tip.marker_hex", cube=one_colour(words, Pool.MARKERS, place.detail, 1))
    if place.kind == Ground.CAMP:
        return words.say("tip.camp_site")
    if place.kind == Ground.PLAIN or place.token == NONE:
        return words.say("tip.plain_hex")
    if place.kind == Ground.FISH:
        return words.say("tip.fish_map", value=box.fish_value[place.token])
    if place.kind == Ground.ANIMAL:
        return words.say("tip.animal_hex", points=box.token_points[place.detail])
    return words.say("tip.token_hex")


def thing_on(box: Box, words: Words, names: tuple[str, ...], h: int, place: Hex) -> Piece | None:
    """The token, megalith, marker sign or camp of a hexagon."""
    if h == START:
        return None
    if place.camp:
        owner, camp = divmod(place.camp - 1, CAMPS)
        look = f"camp-{PLAYERS[owner][0]}-{CAMP.values[camp]}"
        label = named(words, names[owner], words.say("piece.camp"))
        return Piece(camp_id(owner, camp), "map", h, look, owner=owner, label=label)
    if place.kind == Ground.MEGALITH and (place.detail != Letter.A or place.token != NONE):
        return Piece(f"stone-{HEX.values[h]}", "map", h, f"megalith-{LETTER_NAMES[place.detail]}")
    if place.kind == Ground.MARKER:
        label = words.say("piece.marker", colour=words.value(COLOUR, place.detail))
        return Piece(f"sign-{HEX.values[h]}", "map", h, f"marker-{COLOUR.values[place.detail]}", label=label)
    if place.token == NONE:
        return None
    if place.kind == Ground.FISH:
        return fish_piece(box, words, place.token, "map", h)
    if place.kind == Ground.GATHER:
        return tile_piece(box, words, place.token, "map", h)
    if place.kind != Ground.ANIMAL:
        return None
    look, tip = f"beast-{SPECIES_NAMES[place.detail]}", words.say("tip.token")
    return Piece(f"beast-{HEX.values[h]}", "map", h, look, tip=tip)


@memoised
def member_pieces(words: Words, name: str, seat: int, place: tuple[int, ...], tired: int) -> tuple[Piece, ...]:
    """The members of a player on the map. Those on one hexagon are all alike: one piece with their number."""
    found = []
    for h in sorted({h for h in place if h >= START}):
        here = [member for member in range(MEMBERS) if place[member] == h]
        resting = tired >> here[0] & 1
        badges = [words.say("badge.tired")] if resting else []
        label = words.say("label.member_on", seat=name, hex=words.value(HEX, h))
        found.append(
            Piece(
                member_id(seat, here[0]), "map", h, f"member-{PLAYERS[seat][0]}", turned=resting, owner=seat,
                count=len(here) if len(here) > 1 else None, label=label, badges=badges, tip=words.say("tip.member"),
            )
        )  # fmt: skip
    return tuple(found)


def member_on(view: State, seat: int, h: int) -> str:
    """The piece that stands for a player's members on a hexagon."""
    place = view.tribes[seat].place
    return member_id(seat, next(member for member in range(MEMBERS) if place[member] == h))
