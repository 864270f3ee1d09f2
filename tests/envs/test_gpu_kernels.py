"""The kernels of the GPU batch, run as Python: one thread after the other, no card needed. (That a card gives the same
bytes, `benchmarks/envs_batch.py --device cuda --check` shows on one.)"""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import weakref
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from firstfire import game
from firstfire.envs import gpu_batch, make_batch
from firstfire.envs.stepping import ONES
from firstfire.errors import BadSetup
from firstfire.games import GAMES
from firstfire.kernel.compiling.specialise import Workshop
from firstfire.kernel.game import Game
from firstfire.kernel.gpu.cuda_code import card_dtype
from firstfire.kernel.rules.drive import Dice


class Array:
    """An array as a kernel sees it: single entries are plain numbers."""

    def __init__(self, held: Any) -> None:
        self.held = held
        self.shape = held.shape

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, place: Any) -> Any:
        found = self.held[place]
        return Array(found) if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, place: Any, value: Any) -> None:
        self.held[place] = value


BLOCK = 3  # threads
NOTHING = 32767  # no score is so high


class Card:
    """What kernels know of a card, for one thread at a time."""

    def __init__(self) -> None:
        self.thread, self.threads = 0, 1
        self.local = self.shared = SimpleNamespace(array=self._row)
        self.atomic = SimpleNamespace(add=self._add)

    @staticmethod
    def _row(length: int, kind: Any) -> Any:
        return (kind * length)()

    @staticmethod
    def _add(array: Array, place: int, value: int) -> int:
        before = array[place]
        array[place] = before + value
        return int(before)

    @property
    def threadIdx(self) -> Any:
        return SimpleNamespace(x=self.thread % BLOCK)

    def grid(self, _: int) -> int:
        return self.thread

    def gridsize(self, _: int) -> int:
        return self.threads


class Kernels:
    """The arrays of a GPU batch, and its three launches, in Python."""

    def __init__(self, env: Any, near: bool = True) -> None:
        game, count = env.game, env.count
        self.env, self.card, self.count = env, Card(), count
        words = -(-ctypes.sizeof(game.state) // 8)
        showing, stride = gpu_batch.ShowFunction(game, "python"), words | 1
        sizes = {"WORDS": words, "MASK_WORDS": env._words, "MASK_ROW": env._terms.row, "WORK": showing.work}
        room = stride * BLOCK if near else 0
        sizes |= {"NEAR": room, "NEAR_FEW": room, "STRIDE": stride}
        kinds = {"UINT64": ctypes.c_uint64, "INT64": ctypes.c_int64, "DICE": Dice}
        workshop = Workshop("python", game.rules)
        self.kernels = {}
        for short in ("step", "begin", "spread", "sample", "seed", "blank", "like"):
            name = f"{short}_kernel"
            kernel = workshop.bare_twin(getattr(gpu_batch, name))
            seen_as = lambda row, first, like: type(like).from_buffer(row, 8 * first)  # noqa: E731
            show = showing.function(WORDS=words)
            kernel.__globals__.update(cuda=self.card, seen_as=seen_as, show=show, **sizes, **kinds)
            self.kernels[name] = kernel
        self.tables = Array(np.zeros((words, count), np.uint64))
        self.legal_sets = Array(np.zeros((env._words, count), np.int64))
        self.observations = Array(np.zeros((env.observation.size, count), np.int16))
        self.filled, self.changed = Array(np.zeros(count, np.int64)), Array(np.zeros(count, np.int64))
        self.masks = Array(np.zeros(count * env._terms.row, np.int64))
        self.players, self.done = Array(np.zeros(count, np.int8)), Array(np.zeros(count, np.int8))
        self.rewards = Array(np.zeros(count * env._terms.most, np.float32))
        self.games, self.ended = Array(np.zeros(count, np.int64)), Array(np.arange(count))
        self.counts = Array(np.array([count, 0, 0]))
        self.chance, self.actions = Array(np.zeros((4, count), np.int64)), Array(np.zeros(count, np.int32))
        self.fresh, self.box, self.terms = [env._fresh], [env.box], [env._terms]
        self.each("seed_kernel", self.chance, self.terms)
        self.begin()

    def each(self, name: str, *arguments: Any) -> None:
        for thread in range(self.count):
            self.card.thread, self.card.threads = thread, self.count
            self.kernels[name](*arguments)

    def begin(self) -> None:
        self.each(
            "begin_kernel", self.tables, self.fresh, self.box, self.terms, self.games, self.legal_sets,
            self.filled, self.changed, self.observations, self.players, self.ended, self.counts,
        )  # fmt: skip
        for thread in range(32 * -(-self.count // gpu_batch.TILE)):
            self.card.thread = thread
            self.kernels["spread_kernel"](self.legal_sets, self.changed, self.masks, self.counts)

    def step(self) -> None:
        self.each(
            "step_kernel", self.tables, self.fresh, self.box, self.terms, self.actions, self.games, self.legal_sets,
            self.filled, self.changed, self.observations, self.players, self.rewards, self.done, self.ended,
            self.counts,
        )  # fmt: skip
        self.begin()

    def action_scores(self) -> Any:
        """What the threads write, the last ones of which have no table."""
        found = Array(np.full((self.count, self.env.actions), NOTHING, np.int16))
        known = (ctypes.c_uint64 * (len(self.tables) * self.count))()
        self.each("blank_kernel", self.tables, self.fresh, self.box, self.players, known)
        before = bytes(known)
        for thread in range(gpu_batch.LIKERS * (self.count + 1)):
            self.card.thread = thread
            self.kernels["like_kernel"](known, self.fresh, self.box, self.legal_sets, self.players, found)
        assert bytes(known) == before, "a record that others read meanwhile was changed"
        return found.held

    def compare(self) -> None:
        env = self.env
        assert np.array_equal(self.observations.held.T, env.observations)
        assert np.array_equal(self.masks.held.view(np.bool_).reshape(self.count, -1)[:, : env.actions], env.masks)
        assert np.array_equal(self.players.held, env.players) and np.array_equal(self.done.held, env.done)
        assert np.array_equal(self.rewards.held.reshape(self.count, -1), env.rewards)
        held = np.ascontiguousarray(self.tables.held.T).view(np.uint8).reshape(self.count, -1)
        held = held[:, : ctypes.sizeof(env.game.state)]
        assert np.array_equal(held, env.states.view(np.uint8).reshape(self.count, -1))


def same(env: Any, steps: int) -> int:
    kernels, games = Kernels(env), 0
    kernels.compare()
    for _ in range(steps):
        kernels.each("sample_kernel", kernels.chance, kernels.legal_sets, kernels.actions)
        actions = env.sample()
        assert np.array_equal(kernels.actions.held, actions)
        kernels.step()
        games += int(env.step(actions).done.sum())
        kernels.compare()
    return games


def test_the_kernels_play_what_the_cpu_plays_over_many_games(tiny: Game) -> None:
    """Forty-one tables: masks of several warps, the last one not full."""
    assert same(make_batch(tiny, 41, 3, seed=4, threads=1), 30) > 40


@pytest.mark.parametrize("auto_reset", [True, False])
def test_a_finished_table_waits_or_begins_anew_in_the_kernels_too(tiny: Game, auto_reset: bool) -> None:
    same(make_batch(tiny, 6, 2, seed=4, threads=1, auto_reset=auto_reset, reward="margin"), 25)


@pytest.mark.parametrize("name", ["doggerland", "honga"])
def test_the_kernels_like_what_the_cpu_likes_and_write_nothing_else(name: str) -> None:
    env = make_batch(game(name), 3, 2, seed=9, threads=1)
    kernels = Kernels(env)
    for _ in range(30):
        kernels.each("sample_kernel", kernels.chance, kernels.legal_sets, kernels.actions)
        kernels.step()
        env.step(env.sample())
    kernels.compare()
    kept = kernels.tables.held.copy()
    found = kernels.action_scores()
    assert name != "doggerland" or env.masks.sum(1).max() > gpu_batch.LIKERS, "no thread had two actions"
    assert np.array_equal(found, np.where(env.masks, env.action_scores(), NOTHING))
    assert np.array_equal(kernels.tables.held, kept), "what a seat does not know was blanked in the record itself"


def test_the_kernel_likes_by_what_the_seat_to_act_knows() -> None:
    env = make_batch(game("totem"), 3, 2, seed=9, threads=1)
    kernels, blank = Kernels(env), env.game.rules["redact"]
    known, secret = [], 0
    for table in range(3):
        state = env.state(table)
        blank(state, env.box, state.player)
        secret += bytes(state) != bytes(env.state(table))
        known.append(bytes(state))
    asked: list[bytes] = []
    like = kernels.kernels["like_kernel"].__globals__
    like["prefer"] = lambda s, box, action: float(asked.append(bytes(s)) is None)  # type: ignore[func-returns-value]
    kernels.action_scores()
    assert secret and set(asked) == set(known) and len(asked) == env.masks.sum()


def test_nobody_likes_anything_where_the_game_is_over(tiny: Game) -> None:
    env = make_batch(tiny, 2, 2, seed=1, threads=1, auto_reset=False)
    kernels = Kernels(env)
    while not env.done.all():
        kernels.each("sample_kernel", kernels.chance, kernels.legal_sets, kernels.actions)
        kernels.step()
        env.step(env.sample())
    assert (kernels.action_scores() == NOTHING).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["totem", "honga"])
def test_the_kernels_play_real_games_as_the_cpu_does(name: str) -> None:
    same(make_batch(game(name), 3, seed=9, threads=1), 60)


@pytest.mark.parametrize(
    ("words", "row"), [(1, 3), (2, 16), (6, 45), (11, 87), (13, 100), (40, 313), (64, 512), (70, 555)]
)
def test_words_that_changed_are_spread_and_no_others(words: int, row: int) -> None:
    """As many words as the games have, and more than a word has bits: then two share one."""
    tables, dice = 6, np.random.default_rng(words)
    kernel, thread = Workshop("python", game("totem").rules).bare_twin(gpu_batch.spread_kernel), Card()
    kernel.__globals__.update(cuda=thread, MASK_WORDS=words, MASK_ROW=row)
    sets = dice.integers(-(1 << 63), 1 << 63, (words, tables), np.int64)
    changed = dice.integers(-(1 << 63), 1 << 63, tables, np.int64)
    changed[0] = 0
    if words < 64:
        changed &= (1 << words) - 1
    masks, counts = np.full((tables, row), 7 * ONES, np.int64), np.array([5, 0, 0])
    spread_out = np.unpackbits(sets.T.copy().view(np.uint8).reshape(tables, -1), axis=1, bitorder="little")
    known = (changed[:, None] >> (np.arange(words) & 63)) & 1
    expected = np.where(np.repeat(known, 64, axis=1), spread_out, 7)[:, : 8 * row]
    flat = Array(masks.reshape(-1))
    for thread.thread in range(32 * -(-tables // gpu_batch.TILE)):
        kernel(Array(sets), Array(changed), flat, Array(counts))
    assert np.array_equal(masks.view(np.uint8), expected) and counts[0] == 0


def test_the_kernels_refuse_and_leave_alone_what_the_cpu_does(tiny: Game) -> None:
    env = make_batch(tiny, 4, 2, seed=1, threads=1)
    kernels = Kernels(env)
    before = kernels.tables.held.copy()
    kernels.actions.held[:] = [-1, -2, len(tiny.actions), 1 << 30]
    kernels.step()
    assert np.array_equal(kernels.tables.held, before) and kernels.counts.held[1] == 3
    kernels.compare()


def test_only_small_records_get_more_registers() -> None:
    """With 128 registers Totem was a quarter faster on a card, the larger games a fifth to a third slower."""
    found = {name: gpu_batch.registers_for(card_dtype(game(name).state).itemsize) for name in GAMES}
    assert {name for name, registers in found.items() if registers > gpu_batch.REGISTERS} == {"totem"}


class Lent:
    """An array on a card that is none: it knows its shape."""

    def __init__(self, shape: Any, dtype: Any) -> None:
        self.shape = shape if isinstance(shape, tuple) else (shape,)
        self.dtype = np.dtype(dtype)

    def view(self, shape: Any, strides: Any = None, dtype: Any = None) -> Lent:
        return Lent(shape, self.dtype if dtype is None else dtype)

    def write(self, held: Any) -> None:
        assert np.asarray(held).shape == self.shape

    def clear(self) -> None:
        pass


class Launches:
    """A card that only remembers what was compiled for it and how it was launched."""

    processors, name = 4, "none"

    def __init__(self) -> None:
        self.made: dict[str, tuple[Any, Any]] = {}  # the source of a kernel, and how it was bound
        self.run: list[tuple[str, int]] = []

    def zeros(self, shape: Any, dtype: Any) -> Lent:
        return Lent(shape, dtype)

    def put(self, held: Any) -> Lent:
        return Lent(held.shape, held.dtype)

    def wait(self) -> None:
        self.run.append(("wait", 0))

    def numbered(self, number: int) -> Launches:
        self.number = number
        return self

    def compiled(self, _: Any, source: Any) -> Any:
        name = source.function.__name__

        def bind(*bound: Any) -> Any:
            self.made[name] = (source, bound)
            return lambda stream=0: self.run.append((name, stream))

        return SimpleNamespace(bind=bind)


@pytest.fixture
def launches(monkeypatch: pytest.MonkeyPatch) -> Launches:
    pytest.importorskip("numba.cuda")
    found = Launches()
    monkeypatch.setattr(gpu_batch, "card", found.numbered)
    monkeypatch.setattr(gpu_batch, "compile_kernel", found.compiled)
    return found


def test_action_scores_are_made_when_asked_for_and_launched_for_every_table(launches: Launches) -> None:
    env = gpu_batch.GpuBatch(game("honga"), 100, 2, 1)
    assert "like_kernel" not in launches.made
    launches.run.clear()
    action_scores = env.action_scores(7)
    assert action_scores.shape == (100, env.actions) and action_scores.dtype == np.int16
    assert launches.run == [("wait", 0), ("blank_kernel", 7), ("like_kernel", 7)], "an array that is not zero yet"
    _, (blocks, threads, *given) = launches.made["blank_kernel"]
    known = given.pop()
    assert blocks * threads >= 100 > (blocks - 1) * threads
    assert given == [env._tables, env._fresh_there, env._box_there, env._players]
    assert known.shape == (100 * env._record_words,) and known.dtype == np.uint64
    source, (blocks, threads, *given) = launches.made["like_kernel"]
    assert blocks * threads >= 100 * gpu_batch.LIKERS > (blocks - 1) * threads
    assert given == [known, env._fresh_there, env._box_there, env._legal_sets, env._players, action_scores]
    assert source.called == gpu_batch.CALLED > 0
    assert not any(made.called for name, (made, _) in launches.made.items() if name != "like_kernel")
    assert env.action_scores() is action_scores and launches.run[3:] == [("blank_kernel", 0), ("like_kernel", 0)]


def test_a_compiler_that_fails_is_told_of_every_time(launches: Launches, monkeypatch: pytest.MonkeyPatch) -> None:
    env = gpu_batch.GpuBatch(game("honga"), 2, 2, 1)
    monkeypatch.setattr(gpu_batch, "compile_kernel", lambda *_: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            env.action_scores()


def test_tables_that_are_closed_on_a_card_say_so(launches: Launches) -> None:
    env = gpu_batch.GpuBatch(game("honga"), 2, 2, 1)
    chosen = env.sample()
    env.close()
    launches.run.clear()
    for ask in (env.reset, env.sample, env.action_scores, lambda: env.step(chosen)):
        with pytest.raises(BadSetup, match="closed"):
            ask()
    assert launches.run == [], "something was played all the same"


@pytest.mark.parametrize(("device", "number"), [("cuda", 0), ("cuda:0", 0), ("cuda:3", 3)])
def test_tables_lie_on_the_card_that_was_asked_for(launches: Launches, device: str, number: int) -> None:
    make_batch("honga", 2, 2, device=device)
    assert launches.number == number


def test_tables_on_a_card_are_not_copied(launches: Launches) -> None:
    env = gpu_batch.GpuBatch(game("honga"), 2, 2, 1)
    for made in (copy.deepcopy, pickle.dumps):
        with pytest.raises(BadSetup, match="cannot be copied or pickled"):
            made(env)


def test_the_memory_of_a_card_is_free_as_soon_as_nobody_needs_it(launches: Launches) -> None:
    env = gpu_batch.GpuBatch(game("honga"), 2, 2, 1)
    env.action_scores()
    launches.made.clear()  # they know its arrays
    gone = weakref.ref(env)
    gc.disable()
    try:
        del env
        assert gone() is None, "only the garbage collector would let it go"
    finally:
        gc.enable()
