"""The short way between a viewer's socket and a table.

Uvicorn hands a message to the application by a queue, a task and a pause of reading, and takes an answer by another
task: that costs more than many a move. Once a viewer sits at a table, what comes is handed over where it is read, and
what goes is written where it is made. Everything out of the ordinary (the handshake, pings, closing, a reader who lags
behind) goes Uvicorn's way. Where a server has no such socket, all goes that way.
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

EXTENSION = "firstfire.direct"  # where the application finds the socket, in its scope
TEXT = 0x81  # the first byte of a whole text message (RFC 6455, 5.2)
MASKED = 0x80  # in the second one, beside the size
RESERVED = 0x70  # in the first one: bits that mean nothing without an extension
Listener = Callable[["str | bytes"], None]


class DirectWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with a short way in and out."""

    _listener: Listener | None = None
    _begun: bytes | None = b""  # of a frame that is not whole yet; None: Uvicorn cuts what comes into frames itself

    def connection_made(self, transport: BaseTransport) -> None:
        """A connection; there is no scope yet, and never where its handshake is refused."""
        super().connection_made(transport)
        self._extensions: Any = {}

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application learns which socket it is."""
        super().handle_connect(event)
        if not self.close_sent:
            self._extensions = self.scope["extensions"]
            self._extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone. Its parser and its scope point back to it: that is undone, so that all of it is gone
        from memory at once, without a search for cycles."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self._extensions.pop(EXTENSION, None)

    def listen(self, listener: Listener | None) -> None:
        """Hand every message to a listener from now on, first those that wait; None: to the application again."""
        self._listener = listener
        waiting: list[Any] = [self.queue.get_nowait() for _ in range(self.queue.qsize())] if listener else []
        for message in waiting:
            if message["type"] == "websocket.receive" and listener is not None:
                listener(message["text"] if message.get("text") is not None else message["bytes"])
            else:
                self.queue.put_nowait(message)
        if listener is not None and self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Cut what comes into frames. A whole message of text is handed over here; everything else is Uvicorn's, which
        gets whole frames, so that it never stands in the middle of one."""
        if self._begun is None or self.conn.state is not State.OPEN:
            early = self._begun or b""
            self._begun = None if early or self.handshake_initiated else b""
            super().data_received(early + data)
            return
        data = self._begun + data if self._begun else data
        at = 0
        while end := frame_end(data, at):
            if end - at > self.config.ws_max_size or not data[at + 1] & MASKED or data[at] & RESERVED:
                self._begun = None
                super().data_received(data[at:])  # refuses it, before it is whole
                return
            if end > len(data):
                break
            text = None if self._listener is None or self.frames or self.close_sent else message_in(data, at, end)
            if text is None or self._listener is None:
                super().data_received(data[at:end])
            else:
                self._listener(text)
            at = end
        if self._begun is not None:
            self._begun = data[at:]

    def send_receive_event_to_app(self) -> None:
        """A message is whole. (What is no UTF-8 would be a page of Uvicorn's log each time: anybody can say it.)"""
        data = b"".join(self.frames)
        try:
            said = data.decode() if self.curr_msg_data_type == "text" else data
        except UnicodeDecodeError:
            self.frames = []
            if not self.close_sent:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
            return
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._listener(said)

    def write(self, *bodies: bytes) -> bool:
        """Send messages of text now; False where the socket does not take them (its reader lags, or is gone)."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for body in bodies for part in (text_head(len(body)), body)]))
        return True


def text_head(size: int) -> bytes:
    """What stands before a whole text message of so many bytes."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2)
    return bytes((TEXT, 127)) + size.to_bytes(8)


def frame_end(data: bytes, at: int) -> int:
    """Where the frame ends that begins at a place (perhaps after all that has come); 0 where that is not yet known."""
    if len(data) < at + 2:
        return 0
    masked, size = data[at + 1] >> 7, data[at + 1] & 127
    start = at + 2
    if size >= 126:
        start += 2 if size == 126 else 8
        if len(data) < start:
            return 0
        size = int.from_bytes(data[at + 2 : start])
    return start + 4 * masked + size


def message_in(data: bytes, at: int, end: int) -> str | None:
    """The text of a whole frame, where that is a short whole message, masked as it must be; else None."""
    if data[at] != TEXT or not MASKED <= data[at + 1] < MASKED + 126:
        return None
    try:
        return apply_mask(data[at + 6 : end], data[at + 2 : at + 6]).decode()
    except UnicodeDecodeError:
        return None


def direct_socket(scope: Mapping[str, Any]) -> DirectWebSocket | None:
    """The socket of a connection, where it has the short way."""
    found = scope.get("extensions", {}).get(EXTENSION)
    return found if isinstance(found, DirectWebSocket) else None
