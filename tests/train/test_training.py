"""A whole training of the tiny game: it learns, can be resumed, repeats itself, and plays without Torch."""

from __future__ import annotations

import csv
import math
import signal
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="TRAINING IS NOT TESTED HERE: Torch is not installed (firstfire[train])")

from firstfire.cli import main  # noqa: E402
from firstfire.envs import make_batch  # noqa: E402
from firstfire.errors import BadNet, BadSetup  # noqa: E402
from firstfire.games import game as find_game  # noqa: E402
from firstfire.kernel.compiling.likings import liking_step  # noqa: E402
from firstfire.kernel.engines.engine import engine_for  # noqa: E402
from firstfire.kernel.game import Game  # noqa: E402
from firstfire.kernel.positions.position import Position  # noqa: E402
from firstfire.lab.match import play_match, view_of  # noqa: E402
from firstfire.players import player_named  # noqa: E402
from firstfire.players.policy.file import read_net  # noqa: E402
from firstfire.players.policy.inputs import inputs_for  # noqa: E402
from firstfire.players.policy.net import net_for  # noqa: E402
from firstfire.train.cuda_graphs import CudaGraph  # noqa: E402
from firstfire.train.export import exported  # noqa: E402
from firstfire.train.model import PolicyNet  # noqa: E402
from firstfire.train.playing import Rivals  # noqa: E402
from firstfire.train.recipe import Recipe, recipe_for  # noqa: E402
from firstfire.train.tables import Tables, led, left_out, ranked, without  # noqa: E402
from firstfire.train.training import COLUMNS, Training  # noqa: E402


def tiny_recipe(decisions: int, **changes: object) -> Recipe:
    small = {
        "tables": 64,
        "horizon": 16,
        "minibatch": 256,
        "width": 32,
        "layers": 2,
        "snapshot_interval": 3,
        "learning_rate": 3e-3,
    }
    return Recipe("embers", (2, 3), decisions=decisions, **small | changes)  # type: ignore[arg-type]


def train(folder: Path, decisions: int, **changes: object) -> Training:
    made = Training(tiny_recipe(decisions, **changes), folder, "cpu", threads=1)
    made.run()
    return made


def test_a_short_training_beats_chance_with_two_and_with_three(tmp_path: Path) -> None:
    train(tmp_path, 60_000)
    net = f"net:{tmp_path / 'embers.net'}"
    two = play_match("embers", [net, "random"], 100, jobs=1).as_dict()["players"][0]
    three = play_match("embers", [net, "random", "random"], 99, jobs=1).as_dict()["players"][0]
    assert two["win_rate"] > 0.65 and three["win_rate"] > 0.45, (two, three)


def test_the_file_answers_like_the_net_it_was_made_of(tmp_path: Path, tiny: Game) -> None:
    """Every logit and value, up to the rounding of weights to int8; nearly always the same choice."""
    training = train(tmp_path, 10_000)
    net = net_for(tiny, tmp_path / "embers.net", interpreted=True)
    env = make_batch("embers", 50, 3, seed=4, threads=1)
    env.reset()
    for _ in range(4):
        env.step(env.sample())
    rows = np.array(env.observations)
    with torch.no_grad():
        logits, values = training.net(torch.from_numpy(rows))
    same = 0
    for row, liked, expected in zip(rows, logits.numpy(), values.numpy(), strict=True):
        net.read(row)
        found = net.logits(range(3))
        assert found == pytest.approx(liked, abs=0.1)
        assert net.values() == pytest.approx(expected, abs=0.1)
        same += int(found.argmax() == liked.argmax())
    assert same >= 48


def test_a_net_that_hears_prefer_begins_as_good_as_greedy(tmp_path: Path, tiny: Game) -> None:
    """Before it has learned anything: it does what `prefer` likes best. The file answers like the net."""
    training = train(tmp_path, 1_000, prior_scale=50.0, value_warmup=10)
    assert read_net(tmp_path / "embers.net").arrays["trust"].tolist() == [50.0] * 3
    net, player = net_for(tiny, tmp_path / "embers.net"), player_named(
        f"net:{tmp_path / 'embers.net'}", "embers", outside=True
    )  # fmt: skip
    prefer = engine_for(tiny).prefer
    position, looked = Position(tiny, 2, 5), 0
    while not position.over:
        view = view_of(position)
        likes = [prefer(view.state, view.box, action) for action in view.numbers]
        liked = view.numbers[likes.index(max(likes))]
        if len(view.numbers) > 1 and sorted(likes)[-2] < max(likes) - 0.1:
            looked += 1
            assert player.choose(view) == liked
        steps = torch.zeros(1, 3)
        steps[0, view.numbers] = torch.tensor([float(liking_step(like)) for like in likes])
        with torch.no_grad():
            expected = training.net(torch.from_numpy(view.observe()[None]), steps)[0][0, view.numbers]
        with pytest.raises(BadNet, match="ask `consider`"):
            net.logits(view.numbers)
        assert net.consider(view, view.numbers) == pytest.approx(expected.numpy(), abs=0.1)
        position.step(liked)
    assert looked > 1


def test_trust_in_prefer_is_learned_and_kept(tmp_path: Path) -> None:
    train(tmp_path / "a", 8_000, prior_scale=1.0)
    trust = read_net(tmp_path / "a" / "embers.net").arrays["trust"]
    assert (trust != 1.0).all()
    again = Training(tiny_recipe(100, prior_scale=1.0), tmp_path / "b", "cpu", threads=1)
    again.begin_with(tmp_path / "a" / "embers.net")
    assert again.net.trust is not None and again.net.trust.tolist() == trust.tolist()
    file = read_net(tmp_path / "a" / "embers.net")
    for wrong in (trust[:2], trust[:1], np.full(3, np.nan, np.float32)):
        replace(file, arrays=file.arrays | {"trust": wrong}).write(tmp_path / "wrong.net")
        with pytest.raises(BadNet, match="an array of the net"):
            again.begin_with(tmp_path / "wrong.net")
    deaf = Training(tiny_recipe(100), tmp_path / "c", "cpu", threads=1)
    with pytest.raises(BadNet, match="hears `prefer`"):
        deaf.begin_with(tmp_path / "a" / "embers.net")


def test_the_same_seed_gives_the_same_net_and_another_one_another(tmp_path: Path) -> None:
    files = []
    for place, seed in enumerate((5, 5, 6)):
        train(tmp_path / str(place), 4_000, seed=seed)
        files.append((tmp_path / str(place) / "embers.net").read_bytes().rpartition(b"\n")[2])
    assert files[0] == files[1] != files[2]


def test_a_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    train(tmp_path, 4_000)
    more = Training.resumed(tmp_path, "cpu", changes={"decisions": 8_000}, threads=1)
    assert more.decisions >= 4_000 and more.lessons > 0
    more.run()
    with (tmp_path / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    decisions = [int(row["decisions"]) for row in rows]
    assert decisions == sorted(set(decisions)) and decisions[-1] >= 8_000
    assert tuple(rows[0]) == COLUMNS


def test_the_past_selves_come_back_with_the_checkpoint(tmp_path: Path) -> None:
    train(tmp_path, 8_000)
    assert len(Training.resumed(tmp_path, "cpu", threads=1)._past) >= 2


def test_who_interrupts_it_gets_the_lesson_it_is_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while it learns: the lesson is learned to its end, kept, and what was heard before is heard again."""
    training, before = Training(tiny_recipe(60_000), tmp_path, "cpu", threads=1), signal.getsignal(signal.SIGINT)
    learn = training._learn

    def interrupted(*given: Any) -> Any:
        if training.lessons == 2:
            signal.raise_signal(signal.SIGINT)
        return learn(*given)

    monkeypatch.setattr(training, "_learn", interrupted)
    training.run()
    assert training.lessons == 3 and "go on with --resume" in capsys.readouterr().err
    assert Training.resumed(tmp_path, "cpu", threads=1).lessons == 3
    assert signal.getsignal(signal.SIGINT) is before


def test_who_interrupts_it_twice_need_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(tiny_recipe(60_000), tmp_path, "cpu", threads=1)
    learned: list[int] = []

    def interrupted(*_: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        learned.append(1)

    monkeypatch.setattr(training, "_learn", interrupted)
    training.run()
    assert not learned and Training.resumed(tmp_path, "cpu", threads=1).lessons == 0


def test_nothing_to_resume_and_a_damaged_checkpoint_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"checkpoint\.pt is missing"):
        Training.resumed(tmp_path)
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(BadSetup, match="cannot be read"):
        Training.resumed(tmp_path)


def test_a_checkpoint_of_a_net_of_another_shape_is_told(tmp_path: Path) -> None:
    train(tmp_path, 3_000)
    kept = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    kept["net"]["first.weight"] = kept["net"]["first.weight"][:, 1:]
    torch.save(kept, tmp_path / "checkpoint.pt")
    with pytest.raises(BadSetup, match=r"another shape than this version's.*--begin-with"):
        Training.resumed(tmp_path, "cpu", threads=1)


def test_the_command_trains_and_does_not_overwrite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "embers", "--seats", "2", "--decisions", "3000", "--tables", "32", "--threads", "1"]
    words += ["--device", "cpu", "--folder", str(tmp_path)]
    assert main(words) == 0
    assert f"net:{tmp_path / 'embers'}.net" in capsys.readouterr().out
    assert main(words) == 2
    assert "holds a training already" in capsys.readouterr().err


def test_tables_begin_at_different_moments_unless_told_otherwise(tiny: Game) -> None:
    """Otherwise every game would end in the same lesson, and no lesson would see a whole game."""
    together, apart = (
        Tables(tiny, tiny_recipe(100, stagger=most), torch.device("cpu"), 3, threads=1) for most in (0, 4)
    )
    assert {int(ply) for ply in together.batches[0].states["ply"]} == {0}
    assert {int(ply) for ply in apart.batches[0].states["ply"]} == {0, 1, 2, 3, 4}
    assert apart.players.tolist() == [int(player) for batch in apart.batches for player in batch.states["player"]]


def test_a_number_of_players_named_twice_gets_twice_the_tables() -> None:
    assert Recipe("honga", (2, 2, 3, 5), tables=100, minutes=1).shares() == [(2, 50), (3, 25), (5, 25)]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"decisions": 0}, "has an end"),
        ({"tables": 1}, "two tables for each"),
        ({"past_self_share": 1.0}, "share of tables"),
        ({"width": 0}, "at least 1 for width"),
        ({"prior_scale": -1.0}, "from 0 to 1000"),
        ({"prior_scale": math.nan}, "from 0 to 1000"),
        ({"prior_scale": 1e30}, "from 0 to 1000"),
        ({"prior_scale": 1.0, "teacher": "greedy"}, "no other teacher"),
    ],
)
def test_a_recipe_that_cannot_be_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        tiny_recipe(**{"decisions": 100} | changes)  # type: ignore[arg-type]


def test_alone_a_shaped_table_pays_for_victory_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lone players have no margin over others: won or lost, whatever other tables pay; no past self sits there."""

    class Batch:
        def __init__(self, _: str, tables: int, seats: int, seed: int, *, reward: str, **more: object) -> None:
            self.observations, self.masks = (
                np.zeros((tables, 9), np.int16),
                np.ones((tables, len(game.actions)), np.bool_),
            )
            self.players, self.done = np.zeros(tables, np.int8), np.ones(tables, np.bool_)
            self.rewards = np.zeros((tables, 4), np.float32)
            self.rewards[:, :seats] = {"rank": [-1.0], "points": [40.0, 15.0]}[reward]
            made.append((seats, reward, more["options"]))

        def reset(self) -> None: ...

    game = find_game("doggerland")
    made: list[tuple[int, str, object]] = []
    monkeypatch.setattr("firstfire.envs.make_batch", Batch)
    recipe = recipe_for("doggerland", (1, 2), minutes=1.0, tables=120, stagger=0, prior_scale=0.0)
    tables = Tables(game, recipe, torch.device("cpu"), 3)
    chosen = ("easy", "normal", "hard")
    assert made == [*((1, "rank", {"difficulty": level}) for level in chosen), (2, "points", {})]
    assert tables.ranks[:60].tolist() == tables.rewards[:60].tolist() == [[-1, 0, 0, 0]] * 60
    assert tables.ranks[60].tolist() == [1, -1, 0, 0]
    assert tables.rewards[60].tolist() == pytest.approx([0.5 + 0.5 * math.tanh(1), -0.5 - 0.5 * math.tanh(1), 0, 0])
    inputs = inputs_for(game.observation.features, game.observation.size)
    rivals = Rivals(PolicyNet(inputs, len(game.actions), 4, 8, 2), recipe, tables)
    assert len(rivals.at) and int(rivals.at.min()) >= 60


def test_a_net_hears_what_is_liked_now(tiny: Game) -> None:
    """Not what was liked when the tables began."""
    tables = Tables(tiny, tiny_recipe(100, prior_scale=1.0, stagger=0), torch.device("cpu"), 3, threads=1)
    engine, box, before = engine_for(tiny), Position(tiny, 2, 1).box, tables.action_scores.clone()
    for _ in range(6):
        tables.step(torch.cat([torch.as_tensor(batch.sample()) for batch in tables.batches]))
        states = [batch.state(number) for batch in tables.batches for number in range(batch.count)]
        for table, s in enumerate(states):
            view = view_of(Position(tiny, box=box, engine=engine, s=s))
            liked = [liking_step(engine.prefer(view.state, view.box, action)) for action in view.numbers]
            assert tables.action_scores[table][tables.masks[table]].tolist() == liked
    assert not torch.equal(before[tables.masks], tables.action_scores[tables.masks])
    tables.close()


def test_rewards_of_a_shaped_training_go_from_the_margin_to_the_places(tiny: Game) -> None:
    """Points of three tables (the last for two): places with ties shared, leads bent to less than 1."""
    points, seats = torch.tensor([[30.0, 10, 20], [5, 5, 2], [7, 9, 0]]), torch.tensor([3, 3, 2])
    assert ranked(points, seats).tolist() == [[1, -1, 0], [0.5, 0.5, -1], [-1, 1, 0]]
    lead = led(points, seats, 10.0)
    assert lead[0].tolist() == pytest.approx([math.tanh(1.5), math.tanh(-1.5), 0.0])
    assert lead[2].tolist() == pytest.approx([math.tanh(-0.2), math.tanh(0.2), 0.0])
    recipe = tiny_recipe(100, shaping=0.5, shaping_until=0.8)
    assert [recipe.shaping_at(at) for at in (0.0, 0.4, 0.8, 1.0)] == [0.5, 0.25, 0.0, 0.0]


def test_a_shaped_table_pays_the_places_when_nothing_of_the_margin_is_left(tiny: Game) -> None:
    """The same games, by the same actions, at tables that pay places and at tables that pay points."""
    plain, shaped = (
        Tables(tiny, tiny_recipe(100, shaping=share, stagger=0), torch.device("cpu"), 3, threads=1) for share in (0, 1)
    )
    shaped.weight.fill_(0.0)
    ended = 0
    for _ in range(60):
        actions = torch.multinomial(plain.masks.float(), 1).squeeze(-1)
        plain.step(actions)
        shaped.step(actions)
        ended += int(plain.done.sum())
        same = (shaped.rewards == plain.rewards).all(-1) | tied(shaped)
        assert bool(same.all())
    assert ended > 50


def tied(tables: Tables) -> Any:
    """Where two seats have the same points: what breaks the tie, points do not tell."""
    paid = tables._gathered("rewards").float()
    two = torch.tensor(
        [len(set(row[:seats])) < seats for row, seats in zip(paid.tolist(), tables.seats.tolist(), strict=True)]
    )
    return two & tables.done


def test_actions_that_are_left_out_are_played_only_where_nothing_else_is_legal() -> None:
    masks = torch.tensor([[True, True, False], [False, True, False]])
    assert without(masks, torch.tensor([True, False, True])).tolist() == [[True, False, False], [False, True, False]]


def test_a_block_that_the_game_does_not_have_cannot_be_left_out(tiny: Game) -> None:
    with pytest.raises(BadSetup, match="no actions fly"):
        left_out(tiny, ["fly"])


def test_imitation_teaches_what_the_teacher_does(tmp_path: Path) -> None:
    """No self-play to speak of: what the net can, it has from greedy games."""
    recipe = {
        "teacher": "greedy",
        "cloning_samples": 1500,
        "cloning_minibatch": 64,
        "cloning_epochs": 8,
        "learning_rate": 2e-3,
    }
    training = train(tmp_path, 1, **recipe, value_warmup=9)
    agrees = (training.imitation or {})["agrees"]
    assert isinstance(agrees, float) and agrees > 0.5, "more cannot be asked: greedy tosses a coin among equals"
    two = play_match("embers", [f"net:{tmp_path / 'embers-0000.net'}", "random"], 100, jobs=1).as_dict()["players"][0]
    assert two["win_rate"] > 0.6, two


def test_lessons_on_values_leave_the_policy_as_it_was(tmp_path: Path) -> None:
    recipe = {"teacher": "greedy", "cloning_samples": 100, "cloning_minibatch": 64, "cloning_epochs": 1}
    training = train(tmp_path, 2000, **recipe, value_warmup=99)
    before, after = (read_net(tmp_path / f"embers{part}.net").arrays for part in ("-0000", ""))
    assert training.lessons > 0
    assert (before["policy"] == after["policy"]).all() and (before["hidden"] == after["hidden"]).all()
    assert (before["value_bias"] != after["value_bias"]).any()


def test_a_training_may_begin_with_the_net_of_another(tmp_path: Path) -> None:
    """The restored net answers like the file, and is written as it was."""
    train(tmp_path / "first", 4_000)
    path = tmp_path / "first" / "embers.net"
    later = Training(tiny_recipe(4_000, seed=9), tmp_path / "later", "cpu", threads=1)
    later.begin_with(path)
    again = exported(later.net, later.game, {}, {}, later._met.numpy())
    for name, array in read_net(path).arrays.items():
        if array.dtype == np.int8:
            assert (again.arrays[name] == array).all(), name
        else:
            assert again.arrays[name] == pytest.approx(array, rel=1e-5), name
    wider = Training(tiny_recipe(4_000, width=64), tmp_path / "wider", "cpu", threads=1)
    with pytest.raises(BadNet, match="another shape"):
        wider.begin_with(path)


def test_rows_that_were_never_met_are_not_written_and_add_nothing(tmp_path: Path, tiny: Game) -> None:
    training = train(tmp_path, 4_000)
    file = read_net(tmp_path / "embers.net")
    met = file.arrays["met"] != 0
    assert 0 < met.sum() == len(file.arrays["rows"]) < training.net.rows
    flat = net_for(tiny, tmp_path / "embers.net", interpreted=True).flat
    assert not flat.weights[: flat.width * len(met)].reshape(len(met), flat.width)[~met].any()


def test_only_rounds_that_stay_on_a_card_are_replayed(tmp_path: Path) -> None:
    """Rules on the processor, learning on a card: what leaves the card cannot be recorded there."""
    training = train(tmp_path, 2_000)
    play: Any = None
    for on_card in (False, True):
        tables: Any = SimpleNamespace(on_card=on_card)
        assert isinstance(training._rounds(play, tables, met=False), CudaGraph) == on_card
