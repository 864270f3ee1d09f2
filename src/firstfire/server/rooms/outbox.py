"""Outboxes: the way to one viewer. What a viewer has not read waits here, and is counted in bytes. While nothing waits,
messages go straight to the socket, where it can take them (`short`)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

CUT = 1013  # "try again later"


class Backlog:
    """The bytes that wait for everybody at one address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.waiting = 0
        self.outboxes = 0


class Outbox:
    """Messages wait here until the socket takes them. A viewer who does not read is cut off: as soon as
    more waits than `most` bytes, or than the whole address may leave unread. One message alone, however
    large, is no sign of that."""

    def __init__(self, most: int, backlog: Backlog | None = None) -> None:
        self.most, self.backlog = most, backlog
        self.waiting = 0  # bytes, also those the socket is busy with
        self.closed = False
        self.code = 1000  # what the connection is closed with
        self.when_cut: Callable[[], object] | None = None  # called when the viewer is cut off
        self.short: Callable[..., bool] | None = None  # takes messages at once, or says that it cannot
        self._messages: deque[bytes] = deque()
        self._news = asyncio.Event()
        if backlog is not None:
            backlog.outboxes += 1

    def send(self, *bodies: bytes) -> None:
        """Send messages."""
        if self.closed or (not self.waiting and self.short is not None and self.short(*bodies)):
            return
        for body in bodies:
            self._wait(body)

    def _wait(self, body: bytes) -> None:
        if self.closed:
            return
        if self.waiting and self._too_much(len(body)):
            self._cut()
            return
        self._count(len(body))
        self._messages.append(body)
        self._news.set()

    @property
    def is_cut(self) -> bool:
        """Whether the viewer was cut off for not reading."""
        return self.closed and self.code == CUT

    def _cut(self) -> None:
        self._drop()
        self.close(CUT)
        if self.when_cut is not None:
            self.when_cut()

    def close(self, code: int) -> None:
        """Close the connection after what waits."""
        if not self.closed:
            self.closed, self.code = True, code
            self._news.set()

    async def next(self) -> bytes | None:
        """The next message; None: close the connection."""
        while not self._messages:
            if self.closed:
                return None
            self._news.clear()
            await self._news.wait()
        return self._messages.popleft()

    def taken(self, body: bytes) -> None:
        """The socket has taken a message."""
        self._count(-len(body))

    def end(self) -> None:
        """The connection is gone, with all that waited."""
        self.close(1000)
        self._drop()
        self._count(-self.waiting)
        if self.backlog is not None:
            self.backlog.outboxes -= 1
            self.backlog = None

    def _too_much(self, more: int) -> bool:
        address = self.backlog
        return self.waiting + more > self.most or (address is not None and address.waiting + more > address.most)

    def _drop(self) -> None:
        self._count(-sum(map(len, self._messages)))
        self._messages.clear()

    def _count(self, size: int) -> None:
        self.waiting += size
        if self.backlog is not None:
            self.backlog.waiting += size
