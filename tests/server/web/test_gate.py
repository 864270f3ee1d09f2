"""The gate of a real server: half-spoken connections, slow requests, a system without descriptors, proxies."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
import uvicorn
import websockets
from tests.server.tools import wait_for

from firstfire.errors import FirstfireError
from firstfire.server.commands import _loop
from firstfire.server.settings import Limits, changed_limits
from firstfire.server.web import gate as gate_module
from firstfire.server.web.gate import Gate, named_networks

Found = TypeVar("Found")
FILES = 256
LOOPS = ["asyncio", "uvloop"] if find_spec("uvloop") else ["asyncio"]  # a server has the one or the other
RUN = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
sys.argv = ["firstfire.server", *{words!r}]
runpy.run_module("firstfire.server", run_name="__main__")
"""


class Running:
    """A real server process with few file descriptors."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self.log = port, log

    def ask(self, path: str, source: str = "127.0.0.1", **headers: str) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(source, 0))
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def connect(self, first: bytes) -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self.port), timeout=150)
        made.sendall(first)
        return made


@contextmanager
def running(folder: Path, *words: str) -> Iterator[Running]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "log"
    said = ["--port", str(port), "--data", str(folder / "data"), "--no-browser", "--late-workers", *words]
    environment = {**os.environ, "FIRSTFIRE_INTERPRET": "1"}
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN.format(files=FILES, words=said)], env=environment, stdout=file, stderr=file
        )
        try:
            server = Running(port, log)
            wait_for(lambda: process.poll() is not None or "Firstfire runs" in log.read_text())
            assert process.poll() is None, log.read_text()
            yield server
        finally:
            process.kill()
            process.wait()


@pytest.fixture(params=LOOPS)
def loop(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run_in(loop: str, work: Coroutine[Any, Any, Found]) -> Found:
    """What comes out of some work in such a loop."""
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop=loop).get_loop_factory()) as runner:
        assert type(runner.get_loop()).__module__.startswith("uvloop") == (loop == "uvloop")
        return runner.run(work)


def other_address() -> str:
    """An address of this machine beside 127.0.0.1, where it has one (Linux answers to all of 127.0.0.0/8)."""
    with socket.socket() as trying:
        try:
            trying.bind(("127.0.0.2", 0))
        except OSError:
            return ""
    return "127.0.0.2"


def is_closed(made: socket.socket) -> bool:
    """Whether the server has closed (or refused) a connection."""
    made.setblocking(False)
    try:
        while made.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.mark.slow
def test_a_thousand_half_spoken_connections_keep_nobody_out(tmp_path: Path, loop: str) -> None:
    """More than the process has descriptors for: they get no further than their share, everybody else is answered
    at once, they themselves when their time is up, and the log hardly grows."""
    with running(tmp_path, "--loop", loop, "--limit", "headers_within=3") as server, ExitStack() as stack:
        held = []
        for _ in range(1000):
            made = stack.enter_context(socket.socket())
            made.settimeout(150)
            made.connect(("127.0.0.1", server.port))
            with suppress(OSError):  # turned away already
                made.sendall(b"GET /api/me HTTP/1.1\r\nHost: loc")
            held.append(made)
        neighbour = other_address()
        if neighbour:
            assert server.ask("/api/me", neighbour)[0] == 200
        wait_for(lambda: _status(server) == 200)
        wait_for(lambda: all(map(is_closed, held)))
        assert len(server.log.read_text().splitlines()) < 30


def _status(server: Running) -> int:
    try:
        return server.ask("/api/me")[0]
    except OSError:
        return 0


HALF_SPOKEN = {
    "nothing": b"",
    "half the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "half a body": (
        b"POST /api/saves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"
    ),
    "half a second request": b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/games HTTP/1.1\r\nHost:",
}


@pytest.mark.slow
def test_who_does_not_finish_a_request_is_let_go(tmp_path: Path, loop: str) -> None:
    short = ("--limit", "headers_within=0.5", "--limit", "body_within=0.5")
    with running(tmp_path, "--loop", loop, *short) as server, ExitStack() as stack:
        held = {name: stack.enter_context(server.connect(first)) for name, first in HALF_SPOKEN.items()}
        for name, made in held.items():
            heard = b""
            while piece := made.recv(65536):
                heard += piece
            told = b" 200 " in heard or b" 408 " in heard
            assert told or name == "half a body", f"{name}: told why, before an answer has begun"
        assert server.ask("/api/me")[0] == 200
        assert "Traceback" not in server.log.read_text()


@pytest.mark.slow
def test_a_slow_sender_has_no_more_time_than_others(tmp_path: Path, loop: str) -> None:
    """One byte now and then does not start the clock anew."""
    with running(tmp_path, "--loop", loop, "--limit", "headers_within=1") as server, ExitStack() as stack:
        made = stack.enter_context(server.connect(b"GET / HTTP/1.1\r\n"))
        stack.enter_context(pytest.raises(OSError))
        for number in range(600):
            made.sendall(b"X-%d: y\r\n" % number)
            time.sleep(0.1)


@pytest.mark.slow
def test_sockets_that_do_not_greet_are_few_and_let_go(tmp_path: Path, loop: str) -> None:
    words = ("--loop", loop, "--limit", "hello_within=1", "--limit", "greetings_of_address=5")

    async def silent(server: Running) -> list[int]:
        async def one() -> int:
            async with websockets.connect(f"ws://127.0.0.1:{server.port}/api/tables/none/ws") as link:
                try:
                    while True:
                        await link.recv()
                except websockets.exceptions.ConnectionClosed as closed:
                    return closed.rcvd.code if closed.rcvd else 0

        return sorted(await asyncio.gather(*(one() for _ in range(8))))

    with running(tmp_path, *words) as server:
        assert asyncio.run(silent(server)) == [4400] * 5 + [4429] * 3


@pytest.mark.slow
def test_only_named_proxies_say_where_people_come_from(tmp_path: Path) -> None:
    """Made-up addresses evade no limit; behind a named proxy everybody has a limit of their own."""
    few = ("--limit", "requests_per_second=0.001", "--limit", "requests_at_once=5")

    def asked(server: Running) -> list[int]:
        return [server.ask("/api/me", **{"X-Forwarded-For": f"203.0.113.{n}"})[0] for n in range(8)]

    (tmp_path / "alone").mkdir()
    with running(tmp_path / "alone", *few) as server:
        assert asked(server).count(429) >= 3
    (tmp_path / "behind").mkdir()
    with running(tmp_path / "behind", *few, "--proxy", "127.0.0.0/8") as server:
        assert asked(server) == [200] * 8


# ── what a monitor reads ───────────────────────────────────────────────────────────────


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.slow
def test_a_monitor_reads_numbers_and_logs_are_lines_of_json(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, "--metrics", str(port), "--log-json", "--verbose") as server:
        for path in ("/api/me", "/api/me", "/api/nothing"):
            server.ask(path)
        watch = Running(port, server.log)
        status, body = watch.ask("/metrics")
        text = body.decode()
        assert status == 200 and text.endswith("# EOF\n") and watch.ask("/")[0] == 404
        numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert numbers['firstfire_requests_total{status="200"}'] == "2"
        assert numbers['firstfire_requests_total{status="400"}'] == "1"
        assert numbers["firstfire_rooms_awake"] == "0" and numbers['firstfire_problem{what="database"}'] == "0"
        assert float(numbers["firstfire_cpu_seconds_total"]) > 0 and "firstfire_writes_total" in numbers
        assert {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")} == {
            line.split()[2] for line in text.splitlines() if line.startswith("# HELP")
        }
    said = [line for line in server.log.read_text().splitlines() if "Firstfire runs" not in line]
    lines = [json.loads(line) for line in said]
    assert any("/api/nothing" in line["message"] for line in lines)
    assert {"at", "level", "logger", "message"} <= set(lines[0])


@pytest.mark.slow
def test_without_being_told_nothing_is_measured_for_others(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert b"firstfire_requests" not in server.ask("/metrics")[1]


# ── without a network ──────────────────────────────────────────────────────────────────


class Exhausted:
    """A listening socket of a process without descriptors."""

    def __init__(self, real: socket.socket) -> None:
        self.real, self.tries = real, 0
        self.setblocking, self.listen, self.fileno = real.setblocking, real.listen, real.fileno

    def accept(self) -> None:
        self.tries += 1
        raise OSError(errno.EMFILE, "Too many open files")


def test_without_descriptors_accepting_pauses_and_is_logged_once(caplog: pytest.LogCaptureFixture, loop: str) -> None:
    async def tried() -> int:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            stub = Exhausted(listening)
            acceptor = gate_module._Acceptor(stub, Gate(Limits()), asyncio.Protocol)  # type: ignore[arg-type]
            with socket.create_connection(listening.getsockname()):
                for times in range(1, 5):
                    while stub.tries < times:
                        await asyncio.sleep(0)
                    for _ in range(100):  # it is ready all the time, but nobody looks
                        await asyncio.sleep(0)
                    assert stub.tries == times and not asyncio.get_running_loop().remove_reader(listening.fileno())
                    acceptor._resume()
                acceptor.close()
            return stub.tries

    with caplog.at_level(logging.ERROR):
        assert run_in(loop, tried()) == 4
    assert [record.message for record in caplog.records] == [
        "no connection can be accepted just now: Too many open files; trying again every second"
    ]


def test_a_burst_of_connections_is_counted_before_they_are_inside(loop: str) -> None:
    """A hundred connections that were accepted in one turn of the loop all came in, whatever the limit."""

    class Entering(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            gate.enter(cast("asyncio.Transport", transport), "127.0.0.1")  # uvloop's is none by name
            gate.wait(self, "127.0.0.1")  # type: ignore[arg-type]

    async def came_in(clients: int) -> int:
        with ExitStack() as stack, socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
            for _ in range(clients):
                stack.enter_context(socket.create_connection(listening.getsockname()))
            acceptor = gate_module._Acceptor(listening, gate, Entering)
            while gate.inside + gate.refused < clients:
                await asyncio.sleep(0)
            await asyncio.sleep(0.05)  # whoever is on the way arrives
            acceptor.close()
            found = gate.inside
            for transport in list(gate._inside):
                transport.close()
            return found

    gate = Gate(changed_limits(Limits(), ["half_open_of_address=10"]))
    assert run_in(loop, came_in(100)) == 10 and not gate._coming


def test_an_address_opens_connections_only_so_fast(loop: str) -> None:
    """Ten are let in; the eleventh is told to come later, before any limit of what it may have open at once, and a
    neighbour is not kept out."""

    class Entering(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            gate.enter(cast("asyncio.Transport", transport), "127.0.0.1")
            cast("asyncio.Transport", transport).close()

    async def answered() -> list[bytes]:
        with socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
            acceptor = gate_module._Acceptor(listening, gate, Entering)
            found = []
            for _ in range(12):
                reader, writer = await asyncio.open_connection(*listening.getsockname())
                found.append(await reader.read())
                writer.close()
            acceptor.close()
            return found

    gate = Gate(changed_limits(Limits(), ["connects_per_second=0", "connects_at_once=10"]), ["10.0.0.0/8"])
    *first, eleventh, twelfth = run_in(loop, answered())
    assert first == [b""] * 10 and gate.refused == 2
    assert eleventh == twelfth and eleventh.startswith(b"HTTP/1.1 429 ") and b"Retry-After: 1\r\n" in eleventh
    assert not gate.hurries("127.0.0.2")
    assert not any(gate.hurries("10.1.2.3") for _ in range(20)), "a proxy speaks for many"


def test_without_uvloop_the_standard_loop_drives_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    factory = uvicorn.Config("", loop=_loop("auto")).get_loop_factory()
    assert factory is not None
    with asyncio.Runner(loop_factory=factory) as runner:
        assert isinstance(runner.get_loop(), asyncio.BaseEventLoop)
    with pytest.raises(FirstfireError, match="not installed"):
        _loop("uvloop")


class Waiting:
    """A connection that waits for a request."""

    def __init__(self, gate: Gate, address: str) -> None:
        self.gate = gate
        self.given_up = False
        gate.wait(self, address)  # type: ignore[arg-type]

    def give_up(self) -> None:
        self.given_up = True
        self.gate.go_on(self)  # type: ignore[arg-type]


def test_the_gate_counts_addresses_and_households() -> None:
    gate = Gate(changed_limits(Limits(), ["half_open_of_address=2", "half_open=9"]), ["10.0.0.0/8"])
    for address in ("2001:db8::1", "2001:db8::2"):
        assert gate.admits(address)
        Waiting(gate, address)
    assert not gate.admits("2001:db8::3") and gate.admits("2001:db8:0:1::1")
    proxied = []
    for _ in range(3):
        assert gate.admits("10.1.2.3"), "a proxy speaks for many"
        proxied.append(Waiting(gate, "10.1.2.3"))
    assert gate.half_open == 5 and gate.refused == 1
    for connection in proxied:
        gate.go_on(connection)  # type: ignore[arg-type]
    assert gate.half_open == 2 and set(gate._half) == {"2001:db8::/64"}


def test_many_addresses_that_say_nothing_keep_nobody_out() -> None:
    """Nine addresses with half a request each sixty times kept everybody out for a minute."""
    gate = Gate(changed_limits(Limits(), ["half_open=6"]))
    one = Waiting(gate, "192.0.2.1")
    many = [Waiting(gate, "192.0.2.2") for _ in range(3)]
    others = [Waiting(gate, f"192.0.2.{number}") for number in (3, 4)]
    assert gate.admits("192.0.2.9")
    Waiting(gate, "192.0.2.9")
    assert [each.given_up for each in (one, *many, *others)] == [False, True, False, False, False, False]
    assert gate.half_open == 6 and gate.refused == 1


def test_who_reads_nothing_of_an_answer_is_cut_off_and_counts_until_then(loop: str) -> None:
    """A connection that is to be closed once all is read was counted no longer, and stayed as long as its client
    liked: one address could take every descriptor that way."""

    async def unread() -> int:
        gate = Gate(changed_limits(Limits(), ["read_within=60"]))

        class Answering(asyncio.Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                gate.enter(transport, "192.0.2.1")
                transport.write(bytes(50_000_000))
                transport.close()

        here = asyncio.get_running_loop()
        server = await here.create_server(Answering, "127.0.0.1", 0)
        with socket.create_connection(server.sockets[0].getsockname()):
            async with asyncio.timeout(150):
                while not gate._inside:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.1)  # what the system takes without anybody reading, it has taken
                for now, inside in ((0.0, 1), (59.0, 1), (60.0, 0)):
                    gate.cut_unread(now)
                    await asyncio.sleep(0.01)
                    assert gate.inside == inside, now
        server.close()
        return gate.refused

    assert run_in(loop, unread()) == 1


@pytest.mark.slow
def test_a_server_lets_go_of_who_reads_no_answers(tmp_path: Path) -> None:
    with running(tmp_path, "--limit", "read_within=1") as server, socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", server.port))
        made.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 150)

        def is_cut() -> bool:
            try:
                made.sendall(b"GET / HTTP/1.1\r\n")
            except OSError:
                return True
            return False

        wait_for(is_cut)


class Closed:
    """A transport that was closed."""

    def is_closing(self) -> bool:
        return True

    def get_write_buffer_size(self) -> int:
        return 0


def test_connections_that_are_gone_are_not_held_in_memory() -> None:
    gate = Gate(Limits())
    for _ in range(5000):
        gate.enter(Closed(), "192.0.2.1")  # type: ignore[arg-type]
    assert len(gate._inside) <= 2 * gate_module.TIDY and gate.inside == 0 and gate.admits("192.0.2.1")
    assert not gate._count


@pytest.mark.parametrize("name", ["*", "proxy.example", "10.0.0.0/99", ""])
def test_a_proxy_that_is_no_address_is_refused(name: str) -> None:
    with pytest.raises(FirstfireError, match="--proxy"):
        named_networks([name])


@pytest.mark.parametrize("change", ["nothing=1", "half_open=many", "half_open=1.5", "half_open", "body_within=-1"])
def test_a_limit_that_is_none_is_refused(change: str) -> None:
    with pytest.raises(FirstfireError, match="--limit"):
        changed_limits(Limits(), [change])


def test_limits_are_changed_by_name() -> None:
    made = changed_limits(Limits(), ["half_open=7", "body_within=2.5"])
    assert (made.half_open, made.body_within) == (7, 2.5) and made.half_open_of_address == Limits().half_open_of_address
    assert json.dumps(made.__dict__)
