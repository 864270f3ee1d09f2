"""Net: a trained policy that answers for one observation, without Torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import BadNet
from ...kernel.compiling.likings import liking_step
from ...kernel.engines.engine import Engine, engine_for
from ...kernel.game import Game
from ...kernel.presentation.complaints import complaint
from ...kernel.records.arrays import empty_row, has_numpy
from ...kernel.records.entry import one_by_one
from ...view import View
from .forward import hopes_of, likings_of, look
from .packed import PackedFlat, read_packed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .file import NetFile
    from .flat import Flat, Wide

NET, PACKED = "policy.net", "policy.flat"  # files in a game's folder of strategy


class Net:
    """A net that looks at one table after the other: compiled as the rules of an engine are, or in plain Python. Not
    for two threads at once: each has its own (`net_for`)."""

    def __init__(self, flat: Flat | PackedFlat, engine: Engine | None = None) -> None:
        self.flat = flat
        self.active, self.sums = empty_row("int16", flat.width), empty_row("int32", flat.width)
        self.fine = empty_row("float64", flat.width)
        entry = engine.entry if engine else _itself
        self._look, self._likings, self._hopes = entry(look), entry(likings_of), entry(hopes_of)
        self.rows = (flat.shape, flat.tables, flat.weights, flat.scales, self.active, self.sums, self.fine, flat.width)

    def read(self, row: NDArray[np.int16]) -> None:
        """Look at an observation; `logits` and `values` then tell about it."""
        self._look(row, *self.rows)

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
        import numpy as np

        flat = self.flat
        out = np.zeros(len(actions))
        wanted = np.asarray(actions, np.int64)
        self._likings(wanted, len(wanted), out, *self.rows)
        if flat.trust is not None:
            if len(likings) != len(wanted):
                raise BadNet("this net needs the game's score of each action: pass the scores, or call `consider`")
            out += flat.trust[wanted] * np.asarray(likings, np.float64)
        return out

    def sensible(self, game: Game, actions: Sequence[int]) -> Sequence[int]:
        """These actions without those it never learned (steps back, giving up), where others remain."""
        left_out = self.flat.left_out
        if not isinstance(left_out, list | tuple) or not left_out:
            return actions
        fewer = [action for action in actions if game.actions.values(action)[0] not in left_out]
        return fewer or actions

    def values(self) -> Wide:
        """What it expects for each seat, the mover first, then in turn order: 1 first place, -1 last."""
        out: Wide = empty_row("float64", self.flat.seats)
        self._hopes(out, *self.rows)
        return out


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    return one_by_one(function, function)


def shipped_net(game: Game) -> Path | None:
    """The file of the net that comes with a game, if one does."""
    path = game.folder / "strategy" / (NET if has_numpy() else PACKED)
    return path if path.exists() else None


def net_for(game: Game, path: Path | None = None, *, interpreted: bool | None = None) -> Net:
    """The net of a game: the one it comes with, or one of a file; refused where it does not fit the game."""
    engine = engine_for(game, interpreted=interpreted)
    if not has_numpy():
        return Net(read_packed(_found(game, None)[0]), engine)
    from .flat import flat_for

    return Net(flat_for(game, *_found(game, path)), engine)


def fitting_file(game: Game, path: Path | None = None) -> NetFile:
    """What `net_for` makes a net of; read once as long as the file stays the same."""
    from .flat import loaded

    return loaded(game, *_found(game, path))


def _found(game: Game, path: Path | None) -> tuple[Path, int]:
    """A net's file and when it was written."""
    found = path or shipped_net(game)
    if found is None:
        raise complaint(BadNet, "no_net", game=game.name)
    return found, found.stat().st_mtime_ns if found.exists() else 0
