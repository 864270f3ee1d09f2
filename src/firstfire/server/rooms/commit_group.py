"""Group commit, from the rooms' side. An action that comes while nothing is being written is carried out and written
at once. Those that come while a commit is under way wait for its end, and are then carried out one after the
other and written together.

Nobody waits noticeably longer: what is written earlier would wait for the same commit. But rules, scenes and
sentences of one table after the other are found where the processor still has them, and the thread
that writes is woken once. For the same reason commits keep a distance that grows with the load: none to speak of at a
quiet server, the whole of `pace` at `BUSY` writes a second. Where many have come to wait (the server stood still for a
moment), the first `AT_ONCE` of them are written while the next are carried out: nobody waits for all of them.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from functools import partial
from typing import Protocol

from ..store.batch import Batch
from ..store.database import Store
from ..store.trouble import StoreTrouble, Then

log = logging.getLogger(__name__)
BUSY = 500.0  # writes a second at which commits keep their whole distance
AT_ONCE = 16  # rooms that are carried out before others, and what was written meanwhile, have their turn
REMEMBERED = 1.0  # seconds over which writes are counted (those before count less and less)


class GroupMember(Protocol):
    """A room with something to do."""

    def go_on(self) -> None:
        """Do it."""


class CommitGroup:
    """The rooms that wait for the next commit."""

    def __init__(self, store: Store, pace: float = 0.0) -> None:
        self._store, self._pace = store, pace
        self._waiting: list[GroupMember] = []
        self._alarm: asyncio.Handle | None = None  # when those who wait have their turn
        self._under_way = 0  # writes that are not on the disk yet
        self._rate = 0.0  # writes a second, lately
        self._counted = 0.0  # when that was counted
        self._began = 0.0  # when the last commit began (about: when it was asked for)

    def write(self, batch: Batch, then: Then) -> None:
        """Store what a room writes; calls back as the store does."""
        now = time.monotonic()
        self._rate = self._rate * math.exp((self._counted - now) / REMEMBERED) + 1 / REMEMBERED
        self._counted = now
        if not self._under_way:
            self._began = now
        self._store.write(batch, partial(self._written, then))
        self._under_way += 1

    def holds(self, member: GroupMember) -> bool:
        """Let a room wait for the next commit; False where that may begin at once."""
        if not self._waiting and not self._under_way and self._left() <= 0:
            return False
        self._waiting.append(member)
        if not self._under_way:
            self._plan()
        return True

    def _left(self) -> float:
        """Seconds until the next commit may begin."""
        return self._began + self._pace * min(1.0, self._rate / BUSY) - time.monotonic()

    def _written(self, then: Then, trouble: StoreTrouble | None) -> None:
        self._under_way -= 1
        if self._waiting:
            self._plan()
        then(trouble)

    def _plan(self) -> None:
        """Whoever waits has a turn after those who hear of their own writes now, and not before the next commit may
        begin."""
        if self._alarm is None:
            loop, left = asyncio.get_running_loop(), self._left()
            self._alarm = loop.call_later(left, self._go) if left > 0 else loop.call_soon(self._go)

    def _go(self) -> None:
        first, self._waiting, self._alarm = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:], None
        with self._store.together():
            for member in first:
                try:
                    member.go_on()
                except Exception:
                    log.exception("what waited for a commit failed")
        if self._waiting and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_soon(self._go)
