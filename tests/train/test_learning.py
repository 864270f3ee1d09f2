"""Learning a lesson in parts, and what a card does again and again."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

torch = pytest.importorskip("torch", reason="TRAINING IS NOT TESTED HERE: Torch is not installed (firstfire[train])")

from tests.train.test_lessons import small_net  # noqa: E402

from firstfire.train import cuda_graphs as replay  # noqa: E402
from firstfire.train.learning import Learner  # noqa: E402
from firstfire.train.lessons import TrainingBatch, evened_out  # noqa: E402
from firstfire.train.recipe import Recipe  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

CPU = torch.device("cpu")
ROWS = 25


def learner(**changes: Any) -> Learner:
    recipe = Recipe("totem", (2,), decisions=1, minibatch=8, epochs=3, **changes)
    return Learner(small_net(), recipe, CPU, nullcontext)


def lesson() -> TrainingBatch:
    """Twenty-five decisions, each told by its observation; every fifth is a past self's."""
    rows = torch.zeros(ROWS, 3, dtype=torch.int16)
    rows[:, 1] = torch.arange(ROWS)
    mine = torch.arange(ROWS) % 5 != 0
    return TrainingBatch(
        rows, rows[:, :0], torch.ones(ROWS, 5, dtype=torch.bool), torch.zeros(ROWS, dtype=torch.long),
        torch.full((ROWS,), -1.6), torch.randn(ROWS, generator=torch.Generator().manual_seed(1)),
        torch.zeros(ROWS, 3), torch.ones(ROWS, 3), torch.ones(ROWS), mine,
    )  # fmt: skip


def parts_of(pupil: Learner) -> list[list[int]]:
    """What is learned from, part after part."""
    seen: list[list[int]] = []

    def learn_room(**_: Any) -> None:
        assert pupil._room is not None
        seen.append(pupil._room.observations[:, 1].tolist())

    pupil._learn_room = learn_room  # type: ignore[method-assign]
    pupil.learn(lesson(), torch.Generator().manual_seed(1), 0.0, values_only=True)
    return seen


def test_each_own_decision_is_learned_from_once_an_epoch_and_no_past_selfs() -> None:
    seen = parts_of(learner())
    assert [len(part) for part in seen] == [10, 10] * 3
    for first, second in (seen[:2], seen[2:4], seen[4:]):
        assert sorted(first + second) == [number for number in range(ROWS) if number % 5]
    assert len({tuple(part) for part in seen}) == 6, "another order each time"


@pytest.mark.parametrize(
    ("own", "sizes"), [(20, [8, 8]), (21, [8] * 3), (23, [8] * 3), (8, [8]), (7, [4, 4]), (5, [4]), (1, [1])]
)
def test_on_a_card_parts_have_one_size_and_all_is_learned_from_but_half_a_part(own: int, sizes: list[int]) -> None:
    pupil = learner()
    pupil._device = torch.device("cuda")
    parts = [part.tolist() for part in pupil._parts(torch.arange(own))]
    assert [len(part) for part in parts] == sizes
    learned = [number for part in parts for number in part]
    assert len(set(learned)) >= min(own, len(learned)) and max(map(learned.count, learned)) <= 2


def test_where_the_learner_decided_nothing_nothing_is_learned() -> None:
    pupil, before = learner(), small_net().policy.weight
    nothing = lesson()
    nothing.mine[:] = False
    told = pupil.learn(nothing, torch.Generator().manual_seed(1), 0.0, values_only=False)
    assert set(told.values()) == {0.0} and torch.equal(pupil.net.policy.weight, before)


@pytest.mark.parametrize("kept", ["cpu", "cuda"])
def test_an_optimizer_goes_on_where_it_was_whatever_device_it_was_on(kept: str) -> None:
    """Its steps lie where this device wants them, and the rate is a number on a processor."""
    before = learner()
    before.learn(lesson(), torch.Generator().manual_seed(1), 0.5, values_only=False)
    state = before.optimizer.state_dict()
    if kept == "cuda":
        state["param_groups"] = [g | {"lr": torch.zeros(()), "fused": True, "capturable": True}
                                 for g in state["param_groups"]]  # fmt: skip
    after = learner()
    after.restore(state)
    for group in after.optimizer.param_groups:
        assert (group["lr"], group["fused"], group["capturable"]) == (3e-4, False, False)
    told = after.learn(lesson(), torch.Generator().manual_seed(2), 0.5, values_only=False)
    assert told["entropy"] and len(after.optimizer.state) == len(before.optimizer.state)


def test_a_cards_optimizer_takes_the_state_of_a_processors() -> None:
    before = learner()
    before.learn(lesson(), torch.Generator().manual_seed(1), 0.5, values_only=False)
    after = learner()
    asked: list[Any] = []
    after._device = torch.device("cuda")
    after._steady_rate = lambda: None  # type: ignore[method-assign]
    after.optimizer.load_state_dict = asked.append
    after.restore(before.optimizer.state_dict())
    assert [(group["fused"], group["capturable"]) for group in asked[0]["param_groups"]] == [(True, True)]


def test_a_lesson_smaller_than_a_part_is_learned_whole() -> None:
    pupil = learner()
    small = lesson().part(torch.arange(5))
    told = pupil.learn(small, torch.Generator().manual_seed(1), 0.5, values_only=False)
    assert pupil._room is not None and len(pupil._room) == 4
    assert set(told) == {"policy_loss", "value_loss", "entropy", "moved", "cut"} and told["entropy"] != 0


def test_the_rate_and_the_entropy_go_by_the_progress() -> None:
    pupil = learner(learning_rate=0.01, entropy_coef_start=0.4, entropy_coef_end=0.2)
    pupil.learn(lesson(), torch.Generator().manual_seed(1), 0.5, values_only=False)
    assert [group["lr"] for group in pupil.optimizer.param_groups] == [0.005]
    assert float(pupil._entropy_coef) == pytest.approx(0.3)


def test_the_room_holds_what_is_learned_now_not_what_was_learned_before() -> None:
    """The same memory for every part: its contents are those of the rows that were asked for."""
    pupil, all_of_it = learner(), lesson()
    pupil._lay_down(all_of_it, torch.tensor([1, 2, 3]))
    room = pupil._room
    pupil._lay_down(all_of_it, torch.tensor([9, 8, 7]))
    assert pupil._room is room and room is not None
    expected = all_of_it.part(torch.tensor([9, 8, 7]))
    for name in ("observations", "masks", "advantages", "mine"):
        assert torch.equal(getattr(room, name), getattr(expected, name))


def test_gains_are_evened_out_over_own_choices_alone() -> None:
    gains = torch.tensor([1.0, 3.0, 100.0, -50.0])
    mine, chosen = torch.tensor([True, True, False, True]), torch.tensor([True, True, True, False])
    assert evened_out(gains, mine, chosen)[:2].tolist() == pytest.approx([-1, 1], abs=1e-4)
    forced = evened_out(gains, mine, torch.zeros(4, dtype=torch.bool))[mine]
    assert float(forced.mean()) == pytest.approx(0, abs=1e-5), "no choice at all: over all own decisions"


def test_work_that_is_interrupted_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    stream = SimpleNamespace(wait_stream=lambda _: None)
    card = SimpleNamespace(
        current_stream=lambda _: stream, Stream=lambda _: stream, stream=lambda _: nullcontext(),
        synchronize=lambda _: said.append("all done"),
    )  # fmt: skip
    monkeypatch.setattr(torch, "cuda", card)

    def labour() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replay.CudaGraph(labour, torch.device("cuda"))()
    assert said == ["all done"]


def test_elsewhere_than_on_a_card_work_is_simply_done() -> None:
    done: list[int] = []
    work = replay.CudaGraph(lambda: done.append(1), CPU)
    for _ in range(4):
        work()
    assert len(done) == 4
    assert replay.fused(len, CPU) is len


class Graph:
    """What was recorded: how often it was replayed, and with which generators."""

    def __init__(self) -> None:
        self.replays, self.generators = 0, []  # type: ignore[var-annotated]

    def register_generator_state(self, generator: Any) -> None:
        self.generators.append(generator)

    def replay(self) -> None:
        self.replays += 1


def test_on_a_card_work_is_done_aside_then_recorded_once_then_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    graphs: list[Graph] = []

    @contextmanager
    def recording(graph: Graph) -> Iterator[None]:
        graphs.append(graph)
        said.append("recording")
        yield
        said.append("recorded")

    stream = SimpleNamespace(wait_stream=lambda _: said.append("waits"))
    card = SimpleNamespace(
        current_stream=lambda _: stream, Stream=lambda _: stream, stream=lambda _: nullcontext(),
        synchronize=lambda _: said.append("all done"), CUDAGraph=Graph, graph=recording,
    )  # fmt: skip
    monkeypatch.setattr(torch, "cuda", card)
    luck = torch.Generator()

    def labour() -> int:
        said.append("work")
        return said.count("work")

    work = replay.CudaGraph(labour, torch.device("cuda"), [luck])
    aside = ["waits", "work", "waits", "all done"]
    assert [work() for _ in range(5)] == [1, 2, 3, 3, 3], "the result is always the same memory"
    assert said == [*aside, *aside, "all done", "recording", "work", "recorded"]
    assert [graph.replays for graph in graphs] == [3] and graphs[0].generators == [luck]


def test_a_card_without_a_compiler_does_small_steps_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    card, works = torch.device("cuda"), [False]

    def compile_it(function: Any, dynamic: bool) -> Any:
        def made(*given: Any) -> Any:
            if not works[0]:
                raise RuntimeError("no C compiler was found\nand more")
            return ("fused", function)

        return made

    monkeypatch.setattr(torch, "compile", compile_it)
    monkeypatch.setattr(torch, "zeros", lambda count, device: count)
    monkeypatch.setattr(replay, "find_spec", lambda name: None)
    replay._can_fuse.cache_clear()
    assert replay.fused(len, card) is len and not capsys.readouterr().err
    monkeypatch.setattr(replay, "find_spec", lambda name: object())
    replay._can_fuse.cache_clear()
    assert replay.fused(len, card) is len and replay.fused(max, card) is max
    said = capsys.readouterr().err
    assert said.count("so training is slower: no C compiler was found\n") == 1 and "and more" not in said
    works[0] = True
    replay._can_fuse.cache_clear()
    assert replay.fused(len, card)() == ("fused", len)
    replay._can_fuse.cache_clear()
