"""The personal boards in the scene: tent, markers, painting, weather, people, finds, cards."""

from __future__ import annotations

from firstfire.kernel.record import Row
from firstfire.kernel.scene import Box as Rect
from firstfire.kernel.scene import Piece, Zone
from firstfire.kernel.words import Words

from .actions import CAMP, COLOUR, SECTION
from .box import COLOUR_NAMES, SECTION_NAMES, SPECIES_NAMES, SYMBOL_NAMES, Box
from .scene_board import card_piece, fish_piece, hunt_piece, tile_piece
from .scene_common import (
    PLAYERS,
    camp_id,
    cells_around,
    cube_id,
    listed,
    member_id,
    named,
    section_id,
    side_text,
)  # fmt: skip
from .state import BOARD, CAMPS, CARDS, COLOURS, FISH, HUNTS, MEMBERS, SECTIONS, SIDES, SPECIES, TILES, Phase, State

OWN = Rect(10, 672, 1580, 270)
OTHERS = Rect(10, 948, 1580, 205)
BOARD_TALL = 310
FIRST_TALL = 1752


def seats_in_order(view: State, viewer: int) -> list[int]:
    """The viewer's own board first, then the others around the table."""
    first = max(viewer, 0)
    return [(first + i) % view.seats for i in range(view.seats)]


def board_box(view: State, place: int) -> Rect:
    """Where the n-th personal board lies."""
    if place == 0:
        return OWN
    width = OTHERS.w / (view.seats - 1)
    return Rect(OTHERS.x + width * (place - 1), OTHERS.y, width - 6, OTHERS.h)


def tribe_zones(view: State, box: Box, words: Words, names: list[str], viewer: int) -> list[Zone]:
    """Seven zones for each player."""
    found = []
    for place, seat in enumerate(seats_in_order(view, viewer)):
        area = board_box(view, place)
        tall = Rect(5, FIRST_TALL + BOARD_TALL * place, 590, BOARD_TALL - 10)
        wide_parts, tall_parts = parts(area), parts(tall)
        for name, kind in (
            ("rock", "grid"), ("tent", "tokens"), ("markers", "tokens"), ("weather", "area"), ("people", "row"),
            ("finds", "tokens"), ("deck", "row"),
        ):  # fmt: skip
            row = box.row_points
            tip = words.say(f"tip.{name}", one=row[1], two=row[2], three=row[3])
            zone = Zone(
                f"{name}{seat}", kind, wide_parts[name], tall_parts[name],
                label=words.say(f"zone.{name}", seat=names[seat]), owner=seat, tip=tip,
            )  # fmt: skip
            if name == "rock":
                zone.capacity, zone.columns = SECTIONS, 3
            if name == "weather":
                zone.cells = cells_around(0.36)
            found.append(zone)
    return found


def parts(area: Rect) -> dict[str, Rect]:
    """A personal board cut into its zones: the painting at the left, two rows beside it."""
    side = min(area.h, area.w * 0.34)
    x, y, rest, half = area.x + side + 4, area.y, area.w - side - 4, area.h / 2
    return {
        "rock": Rect(area.x, area.y, side, area.h),
        "tent": Rect(x, y, rest * 0.36, half - 2),
        "markers": Rect(x + rest * 0.36, y, rest * 0.36, half - 2),
        "weather": Rect(x + rest * 0.72, y, rest * 0.28, half - 2),
        "people": Rect(x, y + half, rest * 0.32, half - 2),
        "finds": Rect(x + rest * 0.32, y + half, rest * 0.34, half - 2),
        "deck": Rect(x + rest * 0.66, y + half, rest * 0.34, half - 2),
    }


def tribe_pieces(view: State, box: Box, words: Words, names: list[str]) -> list[Piece]:
    """Everything on the personal boards."""
    found = []
    for seat in range(view.seats):
        found += cube_pieces(view, words, seat)
        found += painting_pieces(view, box, words, seat)
        found += weather_pieces(view, box, words, seat)
        found += people_pieces(view, box, words, seat)
        found += find_pieces(view, box, words, seat)
        found += deck_pieces(view, box, words, seat)
    return found


def cube_pieces(view: State, words: Words, seat: int) -> list[Piece]:
    """Resources in the tent, action markers (with a sun, PH-G12) under the painting."""
    found = []
    for colour, name in enumerate(COLOUR_NAMES):
        word = words.value(COLOUR, colour)
        for pool, zone, look, count in (
            ("resource", f"tent{seat}", f"cube-{name}", view.tribes[seat].tent[colour]),
            ("marker", f"markers{seat}", f"marker-{name}", view.tribes[seat].markers[colour]),
        ):
            if count:
                label = words.say(f"piece.{pool}", colour=word)
                found.append(
                    Piece(cube_id(pool, seat, colour), zone, colour, look, owner=seat, count=count, label=label)
                )
    return found


def painting_pieces(view: State, box: Box, words: Words, seat: int) -> list[Piece]:
    """Nine sections, bare or painted."""
    found = []
    for section, name in enumerate(SECTION_NAMES):
        painted = view.tribes[seat].painted >> section & 1
        symbols = symbol_words(box, words, section)
        row, column = side_text(words, box, section // 3), side_text(words, box, 3 + section % 3)
        found.append(
            Piece(
                section_id(seat, section), f"rock{seat}", section, f"{'painted' if painted else 'bare'}-{name}",
                owner=seat, label=words.value(SECTION, section),
                badges=[words.say("badge.painted")] if painted else symbols,
                tip=words.say("tip.section", symbols=listed(symbols), row=row, column=column),
            )
        )  # fmt: skip
    return found


def symbol_words(box: Box, words: Words, section: int) -> list[str]:
    """The symbols of a section."""
    names = [SYMBOL_NAMES[box.symbol[p]] for p in range(SIDES) if box.section_symbols[section] >> p & 1]
    return [words.say(f"value.symbol.{name}") for name in names]


def weather_pieces(view: State, box: Box, words: Words, seat: int) -> list[Piece]:
    """The six colours around the weather tile with what each gives in the next spring, when the
    tile has turned once more; while it is being laid, each stands for the orientation that brings
    the tile's first number there in the first spring, and tells that whole income (R5)."""
    tribe = view.tribes[seat]
    choosing = view.phase == Phase.WEATHER and view.player == seat
    found = []
    for position in range(SIDES):
        colour = box.weather_colour[position]
        if choosing:
            income = listed(income_texts(box, words, tribe.weather, position))
            label = named(words, (position + SIDES - 1) % SIDES, income)
            amount = box.weather[tribe.weather][0]
            tip = words.say("tip.weather_choice", amount=amount)
        else:
            amount = box.weather[tribe.weather][(position + 2 * SIDES - tribe.offset - 1) % SIDES]
            label = words.value(COLOUR, colour)
            tip = words.say("tip.weather")
        look = f"side-{COLOUR_NAMES[colour]}"
        found.append(
            Piece(f"weather{seat}-{position}", f"weather{seat}", position, look, count=amount, label=label, tip=tip)
        )
    return found


def income_texts(box: Box, words: Words, tile: int, offset: int) -> list[str]:
    """What a weather tile gives at an offset."""
    amounts = [(box.weather[tile][(position + SIDES - offset) % SIDES], position) for position in range(SIDES)]
    return [f"{n} × {words.value(COLOUR, box.weather_colour[position])}" for n, position in amounts if n]


def people_pieces(view: State, box: Box, words: Words, seat: int) -> list[Piece]:
    """Members waiting on the board, and the camps not yet built."""
    tribe = view.tribes[seat]
    name = PLAYERS[seat][0]
    found = [
        Piece(
            member_id(seat, member), f"people{seat}", member, f"member-{name}", owner=seat, tip=words.say("tip.people")
        )
        for member in range(MEMBERS)
        if tribe.place[member] == BOARD
    ]
    for camp in range(CAMPS):
        if not tribe.camps >> camp & 1:
            tip = words.say(
                "tip.camp", members=box.camp_members[camp], settlers=box.camp_settlers[camp],
                points=box.camp_points[camp], development=box.camp_development[camp],
            )  # fmt: skip
            look = f"camp-{name}-{CAMP.values[camp]}"
            found.append(Piece(camp_id(seat, camp), f"people{seat}", MEMBERS + camp, look, owner=seat, tip=tip))
    return found


def find_pieces(view: State, box: Box, words: Words, seat: int) -> list[Piece]:
    """Gathering tiles in the baskets, fish, animal tokens and megaliths."""
    tribe, zone = view.tribes[seat], f"finds{seat}"
    found = [tile_piece(view, box, words, tile, zone, tile) for tile in range(TILES) if tribe.tiles >> tile & 1]
    found += [fish_piece(view, box, words, fish, zone, TILES + fish) for fish in range(FISH) if tribe.fish >> fish & 1]
    for species in range(SPECIES):
        if tribe.animals[species]:
            look = f"beast-{SPECIES_NAMES[species]}"
            found.append(
                Piece(f"beasts{seat}-{species}", zone, TILES + FISH + species, look, count=tribe.animals[species])
            )
    if tribe.megaliths:
        found.append(Piece(f"stones{seat}", zone, TILES + FISH + SPECIES, "megalith-A", count=tribe.megaliths))
    for piece in found:
        piece.owner = seat
    return found


def deck_pieces(view: State, box: Box, words: Words, seat: int) -> list[Piece]:
    """Hunting cards, and ceremony cards as far as the viewer may read them."""
    tribe, zone = view.tribes[seat], f"deck{seat}"
    found = [hunt_piece(view, box, words, card, zone, card) for card in range(HUNTS) if tribe.hunts >> card & 1]
    known = [card for card in range(CARDS) if tribe.cards >> card & 1]
    found += [card_piece(view, box, words, card, zone, HUNTS + card) for card in known]
    for place in range(len(known), tribe.card_count):
        found.append(Piece(f"{zone}-{place}", zone, HUNTS + CARDS + place, "card-back", face_up=False))
    for piece in found:
        piece.owner = seat
    return found


def cubes_of(row: Row[int]) -> int:
    """All cubes of a store."""
    return sum(row[colour] for colour in range(COLOURS))
