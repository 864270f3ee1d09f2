"""What is printed on the components of Doggerland, and how it is read from a components file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from firstfire.kernel.components_file import ComponentsFile, Entry
from firstfire.kernel.records.record import Row, i8, i16, record

from .state import (
    ANIMALS,
    BARTER_GOODS,
    CARDS,
    CARDS_IN_PLAY,
    CELLS,
    CRAFT_PLACES,
    CRAFTS,
    FRESCO_PLACES,
    FRESCO_TILES,
    GOODS,
    HEIGHT,
    HUNTERS,
    HUT,
    LEVELS,
    LINES,
    METRICS,
    OBJECTIVES,
    OBJECTIVES_SHOWN,
    RIVAL_MEMORY,
    RIVAL_SHAMANS,
    RIVALS,
    SOLO_OBJECTIVES,
    SOLO_SHOWN,
    START_TILES,
    TILES,
    TRACKS,
    WIDTH,
    CraftKind,
    Direction,
    EventEffect,
    Good,
    Home,
    Hut,
    Job,
    Metric,
    RivalAction,
    Shows,
    Species,
    TileSet,
    Track,
)

COUNTS = 5  # rows by number of players: 1 to 4, place 0 unused
HOMES = 4
JOBS = 9
SEASONS = 2
SHOWS = 10
SIDES = 4
DIFFICULTIES = 3
YIELDS = 2
COMMON_TILES, FOUR_PLAYER_TILES = 40, 20  # in the stack; the latter at tables of one and of four
ROUNDS = 8

GOOD_NAMES = tuple(good.name.lower() for good in Good)
SPECIES_NAMES = tuple(species.name.lower() for species in Species)
SHOWS_NAMES = tuple(shows.name.lower() for shows in Shows)
SIDE_NAMES = ("N", "E", "S", "W")
SEASON_NAMES = ("warm", "cold")
AROUND = ("NW", "N", "NE", "W", "E", "SW", "S", "SE")
HUT_NAMES = ("H1", "H2", "H3A", "H3B", "H3C", "H4", "H5", "H6")
TRACK_NAMES = ("range", "transport", "tools")
SOLO_NAMES = tuple(f"SO{n:02}" for n in range(1, SOLO_OBJECTIVES + 1))


@record
class Box:
    """All that the rules read; rows by seats have a place for each number of players."""

    columns: Row[int] = i8[COUNTS]  # columns of the map, by number of players
    rows: Row[int] = i8[COUNTS]  # rows of the map, by number of players
    four_player_tiles: Row[int] = i8[COUNTS]  # 1: the tiles for 1 or 4 players are in the stack, by number of players
    fresco_tiles: Row[int] = i8[COUNTS]  # Fresco tiles, by number of players
    craft_places: Row[int] = i8[COUNTS]  # Crafts on display, by number of players
    harvests: Row[int] = i8[COUNTS]  # harvests until a tile is exhausted, by number of players
    fewer_tools: Row[Row[int]] = i8[COUNTS, 4]  # Tools given back at the start, by players and place in turn order
    fewer_furs: Row[Row[int]] = i8[COUNTS, 4]  # Furs given back at the start, likewise

    scan: Row[int] = i8[SIDES]  # by edge of the priority arrow: the direction in which lines are taken
    inner: Row[int] = i8[SIDES]  # by edge: the direction inside a line
    next_edge: Row[int] = i8[SIDES]  # by edge: the next one

    start_hunters: int = i8  # Hunter-Gatherers at home at the start
    start_reserve: int = i8  # Hunter-Gatherers in reserve at the start
    start_goods: Row[int] = i8[GOODS]  # goods at the start, by kind
    objectives_drawn: int = i8  # common objectives on the table
    rounds: int = i8  # rounds of the game
    rounds_short: int = i8  # rounds of the short game
    season: Row[int] = i8[ROUNDS]  # warm or cold, by round
    short_fruit: int = i8  # more Fruit at the start of the short game
    short_meat: int = i8  # more Meat at the start of the short game
    free_goods: int = i8  # goods each clan chooses in the short game
    free_kinds: Row[int] = i8[GOODS]  # 1 for a kind that may be chosen

    tool_due: Row[Row[int]] = i8[JOBS, SEASONS]  # Tools due for sending, by job and season
    fur_due: Row[Row[int]] = i8[JOBS, SEASONS]  # Furs due for sending, by job and season
    components: int = i8  # components of a harvest at most

    shows: Row[int] = i8[TILES]  # what each tile shows
    quantity: Row[int] = i8[TILES]  # how much of it
    arrow: Row[int] = i8[TILES]  # where animals leave each tile
    tile_set: Row[int] = i8[TILES]  # start, common or for 1 or 4 players
    short_tile: Row[int] = i8[TILES]  # 1 for a tile marked for the short game
    yields: Row[Row[int]] = i8[SHOWS, YIELDS]  # the goods that a symbol gives

    animal_season: Row[int] = i8[ANIMALS]  # the season in which a species appears
    speed: Row[int] = i8[ANIMALS]  # tiles a species moves
    min_mastery: Row[int] = i8[ANIMALS]  # Mastery needed to hunt it
    min_members: Row[int] = i8[ANIMALS]  # members needed to hunt it
    spoils: Row[Row[int]] = i8[ANIMALS, GOODS]  # goods it brings
    paint_points: Row[int] = i8[ANIMALS]  # points of a cube on the Fresco
    meeples: Row[int] = i8[ANIMALS]  # animals of the species in all

    beds: Row[int] = i8[HOMES]  # beds of each kind of home
    home_points: Row[int] = i8[HOMES]  # points of each kind of home
    home_cost: Row[Row[int]] = i8[HOMES, GOODS]  # its price in goods

    reach: Row[int] = i8[LEVELS]  # Range by level
    transport: Row[int] = i8[LEVELS]  # Transport by level
    makes: Row[int] = i8[LEVELS]  # Tools made at once, by level
    recipe: Row[Row[int]] = i8[LEVELS, GOODS]  # goods they are made from, by level
    learn_cost: Row[Row[Row[int]]] = i8[TRACKS, LEVELS, GOODS]  # price of a level, by track and level

    offering: Row[int] = i8[GOODS]  # 1 for a good the Shaman accepts
    hut_offering: Row[int] = i8[HUT]  # 1 for a location that asks for an offering
    hut_cost: Row[Row[int]] = i8[HUT, GOODS]  # the price of each location in goods
    hut_points: Row[int] = i8[HUT]  # the points of each location

    craft_kind: Row[int] = i8[CRAFTS]  # necklace or statuette
    craft_cost: Row[Row[int]] = i8[CRAFTS, GOODS]  # the price of each Craft
    craft_points: Row[int] = i8[CRAFTS]  # the points of each Craft

    fresco: Row[Row[int]] = i8[FRESCO_TILES, LINES]  # the species on each Fresco tile, from top to bottom

    needs: Row[Row[int]] = i8[OBJECTIVES, METRICS]  # what each common objective takes, by what is counted (Metric)
    solo_needs: Row[Row[int]] = i8[SOLO_OBJECTIVES, METRICS]  # what each solo objective takes, likewise
    member_points: int = i8  # points of a member
    line_first: int = i8  # points for the most cubes on a line
    line_second: int = i8  # points for the next lower number
    scarcity_points: int = i8  # points lost for each Scarcity
    objective_first: int = i8  # points of an objective in its first round
    objective_second: int = i8  # points in the second

    solo_shown: Row[int] = i8[DIFFICULTIES]  # solo objectives on the table, by difficulty
    solo_needed: Row[int] = i8[DIFFICULTIES]  # solo objectives to reach, by difficulty
    solo_scarcity: Row[int] = i8[DIFFICULTIES]  # Scarcity allowed, by difficulty
    rival_memory: int = i8  # animals the rivals remember
    exclusive: Row[int] = i8[2]  # two solo objectives that never lie there together
    rivals_at: Row[Row[int]] = i8[CARDS, RIVALS]  # where the rivals start, by card
    mandatory: Row[int] = i8[CARDS]  # 1 for a compulsory event, by card
    effect: Row[int] = i8[CARDS]  # the event of each card
    card_goods: Row[Row[int]] = i8[CARDS, GOODS]  # the goods of its event
    card_number: Row[int] = i8[CARDS]  # the number of its event
    rival_action: Row[int] = i8[CARDS]  # what the rivals do, by card
    shamans: Row[Row[int]] = i8[CARDS, RIVAL_SHAMANS]  # locations their Shamans block, by card
    direction: Row[Row[int]] = i8[CARDS, RIVALS]  # where each rival goes, by card
    distance: Row[Row[int]] = i8[CARDS, RIVALS]  # how far, by card

    side_cells: Row[int] = i16[COUNTS]  # cells of the board, by number of players


def fill(box: Box, file: ComponentsFile) -> None:
    """Copy a components file into the box; every problem is named."""
    _board(box, file)
    _start(box, file)
    _programming(box, file)
    _terrain(box, file)
    _animals(box, file)
    _clan_board(box, file)
    _hut(box, file)
    _art(box, file)
    _goals(box, file)
    _solo(box, file)


@cache
def own_box() -> Box:
    """The box filled from the game's own components file."""
    box, file = Box(), ComponentsFile.read(Path(__file__).with_name("components.toml"))
    fill(box, file)
    return box


def _amounts(entry: Entry, key: str, row: Row[int], high: int = 20, names: Sequence[str] = GOOD_NAMES) -> None:
    """An inline table of goods: { wood = 1, stone = 2 }."""
    for name, amount in entry.get(key, dict, {}, "a table of goods and amounts").items():
        if name not in names:
            entry.complain(f"{key}: {name!r} is not one of {', '.join(names)}", key)
        elif type(amount) is not int or not 0 <= amount <= high:
            entry.complain(f"{key}.{name} = {amount!r} is not a whole number from 0 to {high}", key)
        else:
            row[list(names).index(name)] = amount


def _named(entry: Entry, key: str, expected: str) -> None:
    """Tables of a fixed order carry their name, so that nobody mixes them up."""
    if entry.text(key) != expected:
        entry.complain(f"{key} must be {expected!r} here: the order of these tables is fixed", key)


def _board(box: Box, file: ComponentsFile) -> None:
    """DG-U2, DG-M3, DG-V2: what differs with the number of players: the map, the stacks, the displays, the goods."""
    for entry in file.tables("players", 4):
        n = entry.index + 1
        if entry.integer("count", 1, 4) != n:
            entry.complain(f"count must be {n} here", "count")
        box.columns[n] = entry.integer("columns", 5, WIDTH)
        box.rows[n] = entry.integer("rows", 5, HEIGHT)
        for key, size in (("columns", box.columns[n]), ("rows", box.rows[n])):
            if size % 2 == 0:
                entry.complain(f"{key} = {size} must be odd: the centre tile lies in the middle", key)
        box.side_cells[n] = box.columns[n] * box.rows[n]
        box.four_player_tiles[n] = int(entry.flag("four_player_tiles"))
        box.fresco_tiles[n] = entry.integer("fresco_tiles", 1, FRESCO_PLACES)
        box.craft_places[n] = entry.integer("craft_places", 1, CRAFT_PLACES)
        box.harvests[n] = entry.integer("harvests_per_tile", 1, 9)
        for key, row in (("fewer_tools", box.fewer_tools[n]), ("fewer_furs", box.fewer_furs[n])):
            for place, number in enumerate(entry.integers(key, 4, 0, 9)):
                row[place] = number
                if number and place >= n:
                    entry.complain(f"{key}: with {n} players nobody has place {place + 1}: write 0 there", key)
    edges = []
    for entry in file.tables("priority_arrow", SIDES):
        edge = entry.choice("edge", SIDE_NAMES)
        edges.append(edge)
        box.scan[edge] = entry.choice("scan", SIDE_NAMES)
        box.inner[edge] = entry.choice("inner", SIDE_NAMES)
        box.next_edge[edge] = entry.choice("next_edge", SIDE_NAMES)
        if (box.scan[edge] + box.inner[edge]) % 2 == 0:
            entry.complain("scan and inner must be at right angles", "inner")
    if sorted(edges) != list(range(SIDES)):
        file.problems.append("[[priority_arrow]] must name each edge N, E, S, W once")


def _start(box: Box, file: ComponentsFile) -> None:
    """DG-M2: the pieces of a clan, and what everybody begins with."""
    start = file.table("start")
    box.start_hunters = start.integer("hunters_at_home", 0, HUNTERS)
    box.start_reserve = start.integer("hunters_in_reserve", 0, HUNTERS)
    if box.start_hunters + box.start_reserve != HUNTERS:
        start.complain(f"hunters_at_home and hunters_in_reserve must add up to {HUNTERS}", "hunters_in_reserve")
    for good in (Good.FUR, Good.TOOL, Good.FRUIT, Good.MEAT):
        box.start_goods[good] = start.integer(good.name.lower(), 0, 20)
    for n in range(1, COUNTS):
        for seat in range(4):
            if box.fewer_tools[n][seat] > box.start_goods[Good.TOOL]:
                start.complain(f"{n} players: more Tools are taken away than a clan starts with", "tool")
            if box.fewer_furs[n][seat] > box.start_goods[Good.FUR]:
                start.complain(f"{n} players: more Fur is taken away than a clan starts with", "fur")
    box.objectives_drawn = start.integer("objectives", 0, OBJECTIVES_SHOWN)
    length = file.table("length")
    box.rounds = length.integer("rounds", 1, ROUNDS)
    box.rounds_short = length.integer("rounds_short", 1, ROUNDS)
    seasons = length.choices("seasons", SEASON_NAMES)
    for i, season in enumerate(seasons[:ROUNDS]):
        box.season[i] = season
    if len(seasons) != ROUNDS:
        length.complain(f"seasons must name {ROUNDS} seasons", "seasons")
    short = file.table("short_game")
    box.short_fruit = short.integer("extra_fruit", 0, 9)
    box.short_meat = short.integer("extra_meat", 0, 9)
    box.free_goods = short.integer("free_goods", 0, 9)
    for kind in short.choices("free_goods_among", GOOD_NAMES):
        box.free_kinds[kind] = 1
    if box.free_goods and not any(box.free_kinds[good] for good in range(GOODS)):
        short.complain("free_goods_among must name at least one good", "free_goods_among")


_GROUP = ((Good.FUR,), "a group costs at most one fur, its tools go along (DG-X6, DG-X8)")
_FREE = ((), "this action costs nothing to program (DG-1.3)")
_DUES: dict[Job, tuple[tuple[Good, ...], str]] = {  # what programming may cost, and the reason: one of each at most
    Job.BIRTH: _FREE,
    Job.HARVEST: _GROUP,
    Job.HUNT: _GROUP,
    Job.CAPACITY: _FREE,
    Job.SHAMAN_HUT: _FREE,
}
_WORK = ((Good.TOOL, Good.FUR), "programming costs at most one tool and one fur (DG-1.3)")


def _programming(box: Box, file: ComponentsFile) -> None:
    """DG-1.3, DG-X8: what programming costs; harvests and hunts cost the same, as both are expeditions."""
    for entry in file.tables("programming", len(Job) - 1):
        job = Job(entry.index + 1)
        _named(entry, "action", job.name.lower())
        goods, reason = _DUES.get(job, _WORK)
        for season, name in enumerate(SEASON_NAMES):
            due: Box = Box()
            _amounts(entry, name, due.offering, 3)
            if any(due.offering[good] > (good in goods) for good in range(GOODS)):
                entry.complain(f"{name}: {reason}", name)
            box.tool_due[job][season] = due.offering[Good.TOOL]
            box.fur_due[job][season] = due.offering[Good.FUR]
            if job == Job.HUNT and box.fur_due[Job.HUNT][season] != box.fur_due[Job.HARVEST][season]:
                entry.complain(f"{name}: a hunt costs what a harvest costs (DG-X8)", name)
    box.components = file.table("harvest").integer("components", 1, 3)


def _terrain(box: Box, file: ComponentsFile) -> None:
    """DG-M4, DG-M1: the terrain tiles with their arrows, and what their symbols give."""
    symbols = SHOWS_NAMES[Shows.WOOD :]
    for row in box.yields:  # type: ignore[attr-defined]
        row[0] = row[1] = -1
    for entry in file.tables("symbol", len(symbols)):
        _named(entry, "shows", symbols[entry.index])
        kinds = entry.choices("yields", GOOD_NAMES)
        if not 1 <= len(kinds) <= YIELDS or len(set(kinds)) != len(kinds):
            entry.complain("yields must name one kind, or two different ones", "yields")
        if len(kinds) == YIELDS and kinds[0] not in (Good.FRUIT, Good.MEAT, Good.FUR):
            entry.complain("the first of two kinds must be fruit, meat or fur", "yields")
        for place, kind in enumerate(kinds[:YIELDS]):
            box.yields[Shows.WOOD + entry.index][place] = kind
    sets = tuple(name.name.lower() for name in TileSet)
    wanted = {
        TileSet.CENTRE: 1,
        TileSet.START: START_TILES,
        TileSet.COMMON: COMMON_TILES,
        TileSet.FOUR_PLAYER: FOUR_PLAYER_TILES,
    }
    shorts: list[int] = []
    for entry in file.tables("terrain", TILES):
        i = entry.index
        box.tile_set[i] = entry.choice("set", sets)
        box.shows[i] = entry.choice("shows", SHOWS_NAMES)
        box.quantity[i] = entry.integer("quantity", 0, 3)
        box.arrow[i] = entry.choice("arrow", SIDE_NAMES)
        box.short_tile[i] = int(entry.flag("short_game"))
        if (box.quantity[i] > 0) != (box.shows[i] >= Shows.WOOD):
            entry.complain("a resource tile has a quantity of 1 to 3, any other tile 0", "quantity")
        if (box.shows[i] == Shows.CAMP) != (i == 0):
            entry.complain("the camp is the first tile, and only that", "shows")
        if i == 0 and box.arrow[i] != Direction.NORTH:
            entry.complain("the arrow of the camp is drawn or chosen in each game (R20): write N", "arrow")
        if box.short_tile[i]:
            shorts.append(i)
            if box.tile_set[i] != TileSet.COMMON:
                entry.complain("a short-game tile is a common tile", "short_game")
    found = {kind: sum(1 for i in range(TILES) if box.tile_set[i] == kind) for kind in wanted}
    for kind, number in wanted.items():
        if found[kind] != number:
            file.problems.append(f"[[terrain]]: {found[kind]} tiles of the set {kind.name.lower()}, expected {number}")
    pairs = [sum(box.shows[i] < Shows.WOOD for i in shorts), sum(box.shows[i] >= Shows.WOOD for i in shorts)]
    if pairs != [2, 2]:
        file.problems.append("[[terrain]]: the short game needs two animal tiles and two resource tiles")
    for species in (Species.HORSE, Species.REINDEER):
        starts = [i for i in range(TILES) if box.tile_set[i] == TileSet.START and box.shows[i] == Shows.HORSE + species]
        if not starts:
            file.problems.append(f"[[terrain]]: no start tile shows a {species.name.lower()}")
    for n in range(1, COUNTS):
        tiles = 1 + START_TILES + COMMON_TILES + FOUR_PLAYER_TILES * box.four_player_tiles[n]
        if box.side_cells[n] > tiles:
            file.problems.append(f"[[players]]: {box.side_cells[n]} cells for {n} players, but only {tiles} tiles")


def _animals(box: Box, file: ComponentsFile) -> None:
    """DG-M5: the four species of big game."""
    for entry in file.tables("species", ANIMALS):
        i = entry.index
        _named(entry, "name", SPECIES_NAMES[i])
        box.animal_season[i] = entry.choice("season", SEASON_NAMES)
        box.speed[i] = entry.integer("speed", 1, 9)
        box.min_mastery[i] = entry.integer("min_mastery", 1, 20)
        box.min_members[i] = entry.integer("min_members", 1, 10)
        for good in (Good.MEAT, Good.FUR, Good.BONE):
            box.spoils[i][good] = entry.integer(good.name.lower(), 0, 9)
        box.paint_points[i] = entry.integer("points", 0, 20)
        box.meeples[i] = entry.integer("meeples", 1, 7)


def _clan_board(box: Box, file: ComponentsFile) -> None:
    """DG-M6, DG-M7: Habitats and capacities with their prices."""
    names = tuple(home.name.lower() for home in Home)
    for entry in file.tables("habitat", HOMES - 1):
        i = entry.index + 1
        _named(entry, "name", names[i])
        box.beds[i] = entry.integer("beds", 0, 9)
        box.home_points[i] = entry.integer("points", 0, 20)
        _amounts(entry, "cost", box.home_cost[i])
        if i == Home.SHELTER and any(box.home_cost[i][good] for good in range(GOODS)):
            entry.complain("a clan begins with its shelters, and nobody builds one: its cost must be empty", "cost")
    if box.beds[Home.SHELTER] * 2 < box.start_hunters + 2:
        file.problems.append("[[habitat]]: the two shelters must bed the whole clan at the start")
    for entry in file.tables("capacity", TRACKS * LEVELS):
        track, level = divmod(entry.index, LEVELS)
        _named(entry, "track", TRACK_NAMES[track])
        if entry.integer("level", 1, LEVELS) != level + 1:
            entry.complain(f"level must be {level + 1} here", "level")
        _amounts(entry, "cost", box.learn_cost[track][level])
        if level == 0 and any(box.learn_cost[track][level][good] for good in range(GOODS)):
            entry.complain("every clan begins at level 1, and nobody pays for it: its cost must be empty", "cost")
        if track == Track.TOOLS:
            box.makes[level] = entry.integer("makes", 0, 20)
            _amounts(entry, "recipe", box.recipe[level])
        else:
            row = box.reach if track == Track.RANGE else box.transport
            row[level] = entry.integer("value", 1, 9)


def _hut(box: Box, file: ComponentsFile) -> None:
    """DG-M8: offerings and the prices of the Shaman hut."""
    for good in file.table("offering").choices("any_one_of", GOOD_NAMES[:BARTER_GOODS]):
        box.offering[good] = 1
    for entry in file.tables("hut", HUT):
        i = entry.index
        _named(entry, "id", HUT_NAMES[i])
        box.hut_offering[i] = int(entry.flag("offering"))
        _amounts(entry, "cost", box.hut_cost[i])
        box.hut_points[i] = entry.integer("points", 0, 50)
        if Hut.MENHIR <= i <= Hut.DOLMEN and box.hut_offering[i]:
            entry.complain("a Megalith asks no offering", "offering")


def _art(box: Box, file: ComponentsFile) -> None:
    """DG-M9, DG-M10: Craft tiles and Fresco tiles."""
    kinds = tuple(kind.name.lower() for kind in CraftKind)
    for entry in file.tables("craft", CRAFTS):
        box.craft_kind[entry.index] = entry.choice("kind", kinds)
        _amounts(entry, "cost", box.craft_cost[entry.index])
        box.craft_points[entry.index] = entry.integer("points", 0, 50)
    for entry in file.tables("fresco", FRESCO_TILES):
        lines = entry.choices("lines", SPECIES_NAMES)
        if len(lines) != LINES:
            entry.complain(f"lines must name {LINES} animals", "lines")
        for line, species in enumerate(lines[:LINES]):
            box.fresco[entry.index][line] = species


def _goals(box: Box, file: ComponentsFile) -> None:
    """DG-M11: the common objectives."""
    metrics = tuple(metric.name.lower() for metric in Metric)
    for entry in file.tables("objective", OBJECTIVES):
        _amounts(entry, "needs", box.needs[entry.index], 99, metrics)
    for entry in file.tables("solo_objective", SOLO_OBJECTIVES):
        _named(entry, "id", SOLO_NAMES[entry.index])
        _amounts(entry, "needs", box.solo_needs[entry.index], 99, metrics)
    scoring = file.table("scoring")
    box.member_points = scoring.integer("member", 0, 20)
    box.line_first = scoring.integer("line_first", 0, 20)
    box.line_second = scoring.integer("line_second", 0, 20)
    box.scarcity_points = scoring.integer("scarcity", 0, 20)
    box.objective_first = scoring.integer("objective_first", 0, 20)
    box.objective_second = scoring.integer("objective_second", 0, 20)


def _solo(box: Box, file: ComponentsFile) -> None:
    """DG-S2: the objectives and the difficulty of the solo game."""
    for entry in file.tables("solo_difficulty", DIFFICULTIES):
        i = entry.index
        box.solo_shown[i] = entry.integer("shown", 1, SOLO_SHOWN)
        box.solo_needed[i] = entry.integer("needed", 1, box.solo_shown[i])
        box.solo_scarcity[i] = entry.integer("scarcity", 0, 99)
    solo = file.table("solo")
    box.rival_memory = solo.integer("memory", 1, RIVAL_MEMORY)
    exclusive = solo.choices("exclusive_objectives", SOLO_NAMES)
    if len(exclusive) != 2 or exclusive[0] == exclusive[1]:
        solo.complain("exclusive_objectives must name two different objectives", "exclusive_objectives")
    for i, number in enumerate(exclusive[:2]):
        box.exclusive[i] = number
    effects = tuple(effect.name.lower() for effect in EventEffect)
    actions = tuple(action.name.lower() for action in RivalAction)
    for entry in file.tables("solo_card", CARDS):
        _card(box, entry, effects, actions)
    if box.rounds > CARDS_IN_PLAY:
        file.problems.append(f"[length]: a solo game has {CARDS_IN_PLAY} cards, so at most as many rounds")
    if box.side_cells[1] > CELLS:
        file.problems.append("[[players]]: the board is too large")


def _card(box: Box, entry: Entry, effects: Sequence[str], actions: Sequence[str]) -> None:
    i = entry.index
    for key, row, names, count in (
        ("rivals_at", box.rivals_at[i], AROUND, RIVALS),
        ("shamans", box.shamans[i], HUT_NAMES, RIVAL_SHAMANS),
        ("directions", box.direction[i], SIDE_NAMES, RIVALS),
    ):
        found = entry.choices(key, names)
        if len(found) != count or (key != "directions" and len(set(found)) != count):
            entry.complain(f"{key} must name {count} {'different ' if key != 'directions' else ''}places", key)
        for place, number in enumerate(found[:count]):
            row[place] = number
    for place, number in enumerate(entry.integers("tiles", RIVALS, 1, 9)):
        box.distance[i][place] = number
    box.mandatory[i] = int(entry.flag("mandatory"))
    box.effect[i] = entry.choice("effect", effects)
    box.rival_action[i] = entry.choice("rival_action", actions)
    _amounts(entry, "goods", box.card_goods[i], 9)
    box.card_number[i] = entry.integer("number", -5, 12)
    _event(box, entry, EventEffect(box.effect[i]))


_EVENT_GOODS: dict[EventEffect, tuple[Good, ...]] = {  # what the event of a card gives or takes; else nothing
    EventEffect.COLD_COSTS: (Good.FUR,),
    EventEffect.NO_FUR: (Good.FUR,),
    EventEffect.WHITE_CHIEF: (Good.MEAT, Good.FRUIT),
    EventEffect.GAIN: tuple(Good),
    EventEffect.DISCARD: tuple(Good),
    EventEffect.FEVER: (Good.MEAT, Good.FRUIT),
    EventEffect.GALE: tuple(Good),
}
_EVENT_NUMBERS: dict[EventEffect, range] = {  # the numbers that an event may have; else 0
    EventEffect.SWAP: range(1, 6),
    EventEffect.RANGE: range(-5, 13),
    EventEffect.TRANSPORT: range(-5, 13),
    EventEffect.THIEVES: range(1, 6),
    EventEffect.FEVER: range(3, 13),  # a smaller clan has no Hunter-Gatherer
    EventEffect.HUNGER: range(1, 6),
}


def _event(box: Box, entry: Entry, effect: EventEffect) -> None:
    """DG-S6: a card says no more than its event needs."""
    goods = _EVENT_GOODS.get(effect, ())
    if any(box.card_goods[entry.index][good] for good in Good if good not in goods):
        allowed = f"only {' and '.join(good.name.lower() for good in goods)}" if goods else "no goods"
        entry.complain(f"goods: {allowed} for this effect", "goods")
    numbers = _EVENT_NUMBERS.get(effect, range(1))
    if box.card_number[entry.index] not in numbers:
        wanted = f"from {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "0"
        entry.complain(f"number must be {wanted} for this effect", "number")
