"""The kernels of random play on a GPU, run as Python by real threads that meet at barriers; no card needed. (That a
card ends in the same bytes, `benchmarks/gpu.py` shows on one.)"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from firstfire.kernel.compiling.specialise import Workshop
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.gpu import random_games as gpu
from firstfire.kernel.gpu import rounds as gpu_rounds
from firstfire.kernel.gpu.choosing import choose_by_listing
from firstfire.kernel.gpu.random_action import COUNTING, PICKING
from firstfire.kernel.records.rng import seed_rng
from firstfire.kernel.rules.drive import Dice, random_action

THREADS = 4  # in a block
SEATS = 3


class Card:
    """What kernels know of a card: a block's threads are Python's."""

    def __init__(self) -> None:
        self.blocks = 1
        self._own, self._lock = threading.local(), threading.Lock()
        self.blockDim = SimpleNamespace(x=THREADS)
        self.local = SimpleNamespace(array=lambda length, kind: (kind * length)())
        self.shared = SimpleNamespace(array=self._shared)
        self.atomic = SimpleNamespace(add=self._add)

    @property
    def threadIdx(self) -> Any:
        return SimpleNamespace(x=self._own.thread)

    def grid(self, _: int) -> int:
        return int(self._own.block * THREADS + self._own.thread)

    def gridsize(self, _: int) -> int:
        return self.blocks * THREADS

    def _shared(self, length: int, kind: Any) -> Any:
        self._own.asked += 1
        with self._lock:
            return self._room.setdefault(self._own.asked, (kind * length)())

    def _add(self, array: Any, place: int, value: int) -> int:
        with self._lock:
            before = int(array[place])
            array[place] = before + value
            return before

    def syncthreads(self) -> None:
        self._barrier.wait(20)

    def syncthreads_or(self, value: int) -> int:
        self._votes[self._own.thread] = value
        self._barrier.wait(20)
        found = int(any(self._votes))
        self._barrier.wait(20)
        return found

    def launch(self, kernel: Callable[..., None], blocks: int, *arguments: Any) -> None:
        self.blocks = blocks
        for block in range(blocks):
            self._barrier, self._votes = threading.Barrier(THREADS), [0] * THREADS
            self._room: dict[int, Any] = {}
            broken: list[BaseException] = []

            def work(thread: int, block: int = block, broken: list[BaseException] = broken) -> None:
                self._own.block, self._own.thread, self._own.asked = block, thread, 0
                try:
                    kernel(*arguments)
                except BaseException as error:
                    broken.append(error)
                    self._barrier.abort()

            team = [threading.Thread(target=work, args=(thread,)) for thread in range(THREADS)]
            for one in team:
                one.start()
            for one in team:
                one.join()
            if broken:
                raise broken[0]


def by_listing(game: Game) -> Any:
    workshop = Workshop("python", game.rules)
    choosing = workshop.bare_twin(choose_by_listing)
    for name, replace in (("count_legal", COUNTING), ("pick_legal", PICKING)):
        choosing.__globals__[name] = Workshop("python", game.rules, replace=replace).twin(game.rules["legal"])
    return choosing


def kernel(game: Game, function: Any, card: Card, **given: Any) -> Any:
    workshop = Workshop("python", game.rules)
    made = workshop.bare_twin(function)
    kinds = {"STATE": game.state, "DICE": Dice, "INT32": ctypes.c_int32, "INT64": ctypes.c_int64}
    words = (len(game.actions) + 63) // 64
    made.__globals__.update(cuda=card, choose=workshop.twin(random_action), WORDS=words, **kinds)
    made.__globals__.update(given)
    return made


def expected(game: Game, games: int, seed: int) -> tuple[list[bytes], int]:
    """The last states of the games from these seeds, and how many decisions they took."""
    engine, ends, decisions = engine_for(game, interpreted=True), [], 0
    for number in range(games):
        s, dice, mask = engine.fresh(SEATS, quiet=True), Dice(), engine.mask()
        engine.begin(s, game.standard_box, SEATS, (seed + number) & 0xFFFFFFFF, (seed + number) >> 32)
        seed_rng(dice, (seed + number) & 0xFFFFFFFF, 77)
        decisions += engine.playout(s, game.standard_box, mask, dice, game.max_plies)
        ends.append(bytes(s))
    return ends, decisions


def begun(game: Game, count: int) -> Any:
    return [game.state() for _ in range(count)]


@pytest.mark.parametrize("listing", [False, True])
@pytest.mark.parametrize("function", [gpu.short_games_kernel, gpu.long_games_kernel])
def test_threads_play_the_games_of_the_seeds_to_the_same_bytes(tiny: Game, function: Any, listing: bool) -> None:
    games, seed, card = 19, (1 << 32) - 7, Card()
    fresh = [engine_for(tiny, interpreted=True).fresh(SEATS, quiet=True)]
    states, made = begun(tiny, games), np.zeros(2 * THREADS, np.int64)
    more = {"choose": by_listing(tiny), "WORDS": 3} if listing else {}
    play = kernel(tiny, function, card, **more)
    card.launch(play, 2, states, fresh, [tiny.standard_box], made, games, seed, tiny.max_plies, 1)
    ends, decisions = expected(tiny, games, seed)
    assert [bytes(s) for s in states] == ends and made.sum() == decisions


def test_rounds_play_the_games_of_the_seeds_to_the_same_bytes(tiny: Game) -> None:
    games, tables, seed, card = 19, 7, (1 << 32) - 7, Card()
    keys = gpu_rounds.keys_of(tiny)
    sizes = {"KEYS": keys, "OVER": keys - 2, "IDLE": keys - 1}
    choose, act, count, place = (kernel(tiny, function, card, **sizes) for function in gpu_rounds.KERNELS)
    fresh, box = [engine_for(tiny, interpreted=True).fresh(SEATS, quiet=True)], [tiny.standard_box]
    states, played, dice = begun(tiny, games), begun(tiny, tables), [Dice() for _ in range(tables)]
    numbers, made = np.full(tables, gpu_rounds.NO_GAME), np.zeros(tables, np.int64)
    actions, order = np.zeros(tables, np.int32), np.zeros(tables, np.int32)
    by, totals, taken = np.full(tables, keys - 2), np.zeros(keys, np.int32), np.zeros(keys, np.int32)
    progress, kinds = np.zeros(2, np.int64), gpu_rounds.kinds_of(tiny)
    blocks, mixed = 2, 0

    def sort() -> None:
        card.launch(count, blocks, by, totals)
        card.launch(place, blocks, by, totals, taken, order)
        assert sorted(order) == list(range(tables)) and list(by[order]) == sorted(by)

    while progress[gpu_rounds.DONE] < tables:
        sort()
        card.launch(
            choose, blocks, played, dice, fresh, box, kinds, numbers, actions, by, order, totals, taken, progress, made,
            states, games, seed, 1,
        )  # fmt: skip
        sort()
        mixed += len(set(by)) > 1
        card.launch(act, blocks, played, box, actions, by, order, totals, taken, tiny.max_plies)
    ends, decisions = expected(tiny, games, seed)
    assert [bytes(s) for s in states] == ends and made.sum() == decisions
    assert mixed > 0  # tables of different kinds were there to sort


def test_every_action_has_the_kind_of_its_block(tiny: Game) -> None:
    kinds = gpu_rounds.kinds_of(tiny)
    names = [tiny.actions.blocks[kind].name for kind in kinds]
    assert names == [tiny.actions.find(action)[0].name for action in range(len(tiny.actions))]
    assert gpu_rounds.keys_of(tiny) > max(kinds) + 2 and gpu_rounds.keys_of(tiny) >= len(tiny.phases) + 2
