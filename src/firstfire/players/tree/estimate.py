"""One estimator for a whole table: each seat's chance to win, from all that the players know together.

It plays on as the search's rollouts do, from deals in which only what no player knows is drawn anew. Game i of every
estimate has the same chance (common random numbers): two estimates differ by their positions, not by their dice.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import Mask
from firstfire.kernel.records.entry import AnyBox, Moves
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import next_word, seed_rng
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.drive import begin, copy_record, deal_anew, step, victory

from .nodes import SearchPlan
from .search import roll_out

STANDING = -1  # instead of an action: as it stands
OPENING = -2  # from another set-up for the same seats and options
SQUARES = 8  # where the sums of squares begin


@generic
def estimate(
    s: Header, known: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan, action: int, sums: Row[float]
) -> int:
    """Add up each seat's share of the victory, and its square, over the planned games, played on from a state, after an
    action (or STANDING, OPENING). In how many of them chance or a secret spoke in that action is returned."""
    spoken = 0
    seats = known.seats
    for game in range(plan.simulations):
        copy_record(s, known)
        s.quiet = 1
        seed_rng(plan.dice, plan.seed, game)
        low = next_word(plan.dice)
        high = next_word(plan.dice)
        if action == OPENING:
            begin(s, box, seats, low, high)
        else:
            deal_anew(s, box, low, high)
        if action >= 0:
            step(s, box, action)
            if s.irreversible != 0:
                spoken += 1
        roll_out(s, box, mask, moves, plan)
        victory(s, box, plan.win, plan.points)
        total = 1.0
        if seats > 1:
            total = 0.0
            for seat in range(seats):
                total += plan.win[seat]
        for seat in range(seats):
            share = plan.win[seat] / total
            sums[seat] += share
            sums[SQUARES + seat] += share * share
    return spoken
