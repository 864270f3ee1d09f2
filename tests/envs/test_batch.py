"""Batches of tables on the CPU: the same games as single tables, in arrays made once."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from firstfire import game, names
from firstfire.envs import make_batch
from firstfire.envs.stepping import Reward, Terms, game_seed, like_tables, pay, spread
from firstfire.errors import BadSetup, IllegalAction
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.record import copy_of


class Singles:
    """The tables of an environment, one by one."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.numbers = [0] * env.count
        self.tables = [self.begun(table) for table in range(env.count)]

    def begun(self, table: int) -> Position:
        env = self.env
        seed = env.seed_of(table, self.numbers[table])
        return Position(env.game, env.seats, seed, options=self.options, quiet=True)

    options: dict[str, str] | None = None

    def compare(self) -> None:
        """The environment shows what the single tables show."""
        for table, position in enumerate(self.tables):
            assert self.env.players[table] == position.player
            assert np.flatnonzero(self.env.masks[table]).tolist() == position.legal()
            assert np.array_equal(self.env.observations[table], position.observe())
            assert self.env.states[table].tobytes() == bytes(position.s)

    def step(self, actions: Any) -> int:
        """Play on, look at the rewards, begin anew where a game ended; how many did."""
        ended = 0
        for table, action in enumerate(actions):
            position = self.tables[table]
            assert position.try_step(int(action))
            assert bool(self.env.done[table]) == position.over
            if position.over:
                assert self.env.rewards[table].tolist() == pytest.approx(paid(position, self.env.rewards.shape[1]))
                self.numbers[table] += 1
                self.tables[table] = self.begun(table)
                ended += 1
            else:
                assert not self.env.rewards[table].any()
        return ended


def paid(position: Position, most: int) -> list[float]:
    """What the places of a finished game pay: the mean of what the shared places would pay."""
    ranks, seats = position.ranks(), position.s.seats
    if seats == 1:
        return [1.0 if ranks == [1] else -1.0] + [0.0] * (most - 1)
    by_place = [1 - 2 * place / (seats - 1) for place in range(seats)]
    order = sorted(ranks)
    shares = [[by_place[place] for place, rank in enumerate(order) if rank == mine] for mine in ranks]
    return [sum(share) / len(share) for share in shares] + [0.0] * (most - seats)


def records(env: Any) -> Any:
    """The bytes of all records, a row for each table (a copy)."""
    return np.array(env.states.view(np.uint8).reshape(env.count, -1))


def played(env: Any, steps: int) -> int:
    singles, ended = Singles(env), 0
    singles.compare()
    for _ in range(steps):
        actions = env.sample().copy()
        env.step(actions)
        ended += singles.step(actions)
        singles.compare()
    return ended


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_table_is_the_table_its_seed_makes(name: str) -> None:
    """Observations, masks, players, rewards and records, step by step (at Totem over the ends of games)."""
    seats = max(game(name).seats)
    env = make_batch(name, 6, seats, seed=5, threads=2)
    assert played(env, 150) > 0 or name != "totem"
    env.close()


@pytest.mark.slow
def test_a_small_game_is_the_same_in_a_batch_over_many_games(tiny: Game) -> None:
    for seats in tiny.seats:
        env = make_batch(tiny, 5, seats, seed=8, threads=1)
        assert played(env, 60) > 10


@pytest.mark.parametrize("interpreted", [True, False])
def test_every_bit_of_a_legal_set_becomes_its_byte(tiny: Game, interpreted: bool) -> None:
    bytes_of = engine_for(tiny, interpreted=interpreted).entry(spread)
    for bits in range(256):
        for more in (0, 0x1F00, -256):
            assert bytes_of(bits | more).to_bytes(8, "little") == bytes((bits >> place) & 1 for place in range(8))


def test_threads_change_no_byte(tiny: Game) -> None:
    envs = [make_batch(tiny, 67, 3, seed=2, threads=threads) for threads in (1, 3, 8)]
    for _ in range(40):
        actions = [env.sample() for env in envs]
        shown = [env.step(chosen) for env, chosen in zip(envs, actions, strict=True)]
        for other, chosen in zip(shown[1:], actions[1:], strict=True):
            assert chosen.tobytes() == actions[0].tobytes()
            assert [a.tobytes() for a in other] == [a.tobytes() for a in shown[0]]
    assert envs[0].states.tobytes() == envs[1].states.tobytes() == envs[2].states.tobytes()
    for env in envs:
        env.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_tables_that_are_closed_say_so(tiny: Game, threads: int) -> None:
    env = make_batch(tiny, 8, 2, seed=2, threads=threads)
    actions = env.sample().copy()
    env.close()
    env.close()
    for play in (env.reset, env.sample, env.action_scores, lambda: env.step(actions)):
        with pytest.raises(BadSetup, match="closed"):
            play()
    assert env.state(3).seats == 2  # what they hold can still be read


@pytest.mark.slow
def test_the_arrays_are_made_once_and_lent_without_copies(tiny: Game) -> None:
    """DLPack lends them to Torch and JAX: what a step writes is seen there at once."""
    env = make_batch(tiny, 16, 2, seed=1, threads=1)
    before = [(id(array), array.ctypes.data) for array in env.arrays]
    lent = [np.from_dlpack(array) for array in env.arrays]
    for _ in range(30):
        shown = env.step(env.sample())
        assert [(id(array), array.ctypes.data) for array in shown] == before
        assert all(np.shares_memory(there, array) for there, array in zip(lent, shown, strict=True))
        assert all(there.tobytes() == array.tobytes() for there, array in zip(lent, shown, strict=True))
    assert env.observations.dtype == np.int16 and env.masks.dtype == np.bool_ and env.rewards.dtype == np.float32
    assert env.players.dtype == np.int8 and env.done.dtype == np.bool_
    assert env.masks.shape == (16, len(tiny.actions)) and env.rewards.shape == (16, max(tiny.seats))


def test_no_other_arrays_can_be_put_in_the_place_of_an_environments_own(tiny: Game) -> None:
    """Machine code knows where they lie, and writes there."""
    env = make_batch(tiny, 4, 2, seed=1, threads=1)
    for name in ("states", "arrays", "padded_masks", "observations", "masks", "players", "rewards", "done"):
        with pytest.raises(AttributeError):
            setattr(env, name, getattr(env, name))
    for array in (*env.arrays, env.states, env.padded_masks, env.sample()):
        for checked in (True, False):
            with pytest.raises(ValueError, match=r"own|single-segment"):
                array.resize((1,) * array.ndim, refcheck=checked)


class Row(list[Any]):
    """Whole numbers of any size, as plain rules need them, that tell their count as arrays do."""

    size = property(len)


@pytest.mark.parametrize("name", ["doggerland", "totem"])
def test_action_scores_are_those_of_prefer_by_what_the_seat_to_act_knows(name: str) -> None:
    env = make_batch(name, 6, 2, seed=3, threads=2)
    engine = engine_for(env.game)
    for _ in range(30):
        env.step(env.sample())
    action_scores, secret = env.action_scores(), 0
    assert action_scores is env.action_scores() and action_scores.dtype == np.int16
    assert action_scores.shape == env.masks.shape
    for table in range(6):
        state = env.state(table)
        known = copy_of(state)
        engine.see(known, env.box, state.player)
        secret += bytes(known) != bytes(state)
        for action in np.flatnonzero(env.masks[table]):
            liking = engine.prefer(known, env.box, int(action))
            assert action_scores[table, action] == np.clip(np.floor(liking * 256 + 0.5), -32000, 32000)
    assert secret
    plain = engine_for(env.game, interpreted=True)
    states, again = Row(env.state(table) for table in range(6)), Row([0] * action_scores.size)
    sets = Row(env._legal_sets.ravel().tolist())
    work = (env.game.state(), env.box, plain.mask(), Terms())
    plain.entry(like_tables)(states, *work, sets, again, env.actions, 0, 6)
    rows = np.array(again).reshape(action_scores.shape)
    assert (rows[env.masks] == action_scores[env.masks]).all()


def test_padded_masks_are_the_masks_without_gaps_and_what_is_added_is_never_legal() -> None:
    """What reads only arrays without gaps (JAX) reads these; 126 actions of Honga fill 128 places."""
    env = make_batch("honga", 20, 3, seed=2, threads=1)
    assert env.actions % 8 != 0 and env.padded_masks.shape[1] % 8 == 0
    for _ in range(40):
        env.step(env.sample())
        assert env.padded_masks.flags.c_contiguous and np.shares_memory(env.padded_masks, env.masks)
        assert np.array_equal(env.padded_masks[:, : env.actions], env.masks)
        assert not env.padded_masks[:, env.actions :].any()


def test_a_refused_action_changes_nothing_at_its_table_and_is_named(tiny: Game) -> None:
    env = make_batch(tiny, 4, 2, seed=1, threads=2)
    while env.masks[2].all():
        env.step(env.sample())
    actions = env.sample().copy()
    before = records(env)
    seen = [array[2].copy() for array in env.arrays]
    actions[2] = int(np.flatnonzero(~env.masks[2])[0])
    with pytest.raises(IllegalAction, match="table 2") as refusal:
        env.step(actions)
    assert str(actions[2]) in str(refusal.value)
    assert env.states[2].tobytes() == before[2].tobytes()
    assert all(array[2].tobytes() == was.tobytes() for array, was in zip(env.arrays, seen, strict=True))
    assert all(env.states[table].tobytes() != before[table].tobytes() for table in (0, 1, 3))
    for wrong in (len(tiny.actions), 64, -2, 2**31 - 1, 2**40, 2**40 + 1):
        with pytest.raises(IllegalAction, match="table 0"):
            env.step(np.array([wrong, -1, -1, -1], np.int64))
    env.close()


def test_minus_one_leaves_a_table_alone(tiny: Game) -> None:
    env = make_batch(tiny, 3, 2, seed=1, threads=1)
    before = records(env)
    actions = env.sample().copy()
    actions[1] = -1
    env.step(actions)
    assert env.states[1].tobytes() == before[1].tobytes() and env.states[0].tobytes() != before[0].tobytes()
    assert not env.done[1] and not env.rewards[1].any()


def test_without_auto_reset_a_finished_table_waits_for_reset(tiny: Game) -> None:
    env = make_batch(tiny, 8, 2, seed=1, auto_reset=False, threads=1)
    first = records(env)
    paid_in_all = np.zeros_like(env.rewards)
    while not env.done.all():
        paid_in_all += env.step(env.sample()).rewards
    assert (env.players == -1).all() and not env.masks.any() and (env.sample() == -1).all()
    assert (np.abs(paid_in_all).sum(1) > 0).any() and np.allclose(paid_in_all.sum(1), 0)
    last = records(env)
    env.step(np.zeros(8, np.int32))
    assert records(env).tobytes() == last.tobytes() and env.done.all() and not env.rewards.any()
    env.reset()
    assert records(env).tobytes() == first.tobytes() and not env.done.any()


def test_every_game_of_an_environment_has_a_seed_of_its_own() -> None:
    seeds = {
        game_seed(seed, table, number) for seed in (0, 1, 2, 1 << 40) for table in range(50) for number in range(50)
    }
    assert len(seeds) == 4 * 50 * 50
    neighbours = {game_seed(1, table) for table in range(2000)} & {game_seed(2, table) for table in range(2000)}
    assert not neighbours


def test_a_new_seed_begins_other_games_and_the_old_one_the_same(tiny: Game) -> None:
    env = make_batch(tiny, 8, 2, seed=1, threads=1)
    first, chosen = records(env), env.sample().copy()
    env.step(chosen)
    env.reset(seed=2)
    assert records(env).tobytes() != first.tobytes() and env.seed == 2
    env.reset(seed=1)
    assert records(env).tobytes() == first.tobytes() and env.sample().tobytes() == chosen.tobytes()


def finished(tiny: Game, points: tuple[int, ...]) -> Any:
    """A game of the small game that ended with these points."""
    position = Position(tiny, len(points), 4, engine=engine_for(tiny, interpreted=True))
    position.play_randomly(1)
    s = position.s
    s.burnt = next(value for value in range(9) if value not in list(s.charms))
    for seat, wanted in enumerate(points):
        s.taken[seat] += wanted - position.scores()[seat]
    assert position.scores() == list(points)
    return s


@pytest.mark.parametrize(
    ("points", "rank", "margin"),
    [
        ((9, 12), [-1, 1], [-3, 3]),
        ((9, 9), [0, 0], [0, 0]),
        ((12, 9, 9), [1, -0.5, -0.5], [3, -1.5, -1.5]),
        ((9, 12, 12), [-1, 0.5, 0.5], [-3, 1.5, 1.5]),
        ((7, 8, 9), [-1, 0, 1], [-1.5, 0, 1.5]),
    ],
)
def test_rewards_are_by_place_or_points_and_ties_share(
    tiny: Game, points: tuple[int, ...], rank: list[float], margin: list[float]
) -> None:
    s, engine = finished(tiny, points), engine_for(tiny, interpreted=True)
    expected: dict[Reward, list[float]] = {Reward.RANK: rank, Reward.POINTS: list(points), Reward.MARGIN: margin}
    for kind, row in expected.items():
        out = np.full(6, 99, np.float32)
        engine.entry(pay)(s, tiny.standard_box, kind, 4, engine.row(), out, 1)
        assert out.tolist() == [99, *row, *[0] * (4 - len(row)), 99]
    assert sum(rank) == 0 and sum(margin) == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"count": 0}, "at least one table"),
        ({"count": True}, "at least one table"),
        ({"seed": -1}, "whole number"),
        ({"seed": 1 << 63}, "whole number"),
        ({"reward": "money"}, "rank, points, margin"),
        ({"threads": 0}, "at least one thread"),
        ({"device": "tpu"}, '"cpu" or "cuda"'),
        ({"device": "cuda:"}, '"cpu" or "cuda"'),
        ({"device": "cuda:one"}, '"cpu" or "cuda"'),
        ({"seats": 99}, "cannot be played by 99"),
        ({"options": {"nothing": "yes"}}, "no option"),
        ({"options": [1]}, "names with values"),
        ({"box": object()}, "of its own"),
        ({"device": "cuda", "threads": 2}, "threads are for the CPU"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence(tiny: Game, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        make_batch(tiny, **({"count": 4, "seats": 2} | wrong))


@pytest.mark.parametrize(
    ("actions", "kind"),
    [
        (np.zeros(4), IllegalAction), ([None] * 4, IllegalAction), (["take 1"] * 4, IllegalAction),
        (np.zeros(3, np.int32), BadSetup), (np.zeros((4, 1), np.int32), BadSetup),
    ],
)  # fmt: skip
def test_actions_of_the_wrong_shape_or_kind_are_refused(tiny: Game, actions: Any, kind: type[Exception]) -> None:
    env = make_batch(tiny, 4, 2, threads=1)
    before = records(env)
    with pytest.raises(kind, match="actions are"):
        env.step(actions)
    assert records(env).tobytes() == before.tobytes()
    with pytest.raises(BadSetup, match="written into"):
        env.sample(out=actions)


@pytest.mark.parametrize("made", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_of_a_batch_goes_on_by_itself(tiny: Game, made: Callable[[Any], Any]) -> None:
    """Games, chance, arrays and settings: all of it as in the original."""
    env = make_batch(tiny, 7, 3, seed=2, reward="margin", threads=2)
    env.reset(5)
    for _ in range(9):
        env.step(env.sample())
    before = records(env).tobytes()
    again = made(env)
    shown = [[part.tobytes() for part in each.arrays] for each in (env, again)]
    assert shown[0] == shown[1] and again.seed_of(3, 2) == env.seed_of(3, 2) and again.threads == 2
    told = []
    for each in (again, env):
        assert records(each).tobytes() == before
        told.append([b"".join(part.tobytes() for part in each.step(each.sample())) for _ in range(60)])
    assert told[0] == told[1]
