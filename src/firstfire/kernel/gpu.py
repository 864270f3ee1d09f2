"""Many games at once on a GPU: the same rules, one thread each, the state in thread-local memory.

Needs the `cuda` extra (numba-cuda) and an NVIDIA card.

    card = GpuPlayouts(game("totem"))
    result = card.run(games=1_000_000, seats=2, seed=1)     # the games `engine.playouts` would play
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .bits import words_for
from .contract import legal
from .cuda_code import Source, card_dtype, compile_kernel, from_card_layout, numba_cuda, to_card_layout
from .cuda_driver import Clock, card
from .drive import Dice, begin, copy_record, random_action, step
from .engine import engine_for
from .game import Game
from .notes import SILENT
from .picking import COUNTING, FOUND, PICKING, SO_FAR, WANTED
from .record import Row, dtype_of
from .rng import below, seed_rng
from .rule import generic
from .workshop import Workshop, code_shape

THREADS = 512  # in a block
REGISTERS = (
    64  # a thread: more threads run at once (Totem 2,200 → 3,050 million decisions/s, together with plain places)
)


@dataclass
class GpuResult:
    """What a run gave: seconds on the card, decisions made, and (if asked for) the last states."""

    seconds: float
    decisions: int
    games: int
    states: Any = None


def playout_kernel(states: Any, fresh: Any, box: Any, games: int, seed: int, limit: int, made: Any, keep: int) -> None:
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


# What `playout_kernel` and `choose_by_listing` see under these names is put there by `GpuPlayouts`.
cuda: Any = None
STATE: Any = None
DICE: Any = None
INT64: Any = None
WORDS = 0
choose: Any = None
count_legal: Any = None
pick_legal: Any = None


class GpuPlayouts:
    """Random whole games of one game on a GPU, without notes. Compiled at the first run ever, then kept."""

    def __init__(
        self, game: Game, *, options: Mapping[str, str] | None = None, box: Any = None, registers: int = REGISTERS
    ) -> None:
        import numpy as np

        self.game = game
        self.card = card()
        self._options = options
        self._layout = card_dtype(game.state)
        self._workshop = Workshop("cuda", game.rules, replace=SILENT)
        chosen = game.standard_box if box is None else box
        self._box = self.card.put(np.frombuffer(chosen, dtype_of(game.box)).copy())
        self._empty = self.card.zeros(1, self._layout)
        self._made = self.card.zeros(1, np.int64)
        self.kernel = compile_kernel(self.card, self.source(registers))

    def source(self, registers: int = REGISTERS) -> Source:
        """What the kernel is compiled from."""
        from numba import from_dtype, int64, types

        state = types.Array(from_dtype(self._layout), 1, "C")
        box = types.Array(from_dtype(dtype_of(self.game.box)), 1, "C")
        shapes = (state, state, box, int64, int64, int64, types.Array(int64, 1, "C"), int64)
        made_of = f"{self._layout} {dtype_of(self.game.box)} {len(self.game.actions)} {self._choosing()}"
        return Source(self.game.name, self._workshop, playout_kernel, shapes, self._given, made_of, registers)

    def _listing(self) -> tuple[Workshop, Workshop]:
        rules = self.game.rules
        return Workshop("cuda", rules, replace=COUNTING), Workshop("cuda", rules, replace=PICKING)

    def _choosing(self) -> str:
        """What the choice of a random action is made of."""
        if not self.game.lists_in_order:
            return self._workshop.fingerprint(random_action)
        prints = [workshop.fingerprint(legal) for workshop in self._listing()]
        return f"{code_shape(choose_by_listing.__code__)} {self._workshop.fingerprint(below)} {prints}"

    def _given(self) -> dict[str, Any]:
        cuda = numba_cuda()
        from numba import from_dtype, int64

        if self.game.lists_in_order:
            choosing, words = self._workshop.bare_twin(choose_by_listing), 3
            for name, workshop in zip(("count_legal", "pick_legal"), self._listing(), strict=True):
                choosing.__globals__[name] = workshop.twin(legal)
            chooser = cuda.jit(device=True)(choosing)
        else:
            chooser, words = self._workshop.twin(random_action), words_for(len(self.game.actions))
        return {
            "STATE": from_dtype(self._layout), "DICE": from_dtype(dtype_of(Dice)), "INT64": int64, "WORDS": words,
            "choose": chooser,
        }  # fmt: skip

    def run(self, games: int, seats: int, seed: int, *, keep_states: bool = False, threads: int = THREADS) -> GpuResult:
        """Play games from seed, seed + 1, … to their ends."""
        empty = engine_for(self.game, interpreted=True).fresh(seats, self._options, quiet=True)
        fresh = self.card.put(to_card_layout(empty))
        blocks = -(-games // threads)
        if len(self._made) != blocks * threads:
            self._made = self.card.zeros(blocks * threads, "int64")
        states = self.card.zeros(games, self._layout) if keep_states else self._empty
        launch = self.kernel.bind(
            blocks, threads, states, fresh, self._box, games, seed, self.game.max_plies, self._made, int(keep_states)
        )
        with Clock(self.card) as clock:
            launch()
        decisions = int(self._made.numpy().sum())
        kept = from_card_layout(states.numpy(), self.game.state) if keep_states else None
        return GpuResult(clock.seconds, decisions, games, kept)
