"""Small things in great numbers: frames, pings, chunks, sockets that say nothing. Whoever sends them is stopped, and
what they cost is spread over many turns of the loop, so that nobody else waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import h11
import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from tests.server.tools import new_table
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from firstfire.server.protocol.refusals import Refusal
from firstfire.server.settings import UNLIMITED, Limits
from firstfire.server.web import websocket
from firstfire.server.web.gate import Gate, PatientProtocol, Requests
from firstfire.server.web.limits import Doorstep
from firstfire.server.web.table_socket import serve_table
from firstfire.server.web.websocket import AT_ONCE, PIECES, DirectWebSocket, direct_socket, websocket_within

SHAKE = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
FEW = replace(Limits(), frames_per_second=0.001, frames_at_once=50)


class Wire:
    """A transport that remembers what was done with it."""

    def __init__(self) -> None:
        self.written, self.reading, self.closed, self.aborted = b"", True, False, False

    def get_extra_info(self, _: str, default: object = None) -> object:
        return default

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


def frame(kind: Opcode, data: bytes = b"", last: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(kind, data, last).serialize(mask=True)


def pong(data: bytes = b"") -> bytes:
    """The answer to a ping."""
    return Frame(Opcode.PONG, data).serialize(mask=False)


def goodbye(code: int) -> bytes:
    """How a link is ended by the server."""
    return Frame(Opcode.CLOSE, Close(code, "").serialize()).serialize(mask=False)


async def turns(count: int = 10) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


class Link:
    """A WebSocket of the server without a network, after its handshake."""

    def __init__(self, limits: Limits = UNLIMITED, app: Any = None, **settings: Any) -> None:
        self.heard: list[Any] = []
        config = uvicorn.Config(
            app or self.listening, interface="asgi3", ws_per_message_deflate=False, ws_ping_interval=None, **settings
        )
        config.load()
        self.wire = Wire()
        self.socket = websocket_within(limits)(config, ServerState(), {})
        self.socket.connection_made(cast("asyncio.Transport", self.wire))

    async def listening(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        direct = direct_socket(scope)
        assert direct is not None
        direct.listen(self.heard.append)
        self.heard.append((await receive())["type"])

    async def shake(self) -> DirectWebSocket:
        self.socket.data_received(SHAKE + KEY)
        await turns()
        self.wire.written = b""
        return self.socket


def test_frames_of_every_kind_are_counted() -> None:
    """One link that sent empty pings, pongs or pieces stopped the server for everybody, for as long as it liked."""

    async def scenario(first: bytes, each: bytes, **settings: Any) -> tuple[int, bytes]:
        link = Link(FEW, **settings)
        socket = await link.shake()
        socket.data_received(first + 49 * each)
        await turns()
        assert not link.wire.closed
        taken = len(link.heard), link.wire.written
        socket.data_received(5000 * each)
        assert link.wire.closed and link.wire.written.endswith(goodbye(4429)), "closed, and told why"
        assert link.wire.written == taken[1] + goodbye(4429), "nothing more was read"
        await turns()
        assert link.heard[taken[0] :] == ["websocket.disconnect"]
        return taken

    ping, text = frame(Opcode.PING), frame(Opcode.TEXT, b"hello")
    assert asyncio.run(scenario(ping, ping)) == (0, 50 * pong())
    assert asyncio.run(scenario(text, text)) == (50, b"")
    assert asyncio.run(scenario(text, frame(Opcode.PONG))) == (1, b"")
    assert asyncio.run(scenario(frame(Opcode.TEXT, b"{", False), frame(Opcode.CONT, b"", False))) == (0, b"")
    large = frame(Opcode.TEXT, b"x" * 998)  # nearly as large as may be
    assert asyncio.run(scenario(large, ping, ws_max_size=1000)) == (1, 49 * pong())


def test_frames_may_come_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        now = 1000.0
        monkeypatch.setattr("time.monotonic", lambda: now)
        link = Link(replace(Limits(), frames_per_second=10, frames_at_once=20))
        socket = await link.shake()
        for more, closed in ((20, False), (0, False), (20, False), (11, True)):
            socket.data_received(more * frame(Opcode.TEXT, b"hello"))
            assert link.wire.closed == closed
            now += 1

    asyncio.run(scenario())


def test_of_many_frames_a_few_are_read_in_each_turn() -> None:
    async def scenario() -> None:
        link, last = Link(), frame(Opcode.TEXT, b"at last")
        socket = await link.shake()
        socket.data_received(1000 * frame(Opcode.PING) + last[:7])
        assert link.wire.written == AT_ONCE * pong() and not link.wire.reading
        await asyncio.sleep(0)
        assert len(link.wire.written) <= 3 * AT_ONCE * len(pong())
        await turns(50)
        assert link.wire.written == 1000 * pong() and link.wire.reading and not link.heard
        socket.data_received(last[7:])
        assert link.heard == ["at last"]

    asyncio.run(scenario())


def test_what_an_application_takes_meanwhile_brings_nothing_new() -> None:
    """Reading goes on when all that came was read, not when a message was taken."""

    async def scenario() -> None:
        taken: list[bool] = []

        async def slow(_: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] == "websocket.receive":
                taken.append(link.wire.reading)

        link = Link(app=slow)
        socket = await link.shake()
        socket.data_received(10 * AT_ONCE * frame(Opcode.TEXT, b"hello"))
        await turns(40)
        assert len(taken) == 10 * AT_ONCE and not any(taken[: 9 * AT_ONCE]) and link.wire.reading

    asyncio.run(scenario())


def test_after_a_goodbye_only_theirs_is_awaited() -> None:
    async def refusing(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 4404})

    async def scenario() -> None:
        link = Link(FEW, app=refusing)
        socket = await link.shake()
        socket.data_received(10 * frame(Opcode.PING) + 10 * frame(Opcode.TEXT, b"hello"))
        assert not link.wire.written and not link.wire.closed
        socket.data_received(frame(Opcode.CLOSE, b"\x03\xe8") + frame(Opcode.PING))
        assert link.wire.closed and not link.wire.aborted and not link.wire.written
        link = Link(FEW, app=refusing)
        socket = await link.shake()
        socket.data_received(100 * frame(Opcode.PING))
        await turns()
        assert link.wire.aborted and not link.wire.written

    asyncio.run(scenario())


def test_a_link_whose_end_is_decided_is_gone_though_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing waits until all is read; who never reads kept his connection, and the gate did not count it."""
    monkeypatch.setattr(websocket, "GONE_WITHIN", 0.0)

    async def scenario() -> None:
        link = Link()
        socket = await link.shake()
        socket.shutdown()
        await turns()
        assert link.heard == ["websocket.disconnect"] and link.wire.aborted

    asyncio.run(scenario())


def test_one_answer_to_a_ping_waits_for_who_does_not_read() -> None:
    """Answers that nobody read had filled the memory: 580 MB in 40 seconds."""

    async def scenario() -> None:
        link = Link()
        socket = await link.shake()
        socket.pause_writing()
        for number in range(100):
            socket.data_received(frame(Opcode.PING, b"%d" % number))
        assert not link.wire.written
        socket.resume_writing()
        assert link.wire.written == pong(b"99")
        socket.data_received(frame(Opcode.PING, b"again"))
        assert link.wire.written == pong(b"99") + pong(b"again")

    asyncio.run(scenario())


def test_what_comes_before_the_handshake_is_done_waits_and_is_counted() -> None:
    async def scenario() -> None:
        link = Link(FEW)
        link.socket.data_received(SHAKE + KEY)
        link.socket.data_received(10 * frame(Opcode.TEXT, b"early") + frame(Opcode.PING))
        assert not link.wire.reading and not link.wire.written
        await turns()
        assert link.heard == 10 * ["early"] and link.wire.written.endswith(pong()) and link.wire.reading
        link.socket.data_received(40 * frame(Opcode.PING))
        await turns()
        assert link.wire.closed

    asyncio.run(scenario())


def test_a_message_in_endless_pieces_ends_the_link() -> None:
    async def scenario() -> None:
        link = Link()
        socket = await link.shake()
        socket.data_received(frame(Opcode.TEXT, b"{", False) + 2 * PIECES * frame(Opcode.CONT, b"", False))
        await turns(100)
        assert link.wire.closed and link.wire.written == goodbye(1009) and link.heard == ["websocket.disconnect"]

    asyncio.run(scenario())


def test_a_handshake_that_cannot_be_read_is_answered_and_closed() -> None:
    """HTTP allows more headers than WebSockets do; such a connection stayed for ever."""

    async def scenario() -> None:
        link = Link()
        link.socket.data_received(SHAKE + b"X: y\r\n" * 200 + KEY)
        assert link.wire.written.startswith(b"HTTP/1.1 400") and link.wire.closed

    asyncio.run(scenario())


# ── bodies ─────────────────────────────────────────────────────────────────────────────

POST = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunked(size: int, count: int) -> bytes:
    """A body in chunks."""
    return POST + b"%x\r\n%b\r\n" % (size, size * b"x") * count + b"0\r\n\r\n"


def read(said: Requests, data: bytes) -> int:
    """How many bytes the body has."""
    said.receive_data(data)
    size = 0
    while not isinstance(event := said.next_event(), h11.EndOfMessage):
        size += len(event.data) if isinstance(event, h11.Data) else 0
    return size


@pytest.mark.parametrize(("size", "count"), [(1, 60), (1024, 2048), (2000, 1000), (100_000, 10)])
def test_a_body_may_come_in_pieces(size: int, count: int) -> None:
    assert read(Requests(64), chunked(size, count)) == size * count


@pytest.mark.parametrize(("size", "count"), [(1, 70), (100, 80), (900, 1000)])
def test_a_body_in_tiny_pieces_is_refused(size: int, count: int) -> None:
    with pytest.raises(h11.RemoteProtocolError, match="chunks"):
        read(Requests(64), chunked(size, count))


async def drain(_: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await answer_early(_, receive, send)


async def answer_early(_: Any, __: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


async def answer_soon(_: Any, receive: Any, send: Any) -> None:
    await receive()
    await answer_early(_, receive, send)


@pytest.mark.parametrize("app", [drain, answer_early, answer_soon])
def test_tiny_pieces_end_the_connection_before_they_are_all_read(
    app: Callable[..., Awaitable[None]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A body of 340,000 one-byte chunks stopped the server for fourteen seconds."""
    seen = 0
    original = h11.Connection.next_event

    def counted(self: h11.Connection) -> Any:
        nonlocal seen
        seen += 1
        return original(self)

    async def scenario() -> bytes:
        config = uvicorn.Config(app, access_log=False, log_config=None)
        config.load()
        wire = Wire()
        protocol = PatientProtocol(config, ServerState(), {}, gate=Gate(Limits()))
        wire.set_protocol(protocol)
        protocol.connection_made(cast("asyncio.Transport", wire))
        protocol.data_received(POST)
        await turns()
        protocol.data_received(5000 * b"1\r\n \r\n")
        await turns()
        assert wire.closed
        protocol.connection_lost(None)
        await turns()
        return wire.written

    monkeypatch.setattr(h11.Connection, "next_event", counted)
    with caplog.at_level(logging.ERROR):
        written = asyncio.run(scenario())
    assert written.startswith(b"HTTP/1.1 200" if app is answer_early else b"HTTP/1.1 400") and seen < 100
    assert not caplog.records


# ── sockets that say nothing ───────────────────────────────────────────────────────────


def test_who_says_nothing_makes_room_for_somebody_new() -> None:
    left: list[str] = []
    door = Doorstep(5, 3)
    waiting = [door.place(who, partial(left.append, f"{who}{number}")) for number, who in enumerate("abbbc")]
    for each in waiting:
        each.__enter__()
    with pytest.raises(Refusal, match="slow_down"), door.place("b", left.clear):
        pass
    with door.place("d", left.clear):
        assert left == ["b1"] and door.count == 5
        with door.place("e", left.clear):
            assert left == ["b1", "b2"] and door.count == 5
    for each in waiting:
        each.__exit__(None, None, None)
    assert not door.count and not door._of


def test_silent_sockets_keep_nobody_from_a_table(open_site: Callable[..., TestClient]) -> None:
    """Eighteen addresses with thirty-two silent sockets each kept everybody out."""
    site = open_site(limits=replace(UNLIMITED, greetings=2))
    path = f"/api/tables/{new_table(site, 'embers', ['me', 'open'])['table']['id']}/ws"
    with site.websocket_connect(path) as oldest, site.websocket_connect(path), site.websocket_connect(path) as new:
        assert oldest.receive() == {"type": "websocket.close", "code": 4429, "reason": ""}
        new.send_text('{"type": "hello"}')
        assert new.receive_json()["type"] == "welcome"


def test_who_is_gone_before_his_time_is_up_fills_no_log() -> None:
    class Gone:
        scope: ClassVar = {"client": ("192.0.2.1", 1)}

        async def accept(self) -> None:
            pass

        async def receive(self) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int) -> None:
            assert code == 4400
            raise WebSocketDisconnect(1006)

    limits = replace(Limits(), hello_within=0.0)
    site: Any = SimpleNamespace(settings=SimpleNamespace(limits=limits), greeting=Doorstep(9, 9))
    asyncio.run(serve_table(site, cast("WebSocket", Gone())))
