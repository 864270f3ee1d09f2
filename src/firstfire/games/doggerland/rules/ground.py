"""The map: sets of cells, distances, rings, and who may stand where."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box
from ..state import CELLS, EVERY_CELL, NONE, RIVALS, WIDTH, Direction, Job, Shows, State, Track

FIRST_COLUMN = sum(1 << (WIDTH * y) for y in range(CELLS // WIDTH))
NOT_FIRST_COLUMN = EVERY_CELL & ~FIRST_COLUMN
NOT_LAST_COLUMN = EVERY_CELL & ~(FIRST_COLUMN << (WIDTH - 1))
STEP_X = (0, 1, 0, -1)  # by Side
STEP_Y = (-1, 0, 1, 0)


@rule
def bit(place: int) -> int:
    """The set with one member; the empty set for NONE."""
    return 1 << place if place >= 0 else 0


@rule
def beside(cells: int) -> int:
    """The cells orthogonally next to a set of cells (in the nine by seven grid)."""
    east = (cells & NOT_LAST_COLUMN) << 1
    west = (cells & NOT_FIRST_COLUMN) >> 1
    return east | west | ((cells << WIDTH) & EVERY_CELL) | (cells >> WIDTH)


@rule
def within(s: State, start: int, steps: int) -> int:
    """R5: the tiles at most so many orthogonal steps from a cell, over existing tiles, whoever stands there."""
    reached = 1 << start
    for _ in range(steps):
        reached |= beside(reached) & s.land
    return reached


@rule
def grid(s: State, box: Box) -> int:
    """The cells of this board side; nothing is ever laid outside."""
    row = (1 << box.columns[s.seats]) - 1
    cells = 0
    for y in range(box.rows[s.seats]):
        cells |= row << (WIDTH * y)
    return cells


@rule
def centre_cell(s: State, box: Box) -> int:
    """The middle of the board."""
    return WIDTH * (box.rows[s.seats] // 2) + box.columns[s.seats] // 2


@rule
def range_of(s: State, box: Box, seat: int) -> int:
    """DG-G1: how far the clan goes; a solo event may shift it, never below 1 (SC13, SC26)."""
    return max(1, box.reach[s.clans[seat].levels[Track.RANGE]] + s.solo.range_shift)


@rule
def big_game(s: State) -> int:
    """The tiles that hold an animal."""
    return s.herd[0] | s.herd[1] | s.herd[2] | s.herd[3]


@rule
def species_at(s: State, cell: int) -> int:
    """The species of the animal on a tile, NONE without one."""
    for species in range(4):
        if (s.herd[species] >> cell) & 1 != 0:
            return species
    return NONE


@rule
def rivals_on(s: State) -> int:
    """The tiles where the rivals of a solo game stand."""
    if s.seats > 1:
        return 0
    cells = 0
    for i in range(RIVALS):
        cells |= bit(s.solo.rivals[i])
    return cells


@rule
def owned_by_others(s: State, seat: int) -> int:
    """R16, R32, R45: tiles with an enemy Village, Megalith or Shaman token, or with a solo rival."""
    cells = rivals_on(s)
    for other in range(s.seats):
        if other != seat:
            clan = s.clans[other]
            cells |= bit(clan.village) | clan.megaliths | bit(clan.journey)
    return cells


@rule
def expeditions(s: State) -> int:
    """The tiles with an expedition of any clan."""
    cells = 0
    for seat in range(s.seats):
        cells |= s.clans[seat].afield
    return cells


@rule
def is_spawn(shows: int) -> bool:
    """Whether a tile brings forth animals."""
    return Shows.HORSE <= shows <= Shows.MAMMOTH


@rule
def arrow_of(s: State, box: Box, cell: int) -> int:
    """The migration arrow of the tile there; the camp's was chosen at setup (R20)."""
    if s.tile[cell] == 0:
        return s.centre_arrow
    return box.arrow[s.tile[cell]]


@rule
def next_on_ring(s: State, box: Box, cell: int, side: int) -> int:
    """DG-4.3: the next tile of the row or column, gaps skipped, the last followed by the first."""
    columns = box.columns[s.seats]
    rows = box.rows[s.seats]
    x = cell % WIDTH
    y = cell // WIDTH
    while True:
        x = (x + STEP_X[side] + columns) % columns
        y = (y + STEP_Y[side] + rows) % rows
        found = WIDTH * y + x
        if (s.land >> found) & 1 != 0:
            return found


@rule
def scan_cell(s: State, box: Box, number: int) -> int:
    """DG-4.1: the n-th cell in the order of the priority arrow: lines by its big point, inside by its small one."""
    columns = box.columns[s.seats]
    rows = box.rows[s.seats]
    scan = box.scan[s.edge]
    inner = box.inner[s.edge]
    across = scan == Direction.EAST or scan == Direction.WEST
    length = rows if across else columns
    line = number // length
    place = number % length
    x = line if across else place
    y = place if across else line
    if scan == Direction.WEST or inner == Direction.WEST:
        x = columns - 1 - x
    if scan == Direction.NORTH or inner == Direction.NORTH:
        y = rows - 1 - y
    return WIDTH * y + x


@rule
def lay_tile(s: State, box: Box, cell: int, tile: int) -> None:
    """Put a terrain tile on the map."""
    s.tile[cell] = tile
    s.land |= 1 << cell
    if box.shows[tile] >= Shows.WOOD:
        s.ripe |= 1 << cell


@rule
def put_animal(s: State, species: int, cell: int) -> None:
    """Put an animal of the reserve on the map; it gets the lowest free number of its kind."""
    number = 7 * species
    while (s.roaming >> number) & 1 != 0:
        number += 1
    s.roaming |= 1 << number
    s.beast[cell] = number
    s.herd[species] |= 1 << cell


@rule
def take_animal(s: State, species: int, cell: int) -> None:
    """Take an animal off the map."""
    s.roaming &= ~(1 << s.beast[cell])
    s.beast[cell] = NONE
    s.herd[species] &= ~(1 << cell)


@rule
def shift_animal(s: State, species: int, start: int, end: int) -> None:
    """Move an animal on the map."""
    number = s.beast[start]
    s.beast[start] = NONE
    s.beast[end] = number
    s.herd[species] = (s.herd[species] & ~(1 << start)) | (1 << end)


@rule
def exhaust(s: State, cell: int, harvests: int) -> None:
    """Nothing more can be harvested here."""
    s.uses[cell] = harvests
    s.ripe &= ~(1 << cell)


@rule
def is_expedition(job: int) -> bool:
    """Harvest or hunt: a group on the map."""
    return job == Job.HARVEST or job == Job.HUNT
