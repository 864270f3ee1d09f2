"""Position: the low-level interface. One state, its box and its engine, driven by bare numbers.

    p = Position(game("totem"), seats=2, seed=7)
    while not p.over:
        p.step(random.choice(p.legal()))

No history and no texts. `step` refuses an action that is not legal; `push` trusts its caller and is faster. For scripts
and search.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from ...errors import BadSetup, IllegalAction
from ..engines.engine import CompiledEngine, Engine, engine_for
from ..game import Game
from ..presentation.complaints import complaint
from ..records.bits import listed
from ..records.record import copy_of
from ..records.rng import seed_rng
from ..rules.actions import seed_halves, whole_number
from ..rules.drive import Dice, advance, list_legal, observe_as, step, try_step
from ..rules.notes import NOBODY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Calls = tuple[Callable[[int], Any], Callable[[int], int], Callable[[], list[int]], Callable[[int], list[int] | None]]


def _of(game: Game, given: Any, kind: type) -> Any:
    """What was given, if it is a record of this game."""
    if type(given) is not kind:
        raise BadSetup(f"{game.name} needs a {kind.__name__} of its own, not {given!r}")
    return given


class Position:
    """A state that can be asked and moved on. `p.s` is the record itself: its fields may be read and written,
    but no other record can be put in its place (machine code knows where this one lies). Another position is
    another Position: `Position(game, s=record)`."""

    __slots__ = ("_advance", "_box", "_engine", "_legal", "_look", "_mask", "_out", "_s", "_step", "_try")

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
        if not isinstance(game, Game):
            raise BadSetup(f"a position needs a game, as firstfire.game gives it, not {game!r}")
        if engine is not None and not isinstance(engine, Engine):
            raise BadSetup(f"{game.name} needs an engine, as engine_for gives it, not {engine!r}")
        self._engine = engine_for(game) if engine is None else engine
        if self._engine.game is not game:
            raise BadSetup(f"{game.name} needs an engine of its own, not one of {self._engine.game.name}")
        self._box = _of(game, game.standard_box if box is None else box, game.box)
        if s is None:
            seats = min(game.seats) if seats is None else seats
            s = self.engine.new(seats, seed, options=options, box=self.box, quiet=quiet)
        self._s = _of(game, s, game.state)
        self._mask = self.engine.mask()
        self._look: Callable[[int], NDArray[np.int16]] | None = None  # made when it is first needed
        self._out = array("q", bytes(8 * self.engine.actions))
        self._step, self._try, self._legal, self._advance = self._bind()

    def _bind(self) -> _Calls:
        """The four calls that are made all the time, with everything looked up beforehand."""
        engine, s, box, mask, out = self.engine, self.s, self.box, self._mask, self._out
        if not isinstance(engine, CompiledEngine):
            play, try_play, legal_mask = engine.step, engine.try_step, engine.legal_mask

            def legal_interpreted() -> list[int]:
                legal_mask(s, box, mask)
                return listed(mask)

            def advance_interpreted(action: int) -> list[int] | None:
                return legal_interpreted() if try_play(s, box, mask, action) else None

            return (
                lambda a: play(s, box, a),
                lambda a: try_play(s, box, mask, a),
                legal_interpreted,
                advance_interpreted,
            )
        at, box_at, mask_at = map(ctypes.addressof, (s, box, mask))
        out_at, listed_out = out.buffer_info()[0], memoryview(out)
        do_step, do_try, do_list, do_advance = (
            engine.raw_entry(function) for function in (step, try_step, list_legal, advance)
        )

        def legal_compiled() -> list[int]:
            return listed_out[: do_list(at, box_at, mask_at, out_at)].tolist()

        def advance_compiled(action: int) -> list[int] | None:
            found = do_advance(at, box_at, mask_at, out_at, action)
            return None if found < 0 else listed_out[:found].tolist()

        return (
            lambda a: do_step(at, box_at, a),
            lambda a: do_try(at, box_at, mask_at, a),
            legal_compiled,
            advance_compiled,
        )

    @property
    def s(self) -> Any:
        """The record."""
        return self._s

    @property
    def box(self) -> Any:
        """What is printed on the components."""
        return self._box

    @property
    def engine(self) -> Engine:
        """The rules."""
        return self._engine

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.s.over)

    @property
    def player(self) -> int:
        """The seat to act."""
        return int(self.s.player)

    def legal(self) -> list[int]:
        """The legal actions in order of number, as bare numbers (`View.legal` and `Table.legal` give texts that know
        their number; `game.actions.text(number)` is the text of one)."""
        return self._legal()

    def step(self, action: SupportsIndex) -> None:
        """Carry out an action; one that is not legal raises and changes nothing."""
        number = whole_number(action)
        if number is None or not self.try_step(number):
            raise self._refusal(action)

    def push(self, action: int) -> None:
        """Carry out an action that is known to be legal. It is not checked: any other number may spoil the record."""
        self._step(action)

    def _refusal(self, action: object) -> IllegalAction:
        text = self.engine.game.actions.text_of(action)
        if self.over:
            return IllegalAction(text, "the game is over")
        hint = f"{len(self.legal())} actions are legal: legal() lists them"
        return IllegalAction(text, f"seat {self.player} cannot play it now", hint=hint)

    def try_step(self, action: SupportsIndex) -> bool:
        """Carry out an action if it is legal; otherwise change nothing."""
        number = action if type(action) is int else self._number(action)
        return 0 <= number < self.engine.actions and bool(self._try(number))

    def advance(self, action: SupportsIndex) -> list[int] | None:
        """Carry out an action and list what is legal then, in one call; None if it was refused."""
        number = action if type(action) is int else self._number(action)
        return self._advance(number) if 0 <= number < self.engine.actions else None

    def _number(self, action: SupportsIndex) -> int:
        """A whole number of any kind; what is none can be no action."""
        number = whole_number(action)
        if number is None:
            raise self.engine.game.actions.unknown(action)
        return number

    def copy(self) -> Position:
        """An independent copy."""
        return Position(self.engine.game, box=self.box, engine=self.engine, s=copy_of(self.s))

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        box = None if self.box is self.engine.game.standard_box else self.box
        return _unpickled, (self.engine, box, self.s)

    def __repr__(self) -> str:
        s = self.s
        stands = "over" if s.over else f"player {s.player} to act"
        return f"<Position of {self.engine.game.name}, {s.seats} players, ply {s.ply}, {stands}>"

    def seen_by(self, seat: SupportsIndex) -> Any:
        """The record as one seat may know it (-1: a spectator)."""
        number = whole_number(seat)
        if number is None or not NOBODY <= number < self.s.seats:
            raise complaint(BadSetup, "seat", seat=repr(seat), last=self.s.seats - 1)
        view = copy_of(self.s)
        self.engine.see(view, self.box, number)
        return view

    def observe(self, seat: SupportsIndex | None = None) -> NDArray[np.int16]:
        """What a seat may know, as a row of small numbers (None: the seat to act); `Game.observation` describes it."""
        if self._look is None:
            self._look = self._bind_observe()
        number = self.player if seat is None else whole_number(seat)
        if number is None or not 0 <= number < self.s.seats:
            raise BadSetup(f"no seat {seat!r} observes this table: its seats are 0 to {self.s.seats - 1}")
        return self._look(number)

    def _bind_observe(self) -> Callable[[int], NDArray[np.int16]]:
        """The call that observes, with a record and a row to work in."""
        import numpy as np

        engine, s, box, scratch, out = self.engine, self.s, self.box, type(self.s)(), self.engine.observation()
        row = np.frombuffer(out, np.int16)
        if isinstance(engine, CompiledEngine):
            do_observe, places = engine.raw_entry(observe_as), tuple(map(ctypes.addressof, (s, scratch, box, out)))
            at, scratch_at, box_at, out_at = places

            def look_compiled(seat: int) -> NDArray[np.int16]:
                do_observe(at, scratch_at, box_at, seat, out_at)
                return row.copy()

            look_compiled.__dict__["keeps"] = scratch  # machine code works in it
            return look_compiled

        def look_interpreted(seat: int) -> NDArray[np.int16]:
            engine.observe_as(s, scratch, box, seat, out)
            return row.copy()

        return look_interpreted

    def play_randomly(self, seed: int, limit: int | None = None) -> int:
        """Play on at random to the end (or for `limit` decisions); how many were made."""
        dice = Dice()
        seed_rng(dice, *seed_halves(seed))
        bound = self.engine.game.max_plies if limit is None else limit
        return self.engine.playout(self.s, self.box, self._mask, dice, bound)

    def scores(self) -> list[int]:
        """The points of each seat."""
        out = self.engine.row()
        self.engine.score(self.s, self.box, out)
        return list(out[: self.s.seats])

    def ranks(self) -> list[int]:
        """The place of each seat: 1 is best, ties share."""
        out = self.engine.row()
        self.engine.rank(self.s, self.box, out)
        return list(out[: self.s.seats])

    def shares(self) -> list[float]:
        """Each seat's share of the victory: as it ended, or as the game judges it now."""
        return self.engine.shares(self.s, self.box)


def _unpickled(engine: Engine, box: Any, s: Any) -> Position:
    """A position that goes on from what was kept of another."""
    return Position(engine.game, box=box, engine=engine, s=s)
