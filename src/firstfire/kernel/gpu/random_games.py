"""Many games at once on a GPU: whole random games by the same rules.

Needs the `cuda` extra (numba-cuda) and an NVIDIA GPU.

    card = GpuPlayouts(game("totem"))
    result = card.run(games=1_000_000, seats=2, seed=1)     # the games `engine.playouts` would play

Small games are played by one thread each, the state in thread-local memory; large ones in rounds (gpu_rounds.py). Both
play the same games: what a game becomes depends on its seed alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..engines.engine import engine_for
from ..game import Game
from ..records.record import dtype_of
from ..records.rng import seed_rng
from ..rules.drive import Dice, begin, copy_record, step
from .choosing import Choosing
from .cuda_code import KernelSource, card_dtype, compile_kernel, from_card_layout, to_card_layout
from .cuda_driver import Card, DeviceArray, GpuClock, card
from .rounds import Rounds

VARIED = 40  # phases and kinds of actions: a game with so many is played in rounds
SHORT = 1000  # decisions: games that never last longer are begun together


@dataclass
class GpuResult:
    """What a run gave: seconds on the GPU, decisions made, and (if asked for) the last states."""

    seconds: float
    decisions: int
    games: int
    states: Any = None


def short_games_kernel(
    states: Any, fresh: Any, box: Any, made: Any, games: int, seed: int, limit: int, keep: int
) -> None:
    """One thread plays games i, i + threads, … to their ends, each from seed + i. Neighbouring threads begin their
    games together, which keeps them in the same phases."""
    thread = cuda.grid(1)
    held = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    work = cuda.local.array(WORDS, INT64)
    s = held[0]
    decisions = 0
    for i in range(thread, games, cuda.gridsize(1)):
        copy_record(s, fresh[0])
        begin(s, box[0], fresh[0].seats, (seed + i) & 0xFFFFFFFF, (seed + i) >> 32)
        seed_rng(dice[0], (seed + i) & 0xFFFFFFFF, 77)
        while s.over == 0 and s.ply < limit:
            action = choose(s, box[0], work, dice[0])
            if action < 0:
                break
            step(s, box[0], action)
            decisions += 1
        if keep != 0:
            copy_record(states[i], s)
    made[thread] = decisions


def long_games_kernel(
    states: Any, fresh: Any, box: Any, made: Any, games: int, seed: int, limit: int, keep: int
) -> None:
    """One thread plays games i, i + threads, … to their ends, the next one as soon as one has ended. All threads of a
    block choose, then all act: so they share the instructions that the processor fetches."""
    thread = cuda.grid(1)
    held = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    work = cuda.local.array(WORDS, INT64)
    s = held[0]
    decisions = 0
    i = thread - cuda.gridsize(1)  # the game being played
    following = thread
    playing = 0
    while cuda.syncthreads_or(1 if playing != 0 or following < games else 0) != 0:
        if playing == 0 and following < games:
            i = following
            following += cuda.gridsize(1)
            copy_record(s, fresh[0])
            begin(s, box[0], fresh[0].seats, (seed + i) & 0xFFFFFFFF, (seed + i) >> 32)
            seed_rng(dice[0], (seed + i) & 0xFFFFFFFF, 77)
            playing = 1
        action = -1
        if playing != 0:
            action = choose(s, box[0], work, dice[0])
        cuda.syncthreads()
        if action >= 0:
            step(s, box[0], action)
            decisions += 1
        if playing != 0 and (action < 0 or s.over != 0 or s.ply >= limit):
            playing = 0
            if keep != 0:
                copy_record(states[i], s)
    made[thread] = decisions


# What the kernels see under these names is put there when they are compiled.
cuda: Any = None
STATE: Any = None
DICE: Any = None
INT64: Any = None
WORDS = 0  # of the row to work in that `choose` needs
choose: Any = None


class GpuPlayouts:
    """Random whole games of one game on a GPU, without notes. Compiled at the first run ever, then kept."""

    def __init__(
        self, game: Game, *, options: Mapping[str, str] | None = None, box: Any = None, rounds: bool | None = None
    ) -> None:
        import numpy as np

        self.game = game
        self.card = card()
        self._options = options
        there = self.card.put(np.frombuffer(game.standard_box if box is None else box, dtype_of(game.box)).copy())
        in_rounds = len(game.phases) + len(game.actions.blocks) >= VARIED if rounds is None else rounds
        self.way: Threads | Rounds = (Rounds if in_rounds else Threads)(self.card, game, there)

    def run(self, games: int, seats: int, seed: int, *, keep_states: bool = False, **launch: int) -> GpuResult:
        """Play games from seed, seed + 1, … to their ends. `launch`: how they are shared out (`way.run` says the
        names), for who looks for the fastest."""
        empty = engine_for(self.game, interpreted=True).fresh(seats, self._options, quiet=True)
        fresh = self.card.put(to_card_layout(empty))
        states = self.card.zeros(games if keep_states else 1, card_dtype(self.game.state))
        with GpuClock(self.card) as clock:
            made = self.way.run(fresh, states, games, seed, int(keep_states), **launch)
        decisions = int(made.numpy().sum())
        kept = from_card_layout(states.numpy(), self.game.state) if keep_states else None
        return GpuResult(clock.seconds, decisions, games, kept)


class Threads:
    """One thread for each game at a time."""

    def __init__(self, card: Card, game: Game, box: DeviceArray) -> None:
        self.card = card
        self.game = game
        self.short = game.max_plies <= SHORT
        self._box = box
        self._made = card.zeros(1, "int64")
        self._choosing = Choosing(game)
        self.kernel = compile_kernel(card, self.source())

    def source(self) -> KernelSource:
        """What the kernel is compiled from."""
        from numba import from_dtype, int64, types

        state = types.Array(from_dtype(card_dtype(self.game.state)), 1, "C")
        box = types.Array(from_dtype(dtype_of(self.game.box)), 1, "C")
        shapes = (state, state, box, types.Array(int64, 1, "C"), int64, int64, int64, int64)
        made_of = f"{card_dtype(self.game.state)} {dtype_of(self.game.box)} {len(self.game.actions)} "
        made_of += f"{self._choosing.words} {self._choosing.made_of()}"
        function, registers = (short_games_kernel, 64) if self.short else (long_games_kernel, 96)
        return KernelSource(self.game.name, self._choosing.workshop, function, shapes, self._given, made_of, registers)

    def _given(self) -> dict[str, Any]:
        from numba import from_dtype, int64

        return {
            "STATE": from_dtype(card_dtype(self.game.state)), "DICE": from_dtype(dtype_of(Dice)), "INT64": int64,
            "WORDS": self._choosing.words, "choose": self._choosing.function(),
        }  # fmt: skip

    def run(
        self, fresh: DeviceArray, states: DeviceArray, games: int, seed: int, keep: int, *,
        threads: int = 512, per_processor: int = 4096,
    ) -> DeviceArray:  # fmt: skip
        """Play; the decisions of each thread. (`threads` in a block; so many on each processor of the GPU, or one for
        each of the short games.)"""
        blocks = -(-games // threads)
        if not self.short:
            blocks = min(blocks, self.card.processors * max(1, per_processor // threads))
        if len(self._made) != blocks * threads:
            self._made = self.card.zeros(blocks * threads, "int64")
        arrays = states, fresh, self._box, self._made
        self.kernel.bind(blocks, threads, *arrays, games, seed, self.game.max_plies, keep)()
        return self._made
