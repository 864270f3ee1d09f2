"""What is printed on the components of Prehistory, and how a components file is checked."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from functools import lru_cache

from firstfire.kernel.components_file import ComponentsFile, Entry
from firstfire.kernel.records.record import Row, i8, i16, i64, record

from .state import (
    CAMPS,
    CARDS,
    COLOURS,
    FISH,
    HEXES,
    HUNTS,
    KINDS,
    MAP_TILES,
    MEMBERS,
    NONE,
    PRICE_TILES,
    SECTIONS,
    SIDES,
    SPECIES,
    STACK,
    TILES,
    Ground,
    Worth,
)  # fmt: skip

COLOUR_NAMES = ("grey", "red", "yellow", "blue", "brown", "white")
DEED_NAMES = ("painting", "gathering", "ceremony", "fishing", "hunting", "migration")
SYMBOL_NAMES = ("ox", "wave", "hunter", "hand", "sun", "deer")
KIND_NAMES = ("honey", "egg", "mushroom", "berry", "nut", "root")
FISH_NAMES = ("salmon", "pike", "carp")
SPECIES_NAMES = ("sabretooth", "rhino", "mammoth")
TERRAIN_NAMES = ("water", "rock", "forest")
LETTER_NAMES = ("A", "B", "C")
GROUND_NAMES = ("plain", "camp", "megalith", "fish", "gather", "animal", "marker")
SECTION_NAMES = tuple(f"PS{row}{column}" for row in (1, 2, 3) for column in (1, 2, 3))
LINE_NAMES = ("row 1", "row 2", "row 3", "column 1", "column 2", "column 3")
REWARD_NAMES = (*COLOUR_NAMES, "development")
HUNT_NAMES = ("animal", "footprint")
WORTH_NAMES = tuple(worth.name.lower() for worth in Worth)
NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
EACH_SPECIES = HUNTS // SPECIES  # hunting cards of each animal
TRACK = 41  # places of the longest fishing track that fits
TABLES = 3  # tables of distances: for two, three and four players

OF_NAMES: dict[int, Sequence[str]] = {  # what a ceremony card may name, by what it pays for
    Worth.GATHER_SET: KIND_NAMES,
    Worth.MEMBERS_ON_TERRAIN: TERRAIN_NAMES,
    Worth.MEGALITHS_COUNTED: LETTER_NAMES,  # A is taken, not counted: refused below (R33)
    Worth.ANIMAL_SETS: SPECIES_NAMES,
    Worth.FOOTPRINTS: SPECIES_NAMES,
    Worth.FISH_OF_TYPE: FISH_NAMES,
    Worth.PAINTING_PATTERN: SECTION_NAMES,
    Worth.FISH_SETS: FISH_NAMES,
    Worth.ANIMALS_OF_SPECIES: SPECIES_NAMES,
}


@record
class Box:
    """What is printed. Sets (of symbols, positions, cards) are bits of one number."""

    kind_tiles: Row[int] = i64[KINDS]  # the gathering tiles of each kind
    type_fish: Row[int] = i64[SPECIES]  # the fish of each type, one bit each
    animal_cards: Row[int] = i64[SPECIES]  # the animals of each species among the hunting cards, one bit each
    footprint_cards: Row[int] = i64[SPECIES]  # the footprints of each species, one bit each
    card_of: Row[int] = i16[CARDS]  # what a ceremony card names, as bits
    section_symbols: Row[int] = i16[SECTIONS]  # as bits of positions on the painting price tile
    rounds: int = i8  # years of the game
    base_slots: int = i8  # at every pillar, whatever the central tile (R47)
    members_on_start: int = i8  # members on the start hexagon at the start
    members_on_board: int = i8  # members waiting on the board at the start
    map_tiles: Row[int] = i8[5]  # by number of players
    marker: Row[int] = i8[COLOURS]  # the marker colour of each action
    pillar_position: Row[int] = i8[COLOURS]  # the position of each pillar on the central tile
    symbol: Row[int] = i8[SIDES]  # the symbol at each position
    hunting_side: int = i8  # positions of the river tile that hunting reads, as bits
    fishing_side: int = i8  # positions of the river tile that fishing reads, as bits
    migration_side: int = i8  # positions of the migration tile that count, as bits
    movement: Row[int] = i8[SIDES]  # movement points by position on the central tile
    icons: Row[Row[int]] = i8[PRICE_TILES, SIDES]  # the colour at each position of each price tile
    weather_colour: Row[int] = i8[SIDES]  # the colour at each position of the weather ring
    weather: Row[Row[int]] = i8[4, SIDES]  # resources at each position of each weather tile
    row_points: Row[int] = i8[4]  # VP of a row with 0, 1, 2, 3 painted sections
    section_size: Row[int] = i8[SECTIONS]  # symbols of each section
    side_reward: Row[int] = i8[6]  # a colour, or COLOURS for development; rows, then columns
    side_amount: Row[int] = i8[6]  # how much of that reward
    set_points: Row[int] = i8[6]  # VP of 0 to 5 equal gathering tiles
    gathering_price: int = i8  # red markers for a gathering tile in summer
    basket: Row[int] = i8[KINDS]  # the pair a kind belongs to
    partner: Row[int] = i8[KINDS]  # the other kind of the pair
    pair_markers: Row[Row[int]] = i8[3, COLOURS]  # markers that a pair brings, by colour
    tile_kind: Row[int] = i8[TILES]  # the kind of each gathering tile
    tile_development: Row[int] = i8[TILES]  # development points of each gathering tile
    track_length: int = i8  # the last space of the fishing track
    income_points: Row[int] = i8[TRACK]  # VP the fishing track pays, by space
    income_development: Row[int] = i8[TRACK]  # development points it pays, by space
    fish_type: Row[int] = i8[FISH]  # the type of each fish
    fish_value: Row[int] = i8[FISH]  # the value of each fish
    hunt_species: Row[int] = i8[HUNTS]  # the species of each hunting card
    hunt_value: Row[int] = i8[HUNTS]  # its value
    hunt_points: Row[int] = i8[HUNTS]  # VP of an animal, 0 for a footprint
    hunt_resources: Row[Row[int]] = i8[HUNTS, COLOURS]  # resources a footprint gives, by colour
    hunt_markers: Row[Row[int]] = i8[HUNTS, COLOURS]  # markers a footprint gives, by colour
    hunt_development: Row[int] = i8[HUNTS]  # development points a footprint gives
    token_points: Row[int] = i8[SPECIES]  # VP of an animal on the map, by species
    pattern: Row[int] = i8[2]  # the two shaman patterns, as bits
    card_value: Row[int] = i8[CARDS]  # the value of each ceremony card
    card_development: Row[int] = i8[CARDS]  # development points it gives
    card_worth: Row[int] = i8[CARDS]  # what the card counts at the end
    card_per: Row[int] = i8[CARDS]  # so many of it …
    card_points: Row[int] = i8[CARDS]  # … score so many VP
    camp_members: Row[int] = i8[CAMPS]  # members that must stand near
    camp_settlers: Row[int] = i8[CAMPS]  # how many of them go back to the board
    camp_points: Row[int] = i8[CAMPS]  # VP of each camp
    camp_development: Row[int] = i8[CAMPS]  # development points of each camp
    for_one: int = i8  # members that one colour sends
    for_both: int = i8  # members that both colours send at most
    turn_price: int = i8  # development points to turn a price tile
    weather_price: int = i8  # to turn the own weather tile
    movement_price: int = i8  # for a movement point
    resource_price: int = i8  # for a resource
    marker_price: int = i8  # for an action marker
    points_per_victory_point: int = i8  # development points for 1 VP at the end
    a_points: int = i8  # VP of a megalith A
    b_points: int = i8  # VP of each hexagon occupied around a megalith B
    c_first: int = i8  # VP for the most units around a megalith C
    c_second: int = i8  # VP for the second most
    member_units: int = i8  # units of a member
    camp_units: int = i8  # units of a camp
    tile_terrain: Row[Row[int]] = i8[MAP_TILES, 4]  # the landscape of the four hexagons of each map tile
    tile_ground: Row[Row[int]] = i8[MAP_TILES, 4]  # what is printed on them
    tile_detail: Row[Row[int]] = i8[MAP_TILES, 4]  # which one
    q: Row[int] = i8[HEXES]  # the column of each hexagon (axial)
    r: Row[int] = i8[HEXES]  # the row of each hexagon (axial)
    neighbour: Row[Row[int]] = i8[HEXES, SIDES]  # NONE where the full map ends
    distance: Row[Row[Row[int]]] = i8[TABLES, HEXES, HEXES]  # steps on the map for 2, 3, 4 players; NONE off it


def fill(box: Box, file: ComponentsFile) -> None:
    """Copy a components file into the box; every problem is named."""
    _fill_game(box, file)
    _fill_prices(box, file)
    _fill_painting(box, file)
    _fill_gathering(box, file)
    _fill_fishing(box, file)
    _fill_hunting(box, file)
    _fill_ceremony(box, file)
    _fill_camps(box, file)
    _fill_map_tiles(box, file)
    _fill_layout(box, file)


def bits(numbers: Sequence[int]) -> int:
    """The set of these numbers as bits."""
    total = 0
    for number in numbers:
        total |= 1 << number
    return total


def _permutation(entry: Entry, key: str, values: Sequence[str]) -> list[int]:
    """A list that names each value exactly once."""
    found = entry.choices(key, values)
    if sorted(found) != list(range(len(values))):
        entry.complain(f"{key} must name each of {', '.join(values)} exactly once", key)
        return list(range(len(values)))
    return found


def _named(entry: Entry, key: str, expected: str) -> None:
    """A table that must stand at its fixed place in the file."""
    found = entry.text(key)
    if found != expected:
        entry.complain(f"{key} = {found!r}, but {expected!r} stands at this place", key)


def _fill_game(box: Box, file: ComponentsFile) -> None:
    game = file.table("game")
    box.rounds = game.integer("rounds", 1, STACK + 1)
    box.base_slots = game.integer("base_slots", 1, 2)
    box.members_on_start = game.integer("members_on_start", 1, 3)
    box.members_on_board = game.integer("members_on_board", 0, 3)
    if box.members_on_start + box.members_on_board + CAMPS != MEMBERS:
        game.complain(f"the members in play at the start and {CAMPS} more, one for each camp, must be {MEMBERS}")
    for entry in file.tables("player_count", 3):
        players = entry.integer("players", 2, 4)
        if players != entry.index + 2:
            entry.complain("the player counts must be 2, 3, 4 in this order", "players")
        box.map_tiles[entry.index + 2] = entry.integer("map_tiles", 1, MAP_TILES)
    markers, positions = set(), set()
    for entry in file.tables("action", len(DEED_NAMES)):
        _named(entry, "id", DEED_NAMES[entry.index])
        box.marker[entry.index] = entry.choice("marker", COLOUR_NAMES)
        box.pillar_position[entry.index] = entry.integer("pillar_position", 0, 5)
        markers.add(box.marker[entry.index])
        positions.add(box.pillar_position[entry.index])
    if len(markers) != COLOURS:
        file.problems.append("[[action]]: each colour must be the marker of exactly one action")
    if len(positions) != SIDES:
        file.problems.append("[[action]]: each position must hold exactly one pillar")
    migration = file.table("migration")
    box.for_one = migration.integer("for_one", 1, MEMBERS)
    box.for_both = migration.integer("for_both", 1, MEMBERS)
    uses = file.table("development")
    box.turn_price = uses.integer("turn_price_tile", 1, 9)
    box.weather_price = uses.integer("turn_weather", 1, 9)
    box.movement_price = uses.integer("movement", 1, 9)
    box.resource_price = uses.integer("resource", 2, 9)  # more than a cube gives back, or buying would never end
    box.marker_price = uses.integer("marker", 2, 9)
    box.points_per_victory_point = uses.integer("points_per_victory_point", 1, 9)


def _fill_prices(box: Box, file: ComponentsFile) -> None:
    reading = file.table("reading")
    for position, symbol in enumerate(_permutation(reading, "painting", SYMBOL_NAMES)):
        box.symbol[position] = symbol
    box.hunting_side = bits(reading.integers("hunting", 3, 0, 5))
    box.fishing_side = bits(reading.integers("fishing", 3, 0, 5))
    box.migration_side = bits(reading.integers("migration", 2, 0, 5))
    if box.hunting_side.bit_count() != 3 or box.fishing_side.bit_count() != 3:
        reading.complain("hunting and fishing have three different positions each")
    if box.hunting_side & box.fishing_side:
        reading.complain("hunting and fishing read different halves of the river tile (R1)")
    if box.migration_side.bit_count() != 2:
        reading.complain("migration has two different positions")
    for position, worth in enumerate(reading.integers("movement", SIDES, 1, 9)):
        box.movement[position] = worth
    for entry in file.tables("price_tile", PRICE_TILES):
        _named(entry, "id", f"PT{entry.index + 1:02}")
        for side, colour in enumerate(_permutation(entry, "icons", COLOUR_NAMES)):
            box.icons[entry.index][side] = colour
    weather = file.table("weather")
    for side, colour in enumerate(_permutation(weather, "colours", COLOUR_NAMES)):
        box.weather_colour[side] = colour
    for entry in file.tables("weather_tile", 4):
        _named(entry, "id", f"WT{entry.index + 1}")
        for side, income in enumerate(entry.integers("values", SIDES, 0, 3)):
            box.weather[entry.index][side] = income


def _fill_painting(box: Box, file: ComponentsFile) -> None:
    painting = file.table("painting")
    for tiles, points in enumerate(painting.integers("row_points", 4, 0, 30)):
        box.row_points[tiles] = points
    position = {box.symbol[place]: place for place in range(SIDES)}
    for entry in file.tables("section", SECTIONS):
        _named(entry, "id", SECTION_NAMES[entry.index])
        symbols = entry.choices("symbols", SYMBOL_NAMES)
        if not 1 <= len(symbols) <= 3 or len(set(symbols)) != len(symbols):
            entry.complain("a section has one to three different symbols", "symbols")
        box.section_symbols[entry.index] = bits([position[symbol] for symbol in symbols])
        box.section_size[entry.index] = len(set(symbols))
    for entry in file.tables("side_reward", len(LINE_NAMES)):
        _named(entry, "line", LINE_NAMES[entry.index])
        box.side_reward[entry.index] = entry.choice("reward", REWARD_NAMES)
        box.side_amount[entry.index] = entry.integer("amount", 0, 3)


def _fill_gathering(box: Box, file: ComponentsFile) -> None:
    gathering = file.table("gathering")
    for tiles, points in enumerate(gathering.integers("set_points", 6, 0, 50)):
        box.set_points[tiles] = points
    box.gathering_price = gathering.integer("summer_price", 1, 9)
    seen: list[int] = []
    for entry in file.tables("basket", 3):
        upper, lower = entry.choice("upper", KIND_NAMES), entry.choice("lower", KIND_NAMES)
        seen += [upper, lower]
        for kind, partner in ((upper, lower), (lower, upper)):
            box.basket[kind] = entry.index
            box.partner[kind] = partner
        for colour in entry.choices("markers", COLOUR_NAMES):
            box.pair_markers[entry.index][colour] += 1
    if sorted(seen) != list(range(KINDS)):
        file.problems.append("[[basket]]: each kind lies in exactly one basket")
    for entry in file.tables("gathering_tile", TILES):
        _named(entry, "id", f"GT{entry.index + 1:02}")
        _named(entry, "kind", KIND_NAMES[entry.index // 5])
        kind = entry.index // 5
        box.tile_kind[entry.index] = kind
        box.kind_tiles[kind] |= 1 << entry.index
        box.tile_development[entry.index] = entry.integer("development", 0, 3)


def _fill_fishing(box: Box, file: ComponentsFile) -> None:
    box.track_length = file.table("fishing_track").integer("length", 1, TRACK - 1)
    before = 0
    for entry in file.tables("fishing_income", at_most=TRACK - 1):
        start = entry.integer("from_space", 1, TRACK - 1)
        points, development = entry.integer("points", 0, 20), entry.integer("development", 0, 20)
        if start <= before:
            entry.complain("the spaces must rise from row to row", "from_space")
        if start > box.track_length:
            entry.complain(f"the track ends at space {box.track_length}: nobody comes to this one", "from_space")
        before = start
        for space in range(start, TRACK):
            box.income_points[space] = points
            box.income_development[space] = development
    for entry in file.tables("fish", FISH):
        _named(entry, "id", f"FT{entry.index + 1:02}")
        kind = entry.index // 10
        _named(entry, "type", FISH_NAMES[kind])
        box.fish_type[entry.index] = kind
        box.type_fish[kind] |= 1 << entry.index
        box.fish_value[entry.index] = entry.integer("value", 1, 3)


def _fill_hunting(box: Box, file: ComponentsFile) -> None:
    for entry in file.tables("hunting_card", HUNTS):
        card, species = entry.index, entry.index // EACH_SPECIES
        _named(entry, "id", f"HC{card + 1:02}")
        _named(entry, "species", SPECIES_NAMES[species])
        box.hunt_species[card] = species
        box.hunt_value[card] = entry.integer("value", 1, 3)
        box.hunt_points[card] = entry.integer("points", 0, 5)
        box.hunt_development[card] = entry.integer("development", 0, 5)
        resources, markers = entry.choices("resources", COLOUR_NAMES), entry.choices("markers", COLOUR_NAMES)
        if len(resources) + len(markers) > 3:
            entry.complain("a footprint gives at most three cubes", "resources")
        for colour in resources[:3]:
            box.hunt_resources[card][colour] += 1
        for colour in markers[:3]:
            box.hunt_markers[card][colour] += 1
        if entry.choice("kind", HUNT_NAMES) == HUNT_NAMES.index("animal"):
            box.animal_cards[species] |= 1 << card
            if resources or markers or box.hunt_development[card]:
                entry.complain("an animal gives points only; footprints give the rest", "kind")
        else:
            box.footprint_cards[species] |= 1 << card
            if box.hunt_points[card]:
                entry.complain("a footprint gives no points at once", "points")
    for entry in file.tables("animal_token", SPECIES):
        _named(entry, "species", SPECIES_NAMES[entry.index])
        box.token_points[entry.index] = entry.integer("points", 0, 5)
        entry.integer("count", 0, 6)


def _fill_ceremony(box: Box, file: ComponentsFile) -> None:
    ceremony = file.table("ceremony")
    patterns = ceremony.get("patterns", list, [], "two lists of three positions")
    good = len(patterns) == 2 and all(
        isinstance(one, list)
        and len(one) == 3
        and len(set(map(str, one))) == 3
        and all(type(n) is int and 0 <= n < SIDES for n in one)
        for one in patterns
    )
    if not good:
        ceremony.complain(f"patterns = {patterns!r} is not two lists of three different positions 0 to 5", "patterns")
        patterns = [[0, 2, 4], [1, 3, 5]]
    for i, positions in enumerate(patterns):
        box.pattern[i] = bits(positions)
    for entry in file.tables("ceremony_card", CARDS):
        card = entry.index
        _named(entry, "id", f"CE{card + 1:02}")
        box.card_value[card] = entry.integer("value", 1, 3)
        box.card_development[card] = entry.integer("development", 0, 5)
        box.card_worth[card] = entry.choice("rule", WORTH_NAMES)
        box.card_per[card] = entry.integer("per", 1, 40)
        box.card_points[card] = entry.integer("points", 0, 20)
        names = OF_NAMES.get(box.card_worth[card], ())
        found = entry.choices("of", names) if names else entry.get("of", list, [], "a list")
        if bool(names) != bool(found):
            entry.complain("this rule " + ("names nothing" if not names else f"names one of {', '.join(names)}"), "of")
        if names:
            box.card_of[card] = bits(found)
        if box.card_worth[card] in (Worth.DOUBLE_OTHER_CARD, Worth.PAINTING_PATTERN) and box.card_per[card] != 1:
            entry.complain("per must be 1: this rule counts nothing", "per")
        if box.card_worth[card] == Worth.DOUBLE_OTHER_CARD and box.card_points[card]:
            entry.complain("points must be 0: this card gives the points of another card (R34)", "points")
        if box.card_worth[card] == Worth.MEGALITHS_COUNTED and box.card_of[card] & 1:
            entry.complain("megaliths A are taken from the map; only B and C can be counted (R33)", "of")


def _fill_camps(box: Box, file: ComponentsFile) -> None:
    for entry in file.tables("camp", CAMPS):
        _named(entry, "id", f"C{entry.index + 1}")
        box.camp_members[entry.index] = entry.integer("members", 1, 7)
        box.camp_settlers[entry.index] = entry.integer("settlers", 0, 7)
        box.camp_points[entry.index] = entry.integer("points", 0, 30)
        box.camp_development[entry.index] = entry.integer("development", 0, 9)
        if box.camp_settlers[entry.index] > box.camp_members[entry.index]:
            entry.complain("more settlers than members needed", "settlers")
    megalith = file.table("megalith")
    box.a_points = megalith.integer("a_points", 0, 9)
    box.b_points = megalith.integer("b_points", 0, 9)
    box.c_first = megalith.integer("c_first", 0, 30)
    box.c_second = megalith.integer("c_second", 0, 30)
    box.member_units = megalith.integer("member_units", 0, 9)
    box.camp_units = megalith.integer("camp_units", 0, 9)


_DETAILS: dict[int, Sequence[str]] = {
    Ground.MEGALITH: LETTER_NAMES,
    Ground.ANIMAL: SPECIES_NAMES,
    Ground.MARKER: COLOUR_NAMES,
}


def _fill_map_tiles(box: Box, file: ComponentsFile) -> None:
    grounds: Counter[tuple[int, int]] = Counter()
    for entry in file.tables("map_tile", MAP_TILES):
        _named(entry, "id", f"MT{entry.index + 1:02}")
        terrain, kinds = entry.choices("terrain", TERRAIN_NAMES), entry.choices("kind", GROUND_NAMES)
        details = entry.get("detail", list, [], "a list of four texts")
        if not len(terrain) == len(kinds) == len(details) == 4:
            entry.complain("a map tile has four hexagons: four terrains, kinds and details")
            continue
        for cell in range(4):
            names = _DETAILS.get(kinds[cell], ())
            if details[cell] not in (names or ("",)):
                entry.complain(
                    f"detail {details[cell]!r} of hexagon {cell} is not {', '.join(names) or 'empty'}", "detail"
                )
                continue
            box.tile_terrain[entry.index][cell] = terrain[cell]
            box.tile_ground[entry.index][cell] = kinds[cell]
            box.tile_detail[entry.index][cell] = names.index(details[cell]) if names else 0
            grounds[kinds[cell], box.tile_detail[entry.index][cell]] += 1
    fish, tiles = grounds[Ground.FISH, 0], grounds[Ground.GATHER, 0]
    if fish + 6 > FISH or tiles + 6 > TILES:
        file.problems.append("[[map_tile]]: more fish or gathering hexagons than there are tokens")
    for species, entry in enumerate(file.tables("animal_token", SPECIES)):
        if grounds[Ground.ANIMAL, species] != entry.integer("count", 0, 6):
            entry.complain(f"the map tiles show {grounds[Ground.ANIMAL, species]} animals of this species", "count")


def _fill_layout(box: Box, file: ComponentsFile) -> None:
    index = {(0, 0): 0}
    for entry in file.tables("map_slot", MAP_TILES):
        cells = entry.get("cells", list, [], "four pairs of coordinates")
        good = len(cells) == 4 and all(
            isinstance(cell, list) and len(cell) == 2 and all(type(n) is int and -40 <= n <= 40 for n in cell)
            for cell in cells
        )
        if not good:
            entry.complain("cells must be four pairs (q, r) from -40 to 40", "cells")
            continue
        for place, (q, r) in enumerate(cells):
            if (q, r) in index:
                entry.complain(f"the hexagon ({q}, {r}) stands twice", "cells")
                continue
            h = 1 + 4 * entry.index + place
            index[q, r] = h
            box.q[h], box.r[h] = q, r
    for (q, r), h in index.items():
        for side, (east, south) in enumerate(NEIGHBOURS):
            box.neighbour[h][side] = index.get((q + east, r + south), NONE)
    for table in range(TABLES):
        hexes = 1 + 4 * box.map_tiles[table + 2]
        _measure(box, table, hexes)
        if any(box.distance[table][0][h] == NONE for h in range(hexes)):
            file.problems.append(f"[[map_slot]]: the map for {table + 2} players is not connected")


def _measure(box: Box, table: int, hexes: int) -> None:
    """Steps of a shortest path between all hexagons of one map."""
    sides = [[box.neighbour[h][side] for side in range(SIDES)] for h in range(hexes)]
    near = tuple(tuple(there for there in row if 0 <= there < hexes) for row in sides)
    for start in range(HEXES):
        box.distance[table][start][:] = _steps_from(near, start)  # type: ignore[index, assignment]


@lru_cache(maxsize=TABLES * HEXES)
def _steps_from(near: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    """Steps of a shortest path from one hexagon to each; NONE where there is no path."""
    steps = [NONE] * HEXES
    queue = deque([start] if start < len(near) else ())
    steps[start] = 0 if queue else NONE
    while queue:
        here = queue.popleft()
        for there in near[here]:
            if steps[there] == NONE:
                steps[there] = steps[here] + 1
                queue.append(there)
    return tuple(steps)
