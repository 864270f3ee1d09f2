"""The numbers of a net as a look takes them: made of its file, which needs NumPy."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import BadNet
from ...kernel.compiling.likings import LIKING_STEPS
from ...kernel.game import Game
from ...kernel.presentation.complaints import complaint
from .file import Array, NetFile, read_net
from .inputs import Inputs, fingerprint, inputs_for

Wide = NDArray[np.float64]
Small = NDArray[np.int8]
WIDEST = 2048  # a layer, so that 32 bits hold its sums
DEEPEST = 64
LARGEST = 1e4  # any fraction of a net
PARTS = {
    "rows": 2, "hidden": 3, "scale": 2, "bias": 2, "gain": 2, "shift": 2, "policy": 2, "policy_scale": 1,
    "policy_bias": 1, "value": 2, "value_scale": 1, "value_bias": 1,
}  # fmt: skip


class Flat:
    """The numbers of a net as its look takes them (forward.py): a few long rows, which nobody changes."""

    def __init__(self, file: NetFile, inputs: Inputs) -> None:
        self.file = file
        arrays = file.arrays
        for name, dimensions in PARTS.items():
            if name not in arrays or arrays[name].ndim != dimensions:
                raise BadNet(f"the net has no {name} of {dimensions} dimensions")
        rows = whole_rows(arrays["rows"], arrays.get("met"))
        layers, width, actions = arrays["hidden"].shape[0] + 1, rows.shape[1], arrays["policy"].shape[0]
        if not (1 <= width <= WIDEST and 1 <= layers <= DEEPEST and file.seats >= 1):
            raise BadNet(
                f"a net has up to {DEEPEST} layers of 1 to {WIDEST}, and a value for each seat, not {rows.shape}"
            )
        rows, hidden = _small(rows, inputs.rows, width), _small(arrays["hidden"], layers - 1, width, width)
        policy, value = _small(arrays["policy"], actions, width), _small(arrays["value"], file.seats, width)
        parts = [rows, hidden.transpose(0, 2, 1), policy, value]  # what goes to one output lies side by side
        starts = np.cumsum([0, *(part.size for part in parts)])
        layered = [_wide(arrays[name], layers, width) for name in ("scale", "bias", "gain", "shift")]
        heads = [_wide(arrays[f"policy_{name}"], actions) for name in ("scale", "bias")]
        trust = arrays.get("trust")
        self.trust = None if trust is None else _wide(trust, actions) / LIKING_STEPS
        heads.append(np.zeros(actions) if self.trust is None else self.trust)
        heads += [_wide(arrays[f"value_{name}"], file.seats) for name in ("scale", "bias")]
        self.width, self.actions, self.seats = width, actions, file.seats
        self.left_out: Any = file.recipe.get("left_out") or ()
        self.weights = np.concatenate([part.ravel() for part in parts])
        self.scales = np.concatenate([np.stack(layered, 1).ravel(), *heads])
        self.tables = np.concatenate([inputs.low, inputs.high, inputs.first, inputs.scale])
        self.shape = np.array(
            [inputs.size, layers, actions, file.seats, *starts[1:4], self.trust is not None], np.int64
        )


def whole_rows(rows: Array, met: Array | None) -> Array:
    """The first layer with all its rows: those that training never met are not in the file, and add nothing."""
    if met is None:
        return rows
    if met.ndim != 1 or int((met != 0).sum()) != len(rows):
        raise BadNet(f"the net has {len(rows)} rows of its first layer, but says that {int((met != 0).sum())} were met")
    whole = np.zeros((len(met), rows.shape[1]), rows.dtype)
    whole[met != 0] = rows
    return cast("Array", whole)


def _small(array: Array, *shape: int) -> Small:
    if array.dtype != np.int8 or array.shape != shape:
        raise BadNet(f"an array of the net is {array.dtype} {array.shape}, not int8 {shape}")
    return np.array(array, np.int8)


def _wide(array: Array, *shape: int) -> Wide:
    if array.dtype != np.float32 or array.shape != shape:
        raise BadNet(f"an array of the net is {array.dtype} {array.shape}, not float32 {shape}")
    if not (np.abs(array) <= LARGEST).all():
        raise BadNet(f"an array of the net holds what is no number, or one beyond {LARGEST:g}")
    return np.array(array, np.float64)


@lru_cache(16)
def flat_for(game: Game, path: Path, changed: int) -> Flat:
    """The numbers of a net that fits its game; `changed` is when its file was written."""
    file, observation = loaded(game, path, changed), game.observation
    return Flat(file, inputs_for(observation.features, observation.size, file.looked_up))


@cache
def loaded(game: Game, path: Path, changed: int) -> NetFile:
    """A net that fits its game; `changed` is when its file was written."""
    file = read_net(path)
    if file.game != game.name:
        raise complaint(BadNet, "other_net", file=path, its=file.game, game=game.name)
    observation = game.observation
    if file.fingerprint != fingerprint(game, observation.version, observation.features):
        raise complaint(BadNet, "old_net", file=path, game=game.name)
    policy = file.arrays.get("policy")
    if policy is None or len(policy) != len(game.actions) or file.seats < max(game.seats):
        raise complaint(BadNet, "old_net", file=path, game=game.name)
    return file
