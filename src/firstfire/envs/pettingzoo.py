"""The games for PettingZoo: agents one after the other (AEC), as its classic games are.

    from firstfire.envs import pettingzoo as firstfire

    env = firstfire.env("honga", players=3, render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are `player_0` (seat 0) and so on. An observation is `{"observation": int16 row, "action_mask": int8 row}`; the
mask stands in the agent's info too. What the row says: `env.unwrapped.game.observation`. Rewards come at the end, to
everybody (`reward`: "rank", "points" or "margin"). A game has an end, so nothing is ever truncated.

An action that is not legal ends the game, as in PettingZoo's own games: its player gets -1, the others 0, and its info
says `illegal_action`. With `illegal="raise"` it raises `IllegalAction`, says why, and changes nothing. What is no
action at all (None, 1.5, a number that the game does not have) raises `IllegalAction` in both cases.

An environment can be copied and pickled in the middle of a game: the copy goes on by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.utils.seeding import np_random as seeded_stream
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ..errors import BadSetup
from ..kernel.game import Game
from ..kernel.rules.actions import whole_number
from .copies import DeepCopies
from .driver import OVER, REFUSED, Driver, checked_options
from .rendering import MODES, check_mode, render
from .seating import checked_illegal
from .spaces import action_space, observation_space

TESTED_OPTION = "options"  # PettingZoo's own tests reset with {"options": 1} and want it taken
NOT_BEGUN = "this environment has not begun a game, or everybody has left it: call reset()"


class raw_env(DeepCopies, AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name for it
    """A game for several agents."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": True, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "totem",
        players: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
        reward: str = "rank",
        illegal: str = "lose",
        render_mode: str | None = None,
        interpreted: bool | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = check_mode(render_mode)
        self._illegal = checked_illegal(illegal)
        self._driver = drive = Driver(game, players, options=options, reward=reward, interpreted=interpreted)
        self.game = drive.game
        self.metadata = type(self).metadata | {"name": f"firstfire_{self.game.name}_v{self.game.rules_version}"}
        self.possible_agents = [f"player_{seat}" for seat in range(drive.seats)]
        self._names = tuple(self.possible_agents)
        self.observation_spaces = {agent: observation_space(self.game) for agent in self._names}
        self.action_spaces = {agent: action_space(self.game) for agent in self._names}
        self._stream: np.random.Generator | None = None
        self.agents: list[str] = []
        self.agent_selection = ""
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._nothing = np.zeros(drive.actions, np.int8)
        self._nothing.flags.writeable = False
        self._mask = self._nothing

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._nothing.flags.writeable = False

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: all that the game has; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed the stream of games begins again, without one it goes on. A reset has no options:
        players, rewards and rule options are given when the environment is made."""
        if asked := [name for name in checked_options(options) if name != TESTED_OPTION]:
            raise BadSetup(f"reset takes no options: what is set is given when it is made, not {', '.join(asked)}")
        if seed is not None or self._stream is None:
            self._stream, _ = seeded_stream(seed)
        seat = self._driver.begin(int(self._stream.integers(1 << 63)))
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self._names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self._names}
        self._skip_agent_selection = None
        self._turn_to(self._names[seat])

    def _turn_to(self, agent: str) -> None:
        self.agent_selection = agent
        self._mask = mask = self._driver.mask.copy()
        self.infos[agent] = {"action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is (None for one whose game is over)."""
        agent = self.agent_selection
        if agent not in self.terminations:
            raise BadSetup(NOT_BEGUN)
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action if type(action) is int else whole_number(action)
        found = REFUSED if number is None else self._driver.step(number)
        if found == REFUSED:
            self._refuse(agent, action, number)
            return
        self.infos[agent] = {"action_mask": self._nothing}
        if found == OVER:
            self._end(self._driver.rewards())
        else:
            self._turn_to(self._names[found])
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: Any, number: int | None) -> None:
        """An action that is not legal raises, or loses the game."""
        if self._illegal == "raise" or number is None or not 0 <= number < self._driver.actions:
            raise self._driver.refusal(action)
        self._end([-1.0 if name == agent else 0.0 for name in self._names])
        self.infos[agent] = {"action_mask": self._nothing, "illegal_action": True}

    def _end(self, paid: Sequence[float]) -> None:
        self.rewards = dict(zip(self._names, paid, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self._names, True)
        self.agent_selection = self._names[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do (nothing, unless it is its turn)."""
        if agent not in self._names:
            raise BadSetup(f"there is no agent {agent!r}; there are: {', '.join(self._names)}")
        if not self.agents:
            raise BadSetup(NOT_BEGUN)
        drive = self._driver
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            return {"observation": drive.observation.copy(), "action_mask": self._mask}
        return {"observation": drive.look(self._names.index(agent)), "action_mask": self._nothing}

    def render(self) -> Any:
        """The table as the agent to act sees it, after the end as everybody does: text ("ansi"), a picture
        ("rgb_array"), or printed ("human")."""
        if self._stream is None:
            raise BadSetup(NOT_BEGUN)
        return render(self._driver, self.render_mode, self._driver.player)

    def action_text(self, action: int) -> str:
        """What an action is called: `place S2`."""
        return self.game.actions.text_of(action)

    def action_number(self, text: str) -> int:
        """The action that is called so."""
        return self.game.actions.number(text)

    def close(self) -> None:
        """Nothing is open."""


def env(game: str | Game = "totem", players: int | None = None, **rest: Any) -> raw_env:
    """A game for several agents, one after the other. `players`: how many play, the fewest it takes unless given. By
    name: `options` (rule options), `reward` ("rank", "points", "margin"), `illegal` ("lose", "raise"), `render_mode`,
    `interpreted`."""
    return raw_env(game, players, **rest)


def parallel_env(game: str | Game = "totem", players: int | None = None, **rest: Any) -> Any:
    """The same behind PettingZoo's parallel interface: every agent is asked at every step, the action of the one whose
    turn it is counts. For learners that know nothing else; the AEC environment says better what these games are."""
    return _ParallelEnv(raw_env(game, players, **rest))


class _ParallelEnv(DeepCopies, turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """PettingZoo's own conversion."""
