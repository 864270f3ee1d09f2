"""One address asks for everything the API has, as fast as it may: what does that cost, and what do others feel?

    python benchmarks/api_flood.py [--seconds 3] [--connections 8] [--listed 100] [--only tables] [--interpreted]

Starts a real server with the limits everybody has, fills its lobby, has games played, and then asks for one endpoint
after the other from one address (127.0.0.2), over several connections at once, without pausing. Meanwhile two people at
another address play, and are timed. For each endpoint:

    answered   requests that were granted or refused for what they asked (2xx, 4xx but 429)
    refused    429: too fast
    ms each    processor time of the server's main process for each answered request (refusals included)
    of a core  processor time of the main process, and of its children, while the flood lasted
    p50, p99   milliseconds until an action at the other table is answered

Endpoints are grouped by what they do: what changes something is asked for as a stranger would, so that most of it is
refused. The column that matters is the fourth: how much of the core that plays everybody's games one address can take.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from guest import Guest
from server_soak import Place, Server

from firstfire.server.web.rest import ENDPOINTS

PLAYED = 3  # finished games
FLOODING = "127.0.0.2"
TICKS = os.sysconf("SC_CLK_TCK")
SAMPLES = 12.0  # actions a second at the other table


@dataclass
class Flood:
    """What became of the requests to one endpoint."""

    statuses: Counter[int] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """Requests that were not too fast."""
        return self.statuses.total() - self.statuses[429]


class World:
    """A server with everything on it that can be asked for."""

    def __init__(self, server: Server, listed: int) -> None:
        self.port, self.process = server.port, server.process.pid
        self.guest = Guest(self.port, FLOODING)
        self.finished = [self._finished() for _ in range(PLAYED)]
        self.upload = self._uploaded()
        for number in range(listed // 5):  # a host has at most five in the lobby, an address fifteen
            host = Guest(self.port, f"127.0.1.{number}")
            for is_listed in [True] * 5 + [False] * 5:
                table = self._made(host, "open", listed=is_listed)
                if not is_listed:
                    self.guest.demand("POST", f"/api/tables/{table}/join", {})

    def _made(self, host: Guest, rival: str, **more: Any) -> str:
        wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": rival}], **more}
        return str(host.demand("POST", "/api/tables", wish)["table"]["id"])

    def _finished(self) -> str:
        """A game of Embers that bots played to its end, at a table of the flooding guest."""
        table = self._made(self.guest, "bot")
        self.guest.demand("POST", f"/api/tables/{table}/leave", {"seat": 0})

        async def watched() -> None:
            place = Place(self.guest, table)
            await place.open()
            await place.wait(lambda: place.over, 60)
            await place.close()

        asyncio.run(watched())
        return table

    def _uploaded(self) -> str:
        save = self.guest.demand("GET", f"/api/tables/{self.finished[0]}/save")
        return str(self.guest.demand("POST", "/api/saves", save)["id"])

    def paths(self, path: str) -> Iterator[str]:
        """Where requests to an endpoint go: to what there is."""
        games = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
        number = 0
        while True:
            number += 1
            named = {
                "game": games[number % 5], "key": "x", "table": self.finished[number % PLAYED], "save": self.upload,
                "step": str(number % 4), "start": "0", "number": str(number % 8), "report": "x", "language": "en",
            }  # fmt: skip
            yield re.sub(r"{(\w+)(:\w+)?}", lambda found: named.get(found[1], "x"), path)  # noqa: B023 - used at once


BODIES: dict[str, Any] = {
    "/api/games/{game}/tutorial": {"at": 3, "played": []},
    "/api/me": {"name": "Ayla"},
    "/api/tables": {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]},
    "/api/saves": {"format": "firstfire-save", "game": "embers"},
    "/api/tables/{table}/leave": {"seat": 0},
    "/api/tables/{table}/play-on": {"step": 1, "seat": 0, "level": "random"},
    "/api/lab": {"game": "embers", "players": 2, "levels": ["random"], "games": 50},
}
LEFT_OUT = ("/api/me/leave", "/api/me/forget", "/api/me/arrive")  # the guest would be somebody else


def spent(process: int) -> tuple[float, float]:
    """Seconds of processor time of a process, and of its children."""

    def of(one: int) -> float:
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return of(process), sum(of(int(child)) for child in children)


async def ask_on(world: World, method: str, path: str, query: str, flood: Flood, end: float) -> None:
    """Ask for one thing again and again over one connection, from another address than everybody else."""
    reader, writer = await asyncio.open_connection("127.0.0.1", world.port, local_addr=(FLOODING, 0))
    body = b"" if method == "GET" else json.dumps(BODIES.get(path, {})).encode()
    try:
        for place in world.paths(path):
            head = (
                f"{method} {place}{query} HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\nCookie: {world.guest.cookie}\r\n"
            )
            head += f"Accept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            status = int(answer.split(maxsplit=2)[1])
            flood.statuses[status] += 1
            length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
            if length is not None:
                await reader.readexactly(int(length[1]))
            if time.monotonic() > end:
                return
            if status == 429:
                await asyncio.sleep(0.02)  # a refusal costs the server less than an answer; let there be answers
    finally:
        writer.close()


async def play(seats: list[Place], flood: Flood, end: float) -> None:
    """Play and take back at another table, and time the answers."""
    place = next(seat for seat in seats if seat.my_turn)
    for kind in cycle(("act", "undo")):
        version, start = place.state["version"], time.monotonic()
        more = {"action": place.scene["choices"][0]["action"]} if kind == "act" else {}
        await place.say(kind, version=version, **more)
        if not await place.wait(lambda: place.state["version"] > version, 60):  # noqa: B023 - used at once
            raise SystemExit("the other table stands still")
        flood.waits.append(1000 * (time.monotonic() - start))
        if kind == "undo" and time.monotonic() > end:
            return
        await asyncio.sleep(1 / SAMPLES)


async def flooded(world: World, seats: list[Place], method: str, path: str, arguments: argparse.Namespace) -> str:
    """Flood one endpoint; the line that tells of it."""
    path, _, query = path.partition("?")
    flood, end = Flood(), time.monotonic() + arguments.seconds
    before, began = spent(world.process), time.monotonic()
    asking = [
        ask_on(world, method, path, f"?{query}" if query else "", flood, end) for _ in range(arguments.connections)
    ]
    await asyncio.gather(play(seats, flood, end), *asking)
    took = time.monotonic() - began
    own, children = (now - then for now, then in zip(spent(world.process), before, strict=True))
    waits = statistics.quantiles(flood.waits, n=100) if len(flood.waits) > 1 else [0.0] * 99
    statuses = " ".join(f"{status}:{count}" for status, count in sorted(flood.statuses.items()) if status != 429)
    named = f"{method} {path}{'?' + query if query else ''}"
    return (
        f"{named:<58} {flood.answered:>8} {flood.statuses[429]:>7} {1000 * own / max(1, flood.answered):>8.2f} "
        f"{own / took:>7.0%} {max(0.0, children) / took:>7.0%} {waits[49]:>6.0f} {waits[98]:>6.0f}  {statuses}"
    )


async def flood_all(world: World, arguments: argparse.Namespace) -> None:
    """One endpoint after the other."""
    other = Guest(world.port)
    table = other.demand("POST", "/api/tables", {"game": "totem", "seats": [{"kind": "me"}, {"kind": "open"}]})[
        "table"
    ]["id"]
    rival = Guest(world.port)
    rival.demand("POST", f"/api/tables/{table}/join", {})
    seats = [Place(other, table), Place(rival, table)]
    for place in seats:
        await place.open()
    print(f"{'endpoint':<58} answered refused  ms each of core  others    p50    p99  statuses", flush=True)
    wanted = [(each.method, each.path) for each in ENDPOINTS if each.path not in LEFT_OUT]
    wanted += [("GET", "/api/tables?state=running"), ("GET", "/api/tables?state=mine")]
    for method, path in [("idle", "")] * (not arguments.only) + wanted:
        if arguments.only in path:
            await asyncio.sleep(arguments.rest)
            if method == "idle":
                flood, end = Flood(), time.monotonic() + arguments.seconds
                await play(seats, flood, end)
                waits = statistics.quantiles(flood.waits, n=100)
                print(f"{'(nobody else)':<58}{waits[49]:>49.0f} {waits[98]:>6.0f}", flush=True)
            else:
                print(await flooded(world, seats, method, path, arguments), flush=True)
    for place in seats:
        await place.close()


def main() -> int:
    """Flood a server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each endpoint")
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--rest", type=float, default=2.0, help="seconds between two endpoints, for what waits")
    parser.add_argument("--listed", type=int, default=100, help="tables in the lobby, which shows a hundred at most")
    parser.add_argument("--only", default="", help="endpoints whose path has this in it")
    parser.add_argument("--interpreted", action="store_true", help="do not compile the rules")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), interpreted=arguments.interpreted, more=("--game", "embers"))
        try:
            asyncio.run(flood_all(World(server, arguments.listed), arguments))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
