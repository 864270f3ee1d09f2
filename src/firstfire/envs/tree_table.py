"""A table in OpenSpiel's tree: what is copied with a state, kept in a file, and sent to another process."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from ctypes import addressof
from hashlib import sha256
from sys import getrefcount
from typing import Any

from ..errors import IllegalAction
from ..kernel.positions.notation import write_position
from ..kernel.records.record import copy_of
from .built_in import recogniser
from .chance_nodes import CHANCE, DEAL, OUTCOMES, REFUSED, TERMINAL, Machine, machine_for

OUTCOME_LIST = list(range(OUTCOMES))
# References to a list that only `outcomes` knows: its own, the one it looks through, the one it asks by. Later Pythons
# count fewer, and without Python's lock others come between: there a new list is made every time.
UNHELD = 3 if sys.version_info < (3, 14) and getattr(sys, "_is_gil_enabled", lambda: True)() else -1
NOTHING = -1  # no action waits for chance
NOTHING_KNOWN: dict[int, tuple[int, int]] = {}  # of the time before the deal; the same for all tables, and stays empty


_lent = OUTCOME_LIST[:]  # the list that was handed out last
_untouched = recogniser(OUTCOME_LIST)  # what only equals an outcome (True, 1.0) is none


def outcomes() -> list[int]:
    """All outcomes of a chance node, in a list that nobody else holds. It is the last one again if nobody holds it any
    more and it was not changed (looking costs a third of making another)."""
    global _lent  # noqa: PLW0603 - one for all tables
    lent = _lent
    if getrefcount(lent) != UNHELD or not _untouched(lent):
        _lent = lent = OUTCOME_LIST[:]
    return lent


class TreeTable:
    """A record with what the tree needs beside it: the player to act, the legal actions, the action that waits for
    chance. `origin` is where the memory of the players begins: a table that was dealt again, or None for the deal."""

    __slots__ = (
        "_recalled", "act", "handle", "held", "known", "listed", "machine", "origin", "origin_length", "player",
        "pretended", "seed", "spoken", "unwritten", "waiting",
    )  # fmt: skip

    def __init__(self, machine: Machine) -> None:
        self.machine, self.act, self.listed = machine, machine.act, machine.listed
        self.held = held = machine.held()
        self.handle = addressof(held) if machine.compiled else held
        self.player = CHANCE
        self.waiting = NOTHING  # an action that waits for chance
        self.spoken = 0  # outcomes of the deal so far
        self.seed = 0  # made of them
        self.origin: Any = None
        self.origin_length = DEAL  # of the history at the origin
        self.known = NOTHING_KNOWN  # what players remember of the time before the origin
        self.pretended = False
        self.unwritten: list[int] = []  # player, action, player, action, …: what OpenSpiel's own history lacks
        self._recalled: dict[int, tuple[int, tuple[int, int]]] | None = None

    def _hold(self, machine: Machine, held: Any) -> None:
        self.machine, self.act, self.listed = machine, machine.act, machine.listed
        self.held = held
        self.handle = addressof(held) if machine.compiled else held

    @property
    def s(self) -> Any:
        """The record."""
        return self.held.s

    @property
    def dealt(self) -> bool:
        """Whether the deal is done."""
        return self.spoken == DEAL

    def legal_actions(self) -> list[int]:
        """What can be chosen now: actions, outcomes of chance, or nothing."""
        return outcomes() if self.player == CHANCE else self.listed(self.handle)

    def apply(self, action: int) -> None:
        """An action of the player to act, or an outcome of chance."""
        if self.pretended:
            return
        if self.player == CHANCE:
            self.speak(action)
            return
        found = self.act(self.handle, action, -1)
        if found < 0:
            found = self.halted(found, action)
        self.player = found

    def halted(self, found: int, action: int) -> int:
        """The player to act after an action that was not simply followed by another seat's turn."""
        if found == REFUSED:
            raise self._refusal(action)
        if found == CHANCE:
            self.waiting = action
        return found

    def speak(self, outcome: int) -> None:
        """Chance speaks: a part of the deal, or what an action waits for."""
        if not 0 <= outcome < OUTCOMES:
            raise IllegalAction(str(outcome), f"a chance node has outcomes 0 to {OUTCOMES - 1}")
        if self.waiting >= 0:
            self.player = self.act(self.handle, self.waiting, outcome)
            self.waiting = NOTHING
            return
        spoken = self.spoken
        self.seed |= outcome << 8 * spoken
        self.spoken = spoken = spoken + 1
        if spoken == DEAL:
            self.player = self.machine.deal(self.handle, self.seed, 0)

    def _refusal(self, action: int) -> IllegalAction:
        """Why an action is refused."""
        if self.player == TERMINAL:
            return IllegalAction(str(action), "the game is over")
        text = self.machine.game.actions.called(action)
        return IllegalAction(text, f"player {self.player} may play {len(self.legal_actions())} others: legal_actions()")

    def returns(self) -> list[float]:
        """What each player gets at the end; nothing before."""
        return self.machine.rewards(self.s) if self.player == TERMINAL else [0.0] * self.machine.seats

    def told(self) -> str:
        """The table in a line: where the game stands, and a fingerprint of everything."""
        if not self.dealt:
            return f"{self.machine.game.name}: {self.spoken} of {DEAL} parts of the deal, {self.seed:x}"
        game, s = self.machine.game, self.s
        waits = f", {game.actions.text(self.waiting)!r} waits for chance" if self.waiting >= 0 else ""
        print_of = sha256(bytes(s)).hexdigest()[:16]
        return f"{game.name}: decision {s.ply}, {game.phases[s.phase]}, player {self.player}, table {print_of}{waits}"

    def position(self) -> str:
        """The whole table as text, hidden things included: `Table.at` opens it."""
        return write_position(self.machine.game, self.s, self.machine.box)

    # ── what players remember ──

    def remembered(self, history: Sequence[int], player: int) -> tuple[int, int]:
        """A fingerprint of everything a player saw and did: kept until the next move."""
        if not self.dealt:
            return 0, 0
        if self._recalled is None:
            self._recalled = {}
        length, known = self._recalled.get(player, (-1, (0, 0)))
        if length != len(history):
            moves = history[self.origin_length :]
            known = self.machine.recall(self._begun(), moves, player, self.known.get(player))
            self._recalled[player] = (len(history), known)
        return known

    def _begun(self) -> Any:
        """The record at the origin."""
        if self.origin is None:
            begun = TreeTable(self.machine)
            self.machine.deal(begun.handle, self.seed, 0)
            self.origin = begun.s
        return self.origin

    def dealt_anew(self, player: int, low: int, high: int) -> Any:
        """A record that fits what a player knows."""
        machine, s = self.machine, copy_of(self.s)
        machine.engine.see(s, machine.box, player)
        machine.engine.determinize(s, machine.box, player, low, high)
        return s

    def write_down(self, apply: Callable[[int], None]) -> None:
        """Give OpenSpiel's own `apply` what its history lacks: it asks us who plays, and plays nothing."""
        player, numbers = self.player, iter(self.unwritten)
        self.pretended, self.unwritten = True, []
        try:
            for self.player, action in zip(numbers, numbers, strict=True):
                apply(action)
        finally:
            self.player, self.pretended, self.unwritten = player, False, list(numbers)

    def become(self, s: Any, length: int, player: int, known: tuple[int, int]) -> None:
        """Be a table that was dealt again for a player who remembers this, after so many moves."""
        machine = self.machine
        ctypes.memmove(ctypes.addressof(self.s), ctypes.addressof(s), ctypes.sizeof(s))
        machine.engine.legal_mask(self.s, machine.box, self.held.mask)
        self.pretended, self.spoken = False, DEAL
        self.player = int(s.player)
        self.origin, self.origin_length, self.known = copy_of(s), length, {player: known}

    # ── copies and files ──

    def __deepcopy__(self, memo: object) -> TreeTable:
        made = TreeTable.__new__(TreeTable)
        made._hold(self.machine, copy_of(self.held))
        made.player, made.waiting = self.player, self.waiting
        made.spoken, made.seed = self.spoken, self.seed
        made.origin, made.origin_length, made.known = self.origin, self.origin_length, self.known
        made.pretended, made.unwritten, made._recalled = (
            self.pretended,
            self.unwritten[:],
            self._recalled and dict(self._recalled),
        )
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        origin = None if self.origin is None else bytes(self.origin)
        return _again, (
            self.machine.key, bytes(self.held), (self.player, self.waiting, self.spoken, self.seed), origin,
            self.origin_length, self.known, self.unwritten,
        )  # fmt: skip


def _again(
    key: tuple[Any, ...], held: bytes, numbers: tuple[int, int, int, int], origin: bytes | None, origin_length: int,
    known: dict[int, tuple[int, int]], unwritten: list[int],
) -> TreeTable:  # fmt: skip
    """A table from what was kept of it."""
    machine = machine_for(*key)
    made = TreeTable(machine)
    ctypes.memmove(ctypes.addressof(made.held), held, ctypes.sizeof(made.held))
    made.player, made.waiting, made.spoken, made.seed = numbers
    made.origin = None if origin is None else machine.game.state.from_buffer_copy(origin)
    made.origin_length, made.known, made.unwritten = origin_length, known, list(unwritten)
    return made
