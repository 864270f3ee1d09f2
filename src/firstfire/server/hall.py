"""The hall: the rooms that are awake. Each is one task with an inbox that takes one message
at a time: the room says what follows, it is stored, and only then is anybody told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from ..errors import BadSetup, UnknownGame
from ..games import game as find_game
from ..kernel.engine import Engine
from .desk import Adopt, Advised, Ask, BotJob, Chosen, Enter, GaveUp, HintJob, Incoming, Outgoing, Tick
from .elders import DEFAULT_LEVEL, Elders, Kiln, level_names
from .founding import found
from .guests import new_id, new_seed
from .models import CreateTable
from .refusals import Refusal, bad_setup, check_setup, no_such_level
from .room import Room
from .settings import Settings
from .store import Batch, Store
from .story import Setup, Story

log = logging.getLogger(__name__)
THINKING = 1.0  # seconds a bot may think about one decision, less when people have waited
PATIENT = ("shaman", "elder")  # levels one waits for
PATIENCE = 5.0


class Wire:
    """The way to one viewer: messages wait here until the socket takes them."""

    def __init__(self, most: int) -> None:
        self.queue: asyncio.Queue[bytes | int] = asyncio.Queue()  # an int closes with that code
        self.most = most
        self.closed = False

    def send(self, body: bytes) -> None:
        """Send a message (a viewer who does not read is cut off)."""
        if self.queue.qsize() >= self.most:
            self.close(1013)
        if not self.closed:
            self.queue.put_nowait(body)

    def close(self, code: int) -> None:
        """Close the connection after what waits."""
        if not self.closed:
            self.closed = True
            self.queue.put_nowait(code)


class Keeper:
    """One room's task, its viewers' wires, its bots."""

    def __init__(self, hall: Hall, room: Room) -> None:
        self.hall, self.room = hall, room
        self.id = room.story.id
        self.inbox: asyncio.Queue[tuple[Incoming, asyncio.Future[Outgoing] | None, Wire | None]] = asyncio.Queue()
        self.wires: dict[str, Wire] = {}
        self.jobs: set[asyncio.Task[None]] = set()
        self.waiting_since = time.time()  # since when people wait for bots
        self.busy = False  # at work on a message
        self._timer: asyncio.TimerHandle | None = None  # for the clock of a seat, or to fall asleep
        self.task = asyncio.create_task(self._work(), name=f"room {self.id}")

    def put(
        self, message: Incoming, *, answer: asyncio.Future[Outgoing] | None = None, wire: Wire | None = None
    ) -> None:
        """Put a message into the inbox."""
        self.inbox.put_nowait((message, answer, wire))

    def wires_of(self, who: str) -> int:
        """How many links a guest has to this table."""
        sessions = self.room.presence.sessions
        return sum(name in sessions and sessions[name].who == who for name in self.wires)

    async def _work(self) -> None:
        while True:
            self.busy = False
            message, answer, wire = await self.inbox.get()
            self.busy = True
            try:
                out = self.room.handle(message, time.time())
                if out.events or out.created:
                    await self.hall.store.append(batch_of(self.id, out))
            except Exception as error:
                log.exception("room %s failed at %s", self.id, type(message).__name__)
                await self._start_over(answer, error)
                continue
            self._deliver(message, out, answer, wire)

    def _set_timer(self, alarm: float | None) -> None:
        """Wake up when a clock runs out; fall asleep when nobody has been here for a while."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        if alarm is not None:
            self._timer = loop.call_later(max(0.0, alarm - time.time()) + 0.005, self.put, Tick())
        elif not self.wires:
            self._timer = loop.call_later(self.hall.settings.sleep_after, self._sleep)

    def _sleep(self) -> None:
        if not self.wires and not self.jobs and not self.busy and self.inbox.empty():
            self.hall.forget(self.id)
            self.task.cancel()

    async def _start_over(self, answer: asyncio.Future[Outgoing] | None, error: Exception) -> None:
        """What is in memory may be more than what is stored: forget it, read the log again."""
        for wire in self.wires.values():
            wire.close(1012)
        self.wires.clear()
        waiting = [answer]
        while not self.inbox.empty():  # what was said meanwhile was said to a room that is gone
            waiting.append(self.inbox.get_nowait()[1])
        for left in waiting:
            if left is not None and not left.done():
                left.set_result(Outgoing(refused=Refusal("trouble")))
        try:
            self.room = await self.hall.wake(self.id)
        except Exception:
            log.exception("room %s cannot be woken again", self.id)
            self.hall.forget(self.id)
            self.task.cancel()

    def _deliver(
        self, message: Incoming, out: Outgoing, answer: asyncio.Future[Outgoing] | None, wire: Wire | None
    ) -> None:
        if not isinstance(message, Chosen | Tick):
            self.waiting_since = time.time()
        if wire is not None and out.refused is None:
            old = self.wires.pop(out.reply, None)
            if old is not None:
                old.close(4409)
            self.wires[out.reply] = wire
        for session, body in out.mail:
            found_wire = self.wires.get(session)
            if found_wire is not None:
                found_wire.send(body)
        for job in out.jobs:
            task = asyncio.create_task(self._think(job) if isinstance(job, BotJob) else self._advise(job))
            self.jobs.add(task)
            task.add_done_callback(self.jobs.discard)
        self._set_timer(out.alarm)
        if answer is not None and not answer.done():
            answer.set_result(out)

    async def _think(self, job: BotJob) -> None:
        """Ask a bot; its move comes not before the eye has followed the last one, but the longer
        people have waited, the less it dawdles."""
        seat, waited = job.thought.seat, time.time() - self.waiting_since
        pause = self.hall.settings.bot_pause * (1.0 if waited < 1.2 else 0.3 if waited < 2.0 else 0.0)
        ready_at = time.time() + pause
        patient = job.thought.level in PATIENT
        limit = PATIENCE if patient else THINKING
        try:
            limit = min(limit, max(0.1, limit - waited / 2))
            action = await self.hall.elders.choose(job.thought, limit, patient=patient)
        except Exception:
            log.exception("no bot could be asked at table %s", self.id)
            self.put(GaveUp(seat, job.version))
            return
        await asyncio.sleep(max(0.0, ready_at - time.time()))
        self.put(Chosen(seat, job.version, action))

    async def _advise(self, job: HintJob) -> None:
        try:
            moves = await self.hall.elders.advise(job.thought)
        except Exception:
            log.exception("no elder could be asked at table %s", self.id)
            moves = None
        self.put(Advised(job.session, job.to, job.version, moves))

    def stop(self) -> None:
        """The server goes down: viewers are told to come back."""
        for wire in self.wires.values():
            wire.close(1012)
        for job in self.jobs:
            job.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self.task.cancel()


class Hall:
    """All rooms of this process."""

    def __init__(self, settings: Settings, store: Store, *, clock: Callable[[], float] = time.time) -> None:
        self.settings, self.store, self.clock = settings, store, clock
        self.kiln = Kiln(settings, self._warm, self._fired)
        self.elders = Elders(settings, self.kiln)
        self.keepers: dict[str, Keeper] = {}
        self._waking: dict[str, asyncio.Task[Keeper]] = {}

    async def close(self) -> None:
        """Everybody goes home; nothing is lost, for everything is in the log."""
        for keeper in self.keepers.values():
            keeper.stop()
        self.kiln.close()
        self.elders.close()

    # ── rooms ──────────────────────────────────────────────────────────────────────────

    async def keeper(self, table: str) -> Keeper:
        """The keeper of a table's room; wakes it where it sleeps."""
        if table in self.keepers:
            return self.keepers[table]
        if table not in self._waking:
            self._waking[table] = asyncio.create_task(self._open(table))
        try:
            return await asyncio.shield(self._waking[table])
        finally:
            task = self._waking.get(table)
            if task is not None and task.done():
                del self._waking[table]

    async def _open(self, table: str) -> Keeper:
        keeper = Keeper(self, await self.wake(table))
        self.keepers[table] = keeper
        keeper.put(Tick())  # a bot may have to move
        return keeper

    async def wake(self, table: str) -> Room:
        """A room made from the log."""
        stored = await asyncio.to_thread(self.store.table, table)
        if stored is None:
            raise Refusal("unknown_table")
        row, events = stored
        setup = Setup(**row.setup)
        try:
            find_game(setup.game)
        except UnknownGame:
            raise Refusal("unknown_game") from None
        self.kiln.want(setup.game)
        state = self.kiln.state(setup.game)
        story = await asyncio.to_thread(Story.told, table, setup, events, interpreted=state != "ready")
        return Room(
            story, now=time.time(), fresh=lambda: (new_id(), new_seed()), default_level=DEFAULT_LEVEL,
            levels=level_names(setup.game), away_after=self.settings.away_after,
            resume_for=self.settings.resume_for, engine_state=state,
        )  # fmt: skip

    def forget(self, table: str) -> None:
        """A room goes to sleep."""
        self.keepers.pop(table, None)

    async def ask(self, table: str, message: Ask) -> dict[str, Any]:
        """Ask a room something from outside; its answer, or its refusal."""
        keeper = await self.keeper(table)
        answer: asyncio.Future[Outgoing] = asyncio.get_running_loop().create_future()
        keeper.put(message, answer=answer)
        out = await answer
        if out.refused is not None:
            raise out.refused
        reply: dict[str, Any] = out.reply
        return reply

    async def enter(self, table: str, message: Enter, wire: Wire, *, most: int) -> tuple[Keeper, str]:
        """Take a place at a table (one guest has at most so many); the name of the session."""
        keeper = await self.keeper(table)
        if message.resume is None and keeper.wires_of(message.who) >= most:
            raise Refusal("slow_down")
        answer: asyncio.Future[Outgoing] = asyncio.get_running_loop().create_future()
        keeper.put(message, answer=answer, wire=wire)
        out = await answer
        if out.refused is not None:
            raise out.refused
        return keeper, str(out.reply)

    # ── new tables ─────────────────────────────────────────────────────────────────────

    async def create(self, who: str, name: str, wish: CreateTable) -> str:
        """Set up a new table; its id."""
        try:
            game = find_game(wish.game)
        except UnknownGame:
            raise Refusal("unknown_game") from None
        options = {option.name: wish.options.get(option.name, option.proposed) for option in game.options}
        if wish.seed is not None and wish.listed:
            raise Refusal("bad_setup", reason="seeded")
        check_setup(game, len(wish.seats), {**options, **wish.options})
        now = time.time()
        setup = Setup(
            game=wish.game, players=len(wish.seats), seed=new_seed() if wish.seed is None else wish.seed,
            options=options, language=wish.language, listed=wish.listed, hints=wish.hints, undo=wish.undo,
            seeded=wish.seed is not None, host=who, created=int(now * 1000),
            clock=wish.clock.model_dump() if wish.clock else None,
        )  # fmt: skip
        table = new_id()
        try:
            made = await asyncio.to_thread(found, table, setup, _plan(wish, who, name), now)
        except BadSetup as error:
            raise bad_setup(error, game) from None
        await self.store.append(Batch(table, made.events, made.row, is_new=True))
        self.kiln.want(wish.game)
        return table

    async def _warm(self, game: str) -> None:
        await self.elders.warm(game)

    def _fired(self, game: str, state: str, engine: Engine | None) -> None:
        """The rules of a game are compiled: every table goes on with them."""
        for keeper in list(self.keepers.values()):
            if keeper.room.story.game.name == game:
                keeper.put(Adopt(state, engine))


def batch_of(table: str, out: Outgoing) -> Batch:
    """What a room's answer writes."""
    created = [Batch(new.id, new.events, new.row, is_new=True) for new in out.created]
    return Batch(table, out.events, out.row, with_too=created)


def _plan(wish: CreateTable, who: str, name: str) -> list[dict[str, Any]]:
    """Who sits where at a new table."""
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise Refusal("bad_setup", reason="me", detail="one seat can be 'me'; other people at this screen are 'hot'")
    known = level_names(wish.game)
    plan: list[dict[str, Any]] = []
    for seat in wish.seats:
        level = seat.level or DEFAULT_LEVEL
        if seat.kind == "bot" and level not in known:
            raise no_such_level(level, known)
        person = seat.kind in ("me", "hot")
        own = (wish.name or name) if seat.kind == "me" else seat.name or name
        plan.append({
            "kind": "person" if person else seat.kind,
            "name": own if person else seat.name or "",
            "level": level if seat.kind == "bot" else None,
            "guests": [who] if person else [],
        })  # fmt: skip
    return plan
