"""Playing for experience: the learner at all tables, a past self in the other seats of some."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .cuda_graphs import fused
from .lessons import RolloutData, by_seat
from .model import PolicyNet, choose
from .recipe import Recipe
from .tables import Tables


class Rivals:
    """Past selves: which tables they sit at, and the one that plays there now."""

    def __init__(self, net: PolicyNet, recipe: Recipe, tables: Tables) -> None:
        self.net = net  # of the same shape as the learner; holds the past self that plays
        self.memory: list[dict[str, Tensor]] = []
        self._most = recipe.pool_size
        every = torch.arange(tables.count, device=tables.device)
        share = round(recipe.past_self_share * 100)
        self.at = torch.nonzero((every % 100 < share) & (tables.seats > 1)).squeeze(-1)  # the tables with past selves
        self.learner = torch.full_like(tables.seats, -1)  # where the learner sits there
        self.learner[self.at] = (every[self.at] // 100 + every[self.at]) % tables.seats[self.at]
        self.tally = torch.zeros(2, device=tables.device)  # games against past selves that ended, and how many were won

    def keep(self, learner: PolicyNet) -> None:
        """Remember the learner as it is, at half width; the oldest but the first two make room."""
        self.memory.append({name: value.detach().to(torch.bfloat16) for name, value in learner.state_dict().items()})
        if len(self.memory) > self._most:
            del self.memory[min(2, len(self.memory) - 2)]

    def seat(self, generator: torch.Generator) -> bool:
        """Let a past self take its seats; False while there is none."""
        if not self.memory or not len(self.at):
            return False
        number = int(torch.randint(len(self.memory), (1,), generator=generator))
        self.net.load_state_dict(self.memory[number])
        return True

    def count(self, tables: Tables) -> None:
        """Count the games against past selves that ended just now: how the learner fared, from 0 to 1."""
        ended = tables.done[self.at].float()
        gained = tables.ranks[self.at].gather(-1, self.learner[self.at][:, None]).squeeze(-1)
        self.tally += torch.stack([ended.sum(), (ended * (gained + 1) / 2).sum()])

    def told(self) -> float | None:
        """The learner's share against past selves, the last lessons counting most; None while there were no games."""
        games, won = self.tally.tolist()
        self.tally *= 0.98
        return won / games if games >= 1 else None


class Play:
    """Playing on at all tables for the horizon, again and again."""

    def __init__(self, net: PolicyNet, tables: Tables, rivals: Rivals, recipe: Recipe, luck: torch.Generator) -> None:
        self._net, self._tables, self._rivals, self._recipe, self._luck = net, tables, rivals, recipe, luck
        self._choose = fused(choose, tables.device)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def on(self, *, met: bool) -> RolloutData:
        """Play; `met`: a past self has taken its seats."""
        tables, rivals = self._tables, self._rivals
        record: dict[str, list[Tensor]] = {name: [] for name in (
            "observations", "action_scores", "masks", "players", "actions", "logged", "values", "rewards", "done",
            "mine",
        )}  # fmt: skip
        tables.look()
        for _ in range(self._recipe.horizon):
            observations, action_scores, masks, players = (
                tables.observations,
                tables.action_scores,
                tables.masks,
                tables.players,
            )
            actions, logged, seen = self._choice(self._net, observations, action_scores, masks)
            mine = torch.ones_like(tables.done)
            if met:
                at = rivals.at
                mine[at] = players[at] == rivals.learner[at]
                theirs, _, _ = self._choice(rivals.net, observations[at], action_scores[at], masks[at])
                actions[at] = torch.where(mine[at], actions[at], theirs)
            tables.step(actions)
            if met:
                rivals.count(tables)
            step = {
                "observations": observations, "action_scores": action_scores, "masks": masks, "players": players,
                "actions": actions, "logged": logged, "values": by_seat(seen, players, tables.seats),
                "rewards": tables.rewards, "done": tables.done, "mine": mine,
            }  # fmt: skip
            for name, value in step.items():
                record[name].append(value)
        _, _, seen = self._choice(self._net, tables.observations, tables.action_scores, tables.masks)
        last = by_seat(seen, tables.players, tables.seats)
        return RolloutData(**{name: torch.stack(values) for name, values in record.items()}, last_values=last)

    def _choice(self, net: PolicyNet, observations: Tensor, action_scores: Tensor, masks: Tensor) -> Any:
        luck = torch.rand(masks.shape, generator=self._luck, device=masks.device)
        return self._choose(net, observations, action_scores, masks, luck)
