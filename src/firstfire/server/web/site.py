"""The site: what all endpoints of one server share (its service container)."""

from __future__ import annotations

import asyncio
import logging
import secrets
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, Protocol, TypeVar

from starlette.types import Scope

from ...saves import parse_save
from ..bots.progress import Progress, progress_file
from ..notices.turns import Notices
from ..operations.health import ServerHealth
from ..operations.playtests import Playtests
from ..protocol.models import AskRematch, ClientRequest
from ..protocol.refusals import Refusal, server_words
from ..rooms.founding import Founding
from ..rooms.outbox import Backlog, Outbox
from ..rooms.rooms import Rooms
from ..settings import Settings
from ..store.batch import TableRow
from ..store.database import Store
from ..store.persons import Person
from ..store.reviews import digest_of
from ..store.trouble import StoreTrouble
from ..views.replay import PageLibrary
from ..views.sandbox import Late, Overrun, Sandbox
from .devices import Devices
from .guests import STOP, Farewell, Signer
from .limits import Doorstep, RateLimits, WorkLimit, pseudonyms
from .lobby import Lobby

log = logging.getLogger(__name__)
T = TypeVar("T")
KEPT_REVIEWS = 500
NOTHING_FOUND: dict[str, Any] = {
    "curve": [], "turning_points": [], "split": [], "strokes": [], "games": 0, "withheld": 0,
}  # fmt: skip
MOST_PLACES = 10_000  # addresses that are remembered
LINKS, CONNECTIONS = "links", "connections"  # what addresses have open, as servers speak of it


class Service(Protocol):
    """Something that begins and ends with the server (metrics on a port of their own)."""

    async def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""


class Sharing(Protocol):
    """What several servers tell each other."""

    async def start(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""

    def used(self, limit: str, who: str, drops: float) -> None:
        """Somebody has used something up of what they may."""

    def open_elsewhere(self, what: str, place: str) -> int:
        """How many connections (or links) an address has at other servers."""

    def put_into_lobby(self, place: str, table: str) -> None:
        """Somebody of a place has put a table into the lobby."""

    async def listed_from(self, place: str) -> set[str]:
        """The tables that people of a place put into the lobby lately, at any server."""

    async def newest(self, rows: Sequence[TableRow]) -> list[TableRow]:
        """The rows of tables as they stand at whichever server has them."""


class Others(Protocol):
    """The other servers of the same database."""

    async def close(self) -> None:
        """Ask nobody any more."""

    async def forget(self, scope: Scope, farewell: Farewell) -> dict[str, int]:
        """Have somebody forgotten by all of them; the tables where that was done, by their numbers."""

    async def seated(self, scope: Scope, table: str) -> dict[str, Any] | None:
        """A table that another server has, and the keys of the seats of who asks."""


class Site:
    """One server: its store, its rooms, its limits."""

    others: Others | None = None  # where several servers share a database
    connections: Callable[[], Mapping[str, int]] = dict  # asked how many addresses have, where there is a gate

    def __init__(self, settings: Settings) -> None:
        self.settings, self.sign = settings, ""  # sign: of what draws pictures here
        self.signer = Signer(settings.signing_secret(), devices=not (settings.redis or settings.among))
        self.store = Store(settings.database_url)
        self.devices = Devices(self.store, self.signer)
        self.rooms = Rooms(settings, self.store)
        self.founding, self.lobby = Founding(self.rooms), Lobby(self.store, self.newest)
        self.health = ServerHealth(settings, self.store, self.rooms.bots)
        self.replays = PageLibrary(
            Sandbox("replays", settings.replaying, modules=settings.more_games)
        )  # of our own tables
        self.lessons = Sandbox("lessons", settings.reading, modules=settings.more_games, niceness=0)  # and puzzles
        self.uploads = PageLibrary(Sandbox("uploads", settings.reading, modules=settings.more_games))  # of strangers
        self.playtests = Playtests(settings)
        self.notices = Notices(settings, self.store, self.rooms, partial(self.mail_link, STOP))
        self.rooms.turned, self.rooms.due = self.notices.turned, self.notices.due
        limits = settings.limits
        self.answers: Counter[int] = Counter()  # by status
        self.beside: list[Service] = []  # what else begins and ends with the server
        self.greeting = Doorstep(limits.greetings, limits.greetings_of_address)
        self.looking, self.reading, self.playing_tests, self.reviewing = (
            WorkLimit(limits.replays_waiting, limits.replays_waiting_of_address),
            WorkLimit(limits.uploads_waiting, limits.uploads_waiting_of_address),
            WorkLimit(limits.playtests_waiting, limits.playtests_waiting_of_address),
            WorkLimit(limits.reviews_waiting, limits.reviews_waiting_of_address),
        )
        self.limits = RateLimits(limits)
        self.shared = self._sharing(settings.redis) if settings.redis else None
        if self.shared is not None:
            self.limits.share(self.shared.used, pseudonyms(settings.signing_secret()))
        self._listed: dict[str, set[str]] = {}  # tables in the lobby, by address
        self._backlogs: dict[str, Backlog] = {}  # by address
        self._reviews: dict[tuple[str, str], dict[str, Any]] = {}  # being made, by table and what they are about
        self._tasks: set[asyncio.Task[None]] = set()

    def _sharing(self, redis: str) -> Sharing:
        from ..operations.shared import Shared  # several servers need a client (extra `cluster`)

        shared = Shared(redis, secrets.token_hex(8), self._heard)
        shared.counting, shared.named = self._open_here, pseudonyms(self.settings.signing_secret())
        self.rooms.told = shared
        return shared

    def _heard(self, limit: str, who: str, drops: float) -> None:
        """Somebody has used something up at another server (which says a pseudonym)."""
        self.limits.hear(limit, who, drops)

    def _open_here(self) -> dict[tuple[str, str], int]:
        """How many connections and links addresses have at this server."""
        links = {(LINKS, place): backlog.outboxes for place, backlog in self._backlogs.items() if backlog.outboxes}
        return links | {(CONNECTIONS, place): count for place, count in self.connections().items()}

    def connections_elsewhere(self, place: str) -> int:
        """How many connections an address has at other servers."""
        return self.shared.open_elsewhere(CONNECTIONS, place) if self.shared is not None else 0

    async def newest(self, rows: Sequence[TableRow]) -> list[TableRow]:
        """The rows of tables as they stand now, here or at another server."""
        told = await self.shared.newest(rows) if self.shared is not None else rows
        return [self.rooms.newest(row) for row in told]

    async def drawn(self, place: str, work: Callable[..., T], *arguments: object) -> T:
        """Something that is drawn beside the games, in a process of its own; of one address only a few wait for it."""
        with self.looking.place(place):
            try:
                return await self.lessons.run(work, *arguments)
            except Late:
                raise Refusal("busy") from None
            except Overrun:
                raise Refusal("trouble") from None

    async def close(self) -> None:
        """The server goes down."""
        await self.devices.close()
        for task in self._tasks:
            task.cancel()
        for service in self.beside:
            service.close()
        await self.notices.close()
        self.health.close()
        self.replays.sandbox.close()
        self.uploads.sandbox.close()
        self.lessons.close()
        await self.playtests.close()
        await self.rooms.close()
        await self.rooms.bots.leave()
        if self.shared is not None:
            await self.shared.close()
        if self.others is not None:
            await self.others.close()
        self.store.close()
        await self.rooms.holding.close()

    def may_found(self, guest: str, place: str) -> None:
        """Refuse one more new table to who has made many, lately or within a day."""
        if not self.limits.take("tables", guest, place):
            raise Refusal("slow_down")
        if not self.limits.take("tables_of_day", guest, place):
            raise Refusal("many_tables", most=int(self.settings.limits.tables_per_day))

    async def listed_from(self, place: str) -> set[str]:
        """The tables somebody of a place put into the lobby that wait there still: since this server started, and
        within a day at others."""
        here, there = self._listed.get(place, set()), set[str]()
        if self.shared is not None:
            there = await self.shared.listed_from(place)
        waiting = await asyncio.to_thread(self.store.waiting, sorted(here | there)) if here | there else set()
        here &= waiting
        return waiting

    def put_into_lobby(self, place: str, table: str) -> None:
        """Somebody of a place has put a table into the lobby."""
        if len(self._listed) > MOST_PLACES:
            self._listed.pop(next(iter(self._listed)))
        self._listed.setdefault(place, set()).add(table)
        if self.shared is not None:
            self.shared.put_into_lobby(place, table)

    async def keep_guest(self, guest: str, taken_for: Person, place: str, said: Mapping[str, Any]) -> Person:
        """Remember what somebody said about themselves; of one address only so many new people are known in an hour."""
        known = await asyncio.to_thread(self.store.guest, guest)
        if known is None and not self.limits.take("newcomers", guest, place):
            raise Refusal("slow_down")
        return await self.store.keep_guest(guest, taken_for, said)

    async def may_note(self, guest: str, place: str) -> bool:
        """Whether it is kept that somebody has signed out: of people of one address of whom nothing is kept, only so
        many an hour (a copy of their cookie opens nothing, and they can be made by the thousand)."""
        person = await asyncio.to_thread(self.store.guest, guest)
        tables = await asyncio.to_thread(self.store.tables_of, guest, 1)
        return person is not None or bool(tables) or self.limits.take("newcomers", guest, place)

    def mail_link(self, what: str, guest: str, address: str) -> str:
        """A link for a message; what it says stays behind the #, where no log sees it."""
        return f"{self.notices.address}/mail#{what}={self.signer.mail(what, guest, address)}"

    def may_request(self, message: ClientRequest, guest: str, place: str) -> bool:
        """Whether a guest may ask for this now, over all of the guest's links: some requests cost more than others."""
        if isinstance(message, AskRematch):
            self.may_found(guest, place)
        return not message.limit or all(self.limits.take(message.limit, guest, place) for _ in range(message.costs))

    def outbox(self, place: str) -> Outbox:
        """The way to one more viewer at an address."""
        limits = self.settings.limits
        backlog = self._backlogs.setdefault(place, Backlog(limits.unread_of_address))
        return Outbox(limits.unread, backlog)

    def links(self, place: str) -> int:
        """How many links an address has, here and at other servers."""
        return self._links_here(place) + (self.shared.open_elsewhere(LINKS, place) if self.shared is not None else 0)

    def _links_here(self, place: str) -> int:
        return self._backlogs[place].outboxes if place in self._backlogs else 0

    def hang_up(self, place: str) -> None:
        """A viewer's outbox has ended: an address without any is forgotten."""
        if not self._links_here(place):
            self._backlogs.pop(place, None)

    def new_session(self) -> str:
        """The name of a new session; whoever knows it may resume it."""
        return f"{self.sign}.{secrets.token_urlsafe(16)}"

    def visitor_name(self, guest: str, language: str) -> str:
        """A name for somebody who has not said one, in the language of their pages."""
        names = server_words(language).say("visitor.names").split()
        return names[zlib.crc32(guest.encode()) % len(names)]

    async def known_review(self, table: str, save: str) -> dict[str, Any]:
        """What is known of a finished game; its state is `none` where nobody has asked yet."""
        digest = digest_of(save)
        found = self._reviews.get((table, digest))
        if found is not None and found["state"] == "failed":
            del self._reviews[table, digest]  # told once: who asks again has it tried again
        elif found is None:
            kept = await self.store.review(table, digest)
            found = {"state": "none", **NOTHING_FOUND} if kept is None else {**NOTHING_FOUND, **kept, "state": "ready"}
        return {**found, "progress": _share(found.get("progress"))}

    def review(self, table: str, save: str, simulations: int, place: str) -> dict[str, Any]:
        """Think about a finished game. It is long work, one after the other: of one address only a few wait for it."""
        key = (table, digest_of(save))
        if key not in self._reviews:
            waiting = ExitStack()
            waiting.enter_context(self.reviewing.place(place))
            if len(self._reviews) >= KEPT_REVIEWS:
                self._reviews.pop(next(iter(self._reviews)))
            progress = waiting.enter_context(progress_file())
            self._reviews[key] = {"state": "thinking", **NOTHING_FOUND, "progress": progress}
            task = asyncio.create_task(self._review(key, save, simulations, progress, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        found = self._reviews[key]
        return {**found, "progress": _share(found["progress"])}

    async def _review(
        self, key: tuple[str, str], save: str, simulations: int, progress: Progress, waiting: ExitStack
    ) -> None:  # fmt: skip
        table, digest = key
        try:
            found = await self.rooms.bots.review(save, simulations, progress.tell)
            self._reviews[key] = {**NOTHING_FOUND, **found, "state": "ready", "progress": None}
            if await self.store.keep_review(table, parse_save(save).names or [], digest, found):
                del self._reviews[key]
        except StoreTrouble as trouble:  # known here until this server stops
            log.warning("what was found about the game at table %s was not stored: %s", table, trouble)
        except Exception:
            log.exception("the game at table %s could not be looked back at", table)
            self._reviews[key] = {"state": "failed", **NOTHING_FOUND, "progress": None}
        finally:
            waiting.close()


def _share(progress: Progress | None) -> float | None:
    """How far a review is, from 0 to 1, where that is known."""
    reached = None if progress is None else progress.read()
    return None if reached is None else reached[0] / max(reached[1], 1)
