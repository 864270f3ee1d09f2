"""Whoever asks for a table of another server is led there: to that server and to no other place, and what changes
something is said once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.types import Message, Receive, Scope, Send

from firstfire.server.rooms.membership import Membership
from firstfire.server.settings import Limits
from firstfire.server.store.leases import Peer
from firstfire.server.web.forwarding import Forwarding

WELL = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
HALF = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhal"


class Neighbour:
    """Another server: it says what it is told to say, each time somebody asks, and ends the link."""

    def __init__(self, *answers: bytes) -> None:
        self.answers, self.asked = list(answers), list[bytes]()
        self.address = ""

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.I)
        await reader.readexactly(int(length[1]) if length else 0)
        self.asked.append(head.split(b"\r\n")[0])
        writer.write(self.answers.pop(0))
        writer.close()
        await writer.wait_closed()

    @asynccontextmanager
    async def there(self) -> AsyncIterator[None]:
        async with await asyncio.start_server(self.hear, "127.0.0.1", 0) as listening:
            self.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            yield


class Known(Membership):
    """Knows where every table is: at the addresses it is given, one after the other; then here."""

    def __init__(self, *places: Callable[[], str]) -> None:
        self.places, self.looked = list(places), 0

    async def holder(self, table: str) -> Peer | None:
        self.looked += 1
        return Peer("neighbour", self.places.pop(0)()) if self.places else None

    async def settle(self) -> bool:
        """Nothing to wait for."""
        return True

    def moved(self, table: str) -> None:
        """It is looked up each time."""

    def death(self, peer: Peer) -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()


async def here(scope: Scope, receive: Receive, send: Send) -> None:
    """The application of this server."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def said(
    forwarding: Forwarding, raw: bytes, method: str = "GET", kind: str = "http", query: bytes = b""
) -> list[Message]:  # fmt: skip
    """What somebody is answered who sends a request with this very target."""
    heard: list[Message] = []
    scope: dict[str, Any] = {
        "type": kind, "method": method, "path": unquote(raw.decode()), "raw_path": raw, "query_string": query,
        "headers": [(b"host", b"testserver")], "client": ("10.9.8.7", 1), "scheme": "http",
    }  # fmt: skip

    async def receive() -> Message:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: Message) -> None:
        heard.append(message)

    await forwarding(scope, receive, send)
    return heard


def status(heard: list[Message]) -> int:
    (start,) = [message for message in heard if message["type"] == "http.response.start"]
    return int(start["status"])


@pytest.mark.parametrize(
    "raw",
    [
        b"%2fapi%2ftables%2fTABLE%2f@evil.example/x",
        b"%2Fapi/tables/TABLE",
        b"/api%2ftables%2fTABLE/@evil.example",
        b"/api/tables/TABLE/#@evil.example/",
    ],
)
def test_a_target_that_could_name_another_host_is_refused_before_anybody_is_asked(raw: bytes) -> None:
    async def ask() -> None:
        members = Known(lambda: "http://127.0.0.1:1")
        forwarding = Forwarding(here, members, Limits())
        assert status(await said(forwarding, raw)) == 400
        assert await said(forwarding, raw, kind="websocket") == [{"type": "websocket.close", "code": 4404}]
        assert members.looked == 0
        await forwarding.close()

    asyncio.run(ask())


def test_whatever_stands_in_a_path_the_neighbour_is_asked_for_it() -> None:
    async def ask() -> None:
        neighbour = Neighbour(WELL, WELL)
        async with neighbour.there():
            forwarding = Forwarding(here, Known(*[lambda: neighbour.address] * 3), Limits())
            assert status(await said(forwarding, b"/api/tables/T/@evil.example:80/x%2fy", query=b"a=//b@c")) == 200
            assert status(await said(forwarding, b"/api/tables/T")) == 200
            assert status(await said(forwarding, b"/api/tables/T/" + b"a" * 70_000)) == 400  # no address is so long
            assert neighbour.asked == [
                b"GET /api/tables/T/@evil.example:80/x%2fy?a=//b@c HTTP/1.1", b"GET /api/tables/T HTTP/1.1",
            ]  # fmt: skip
            await forwarding.close()

    asyncio.run(ask())


def test_what_changes_something_is_not_said_again_to_a_server_that_died_of_it() -> None:
    """It may have been done: whoever asked is told that nobody knows, and nothing is done twice."""

    async def ask() -> None:
        neighbour = Neighbour(b"", WELL)
        async with neighbour.there():
            forwarding = Forwarding(here, Known(*[lambda: neighbour.address] * 2), Limits())
            answer = await said(forwarding, b"/api/tables/T/join", "POST")
            assert status(answer) == 503 and b'"unsure"' in b"".join(part.get("body", b"") for part in answer)
            assert len(neighbour.asked) == 1
            await forwarding.close()

    asyncio.run(ask())


def test_what_only_looks_is_said_again() -> None:
    async def ask() -> None:
        neighbour = Neighbour(b"", WELL)
        async with neighbour.there():
            forwarding = Forwarding(here, Known(*[lambda: neighbour.address] * 2), Limits())
            assert status(await said(forwarding, b"/api/tables/T")) == 200
            assert len(neighbour.asked) == 2
            await forwarding.close()

    asyncio.run(ask())


def test_what_no_server_can_have_heard_is_said_to_the_next_one() -> None:
    """Nobody listens where the table was; or the server there says that it has moved."""

    async def ask() -> None:
        neighbour = Neighbour(b"HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n")
        async with neighbour.there():
            gone = await asyncio.start_server(neighbour.hear, "127.0.0.1", 0)
            port = gone.sockets[0].getsockname()[1]
            gone.close()
            await gone.wait_closed()
            members = Known(lambda: f"http://127.0.0.1:{port}", lambda: neighbour.address)
            forwarding = Forwarding(here, members, Limits())
            assert status(await said(forwarding, b"/api/tables/T/join", "POST")) == 204
            assert len(neighbour.asked) == 1
            await forwarding.close()

    asyncio.run(ask())


def test_an_answer_that_breaks_off_is_not_begun_anew() -> None:
    async def ask() -> None:
        neighbour = Neighbour(HALF, WELL)
        async with neighbour.there():
            forwarding = Forwarding(here, Known(*[lambda: neighbour.address] * 2), Limits())
            start, *parts = await said(forwarding, b"/api/tables/T")
            assert start["status"] == 200
            assert b"".join(part["body"] for part in parts) == b"hal"
            assert all(part["more_body"] for part in parts)  # it is not said that this was all
            assert len(neighbour.asked) == 1
            await forwarding.close()

    asyncio.run(ask())


def test_a_flood_of_tables_that_never_were_is_stopped_before_the_database_is_asked() -> None:
    async def ask() -> None:
        members = Known()
        forwarding = Forwarding(here, members, Limits(requests_per_second=0, requests_at_once=3))
        found = [status(await said(forwarding, f"/api/tables/T{number}".encode())) for number in range(5)]
        assert found == [204, 204, 204, 429, 429]
        assert members.looked == 3
        closed = [{"type": "websocket.close", "code": 4429}]
        assert await said(forwarding, b"/api/tables/T/ws", kind="websocket") == closed
        await forwarding.close()

    asyncio.run(ask())


def test_of_a_body_that_is_too_large_no_more_is_kept_than_must_be_to_refuse_it() -> None:
    async def ask() -> None:
        forwarding = Forwarding(here, Known(), Limits(body=1000))

        async def endless() -> Message:
            return {"type": "http.request", "body": bytes(100), "more_body": True}

        assert len(await forwarding._body(endless)) == 1100
        await forwarding.close()

    asyncio.run(ask())
