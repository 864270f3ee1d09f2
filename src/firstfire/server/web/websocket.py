"""The short way between a viewer's socket and a table.

Uvicorn hands a message to the application by a queue, a task and a pause of reading, and takes an answer by another
task: that costs more than many a move. Once a viewer sits at a table, what comes is handed over where it is read, and
what goes is written where it is made. Everything out of the ordinary (the handshake, pings, closing, a reader who lags
behind) goes Uvicorn's way. Where a server has no such socket, all goes that way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "firstfire.direct"  # where the application finds the socket, in its scope
TEXT = 0x81  # the first byte of a whole text message (RFC 6455, 5.2)
Listener = Callable[["str | bytes"], None]


class DirectWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with a short way in and out."""

    _listener: Listener | None = None

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application learns which socket it is."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

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

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        try:
            said = data.decode() if self.curr_msg_data_type == "text" else data
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # closes
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


def direct_socket(scope: Mapping[str, Any]) -> DirectWebSocket | None:
    """The socket of a connection, where it has the short way."""
    found = scope.get("extensions", {}).get(EXTENSION)
    return found if isinstance(found, DirectWebSocket) else None
