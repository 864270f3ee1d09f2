"""The table of decisions: what may be done in each phase, and which rule does it (NT-D1 to NT-D23)."""

from __future__ import annotations

from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions, Provided, Question

from .actions import ACTIONS, TIER
from .box import Resource
from .rules.cards import cards_in_hand, discard_card, play_card, playable_cards, shown_cards, take_card
from .rules.clan import (
    build,
    feed,
    foods,
    gain_one,
    gate_tokens,
    has_in_reserve,
    pay_gate,
    raise_totem,
    shown_crafts,
    take_craft,
    work_on_craft,
)
from .rules.links import (
    basic_resources,
    can_exchange,
    craft_choices,
    exchange_objective,
    gift_takers,
    give,
    may_give,
    remove_craft,
    take_token,
    tent_choices,
    token_choices,
    usable_links,
    usable_tokens,
    use_link,
    use_token,
)
from .rules.offerings import (
    buy_resource,
    has_begun,
    has_generosity,
    links_for_offerings,
    offer_for_craft,
    offer_for_link,
    offer_resource,
    stop,
)
from .rules.places import (
    act,
    can_pay_price,
    can_welcome,
    lies_in_forest,
    pay_and_consult,
    pick_in_forest,
    receive_meat,
    receive_skin,
    receive_wood,
    traded_crafts,
    traded_resources,
    welcome_visitor,
)
from .rules.placing import place_piece, places_for
from .rules.resolving import can_end_turn, end_turn, go_on, resolvable_places
from .rules.tents import build_step
from .state import Phase

# NT-D3 to NT-D9: at any moment of the turn, also between the steps of an open action (R45).
FREE_ACTIONS = (
    DecisionChoice("link", among=usable_links, take=use_link, own=0),
    DecisionChoice("link_second", among=usable_links, take=use_link, own=1),
    DecisionChoice("play_card", among=playable_cards, take=play_card),
    DecisionChoice("discard_card", among=cards_in_hand, take=discard_card),
    DecisionChoice("use_token", among=usable_tokens, take=use_token),
    Provided(may_give, DecisionChoice("gift", among=gift_takers, take=give)),
    DecisionChoice("pay_gate", among=gate_tokens, take=pay_gate),
    DecisionChoice("exchange", when=can_exchange, take=exchange_objective),
)
STOP = DecisionChoice("stop", take=stop)
BUILD = DecisionChoice("build", among=tent_choices, take=build)
FEED = DecisionChoice("feed", among=foods, take=feed)
CRAFT = DecisionChoice("craft", among=craft_choices, take=work_on_craft)
RAISE_WOOD = DecisionChoice(
    "raise", when=has_in_reserve, take=raise_totem, tier=TIER.index("wood"), resource=Resource.WOOD
)
RAISE_SKULL = DecisionChoice(
    "raise", when=has_in_reserve, take=raise_totem, tier=TIER.index("skull"), resource=Resource.SKULL
)

# The turn and its two open actions are decisions: they are put even when one option is left. What an action leaves
# open is a question: with one answer nobody is asked. RENEWING removes two cards one by one, both by choice (R22).
DECISIONS = Decisions(
    ACTIONS,
    Decision(Phase.PLACING, DecisionChoice("place", among=places_for, take=place_piece)),
    Decision(
        Phase.RESOLVING,
        DecisionChoice("resolve", among=resolvable_places, take=act),
        *FREE_ACTIONS,
        DecisionChoice("end_turn", when=can_end_turn, take=end_turn),
    ),
    Decision(
        Phase.OFFERING,
        Provided(has_begun, *FREE_ACTIONS),
        STOP,
        Provided(has_generosity, DecisionChoice("buy", among=basic_resources, take=buy_resource)),
        DecisionChoice("sacrifice", when=has_in_reserve, take=offer_resource),
        Provided(
            has_generosity,
            DecisionChoice("offer_craft", among=shown_crafts, take=offer_for_craft),
            DecisionChoice("offer_link", among=links_for_offerings, take=offer_for_link),
        ),
    ),
    Decision(
        Phase.BUILDING,
        Provided(has_begun, *FREE_ACTIONS, STOP),
        DecisionChoice("build", among=tent_choices, take=build_step),
    ),
    Question(
        Phase.PICKING,
        DecisionChoice("take", when=lies_in_forest, take=pick_in_forest, resource=Resource.WOOD),
        DecisionChoice("pick_all", when=lies_in_forest, take=pick_in_forest, resource=Resource.MUSHROOM),
    ),
    Question(Phase.FOREST_ELDER, DecisionChoice("take", take=receive_wood, resource=Resource.WOOD), RAISE_WOOD),
    Question(Phase.CRAFT_ELDER, CRAFT, DecisionChoice("take_craft", among=shown_crafts, take=take_craft)),
    Question(Phase.HUNT_ELDER, BUILD, DecisionChoice("take", take=receive_skin, resource=Resource.SKIN)),
    Question(Phase.FOOD_ELDER, DecisionChoice("take", take=receive_meat, resource=Resource.MEAT), FEED),
    Question(
        Phase.TRADING,
        DecisionChoice("take", among=traded_resources, take=gain_one),
        DecisionChoice("take_craft", among=traded_crafts, take=take_craft),
        DecisionChoice("welcome", when=can_welcome, take=welcome_visitor),
    ),
    Question(Phase.PAYING, DecisionChoice("pay", when=can_pay_price, take=pay_and_consult)),
    Question(Phase.CONSULTING, RAISE_SKULL, DecisionChoice("learn", among=shown_cards, take=take_card)),
    Question(Phase.TENT, BUILD),
    Question(Phase.FOOD, FEED),
    Question(Phase.CRAFT, CRAFT),
    Decision(Phase.GAINING, DecisionChoice("take", among=basic_resources, take=gain_one)),
    Decision(Phase.RENEWING, DecisionChoice("remove", among=shown_crafts, take=remove_craft)),
    Question(Phase.TOKEN, DecisionChoice("take_token", among=token_choices, take=take_token)),
    first=go_on,
)
legal = DECISIONS.legal
apply = DECISIONS.apply
