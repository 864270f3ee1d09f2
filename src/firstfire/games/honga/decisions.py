"""What may be done in each phase, and doing it: two short tables."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow
from firstfire.kernel.rule import rule

from .actions import (
    BARTER,
    BERRIES,
    BUY,
    CAVEMAN,
    CHASE,
    CHASER_KINDS,
    CLIMB,
    END,
    EXPLORE,
    EXTRA_DISC,
    FISH,
    GATHER,
    GIVE,
    GOOD_BARTER,
    JOKERS,
    KEEP,
    LAY,
    LUCKY_HAND,
    LUCKY_KINDS,
    LURE,
    SATED,
    SWAP,
    TWO_POINTS,
)
from .box import Box
from .rules.bonus_cards import (
    can_chase,
    can_play_extra_disc,
    can_play_sated,
    can_play_swap,
    chase,
    may_play,
    play_caveman,
    play_extra_disc,
    play_lucky_hand,
    play_sated,
    play_swap,
    play_two_points,
)
from .rules.fields import barter, buy, can_barter, can_buy, can_explore, can_gather, can_lure, explore, gather, lure
from .rules.paying import (
    allow_berries,
    allow_fish,
    allow_jokers,
    allow_mammoths,
    choose_berries,
    choose_fish,
    choose_jokers,
    choose_mammoths,
    go_on_paying,
)
from .rules.points import can_climb, climb
from .rules.turn import close_turn, end_turn, keep_disc, lay_disc
from .state import (
    CARDS_PER_TURN,
    FIELDS,
    GOODS,
    QUARTERS,
    SLOTS,
    SPACES,
    Bonus,
    Field,
    Phase,
    Purpose,
    State,
)

CHASERS = len(CHASER_KINDS)
LUCKIES = len(LUCKY_KINDS)
COPIES = CARDS_PER_TURN


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """The legal actions of the active player; nobody else ever has one (R17)."""
    if s.phase == Phase.ACT:
        legal_hands(s, box, mask)
        if s.turn.cards < CARDS_PER_TURN and s.trays[s.player].hand_count > 0:
            legal_cards(s, box, mask)
        allow(mask, END)
    elif s.phase == Phase.PLACE:
        legal_places(s, box, mask)
    elif s.phase == Phase.MAMMOTHS:
        allow_mammoths(s, mask)
    elif s.phase == Phase.JOKERS:
        allow_jokers(s, box, mask)
    elif s.phase == Phase.FISH:
        allow_fish(s, mask)
    elif s.phase == Phase.BERRIES:
        allow_berries(s, mask)
    elif s.phase == Phase.DISC:
        allow(mask, KEEP)
        allow(mask, KEEP + 1)


@rule
def legal_places(s: State, box: Box, mask: Mask) -> None:
    """HO-D1: four spaces, and the rotations that differ (two for 2,0,2,0)."""
    rotations = box.rotations[s.trays[s.player].disc]
    for space in range(SPACES):
        for rotation in range(rotations):
            allow(mask, LAY + QUARTERS * space + rotation)


@rule
def legal_hands(s: State, box: Box, mask: Mask) -> None:
    """HO-P4, R4, R5: any hand left, in any order, none of them a must."""
    for good in range(GOODS):
        if can_gather(s, box, good):
            allow(mask, GATHER + good)
    if can_explore(s):
        allow(mask, EXPLORE)
    if can_lure(s, box):
        allow(mask, LURE)
    if can_climb(s):
        allow(mask, CLIMB)
    if s.turn.hands[Field.BARTER] > 0:
        for slot in range(SLOTS):
            if can_barter(s, box, slot, 0):
                allow(mask, BARTER + slot)


@rule
def legal_cards(s: State, box: Box, mask: Mask) -> None:
    """HO-B: at most two a turn, only cards that were in hand when the turn began."""
    if s.turn.hands[Field.BARTER] > 0 and may_play(s, Bonus.GOOD_BARTER):
        for slot in range(SLOTS):
            for copies in range(1, COPIES + 1):
                if can_barter(s, box, slot, copies):
                    allow(mask, GOOD_BARTER + COPIES * slot + copies - 1)
    if may_play(s, Bonus.TWO_POINTS):
        allow(mask, TWO_POINTS)
    for chaser in range(CHASERS):
        if can_chase(s, chaser):
            allow(mask, CHASE + chaser)
    for lucky in range(LUCKIES):
        if may_play(s, LUCKY_KINDS[lucky]):
            for i in range(QUARTERS):
                allow(mask, LUCKY_HAND + FIELDS * lucky + box.touched[s.turn.space][i])
    if can_play_extra_disc(s):
        allow(mask, EXTRA_DISC)
    if can_play_swap(s):
        allow(mask, SWAP)
    if can_play_sated(s):
        allow(mask, SATED)
    if may_play(s, Bonus.CAVEMAN_OR_HONGA):
        allow(mask, CAVEMAN)
    for units in range(1, box.buy_units + 1):
        if can_buy(s, box, units):
            allow(mask, BUY + units - 1)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """Carry out a legal action, then what follows by itself: the rest of a payment, the next turn."""
    carry_out(s, box, action)
    if s.bill.purpose != Purpose.NOTHING:
        go_on_paying(s, box)
    elif s.turn.ended != 0:
        close_turn(s)


@rule
def carry_out(s: State, box: Box, action: int) -> None:
    """The action itself, by its phase."""
    if s.phase == Phase.ACT:
        act(s, box, action)
    elif s.phase == Phase.PLACE:
        lay_disc(s, box, (action - LAY) // QUARTERS, (action - LAY) % QUARTERS)
    elif s.phase == Phase.MAMMOTHS:
        choose_mammoths(s, action - GIVE)
    elif s.phase == Phase.JOKERS:
        choose_jokers(s, action - JOKERS)
    elif s.phase == Phase.FISH:
        choose_fish(s, action - FISH)
    elif s.phase == Phase.BERRIES:
        choose_berries(s, action - BERRIES)
    elif s.phase == Phase.DISC:
        keep_disc(s, action - KEEP)


@rule
def act(s: State, box: Box, action: int) -> None:
    """HO-D2: one move of the turn, by its block."""
    if action < EXPLORE:
        gather(s, action - GATHER)
    elif action == EXPLORE:
        explore(s)
    elif action == LURE:
        lure(s, box)
    elif action == CLIMB:
        climb(s, box)
    elif action < GOOD_BARTER:
        barter(s, box, action - BARTER, 0)
    elif action < TWO_POINTS:
        barter(s, box, (action - GOOD_BARTER) // COPIES, (action - GOOD_BARTER) % COPIES + 1)
    elif action < END:
        play_bonus(s, box, action)
    else:
        end_turn(s)


@rule
def play_bonus(s: State, box: Box, action: int) -> None:
    """HO-D2: one bonus card, by its block."""
    if action == TWO_POINTS:
        play_two_points(s, box)
    elif action < LUCKY_HAND:
        chase(s, action - CHASE)
    elif action < EXTRA_DISC:
        play_lucky_hand(s, (action - LUCKY_HAND) // FIELDS, (action - LUCKY_HAND) % FIELDS)
    elif action == EXTRA_DISC:
        play_extra_disc(s)
    elif action == SWAP:
        play_swap(s)
    elif action == SATED:
        play_sated(s)
    elif action == CAVEMAN:
        play_caveman(s, box)
    else:
        buy(s, box, action - BUY + 1)
