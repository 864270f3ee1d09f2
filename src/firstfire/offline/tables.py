"""The tables of a device: rooms that are awake, with what the server's own room actors need of those around them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from ..errors import FirstfireError
from ..server.bots.level_rows import DEFAULT_LEVEL, level_names
from ..server.protocol.refusals import Refusal
from ..server.rooms.actor import RoomActor
from ..server.rooms.holding import Alone
from ..server.rooms.ids import new_id, new_seed
from ..server.rooms.new_tables import begun, row_of
from ..server.rooms.outbox import Outbox
from ..server.rooms.room import Room
from ..server.rooms.traffic import Ask, Enter, Outgoing, Tick
from ..server.rooms.wishes import Wished
from ..server.settings import Settings
from ..server.store.batch import Batch, Due, TableRow
from ..server.store.story import Archive, Setup, Story, rules_of
from ..server.store.trouble import StoreTrouble, Then
from .device_store import TABLE, DeviceStore, StoredTable
from .thinking import DeviceRules, DeviceThinking, Think

log = logging.getLogger(__name__)
ON_A_DEVICE = Settings(sleep_after=60.0)  # what a room is told


class DeviceCommits:
    """Writes for rooms: each request by itself, in order."""

    def __init__(self, tables: DeviceTables) -> None:
        self._tables = tables
        self._writing: set[asyncio.Task[None]] = set()

    def write(self, batch: Batch, then: Then) -> None:
        """Store what a room writes, and call back."""
        task = asyncio.create_task(self._written(batch, then))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    def holds(self, actor: RoomActor) -> bool:
        """Nobody waits for others."""
        return False

    async def _written(self, batch: Batch, then: Then) -> None:
        trouble = None
        try:
            await self._tables.store.write(batch, self._tables.row(batch))
        except StoreTrouble as error:
            trouble = error
        except Exception as error:
            log.exception("table %s could not be written", batch.table)
            trouble = StoreTrouble(str(error))
        then(trouble)


class DeviceTables:
    """All rooms of this device."""

    def __init__(self, store: DeviceStore, think: Think | None = None, settings: Settings = ON_A_DEVICE) -> None:
        self.store, self.settings = store, settings
        self.group, self.holding = DeviceCommits(self), Alone()
        self.compiling, self.bots = DeviceRules(), DeviceThinking(think)
        self.actors: dict[str, RoomActor] = {}
        self.turned: Callable[[Room], None] = lambda room: None
        self.due: Callable[[Story], Sequence[Due] | None] = lambda story: None

    def close(self) -> None:
        """Everybody goes home; nothing is lost, for everything is in the log."""
        for actor in self.actors.values():
            actor.stop()
        self.actors.clear()
        self.store.close()

    # ── what rooms at work ask for ─────────────────────────────────────────────────────

    async def wake(self, table: str) -> Room:
        """A room made from the log."""
        return self._room(self.story(table))

    def call(self, table: str) -> None:
        """A game has begun at a new table: its bots play."""
        self.actor(table)

    def forget(self, actor: RoomActor) -> None:
        """A room is no longer awake."""
        if self.actors.get(actor.id) is actor:
            del self.actors[actor.id]

    def put_to_sleep(self, actor: RoomActor) -> None:
        """A room goes to sleep."""
        self.forget(actor)
        actor.stopped = True

    def moved_on(self, story: Story) -> None:
        """A game is further than it was; its row says so already."""

    def row(self, batch: Batch) -> TableRow:
        """The row of a table as it stands after a batch."""
        actor = self.actors.get(batch.table)
        if actor is not None:
            return row_of(actor.room.story)
        assert batch.row is not None
        return batch.row

    # ── tables ─────────────────────────────────────────────────────────────────────────

    def story(self, table: str) -> Story:
        """What a table's log tells; refused where there is none, or it is damaged."""
        try:
            stored = self.store.table(table)
            if stored is None:
                raise Refusal("unknown_table")
            return self._told(stored)
        except Refusal:
            raise
        except Exception as error:  # whatever a damaged text may lead to
            log.warning("table %s is damaged: %s", table, error)
            raise Refusal("damaged_table", detail=f"{type(error).__name__}: {error}") from None

    def _told(self, stored: StoredTable) -> Story:
        setup, events = Setup(**stored.row.setup), stored.events()
        archive = Archive(stored.row.state, stored.row.summary.get("result"))
        try:
            interpreted = self.compiling.state(rules_of(setup, events).key) != "ready"
        except FirstfireError:  # it will be archived
            interpreted = True
        return Story.told(stored.row.id, setup, events, interpreted=interpreted, archive=archive)

    def _room(self, story: Story) -> Room:
        known = not story.is_archived
        return Room(
            story, now=time.monotonic(), wall=time.time(), fresh=lambda: (new_id(), new_seed()),
            default_level=DEFAULT_LEVEL, levels=level_names(story.game.key) if known else frozenset(),
            away_after=self.settings.away_after, resume_for=self.settings.resume_for,
            engine_state=self.compiling.state(story.game.key) if known else "interpreted",
        )  # fmt: skip

    def actor(self, table: str) -> RoomActor:
        """The actor of a table's room; wakes it where it sleeps."""
        if table not in self.actors:
            self._begin(self.story(table))
        return self.actors[table]

    def _begin(self, story: Story) -> RoomActor:
        actor = self.actors[story.id] = RoomActor(self, self._room(story))
        actor.put(Tick())  # a bot may have to move
        return actor

    async def found(self, wished: Wished) -> Story:
        """A new table, stored and open."""
        setup, plan, opening, components = wished
        interpreted = self.compiling.state(rules_of(setup).key) != "ready"
        made = begun(
            new_id(), setup, plan, setup.created / 1000, interpreted=interpreted, opening=opening, components=components
        )
        await self.store.write(Batch(made.id, made.events, made.row, is_new=True), made.row)
        self._begin(made.story)
        return made.story

    async def ask(self, table: str, message: Ask) -> Outgoing:
        """Ask a room something from outside."""
        return await self._answered(self.actor(table), message, None)

    async def enter(self, table: str, message: Enter, outbox: Outbox) -> tuple[RoomActor, str]:
        """Take a place at a table; the name of the session."""
        actor = self.actor(table)
        out = await self._answered(actor, message, outbox)
        return actor, str(out.reply)

    async def _answered(self, actor: RoomActor, message: Ask | Enter, outbox: Outbox | None) -> Outgoing:
        answer: asyncio.Future[Outgoing] = asyncio.get_running_loop().create_future()
        actor.put(message, answer=answer, outbox=outbox)
        out = await answer
        if out.refused is not None:
            raise out.refused
        return out

    async def delete(self, table: str) -> None:
        """Forget a table."""
        actor = self.actors.pop(table, None)
        if actor is not None:
            actor.stop()
        await self.store.put(TABLE + table, None)

    def mine(self) -> list[TableRow]:
        """The tables there are, the latest first, as they stand now."""
        rows = [row_of(self.actors[row.id].room.story) if row.id in self.actors else row for row in self.store.rows()]
        return sorted((row for row in rows if row.state != "closed"), key=lambda row: row.changed, reverse=True)


def seats_of(row: TableRow) -> list[int]:
    """The seats of people at a table: on a device all of them are one."""
    return [seat["seat"] for seat in row.summary["seats"] if seat["level"] is None]
