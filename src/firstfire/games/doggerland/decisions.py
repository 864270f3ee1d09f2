"""The table of decisions: what is asked in each phase, and which rule carries it out (DG-T1, DP1 to DP11)."""

from __future__ import annotations

from firstfire.kernel.records.header import end_game
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions, Question
from firstfire.kernel.rules.notes import note

from .actions import ACTIONS, GAVE_UP
from .box import Box
from .rules.common import close_order, learn
from .rules.hut import (
    barter_options,
    end_journey,
    end_trade,
    give_offering,
    give_one,
    give_pair,
    leave_village,
    megalith_options,
    move_village,
    offering_options,
    paint_strokes,
    raise_megalith,
    swap_options,
    take_in_exchange,
    take_options,
    wander_options,
)
from .rules.programming import (
    add_partner,
    band_options,
    birth_options,
    capacity_options,
    choose_target,
    craft_options,
    end_turn,
    free_slots,
    fresco_options,
    habitat_options,
    hut_options,
    journey_options,
    lay_token,
    mark_slot,
    partner_options,
    party_options,
    send_builder,
    send_couple,
    send_crafter,
    send_hunting_party,
    send_painter,
    send_party,
    send_pupil,
    send_shaman,
    target_options,
)
from .rules.resolution import (
    carry_load,
    forget,
    forget_options,
    home_options,
    load_options,
    offer_orders,
    raise_home,
    resolve,
    tool_options,
    work_on_tools,
)
from .rules.rounds import (
    advance,
    end_lesson,
    end_move,
    end_resolving,
    feed,
    feed_options,
    lesson_options,
    pass_turn,
)
from .rules.setup import is_free_kind, lay_table, pick_good, place_arrow, turn_centre
from .rules.solo import (
    can_repair,
    choose_species,
    decline_event,
    discard_options,
    end_event,
    herd_options,
    herd_species_options,
    lose_cube,
    lose_home,
    lose_options,
    price_options,
    regrow,
    regrow_options,
    repair,
    rockfall_options,
    settle_herd,
    steal,
    unlearn,
    unlearn_options,
    use_event,
    welcome_chief,
)
from .state import Ending, OptionPlace, Phase, State


@rule
def can_give_up(s: State) -> bool:
    """DG-S5, DP10: the player of a solo game may give up at any time, where the table has it."""
    return s.seats == 1 and s.options[OptionPlace.GIVING_UP] != 0


@rule
def give_up(s: State) -> None:
    """DG-S5, DP10: the game is lost."""
    note(s, GAVE_UP, s.player)
    end_game(s, Ending.GAVE_UP)


# DP1, DG-1.1: exactly one action of A to H, or a pass (an expedition begins with its tile); then who goes, which slot,
# which partner.
PROGRAMMING = (
    Decision(
        Phase.PROGRAM,
        DecisionChoice("pass", take=pass_turn, then=end_turn),
        DecisionChoice("habitat", among=habitat_options, take=send_builder, then=end_turn),
        DecisionChoice("craft", options=craft_options, take=send_crafter, then=end_turn),
        DecisionChoice("birth", among=birth_options, take=send_couple, then=end_turn),
        DecisionChoice("go", among=target_options, take=choose_target),
        DecisionChoice("fresco", options=fresco_options, take=send_painter, then=end_turn),
        DecisionChoice("capacity", options=capacity_options, take=send_pupil, then=end_turn),
        DecisionChoice("hut", among=hut_options, take=send_shaman, then=end_turn),
    ),
    Question(Phase.PARTY, DecisionChoice("party", among=party_options, take=send_party, then=end_turn)),
    Question(Phase.HUNTERS, DecisionChoice("hunt", among=band_options, take=send_hunting_party, then=end_turn)),
    Question(Phase.MARK, DecisionChoice("mark", among=free_slots, take=mark_slot, then=end_turn)),
    Question(Phase.PARTNER, DecisionChoice("partner", among=partner_options, take=add_partner, then=end_turn)),
)
ORDERS = (
    "resolve_habitat",
    "resolve_craft",
    "resolve_birth",
    "resolve_expedition",
    "resolve_fresco",
    "resolve_capacity",
    "resolve_hut",
)
# DP2, DG-3.1, DG-3.2: any programmed action that can be carried out now, or finish and forgo the rest. DP3, DP5: what
# is chosen inside it.
RESOLUTION = (
    Decision(
        Phase.RESOLVE,
        DecisionChoice(*ORDERS, offer=offer_orders, take=resolve),
        DecisionChoice("finish", take=end_resolving),
    ),
    Question(Phase.RAISE, DecisionChoice("raise", options=home_options, take=raise_home, then=close_order)),
    Question(Phase.CARRY, DecisionChoice("carry", among=load_options, take=carry_load)),
    Question(Phase.FORGET, DecisionChoice("forget", among=forget_options, take=forget, then=close_order)),
    Question(Phase.TOOLS, DecisionChoice("tools", options=tool_options, take=work_on_tools, then=close_order)),
    Question(Phase.OFFER, DecisionChoice("offer", among=offering_options, take=give_offering, then=close_order)),
    Decision(Phase.STROKES, DecisionChoice("strokes", take=paint_strokes, then=close_order)),
    Question(Phase.JOURNEY, DecisionChoice("journey", among=journey_options, take=lay_token, then=end_journey)),
    Question(Phase.MEGALITH, DecisionChoice("megalith", among=megalith_options, take=raise_megalith, then=close_order)),
    Decision(
        Phase.WANDER,
        DecisionChoice("village", among=wander_options, take=move_village, then=close_order),
        DecisionChoice("stay", take=leave_village, then=close_order),
    ),
)
# DP4: what to give, what to take, or stop; at the hut or by a solo event.
TRADING = (
    Decision(
        Phase.BARTER,
        DecisionChoice("barter", among=barter_options, take=give_pair),
        DecisionChoice("stop", take=end_trade),
    ),
    Decision(
        Phase.SWAP, DecisionChoice("swap", among=swap_options, take=give_one), DecisionChoice("stop", take=end_trade)
    ),
    Decision(Phase.TAKE, DecisionChoice("take", among=take_options, take=take_in_exchange, then=end_trade)),
)
# DP6, DP7, DG-5.1, DG-5.7.
END_OF_ROUND = (
    Question(Phase.FEED, DecisionChoice("feed", among=feed_options, take=feed)),
    Decision(
        Phase.MOVE,
        DecisionChoice("village", among=wander_options, take=move_village, then=end_move),
        DecisionChoice("stay", take=leave_village, then=end_move),
    ),
)
# DP8, DP11.
OPENING = (
    Decision(Phase.CENTRE, DecisionChoice("centre", take=turn_centre)),
    Decision(Phase.EDGE, DecisionChoice("edge", take=place_arrow)),
    Decision(Phase.GOODS, DecisionChoice("pick", when=is_free_kind, take=pick_good)),
    Decision(
        Phase.LEARN,
        DecisionChoice("learn", among=lesson_options, take=learn, then=end_lesson),
        DecisionChoice("no_lesson", take=end_lesson),
    ),
)
# DP9: what an event of a solo game asks.
EVENTS = (
    Decision(
        Phase.EVENT,
        DecisionChoice("use_event", take=use_event),
        DecisionChoice("decline_event", take=decline_event, then=end_event),
    ),
    Question(Phase.HOSPITALITY, DecisionChoice("host", among=price_options, take=welcome_chief, then=end_event)),
    Question(Phase.REGROW, DecisionChoice("regrow", among=regrow_options, take=regrow, then=end_event)),
    Question(Phase.SPECIES, DecisionChoice("herd_of", among=herd_species_options, take=choose_species)),
    Question(Phase.HERD, DecisionChoice("herd_on", among=herd_options, take=settle_herd, then=end_event)),
    Question(Phase.THIEVES, DecisionChoice("discard", among=discard_options, take=steal, then=end_event)),
    Question(
        Phase.GALE,
        DecisionChoice("lose", options=lose_options, take=lose_home, then=end_event),
        DecisionChoice("repair", when=can_repair, take=repair, then=end_event),
    ),
    Question(Phase.ROCKFALL, DecisionChoice("rockfall", among=rockfall_options, take=lose_cube, then=end_event)),
    Question(Phase.UNLEARN, DecisionChoice("unlearn", among=unlearn_options, take=unlearn, then=end_event)),
)
POINTS = (*PROGRAMMING, *RESOLUTION, *TRADING, *END_OF_ROUND, *OPENING, *EVENTS)
ANYWHERE = (DecisionChoice("give_up", when=can_give_up, take=give_up),)
DECISIONS = Decisions(ACTIONS, *POINTS, anywhere=ANYWHERE, always=advance)
legal = DECISIONS.legal
apply = DECISIONS.apply
settle = DECISIONS.settle


@rule
def setup(s: State, box: Box) -> None:
    """DG-U1: the table is laid; the first decision may be a setup choice, a solo event or the first turn."""
    lay_table(s, box)
    settle(s, box)
