"""The devices of people: each has a cookie of its own, signs out for itself, and its links end with that.

Where several servers share a database, a server of an earlier version may run beside this one, which would take the
device in a cookie for a part of the person's name. So cookies name the device from the moment on when every server of
the database has said for a while that it reads such cookies (`servers.reads`), and no longer where one comes that has
not. Who signs out at one server has signed out at all of them: handshakes and requests ask the database, and every
server looks there again and again who has signed out lately, for the links that it has."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ..rooms.membership import Membership
from ..rooms.outbox import Outbox
from ..store.database import Store
from ..store.persons import digest
from .guests import COOKIE_AGE, Guest, Signer

log = logging.getLogger(__name__)
LATELY = 600.0  # seconds: longer than anybody has for a hello, and longer than servers' clocks differ
SIGNED_OUT = 1012  # how links end whose device has signed out: they come back as somebody new
LOOK = 1.0  # seconds between two looks at who has signed out at other servers
SURE = 600.0  # seconds for which all servers must read cookies that name devices: an old one may be started again
PATIENCE = 5.0  # seconds for the last look, when the server ends
READS_DEVICES = 1  # the kind of cookies that names devices


class Devices:
    """The devices that are here, and those that have signed out lately."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store, self._signer = store, signer
        self._links: dict[str, set[Outbox]] = {}  # by the digest of what their cookie says
        self._ended: dict[str, float] = {}  # such digests, of who has signed out lately, and until when that matters
        self._since: float | None = None  # when every server began to read cookies that name devices
        self._task: asyncio.Task[None] | None = None
        self._over = asyncio.Event()

    async def end(self, guest: Guest, *, is_noted: bool = True) -> None:
        """Somebody signs out with one of their devices: its cookie is good for nothing any more (where that is noted),
        and who knocked with it just before finds the door closed. (A cookie that names no device is that of their
        others too: it ends for all of them, unless an older server is there, which knows of no ends.)"""
        if not guest.device and not self._signer.names_devices and self._since is None:
            return
        self._tidy()
        self._close(digest(guest.credential))
        if is_noted:
            await self._store.end(guest.credential, int((time.time() + COOKIE_AGE) * 1000))

    async def has_ended(self, guest: Guest) -> bool:
        """Whether somebody has signed out with this cookie. (Where the database is away nobody gets any further.)"""
        try:
            return await asyncio.to_thread(self._store.has_ended, guest.credential)
        except Exception as error:
            log.warning("it cannot be seen whether a cookie is good: %s", type(error).__name__)
            return False

    @contextmanager
    def link(self, guest: Guest, outbox: Outbox) -> Iterator[None]:
        """A link that a device has for a while."""
        name = digest(guest.credential)
        links = self._links.setdefault(name, set())
        links.add(outbox)
        if name in self._ended:
            outbox.close(SIGNED_OUT)
        try:
            yield
        finally:
            links.discard(outbox)
            if not links:
                self._links.pop(name, None)

    def _tidy(self) -> None:
        now = time.monotonic()
        self._ended = {name: until for name, until in self._ended.items() if until > now}

    def _close(self, name: str) -> None:
        """End the links of a device, now and for a while."""
        self._ended[name] = time.monotonic() + LATELY
        for outbox in list(self._links.get(name, ())):
            outbox.close(SIGNED_OUT)

    # ── among several servers ──────────────────────────────────────────────────────────

    def follow(self, membership: Membership) -> None:
        """Look from now on what other servers say."""
        self._task = asyncio.create_task(self._follow(membership))

    async def close(self) -> None:
        """Look no more, after the look that is under way."""
        self._over.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=PATIENCE)
            self._task.cancel()

    async def _follow(self, membership: Membership) -> None:
        while not self._over.is_set():
            try:
                await self._look(membership)
            except Exception as error:  # the next look comes soon
                log.info("it cannot be seen who has signed out elsewhere: %s", type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), LOOK)

    async def _look(self, membership: Membership) -> None:
        now = time.monotonic()
        able = await membership.all_read(READS_DEVICES)
        self._since = (self._since if self._since is not None else now) if able else None
        self._signer.names_devices = self._since is not None and now - self._since >= SURE
        since = int((time.time() + COOKIE_AGE - LATELY) * 1000)
        for name in await asyncio.to_thread(self._store.ended_since, since):
            self._close(name)
        self._tidy()
