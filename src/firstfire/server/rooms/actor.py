"""A room at work (an actor): takes one message at a time, stores what follows from it, and only then tells
anybody. It owns the outboxes of the viewers and asks for bots and advice; the room itself does no I/O.

A actor is no task: whoever puts a message into an idle room has it handled at once, and the store calls
back when the events are on the disk. Nothing the actor holds points back to it, so a room that sleeps is
gone from memory at that moment.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from math import ceil
from typing import Any, NamedTuple, Protocol

from ...kernel.engines.engine import Engine, engine_for
from ...players.levels import pace_is_secret
from ...players.search import options_are_secret
from ..bots.requests import Advice, BotRequest, Reader, view_of
from ..protocol import requests
from ..protocol.refusals import Refusal
from ..settings import Settings
from ..store.batch import Batch, Due
from ..store.story import Story
from ..store.trouble import HeldElsewhere, LeaseLost, StoreTrouble, Then
from .holding import Holding
from .outbox import Backlog, Outbox
from .room import Room
from .traffic import (
    Advised,
    Ask,
    BotJob,
    Chosen,
    GaveUp,
    Glance,
    HintJob,
    Incoming,
    Outgoing,
    Refused,
    Say,
    Tick,
    Waits,
)  # fmt: skip

log = logging.getLogger(__name__)
THINKING = 1.0  # seconds a bot may think about one decision, less when people have waited
PATIENT = ("shaman", "elder", "spirit")  # levels one waits for
PATIENCE = 5.0
PLAIN_BEAT = 1.0  # seconds: the beat of bots whose pace is secret, while their rules are not compiled
OF_A_BEAT = 0.7  # the most of it that they think, so that the rest of the way fits in
SECOND_THOUGHT = 10  # pauses between an action of a person and a bot's answer after which it cannot be taken back
TRY_AGAIN = 5.0  # seconds until a bot or a clock is heard again, while nothing can be stored
Answer = asyncio.Future[Outgoing]


def bot_pause(pause: float, waited: float, thought: float, *, secret: bool) -> float:
    """Seconds between a bot's answer and its move. The eye shall follow (`pause`), less so the longer people have
    waited. Where the bot's options are `secret`, it keeps the whole pause for a beat: a little thought more or
    less, which may hang on what only the bot knows, is not seen."""
    if not pause:
        return 0.0
    if secret:
        return max(1, ceil(thought / pause)) * pause - thought
    least = pause * (1.0 if waited < 1.2 else 0.3 if waited < 2.0 else 0.0)
    return max(0.0, least - thought)


class Envelope(NamedTuple):
    """A message in an inbox, and when it came: to measure by, and to show."""

    message: Incoming
    answer: Answer | None
    outbox: Outbox | None
    now: float
    wall: float


def acts(message: Incoming) -> bool:
    """Whether somebody plays: that is written, and can wait for others."""
    return isinstance(message, Chosen) or (isinstance(message, Say) and isinstance(message.request, requests.Act))


class KeptStore(Protocol):
    """Where everything is stored."""

    @property
    def ailing(self) -> bool:
        """Whether nothing can be stored just now."""


class Commits(Protocol):
    """What writes for rooms."""

    def write(self, batch: Batch, then: Then) -> None:
        """Store what a room writes; calls back when that is done, or was in vain."""

    def holds(self, actor: RoomActor) -> bool:
        """Let a room wait for the next commit; False where that may begin at once."""


class Engines(Protocol):
    """The rules that run as machine code."""

    @property
    def engines(self) -> Mapping[str, Engine]:
        """The engines of those games."""


class Thinking(Protocol):
    """Those who think for bots and advise people."""

    async def choose(
        self, asked: BotRequest, limit: float, *, table: str, seen: bool, told: Callable[[int, float], None]
    ) -> tuple[int, float]:
        """What a bot plays, and how much of what it wanted to think it did."""

    async def advise(
        self, asked: BotRequest, reader: Reader, *, guest: str, told: Callable[[int, float], None]
    ) -> Advice:
        """What the search would do, and why."""


class RoomOwner(Protocol):
    """What a room at work needs of all the rooms there are."""

    turned: Callable[[Room], None]  # told when another seat is to act
    due: Callable[[Story], Sequence[Due] | None]  # asked then, before it is written: which notices are to be sent

    @property
    def settings(self) -> Settings:
        """What this server was told."""

    @property
    def store(self) -> KeptStore:
        """Where everything is stored."""

    @property
    def group(self) -> Commits:
        """What writes there."""

    @property
    def compiling(self) -> Engines:
        """The rules that run as machine code."""

    @property
    def bots(self) -> Thinking:
        """Those who think."""

    @property
    def holding(self) -> Holding:
        """Which tables are here."""

    async def wake(self, table: str) -> Room:
        """A room made from the log."""

    def call(self, table: str) -> None:
        """A game has begun at a new table while its people are elsewhere."""

    def forget(self, actor: RoomActor) -> None:
        """A room is no longer awake."""

    def put_to_sleep(self, actor: RoomActor) -> None:
        """A room goes to sleep; a running clock goes on without it."""

    def moved_on(self, story: Story) -> None:
        """A game is further than it was."""


class RoomActor:
    """One room at work: its inbox, its viewers' outboxes, its bots."""

    def __init__(self, rooms: RoomOwner, room: Room) -> None:
        self.rooms, self.room = rooms, room
        self.id = room.story.id
        self.inbox: deque[Envelope] = deque()
        self.outboxes: dict[str, Outbox] = {}
        self.jobs: set[asyncio.Task[None]] = set()
        self.waiting_since = time.monotonic()  # since when people wait for bots
        self.busy = False  # waits for the disk, or for a new room
        self.acted_at = time.monotonic()  # when somebody here last did more than look
        self.stopped = False  # asleep, or given up: there may be another actor of this table, here or elsewhere
        self.lease = rooms.holding.number(self.id)  # under which the log was read; nothing is written under another
        self._charged = (0, 0.0)  # how the clock stood before the message that is being handled, or written
        self._alarm: asyncio.TimerHandle | None = None  # the clock of a seat
        self._rest: asyncio.TimerHandle | None = None  # until it falls asleep

    def put(self, message: Incoming, *, answer: Answer | None = None, outbox: Outbox | None = None) -> None:
        """Put a message into the inbox; where the room is idle it is handled at once, or, if it is an action and a
        commit is under way, together with those of other tables for the next one (a message that comes meanwhile
        takes it along)."""
        if self.stopped:
            _turn_away(answer, outbox)
            return
        letter = Envelope(message, answer, outbox, time.monotonic(), time.time())
        self.inbox.append(letter)
        if isinstance(message, Say) and message.request.writes:
            self.acted_at = letter.now
        if not self.busy and not (acts(message) and self.rooms.group.holds(self)):
            self._work()

    def go_on(self) -> None:
        """Handle what waits."""
        if not self.busy and not self.stopped:
            self._work()

    @property
    def places(self) -> set[Backlog]:
        """The addresses from which somebody looks."""
        return {outbox.backlog for outbox in self.outboxes.values() if outbox.backlog is not None}

    @property
    def viewers(self) -> int:
        """How many links there are to this table."""
        return len(self.outboxes)

    def links_of(self, who: str) -> int:
        """How many links a guest has to this table."""
        sessions = self.room.presence.sessions
        return sum(name in sessions and sessions[name].who == who for name in self.outboxes)

    def _work(self) -> None:
        while self.inbox and not self.busy:
            message, answer, outbox, now, wall = self.inbox.popleft()
            self.room.stalled = self.rooms.store.ailing
            if self.room.stalled:
                held = self._hold(message, answer)
                if held is None:
                    continue
                message = held
            self._charged = self.room.story.charged_at, self.room.clocks.thinking_since
            try:
                out = self.room.handle(message, now, wall)
                if out.events or out.created or out.chats:
                    batch = batch_of(self.id, out, self.rooms.settings.limits.chats_kept)
                    batch.lease = self.lease
                    if out.turned:
                        batch.due = self.rooms.due(self.room.story)
                    for new, begins in zip(out.created, batch.with_too, strict=True):
                        begins.due = self.rooms.due(new.story)
                    self.rooms.group.write(batch, partial(self._stored, message, out, answer, outbox))
                    self.busy = True
                    return
            except Exception:
                log.exception("room %s failed at %s", self.id, type(message).__name__)
                self._start_over(answer)
                return
            self._deliver(message, out, answer, outbox)

    def _hold(self, message: Incoming, answer: Answer | None) -> Incoming | None:
        """Nothing can be stored just now: people are told, bots and clocks wait. What remains to
        be done, if anything."""
        match message:
            case Say(session, request) if request.writes:
                return Refused(session, message.request.id, Refusal("not_stored"))
            case Ask(request=request) if not isinstance(request, Glance):
                if answer is not None and not answer.done():
                    answer.set_result(Outgoing(refused=Refusal("not_stored")))
                return None
            case Chosen() | GaveUp() | Tick():
                asyncio.get_running_loop().call_later(TRY_AGAIN, self.put, message)
                return None
        return message

    def _stored(
        self,
        message: Incoming,
        out: Outgoing,
        answer: Answer | None,
        outbox: Outbox | None,
        trouble: StoreTrouble | None,
    ) -> None:
        """The disk has it (or not)."""
        if self.stopped:  # who asked is told what was done; nobody is shown anything by a room that was given up
            if (trouble is None or trouble.unsure) and outbox is None and answer is not None and not answer.done():
                answer.set_result(out if trouble is None else Outgoing(refused=Refusal("unsure")))
            _turn_away(answer, outbox)
            return
        if trouble is not None:
            log.warning("room %s: %s was not stored: %s", self.id, type(message).__name__, trouble)
            self._start_over(answer, unsure=trouble.unsure)
            return
        self.busy = False
        self.rooms.moved_on(self.room.story)
        self._deliver(message, out, answer, outbox)
        self._work()

    # ── sleeping and waking ────────────────────────────────────────────────────────────

    def _set_timers(self, alarm: float | None) -> None:
        """Wake up when a clock runs out; fall asleep when nobody has been here for a while."""
        loop = asyncio.get_running_loop()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if alarm is not None:
            self._alarm = loop.call_later(max(0.0, alarm - time.monotonic()) + 0.005, self.put, Tick())
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
        if not self.outboxes:
            self._rest = loop.call_later(self.rooms.settings.sleep_after, self.sleep)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not (self.outboxes or self.jobs or self.busy or self.inbox)

    def sleep(self) -> None:
        """Go to sleep, if nothing is under way; a running clock goes on without it."""
        if self.is_idle:
            self._cancel_timers()
            self.rooms.put_to_sleep(self)

    def _start_over(self, answer: Answer | None, *, unsure: bool = False) -> None:
        """What is in memory may be more than what is stored: forget it, read the log again. (`unsure`: who waits for
        `answer` is not told that nothing was changed.)"""
        self.busy = True
        for outbox in self.outboxes.values():
            outbox.close(1012)
        self.outboxes.clear()
        if unsure and answer is not None and not answer.done():
            answer.set_result(Outgoing(refused=Refusal("unsure")))
        waiting = [answer, *(letter.answer for letter in self.inbox)]
        self.inbox.clear()  # what was said meanwhile was said to a room that is gone
        for left in waiting:
            if left is not None and not left.done():
                left.set_result(Outgoing(refused=Refusal("not_stored" if self.rooms.store.ailing else "trouble")))
        self._spawn(self._read_again())

    async def _read_again(self) -> None:
        try:
            self.room = await self.rooms.wake(self.id)
        except (HeldElsewhere, LeaseLost):  # people will find it there
            self.stop()
            self.rooms.forget(self)
            return
        except Exception:
            log.exception("room %s cannot be woken again", self.id)
            self.stop()
            self.rooms.forget(self)
            return
        self.lease = self.rooms.holding.number(self.id)
        if self.room.story.charged_at == self._charged[0]:  # nobody gets time back by that
            self.room.clocks.thinking_since = self._charged[1]
        self.busy = False
        self._set_timers(None)
        self.put(Tick())

    def stop(self) -> None:
        """The room is given up: viewers are told to come back."""
        self.stopped = True
        for outbox in self.outboxes.values():
            outbox.close(1012)
        for job in self.jobs:
            if job is not asyncio.current_task():
                job.cancel()
        self._cancel_timers()
        for letter in self.inbox:
            _turn_away(letter.answer, letter.outbox)
        self.inbox.clear()

    def _cancel_timers(self) -> None:
        for timer in (self._alarm, self._rest):
            if timer is not None:
                timer.cancel()
        self._alarm = self._rest = None

    # ── what follows ───────────────────────────────────────────────────────────────────

    def _deliver(self, message: Incoming, out: Outgoing, answer: Answer | None, outbox: Outbox | None) -> None:
        if not isinstance(message, Chosen | Tick | Waits):
            self.waiting_since = time.monotonic()
        if outbox is not None and out.refused is None:
            old = self.outboxes.pop(out.reply, None)
            if old is not None:
                old.close(4409)
            self.outboxes[out.reply] = outbox
        letters: dict[str, list[bytes]] = {}
        for session, body in out.mail:
            letters.setdefault(session, []).append(body)
        for session, bodies in letters.items():
            waiting = self.outboxes.get(session)
            if waiting is not None:
                waiting.send(*bodies)
        for session in out.gone:
            forgotten = self.outboxes.pop(session, None)
            if forgotten is not None:
                forgotten.close(1012)
        for session in out.cut:
            gone = self.outboxes.pop(session, None)
            if gone is not None:
                gone.close(4403)
        for job in out.jobs:
            self._spawn(self._think(job) if isinstance(job, BotJob) else self._advise(job))
        if out.turned:
            self.rooms.turned(self.room)
        for new in out.created:
            self.rooms.call(new.id)
        self._set_timers(out.alarm)
        if answer is not None and not answer.done():
            answer.set_result(out)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.jobs.add(task)
        task.add_done_callback(self.jobs.discard)

    async def _think(self, job: BotJob) -> None:
        """Ask a bot; its move comes not before the eye has followed the last one, but the longer
        people have waited, the less it dawdles. Where it takes somebody's undo away, it leaves time for one."""
        seat, asked_at = job.asked.seat, time.monotonic()
        waited = asked_at - self.waiting_since
        limit = PATIENCE if job.asked.level in PATIENT else THINKING
        limit = min(limit, max(0.1, limit - waited / 2))
        beat = self._beat(job)
        limit = min(limit, OF_A_BEAT * beat or limit)

        def told(ahead: int, seconds: float) -> None:
            self.put(Waits(job.version, ahead, seconds))

        try:
            action, share = await self.rooms.bots.choose(
                job.asked, limit, table=self.id, seen=bool(self.outboxes), told=told
            )
        except BrokenExecutor:
            log.exception("no bot could be asked at table %s", self.id)
            self.put(GaveUp(seat, job.version))
            return
        except Exception:
            log.exception("a bot (%s) failed at table %s", job.asked.level, self.id)
            self.put(GaveUp(seat, job.version, is_at_fault=True))
            return
        pause = beat or self.rooms.settings.bot_pause
        secret = pause > 0 and (beat > 0 or self._has_secret_options(job))
        thought = time.monotonic() - asked_at
        rest = bot_pause(pause, waited, thought, secret=secret)
        if pause and self.room.ends_undo(seat, action):
            rest = max(rest, SECOND_THOUGHT * self.rooms.settings.bot_pause - waited - thought)
        await asyncio.sleep(rest)
        self.put(Chosen(seat, job.version, action, 1.0 if beat else share))  # what was left out would tell as much

    def _beat(self, job: BotJob) -> float:
        """Seconds of the beat on which a bot moves, if how long it thinks hangs on what only it knows; else 0."""
        view, pause = view_of(job.asked), self.rooms.settings.bot_pause
        if not pause or not pace_is_secret(job.asked.level, view.game, view.state.seats):
            return 0.0
        return pause if view.game.key in self.rooms.compiling.engines else max(pause, PLAIN_BEAT)

    def _has_secret_options(self, job: BotJob) -> bool:
        """Whether a bot's options hang on what only it knows."""
        view = view_of(job.asked)
        engine = self.rooms.compiling.engines.get(view.game.key) or engine_for(view.game, interpreted=True)
        return options_are_secret(view, engine)

    async def _advise(self, job: HintJob) -> None:
        def told(ahead: int, seconds: float) -> None:
            self.put(Waits(job.version, ahead, seconds, job.session, job.to))

        try:
            moves = await self.rooms.bots.advise(job.asked, job.reader, guest=job.who, told=told)
        except Exception:
            log.exception("no hint could be had at table %s", self.id)
            moves = None
        self.put(Advised(job.session, job.to, job.version, moves))


def _turn_away(answer: Answer | None, outbox: Outbox | None) -> None:
    """Have somebody who came to a room that was given up come back."""
    if outbox is not None:
        outbox.close(1012)
    if answer is not None and not answer.done():
        answer.set_result(Outgoing(refused=Refusal("trouble")))


def batch_of(table: str, out: Outgoing, chats_kept: int) -> Batch:
    """What a room's answer writes."""
    created = [Batch(new.id, new.events, new.row, is_new=True) for new in out.created]
    return Batch(
        table, out.events, out.row, chats=out.chats, chats_kept=chats_kept, with_too=created, result=out.result
    )  # fmt: skip
