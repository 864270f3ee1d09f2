"""Net: a trained policy that answers for one observation, without Torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import BadNet
from ...kernel.compiling.likings import LIKING_STEPS, liking_step
from ...kernel.engines.engine import Engine, engine_for
from ...kernel.game import Game
from ...kernel.presentation.complaints import complaint
from ...view import View
from .file import Array, NetFile, read_net
from .forward import Small, Wide, hopes_of, likings_of, look
from .inputs import Inputs, fingerprint, inputs_for

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
        self.width, self.actions = width, actions
        self.weights = np.concatenate([part.ravel() for part in parts])
        self.scales = np.concatenate([np.stack(layered, 1).ravel(), *heads])
        self.tables = np.concatenate([inputs.low, inputs.high, inputs.first, inputs.scale])
        self.shape = np.array(
            [inputs.size, layers, actions, file.seats, *starts[1:4], self.trust is not None], np.int64
        )


class Net:
    """A net that looks at one table after the other: compiled as the rules of an engine are, or in plain Python. Not
    for two threads at once: each has its own (`net_for`)."""

    def __init__(self, flat: Flat, engine: Engine | None = None) -> None:
        self.flat = flat
        self.active, self.sums = np.zeros(flat.width, np.int16), np.zeros(flat.width, np.int32)
        self.fine = np.zeros(flat.width)
        self._left_out = flat.file.recipe.get("left_out") or ()
        entry = engine.entry if engine else _itself
        self._look, self._likings, self._hopes = entry(look), entry(likings_of), entry(hopes_of)

    def read(self, row: NDArray[np.int16]) -> None:
        """Look at an observation; `logits` and `values` then tell about it."""
        flat = self.flat
        self._look(
            row, flat.shape, flat.tables, flat.weights, flat.scales, self.active, self.sums, self.fine, flat.width
        )

    def consider(self, view: View, actions: Sequence[int], *, interpreted: bool | None = None) -> Wide:
        """How it likes some actions of a view: it looks at what the seat knows, and hears how the game's `prefer` likes
        them, if it learned to."""
        self.read(view.observe(interpreted=interpreted))
        if self.flat.trust is None:
            return self.logits(actions)
        prefer = engine_for(view.game, interpreted=interpreted).prefer
        return self.logits(actions, [liking_step(prefer(view.state, view.box, action)) for action in actions])

    def logits(self, actions: Sequence[int], likings: Sequence[int] = ()) -> Wide:
        """How it likes some actions: more is better; softmax makes them chances. A net that hears `prefer` is told its
        likings of them, in steps."""
        flat = self.flat
        out = np.zeros(len(actions))
        wanted = np.asarray(actions, np.int64)
        self._likings(wanted, len(wanted), flat.shape, flat.weights, flat.scales, self.active, out, flat.width)
        if flat.trust is not None:
            if len(likings) != len(wanted):
                raise BadNet("this net hears what `prefer` likes: tell it a liking of each action, or ask `consider`")
            out += flat.trust[wanted] * np.asarray(likings, np.float64)
        return out

    def sensible(self, game: Game, actions: Sequence[int]) -> Sequence[int]:
        """These actions without those it never learned (steps back, giving up), where others remain."""
        if not isinstance(self._left_out, list | tuple) or not self._left_out:
            return actions
        fewer = [action for action in actions if game.actions.values(action)[0] not in self._left_out]
        return fewer or actions

    def values(self) -> Wide:
        """What it expects for each seat, the mover first, then in turn order: 1 first place, -1 last."""
        flat = self.flat
        out = np.zeros(flat.file.seats)
        self._hopes(flat.shape, flat.weights, flat.scales, self.active, out, flat.width)
        return out


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


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


def shipped_net(game: Game) -> Path | None:
    """The file of the net that comes with a game, if one does."""
    path = game.folder / "strategy" / "policy.net"
    return path if path.exists() else None


def net_for(game: Game, path: Path | None = None, *, interpreted: bool | None = None) -> Net:
    """The net of a game: the one it comes with, or one of a file; refused where it does not fit the game."""
    return Net(_flat(game, *_found(game, path)), engine_for(game, interpreted=interpreted))


def fitting_file(game: Game, path: Path | None = None) -> NetFile:
    """What `net_for` makes a net of; read once as long as the file stays the same."""
    return _loaded(game, *_found(game, path))


def _found(game: Game, path: Path | None) -> tuple[Path, int]:
    """A net's file and when it was written."""
    found = path or shipped_net(game)
    if found is None:
        raise complaint(BadNet, "no_net", game=game.name)
    return found, found.stat().st_mtime_ns if found.exists() else 0


@lru_cache(16)
def _flat(game: Game, path: Path, changed: int) -> Flat:
    file, observation = _loaded(game, path, changed), game.observation
    return Flat(file, inputs_for(observation.features, observation.size, file.looked_up))


@cache
def _loaded(game: Game, path: Path, changed: int) -> NetFile:
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
