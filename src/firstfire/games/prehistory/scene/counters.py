"""The numbers beside each name, and where the points come from."""

from __future__ import annotations

from ctypes import addressof, memmove
from typing import Any, cast

from firstfire.kernel.presentation.memo import counter, memoised
from firstfire.kernel.presentation.scene import Counter
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.rows import as_bytes

from ..actions import PART
from ..box import Box
from ..rules.scoring import owned_points, part, standing_points
from ..state import (
    BOARD,
    CARDS,
    PARTS,
    Part,
    Season,
    State,
    Tribe,
)  # fmt: skip
from .looks import (
    card_words,
)  # fmt: skip


def counters(view: State, box: Box, words: Words) -> list[Counter]:
    """Points as the viewer can count them, and what each player holds."""
    found = [counter("year", words.say("label.year"), view.round)]
    if view.season == Season.AUTUMN:
        found.append(counter("movement", words.say("label.movement"), view.movement))
    hexes = as_bytes(view.hexes)
    standing = standing_on(box, hexes, view.seats)
    for seat in range(view.seats):
        tribe = bytes(cast(Any, view.tribes[seat]))
        points = standing[seat] + holding(box, tribe, hexes, seat, view.seats)
        found += tribe_counters(words, seat, tribe, points)
    return found


@memoised
def tribe_counters(words: Words, seat: int, held: bytes, points: int) -> tuple[Counter, ...]:
    """What stands beside a player's name."""
    tribe = cast(Any, Tribe).from_buffer_copy(held)
    counted = {
        "points": points, "development": tribe.development, "resources": sum(tribe.tent),
        "markers": sum(tribe.markers), "members": list(tribe.place).count(BOARD), "ceremony": tribe.card_count,
    }  # fmt: skip
    return tuple(
        counter(f"{name}{seat}", words.say(f"label.{name}"), number, seat, name) for name, number in counted.items()
    )


@memoised
def standing_on(box: Box, hexes: bytes, seats: int) -> tuple[int, ...]:
    """What each player gets from the megaliths B and C on a map."""
    s = cast(Any, State)()
    s.seats = seats
    memmove(s.hexes, hexes, len(hexes))
    return tuple(standing_points(s, box, seat) for seat in range(seats))


@memoised
def holding(box: Box, tribe: bytes, hexes: bytes, seat: int, seats: int) -> int:
    """All other points of a player."""
    s = cast(Any, State)()
    s.seats = seats
    memmove(s.hexes, hexes, len(hexes))
    memmove(addressof(s.tribes[seat]), tribe, len(tribe))
    parts = sum(part(s, box, seat, piece) for piece in range(PARTS) if piece != Part.MEGALITHS)
    return parts + box.a_points * int(s.tribes[seat].megaliths)


def breakdown(view: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Where a player's points come from: six parts, then each ceremony card by itself."""
    parts = [piece for piece in range(PARTS) if piece != Part.CEREMONY]
    cards = [card for card in range(CARDS) if view.tribes[seat].cards >> card & 1]
    rows = [(words.value(PART, piece), part(view, box, seat, piece)) for piece in parts]
    return rows + [(card_words(words, box, card, "short"), owned_points(view, box, seat, card)) for card in cards]


def tie_break(view: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Camps built."""
    return [(words.say("tie.first"), popcount(view.tribes[seat].camps))]
