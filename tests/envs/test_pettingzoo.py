"""PettingZoo's own tests of an environment, on every game; and what is ours beyond them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from firstfire.envs import pettingzoo as firstfire
from firstfire.errors import BadSetup, IllegalAction
from firstfire.games import GAMES, game

# PettingZoo knows its own games with observations in a dict by name, and warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def make(name: str = "totem", players: int | None = None, **rest: Any) -> firstfire.raw_env:
    return firstfire.env(name, players, interpreted=True, **rest)


def play_on(env: Any, turns: int, seed: int = 1) -> None:
    chance = Random(seed)
    for _ in env.agent_iter(turns):
        seen, _, terminated, _, _ = env.last()
        env.step(None if terminated else chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_api_test_passes(name: str) -> None:
    api_test(make(name), num_cycles=12)


@pytest.mark.parametrize("name", [name for name in GAMES if max(game(name).seats) > 2])
def test_pettingzoos_api_test_passes_with_everybody_at_the_table(name: str) -> None:
    api_test(make(name, max(game(name).seats)), num_cycles=4)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_seed_test_passes(name: str) -> None:
    seed_test(lambda: make(name), num_cycles=10)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_tests_of_the_parallel_interface_pass(name: str) -> None:
    """As PettingZoo's documentation calls them: actions are drawn from the whole space, without the mask."""
    seats = max(game(name).seats)
    parallel_seed_test(lambda: firstfire.parallel_env(name, seats, interpreted=True), num_cycles=20)
    parallel_api_test(firstfire.parallel_env(name, seats, interpreted=True), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_render_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(name, render_mode=render_mode))
    assert "Player 1" in capsys.readouterr().out


def test_the_parallel_interface_takes_the_action_of_the_one_to_act() -> None:
    env = firstfire.parallel_env("totem", interpreted=True)
    seen, _ = env.reset(seed=3)
    chance, paid, ended = Random(3), {}, {"": False}
    while env.agents:
        acting = env.unwrapped.agent_selection
        legal = np.flatnonzero(seen[acting]["action_mask"]).tolist()
        seen, paid, ended, _, _ = env.step({agent: chance.choice(legal) for agent in env.agents})
    assert all(ended.values()) and sorted(paid.values()) == [-1.0, 1.0]


def test_a_game_to_its_end_pays_everybody_once() -> None:
    env = make("honga", 3)
    env.reset(seed=5)
    paid: dict[str, float] = {}
    chance = Random(5)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert not truncated
        if terminated:
            paid[agent] = reward
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        assert reward == 0
        assert (info["action_mask"] == seen["action_mask"]).all() and seen["action_mask"].any()
        env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert sorted(paid) == ["player_0", "player_1", "player_2"]
    assert sum(paid.values()) == pytest.approx(0) and max(paid.values()) > 0


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = make()
    env.reset(seed=1)
    first = env.last()[0]
    row, mask = first["observation"].copy(), first["action_mask"].copy()
    play_on(env, 6)
    assert (first["observation"] == row).all() and (first["action_mask"] == mask).all()


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = make(illegal="raise")
    env.reset(seed=1)
    before, agent = bytes(env._driver.s), env.agent_selection
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="is not legal here"):
        env.step(wrong)
    assert bytes(env._driver.s) == before and env.agent_selection == agent
    play_on(env, 3)


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("nonsense", [-1, 9999, 2**64, 1.5, np.float64(1), True, "place S2", None, [1]], ids=repr)
def test_what_is_no_action_raises_and_changes_nothing(nonsense: Any, illegal: str) -> None:
    env = make(illegal=illegal)
    env.reset(seed=1)
    before, agent = bytes(env._driver.s), env.agent_selection
    with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 2503"):
        env.step(nonsense)
    assert bytes(env._driver.s) == before and env.agent_selection == agent
    with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 2503"):
        env.action_text(nonsense)


def loses(env: Any) -> None:
    """Play on, then play an action that is not legal."""
    env.reset(seed=1)
    play_on(env, 5)
    loser = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    told = env.infos[loser]
    assert all(env.terminations.values()) and told.get("illegal_action", True)
    paid = {}
    for agent in env.agent_iter():
        seen, paid[agent], ended, _, _ = env.last()
        assert ended and not seen["action_mask"].any()
        env.step(None)
    assert paid == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}


def test_an_illegal_action_loses_as_behind_pettingzoos_wrapper() -> None:
    for env in (make("honga", 3), TerminateIllegalWrapper(make("honga", 3, illegal="raise"), illegal_reward=-1)):
        loses(env)
        env.reset(seed=1)
        assert len(env.agents) == 3 and env.last()[0]["action_mask"].any()


def test_random_actions_without_the_mask_end_every_game_and_the_same_way() -> None:
    """What PettingZoo's parallel_seed_test stops after one step to compare."""

    def episodes() -> list[Any]:
        env, told = firstfire.parallel_env("honga", 4, interpreted=True), []
        env.reset(seed=5)
        for agent in env.agents:
            env.action_space(agent).seed(int(agent[-1]))
        for _ in range(20):
            env.reset()
            while env.agents:
                step = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
                told.append((step[1], step[2], [row["observation"].tolist() for row in step[0].values()]))
        return told

    found = episodes()
    assert found == episodes()
    assert min(reward for paid, _, _ in found for reward in paid.values()) == -1.0


def test_before_reset_and_after_the_end_the_error_says_what_to_do() -> None:
    env = make(render_mode="ansi")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render):
        with pytest.raises(BadSetup, match=r"call reset\(\)"):
            call()
    env.reset(seed=1)
    play_on(env, 1000)
    assert not env.agents
    with pytest.raises(BadSetup, match=r"call reset\(\)"):
        env.step(0)
    assert "Player 1" in env.render(), "the last picture"


def test_infos_are_each_agents_own() -> None:
    env = make(players=2)
    env.reset(seed=1)
    for _ in range(2):
        for agent in env.agents:
            env.infos[agent]["said by"] = agent
        assert [env.infos[agent]["said by"] for agent in env.agents] == env.agents
        play_on(env, 1)
    env.reset(seed=2)
    assert all(list(info) == ["action_mask"] for info in env.infos.values())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 7}, "given when it is made, not players"),
        ({"length": "short"}, "given when it is made, not length"),
        ({"foo": 1, "options": 1}, "given when it is made, not foo$"),
        ([1], "names with values"),
    ],
)
def test_a_reset_changes_no_settings(options: Any, said: str) -> None:
    env = make("doggerland")
    with pytest.raises(BadSetup, match=said):
        env.reset(seed=1, options=options)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": 7}, "cannot be played by 7"),
        ({"players": "two"}, "a whole number"),
        ({"options": {"fast": "yes"}}, "no option 'fast'"),
        ({"options": ["fast"]}, "names with values"),
        ({"reward": "fame"}, "rank, points, margin"),
        ({"render_mode": "film"}, "human, ansi, rgb_array"),
        ({"illegal": "forgive"}, "lose, raise"),
    ],
)
def test_bad_settings_are_refused_with_what_there_is(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        make(**wrong)


def test_options_players_rewards_and_names_of_actions() -> None:
    env = make("doggerland", 3, options={"length": "short"}, reward="points")
    env.reset(seed=2)
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    assert env.action_number(env.action_text(action)) == action
    play_on(env, 10**6)
    assert len(env.possible_agents) == 3
    assert env._driver.rewards() == env._driver.position().scores()


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


def recorded(env: Any, turns: int) -> list[Any]:
    """What the next turns show, to their end and into the next game of the same stream."""
    told, chance = [], Random(2)
    for _ in range(turns):
        if not env.agents:
            env.reset()
        seen, reward, ended, _, info = env.last()
        told.append((env.agent_selection, seen["observation"].tolist(), reward, ended, sorted(info)))
        env.step(None if ended else chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return told


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_in_the_middle_of_a_game_goes_on_by_itself(name: str, made: Callable[[Any], Any]) -> None:
    env = make(name, max(game(name).seats), reward="margin")
    unbegun = made(env)
    env.reset(seed=1)
    play_on(env, 9)
    again = made(env)
    assert again.agent_selection == env.agent_selection and bytes(again._driver.s) == bytes(env._driver.s)
    assert again.infos[again.agent_selection]["action_mask"] is again._mask, "one mask, as in the environment itself"
    played = recorded(again, 60)
    assert bytes(again._driver.s) != bytes(env._driver.s)
    assert recorded(env, 60) == played
    unbegun.reset(seed=1)
    play_on(unbegun, 9)
    assert recorded(unbegun, 60) == played


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_behind_the_parallel_interface_goes_on_by_itself(made: Callable[[Any], Any]) -> None:
    env = firstfire.parallel_env("totem", interpreted=True)
    seen, _ = env.reset(seed=3)
    for _ in range(4):
        seen, *_ = env.step(dict.fromkeys(env.agents, int(np.argmax(seen[env.aec_env.agent_selection]["action_mask"]))))
    again, shown = made(env), []
    for each in (again, env):
        action = int(np.argmax(seen[each.aec_env.agent_selection]["action_mask"]))
        there, *_ = each.step(dict.fromkeys(each.agents, action))
        shown.append({agent: row["observation"].tolist() for agent, row in there.items()})
    assert shown[0] == shown[1]


def test_pictures_show_what_changed() -> None:
    env = make("prehistory", 3, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert (first == env.render()).all()
    play_on(env, 30)
    later = env.render()
    assert first.shape == later.shape and first.dtype == np.uint8
    assert 0.001 < (first != later).mean() < 0.9
