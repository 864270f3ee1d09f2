"""Where several servers share a database: who asks for a table that another server has is led there, without noticing.

A request under /api/tables/{table} that comes to the wrong server is handed on as a proxy would do it (the address of
who asks goes along in X-Forwarded-For, which the other server believes of its neighbours, `--proxy`), and so is a
WebSocket. Nobody hands on what was handed on: where a table moves at that very moment, the first server looks again.
A request that changes something is said once: again only where nobody can have heard it, or where the other server
says that the table is not there (421), which it says only as long as it has done nothing. Who cannot be told whether it
was done is told so.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ..protocol.refusals import Refusal, malformed
from ..rooms.membership import Membership
from ..settings import Limits
from ..store.leases import Peer
from .endpoint import MOVED, answer, spoken
from .limits import Buckets, place_of

log = logging.getLogger(__name__)
OF_TABLE = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,32})(/.*)?")
BEGINS = b"/api/tables/"  # as it was written: what reads so only when decoded ("%2fapi…@host") is handed to nobody
HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
CHANGES_NOTHING = ("GET", "HEAD")
UNSAID = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)  # nothing of it has reached the other server
HANDED_ON = b"x-firstfire-handed-on"
PATIENCE = 8.0  # seconds in which a table that moves must have arrived
LOOK_AGAIN = 0.2  # seconds
ANSWER_WITHIN = 60.0  # seconds
KEPT = 2.0  # seconds for which a link is used again: less than the other server keeps it
OWN_TO_A_HOP = frozenset([
    b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade",
    b"content-length", b"date", b"server",
])  # fmt: skip
OF_A_HANDSHAKE = (b"sec-websocket-", b"connection", b"upgrade", b"host")
Headers = Iterable[tuple[bytes, bytes]]
T = TypeVar("T")


class Forwarding:
    """Leads requests to the server that has their table."""

    def __init__(self, app: ASGIApp, membership: Membership, limits: Limits, looks: Buckets | None = None) -> None:
        """`looks`: how often each place may ask, where that is counted with others; each may ask the database."""
        self.app, self.membership, self.largest = app, membership, limits.body
        self._looks = looks or Buckets(limits.requests_per_second, limits.requests_at_once)
        kept = httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=KEPT)
        self._client = httpx2.AsyncClient(timeout=ANSWER_WITHIN, limits=kept, trust_env=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one WebSocket."""
        found = OF_TABLE.fullmatch(scope.get("path", "")) if scope["type"] in ("http", "websocket") else None
        if found is None:
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(refusal, scope, send)
            return
        if not await self.membership.settle():
            await _refuse(Refusal("trouble"), scope, send, 503)
        elif _is_handed_on(scope["headers"]):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._follow_socket(found[1], scope, receive, send)
        else:
            await self._follow(found[1], scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        if not scope["raw_path"].startswith(BEGINS) or b"#" in scope["raw_path"] + _query(scope):
            return malformed("the path must begin with /api/tables/, as it is written here, and have no #")
        if not _is_handed_on(scope["headers"]) and not self._looks.take(place_of(scope), time.monotonic()):
            return Refusal("slow_down")
        return None

    async def close(self) -> None:
        """Lead nobody any more."""
        await self._client.aclose()

    # ── requests ───────────────────────────────────────────────────────────────────────

    async def _follow(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        body, until = await self._body(receive), time.monotonic() + PATIENCE
        while True:
            peer = await self.membership.holder(table)
            try:
                if peer is None:
                    here = Unless(send, MOVED)
                    await self.app(scope, _said(body, receive), here)
                    if not here.was_it:
                        return
                elif await self._ask(peer, scope, body, send):
                    return
            except httpx2.InvalidURL:
                await _refuse(malformed("there is no such path"), scope, send)
                return
            except (httpx2.TransportError, PeerDied) as error:
                log.info("the server that has table %s does not answer: %s", table, type(error).__name__)
                if scope["method"] not in CHANGES_NOTHING and not isinstance(error, UNSAID):
                    await _refuse(Refusal("unsure"), scope, send)  # it may be done already
                    return
            if time.monotonic() > until:
                await _refuse(Refusal("trouble"), scope, send, 503)
                return
            self.membership.moved(table)
            await asyncio.sleep(LOOK_AGAIN)

    async def _body(self, receive: Receive) -> bytes:
        """The whole body, to be said more than once (of one that is too large, enough to be refused for it)."""
        body = b""
        while True:
            message = await receive()
            body += bytes(message.get("body", b""))
            over = message["type"] == "http.disconnect" or not message.get("more_body", False)
            if over or len(body) > self.largest:
                return body

    async def _ask(self, peer: Peer, scope: Scope, body: bytes, send: Send) -> bool:
        """Ask another server; False where the table is not there any more."""
        target = scope["raw_path"] + _query(scope)
        place = httpx2.URL(peer.address).copy_with(raw_path=target)  # nothing in it can name another host
        request = self._client.build_request(scope["method"], place, headers=handed_on(scope), content=body)
        answered = await self._unless_dead(peer, self._client.send(request, stream=True))
        try:
            if answered.status_code == MOVED:
                return False
            headers = [(name.lower(), value) for name, value in answered.headers.raw]
            headers = [(name, value) for name, value in headers if name not in OWN_TO_A_HOP]
            await send({"type": "http.response.start", "status": answered.status_code, "headers": headers})
            async for part in answered.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except httpx2.TransportError as error:  # half of it is said: whoever asked sees the link break off
            log.info("an answer of another server broke off: %s", type(error).__name__)
        finally:
            await answered.aclose()
        return True

    # ── sockets ────────────────────────────────────────────────────────────────────────

    async def _follow_socket(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            peer = await self.membership.holder(table)
            if peer is None:
                await self.app(scope, receive, send)  # who loses it meanwhile is told to come back
                return
            try:
                there = await self._unless_dead(peer, _connected(peer, scope))
            except (OSError, WebSocketException, TimeoutError, PeerDied) as error:
                log.info("the server that has table %s takes no socket: %s", table, type(error).__name__)
                self.membership.moved(table)
                await asyncio.sleep(LOOK_AGAIN)
                continue
            hang_up = partial(_abort, there)
            death = self.membership.death(peer)
            death.add_done_callback(hang_up)
            try:
                async with there:
                    await _carry(there, receive, send)
            finally:
                death.remove_done_callback(hang_up)
            return
        await send({"type": "websocket.close", "code": 1012})

    async def _unless_dead(self, peer: Peer, asking: Coroutine[Any, Any, T]) -> T:
        """An answer of another server; PeerDied where that is taken for dead meanwhile (it may hang for long)."""
        task, death = asyncio.ensure_future(asking), self.membership.death(peer)
        try:
            both: set[asyncio.Future[Any]] = {task, death}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise PeerDied(peer.id)
        finally:
            task.cancel()


class PeerDied(Exception):
    """Another server is not alive any more."""


async def _connected(peer: Peer, scope: Scope) -> ClientConnection:
    """A WebSocket to another server, as it came here."""
    place = urlsplit(peer.address)
    return await connect(
        f"ws://{_host(scope) or place.netloc}{(scope['raw_path'] + _query(scope)).decode('latin-1')}",
        host=place.hostname, port=place.port or 80, additional_headers=_shake(scope),
        compression=None, max_size=None, ping_interval=None, proxy=None, open_timeout=PATIENCE,
        user_agent_header=None,
    )  # fmt: skip


def _abort(there: ClientConnection, _: object) -> None:
    """Break a link off whose other side says nothing any more: whoever was led there comes back."""
    there.transport.abort()


class Unless:
    """Sends a response on, unless it has a certain status."""

    def __init__(self, send: Send, status: int) -> None:
        self._send, self._status, self.was_it = send, status, False

    async def __call__(self, message: Message) -> None:
        """One part of it."""
        if message["type"] == "http.response.start":
            self.was_it = message["status"] == self._status
        if not self.was_it:
            await self._send(message)


async def _carry(there: ClientConnection, receive: Receive, send: Send) -> None:
    """Carry messages both ways until one side ends."""
    message = await receive()
    if message["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    up = asyncio.create_task(_carry_there(there, receive))
    try:
        async for said in there:
            kind = "text" if isinstance(said, str) else "bytes"
            await send({"type": "websocket.send", kind: said})
    except ConnectionClosed:
        pass
    finally:
        if not up.done():
            up.cancel()
            with suppress(RuntimeError):  # who is gone hears nothing
                await send({"type": "websocket.close", "code": _closing(there.close_code)})
        with suppress(asyncio.CancelledError):
            await up


async def _carry_there(there: ClientConnection, receive: Receive) -> None:
    with suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await there.send(text if text is not None else message.get("bytes") or b"")
        await there.close(_closing(message.get("code")))


def _closing(code: int | None) -> int:
    """How a socket ends: as the other one did; where that just broke off, come back."""
    return code if code is not None and (1000 <= code <= 1003 or 1007 <= code <= 1014 or code >= 3000) else 1012


def _is_handed_on(headers: Headers) -> bool:
    return any(name == HANDED_ON for name, _ in headers)


def handed_on(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of a request, for the next server."""
    left = OWN_TO_A_HOP | {b"x-forwarded-for", b"x-forwarded-proto"}
    kept = [(name, value) for name, value in scope["headers"] if name not in left]
    client = scope.get("client")
    came = [(b"x-forwarded-for", str(client[0]).encode()), (b"x-forwarded-proto", _scheme(scope))] if client else []
    return [*kept, *came, (HANDED_ON, b"1")]


def _scheme(scope: Scope) -> bytes:
    secure = scope.get("scheme") in ("https", "wss")
    return b"https" if secure else b"http"


def _shake(scope: Scope) -> list[tuple[str, str]]:
    """The headers of a handshake, without what belongs to this very one."""
    kept = [(name, value) for name, value in handed_on(scope) if not name.startswith(OF_A_HANDSHAKE)]
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in kept]


def _query(scope: Scope) -> bytes:
    query: bytes = scope.get("query_string", b"")
    return b"?" + query if query else b""


def _host(scope: Scope) -> str:
    """By which name this server was called (where that is one): pages of that name may talk to the next one too."""
    said = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    try:
        return said if HOST.fullmatch(said) and urlsplit(f"//{said}").port != 0 else ""
    except ValueError:  # no such port, no such address
        return ""


def _said(body: bytes, receive: Receive) -> Receive:
    """What was heard, said again; then whatever comes (that who asked has gone)."""
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(refusal: Refusal, scope: Scope, send: Send, status: int = 0) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": {"slow_down": 4429, "trouble": 1012}.get(refusal.code, 4404)})
        return
    said = answer({"type": "refused", **refusal.body(spoken(Request(scope), ""))}, status or refusal.status)
    await said(scope, _nothing_more, send)


async def _nothing_more() -> Any:
    return {"type": "http.disconnect"}
