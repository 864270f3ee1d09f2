"""From Torch to a file that plays without it, and back: weights as int8 with a scale for each output."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray

from ..errors import BadNet
from ..kernel.game import Game
from ..players.policy.file import Array, NetFile
from ..players.policy.flat import whole_rows
from ..players.policy.forward import STEP
from ..players.policy.inputs import LOOKED_UP, UNIT, fingerprint
from .model import PolicyNet

Floats = NDArray[np.float32]


def exported(
    net: PolicyNet,
    game: Game,
    recipe: dict[str, object],
    figures: dict[str, object] | None = None,
    met: NDArray[np.bool_] | None = None,
) -> NetFile:
    """The net as a file; what one step of an activation or an input is worth goes into the scales. Of the first layer
    only the rows that were met in training are written: the others learned nothing."""
    weights = _numbers(net.first.weight)[:, : net.rows]
    first, first_scale = rounded(weights if met is None else weights * met)
    hidden = [rounded(_numbers(layer.weight)) for layer in net.hidden]
    policy, policy_scale = rounded(_numbers(net.policy.weight))
    value, value_scale = rounded(_numbers(net.value.weight))
    width = len(first)
    met = np.ones(first.shape[1], np.bool_) if met is None else met
    arrays: dict[str, Array] = {
        "met": met.astype(np.int8),
        "rows": first.T[met],
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
    if net.trust is not None:
        arrays["trust"] = _numbers(net.trust)
    observation = game.observation
    mark = fingerprint(game, observation.version, observation.features)
    return NetFile(game.name, mark, len(value), LOOKED_UP, arrays, recipe, figures or {})


def restore(net: PolicyNet, file: NetFile) -> NDArray[np.bool_]:
    """Give a net of the same shape the weights of a file; which rows of its first layer were met."""
    rows = whole_rows(file.arrays["rows"], file.arrays.get("met"))
    arrays: dict[str, NDArray[Any]] = dict(file.arrays)
    width, layers = rows.shape[1], len(arrays["hidden"]) + 1
    if (width, layers, len(rows)) != (net.first.out_features, len(net.norms), net.rows):
        raise BadNet(f"a net of {layers} layers of {width} is no beginning for one of another shape")
    scales = arrays["scale"]
    with torch.no_grad():
        _put(net.first.weight[:, : net.rows], (rows * (scales[0] * UNIT)).T)
        for place, layer in enumerate(net.hidden):
            _put(layer.weight, (arrays["hidden"][place] * (scales[place + 1] * STEP)).T)
        for place, (layer, norm) in enumerate(zip((net.first, *net.hidden), net.norms, strict=True)):
            _put(layer.bias, arrays["bias"][place])
            _put(norm.weight, arrays["gain"][place])
            _put(norm.bias, arrays["shift"][place])
        for head, name in ((net.policy, "policy"), (net.value, "value")):
            _put(head.weight, arrays[name] * (arrays[f"{name}_scale"] * STEP)[:, None])
            _put(head.bias, arrays[f"{name}_bias"])
    if (net.trust is not None) != ("trust" in arrays):
        raise BadNet("a net with a prior_scale cannot begin with one that has none, nor the other way round")
    if net.trust is not None:
        with torch.no_grad():
            _put(net.trust, arrays["trust"])
    met = arrays.get("met")
    return np.ones(len(rows), np.bool_) if met is None else met.astype(np.bool_)


def _put(into: Any, numbers: NDArray[Any]) -> None:
    if tuple(into.shape) != numbers.shape or not np.isfinite(numbers).all():
        raise BadNet(f"an array of the net is {numbers.shape}, not {tuple(into.shape)}, or not all of it is numbers")
    into.copy_(torch.from_numpy(np.array(numbers, np.float32)))


def rounded(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Weights (output, input) as whole numbers from -127 to 127, and what 1 is worth for each output."""
    scale = np.maximum(np.abs(weights).max(1), 1e-8).astype(np.float32) / np.float32(127)
    return np.clip(np.rint(weights / scale[:, None]), -127, 127).astype(np.int8), scale


def _numbers(tensor: object) -> Floats:
    return cast("Floats", tensor.detach().float().cpu().numpy())  # type: ignore[attr-defined]
