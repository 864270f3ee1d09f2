"""The course of a round: who is next, feeding, objectives, and the way to the next round (DG-1 to DG-5)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.header import end_game, reveal
from firstfire.kernel.records.rng import shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY, note

from ..actions import (
    ARROW_TURNED,
    ATE,
    CRAFT_SHOWN,
    DIED,
    FRESCO_SHOWN,
    GAME_LOST,
    GAME_WON,
    HOMELESS,
    HUNGRY,
    JOINED,
    MEAL_PHASE,
    MIGRATION_PHASE,
    OBJECTIVE_MET,
    PASSED,
    PAWN_PASSED,
    RESOLUTION_PHASE,
    ROUND_BEGINS,
    SCORED,
    SEASON_BEGINS,
    SPOILED,
    TOKEN_BACK,
    WHITE_LEFT,
    meal_of,
)
from ..box import Box
from ..state import (
    BOWLS,
    CRAFTS,
    MEAT_FOOD,
    NONE,
    OBJECTIVES_SHOWN,
    TRACKS,
    Clan,
    Ending,
    Good,
    Phase,
    State,
    Step,
    White,
)
from .animals import migrate, reveal_terrain, spawn
from .clan import anyone_home, beds, members, spend, take_scarcity
from .common import can_learn
from .hut import wander_options
from .resolution import anything_left, forgo_rest
from .rivals import PLAYER, rivals_move
from .scoring import fulfils, points
from .solo import card_of, check_solo_objectives, close_event, spoil, turn_card


@rule
def advance(s: State, box: Box) -> None:
    """Everything that happens by itself, step after step, until somebody has to decide."""
    while s.step != Step.WAIT and s.over == 0:
        step = s.step
        s.step = Step.WAIT
        if step == Step.NEXT_TURN:
            next_turn(s)
        elif step == Step.NEXT_RESOLVER:
            next_resolver(s, box)
        elif step == Step.NEXT_MEAL:
            next_meal(s)
        elif step == Step.NEXT_MOVE:
            next_move(s)
        else:
            pass_stage(s, box, step)


@rule
def pass_stage(s: State, box: Box, step: int) -> None:
    """The steps that come once a round."""
    if step == Step.REVEAL:
        end_programming(s, box)
    elif step == Step.MIGRATION:
        end_resolution(s, box)
    elif step == Step.OBJECTIVES:
        end_feeding(s, box)
    elif step == Step.NEW_SEASON:
        new_season(s, box)
    elif step == Step.PAWN:
        pass_pawn(s)
    elif step == Step.ROUND_BEGINS:
        begin_round(s, box)
    elif step == Step.CARD:
        turn_card(s, box)
    elif step == Step.EVENT_ENDS:
        close_event(s, box)
    else:
        next_lesson(s, box)


@rule
def begin_round(s: State, box: Box) -> None:
    """A new round: the pawn holder programs first; in a solo game a card is turned up before."""
    s.player = s.first
    s.pawn_taken = 0
    s.turn = 0
    for seat in range(s.seats):
        s.clans[seat].passed = 0
    s.phase = Phase.PROGRAM
    if s.seats == 1:
        note(s, SEASON_BEGINS, NOBODY, s.round, box.season[s.round - 1])
        s.step = Step.CARD
    else:
        note(s, ROUND_BEGINS, s.first, s.round, box.season[s.round - 1])


# --- phase 1


@rule
def next_turn(s: State) -> None:
    """DG-1.1, R36, R42: the next clan clockwise that has not passed; one with nobody at home passes by itself."""
    s.phase = Phase.PROGRAM
    for i in range(1, s.seats + 1):
        seat = (s.player + i) % s.seats
        clan = s.clans[seat]
        if clan.passed != 0:
            continue
        if anyone_home(clan):
            s.player = seat
            return
        pass_round(s, seat)
    s.step = Step.REVEAL


@rule
def pass_round(s: State, seat: int) -> None:
    """R36: a pass is final for the round."""
    s.clans[seat].passed = 1
    note(s, PASSED, seat)


@rule
def pass_turn(s: State) -> None:
    """DG-1.1: the clan to act passes."""
    pass_round(s, s.player)


@rule
def end_programming(s: State, box: Box) -> None:
    """Phases 2 and 3 begin; events that end with phase 1 are over."""
    s.solo.cold_costs = 0
    s.solo.no_fur = 0
    s.solo.no_hut = 0
    reveal_terrain(s, box)
    note(s, RESOLUTION_PHASE, NOBODY)
    s.lead = s.first
    s.turn = 0
    s.step = Step.NEXT_RESOLVER


# --- phase 3


@rule
def next_resolver(s: State, box: Box) -> None:
    """DG-3.1, R17: clan after clan, in the order fixed when the phase started; who can do nothing more has finished."""
    if s.turn == s.seats:
        s.step = Step.MIGRATION
        return
    s.player = (s.lead + s.turn) % s.seats
    s.phase = Phase.RESOLVE
    if not anything_left(s, box):
        end_resolving(s)


@rule
def end_resolving(s: State) -> None:
    """The clan to act has finished: what is left is forgone."""
    forgo_rest(s)
    s.turn += 1
    s.step = Step.NEXT_RESOLVER


@rule
def end_resolution(s: State, box: Box) -> None:
    """I23: everybody is home; events that end with phase 3 are over. Then phase 4, and feeding."""
    for seat in range(s.seats):
        clan = s.clans[seat]
        clan.promised = 0
        clan.crafts = 0
        clan.craft_chiefs = 0
        clan.paintings = 0
        clan.painting_chiefs = 0
    s.hut = s.solo.shamans
    s.solo.range_shift = 0
    s.solo.transport_shift = 0
    s.solo.favour = 0
    note(s, MIGRATION_PHASE, NOBODY)
    if s.seats == 1:
        rivals_move(s, box, card_of(s))
    migrate(s, box)
    s.edge = box.next_edge[s.edge]
    note(s, ARROW_TURNED, NOBODY, s.edge)
    dismiss_white(s)
    note(s, MEAL_PHASE, NOBODY)
    s.turn = 0
    s.step = Step.NEXT_MEAL


@rule
def dismiss_white(s: State) -> None:
    """SC03, SC04, R39: before feeding the white pieces leave."""
    clan = s.clans[PLAYER]
    if s.solo.white_hunter != White.ABSENT:
        s.solo.white_hunter = White.ABSENT
        clan.hunters -= 1
        note(s, WHITE_LEFT, PLAYER, 0)
    if s.solo.white_chief != White.ABSENT:
        s.solo.white_chief = White.ABSENT
        clan.chiefs -= 1
        note(s, WHITE_LEFT, PLAYER, 1)


# --- phase 5


@rule
def food_needed(s: State, clan: Clan) -> int:
    """DG-5.1, SC30: one food for each member, newborns excluded."""
    return members(clan) + s.solo.hunger


@rule
def feed_options(s: State) -> int:
    """DP6, R33: how many Meat can be eaten so that no unit could be left out; one bit for each number."""
    clan = s.clans[s.player]
    need = food_needed(s, clan)
    fruit = clan.goods[Good.FRUIT]
    meat = clan.goods[Good.MEAT]
    if fruit + MEAT_FOOD * meat <= need:
        return 1  # everything is eaten, there is no choice
    options = 0
    for eaten in range(min(meat, (need + MEAT_FOOD - 1) // MEAT_FOOD) + 1):
        if need - MEAT_FOOD * eaten <= fruit:
            options |= 1 << eaten
    return options


@rule
def next_meal(s: State) -> None:
    """DG-5.1: each clan from the pawn clockwise; who has a choice is asked."""
    if s.turn == s.seats:
        s.step = Step.OBJECTIVES
        return
    s.player = (s.first + s.turn) % s.seats
    s.phase = Phase.FEED


@rule
def feed(s: State, box: Box, meat: int) -> None:
    """DG-5.1, R33: eat, oldest first; each food short is one Scarcity; spoil; newborns look for a bed."""
    clan = s.clans[s.player]
    s.turn += 1
    s.step = Step.NEXT_MEAL
    need = food_needed(s, clan)
    fruit = max(0, need - MEAT_FOOD * meat)
    if clan.goods[Good.FRUIT] + MEAT_FOOD * clan.goods[Good.MEAT] <= need:
        meat = clan.goods[Good.MEAT]
        fruit = clan.goods[Good.FRUIT]
    spend(clan, Good.FRUIT, fruit)
    spend(clan, Good.MEAT, meat)
    note(s, ATE, s.player, fruit, meat, meal_of(fruit, meat))
    s.solo.hunger = 0
    short = max(0, need - fruit - MEAT_FOOD * meat)
    if short > 0:
        note(s, HUNGRY, s.player, short)
        take_scarcity(s, s.player, short)
        if s.over != 0:
            return
    if clan.fruit[BOWLS - 1] + clan.meat[BOWLS - 1] > 0:
        fruit = clan.fruit[BOWLS - 1]
        meat = clan.meat[BOWLS - 1]
        note(s, SPOILED, s.player, fruit, meat, meal_of(fruit, meat))
    spoil(clan)
    leave_homeless(s, box, clan)
    lodge_newborns(s, box, clan)


@rule
def leave_homeless(s: State, box: Box, clan: Clan) -> None:
    """SC23: Hunter-Gatherers in excess of the beds go back to the reserve (Chief and Shaman keep a bed)."""
    excess = max(0, min(members(clan) - beds(clan, box), clan.hunters))
    if excess > 0:
        clan.hunters -= excess
        clan.reserve += excess
        note(s, HOMELESS, s.player, excess)


@rule
def lodge_newborns(s: State, box: Box, clan: Clan) -> None:
    """DG-C3, DG-5.1, R26: a newborn with a free bed joins the clan, one without goes back to the reserve."""
    lodged = max(0, min(clan.newborns, beds(clan, box) - members(clan)))
    dead = clan.newborns - lodged
    clan.hunters += lodged
    clan.births += lodged
    clan.reserve += dead
    clan.newborns = 0
    if lodged > 0:
        note(s, JOINED, s.player, lodged)
    if dead > 0:
        note(s, DIED, s.player, dead)


@rule
def end_feeding(s: State, box: Box) -> None:
    """DG-5.2, R28: objectives; after the last round the game is over."""
    if s.seats == 1:
        check_solo_objectives(s, box)
    else:
        award_objectives(s, box)
    if s.round == s.last_round:
        finish_game(s, box)
    else:
        s.step = Step.NEW_SEASON


@rule
def new_season(s: State, box: Box) -> None:
    """DG-5.3 to DG-5.6: the round ring, new animals, the next Fresco tile, new Crafts."""
    s.round += 1
    spawn(s, box)
    unveil_fresco(s)
    refill_crafts(s, box)
    s.turn = 0
    s.step = Step.NEXT_MOVE


@rule
def award_objectives(s: State, box: Box) -> None:
    """DG-5.2, R23: in waves: all who reach it first get 5, all who reach it in the next round that somebody does 3."""
    for place in range(OBJECTIVES_SHOWN):
        if s.objectives[place] == NONE or s.seconds[place] != 0:
            continue
        reached = 0
        for seat in range(s.seats):
            had = (s.firsts[place] >> seat) & 1 != 0
            if not had and fulfils(s, box, seat, box.needs[s.objectives[place]]):
                reached |= 1 << seat
                worth = box.objective_second if s.firsts[place] != 0 else box.objective_first
                note(s, OBJECTIVE_MET, seat, s.objectives[place], worth)
        if s.firsts[place] == 0:
            s.firsts[place] = reached
        else:
            s.seconds[place] = reached


@rule
def finish_game(s: State, box: Box) -> None:
    """DG-P1, DG-S5: the final count, or the verdict of a solo game."""
    if s.seats > 1:
        for seat in range(s.seats):
            note(s, SCORED, seat, points(s, box, seat))
        end_game(s, Ending.SCORED)
    elif popcount(s.solo.done) >= s.solo.needed:
        note(s, GAME_WON, PLAYER, popcount(s.solo.done))
        end_game(s, Ending.WON)
    else:
        note(s, GAME_LOST, PLAYER, popcount(s.solo.done), s.solo.needed)
        end_game(s, Ending.OBJECTIVES)


@rule
def unveil_fresco(s: State) -> None:
    """DG-5.5, R22: the next Fresco tile, if any."""
    if s.fresco_up < s.fresco_count:
        reveal(s)
        note(s, FRESCO_SHOWN, NOBODY, s.fresco[s.fresco_up])
        s.fresco_up += 1


@rule
def refill_crafts(s: State, box: Box) -> None:
    """DG-5.6, R30: the Craft zone is filled up as far as the stack goes; solo: the discards become a new stack."""
    for place in range(box.craft_places[s.seats]):
        if s.craft[place] != NONE:
            continue
        if s.craft_count == 0:
            reshuffle_discards(s)
        if s.craft_count == 0:
            return
        s.craft_count -= 1
        s.craft[place] = s.craft_stack[s.craft_count]
        s.craft_stack[s.craft_count] = NONE
        reveal(s)
        note(s, CRAFT_SHOWN, NOBODY, s.craft[place])


@rule
def reshuffle_discards(s: State) -> None:
    """DG-S4 phase 5: discarded Crafts are shuffled into a new stack."""
    for tile in range(CRAFTS):
        if (s.craft_discard >> tile) & 1 != 0:
            s.craft_stack[s.craft_count] = tile
            s.craft_count += 1
    s.craft_discard = 0
    if s.craft_count > 1:
        shuffle(s, s.craft_stack, s.craft_count)


@rule
def next_move(s: State) -> None:
    """DG-5.7, DP7: each clan from the pawn clockwise may move its Village; then the pawn passes."""
    if s.turn == s.seats:
        s.step = Step.PAWN
        return
    s.player = (s.first + s.turn) % s.seats
    s.phase = Phase.MOVE
    if wander_options(s) == 0:
        end_move(s)


@rule
def end_move(s: State) -> None:
    """DG-5.7: the next clan's Village."""
    s.turn += 1
    s.step = Step.NEXT_MOVE


@rule
def pass_pawn(s: State) -> None:
    """DG-5.8, R15, R18: old tokens come back; the pawn moves on unless H4 was used; the rivals' Shamans leave."""
    for seat in range(s.seats):
        clan = s.clans[seat]
        if clan.journey != NONE and clan.journey_round < s.round:
            clan.journey = NONE
            clan.journey_round = 0
            note(s, TOKEN_BACK, seat)
    if s.pawn_taken == 0 and s.seats > 1:
        s.first = (s.first + 1) % s.seats
        note(s, PAWN_PASSED, s.first)
    s.solo.shamans = 0
    s.hut = 0
    s.step = Step.ROUND_BEGINS


# --- the short game's lessons


@rule
def next_lesson(s: State, box: Box) -> None:
    """DG-V1 step 4: each clan that can pay one is asked for an upgrade; then round 1."""
    if s.turn == s.seats:
        s.step = Step.ROUND_BEGINS
        return
    s.player = (s.first + s.turn) % s.seats
    s.phase = Phase.LEARN
    if lesson_options(s, box) == 0:
        end_lesson(s)


@rule
def end_lesson(s: State) -> None:
    """DG-V1 step 4: the next clan's lesson."""
    s.turn += 1
    s.step = Step.NEXT_LESSON


@rule
def lesson_options(s: State, box: Box) -> int:
    """DG-V1 step 4, E30: capacities whose next level the clan can pay."""
    options = 0
    for track in range(TRACKS):
        if can_learn(s.clans[s.player], box, track):
            options |= 1 << track
    return options
