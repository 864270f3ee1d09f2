"""Learning a lesson in parts, and what a card does again and again."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

torch = pytest.importorskip("torch", reason="TRAINING IS NOT TESTED HERE: Torch is not installed (firstfire[train])")

from tests.train.test_lessons import small_net  # noqa: E402

from firstfire.train import replay  # noqa: E402
from firstfire.train.learning import Learner  # noqa: E402
from firstfire.train.lessons import Lesson, evened_out  # noqa: E402
from firstfire.train.recipe import Recipe  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

CPU = torch.device("cpu")
ROWS = 25


def learner(**changes: Any) -> Learner:
    recipe = Recipe("totem", (2,), decisions=1, lesson=8, epochs=3, **changes)
    return Learner(small_net(), recipe, CPU, nullcontext)


def lesson() -> Lesson:
    """Twenty-five decisions, each told by its observation; every fifth is a past self's."""
    rows = torch.zeros(ROWS, 3, dtype=torch.int16)
    rows[:, 1] = torch.arange(ROWS)
    mine = torch.arange(ROWS) % 5 != 0
    return Lesson(
        rows, rows[:, :0], torch.ones(ROWS, 5, dtype=torch.bool), torch.zeros(ROWS, dtype=torch.long),
        torch.full((ROWS,), -1.6), torch.randn(ROWS, generator=torch.Generator().manual_seed(1)),
        torch.zeros(ROWS, 3), torch.ones(ROWS, 3), torch.ones(ROWS), mine,
    )  # fmt: skip


def test_each_own_decision_is_learned_from_once_an_epoch_and_no_past_selfs() -> None:
    pupil, seen = learner(), []
    pupil._learn_room = lambda **_: seen.append(pupil._room.observations[:, 1].tolist())  # type: ignore
    pupil.learn(lesson(), torch.Generator().manual_seed(1), 0.0, values_only=True)
    own = {number for number in range(ROWS) if number % 5}
    assert [len(part) for part in seen] == [8, 8] * 3, "parts of one size, what is left over in none"
    for first, second in (seen[:2], seen[2:4], seen[4:]):
        assert len({*first, *second}) == 16 and {*first, *second} <= own
    assert len({tuple(part) for part in seen}) == 6, "another order each time"


def test_a_lesson_smaller_than_a_part_is_learned_whole() -> None:
    pupil = learner()
    small = lesson().part(torch.arange(5))
    told = pupil.learn(small, torch.Generator().manual_seed(1), 0.5, values_only=False)
    assert pupil._room is not None and len(pupil._room) == 4
    assert set(told) == {"policy_loss", "value_loss", "entropy", "moved", "cut"} and told["entropy"] != 0


def test_the_rate_and_the_entropy_go_by_the_progress() -> None:
    pupil = learner(rate=0.01, curious_first=0.4, curious_last=0.2)
    pupil.learn(lesson(), torch.Generator().manual_seed(1), 0.5, values_only=False)
    assert [group["lr"] for group in pupil.optimizer.param_groups] == [0.005]
    assert float(pupil._curious) == pytest.approx(0.3)


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


def test_elsewhere_than_on_a_card_work_is_simply_done() -> None:
    done: list[int] = []
    work = replay.Replayed(lambda: done.append(1), CPU)
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

    work = replay.Replayed(labour, torch.device("cuda"), [luck])
    aside = ["waits", "work", "waits", "all done"]
    assert [work() for _ in range(5)] == [1, 2, 3, 3, 3], "the result is always the same memory"
    assert said == [*aside, *aside, "all done", "recording", "work", "recorded"]
    assert [graph.replays for graph in graphs] == [3] and graphs[0].generators == [luck]


def test_a_card_without_a_compiler_does_small_steps_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    card = torch.device("cuda")
    monkeypatch.setattr(torch, "compile", lambda function, dynamic: ("fused", function))
    monkeypatch.setattr(replay, "find_spec", lambda name: object())
    monkeypatch.setattr(replay, "which", lambda name: None)
    assert replay.fused(len, card) is len
    monkeypatch.setattr(replay, "which", lambda name: "/usr/bin/gcc" if name == "gcc" else None)
    made: Any = replay.fused(len, card)
    assert made == ("fused", len)
    monkeypatch.setattr(replay, "find_spec", lambda name: None)
    assert replay.fused(len, card) is len
