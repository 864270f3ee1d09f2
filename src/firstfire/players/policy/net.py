"""Net: a trained policy that answers for one observation, without Torch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ...errors import BadNet
from ...kernel.complaints import complaint
from ...kernel.engine import engine_for, interpreting
from ...kernel.game import Game
from ...kernel.likings import LIKING_STEPS, liking_step
from ...view import View
from .file import Array, NetFile, read_net
from .forward import Pass, Small, Wide, compiled_pass
from .inputs import Inputs, fingerprint, inputs_for
from .plain import PLAIN


class Net:
    """The weights of one net and what it works on. Not for two threads at once."""

    def __init__(self, file: NetFile, inputs: Inputs, *, interpreted: bool | None = None) -> None:
        self.file = file
        self.inputs = inputs
        arrays = file.arrays
        rows = whole_rows(arrays["rows"], arrays.get("met"))
        width, layers = rows.shape[1], arrays["hidden"].shape[0]
        self._rows = _small(rows, inputs.rows, width)
        self._hidden = _small(arrays["hidden"], layers, width, width)
        self._scale = _wide(arrays["scale"], layers + 1, width)
        self._bias = _wide(arrays["bias"], layers + 1, width)
        self._gain = _wide(arrays["gain"], layers + 1, width)
        self._shift = _wide(arrays["shift"], layers + 1, width)
        actions = arrays["policy"].shape[0]
        self._policy = _small(arrays["policy"], actions, width)
        self._policy_scale = _wide(arrays["policy_scale"], actions)
        self._policy_bias = _wide(arrays["policy_bias"], actions)
        trust = arrays.get("trust")
        self._trust = None if trust is None else _wide(trust, actions) / LIKING_STEPS
        self._value = _small(arrays["value"], file.seats, width)
        self._value_scale = _wide(arrays["value_scale"], file.seats)
        self._value_bias = _wide(arrays["value_bias"], file.seats)
        self._sums, self._active = np.zeros(width, np.int32), np.zeros(width, np.int32)
        self._fine = np.zeros(width)
        self._seats = np.arange(file.seats)
        self._left_out = file.recipe.get("left_out") or ()
        self._pass: Pass = PLAIN if (interpreting() if interpreted is None else interpreted) else compiled_pass()

    @property
    def actions(self) -> int:
        """How many actions it knows."""
        return len(self._policy)

    def read(self, row: NDArray[np.int16]) -> None:
        """Look at an observation; `logits` and `values` then tell about it."""
        add_inputs, add_products, norm_and_add, _ = self._pass
        tables = self.inputs
        active, sums = self._active, self._sums
        add_inputs(row, tables.low, tables.high, tables.first, tables.scale, self._rows, sums)
        active[:] = 0
        for layer in range(len(self._scale)):
            if layer:
                add_products(active, self._hidden[layer - 1], sums)
            norm_and_add(
                sums, self._scale[layer], self._bias[layer], self._gain[layer], self._shift[layer], self._fine, active
            )

    def consider(self, view: View, actions: Sequence[int], *, interpreted: bool | None = None) -> Wide:
        """How it likes some actions of a view: it looks at what the seat knows, and hears how the game's `prefer` likes
        them, if it learned to."""
        self.read(view.observe(interpreted=interpreted))
        if self._trust is None:
            return self.logits(actions)
        prefer = engine_for(view.game, interpreted=interpreted).prefer
        return self.logits(actions, [liking_step(prefer(view.state, view.box, action)) for action in actions])

    def logits(self, actions: Sequence[int], likings: Sequence[int] = ()) -> Wide:
        """How it likes some actions: more is better; softmax makes them chances. A net that hears `prefer` is told its
        likings of them, in steps."""
        out = np.zeros(len(actions))
        wanted = np.asarray(actions, np.int64)
        self._pass[3](self._active, self._policy, self._policy_scale, self._policy_bias, wanted, out)
        if self._trust is not None:
            if len(likings) != len(wanted):
                raise BadNet("this net hears what `prefer` likes: tell it a liking of each action, or ask `consider`")
            out += self._trust[wanted] * np.asarray(likings, np.float64)
        return out

    def sensible(self, game: Game, actions: Sequence[int]) -> Sequence[int]:
        """These actions without those it never learned (steps back, giving up), where others remain."""
        if not isinstance(self._left_out, list | tuple) or not self._left_out:
            return actions
        fewer = [action for action in actions if game.actions.values(action)[0] not in self._left_out]
        return fewer or actions

    def values(self) -> Wide:
        """What it expects for each seat, the mover first, then in turn order: 1 first place, -1 last."""
        out = np.zeros(self.file.seats)
        self._pass[3](self._active, self._value, self._value_scale, self._value_bias, self._seats, out)
        return out


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
    return np.array(array, np.float64)


def shipped_net(game: Game) -> Path | None:
    """The file of the net that comes with a game, if one does."""
    path = game.folder / "strategy" / "policy.net"
    return path if path.exists() else None


def net_for(game: Game, path: Path | None = None, *, interpreted: bool | None = None) -> Net:
    """The net of a game: the one it comes with, or one of a file; refused where it does not fit the game."""
    file = fitting_file(game, path)
    observation = game.observation
    return Net(file, inputs_for(observation.features, observation.size, file.looked_up), interpreted=interpreted)


def fitting_file(game: Game, path: Path | None = None) -> NetFile:
    """What `net_for` makes a net of; read once as long as the file stays the same."""
    found = path or shipped_net(game)
    if found is None:
        raise complaint(BadNet, "no_net", game=game.name)
    return _loaded(game, found, found.stat().st_mtime_ns if found.exists() else 0)


@cache
def _loaded(game: Game, path: Path, changed: int) -> NetFile:
    """A net that fits its game; `changed` is when its file was written."""
    file = read_net(path)
    if file.game != game.name:
        raise complaint(BadNet, "other_net", file=path, its=file.game, game=game.name)
    observation = game.observation
    if file.fingerprint != fingerprint(game, observation.version, observation.features):
        raise complaint(BadNet, "old_net", file=path, game=game.name)
    return file
