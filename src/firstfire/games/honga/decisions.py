"""The table of decisions: what may be done in each phase, and which rule does it."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions, Provided

from .actions import ACTIONS
from .box import Box
from .rules.bonus_cards import (
    can_chase,
    can_play_cards,
    can_play_caveman,
    can_play_extra_disc,
    can_play_sated,
    can_play_swap,
    can_play_two_points,
    chase,
    lucky_fields,
    play_caveman,
    play_extra_disc,
    play_lucky_hand,
    play_sated,
    play_swap,
    play_two_points,
)
from .rules.fields import (
    barter,
    barter_well,
    buy_more,
    can_barter,
    can_barter_well,
    can_buy_more,
    can_explore,
    can_gather,
    can_lure,
    explore,
    gather,
    has_barter_hand,
    lure,
)
from .rules.paying import (
    choose_berries,
    choose_fish,
    choose_jokers,
    choose_mammoths,
    go_on_paying,
    offer_berries,
    offer_fish,
    offer_jokers,
    offer_mammoths,
)
from .rules.points import can_climb, climb
from .rules.turn import close_turn, end_turn, keep_disc, lay_disc, rotations
from .state import Phase, Purpose, State


@rule
def follow(s: State, box: Box) -> None:
    """What follows an action by itself: the rest of a payment, the next turn."""
    if s.bill.purpose != Purpose.NOTHING:
        go_on_paying(s, box)
    elif s.turn.ended != 0:
        close_turn(s)


# HO-D1 to HO-D3, HO-P4, HO-B: only the active player ever has an action (R17). Any hand left may be used, in any order,
# none of them is a must (R4, R5); at most two bonus cards a turn, only cards that were in hand when the turn began.
DECISIONS = Decisions(
    ACTIONS,
    Decision(
        Phase.ACT,
        DecisionChoice("gather", when=can_gather, take=gather),
        DecisionChoice("explore", when=can_explore, take=explore),
        DecisionChoice("lure", when=can_lure, take=lure),
        DecisionChoice("climb", when=can_climb, take=climb),
        Provided(has_barter_hand, DecisionChoice("barter", when=can_barter, take=barter, copies=0)),
        Provided(
            can_play_cards,
            DecisionChoice("good_barter", when=can_barter_well, take=barter_well),
            DecisionChoice("two_points", when=can_play_two_points, take=play_two_points),
            DecisionChoice("chase", when=can_chase, take=chase),
            DecisionChoice("lucky", among=lucky_fields, take=play_lucky_hand),
            DecisionChoice("extra_disc", when=can_play_extra_disc, take=play_extra_disc),
            DecisionChoice("swap", when=can_play_swap, take=play_swap),
            DecisionChoice("sated", when=can_play_sated, take=play_sated),
            DecisionChoice("caveman", when=can_play_caveman, take=play_caveman),
            DecisionChoice("buy", when=can_buy_more, take=buy_more),
        ),
        DecisionChoice("end", take=end_turn),
    ),
    Decision(Phase.PLACE, DecisionChoice("lay", among=rotations, take=lay_disc)),
    Decision(Phase.MAMMOTHS, DecisionChoice("give", offer=offer_mammoths, take=choose_mammoths)),
    Decision(Phase.JOKERS, DecisionChoice("jokers", offer=offer_jokers, take=choose_jokers)),
    Decision(Phase.FISH, DecisionChoice("fish", offer=offer_fish, take=choose_fish)),
    Decision(Phase.BERRIES, DecisionChoice("berries", offer=offer_berries, take=choose_berries)),
    Decision(Phase.DISC, DecisionChoice("keep", take=keep_disc)),
    always=follow,
)
legal = DECISIONS.legal
apply = DECISIONS.apply
