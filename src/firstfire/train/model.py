"""The net as Torch sees it: the same layers as players/policy/forward.py, with gradients."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from ..kernel.compiling.likings import LIKING_STEPS
from ..players.policy.forward import EPSILON
from ..players.policy.inputs import FEW, MOST_UNITS, UNIT, Inputs

NEVER = -1e9  # the logit of what is not legal
EVEN = 8  # a multiple of so many inputs is multiplied fastest; those beyond `rows` are always 0


class PolicyNet(nn.Module):  # type: ignore[misc]
    """Logits of all actions and a value for each seat (the mover's first) from observations."""

    def __init__(self, inputs: Inputs, actions: int, seats: int, width: int, layers: int, liked: float = 0.0) -> None:
        super().__init__()
        read = np.flatnonzero(inputs.first >= 0)
        wide = inputs.scale[read] != 0
        low, first = inputs.low[read], inputs.first[read]
        for name, numbers, kind in (
            ("read", read, np.int64), ("low", low, np.int32), ("high", inputs.high[read], np.int32),
            ("own", first + wide, np.int64),  # the row of the value above the lowest; a wide count's fraction is before
            ("own_rows", np.where(wide, FEW, inputs.high[read] - low), np.int32),
            ("scaled", np.flatnonzero(wide), np.int64), ("scaled_first", first[wide], np.int64),
            ("scaled_scale", inputs.scale[read][wide], np.int32),
        ):  # fmt: skip
            self.register_buffer(name, torch.from_numpy(numbers.astype(kind)), persistent=False)
        self.rows = inputs.rows
        self.first = nn.Linear(-(-inputs.rows // EVEN) * EVEN, width)
        self.hidden = nn.ModuleList(nn.Linear(width, width) for _ in range(layers - 1))
        self.norms = nn.ModuleList(nn.LayerNorm(width, eps=EPSILON) for _ in range(layers))
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, seats)
        self.trust = nn.Parameter(torch.full((actions,), float(liked))) if liked else None  # in `prefer`, by action
        self._begin(len(read))

    def _begin(self, read: int) -> None:
        """Small first weights: as if each number that is read were one input; the policy begins nearly even."""
        nn.init.normal_(self.first.weight, std=max(read, 1) ** -0.5)
        for layer in self.hidden:
            nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)
        for layer in (self.first, *self.hidden, self.policy, self.value):
            nn.init.zeros_(layer.bias)

    def encode(self, rows: Tensor, kind: torch.dtype = torch.float32) -> Tensor:
        """Observations as the inputs of the first layer: ones where a value is looked up, fractions elsewhere."""
        above = torch.minimum(rows.index_select(1, self.read), self.high) - self.low
        looked_up = (above > 0) & (above <= self.own_rows)
        place = self.own + (above - 1).clamp_min(0).where(looked_up, 0)  # what is not looked up writes a 0 over a 0
        dense = torch.zeros(len(rows), self.first.in_features, dtype=kind, device=rows.device)
        dense.scatter_(1, place, looked_up.to(kind))
        if len(self.scaled):
            steps = (UNIT * above.index_select(1, self.scaled) + self.scaled_scale // 2) // self.scaled_scale
            dense[:, self.scaled_first] = (steps.clamp(0, MOST_UNITS).float() / UNIT).to(kind)
        return dense

    def forward(self, rows: Tensor, action_scores: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits and values of observations; a net that trusts in `prefer` gets its scores too (int16, by action)."""
        quick = torch.is_autocast_enabled(rows.device.type)
        active = torch.relu(self.norms[0](self.first(self.encode(rows, torch.bfloat16 if quick else torch.float32))))
        for layer, norm in zip(self.hidden, self.norms[1:], strict=True):
            active = active + torch.relu(norm(layer(active)))
        with torch.autocast(rows.device.type, enabled=False):  # at half width, neighbouring values would be one
            logits = self.policy(active.float())
            if self.trust is not None:
                assert action_scores is not None
                logits = logits + self.trust * (action_scores.float() / LIKING_STEPS)
            return logits, self.value(active.float())


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Log-chances of the legal actions; what is not legal is never drawn."""
    logged: Tensor = torch.log_softmax(logits.masked_fill(~masks, NEVER), -1)
    return logged


def draw(logged: Tensor, luck: Tensor) -> Tensor:
    """One action for each row, by its chances; `luck` are even numbers from 0 to 1, as many as chances."""
    drawn: Tensor = (logged - torch.log(-torch.log(luck.clamp_min(1e-10)))).argmax(-1)
    return drawn


def choose(
    net: PolicyNet, observations: Tensor, action_scores: Tensor, masks: Tensor, luck: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """What a net does at some tables: its actions, the log-chances they had, and the values it sees."""
    logits, values = net(observations, action_scores)
    logged = masked(logits, masks)
    actions = draw(logged, luck)
    return actions, logged.gather(-1, actions[:, None]).squeeze(-1), values
