"""The personal boards in the scene: tent, markers, painting, weather, people, camps, finds, cards.

Each part is remembered by what lies in it.
"""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, piece
from firstfire.kernel.presentation.scene import Piece, Zone
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import CAMP, COLOUR, SECTION
from ..box import COLOUR_NAMES, SECTION_NAMES, SPECIES_NAMES, SYMBOL_NAMES, Box
from ..state import (
    BOARD,
    CAMPS,
    CARDS,
    FISH,
    HUNTS,
    MEMBERS,
    SECTIONS,
    SIDES,
    SPECIES,
    TILES,
    Deed,
    Phase,
    Pool,
    Space,
    State,
)  # fmt: skip
from .layout import board_boxes, cells_around
from .looks import PLAYERS, camp_id, cube_id, member_id, section_id
from .main_board import card_piece, colours_on, fish_piece, hunt_piece, tile_piece
from .phrases import camp_gain, camp_needs, listed, mix_text, one_colour, outlook_text, side_text

PARTS = {"rock": "grid", "tent": "tokens", "markers": "tokens", "weather": "area", "people": "row", "camps": "tokens",
         "finds": "tokens", "deck": "row"}  # fmt: skip


@memoised
def tribe_zones(words: Words, names: tuple[str, ...], viewer: int, land: tuple[float, float]) -> tuple[Zone, ...]:
    """A board and eight zones on it for each player; the viewer's own first, then the others around the table."""
    found = []
    seats = len(names)
    for place in range(seats):
        seat = (max(viewer, 0) + place) % seats
        boxes = board_boxes(place, seats, land)
        board, tip = f"board{seat}", words.say("tip.board", seat=names[seat])
        found.append(Zone(board, "panel", *boxes["board"], label=names[seat], owner=seat, tip=tip))
        for name, kind in PARTS.items():
            label, tip = words.say(f"zone.{name}"), words.say(f"tip.{name}")
            if name == "weather" and place > 0:
                kind = "tokens"  # a small board has no room for a wheel with its numbers
            made = Zone(f"{name}{seat}", kind, *boxes[name], label=label, owner=seat, tip=tip, parent=board)
            if name == "rock":
                made.capacity, made.columns = SECTIONS, SECTIONS if place > 0 and seats == 2 else 3
            if kind == "area":
                made.cells = cells_around((0.36, 0.345))
            found.append(made)
    return tuple(found)


def tribe_pieces(view: State, box: Box, words: Words, viewer: int) -> list[Piece]:
    """Everything on the personal boards. What is printed alike on all of them is told on the viewer's own."""
    found: list[Piece] = []
    own = max(viewer, 0)
    choosing = view.player if view.phase == Phase.WEATHER and not view.over else -1
    price = (view.price[Space.PAINTING], view.rotation[Space.PAINTING])
    for seat in range(view.seats):
        tribe = view.tribes[seat]
        found += cube_pieces(words, seat, as_tuple(tribe.tent), as_tuple(tribe.markers))
        found += painting_pieces(box, words, seat, tribe.painted, *price, seat == own)
        found += weather_pieces(box, words, seat, tribe.weather, tribe.offset, seat == choosing)
        found += people_pieces(words, seat, as_tuple(tribe.place))
        found += camp_pieces(box, words, seat, tribe.camps, seat == own)
        found += find_pieces(box, words, seat, tribe.tiles, tribe.fish, as_tuple(tribe.animals), tribe.megaliths)
        found += deck_pieces(box, words, seat, tribe.hunts, tribe.cards, tribe.card_count)
    return found


@memoised
def cube_pieces(words: Words, seat: int, tent: tuple[int, ...], markers: tuple[int, ...]) -> tuple[Piece, ...]:
    """Resources in the tent, action markers (with a sun, PH-G12) under the painting."""
    found = []
    for colour, name in enumerate(COLOUR_NAMES):
        word = words.value(COLOUR, colour)
        for pool, zone, look, count in (
            ("resource", f"tent{seat}", f"cube-{name}", tent[colour]),
            ("marker", f"markers{seat}", f"marker-{name}", markers[colour]),
        ):
            if count:
                label = words.say(f"piece.{pool}", colour=word)
                found.append(
                    Piece(cube_id(pool, seat, colour), zone, colour, look, owner=seat, count=count, label=label)
                )
    return tuple(found)


@memoised
def painting_pieces(
    box: Box, words: Words, seat: int, painted: int, tile: int, rotation: int, told: bool
) -> tuple[Piece, ...]:
    """Nine sections, bare or painted, with what they cost now; `told`: with all their symbols."""
    return tuple(
        section_piece(box, words, seat, section, bool(painted >> section & 1), tile, rotation, told)
        for section in range(SECTIONS)
    )


def section_piece(
    box: Box, words: Words, seat: int, section: int, painted: bool, tile: int, rotation: int, told: bool
) -> Piece:
    """A section: its first symbol is its picture, the others are badges; its look and its tip name them all, the tip
    with what they cost and what its sides give."""
    sides = [position for position in range(SIDES) if box.section_symbols[section] >> position & 1]
    symbols = [words.say(f"value.symbol.{SYMBOL_NAMES[box.symbol[position]]}") for position in sides]
    colours = colours_on(box, tile, rotation, box.section_symbols[section])
    tip = words.say(
        "tip.section", symbols=listed(symbols), price=mix_text(words, colours),
        marker=one_colour(words, Pool.MARKERS, box.marker[Deed.PAINTING], len(sides)),
        row=side_text(box, words, section // 3), column=side_text(box, words, 3 + section % 3),
    )  # fmt: skip
    look = f"{'painted' if painted else 'bare'}-{SECTION_NAMES[section]}"
    label = words.value(SECTION, section)
    badges = [words.say("badge.painted")] if painted else symbols[1:] if told else []
    made = section_id(seat, section)
    return Piece(made, f"rock{seat}", section, look, owner=seat, label=label, badges=badges, tip=tip)


@memoised
def weather_pieces(box: Box, words: Words, seat: int, weather: int, offset: int, choosing: bool) -> tuple[Piece, ...]:
    """The six colours around the weather tile with what each gives in the next spring, when the
    tile has turned once more; while it is being laid, each stands for the orientation that brings
    the tile's first number there in the first spring, and tells that whole income (R5)."""
    found = []
    for position in range(SIDES):
        colour = box.weather_colour[position]
        label = words.value(COLOUR, colour)
        if choosing:
            amount = box.weather[weather][0]
            tip = words.say("tip.weather_choice", income=outlook_text(box, words, weather, position))
        else:
            amount = box.weather[weather][(position + 2 * SIDES - offset - 1) % SIDES]
            tip = words.say("tip.weather")
        look = f"side-{COLOUR_NAMES[colour]}"
        found.append(
            Piece(f"weather{seat}-{position}", f"weather{seat}", position, look, count=amount, label=label, tip=tip)
        )
    return tuple(found)


@memoised
def people_pieces(words: Words, seat: int, place: tuple[int, ...]) -> tuple[Piece, ...]:
    """Members waiting on the board; they are all alike: one piece with their number."""
    waiting = [member for member in range(MEMBERS) if place[member] == BOARD]
    if not waiting:
        return ()
    look, tip = f"member-{PLAYERS[seat][0]}", words.say("tip.people")
    return (piece(member_id(seat, waiting[0]), f"people{seat}", 0, look, owner=seat, count=len(waiting), tip=tip),)


@memoised
def camp_pieces(box: Box, words: Words, seat: int, built: int, told: bool) -> tuple[Piece, ...]:
    """The camps not yet built; `told`: with members needed, settlers, points and development."""
    found = []
    for camp in range(CAMPS):
        if built >> camp & 1:
            continue
        values = {
            "members": box.camp_members[camp], "settlers": box.camp_settlers[camp], "points": box.camp_points[camp],
            "development": box.camp_development[camp],
        }  # fmt: skip
        look = f"camp-{PLAYERS[seat][0]}-{CAMP.values[camp]}"
        price = "badge.camp_settling" if values["settlers"] else "badge.camp_members"
        badges = [words.say(price, **values), words.say("badge.camp_gain", **values)] if told else []
        tip = words.say("tip.camp", needs=camp_needs(box, words, camp), gain=camp_gain(box, words, camp))
        found.append(Piece(camp_id(seat, camp), f"camps{seat}", camp, look, owner=seat, badges=badges, tip=tip))
    return tuple(found)


@memoised
def find_pieces(
    box: Box, words: Words, seat: int, tiles: int, fish: int, animals: tuple[int, ...], megaliths: int
) -> tuple[Piece, ...]:
    """Gathering tiles in the baskets, fish, animal tokens and megaliths."""
    zone = f"finds{seat}"
    found = [tile_piece(box, words, tile, zone, tile, seat) for tile in range(TILES) if tiles >> tile & 1]
    found += [fish_piece(box, words, one, zone, TILES + one, seat) for one in range(FISH) if fish >> one & 1]
    for species in range(SPECIES):
        if animals[species]:
            look, slot = f"beast-{SPECIES_NAMES[species]}", TILES + FISH + species
            found.append(piece(f"beasts{seat}-{species}", zone, slot, look, owner=seat, count=animals[species]))
    if megaliths:
        slot = TILES + FISH + SPECIES
        found.append(piece(f"stones{seat}", zone, slot, "megalith-A", owner=seat, count=megaliths))
    return tuple(found)


@memoised
def deck_pieces(box: Box, words: Words, seat: int, hunts: int, cards: int, card_count: int) -> tuple[Piece, ...]:
    """Hunting cards, and ceremony cards as far as the viewer may read them."""
    zone = f"deck{seat}"
    found = [hunt_piece(box, words, card, zone, card, seat) for card in range(HUNTS) if hunts >> card & 1]
    known = [card for card in range(CARDS) if cards >> card & 1]
    found += [card_piece(box, words, card, zone, HUNTS + card, seat) for card in known]
    for place in range(len(known), card_count):
        found.append(piece(f"{zone}-{place}", zone, HUNTS + CARDS + place, "card-back", face_up=False, owner=seat))
    return tuple(found)
