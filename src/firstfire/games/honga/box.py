"""What is printed on the components of Honga, and how a components file is checked."""

from __future__ import annotations

from firstfire.kernel.components_file import ComponentsFile, Entry
from firstfire.kernel.records.record import Row, i8, i16, record

from .state import (
    BARTER_CARDS,
    BONUS_CARDS,
    BONUS_KINDS,
    DISCS,
    FIELDS,
    FOODS,
    GOODS,
    GREYS,
    HERD,
    MARKER_LIMIT,
    QUARTERS,
    REDS,
    SEATS,
    SPACES,
    STEPS,
    Bonus,
    Field,
    Good,
)

SOURCES = ("book", "icon", "public", "design", "owner")
COLOURS = ("blue", "yellow", "red", "green", "black")
GOOD_NAMES = ("fish", "berry", "mushroom", "water", "mammoth")
FOOD_NAMES = GOOD_NAMES[:FOODS]
FIELD_NAMES = ("barter", "mountain", "spring", "berries", "honga", "lake", "forest", "mammoths", "mushrooms")
DISC_NAMES = (*(f"G{i:02}" for i in range(1, GREYS + 1)), *(f"R{i:02}" for i in range(1, REDS + 1)))
BARTER_NAMES = tuple(f"T{i:02}" for i in range(1, BARTER_CARDS + 1))
BONUS_NAMES = (
    "good_barter", "two_points", "chase_honga", "lucky_hand", "extra_disc", "lucky_hand_or_honga",
    "swap_mushroom_berry", "sated_mammoths", "caveman_or_honga", "bought_points",
)  # fmt: skip
GREY_HANDS = 4
RED_HANDS = 5
CENTRE = 4  # the middle cell of the board
CORNERS = (0, 1, 4, 3)  # the cell north-west of each disc space: NW, NE, SE, SW
AROUND = (0, 1, 4, 3)  # from there to the cells a disc's quarters point to, clockwise


@record
class Box:
    """Everything the rules and the scene read from components.toml."""

    target: Row[int] = i16[SEATS + 1]  # points that end the game, by number of players
    herd_spaces: Row[int] = i8[SEATS + 1]  # spaces of the herd, by number of players
    colours: Row[int] = i8[SEATS]  # the colour of each seat
    marker_max: int = i8  # where a row of goods ends
    start: Row[int] = i8[GOODS]  # goods at the start
    joker_water: int = i8  # water that replaces one food
    mammoths: int = i8  # mammoths of each player
    lure: Row[int] = i8[FOODS]  # fish, berries, mushrooms that a mammoth costs
    cells: Row[int] = i8[FIELDS]  # the field on each cell, row by row
    pointed: Row[Row[int]] = i8[SPACES, QUARTERS]  # the field a quarter of a disc space points to
    touched: Row[Row[int]] = i8[SPACES, QUARTERS]  # the same four fields in order of number
    top_step: int = i8  # the number of the top step of the mountain
    step_points: Row[int] = i8[STEPS]  # points of each step
    quarters: Row[Row[int]] = i8[DISCS, QUARTERS]  # hands, clockwise
    rotations: Row[int] = i8[DISCS]  # how many of the four rotations differ
    goods: Row[Row[int]] = i8[BARTER_CARDS, GOODS + 1]  # to pay: fish, berry, mushroom, water, mammoth
    points: Row[int] = i8[BARTER_CARDS]  # points of each barter card
    bonus: Row[int] = i8[BONUS_KINDS]  # how many cards of each kind
    gives: Row[int] = i8[FOODS]  # HO-B1
    card_points: int = i8  # HO-B2
    card_steps: int = i8  # HO-B9
    buy_units: int = i8  # HO-B10
    buy_points: int = i8  # points for each food of Bought victory points
    buy_goods: Row[int] = i8[FOODS]  # 1 for a food it shows


def fill(box: Box, file: ComponentsFile) -> None:
    """Copy a components file into a box; every problem is collected there."""
    _players(box, file)
    _trays(box, file)
    _board(box, file)
    _mountain(box, file)
    _discs(box, file)
    _barter_cards(box, file)
    _bonus_cards(box, file)
    if not file.problems:
        _cross_check(box, file)


def _sourced(entry: Entry) -> Entry:
    """Every entry says where it comes from."""
    entry.choice("source", SOURCES)
    return entry


def _named(entry: Entry, names: tuple[str, ...]) -> None:
    """An entry of a list whose order is fixed by its ids."""
    found = entry.text("id")
    if "id" in entry and found != names[entry.index]:
        entry.complain(f"id = {found!r}, expected {names[entry.index]!r} (the order of the list is fixed)", "id")


def _players(box: Box, file: ComponentsFile) -> None:
    seen: set[int] = set()
    for entry in file.tables("players", SEATS - 1):
        players = _sourced(entry).integer("players", 2, SEATS)
        if players in seen:
            entry.complain(f"players = {players} stands twice", "players")
        seen.add(players)
        box.target[players] = entry.integer("target_points", 1, 200)
        box.herd_spaces[players] = entry.integer("herd_spaces", 1, HERD)


def _trays(box: Box, file: ComponentsFile) -> None:
    colours = _sourced(file.table("colours"))
    chosen = colours.choices("ids", COLOURS)
    if sorted(chosen) != list(range(SEATS)):
        colours.complain(f"ids must name each of {', '.join(COLOURS)} once", "ids")
    for seat, colour in enumerate(chosen[:SEATS]):
        box.colours[seat] = colour
    box.marker_max = _sourced(file.table("tray")).integer("marker_max", 1, MARKER_LIMIT)
    start = _sourced(file.table("tray_start"))
    for good in range(GOODS):
        box.start[good] = start.integer(GOOD_NAMES[good], 0, box.marker_max)
    box.joker_water = _sourced(file.table("joker")).integer("water_paid", 1, MARKER_LIMIT)
    mammoth = _sourced(file.table("mammoth"))
    box.mammoths = mammoth.integer("per_player", 1, 6)
    for food in range(FOODS):
        box.lure[food] = mammoth.integer(f"lure_{GOOD_NAMES[food]}", 0, 3)


def _board(box: Box, file: ComponentsFile) -> None:
    """The nine fields, each once, each on its own cell, HONGA in the middle (L7: barter at the top left)."""
    places: dict[int, str] = {}
    fields: set[str] = set()
    for entry in file.tables("field", FIELDS):
        field = _sourced(entry).choice("id", FIELD_NAMES)
        name = FIELD_NAMES[field]
        cell = 3 * entry.integer("row", 0, 2) + entry.integer("col", 0, 2)
        if name in fields:
            entry.complain(f"the field {name} stands twice", "id")
        elif cell in places:
            entry.complain(f"{name} lies on row {cell // 3}, col {cell % 3}, where {places[cell]} lies", "row")
        elif (field == Field.HONGA) != (cell == CENTRE):
            entry.complain(f"{name} on row {cell // 3}, col {cell % 3}: the middle (row 1, col 1) is HONGA's", "row")
        fields.add(name)
        places.setdefault(cell, name)
        box.cells[cell] = field
    for space in range(SPACES):
        for quarter in range(QUARTERS):
            box.pointed[space][quarter] = box.cells[CORNERS[space] + AROUND[quarter]]
        for i, field in enumerate(sorted(box.pointed[space][quarter] for quarter in range(QUARTERS))):
            box.touched[space][i] = field


def _mountain(box: Box, file: ComponentsFile) -> None:
    steps = 0
    for entry in file.tables("step", at_most=STEPS):
        box.step_points[entry.index] = _sourced(entry).integer("points", 0, 50)
        steps += 1
    if steps < 2:
        file.problems.append("[[step]] stands too seldom: the mountain needs a bottom and a top")
    box.top_step = max(1, steps - 1)


def _discs(box: Box, file: ComponentsFile) -> None:
    for entry in file.tables("disc", DISCS):
        disc = entry.index
        _named(_sourced(entry), DISC_NAMES)
        hands = RED_HANDS if disc >= GREYS else GREY_HANDS
        quarters = entry.integers("quarters", QUARTERS, 0, hands)
        if quarters == entry.data.get("quarters") and sum(quarters) != hands:
            colour = "red" if disc >= GREYS else "grey"
            entry.complain(f"quarters = {quarters} has {sum(quarters)} hands; a {colour} disc has {hands}", "quarters")
        for i, number in enumerate(quarters):
            box.quarters[disc][i] = number
        turned = [quarters[-r:] + quarters[:-r] for r in range(QUARTERS)]
        box.rotations[disc] = max(1, next((r for r in range(1, QUARTERS) if turned[r] == turned[0]), QUARTERS))


def _barter_cards(box: Box, file: ComponentsFile) -> None:
    for entry in file.tables("barter", BARTER_CARDS):
        card = entry.index
        _named(_sourced(entry), BARTER_NAMES)
        for good in range(GOODS):
            box.goods[card][good] = entry.integer(GOOD_NAMES[good], 0, MARKER_LIMIT)
        box.goods[card][Good.MAMMOTH] = entry.integer("mammoth", 0, 6)
        box.points[card] = entry.integer("points", 0, 50)


def _bonus_cards(box: Box, file: ComponentsFile) -> None:
    total = 0
    for entry in file.tables("bonus", BONUS_KINDS):
        kind = entry.index
        _named(_sourced(entry), BONUS_NAMES)
        box.bonus[kind] = entry.integer("count", 0, BONUS_CARDS)
        total += box.bonus[kind]
        if kind == Bonus.GOOD_BARTER:
            for food in range(FOODS):
                box.gives[food] = entry.integer(f"gives_{GOOD_NAMES[food]}", 0, 3)
        elif kind == Bonus.TWO_POINTS:
            box.card_points = entry.integer("points", 0, 20)
        elif kind == Bonus.CAVEMAN_OR_HONGA:
            box.card_steps = entry.integer("steps", 1, STEPS - 1)
        elif kind == Bonus.BOUGHT_POINTS:
            box.buy_units = entry.integer("max_units", 1, 3)
            box.buy_points = entry.integer("points_per_unit", 0, 10)
            shown = entry.choices("pays_with", FOOD_NAMES)
            if "pays_with" in entry and not shown:
                entry.complain("pays_with names no food", "pays_with")
            for food in shown:
                box.buy_goods[food] = 1
    if total != BONUS_CARDS:
        file.problems.append(f"[[bonus]]: the counts add up to {total}, the game has {BONUS_CARDS} bonus cards")


def _cross_check(box: Box, file: ComponentsFile) -> None:
    """What no single entry shows: everything that is asked for can be had."""
    for entry in file.tables("barter", BARTER_CARDS):
        goods = box.goods[entry.index]
        for good in range(GOODS):
            if goods[good] > box.marker_max:
                name = GOOD_NAMES[good]
                entry.complain(f"{name} = {goods[good]}, but a tray holds at most {box.marker_max}", name)
        if goods[Good.MAMMOTH] > box.mammoths:
            entry.complain(f"mammoth = {goods[Good.MAMMOTH]}, but a player has {box.mammoths}", "mammoth")
        if not any(goods[good] for good in range(GOODS + 1)):
            entry.complain("the card asks for nothing")
    if not any(box.lure[food] for food in range(FOODS)):
        file.table("mammoth").complain("luring costs nothing", "lure_fish")
