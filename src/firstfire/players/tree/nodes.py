"""What a search works on: the nodes of its tree, what they are worth, and the plan of a run.

A node stands for the actions played since the root, not for one state: in every simulation another deal of the
hidden cards and other chance lie under it (an information set). Node 0 is no node.
"""

from __future__ import annotations

from typing import Annotated

from firstfire.kernel.records.entry import ROW, BufferKind
from firstfire.kernel.records.record import Row, f64, i32, i64, record, rows
from firstfire.kernel.rules.drive import Dice

NODES = 1 << 17  # the bound: 131,071 nodes, 19 MiB for a tree
SEATS = 7  # no game has more
WELL_VISITED = 8  # visits before the mean of a node counts for the span of rewards


@record
class Node:
    """One node of the tree, and what was found under it: sums over its visits, for each seat."""

    action: int = i32  # the action that leads here
    parent: int = i32
    child: int = i32  # the first child, 0: not expanded yet
    next: int = i32  # the next sibling, 0: none
    visits: int = i32
    available: int = i32  # how often the action was legal when the parent chose
    mark: int = i32  # the last simulation in which it was legal
    weight: float = f64  # the prior: the share of attention that the game's `prefer` asks for, or a net
    reward: Row[float] = f64[SEATS]  # what the search maximises
    win: Row[float] = f64[SEATS]  # the share of the victory alone


@record
class SearchPlan:
    """One run of the search: whose eyes, how long, with which settings, how far it is, and what it works with."""

    seat: int = i32  # whose knowledge counts
    simulations: int = i32
    only: int = i32  # the one action looked at in the root, -1: all
    looking: int = i32  # 1: idle actions of the root are looked at too, for whoever asks about them
    limit: int = i32  # nodes that may be used
    root: int = i32
    used: int = i32  # nodes used so far
    clock: int = i32  # simulations made in this tree
    depth: int = i32  # the settings: see `SearchSettings`
    tail: int = i32
    candidates: int = i32
    expansion_visits: int = i32
    rivals: int = i32
    belief_updates: int = i32
    c_puct: float = f64
    prior_scale: float = f64
    margin: float = f64
    first_play_urgency: float = f64
    min_value_range: float = f64
    value_mix: float = f64
    policy_temperature: float = f64
    lowest: Row[float] = f64[SEATS]  # the mean reward of the worst well-visited node, by seat
    highest: Row[float] = f64[SEATS]  # and of the best
    seed: int = i64  # of an estimate: game i of every one has the same chance
    dice: Dice = rows(Dice)
    reward: Row[float] = f64[SEATS]  # what a simulation came to, for each seat …
    win: Row[float] = f64[SEATS]  # … and the share of the victory alone
    hopes: Row[float] = f64[SEATS]  # what a net expects for each seat
    points: Row[int] = i64[ROW]


Nodes = Annotated[Row[Node], BufferKind("records", NODES, Node)]
