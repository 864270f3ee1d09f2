"""The tables training plays at: one batch of environments for each number of players, seen as one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from ..envs.stepping import LEAVE
from ..kernel.game import Game
from .recipe import Recipe


class Tables:
    """All tables side by side as tensors on the learner's device, refreshed by `step`."""

    def __init__(
        self, game: Game, recipe: Recipe, device: torch.device, seed: int, *, threads: int | None = None
    ) -> None:
        from ..envs import make_batch

        shares = recipe.shares()
        self._on_card = device.type == "cuda" and recipe.rules_on_card
        where = "cuda" if self._on_card else "cpu"
        self.batches: list[Any] = [
            make_batch(game.name, tables, seats, seed + 1000 * seats, reward="rank", device=where, threads=threads)
            for seats, tables in shares
        ]
        self.device = device
        self.count = recipe.tables
        self.seats = torch.cat([torch.full((tables,), seats) for seats, tables in shares]).to(device)
        edges = [sum(tables for _, tables in shares[:place]) for place in range(len(shares) + 1)]
        self._slices = [slice(first, last) for first, last in pairwise(edges)]
        self.observations: Tensor
        self.masks: Tensor
        self.players: Tensor
        self.rewards: Tensor
        self.done: Tensor
        for batch in self.batches:
            batch.reset()
        self._shown = {  # a batch writes every moment into the same arrays
            name: [torch.as_tensor(getattr(batch, name)) for batch in self.batches]
            for name in ("observations", "masks", "players", "done", "rewards")
        }
        self._stagger(recipe.stagger, torch.Generator().manual_seed(seed))
        self._look()

    def step(self, actions: Tensor) -> None:
        """One action at every table."""
        for batch, part in zip(self.batches, self._slices, strict=True):
            self._play(batch, actions[part])
        self._look()

    def _stagger(self, most: int, luck: torch.Generator) -> None:
        """Play some decisions at random, at each table another number, so that a lesson sees all parts of the game."""
        waits = torch.randint(most + 1, (self.count,), generator=luck).to(self.device)
        for time in range(most):
            for batch, part in zip(self.batches, self._slices, strict=True):
                chosen = torch.as_tensor(batch.sample()).to(self.device)
                self._play(batch, torch.where(waits[part] > time, chosen, LEAVE))

    def _play(self, batch: Any, actions: Tensor) -> None:
        given = actions.to(torch.int32)
        batch.step(given if self._on_card else given.cpu().numpy())

    def _look(self) -> None:
        self.observations = self._gathered("observations")
        self.masks = self._gathered("masks").bool()
        self.players = self._gathered("players").long()
        self.done = self._gathered("done").bool()
        self.rewards = self._gathered("rewards").float()

    def _gathered(self, name: str) -> Tensor:
        """A copy of what all batches show now."""
        parts: list[Tensor] = [shown.to(self.device) for shown in self._shown[name]]
        return parts[0].clone() if len(parts) == 1 else torch.cat(parts)

    def check(self) -> None:
        """Raise if an action was refused: a card says so only when it is asked."""
        if self._on_card:
            for batch in self.batches:
                batch.check()

    def close(self) -> None:
        """Let the batches go."""
        for batch in self.batches:
            batch.close()
