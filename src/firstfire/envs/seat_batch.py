"""Many tables of one game, each with a seat that is somebody's own; the others play at random, in the same call.

    tables = SeatBatch(game("totem"), count=1024, seats=2)
    tables.open(which, seeds)        # begin games at some of the tables, each from a seed
    tables.answer(actions)           # an action of the own seat at each table (-1 leaves it alone), then the others'

After both, `arrays` shows each table as its own seat sees it: it is that seat's turn, or the game is over (`done`;
`paid` says what the own seat got). Games, and the chance of those who play at random, are those of `Driver` with the
same seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kernel.game import Game
from ..kernel.records.entry import (
    ManyBytes,
    ManyDoubles,
    ManyNumbers,
    ManyStates,
    requires,
)
from ..kernel.records.header import Header
from ..kernel.records.record import Row
from ..kernel.records.rng import MASK, seed_rng
from ..kernel.rule import generic
from ..kernel.rules.drive import Dice, begin, copy_record, random_action, step
from .batch import CpuBatch, ThreadBuffers, address_of
from .driver import CHANCE
from .stepping import SHOWN, ActionOutcome, PlayedActions, ShownTables, WorkRecords, pay, play, show

if TYPE_CHECKING:
    from numpy.typing import NDArray


class OwnSeats(NamedTuple):
    """The own seat of each table, the chance of the others, and what to play them with."""

    own: ManyBytes
    chance: ManyNumbers
    dice: Dice
    work: Row[int]
    share: Row[float]


class OwnPay(NamedTuple):
    """What own seats got, and whether the games have ended."""

    paid: ManyDoubles
    done: ManyBytes


class OwnStarts(NamedTuple):
    """The tables at which games begin, each from a seed."""

    fresh: Header
    which: ManyBytes
    seeds: ManyNumbers


OWN = (*SHOWN, "own.size >= last", "chance.size >= 4 * last", "paid.size >= last", "done.size >= last")


@generic
def others_play(s: Header, room: WorkRecords, seats: OwnSeats, table: int) -> None:
    """Let everybody play at random until it is the own seat's turn, or the game is over."""
    own = seats.own[table]
    dice = seats.dice
    if s.over != 0 or s.player == own:
        return
    for i in range(4):
        dice.rng[i] = seats.chance[4 * table + i]
    while s.over == 0 and s.player != own:
        step(s, room.box, random_action(s, room.box, room.mask, dice))
    for i in range(4):
        seats.chance[4 * table + i] = dice.rng[i]


@generic
def settle(s: Header, room: WorkRecords, seats: OwnSeats, pay_to: OwnPay, table: int) -> None:
    """What the own seat of a table gets, if the game is over."""
    pay_to.paid[table] = 0.0
    if s.over != 0:
        pay(s, room.box, room.terms.reward, room.terms.most, seats.work, seats.share, 0)
        pay_to.paid[table] = seats.share[seats.own[table]]


@requires(*OWN, "which.size >= last", "seeds.size >= last")
@generic
def open_tables(
    states: ManyStates, room: WorkRecords, seats: OwnSeats, starts: OwnStarts, shown: ShownTables, pay_to: OwnPay,
    first: int, last: int,
) -> None:  # fmt: skip
    """Begin a game at those of tables first..last-1 that are meant, each from its seed, up to its own seat's turn."""
    for table in range(first, last):
        if starts.which[table] != 0:
            s = states[table]
            low = starts.seeds[table] & MASK
            high = (starts.seeds[table] >> 32) & MASK
            copy_record(s, starts.fresh)
            begin(s, room.box, starts.fresh.seats, low, high)
            seed_rng(seats.dice, low, high ^ CHANCE)
            for i in range(4):
                seats.chance[4 * table + i] = seats.dice.rng[i]
            others_play(s, room, seats, table)
            settle(s, room, seats, pay_to, table)
            pay_to.done[table] = s.over
            show(s, seats.own[table], table, room, shown)


@requires(*OWN, "actions.size >= last", "turns.size >= last")
@generic
def answer_tables(
    states: ManyStates, room: WorkRecords, seats: OwnSeats, played: PlayedActions, shown: ShownTables, pay_to: OwnPay,
    first: int, last: int,
) -> None:  # fmt: skip
    """Play an action of the own seat at each of tables first..last-1, then those of the others; `turns` says what
    became of each."""
    words = len(room.mask)
    for table in range(first, last):
        s = states[table]
        turn = play(s, room.box, shown.legal_sets[table * words : (table + 1) * words], played.actions[table])
        played.turns[table] = turn
        pay_to.paid[table] = 0.0
        if turn == ActionOutcome.PLAYED or turn == ActionOutcome.ENDED:
            others_play(s, room, seats, table)
            settle(s, room, seats, pay_to, table)
            show(s, seats.own[table], table, room, shown)
        pay_to.done[table] = s.over


class SeatBatch(CpuBatch):
    """Many tables on the CPU, each with one seat of somebody's own."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None = None,
        *,
        reward: str = "rank",
        options: Mapping[str, str] | None = None,
        threads: int | None = None,
    ) -> None:
        import numpy as np

        super().__init__(game, count, seats, reward=reward, options=options, auto_reset=False, threads=threads)
        self._settings = {
            "game": game, "count": count, "seats": seats, "reward": reward, "options": options, "threads": threads,
        }  # fmt: skip
        self.own: NDArray[Any] = np.zeros(count, np.uint8)[:]  # the own seat of each table, read by `open` and `answer`
        self.paid: NDArray[Any] = np.zeros(count, np.float64)[:]  # what it got in the last call
        self._raw |= {function: self._engine.raw_entry(function) for function in (open_tables, answer_tables)}
        observations, masks, players, _, done = self._shown_at
        self._told_at = (self._sets_at, observations, masks, players, address_of(self.paid), done)
        self._ours_at = (address_of(self.own), self._chance_at)

    def _places(self, room: ThreadBuffers) -> tuple[int, ...]:
        """Where everything lies that a thread plays with."""
        return *room.places, *self._ours_at, room.dice_at, room.work_at, room.share_at

    def _contents(self) -> tuple[NDArray[Any], ...]:
        return (*super()._contents(), self.own, self.paid)

    def open(self, which: NDArray[Any], seeds: NDArray[Any]) -> None:
        """Begin a game at the tables that are meant (bool), each from its 64-bit seed (int64)."""
        run, which_at, seeds_at = self._raw[open_tables], address_of(which), address_of(seeds)

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            run(self._states_at, *self._places(room), room.fresh_at, which_at, seeds_at, *self._told_at, first, last)
            return 0

        self._share(work)

    def allows(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Whether each table's own seat may play an action: by the legal sets, not by the masks that are lent."""
        import numpy as np

        words = self._legal_sets[np.arange(self.count), actions >> 6]
        return (words >> (actions & 63)) & 1 != 0  # type: ignore[no-any-return]

    def answer(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Play an action of the own seat at each table (int32; -1 leaves it alone), then the others'; what became of
        each, as a Turn: a refused one changed nothing."""
        run, actions_at = self._raw[answer_tables], address_of(actions)

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            run(self._states_at, *self._places(room), actions_at, self._turns_at, *self._told_at, first, last)
            return 0

        self._share(work)
        return self._turns
