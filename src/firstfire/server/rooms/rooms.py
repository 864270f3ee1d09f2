"""All rooms: those that are awake, and the clocks of those that sleep."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from ...errors import UnknownGame
from ...kernel.engines.engine import Engine
from ..bots.compiling import CompileQueue
from ..bots.level_rows import DEFAULT_LEVEL, level_names
from ..bots.thinking import Bots
from ..protocol.refusals import Refusal
from ..settings import Settings
from ..store.batch import Batch, Due, TableRow
from ..store.database import Store
from ..store.events import Event
from ..store.story import Archive, Setup, Story, rules_of, shown_until
from ..store.talk import Talk
from ..store.trouble import HeldElsewhere, LeaseLost
from ..views.sections import DrawnSections
from .actor import RoomActor
from .clocks import Running
from .commit_group import CommitGroup
from .holding import Alone, Holding
from .ids import new_id, new_seed
from .membership import Membership
from .new_tables import asides, row_of
from .outbox import Outbox
from .room import Room
from .session import Shown
from .traffic import Adopt, Ask, Enter, Forget, NewTable, Outgoing, Tick
from .updates import shown_by

log = logging.getLogger(__name__)
FIRST = 1  # the number under which a table is had that nobody had before
FORGETTING = 60.0  # seconds for which somebody is unknown here whom another server forgets, unless that is done before
FOLDING = 2  # threads that play logs again: long ones must not keep up who reads the database
LATELY = 60.0  # seconds after an action for which a table does not make way, where an address keeps few
SHARE = 4  # this part of the rooms that may be awake is what one address may keep, where others want one
STANDS_STILL = 60.0  # seconds until a table without a running clock is adopted again


@dataclass
class Asleep:
    """A table that sleeps while a clock runs."""

    timer: asyncio.TimerHandle  # wakes it when the time is up
    running: Running


class Listener(Protocol):
    """Who tells others how far games are."""

    def stands(self, table: str, steps: int, turn: int | None, changed: int) -> None:
        """How far a game is now."""

    def kept(self, table: str) -> None:
        """The row of a table says all there is."""


class Rooms:
    """All rooms of this process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.group = CommitGroup(store, settings.commit_pace)
        self.holding: Holding = Alone()
        self.told: Listener | None = None  # who tells other servers how far games are
        self.compiling = CompileQueue(settings, self._warm, self._compiled)
        self.bots = Bots(settings, self.compiling)
        self._folding = ThreadPoolExecutor(FOLDING, thread_name_prefix="fold")
        self.actors: dict[str, RoomActor] = {}
        self.asleep: dict[str, Asleep] = {}
        self._waking: dict[str, asyncio.Task[RoomActor]] = {}
        self._standing: dict[str, float] = {}  # tables that were adopted in vain, until when that is remembered
        self._ringing: set[asyncio.Task[Any]] = set()
        self.turned: Callable[[Room], None] = lambda room: None  # told when another seat is to act
        self.due: Callable[[Story], Sequence[Due] | None] = lambda story: None  # asked before that is written
        self._going: dict[str, str] = {}  # guests who are being forgotten, and who stands in their place
        self._reading: dict[object, dict[str, str]] = {}  # those, for each log that is read meanwhile
        self._closed = False

    def join(self, address: str, life: float) -> Membership:
        """Be one server among several, which the others reach at an address."""
        self.holding = joined = Membership(
            self.store, address, lost=self.lose, orphaned=self._adopt, life=life
        )  # fmt: skip
        return joined

    async def close(self) -> None:
        """Everybody goes home; nothing is lost, for everything is in the log."""
        self._closed = True
        for actor in self.actors.values():
            actor.stop()
            self._keep_row(actor.room)
            if not actor.busy:  # what is being written now charges time itself
                self._charge(actor.id, actor.room.clocks.running())
            if actor.room.clocks.alarm() is None:  # the others are found with those that sleep here (`orphans`)
                self.holding.give_back(actor.id)
        for table, asleep in self.asleep.items():
            asleep.timer.cancel()
            self._charge(table, asleep.running)
        self.actors.clear()
        self.asleep.clear()
        self._folding.shutdown(wait=False, cancel_futures=True)
        self.compiling.close()
        self.bots.close()

    def _charge(self, table: str, running: Running | None) -> None:
        """This server stops: what was thought so far is spent, and the clock stands until there is another."""
        if running is not None:
            spent = running.spend(time.monotonic(), time.time())
            self.store.put_batch(Batch(table, [spent], lease=self.holding.number(table)))

    # ── rooms ──────────────────────────────────────────────────────────────────────────

    async def actor(self, table: str) -> RoomActor:
        """The actor of a table's room; wakes it where it sleeps."""
        while table not in self.actors:  # others who waited for it too may have put it to sleep again
            await self._awake(table, partial(self._open, table))
        return self.actors[table]

    async def _awake(self, table: str, opening: Callable[[], Coroutine[Any, Any, RoomActor]]) -> None:
        """Have a table opened, by one at a time: there are never two rooms of it."""
        if table in self.actors:
            return
        if table not in self._waking:
            self._waking[table] = waking = asyncio.create_task(opening())
            waking.add_done_callback(lambda _: self._waking.pop(table))
        await asyncio.shield(self._waking[table])

    async def held(self, table: str) -> RoomActor:
        """The actor of a table that this server has for certain: whoever asks is shown nothing older than what anybody
        was told before."""
        actor = await self.actor(table)
        await self._make_sure(actor)
        return actor

    async def as_stored(self, table: str) -> Story:
        """What a table's log tells, as it is stored: of what is being written nobody is told."""
        actor = await self.held(table)
        while actor.busy and not actor.stopped:
            await asyncio.sleep(0.005)
        await self._make_sure(actor)
        return actor.room.story

    async def _make_sure(self, actor: RoomActor) -> None:
        """LeaseLost where a table is not this server's any more, or only anew (the room in memory may lack what others
        wrote meanwhile: it is given up, so that whoever comes next is shown what the log tells), or the room has gone
        to sleep."""
        found, number = await self.holding.has(actor.id), self.holding.number(actor.id)
        is_ours = found and actor.lease == number
        if number and number != actor.lease and not actor.busy and self.actors.get(actor.id) is actor:
            self.lose([actor.id])
        if not is_ours or actor.stopped:
            raise LeaseLost(actor.id)

    async def _open(self, table: str) -> RoomActor:
        self._make_room()
        return self._begin(table, await self.wake(table))

    def _begin(self, table: str, room: Room) -> RoomActor:
        actor = self.actors[table] = RoomActor(self, room)
        actor.put(Tick())  # a bot may have to move
        return actor

    async def wake(self, table: str) -> Room:
        """A room made from the log (read when nobody else can write there any more). Who is forgotten meanwhile is
        not known there either."""
        reading = object()
        self._reading[reading] = forgotten = dict(self._going)
        try:
            room = await self._read(table)
        finally:
            del self._reading[reading]
        for who, nobody in forgotten.items():
            room.forget(Forget(who, nobody), Outgoing())
        return room

    async def _read(self, table: str) -> Room:
        await self.holding.take(table)
        number = self.holding.number(table)
        stored, said = await asyncio.to_thread(lambda: (self.store.table(table), self.store.chat(table)))
        if stored is None:
            raise Refusal("unknown_table")
        row, events = stored
        loop = asyncio.get_running_loop()
        story = await loop.run_in_executor(self._folding, self._told, Setup(**row.setup), row, events)
        if self.holding.number(table) != number:  # lost meanwhile: others may have written there since
            raise LeaseLost(table)
        room = self._room(story, Talk(said))
        room.row_at = (row.summary or {}).get("events", -1)
        return room

    def _room(self, story: Story, talk: Talk) -> Room:
        state, reached, levels = "interpreted", (0, 0), frozenset[str]()
        if not story.is_archived:
            game = story.game.key
            self.compiling.want(game)
            state, reached, levels = self.compiling.state(game), self.compiling.reached(game), level_names(game)
        asleep = self.asleep.pop(story.id, None)
        if asleep is not None:
            asleep.timer.cancel()
        return Room(
            story, now=time.monotonic(), wall=time.time(), fresh=lambda: (new_id(), new_seed()),
            default_level=DEFAULT_LEVEL, levels=levels, away_after=self.settings.away_after,
            resume_for=self.settings.resume_for, engine_state=state, engine_reached=reached,
            thinking_since=asleep.running.since if asleep is not None else None, talk=talk,
        )  # fmt: skip

    def _told(self, setup: Setup, row: TableRow, events: list[Event]) -> Story:
        """What the log tells, by the rules the table was begun with."""
        try:
            compiled = self.compiling.state(rules_of(setup, events).key) == "ready"
        except UnknownGame:
            compiled = False  # it will be archived
        archive = Archive(row.state, (row.summary or {}).get("result"))
        return Story.told(row.id, setup, events, interpreted=not compiled, archive=archive)

    def _make_room(self) -> None:
        """Where too many rooms are awake, those where nobody is go to sleep; then one makes way that an address keeps
        awake beside others; refused where there is none."""
        most = self.settings.keeping.awake
        if len(self.actors) < most:
            return
        for actor in [actor for actor in self.actors.values() if actor.is_idle]:
            actor.sleep()
        if len(self.actors) >= most and not self._make_way(most // SHARE):
            raise Refusal("full")

    def _make_way(self, share: int) -> bool:
        """Put a room to sleep although somebody looks: of the address that keeps most awake, one where nobody has acted
        lately; any, where that address has more than its share. An address with one room keeps it."""
        now, keeps = time.monotonic(), Counter(place for actor in self.actors.values() for place in actor.places)
        found = []
        for actor in self.actors.values():
            many = min((keeps[place] for place in actor.places), default=0)
            lately = now - actor.acted_at < LATELY
            if many > 1 and not actor.busy and (many > share or not lately):
                found.append(((many, not lately, -actor.acted_at), actor))
        if not found:
            return False
        _, actor = max(found, key=lambda each: each[0])
        actor.stop()
        self.put_to_sleep(actor)
        return True

    def moved_on(self, story: Story) -> None:
        """A game is further than it was: other servers may want to know."""
        if self.told is not None:
            if story.state == "playing":
                self.told.stands(story.id, len(story.serials), story.player, story.changed)
            else:
                self.told.kept(story.id)

    def newest(self, row: TableRow) -> TableRow:
        """The row of a table as it stands now: from its room, where that is awake."""
        actor = self.actors.get(row.id)
        if actor is None or actor.room.story.state != "playing" or row.state != "playing":
            return row
        story = actor.room.story
        now = {"steps": len(story.serials), "turn": story.player, "changed": story.changed, "aside": asides(story)}
        return replace(row, summary={**row.summary, **now}, changed=story.changed)

    def awake(self) -> set[str]:
        """The tables that must not be forgotten now."""
        return {*self.actors, *self._waking, *self.asleep}

    async def wind_up(self) -> None:
        """Let the clocks of running games run again after a start: each table wakes for a moment."""
        for table in await asyncio.to_thread(self.store.running_clocks):
            try:
                actor = await self.actor(table)
                actor.sleep()
            except HeldElsewhere:
                pass  # it runs there
            except Refusal as refusal:
                log.warning("the clock of table %s does not run: %s", table, refusal.code)
            except Exception:
                log.exception("the clock of table %s does not run", table)
            await asyncio.sleep(0.01)  # everybody else comes first

    def forget(self, actor: RoomActor) -> None:
        """A room is no longer awake."""
        if self.actors.get(actor.id) is actor:  # else it was given up before, and perhaps there is a new one
            del self.actors[actor.id]
            self.holding.give_back(actor.id)

    def lose(self, tables: Collection[str]) -> None:
        """These tables are not this server's any more: whoever is there comes back, to where they are then."""
        for table in tables:
            actor = self.actors.pop(table, None)
            if actor is not None:
                actor.stop()
            asleep = self.asleep.pop(table, None)
            if asleep is not None:
                asleep.timer.cancel()

    @contextmanager
    def forgetting(self, who: str, nobody: str) -> Iterator[None]:
        """Meanwhile somebody is forgotten: they can do nothing here, and no room that is made from a log knows them:
        `nobody` has the seats they had."""
        if who in self._going:
            raise Refusal("slow_down")
        self._know_no_more(who, nobody)
        try:
            yield
        finally:
            del self._going[who]

    def forget_with_others(self, who: str, nobody: str) -> None:
        """Another server forgets somebody: so does this one, until `forgotten_elsewhere` (which nobody may say any
        more, where that server dies)."""
        if self._going.get(who, nobody) != nobody:
            raise Refusal("slow_down")
        self._know_no_more(who, nobody)
        asyncio.get_running_loop().call_later(FORGETTING, self.forgotten_elsewhere, who, nobody)

    def forgotten_elsewhere(self, who: str, nobody: str) -> None:
        """Another server has forgotten somebody: nothing is to be read of them any more."""
        if self._going.get(who) == nobody:
            del self._going[who]

    def _know_no_more(self, who: str, nobody: str) -> None:
        for forgotten in (self._going, *self._reading.values()):
            forgotten[who] = nobody

    async def forget_person(self, who: str, nobody: str, tables: Collection[str]) -> None:
        """Let the rooms that are awake forget somebody; when that is done they write nothing of theirs any more."""
        done = []
        for actor in list(self.actors.values()):
            if actor.id in tables or actor.room.presence.knows(who):
                answer: asyncio.Future[Outgoing] = asyncio.get_running_loop().create_future()
                actor.put(Forget(who, nobody), answer=answer)
                done.append(answer)
        await asyncio.gather(*done)

    async def set_free(self, tables: Collection[str]) -> None:
        """Let no other server have these tables any more: whoever asks first has them."""
        await self.holding.evict([table for table in tables if not self.holding.number(table)])

    async def _adopt(self, tables: list[str]) -> None:
        """Let the clocks run of games whose server has gone or died."""
        now = time.monotonic()
        self._standing = {table: until for table, until in self._standing.items() if until > now}
        for table in tables:
            if self._closed:
                return
            if table in self.actors or table in self.asleep or table in self._standing:
                continue
            try:
                (await self.actor(table)).sleep()
            except (HeldElsewhere, LeaseLost, Refusal):
                continue  # another server was quicker, or this one is full
            except Exception:
                log.exception("the clock of table %s does not run", table)
            if table not in self.actors and table not in self.asleep:  # nobody's clock runs there
                self._standing[table] = now + STANDS_STILL

    def put_to_sleep(self, actor: RoomActor) -> None:
        """A room goes to sleep; where a clock runs, it will be woken when the time is up."""
        if self.actors.get(actor.id) is not actor:
            return  # it was given up meanwhile
        self.actors.pop(actor.id)
        actor.stopped = True  # whoever still knows it finds no second room of this table
        self._keep_row(actor.room)
        running = actor.room.clocks.running()
        if running is None:
            self.holding.give_back(actor.id)
        else:  # the clock runs here
            wait = max(0.0, running.until - time.monotonic()) + 0.005
            timer = asyncio.get_running_loop().call_later(wait, self._ring, actor.id)
            self.asleep[actor.id] = Asleep(timer, running)

    def _keep_row(self, room: Room) -> None:
        """Lists of tables tell how far a game is that nobody looks at now. (Not after every action: that would
        cost one more write each; where the server is killed, `store.behind` finds what was not kept.)"""
        story = room.story
        if story.state == "playing" and story.count != room.row_at:
            self.store.note(row_of(story), self.holding.number(story.id))
        if self.told is not None:
            self.told.kept(story.id)

    def _ring(self, table: str) -> None:
        """The clock of a table that sleeps has run out."""
        task = asyncio.create_task(self.actor(table))
        self._ringing.add(task)
        task.add_done_callback(self._rung)

    def _rung(self, task: asyncio.Task[Any]) -> None:
        self._ringing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a table whose clock ran out, or where a game began, cannot be woken", exc_info=task.exception())

    def call(self, table: str) -> None:
        """A game has begun at a new table while its people are elsewhere."""
        task = asyncio.create_task(self._call(table))
        self._ringing.add(task)
        task.add_done_callback(self._rung)

    async def _call(self, table: str) -> None:
        with suppress(Refusal, HeldElsewhere, LeaseLost):  # the server is full, or people were quicker, at another one
            self.turned((await self.actor(table)).room)

    async def ask(self, table: str, message: Ask) -> dict[str, Any]:
        """Ask a room something from outside; its answer, or its refusal."""
        actor = await self.held(table)
        if message.who in self._going:
            raise Refusal("trouble")
        answer: asyncio.Future[Outgoing] = asyncio.get_running_loop().create_future()
        actor.put(message, answer=answer)
        out = await answer
        if out.refused is not None:
            raise out.refused
        reply: dict[str, Any] = out.reply
        return reply

    async def enter(self, table: str, message: Enter, outbox: Outbox, *, most: int) -> tuple[RoomActor, str]:
        """Take a place at a table (one guest has at most so many); the name of the session."""
        actor = await self.actor(table)
        if message.resume is None and actor.links_of(message.who) >= most:
            raise Refusal("slow_down")
        if message.seen is not None and actor.room.presence.resumed(message) is None:
            message = replace(message, shown=await self._shown(actor.room, message, *message.seen))
        await self._make_sure(actor)  # last: from here on nobody waits for anything
        if message.who in self._going:
            raise Refusal("trouble")
        answer: asyncio.Future[Outgoing] = asyncio.get_running_loop().create_future()
        actor.put(message, answer=answer, outbox=outbox)
        out = await answer
        if out.refused is not None:
            raise out.refused
        return actor, str(out.reply)

    async def _shown(self, room: Room, message: Enter, version: int, chat: int) -> Shown | None:
        """What somebody was shown by a server that has gone, found again in the log; None where that is not certain."""
        viewer, story = room.presence.standpoint(message).viewer, room.story
        showing = room.showing
        if not story.shows_only(viewer, version):
            stored = await asyncio.to_thread(self.store.table, story.id)
            until = shown_until(stored[1], viewer, version) if stored is not None else None
            if stored is None or until is None:
                return None
            loop, (row, events) = asyncio.get_running_loop(), stored
            past = await loop.run_in_executor(self._folding, self._told, Setup(**row.setup), row, events[:until])
            showing = DrawnSections(past)
        reader = room.presence.standpoint(message).reader
        return shown_by(showing, viewer, message.language, reader, min(chat, room.talk.count))

    # ── new tables ─────────────────────────────────────────────────────────────────────

    async def found(self, make: Callable[[], NewTable], *, at_once: bool) -> NewTable:
        """A new table, made here where that takes no time, else where logs are played again; refused where who makes
        it is being forgotten."""
        made = make() if at_once else await asyncio.get_running_loop().run_in_executor(self._folding, make)
        if made.setup.host in self._going:
            raise Refusal("trouble")
        return made

    async def open_new(self, made: NewTable) -> None:
        """Open a table that was just made here, where there is room: who made it comes at once, it need not be read
        again. Where others had it first, by its log."""
        if len(self.actors) < self.settings.keeping.awake:
            try:
                await self._awake(made.id, partial(self._open_new, made))
            except Exception as error:  # it is made, wherever it is
                log.info("new table %s is not opened here: %s", made.id, type(error).__name__)

    async def _open_new(self, made: NewTable) -> RoomActor:
        await self.holding.take(made.id)
        if self.holding.number(made.id) in (None, FIRST):
            return self._begin(made.id, self._room(made.story, Talk()))
        return await self._open(made.id)

    # ── compiled rules ─────────────────────────────────────────────────────────────────

    async def _warm(self, game: str) -> None:
        await self.bots.warm(game)

    def _compiled(self, game: str, state: str, engine: Engine | None) -> None:
        """The rules of a game are compiled, or some more of them: every table goes on with them."""
        for actor in list(self.actors.values()):
            story = actor.room.story
            if not story.is_archived and story.game.key == game:
                actor.put(Adopt(state, self.compiling.reached(game), engine))
