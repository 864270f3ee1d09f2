"""How the record of Prehistory is observed by programs that learn (kernel/observations/observing.py).

Members of a tribe on the same hexagon are alike, so they are counted, not told one by one.
"""

from __future__ import annotations

from firstfire.kernel.observations.fields import SEAT_OR_NONE, number, one_of, set_of
from firstfire.kernel.observations.observe_source import counted_from, seat_after, write_same
from firstfire.kernel.observations.observing import Observed, reading, relative_names
from firstfire.kernel.records.bits import lowest
from firstfire.kernel.records.entry import Seen
from firstfire.kernel.rule import rule

from ..actions import CAMP, CARD, FISH_TILE, HEX, HUNT, TILE
from ..state import CAMPS, CARDS, FISH, HEXES, HUNTS, MEMBERS, NONE, RESERVE, SEATS, START, TILES, State
from .autumn import is_ready
from .notation import PRICE

WHERE = 4  # where members are counted: in the reserve, on their board, on the start, and there not yet moved


@rule
def turn_camp(value: int, seat: int, seats: int) -> int:
    """A camp with its owner as the observer counts."""
    if value == 0:
        return 0
    return 1 + CAMPS * counted_from((value - 1) // CAMPS, seat, seats) + (value - 1) % CAMPS


@rule
def turn_stander(value: int, seat: int, seats: int) -> int:
    """Who stands on a hexagon (never on the start), as the observer counts."""
    return 0 if value == 0 else 1 + counted_from(value - 1, seat, seats)


@rule
def write_ready(s: State, out: Seen, start: int) -> None:
    """How many members on a hexagon have not moved this autumn (on the start: of all tribes)."""
    write_same(out, start, 0, HEXES)
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        for member in range(MEMBERS):
            if is_ready(s, seat, member):
                out[start + tribe.place[member]] += 1


@rule
def write_members(s: State, seat: int, out: Seen, start: int) -> None:
    """How many members of a tribe are in the reserve, on their board, on the start, and of these not yet moved."""
    write_same(out, start, 0, SEATS * WHERE)
    for i in range(s.seats):
        other = seat_after(seat, i, s.seats)
        tribe = s.tribes[other]
        for member in range(MEMBERS):
            place = tribe.place[member]
            if place <= START:
                out[start + WHERE * i + place - RESERVE] += 1
                if place == START and is_ready(s, other, member):
                    out[start + WHERE * i + WHERE - 1] += 1


@rule
def write_tiles(s: State, seat: int, out: Seen, start: int) -> None:
    """Who has each gathering tile."""
    write_same(out, start, NONE, TILES)
    for i in range(s.seats):
        write_owner(s.tribes[seat_after(seat, i, s.seats)].tiles, i, out, start)


@rule
def write_fish(s: State, seat: int, out: Seen, start: int) -> None:
    """Who has each fish."""
    write_same(out, start, NONE, FISH)
    for i in range(s.seats):
        write_owner(s.tribes[seat_after(seat, i, s.seats)].fish, i, out, start)


@rule
def write_hunts(s: State, seat: int, out: Seen, start: int) -> None:
    """Who has each hunting card."""
    write_same(out, start, NONE, HUNTS)
    for i in range(s.seats):
        write_owner(s.tribes[seat_after(seat, i, s.seats)].hunts, i, out, start)


@rule
def write_cards(s: State, seat: int, out: Seen, start: int) -> None:
    """Who has each ceremony card, as far as the observer knows."""
    write_same(out, start, NONE, CARDS)
    for i in range(s.seats):
        tribe = s.tribes[seat_after(seat, i, s.seats)]
        write_owner(tribe.cards | tribe.witnessed, i, out, start)


@rule
def seen_taken(s: State) -> int:
    """The ceremony cards that everybody saw their owners take."""
    cards = 0
    for seat in range(s.seats):
        cards |= s.tribes[seat].witnessed
    return cards


@rule
def write_owner(things: int, owner: int, out: Seen, start: int) -> None:
    """Write who has the things of a set."""
    while things != 0:
        out[start + lowest(things)] = owner
        things &= things - 1


@rule
def next_price(s: State) -> int:
    """The top of the stack of central price tiles: the next one."""
    return s.stack[s.stack_count - 1] if s.stack_count > 0 else NONE


CAMP_NAMES = tuple(f"{owner}.{camp}" for owner in relative_names(SEATS) for camp in CAMP.values)
_DECK = "nobody sees it; its count is told"
_ALIKE = "members on the same hexagon are alike; told by members, ready, hexes.stander and hexes.crowd"
OBSERVED = Observed(
    version=1,
    choices=("hexes.detail", "hexes.token", "target", "rotation", "tribes.offset"),
    turned={
        "hexes.camp": (one_of(("-", *CAMP_NAMES)), turn_camp),
        "hexes.stander": (one_of(("-", *relative_names(SEATS))), turn_stander),
    },
    typical={
        "tribes.development": 20, "tribes.points": 100, "tribes.tent": 6, "tribes.markers": 6, "tribes.animals": 4,
        "tribes.fishing": 20, "tribes.card_count": 6, "tribes.megaliths": 4, "tribes.pairs": 6, "hexes.crowd": 4,
        "ready": 4, "movement": 20, "round": 5, "top": 4,
    },
    left_out={
        "tribes.place": _ALIKE,
        "tribes.tired": _ALIKE,
        "tribes.tiles": "told by owner.tiles",
        "tribes.fish": "told by owner.fish",
        "tribes.hunts": "told by owner.hunts",
        "tribes.cards": "told by owner.cards",
        "tribes.witnessed": "told by witnessed and owner.cards",
        "stack": "only its top is seen: price_next",
        "tile_stack": _DECK,
        "fish_stack": _DECK,
        "hunting_deck": _DECK,
        "ceremony_deck": _DECK,
    },
    readings=(
        reading("ready", number(0, SEATS * MEMBERS), write_ready, h=HEX.values),
        reading("members", number(0, MEMBERS), write_members, other=(), place=("reserve", "board", "start", "ready")),
        reading("owner.tiles", SEAT_OR_NONE, write_tiles, tile=TILE.values),
        reading("owner.fish", SEAT_OR_NONE, write_fish, tile=FISH_TILE.values),
        reading("owner.hunts", SEAT_OR_NONE, write_hunts, card=HUNT.values),
        reading("owner.cards", SEAT_OR_NONE, write_cards, card=CARD.values),
        reading("witnessed", set_of(CARD.values), seen_taken),
        reading("price_next", PRICE, next_price),
    ),
)  # fmt: skip
