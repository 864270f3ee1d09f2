"""What is legal, and what an action does: a table of the phases."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow
from firstfire.kernel.header import end_game
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from .actions import FEED, FINISH, GAVE_UP, GIVE_UP, PASS, STAY, VILLAGE_TO, allow_bits
from .box import Box
from .rules.common import close_order
from .rules.hut import decide_at_hut, legal_at_hut, legal_trade, move_village, trade, wander_options
from .rules.programming import finish_sending, legal_program, legal_sending, program
from .rules.resolution import decide_inside, legal_inside, legal_resolve, resolve
from .rules.rounds import advance, end_resolving, feed, feed_options, pass_round
from .rules.setup import decide_setup, legal_setup
from .rules.solo import decide_event, legal_event
from .state import Ending, OptionPlace, Phase, State, Step


@rule
def is_sending(s: State) -> bool:
    """The second half of a programmed action (with the variant DG-V3 the Long-journey token too)."""
    if s.phase == Phase.JOURNEY:
        return s.options[OptionPlace.JOURNEY] != 0
    return Phase.PARTY <= s.phase <= Phase.PARTNER


@rule
def is_trading(s: State) -> bool:
    """Bartering at the hut or by a solo event."""
    return Phase.BARTER <= s.phase <= Phase.SWAP


@rule
def is_at_hut(s: State) -> bool:
    """A choice inside a hut action."""
    return Phase.OFFER <= s.phase <= Phase.MEGALITH or s.phase == Phase.WANDER


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """DG-T1: the options of the decision at hand."""
    if s.phase == Phase.PROGRAM:
        legal_program(s, box, mask)
    elif s.phase == Phase.RESOLVE:
        legal_resolve(s, box, mask)
    elif is_sending(s):
        legal_sending(s, box, mask)
    elif Phase.RAISE <= s.phase <= Phase.TOOLS:
        legal_inside(s, box, mask)
    elif is_at_hut(s):
        legal_at_hut(s, box, mask)
    elif is_trading(s):
        legal_trade(s, mask)
    elif s.phase == Phase.FEED:
        allow_bits(mask, FEED, feed_options(s, s.player))
    elif s.phase == Phase.MOVE:
        allow_bits(mask, VILLAGE_TO, wander_options(s, s.player))
        allow(mask, STAY)
    elif s.phase <= Phase.LEARN:
        legal_setup(s, box, mask)
    else:
        legal_event(s, box, mask)
    if s.seats == 1 and s.options[OptionPlace.GIVING_UP] != 0:
        allow(mask, GIVE_UP)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """Carry out a decision and everything that follows by itself."""
    decide(s, box, action)
    advance(s, box)


@rule
def decide(s: State, box: Box, action: int) -> None:
    """Carry out a decision."""
    if action == GIVE_UP:
        give_up(s)
    elif s.phase == Phase.PROGRAM:
        take_turn(s, box, action)
    elif is_sending(s):
        finish_sending(s, box, action)
    elif s.phase == Phase.RESOLVE:
        take_resolution(s, box, action)
    elif Phase.RAISE <= s.phase <= Phase.TOOLS:
        decide_inside(s, box, action)
    elif is_at_hut(s):
        decide_at_hut(s, box, action)
    elif is_trading(s):
        take_trade(s, action)
    elif s.phase == Phase.FEED:
        feed(s, box, action - FEED)
    elif s.phase == Phase.MOVE:
        take_move(s, action)
    elif s.phase <= Phase.LEARN:
        decide_setup(s, box, action)
    else:
        decide_event(s, box, action)


@rule
def give_up(s: State) -> None:
    """DG-S5, DP10: the player of a solo game may give up at any time."""
    note(s, GAVE_UP, s.player)
    end_game(s, Ending.GAVE_UP)


@rule
def take_turn(s: State, box: Box, action: int) -> None:
    """DG-1.1: exactly one action, or a pass."""
    if action == PASS:
        pass_round(s, s.player)
        s.step = Step.NEXT_TURN
    else:
        program(s, box, action)


@rule
def take_resolution(s: State, box: Box, action: int) -> None:
    """DG-3.1, DG-3.2: resolve one action, or finish."""
    if action == FINISH:
        end_resolving(s)
    else:
        resolve(s, box, action)


@rule
def take_trade(s: State, action: int) -> None:
    """DG-H5, SC06, SC07: one step of trading, at the hut or by an event."""
    if not trade(s, action):
        return
    if s.solo.event_open != 0:
        s.step = Step.EVENT_ENDS
    else:
        close_order(s)


@rule
def take_move(s: State, action: int) -> None:
    """DG-5.7: one Village moves or stays."""
    move_village(s, action)
    s.turn += 1
    s.step = Step.NEXT_MOVE
