"""A turn from beginning to end, and the end of a round (HO-P1, P2, P5, P6)."""

from __future__ import annotations

from firstfire.kernel.records.header import end_game, reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note, secret_note

from ..actions import DRAWS_DISC, ENDS, KEEPS_DISC, LAYS, POINTS_AT, RETURNS_DISC, ROUND, TURN_BEGINS
from ..box import Box
from ..state import (
    CARDS_PER_TURN,
    FIELDS,
    NONE,
    QUARTERS,
    ROUND_LIMIT,
    Colour,
    Ending,
    Phase,
    State,
)
from .bonus_cards import discard_played, pick_up_cards
from .piles import (
    draw_to_hand,
    forget_reshuffle,
    mark_strays,
    put_under_pile,
    refill_slots,
    take_top_disc,
    top_may_be_stray,
)
from .tiger import eat, mind_honga


@rule
def clear_turn(s: State) -> None:
    """HO-P5d: nothing is remembered from one turn to the next."""
    turn = s.turn
    turn.disc = NONE
    turn.space = NONE
    for field in range(FIELDS):
        turn.hands[field] = 0
    turn.used = 0
    turn.lapsed = 0
    turn.lucky = 0
    turn.meals = 0
    turn.barters = 0
    turn.cards = 0
    for i in range(CARDS_PER_TURN):
        turn.played[i] = NONE
    turn.swap = 0
    turn.sated = 0
    turn.extra = 0
    turn.ended = 0


@rule
def begin_turn(s: State) -> None:
    """HO-P1: pick up face-down cards; HO-H4, R2: HONGA, if he is here, eats before the disc is laid."""
    note(s, TURN_BEGINS, s.player)
    pick_up_cards(s)
    if s.honga == s.player:
        eat(s)


@rule
def rotations(s: State, box: Box) -> int:
    """HO-D1: the rotations that differ (two for 2,0,2,0), as a set."""
    return (1 << box.rotations[s.trays[s.player].disc]) - 1


@rule
def lay_disc(s: State, box: Box, space: int, turn: int) -> None:
    """HO-P2, HO-D1: the disc in hand, on top of whatever lies there; quarter i comes to lie in position
    i + turn. Then HONGA is minded, or not (HO-P3)."""
    tray = s.trays[s.player]
    disc = tray.disc
    tray.disc = NONE
    tray.holds = 0
    tray.disc_known = 0
    tray.disc_old = 0
    s.under[disc] = s.top[space]
    s.top[space] = disc
    s.turned[disc] = turn
    s.turn.disc = disc
    s.turn.space = space
    note(s, LAYS, s.player, disc, space, turn)
    for position in range(QUARTERS):
        hands = box.quarters[disc][(position - turn) & 3]
        if hands > 0:
            field = box.pointed[space][position]
            s.turn.hands[field] = hands
            note(s, POINTS_AT, s.player, hands, field)
    mind_honga(s)
    s.phase = Phase.ACT


@rule
def end_turn(s: State) -> None:
    """HO-P5: discard the cards played, refill the barter slots, draw a disc from the red pile with the
    tusk, else from the grey one (R13, L3). After HO-B5 two are drawn, and one is chosen (HO-D3, R25)."""
    discard_played(s)
    refill_slots(s)
    colour = Colour.RED if s.tusk == s.player else Colour.GREY
    if s.turn.extra == 0:
        draw_to_hand(s, s.player, colour)
        s.turn.ended = 1
        return
    reveal(s)
    s.offer_colour = colour
    for i in range(2):
        if top_may_be_stray(s, colour):
            forget_reshuffle(s, colour)
        s.offer[i] = take_top_disc(s, colour)
        secret_note(s, DRAWS_DISC, s.player, colour, 0, s.offer[i])
    s.phase = Phase.DISC


@rule
def keep_disc(s: State, which: int) -> None:
    """HO-D3, HO-B5: keep one disc, put the other face down under its pile. The next turn begins: no way back."""
    reveal(s)
    colour = s.offer_colour
    tray = s.trays[s.player]
    tray.disc = s.offer[which]
    tray.holds = colour + 1
    returned = s.offer[1 - which]
    put_under_pile(s, s.player, colour, returned)
    if (s.pool >> s.offer[0]) & 1 == 0:
        mark_strays(s, colour)
    secret_note(s, KEEPS_DISC, s.player, colour, 0, tray.disc)
    secret_note(s, RETURNS_DISC, s.player, colour, 0, returned)
    s.offer[0] = NONE
    s.offer[1] = NONE
    s.offer_colour = 0
    s.turn.ended = 1


@rule
def close_turn(s: State) -> None:
    """HO-P5d: the next player clockwise is active; before the start player the round ends (HO-P6)."""
    clear_turn(s)
    s.phase = Phase.PLACE
    s.trays[s.player].turns += 1
    following = (s.player + 1) % s.seats
    if following == s.fire:
        end_round(s)
        if s.over != 0:
            return
    s.player = following
    begin_turn(s)


@rule
def end_round(s: State) -> None:
    """HO-P6, HO-E1, R30: once somebody has reached the target the game ends with the round, all having
    had equally many turns. R36: after 200 rounds it is scored as it stands."""
    if s.triggered != 0:
        end_game(s, Ending.TARGET)
        note(s, ENDS, NONE, s.round)
    elif s.round >= ROUND_LIMIT:
        end_game(s, Ending.LIMIT)
        note(s, ENDS, NONE, s.round)
    else:
        s.round += 1
        note(s, ROUND, NONE, s.round)
