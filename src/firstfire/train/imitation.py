"""Imitation: the net learns to do what a teacher did and to expect what came of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .model import PolicyNet, masked
from .recipe import Recipe
from .tables import without
from .teaching import Taught

HELD_OUT = 20  # one game of so many is not learned from: it tells how well the rest was understood


class Copybook:
    """A teacher's decisions on the learner's device."""

    def __init__(self, taught: Taught, actions: int, kept: Tensor, device: torch.device) -> None:
        self.observations = torch.from_numpy(taught.observations).to(device)
        self.actions = torch.from_numpy(taught.actions).long().to(device)
        self.results = torch.from_numpy(taught.results).to(device)
        self.seats = torch.from_numpy(taught.seats).long().to(device)
        self._masks = torch.from_numpy(taught.masks).to(device)
        self._kept = kept
        self._count = actions
        games = torch.from_numpy(taught.games).to(device)
        chosen = kept[self.actions]  # a teacher may step back; nobody learns that
        last = games % HELD_OUT == HELD_OUT - 1
        self.learned = torch.nonzero(chosen & ~last).squeeze(-1)
        self.held_out = torch.nonzero(chosen & last).squeeze(-1)

    def masks(self, rows: Tensor) -> Tensor:
        """What was legal, without what is left out."""
        shifts = torch.arange(7, -1, -1, device=rows.device, dtype=torch.uint8)
        bits = (self._masks[rows][:, :, None] >> shifts) & 1
        return without(bits.reshape(len(rows), -1)[:, : self._count].bool(), self._kept)

    def loss(self, net: PolicyNet, rows: Tensor, value_coef: float) -> tuple[Tensor, Tensor, Tensor]:
        """The loss of some decisions, the share where the net would have done the same, and how far its values are."""
        logits, values = net(self.observations[rows])
        logged = masked(logits, self.masks(rows))
        missed = -logged.gather(-1, self.actions[rows][:, None]).mean()
        present = (torch.arange(values.shape[-1], device=rows.device) < self.seats[rows][:, None]).float()
        value = ((values - self.results[rows]).square() * present).sum() / present.sum()
        same = (logged.argmax(-1) == self.actions[rows]).float().mean()
        return missed + value_coef * value, same.detach(), value.detach()


def imitate(
    net: PolicyNet,
    book: Copybook,
    recipe: Recipe,
    luck: torch.Generator,
    quick: Callable[[], AbstractContextManager[Any]],
    heard: Callable[[str], None] | None = None,
) -> dict[str, object]:
    """Learn from a teacher's decisions; what the net then knows of games that were held out."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=2 * recipe.learning_rate, eps=1e-5, weight_decay=0.01)
    parts = max(1, len(book.learned) // recipe.cloning_minibatch)
    steps, done = parts * recipe.cloning_epochs, 0
    told: dict[str, object] = {}
    for epoch in range(recipe.cloning_epochs):
        order = torch.randperm(len(book.learned), generator=luck, device=luck.device)
        for part in order.chunk(parts):
            for group in optimizer.param_groups:
                group["lr"] = 2 * recipe.learning_rate * (1.0 - 0.95 * done / steps)
            with quick():
                loss, _, _ = book.loss(net, book.learned[part], recipe.value_coef)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), recipe.max_grad_norm)
            optimizer.step()
            done += 1
        told = {"taught": len(book.learned), **_examined(net, book, recipe, quick)}
        if heard is not None:
            heard(f"{recipe.game}: imitation {epoch + 1}/{recipe.cloning_epochs}  {told}")
    return told


@torch.no_grad()  # type: ignore[untyped-decorator]
def _examined(
    net: PolicyNet, book: Copybook, recipe: Recipe, quick: Callable[[], AbstractContextManager[Any]]
) -> dict[str, object]:
    """How often the net does what the teacher did, in games that were held out."""
    if not len(book.held_out):
        return {}
    found = []
    for rows in book.held_out.split(recipe.cloning_minibatch):
        with quick():
            _, same, value = book.loss(net, rows, recipe.value_coef)
        found.append([float(same) * len(rows), float(value) * len(rows)])
    same, value = (np.array(found).sum(0) / len(book.held_out)).tolist()
    return {"agrees": round(same, 4), "value_error": round(value, 4)}
