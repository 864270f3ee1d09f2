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
from firstfire.kernel.rules.drive import Dice, copy_record, imagine, step, victory

from .nodes import SEATS, WELL_VISITED, Judgement, Nodes, SearchPlan, Stats

FEW_POINTS = 8.0  # what a lone player's points are compared with


@generic
def search(
    s: Header,
    known: Header,
    box: AnyBox,
    mask: Mask,
    moves: Moves,
    dice: Dice,
    plan: SearchPlan,
    out: Judgement,
    points: Row[int],
    nodes: Nodes,
    stats: Stats,
) -> None:
    """Run the planned simulations from what a seat knows; the tree keeps what they found."""
    for _ in range(plan.simulations):
        deal(s, known, box, dice, plan.seat, plan.belief_updates)
        plan.clock += 1
        node = descend(s, box, mask, moves, dice, plan, nodes, stats)
        roll_out(s, box, mask, moves, dice, plan.depth, plan.tail, plan.candidates)
        judge(s, box, plan.margin, out, points)
        climb(node, plan.root, s.seats, out, plan, nodes, stats)


@generic
def deal(s: Header, known: Header, box: AnyBox, dice: Dice, seat: int, belief_updates: int) -> None:
    """A table that fits what a seat knows, dealt by the dice and made likelier by what the game suspects of rivals."""
    copy_record(s, known)
    s.quiet = 1
    low = next_word(dice)
    imagine(s, box, seat, low, next_word(dice))
    for _ in range(belief_updates):
        suspect(s, box, seat)


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
def descend(
    s: Header,
    box: AnyBox,
    mask: Mask,
    moves: Moves,
    dice: Dice,
    plan: SearchPlan,
    nodes: Nodes,
    stats: Stats,
) -> int:
    """Walk from the root to a node that has hardly been visited, playing the actions. Rivals
    think like us, or (`plan.rivals` of a hundred) follow their habits: they find out our hidden
    cards only in this tree, not at the table."""
    node = plan.root
    while s.over == 0:
        if s.player != plan.seat and follows_habit(dice, plan.rivals):
            action = usual_move(s, box, mask, moves, dice, plan.candidates)
            if action < 0:
                break
            chosen = child_for(s, box, node, action, plan, nodes, stats)
        else:
            options = list_moves(s, box, mask, moves)
            if options == 0:
                break
            if node == plan.root and plan.only >= 0:
                moves[0] = plan.only
                options = 1
            total = meet_children(s, box, node, moves, options, plan, nodes, stats)
            chosen = best_child(node, s.player, total, plan, nodes, stats)
        if chosen == 0:  # the tree is full, and nothing in it is legal here
            break
        step(s, box, nodes[chosen].action)
        node = chosen
        if nodes[node].visits < plan.expansion_visits:
            break
    return node


@generic
def follows_habit(dice: Dice, share: int) -> bool:
    """Whether a rival follows its habit this time: so many of a hundred do."""
    return share >= 100 or (share > 0 and below(dice, 100) < share)


@generic
def child_for(s: Header, box: AnyBox, node: int, action: int, plan: SearchPlan, nodes: Nodes, stats: Stats) -> int:
    """The child of a node for an action, a new one if it has none (0: no room)."""
    before = 0
    child = nodes[node].child
    while child != 0 and nodes[child].action < action:
        before = child
        child = nodes[child].next
    if child != 0 and nodes[child].action == action:
        return child
    if plan.used >= plan.limit:
        return 0
    return new_child(s, box, node, before, child, action, plan, nodes, stats)


@generic
def meet_children(
    s: Header,
    box: AnyBox,
    node: int,
    moves: Moves,
    options: int,
    plan: SearchPlan,
    nodes: Nodes,
    stats: Stats,
) -> float:
    """Mark the children whose actions are legal in this deal, and give the node a new child for
    each action that has none, as far as there is room; the sum of their weights. Children lie
    in order of action, as the moves do. Idle actions are left out, where there are others."""
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
            child = new_child(s, box, node, before, child, action, plan, nodes, stats)
        nodes[child].mark = plan.clock
        nodes[child].available += 1
        total += stats[child].weight
    return total


@generic
def new_child(
    s: Header,
    box: AnyBox,
    node: int,
    before: int,
    after: int,
    action: int,
    plan: SearchPlan,
    nodes: Nodes,
    stats: Stats,
) -> int:
    """A new child of a node for an action, liked as the game's `prefer` likes it."""
    child = add_child(node, before, after, action, plan, nodes, stats)
    liking = plan.prior_scale * prefer(s, box, action)
    stats[child].weight = exp(min(max(liking, -20.0), 20.0))
    return child


@generic
def add_child(node: int, before: int, after: int, action: int, plan: SearchPlan, nodes: Nodes, stats: Stats) -> int:
    """A new child of a node for an action, between two of its children (0: at the end)."""
    plan.used += 1
    child = plan.used
    nodes[child].action = action
    nodes[child].parent = node
    nodes[child].child = 0
    nodes[child].next = after
    if before == 0:
        nodes[node].child = child
    else:
        nodes[before].next = child
    nodes[child].visits = 0
    nodes[child].available = 0
    nodes[child].mark = 0  # the room may have belonged to another tree
    for seat in range(SEATS):
        stats[child].reward[seat] = 0.0
        stats[child].win[seat] = 0.0
    return child


@generic
def best_child(
    node: int,
    mover: int,
    total: float,
    plan: SearchPlan,
    nodes: Nodes,
    stats: Stats,
) -> int:
    """The child the mover tries next: good so far, or liked and seldom tried (0: none). Exploring
    counts by the span between the worst and the best mean reward met so far, so that it is the
    same where much is at stake and where little is."""
    visits = nodes[node].visits
    span = max(plan.highest[mover] - plan.lowest[mover], plan.min_value_range)
    exploring = plan.c_puct * span / max(total, 1e-9)
    first = 0.5
    if visits > 0:
        first = stats[node].reward[mover] / visits - plan.first_play_urgency * span
    best = 0
    best_score = -1e30
    child = nodes[node].child
    while child != 0:
        if nodes[child].mark == plan.clock:
            tried = nodes[child].visits
            mean = first
            if tried > 0:
                mean = stats[child].reward[mover] / tried
            wish = stats[child].weight * sqrt(float(nodes[child].available)) / (1.0 + tried)
            found = mean + exploring * wish
            if found > best_score:
                best_score = found
                best = child
        child = nodes[child].next
    return best


@generic
def roll_out(
    s: Header, box: AnyBox, mask: Mask, moves: Moves, dice: Dice, depth: int, tail: int, candidates: int
) -> None:
    """Play on for some decisions, and a few more to finish the mover's turn."""
    made = 0
    mover = s.player
    while s.over == 0 and (made < depth or (s.player == mover and made < depth + tail)):
        if made < depth:
            mover = s.player
        action = usual_move(s, box, mask, moves, dice, candidates)
        if action < 0:
            break
        made += 1
        step(s, box, action)


@generic
def usual_move(s: Header, box: AnyBox, mask: Mask, moves: Moves, dice: Dice, candidates: int) -> int:
    """What whoever is to act would sensibly do: the best liked of some actions, or (no
    candidates) the game's habit. -1 if there is nothing to do."""
    if candidates == 0:
        action = habit(s, box)
        if action >= 0:
            return action
    options = list_moves(s, box, mask, moves)
    if options < 2:
        return moves[0] if options == 1 else -1
    return sensible_move(s, box, moves, options, dice, candidates)


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
def judge(s: Header, box: AnyBox, margin: float, out: Judgement, points: Row[int]) -> None:
    """Each seat's share of the victory (`win`), and its `reward`: the same, but
    in a finished game a part of it goes by the points, so that a lost game is not thrown away
    and a won one is not idled through. A lone player's points are compared with a few."""
    victory(s, box, out.reward, points)
    seats = s.seats
    for seat in range(seats):
        out.win[seat] = out.reward[seat]
    if s.over == 0:
        return
    score(s, box, points)
    if seats < 2:
        out.reward[0] = (1.0 - margin) * out.reward[0] + margin * points[0] / (abs(points[0]) + FEW_POINTS)
        return
    for seat in range(seats):
        rival = -(1 << 40)
        for other in range(seats):
            if other != seat and points[other] > rival:
                rival = points[other]
        spread = float(abs(points[seat]) + abs(rival) + 1)
        standing = 0.5 + 0.5 * (points[seat] - rival) / spread
        out.reward[seat] = (1.0 - margin) * out.reward[seat] + margin * standing


@generic
def climb(node: int, root: int, seats: int, out: Judgement, plan: SearchPlan, nodes: Nodes, stats: Stats) -> None:
    """Add what was found to every node on the way up; means of well-visited nodes widen the reach."""
    going = True
    while going:
        nodes[node].visits += 1
        visits = nodes[node].visits
        for seat in range(seats):
            stats[node].reward[seat] += out.reward[seat]
            stats[node].win[seat] += out.win[seat]
            if visits >= WELL_VISITED:
                mean = stats[node].reward[seat] / visits
                plan.lowest[seat] = min(plan.lowest[seat], mean)
                plan.highest[seat] = max(plan.highest[seat], mean)
        going = node != root
        node = nodes[node].parent


@generic
def outlook(
    s: Header,
    known: Header,
    box: AnyBox,
    mask: Mask,
    moves: Moves,
    dice: Dice,
    seat: int,
    action: int,
    games: int,
    limit: int,
    belief_updates: int,
    points: Row[int],
    out: Row[float],
    sums: Row[float],
) -> None:
    """Play whole games on from what a seat knows, after an action (-1: none). Adds up each
    seat's final points in sums[0…] and shares of the victory in sums[8…]."""
    for _ in range(games):
        deal(s, known, box, dice, seat, belief_updates)
        if action >= 0:
            step(s, box, action)
        roll_out(s, box, mask, moves, dice, limit, 0, 0)
        score(s, box, points)
        for i in range(s.seats):
            sums[i] += points[i]
        victory(s, box, out, points)
        for i in range(s.seats):
            sums[8 + i] += out[i]
