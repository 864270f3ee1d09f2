"""The tables training plays at: one batch of environments for each number of players, seen as one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..envs.stepping import LEAVE
from ..errors import BadSetup
from ..kernel.game import Game
from .recipe import Recipe


class Tables:
    """All tables side by side as tensors on the learner's device, refreshed by `step`."""

    def __init__(
        self, game: Game, recipe: Recipe, device: torch.device, seed: int, *, threads: int | None = None
    ) -> None:
        from ..envs import make_batch

        lots = recipe.lots()
        self.on_card = device.type == "cuda" and recipe.rules_on_gpu
        where = "cuda" if self.on_card else "cpu"
        threads = None if self.on_card else threads  # they may still be the teacher's
        self._shaped = recipe.shaping > 0
        self.weight = torch.full((), float(recipe.shaping), device=device)  # how much of the reward is the margin now
        self._margin = recipe.margin
        self._kept = torch.from_numpy(~left_out(game, recipe.left_out)).to(device)
        self.batches: list[Any] = [
            make_batch(
                game.name, tables, seats, seed + 1000 * seats + lot, options=options, device=where, threads=threads,
                reward="points" if self._shaped and seats > 1 else "rank",
            )
            for lot, (seats, options, tables) in enumerate(lots)
        ]  # fmt: skip
        self.device = device
        self.count = recipe.tables
        self.seats = torch.cat([torch.full((tables,), seats) for seats, _, tables in lots]).to(device)
        self._alone = (self.seats == 1)[:, None]
        edges = [sum(tables for _, _, tables in lots[:place]) for place in range(len(lots) + 1)]
        self._slices = [slice(first, last) for first, last in pairwise(edges)]
        self.observations: Tensor
        self.action_scores: Tensor  # none where no net hears them
        self.masks: Tensor
        self.players: Tensor
        self.rewards: Tensor  # what is learned from
        self.ranks: Tensor  # the places alone: 1 for the first, -1 for the last
        self.done: Tensor
        for batch in self.batches:
            batch.reset()
        self._shown = {  # a batch writes every moment into the same arrays
            name: [torch.as_tensor(getattr(batch, name)) for batch in self.batches]
            for name in ("observations", "masks", "players", "done", "rewards")
        }
        self._liked = recipe.prior_scale > 0
        if self._liked:  # action_scores are worked out when they are asked for, into the same array
            self._shown["action_scores"] = [torch.as_tensor(batch.action_scores()) for batch in self.batches]
        self._staged = {name: self._stages(parts) for name, parts in self._shown.items()}
        self._stagger(recipe.stagger, torch.Generator().manual_seed(seed))
        self.look()

    def step(self, actions: Tensor) -> None:
        """One action at every table."""
        for batch, part in zip(self.batches, self._slices, strict=True):
            self._play(batch, actions[part])
        self.look()

    def _stagger(self, most: int, luck: torch.Generator) -> None:
        """Play some decisions at random, at each table another number, so that a lesson sees all parts of the game."""
        waits = torch.randint(most + 1, (self.count,), generator=luck).to(self.device)
        for time in range(most):
            for batch, part in zip(self.batches, self._slices, strict=True):
                chosen = torch.as_tensor(batch.sample()).to(self.device)
                self._play(batch, torch.where(waits[part] > time, chosen, LEAVE))

    def _play(self, batch: Any, actions: Tensor) -> None:
        given = actions.to(torch.int32)
        batch.step(given if self.on_card else given.cpu().numpy(), **self._stream())

    def _stream(self) -> dict[str, int]:
        """Where a GPU's batch is launched: in Torch's stream of the moment."""
        return {"stream": torch.cuda.current_stream(self.device).cuda_stream} if self.on_card else {}

    def look(self) -> None:
        """See the tables as they are now."""
        self.observations = self._gathered("observations")
        if self._liked:
            for batch in self.batches:
                batch.action_scores(**self._stream())
        self.action_scores = self._gathered("action_scores") if self._liked else self.observations[:, :0]
        self.masks = without(self._gathered("masks").bool(), self._kept)
        self.players = self._gathered("players").long()
        self.done = self._gathered("done").bool()
        paid = self._gathered("rewards").float()
        self.rewards = self.ranks = paid
        if self._shaped:
            ended = self.done[:, None].float()
            self.ranks = torch.where(self._alone, paid, ended * ranked(paid, self.seats))  # alone: won or lost
            shaped = (1 - self.weight) * self.ranks + self.weight * ended * led(paid, self.seats, self._margin)
            self.rewards = torch.where(self._alone, paid, shaped)

    def _gathered(self, name: str) -> Tensor:
        """A copy of what all batches show now."""
        parts = self._shown[name]
        if staged := self._staged[name]:
            parts = [stage.copy_(shown) for stage, shown in zip(staged, parts, strict=True)]
        there = [part.to(self.device, non_blocking=True) for part in parts]
        return there[0].clone() if len(there) == 1 else torch.cat(there)

    def _stages(self, parts: Sequence[Tensor]) -> list[Tensor]:
        """Rooms on the way to a GPU, from which it reads several times as fast as from where the tables lie. (What
        was read is no longer needed when the next actions are known.)"""
        if self.on_card or self.device.type != "cuda":
            return []
        return [torch.empty_like(part, pin_memory=True) for part in parts]

    def check(self) -> None:
        """Raise if an action was refused: a GPU says so only when it is asked."""
        if self.on_card:
            for batch in self.batches:
                batch.check()

    def close(self) -> None:
        """Let the batches go."""
        for batch in self.batches:
            batch.close()


def left_out(game: Game, blocks: Sequence[str]) -> NDArray[np.bool_]:
    """Which actions belong to these blocks."""
    unknown = set(blocks) - {block.name for block in game.actions.blocks}
    if unknown:
        raise BadSetup(f"{game.name} has no actions {', '.join(sorted(unknown))} to leave out")
    return np.array([game.actions.values(number)[0] in blocks for number in range(len(game.actions))])


def without(masks: Tensor, kept: Tensor) -> Tensor:
    """Masks without the actions that are left out, where others remain."""
    fewer = masks & kept
    chosen: Tensor = torch.where(fewer.any(-1, keepdim=True), fewer, masks)
    return chosen


def ranked(points: Tensor, seats: Tensor) -> Tensor:
    """Places by points: 1 for the first, -1 for the last, evenly between; who ties shares; 0 where nobody sits."""
    every = torch.arange(points.shape[-1], device=points.device)
    present = every < seats[:, None]
    rivals = present[:, None, :] & present[:, :, None]
    ahead = (points[:, None, :] > points[:, :, None]).float() * 2 + (points[:, None, :] == points[:, :, None]).float()
    found: Tensor = (seats[:, None] - (ahead * rivals).sum(-1)) / (seats[:, None] - 1).clamp_min(1)
    return found * present


def led(points: Tensor, seats: Tensor, margin: float) -> Tensor:
    """The lead over the mean of the others, bent so that it stays within -1 and 1; 0 where nobody sits."""
    present = torch.arange(points.shape[-1], device=points.device) < seats[:, None]
    total = (points * present).sum(-1, keepdim=True)
    others = (total - points) / (seats[:, None] - 1).clamp_min(1)
    found: Tensor = torch.tanh((points - others) / margin) * present
    return found
