"""How the record of Doggerland is observed by programs that learn (kernel/observing.py).

The land is told by what lies there: terrain tiles that show the same are alike, and so are animals of one species.
"""

from __future__ import annotations

from dataclasses import replace

from firstfire.kernel.fields import number, one_of
from firstfire.kernel.observing import Observed, reading
from firstfire.kernel.rule import rule

from ..actions import CELL, SIDE, SLOT, SPECIES
from ..box import SHOWS_NAMES, Box
from ..state import MEEPLES, NONE, RIVAL_OWNER, State
from .ground import arrow_of

RIVAL = -2  # who painted: a rival of the solo game
PAINTER = replace(one_of("0123", below=("-", "rival"), blank=NONE), is_seat=True)


@rule
def shows_at(s: State, box: Box, cell: int) -> int:
    """What the terrain tile of a cell shows."""
    return box.shows[s.tile[cell]] if s.tile[cell] != NONE else NONE


@rule
def quantity_at(s: State, box: Box, cell: int) -> int:
    """How much of it."""
    return box.quantity[s.tile[cell]] if s.tile[cell] != NONE else 0


@rule
def arrow_at(s: State, box: Box, cell: int) -> int:
    """Where the migration arrow of the tile points."""
    return arrow_of(s, box, cell) if s.tile[cell] != NONE else NONE


@rule
def animal_at(s: State, cell: int) -> int:
    """The species of the animal on a cell."""
    return s.beast[cell] // MEEPLES if s.beast[cell] != NONE else NONE


@rule
def painter_of(s: State, slot: int) -> int:
    """Whose cubes lie on a slot of the Fresco."""
    if s.cubes[slot] == 0:
        return NONE
    return RIVAL if s.painter[slot] == RIVAL_OWNER else s.painter[slot]


_STACK = "nobody sees it; its count is told"
_LAND = "follows from land.shows, land.animal and uses"
OBSERVED = Observed(
    version=1,
    by_seat=("clans",),
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
        reading("land.shows", one_of(SHOWS_NAMES, below=("-",)), shows_at, cell=CELL.values),
        reading("land.quantity", number(0, 9), quantity_at, cell=CELL.values),
        reading("land.arrow", one_of(SIDE.values, below=("-",)), arrow_at, cell=CELL.values),
        reading("land.animal", one_of(SPECIES.values, below=("-",)), animal_at, cell=CELL.values),
        reading("painter", PAINTER, painter_of, slot=SLOT.values),
    ),
)  # fmt: skip
