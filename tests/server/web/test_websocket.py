"""The short way between sockets and tables: the same messages, in the same order, without a task for each."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import threading
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from tests.server.tools import wait_for
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from firstfire.server.rooms.outbox import Outbox
from firstfire.server.web.websocket import DirectWebSocket, direct_socket, text_head


class Echo:
    """An application that answers every message by the short way, after it was told to listen."""

    def __init__(self) -> None:
        self.by_queue: list[Any] = []
        self.heard: list[str | bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        direct = direct_socket(scope)
        assert direct is not None

        def hear(said: str | bytes) -> None:
            self.heard.append(said)
            body = said.encode() if isinstance(said, str) else said
            assert direct.write(body, b"and more")

        self.by_queue.append(await receive())
        await asyncio.sleep(0.05)  # more comes meanwhile, and waits
        direct.listen(hear)
        self.by_queue.append(await receive())
        direct.listen(None)


@contextmanager
def serving(app: Any, **settings: Any) -> Iterator[str]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="error", ws=DirectWebSocket, ws_per_message_deflate=False, **settings)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    yield f"ws://127.0.0.1:{listening.getsockname()[1]}/"
    server.should_exit = True
    thread.join(20)


def test_messages_come_and_go_by_the_short_way_in_order() -> None:
    echo = Echo()
    said = ["hello", *(f"{number} é" for number in range(50)), "x" * 125, "y" * 126, "z" * 65_535, "é" * 40_000]
    with serving(echo) as address, connect(address, compression=None, max_size=None) as link:
        for text in said:
            link.send(text)
        answers = [link.recv() for _ in range(2 * (len(said) - 1))]
    wait_for(lambda: len(echo.by_queue) == 2)
    assert echo.heard == said[1:] and answers == [text for each in said[1:] for text in (each, "and more")]
    assert [each["type"] for each in echo.by_queue] == ["websocket.receive", "websocket.disconnect"]


def test_a_message_in_pieces_and_one_of_bytes_are_heard_whole() -> None:
    echo = Echo()
    with serving(echo) as address, connect(address, compression=None) as link:
        link.send("hello")
        link.send(["in ", "three ", "pieces"])
        link.send(b"bytes")
        assert [link.recv() for _ in range(4)] == ["in three pieces", "and more", "bytes", "and more"]
    assert echo.heard == ["in three pieces", b"bytes"]


def test_a_connection_that_is_gone_is_gone_from_memory() -> None:
    """The server searches for cycles only now and then: a connection must leave none."""
    seen: list[weakref.ref[DirectWebSocket]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            direct = direct_socket(scope)
            assert direct is not None
            seen.append(weakref.ref(direct))
            del direct
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass

    gc.disable()
    try:
        with serving(app) as address:
            for _ in range(3):
                with connect(address, compression=None) as link:
                    link.send("hello")
            wait_for(lambda: len(seen) == 3 and all(each() is None for each in seen))
    finally:
        gc.enable()


def test_a_handshake_that_is_refused_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with serving(Echo()) as address:
        host, port = address.removeprefix("ws://").rstrip("/").split(":")
        with socket.create_connection((host, int(port)), timeout=150) as link:
            link.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
            said = b"".join(iter(lambda: link.recv(4096), b""))
    assert said.startswith(b"HTTP/1.1 400") and not [
        record for record in caplog.records if record.levelno >= logging.ERROR
    ]


@pytest.mark.parametrize("before", [["hello", "well"], []], ids=["at a table", "at the door"])
def test_text_that_is_no_utf_8_closes_the_link_and_fills_no_log(
    before: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    echo, said = Echo(), logging.getLogger("uvicorn.error")
    with serving(echo) as address, connect(address, compression=None) as link, ExitStack() as stack:
        said.addHandler(caplog.handler)
        stack.callback(said.removeHandler, caplog.handler)
        for text in before:
            link.send(text)
        if before:
            assert link.recv() == "well"
        with suppress(ConnectionClosed):
            link.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(3):
                link.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert echo.heard == before[1:]


def frames(*parts: tuple[Opcode, bytes, bool]) -> bytes:
    """Frames as a client sends them: kind, contents, whether it is the last of its message."""
    return b"".join(Frame(kind, data, fin).serialize(mask=True) for kind, data, fin in parts)


@pytest.mark.parametrize("at_once", [1, 2, 5, 7, 64, 10_000])
def test_frames_are_heard_however_the_network_cuts_them(at_once: int) -> None:
    echo, said = Echo(), ["one", "é" * 10, "x" * 125, "y" * 126, "two", "thr" + "ee", "four"]
    whole = [(Opcode.TEXT, text.encode(), True) for text in said[:5]]
    pieces = [(Opcode.TEXT, b"thr", False), (Opcode.PING, b"still there?", True), (Opcode.CONT, b"ee", True)]
    sent = frames(*whole, *pieces, (Opcode.TEXT, b"four", True))
    with serving(echo) as address, connect(address, compression=None, ping_interval=None) as link:
        link.send("hello")
        link.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for place in range(0, len(sent), at_once):
            link.socket.sendall(sent[place : place + at_once])
        assert [link.recv() for _ in range(2 * len(said))] == [text for each in said for text in (each, "and more")]
    assert echo.heard == said


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frames((Opcode.TEXT, b"x" * 2000, True)), 1009),
        (frames((Opcode.TEXT, b"x" * 2000, True))[:4], 1009),  # what it announces is enough
        (Frame(Opcode.TEXT, b"no mask").serialize(mask=False), 1002),
        (frames((Opcode.TEXT, b"begun", False), (Opcode.TEXT, b"and begun again", True)), 1002),
        (b"\xf1\x80\x00\x00\x00\x00", 1002),  # bits that mean nothing
    ],
    ids=["large", "announced", "unmasked", "begun twice", "reserved"],
)
def test_what_is_no_proper_frame_closes_the_link(sent: bytes, code: int) -> None:
    echo = Echo()
    with (
        serving(echo, ws_max_size=1000) as address,
        connect(address, compression=None, ping_interval=None) as link,
    ):
        link.send("hello")
        link.send("well")
        assert [link.recv(), link.recv()] == ["well", "and more"]
        link.socket.sendall(sent)
        with pytest.raises(ConnectionClosed) as closed:
            link.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code
    assert echo.heard == ["well"]


@pytest.mark.parametrize(("size", "head"), [(125, 2), (126, 4), (65_535, 4), (65_536, 10)])
def test_the_head_of_a_message_says_its_size(size: int, head: int) -> None:
    made = text_head(size)
    assert len(made) == head and made[0] == 0x81 and int.from_bytes(made[2:] or made[1:2]) == size


def test_what_waits_goes_first() -> None:
    async def scenario() -> None:
        outbox, written = Outbox(10_000), list[bytes]()
        takes = True

        def short(*bodies: bytes) -> bool:
            if takes:
                written.extend(bodies)
            return takes

        outbox.short = short
        outbox.send(b"1", b"2")
        takes = False
        outbox.send(b"3", b"4")
        takes = True
        outbox.send(b"5")  # not before 3 and 4
        assert written == [b"1", b"2"] and outbox.waiting == 3
        for _ in range(3):
            body = await outbox.next()
            assert body is not None
            written.append(body)
            outbox.taken(body)
        outbox.send(b"6")
        assert written == [b"1", b"2", b"3", b"4", b"5", b"6"]

    asyncio.run(scenario())
