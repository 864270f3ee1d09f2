"""Founding tables: what somebody wishes is checked, there is place for it, and it is stored before anybody is told."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from ...errors import BadSetup
from ...games import game as find_game
from ..protocol.refusals import Refusal, bad_setup
from ..protocol.requests import CreateTable, PlayOn
from ..store.batch import Batch
from ..store.story import Story, rules_of
from ..store.trouble import StoreTrouble
from .ids import new_id
from .new_tables import begun
from .rooms import Rooms
from .wishes import Wished, wished, wished_on

COUNT_EVERY = 60.0  # seconds
UNPLAYED = 3600.0  # seconds a table where nobody played is safe, however many there are


class Founding:
    """New tables of one server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.store = rooms, rooms.store
        self._kept, self._count_at = 0, 0.0  # tables in the store (about), and when they are counted again

    async def create(self, who: str, name: str, wish: CreateTable) -> Story:
        """Set up a new table; what is told there."""
        founded = wished(who, name, wish, time.time())
        await self._make_place()
        try:
            return await self._set_up(founded)
        except BadSetup as error:
            raise bad_setup(error, find_game(wish.game)) from None

    async def play_on(self, who: str, name: str, story: Story, wish: PlayOn) -> Story:
        """A new table on which a finished game goes on; what is told there."""
        founded = wished_on(who, name, story, wish, time.time())
        await self._make_place()
        return await self._set_up(founded)

    async def _set_up(self, wished: Wished) -> Story:
        setup, plan, opening, components = wished
        compiling = self.rooms.compiling
        compiled = compiling.state(rules_of(setup).key) == "ready"
        make = partial(
            begun, new_id(), setup, plan, setup.created / 1000, interpreted=not compiled, opening=opening,
            components=components,
        )  # fmt: skip
        made = await self.rooms.found(make, at_once=compiled and not opening and components is None)
        await self._kept_safe(Batch(made.id, made.events, made.row, is_new=True))
        self._kept += 1
        compiling.want(made.story.game.key)
        await self.rooms.open_new(made)
        return made.story

    async def _kept_safe(self, batch: Batch) -> None:
        """Store a new table. Where the database went away meanwhile it is looked whether it is there."""
        try:
            await self.store.append(batch)
        except StoreTrouble as trouble:
            if not trouble.unsure:
                raise
            try:
                found = await asyncio.to_thread(self.store.table, batch.table)
            except Exception:
                raise trouble from None
            if found is None:  # it may be written yet
                raise

    async def _make_place(self) -> None:
        """Where as many tables are kept as may be, the oldest go at which nobody ever played; refused where there
        are none."""
        most = self.rooms.settings.keeping.tables
        if time.monotonic() < self._count_at and self._kept < most:
            return
        await self._count()
        if self._kept >= most:
            long_ago = int((time.time() - UNPLAYED) * 1000)
            states, awake = ("gathering", "closed", "playing"), self.rooms.awake()
            await self.store.forget_tables(states, long_ago, awake, unplayed=True)
            await self._count()
            if self._kept >= most:
                raise Refusal("full")

    async def _count(self) -> None:
        """Count the tables that are kept; until the next time those that come are added."""
        self._kept = await asyncio.to_thread(self.store.count_tables)
        self._count_at = time.monotonic() + COUNT_EVERY
