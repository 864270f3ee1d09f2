"""The search with a net inside: at every node that it opens, the net looks at the table as the mover would know it.

What the net likes is tried first, and what it expects is what the node is worth, alone or mixed with a rollout
(`SearchSettings.value_mix`). The rest is as in search.py.
"""

from __future__ import annotations

from typing import NamedTuple

from firstfire.kernel.compiling.exponential import exp
from firstfire.kernel.compiling.likings import liking_step
from firstfire.kernel.records.bits import Mask
from firstfire.kernel.records.entry import (
    AnyBox,
    ManyDoubles,
    Moves,
    Seen,
    requires,
)
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.rng import below
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.contract import prefer, rank
from firstfire.kernel.rules.drive import observe_as, step

from ..policy.forward import (
    ROWS,
    TRUSTS,
    NetRows,
    hope_of,
    liking_of,
    look,
    trust_in,
)
from .nodes import Nodes, SearchPlan
from .search import (
    best_child,
    child_after,
    climb,
    counts,
    deal,
    follows_habit,
    judge,
    list_moves,
    met,
    roll_out,
)

LEFT_OUT = -1.0  # the share of attention of an idle action
FAINTEST = -20.0  # the exponent of the smallest share


class NetSight(NamedTuple):
    """A net in a search, and what it looks with."""

    scratch: Header
    row: Seen  # the observation it looked at last
    shares: ManyDoubles  # of attention, for each action; then the likings they are made of
    net: NetRows


@requires(*ROWS, "shares.size >= 2 * len(moves)")
@generic
def search_with_net(
    s: Header, known: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan, nodes: Nodes, sight: NetSight
) -> None:
    """Run the planned simulations from what a seat knows; the tree keeps what they found."""
    for _ in range(plan.simulations):
        deal(s, known, box, plan)
        plan.clock += 1
        node = plan.root
        opened = False
        while s.over == 0 and not opened:
            options = list_moves(s, box, mask, moves)
            if options == 0:
                break
            if node == plan.root and plan.only >= 0:
                moves[0] = plan.only
                options = 1
            opened = options > 1 and nodes[node].child == 0
            if opened or (options > 1 and has_news(s, box, node, moves, options, plan, nodes)):
                look_at(s, box, sight)
                share_out(s, box, node, moves, options, plan, sight)
            total = meet_anew(s, box, node, moves, options, plan, nodes, sight)
            if opened and node != plan.root:
                break
            opened = False
            if s.player != plan.seat and follows_habit(plan):
                chosen = drawn_child(node, total, plan, nodes)
            else:
                chosen = best_child(node, s.player, total, plan, nodes)
            if chosen == 0:  # the tree is full, and nothing in it is legal here
                break
            step(s, box, nodes[chosen].action)
            node = chosen
        seats = s.seats
        if s.over != 0:
            judge(s, box, plan)
            settle_places(s, box, plan)
        else:
            if not opened:
                look_at(s, box, sight)
            for place in range(seats):
                plan.hopes[(s.player + place) % seats] = 0.5 + 0.5 * hope_of(place, sight.net)
            expect(s, box, mask, moves, plan)
        climb(node, seats, plan, nodes)


@generic
def look_at(s: Header, box: AnyBox, sight: NetSight) -> None:
    """The net looks at what the mover knows."""
    observe_as(s, sight.scratch, box, s.player, sight.row)
    look(sight.row, sight.net)


@generic
def settle_places(s: Header, box: AnyBox, plan: SearchPlan) -> None:
    """What a finished game is worth, as the net counts: the second of three has half of what the first has. (Between
    two that is the share of the victory.)"""
    seats = s.seats
    places = plan.points
    rank(s, box, places)
    for seat in range(seats):
        behind = 0.0
        for other in range(seats):
            if other != seat and places[other] == places[seat]:
                behind += 0.5
            elif places[other] < places[seat]:
                behind += 1.0
        hope = 1.0 - behind / max(seats - 1, 1)
        plan.reward[seat] += plan.value_mix * (1.0 - plan.margin) * (hope - plan.win[seat])


@generic
def has_news(s: Header, box: AnyBox, node: int, moves: Moves, options: int, plan: SearchPlan, nodes: Nodes) -> bool:
    """Whether a node has no child for one of these actions, which are in order, and there is room for one. Idle ones do
    not count."""
    if plan.used >= plan.limit:
        return False
    child = nodes[node].child
    for i in range(options):
        while child != 0 and nodes[child].action < moves[i]:
            child = nodes[child].next
        if (child == 0 or nodes[child].action != moves[i]) and counts(s, box, node, moves[i], options, plan):
            return True
    return False


@generic
def share_out(
    s: Header, box: AnyBox, node: int, moves: Moves, options: int, plan: SearchPlan, sight: NetSight
) -> None:  # fmt: skip
    """The share of attention that the net gives each of these actions: together 1. Idle ones are left out."""
    shares = sight.shares
    net = sight.net
    top = -1e30
    for i in range(options):
        action = moves[i]
        shares[i] = LEFT_OUT
        if counts(s, box, node, action, options, plan):
            liking = liking_of(action, net)
            if net.shape[TRUSTS] != 0:
                liking += trust_in(action, net) * liking_step(prefer(s, box, action))
            shares[i] = 0.0
            shares[options + i] = liking
            top = max(top, liking)
    total = 0.0
    for i in range(options):
        if shares[i] != LEFT_OUT:
            shares[i] = exp(max((shares[options + i] - top) / plan.policy_temperature, FAINTEST))
            total += shares[i]
    for i in range(options):
        if shares[i] != LEFT_OUT:
            shares[i] /= total


@generic
def meet_anew(
    s: Header, box: AnyBox, node: int, moves: Moves, options: int, plan: SearchPlan, nodes: Nodes, sight: NetSight
) -> float:
    """As `meet_children`, but the net's shares are the weights of new children. (They tell of these actions wherever
    one that is not idle has no child yet.)"""
    total = 0.0
    before = 0  # the sibling before the next child
    for i in range(options):
        if not counts(s, box, node, moves[i], options, plan):
            continue
        used = plan.used
        child = child_after(node, before, moves[i], plan, nodes)
        if child != 0:
            before = child
            if plan.used != used:
                nodes[child].weight = sight.shares[i] if options > 1 else 1.0
            total += met(child, plan, nodes)
    return total


@generic
def drawn_child(node: int, total: float, plan: SearchPlan, nodes: Nodes) -> int:
    """A child of those that are legal now, drawn by their shares (0: none)."""
    left = total * below(plan.dice, 1 << 20) / (1 << 20)
    chosen = 0
    child = nodes[node].child
    while child != 0 and left >= 0.0:
        if nodes[child].mark == plan.clock:
            chosen = child
            left -= nodes[child].weight
        child = nodes[child].next
    return chosen


@generic
def expect(s: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan) -> None:
    """What a table is worth to each seat: what the net hopes, and a rollout for the rest. Between two, what one hopes
    the other fears."""
    hopes = plan.hopes
    seats = s.seats
    if seats == 2:
        even = 0.5 * (1.0 - hopes[0] - hopes[1])
        hopes[0] += even
        hopes[1] += even
    if plan.value_mix < 1.0:
        roll_out(s, box, mask, moves, plan)
        judge(s, box, plan)
    else:
        for seat in range(seats):
            plan.reward[seat] = 0.0
            plan.win[seat] = 0.0
    total = 0.0
    for seat in range(seats):
        hopes[seat] = min(max(hopes[seat], 0.0), 1.0)
        total += hopes[seat] ** 4
    for seat in range(seats):
        share = hopes[seat]
        if seats > 2 and total > 0.0:  # of places to a share of the victory: who hopes for more has most of it
            share = hopes[seat] ** 4 / total
        plan.reward[seat] += plan.value_mix * (hopes[seat] - plan.reward[seat])
        plan.win[seat] += plan.value_mix * (share - plan.win[seat])
