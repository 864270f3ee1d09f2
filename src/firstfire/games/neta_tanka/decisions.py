"""The table of decisions: what may be done in each phase, and which rule does it (NT-D1 to NT-D23)."""

from __future__ import annotations

from firstfire.kernel.rules.decisions import Choice, Decision, Decisions, Provided, Question

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
    Choice("link", among=usable_links, take=use_link, own=0),
    Choice("link_second", among=usable_links, take=use_link, own=1),
    Choice("play_card", among=playable_cards, take=play_card),
    Choice("discard_card", among=cards_in_hand, take=discard_card),
    Choice("use_token", among=usable_tokens, take=use_token),
    Provided(may_give, Choice("gift", among=gift_takers, take=give)),
    Choice("pay_gate", among=gate_tokens, take=pay_gate),
    Choice("exchange", when=can_exchange, take=exchange_objective),
)
STOP = Choice("stop", take=stop)
BUILD = Choice("build", among=tent_choices, take=build)
FEED = Choice("feed", among=foods, take=feed)
CRAFT = Choice("craft", among=craft_choices, take=work_on_craft)
RAISE_WOOD = Choice("raise", when=has_in_reserve, take=raise_totem, tier=TIER.index("wood"), resource=Resource.WOOD)
RAISE_SKULL = Choice("raise", when=has_in_reserve, take=raise_totem, tier=TIER.index("skull"), resource=Resource.SKULL)

# The turn and its two open actions are decisions: they are put even when one option is left. What an action leaves
# open is a question: with one answer nobody is asked. RENEWING removes two cards one by one, both by choice (R22).
DECISIONS = Decisions(
    ACTIONS,
    Decision(Phase.PLACING, Choice("place", among=places_for, take=place_piece)),
    Decision(
        Phase.RESOLVING,
        Choice("resolve", among=resolvable_places, take=act),
        *FREE_ACTIONS,
        Choice("end_turn", when=can_end_turn, take=end_turn),
    ),
    Decision(
        Phase.OFFERING,
        Provided(has_begun, *FREE_ACTIONS),
        STOP,
        Provided(has_generosity, Choice("buy", among=basic_resources, take=buy_resource)),
        Choice("sacrifice", when=has_in_reserve, take=offer_resource),
        Provided(
            has_generosity,
            Choice("offer_craft", among=shown_crafts, take=offer_for_craft),
            Choice("offer_link", among=links_for_offerings, take=offer_for_link),
        ),
    ),
    Decision(
        Phase.BUILDING,
        Provided(has_begun, *FREE_ACTIONS, STOP),
        Choice("build", among=tent_choices, take=build_step),
    ),
    Question(
        Phase.PICKING,
        Choice("take", when=lies_in_forest, take=pick_in_forest, resource=Resource.WOOD),
        Choice("pick_all", when=lies_in_forest, take=pick_in_forest, resource=Resource.MUSHROOM),
    ),
    Question(Phase.FOREST_ELDER, Choice("take", take=receive_wood, resource=Resource.WOOD), RAISE_WOOD),
    Question(Phase.CRAFT_ELDER, CRAFT, Choice("take_craft", among=shown_crafts, take=take_craft)),
    Question(Phase.HUNT_ELDER, BUILD, Choice("take", take=receive_skin, resource=Resource.SKIN)),
    Question(Phase.FOOD_ELDER, Choice("take", take=receive_meat, resource=Resource.MEAT), FEED),
    Question(
        Phase.TRADING,
        Choice("take", among=traded_resources, take=gain_one),
        Choice("take_craft", among=traded_crafts, take=take_craft),
        Choice("welcome", when=can_welcome, take=welcome_visitor),
    ),
    Question(Phase.PAYING, Choice("pay", when=can_pay_price, take=pay_and_consult)),
    Question(Phase.CONSULTING, RAISE_SKULL, Choice("learn", among=shown_cards, take=take_card)),
    Question(Phase.TENT, BUILD),
    Question(Phase.FOOD, FEED),
    Question(Phase.CRAFT, CRAFT),
    Decision(Phase.GAINING, Choice("take", among=basic_resources, take=gain_one)),
    Decision(Phase.RENEWING, Choice("remove", among=shown_crafts, take=remove_craft)),
    Question(Phase.TOKEN, Choice("take_token", among=token_choices, take=take_token)),
    first=go_on,
)
legal = DECISIONS.legal
apply = DECISIONS.apply
