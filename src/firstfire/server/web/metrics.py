"""Metrics for a monitor (OpenMetrics text, as Prometheus reads it), on a port of their own that only this machine
reaches. Numbers only: no names, no tables, no addresses."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ... import __version__
from .gate import Gate
from .site import Site

FORMAT = "application/openmetrics-text; version=1.0.0; charset=utf-8"
WITHIN = 5.0  # seconds for a question
PROBLEMS = ("disk", "database", "workers")
Sample = tuple[str, str, str, list[tuple[str, float]]]  # name, kind, what it is, (labels, value)


class Metrics:
    """Answers `GET /metrics` on a socket."""

    def __init__(self, site: Site, gate: Gate, listening: socket.socket) -> None:
        self.site, self.gate, self._listening = site, gate, listening
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to answer."""
        self._server = await asyncio.start_server(self._answer, sock=self._listening)

    def close(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(WITHIN):
                request = await reader.readuntil(b"\r\n\r\n")
                found = request.startswith(b"GET /metrics ")
                body = (await self.text()).encode() if found else b"see /metrics\n"
                status = "200 OK" if found else "404 Not Found"
                kind = FORMAT if found else "text/plain"
                head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
                await writer.drain()
        writer.close()

    async def text(self) -> str:
        """All numbers, as they are now."""
        problems = await self.site.health.problems()
        lines = []
        for name, kind, about, samples in (*self._samples(), *_process()):
            lines += [f"# TYPE firstfire_{name} {kind}", f"# HELP firstfire_{name} {about}"]
            ending = {"counter": "_total", "info": "_info"}.get(kind, "")
            lines += [f"firstfire_{name}{ending}{labels} {value:g}" for labels, value in samples]
        lines += ["# TYPE firstfire_problem gauge", "# HELP firstfire_problem Whether something is wrong (1)."]
        lines += [f'firstfire_problem{{what="{what}"}} {int(what in problems)}' for what in PROBLEMS]
        return "\n".join([*lines, "# EOF"]) + "\n"

    def _samples(self) -> Iterator[Sample]:
        site, gate, rooms = self.site, self.gate, self.site.rooms
        outboxes = sum(len(actor.outboxes) for actor in rooms.actors.values())
        yield "build", "info", "The version.", [(f'{{version="{__version__}"}}', 1)]
        yield "rooms_awake", "gauge", "Tables in memory.", [("", len(rooms.actors))]
        yield "viewers", "gauge", "Links to tables.", [("", outboxes)]
        yield "connections", "gauge", "Connections of all kinds.", [("", gate.inside)]
        yield "half_open", "gauge", "Connections without a whole request.", [("", gate.half_open)]
        yield "refused_connections", "counter", "Connections turned away at the gate.", [("", gate.refused)]
        answers = [(f'{{status="{status}"}}', float(count)) for status, count in sorted(site.answers.items())]
        yield "requests", "counter", "Answers by their status.", answers or [('{status="200"}', 0)]
        yield "writes", "counter", "Requests that were stored.", [("", site.store.written)]
        yield "failed_writes", "counter", "Requests that could not be stored.", [("", site.store.failed)]
        yield "uploads_waiting", "gauge", "Uploads being read, or waiting for it.", [("", site.reading.count)]
        yield "replays_waiting", "gauge", "Pages of replays being drawn, or waiting for it.", [("", site.looking.count)]
        overruns = site.uploads.sandbox.overruns + site.replays.sandbox.overruns
        yield "overruns", "counter", "Work that took more than its process was given.", [("", overruns)]


_BEGAN = time.time()


def _process() -> Iterator[Sample]:
    """What the system says of this process."""
    times = os.times()
    yield "cpu_seconds", "counter", "Processor time of the server itself.", [("", times.user + times.system)]
    yield "start_time_seconds", "gauge", "When it began, in seconds since 1970.", [("", int(_BEGAN))]
    with suppress(OSError, ValueError, IndexError):  # Linux
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        yield "resident_bytes", "gauge", "Memory of the server itself.", [("", pages * os.sysconf("SC_PAGE_SIZE"))]
        yield "open_files", "gauge", "File descriptors.", [("", len(os.listdir("/proc/self/fd")))]
