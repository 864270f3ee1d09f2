"""What is learned from what was played: values by seat, advantages, the loss."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="TRAINING IS NOT TESTED HERE: Torch is not installed (firstfire[train])")

from firstfire.kernel.observations.observing import Feature  # noqa: E402
from firstfire.players.policy.inputs import inputs_for  # noqa: E402
from firstfire.train.lessons import RolloutData, TrainingBatch, advantages, by_seat, from_mover, lesson_of, loss_of  # noqa: E402
from firstfire.train.model import PolicyNet, draw, masked  # noqa: E402

FEATURES = (
    Feature("phase", 0, (), (), "choice", 0, 3, scale=1),
    Feature("points", 1, (2,), (1,), "count", 0, 200, scale=50),
)


def small_net(seed: int = 1) -> PolicyNet:
    torch.manual_seed(seed)
    return PolicyNet(inputs_for(FEATURES, 3), actions=5, seats=3, width=32, layers=2)


def test_inputs_are_ones_for_choices_and_fractions_for_wide_counts() -> None:
    rows = torch.tensor([[2, 25, 300], [0, 0, -7], [1, 6, 7]], dtype=torch.int16)
    few, none = [0, 0, 0, 0, 0, 1], [0] * 6
    encoded = [[round(x, 3) for x in row] for row in small_net().encode(rows).tolist()]
    more = [0] * 7  # to a multiple of eight
    assert encoded == [[0, 1, 0, 0.5, *none, 4.0, *none, *more], [0] * 24, [1, 0, 0, 0.121, *few, 0.141, *none, *more]]


def test_values_turn_from_the_mover_to_the_seats_and_back() -> None:
    seen = torch.tensor([[10.0, 11, 12], [10, 11, 12], [10, 11, 12]])
    players, seats = torch.tensor([1, 1, 2]), torch.tensor([3, 2, 3])
    turned = by_seat(seen, players, seats)
    assert turned.tolist() == [[12, 10, 11], [11, 10, 0], [11, 12, 10]]
    assert from_mover(turned, players, seats).tolist() == [[10, 11, 12], [10, 11, 0], [10, 11, 12]]


def played_by_two(values: list[float], movers: list[int], reward: float) -> RolloutData:
    """One table: what the mover expected at each move, and what the first seat won with the last one."""
    times = len(values)
    by = torch.tensor([[[v, -v] if m == 0 else [-v, v]] for v, m in zip(values, movers, strict=True)])
    rewards = torch.zeros(times, 1, 2)
    rewards[-1, 0] = torch.tensor([reward, -reward])
    done = torch.zeros(times, 1, dtype=torch.bool)
    done[-1] = True
    ones = torch.ones(times, 1, dtype=torch.bool)
    return RolloutData(
        torch.zeros(times, 1, 3, dtype=torch.int16), torch.zeros(times, 1, 0),
        torch.ones(times, 1, 5, dtype=torch.bool), torch.tensor(movers)[:, None],
        torch.zeros(times, 1, dtype=torch.long), torch.zeros(times, 1), by, rewards, done, ones,
        torch.full((1, 2), 99.0),
    )  # fmt: skip


def test_a_seat_looks_from_its_own_decision_to_its_next_one() -> None:
    """What the textbook says of one player alone, written down for each seat's own decisions."""
    values, movers, discount, trace = [0.1, 0.3, -0.2, 0.5, 0.4], [0, 1, 1, 0, 1], 0.9, 0.8
    expected = [0.0] * 5
    for seat, reward in ((0, 1.0), (1, -1.0)):
        after, ahead = 0.0, 0.0
        for t in sorted((t for t in range(5) if movers[t] == seat), reverse=True):
            last = after == ahead == 0.0
            gain = (reward if last else discount * (after + trace * ahead)) - values[t]
            expected[t], after, ahead = gain, values[t], gain
    gains, _ = advantages(played_by_two(values, movers, 1.0), discount, trace)
    assert gains[:, 0].tolist() == pytest.approx(expected, abs=1e-6)


def test_a_seat_does_not_forget_faster_the_more_others_play() -> None:
    """Between two decisions of the first seat the second one decides once or nine times: the first learns the same."""
    few = advantages(played_by_two([0.1, 0.2, 0.3], [0, 1, 0], 1.0), 0.9, 0.8)[0]
    many = advantages(played_by_two([0.1, *[0.2] * 9, 0.3], [0, *[1] * 9, 0], 1.0), 0.9, 0.8)[0]
    assert float(few[0, 0]) == pytest.approx(float(many[0, 0]))


def test_every_seat_is_told_what_to_expect_whoever_moves() -> None:
    """The last mover won: before its move the other one is told that it will have lost."""
    _, aims = advantages(played_by_two([0.0, 0.0], [1, 0], 1.0), 1.0, 1.0)
    assert aims.tolist() == [[[1.0, -1.0]], [[1.0, -1.0]]]


def test_what_comes_after_the_end_of_a_game_does_not_count() -> None:
    """The 99 that stands behind the last move belongs to the next game."""
    gains, aims = advantages(played_by_two([0.0], [0], 1.0), 0.9, 0.8)
    assert (gains.tolist(), aims.tolist()) == ([[1.0]], [[[1.0, -1.0]]])


def test_only_the_learners_own_decisions_are_learned_from() -> None:
    played = played_by_two([0.1, 0.3, -0.2, 0.5], [0, 1, 1, 0], 1.0)
    played.mine[1:3] = False
    lesson = lesson_of(played, torch.tensor([2]), 0.9, 0.8)
    assert lesson.mine.tolist() == [True, False, False, True]
    assert lesson.present.tolist() == [[1, 1]] * 4
    own = lesson.advantages[lesson.mine]
    assert float(own.mean()) == pytest.approx(0, abs=1e-5)
    assert float(own.std(correction=0)) == pytest.approx(1, abs=1e-4)


def lesson_for(net: PolicyNet, advantage: list[float]) -> TrainingBatch:
    rows = torch.tensor([[1, 20, 30]] * len(advantage), dtype=torch.int16)
    masks = torch.tensor([[True, True, True, False, False]] * len(advantage))
    actions = torch.arange(len(advantage))
    with torch.no_grad():
        logged = masked(net(rows)[0], masks).gather(-1, actions[:, None]).squeeze(-1)
    return TrainingBatch(
        rows, rows[:, :0], masks, actions, logged, torch.tensor(advantage), torch.zeros(len(advantage), 3),
        torch.ones(len(advantage), 3), torch.ones(len(advantage)), torch.ones(len(advantage), dtype=torch.bool),
    )  # fmt: skip


def test_learning_makes_what_went_well_likelier_and_never_what_is_not_legal() -> None:
    net = small_net()
    lesson = lesson_for(net, [-1.0, 2.0, -1.0])
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    before = masked(net(lesson.observations)[0], lesson.masks).exp()[0]
    for _ in range(20):
        loss = loss_of(net, lesson, clip_range=0.2, value_coef=0.5, entropy_coef=0.0)
        optimizer.zero_grad()
        loss.total.backward()
        optimizer.step()
    after = masked(net(lesson.observations)[0], lesson.masks).exp()[0]
    assert after[1] > before[1] + 0.05
    assert after[3:].tolist() == [0.0, 0.0]


def test_steps_far_from_the_policy_that_played_are_cut() -> None:
    """Beyond the bound the loss is flat: no gradient pulls a likely action further."""
    net = small_net()
    lesson = lesson_for(net, [1.0])
    lesson.logged -= 1.0  # as if it had been much less likely when it was played
    loss_of(net, lesson, clip_range=0.2, value_coef=0.0, entropy_coef=0.0).total.backward()
    assert float(net.policy.weight.grad.abs().sum()) == 0.0


def test_actions_are_drawn_by_their_chances() -> None:
    luck = torch.Generator().manual_seed(3)
    logged = torch.log(torch.tensor([[0.1, 0.7, 0.2]])).repeat(20000, 1)
    counts = torch.bincount(draw(logged, torch.rand(logged.shape, generator=luck)), minlength=3) / 20000
    assert counts.tolist() == pytest.approx([0.1, 0.7, 0.2], abs=0.02)
