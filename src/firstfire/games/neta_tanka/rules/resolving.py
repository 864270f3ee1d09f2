"""Phase II: a resolution turn, as a menu of small decisions in free order (NT-P2)."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, lowest
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from ..actions import (
    BUILD,
    BUY,
    CRAFT_ON,
    DISCARD_CARD,
    END_TURN,
    EXCHANGE,
    FEED,
    GIFT,
    GIFT_SEATS,
    LEARN,
    OFFER_CRAFT,
    OFFER_LINK,
    PAY,
    PAY_GATE,
    PICK_ALL,
    PLAY_CARD,
    RAISE,
    REMOVE,
    RESOLVE,
    SACRIFICE,
    STOP,
    TAKE,
    TAKE_CRAFT,
    TAKE_TOKEN,
    TURN_ENDS,
    USE_LINK,
    USE_TOKEN,
    WELCOME,
)
from ..box import CRAFTS, LINKS, RESOURCES, TENTS, Box, Resource
from ..state import Opened, Phase, State
from .cards import discard_card, legal_cards, play_card, take_card
from .clan import build, can_pay_gate, craft, feed, pay_gate, raise_totem, take_craft
from .links import (
    exchange_objective,
    give,
    legal_effect_question,
    legal_gifts,
    legal_links,
    legal_tent,
    legal_tokens,
    menu,
    remove_craft,
    take_token,
    use_link,
    use_token,
)
from .offerings import (
    buy_resource,
    legal_offerings,
    offer_for_craft,
    offer_for_link,
    offer_resource,
    stop,
)
from .places import act, answer_take, can_act, legal_place_question, pay_and_consult, pick_in_forest, welcome_visitor
from .tents import build_step
from .turn_order import begin_turn, unresolved_places
from .upkeep import end_round


@rule
def legal_resolution(s: State, box: Box, mask: Mask) -> None:
    """What the player may do now: go on in the turn or in an open action, or answer a question."""
    phase = s.phase
    if phase == Phase.RESOLVING:
        legal_turn(s, box, mask)
    elif phase == Phase.OFFERING:
        if s.steps > 0:
            legal_free_actions(s, box, mask)
        legal_offerings(s, box, mask)
    elif phase == Phase.BUILDING:
        if s.steps > 0:
            legal_free_actions(s, box, mask)
            allow(mask, STOP)
        legal_tent(s, box, mask)
    elif phase <= Phase.CONSULTING:
        legal_place_question(s, box, mask)
    else:
        legal_effect_question(s, box, mask)


@rule
def legal_turn(s: State, box: Box, mask: Mask) -> None:
    """NT-D2 to NT-D10: resolve a piece, use a free action, or end the turn: not while a piece stands on a
    place where it must act (R15, R49, R55)."""
    standing = unresolved_places(s, box)
    may_end = standing & box.must_act == 0
    while standing != 0:
        place = lowest(standing)
        standing &= standing - 1
        if can_act(s, box, place):
            allow(mask, RESOLVE + place)
    legal_free_actions(s, box, mask)
    if may_end:
        allow(mask, END_TURN)


@rule
def legal_free_actions(s: State, box: Box, mask: Mask) -> None:
    """NT-D3 to NT-D9: links, cards, link tokens, the gift, gate tokens, the objective: at any moment of the
    turn, also between the steps of an open action (R45)."""
    legal_links(s, box, mask)
    legal_cards(s, box, mask)
    legal_tokens(s, box, mask)
    legal_gifts(s, mask)
    clan = s.clans[s.player]
    for resource in range(RESOURCES):
        if can_pay_gate(clan, box, resource):
            allow(mask, PAY_GATE + resource)
    if clan.exchanged == 0:
        allow(mask, EXCHANGE)


@rule
def apply_resolution(s: State, box: Box, action: int) -> None:
    """Carry out a choice of Phase II: everything of the menu first, then the answers to questions."""
    if action == END_TURN:
        end_turn(s, box)
        return
    phase = s.phase
    s.phase = menu(s)
    if action < STOP:
        apply_menu(s, box, action)
    elif action == STOP:
        stop(s)
    elif action < BUILD:
        apply_offering(s, box, action)
    else:
        apply_answer(s, box, phase, action)
    if s.phase <= Phase.BUILDING:
        s.supplied = 0


@rule
def apply_menu(s: State, box: Box, action: int) -> None:
    """NT-D2 to NT-D9."""
    if action < USE_LINK:
        act(s, box, action - RESOLVE)
    elif action < PLAY_CARD:
        number = action - USE_LINK
        use_link(s, box, number // LINKS, number % LINKS)
    elif action < DISCARD_CARD:
        play_card(s, box, action - PLAY_CARD)
    elif action < USE_TOKEN:
        discard_card(s, box, action - DISCARD_CARD)
    elif action < GIFT:
        use_token(s, box, action - USE_TOKEN)
    elif action < PAY_GATE:
        number = action - GIFT
        give(s, box, number // GIFT_SEATS, number % GIFT_SEATS)
    elif action < EXCHANGE:
        pay_gate(s, box, action - PAY_GATE)
    else:
        exchange_objective(s, box)


@rule
def apply_offering(s: State, box: Box, action: int) -> None:
    """NT-D17: one offering."""
    if action < SACRIFICE:
        buy_resource(s, box, action - BUY)
    elif action < OFFER_CRAFT:
        offer_resource(s, box, action - SACRIFICE)
    elif action < OFFER_LINK:
        offer_for_craft(s, box, action - OFFER_CRAFT)
    else:
        offer_for_link(s, box, action - OFFER_LINK)


@rule
def apply_answer(s: State, box: Box, phase: int, action: int) -> None:
    """NT-D11 to NT-D16, NT-D18 to NT-D22: the answer to the question of this phase."""
    if action < TAKE:
        number = action - BUILD
        if phase == Phase.BUILDING:
            build_step(s, box, number // TENTS, number % TENTS)
        else:
            build(s, box, number // TENTS, number % TENTS)
    elif action < PICK_ALL:
        answer_take(s, box, phase, action - TAKE)
    elif action < RAISE:
        pick_in_forest(s, box, Resource.MUSHROOM)
    elif action < FEED:
        raise_totem(s, Resource.SKULL if action > RAISE else Resource.WOOD)
    elif action < CRAFT_ON:
        feed(s, box, Resource.MEAT + action - FEED)
    elif action < TAKE_CRAFT:
        number = action - CRAFT_ON
        craft(s, box, number // CRAFTS, number % CRAFTS)
    elif action < WELCOME:
        take_craft(s, box, action - TAKE_CRAFT)
    elif action < PAY:
        welcome_visitor(s, box, action - WELCOME)
    elif action < LEARN:
        pay_and_consult(s, box, action - PAY)
    elif action < REMOVE:
        take_card(s, action - LEARN)
    elif action < TAKE_TOKEN:
        remove_craft(s, action - REMOVE)
    else:
        take_token(s, box, action - TAKE_TOKEN)


@rule
def end_turn(s: State, box: Box) -> None:
    """NT-D10: the turn is over; the next player resolves, or the round ends. Once-per-round marks of the
    player are cleared with it: each has one resolution turn in a round (NT-F3, NT-F4, R20)."""
    note(s, TURN_ENDS, s.player)
    s.gift_made = 0
    s.links_bought = 0
    s.links_open[0] = 0
    s.links_open[1] = 0
    s.opened = Opened.NOTHING
    s.turns += 1
    if s.turns < s.seats:
        begin_turn(s, box)
    else:
        s.turns = 0
        end_round(s, box)
