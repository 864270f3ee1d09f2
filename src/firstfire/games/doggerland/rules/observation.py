"""How the record of Doggerland is observed by programs that learn (kernel/observations/observing.py).

The land is told by what lies there: terrain tiles that show the same are alike, and so are animals of one species.
"""

from __future__ import annotations

from dataclasses import replace

from firstfire.kernel.observations.fields import number, one_of
from firstfire.kernel.observations.observe_source import counted_from, write_same
from firstfire.kernel.observations.observing import Observed, reading, readings
from firstfire.kernel.records.bits import lowest
from firstfire.kernel.records.entry import Seen
from firstfire.kernel.rule import rule

from ..actions import CELL, SIDE, SLOT, SPECIES
from ..box import SHOWS_NAMES, Box
from ..state import ANIMALS, CELLS, NONE, RIVAL_OWNER, State

RIVAL = -1  # who painted: a rival of the solo game
PAINTER = replace(one_of("0123", below=("rival",), blank=0).by(SLOT.values), is_seat=True)


@rule
def write_land(s: State, box: Box, out: Seen, start: int) -> None:
    """What the terrain tile of a cell shows, how much of it, and where its migration arrow points."""
    write_same(out, start, NONE, CELLS)
    write_same(out, start + CELLS, 0, CELLS)
    write_same(out, start + 2 * CELLS, NONE, CELLS)
    cells = s.land
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        tile = s.tile[cell]
        out[start + cell] = box.shows[tile]
        out[start + CELLS + cell] = box.quantity[tile]
        out[start + 2 * CELLS + cell] = s.centre_arrow if tile == 0 else box.arrow[tile]


@rule
def write_animals(s: State, out: Seen, start: int) -> None:
    """The species of the animal on a cell."""
    write_same(out, start, NONE, CELLS)
    for species in range(ANIMALS):
        cells = s.herd[species]
        while cells != 0:
            out[start + lowest(cells)] = species
            cells &= cells - 1


@rule
def turn_painter(value: int, seat: int, seats: int) -> int:
    """Whose cubes lie on a slot of the Fresco (if any do), as the observer counts."""
    return RIVAL if value == RIVAL_OWNER else counted_from(value, seat, seats)


_STACK = "nobody sees it; its count is told"
_LAND = "follows from land.shows, land.animal and uses"
OBSERVED = Observed(
    version=1,
    by_seat=("clans",),
    turned={"painter": (PAINTER, turn_painter)},
    choices=("order", "given", "clans.orders.place"),
    typical={
        "stack_count": 60, "round": 8, "last_round": 8, "room": 20, "load": 8, "left": 10, "clans.goods": 12,
        "clans.fruit": 8, "clans.meat": 8, "clans.scarcity": 40, "clans.journey_round": 8, "clans.births": 8,
        "clans.hunts": 8, "clans.memory": 3, "clans.orders.hunters": 6, "clans.orders.tools": 6, "solo.quota": 10,
        "solo.range_shift": 2, "solo.transport_shift": 2, "solo.cold_costs": 3, "solo.hunger": 3, "uses": 3,
        "land.quantity": 4,
    },
    left_out={
        "land": _LAND,
        "ripe": _LAND,
        "herd": _LAND,
        "roaming": "animals of one species are alike",
        "tile": "tiles that show the same are alike; told by land.shows, land.quantity and land.arrow",
        "beast": "animals of one species are alike; told by land.animal",
        "stack": _STACK,
        "craft_stack": _STACK,
        "step": "always the same when somebody decides",
        "clans.afield": "follows from clans.orders",
        "clans.megaliths": "follows from clans.menhirs",
        "options.opening": "said who chose at the beginning; nothing hangs on it later",
    },
    readings=(
        readings(
            write_land,
            {
                "land.shows": one_of(SHOWS_NAMES, below=("-",)),
                "land.quantity": number(0, 9),
                "land.arrow": one_of(SIDE.values, below=("-",)),
            },
            cell=CELL.values,
        ),
        reading("land.animal", one_of(SPECIES.values, below=("-",)), write_animals, cell=CELL.values),
    ),
)  # fmt: skip
