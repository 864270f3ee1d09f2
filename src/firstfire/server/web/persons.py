"""REST: who I am: my history and record, another device, everything taken along or forgotten."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import Response

from ..protocol import models
from ..protocol.refusals import Refusal, malformed
from ..protocol.shapes import Said, Sized
from ..rooms.rooms import FORGETTING
from ..rooms.traffic import Ask
from ..store import pass_keys, subscriptions
from ..store.persons import Person, companions, new_nobody
from ..store.story import NAMELESS
from ..store.trouble import HeldElsewhere, LeaseLost
from ..views.records import people, records, told
from .endpoint import Endpoint, answer, guest_of, known, read, slow_down, spoken
from .guests import Farewell, Guest, cookie_line, new_device
from .limits import place_of
from .site import Site

PAGE = 30  # games of a history at once
COUNTED = 2000  # games a record is made of, the latest
TRIES = 5  # to have a table that other servers want
VALID = 10 * 60  # seconds a pass to another device is good for


async def my_person(site: Site, who: str, name: str, language: str) -> Person:
    """What somebody said about themselves, or what is taken for it."""
    return await asyncio.to_thread(site.store.guest, who) or Person(name, language)


async def history(site: Site, request: Request) -> Response:
    """My finished games, the latest first."""
    who, _, language = await known(site, request)
    slow_down(site, "looks", request)
    before = request.query_params.get("before", "")
    if before and not (before.isascii() and before.isdigit() and len(before) < 16):
        raise malformed("before is a time in milliseconds")
    found, more = await asyncio.to_thread(
        site.store.history, who, before=int(before) if before else None, most=PAGE
    )  # fmt: skip
    return answer({"games": [told(game, language) for game in found], "next": more})


async def record(site: Site, request: Request) -> Response:
    """What my finished games say about me."""
    who, _, language = await known(site, request)
    slow_down(site, "looks", request)
    past, _ = await asyncio.to_thread(site.store.history, who, most=COUNTED)
    ratings = await asyncio.to_thread(site.store.ratings, who)
    met = await site.store.look(partial(companions, guest=who))
    return answer({"games": records(past, ratings, language), "people": people(past, met, language)})


async def export(site: Site, request: Request) -> Response:
    """Everything stored about me, as a file."""
    who, name, language = await known(site, request)
    slow_down(site, "tables", request)
    person = await my_person(site, who, name, language)
    past, _ = await asyncio.to_thread(site.store.history, who, most=10**6)
    ratings = await asyncio.to_thread(site.store.ratings, who)
    said = await asyncio.to_thread(site.store.said_by, who)
    tables = await asyncio.to_thread(site.store.tables_of, who, 10**6)
    browsers = await site.store.look(partial(subscriptions.browsers_of, guest=who))
    mailbox = await site.store.look(partial(subscriptions.mailbox_of, guest=who))
    keys = await site.store.look(partial(pass_keys.keys_of, guest=who))
    body: dict[str, Any] = {
        "format": "firstfire-person", "exported": int(time.time() * 1000), "name": person.name,
        "language": person.language, "mark": person.mark, "colour": person.colour,
        "ratings": [{"game": game, **asdict(rating)} for game, rating in ratings.items()],
        "games": [{"table": game.table, "game": game.game, "at": game.at, **game.data} for game in past],
        "tables": [
            {"table": row.id, "game": row.setup["game"], "state": row.state, "seats": seats} for row, seats in tables
        ],
        "said": said, "browsers": [each.endpoint for each in browsers],
        "mail": mailbox.address if mailbox is not None else None,
        "pass_keys": [{"id": key.id, "created": key.created, "used": key.used} for key in keys],
    }  # fmt: skip
    made = answer(body)
    made.headers["Content-Disposition"] = 'attachment; filename="firstfire-me.json"'
    return made


async def carry(site: Site, request: Request) -> Response:
    """A link that signs another device in as me, once, within ten minutes."""
    who, name, language = await known(site, request)
    slow_down(site, "passes", request)
    secret = secrets.token_urlsafe(24)
    until = int((time.time() + VALID) * 1000)
    await site.keep_guest(who, await my_person(site, who, name, language), place_of(request.scope), {})
    await site.store.keep_pass(who, secret, until)
    return answer({"link": f"/me#pass={secret}", "until": until})


async def arrive(site: Site, request: Request) -> Response:
    """Sign in with such a link."""
    wish = await read(request, models.Arrive)
    slow_down(site, "passes", request)
    found = await site.store.use_pass(wish.secret)
    if found is None:
        raise Refusal("bad_pass")
    return await become(site, request, found)


async def become(site: Site, request: Request, guest: str) -> Response:
    """This device is somebody else from here on."""
    person = await asyncio.to_thread(site.store.guest, guest)
    made = answer({"name": person.name if person is not None else site.visitor_name(guest, spoken(request, ""))})
    signed = site.signer.cookie(Guest(guest, is_new=False, device=new_device()))
    made.headers["Set-Cookie"] = cookie_line(signed, secure=request.url.scheme == "https")
    return made


async def forget(site: Site, request: Request) -> Response:
    """Delete everything stored about me; bots take my seats."""
    await read(request, models.ForgetMe)
    who, _, language = await known(site, request)
    slow_down(site, "tables", request)
    slow_down(site, "forgets", request)
    going = Going(site, request, Farewell(who, new_nobody(), language))
    try:
        with site.rooms.forgetting(who, going.farewell.nobody):  # from here on nobody writes anything of theirs
            await going.forget()
    finally:
        await going.end()
    return await signed_out(site, request, was_known=True)


async def forget_with_others(site: Site, request: Request) -> Response:
    """Another server forgets somebody: so do the tables that are here. Which these are, by the numbers under which
    this server has them."""
    farewell = site.signer.read_farewell((await read(request, Word)).word)
    if farewell is None:
        raise Refusal("bad_pass")
    if farewell.is_done:
        site.rooms.forgotten_elsewhere(farewell.who, farewell.nobody)
        return answer({"kept": {}})
    site.rooms.forget_with_others(farewell.who, farewell.nobody)
    return answer({"kept": await Going(site, request, farewell).forget_here()})


@dataclass(frozen=True, kw_only=True)
class Word(Said):
    """What one server says to another."""

    word: Annotated[str, Sized(1000)]


class Going:
    """Somebody who is being forgotten."""

    def __init__(self, site: Site, request: Request, farewell: Farewell) -> None:
        self.site, self.request, self.farewell = site, request, farewell
        self.of_tables: set[str] = set()  # that know them, or did
        self.kept: dict[str, int] = {}  # tables of other servers where they are forgotten, by their numbers
        self.asked_at = 0.0

    async def forget(self) -> None:
        """Here and everywhere, and then in the database."""
        self.of_tables |= await asyncio.to_thread(self.site.store.traces, self.farewell.who)
        await self._ask_others()
        await self.forget_here()
        in_time = time.monotonic() - self.asked_at < FORGETTING / 2  # so long others surely know nobody of that name
        await self.site.store.erase(
            self.farewell.who, self.of_tables, self.farewell.nobody, self.kept if in_time else None
        )  # fmt: skip

    async def forget_here(self) -> dict[str, int]:
        """By the rooms that are awake here, and at their seats: those that are not given up yet, or (for another
        server) those of tables that are here. Which of their tables are here, by their numbers."""
        who, held = self.farewell.who, self.site.rooms.holding.number
        self.of_tables |= await asyncio.to_thread(self.site.store.traces, who)
        await self.site.rooms.forget_person(who, self.farewell.nobody, self.of_tables)
        await self.site.replays.drop(self.of_tables)
        for row, seats in await asyncio.to_thread(self.site.store.tables_of, who, 10**6):
            for seat in seats if self.asked_at or held(row.id) else ():
                await self._give_up(row.id, seat)
        return {table: number for table in self.of_tables if (number := held(table))}

    async def _give_up(self, table: str, seat: int) -> None:
        """Leave a seat at a table, wherever it is; another server may take it at any moment."""
        leaving = Ask(self.farewell.nobody, NAMELESS, self.farewell.language, models.Leave(seat=seat))
        for _ in range(TRIES):
            if table in self.kept:
                return
            try:
                await self.site.rooms.ask(table, leaving)
                return
            except Refusal as refusal:
                if refusal.code != "trouble":
                    return  # a game that is over has no seats to give up
            except (HeldElsewhere, LeaseLost):
                if not self.asked_at:
                    return  # who asked this server sees to it
                await self._ask_others()
                if table not in self.kept:  # its server does not answer
                    await self.site.rooms.set_free([table])
        raise Refusal("trouble")

    async def _ask_others(self) -> None:
        self.asked_at = time.monotonic()
        if self.site.others is not None:
            self.kept = await self.site.others.forget(self.request.scope, self.farewell)
            self.of_tables |= self.kept.keys()

    async def end(self) -> None:
        """Others may read of them again: there is nothing left to be read."""
        if self.site.others is not None and self.asked_at:
            await self.site.others.forget(self.request.scope, replace(self.farewell, is_done=True))


async def leave(site: Site, request: Request) -> Response:
    """Sign this browser out."""
    await read(request, models.SignOut)
    await known(site, request)
    slow_down(site, "tables", request)
    return await signed_out(site, request)


async def signed_out(site: Site, request: Request, *, was_known: bool = False) -> Response:
    """An answer after which the browser is a new guest; whoever has a copy of its cookie is one too, and the links that
    were opened with it end."""
    guest = guest_of(request)
    if not guest.is_new:
        is_noted = was_known or await site.may_note(guest.id, place_of(request.scope))
        await site.devices.end(guest, is_noted=is_noted)
    made = answer({"ok": True})
    made.headers["Set-Cookie"] = cookie_line("", secure=request.url.scheme == "https", age=0)
    return made


PERSON_ENDPOINTS = (
    Endpoint("GET", "/api/me/history", history, models.History),
    Endpoint("GET", "/api/me/record", record, models.MyRecord),
    Endpoint("GET", "/api/me/export", export, models.Document),
    Endpoint("POST", "/api/me/carry", carry, models.Pass, models.Carry),
    Endpoint("POST", "/api/me/arrive", arrive, models.Arrived, models.Arrive),
    Endpoint("POST", "/api/me/leave", leave, models.SignedOut, models.SignOut),
    Endpoint("POST", "/api/me/forget", forget, models.Forgotten, models.ForgetMe),
)
