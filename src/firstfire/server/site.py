"""The site: what all doors of one server share."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import zlib
from collections import Counter
from typing import Any

from .guests import Signer
from .hall import Hall
from .limits import Buckets, Pair
from .replay import Albums
from .settings import Settings
from .store import Store

log = logging.getLogger(__name__)
KEPT_REVIEWS = 500
VISITORS = ("Ochre", "Flint", "Ember", "Birch", "Amber", "Heron", "Lynx", "Wolf", "Bison", "Raven", "Reed", "Moss")


class Site:
    """One server: its store, its hall, its limits."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.signer = Signer(settings.signing_secret())
        self.store = Store(settings.database_url)
        self.hall = Hall(settings, self.store)
        self.albums = Albums()
        limits = settings.limits
        self._requests = Buckets(limits.requests_per_second, limits.requests_at_once)
        self._tables = Pair(limits.tables_per_minute / 60, limits.tables_per_minute, more=10)
        self._uploads = Pair(limits.uploads_per_minute / 60, limits.uploads_per_minute, more=5)
        self._looks = Pair(limits.looks_per_second, limits.looks_at_once, more=3)
        self.sockets_of_address: Counter[str] = Counter()
        self._reviews: dict[str, dict[str, Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """The server goes down."""
        for task in self._tasks:
            task.cancel()
        await self.hall.close()
        self.store.close()

    def may_make(self, guest: str, place: str) -> bool:
        """Whether a guest may make one more table (or something as costly); cookies are cheap, so
        the place people come from is counted too, more generously."""
        return self._tables.take(guest, place, time.monotonic())

    def may_upload(self, guest: str, place: str) -> bool:
        """Whether a guest may upload one more save file."""
        return self._uploads.take(guest, place, time.monotonic())

    def may_look(self, guest: str, place: str) -> bool:
        """Whether a guest may have one more page of a replay drawn."""
        return self._looks.take(guest, place, time.monotonic())

    def may_ask(self, place: str) -> bool:
        """Whether one more request may come from a place."""
        return self._requests.take(place, time.monotonic())

    def new_session(self) -> str:
        """The name of a new session; whoever knows it may resume it."""
        return secrets.token_urlsafe(16)

    def visitor_name(self, guest: str) -> str:
        """A name for somebody who has not said one."""
        return VISITORS[zlib.crc32(guest.encode()) % len(VISITORS)]

    def is_reviewed(self, table: str) -> bool:
        """Whether somebody has asked for this game before."""
        return table in self._reviews

    def review(self, table: str, save: str, simulations: int) -> dict[str, Any]:
        """What is known of a finished game; the first question starts the thinking."""
        if table not in self._reviews:
            if len(self._reviews) >= KEPT_REVIEWS:
                self._reviews.pop(next(iter(self._reviews)))
            self._reviews[table] = {"state": "thinking", "curve": [], "turning_points": []}
            task = asyncio.create_task(self._review(table, save, simulations))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._reviews[table]

    async def _review(self, table: str, save: str, simulations: int) -> None:
        try:
            found = await self.hall.kiln.review(save, simulations)
            self._reviews[table] = {"state": "ready", **found}
        except Exception:
            log.exception("the game at table %s could not be looked back at", table)
            self._reviews[table] = {"state": "failed", "curve": [], "turning_points": []}
