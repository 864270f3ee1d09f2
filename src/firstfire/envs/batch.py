"""Many tables of one game, stepped together on the CPU, with everything a learner needs in arrays made once.

    env = make_batch("totem", count=4096, seats=2, seed=1)
    while learning:
        actions = policy(env.observations, env.masks)    # one for each table, int32
        env.step(actions)                                # the same arrays now hold the next moment

The arrays are NumPy's: Torch (`torch.from_numpy`, `torch.from_dlpack`) and JAX (`jnp.from_dlpack`) read them where they
lie. They belong to the environment: read them, or copy what you want to keep or change.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadSetup, IllegalAction
from ..kernel.engines.engine import CompiledEngine, engine_for
from ..kernel.game import Game
from ..kernel.records.bits import words_for
from ..kernel.records.record import dtype_of
from ..kernel.records.rng import MASK
from ..kernel.rules.actions import whole_number
from ..kernel.rules.drive import Dice
from . import stepping
from .driver import checked_options
from .stepping import ActionOutcome, Reward, Terms, game_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS = 1 << 63  # seeds of an environment: 0 to this, less one


class BatchStep(NamedTuple):
    """What the tables show: the environment's own arrays, the same objects at every step."""

    observations: Any  # (count, observation.size) int16: what the seat to act knows
    masks: Any  # (count, actions) bool: what it may do
    players: Any  # (count,) int8: that seat; -1 where the game is over
    rewards: Any  # (count, most seats) float32: of this step, by seat
    done: Any  # (count,) bool: this step ended the game (or it is over, without auto_reset)


class BatchEnv:
    """What the environments on the CPU and on a GPU have in common."""

    # Machine code writes there: the arrays may be read and written, but none can be put in their place.
    _arrays: BatchStep
    _padded_masks: Any

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None,
        seed: int,
        reward: str,
        options: Mapping[str, str] | None,
        box: Any,
        auto_reset: bool,
    ) -> None:
        number = whole_number(count)
        if number is None or number < 1:
            raise BadSetup(f"an environment holds at least one table, not {count!r}")
        kinds = [kind.name.lower() for kind in Reward]
        if reward not in kinds:
            raise BadSetup(f"the reward is one of {', '.join(kinds)}, not {reward!r}")
        self.game = game
        self.count = number
        options = checked_options(options)
        self.seats = min(game.seats) if seats is None else seats
        self.actions = len(game.actions)
        self.observation = game.observation
        self.box = game.standard_box if box is None else box
        if type(self.box) is not game.box:
            raise BadSetup(f"{game.name} needs a {game.box.__name__} of its own, not {box!r}")
        self._words = words_for(self.actions)
        engine = engine_for(game, interpreted=False)
        assert isinstance(engine, CompiledEngine)
        self._engine = engine
        self._fresh = self._engine.fresh(self.seats, options, quiet=True)
        self._terms = Terms()
        self._terms.reward = Reward[reward.upper()]
        self._terms.auto_reset = int(bool(auto_reset))
        self._terms.row = -(-self.actions // 8)
        self._terms.size = self.observation.size
        self._terms.most = max(game.seats)
        self._set_seed(seed)
        self._closed = False

    def close(self) -> None:
        """Nothing is played any more."""
        self._closed = True

    def _demand_open(self) -> None:
        if self._closed:
            raise BadSetup("this batch is closed: make another with make_batch")

    def _set_seed(self, seed: int) -> None:
        number = whole_number(seed)
        if number is None or not 0 <= number < SEEDS:
            raise BadSetup(f"the seed of an environment is a whole number from 0 to 2**63 - 1, not {seed!r}")
        self.seed = number
        self._terms.seed[0], self._terms.seed[1] = number & MASK, number >> 32

    def action_scores(self) -> Any:
        """The score of each legal action by the game's `prefer`, from what the seat to act knows: (count, actions)
        int16, in steps of 1/256; what is not legal holds anything. The same array at every call."""
        raise NotImplementedError

    def seed_of(self, table: int, number: int = 0) -> int:
        """The seed of a table's game with this number (0 is its first): `Position(game, seats, seed)` begins it."""
        return game_seed(self.seed, table, number)

    @property
    def arrays(self) -> BatchStep:
        """Everything a step shows."""
        return self._arrays

    @property
    def padded_masks(self) -> Any:
        """`masks` with what fills their rows up to whole words, never legal: without gaps, for JAX."""
        return self._padded_masks

    @property
    def observations(self) -> Any:
        """What the seat to act knows: (count, observation.size), int16; `observation.features` says what is where."""
        return self.arrays.observations

    @property
    def masks(self) -> Any:
        """What the seat to act may do: (count, actions), bool; empty rows where the game is over."""
        return self.arrays.masks

    @property
    def players(self) -> Any:
        """The seat to act: (count,), int8; -1 where the game is over."""
        return self.arrays.players

    @property
    def rewards(self) -> Any:
        """What the last step paid each seat: (count, most seats of the game), float32; 0 until a game ends."""
        return self.arrays.rewards

    @property
    def done(self) -> Any:
        """Whether the last step ended the game: (count,), bool. With auto_reset the table shows its next game already;
        without, it stays true until `reset`."""
        return self.arrays.done


class CpuBatch(BatchEnv):
    """Many tables on the CPU, shared out among threads."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None = None,
        seed: int = 0,
        *,
        reward: str = "rank",
        options: Mapping[str, str] | None = None,
        box: Any = None,
        auto_reset: bool = True,
        threads: int | None = None,
    ) -> None:
        import numpy as np

        super().__init__(game, count, seats, seed, reward, options, box, auto_reset)
        if threads is not None and (whole_number(threads) or 0) < 1:
            raise BadSetup(f"an environment needs at least one thread, not {threads!r}")
        self._settings = {
            "game": game, "count": count, "seats": seats, "reward": reward, "options": options, "box": box,
            "auto_reset": auto_reset, "threads": threads,
        }  # fmt: skip
        self.threads = whole_number(threads) or _processors()
        # All that is lent is a view: NumPy gives no array another place in memory that owns none.
        self._states: NDArray[Any] = np.zeros(count, dtype_of(game.state))[:]
        masks = np.zeros((count, self._terms.row), np.int64)
        self._padded_masks = masks.view(np.bool_)
        self._arrays = BatchStep(
            np.zeros((count, self.observation.size), np.int16)[:],
            self._padded_masks[:, : self.actions],
            np.zeros(count, np.int8)[:],
            np.zeros((count, self._terms.most), np.float32)[:],
            np.zeros(count, np.bool_)[:],
        )
        self._games = np.zeros(count, np.int64)
        self._legal_sets = np.zeros((count, self._words), np.int64)
        self._turns = np.zeros(count, np.uint8)
        self._chance = np.zeros((count, 4), np.int64)
        self._sampled = np.zeros(count, np.int32)[:]
        self._action_scores: NDArray[Any] | None = None  # made when first asked for
        self._raw: dict[Callable[..., Any], Any] = {each: self._engine.raw_entry(each) for each in ENTRIES}
        self._cuts = _slices(count, self.threads)
        self._rooms = [ThreadBuffers(self) for _ in self._cuts]
        self._pool = ThreadPoolExecutor(len(self._cuts)) if len(self._cuts) > 1 else None
        # Where everything lies that stays where it is.
        self._states_at, self._games_at, self._sets_at, self._turns_at, self._chance_at = map(
            address_of, (self.states, self._games, self._legal_sets, self._turns, self._chance)
        )
        self._shown_at = tuple(map(address_of, self.arrays))
        self.reset()

    def _contents(self) -> tuple[NDArray[Any], ...]:
        """The arrays in which the games are."""
        shown = self._arrays._replace(masks=self._padded_masks)
        return (self._states, *shown, self._games, self._legal_sets, self._turns, self._chance, self._sampled)

    def __reduce__(self) -> tuple[Any, ...]:
        self._demand_open()
        return _unpickled, (type(self), self._settings, self.seed, [part.copy() for part in self._contents()])

    @property
    def states(self) -> NDArray[Any]:
        """The records of all tables."""
        return self._states

    def reset(self, seed: int | None = None) -> BatchStep:
        """Begin every table's first game, from a new seed if one is given."""
        if seed is not None:
            self._set_seed(seed)
        run, seed_dice = self._raw[stepping.reset_tables], self._raw[stepping.seed_tables]

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            seed_dice(room.dice_at, room.terms_at, self._chance_at, first, last)
            run(
                self._states_at,
                *room.places,
                room.fresh_at,
                self._games_at,
                self._sets_at,
                *self._shown_at,
                first,
                last,
            )
            return 0

        self._share(work)
        return self.arrays

    def step(self, actions: Any) -> BatchStep:
        """Play one action at each table (-1 leaves it alone). Refused ones change nothing, and raise when all others
        are played."""
        chosen = self._checked(actions)
        run, chosen_at = self._raw[stepping.step_tables], address_of(chosen)

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            wrong: int = run(
                self._states_at, *room.places, room.work_at, room.fresh_at, self._games_at, self._sets_at,
                *self._shown_at, chosen_at, self._turns_at, first, last,
            )  # fmt: skip
            return wrong

        if wrong := sum(self._share(work)):
            self._refuse(chosen, wrong)
        return self.arrays

    def sample(self, out: Any = None) -> Any:
        """A random legal action for each table (-1 where the game is over), from streams of the environment's seed;
        written into `out` (int32), or into an array of the environment's own."""
        chosen = self._sampled
        if out is not None:
            _demand(out, self.count)
            chosen = out
        run, chosen_at = self._raw[stepping.sample_tables], address_of(chosen)

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            run(room.dice_at, room.mask_at, self._chance_at, self._sets_at, chosen_at, first, last)
            return 0

        self._share(work)
        return chosen

    def action_scores(self) -> NDArray[Any]:
        """The score of each legal action by the game's `prefer` (`BatchEnv.action_scores`)."""
        import numpy as np

        if self._action_scores is None:
            self._action_scores = np.zeros((self.count, self.actions), np.int16)
        run, scores_at = self._engine.raw_entry(stepping.like_tables), address_of(self._action_scores)

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            run(self._states_at, *room.places, self._sets_at, scores_at, self.actions, first, last)
            return 0

        self._share(work)
        return self._action_scores

    def check(self) -> None:
        """Nothing: `step` raises by itself. (On a GPU, this raises what was refused there.)"""

    def state(self, table: int) -> Any:
        """One table's record (a copy)."""
        return self.game.state.from_buffer_copy(self.states[table].tobytes())

    def close(self) -> None:
        """Let the threads go; nothing is played any more."""
        super().close()
        if self._pool is not None:
            self._pool.shutdown()

    def _share(self, work: Callable[[ThreadBuffers, int, int], int]) -> list[int]:
        self._demand_open()
        if self._pool is None:
            return [work(self._rooms[0], 0, self.count)]
        return list(self._pool.map(lambda room, cut: work(room, *cut), self._rooms, self._cuts))

    def _checked(self, actions: Any) -> NDArray[Any]:
        import numpy as np

        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            first = given.flat[0] if given.size else actions
            raise IllegalAction(str(first), f"actions are whole numbers (int32 needs no copy), not {given.dtype}")
        if given.shape != (self.count,):
            raise BadSetup(f"{self.count} actions are needed, one for each table, not {given.shape}")
        if given.dtype != np.int32 and len(given) and not -SEEDS >> 32 <= given.min() <= given.max() < SEEDS >> 32:
            given = np.clip(given, -2, self.actions)  # what no int32 holds is no action: it stays one that is refused
        return np.ascontiguousarray(given, np.int32)

    def _refuse(self, chosen: NDArray[Any], wrong: int) -> None:
        import numpy as np

        tables = np.flatnonzero(self._turns == ActionOutcome.REFUSED)
        first = int(tables[0])
        raise IllegalAction(
            str(chosen[first]),
            f"refused at table {first}" + (f" (and at {wrong - 1} more: {tables[1:6].tolist()})" if wrong > 1 else ""),
        )


class ThreadBuffers:
    """What one thread works with."""

    def __init__(self, env: CpuBatch) -> None:
        engine = env._engine
        self.kept = (
            env._fresh, env.game.state(), env.box, engine.mask(), engine.row(), engine.fractions(), env._terms, Dice(),
        )  # fmt: skip
        (
            self.fresh_at, self.view_at, self.box_at, self.mask_at, self.work_at, self.share_at, self.terms_at,
            self.dice_at,
        ) = map(ctypes.addressof, self.kept)  # fmt: skip
        self.places = (self.view_at, self.box_at, self.mask_at, self.terms_at)


ENTRIES = (stepping.reset_tables, stepping.step_tables, stepping.sample_tables, stepping.seed_tables)


def _unpickled(kind: type[CpuBatch], settings: dict[str, Any], seed: int, contents: list[NDArray[Any]]) -> CpuBatch:
    """An environment that goes on by itself from what another one held."""
    made = kind(**settings)
    made._set_seed(seed)
    for part, content in zip(made._contents(), contents, strict=True):
        part[...] = content
    return made


def address_of(array: NDArray[Any]) -> int:
    """Where an array begins."""
    return int(array.ctypes.data)


def _demand(array: Any, count: int) -> None:
    import numpy as np

    if not isinstance(array, np.ndarray) or array.dtype != np.int32 or array.shape != (count,):
        raise BadSetup(f"actions are written into a NumPy array of {count} int32, not {array!r}")
    if not (array.flags.c_contiguous and array.flags.writeable):
        raise BadSetup("actions are written into an array without gaps that may be written")


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _slices(count: int, threads: int) -> list[tuple[int, int]]:
    edges = [count * i // threads for i in range(threads + 1)]
    return [(a, b) for a, b in pairwise(edges) if a < b]
