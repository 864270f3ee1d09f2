"""A tree in memory: buffers made once, handed to the compiled search by their addresses."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from ..kernel.drive import Dice
from ..kernel.engine import Engine
from ..kernel.record import copy_of
from ..kernel.rng import seed_rng
from .base import Budget
from .taste import Taste
from .tree import layout as at
from .tree.search import outlook, search

CHUNK_SECONDS = 0.02  # how often a search with a time limit looks at the clock


@dataclass(frozen=True)
class Branch:
    """What a search found about one action of the root."""

    action: int
    visits: int
    reward: tuple[float, ...]  # by seat
    win: tuple[float, ...]  # by seat


class Grove:
    """One search tree and the records it works on. Not for two threads at once."""

    def __init__(self, engine: Engine, box: Any, taste: Taste, *, looking: bool = False) -> None:
        self.engine = engine
        self.box = box
        self._run = engine.entry(search)
        self._state = engine.game.state()
        self._known = engine.game.state()
        self._mask = engine.mask()
        self._moves = (ctypes.c_int64 * engine.actions)()
        self._dice = Dice()
        self._plan, self._points = engine.row(), engine.row()
        self._taste, self._out, self._reach = engine.fractions(), engine.fractions(), engine.fractions()
        self._tree = _lazy(ctypes.c_int64, at.NODES * at.STRIDE)
        self._worth = _lazy(ctypes.c_double, at.NODES * at.WIDE)
        self._plan[at.LOOKING] = looking
        self.taste = taste
        self._set_taste(taste)

    def _set_taste(self, taste: Taste) -> None:
        plan, row = self._plan, self._taste
        plan[at.LIMIT] = at.NODES - 1
        plan[at.DEPTH], plan[at.TAIL] = taste.depth, taste.tail
        plan[at.CANDIDATES], plan[at.PATIENCE] = taste.candidates, taste.patience
        plan[at.RIVALS], plan[at.SUSPICION] = taste.rivals, taste.suspicion
        row[at.CURIOSITY], row[at.SHARPNESS] = taste.curiosity, taste.sharpness
        row[at.MARGIN], row[at.DOUBT], row[at.STAKE] = taste.margin, taste.doubt, taste.stake

    def plant(self, known: Any, seat: int, seed: int, only: int = -1) -> None:
        """Start a new tree from what a seat knows (`only`: look at this one action)."""
        plan = self._plan
        plan[at.ROOT] = plan[at.USED] = 1
        plan[at.CLOCK] = 0
        for i in range(at.STRIDE):
            self._tree[at.STRIDE + i] = 0
        for i in range(at.WIDE):
            self._worth[at.WIDE + i] = 0.0
        self._settle(known, seat, seed, only)

    def replant(self, known: Any, seat: int, seed: int, action: int) -> bool:
        """Go on from the branch of an action that was played; False where nothing grew there
        or the room runs out."""
        child = self._child_of(action)
        if child == 0 or self._plan[at.USED] > at.NODES // 2 or self._tree[child * at.STRIDE + at.CHILD] == 0:
            return False
        self._plan[at.ROOT] = child
        self._settle(known, seat, seed, -1)
        return True

    def _settle(self, known: Any, seat: int, seed: int, only: int) -> None:
        ctypes.memmove(ctypes.addressof(self._known), ctypes.addressof(known), ctypes.sizeof(known))
        for i in range(at.SEATS):
            self._reach[at.LOWEST + i], self._reach[at.HIGHEST + i] = 1.0, 0.0
        self._plan[at.SEAT] = seat
        self._plan[at.ONLY] = only
        seed_rng(self._dice, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)

    def _child_of(self, action: int) -> int:
        child = int(self._tree[self._plan[at.ROOT] * at.STRIDE + at.CHILD])
        while child and self._tree[child * at.STRIDE + at.ACTION] != action:
            child = int(self._tree[child * at.STRIDE + at.NEXT])
        return child

    def grow(self, simulations: int) -> None:
        """Run so many simulations."""
        self._plan[at.SIMULATIONS] = simulations
        self._run(
            self._state, self._known, self.box, self._mask, self._moves, self._dice, self._plan, self._taste,
            self._out, self._points, self._reach, self._tree, self._worth,
        )  # fmt: skip

    def spend(self, budget: Budget) -> int:
        """Run simulations until a budget is spent. What a kept tree already holds counts, up to
        three quarters of a budget in simulations; the number run is returned."""
        if budget.simulations:
            run = max(budget.simulations - self.visits, budget.simulations // 4, 1)
            self.grow(run)
            return run
        start = perf_counter()
        run, chunk = 0, 16
        while (spent := perf_counter() - start) < budget.seconds:
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
        return int(self._tree[self._plan[at.ROOT] * at.STRIDE + at.VISITS])

    @property
    def nodes(self) -> int:
        """How many nodes are used."""
        return int(self._plan[at.USED])

    def branches(self) -> list[Branch]:
        """What was found about each action of the root, in order of action number."""
        seats = self._known.seats
        found = []
        child = int(self._tree[self._plan[at.ROOT] * at.STRIDE + at.CHILD])
        while child:
            visits = int(self._tree[child * at.STRIDE + at.VISITS])
            if visits:
                base = child * at.WIDE
                reward = tuple(self._worth[base + at.REWARD + i] / visits for i in range(seats))
                win = tuple(self._worth[base + at.WIN + i] / visits for i in range(seats))
                found.append(Branch(int(self._tree[child * at.STRIDE + at.ACTION]), visits, reward, win))
            child = int(self._tree[child * at.STRIDE + at.NEXT])
        return sorted(found, key=lambda branch: branch.action)

    def win(self) -> tuple[float, ...]:
        """Each seat's share of the victory, over all simulations of the root."""
        base = self._plan[at.ROOT] * at.WIDE
        return tuple(self._worth[base + at.WIN + i] / max(self.visits, 1) for i in range(self._known.seats))

    def outlook(self, known: Any, seat: int, action: int, games: int, seed: int) -> tuple[list[float], list[float]]:
        """Mean final points and shares of the victory over so many games played on as `prefer` likes
        best, after an action (-1: as it stands)."""
        run = self.engine.entry(outlook)
        sums = self.engine.fractions()
        seed_rng(self._dice, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)
        run(
            self._state, copy_of(known), self.box, self._mask, self._moves, self._dice, seat, action, games,
            self.engine.game.max_plies, self.taste.suspicion, self._points, self._out, sums,
        )  # fmt: skip
        seats = known.seats
        return [sums[i] / games for i in range(seats)], [sums[8 + i] / games for i in range(seats)]


def _lazy(kind: Any, length: int) -> Any:
    """A row of zeros whose memory is taken only where it is touched."""
    return (kind * length).from_buffer(np.zeros(length, dtype=np.dtype(kind)))
