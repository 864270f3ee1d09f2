"""The map of hexagons in the scene, with tokens, camps and members."""

from __future__ import annotations

from firstfire.kernel.scene import Box as Rect
from firstfire.kernel.scene import Piece, Zone
from firstfire.kernel.words import Words

from .actions import CAMP, COLOUR, HEX
from .autumn import hex_count
from .box import GROUND_NAMES, LETTER_NAMES, SPECIES_NAMES, TERRAIN_NAMES, Box
from .scene_board import fish_piece, tile_piece
from .scene_common import PLAYERS, camp_id, ground_text, hex_id, member_id, named
from .state import CAMPS, MEMBERS, NONE, START, Ground, Letter, State

MARGIN = 0.06


def map_zone(view: State, box: Box, words: Words) -> Zone:
    """The map: one cell for each hexagon, pointed sides up."""
    hexes = hex_count(view, box)
    places = [(box.q[h] + box.r[h] / 2, float(box.r[h])) for h in range(hexes)]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    width, height = max(x for x, _ in places) - left, max(y for _, y in places) - top
    scale = (1 - 2 * MARGIN) / max(width, height, 1)
    shift_x, shift_y = (1 - width * scale) / 2, (1 - height * scale) / 2
    cells = [(round(shift_x + (x - left) * scale, 4), round(shift_y + (y - top) * scale, 4)) for x, y in places]
    return Zone(
        "map", "map", Rect(10, 10, 590, 600), Rect(5, 5, 590, 560), label=words.say("zone.map"), cells=cells,
        tip=words.say("tip.map"),
    )  # fmt: skip


def map_pieces(view: State, box: Box, words: Words, names: list[str]) -> list[Piece]:
    """Hexagons first, then what lies and stands on them."""
    found = [hex_piece(view, box, words, h) for h in range(hex_count(view, box))]
    for h in range(1, hex_count(view, box)):
        found += things_on(view, box, words, names, h)
    for seat in range(view.seats):
        for member in range(MEMBERS):
            h = view.tribes[seat].place[member]
            if h >= START:
                tired = view.tribes[seat].tired >> member & 1
                badges = [words.say("badge.tired")] if tired else []
                found.append(
                    Piece(
                        member_id(seat, member), "map", h, f"member-{PLAYERS[seat][0]}", turned=tired, owner=seat,
                        label=f"{names[seat]} @ {HEX.values[h]}", badges=badges, tip=words.say("tip.member"),
                    )
                )  # fmt: skip
    return found


def hex_piece(view: State, box: Box, words: Words, h: int) -> Piece:
    """A hexagon with its terrain and what is printed on it."""
    place = view.hexes[h]
    text = ground_text(words, view, h)
    if h == START:
        return Piece(hex_id(h), "map", h, "hex-start", label=text, tip=words.say("tip.start_hex"))
    terrain = TERRAIN_NAMES[place.terrain]
    label = named(words, f"{HEX.values[h]} {words.say(f'value.terrain.{terrain}')}", text)
    look = f"hex-{terrain}-{GROUND_NAMES[place.kind]}"
    return Piece(hex_id(h), "map", h, look, label=label, tip=hex_tip(view, box, words, h))


def hex_tip(view: State, box: Box, words: Words, h: int) -> str:
    """What stopping (or standing) there does."""
    place = view.hexes[h]
    if place.kind == Ground.MEGALITH:
        letter = LETTER_NAMES[place.detail].lower()
        return words.say(f"tip.megalith_{letter}", points=box.a_points, first=box.c_first, second=box.c_second)
    if place.kind == Ground.MARKER:
        return words.say("tip.marker_hex")
    if place.kind == Ground.CAMP:
        return words.say("tip.camp_site")
    return words.say("tip.plain_hex" if place.kind == Ground.PLAIN or place.token == NONE else "tip.token_hex")


def things_on(view: State, box: Box, words: Words, names: list[str], h: int) -> list[Piece]:
    """The token, megalith, marker sign or camp of a hexagon."""
    place = view.hexes[h]
    if place.camp:
        owner, camp = divmod(place.camp - 1, CAMPS)
        look = f"camp-{PLAYERS[owner][0]}-{CAMP.values[camp]}"
        label = named(words, names[owner], words.say("piece.camp", camp=CAMP.values[camp]))
        return [Piece(camp_id(owner, camp), "map", h, look, owner=owner, label=label)]
    if place.kind == Ground.MEGALITH and (place.detail != Letter.A or place.token != NONE):
        return [Piece(f"stone-{HEX.values[h]}", "map", h, f"megalith-{LETTER_NAMES[place.detail]}")]
    if place.kind == Ground.MARKER:
        name = COLOUR.values[place.detail]
        return [Piece(f"sign-{HEX.values[h]}", "map", h, f"marker-{name}")]
    if place.token == NONE:
        return []
    if place.kind == Ground.FISH:
        return [fish_piece(view, box, words, place.token, "map", h)]
    if place.kind == Ground.GATHER:
        return [tile_piece(view, box, words, place.token, "map", h)]
    return [
        Piece(f"beast-{HEX.values[h]}", "map", h, f"beast-{SPECIES_NAMES[place.detail]}", tip=words.say("tip.animal"))
    ]
