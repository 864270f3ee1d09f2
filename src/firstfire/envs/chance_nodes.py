"""Tables for OpenSpiel: chance as nodes of the tree, and what a seat remembers of a game.

OpenSpiel's algorithms want chance to be a player: a node whose outcomes are listed with their chances, so that a
search may sample them again and a history says everything that happened. Our rules draw from a generator inside the
record. So

    the deal     is DEAL nodes of OUTCOMES outcomes each: together the seed of the table
    in play      an action that asks for chance is taken back and waits; a node of OUTCOMES outcomes stirs the
                 generator, then the action is carried out

and a history of actions and outcomes decides the whole game. Where chance is asked for nobody has to say: the generator
has moved.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from functools import cache
from operator import index
from typing import Any, NamedTuple

from ..games import game as find_game
from ..kernel.engines.engine import CompiledEngine, engine_for
from ..kernel.game import Game
from ..kernel.records.bits import Mask, allows, listed, words_for
from ..kernel.records.entry import AnyBox, ManyNumbers, Seen, requires
from ..kernel.records.header import Header
from ..kernel.records.record import Row, copy_of
from ..kernel.records.rng import MASK, next_word
from ..kernel.rule import generic
from ..kernel.rules.drive import begin, copy_record, observe_as, step
from .built_in import actor, lister
from .stepping import Reward, list_actions, pay

CHANCE, TERMINAL = -1, -4  # who is to act, as OpenSpiel numbers them
REFUSED = -9  # the action is not legal
OUTCOMES = 256  # of a chance node
DEAL = 4  # chance nodes before the first decision
STIRS = 8  # words of the generator that are thrown away, until an outcome has changed every bit of it


@generic
def stir(s: Header, outcome: int) -> None:
    """Let an outcome of a chance node decide what the generator says next."""
    s.rng[0] = (s.rng[0] ^ outcome) & MASK
    s.rng[1] = (s.rng[1] + 0x9E3779B9) & MASK
    for _ in range(STIRS):
        next_word(s)


@generic
def carry_out(s: Header, before: Header, box: AnyBox, action: int, outcome: int) -> bool:
    """Carry out a legal action; with outcome -1 only if it asks for no chance: otherwise nothing has happened.
    `before` is the record as it was."""
    copy_record(before, s)
    if outcome >= 0:
        stir(s, outcome)
    step(s, box, action)
    if outcome < 0:
        for i in range(4):
            if s.rng[i] != before.rng[i]:
                copy_record(s, before)
                return False
    return True


@generic
def act(s: Header, before: Header, box: AnyBox, mask: Mask, action: int, outcome: int) -> int:
    """Play an action of the legal set, fill that with what is legal then, and return the player to act: TERMINAL when
    the game is over, CHANCE if the action waits for it, REFUSED if it is not legal (then nothing has happened)."""
    if action < 0 or action >= 64 * len(mask) or not allows(mask, action):
        return REFUSED
    if not carry_out(s, before, box, action, outcome):
        return CHANCE
    list_actions(s, box, mask)
    return TERMINAL if s.over != 0 else s.player


@generic
def deal(s: Header, fresh: Header, box: AnyBox, mask: Mask, low: int, high: int) -> int:
    """Set a table up from the two halves of a seed and fill its legal set: who is to act."""
    copy_record(s, fresh)
    begin(s, box, fresh.seats, low, high)
    list_actions(s, box, mask)
    return s.player


class MoveList(NamedTuple):
    """Actions that were played, and how many."""

    moves: ManyNumbers
    length: int


@requires("0 <= length <= moves.size")
@generic
def recall(
    s: Header, before: Header, view: Header, box: AnyBox, row: Seen, played: MoveList, seat: int, digest: Row[int]
) -> None:
    """Play a game on from a record and take in what a seat sees of it: its own actions, and every change of what it
    knows. `digest` has two words of what it remembers (both 0: nothing yet), and two of what it saw last."""
    begun = digest[0] != 0 or digest[1] != 0
    take_in(s, view, box, row, seat, digest, not begun)
    i = 0
    while i < played.length:
        action = played.moves[i]
        mover = s.player
        i += 1
        if not carry_out(s, before, box, action, -1):
            if i == played.length:
                return
            carry_out(s, before, box, action, played.moves[i])
            i += 1
        if mover == seat:
            fold(digest, 0, action + 1)
        take_in(s, view, box, row, seat, digest, True)


@generic
def take_in(s: Header, view: Header, box: AnyBox, row: Seen, seat: int, digest: Row[int], remember: bool) -> None:
    """Look at the table; what has changed is remembered."""
    observe_as(s, view, box, seat, row)
    first, second = digest[2], digest[3]
    digest[2] = 1
    digest[3] = 1
    for i in range(len(row)):
        fold(digest, 2, row[i] + 65536)
    if remember and (digest[2] != first or digest[3] != second):
        fold(digest, 0, digest[2])
        fold(digest, 0, digest[3])


@generic
def fold(digest: Row[int], at: int, value: int) -> None:
    """Take a number into two words of 32 bits (FNV-1a, and the same with another multiplier from the other side)."""
    digest[at] = ((digest[at] ^ (value & MASK)) * 16777619) & MASK
    digest[at + 1] = (((digest[at + 1] + (value & MASK)) & MASK) * 1540483477 + 1) & MASK


@generic
def settle_up(s: Header, box: AnyBox, work: Row[int], rewards: Row[float]) -> None:
    """What the seats of a finished game are paid."""
    pay(s, box, Reward.RANK, s.seats, work, rewards, 0)


class _Rooms(threading.local):
    """What one thread works with, beside the records of the tables."""

    def __init__(self, machine: Machine) -> None:
        import numpy as np

        engine, state = machine.engine, machine.game.state
        self.before, self.view = state(), state()
        self.work, self.digest = engine.row(), engine.row()
        self.row = engine.observation()
        self.seen = np.frombuffer(self.row, np.int16)
        self.paid = engine.fractions()
        self.moves = np.zeros(1, np.int64)


class Machine:
    """The rules of a game for a number of seats and options, as tables of OpenSpiel call them.

    A table is `held`: its record and its legal set behind it. Machine code knows it by its address, plain Python by
    itself (`handle`):

        deal(handle, low, high)         sets it up from the two halves of a seed: who is to act
        act(handle, action, outcome)    plays an action (outcome -1 where chance has not spoken): who is to act then
        listed(handle)                  lists what is legal
    """

    def __init__(self, key: str, seats: int, options: tuple[tuple[str, str], ...], interpreted: bool) -> None:
        self.key = (key, seats, options, interpreted)
        self.game = find_game(key)
        self.seats = seats
        self.engine = engine_for(self.game, interpreted=interpreted)
        self.compiled = self.engine.compiled
        self.box = self.game.standard_box
        self.fresh = self.engine.fresh(seats, dict(options), quiet=True)
        self.held = _held_by(self.game)
        self._rooms = _Rooms(self)
        self._before = self.game.state()
        self._entries = {each: self.engine.entry(each) for each in (recall, settle_up)}
        self.deal, self.act = self._callable(deal, self.fresh), self._callable(act, self._before)
        self.listed: Callable[[Any], list[int]] = (
            lister(self.held.mask.offset, words_for(len(self.game.actions))) if self.compiled else listed_of
        )

    def _callable(self, function: Callable[..., int], other: Any) -> Callable[[Any, int, int], int]:
        """One of the calls that are made all the time: a built-in function, or Python."""
        if isinstance(self.engine, CompiledEngine):
            at = ctypes.cast(self.engine.raw_entry(function), ctypes.c_void_p).value or 0
            return actor(at, self.held.mask.offset, ctypes.addressof(other), ctypes.addressof(self.box))
        run = self.engine.entry(function)

        def call(held: Any, first: int, second: int) -> int:
            given = other if function is deal else self._rooms.before
            found: int = run(held.s, given, self.box, held.mask, index(first), index(second))
            return found

        return call

    def look(self, s: Any, seat: int) -> Any:
        """What a seat knows: an array that changes with the next look."""
        rooms = self._rooms
        self.engine.observe_as(s, rooms.view, self.box, seat, rooms.row)
        return rooms.seen

    def recall(self, origin: Any, moves: Sequence[int], seat: int, known: tuple[int, int] | None) -> tuple[int, int]:
        """What a seat remembers of a game that went on from a record by these moves, as two words."""
        import numpy as np

        rooms = self._rooms
        if len(rooms.moves) < len(moves):
            rooms.moves = np.zeros(2 * len(moves), np.int64)
        rooms.moves[: len(moves)] = moves
        digest = rooms.digest
        digest[0], digest[1] = known or (0, 0)
        digest[2] = digest[3] = 0
        scratch = copy_of(origin)
        self._entries[recall](
            scratch, rooms.before, rooms.view, self.box, rooms.row, rooms.moves, len(moves), seat, digest
        )  # fmt: skip
        return int(digest[0]), int(digest[1])

    def rewards(self, s: Any) -> list[float]:
        """What the seats of a finished game are paid."""
        rooms = self._rooms
        self._entries[settle_up](s, self.box, rooms.work, rooms.paid)
        return list(rooms.paid[: self.seats])


def listed_of(held: Any) -> list[int]:
    """What is legal at a table, in plain Python."""
    return listed(held.mask)


@cache
def _held_by(game: Game) -> Any:
    """The class of a game's tables: a record, and its legal set behind it."""
    mask = ctypes.c_int64 * words_for(len(game.actions))
    return type("Held", (ctypes.Structure,), {"_fields_": [("s", game.state), ("mask", mask)]})


@cache
def machine_for(key: str, seats: int, options: tuple[tuple[str, str], ...], interpreted: bool) -> Machine:
    """The machine of a game, the same for all its tables."""
    return Machine(key, seats, options, interpreted)
