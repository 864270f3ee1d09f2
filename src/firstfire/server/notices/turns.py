"""Turns: who is told that it is their turn, when, and by what.

It becomes somebody's turn → a short while later (links break and come back) → still their turn, and none of their
pages is open at the table → their browsers are told, and their mailbox, which is written to once in a while only.
Who looks on then may have a dead link that nobody has noticed yet: once more, a minute later.

What is due lies in the database too, written with the event that began the turn (store/dues.py), for everybody who can
be reached: where a server ends first, whoever starts next, or another server that finds that nobody has the table,
tells them. Who tells somebody puts that off first (`CLAIMED`): nobody else tells them meanwhile. A server that dies
between telling and noting it leaves a notice that is told once more.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import orjson

from ..bots.processes import end
from ..protocol.refusals import Refusal, server_words
from ..rooms.room import Room
from ..rooms.rooms import Rooms
from ..settings import Settings
from ..store import dues, subscriptions
from ..store.batch import Due
from ..store.database import Store
from ..store.story import Story
from ..store.subscriptions import Mailbox, Subscription
from ..store.trouble import HeldElsewhere, LeaseLost, StoreTrouble
from ..views.descriptions import title_of
from .mail import Mail, NotSent, mail_server
from .outside import Unreachable
from .web_push import PushKey, WebPush, can_push

log = logging.getLogger(__name__)
LATE = 60.0  # seconds after which a link that was lost without a word is known to be lost
LASTING = 24 * 3600  # seconds a push service keeps a message for a browser that is switched off
AT_ONCE = 16  # notices on their way
WAITING = 2000  # …or waiting for it; more are dropped
CLAIMED = 120.0  # seconds in which nobody else sends what one server has begun to send
EVERY = 60.0  # seconds between two looks for what is due and nobody waits for…
EVERY_SHARED = 5.0  # …where there are other servers, which may end
GRACE = 2.0  # seconds that a server which may have put a table to sleep comes first
UNWRITTEN = 0  # the time of what is due by this server's memory alone


class Notices:
    """Tells people that it is their turn."""

    def __init__(self, settings: Settings, store: Store, rooms: Rooms, stop_link: Callable[[str, str], str]) -> None:
        self.settings, self.store, self.rooms = settings, store, rooms
        self.stop_link = stop_link  # guest, address → where no more mail is asked for
        public = next((each for each in settings.public if each.startswith("https://")), "")
        contact = public or (f"mailto:{settings.mail_from}" if settings.mail_from else "")
        self.push: WebPush | None = None
        if can_push():
            self.push = WebPush(PushKey(settings.signing_secret()), contact, settings.push_anywhere)
        self.mail: Mail | None = None
        if settings.smtp:
            self.mail = Mail(mail_server(settings.smtp, settings.smtp_password), settings.mail_from)
        self.reachable: set[str] = set()  # guests who have named a browser or a mailbox (and some who had)
        self._learn_at = 0.0  # when they are counted again
        self._planned: dict[str, Sequence[Due]] = {}  # what is being written, by table
        self._kept: set[str] = set()  # tables of which something that is due may be written
        self._sending: set[tuple[str, int]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._timers: dict[str, dict[int, asyncio.TimerHandle]] = {}  # by table and seat
        self._tasks: set[asyncio.Task[None]] = set()
        self._lane = asyncio.Semaphore(AT_ONCE)

    async def start(self) -> None:
        """Tell what was due when this server, or another one, ended; go on looking for such."""
        if self.push is not None or self.mail is not None:
            await self._look_out()
            self._looking = asyncio.create_task(self._look_on())

    async def close(self) -> None:
        """Nobody is told any more."""
        if self._looking is not None:
            await end(self._looking)
        for timers in self._timers.values():
            for timer in timers.values():
                timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self.mail is not None:
            self.mail.close()

    def due(self, story: Story) -> Sequence[Due] | None:
        """The notices that a new turn asks for, to be written with it; None where there is nothing to write."""
        table = story.id
        if not self.reachable and table not in self._kept:
            return None
        at, chairs = _ms(self.settings.notice_after), story.chairs
        due = [
            Due(table, seat, at) for seat in story.may_wait_for() if not chairs[seat].holders.isdisjoint(self.reachable)
        ]
        if not due and table not in self._kept:
            return None
        self._planned[table] = due
        (self._kept.add if due else self._kept.discard)(table)
        return due

    def turned(self, room: Room) -> None:
        """Another seat is to act at a table (or the game is over)."""
        table = room.story.id
        for timer in self._timers.pop(table, {}).values():
            timer.cancel()
        if self.push is None and self.mail is None:
            return
        written = {due.seat: due for due in self._planned.pop(table, ())}
        for seat in room.story.may_wait_for():
            self._later(written.get(seat) or Due(table, seat, UNWRITTEN), self.settings.notice_after, self._look)

    def _later(self, due: Due, wait: float, work: Callable[[Due], None]) -> None:
        timer = asyncio.get_running_loop().call_later(wait, work, due)
        self._timers.setdefault(due.table, {})[due.seat] = timer

    def _done(self, due: Due) -> None:
        timers = self._timers.get(due.table, {})
        timers.pop(due.seat, None)
        if not timers:
            self._timers.pop(due.table, None)

    def _look(self, due: Due) -> None:
        """The short while is over: who has a page open is not told, but looked at once more."""
        self._done(due)
        actor = self.rooms.actors.get(due.table)
        if actor is not None and due.seat in actor.room.presence.connected_seats():
            self._later(due, LATE, self._tell)
        else:
            self._tell(due)

    def _tell(self, due: Due) -> None:
        self._done(due)
        if len(self._tasks) >= WAITING:
            log.warning("too many notices wait; one is not sent")
            return
        self._sending.add((due.table, due.seat))
        task = asyncio.create_task(self._told(due))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._sending.discard((due.table, due.seat)))

    async def _told(self, due: Due) -> None:
        try:
            async with self._lane:
                room = (await self.rooms.actor(due.table)).room  # it may sleep by now
                if not room.awaits(due.seat) or due.seat in room.presence.connected_seats():
                    await self._settle(due)
                elif (claimed := await self._put_off(due, replace(due, at=_ms(CLAIMED)))) is not None:
                    await self._send(room, claimed)
        except (Refusal, StoreTrouble, HeldElsewhere, LeaseLost) as trouble:
            log.info("nobody was told of a turn at table %s: %s", due.table, trouble)
        except Exception:
            log.exception("nobody was told of a turn at table %s", due.table)

    async def _send(self, room: Room, due: Due) -> None:
        game, guests = room.story.setup.game, sorted(room.story.chairs[due.seat].holders)
        try:
            waits = await asyncio.gather(*(self._reach(due, game, guest) for guest in guests))
        except Exception:
            await self._settle(due)  # rather none than the same one again and again
            raise
        wait = min((each for each in waits if each is not None), default=None)
        if wait is None:
            await self._settle(due)
            return
        later = await self._put_off(due, replace(due, at=_ms(wait), by_mail=True))
        if later is not None and due.seat not in self._timers.get(due.table, {}):
            self._later(later, wait, self._tell)

    # ── what is written ────────────────────────────────────────────────────────────────

    async def _put_off(self, due: Due, later: Due) -> Due | None:
        """Have something due later; None where it is due no more (another server sent it, or there is a new turn)."""
        if due.at == UNWRITTEN:
            return replace(later, at=UNWRITTEN)
        return later if await self.store.change(partial(dues.put_off, due=due, later=later)) else None

    async def _settle(self, due: Due) -> None:
        if due.at != UNWRITTEN:
            await self.store.change(partial(dues.settle, due=due))

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            await self._look_out()

    @property
    def _every(self) -> float:
        return EVERY_SHARED if self.store.server else EVERY

    async def _look_out(self) -> None:
        """Wait for what is due and nobody waits for; learn who can be reached."""
        try:
            if time.monotonic() >= self._learn_at:
                self.reachable |= await self.store.look(subscriptions.reachable)
                self._learn_at = time.monotonic() + EVERY
            most = WAITING - len(self._tasks)
            found = await self.store.look(
                partial(dues.coming, before=_ms(self._every), most=most, server=self.store.server)
            )
        except Exception as trouble:  # the next look comes soon
            log.warning("what is due cannot be looked for: %s", type(trouble).__name__)
            return
        self._kept &= self.rooms.awake()
        for due in found:
            if (due.table, due.seat) not in self._sending and due.seat not in self._timers.get(due.table, {}):
                self._kept.add(due.table)
                wait = max(0, due.at - _ms()) / 1000
                if self.store.server and due.table not in self.rooms.actors:
                    wait += GRACE
                self._later(due, wait, self._tell if due.by_mail else self._look)

    # ── ways to somebody ───────────────────────────────────────────────────────────────

    async def _reach(self, due: Due, game: str, guest: str) -> float | None:
        """Tell somebody; seconds until their mailbox may be written to, where that is too early."""
        person = await asyncio.to_thread(self.store.guest, guest)
        language = person.language if person is not None else "en"
        title = title_of(game, language)
        if self.push is not None and not due.by_mail:
            for browser in await self.store.look(partial(subscriptions.browsers_of, guest=guest)):
                await self._push(self.push, browser, due, title, language)
        if self.mail is not None:
            mailbox = await self.store.look(partial(subscriptions.mailbox_of, guest=guest))
            if mailbox is not None and mailbox.confirmed:
                return await self._mail(self.mail, mailbox, guest, due, title, language)
        return None

    async def _push(self, push: WebPush, browser: Subscription, due: Due, title: str, language: str) -> None:
        words, address = server_words(language), f"/t/{due.table}"
        said = {"title": words.say("notice.turn", game=title), "body": words.say("notice.body"), "address": address}
        try:
            there = await push.send(browser, orjson.dumps(said), topic=address, lasting=LASTING)
        except Unreachable as trouble:
            log.info("a browser could not be told: %s", trouble)
            return
        if not there:
            await self.store.change(partial(subscriptions.unsubscribe, endpoint=browser.endpoint))

    async def _mail(
        self, mail: Mail, mailbox: Mailbox, guest: str, due: Due, title: str, language: str
    ) -> float | None:  # fmt: skip
        """Write, or say in how many seconds it is time to write again."""
        now = _ms()
        wait = (mailbox.told - now) / 1000 + self.settings.mail_every * 60
        if mailbox.told and wait > 0:
            return wait
        words, site, stop = server_words(language), self.address, self.stop_link(guest, mailbox.address)
        lines = [
            words.say("notice.mail_turn", game=title), f"{site}/t/{due.table}",
            words.say("notice.mail_every", minutes=round(self.settings.mail_every)),
            words.say("notice.mail_stop"), stop,
        ]  # fmt: skip
        await self.store.change(partial(subscriptions.written, guest=guest, now=now))  # first: rather none than two
        try:
            await mail.send(mailbox.address, words.say("notice.turn", game=title), lines, stop=stop)
        except NotSent as trouble:
            log.warning("no mail could be sent: %s", trouble)
        return None

    async def ask_to_confirm(self, address: str, link: str, language: str) -> None:
        """Write to an address that somebody says is theirs."""
        if self.mail is None:
            raise Refusal("no_mail")
        words = server_words(language)
        lines = [words.say("notice.mail_confirm", site=self.address), link, words.say("notice.mail_ignore")]
        try:
            await self.mail.send(address, words.say("notice.mail_subject"), lines)
        except NotSent as trouble:
            log.warning("no mail could be sent: %s", trouble)
            raise Refusal("mail_failed") from None

    @property
    def address(self) -> str:
        """The address of this server in messages."""
        return next((each.rstrip("/") for each in self.settings.public if "://" in each), "")


def _ms(wait: float = 0.0) -> int:
    """The time in so many seconds, in milliseconds since 1970."""
    return int((time.time() + wait) * 1000)
