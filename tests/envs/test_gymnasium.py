"""Gymnasium's own checks, on every game; and what is ours beyond them."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from firstfire.envs.gymnasium import SeatEnv, env_id, vector_env
from firstfire.envs.gymnasium_vector import SeatVectorEnv
from firstfire.errors import BadSetup, IllegalAction
from firstfire.games import GAMES
from firstfire.players import Greedy


def make(name: str = "totem", **rest: Any) -> Any:
    return gymnasium.make(env_id(name), interpreted=True, **rest)


def play(env: Any, seed: int) -> tuple[float, int]:
    """A game by random choices: its reward, and how many decisions it took."""
    chance = Random(seed)
    seen, _ = env.reset(seed=seed)
    for decisions in range(1, 10**6):
        seen, reward, terminated, truncated, _ = env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        assert not truncated and (terminated or reward == 0)
        if terminated:
            return reward, decisions
    raise AssertionError


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_checker_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every render mode too; warnings are errors here."""
    check_env(make(name).unwrapped)
    assert "Player 1" in capsys.readouterr().out


def test_ids_are_registered() -> None:
    assert [env_id(name) for name in GAMES] == [
        "firstfire/Totem-v0", "firstfire/Honga-v0", "firstfire/NetaTanka-v0", "firstfire/Doggerland-v0",
        "firstfire/Prehistory-v0",
    ]  # fmt: skip
    assert all(env_id(name) in gymnasium.registry for name in GAMES)


@pytest.mark.parametrize("opponents", ["random", "greedy", "search:3"])
def test_a_game_against_bots_ends_with_a_reward(opponents: Any) -> None:
    env = make(opponents=opponents, seat="random")
    reward, decisions = play(env, 3)
    assert reward in (-1.0, 1.0) and decisions > 3
    assert play(env, 3) == (reward, decisions), "the same seed is the same game"


def test_several_opponents_sit_in_turn_order() -> None:
    env = make("honga", players=3, seat=1, opponents=["greedy", Greedy(1, interpreted=True)]).unwrapped
    env.reset(seed=4)
    assert {seat: type(bot).__name__ for seat, bot in env._bots.items()} == {2: "Greedy", 0: "Greedy"}
    assert env._bots[0].name == "greedy" and env._driver.player == 1


def test_the_agent_decides_and_nobody_else() -> None:
    env = make("honga", players=4, seat=2)
    env.reset(seed=9)
    assert env.unwrapped._driver.player == 2 == env.reset()[1]["seat"]
    assert env.reset(options={"seat": 1})[1]["seat"] == 1 == env.unwrapped._driver.player
    with pytest.raises(BadSetup, match="seat"):
        env.reset(options={"chair": 1})


def test_an_illegal_action_loses_or_raises() -> None:
    env = make()
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, True)
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(wrong)
    env = make(illegal="raise").unwrapped
    seen, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not legal here"):
        env.step(wrong)
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seat": 2}, "0 to 1"),
        ({"opponents": "champion"}, "there is no player 'champion'"),
        ({"opponents": ["random", "random"]}, "1 opponents are needed"),
        ({"opponents": [7]}, "a name"),
        ({"illegal": "forgive"}, "lose, raise"),
    ],
)
def test_bad_settings_are_refused_with_what_there_is(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        SeatEnv("totem", interpreted=True, **wrong)


def first_legal(seen: Any) -> int:
    return int(np.flatnonzero(seen["action_mask"])[0])


def goes_on_by_itself(env: Any, again: Any, seen: Any) -> None:
    """A copy takes the same way as what it was made of; each alone."""
    before = bytes(env._driver.s)
    there = [again.step(first_legal(seen))]
    assert bytes(env._driver.s) == before != bytes(again._driver.s)
    here = [env.step(first_legal(seen))]
    for _ in range(5):
        there.append(again.step(first_legal(there[-1][0])))
        here.append(env.step(first_legal(here[-1][0])))
    assert data_equivalence(here, there) and data_equivalence(env.reset(), again.reset())


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("opponents", ["random", "greedy", "search:3", Greedy(1)])
def test_a_copy_goes_on_by_itself(opponents: Any) -> None:
    env = SeatEnv("totem", opponents=opponents, seat="random", interpreted=True)
    seen, _ = env.reset(seed=3)
    if opponents != "search:3":
        goes_on_by_itself(env, pickled(env), seen)
        seen, _ = env.reset(seed=3)
    else:
        with pytest.raises(BadSetup, match="cannot be pickled"):
            pickled(env)
    seen = env.step(first_legal(seen))[0]
    for again in (copy.copy(env), copy.deepcopy(env)):
        assert again.game is env.game is again._driver.game
        goes_on_by_itself(again, copy.copy(again), seen)


@pytest.mark.slow
@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_of_compiled_tables_goes_on_by_itself(made: Any) -> None:
    env = SeatEnv("totem", interpreted=False)
    seen, _ = env.reset(seed=3)
    goes_on_by_itself(env, made(env), seen)


def goes_on_together(envs: Any, made: Any) -> None:
    """A copy of many tables shows what the original shows, over several games; each alone."""
    shown, _ = envs.reset(seed=3)
    for _ in range(3):
        shown, *_ = envs.step(np.argmax(shown["action_mask"], axis=1))
    shown = copy.deepcopy(shown)
    again, told = made(envs), []
    for each in (again, envs):
        seen, found = shown, []
        for _ in range(60):
            step = each.step(np.argmax(seen["action_mask"], axis=1))
            seen = step[0]
            found.append(copy.deepcopy(step))
        told.append([*found, copy.deepcopy(each.reset())])
    assert all_the_same(tuple(told[0]), tuple(told[1]))
    assert any(step[2].any() for step in told[0][:-1]), "a game ended on the way"


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_copy_of_tables_one_by_one_goes_on_by_itself(made: Any, opponents: str) -> None:
    goes_on_together(vector_env(3, "totem", opponents=opponents, seat="random", interpreted=True), made)


@pytest.mark.slow
@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_copy_of_tables_stepped_together_goes_on_by_itself(made: Any, mode: AutoresetMode) -> None:
    envs = SeatVectorEnv(5, "totem", seat="random", autoreset_mode=mode, threads=2)
    if mode is not AutoresetMode.DISABLED:
        goes_on_together(envs, made)
        return
    seen, _ = envs.reset(seed=3)
    actions = np.argmax(seen["action_mask"], axis=1)
    assert all_the_same(made(envs).step(actions), envs.step(actions))


@pytest.mark.parametrize("nonsense", [-1, 9999, 1.5, None, "pass"], ids=repr)
def test_what_is_no_action_raises_and_changes_nothing(nonsense: Any) -> None:
    env = SeatEnv("totem", interpreted=True)
    env.reset(seed=1)
    before = bytes(env._driver.s)
    for call in (env.step, env.action_text):
        with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 2503"):
            call(nonsense)
    assert bytes(env._driver.s) == before


class Stubborn:
    """A player who answers the same to everything."""

    name, answer = "stubborn", None

    def choose(self, view: Any) -> Any:
        return self.answer


@pytest.mark.parametrize("answer", [None, -1, 10**6, 1.5])
def test_an_opponents_illegal_action_raises_and_names_it(answer: Any) -> None:
    bot = Stubborn()
    bot.answer = answer
    env = SeatEnv("totem", opponents=bot, seat=1, interpreted=True)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="the opponent stubborn chose it"):
        for seed in range(20):
            env.reset(seed=seed)


def test_for_people_a_table_is_printed_when_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(render_mode="human")
    seen, _ = env.reset(seed=1)
    begun = capsys.readouterr().out
    assert "Player 1" in begun
    env.step(first_legal(seen))
    assert "Player 1" in (played := capsys.readouterr().out) and played != begun


def test_options_of_a_reset_are_names_with_values() -> None:
    with pytest.raises(BadSetup, match="names with values"):
        make().unwrapped.reset(options=[1])


def test_masks_as_learners_ask_for_them() -> None:
    env = make().unwrapped
    seen, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == seen["action_mask"]).all() and (info["action_mask"] == seen["action_mask"]).all()
    assert env.action_number(env.action_text(7)) == 7


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_of_games_begins_anew_by_itself(mode: AutoresetMode) -> None:
    """As Gymnasium 1.x defines it: in the next step, whose action is not heeded, or in the same."""
    envs = gymnasium.make_vec(
        env_id("totem"), num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, interpreted=True
    )
    assert isinstance(envs, SyncVectorEnv)
    chance = Random(4)
    seen = {name: rows.copy() for name, rows in envs.reset(seed=4)[0].items()}
    again, _ = envs.reset(seed=4)
    assert (seen["observation"] == again["observation"]).all()
    ended, games = np.zeros(3, bool), 0
    while games < 6:
        legal = [np.flatnonzero(mask).tolist() for mask in seen["action_mask"]]
        seen, paid, now, truncated, info = envs.step(np.array([chance.choice(one or [0]) for one in legal]))
        assert not truncated.any()
        assert (np.abs(paid[now]) == 1).all() and (paid[~now] == 0).all()
        shown = seen["action_mask"].any(axis=1)
        if mode is AutoresetMode.SAME_STEP:
            assert shown.all() and ("final_obs" in info) == bool(now.any())
        else:
            assert (shown == ~now).all() and not now[ended].any()
        games, ended = games + int(now.sum()), now.copy()
    envs.close()


def side_by_side(name: str, count: int, mode: AutoresetMode, **rest: Any) -> tuple[Any, Any]:
    """Tables that are stepped together, and the same ones one by one."""
    together = gymnasium.make_vec(env_id(name), num_envs=count, autoreset_mode=mode, threads=2, **rest)
    single = gymnasium.make_vec(
        env_id(name), num_envs=count, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **rest
    )
    assert isinstance(together, SeatVectorEnv) and isinstance(single, SyncVectorEnv)
    assert together.observation_space == single.observation_space and together.action_space == single.action_space
    assert together.metadata["autoreset_mode"] is single.metadata["autoreset_mode"] is mode
    return together, single


def all_the_same(first: Any, second: Any) -> bool:
    """Gymnasium's own comparison, also for what stands in rows of objects."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(all_the_same(first[key], second[key]) for key in first)
    if isinstance(first, np.ndarray) and first.dtype == object:
        return len(first) == len(second) and all(map(all_the_same, first, second))
    if isinstance(first, tuple):
        return len(first) == len(second) and all(map(all_the_same, first, second))
    return bool(data_equivalence(first, second))


@pytest.mark.slow
@pytest.mark.parametrize("mode", AutoresetMode)
def test_tables_stepped_together_show_what_gymnasiums_own_vector_shows(mode: AutoresetMode) -> None:
    """Observations, rewards, ends and infos, number for number, over many games; now and then an action that is not
    legal, and the agent's seat is drawn."""
    together, single = side_by_side("totem", 5, mode, seat="random", reward="margin")
    chance, games = Random(4), 0
    shown, same = together.reset(seed=4), single.reset(seed=4)
    assert all_the_same(shown, same) and together.np_random_seed == single.np_random_seed
    while games < 12:
        legal = [np.flatnonzero(mask).tolist() for mask in shown[0]["action_mask"]]
        actions = [chance.choice(one or [0]) if chance.random() < 0.99 else 0 for one in legal]
        shown, same = together.step(np.array(actions)), single.step(np.array(actions))
        assert all_the_same(shown, same) and together.observation_space.contains(shown[0])
        ended = shown[2]
        games += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            shown, same = (envs.reset(options={"reset_mask": ended.copy()}) for envs in (together, single))
            assert all_the_same(shown, same)
    shown, same = (envs.reset(seed=[1, None, 3, 4, 5], options={"seat": 1}) for envs in (together, single))
    assert all_the_same(shown, same)
    together.close()
    single.close()


@pytest.mark.slow
def test_tables_stepped_together_are_what_gymnasiums_wrappers_expect() -> None:
    together, single = (RecordEpisodeStatistics(envs) for envs in side_by_side("totem", 4, AutoresetMode.NEXT_STEP))
    chance, games = Random(2), 0
    seen, _ = together.reset(seed=2)
    single.reset(seed=2)
    while games < 6:
        actions = np.array([chance.choice(np.flatnonzero(mask).tolist() or [0]) for mask in seen["action_mask"]])
        seen, *_, told = together.step(actions)
        *_, other = single.step(actions)
        assert ("episode" in told) == ("episode" in other)
        if "episode" in told:
            assert all((told["episode"][key] == other["episode"][key]).all() for key in ("r", "l"))
            games += int(told["_episode"].sum())


@pytest.mark.slow
def test_what_tables_stepped_together_cannot_do_is_refused_or_done_one_by_one() -> None:
    envs = SeatVectorEnv(3, "totem", illegal="raise", autoreset_mode="Disabled", copy=False, threads=1)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(3, np.int64))
    seen, _ = envs.reset(seed=1)
    assert np.shares_memory(seen["observation"], envs.step(np.argmax(seen["action_mask"], 1))[0]["observation"])
    wrong = np.argmin(seen["action_mask"], 1)
    before = envs._tables.states.tobytes()
    with pytest.raises(IllegalAction, match="table 0"):
        envs.step(wrong)
    seen["action_mask"][0, wrong[0]] = 1  # what was lent is not what is asked
    with pytest.raises(IllegalAction, match="table 0"):
        envs.step(wrong)
    seen["action_mask"][0, wrong[0]] = 0
    for nonsense, said in ((10**6, "actions 0 to 2503"), (-1, "actions 0 to 2503"), (1.5, "float64"), (None, "object")):
        with pytest.raises(IllegalAction, match=said):
            envs.step(np.full(3, nonsense))
    for mask in ([True] * 3, np.ones(2, bool), np.ones(3), np.zeros(3, bool)):
        with pytest.raises(BadSetup, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(BadSetup, match="3 seeds"):
        envs.reset(seed=[1, 2])
    assert envs._tables.states.tobytes() == before
    while not (ended := envs.step(np.argmax(seen["action_mask"], 1))[2]).any():
        pass
    with pytest.raises(ResetNeeded, match=str(np.flatnonzero(ended).tolist()[0])):
        envs.step(np.zeros(3, np.int64))
    for other in ({"opponents": "greedy"}, {"interpreted": True}, {"render_mode": "ansi"}):
        assert isinstance(gymnasium.make_vec(env_id("totem"), num_envs=2, **other), SyncVectorEnv)
        with pytest.raises(BadSetup, match="threads"):
            gymnasium.make_vec(env_id("totem"), num_envs=2, threads=2, **other)
