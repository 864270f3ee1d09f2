"""What is learned from what was played: advantages for every seat, and the loss of a lesson.

Every seat looks from one of its own decisions to its next one, whatever the others do meanwhile: with three and four
players, too, the discount and the trace count a seat's own decisions. (Counted by all decisions at the table, a game of
four is so long that its end is not felt at its beginning.)
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from .model import PolicyNet, masked


@dataclass
class RolloutData:
    """What happened at all tables over the horizon: (time, table, …)."""

    observations: Tensor  # int16, of the mover
    action_scores: Tensor  # int16, by action; none where the net does not hear them
    masks: Tensor
    players: Tensor  # who moved
    actions: Tensor
    logged: Tensor  # the log-chance the action had, where the learner moved
    values: Tensor  # expected before the move, by seat
    rewards: Tensor  # of the move, by seat
    done: Tensor  # the move ended the game
    mine: Tensor  # the learner moved, not a past self
    last_values: Tensor  # after the last move: (table, seat)


def by_seat(values: Tensor, players: Tensor, seats: Tensor) -> Tensor:
    """Values seen from the mover (its own first, then in turn order) as values by seat; 0 where nobody sits."""
    every = torch.arange(values.shape[-1], device=values.device)
    relative = (every - players[..., None]) % seats[..., None]
    present: Tensor = values.gather(-1, relative) * (every < seats[..., None])
    return present


def from_mover(values: Tensor, players: Tensor, seats: Tensor) -> Tensor:
    """Values by seat as the mover sees them: its own first; the places of absent seats hold 0."""
    every = torch.arange(values.shape[-1], device=values.device)
    absolute = (every + players[..., None]) % seats[..., None]
    present: Tensor = values.gather(-1, absolute) * (every < seats[..., None])
    return present


def advantages(played: RolloutData, discount: float, gae_lambda: float) -> tuple[Tensor, Tensor]:
    """How much better than expected it went for each mover (time, table), and what every seat could have expected
    (time, table, seat): generalised advantage estimation over the decisions of each seat alone."""
    gains, aims = torch.zeros_like(played.logged), torch.zeros_like(played.values)
    after = played.last_values  # what each seat expects at its next own decision …
    ahead, paid = torch.zeros_like(after), torch.zeros_like(after)  # … how much better it goes then, and is paid before
    for time in range(len(played.values) - 1, -1, -1):
        goes_on = (~played.done[time])[:, None].float()
        paid = played.rewards[time] + goes_on * paid
        aims[time] = paid + discount * goes_on * (after + gae_lambda * ahead)
        mover = played.players[time][:, None]
        expected = played.values[time].gather(-1, mover)
        gain = aims[time].gather(-1, mover) - expected
        gains[time] = gain.squeeze(-1)
        after = (goes_on * after).scatter(-1, mover, expected)
        ahead = (goes_on * ahead).scatter(-1, mover, gain)
        paid = paid.scatter(-1, mover, 0.0)
    return gains, aims


@dataclass
class TrainingBatch:
    """Decisions, one row each; those that are `mine` are learned from."""

    observations: Tensor
    action_scores: Tensor
    masks: Tensor
    actions: Tensor
    logged: Tensor
    advantages: Tensor  # the mover's, evened out
    aims: Tensor  # what to expect, as the mover sees the seats
    present: Tensor  # which of these seats there are
    chosen: Tensor  # 1.0 where there was a choice
    mine: Tensor  # the learner's own

    def part(self, rows: Tensor) -> TrainingBatch:
        """Some of the rows."""
        return TrainingBatch(*(getattr(self, field.name)[rows] for field in fields(self)))

    def own(self) -> Tensor:
        """The rows that are learned from."""
        return torch.nonzero(self.mine).squeeze(-1)

    def __len__(self) -> int:
        return len(self.actions)


def lesson_of(played: RolloutData, seats: Tensor, discount: float, gae_lambda: float) -> TrainingBatch:
    """Everything that was decided, as rows; `seats` says how many sit at each table."""
    gains, aims = advantages(played, discount, gae_lambda)
    at = seats.expand_as(played.players)
    every = torch.arange(aims.shape[-1], device=aims.device)
    chosen = played.masks.sum(-1) > 1
    lesson = (
        played.observations, played.action_scores, played.masks, played.actions, played.logged,
        evened_out(gains, played.mine, chosen), from_mover(aims, played.players, at), (every < at[..., None]).float(),
        chosen.float(), played.mine,
    )  # fmt: skip
    return TrainingBatch(*(numbers.flatten(0, 1) for numbers in lesson))


def evened_out(gains: Tensor, mine: Tensor, chosen: Tensor) -> Tensor:
    """Gains with a mean of 0 and a spread of 1 over the learner's decisions where there was a choice (over all of its
    decisions where there was none)."""
    counted = mine & chosen
    weight = torch.where(counted.any(), counted, mine).float()
    weight = weight / weight.sum().clamp_min(1.0)
    from_mean = gains - (gains * weight).sum()
    spread: Tensor = (from_mean.square() * weight).sum().sqrt()
    return from_mean / (spread + 1e-6)


@dataclass
class Loss:
    """What a lesson came to; `total` has the gradient."""

    total: Tensor
    policy: Tensor
    value: Tensor
    entropy: Tensor
    moved: Tensor  # how far the policy has moved from the one that played (an estimate of the KL divergence)
    cut: Tensor  # the share of decisions whose step was cut


def loss_of(
    net: PolicyNet, lesson: TrainingBatch, *, clip_range: float, value_coef: float, entropy_coef: float | Tensor
) -> Loss:
    """The clipped loss of proximal policy optimisation, with the values of all seats and an entropy bonus."""
    logits, values = net(lesson.observations, lesson.action_scores)
    logged = masked(logits, lesson.masks)
    now = logged.gather(-1, lesson.actions[:, None]).squeeze(-1)
    change = now - lesson.logged
    ratio = change.exp()
    bounded = ratio.clamp(1 - clip_range, 1 + clip_range)
    weight = lesson.chosen / lesson.chosen.sum().clamp_min(1.0)
    policy = -(torch.minimum(ratio * lesson.advantages, bounded * lesson.advantages) * weight).sum()
    entropy = -((logged.exp() * logged.clamp_min(-1e4)).sum(-1) * weight).sum()
    value = ((values - lesson.aims).square() * lesson.present).sum() / lesson.present.sum()
    total = policy + value_coef * value - entropy_coef * entropy
    moved = ((ratio - 1 - change) * weight).sum().detach()
    cut = (((ratio - 1).abs() > clip_range).float() * weight).sum().detach()
    return Loss(total, policy.detach(), value.detach(), entropy.detach(), moved, cut)
