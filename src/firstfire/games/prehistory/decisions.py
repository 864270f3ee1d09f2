"""The two tables of the game: what is legal, and what an action does, by the decision asked for."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow
from firstfire.kernel.rule import rule

from .actions import (
    BACK,
    BUILD,
    BUY_MARKER,
    BUY_RESOURCE,
    CAMP_TILE,
    DANCE,
    DEVELOP,
    END,
    GO,
    MIGRATE,
    MOVE,
    PASS,
    PLACE,
    REST,
    SEND,
    SETTLE,
    SHAMANS,
    SPEND_POINT,
    STOP,
    TAKE,
    WEATHER,
)  # fmt: skip
from .box import Box
from .rules.autumn import (
    begin_camp,
    begin_move,
    choose_camp,
    legal_autumn,
    legal_camp,
    legal_move,
    legal_settlers,
    settle,
    settle_the_rest,
    spend_cube,
    spend_point,
    stop_at,
)  # fmt: skip
from .rules.ceremony import dance, end_dance, legal_dance
from .rules.development import (
    apply_develop,
    buy_marker,
    buy_resource,
    can_develop,
    can_step_out,
    legal_develop,
    legal_return,
    legal_turn,
    open_door,
    return_cube,
    step_out,
    turn_tile,
)  # fmt: skip
from .rules.migration import arrive_together, legal_destination, legal_members, send_members
from .rules.seasons import end_turn, flow, next_to_pick, skip_deed
from .rules.setup import lay_shamans, lay_weather
from .rules.spring import act_in_spring, legal_payment, legal_pillar, legal_spring, pass_spring, pay_choice, place_cube
from .rules.summer import act_in_summer, legal_deed, legal_pick, pick_pillar
from .state import COLOURS, SIDES, Deed, Phase, State


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """Every legal action; the door of development stands open at the decisions of one's
    turn (R9), in autumn too (PH-AU5)."""
    if s.phase == Phase.SPRING:
        legal_spring(s, box, mask)
    elif s.phase == Phase.PILLAR:
        legal_pillar(s, mask)
    elif s.phase == Phase.SUMMER:
        allow(mask, PASS)
        legal_deed(s, box, mask, s.deed)
    elif s.phase == Phase.AUTUMN:
        legal_autumn(s, box, mask)
    elif s.phase == Phase.FINAL:
        allow(mask, PASS)
        for deed in range(Deed.MIGRATION + 1):
            legal_deed(s, box, mask, deed)
    elif s.phase == Phase.AFTER:
        allow(mask, END)
    else:
        legal_step(s, box, mask)
        if can_step_out(s):
            allow(mask, BACK)
        return
    if can_develop(s, box):
        allow(mask, DEVELOP)


@rule
def legal_step(s: State, box: Box, mask: Mask) -> None:
    """The smaller decisions, where no free action may come between."""
    if s.phase == Phase.MOVE:
        legal_move(s, box, mask)
    elif s.phase == Phase.DEVELOP:
        legal_develop(s, box, mask)
    elif s.phase == Phase.TURN_TILE:
        legal_turn(mask)
    elif s.phase == Phase.BUY_RESOURCE:
        allow_colours(mask, BUY_RESOURCE)
    elif s.phase == Phase.BUY_MARKER:
        allow_colours(mask, BUY_MARKER)
    elif s.phase == Phase.RETURN_CUBE:
        legal_return(s, box, mask)
    elif s.phase == Phase.PICK:
        legal_pick(s, mask)
    elif s.phase == Phase.PAYMENT:
        legal_payment(s, box, mask)
    elif s.phase == Phase.DANCE:
        legal_dance(s, box, mask)
    elif s.phase == Phase.MEMBERS:
        legal_members(s, mask)
    elif s.phase == Phase.DESTINATION:
        legal_destination(s, mask)
    elif s.phase == Phase.CAMP:
        legal_camp(s, box, mask)
    elif s.phase == Phase.SETTLERS:
        legal_settlers(s, box, mask)
    elif s.phase == Phase.WEATHER:
        for offset in range(SIDES):
            allow(mask, WEATHER + offset)
    else:
        allow(mask, SHAMANS)
        allow(mask, SHAMANS + 1)


@rule
def allow_colours(mask: Mask, first: int) -> None:
    """All six colours of a block."""
    for colour in range(COLOURS):
        allow(mask, first + colour)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """Carry out an action, and all that answers itself after it."""
    if action != DEVELOP and s.phase < Phase.DEVELOP:
        s.looks = 0
    if action == DEVELOP:
        open_door(s)
    elif action == BACK:
        step_out(s)
    elif s.phase == Phase.SPRING:
        if action == PASS:
            pass_spring(s)
            end_turn(s, box)
        else:
            act_in_spring(s, box, action)
    elif s.phase == Phase.SUMMER or s.phase == Phase.FINAL:
        if action <= MIGRATE:
            act_in_summer(s, box, action)
        else:
            skip_deed(s, box)
    elif s.phase == Phase.AUTUMN:
        apply_autumn(s, box, action)
    elif s.phase == Phase.PILLAR:
        place_cube(s, action - PLACE)
    elif s.phase == Phase.AFTER:
        end_turn(s, box)
    else:
        apply_step(s, box, action)
    flow(s, box)


@rule
def apply_autumn(s: State, box: Box, action: int) -> None:
    """PH-AU1 to PH-AU4, or the end of the turn."""
    if action == END:
        end_turn(s, box)
    elif action < SPEND_POINT:
        spend_cube(s, box, action)
    elif action == SPEND_POINT:
        spend_point(s, box)
    elif action < STOP:
        begin_move(s, action - MOVE)
    else:
        begin_camp(s, box, action - BUILD)


@rule
def apply_step(s: State, box: Box, action: int) -> None:
    """The smaller decisions."""
    if s.phase == Phase.MOVE:
        stop_at(s, box, action - STOP)
    elif s.phase == Phase.DEVELOP:
        apply_develop(s, box, action)
    elif s.phase == Phase.TURN_TILE:
        turn_tile(s, box, action)
    elif s.phase == Phase.BUY_RESOURCE:
        buy_resource(s, box, action)
    elif s.phase == Phase.BUY_MARKER:
        buy_marker(s, box, action)
    elif s.phase == Phase.RETURN_CUBE:
        return_cube(s, action)
    elif s.phase == Phase.PICK:
        pick_pillar(s, action - TAKE)
        next_to_pick(s)
    elif s.phase == Phase.PAYMENT:
        pay_choice(s, box, action)
    elif s.phase == Phase.DANCE:
        if action == REST:
            end_dance(s, box)
        else:
            dance(s, box, action - DANCE)
    elif s.phase == Phase.MEMBERS:
        send_members(s, box, action - SEND + 1)
    elif s.phase == Phase.DESTINATION:
        arrive_together(s, action - GO)
    elif s.phase == Phase.CAMP:
        choose_camp(s, box, action - CAMP_TILE)
    elif s.phase == Phase.SETTLERS:
        settle(s, action - SETTLE)
        settle_the_rest(s, box)
    elif s.phase == Phase.WEATHER:
        lay_weather(s, action - WEATHER)
    else:
        lay_shamans(s, box, action - SHAMANS)
