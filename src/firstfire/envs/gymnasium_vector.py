"""Many tables for Gymnasium, stepped together in machine code: one seat at each is the agent's, the others are random.

    envs = gymnasium.make_vec("firstfire/Honga-v0", num_envs=1024, autoreset_mode="SameStep")
    seen, infos = envs.reset(seed=7)
    seen, rewards, terminations, truncations, infos = envs.step(actions)

What it shows is what `gymnasium.vector.SyncVectorEnv` shows of the same single environments, number for number, in all
of Gymnasium's modes of beginning the next game:

    NEXT_STEP   the step after the last one of a game begins the next; its action is not heeded (unless said)
    SAME_STEP   the step that ends a game begins the next; `infos["final_obs"]` and `["final_info"]` tell the end
    DISABLED    nothing begins by itself: reset(options={"reset_mask": which})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..errors import BadSetup, IllegalAction
from ..games import game as find_game
from ..kernel.game import Game
from .batch import SEEDS
from .copies import DeepCopies
from .driver import checked_options, checked_players
from .seat_batch import SeatBatch
from .seating import RANDOM, checked_illegal, checked_seat, seat_asked
from .spaces import action_space, observation_space

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SeatVectorEnv(DeepCopies, VectorEnv):  # type: ignore[misc]
    """One seat at each of many tables, against players who choose at random."""

    def __init__(
        self,
        num_envs: int,
        game: str | Game = "totem",
        players: int | None = None,
        *,
        seat: int | str = 0,
        options: Mapping[str, str] | None = None,
        reward: str = "rank",
        illegal: str = "lose",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        seats = checked_players(self.game, players)
        self._tables = SeatBatch(
            self.game, num_envs, seats, reward=reward, options=checked_options(options), threads=threads
        )
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space, self.single_action_space = observation_space(self.game), action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat_asked, self._illegal = checked_seat(seat, seats), checked_illegal(illegal)
        self._chances: list[np.random.Generator | None] = [None] * num_envs
        self._chance_seeds = [-1] * num_envs
        self._begun = np.zeros(num_envs, np.bool_)
        self._ended = np.zeros(num_envs, np.bool_)
        self._seeds = np.zeros(num_envs, np.int64)

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The generators of the tables, each of which makes the seeds of its games."""
        return tuple(map(self._chance, range(self.num_envs)))

    @property
    def np_random_seed(self) -> tuple[int, ...]:
        """What these were made of."""
        self.np_random  # noqa: B018 - those that are missing are made
        return tuple(self._chance_seeds)

    def _chance(self, table: int, seed: int | None = None) -> np.random.Generator:
        found = self._chances[table]
        if found is None or seed is not None:
            found, self._chance_seeds[table] = seeding.np_random(seed)
            self._chances[table] = found
        return found

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game at every table, or only where `options["reset_mask"]` says so. A seed for the first table is
        followed by the next number for the next one; a list has one for each. `options["seat"]` sets the agents
        elsewhere for this game."""
        given = dict(checked_options(options))
        which = self._checked_mask(given.pop("reset_mask", None))
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)] if isinstance(
            seed, int | None) else list(seed)  # fmt: skip
        if len(seeds) != self.num_envs:
            raise BadSetup(f"{self.num_envs} seeds are needed, one for each table, not {len(seeds)}")
        asked = seat_asked(given, self._seat_asked, self._tables.seats)
        self._open(which, asked, seeds)
        self._ended[which] = False
        seen = self._seen()
        return seen, self._told(seen["action_mask"], which)

    def _checked_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise BadSetup(f"reset_mask is a NumPy array of {self.num_envs} bool, not {mask!r}")
        if not mask.any():
            raise BadSetup("reset_mask names at least one table")
        return mask.copy()

    def _open(self, which: NDArray[np.bool_], asked: int | str, seeds: Sequence[int | None] | None = None) -> None:
        """Begin games: seat and seed drawn by each table's own generator, as a single environment does."""
        tables = self._tables
        for table in np.flatnonzero(which).tolist():
            chance = self._chance(table, seeds[table] if seeds is not None else None)
            tables.own[table] = int(chance.integers(tables.seats)) if asked == RANDOM else asked
            self._seeds[table] = chance.integers(SEEDS)
        self._begun |= which
        tables.open(which, self._seeds)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play an action at every table; the others answer until it is the agent's turn again."""
        if not self._begun.all():
            raise ResetNeeded("not every table has begun a game: call reset()")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._ended.any():
            raise ResetNeeded(f"the games of tables {np.flatnonzero(self._ended)[:6].tolist()} are over: reset them")
        tables, waiting = self._tables, self._ended
        chosen = np.where(waiting, -1, tables._checked(actions)).astype(np.int32)
        wrong = self._not_legal(chosen, ~waiting)
        chosen[wrong] = -1
        tables.answer(chosen)
        rewards = np.where(wrong, -1.0, tables.paid)
        ended = (tables.done | wrong) & ~waiting
        told: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            told = self._final(ended, wrong)
            wrong = np.zeros(self.num_envs, np.bool_)
        anew = ended if self.autoreset_mode == AutoresetMode.SAME_STEP else waiting
        if anew.any():
            self._open(anew, self._seat_asked)
        self._ended = ended & (self.autoreset_mode != AutoresetMode.SAME_STEP)
        seen = self._seen()
        told |= self._told(seen["action_mask"], np.ones(self.num_envs, np.bool_), wrong)
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), told

    def _not_legal(self, chosen: NDArray[np.int32], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Where an action is not legal; it is refused there, or raises before anything has happened."""
        count = self._tables.actions
        if ((chosen < 0) | (chosen >= count))[asked].any():
            table = int(np.flatnonzero(asked & ((chosen < 0) | (chosen >= count)))[0])
            raise IllegalAction(str(chosen[table]), f"{self.game.name} has actions 0 to {count - 1} (table {table})")
        wrong: NDArray[np.bool_] = asked & ~self._tables.allows(np.where(asked, chosen, 0))
        if self._illegal == "raise" and wrong.any():
            table = int(np.flatnonzero(wrong)[0])
            raise IllegalAction(
                self.game.actions.text(int(chosen[table])), f"not legal at table {table}", hint="The action mask says."
            )
        return wrong

    def _seen(self) -> dict[str, Any]:
        """What the agents see: copies, unless they were not wanted."""
        seen = {"observation": self._tables.observations, "action_mask": self._tables.masks.view(np.int8)}
        return {name: rows.copy() for name, rows in seen.items()} if self.copy else seen

    def _told(
        self, masks: NDArray[np.int8], which: NDArray[np.bool_], wrong: NDArray[np.bool_] | None = None
    ) -> dict[str, Any]:
        """What Gymnasium calls infos, for some of the tables."""
        seats = self._tables.own.astype(np.int64)
        if not which.all():
            some, masks, seats = masks[which], np.zeros(masks.shape, np.int8), seats * which
            masks[which] = some
        told = {"action_mask": masks, "_action_mask": which.copy(), "seat": seats, "_seat": which.copy()}
        if wrong is not None and wrong.any():
            told |= {"illegal_action": wrong.copy(), "_illegal_action": wrong.copy()}
        return told

    def _final(self, ended: NDArray[np.bool_], wrong: NDArray[np.bool_]) -> dict[str, Any]:
        """The ends of games that are followed by others in the same step."""
        tables = self._tables
        seen = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(ended).tolist():
            seen[table] = {
                "observation": tables.observations[table].copy(),
                "action_mask": tables.masks[table].view(np.int8).copy(),
            }
        final = self._told(tables.masks.view(np.int8), ended, wrong)
        return {"final_obs": seen, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._tables.close()
