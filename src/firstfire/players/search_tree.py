"""A search tree in memory: records made once, on which the compiled search works."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ..kernel.engines.engine import Engine
from ..kernel.records.arrays import empty_row
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.records.rng import seed_rng
from ..kernel.rules.drive import copy_record
from ..kernel.thinking import SearchSettings
from .base import Budget
from .policy.net import Net
from .tree.net_search import search_with_net
from .tree.nodes import NODES, SEATS, Node, SearchPlan
from .tree.search import outlook, search

CHUNK_SECONDS = 0.02  # how often a search with a time limit looks at the clock


@dataclass(frozen=True)
class Branch:
    """What a search found about one action of the root."""

    action: int
    visits: int
    reward: tuple[float, ...]  # by seat
    win: tuple[float, ...]  # by seat


class SearchTree:
    """One tree and the records it works on; with a net, which looks at every node that is opened. Not for two threads
    at once."""

    def __init__(
        self, engine: Engine, box: object, settings: SearchSettings, net: Net | None = None, *, looking: bool = False
    ) -> None:
        self.engine = engine
        self.box = box
        self.settings = settings
        self.net = net
        self._run = engine.entry(search if net is None else search_with_net)
        self._beside = () if net is None else _rows_of(engine, net)  # what else it runs on
        self._state = engine.game.state()
        self._known = engine.game.state()
        self._mask = engine.mask()
        self._moves = (ctypes.c_int64 * engine.actions)()
        self._nodes = engine.records(Node, NODES)
        self._plan = plan_of(settings)
        self._plan.looking = looking
        self._plan.limit = NODES - 1

    def fits(self, engine: Engine, box: object, settings: SearchSettings, with_net: bool) -> bool:
        """Whether this is such a tree."""
        same = self.engine is engine and self.box is box and self.settings == settings
        return same and (self.net is not None) == with_net

    def plant(self, known: Header, seat: int, seed: int, only: int = -1) -> None:
        """Start a new tree from what a seat knows (`only`: look at this one action)."""
        self._plan.root = self._plan.used = 1
        self._plan.clock = 0
        self._nodes[1] = Node()
        self._settle(known, seat, seed, only)

    def replant(self, known: Header, seat: int, seed: int, action: int) -> bool:
        """Go on from the branch of an action that was played; False where nothing grew there
        or the room runs out."""
        child = next((number for number in self._children() if self._nodes[number].action == action), 0)
        if child == 0 or self._plan.used > NODES // 2 or self._nodes[child].child == 0:
            return False
        self._plan.root = child
        self._settle(known, seat, seed, -1)
        return True

    def _settle(self, known: Header, seat: int, seed: int, only: int) -> None:
        copy_record(self._known, known)
        for i in range(SEATS):
            self._plan.lowest[i], self._plan.highest[i] = 1.0, 0.0
        self._plan.seat = seat
        self._plan.only = only
        seed_rng(self._plan.dice, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)

    def _children(self) -> Iterator[int]:
        """The numbers of the root's children, in order of action."""
        child = self._nodes[self._plan.root].child
        while child:
            yield child
            child = self._nodes[child].next

    def grow(self, simulations: int) -> None:
        """Run so many simulations."""
        self._plan.simulations = simulations
        self._run(
            self._state, self._known, self.box, self._mask, self._moves, self._plan, self._nodes, *self._beside
        )  # fmt: skip

    def spend(self, budget: Budget) -> int:
        """Run simulations until a budget is spent. What a kept tree already holds counts, up to
        three quarters of a budget in simulations; the number run is returned."""
        if budget.simulations:
            run = max(budget.simulations - self.visits, budget.simulations // 4, 1)
            self.grow(run)
            return run
        clock = time.thread_time if budget.of_processor else time.perf_counter
        start = clock()
        run, chunk = 0, 16
        while (spent := clock() - start) < budget.seconds:
            if run:
                pace = run / max(spent, 1e-6)
                left = budget.seconds - spent
                chunk = max(1, int(pace * min(CHUNK_SECONDS, left)))
            self.grow(chunk)
            run += chunk
        return run

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._nodes[self._plan.root].visits)

    @property
    def nodes(self) -> int:
        """How many nodes are used."""
        return int(self._plan.used)

    def branches(self) -> list[Branch]:
        """What was found about each action of the root, in order of action number."""
        found = []
        for child in self._children():
            node = self._nodes[child]
            if node.visits:
                reward, win = self._means(node.reward, node.visits), self._means(node.win, node.visits)
                found.append(Branch(node.action, node.visits, reward, win))
        return found

    @property
    def root(self) -> int:
        """The number of the root."""
        return int(self._plan.root)

    def tried(self, node: int) -> dict[int, tuple[int, int]]:
        """What was tried from a node: the number of the node and its visits, by action. (Node 0 is none.)"""
        found = {}
        child = self._nodes[node].child if node else 0
        while child:
            each = self._nodes[child]
            found[int(each.action)] = (int(child), int(each.visits))
            child = each.next
        return found

    def win(self) -> tuple[float, ...]:
        """Each seat's share of the victory, over all simulations of the root."""
        return self._means(self._nodes[self._plan.root].win, max(self.visits, 1))

    def _means(self, sums: Any, visits: int) -> tuple[float, ...]:
        return tuple(sums[i] / visits for i in range(self._known.seats))

    def outlook(self, known: Header, seat: int, action: int, games: int, seed: int) -> tuple[list[float], list[float]]:
        """Mean final points and shares of the victory over so many games played on as `prefer` likes
        best, after an action (-1: as it stands)."""
        engine, sums = self.engine, self.engine.fractions()
        plan = plan_of(self.settings)
        plan.seat, plan.simulations = seat, games
        plan.depth, plan.tail, plan.candidates = engine.game.max_plies, 0, 0
        seed_rng(plan.dice, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)
        run = engine.entry(outlook)
        run(self._state, copy_of(known), self.box, self._mask, self._moves, plan, action, sums)
        seats = known.seats
        return [sums[i] / games for i in range(seats)], [sums[8 + i] / games for i in range(seats)]


def plan_of(settings: SearchSettings) -> SearchPlan:
    """A plan with these settings."""
    plan = SearchPlan()
    for name, value in asdict(settings).items():
        setattr(plan, name, value)
    return plan


def _rows_of(engine: Engine, net: Net) -> tuple[Any, ...]:
    """What a net in a tree works on."""
    *rows, width = empty_row("float64", 2 * engine.actions), *net.rows
    return engine.game.state(), engine.observation(), *map(engine.hold, rows), width
