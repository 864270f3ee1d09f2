"""What every engine can do with records of its game, however it runs the rules; engine.py makes them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

from ..game import Game
from ..records.arrays import row_of_records
from ..records.bits import listed, new_mask
from ..records.entry import ROW
from ..rules import contract, drive
from ..rules.actions import seed_halves


class Engine:
    """What a game's rules can do with records. Made by `engine_for`."""

    compiled = False
    strict = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = len(game.actions)

    def __getattr__(self, name: str) -> Any:
        """An entry point (below), made when it is first asked for."""
        if name not in ENTRIES:
            raise AttributeError(name)
        made = self.entry(ENTRIES[name])
        setattr(self, name, made)
        return made

    def __copy__(self) -> Engine:
        return self  # it holds machine code, nothing of any table

    def __deepcopy__(self, memo: object) -> Engine:
        return self

    def fresh(self, seats: int, options: Mapping[str, str] | None = None, *, quiet: bool = False) -> Any:
        """A record that is zero but for seats, options and the quiet flag."""
        self.game.check_seats(seats, options or {})
        s = self.game.state()
        s.seats = seats
        for i, number in enumerate(self.game.option_numbers(options or {})):
            s.options[i] = number
        s.quiet = int(quiet)
        return s

    def new(
        self,
        seats: int,
        seed: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Any = None,
        quiet: bool = False,
    ) -> Any:
        """A table set up for so many seats from a 64-bit seed."""
        s = self.fresh(seats, options, quiet=quiet)
        self.begin(s, box or self.game.standard_box, s.seats, *seed_halves(seed))
        return s

    def mask(self) -> Any:
        """A cleared mask for this game's actions."""
        return new_mask(self.actions)

    def legal(self, s: Any, box: Any) -> list[int]:
        """The legal actions in order of number."""
        mask = self.mask()
        self.legal_mask(s, box, mask)
        return listed(mask)

    def row(self) -> Any:
        """A row of whole numbers, as `score` and `rank` fill it: a place for each seat, and some to spare."""
        return (ctypes.c_int64 * ROW)()

    def observation(self) -> Any:
        """A row for an observation, as `observe_as` fills it."""
        return (ctypes.c_int16 * self.game.observation.size)()

    def fractions(self) -> Any:
        """A row of fractions, as `value` fills it."""
        return (ctypes.c_double * ROW)()

    def shares(self, s: Any, box: Any) -> list[float]:
        """Each seat's share of the victory: as it ended, or as `value` judges a game that goes on."""
        out = self.fractions()
        self.victory(s, box, out, self.row())
        return list(out[: s.seats])

    def records(self, kind: Any, length: int) -> Any:
        """A row of records to work on, whatever it holds."""
        return row_of_records(kind, length)

    def hold(self, row: Any) -> Any:
        """The row, where this engine finds it at once at each call (rules in a memory of their own take it there)."""
        return row

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """Make a generic function callable on this game's records (kernel/records/entry.py: what it may take). The
        call checks what it is given: a record of another game is refused, not read as one of this."""
        raise NotImplementedError

    begin: Callable[[Any, Any, int, int, int], None]
    step: Callable[[Any, Any, int], None]
    try_step: Callable[[Any, Any, Any, int], int]
    legal_mask: Callable[[Any, Any, Any], int]
    advance: Callable[[Any, Any, Any, Any, int], int]
    random_action: Callable[[Any, Any, Any, Any], int]
    see: Callable[[Any, Any, int], None]
    observe: Callable[[Any, Any, int, Any], None]
    observe_as: Callable[[Any, Any, Any, int, Any], None]
    determinize: Callable[[Any, Any, int, int, int], None]
    deal_anew: Callable[[Any, Any, int, int], None]
    mark_final: Callable[..., None]
    score: Callable[[Any, Any, Any], None]
    rank: Callable[[Any, Any, Any], None]
    value: Callable[[Any, Any, Any], None]
    victory: Callable[[Any, Any, Any, Any], None]
    prefer: Callable[[Any, Any, int], float]
    check: Callable[[Any, Any], int]
    playout: Callable[[Any, Any, Any, Any, int], int]
    playouts: Callable[..., int]
    random_games_checked: Callable[..., int]
    perft: Callable[..., int]


ENTRIES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        drive.begin, drive.step, drive.try_step, drive.legal_mask, drive.list_legal, drive.advance,
        drive.random_action, drive.victory, drive.see, drive.observe_as, drive.determinize, drive.deal_anew,
        drive.mark_final, drive.playout,
        drive.playouts, drive.random_games_checked, drive.perft, contract.score, contract.rank, contract.value,
        contract.prefer, contract.check, contract.observe,
    )
}  # fmt: skip


def refuse_argument(entry: str, argument: str, expected: type, given: object) -> None:
    """Say what an entry point was given in vain."""
    found = type(given)
    shown = f"{found.__module__}.{found.__qualname__}"
    wanted = f"{expected.__module__}.{expected.__qualname__}"
    raise TypeError(f"{entry}: {argument} must be a {wanted}, not a {shown}")
