"""What several actions share: closing an order, births, painting, learning."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import BORN, LEARNED, PAINTED, PAINTED_TWICE
from ..box import Box
from ..state import HUT, LEVELS, LINES, SENDING, SENT, Clan, Hut, Job, Order, State, Step
from .clan import affords, come_home, pay_all
from .ground import is_expedition


@rule
def is_sending(s: State) -> bool:
    """Whether somebody programs, or says who goes."""
    return (SENDING >> s.phase) & 1 != 0


@rule
def has_sent(s: State) -> bool:
    """Whether phase 1 of the round is over (trading tells nothing: it is part of a hut action or of an event)."""
    return (SENT >> s.phase) & 1 != 0


@rule
def close_order(s: State) -> None:
    """DG-3.3: the action is over, its members go home."""
    clan = s.clans[s.player]
    order = clan.orders[s.order]
    free_place(s, clan, order)
    come_home(clan, order)
    s.order = 0
    s.step = Step.NEXT_RESOLVER


@rule
def free_place(s: State, clan: Clan, order: Order) -> None:
    """Whatever place the order held is free again."""
    if is_expedition(order.job):
        clan.afield &= ~(1 << order.place)
    elif order.job == Job.CRAFT:
        s.crafting &= ~(1 << order.place)
    elif order.job == Job.FRESCO:
        s.sketched &= ~(1 << order.place)
    elif order.job == Job.HABITAT:
        clan.builders -= 1
    elif order.job == Job.SHAMAN_HUT and order.place == Hut.PERFECT_PAINTING:
        s.sketched &= ~(1 << marked_slot(order))


@rule
def place_of_hut(s: State, location: int) -> int:
    """A location of the hut as it is called at this table: alone, H4 moves the Village."""
    return HUT if s.seats == 1 and location == Hut.NEXT_FIRST_PLAYER else location


@rule
def give_birth(s: State, clan: Clan, number: int) -> None:
    """DG-C2, R10: Hunter-Gatherers of the reserve go on newborn spaces, as far as the reserve goes."""
    born = min(number, clan.reserve)
    clan.reserve -= born
    clan.newborns += born
    note(s, BORN, s.player, born)


@rule
def marked_slot(order: Order) -> int:
    """DG-H1: the Fresco slot that a Perfect Painting has marked. Nobody takes Tools to the hut, so it lies in their
    place: a field of its own would change the record, and with it every stored game."""
    return order.tools


@rule
def slot_species(s: State, box: Box, slot: int) -> int:
    """The animal drawn at a Fresco slot."""
    return box.fresco[s.fresco[slot // LINES]][slot % LINES]


@rule
def paint(s: State, box: Box, slot: int, cubes: int) -> None:
    """DG-F2: an animal of memory goes back to the reserve for each cube on the slot."""
    species = slot_species(s, box, slot)
    s.clans[s.player].memory[species] -= cubes
    s.cubes[slot] = cubes
    s.painter[slot] = s.player
    note(s, PAINTED if cubes == 1 else PAINTED_TWICE, s.player, species, slot)


@rule
def can_learn(clan: Clan, box: Box, track: int) -> bool:
    """DG-G1, DG-G2: one level up, if it can be paid."""
    level = clan.levels[track]
    return level < LEVELS - 1 and affords(clan, box.learn_cost[track][level + 1])


@rule
def learn(s: State, box: Box, track: int) -> None:
    """DG-G1, DG-G2, DG-G4, R6: one level up; it holds at once."""
    clan = s.clans[s.player]
    pay_all(s, s.player, box.learn_cost[track][clan.levels[track] + 1])
    clan.levels[track] += 1
    note(s, LEARNED, s.player, track, clan.levels[track] + 1)
