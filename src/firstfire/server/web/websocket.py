"""The short way between a viewer's socket and a table.

Uvicorn hands a message to the application by a queue, a task and a pause of reading, and takes an answer by another
task: that costs more than many a move. Once a viewer sits at a table, what comes is handed over where it is read, and
what goes is written where it is made. Everything out of the ordinary (the handshake, pings, closing, a reader who lags
behind) goes Uvicorn's way. Where a server has no such socket, all goes that way.

Frames are cheap to send and cost more to read, so they are counted, of whatever kind they are (text, pieces, pings,
pongs). A link that sends too many is closed and read no further. Of many that come at once a few are read in each turn
of the loop, and nothing is taken from the network meanwhile. Where the other side does not read, one answer to a ping
waits for it, the latest. A link whose end is decided is gone a few seconds later, read or unread.
"""

from __future__ import annotations

import time
from asyncio import BaseTransport, Task, TimerHandle
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from ..settings import Limits

EXTENSION = "firstfire.direct"  # where the application finds the socket, in its scope
TEXT = 0x81  # the first byte of a whole text message (RFC 6455, 5.2)
MASKED = 0x80  # in the second one, beside the size
KIND = 0x0F  # in the first one: what kind of frame it is…
CLOSE = 0x08  # …one that ends the link
HEAD = 14  # bytes before the contents of a frame, at most
AT_ONCE = 32  # frames that are read before others have their turn
PIECES = 1000  # of one message
TOO_MANY = 4429  # "slow down", as tables say it
CLOSE_WITHIN = 3.0  # seconds for the other side to answer a goodbye…
GONE_WITHIN = 5.0  # …and until its connection is cut, whatever it has not read
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
Listener = Callable[["str | bytes"], None]


class DirectWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with a short way in and out, and a limit of frames."""

    limits: ClassVar[Limits] = Limits()
    _listener: Listener | None = None
    _begun: bytes = b""  # what has come and is not read: a frame that is not whole, or all that waits for its turn
    _held = False  # nothing is taken from the network until what waits was read
    _pong: bytes = b""  # the answer to the latest ping, where the other side does not read
    _ending: TimerHandle | None = None
    _left = 0  # frames that may come before the clock is looked at
    _filled_at = 0.0

    def connection_made(self, transport: BaseTransport) -> None:
        """A connection; there is no scope yet, and never where its handshake is refused."""
        super().connection_made(transport)
        self._extensions: Any = {}
        self.close_timeout = CLOSE_WITHIN
        self._left, self._filled_at = self.limits.frames_at_once, time.monotonic()

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application learns which socket it is."""
        super().handle_connect(event)
        if not self.close_sent:
            self._extensions = self.scope["extensions"]
            self._extensions[EXTENSION] = self

    def start_keepalive(self) -> None:
        """The handshake is done: what came too early is read now."""
        super().start_keepalive()
        if self._held:
            self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone. Its parser and its scope point back to it: that is undone, so that all of it is gone
        from memory at once, without a search for cycles."""
        super().connection_lost(exc)
        self._begun = self._pong = b""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        self.conn.parser.close()
        self._extensions.pop(EXTENSION, None)

    def on_task_complete(self, task: Task[None]) -> None:
        """The application is done with this link."""
        super().on_task_complete(task)
        self._end_soon()

    def keepalive_timeout(self) -> None:
        """Nobody answers."""
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        """Cut the connection in a while: closing it politely waits until everything is read, perhaps for ever."""
        if self._ending is None and not self.disconnected:
            self._ending = self.loop.call_later(GONE_WITHIN, self.transport.abort)

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
            self._take_more()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message, for the application."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._take_more()
        return message

    def _take_more(self) -> None:
        """The application has taken what there was."""
        self.read_paused = False
        if not self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """The handshake, or frames."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:  # HTTP, but nothing that begins a link
                self.transport.write(UNREADABLE)
                self.transport.close()
        elif self._held or self.conn.state is State.CONNECTING:
            self._begun += data
            self._hold()
        else:
            self._cut(self._begun + data if self._begun else data)

    def _cut(self, data: bytes) -> None:
        """Cut what has come into frames. A whole message of text is handed over here; everything else is Uvicorn's,
        which gets whole frames, so that it never stands in the middle of one."""
        at, turn = 0, AT_ONCE
        while end := frame_end(data, at):
            if end - at > self.config.ws_max_size + HEAD or not data[at + 1] & MASKED:
                self._refuse(data[at:])
                return
            if end > len(data):
                break
            self._left -= 1
            if self._left < 0 and not self._refilled():
                self._end(TOO_MANY)
                return
            text = None if self._listener is None or self.frames or self.close_sent else message_in(data, at, end)
            if text is not None and self._listener is not None:
                self._listener(text)
            elif not self._take(data[at:end]):
                return
            at, turn = end, turn - 1
            if not turn:
                self._hold()
                self.loop.call_soon(self._go_on)
                break
        self._begun = data[at:]

    def _take(self, frame: bytes) -> bool:
        """A whole frame that is no message of text; False where it is the last of its link."""
        if not self.close_sent or frame[0] & KIND == CLOSE:  # after our goodbye only theirs is awaited
            super().data_received(frame)
        if len(self.frames) > PIECES:
            self._end(CloseCode.MESSAGE_TOO_BIG)
        if self.transport.is_closing():
            self._begun = b""
            return False
        return True

    def _hold(self) -> None:
        self._held = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _go_on(self) -> None:
        """The next turn of what waits."""
        self._held = False
        if not self.transport.is_closing():
            self._cut(self._begun)
            if not self._held and not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()

    def _refilled(self) -> bool:
        """Whether more frames may come, by the time that has passed since that was last asked."""
        now = time.monotonic()
        more = (now - self._filled_at) * self.limits.frames_per_second
        if more < 1:
            return False
        self._left, self._filled_at = int(min(more, self.limits.frames_at_once)) - 1, now
        return True

    def _refuse(self, data: bytes) -> None:
        """What no frame begins with: Uvicorn says what is wrong with it, and closes."""
        if not self.close_sent:
            super().data_received(data)
        self._end(CloseCode.PROTOCOL_ERROR)

    def _end(self, code: int) -> None:
        """Close the link at once, and read nothing more of it."""
        self._begun = b""
        if self.conn.state is State.OPEN and not self.close_sent:
            self.conn.fail(code)
            self.handle_parser_exception()
            self._end_soon()
        elif not self.transport.is_closing():  # it has heard why
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping; where the answers are not read, the latest one alone waits."""
        said = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(said)
        else:
            self._pong = said

    def resume_writing(self) -> None:
        """The other side reads again."""
        super().resume_writing()
        if self._pong and not self.close_sent and not self.transport.is_closing():
            self.transport.write(self._pong)
        self._pong = b""

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


def websocket_within(limits: Limits) -> type[DirectWebSocket]:
    """Such a socket with limits of its own."""
    return type(DirectWebSocket.__name__, (DirectWebSocket,), {"limits": limits})


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
