"""Information-set Monte-Carlo tree search, for any number of seats.

Each simulation deals the hidden facts anew from what the seat knows, walks down the tree by
the actions that are legal in this deal, opens one node, plays a few moves on, judges, and
carries every seat's reward back up (max-n: whoever moves maximises their own).
"""

from __future__ import annotations

from math import sqrt

from firstfire.kernel.compiling.exponential import exp
from firstfire.kernel.records.bits import Mask, lowest, popcount
from firstfire.kernel.records.entry import AnyBox, Moves
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import below, next_word
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.contract import habit, idle, legal, prefer, score, suspect
from firstfire.kernel.rules.drive import Dice, copy_record, determinize, step, victory

from .nodes import SEATS, WELL_VISITED, Nodes, SearchPlan

FEW_POINTS = 8.0  # what a lone player's points are compared with


@generic
def search(
    s: Header, known: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan, nodes: Nodes
) -> None:  # fmt: skip
    """Run the planned simulations from what a seat knows; the tree keeps what they found."""
    for _ in range(plan.simulations):
        deal(s, known, box, plan)
        plan.clock += 1
        node = descend(s, box, mask, moves, plan, nodes)
        roll_out(s, box, mask, moves, plan)
        judge(s, box, plan)
        climb(node, s.seats, plan, nodes)


@generic
def deal(s: Header, known: Header, box: AnyBox, plan: SearchPlan) -> None:
    """A table that fits what a seat knows, dealt by the dice and made likelier by what the game suspects of rivals."""
    copy_record(s, known)
    s.quiet = 1
    low = next_word(plan.dice)
    determinize(s, box, plan.seat, low, next_word(plan.dice))
    for _ in range(plan.belief_updates):
        suspect(s, box, plan.seat)


@generic
def list_moves(s: Header, box: AnyBox, mask: Mask, moves: Moves) -> int:
    """List the legal actions in order of number; how many there are. The mask, which is clear,
    is cleared again on the way: one pass over it is enough."""
    legal(s, box, mask)
    found = 0
    for i in range(len(mask)):
        word = mask[i]
        if word != 0:
            mask[i] = 0
            for _ in range(popcount(word)):
                moves[found] = (i << 6) + lowest(word)
                word &= word - 1
                found += 1
    return found


@generic
def descend(s: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan, nodes: Nodes) -> int:
    """Walk from the root to a node that has hardly been visited, playing the actions. Rivals
    think like us, or (`plan.rivals` of a hundred) follow their habits: they find out our hidden
    cards only in this tree, not at the table."""
    node = plan.root
    while s.over == 0:
        if s.player != plan.seat and follows_habit(plan):
            action = usual_move(s, box, mask, moves, plan)
            if action < 0:
                break
            used = plan.used
            chosen = child_after(node, 0, action, plan, nodes)
            if plan.used != used:
                nodes[chosen].weight = prior_of(s, box, action, plan)
        else:
            options = list_moves(s, box, mask, moves)
            if options == 0:
                break
            if node == plan.root and plan.only >= 0:
                moves[0] = plan.only
                options = 1
            total = meet_children(s, box, node, moves, options, plan, nodes)
            chosen = best_child(node, s.player, total, plan, nodes)
        if chosen == 0:  # the tree is full, and nothing in it is legal here
            break
        step(s, box, nodes[chosen].action)
        node = chosen
        if nodes[node].visits < plan.expansion_visits:
            break
    return node


@generic
def follows_habit(plan: SearchPlan) -> bool:
    """Whether a rival follows its habit this time: so many of a hundred do."""
    return plan.rivals >= 100 or (plan.rivals > 0 and below(plan.dice, 100) < plan.rivals)


@generic
def meet_children(
    s: Header, box: AnyBox, node: int, moves: Moves, options: int, plan: SearchPlan, nodes: Nodes
) -> float:  # fmt: skip
    """Mark the children whose actions are legal in this deal, and give the node a new child for
    each action that has none, as far as there is room; the sum of their weights. Children lie
    in order of action, as the moves do. Idle actions are left out, where there are others."""
    total = 0.0
    before = 0  # the sibling before the next child
    for i in range(options):
        action = moves[i]
        if not counts(s, box, node, action, options, plan):
            continue
        used = plan.used
        child = child_after(node, before, action, plan, nodes)
        if child != 0:
            before = child
            if plan.used != used:
                nodes[child].weight = prior_of(s, box, action, plan)
            total += met(child, plan, nodes)
    return total


@generic
def counts(s: Header, box: AnyBox, node: int, action: int, options: int, plan: SearchPlan) -> bool:
    """Whether an action of a node is thought about: idle ones are not, where there are others."""
    return options == 1 or (node == plan.root and plan.looking != 0) or idle(s, box, action) == 0


@generic
def met(child: int, plan: SearchPlan, nodes: Nodes) -> float:
    """Mark a child whose action is legal in this deal; its weight."""
    nodes[child].mark = plan.clock
    nodes[child].available += 1
    return nodes[child].weight


@generic
def prior_of(s: Header, box: AnyBox, action: int, plan: SearchPlan) -> float:
    """The weight of an action, as the game's `prefer` likes it."""
    return exp(min(max(plan.prior_scale * prefer(s, box, action), -20.0), 20.0))


@generic
def child_after(node: int, before: int, action: int, plan: SearchPlan, nodes: Nodes) -> int:
    """The child of a node for an action, behind one of its children (0: the first); a new one, without a weight, if it
    has none (0: no room)."""
    child = nodes[before].next if before != 0 else nodes[node].child
    while child != 0 and nodes[child].action < action:
        before = child
        child = nodes[child].next
    if child != 0 and nodes[child].action == action:
        return child
    if plan.used >= plan.limit:
        return 0
    plan.used += 1
    made = plan.used
    nodes[made].action = action
    nodes[made].parent = node
    nodes[made].child = 0
    nodes[made].next = child
    if before == 0:
        nodes[node].child = made
    else:
        nodes[before].next = made
    nodes[made].visits = 0
    nodes[made].available = 0
    nodes[made].mark = 0  # the room may have belonged to another tree
    for seat in range(SEATS):
        nodes[made].reward[seat] = 0.0
        nodes[made].win[seat] = 0.0
    return made


@generic
def best_child(node: int, mover: int, total: float, plan: SearchPlan, nodes: Nodes) -> int:
    """The child the mover tries next: good so far, or liked and seldom tried (0: none). Exploring
    counts by the span between the worst and the best mean reward met so far, so that it is the
    same where much is at stake and where little is."""
    visits = nodes[node].visits
    span = max(plan.highest[mover] - plan.lowest[mover], plan.min_value_range)
    exploring = plan.c_puct * span / max(total, 1e-9)
    first = 0.5
    if visits > 0:
        first = nodes[node].reward[mover] / visits - plan.first_play_urgency * span
    best = 0
    best_score = -1e30
    child = nodes[node].child
    while child != 0:
        if nodes[child].mark == plan.clock:
            tried = nodes[child].visits
            mean = first
            if tried > 0:
                mean = nodes[child].reward[mover] / tried
            wish = nodes[child].weight * sqrt(float(nodes[child].available)) / (1.0 + tried)
            found = mean + exploring * wish
            if found > best_score:
                best_score = found
                best = child
        child = nodes[child].next
    return best


@generic
def roll_out(s: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan) -> None:
    """Play on for some decisions, and a few more to finish the mover's turn."""
    made = 0
    mover = s.player
    while s.over == 0 and (made < plan.depth or (s.player == mover and made < plan.depth + plan.tail)):
        if made < plan.depth:
            mover = s.player
        action = usual_move(s, box, mask, moves, plan)
        if action < 0:
            break
        made += 1
        step(s, box, action)


@generic
def usual_move(s: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan) -> int:
    """What whoever is to act would sensibly do: the best liked of some actions, or (no
    candidates) the game's habit. -1 if there is nothing to do."""
    if plan.candidates == 0:
        action = habit(s, box)
        if action >= 0:
            return action
    options = list_moves(s, box, mask, moves)
    if options < 2:
        return moves[0] if options == 1 else -1
    return sensible_move(s, box, moves, options, plan.dice, plan.candidates)


@generic
def sensible_move(s: Header, box: AnyBox, moves: Moves, options: int, dice: Dice, candidates: int) -> int:
    """Of some random legal actions, all different, the one `prefer` likes best (0: of all)."""
    place = below(dice, options)
    action = moves[place]
    if candidates == 1:
        return action
    liking = prefer(s, box, action)
    for tried in range(1, options if candidates == 0 else min(candidates, options)):
        moves[place] = moves[tried - 1]
        place = tried + below(dice, options - tried)
        like = prefer(s, box, moves[place])
        if like > liking:
            liking = like
            action = moves[place]
    return action


@generic
def judge(s: Header, box: AnyBox, plan: SearchPlan) -> None:
    """Each seat's share of the victory (`win`), and its `reward`: the same, but
    in a finished game a part of it goes by the points, so that a lost game is not thrown away
    and a won one is not idled through. A lone player's points are compared with a few."""
    victory(s, box, plan.reward, plan.points)
    seats = s.seats
    for seat in range(seats):
        plan.win[seat] = plan.reward[seat]
    if s.over == 0:
        return
    score(s, box, plan.points)
    margin = plan.margin
    if seats < 2:
        points = plan.points[0]
        plan.reward[0] = (1.0 - margin) * plan.reward[0] + margin * points / (abs(points) + FEW_POINTS)
        return
    for seat in range(seats):
        rival = -(1 << 40)
        for other in range(seats):
            if other != seat and plan.points[other] > rival:
                rival = plan.points[other]
        spread = float(abs(plan.points[seat]) + abs(rival) + 1)
        standing = 0.5 + 0.5 * (plan.points[seat] - rival) / spread
        plan.reward[seat] = (1.0 - margin) * plan.reward[seat] + margin * standing


@generic
def climb(node: int, seats: int, plan: SearchPlan, nodes: Nodes) -> None:
    """Add what was found to every node on the way up; means of well-visited nodes widen the reach."""
    going = True
    while going:
        nodes[node].visits += 1
        visits = nodes[node].visits
        for seat in range(seats):
            nodes[node].reward[seat] += plan.reward[seat]
            nodes[node].win[seat] += plan.win[seat]
            if visits >= WELL_VISITED:
                mean = nodes[node].reward[seat] / visits
                plan.lowest[seat] = min(plan.lowest[seat], mean)
                plan.highest[seat] = max(plan.highest[seat], mean)
        going = node != plan.root
        node = nodes[node].parent


@generic
def outlook(
    s: Header, known: Header, box: AnyBox, mask: Mask, moves: Moves, plan: SearchPlan, action: int, sums: Row[float]
) -> None:
    """Play the planned games on from what a seat knows, to their ends, after an action (-1: none). Adds up each
    seat's final points in sums[0…] and shares of the victory in sums[8…]."""
    for _ in range(plan.simulations):
        deal(s, known, box, plan)
        if action >= 0:
            step(s, box, action)
        roll_out(s, box, mask, moves, plan)
        score(s, box, plan.points)
        for i in range(s.seats):
            sums[i] += plan.points[i]
        victory(s, box, plan.win, plan.points)
        for i in range(s.seats):
            sums[8 + i] += plan.win[i]
