"""The table of decisions: what may be done in each phase, and which rule does it."""

from __future__ import annotations

from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions, Provided, Unasked

from .actions import ACTIONS
from .rules.autumn import (
    begin_camp,
    begin_move,
    buildable_camps,
    can_spend_point,
    choose_camp,
    has_ready_member,
    is_finished,
    offer_moves,
    offer_settlers,
    offer_sites,
    offer_stops,
    settle,
    settle_the_rest,
    spend_cube,
    spend_point,
    stop_at,
)
from .rules.ceremony import dance, dance_floor, end_dance, hold_in_spring, may_rest
from .rules.development import (
    buy_marker,
    buy_resource,
    can_buy_marker,
    can_buy_resource,
    can_develop,
    can_return,
    can_return_resource,
    can_step_out,
    can_turn_tile,
    can_turn_weather,
    open_door,
    return_cube,
    step_out,
    stop_looking,
    turn_tile,
    turn_weather,
    want,
)
from .rules.migration import arrive_together, is_destination, parties, send_members
from .rules.seasons import end_turn, is_done, next_to_pick
from .rules.setup import lay_shamans, lay_weather
from .rules.spring import (
    can_migrate_in_spring,
    fish_in_spring,
    gather_in_spring,
    has_resources,
    hunt_in_spring,
    migrate_in_spring,
    owes_last_colour,
    paint_in_spring,
    pairs_of_colours,
    pass_spring,
    pay_both,
    pay_one,
    place_cube,
    place_last_colour,
    single_colours,
    spring_cards,
    spring_fish,
    spring_hunts,
    spring_sections,
    spring_tiles,
)
from .rules.stores import is_broke, marker_colours, tent_colours
from .rules.summer import (
    can_migrate,
    decline,
    filled_pillars,
    fish_in_summer,
    gather_in_summer,
    has_markers,
    hold_in_summer,
    hunt_in_summer,
    migrate_in_summer,
    paint_in_summer,
    pick_pillar,
    skip_deed,
    summer_cards,
    summer_fish,
    summer_hunts,
    summer_sections,
    summer_tiles,
)
from .state import Deed, Phase, Pool

# PH-SU3, PH-F1: in summer one action after the other, in the final action any.
WITH_MARKERS = (
    Provided(has_markers, DecisionChoice("paint", among=summer_sections, take=paint_in_summer), deed=Deed.PAINTING),
    Provided(has_markers, DecisionChoice("gather", among=summer_tiles, take=gather_in_summer), deed=Deed.GATHERING),
    Provided(has_markers, DecisionChoice("hold", among=summer_cards, take=hold_in_summer), deed=Deed.CEREMONY),
    Provided(has_markers, DecisionChoice("fish", among=summer_fish, take=fish_in_summer), deed=Deed.FISHING),
    Provided(has_markers, DecisionChoice("hunt", among=summer_hunts, take=hunt_in_summer), deed=Deed.HUNTING),
    Provided(has_markers, DecisionChoice("migrate", when=can_migrate, take=migrate_in_summer), deed=Deed.MIGRATION),
)
# R9, PH-AU5: the door of development stands open at the decisions of one's turn, not at the smaller ones between.
FREE_ACTION = DecisionChoice("develop", when=can_develop, take=open_door)
NOTHING = DecisionChoice("back", when=can_step_out, take=step_out)
EMPTY_HANDED = Unasked(when=is_broke, take=end_turn)

DECISIONS = Decisions(
    ACTIONS,
    Decision(Phase.WEATHER, DecisionChoice("weather", take=lay_weather)),
    Decision(Phase.SHAMANS, DecisionChoice("shamans", take=lay_shamans)),
    # PH-SP2 to PH-SP4
    Decision(
        Phase.SPRING,
        Provided(
            has_resources,
            DecisionChoice("paint", among=spring_sections, take=paint_in_spring),
            DecisionChoice("gather", among=spring_tiles, take=gather_in_spring),
            DecisionChoice("hold", among=spring_cards, take=hold_in_spring),
            DecisionChoice("fish", among=spring_fish, take=fish_in_spring),
            DecisionChoice("hunt", among=spring_hunts, take=hunt_in_spring),
            DecisionChoice("migrate", when=can_migrate_in_spring, take=migrate_in_spring),
        ),
        DecisionChoice("pass", take=pass_spring, then=end_turn),
        FREE_ACTION,
        unasked=Unasked(when=is_broke, take=pass_spring, then=end_turn),
    ),
    Decision(
        Phase.PAYMENT,
        DecisionChoice("pay", among=single_colours, take=pay_one),
        DecisionChoice("pay_both", among=pairs_of_colours, take=pay_both),
    ),
    Decision(
        Phase.DANCE,
        DecisionChoice("dance", among=dance_floor, take=dance),
        DecisionChoice("rest", when=may_rest, take=end_dance),
    ),
    Decision(Phase.MEMBERS, DecisionChoice("send", among=parties, take=send_members)),
    Decision(Phase.DESTINATION, DecisionChoice("go", when=is_destination, take=arrive_together)),
    Decision(
        Phase.PILLAR,
        DecisionChoice("place", among=tent_colours, take=place_cube),
        FREE_ACTION,
        unasked=Unasked(when=owes_last_colour, take=place_last_colour),
    ),
    Decision(
        Phase.AFTER, DecisionChoice("end", take=end_turn), FREE_ACTION, unasked=Unasked(when=is_done, take=end_turn)
    ),
    # PH-SU2, PH-SU3
    Decision(Phase.PICK, DecisionChoice("take", among=filled_pillars, take=pick_pillar, then=next_to_pick)),
    Decision(
        Phase.SUMMER,
        *WITH_MARKERS,
        DecisionChoice("pass", take=skip_deed, then=end_turn),
        FREE_ACTION,
        unasked=EMPTY_HANDED,
    ),
    # PH-AU1 to PH-AU4: pay, move, build in any order, until the player ends the turn
    Decision(
        Phase.AUTUMN,
        Provided(
            has_ready_member,
            DecisionChoice("spend_resource", among=tent_colours, take=spend_cube, pool=Pool.TENT),
            DecisionChoice("spend_marker", among=marker_colours, take=spend_cube, pool=Pool.MARKERS),
            DecisionChoice("spend_point", when=can_spend_point, take=spend_point),
            DecisionChoice("move", offer=offer_moves, take=begin_move),
        ),
        DecisionChoice("build", offer=offer_sites, take=begin_camp),
        DecisionChoice("end", take=end_turn),
        FREE_ACTION,
        unasked=Unasked(when=is_finished, take=end_turn),
    ),
    Decision(Phase.MOVE, DecisionChoice("stop", offer=offer_stops, take=stop_at)),
    Decision(Phase.CAMP, DecisionChoice("camp", among=buildable_camps, take=choose_camp)),
    Decision(Phase.SETTLERS, DecisionChoice("settle", offer=offer_settlers, take=settle, then=settle_the_rest)),
    # PH-F1
    Decision(
        Phase.FINAL,
        *WITH_MARKERS,
        DecisionChoice("pass", take=decline, then=end_turn),
        FREE_ACTION,
        unasked=EMPTY_HANDED,
    ),
    # PH-D1 to PH-D6: behind the door of development
    Decision(
        Phase.DEVELOP,
        DecisionChoice("turn_weather", when=can_turn_weather, take=turn_weather),
        DecisionChoice("want_turn", when=can_turn_tile, take=want, step=Phase.TURN_TILE),
        DecisionChoice("want_resource", when=can_buy_resource, take=want, step=Phase.BUY_RESOURCE),
        DecisionChoice("want_marker", when=can_buy_marker, take=want, step=Phase.BUY_MARKER),
        DecisionChoice("want_return", when=can_return, take=want, step=Phase.RETURN_CUBE),
        NOTHING,
    ),
    Decision(Phase.TURN_TILE, DecisionChoice("turn", take=turn_tile), NOTHING),
    Decision(Phase.BUY_RESOURCE, DecisionChoice("buy_resource", take=buy_resource), NOTHING),
    Decision(Phase.BUY_MARKER, DecisionChoice("buy_marker", take=buy_marker), NOTHING),
    Decision(
        Phase.RETURN_CUBE,
        Provided(
            can_return_resource, DecisionChoice("return_resource", among=tent_colours, take=return_cube, pool=Pool.TENT)
        ),
        DecisionChoice("return_marker", among=marker_colours, take=return_cube, pool=Pool.MARKERS),
        NOTHING,
    ),
    first=stop_looking,
)
legal = DECISIONS.legal
apply = DECISIONS.apply
