"""F3: the Scarcity that follows for certain when a choice ends what a clan can do in a round.

Who has passed, or has nobody left to send, goes home with what was programmed; who can resolve nothing more eats what
there is. The rules themselves say so, on a copy of what the player sees, up to where unseen tiles or others speak.
"""

from __future__ import annotations

from typing import NamedTuple

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.records.rows import as_tuple
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import Decisions

from ...actions import ACTIONS, GO, PASS
from ...box import Box
from ...decisions import ANYWHERE, POINTS
from ...rules.clan import affords, anyone_home
from ...rules.ground import species_at
from ...rules.hut import asks_offering, offering_options
from ...rules.resolution import anything_left, mastery
from ...rules.rounds import food_needed, next_resolver, next_turn
from ...state import CELLS, MEAT_FOOD, NONE, Clan, Good, Hut, Job, Order, Phase, State, Step
from ..names import counted
from .common import ChoiceFacts, crop, joined, scarcity_text, strain, with_parts

OWN_PHASES = frozenset((
    Phase.PROGRAM, Phase.PARTY, Phase.HUNTERS, Phase.MARK, Phase.PARTNER, Phase.RESOLVE, Phase.RAISE, Phase.CARRY,
    Phase.FORGET, Phase.TOOLS, Phase.OFFER, Phase.STROKES, Phase.JOURNEY, Phase.MEGALITH, Phase.WANDER, Phase.BARTER,
    Phase.TAKE,
))  # fmt: skip


@rule
def go_on(s: State, box: Box) -> None:
    """What happens by itself while it depends on the clan that acted alone."""
    while s.over == 0 and (s.step == Step.NEXT_TURN or (s.step == Step.NEXT_RESOLVER and is_resolving(s))):
        step = s.step
        s.step = Step.WAIT
        if step == Step.NEXT_TURN:
            next_turn(s)
        else:
            next_resolver(s, box)


@rule
def is_resolving(s: State) -> bool:
    """Whether it is still the turn of the clan that acted."""
    return s.turn < s.seats and (s.lead + s.turn) % s.seats == s.player


ALONE = Decisions(ACTIONS, *POINTS, anywhere=ANYWHERE, always=go_on)

OPEN = frozenset((PASS, *range(GO, GO + CELLS)))  # a pass, and expeditions of any number
COUPLE_SIZE = 2


class CertainCosts(NamedTuple):
    """What is certain: how often the Shaman waits in vain, the food that is short and whether it may be more, and the
    Scarcity that was taken before."""

    waiting: int = 0
    hungry: int = 0
    at_least: bool = False
    taken: int = 0


NOTHING = CertainCosts()


def foreseen(now: ChoiceFacts, box: Box, action: int) -> CertainCosts:
    """The Scarcity that a legal action brings for certain beyond what it costs itself."""
    view = now.view
    if view.phase not in OWN_PHASES or (view.phase == Phase.PROGRAM and _leaves_some(now.clan, action)):
        return NOTHING
    after = copy_of(view)
    after.quiet = 1
    ALONE.apply(after, box, action)
    clan = after.clans[view.player]
    if after.over != 0 or after.step == Step.NEXT_RESOLVER:  # resolved
        waiting = clan.scarcity - now.clan.scarcity
        return CertainCosts(waiting, 0 if after.over else _short(after, clan), False, now.clan.scarcity)
    if after.phase == Phase.PROGRAM and (clan.passed or not anyone_home(clan)):
        after.player = view.player
        return _programmed(after, box, clan)
    return NOTHING


def _leaves_some(clan: Clan, action: int) -> bool:
    """Whether somebody surely stays at home who can still be sent: but for expeditions one or two go at once."""
    return action not in OPEN and clan.hunters + clan.chiefs + clan.shaman > COUPLE_SIZE


def _short(s: State, clan: Clan) -> int:
    """DG-5.1: the food that is short if nothing more comes home."""
    return max(0, int(food_needed(s, clan)) - clan.goods[Good.FRUIT] - MEAT_FOOD * clan.goods[Good.MEAT])


def _programmed(s: State, box: Box, clan: Clan) -> CertainCosts:
    """Before resolving: all that can be eaten is what there is and what was programmed may bring; a Shaman waits in
    vain if nothing can be resolved, her own action neither."""
    short = _short(s, clan)
    orders = [clan.orders[i] for i in range(clan.order_count) if clan.orders[i].job != Job.IDLE]
    if not anything_left(s, box):
        huts = [order for order in orders if order.job == Job.SHAMAN_HUT]
        if any(_hopes(s, box, clan, order) for order in huts):
            return NOTHING
        lost = s.seats == 1 and clan.scarcity + len(huts) > s.solo.quota  # R49: at once, before the meal
        return CertainCosts(len(huts), 0 if huts and lost else short, False, clan.scarcity)
    if any(order.job == Job.SHAMAN_HUT and order.place == Hut.TRADE for order in orders):
        return NOTHING
    brought = sum(_food(s, box, order) for order in orders)
    return CertainCosts(0, max(0, short - brought), True, clan.scarcity)


def _hopes(s: State, box: Box, clan: Clan, order: Order) -> bool:
    """Whether land that is yet to be revealed may still give the Shaman what she needs."""
    payable = affords(clan, box.hut_cost[order.place]) and (
        not asks_offering(s, box, order.place) or offering_options(s, box) != 0
    )
    return bool(payable) and Hut.LONG_JOURNEY <= order.place <= Hut.DOLMEN


def _food(s: State, box: Box, order: Order) -> int:
    """The most that an order can bring to eat."""
    if order.job == Job.HARVEST:
        found = crop(box, s.tile[order.place], mastery(order))
    elif order.job == Job.HUNT and (species := species_at(s, order.place)) != NONE:
        found = list(as_tuple(box.spoils[species]))
    else:
        return 0
    return found[Good.FRUIT] + MEAT_FOOD * found[Good.MEAT]


@memoised
def foreseen_text(box: Box, words: Words, sentence: str, ahead: CertainCosts, quota: int) -> str:
    """The sentence of a choice, with the Scarcity that follows for certain."""
    units = ahead.waiting + ahead.hungry
    if not units:
        return sentence
    vain = words.say("tell.in_vain") if ahead.waiting else ""
    food = counted(words, "food", ahead.hungry) if ahead.hungry else ""
    short = words.say("tell.short_at_least" if ahead.at_least else "tell.short", food=food) if food else ""
    sign = scarcity_text(box, words, strain(units, ahead.taken, quota))
    tells = words.say("list.told", sentence="", told="").rstrip() in sentence
    return (joined if tells else with_parts)(words, sentence, vain, short, sign)
