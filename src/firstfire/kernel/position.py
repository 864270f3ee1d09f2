"""Position: the lean door. One state, its box and its engine, driven by bare numbers.

    p = Position(game("totem"), seats=2, seed=7)
    while not p.over:
        p.step(random.choice(p.legal()))

No history, no texts, no checks on `step` (it trusts; `try_step` checks). For scripts and search.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Mapping
from typing import Any

from .bits import listed
from .drive import Dice
from .engine import CompiledEngine, Engine, engine_for
from .game import Game
from .record import copy_of
from .rng import seed_rng

_Calls = tuple[Callable[[int], Any], Callable[[int], int], Callable[[], list[int]], Callable[[int], list[int] | None]]


class Position:
    """A state that can be asked and moved on. `p.s` is the record itself."""

    __slots__ = ("_advance", "_legal", "_mask", "_out", "_step", "_try", "box", "engine", "s")

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        seed: int = 0,
        *,
        options: Mapping[str, str] | None = None,
        box: Any = None,
        engine: Engine | None = None,
        quiet: bool = False,
        s: Any = None,
    ) -> None:
        self.engine = engine or engine_for(game)
        self.box = box or game.standard_box
        if s is None:
            seats = min(game.seats) if seats is None else seats
            s = self.engine.new(seats, seed, options=options, box=self.box, quiet=quiet)
        self.s = s
        self._mask = self.engine.mask()
        self._out = array("q", bytes(8 * self.engine.actions))
        self._step, self._try, self._legal, self._advance = self._bind()

    def _bind(self) -> _Calls:
        """The four calls that are made all the time, with everything looked up beforehand."""
        engine, s, box, mask, out = self.engine, self.s, self.box, self._mask, self._out
        if not isinstance(engine, CompiledEngine):
            step, try_step, legal_mask = engine.step, engine.try_step, engine.legal_mask

            def legal_interpreted() -> list[int]:
                legal_mask(s, box, mask)
                return listed(mask)

            def advance_interpreted(action: int) -> list[int] | None:
                return legal_interpreted() if try_step(s, box, mask, action) else None

            return (
                lambda a: step(s, box, a),
                lambda a: try_step(s, box, mask, a),
                legal_interpreted,
                advance_interpreted,
            )
        at, box_at, mask_at = map(ctypes.addressof, (s, box, mask))
        out_at, listed_out = out.buffer_info()[0], memoryview(out)
        step_door, try_door, list_door, advance_door = map(engine.door, ("step", "try_step", "list_legal", "advance"))

        def legal_compiled() -> list[int]:
            return listed_out[: list_door(at, box_at, mask_at, out_at)].tolist()

        def advance_compiled(action: int) -> list[int] | None:
            found = advance_door(at, box_at, mask_at, out_at, action)
            return None if found < 0 else listed_out[:found].tolist()

        return (
            lambda a: step_door(at, box_at, a),
            lambda a: try_door(at, box_at, mask_at, a),
            legal_compiled,
            advance_compiled,
        )

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.s.over)

    @property
    def player(self) -> int:
        """The seat to act."""
        return int(self.s.player)

    def legal(self) -> list[int]:
        """The legal actions in order of number."""
        return self._legal()

    def step(self, action: int) -> None:
        """Carry out an action that is known to be legal."""
        self._step(action)

    def try_step(self, action: int) -> bool:
        """Carry out an action if it is legal; otherwise change nothing."""
        return 0 <= action < self.engine.actions and bool(self._try(action))

    def advance(self, action: int) -> list[int] | None:
        """Carry out an action and list what is legal then, in one call; None if it was refused."""
        return self._advance(action) if 0 <= action < self.engine.actions else None

    def copy(self) -> Position:
        """An independent copy."""
        return Position(self.engine.game, box=self.box, engine=self.engine, s=copy_of(self.s))

    def seen_by(self, seat: int) -> Any:
        """The record as one seat may know it (-1: a spectator)."""
        view = copy_of(self.s)
        self.engine.see(view, self.box, seat)
        return view

    def play_randomly(self, seed: int, limit: int | None = None) -> int:
        """Play on at random to the end (or for `limit` decisions); how many were made."""
        dice = Dice()
        seed_rng(dice, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)
        bound = self.engine.game.max_plies if limit is None else limit
        return self.engine.playout(self.s, self.box, self._mask, dice, bound)

    def scores(self) -> list[int]:
        """The points of each seat."""
        out = (ctypes.c_int64 * 16)()
        self.engine.score(self.s, self.box, out)
        return list(out[: self.s.seats])

    def ranks(self) -> list[int]:
        """The place of each seat: 1 is best, ties share."""
        out = (ctypes.c_int64 * 16)()
        self.engine.rank(self.s, self.box, out)
        return list(out[: self.s.seats])
