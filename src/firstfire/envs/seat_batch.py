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
from typing import TYPE_CHECKING, Any

from ..kernel.game import Game
from ..kernel.records.bits import Mask
from ..kernel.records.entry import (
    AnyBox,
    ManyBytes,
    ManyDoubles,
    ManyNumbers,
    ManyShorts,
    ManyStates,
    ManyWords,
    requires,
)
from ..kernel.records.header import Header
from ..kernel.records.record import Row
from ..kernel.records.rng import MASK, seed_rng
from ..kernel.rule import generic
from ..kernel.rules.drive import Dice, begin, copy_record, random_action, step
from .batch import CpuBatch, ThreadBuffers, address_of
from .driver import CHANCE
from .stepping import ActionOutcome, Terms, pay, play, show

if TYPE_CHECKING:
    from numpy.typing import NDArray


@generic
def others_play(s: Header, box: AnyBox, mask: Mask, dice: Dice, chance: ManyNumbers, table: int, own: int) -> None:
    """Let everybody play at random until it is a seat's turn, or the game is over."""
    if s.over != 0 or s.player == own:
        return
    for i in range(4):
        dice.rng[i] = chance[4 * table + i]
    while s.over == 0 and s.player != own:
        step(s, box, random_action(s, box, mask, dice))
    for i in range(4):
        chance[4 * table + i] = dice.rng[i]


@generic
def settle(
    s: Header, box: AnyBox, terms: Terms, work: Row[int], paid: ManyDoubles, share: Row[float], own: int, table: int
) -> None:
    """What the own seat of a table gets, if the game is over."""
    paid[table] = 0.0
    if s.over != 0:
        pay(s, box, terms.reward, terms.most, work, share, 0)
        paid[table] = share[own]


@requires(
    "0 <= first", "states.size >= last", "which.size >= last", "seeds.size >= last", "own.size >= last",
    "chance.size >= 4 * last", "legal_sets.size >= len(mask) * last", "observations.size >= terms.size * last",
    "masks.size >= terms.row * last", "players.size >= last", "paid.size >= last", "done.size >= last",
)  # fmt: skip
@generic
def open_tables(  # noqa: PLR0913, PLR0917 - machine code takes every array by its address
    states: ManyStates, fresh: Header, view: Header, box: AnyBox, mask: Mask, work: Row[int], share: Row[float],
    dice: Dice, terms: Terms, which: ManyBytes, seeds: ManyNumbers, own: ManyBytes, chance: ManyNumbers,
    legal_sets: ManyNumbers, observations: ManyShorts, masks: ManyNumbers, players: ManyBytes, paid: ManyDoubles,
    done: ManyBytes, first: int, last: int,
) -> None:  # fmt: skip
    """Begin a game at those of tables first..last-1 that are meant, each from its seed, up to its own seat's turn."""
    for table in range(first, last):
        if which[table] != 0:
            s = states[table]
            low = seeds[table] & MASK
            high = (seeds[table] >> 32) & MASK
            copy_record(s, fresh)
            begin(s, box, fresh.seats, low, high)
            seed_rng(dice, low, high ^ CHANCE)
            for i in range(4):
                chance[4 * table + i] = dice.rng[i]
            others_play(s, box, mask, dice, chance, table, own[table])
            settle(s, box, terms, work, paid, share, own[table], table)
            done[table] = s.over
            show(s, own[table], view, box, mask, terms, table, legal_sets, observations, masks, players)


@requires(
    "0 <= first", "states.size >= last", "actions.size >= last", "own.size >= last", "chance.size >= 4 * last",
    "legal_sets.size >= len(mask) * last", "observations.size >= terms.size * last",
    "masks.size >= terms.row * last", "players.size >= last", "paid.size >= last", "done.size >= last",
    "turns.size >= last",
)  # fmt: skip
@generic
def answer_tables(  # noqa: PLR0913, PLR0917 - machine code takes every array by its address
    states: ManyStates, view: Header, box: AnyBox, mask: Mask, work: Row[int], share: Row[float], dice: Dice,
    terms: Terms, actions: ManyWords, own: ManyBytes, chance: ManyNumbers, legal_sets: ManyNumbers,
    observations: ManyShorts, masks: ManyNumbers, players: ManyBytes, paid: ManyDoubles, done: ManyBytes,
    turns: ManyBytes, first: int, last: int,
) -> None:  # fmt: skip
    """Play an action of the own seat at each of tables first..last-1, then those of the others; `turns` says what
    became of each."""
    words = len(mask)
    for table in range(first, last):
        s = states[table]
        turn = play(s, box, legal_sets[table * words : (table + 1) * words], actions[table])
        turns[table] = turn
        paid[table] = 0.0
        if turn == ActionOutcome.PLAYED or turn == ActionOutcome.ENDED:
            others_play(s, box, mask, dice, chance, table, own[table])
            settle(s, box, terms, work, paid, share, own[table], table)
            show(s, own[table], view, box, mask, terms, table, legal_sets, observations, masks, players)
        done[table] = s.over


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

    def _contents(self) -> tuple[NDArray[Any], ...]:
        return (*super()._contents(), self.own, self.paid)

    def open(self, which: NDArray[Any], seeds: NDArray[Any]) -> None:
        """Begin a game at the tables that are meant (bool), each from its 64-bit seed (int64)."""
        run, which_at, seeds_at = self._raw[open_tables], address_of(which), address_of(seeds)

        def work(room: ThreadBuffers, first: int, last: int) -> int:
            run(self._states_at, room.fresh_at, room.view_at, room.box_at, room.mask_at, room.work_at, room.share_at,
                room.dice_at, room.terms_at, which_at, seeds_at, *self._ours_at, *self._told_at,
                first, last)  # fmt: skip
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
            run(self._states_at, room.view_at, room.box_at, room.mask_at, room.work_at, room.share_at, room.dice_at,
                room.terms_at, actions_at, *self._ours_at, *self._told_at, self._turns_at, first, last)  # fmt: skip
            return 0

        self._share(work)
        return self._turns
