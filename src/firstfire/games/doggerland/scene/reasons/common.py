"""What several kinds of action ask before they are legal."""

from __future__ import annotations

from collections.abc import Sequence

from firstfire.kernel.presentation.why_not import Reason
from firstfire.kernel.records.domain import SEAT, Domain
from firstfire.kernel.records.record import Row

from ...actions import (
    CELL,
    GOOD,
    LEVEL_PRICE,
    MEMBER,
    MEMBERS,
    PILE,
    QUARRY,
    SCARCITY,
    SLOT,
    TRACK,
    pile_of,
)
from ...box import Box
from ...rules.clan import missing, tolerates, who_is_home
from ...rules.ground import bit, owned_by_others, range_of, rivals_on, within
from ...state import (
    GOODS,
    LEVELS,
    LINES,
    Clan,
    Order,
    State,
)


def own(s: State) -> Clan:
    """The clan to act."""
    return s.clans[s.player]


def away(s: State, member: int) -> Reason | None:
    """DG-1.2: only members at home."""
    return None if (who_is_home(own(s)) >> member) & 1 else Reason("not_home", "DG-1.2", member=(MEMBER, member))


def beyond_quota(s: State, box: Box, job: int) -> Reason | None:
    """R49: in a solo game nothing that needs Scarcity beyond the quota."""
    units = missing(s, box, s.player, job)
    if tolerates(s, s.player, units):
        return None
    return Reason("quota", "R49", scarcity=(SCARCITY, units), quota=s.solo.quota)


def lacks(clan: Clan, price: Row[int] | Sequence[int], cost: tuple[Domain, int], rule: str) -> Reason | None:
    """What of a price is missing, the first kind of it."""
    for good in range(GOODS):
        short = price[good] - clan.goods[good]
        if short > 0:
            return Reason("lacks", rule, cost=cost, lack=(PILE, pile_of(short, good)))
    return None


def no_land(s: State, cell: int) -> Reason | None:
    """A tile lies there."""
    return None if (s.land >> cell) & 1 else Reason("no_land", "DG-2", cell=(CELL, cell))


def far(s: State, cell: int, reach: int, reason: Reason) -> Reason | None:
    """Whether there is land, and near enough."""
    return no_land(s, cell) or (None if (reach >> cell) & 1 else reason)


def beyond_range(s: State, box: Box, cell: int, also: int = 0) -> Reason | None:
    """DG-X3, DG-H3: land within Range (or among some other tiles)."""
    steps = range_of(s, box, s.player)
    reach = within(s, own(s).village, steps) | also
    return far(s, cell, reach, Reason("too_far", "DG-X3", cell=(CELL, cell), range=steps))


def held(s: State, cell: int) -> Reason | None:
    """DG-X4, R16, R32: no piece of another clan, no rival."""
    if (rivals_on(s) >> cell) & 1:
        return Reason("rival_there", "R32", cell=(CELL, cell))
    if (owned_by_others(s, s.player) >> cell) & 1 == 0:
        return None
    for seat in range(s.seats):
        clan = s.clans[seat]
        if seat != s.player and ((bit(clan.village) | clan.megaliths | bit(clan.journey)) >> cell) & 1:
            return Reason("held", "DG-X4", cell=(CELL, cell), seat=(SEAT, seat))
    return None


def taken_slot(s: State, slot: int) -> Reason | None:
    """DG-F1: a slot that is face up, without cube, member or token."""
    if slot >= LINES * s.fresco_up:
        return Reason("slot_hidden", "DG-F1")
    if s.cubes[slot] != 0:
        return Reason("slot_painted", "DG-F1", slot=(SLOT, slot))
    return Reason("slot_taken", "DG-F1", slot=(SLOT, slot)) if (s.sketched >> slot) & 1 else None


def quarry(box: Box, species: int) -> dict[str, tuple[Domain, int]]:
    """An animal and the members its hunt takes."""
    return {"quarry": (QUARRY, species), "members": (MEMBERS, box.min_members[species])}


def next_level(s: State, box: Box, track: int, rule: str) -> Reason | None:
    """DG-G1 to DG-G3: one level up, if there is one and it can be paid."""
    level = own(s).levels[track]
    if level == LEVELS - 1:
        return Reason("top_level", rule, track=(TRACK, track))
    return lacks(own(s), box.learn_cost[track][level + 1], (LEVEL_PRICE, LEVELS * track + level + 1), rule)


def orders_of(clan: Clan, job: int) -> list[Order]:
    """The programmed actions of a kind."""
    return [clan.orders[i] for i in range(clan.order_count) if clan.orders[i].job == job]


def owns(s: State, good: int, rule: str) -> Reason | None:
    """One of a kind at least."""
    return None if own(s).goods[good] > 0 else Reason("none_owned", rule, good=(GOOD, good))
