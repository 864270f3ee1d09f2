"""The games for Gymnasium: one seat is the agent's, bots sit in the others.

    import gymnasium
    import firstfire.envs.gymnasium                     # registers firstfire/Totem-v0, firstfire/Honga-v0, …

    env = gymnasium.make("firstfire/Honga-v0", players=3, opponents=["hunter", "greedy"])
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

`opponents` is one player for all other seats or a list, in turn order after the agent's: a level ("child" to "spirit"),
any player that `firstfire match` knows ("random", "greedy", "search:200"), or a Player object. `seat` is the agent's or
"random": drawn for each game. The reward comes at the end (`reward`: "rank", "points", "margin").

An action that is not legal ends the episode with the reward -1 and `info["illegal_action"]`, for learners that do not
look at the mask (Gymnasium's own checker is one); with `illegal="raise"` it raises, says why, and changes nothing.

`gymnasium.make_vec(id, num_envs=…, autoreset_mode=…)` makes many of them: against random players all tables are stepped
together in machine code (gymnasium_vector.py), against others one after the other. For learners that play every seat
there is `firstfire.envs.make_batch`.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from ..errors import BadSetup, IllegalAction
from ..games import game as find_game
from ..games import names
from ..kernel.engines.engine import interpreting
from ..kernel.game import Game
from ..kernel.rules.actions import whole_number
from ..players import Player, player_named
from .batch import SEEDS
from .copies import DeepCopies
from .driver import OVER, REFUSED, Driver, checked_players
from .gymnasium_vector import SeatVectorEnv
from .rendering import MODES, check_mode, render
from .seating import RANDOM, checked_illegal, checked_seat, named_opponents, seat_asked
from .spaces import action_space, observation_space


class SeatEnv(DeepCopies, gymnasium.Env):  # type: ignore[misc]
    """One seat of a game against bots."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "totem",
        players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: str | Player | Sequence[str | Player] = RANDOM,
        options: Mapping[str, str] | None = None,
        reward: str = "rank",
        illegal: str = "lose",
        render_mode: str | None = None,
        interpreted: bool | None = None,
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self._driver = Driver(game, players, options=options, reward=reward, interpreted=interpreted)
        self.game = self._driver.game
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self._seat_asked = checked_seat(seat, self._driver.seats)
        self._opponents = named_opponents(opponents, self.game, self._driver.seats)
        self._illegal, self._interpreted = checked_illegal(illegal), interpreted
        self._bots: dict[int, Player] = {}
        self._by_chance = all(opponent == RANDOM for opponent in self._opponents)
        self._running = False
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game and let the bots play until it is the agent's turn. `options={"seat": 1}` sets the agent
        elsewhere for this game."""
        super().reset(seed=seed)
        asked = seat_asked(options or {}, self._seat_asked, self._driver.seats)
        self.seat = int(self.np_random.integers(self._driver.seats)) if asked == RANDOM else int(asked)
        self._driver.begin(int(self.np_random.integers(SEEDS)))
        if not self._by_chance:
            self._seat_bots()
        self._running = True
        self._let_others_play(self._driver.player)
        self._show()
        return self._seen()

    def _seat_bots(self) -> None:
        """New bots for a new game, each with a seed of its own."""
        seats = self._driver.seats
        self._bots = {}
        for place, opponent in enumerate(self._opponents):
            seed = int(self.np_random.integers(SEEDS))
            made = player_named(opponent, self.game.key, seed, interpreted=self._interpreted) if isinstance(
                opponent, str) else opponent  # fmt: skip
            self._bots[(self.seat + 1 + place) % seats] = made

    def _let_others_play(self, to_act: int) -> int:
        """The bots' decisions until it is the agent's turn, or the game is over."""
        drive = self._driver
        if self._by_chance:
            return to_act if to_act in (self.seat, OVER) else drive.play_at_random_until(self.seat)
        while to_act not in (self.seat, OVER):
            bot = self._bots[to_act]
            action = bot.choose(drive.view(to_act))
            number = whole_number(action)
            found = REFUSED if number is None else drive.step(number)
            if found == REFUSED:
                raise IllegalAction(self.game.actions.called(action), f"the opponent {bot.name} chose it")
            to_act = found
        return to_act

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        drive = self._driver
        seen = drive.observation.copy() if drive.player == self.seat else drive.look(self.seat)
        mask = drive.mask.copy()
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask.copy(), "seat": self.seat}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; the bots answer until it is the agent's turn again."""
        if not self._running:
            raise ResetNeeded("the game is over, or has not begun: call reset()")
        drive = self._driver
        if not self.action_space.contains(action):
            raise drive.refusal(action)
        found = drive.step(int(action))
        if found == REFUSED:
            if self._illegal == "raise":
                raise drive.refusal(action)
            self._running = False
            observation, info = self._seen()
            return observation, -1.0, True, False, info | {"illegal_action": True}
        found = self._let_others_play(found)
        self._show()
        observation, info = self._seen()
        self._running = found != OVER
        return observation, 0.0 if self._running else drive.rewards()[self.seat], found == OVER, False, info

    def _show(self) -> None:
        """For people: print the table whenever it has changed, as Gymnasium wants it."""
        if self.render_mode == "human":
            self.render()

    def action_masks(self) -> Any:
        """What is legal, as booleans (the name that MaskablePPO of SB3-contrib asks for)."""
        return self._driver.mask.astype(np.bool_)

    def action_text(self, action: int) -> str:
        """What an action is called: `place S2`."""
        return self.game.actions.text_of(action)

    def action_number(self, text: str) -> int:
        """The action that is called so."""
        return self.game.actions.number(text)

    def render(self) -> Any:
        """The table as the agent sees it: text ("ansi"), a picture ("rgb_array"), or printed ("human")."""
        return render(self._driver, self.render_mode, self.seat)

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatEnv:
        """An environment that goes on by itself from here; game, box and machine code are the same."""
        drive = self._driver
        memo |= {id(shared): shared for shared in (self.game, drive.engine, drive.box)}
        made = type(self).__new__(type(self))
        try:
            made.__dict__.update(deepcopy(self.__dict__, memo))
        except (TypeError, ValueError) as error:
            raise BadSetup(f"players in the middle of a game cannot be copied: {self._told_bots()}") from error
        return made

    def __getstate__(self) -> dict[str, Any]:
        bots = self._bots if self._running else {}
        try:
            pickle.dumps(bots)
        except (TypeError, ValueError, AttributeError, pickle.PicklingError) as error:
            raise BadSetup(f"players in the middle of a game cannot be pickled: {self._told_bots()}") from error
        return self.__dict__ | {"_bots": bots}

    def _told_bots(self) -> str:
        names = ", ".join(sorted({bot.name for bot in self._bots.values()}))
        return f"{names} (before reset, after the end, or against random players it can be done)"


def vector_env(
    num_envs: int,
    game: str | Game = "totem",
    *,
    opponents: str | Player | Sequence[str | Player] = RANDOM,
    autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    copy: bool = True,
    threads: int | None = None,
    render_mode: str | None = None,
    interpreted: bool | None = None,
    **rest: Any,
) -> SeatVectorEnv | SyncVectorEnv[Any, Any]:
    """Many tables at once: all in machine code where the opponents choose at random and nothing is drawn; otherwise
    single environments, one after the other. (`make_vec` asks for it.)"""
    by_chance = opponents == RANDOM or (isinstance(opponents, Sequence) and all(each == RANDOM for each in opponents))
    chosen = find_game(game) if isinstance(game, str) else game
    if by_chance and render_mode is None and not (interpreting(chosen) if interpreted is None else interpreted):
        named_opponents(opponents, chosen, checked_players(chosen, rest.get("players")))
        return SeatVectorEnv(num_envs, chosen, autoreset_mode=autoreset_mode, copy=copy, threads=threads, **rest)
    if threads is not None:
        raise BadSetup("threads are for tables in machine code: against random players, nothing drawn, compiled")

    one = partial(SeatEnv, game, opponents=opponents, render_mode=render_mode, interpreted=interpreted, **rest)
    return _SyncVectorEnv([one] * num_envs, copy=copy, autoreset_mode=autoreset_mode)


class _SyncVectorEnv(DeepCopies, SyncVectorEnv[Any, Any]):  # type: ignore[misc]
    """Gymnasium's own row of tables."""


def env_id(game: str) -> str:
    """The id a game is registered under: `firstfire/NetaTanka-v0`."""
    return f"firstfire/{''.join(part.capitalize() for part in game.split('_'))}-v0"


def register_all() -> None:
    """Register our games; importing this module does it."""
    for game in names():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game), entry_point=f"{__name__}:SeatEnv", vector_entry_point=f"{__name__}:vector_env",
                kwargs={"game": game},
            )  # fmt: skip


register_all()
