"""A training: imitates a teacher if it has one, plays, learns, writes its curve, and can be resumed.

FOLDER/curve.csv          a line for each lesson
FOLDER/checkpoint.pt      everything needed to go on (Torch)
FOLDER/taught/            the teacher's games
FOLDER/GAME.net           the net as it is now, to play with (without Torch)
FOLDER/GAME-0025.net …    and as it was after 25 million decisions: weaker opponents
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import torch

from ..errors import BadSetup
from ..games import game as find_game
from ..players.policy.inputs import inputs_for
from ..players.policy.net import fitting_file
from .cuda_graphs import CudaGraph
from .export import exported, restore
from .imitation import Copybook, imitate
from .learning import LOSSES, Learner
from .lessons import RolloutData, TrainingBatch, lesson_of
from .model import PolicyNet
from .playing import Play, Rivals
from .recipe import Recipe
from .stopping import Stop
from .tables import Tables, left_out
from .teaching import watch

COLUMNS = (
    "decisions", "seconds", "decisions_per_second", *LOSSES, "games", "game_length", "against_past", "playing_share",
)  # fmt: skip
BETWEEN_CHECKPOINTS = 60.0  # seconds
BETWEEN_KEPT = 1.6  # a net is kept each time it has seen so many times the decisions of the last one
FIRST_KEPT = 2_000_000


class Training:
    """One run of a recipe in a folder."""

    def __init__(self, recipe: Recipe, folder: Path, device: str = "auto", *, threads: int | None = None) -> None:
        self.recipe = recipe
        self.folder = folder
        self.game = find_game(recipe.game)
        for players in recipe.players:
            self.game.check_seats(players, {})
        self.device = torch.device(device if device != "auto" else "cuda" if torch.cuda.is_available() else "cpu")
        if self.device.type == "cuda" and not torch.cuda.is_available():
            raise BadSetup("Torch finds no NVIDIA GPU on this machine; train with --device cpu")
        if self.device.index:
            raise BadSetup(f"training uses the first visible GPU (CUDA_VISIBLE_DEVICES), not {device}")
        self.decisions = 0
        self.seconds = 0.0
        self.lessons = 0
        self.kept_at = FIRST_KEPT
        torch.manual_seed(recipe.seed)
        torch.set_float32_matmul_precision("high")
        self.net = self._new_net()
        self.learner = Learner(self.net, recipe, self.device, self._quick)
        self.luck = torch.Generator(self.device).manual_seed(recipe.seed)
        self.choice = torch.Generator().manual_seed(recipe.seed)
        self._threads = threads
        self._past: list[dict[str, Any]] = []
        self._begun = False  # with the weights of a net or of a teacher's pupil: the first past self
        self._met = torch.zeros(self.net.rows, dtype=torch.bool, device=self.device)
        self.imitation: dict[str, object] | None = None  # what imitation came to; None before it

    def begin_with(self, path: Path) -> None:
        """Take the weights of a net's file instead of chance's."""
        self._met |= torch.from_numpy(restore(self.net, fitting_file(self.game, path))).to(self.device)
        self._begun = True

    def imitate(self, heard: Callable[[str], None] | None = None) -> None:
        """Let the teacher play, and learn from it."""
        recipe = self.recipe
        taught = watch(recipe, self.folder / "taught", jobs=self._threads, heard=heard)
        kept = torch.from_numpy(~left_out(self.game, recipe.left_out)).to(self.device)
        book = Copybook(taught, len(self.game.actions), kept, self.device)
        for rows in book.learned.split(recipe.minibatch):
            self._meet(book.observations[rows])
        self.imitation = imitate(self.net, book, recipe, self.luck, self._quick, heard)
        self._begun = True

    def _meet(self, observations: Any) -> None:
        """Remember which rows of the first layer are in use."""
        with torch.no_grad():
            self._met |= (self.net.encode(observations) != 0).any(0)[: self.net.rows]

    def _new_net(self) -> PolicyNet:
        observation = self.game.observation
        inputs = inputs_for(observation.features, observation.size)
        recipe = self.recipe
        net = PolicyNet(
            inputs, len(self.game.actions), max(self.game.seats), recipe.width, recipe.layers, recipe.prior_scale
        )
        net.to(self.device)
        return net

    def run(self, heard: Callable[[str], None] | None = None) -> None:
        """Train until the recipe's end, or the end of the lesson in which it is interrupted (Ctrl-C): it can be
        resumed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.recipe.teacher and self.imitation is None:
            self.imitate(heard)
        tables = Tables(self.game, self.recipe, self.device, self._table_seed(), threads=self._threads)
        rivals = Rivals(self._new_net(), self.recipe, tables)
        rivals.memory = self._past
        if self._begun and not rivals.memory:
            rivals.keep(self.net)
            self.kept_at = 0
            self.save(rivals)
        with Stop() as stop:
            try:
                self._go_on(tables, rivals, stop, heard)
            except KeyboardInterrupt:  # the second time
                pass
            finally:
                self.save(rivals)
                tables.close()
        if stop.asked:
            print("stopped; go on with --resume", file=sys.stderr)

    def _go_on(self, tables: Tables, rivals: Rivals, stop: Stop, heard: Callable[[str], None] | None) -> None:
        """Play and learn, lesson after lesson."""
        play = Play(self.net, tables, rivals, self.recipe, self.luck)
        rounds: dict[
            bool, Callable[[], tuple[RolloutData, TrainingBatch]]
        ] = {}  # with past selves, or without: one of them
        before, saved = monotonic() - self.seconds, monotonic()
        games, moves = 0, 0
        while (progress := self.recipe.progress(self.decisions, self.seconds)) < 1.0 and not stop.asked:
            begun = monotonic()
            tables.weight.fill_(self.recipe.shaping_at(progress))
            if (met := rivals.seat(self.choice)) not in rounds:
                rounds = {met: self._rounds(play, tables, met)}
            played, lesson = rounds[met]()
            tables.check()
            between = monotonic()
            row = self._learn(lesson, progress)
            self.lessons += 1
            self.decisions += played.actions.numel()
            self.seconds = monotonic() - before
            games, moves = int(played.done.sum()), played.actions.numel()
            if self.lessons % self.recipe.snapshot_interval == 0:
                rivals.keep(self.net)
            row |= {
                "decisions": self.decisions, "seconds": round(self.seconds, 1),
                "decisions_per_second": round(self.decisions / self.seconds), "games": games,
                "game_length": round(moves / games, 1) if games else "",
                "playing_share": round((between - begun) / (monotonic() - begun), 3),
                "against_past": "" if (share := rivals.told()) is None else round(share, 4),
            }  # fmt: skip
            self._write_row(row)
            if heard is not None:
                heard(self._line(row))
            if monotonic() - saved > BETWEEN_CHECKPOINTS:
                self.save(rivals)
                saved = monotonic()

    def _quick(self) -> AbstractContextManager[Any]:
        """Half-width products where a GPU makes them fast."""
        found: AbstractContextManager[Any] = torch.autocast(
            self.device.type, dtype=torch.bfloat16, enabled=self.device.type == "cuda"
        )
        return found

    def _table_seed(self) -> int:
        """Other deals after each resumption; the first time the recipe's own seed."""
        return self.recipe.seed * 1_000_003 + self.lessons

    def _rounds(self, play: Play, tables: Tables, met: bool) -> Callable[[], tuple[RolloutData, TrainingBatch]]:
        """Rounds, replayed if nothing of them leaves the GPU."""
        one = partial(self._round, play, tables, met)
        return CudaGraph(one, self.device, [self.luck]) if tables.on_card else one

    def _round(self, play: Play, tables: Tables, met: bool) -> tuple[RolloutData, TrainingBatch]:
        """Play on, and make a lesson of it."""
        with self._quick():
            played = play.on(met=met)
        return played, lesson_of(played, tables.seats, self.recipe.discount, self.recipe.gae_lambda)

    def _learn(self, lesson: TrainingBatch, progress: float) -> dict[str, object]:
        recipe = self.recipe
        self._meet(lesson.observations[lesson.own()[: recipe.minibatch]])
        values_only = bool(recipe.teacher or recipe.prior_scale) and self.lessons < recipe.value_warmup
        return self.learner.learn(lesson, self.luck, progress, values_only=values_only)

    def _write_row(self, row: dict[str, object]) -> None:
        path = self.folder / "curve.csv"
        fresh = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if fresh:
                writer.writeheader()
            writer.writerow(row)

    def _line(self, row: dict[str, object]) -> str:
        past = row["against_past"]
        against = f"{past:.0%} against past selves" if isinstance(past, float) else "no past selves yet"
        done = self.recipe.progress(self.decisions, self.seconds)
        return (
            f"{self.game.name}: {done:4.0%}  {self.decisions / 1e6:8.2f} million decisions  "
            f"{self.decisions / self.seconds / 1e6:.3f} million/s  entropy {row['entropy']:.3f}  "
            f"value loss {row['value_loss']:.3f}  {against}"
        )

    def figures(self) -> dict[str, object]:
        """What a net's file tells about its training."""
        figures = {"decisions": self.decisions, "seconds": round(self.seconds), "device": _device_name(self.device)}
        return figures if not self.imitation else figures | {"imitation": self.imitation}

    def save(self, rivals: Rivals) -> None:
        """Write checkpoint and net; a file is replaced whole."""
        net = exported(self.net, self.game, self.recipe.as_dict(), self.figures(), self._met.cpu().numpy())
        net.write(self.folder / f"{self.game.name}.net")
        if self.decisions >= self.kept_at:
            net.write(self.folder / f"{self.game.name}-{self.decisions // 1_000_000:04}.net")
            self.kept_at = max(FIRST_KEPT, int(self.decisions * BETWEEN_KEPT))
        part = self.folder / "checkpoint.pt.part"
        torch.save(
            {
                "recipe": self.recipe.as_dict(), "net": self.net.state_dict(),
                "optimizer": self.learner.optimizer.state_dict(),
                "past": rivals.memory, "decisions": self.decisions, "seconds": self.seconds, "lessons": self.lessons,
                "kept_at": self.kept_at, "luck": self.luck.get_state(), "choice": self.choice.get_state(),
                "met": self._met, "imitation": self.imitation,
            },
            part,
        )  # fmt: skip
        os.replace(part, self.folder / "checkpoint.pt")

    @classmethod
    def resumed(
        cls,
        folder: Path,
        device: str = "auto",
        *,
        changes: dict[str, object] | None = None,
        threads: int | None = None,
    ) -> Training:
        """Go on where a folder's checkpoint stands; `changes` of the recipe, such as more minutes."""
        path = folder / "checkpoint.pt"
        if not path.exists():
            raise BadSetup(f"there is no training to resume in {folder}: checkpoint.pt is missing")
        try:
            kept = torch.load(path, map_location="cpu", weights_only=True)
        except Exception as error:
            raise BadSetup(f"{path} cannot be read ({error}); start again without --resume") from None
        made = cls(Recipe.from_dict(kept["recipe"] | (changes or {})), folder, device, threads=threads)
        try:
            made.net.load_state_dict(kept["net"])
        except RuntimeError:
            raise BadSetup(
                f"the net in {path} has another shape than this version's: train in another folder, with "
                f"--begin-with {folder / made.game.name}.net"
            ) from None
        made.learner.restore(kept["optimizer"])
        made._past = [{name: value.to(made.device) for name, value in past.items()} for past in kept["past"]]
        made.decisions, made.seconds, made.lessons = kept["decisions"], kept["seconds"], kept["lessons"]
        made.kept_at = kept["kept_at"]
        made._met |= kept.get("met", torch.ones(1, dtype=torch.bool)).to(made.device)  # old ones did not count
        made.imitation = kept.get("imitation")
        if kept["luck"].shape == made.luck.get_state().shape:
            made.luck.set_state(kept["luck"])
        made.choice.set_state(kept["choice"])
        return made


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"
