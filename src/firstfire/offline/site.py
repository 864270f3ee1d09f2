"""The site of a device: what the client asks of a server, answered in the page.

    site = Site(texts, put, think)
    status, text, headers = await site.request("GET", "/api/games", "", {})
    link = site.connect("/api/tables/ID/ws", send, closed)

It speaks the server's protocol (docs/reference/protocol.md), as far as that belongs to one device.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from ..errors import FirstfireError
from ..server.protocol.json_text import from_json, to_json
from ..server.protocol.reading import read_said
from ..server.protocol.refusals import Refusal, bad_save
from ..server.protocol.requests import Chat, ClientMessage, Hello, Mute, Ping
from ..server.rooms.outbox import Outbox
from ..server.rooms.traffic import Enter, Gone, Refused, Say
from ..server.store.trouble import StoreTrouble
from .device import Device
from .device_store import PERSON
from .endpoints import Asked, File, route

log = logging.getLogger(__name__)
Have = Callable[[str], Any]  # sees to it that the sources of a game are here; may give something to wait for
STATE_FORMAT, STATE_VERSION = "firstfire-state", 1
UNREAD = 1 << 26  # bytes: the page reads everything
PONG = '{"type":"pong"}'
CLOSING = {"unknown_table": 4404, "unknown_game": 4404, "damaged_table": 4404, "trouble": 1012}


class DeviceSite(Device):
    """Everything a client asks for, on one device."""

    # ── REST ───────────────────────────────────────────────────────────────────────────

    async def request(
        self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[int, str, dict[str, str]]:
        """Answer a request: status, text and headers."""
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        language = self.language(query.get("language", ""), (headers or {}).get("accept-language", ""))
        kind = {"Content-Type": "application/json", "Cache-Control": "no-store"}
        try:
            answer, found = route(method, parts.path)
            said = await answer(self, Asked(found, query, body, language))
            if isinstance(said, File):
                return 200, said.text, {**kind, "Content-Disposition": f'attachment; filename="{said.name}"'}
            status, data = said if isinstance(said, tuple) else (200, said)
            return status, (data if isinstance(data, bytes) else to_json(data)).decode(), kind
        except Exception as error:
            refusal = self._refusal(error, f"{method} {parts.path}")
            return refusal.status, to_json({"type": "refused", **refusal.body(language)}).decode(), kind

    def _refusal(self, error: Exception, asked: str) -> Refusal:
        """What went wrong, as a refusal."""
        if isinstance(error, Refusal):
            return error
        if isinstance(error, StoreTrouble):
            return Refusal("not_stored")
        if isinstance(error, FirstfireError):
            return bad_save(error) if "/api/saves" in asked else Refusal("trouble", detail=str(error))
        log.error("%s failed", asked, exc_info=error)
        return Refusal("trouble", detail=f"{type(error).__name__}: {error}")

    # ── links to tables ────────────────────────────────────────────────────────────────

    def connect(self, path: str, send: Callable[[str], Any], closed: Callable[[int], Any]) -> TableLink:
        """A link to the table that a path names (/api/tables/ID/ws)."""
        name = unquote(path.partition("/tables/")[2].partition("/")[0])
        return TableLink(self, name, send, closed)

    # ── everything ─────────────────────────────────────────────────────────────────────

    def export_state(self) -> str:
        """All that is stored, as one text."""
        return json.dumps({"format": STATE_FORMAT, "version": STATE_VERSION, "texts": self.store.texts})

    async def import_state(self, text: str) -> int:
        """Store what such a text holds, beside what is here, and how many texts were new; refuses what is none."""
        try:
            told = json.loads(text)
            texts = told["texts"]
            known = told["format"] == STATE_FORMAT and told["version"] == STATE_VERSION
            if not known or not all(isinstance(each, str) for pair in texts.items() for each in pair):
                raise ValueError("it is of another format")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Refusal("bad_save", reason="damaged") from None
        fresh = {key: value for key, value in texts.items() if key not in self.store.texts}
        for key, value in fresh.items():
            await self.store.put(key, value)
        return len(fresh)

    def close(self) -> None:
        """End everything."""
        self.tables.close()


class TableLink:
    """One viewer at a table, from hello to goodbye."""

    def __init__(self, site: DeviceSite, table: str, send: Callable[[str], Any], closed: Callable[[int], Any]) -> None:
        self._site, self._table, self._send, self._closed = site, table, send, closed
        self._heard: deque[str] = deque()
        self._news = asyncio.Event()
        self._outbox = Outbox(UNREAD)
        self._tasks = [asyncio.ensure_future(self._serve())]

    def receive(self, text: str) -> None:
        """Take a message of the client."""
        self._heard.append(text)
        self._news.set()

    def close(self) -> None:
        """The client has gone."""
        self._outbox.close(1000)
        self._news.set()

    async def _next(self) -> str | None:
        while not self._heard:
            if self._outbox.closed:
                return None
            self._news.clear()
            await self._news.wait()
        return self._heard.popleft()

    async def _serve(self) -> None:
        text = await self._next()
        if text is None:
            return
        language = "en"
        try:
            hello: Hello = read_said(Hello, text)
            language = self._site.language(hello.language or "")
            await self._site.have_for(self._table)
            actor, session = await self._site.tables.enter(self._table, self._enter(hello, language), self._outbox)
        except Exception as error:
            refusal = error if isinstance(error, Refusal) else Refusal("trouble", detail=str(error))
            self._send(to_json({"type": "refused", "to": None, **refusal.body(language)}).decode())
            self._closed(CLOSING.get(refusal.code, 4400))
            return
        self._tasks.append(asyncio.ensure_future(self._deliver()))
        while (text := await self._next()) is not None:
            said = self._read(session, text)
            if said is not None:
                actor.put(said)
        if actor.outboxes.get(session) is self._outbox:
            del actor.outboxes[session]
            actor.put(Gone(session))

    def _enter(self, hello: Hello, language: str) -> Enter:
        me = self._site.store.me()
        resume = (hello.resume.session, hello.resume.last) if hello.resume else None
        return Enter(
            self._site.new_session(), PERSON, self._site.name(language), language, hello.seat, None, resume,
            me.get("mark", ""), me.get("colour", 0),
        )  # fmt: skip

    def _read(self, session: str, text: str) -> Say | Refused | None:
        try:
            message = read_said(ClientMessage, text)
            if isinstance(message, Chat | Mute):
                raise Refusal("not_here")
        except Refusal as refusal:
            return Refused(session, _id_of(text), refusal)
        if isinstance(message, Ping):
            self._send(PONG)
            return None
        return Say(session, message)

    async def _deliver(self) -> None:
        """Carry what waits to the client."""
        while (body := await self._outbox.next()) is not None:
            self._send(body.decode())
            self._outbox.taken(body)
        self._news.set()
        if self._outbox.code != 1000:
            self._closed(self._outbox.code)


def _id_of(text: str) -> str | None:
    """The id of a message that may be wrong in every other way."""
    try:
        data = from_json(text)
    except ValueError:
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= 40 else None
