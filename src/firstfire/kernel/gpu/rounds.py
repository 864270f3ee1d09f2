"""Random games on a GPU in rounds, sorted so that neighbours do the same (a wavefront, as renderers call it).

The machine code of a large game does not fit into what a processor of the GPU keeps of instructions, and the threads
of a warp run together only where they do the same. Left to themselves, tables drift into different phases, and the GPU
waits for its own instructions (nine tenths of the cycles of Doggerland and Nētā-Tanka). So tables lie in the GPU's
memory and are played in rounds:

    sort by phase → choose an action for each → sort by kind of action → carry each out

and a table whose game has ended takes the next one, together with all others that begin. What a game becomes depends on
its seed alone, not on who plays it when.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..game import Game
from ..records.record import dtype_of
from ..records.rng import seed_rng
from ..rules.drive import Dice, begin, copy_record, step
from .choosing import Choosing
from .cuda_code import KernelSource, card_dtype, compile_kernel
from .cuda_driver import Card, DeviceArray, Launch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLES = 1 << 20  # that are played at the same time, at most
THREADS = 128  # in a block
SORTING = 1024  # threads in a block that sorts
REGISTERS = 64  # a thread
ROUNDS = 32  # between two looks whether everything is played
BEGUN, DONE = 0, 1  # progress: games begun; tables that are done
NO_GAME = -1  # the number of the game at a table that has not begun one


def choose_kernel(  # noqa: PLR0913, PLR0917 - a kernel takes every array by its address
    tables: Any, dice: Any, fresh: Any, box: Any, kinds: Any, numbers: Any, actions: Any, keys: Any, order: Any,
    totals: Any, taken: Any, progress: Any, made: Any, states: Any, games: int, seed: int, keep: int,
) -> None:  # fmt: skip
    """One thread chooses an action for one table, in order of phase; where a game has ended, it begins the next."""
    i = cuda.grid(1)
    if i < KEYS:
        totals[i] = 0
        taken[i] = 0
    if i >= len(order):
        return
    table = order[i]
    key = keys[table]
    if key == IDLE:
        return
    work = cuda.local.array(WORDS, INT64)
    s = tables[table]
    if key == OVER:
        number = numbers[table]
        if number != NO_GAME:
            made[table] += s.ply
            if keep != 0:
                copy_record(states[number], s)
        number = cuda.atomic.add(progress, BEGUN, 1)
        if number >= games:
            keys[table] = IDLE
            cuda.atomic.add(progress, DONE, 1)
            return
        numbers[table] = number
        copy_record(s, fresh[0])
        begin(s, box[0], fresh[0].seats, (seed + number) & 0xFFFFFFFF, (seed + number) >> 32)
        seed_rng(dice[table], (seed + number) & 0xFFFFFFFF, 77)
    action = choose(s, box[0], work, dice[table])
    actions[table] = action
    keys[table] = OVER if action < 0 else kinds[action]


def apply_kernel(
    tables: Any, box: Any, actions: Any, keys: Any, order: Any, totals: Any, taken: Any, limit: int
) -> None:
    """One thread carries out the action of one table, in order of its kind."""
    i = cuda.grid(1)
    if i < KEYS:
        totals[i] = 0
        taken[i] = 0
    if i >= len(order):
        return
    table = order[i]
    if keys[table] >= OVER:
        return
    s = tables[table]
    step(s, box[0], actions[table])
    keys[table] = OVER if s.over != 0 or s.ply >= limit else s.phase


def count_kernel(keys: Any, totals: Any) -> None:
    """Count the tables of each key."""
    here = cuda.shared.array(KEYS, INT32)
    for key in range(cuda.threadIdx.x, KEYS, cuda.blockDim.x):
        here[key] = 0
    cuda.syncthreads()
    table = cuda.grid(1)
    if table < len(keys):
        cuda.atomic.add(here, keys[table], 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, KEYS, cuda.blockDim.x):
        if here[key] != 0:
            cuda.atomic.add(totals, key, here[key])


def place_kernel(keys: Any, totals: Any, taken: Any, order: Any) -> None:
    """Put the tables in order of their keys: a counting sort (those of one key in any order)."""
    here = cuda.shared.array(KEYS, INT32)
    first = cuda.shared.array(KEYS, INT32)
    for key in range(cuda.threadIdx.x, KEYS, cuda.blockDim.x):
        here[key] = 0
    cuda.syncthreads()
    table = cuda.grid(1)
    rank = 0
    if table < len(keys):
        rank = cuda.atomic.add(here, keys[table], 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, KEYS, cuda.blockDim.x):
        if here[key] != 0:
            before = 0
            for smaller in range(key):
                before += totals[smaller]
            first[key] = before + cuda.atomic.add(taken, key, here[key])
    cuda.syncthreads()
    if table < len(keys):
        order[first[keys[table]] + rank] = table


# What the kernels see under these names is put there when they are compiled.
cuda: Any = None
INT32: Any = None
INT64: Any = None
WORDS = 0  # of the row to work in that `choose` needs
KEYS = 0  # by which tables are sorted: phases or kinds of actions, and two more:
OVER = 0  # the game has ended, or has not begun
IDLE = 0  # no game is left for this table
choose: Any = None

KERNELS = (choose_kernel, apply_kernel, count_kernel, place_kernel)


class Rounds:
    """Many tables in the GPU's memory, and the launches of a round."""

    def __init__(self, card: Card, game: Game, box: DeviceArray) -> None:
        self.card = card
        self.game = game
        self._box = box
        self._keys = keys_of(game)
        self._choosing = Choosing(game)
        self._kinds = card.put(kinds_of(game))
        self._lay(1)
        self.kernels = {function: compile_kernel(card, self.source(function)) for function in KERNELS}

    def _lay(self, tables: int) -> None:
        """Make room for so many tables."""
        import numpy as np

        zeros = self.card.zeros
        self._tables, self._dice = zeros(tables, card_dtype(self.game.state)), zeros(tables, dtype_of(Dice))
        self._numbers, self._made = zeros(tables, np.int64), zeros(tables, np.int64)
        self._actions, self._order = zeros(tables, np.int32), zeros(tables, np.int32)
        self._sorted_by = zeros(tables, np.int16)
        self._totals, self._taken = zeros(self._keys, np.int32), zeros(self._keys, np.int32)
        self._progress = zeros(2, np.int64)

    def run(
        self, fresh: DeviceArray, states: DeviceArray, games: int, seed: int, keep: int, *,
        tables: int = TABLES, threads: int = THREADS,
    ) -> DeviceArray:  # fmt: skip
        """Play; the decisions made at each table. (So many tables, so many threads in a block.)"""
        import numpy as np

        tables = min(tables, games)
        if len(self._tables) != tables:
            self._lay(tables)
        self._sorted_by.write(np.full(tables, self._keys - 2, np.int16))
        self._numbers.write(np.full(tables, NO_GAME))
        for array in (self._made, self._progress, self._totals, self._taken):
            array.clear()
        turn = self._round(fresh, states, games, seed, keep, threads)
        while self._progress.numpy()[DONE] < tables:
            for _ in range(ROUNDS):
                for launch in turn:
                    launch()
        return self._made

    def _round(
        self, fresh: DeviceArray, states: DeviceArray, games: int, seed: int, keep: int, threads: int
    ) -> tuple[Launch, ...]:
        """The launches of one round."""

        def launch(function: Any, threads: int) -> Launch:
            blocks = -(-len(self._tables) // threads)
            arguments = self._arguments(function, fresh, states, games, seed, keep)
            return self.kernels[function].bind(blocks, threads, *arguments)

        sort = launch(count_kernel, SORTING), launch(place_kernel, SORTING)
        return *sort, launch(choose_kernel, threads), *sort, launch(apply_kernel, threads)

    def _arguments(
        self, function: Any, fresh: Any, states: Any, games: int = 0, seed: int = 0, keep: int = 0
    ) -> tuple[Any, ...]:
        """What a kernel is launched with."""
        counts = self._totals, self._taken
        if function is choose_kernel:
            return (
                self._tables, self._dice, fresh, self._box, self._kinds, self._numbers, self._actions, self._sorted_by,
                self._order, *counts, self._progress, self._made, states, games, seed, keep,
            )  # fmt: skip
        if function is apply_kernel:
            tables = self._tables, self._box, self._actions, self._sorted_by, self._order
            return *tables, *counts, self.game.max_plies
        if function is count_kernel:
            return self._sorted_by, self._totals
        return self._sorted_by, *counts, self._order

    def source(self, function: Any) -> KernelSource:
        """What a kernel is compiled from."""
        from numba import from_dtype, int64, types

        one = self._tables
        shapes = tuple(
            types.Array(from_dtype(argument.dtype), 1, "C") if isinstance(argument, DeviceArray) else int64
            for argument in self._arguments(function, one, one)
        )
        made_of = f"{self._sizes()} {card_dtype(self.game.state)} {dtype_of(self.game.box)} {len(self.game.actions)}"
        if function is choose_kernel:
            made_of += f" {self._choosing.made_of()}"
        registers = REGISTERS if function in {choose_kernel, apply_kernel} else 0
        workshop, given = self._choosing.workshop, self._chooser if function is choose_kernel else self._given
        return KernelSource(self.game.name, workshop, function, shapes, given, made_of, registers)

    def _sizes(self) -> dict[str, int]:
        return {"WORDS": self._choosing.words, "KEYS": self._keys, "OVER": self._keys - 2, "IDLE": self._keys - 1}

    def _given(self) -> dict[str, Any]:
        from numba import int32, int64

        return {"INT32": int32, "INT64": int64, **self._sizes()}

    def _chooser(self) -> dict[str, Any]:
        return {"choose": self._choosing.function(), **self._given()}


def kinds_of(game: Game) -> NDArray[np.int16]:
    """The kind of each action: the number of its block."""
    import numpy as np

    return np.repeat(np.arange(len(game.actions.blocks), dtype=np.int16), [b.size for b in game.actions.blocks])


def keys_of(game: Game) -> int:
    """How many keys tables are sorted by: the larger number of phases and kinds of actions, OVER and IDLE."""
    return max(len(game.phases), len(game.actions.blocks)) + 2
