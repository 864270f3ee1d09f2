"""The gate: where connections come in. Uvicorn speaks HTTP; it has no time limit for a request that never ends and
no limit of connections before a request is whole, and asyncio's way to accept ends in a tight loop when the process
has no file descriptors left. So connections are accepted here:

* never more than the process has descriptors for, and only so many of one address;
* new ones of one address only so fast, whatever becomes of them;
* a few that have not said a whole request yet (half-open), of one address and in all; where those are too many,
  somebody new takes the place of the oldest of the address that has most of them;
* a request's headers, and its body, have to come within some seconds;
* who reads nothing of what waits for them is cut off after a while, also where the connection is as good as closed;
* a body may come in chunks, but not in thousands of tiny ones: each costs as much to read as a large one;
* an error of the system pauses accepting for a second, and is logged once.

The addresses are those of the connections themselves: proxies one has named are not counted. Where several servers
tell each other how many connections addresses have, those count too.
"""

from __future__ import annotations

import asyncio
import importlib
import ipaddress
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ...errors import FirstfireError
from ..settings import Limits
from .limits import Buckets, address_key

log = logging.getLogger(__name__)
RESERVE = 100  # file descriptors for the database, processes, files
PAUSE = 1.0  # seconds without accepting after an error of the system
BACKLOG = 2048  # connections that may wait to be accepted
AT_ONCE = 64  # connections accepted before others have their turn
MOST_FILES = 65_536
TIDY = 256  # closed connections are forgotten when so many more have come
LOOK_EVERY = 20  # tenths of a second between two looks at who does not read
CHUNK = 1024  # bytes of a body that allow one chunk more
HURRIED = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
UNSAID = (h11.IDLE, h11.SEND_BODY)  # of a client: its request is not whole
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def named_networks(proxies: Iterable[str]) -> list[Network]:
    """The networks of the proxies somebody has named."""
    found = []
    for name in proxies:
        try:
            found.append(ipaddress.ip_network(name, strict=False))
        except ValueError:
            raise FirstfireError(f"--proxy {name}: expected an address or a network (like 10.0.0.0/8)") from None
    return found


class Unread(NamedTuple):
    """What waits for somebody: how many bytes, and since when just as many."""

    size: int
    since: float


class Gate:
    """Counts who is inside, and says who may come in."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self.most = min(limits.connections, raised_files() - RESERVE)
        self.proxies = named_networks(proxies)
        self.elsewhere: Callable[[str], int] = lambda place: 0  # asked how many an address has at other servers
        self.refused = 0
        self._connects = Buckets(limits.connects_per_second, limits.connects_at_once)
        self._inside: dict[asyncio.Transport, str] = {}
        self._count: Counter[str] = Counter()
        self._coming: Counter[str] = Counter()  # accepted, and not inside yet: that takes the loop a few turns
        self._half: Counter[str] = Counter()
        self._waiting: dict[PatientProtocol, str] = {}  # who is half-open, the oldest first
        self._tidy_at = TIDY  # connections
        self._unread: dict[asyncio.Transport, Unread] = {}

    @property
    def inside(self) -> int:
        """How many connections there are."""
        self._forget_closed()
        return len(self._inside)

    @property
    def half_open(self) -> int:
        """How many of them have not said a whole request yet."""
        return len(self._waiting)

    def counts(self) -> dict[str, int]:
        """How many connections each address has."""
        self._forget_closed()
        return dict(self._count)

    def hurries(self, address: str) -> bool:
        """Whether an address opens connections too fast; asked for each one."""
        hurried = not self._is_proxy(address) and not self._connects.take(address_key(address), time.monotonic())
        if hurried:
            self._refuse("connections come too fast")
        return hurried

    def admits(self, address: str) -> bool:
        """Whether one more connection of an address may come in."""
        place, limits = address_key(address), self.limits
        coming, all_coming = self._coming[place], self._coming.total()
        many = self._count[place] + coming + self.elsewhere(place) >= limits.connections_of_address
        if len(self._inside) + all_coming >= self.most or many:
            self._forget_closed()
        full = len(self._inside) + all_coming >= self.most
        if not self._is_proxy(address):
            others = self.elsewhere(place) if not full else 0
            full = full or self._count[place] + coming + others >= limits.connections_of_address
            full = full or self._half[place] + coming >= limits.half_open_of_address
        if full:
            self._refuse("too many connections")
        elif self.half_open + all_coming >= limits.half_open:
            self._push_out()
        return not full

    def _refuse(self, why: str) -> None:
        if not self.refused % 1000:
            log.warning("%s: %d refused so far", why, self.refused + 1)
        self.refused += 1

    def comes(self, address: str, more: int = 1) -> None:
        """A connection was accepted and is on its way in; -1: it has arrived, or failed."""
        place = address_key(address)
        self._coming[place] += more
        if not self._coming[place]:
            del self._coming[place]

    def enter(self, transport: asyncio.Transport, address: str) -> None:
        """A connection has come in."""
        place = address_key(address)
        self._inside[transport] = place
        self._count[place] += 1
        if len(self._inside) >= self._tidy_at:
            self._forget_closed()
            self._tidy_at = 2 * len(self._inside) + TIDY

    def wait(self, connection: PatientProtocol, address: str) -> None:
        """A connection waits for a whole request."""
        if connection not in self._waiting:
            place = self._waiting[connection] = address_key(address)
            self._half[place] += 1

    def go_on(self, connection: PatientProtocol) -> None:
        """A connection waits no longer."""
        place = self._waiting.pop(connection, None)
        if place is not None:
            self._half[place] -= 1
            if not self._half[place]:
                del self._half[place]

    def cut_unread(self, now: float) -> None:
        """Cut off who has read nothing for a while of what waits for them (asked again and again)."""
        before, self._unread = self._unread, {}
        for transport in list(self._inside):
            if size := transport.get_write_buffer_size():
                known = before.get(transport)
                found = known if known is not None and known.size == size else Unread(size, now)
                if now - found.since >= self.limits.read_within:
                    self.refused += 1
                    transport.abort()
                else:
                    self._unread[transport] = found

    def _push_out(self) -> None:
        """Close the oldest half-open connection of the address that has most of them: whoever is in earnest has
        said a request in no time, so many addresses that say nothing keep nobody out."""
        most = max(self._half.values(), default=0)
        oldest = next((each for each, place in self._waiting.items() if self._half[place] == most), None)
        if oldest is not None:
            self.refused += 1
            oldest.give_up()

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)

    def _forget_closed(self) -> None:
        """A transport may pass from one protocol to another, but it always knows whether it is closed. (One that is to
        be closed as soon as all was read, and is not read, is there as before.)"""
        for transport in [each for each in self._inside if each.is_closing() and not each.get_write_buffer_size()]:
            place = self._inside.pop(transport)
            self._count[place] -= 1
            if not self._count[place]:
                del self._count[place]


class Requests(h11.Connection):
    """What a client says by HTTP/1.1, with a limit of chunks. (Two requests of one connection are two counts.)"""

    def __init__(self, chunks: int) -> None:
        super().__init__(h11.SERVER)
        self._most = self._left = float(chunks)

    def next_event(self) -> Any:
        """The next piece of a request."""
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._left += len(event.data) / CHUNK - event.chunk_start
            if self._left < 0 and event.chunk_start:
                raise h11.RemoteProtocolError("too many chunks", error_status_hint=413)
        elif isinstance(event, h11.Request):
            self._left = self._most
        return event


class PatientProtocol(H11Protocol):
    """HTTP/1.1 that does not wait for ever."""

    def __init__(self, *args: Any, gate: Gate, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = Requests(gate.limits.chunks)
        self._gate = gate
        self._awaited = ""  # what has to come: headers, or body
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection: its first request is awaited."""
        super().connection_made(transport)
        self._gate.enter(transport, self._address)
        self._await("headers")

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        super().data_received(data)
        state = self.conn.their_state
        if self.transport.is_closing() or state not in UNSAID or self.transport.get_protocol() is not self:
            self._await("")
        else:
            self._await("body" if state is h11.SEND_BODY else "headers")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._await("")
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Nothing more of this request is read. Whoever answers it already is told that nobody listens."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _await(self, what: str) -> None:
        """From now on wait for headers, for a body, or for nothing; the time for one thing starts once."""
        if what == self._awaited:
            return
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._awaited = what
        if not what:
            self._gate.go_on(self)
        else:
            self._gate.wait(self, self._address)
            limits = self._gate.limits
            within = limits.headers_within if what == "headers" else limits.body_within
            self._deadline = self.loop.call_later(within, self._too_late)

    def give_up(self) -> None:
        """Close the connection now: somebody else needs its place."""
        self._await("")
        self.transport.abort()

    def _too_late(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(LATE)
            self.transport.close()


class GatedServer(uvicorn.Server):
    """Uvicorn behind a gate."""

    def __init__(self, config: uvicorn.Config, gate: Gate) -> None:
        super().__init__(config)
        self.gate = gate
        self._acceptors: list[_Acceptor] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then accept connections."""
        loop = asyncio.get_running_loop()
        if not sockets or isinstance(loop, getattr(asyncio, "ProactorEventLoop", ())):  # Windows: Uvicorn's own way
            await super().startup(sockets)
            return
        await super().startup([])
        self._acceptors = [_Acceptor(each, self.gate, self._protocol) for each in sockets]

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second, of Uvicorn: now and then look who does not read."""
        if not counter % LOOK_EVERY:
            self.gate.cut_unread(time.monotonic())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, then let Uvicorn say goodbye."""
        for acceptor in self._acceptors:
            acceptor.close()
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        return PatientProtocol(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, gate=self.gate
        )


class _Acceptor:
    """Accepts the connections of one listening socket."""

    def __init__(self, listening: socket.socket, gate: Gate, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._loop = asyncio.get_running_loop()
        self._listening, self._gate, self._protocol = listening, gate, protocol
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pausing: asyncio.TimerHandle | None = None
        self._ails = False  # the last attempt failed, and was logged
        listening.setblocking(False)
        listening.listen(BACKLOG)
        self._resume()

    def close(self) -> None:
        if self._pausing is not None:
            self._pausing.cancel()
        self._loop.remove_reader(self._listening.fileno())

    def _resume(self) -> None:
        self._pausing = None
        self._loop.add_reader(self._listening.fileno(), self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                made, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._pause(error)
                return
            self._ails = False
            self._take(made, str(address[0]))

    def _pause(self, error: OSError) -> None:
        """No descriptors or no memory left: what waits outside waits a little longer."""
        if not self._ails:
            log.error("no connection can be accepted just now: %s; trying again every second", error.strerror)
        self._ails = True
        self._loop.remove_reader(self._listening.fileno())
        self._pausing = self._loop.call_later(PAUSE, self._resume)

    def _take(self, made: socket.socket, address: str) -> None:
        made.setblocking(False)
        hurried = self._gate.hurries(address)
        if hurried or not self._gate.admits(address):
            with suppress(OSError):
                made.send(HURRIED if hurried else BUSY)
            made.close()
            return
        task = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, made))
        self._tasks.add(task)
        self._gate.comes(address)
        task.add_done_callback(partial(self._arrived, address))

    def _arrived(self, address: str, task: asyncio.Task[Any]) -> None:
        self._gate.comes(address, -1)
        self._tasks.discard(task)


def raised_files() -> int:
    """How many files this process may have open, after asking for as many as it may ask for."""
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else int(soft)
