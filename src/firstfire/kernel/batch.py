"""Batch: many tables of one game at once, in one array, stepped by threads.

    batch = Batch(game("totem"), count=1024, seats=2, seed=1)
    while not batch.over.all():
        masks = batch.legal()                      # bool, one row per table
        batch.step(choose(masks))                  # one action per table, -1 leaves it alone

Machine code works on slices of the array without holding Python's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import cpu_count
from typing import TYPE_CHECKING, Any

from ..errors import BadSetup, IllegalAction
from .bits import Mask, words_for
from .drive import Dice, begin, copy_record, legal_mask, playout, try_step
from .engine import engine_for
from .entry import AnyBox, ManyNumbers, ManyStates
from .game import Game
from .header import Header
from .record import dtype_of
from .rng import seed_rng
from .rule import generic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@generic
def begin_many(states: ManyStates, fresh: Header, box: AnyBox, seed: int, first: int, last: int) -> None:
    """Set up tables first..last-1, table i from seed + i."""
    for i in range(first, last):
        copy_record(states[i], fresh)
        begin(states[i], box, fresh.seats, (seed + i) & 0xFFFFFFFF, (seed + i) >> 32)


@generic
def step_many(
    states: ManyStates, box: AnyBox, mask: Mask, actions: ManyNumbers, refused: ManyNumbers, first: int, last: int
) -> int:
    """Play one action on each table (-1: none); how many were refused, and which."""
    wrong = 0
    for i in range(first, last):
        refused[i] = 0
        if actions[i] != -1 and try_step(states[i], box, mask, actions[i]) == 0:
            refused[i] = 1
            wrong += 1
    return wrong


@generic
def legal_many(states: ManyStates, box: AnyBox, mask: Mask, masks: ManyNumbers, first: int, last: int) -> None:
    """The legal sets of tables first..last-1, one after the other."""
    words = len(mask)
    for i in range(first, last):
        legal_mask(states[i], box, mask)
        for word in range(words):
            masks[i * words + word] = mask[word]


@generic
def playout_many(
    states: ManyStates, box: AnyBox, mask: Mask, dice: Dice, seed: int, limit: int, first: int, last: int
) -> int:
    """Play tables first..last-1 at random to their ends; how many decisions that took."""
    made = 0
    for i in range(first, last):
        seed_rng(dice, (seed + i) & 0xFFFFFFFF, 77)
        made += playout(states[i], box, mask, dice, limit)
    return made


class Batch:
    """Many tables of one game. `states` is a NumPy structured array: read any field of all
    tables at once (`batch.states["player"]`)."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None = None,
        seed: int = 0,
        *,
        options: Mapping[str, str] | None = None,
        box: Any = None,
        quiet: bool = True,
        threads: int | None = None,
    ) -> None:
        import numpy as np

        if type(count) is not int or count < 1:
            raise BadSetup(f"a batch holds at least one table, not {count!r}")
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise BadSetup(f"the seed of a batch is a whole number from 0 to 2**63 - 1, not {seed!r}")
        if threads is not None and (type(threads) is not int or threads < 1):
            raise BadSetup(f"a batch needs at least one thread, not {threads!r}")
        self.game = game
        self.count = count
        self.box = box or game.standard_box
        self.engine = engine_for(game, interpreted=False)
        self.states: NDArray[Any] = np.zeros(count, dtype_of(game.state))
        self._words = words_for(len(game.actions))
        self._masks = np.zeros((count, self._words), np.int64)
        self._refused = np.zeros(count, np.int64)
        self._fresh = self.engine.fresh(min(game.seats) if seats is None else seats, options, quiet=quiet)
        self._pool = ThreadPoolExecutor(threads or cpu_count() or 1)
        self._cuts = self._slices(threads or cpu_count() or 1)
        begin_all = self.engine.entry(begin_many)
        self._legal = self.engine.entry(legal_many)
        self._step = self.engine.entry(step_many)
        self._share(lambda a, b: begin_all(self.states, self._fresh, self.box, seed, a, b))

    def _slices(self, threads: int) -> list[tuple[int, int]]:
        edges = [self.count * i // threads for i in range(threads + 1)]
        return [(a, b) for a, b in pairwise(edges) if a < b]

    def _share(self, work: Callable[[int, int], Any]) -> list[Any]:
        return list(self._pool.map(lambda cut: work(*cut), self._cuts))

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which tables are finished."""
        found: NDArray[np.bool_] = self.states["over"] != 0
        return found

    def legal(self) -> NDArray[np.bool_]:
        """The legal actions of every table: a row of booleans each."""
        import numpy as np

        self._share(lambda a, b: self._legal(self.states, self.box, self.engine.mask(), self._masks, a, b))
        bits = np.unpackbits(self._masks.view(np.uint8), axis=1, bitorder="little")
        return bits[:, : len(self.game.actions)].astype(bool)

    def step(self, actions: NDArray[Any]) -> None:
        """One action for every table (-1: none). Refused ones change nothing, and raise at the end."""
        import numpy as np

        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise BadSetup(f"actions are whole numbers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.count,):
            raise BadSetup(f"{self.count} actions are needed, one for each table, not {chosen.shape}")
        wrong = self._share(
            lambda a, b: self._step(self.states, self.box, self.engine.mask(), chosen, self._refused, a, b)
        )
        if sum(wrong):
            where = np.flatnonzero(self._refused)
            raise IllegalAction(str(chosen[where[0]]), f"refused on tables {where[:5].tolist()} ({sum(wrong)} in all)")

    def play_randomly(self, seed: int) -> int:
        """Play every table at random to its end; how many decisions that took."""
        run = self.engine.entry(playout_many)
        limit = self.game.max_plies
        return sum(self._share(lambda a, b: run(self.states, self.box, self.engine.mask(), Dice(), seed, limit, a, b)))

    def state(self, table: int) -> Any:
        """One table's record (a copy)."""
        return self.game.state.from_buffer_copy(self.states[table].tobytes())

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown()
