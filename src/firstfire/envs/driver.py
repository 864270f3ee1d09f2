"""Driver: one table for an environment, with one machine call for each decision.

    drive = Driver("totem", players=2, reward="rank")
    drive.begin(seed=7)
    while drive.step(choose(drive.observation, drive.mask)) >= 0:   # the next seat to act; OVER when the game ended
        ...
    drive.rewards()

A call carries the action out, pays the rewards at the end, lists what is legal then and writes what the next seat to
act knows, into arrays made once: `observation` (int16) and `mask` (int8). They change with the next step; an adapter
hands out copies. The adapters to other libraries stand on this, so that each is thin.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadSetup, IllegalAction
from ..games import game as find_game
from ..kernel.engines.engine import CompiledEngine, engine_for
from ..kernel.game import Game
from ..kernel.positions.position import Position
from ..kernel.presentation.why_not import NOT_NOW
from ..kernel.records.bits import Mask, allows, lowest, popcount
from ..kernel.records.entry import AnyBox, ManyNumbers, Seen, requires
from ..kernel.records.header import Header
from ..kernel.records.record import Row, copy_of
from ..kernel.records.rng import seed_rng
from ..kernel.rule import generic
from ..kernel.rules.actions import whole_number
from ..kernel.rules.drive import Dice, begin, copy_record, legal_mask, observe_as, random_action, step
from ..kernel.rules.notes import NOBODY
from ..view import View
from .stepping import Reward, pay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Calls = tuple[Callable[[int, int], int], Callable[[int], int], Callable[[int], int], Callable[[int], None]]
CHANCE = 0x66697265  # sets the stream of random players apart from that of the table
OVER, REFUSED = -1, -2  # what `step` gives when the game has ended, and when the action was not legal


class ShownTable(NamedTuple):
    """Where a table is shown: what is legal (in `flags` a byte for each action), and what a seat knows."""

    view: Header  # a record to work in
    mask: Mask
    flags: ManyNumbers
    row: Seen


class PaidSeats(NamedTuple):
    """What the seats of a finished game are paid, a row to work in, and by which kind of reward."""

    work: Row[int]
    rewards: Row[float]
    reward: int


@generic
def show_to(s: Header, box: AnyBox, seat: int, shown: ShownTable) -> None:
    """Write what is legal now, and what a seat knows."""
    mask = shown.mask
    flags = shown.flags
    for i in range(len(mask)):
        if mask[i] != 0:
            for byte in range(8):
                flags[8 * i + byte] = 0
    legal_mask(s, box, mask)
    for i in range(len(mask)):
        word = mask[i]
        for _ in range(popcount(word)):
            bit = lowest(word)
            flags[8 * i + (bit >> 3)] |= 1 << ((bit & 7) << 3)
            word &= word - 1
    observe_as(s, shown.view, box, seat, shown.row)


@requires("flags.size >= 8 * len(mask)")
@generic
def open_table(
    s: Header, fresh: Header, box: AnyBox, shown: ShownTable, dice: Dice, low: int, high: int
) -> int:  # fmt: skip
    """Begin a game from the two halves of a seed, and the stream of random players with it; the seat to act."""
    copy_record(s, fresh)
    begin(s, box, fresh.seats, low, high)
    seed_rng(dice, low, high ^ CHANCE)
    show_to(s, box, s.player, shown)
    return s.player


@requires("flags.size >= 8 * len(mask)")
@generic
def move(s: Header, box: AnyBox, shown: ShownTable, paid: PaidSeats, action: int) -> int:
    """Carry out an action if it is legal, and show the table to the next seat to act: that seat, OVER or REFUSED."""
    if not allows(shown.mask, action):
        return REFUSED
    step(s, box, action)
    show_to(s, box, s.player, shown)
    return player_or_pay(s, box, paid)


@generic
def player_or_pay(s: Header, box: AnyBox, paid: PaidSeats) -> int:
    """The seat to act; where the game is over, its seats are paid: OVER."""
    if s.over == 0:
        return s.player
    pay(s, box, paid.reward, s.seats, paid.work, paid.rewards, 0)
    return OVER


@requires("flags.size >= 8 * len(mask)")
@generic
def move_by_chance(
    s: Header, box: AnyBox, shown: ShownTable, paid: PaidSeats, scratch: Mask, dice: Dice, seat: int
) -> int:  # fmt: skip
    """Let everybody play at random until it is a seat's turn, and show the table to that seat: it, or OVER."""
    while s.over == 0 and s.player != seat:
        step(s, box, random_action(s, box, scratch, dice))
    show_to(s, box, seat, shown)
    return player_or_pay(s, box, paid)


class Driver:
    """One table of a game for an environment. `players` is the smallest number the game takes, unless given."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
        reward: str = "rank",
        interpreted: bool | None = None,
    ) -> None:
        import numpy as np

        self.game = find_game(game) if isinstance(game, str) else game
        self.engine = engine_for(self.game, interpreted=interpreted)
        self.box = self.game.standard_box
        self.seats = checked_players(self.game, players)
        self.actions = len(self.game.actions)
        self._made_by = (self.seats, dict(checked_options(options)), reward, interpreted)
        self.fresh = self.engine.fresh(self.seats, self._made_by[1], quiet=True)
        self.s, self._view = copy_of(self.fresh), copy_of(self.fresh)
        self._reward = reward_number(reward)
        self._row, self._other_row = self.engine.observation(), self.engine.observation()
        self.observation: NDArray[np.int16] = np.frombuffer(self._row, np.int16)
        self._looked: NDArray[np.int16] = np.frombuffer(self._other_row, np.int16)
        self._words, self._scratch = self.engine.mask(), self.engine.mask()
        self._flags = np.zeros(8 * len(self._words), np.int64)
        self.mask: NDArray[np.int8] = self._flags.view(np.int8)[: self.actions]
        self._work, self._paid, self._dice = self.engine.row(), self.engine.fractions(), Dice()
        self._open, self._move, self._by_chance, self._look = self._bind()

    def _bind(self) -> _Calls:
        """The calls, with everything but what changes looked up beforehand."""
        engine, reward = self.engine, self._reward
        things = (
            self.s, self.fresh, self._view, self.box, self._words, self._scratch, self._flags, self._row,
            self._other_row, self._work, self._paid, self._dice,
        )  # fmt: skip
        compiled = isinstance(engine, CompiledEngine)
        known = tuple(map(_address, things)) if compiled else things
        s, fresh, view, box, mask, scratch, flags, row, other, work, paid, dice = known
        shown = (view, mask, flags, row)
        made: Callable[..., Any] = engine.raw_entry if isinstance(engine, CompiledEngine) else engine.entry
        begins, moves, chances, looks = map(made, (open_table, move, move_by_chance, observe_as))
        return (
            lambda low, high: begins(s, fresh, box, *shown, dice, low, high),
            lambda action: moves(s, box, *shown, work, paid, reward, action),
            lambda seat: chances(s, box, *shown, work, paid, reward, scratch, dice, seat),
            lambda seat: looks(s, view, box, seat, other),
        )

    def begin(self, seed: int) -> int:
        """Set the table up from a 64-bit seed; the seat to act."""
        return self._open(seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF)

    def step(self, action: int) -> int:
        """Carry out an action: the next seat to act, OVER if that ended the game, REFUSED if it is not legal."""
        return self._move(action) if 0 <= action < self.actions else REFUSED

    def play_at_random_until(self, seat: int) -> int:
        """Let the others play at random (by the table's own stream of chance) until it is this seat's turn: that seat,
        or OVER."""
        return self._by_chance(seat)

    def look(self, seat: int) -> NDArray[np.int16]:
        """What a seat knows now: a new array."""
        self._look(seat)
        return self._looked.copy()

    def rewards(self) -> list[float]:
        """What each seat gets for the game that has ended."""
        return list(self._paid[: self.seats])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.s.over)

    @property
    def player(self) -> int:
        """The seat to act, OVER when the game has ended."""
        return OVER if self.s.over else int(self.s.player)

    def legal(self) -> list[int]:
        """The legal actions in order of number."""
        return self.mask.view(bool).nonzero()[0].tolist()

    def view(self, seat: int) -> View:
        """The table as a seat may know it, for bots and pictures (-1: a spectator)."""
        seen = copy_of(self.s)
        self.engine.see(seen, self.box, seat)
        return View(self.game, self.box, seat, seen, self.legal() if seat == self.player else (), (), None)

    def position(self) -> Position:
        """The table as a Position of its own (a copy, hidden things included)."""
        return Position(self.game, box=self.box, engine=self.engine, s=copy_of(self.s))

    # ── copies ──

    def _kept(self) -> tuple[Any, ...]:
        """What a game in progress is: the record, what is legal, what was seen and paid last, the stream of chance."""
        return (self.s, self._words, self._flags, self._row, self._other_row, self._paid, self._dice)

    def __deepcopy__(self, memo: object) -> Driver:
        return _driver_again(self.game, self._made_by, [bytes(part) for part in self._kept()])

    def __reduce__(self) -> tuple[Any, ...]:
        return _driver_again, (self.game.key, self._made_by, [bytes(part) for part in self._kept()])

    def refusal(self, action: Any) -> IllegalAction:
        """Why an action was refused."""
        number = whole_number(action)
        if number is None or not 0 <= number < self.actions:
            return self.game.actions.unknown(action)
        if self.over:
            return IllegalAction(self.game.actions.text(number), "the game is over", hint="Call reset().")
        view = self.view(self.player)
        view.reader = NOBODY
        why = view.why_not(number) or NOT_NOW
        hint = f"{len(view.numbers)} actions are legal: the action mask says which"
        return IllegalAction(self.game.actions.text(number), view.say_reason(why), rule=why.rule, hint=hint)


def _driver_again(game: str | Game, made_by: tuple[Any, ...], kept: list[bytes]) -> Driver:
    """A table that goes on by itself from what was kept of another."""
    players, options, reward, interpreted = made_by
    made = Driver(game, players, options=options, reward=reward, interpreted=interpreted)
    for part, content in zip(made._kept(), kept, strict=True):
        memoryview(part).cast("B")[:] = content
    return made


def checked_players(game: Game, players: int | None) -> int:
    """A number of players, by default the smallest; what is none is refused."""
    if players is None:
        return min(game.seats)
    number = whole_number(players)
    if number is None:
        raise BadSetup(f"players is a whole number ({', '.join(map(str, game.seats))}), not {players!r}")
    return number


def checked_options(options: Mapping[str, str] | None) -> Mapping[str, str]:
    """The rule options; what is no mapping is refused."""
    if options is not None and not isinstance(options, Mapping):
        raise BadSetup(f"options are names with values, not {options!r}")
    return options or {}


def reward_number(name: str) -> int:
    """The number of a kind of reward."""
    kinds = [kind.name.lower() for kind in Reward]
    if name not in kinds:
        raise BadSetup(f"the reward is one of {', '.join(kinds)}, not {name!r}")
    return kinds.index(name)


def _address(thing: Any) -> int:
    return int(thing.ctypes.data) if hasattr(thing, "ctypes") else ctypes.addressof(thing)
