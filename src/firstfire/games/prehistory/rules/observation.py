"""How the record of Prehistory is observed by programs that learn (kernel/observing.py).

Members of a tribe on the same hexagon are alike, so they are counted, not told one by one.
"""

from __future__ import annotations

from firstfire.kernel.entry import Seen
from firstfire.kernel.fields import SEAT_OR_NONE, number, one_of
from firstfire.kernel.observing import Observed, reading
from firstfire.kernel.rule import rule

from ..actions import CAMP, HEX
from ..state import CAMPS, HEXES, MEMBERS, NONE, RESERVE, SEATS, START, State
from .autumn import is_ready
from .notation import PRICE


@rule
def stander_on(s: State, h: int) -> int:
    """Whose members stand on a hexagon (on the start: of all)."""
    return s.hexes[h].stander - 1


@rule
def camp_owner(s: State, h: int) -> int:
    """Whose camp lies on a hexagon."""
    return (s.hexes[h].camp - 1) // CAMPS if s.hexes[h].camp > 0 else NONE


@rule
def camp_tile(s: State, h: int) -> int:
    """Which camp tile lies on a hexagon."""
    return (s.hexes[h].camp - 1) % CAMPS if s.hexes[h].camp > 0 else NONE


@rule
def write_ready(s: State, out: Seen, start: int) -> None:
    """How many members on a hexagon have not moved this autumn."""
    for h in range(HEXES):
        out[start + h] = 0
    for seat in range(s.seats):
        for member in range(MEMBERS):
            if is_ready(s, seat, member):
                out[start + s.tribes[seat].place[member]] += 1


@rule
def members_at(s: State, other: int, place: int) -> int:
    """How many members of a tribe are in the reserve, on their board, on the start."""
    count = 0
    for member in range(MEMBERS):
        if s.tribes[other].place[member] == place + RESERVE:
            count += 1
    return count


@rule
def ready_on_start(s: State, other: int) -> int:
    """How many members of a tribe on the start have not moved this autumn."""
    count = 0
    for member in range(MEMBERS):
        if s.tribes[other].place[member] == START and is_ready(s, other, member):
            count += 1
    return count


@rule
def next_price(s: State) -> int:
    """The top of the stack of central price tiles: the next one."""
    return s.stack[s.stack_count - 1] if s.stack_count > 0 else NONE


_DECK = "nobody sees it; its count is told"
_ALIKE = "members on the same hexagon are alike; told by members, ready, hexes.stander, hexes.crowd and hexes.ready"
OBSERVED = Observed(
    version=1,
    choices=("hexes.detail", "hexes.token", "target", "rotation", "tribes.offset"),
    typical={
        "tribes.development": 20, "tribes.points": 100, "tribes.tent": 6, "tribes.markers": 6, "tribes.animals": 4,
        "tribes.fishing": 20, "tribes.card_count": 6, "tribes.megaliths": 4, "tribes.pairs": 6, "hexes.crowd": 4,
        "hexes.ready": 4, "movement": 20, "round": 5, "top": 4,
    },
    left_out={
        "tribes.place": _ALIKE,
        "tribes.tired": _ALIKE,
        "hexes.camp": "told by hexes.camp_owner and hexes.camp_tile",
        "stack": "only its top is seen: price_next",
        "tile_stack": _DECK,
        "fish_stack": _DECK,
        "hunting_deck": _DECK,
        "ceremony_deck": _DECK,
    },
    readings=(
        reading("hexes.stander", SEAT_OR_NONE, stander_on, h=HEX.values),
        reading("hexes.camp_owner", SEAT_OR_NONE, camp_owner, h=HEX.values),
        reading("hexes.camp_tile", one_of(CAMP.values, below=("-",)), camp_tile, h=HEX.values),
        reading("hexes.ready", number(0, SEATS * MEMBERS), write_ready, h=HEX.values),
        reading("members", number(0, MEMBERS), members_at, place=("reserve", "board", "start")),
        reading("ready", number(0, MEMBERS), ready_on_start),
        reading("price_next", PRICE, next_price),
    ),
)  # fmt: skip
