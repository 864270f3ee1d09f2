"""Group commit, from the rooms' side: actions that come while the next commit may not begin yet wait for it, and are
then carried out one after the other and written together.

Nobody waits noticeably longer: what is written earlier would wait for the same commit. But rules, scenes and
sentences of one table after the other are found where the processor still has them, and the thread
that writes is woken once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Protocol

from ..store.database import Store

log = logging.getLogger(__name__)


class Member(Protocol):
    """A room with something to do."""

    def go_on(self) -> None:
        """Do it."""


class CommitGroup:
    """The rooms that wait for the next commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Member] = []

    def holds(self, member: Member) -> bool:
        """Let a room wait for the next commit; False where that may begin at once."""
        if not self._waiting:
            left = self._store.next_commit - time.monotonic()
            if left <= 0:
                return False
            asyncio.get_running_loop().call_later(left, self._go)
        self._waiting.append(member)
        return True

    def _go(self) -> None:
        waiting, self._waiting = self._waiting, []
        with self._store.together():
            for member in waiting:
                try:
                    member.go_on()
                except Exception:
                    log.exception("what waited for a commit failed")
