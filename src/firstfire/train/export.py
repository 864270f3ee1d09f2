"""From Torch to a file that plays without it: weights as int8 with a scale for each output."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from ..kernel.game import Game
from ..players.policy.file import Array, NetFile
from ..players.policy.forward import STEP
from ..players.policy.inputs import LOOKED_UP, UNIT, fingerprint
from .model import PolicyNet

Floats = NDArray[np.float32]


def exported(
    net: PolicyNet, game: Game, recipe: dict[str, object], figures: dict[str, object] | None = None
) -> NetFile:
    """The net as a file; what one step of an activation or an input is worth goes into the scales."""
    first, first_scale = rounded(_numbers(net.first.weight))
    hidden = [rounded(_numbers(layer.weight)) for layer in net.hidden]
    policy, policy_scale = rounded(_numbers(net.policy.weight))
    value, value_scale = rounded(_numbers(net.value.weight))
    width = len(first)
    arrays: dict[str, Array] = {
        "rows": first.T,
        "hidden": np.stack([small.T for small, _ in hidden]) if hidden else np.zeros((0, width, width), np.int8),
        "scale": np.stack([first_scale / UNIT, *(scale / STEP for _, scale in hidden)]),
        "bias": np.stack([_numbers(layer.bias) for layer in (net.first, *net.hidden)]),
        "gain": np.stack([_numbers(norm.weight) for norm in net.norms]),
        "shift": np.stack([_numbers(norm.bias) for norm in net.norms]),
        "policy": policy,
        "policy_scale": policy_scale / np.float32(STEP),
        "policy_bias": _numbers(net.policy.bias),
        "value": value,
        "value_scale": value_scale / np.float32(STEP),
        "value_bias": _numbers(net.value.bias),
    }
    observation = game.observation
    mark = fingerprint(game, observation.version, observation.features)
    return NetFile(game.name, mark, len(value), LOOKED_UP, arrays, recipe, figures or {})


def rounded(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Weights (output, input) as whole numbers from -127 to 127, and what 1 is worth for each output."""
    scale = np.maximum(np.abs(weights).max(1), 1e-8).astype(np.float32) / np.float32(127)
    return np.clip(np.rint(weights / scale[:, None]), -127, 127).astype(np.int8), scale


def _numbers(tensor: object) -> Floats:
    return cast("Floats", tensor.detach().float().cpu().numpy())  # type: ignore[attr-defined]
