"""The guard at the gate: hosts, origins, sizes, cookies, and headers that keep browsers careful."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import Counter
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..protocol.build import HEADER, client_build
from ..protocol.refusals import Refusal, malformed
from .endpoint import spoken
from .guests import COOKIE, Guest, cookie_line
from .limits import place_of
from .site import Site

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
UPLOADS, TABLES = "/api/saves", "/api/tables"
WAIT, LONGEST_WAIT = 0.05, 5.0  # seconds: about twenty refusals a second of one place


class Guard:
    """Lets in what may come in, and says who it is."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app, self.site = app, site
        self._held_up: Counter[str] = Counter()  # refused requests that wait, by place
        named = socket.gethostname().lower()
        self.hosts = {"localhost", named, f"{named}.local", *(host_of(name) for name in site.settings.public)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one WebSocket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope["guest"] = guest = self.site.signer.guest(_cookie(headers))
        if scope["type"] == "websocket":
            if not (self._known_host(headers) and self._same_origin(headers)):
                await send({"type": "websocket.close", "code": 4403})
            elif not self.site.limits.take("handshakes", "", place_of(scope)):
                await send({"type": "websocket.close", "code": 4429})
            else:
                await self._see_who(scope)
                await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope, headers)
        if refusal is None and scope["path"].startswith("/api/"):
            guest = await self._see_who(scope)
        sending = _Sender(send, self._set_cookie(guest, scope), self.site.answers)
        if refusal is not None:
            if refusal.code == "slow_down":
                await self._hold_up(place_of(scope))
            await sending.refuse(refusal, spoken(Request(scope), ""))
            return
        try:
            await self.app(scope, _limited(receive, self._most(scope)), sending)
        except Refusal as refused:
            await sending.refuse(refused, spoken(Request(scope), ""))

    async def _hold_up(self, place: str) -> None:
        """Whoever asks too fast is told so after a while, the later the more requests of that place wait for it: to
        refuse costs something too."""
        self._held_up[place] += 1
        try:
            await asyncio.sleep(waiting_time(self._held_up[place]))
        finally:
            self._held_up[place] -= 1
            self._held_up += Counter()  # forget who waits for nothing

    async def _see_who(self, scope: Scope) -> Guest:
        """Who it is: somebody new where they have signed out with this cookie."""
        guest: Guest = scope["guest"]
        if not guest.is_new and await self.site.devices.has_ended(guest):
            scope["guest"] = guest = self.site.signer.guest(None)
        return guest

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        if not self._known_host(headers):
            return Refusal("foreign_origin")
        if f"{scope['path']}/".startswith("/api/") and not self.site.limits.take("requests", "", place_of(scope)):
            return Refusal("slow_down")
        if scope["method"] in CHANGING:
            if not self._same_origin(headers):
                return Refusal("foreign_origin")
            if headers.get("content-type", "").split(";")[0].strip() != "application/json":
                return malformed("Content-Type must be application/json")
            length = headers.get("content-length", "0")
            if length.isdigit() and int(length) > self._most(scope):
                return Refusal("too_large")
        return None

    def _most(self, scope: Scope) -> int:
        """Bytes that the body of a request may have."""
        limits = self.site.settings.limits
        return {UPLOADS: limits.save, TABLES: limits.table}.get(scope["path"], limits.body)

    def _known_host(self, headers: Headers) -> bool:
        """A page of another site may have its name point here (DNS rebinding): names we do not
        know are refused; addresses are fine."""
        host = host_of(headers.get("host", ""))
        return host in self.hosts or host.endswith(".localhost") or is_address(host)

    def _same_origin(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None:  # not a browser, or not across sites
            return True
        try:
            place = urlsplit(origin).netloc.lower()
        except ValueError:  # no browser says such a thing
            return False
        return place == headers.get("host", "").lower() or host_of(place) in map(host_of, self.site.settings.public)

    def _set_cookie(self, guest: Guest, scope: Scope) -> str | None:
        if not guest.is_new or scope["path"].startswith("/assets/"):
            return None
        return cookie_line(self.site.signer.cookie(guest), secure=scope.get("scheme") == "https")


def waiting_time(count: int) -> float:
    """Seconds until a refusal is sent, where so many of the same place wait for theirs."""
    return min(LONGEST_WAIT, WAIT * count)


class _Sender:
    """Sends a response with our headers."""

    def __init__(self, send: Send, cookie: str | None, answers: Counter[int]) -> None:
        self._send, self._cookie, self._answers = send, cookie, answers
        self._started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._started = True
            self._answers[message["status"]] += 1
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if build := client_build():
                headers.setdefault(HEADER, build)
            headers.setdefault("Cache-Control", "no-store")  # whoever wants it kept has said so
            if self._cookie is not None and "set-cookie" not in headers:  # whoever answers may have said another
                headers.append("Set-Cookie", self._cookie)
        await self._send(message)

    async def refuse(self, refusal: Refusal, language: str) -> None:
        if self._started:
            raise refusal
        body = orjson.dumps({"type": "refused", **refusal.body(language)})
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await self({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await self({"type": "http.response.body", "body": body})


def _limited(receive: Receive, most: int) -> Receive:
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise Refusal("too_large")
        return message

    return limited


def _cookie(headers: Headers) -> str | None:
    """Our cookie among all of this host's (the standard library's parser stops at the first odd one)."""
    return cookie_parser(headers.get("cookie", "")).get(COOKIE)


def host_of(place: str) -> str:
    """The host of `https://host:port`, `host:port` or `[address]:port`."""
    try:
        return (urlsplit(place if "//" in place else f"//{place}").hostname or "").lower()
    except ValueError:
        return ""


def is_address(host: str) -> bool:
    """Whether a host is a bare IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
