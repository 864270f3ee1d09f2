"""Information-set Monte-Carlo tree search, for any number of seats.

Each simulation deals the hidden facts anew from what the seat knows, walks down the tree by
the actions that are legal in this deal, opens one node, plays a few moves on, judges, and
carries every seat's reward back up (max-n: whoever moves maximises their own).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from firstfire.kernel.bits import Mask, allows, lowest, nth, popcount
from firstfire.kernel.contract import prefer, rank, score, value
from firstfire.kernel.drive import copy_record, imagine, legal_mask, step
from firstfire.kernel.record import Row
from firstfire.kernel.rng import below, next_word
from firstfire.kernel.rule import generic

from .layout import (
    ACTION,
    AVAILABLE,
    CANDIDATES,
    CHILD,
    CLOCK,
    CURIOSITY,
    DEPTH,
    DOUBT,
    LIMIT,
    MARGIN,
    MARK,
    NEXT,
    ONLY,
    PARENT,
    PATIENCE,
    REWARD,
    ROOT,
    SEAT,
    SHARPNESS,
    SIMULATIONS,
    STRIDE,
    TAIL,
    USED,
    VISITS,
    WEIGHT,
    WIDE,
    WIN,
)  # fmt: skip


@generic
def search(
    s: Any,
    known: Any,
    box: Any,
    mask: Mask,
    dice: Any,
    plan: Row[int],
    taste: Row[float],
    out: Row[float],
    points: Row[int],
    tree: Row[int],
    worth: Row[float],
) -> None:
    """Run the planned simulations from what a seat knows; the tree keeps what they found."""
    for _ in range(plan[SIMULATIONS]):
        copy_record(s, known)
        s.quiet = 1
        low = next_word(dice)
        imagine(s, box, plan[SEAT], low, next_word(dice))
        plan[CLOCK] += 1
        node = descend(s, box, mask, dice, plan, taste, tree, worth)
        roll_out(s, box, mask, dice, plan[DEPTH], plan[TAIL], plan[CANDIDATES])
        judge(s, box, taste[MARGIN], out, points)
        climb(node, plan[ROOT], s.seats, out, tree, worth)


@generic
def descend(
    s: Any, box: Any, mask: Mask, dice: Any, plan: Row[int], taste: Row[float], tree: Row[int], worth: Row[float]
) -> int:
    """Walk from the root to a node that has hardly been visited, playing the actions."""
    node = plan[ROOT]
    while s.over == 0:
        options = legal_mask(s, box, mask)
        if options == 0:
            break
        if node == plan[ROOT] and plan[ONLY] >= 0:
            for i in range(len(mask)):
                mask[i] = 0
            mask[plan[ONLY] >> 6] = 1 << (plan[ONLY] & 63)
        total = mark_children(node, mask, plan, tree, worth)
        total = open_children(s, box, node, mask, total, plan, taste, tree, worth)
        chosen = best_child(node, s.player, total, plan, taste, tree, worth)
        if chosen == 0:  # the tree is full, and nothing in it is legal here
            break
        step(s, box, tree[chosen * STRIDE + ACTION])
        node = chosen
        if tree[node * STRIDE + VISITS] < plan[PATIENCE]:
            break
    return node


@generic
def mark_children(node: int, mask: Mask, plan: Row[int], tree: Row[int], worth: Row[float]) -> float:
    """Mark the children whose actions are legal in this deal and take them out of the mask;
    the sum of their weights."""
    total = 0.0
    child = tree[node * STRIDE + CHILD]
    while child != 0:
        at = child * STRIDE
        action = tree[at + ACTION]
        if allows(mask, action):
            mask[action >> 6] &= ~(1 << (action & 63))
            tree[at + MARK] = plan[CLOCK]
            tree[at + AVAILABLE] += 1
            total += worth[child * WIDE + WEIGHT]
        child = tree[at + NEXT]
    return total


@generic
def open_children(
    s: Any,
    box: Any,
    node: int,
    mask: Mask,
    total: float,
    plan: Row[int],
    taste: Row[float],
    tree: Row[int],
    worth: Row[float],
) -> float:
    """Give the node a child for each action left in the mask, as far as there is room; the
    sum of weights with theirs."""
    for i in range(len(mask)):
        word = mask[i]
        for _ in range(popcount(word)):
            if plan[USED] >= plan[LIMIT]:
                return total
            action = (i << 6) + lowest(word)
            word &= word - 1
            plan[USED] += 1
            child = plan[USED]
            at = child * STRIDE
            tree[at + ACTION] = action
            tree[at + PARENT] = node
            tree[at + CHILD] = 0
            tree[at + NEXT] = tree[node * STRIDE + CHILD]
            tree[node * STRIDE + CHILD] = child
            tree[at + VISITS] = 0
            tree[at + AVAILABLE] = 1
            tree[at + MARK] = plan[CLOCK]
            for j in range(1, WIDE):
                worth[child * WIDE + j] = 0.0
            liking = taste[SHARPNESS] * prefer(s, box, action)
            weight = exp(min(max(liking, -20.0), 20.0))
            worth[child * WIDE + WEIGHT] = weight
            total += weight
    return total


@generic
def best_child(
    node: int, mover: int, total: float, plan: Row[int], taste: Row[float], tree: Row[int], worth: Row[float]
) -> int:
    """The child the mover tries next: good so far, or liked and seldom tried (0: none)."""
    visits = tree[node * STRIDE + VISITS]
    first = 0.5
    if visits > 0:
        first = worth[node * WIDE + REWARD + mover] / visits - taste[DOUBT]
    best = 0
    best_score = -1e30
    child = tree[node * STRIDE + CHILD]
    while child != 0:
        at = child * STRIDE
        if tree[at + MARK] == plan[CLOCK]:
            tried = tree[at + VISITS]
            mean = first
            if tried > 0:
                mean = worth[child * WIDE + REWARD + mover] / tried
            share = worth[child * WIDE + WEIGHT] / total
            found = mean + taste[CURIOSITY] * share * sqrt(float(tree[at + AVAILABLE])) / (1.0 + tried)
            if found > best_score:
                best_score = found
                best = child
        child = tree[at + NEXT]
    return best


@generic
def roll_out(s: Any, box: Any, mask: Mask, dice: Any, depth: int, tail: int, candidates: int) -> None:
    """Play on for some decisions, and a few more to finish the mover's turn. Each decision
    compares some random legal actions by `prefer`; a forced one does not count."""
    made = 0
    mover = s.player
    while s.over == 0 and (made < depth or (s.player == mover and made < depth + tail)):
        options = legal_mask(s, box, mask)
        if options == 0:
            break
        if made < depth:
            mover = s.player
        action = nth(mask, 0)
        if options > 1:
            made += 1
            action = nth(mask, below(dice, options))
            if candidates > 1:
                liking = prefer(s, box, action)
                for _ in range(candidates - 1):
                    other = nth(mask, below(dice, options))
                    if other != action:
                        like = prefer(s, box, other)
                        if like > liking:
                            liking = like
                            action = other
        step(s, box, action)


@generic
def judge(s: Any, box: Any, margin: float, out: Row[float], points: Row[int]) -> None:
    """Each seat's share of the victory in out[8…], and its reward in out[0…]: the same, but
    in a finished game a part of it goes by the points, so that a lost game is not thrown away
    and a won one is not idled through."""
    victory(s, box, out, points)
    seats = s.seats
    for seat in range(seats):
        out[8 + seat] = out[seat]
    if s.over == 0 or seats < 2:
        return
    score(s, box, points)
    for seat in range(seats):
        rival = -(1 << 40)
        for other in range(seats):
            if other != seat and points[other] > rival:
                rival = points[other]
        spread = float(abs(points[seat]) + abs(rival) + 1)
        standing = 0.5 + 0.5 * (points[seat] - rival) / spread
        out[seat] = (1.0 - margin) * out[seat] + margin * standing


@generic
def victory(s: Any, box: Any, out: Row[float], places: Row[int]) -> None:
    """Each seat's share of the victory: by the final ranks, or as `value` judges a game that
    goes on (and whether a lone player has won)."""
    if s.over == 0 or s.seats < 2:
        value(s, box, out)
        return
    rank(s, box, places)
    winners = 0
    for seat in range(s.seats):
        if places[seat] == 1:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@generic
def climb(node: int, root: int, seats: int, out: Row[float], tree: Row[int], worth: Row[float]) -> None:
    """Add what was found to every node on the way up."""
    going = True
    while going:
        tree[node * STRIDE + VISITS] += 1
        for seat in range(seats):
            worth[node * WIDE + REWARD + seat] += out[seat]
            worth[node * WIDE + WIN + seat] += out[8 + seat]
        going = node != root
        node = tree[node * STRIDE + PARENT]


@generic
def outlook(
    s: Any,
    known: Any,
    box: Any,
    mask: Mask,
    dice: Any,
    seat: int,
    action: int,
    games: int,
    limit: int,
    candidates: int,
    points: Row[int],
    out: Row[float],
    sums: Row[float],
) -> None:
    """Play whole games on from what a seat knows, after an action (-1: none). Adds up each
    seat's final points in sums[0…] and shares of the victory in sums[8…]."""
    for _ in range(games):
        copy_record(s, known)
        s.quiet = 1
        low = next_word(dice)
        imagine(s, box, seat, low, next_word(dice))
        if action >= 0:
            step(s, box, action)
        roll_out(s, box, mask, dice, limit, 0, candidates)
        score(s, box, points)
        for i in range(s.seats):
            sums[i] += points[i]
        victory(s, box, out, points)
        for i in range(s.seats):
            sums[8 + i] += out[i]
