"""The search with a net inside: at every node that it opens, the net looks at the table as the mover would know it.

What the net likes is tried first, and what it expects is what the node is worth, alone or mixed with a rollout
(`SearchSettings.value_mix`). The rest is as in search.py.
"""

from __future__ import annotations

from firstfire.kernel.compiling.exponential import exp
from firstfire.kernel.compiling.likings import liking_step
from firstfire.kernel.records.bits import Mask
from firstfire.kernel.records.entry import (
    AnyBox,
    ManyDoubles,
    ManyNumbers,
    ManyShorts,
    ManyWeights,
    ManyWords,
    Moves,
    Seen,
    requires,
)
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import below
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.contract import idle, prefer, rank
from firstfire.kernel.rules.drive import Dice, observe_as, step

from ..policy.forward import ACTIONS, LAYERS, SEATS, SIZE, TRUSTS, VALUE, hope_of, liking_of, look, trust_in
from .nodes import Judgement, Nodes, SearchPlan, Stats
from .search import add_child, best_child, climb, deal, follows_habit, judge, list_moves, roll_out

LEFT_OUT = -1.0  # the share of attention of an idle action
FAINTEST = -20.0  # the exponent of the smallest share


@requires(
    f"shape.size > {TRUSTS}",
    f"tables.size >= 4 * shape[{SIZE}]",
    f"weights.size >= shape[{VALUE}] + shape[{SEATS}] * width",
    f"scales.size >= 4 * shape[{LAYERS}] * width + 3 * shape[{ACTIONS}] + 2 * shape[{SEATS}]",
    "shares.size >= 2 * len(moves)",
    "active.size >= width",
    "sums.size >= width",
    "fine.size >= width",
)
@generic
def search_with_net(  # noqa: PLR0913, PLR0917 - the rows of a tree and those of a net
    s: Header, known: Header, box: AnyBox, mask: Mask, moves: Moves, dice: Dice, plan: SearchPlan, out: Judgement,
    points: Row[int], nodes: Nodes, stats: Stats, scratch: Header, row: Seen, hopes: Row[float], shares: ManyDoubles,
    shape: ManyNumbers, tables: ManyWords, weights: ManyWeights, scales: ManyDoubles, active: ManyShorts,
    sums: ManyWords, fine: ManyDoubles, width: int,
) -> None:  # fmt: skip
    """Run the planned simulations from what a seat knows; the tree keeps what they found."""
    for _ in range(plan.simulations):
        deal(s, known, box, dice, plan.seat, plan.belief_updates)
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
                observe_as(s, scratch, box, s.player, row)
                look(row, shape, tables, weights, scales, active, sums, fine, width)
                share_out(s, box, node, moves, options, plan, shares, shape, weights, scales, active, width)
            total = meet_anew(s, box, node, moves, options, shares, plan, nodes, stats)
            if opened and node != plan.root:
                break
            opened = False
            if s.player != plan.seat and follows_habit(dice, plan.rivals):
                chosen = drawn_child(node, total, dice, plan, nodes, stats)
            else:
                chosen = best_child(node, s.player, total, plan, nodes, stats)
            if chosen == 0:  # the tree is full, and nothing in it is legal here
                break
            step(s, box, nodes[chosen].action)
            node = chosen
        seats = s.seats
        if s.over != 0:
            judge(s, box, plan.margin, out, points)
            settle_places(s, box, plan, out, points)
        else:
            if not opened:
                observe_as(s, scratch, box, s.player, row)
                look(row, shape, tables, weights, scales, active, sums, fine, width)
            for place in range(seats):
                hope = 0.5 + 0.5 * hope_of(place, shape, weights, scales, active, width)
                hopes[(s.player + place) % seats] = hope
            expect(s, box, mask, moves, dice, plan, hopes, out, points)
        climb(node, plan.root, seats, out, plan, nodes, stats)


@generic
def settle_places(s: Header, box: AnyBox, plan: SearchPlan, out: Judgement, points: Row[int]) -> None:
    """What a finished game is worth, as the net counts: the second of three has half of what the first has. (Between
    two that is the share of the victory.)"""
    seats = s.seats
    rank(s, box, points)
    for seat in range(seats):
        behind = 0.0
        for other in range(seats):
            if other != seat and points[other] == points[seat]:
                behind += 0.5
            elif points[other] < points[seat]:
                behind += 1.0
        hope = 1.0 - behind / max(seats - 1, 1)
        out.reward[seat] += plan.value_mix * (1.0 - plan.margin) * (hope - out.win[seat])


@generic
def has_news(s: Header, box: AnyBox, node: int, moves: Moves, options: int, plan: SearchPlan, nodes: Nodes) -> bool:
    """Whether a node has no child for one of these actions, which are in order, and there is room for one. Idle ones do
    not count."""
    if plan.used >= plan.limit:
        return False
    all_count = node == plan.root and plan.looking != 0
    child = nodes[node].child
    for i in range(options):
        while child != 0 and nodes[child].action < moves[i]:
            child = nodes[child].next
        if (child == 0 or nodes[child].action != moves[i]) and (all_count or idle(s, box, moves[i]) == 0):
            return True
    return False


@generic
def share_out(
    s: Header, box: AnyBox, node: int, moves: Moves, options: int, plan: SearchPlan, shares: ManyDoubles,
    shape: ManyNumbers, weights: ManyWeights, scales: ManyDoubles, active: ManyShorts, width: int,
) -> None:  # fmt: skip
    """The share of attention that the net gives each of these actions: together 1. Idle ones are left out."""
    all_count = node == plan.root and plan.looking != 0
    top = -1e30
    for i in range(options):
        action = moves[i]
        shares[i] = LEFT_OUT
        if all_count or idle(s, box, action) == 0:
            liking = liking_of(action, shape, weights, scales, active, width)
            if shape[TRUSTS] != 0:
                liking += trust_in(action, shape, scales, width) * liking_step(prefer(s, box, action))
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
    s: Header, box: AnyBox, node: int, moves: Moves, options: int, shares: ManyDoubles, plan: SearchPlan, nodes: Nodes,
    stats: Stats,
) -> float:  # fmt: skip
    """Mark the children whose actions are legal in this deal, and give the node a new child for each action that has
    none, as far as there is room; the sum of their shares. Idle actions are left out, where there are others. (The
    shares tell of these actions wherever one that is not idle has no child yet.)"""
    all_count = options == 1 or (node == plan.root and plan.looking != 0)
    total = 0.0
    before = 0  # the sibling before `child`
    child = nodes[node].child
    for i in range(options):
        action = moves[i]
        if not all_count and idle(s, box, action) != 0:
            continue
        while child != 0 and nodes[child].action < action:
            before = child
            child = nodes[child].next
        if child == 0 or nodes[child].action != action:
            if plan.used >= plan.limit:
                continue
            child = add_child(node, before, child, action, plan, nodes, stats)
            stats[child].weight = shares[i] if options > 1 else 1.0
        nodes[child].mark = plan.clock
        nodes[child].available += 1
        total += stats[child].weight
    return total


@generic
def drawn_child(node: int, total: float, dice: Dice, plan: SearchPlan, nodes: Nodes, stats: Stats) -> int:
    """A child of those that are legal now, drawn by their shares (0: none)."""
    left = total * below(dice, 1 << 20) / (1 << 20)
    chosen = 0
    child = nodes[node].child
    while child != 0 and left >= 0.0:
        if nodes[child].mark == plan.clock:
            chosen = child
            left -= stats[child].weight
        child = nodes[child].next
    return chosen


@generic
def expect(
    s: Header, box: AnyBox, mask: Mask, moves: Moves, dice: Dice, plan: SearchPlan, hopes: Row[float], out: Judgement,
    points: Row[int],
) -> None:  # fmt: skip
    """What a table is worth to each seat: what the net hopes, and a rollout for the rest. Between two, what one hopes
    the other fears."""
    seats = s.seats
    if seats == 2:
        even = 0.5 * (1.0 - hopes[0] - hopes[1])
        hopes[0] += even
        hopes[1] += even
    if plan.value_mix < 1.0:
        roll_out(s, box, mask, moves, dice, plan.depth, plan.tail, plan.candidates)
        judge(s, box, plan.margin, out, points)
    else:
        for seat in range(seats):
            out.reward[seat] = 0.0
            out.win[seat] = 0.0
    total = 0.0
    for seat in range(seats):
        hopes[seat] = min(max(hopes[seat], 0.0), 1.0)
        total += hopes[seat] ** 4
    for seat in range(seats):
        share = hopes[seat]
        if seats > 2 and total > 0.0:  # of places to a share of the victory: who hopes for more has most of it
            share = hopes[seat] ** 4 / total
        out.reward[seat] += plan.value_mix * (hopes[seat] - out.reward[seat])
        out.win[seat] += plan.value_mix * (share - out.win[seat])
