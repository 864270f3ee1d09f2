"""Learning a lesson: steps of the optimizer over its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import fields
from typing import Any

import torch
from torch import Tensor

from .cuda_graphs import CudaGraph, fused
from .lessons import TrainingBatch, loss_of
from .model import PolicyNet
from .recipe import Recipe

LOSSES = ("policy_loss", "value_loss", "entropy", "moved", "cut")


class Learner:
    """A net and what makes it learn. Every part of a lesson is laid down in the same room, so that a GPU can replay
    the step."""

    def __init__(
        self,
        net: PolicyNet,
        recipe: Recipe,
        device: torch.device,
        quick: Callable[[], AbstractContextManager[Any]],
    ) -> None:
        self.net = net
        self.optimizer = torch.optim.Adam(
            net.parameters(), lr=recipe.learning_rate, eps=1e-5, fused=device.type == "cuda"
        )
        self._recipe = recipe
        self._device = device
        self._quick = quick
        self._loss = fused(loss_of, device)
        self._entropy_coef = torch.zeros((), device=device)
        self._sums = torch.zeros(len(LOSSES), device=device)
        self._room: TrainingBatch | None = None
        self._step: Callable[[], None]
        self._steady_rate()

    def restore(self, kept: dict[str, Any]) -> None:
        """Take the optimizer's state of a checkpoint, of this device or another."""
        on_card = self._device.type == "cuda"
        # By these Torch knows where states lie.
        own = {"lr": self._recipe.learning_rate, "fused": on_card, "capturable": on_card}
        groups = [group | own for group in kept["param_groups"]]
        self.optimizer.load_state_dict(kept | {"param_groups": groups})
        self._steady_rate()

    def _steady_rate(self) -> None:
        """On a GPU the rate is a tensor: a step that is replayed reads it anew."""
        if self._device.type == "cuda":
            for group in self.optimizer.param_groups:
                group["lr"] = torch.zeros((), device=self._device)
                group["capturable"] = True

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def learn(
        self, lesson: TrainingBatch, luck: torch.Generator, progress: float, *, values_only: bool
    ) -> dict[str, object]:
        """Learn from every decision of the learner as often as the recipe says; what it came to."""
        self._set_rate(self._recipe.learning_rate_at(progress))
        self._entropy_coef.fill_(self._recipe.entropy_coef_at(progress))
        self._sums.zero_()
        own = lesson.own()
        steps = 0
        for _ in range(self._recipe.epochs if len(own) else 0):
            order = own[torch.randperm(len(own), generator=luck, device=own.device)]
            for rows in self._parts(order):
                self._lay_down(lesson, rows)
                if values_only:
                    self._learn_room(values_only=True)
                else:
                    self._step()
                steps += 1
        means = (self._sums / max(steps, 1)).tolist()
        return {name: round(mean, 5) for name, mean in zip(LOSSES, means, strict=True)}

    def _parts(self, order: Tensor) -> Sequence[Tensor]:
        """Parts of about as many decisions as the recipe says. On a GPU all have the same size, in every lesson (what
        is replayed knows only one): so up to half a part is left out of an epoch, or learned from twice."""
        size = self._recipe.minibatch
        if self._device.type != "cuda":
            return order.chunk(max(1, round(len(order) / size)))  # type: ignore[no-any-return]
        if len(order) < size:
            size = 1 << (len(order).bit_length() - 1)
        count = round(len(order) / size)
        return order.repeat(2)[: count * size].split(size)  # type: ignore[no-any-return]

    def _lay_down(self, lesson: TrainingBatch, rows: Tensor) -> None:
        if self._room is None or len(self._room) != len(rows):
            self._room = lesson.part(rows)
            self._step = CudaGraph(self._learn_room, self._device)
            return
        for field in fields(lesson):
            torch.index_select(getattr(lesson, field.name), 0, rows, out=getattr(self._room, field.name))

    def _learn_room(self, *, values_only: bool = False) -> None:
        recipe = self._recipe
        with self._quick():
            loss = self._loss(
                self.net,
                self._room,
                clip_range=recipe.clip_range,
                value_coef=recipe.value_coef,
                entropy_coef=self._entropy_coef,
            )
        self.optimizer.zero_grad(set_to_none=True)
        loss.total.backward()
        if values_only:
            self._leave_policy_alone()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), recipe.max_grad_norm)
        self.optimizer.step()
        self._sums += torch.stack([loss.policy, loss.value, loss.entropy, loss.moved, loss.cut])

    def _leave_policy_alone(self) -> None:
        """Only the values learn, from what the layers before them see already."""
        for name, weights in self.net.named_parameters():
            if not name.startswith("value."):
                weights.grad = None
