"""The Shaman hut: eight locations, each used once by a clan in the game (DG-H)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    BARTERED,
    HUT_USED,
    MEGALITH_RAISED,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    PAWN_TAKEN,
    SWAPPED,
    VILLAGE_MOVED,
    VILLAGE_STAYED,
)
from ..box import Box
from ..state import BARTER_GOODS, Hut, OptionPlace, Order, Phase, State, Step
from .clan import affords, pay, pay_all, spend, store
from .common import close_order, give_birth, marked_slot, paint, place_of_hut, slot_species
from .ground import owned_by_others, range_of, within
from .programming import end_turn, journey_options

VILLAGE_STEPS = 2


# --- paying


@rule
def offering_options(s: State, box: Box) -> int:
    """DG-H0b, R34: one unit of any kind the Shaman accepts, the clan's choice."""
    options = 0
    for good in range(BARTER_GOODS):
        if box.offering[good] != 0 and s.clans[s.player].goods[good] > 0:
            options |= 1 << good
    return options


@rule
def asks_offering(s: State, box: Box, location: int) -> bool:
    """Whether this location wants an offering; SC15 spares it."""
    return box.hut_offering[location] != 0 and s.solo.favour == 0


@rule
def can_use_hut(s: State, box: Box, order: Order) -> bool:
    """DG-H0c: it can be paid, and there is a legal target."""
    clan = s.clans[s.player]
    location = order.place
    if asks_offering(s, box, location) and offering_options(s, box) == 0:
        return False
    if not affords(clan, box.hut_cost[location]):
        return False
    if location == Hut.PERFECT_PAINTING:
        return clan.memory[slot_species(s, box, marked_slot(order))] > 0
    if location == Hut.LONG_JOURNEY:
        return s.options[OptionPlace.JOURNEY] != 0 or journey_options(s) != 0
    if Hut.MENHIR <= location <= Hut.DOLMEN:
        return megalith_options(s, box) != 0
    if location == Hut.TWINS:
        return clan.reserve > 0
    return True


@rule
def use_hut(s: State, box: Box, order: Order) -> bool:
    """DG-H0b: pay, do the effect, put a cube. Whether nothing is left to choose."""
    if asks_offering(s, box, order.place):
        s.phase = Phase.OFFER
        return False
    return perform(s, box, order)


@rule
def give_offering(s: State, box: Box, good: int) -> bool:
    """DG-H0b: the offering is paid; whether nothing is left to choose."""
    pay(s, s.player, good, 1)
    return perform(s, box, s.clans[s.player].orders[s.order])


@rule
def perform(s: State, box: Box, order: Order) -> bool:
    """The effect of a location, once the offering is paid."""
    location = order.place
    clan = s.clans[s.player]
    clan.hut |= 1 << location
    note(s, HUT_USED, s.player, place_of_hut(s, location))
    pay_all(s, s.player, box.hut_cost[location])
    if location == Hut.PERFECT_PAINTING:
        return begin_perfect_painting(s, box, order)
    if location == Hut.LONG_JOURNEY:
        return begin_journey(s)
    if Hut.MENHIR <= location <= Hut.DOLMEN:
        s.phase = Phase.MEGALITH
        return False
    if location == Hut.NEXT_FIRST_PLAYER:
        return take_pawn_or_wander(s)
    if location == Hut.TRADE:
        return begin_trade(s)
    give_birth(s, clan, 2)
    return True


# --- H1


@rule
def begin_perfect_painting(s: State, box: Box, order: Order) -> bool:
    """DG-H1, R14: one or two cubes on the marked slot, one for each fitting animal in memory."""
    if s.clans[s.player].memory[slot_species(s, box, marked_slot(order))] > 1:
        s.phase = Phase.STROKES
        return False
    paint(s, box, marked_slot(order), 1)
    return True


@rule
def paint_strokes(s: State, box: Box, stroke: int) -> None:
    """DG-H1, R14: one cube or two."""
    paint(s, box, marked_slot(s.clans[s.player].orders[s.order]), stroke + 1)


# --- H2


@rule
def begin_journey(s: State) -> bool:
    """DG-H2: the token is laid now, unless the variant (DG-V3) had it laid when programming."""
    if s.options[OptionPlace.JOURNEY] != 0:
        return True
    s.phase = Phase.JOURNEY
    return False


@rule
def end_journey(s: State) -> None:
    """DG-H2, DG-V3: laid when programming, the token ends the turn; when resolving, the action."""
    if s.options[OptionPlace.JOURNEY] != 0:
        end_turn(s)
    else:
        close_order(s)


# --- H3


@rule
def megalith_options(s: State, box: Box) -> int:
    """DG-H3, R6, R16: tiles within Range without enemy Village, Megalith or token; the own Village is fine."""
    return within(s, s.clans[s.player].village, range_of(s, box, s.player)) & ~owned_by_others(s, s.player)


@rule
def raise_megalith(s: State, cell: int) -> None:
    """DG-H3, R46: the tile is the clan's from now on; an enemy expedition already there still resolves."""
    clan = s.clans[s.player]
    clan.menhirs[clan.orders[s.order].place - Hut.MENHIR] = cell
    clan.megaliths |= 1 << cell
    note(s, MEGALITH_RAISED, s.player, cell)


# --- H4


@rule
def take_pawn_or_wander(s: State) -> bool:
    """DG-H4, R17, R18: the pawn changes hands at once. Solo: the Village may move instead."""
    if s.seats > 1:
        s.first = s.player
        s.pawn_taken = 1
        note(s, PAWN_TAKEN, s.player)
        return True
    s.phase = Phase.WANDER
    return wander_options(s) == 0


@rule
def wander_options(s: State) -> int:
    """DG-5.7, R43: tiles within two steps over any tiles, without enemy piece; staying is another choice."""
    village = s.clans[s.player].village
    return within(s, village, VILLAGE_STEPS) & ~owned_by_others(s, s.player) & ~(1 << village)


@rule
def move_village(s: State, cell: int) -> None:
    """DG-5.7: the Village moves."""
    s.clans[s.player].village = cell
    note(s, VILLAGE_MOVED, s.player, cell)


@rule
def leave_village(s: State) -> None:
    """DG-5.7: the Village stays where it is."""
    note(s, VILLAGE_STAYED, s.player)


# --- H5


@rule
def barter_options(s: State) -> int:
    """DG-H5, R31: two resources of the same or of different kinds (no Tools)."""
    goods = s.clans[s.player].goods
    options = 0
    for pair in range(PAIRS):
        first = PAIR_FIRST[pair]
        second = PAIR_SECOND[pair]
        if goods[first] > 0 and goods[second] > (1 if first == second else 0):
            options |= 1 << pair
    return options


@rule
def swap_options(s: State) -> int:
    """SC07: any one resource (no Tools)."""
    options = 0
    for good in range(BARTER_GOODS):
        if s.clans[s.player].goods[good] > 0:
            options |= 1 << good
    return options


@rule
def take_options(s: State) -> int:
    """R31: the kind taken differs from every kind given."""
    every = (1 << BARTER_GOODS) - 1
    if s.swaps > 0:
        return every & ~(1 << s.given)
    return every & ~(1 << PAIR_FIRST[s.given]) & ~(1 << PAIR_SECOND[s.given])


@rule
def begin_trade(s: State) -> bool:
    """DG-H5: any number of barters, none included."""
    s.swaps = 0
    s.phase = Phase.BARTER
    return barter_options(s) == 0


@rule
def give_pair(s: State, pair: int) -> None:
    """DG-H5: what is given; then what is taken."""
    s.given = pair
    s.phase = Phase.TAKE


@rule
def give_one(s: State, good: int) -> None:
    """SC07: what is given; then what is taken."""
    s.given = good
    s.phase = Phase.TAKE


@rule
def take_in_exchange(s: State, good: int) -> bool:
    """R31, R34: give from any bowl (the oldest food), take from the supply; whether trading is over."""
    clan = s.clans[s.player]
    if s.swaps > 0:
        spend(clan, s.given, 1)
        note(s, SWAPPED, s.player, s.given, good)
        s.swaps -= 1
        s.phase = Phase.SWAP
    else:
        spend(clan, PAIR_FIRST[s.given], 1)
        spend(clan, PAIR_SECOND[s.given], 1)
        note(s, BARTERED, s.player, s.given, good)
        s.phase = Phase.BARTER
    s.given = 0
    store(clan, good, 1)
    if s.phase == Phase.SWAP:
        return s.swaps == 0
    return barter_options(s) == 0


@rule
def end_trade(s: State) -> None:
    """DG-H5, SC06, SC07: trading is over, at the hut or by an event."""
    if s.solo.event_open != 0:
        s.step = Step.EVENT_ENDS
    else:
        close_order(s)
