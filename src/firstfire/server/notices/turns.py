"""Turns: who is told that it is their turn, when, and by what.

It becomes somebody's turn → a short while later (links break and come back) → still their turn, and none of their
pages is open at the table → their browsers are told, and their mailbox, which is written to once in a while only.
Who looks on then may have a dead link that nobody has noticed yet: once more, a minute later.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import orjson

from ..protocol.refusals import Refusal, server_words
from ..rooms.room import Room
from ..rooms.rooms import Rooms
from ..settings import Settings
from ..store import subscriptions
from ..store.database import Store
from ..store.leases import HeldElsewhere, LeaseLost
from ..store.subscriptions import Mailbox, Subscription
from ..store.writer import StoreTrouble
from ..views.descriptions import title_of
from .mail import Mail, NotSent, mail_server
from .outside import Unreachable
from .web_push import PushKey, WebPush, can_push

log = logging.getLogger(__name__)
LATE = 60.0  # seconds after which a link that was lost without a word is known to be lost
LASTING = 24 * 3600  # seconds a push service keeps a message for a browser that is switched off
AT_ONCE = 16  # notices on their way
WAITING = 2000  # …or waiting for it; more are dropped


@dataclass(frozen=True)
class Turn:
    """Somebody's turn at a table."""

    table: str
    seat: int


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
        self._timers: dict[str, dict[int, asyncio.TimerHandle]] = {}  # by table and seat
        self._tasks: set[asyncio.Task[None]] = set()
        self._lane = asyncio.Semaphore(AT_ONCE)

    def close(self) -> None:
        """Nobody is told any more."""
        for timers in self._timers.values():
            for timer in timers.values():
                timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self.mail is not None:
            self.mail.close()

    def turned(self, room: Room) -> None:
        """Another seat is to act at a table (or the game is over)."""
        for timer in self._timers.pop(room.story.id, {}).values():
            timer.cancel()
        if self.push is None and self.mail is None:
            return
        for seat in room.may_wait_for():
            self._later(Turn(room.story.id, seat), self.settings.notice_after, self._look)

    def _later(self, turn: Turn, wait: float, work: Callable[[Turn], None]) -> None:
        timer = asyncio.get_running_loop().call_later(wait, work, turn)
        self._timers.setdefault(turn.table, {})[turn.seat] = timer

    def _done(self, turn: Turn) -> None:
        timers = self._timers.get(turn.table, {})
        timers.pop(turn.seat, None)
        if not timers:
            self._timers.pop(turn.table, None)

    def _look(self, turn: Turn) -> None:
        """The short while is over: who has a page open is not told, but looked at once more."""
        self._done(turn)
        actor = self.rooms.actors.get(turn.table)
        if actor is not None and turn.seat in actor.room.presence.connected_seats():
            self._later(turn, LATE, self._tell)
        else:
            self._tell(turn)

    def _tell(self, turn: Turn) -> None:
        self._spawn(turn, by_mail_only=False)

    def _write(self, turn: Turn) -> None:
        self._spawn(turn, by_mail_only=True)

    def _spawn(self, turn: Turn, *, by_mail_only: bool) -> None:
        self._done(turn)
        if len(self._tasks) >= WAITING:
            log.warning("too many notices wait; one is dropped")
            return
        task = asyncio.create_task(self._told(turn, by_mail_only))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _told(self, turn: Turn, by_mail_only: bool) -> None:
        try:
            async with self._lane:
                room = (await self.rooms.actor(turn.table)).room  # it may sleep by now
                if not room.awaits(turn.seat) or turn.seat in room.presence.connected_seats():
                    return
                game, guests = room.story.setup.game, sorted(room.story.chairs[turn.seat].holders)
                await asyncio.gather(*(self._reach(turn, game, guest, by_mail_only) for guest in guests))
        except (Refusal, StoreTrouble, HeldElsewhere, LeaseLost) as trouble:
            log.info("nobody was told of a turn at table %s: %s", turn.table, trouble)
        except Exception:
            log.exception("nobody was told of a turn at table %s", turn.table)

    async def _reach(self, turn: Turn, game: str, guest: str, by_mail_only: bool) -> None:
        person = await asyncio.to_thread(self.store.guest, guest)
        language = person.language if person is not None else "en"
        title = title_of(game, language)
        if self.push is not None and not by_mail_only:
            for browser in await self.store.look(partial(subscriptions.browsers_of, guest=guest)):
                await self._push(self.push, browser, turn, title, language)
        if self.mail is not None:
            mailbox = await self.store.look(partial(subscriptions.mailbox_of, guest=guest))
            if mailbox is not None and mailbox.confirmed:
                await self._mail(self.mail, mailbox, guest, turn, title, language)

    async def _push(self, push: WebPush, browser: Subscription, turn: Turn, title: str, language: str) -> None:
        words, address = server_words(language), f"/t/{turn.table}"
        said = {"title": words.say("notice.turn", game=title), "body": words.say("notice.body"), "address": address}
        try:
            there = await push.send(browser, orjson.dumps(said), topic=address, lasting=LASTING)
        except Unreachable as trouble:
            log.info("a browser could not be told: %s", trouble)
            return
        if not there:
            await self.store.change(partial(subscriptions.unsubscribe, endpoint=browser.endpoint))

    async def _mail(self, mail: Mail, mailbox: Mailbox, guest: str, turn: Turn, title: str, language: str) -> None:
        """Write, or come back when it is time to write again."""
        now = int(time.time() * 1000)
        wait = (mailbox.told - now) / 1000 + self.settings.mail_every * 60
        if mailbox.told and wait > 0:
            if turn.seat not in self._timers.get(turn.table, {}):
                self._later(turn, wait, self._write)
            return
        words, site, stop = server_words(language), self.address, self.stop_link(guest, mailbox.address)
        lines = [
            words.say("notice.mail_turn", game=title), f"{site}/t/{turn.table}",
            words.say("notice.mail_every", minutes=round(self.settings.mail_every)),
            words.say("notice.mail_stop"), stop,
        ]  # fmt: skip
        await self.store.change(partial(subscriptions.written, guest=guest, now=now))  # first: rather none than two
        try:
            await mail.send(mailbox.address, words.say("notice.turn", game=title), lines, stop=stop)
        except NotSent as trouble:
            log.warning("no mail could be sent: %s", trouble)

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
