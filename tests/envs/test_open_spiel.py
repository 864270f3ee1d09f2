"""OpenSpiel's own tests of a game, on every game; and what is ours beyond them."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.rl_environment import Environment

from firstfire import Table
from firstfire.envs.open_spiel import short_name
from firstfire.errors import BadSetup, IllegalAction
from firstfire.games import GAMES, game

SHORT = {"doggerland": {"length": "short"}}  # of these a shorter game is played to the end


@pytest.fixture(autouse=True)
def plain_python(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short tests run sooner as plain Python than compiling takes; the slow ones run what users run."""
    if "slow" not in request.keywords:
        monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(short_name(name), parameters)


def play_on(state: Any, moves: int, seed: int = 1) -> Any:
    chance = Random(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def at_a_decision(name: str, moves: int, seed: int = 1) -> Any:
    state = play_on(load(name).new_initial_state(), moves, seed)
    while state.is_chance_node():
        play_on(state, 1)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_open_spiels_random_sim_test_passes(name: str) -> None:
    """Clones, histories, masks, strings and tensors, serialisation and returns, at every node of a random game."""
    pyspiel.random_sim_test(load(name, **SHORT.get(name, {})), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name not in ("totem", "honga") else []) for name in GAMES]
)
def test_open_spiels_api_tests_pass(name: str) -> None:
    """The tests that OpenSpiel runs on some nodes of each of its own games."""
    from open_spiel.integration_tests import api_test  # loads all of their games: seconds

    made = load(name)
    states = [play_on(made.new_initial_state(), moves, moves) for moves in (0, 2, 4, 5, 9, 30)]
    facts = {"game": made, "game_name": short_name(name), "game_type": made.get_type(), "some_states": states}
    checks = type("Checks", (api_test.EnforceAPIOnPartialTreeBase,), facts)
    names = [each for each in dir(checks) if each.startswith("test_")]
    for each in names:
        getattr(checks(each), each)()
    assert len(names) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_open_spiels_simulation_of_its_own_games_passes_with_everybody_at_the_table(name: str) -> None:
    """What OpenSpiel plays of each of its own games: pickles, clones, strings, tensors and resampling on the way."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest  # loads all of their games: seconds

    GamesSimTest().sim_game(load(name, players=max(game(name).seats), **SHORT.get(name, {})))


@pytest.mark.parametrize(("name", "players"), [(name, n) for name in GAMES for n in game(name).seats])
def test_every_number_of_players_plays_to_the_end(name: str, players: int) -> None:
    shorter = SHORT.get(name, {}) if players > 1 else {}
    state = play_on(load(name, players=players, **shorter).new_initial_state(), 10**6, players)
    assert state.is_terminal() and state.legal_actions() == []
    returns = state.returns()
    assert len(returns) == players and all(-1 <= each <= 1 for each in returns)
    assert sum(returns) == pytest.approx(0) if players > 1 else returns[0] in (-1.0, 1.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_history_decides_the_whole_game(name: str) -> None:
    state = play_on(load(name).new_initial_state(), 40, 2)
    again = load(name).new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state) and again.table.s.ply > 0
    assert len(state.history()) == state.move_number() == len(state.full_history())
    assert not state.is_initial_state()


def test_chance_speaks_before_the_first_decision_and_where_an_action_asks_for_it() -> None:
    """Another outcome is another future of the same game."""
    chance, asked = Random(1), 0
    state = load("honga").new_initial_state()
    assert [outcome for outcome, _ in state.chance_outcomes()] == state.legal_actions()
    assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
    while not state.is_terminal():
        assert state.is_chance_node() or state.move_number() >= 4
        if state.is_chance_node() and state.move_number() >= 4:
            asked += len({str(state.child(outcome)) for outcome in range(8)}) > 1
        state.apply_action(chance.choice(state.legal_actions()))
    assert asked > 0


@pytest.mark.parametrize("name", GAMES)
def test_what_is_dealt_anew_is_the_same_to_the_one_who_looks(name: str) -> None:
    """What OpenSpiel's ResampleInfostateTest asks, at some nodes; and nothing of the others' actions is in it."""
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for moves in (5, 9, 14):
        state = at_a_decision(name, moves)
        for player in range(2):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            told = zip(other.full_history(), state.full_history(), strict=True)
            assert all(a.player == b.player and a.action == (b.action if a.player == player else 0) for a, b in told)
            assert other.clone().information_state_string(player) == state.information_state_string(player)
            assert str(other) != str(state), "at least the chance to come is another one"
            play_on(other, 30)


def test_a_player_remembers_everything_it_saw_and_did() -> None:
    """Perfect recall: what a player did differently stays different; a game told again is remembered as it was."""
    state = at_a_decision("totem", 8)
    player = state.current_player()
    seen = set()
    for action in state.legal_actions():
        child = state.child(action)
        while child.is_chance_node():
            child.apply_action(0)
        seen.add(child.table.remembered(child.history(), player))
    assert len(seen) == len(state.legal_actions())
    again = load("totem").new_initial_state()
    for action in state.history():
        again.apply_action(action)
        again.information_state_string(player)
    assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("name", ["totem", "honga"])
def test_states_and_games_are_kept_and_sent(name: str) -> None:
    state = at_a_decision(name, 20)
    for other in (
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1],
        pickle.loads(pickle.dumps(state)),
        state.clone(),
    ):
        assert str(other) == str(state) and other.history() == state.history()
        assert other.information_state_string(0) == state.information_state_string(0)
        assert str(play_on(other, 10, 3)) == str(play_on(state.clone(), 10, 3)) != str(state)
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


def test_actions_have_names_and_tables_are_told() -> None:
    state = at_a_decision("totem", 6)
    for action in state.legal_actions():
        assert state.string_to_action(state.action_to_string(state.current_player(), action)) == action
    assert Table.at("totem", state.position()).numbers() == state.legal_actions()
    assert "waits for chance" not in str(state) and "decision" in str(state)


def test_illegal_actions_and_bad_parameters_are_refused() -> None:
    state = at_a_decision("totem", 6)
    before = str(state)
    for wrong in (next(a for a in range(2504) if a not in state.legal_actions()), -1, 10**6):
        with pytest.raises(IllegalAction):
            state.apply_action(wrong)
    assert str(state) == before and len(state.history()) == state.move_number()
    with pytest.raises(IllegalAction, match="0 to 255"):
        load("totem").new_initial_state().apply_action(256)
    with pytest.raises(BadSetup, match="at a decision node"):
        load("totem").new_initial_state().resample_from_infostate(0, lambda: 0.5)
    with pytest.raises(BadSetup, match="no player 2"):
        state.resample_from_infostate(2, lambda: 0.5)
    with pytest.raises(BadSetup, match="cannot be played by 9"):
        load("totem", players=9)


def test_observers_give_tensors_with_parts_and_strings() -> None:
    state = at_a_decision("honga", 15)
    observer = make_observation(state.get_game())
    observer.set_from(state, 1)
    assert observer.dict["player"].tolist() == [0.0, 1.0]
    assert len(observer.dict["observation"]) == game("honga").observation.encoded_size
    assert np.array_equal(observer.tensor, np.array(state.observation_tensor(1), np.float32))
    assert observer.string_from(state, 1) == state.observation_string(1)


def test_perfect_recall_is_a_string_and_no_tensor() -> None:
    """A tensor of what is known now would not tell two pasts apart."""
    state = at_a_decision("honga", 15)
    observer = make_observation(state.get_game(), INFO_STATE_OBS_TYPE)
    assert "did:" in observer.string_from(state, 1) and observer.string_from(
        state, 1
    ) == state.information_state_string(1)
    assert observer.tensor is None and observer.dict == {}
    with pytest.raises(pyspiel.SpielError, match="no tensor with perfect recall: take string_from"):
        observer.set_from(state, 1)
    assert not state.get_game().get_type().provides_information_state_tensor
    with pytest.raises(pyspiel.SpielError, match="no tensor with perfect recall"):
        state.information_state_tensor(1)
    assert Environment(state.get_game()).reset().observations["info_state"][0], "the observation instead"


def test_open_spiels_bots_play_our_games() -> None:
    """Its MCTS searches through chance nodes; its information-set search deals the table anew."""
    state = at_a_decision("totem", 10)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = mcts.MCTSBot(state.get_game(), 2.0, 12, evaluator, random_state=np.random.RandomState(1))
    assert searcher.step(state) in state.legal_actions()
    knower = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 12, random_state=np.random.RandomState(1))
    assert knower.step(state) in state.legal_actions()


def test_lists_of_outcomes_belong_to_who_asked() -> None:
    """A list is handed out again only when nobody holds it any more, and never with what somebody made of it."""
    state = pyspiel.load_game("firstfire_totem").new_initial_state()
    every = list(range(256))
    held = [state.legal_actions() for _ in range(3)]
    held.append(state.legal_actions(state.current_player()))
    assert all(each == every for each in held) and len({id(each) for each in held}) == 4
    for spoil in (list.pop, list.clear, list.reverse, lambda each: each.append(256)):
        spoil(state.legal_actions())
        assert state.legal_actions() == every
    assert held == [every] * 4


class Sly(int):
    """A number that says it is equal to all others."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


@pytest.mark.parametrize("put", [True, 1.0, Sly(200), np.float64(1)], ids=lambda put: type(put).__name__)
def test_what_only_equals_an_outcome_is_not_handed_out(put: Any) -> None:
    state = load("totem").new_initial_state()
    state.legal_actions()[1] = put
    assert type(state.legal_actions()[1]) is int and int(state.legal_actions()[1]) == 1


@pytest.mark.parametrize("wrong", [3.0, np.float64(3), "3", None, [3]], ids=repr)
def test_only_whole_numbers_are_taken_and_nothing_is_changed_by_others(wrong: Any) -> None:
    """At a node of the deal, at a decision, and where an action waits for chance."""
    waits = at_a_decision("honga", 4)
    while not waits.is_chance_node():
        play_on(waits, 1)
    for state in (play_on(load("totem").new_initial_state(), 1), at_a_decision("totem", 8), waits):
        before = str(state), state.history()
        with pytest.raises(TypeError):
            state.apply_action(wrong)
        assert (str(state), state.history()) == before
        acting = state.current_player()
        state.apply_action(np.int32(state.legal_actions()[3]))
        assert state.history()[:-1] == before[1] and state.full_history()[-1].player == acting
        assert state.clone().history() == state.history()


def test_histories_hold_what_was_played_not_the_object_it_was_said_by() -> None:
    state, said, played = load("totem").new_initial_state(), np.array(0), []
    for place in (5, 9, 2, 7, 1, 0):
        said[...] = state.legal_actions()[place]
        played.append(int(said))
        state.apply_action(said)
    assert state.history() == played and state.clone().history() == played


def test_histories_are_whole_whichever_side_plays() -> None:
    """Some actions go through OpenSpiel's own side (which checks them), some do not: one history."""
    state = at_a_decision("totem", 6)
    for move in range(6):
        action = state.legal_actions()[0]
        (state.apply_action, state.apply_action_with_legality_check)[move % 2](action)
        assert state.history()[-1] == action and len(state.history()) == state.move_number() == 7 + move
    assert [turn.action for turn in state.full_history()] == state.clone().history()


@pytest.mark.parametrize("asked", [False, True], ids=["", "asked for its history"])
def test_histories_are_whole_when_open_spiel_plays_on(asked: bool) -> None:
    """Its own loop over bots goes on with a game that was begun from Python."""
    state = at_a_decision("totem", 7)
    begun = [turn.action for turn in state.clone().full_history()] if asked else None
    told = begun or list(state.table.unwritten[1::2])
    bots = [uniform_random.UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(2)]
    pyspiel.evaluate_bots(state, bots, 7)
    history = state.history()
    assert history[: len(told)] == told and len(history) == state.move_number()
    again = load("totem").new_initial_state()
    for action in history:
        again.apply_action(action)
    assert str(again) == str(state) and again.full_history()[-1].player == state.full_history()[-1].player
    assert state.information_state_string(0) == again.information_state_string(0)


@pytest.mark.parametrize("player", [-1, 2, 1_000_000])
def test_observers_know_only_the_players_of_the_table(player: int) -> None:
    for state in (load("totem").new_initial_state(), at_a_decision("totem", 8)):
        for kind in (None, INFO_STATE_OBS_TYPE):
            observer = make_observation(state.get_game(), kind)
            for look in (observer.set_from, observer.string_from):
                with pytest.raises(pyspiel.SpielError, match=f"no player {player}"):
                    look(state, player)


def test_chance_has_outcomes_only_where_it_speaks() -> None:
    """As in OpenSpiel's poker."""
    state = at_a_decision("totem", 8)
    for _ in ("decision", "end"):
        with pytest.raises(pyspiel.SpielError, match="chance"):
            state.chance_outcomes()
        play_on(state, 10**6)
    assert state.is_terminal()


def test_open_spiels_environment_for_learners_runs_a_game() -> None:
    env = Environment(load("totem"), seed=3)
    step, chance = env.reset(), Random(3)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([chance.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) == [-1.0, 1.0]
