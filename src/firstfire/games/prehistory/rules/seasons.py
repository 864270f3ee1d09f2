"""The course of the years: who decides next, winter, the final action, the end (5.1, 5.2, 7)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.header import end_game, reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    AUTUMN,
    CONVERTED,
    COUNTED,
    FINALE,
    ORDERED,
    REFILLED,
    SPRING,
    TOTAL,
    WINTER,
    cubes,
)
from ..box import Box
from ..state import (
    COLOURS,
    NONE,
    PARTS,
    SEATS,
    SHOWN_CARDS,
    SHOWN_TILES,
    Deed,
    Phase,
    Pool,
    Season,
    Space,
    State,
)  # fmt: skip
from .development import can_develop
from .price_tiles import pillar_colour
from .scoring import part, total
from .spring import spring_income
from .stores import markers_of, resources_of
from .summer import fishing_income, is_filled, push

ENDED = 0  # the one way this game ends


# ---- turns


@rule
def is_done(s: State, box: Box) -> bool:
    """Nothing is left to do in this turn, not even a free action (PH-D)."""
    return not can_develop(s, box)


@rule
def end_turn(s: State, box: Box) -> None:
    """The next player of this season, or the next season."""
    if s.season == Season.SPRING:
        next_in_spring(s)
    elif s.season == Season.SUMMER:
        next_in_summer(s, box)
    elif s.season == Season.AUTUMN:
        next_in_autumn(s, box)
    else:
        next_in_final(s, box)


@rule
def give_turn(s: State, turn: int, phase: int) -> None:
    """A place in the turn order decides now."""
    s.turn = turn
    s.player = s.order[turn]
    s.phase = phase


@rule
def next_in_spring(s: State) -> None:
    """PH-SP2, PH-SP7: again and again around the table, until all have passed."""
    s.deed = NONE
    if popcount(s.passed) == s.seats:
        begin_summer(s)
        return
    turn = (s.turn + 1) % s.seats
    while (s.passed >> s.order[turn]) & 1 != 0:
        turn = (turn + 1) % s.seats
    give_turn(s, turn, Phase.SPRING)


@rule
def begin_summer(s: State) -> None:
    """PH-SU1, PH-SU2, PH-G3: push, then the last in turn order picks first."""
    push(s)
    s.season = Season.SUMMER
    s.emptied = 0
    give_turn(s, s.seats - 1, Phase.PICK)


@rule
def next_to_pick(s: State) -> None:
    """PH-SU2: reverse turn order, once each; then the first summer action."""
    if s.turn > 0:
        give_turn(s, s.turn - 1, Phase.PICK)
        return
    s.deed = Deed.PAINTING
    give_turn(s, s.seats - 1, Phase.SUMMER)


@rule
def next_in_summer(s: State, box: Box) -> None:
    """PH-SU3, PH-G3: every player in reverse order for each action in its order."""
    if s.turn > 0:
        give_turn(s, s.turn - 1, Phase.SUMMER)
    elif s.deed < Deed.MIGRATION:
        s.deed += 1
        give_turn(s, s.seats - 1, Phase.SUMMER)
    else:
        s.deed = NONE
        fishing_income(s, box)
        s.season = Season.AUTUMN
        note(s, AUTUMN, s.order[0])
        give_turn(s, 0, Phase.AUTUMN)


@rule
def next_in_autumn(s: State, box: Box) -> None:
    """PH-AU6, PH-G3: movement points are lost; one turn each in turn order."""
    s.movement = 0
    if s.turn + 1 < s.seats:
        give_turn(s, s.turn + 1, Phase.AUTUMN)
        return
    end_round(s, box)


@rule
def end_round(s: State, box: Box) -> None:
    """PH-AU7: all members are ready again; winter, or the final action after the last round."""
    for seat in range(s.seats):
        s.tribes[seat].tired = 0
    if s.round < box.rounds:
        winter(s, box)
        begin_spring(s, box)
    else:
        s.season = Season.FINAL
        note(s, FINALE, s.order[0])
        give_turn(s, 0, Phase.FINAL)


@rule
def begin_spring(s: State, box: Box) -> None:
    """PH-SP1, PH-SP2: income, then turns in turn order."""
    s.season = Season.SPRING
    s.passed = 0
    s.deed = NONE
    note(s, SPRING, s.order[0], s.round)
    spring_income(s, box)
    give_turn(s, 0, Phase.SPRING)


# ---- winter


@rule
def winter(s: State, box: Box) -> None:
    """PH-W1 to PH-W5, in this order; PH-G7: whatever players hold stays theirs."""
    s.round += 1
    new_order(s)
    refill_slots(s)
    new_cards(s)
    new_central_tile(s)
    reveal(s)
    note(s, WINTER, s.order[0], s.round, s.price[Space.CENTRAL])
    for turn in range(s.seats):
        note(s, ORDERED, s.order[turn], turn + 1)
    refill_pillars(s, box)


@rule
def new_order(s: State) -> None:
    """PH-W1: first the players on the ceremony track, then the others as they were."""
    for turn in range(s.seats):
        seat = s.order[turn]
        listed = False
        for i in range(s.track_count):
            if s.track[i] == seat:
                listed = True
        if not listed:
            s.track[s.track_count] = seat
            s.track_count += 1
    for turn in range(SEATS):
        if turn < s.seats:
            s.order[turn] = s.track[turn]
        s.track[turn] = NONE
    s.track_count = 0


@rule
def refill_slots(s: State) -> None:
    """PH-W2, PH-G8, R42: empty gathering and fish slots, lowest first, while the stacks last."""
    for slot in range(SHOWN_TILES):
        if s.tile_slots[slot] == NONE and s.tile_count > 0:
            s.tile_slots[slot] = draw_tile(s)
        if s.fish_slots[slot] == NONE and s.fish_count > 0:
            s.fish_slots[slot] = draw_fish(s)


@rule
def draw_tile(s: State) -> int:
    """The top gathering tile."""
    s.tile_count -= 1
    tile = s.tile_stack[s.tile_count]
    s.tile_stack[s.tile_count] = NONE
    return tile


@rule
def draw_fish(s: State) -> int:
    """The top fish."""
    s.fish_count -= 1
    fish = s.fish_stack[s.fish_count]
    s.fish_stack[s.fish_count] = NONE
    return fish


@rule
def draw_hunt(s: State) -> int:
    """The top hunting card."""
    s.hunting_count -= 1
    card = s.hunting_deck[s.hunting_count]
    s.hunting_deck[s.hunting_count] = NONE
    return card


@rule
def draw_card(s: State) -> int:
    """The top ceremony card."""
    s.ceremony_count -= 1
    card = s.ceremony_deck[s.ceremony_count]
    s.ceremony_deck[s.ceremony_count] = NONE
    return card


@rule
def new_cards(s: State) -> None:
    """PH-W3: the cards on display are discarded; five new ones of each."""
    for slot in range(SHOWN_CARDS):
        if s.hunting_row[slot] != NONE:
            s.hunting_discard |= 1 << s.hunting_row[slot]
        if s.ceremony_row[slot] != NONE:
            s.ceremony_discard |= 1 << s.ceremony_row[slot]
        s.hunting_row[slot] = draw_hunt(s)
        s.ceremony_row[slot] = draw_card(s)


@rule
def new_central_tile(s: State) -> None:
    """PH-W4, R6: the top of the stack, unturned, on the central space; the old one goes to the box."""
    s.spent |= 1 << s.price[Space.CENTRAL]
    s.stack_count -= 1
    s.price[Space.CENTRAL] = s.stack[s.stack_count]
    s.stack[s.stack_count] = NONE


@rule
def refill_pillars(s: State, box: Box) -> None:
    """PH-W5: one cube of the new central colour on every pillar whose top is empty."""
    for pillar in range(COLOURS):
        if not is_filled(s, pillar):
            colour = pillar_colour(s, box, pillar)
            s.top[pillar][colour] = 1
            note(s, REFILLED, s.order[0], pillar, cubes(Pool.PILLAR, colour, 1))
    s.emptied = 0


# ---- the end


@rule
def next_in_final(s: State, box: Box) -> None:
    """PH-F1: one final action each, in the turn order of the last round."""
    s.deed = NONE
    if s.turn + 1 < s.seats:
        give_turn(s, s.turn + 1, Phase.FINAL)
        return
    finish(s, box)


@rule
def finish(s: State, box: Box) -> None:
    """PH-F2, R38: all cubes left become development points; then the count."""
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        cubes = resources_of(tribe) + markers_of(tribe)
        for colour in range(COLOURS):
            tribe.tent[colour] = 0
            tribe.markers[colour] = 0
        if cubes > 0:
            tribe.development += cubes
            note(s, CONVERTED, seat, cubes)
    reveal(s)
    end_game(s, ENDED)
    for seat in range(s.seats):
        for piece in range(PARTS):
            points = part(s, box, seat, piece)
            if points > 0:
                note(s, COUNTED, seat, piece, points)
        note(s, TOTAL, seat, total(s, box, seat))
