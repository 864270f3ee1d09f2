"""Many games at once on a GPU: the same rules, one thread each, the state in thread-local memory.

Needs the `cuda` extra (numba-cuda) and an NVIDIA card.

    gpu = GpuPlayouts(game("totem"), seats=2)
    result = gpu.run(games=1_000_000, seed=1)       # the games `engine.playouts` would play
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import drive, rng
from .bits import words_for
from .engine import engine_for
from .game import Game
from .record import dtype_of
from .workshop import Workshop

THREADS = 128
REFILL = 8  # how many of 32 neighbours wait before they begin anew
RESIDENT = 16  # blocks for each multiprocessor: enough to keep it busy, few enough to play many games each


@dataclass
class GpuResult:
    """What a run gave: seconds on the card, decisions made, and (if asked for) the last states."""

    seconds: float
    decisions: int
    games: int
    states: Any = None


def _kernel(states: Any, fresh: Any, box: Any, games: int, seed: int, limit: int, made: Any, keep: int) -> None:
    """One thread plays games i, i + threads, … to their ends, each from seed + i.

    Neighbouring threads move in step, and games differ in length: one that is done waits until
    REFILL of its 32 neighbours are, then they set up their next games together.
    """
    thread = cuda.grid(1)
    stride = cuda.gridsize(1)
    held = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    mask = cuda.local.array(WORDS, INT64)
    s = held[0]
    decisions = 0
    i = thread
    playing = False
    while True:
        waiting = cuda.ballot_sync(0xFFFFFFFF, not playing and i < games)
        busy = cuda.ballot_sync(0xFFFFFFFF, playing)
        if waiting == 0 and busy == 0:
            break
        if not playing and i < games and (cuda.popc(waiting) >= REFILL or busy == 0):
            playing = True
            copy_record(s, fresh[0])
            begin(s, box[0], fresh[0].seats, (seed + i) & 0xFFFFFFFF, (seed + i) >> 32)
            seed_rng(dice[0], (seed + i) & 0xFFFFFFFF, 77)
        if playing:
            action = random_action(s, box[0], mask, dice[0])
            if action >= 0:
                step(s, box[0], action)
                decisions += 1
            if action < 0 or s.over != 0 or s.ply >= limit:
                if keep != 0:
                    copy_record(states[i], s)
                playing = False
                i += stride
    made[thread] = decisions


# What `_kernel` sees under these names is put there by `GpuPlayouts`.
cuda: Any = None
STATE: Any = None
DICE: Any = None
INT64: Any = None
WORDS = 0
copy_record = drive.copy_record
begin = drive.begin
seed_rng = rng.seed_rng
random_action = drive.random_action
step = drive.step


class GpuPlayouts:
    """Random whole games of one game on a GPU."""

    def __init__(
        self, game: Game, seats: int, *, options: Mapping[str, str] | None = None, box: Any = None, quiet: bool = True
    ) -> None:
        import numpy as np
        from numba import cuda as numba_cuda
        from numba import int64

        self.game = game
        self._cuda = numba_cuda
        workshop = Workshop("cuda", game.rules, silent=quiet)
        kernel = workshop.bare_twin(_kernel)
        kernel.__globals__.update(
            cuda=numba_cuda,
            STATE=_numba_type(dtype_of(game.state)),
            DICE=_numba_type(dtype_of(drive.Dice)),
            INT64=int64,
            WORDS=words_for(len(game.actions)),
        )
        self._kernel = numba_cuda.jit(kernel)
        fresh = engine_for(game, interpreted=True).fresh(seats, options, quiet=quiet)
        self._fresh = numba_cuda.to_device(np.frombuffer(fresh, dtype_of(game.state)).copy())
        chosen = game.standard_box if box is None else box
        self._box = numba_cuda.to_device(np.frombuffer(chosen, dtype_of(game.box)).copy())

    def run(
        self, games: int, seed: int, *, keep_states: bool = False, blocks: int | None = None, threads: int = THREADS
    ) -> GpuResult:
        """Play games from seed, seed + 1, … to their ends."""
        import numpy as np

        blocks = blocks or min(-(-games // threads), self._cuda.get_current_device().MULTIPROCESSOR_COUNT * RESIDENT)
        made = self._cuda.device_array(blocks * threads, np.int64)
        states = self._cuda.device_array(games if keep_states else 1, dtype_of(self.game.state))
        begin_, end = self._cuda.event(), self._cuda.event()
        begin_.record()
        self._kernel[blocks, threads](
            states, self._fresh, self._box, games, seed, self.game.max_plies, made, int(keep_states)
        )
        end.record()
        end.synchronize()
        seconds = self._cuda.event_elapsed_time(begin_, end) / 1000
        decisions = int(made.copy_to_host().sum())
        return GpuResult(seconds, decisions, games, states.copy_to_host() if keep_states else None)


def _numba_type(dtype: Any) -> Any:
    from numba import from_dtype

    return from_dtype(dtype)
