"""Information-set Monte-Carlo tree search, for any number of seats.

Each simulation deals the hidden facts anew from what the seat knows, walks down the tree by
the actions that are legal in this deal, opens one node, plays a few moves on, judges, and
carries every seat's reward back up (max-n: whoever moves maximises their own).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated

from firstfire.kernel.bits import Mask, lowest, popcount
from firstfire.kernel.contract import habit, idle, legal, prefer, rank, score, suspect, value
from firstfire.kernel.drive import Dice, copy_record, imagine, step
from firstfire.kernel.entry import AnyBox, Kind, Moves
from firstfire.kernel.header import Header
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
    HIGHEST,
    LIMIT,
    LOOKING,
    LOWEST,
    MARGIN,
    MARK,
    NEXT,
    NODES,
    ONLY,
    PARENT,
    PATIENCE,
    REWARD,
    RIVALS,
    ROOT,
    SEAT,
    SHARPNESS,
    SIMULATIONS,
    STAKE,
    STRIDE,
    SUSPICION,
    TAIL,
    USED,
    VISITS,
    WEIGHT,
    WELL_VISITED,
    WIDE,
    WIN,
)  # fmt: skip

Tree = Annotated[Row[int], Kind("numbers", NODES * STRIDE)]
Worth = Annotated[Row[float], Kind("fractions", NODES * WIDE)]
FEW_POINTS = 8.0  # what a lone player's points are compared with


@generic
def search(
    s: Header,
    known: Header,
    box: AnyBox,
    mask: Mask,
    moves: Moves,
    dice: Dice,
    plan: Row[int],
    taste: Row[float],
    out: Row[float],
    points: Row[int],
    reach: Row[float],
    tree: Tree,
    worth: Worth,
) -> None:
    """Run the planned simulations from what a seat knows; the tree keeps what they found."""
    for _ in range(plan[SIMULATIONS]):
        copy_record(s, known)
        s.quiet = 1
        low = next_word(dice)
        imagine(s, box, plan[SEAT], low, next_word(dice))
        for _ in range(plan[SUSPICION]):
            suspect(s, box, plan[SEAT])
        plan[CLOCK] += 1
        node = descend(s, box, mask, moves, dice, plan, taste, reach, tree, worth)
        roll_out(s, box, mask, moves, dice, plan[DEPTH], plan[TAIL], plan[CANDIDATES])
        judge(s, box, taste[MARGIN], out, points)
        climb(node, plan[ROOT], s.seats, out, reach, tree, worth)


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
    plan: Row[int],
    taste: Row[float],
    reach: Row[float],
    tree: Tree,
    worth: Worth,
) -> int:
    """Walk from the root to a node that has hardly been visited, playing the actions. Rivals
    think like us, or (plan[RIVALS] of a hundred) follow their habits: they find out our hidden
    cards only in this tree, not at the table."""
    node = plan[ROOT]
    while s.over == 0:
        if s.player != plan[SEAT] and follows_habit(dice, plan[RIVALS]):
            action = usual_move(s, box, mask, moves, dice, plan[CANDIDATES])
            if action < 0:
                break
            chosen = child_for(s, box, node, action, plan, taste, tree, worth)
        else:
            options = list_moves(s, box, mask, moves)
            if options == 0:
                break
            if node == plan[ROOT] and plan[ONLY] >= 0:
                moves[0] = plan[ONLY]
                options = 1
            total = meet_children(s, box, node, moves, options, plan, taste, tree, worth)
            chosen = best_child(node, s.player, total, plan, taste, reach, tree, worth)
        if chosen == 0:  # the tree is full, and nothing in it is legal here
            break
        step(s, box, tree[chosen * STRIDE + ACTION])
        node = chosen
        if tree[node * STRIDE + VISITS] < plan[PATIENCE]:
            break
    return node


@generic
def follows_habit(dice: Dice, share: int) -> bool:
    """Whether a rival follows its habit this time: so many of a hundred do."""
    return share >= 100 or (share > 0 and below(dice, 100) < share)


@generic
def child_for(
    s: Header, box: AnyBox, node: int, action: int, plan: Row[int], taste: Row[float], tree: Tree, worth: Worth
) -> int:
    """The child of a node for an action, a new one if it has none (0: no room)."""
    before = 0
    child = tree[node * STRIDE + CHILD]
    while child != 0 and tree[child * STRIDE + ACTION] < action:
        before = child
        child = tree[child * STRIDE + NEXT]
    if child != 0 and tree[child * STRIDE + ACTION] == action:
        return child
    if plan[USED] >= plan[LIMIT]:
        return 0
    return new_child(s, box, node, before, child, action, plan, taste, tree, worth)


@generic
def meet_children(
    s: Header,
    box: AnyBox,
    node: int,
    moves: Moves,
    options: int,
    plan: Row[int],
    taste: Row[float],
    tree: Tree,
    worth: Worth,
) -> float:
    """Mark the children whose actions are legal in this deal, and give the node a new child for
    each action that has none, as far as there is room; the sum of their weights. Children lie
    in order of action, as the moves do. Idle actions are left out, where there are others."""
    all_count = options == 1 or (node == plan[ROOT] and plan[LOOKING] != 0)
    total = 0.0
    before = 0  # the sibling before `child`
    child = tree[node * STRIDE + CHILD]
    for i in range(options):
        action = moves[i]
        if not all_count and idle(s, box, action) != 0:
            continue
        while child != 0 and tree[child * STRIDE + ACTION] < action:
            before = child
            child = tree[child * STRIDE + NEXT]
        if child == 0 or tree[child * STRIDE + ACTION] != action:
            if plan[USED] >= plan[LIMIT]:
                continue
            child = new_child(s, box, node, before, child, action, plan, taste, tree, worth)
        at = child * STRIDE
        tree[at + MARK] = plan[CLOCK]
        tree[at + AVAILABLE] += 1
        total += worth[child * WIDE + WEIGHT]
    return total


@generic
def new_child(
    s: Header,
    box: AnyBox,
    node: int,
    before: int,
    after: int,
    action: int,
    plan: Row[int],
    taste: Row[float],
    tree: Tree,
    worth: Worth,
) -> int:
    """A new child of a node for an action, between two of its children (0: at the end)."""
    plan[USED] += 1
    child = plan[USED]
    at = child * STRIDE
    tree[at + ACTION] = action
    tree[at + PARENT] = node
    tree[at + CHILD] = 0
    tree[at + NEXT] = after
    if before == 0:
        tree[node * STRIDE + CHILD] = child
    else:
        tree[before * STRIDE + NEXT] = child
    tree[at + VISITS] = 0
    tree[at + AVAILABLE] = 0
    tree[at + MARK] = 0  # the room may have belonged to another tree
    for j in range(1, WIDE):
        worth[child * WIDE + j] = 0.0
    liking = taste[SHARPNESS] * prefer(s, box, action)
    worth[child * WIDE + WEIGHT] = exp(min(max(liking, -20.0), 20.0))
    return child


@generic
def best_child(
    node: int,
    mover: int,
    total: float,
    plan: Row[int],
    taste: Row[float],
    reach: Row[float],
    tree: Tree,
    worth: Worth,
) -> int:
    """The child the mover tries next: good so far, or liked and seldom tried (0: none). Exploring
    counts by the span between the worst and the best mean reward met so far, so that it is the
    same where much is at stake and where little is."""
    visits = tree[node * STRIDE + VISITS]
    span = max(reach[HIGHEST + mover] - reach[LOWEST + mover], taste[STAKE])
    curiosity = taste[CURIOSITY] * span / max(total, 1e-9)
    first = 0.5
    if visits > 0:
        first = worth[node * WIDE + REWARD + mover] / visits - taste[DOUBT] * span
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
            wish = worth[child * WIDE + WEIGHT] * sqrt(float(tree[at + AVAILABLE])) / (1.0 + tried)
            found = mean + curiosity * wish
            if found > best_score:
                best_score = found
                best = child
        child = tree[at + NEXT]
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
def judge(s: Header, box: AnyBox, margin: float, out: Row[float], points: Row[int]) -> None:
    """Each seat's share of the victory in out[8…], and its reward in out[0…]: the same, but
    in a finished game a part of it goes by the points, so that a lost game is not thrown away
    and a won one is not idled through. A lone player's points are compared with a few."""
    victory(s, box, out, points)
    seats = s.seats
    for seat in range(seats):
        out[8 + seat] = out[seat]
    if s.over == 0:
        return
    score(s, box, points)
    if seats < 2:
        out[0] = (1.0 - margin) * out[0] + margin * points[0] / (abs(points[0]) + FEW_POINTS)
        return
    for seat in range(seats):
        rival = -(1 << 40)
        for other in range(seats):
            if other != seat and points[other] > rival:
                rival = points[other]
        spread = float(abs(points[seat]) + abs(rival) + 1)
        standing = 0.5 + 0.5 * (points[seat] - rival) / spread
        out[seat] = (1.0 - margin) * out[seat] + margin * standing


@generic
def victory(s: Header, box: AnyBox, out: Row[float], places: Row[int]) -> None:
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
def climb(node: int, root: int, seats: int, out: Row[float], reach: Row[float], tree: Tree, worth: Worth) -> None:
    """Add what was found to every node on the way up; means of well-visited nodes widen the reach."""
    going = True
    while going:
        tree[node * STRIDE + VISITS] += 1
        visits = tree[node * STRIDE + VISITS]
        for seat in range(seats):
            worth[node * WIDE + REWARD + seat] += out[seat]
            worth[node * WIDE + WIN + seat] += out[8 + seat]
            if visits >= WELL_VISITED:
                mean = worth[node * WIDE + REWARD + seat] / visits
                reach[LOWEST + seat] = min(reach[LOWEST + seat], mean)
                reach[HIGHEST + seat] = max(reach[HIGHEST + seat], mean)
        going = node != root
        node = tree[node * STRIDE + PARENT]


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
    suspicion: int,
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
        for _ in range(suspicion):
            suspect(s, box, seat)
        if action >= 0:
            step(s, box, action)
        roll_out(s, box, mask, moves, dice, limit, 0, 0)
        score(s, box, points)
        for i in range(s.seats):
            sums[i] += points[i]
        victory(s, box, out, points)
        for i in range(s.seats):
            sums[8 + i] += out[i]
