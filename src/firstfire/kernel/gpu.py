"""Many games at once on a GPU: the same rules, one thread each, the state in thread-local memory.

Needs the `cuda` extra (numba-cuda) and an NVIDIA card.

    card = GpuPlayouts(game("totem"))
    result = card.run(games=1_000_000, seats=2, seed=1)     # the games `engine.playouts` would play
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import drive
from .bits import words_for
from .contract import legal
from .drive import begin, copy_record, random_action, step
from .engine import engine_for
from .game import Game
from .notes import SILENT
from .picking import COUNTING, FOUND, PICKING, SO_FAR, WANTED
from .record import Row, dtype_of
from .rng import below, seed_rng
from .rule import generic
from .workshop import Workshop

THREADS = 256


@dataclass
class GpuResult:
    """What a run gave: seconds on the card, decisions made, and (if asked for) the last states."""

    seconds: float
    decisions: int
    games: int
    states: Any = None


def _kernel(states: Any, fresh: Any, box: Any, games: int, seed: int, limit: int, made: Any, keep: int) -> None:
    """One thread plays games i, i + threads, … to their ends, each from seed + i. (Neighbouring
    threads move in step: they begin their games together, which keeps them in the same phases.)"""
    thread = cuda.grid(1)
    held = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    mask = cuda.local.array(WORDS, INT64)
    s = held[0]
    decisions = 0
    for i in range(thread, games, cuda.gridsize(1)):
        copy_record(s, fresh[0])
        begin(s, box[0], fresh[0].seats, (seed + i) & 0xFFFFFFFF, (seed + i) >> 32)
        seed_rng(dice[0], (seed + i) & 0xFFFFFFFF, 77)
        while s.over == 0 and s.ply < limit:
            action = choose(s, box[0], mask, dice[0])
            if action < 0:
                break
            step(s, box[0], action)
            decisions += 1
        if keep != 0:
            copy_record(states[i], s)
    made[thread] = decisions


@generic
def choose_by_listing(s: Any, box: Any, tally: Row[int], dice: Any) -> int:
    """What `random_action` chooses, without a mask."""
    tally[SO_FAR] = 0
    count_legal(s, box, tally)
    options = tally[SO_FAR]
    if options == 0:
        return -1
    tally[SO_FAR] = 0
    tally[WANTED] = 0 if options == 1 else below(dice, options)
    pick_legal(s, box, tally)
    return tally[FOUND]


# What `_kernel` and `choose_by_listing` see under these names is put there by `GpuPlayouts`.
cuda: Any = None
STATE: Any = None
DICE: Any = None
INT64: Any = None
WORDS = 0
choose: Any = None
count_legal: Any = None
pick_legal: Any = None


class GpuPlayouts:
    """Random whole games of one game on a GPU. Compiled once, at the first run."""

    def __init__(
        self, game: Game, *, options: Mapping[str, str] | None = None, box: Any = None, quiet: bool = True
    ) -> None:
        import numpy as np
        from numba import cuda as numba_cuda
        from numba import int64

        self.game = game
        self._cuda = numba_cuda
        silent = SILENT if quiet else {}
        workshop = Workshop("cuda", game.rules, replace=silent)
        if game.lists_in_order:
            choosing = workshop.bare_twin(choose_by_listing)
            choosing.__globals__["count_legal"] = Workshop("cuda", game.rules, replace=COUNTING).twin(legal)
            choosing.__globals__["pick_legal"] = Workshop("cuda", game.rules, replace=PICKING).twin(legal)
            chooser, words = numba_cuda.jit(device=True)(choosing), 3
        else:
            chooser, words = workshop.twin(random_action), words_for(len(game.actions))
        kernel = workshop.bare_twin(_kernel)
        kernel.__globals__.update(
            cuda=numba_cuda,
            STATE=_numba_type(dtype_of(game.state)),
            DICE=_numba_type(dtype_of(drive.Dice)),
            INT64=int64,
            WORDS=words,
            choose=chooser,
        )
        self._kernel = numba_cuda.jit(kernel)
        self._options = options
        self._quiet = quiet
        chosen = game.standard_box if box is None else box
        self._box = numba_cuda.to_device(np.frombuffer(chosen, dtype_of(game.box)).copy())

    def run(
        self,
        games: int,
        seats: int,
        seed: int,
        *,
        keep_states: bool = False,
        blocks: int | None = None,
        threads: int = THREADS,
    ) -> GpuResult:
        """Play games from seed, seed + 1, … to their ends."""
        import numpy as np

        empty = engine_for(self.game, interpreted=True).fresh(seats, self._options, quiet=self._quiet)
        fresh = self._cuda.to_device(np.frombuffer(empty, dtype_of(self.game.state)).copy())
        blocks = blocks or -(-games // threads)
        made = self._cuda.device_array(blocks * threads, np.int64)
        states = self._cuda.device_array(games if keep_states else 1, dtype_of(self.game.state))
        begin_, end = self._cuda.event(), self._cuda.event()
        begin_.record()
        self._kernel[blocks, threads](
            states, fresh, self._box, games, seed, self.game.max_plies, made, int(keep_states)
        )
        end.record()
        end.synchronize()
        seconds = self._cuda.event_elapsed_time(begin_, end) / 1000
        decisions = int(made.copy_to_host().sum())
        return GpuResult(seconds, decisions, games, states.copy_to_host() if keep_states else None)


def _numba_type(dtype: Any) -> Any:
    from numba import from_dtype

    return from_dtype(dtype)
