"""Several servers against one: processor time for each action, how throughput grows, how long a takeover takes.

    PYTHONPATH=.:examples python benchmarks/several_servers.py [--tables 40] [--seconds 12] [--only cost]

    cost        Embers at a fixed rate: one process with SQLite; one process with PostgreSQL, a lease for each table and
                Redis; two such processes, half of the people coming to the wrong one. Processor time of the servers, of
                PostgreSQL and of Redis, for each action. Turn about, twice: machines are busy, only ratios of one run
                say something.
    growth      the same without a pace: as many actions a second as one process, then two, can do beside the load
                generator and the database on the same cores
    takeovers   five servers with twenty tables each and somebody at every table are killed, one after the other: from
                the kill until each table is shown by another server

It takes about three minutes. PostgreSQL and Redis are started for it in folders of their own. Rules are not compiled:
Embers costs next to nothing, what is measured is the server.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import websockets
from server_load import Figures, Playing, Seat
from tests.server.cluster.fleet import Door, Member, post
from tests.server.cluster.redis_server import RedisServer
from tests.server.postgres import Cluster, cluster
from tests.server.tools import Picture
from tools.programs import redis_server

TICK = os.sysconf("SC_CLK_TCK")


class Crossed(Playing):
    """A table whose people may come to another server than the one that has it."""

    door = 0

    async def set_up(self) -> None:
        """As ever, but through that door."""
        home = self.port
        wish = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "hot"}]}
        made = await asyncio.to_thread(post, Door("127.0.0.1", home), "/api/tables", wish)
        self.id, self.acting = made["table"]["id"], None
        self.seats = [Seat(self, entry["key"]) for entry in made["personal"]]
        for seat in self.seats:
            await self.loop.create_connection(lambda seat=seat: seat, "127.0.0.1", self.door)


def processor_time(process: int, *, family: bool = False) -> float:
    """Seconds of processor time of a process (and of its children, also of those that have ended)."""
    total = 0.0
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            own, rest = place.read_text().split(" ", 1)
        except OSError:
            continue
        fields = rest.rsplit(")", 1)[1].split()
        if int(own) == process or (family and int(fields[1]) == process):
            ended = int(fields[13]) + int(fields[14]) if family and int(own) == process else 0
            total += (int(fields[11]) + int(fields[12]) + ended) / TICK
    return total


class Bench:
    """The database, Redis, and servers as they are needed."""

    def __init__(self, held: ExitStack) -> None:
        self.folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="ff-several-")))
        running = held.enter_context(cluster())
        program = redis_server()
        if running is None or program is None:
            raise SystemExit("PostgreSQL and Redis are needed: python tools/programs.py")
        self.postgres: Cluster = running
        self.redis = RedisServer(program, Path(held.enter_context(tempfile.TemporaryDirectory(dir="/tmp"))))
        self.redis.start()
        held.callback(self.redis.stop)
        self.held, self.made = held, 0

    def servers(self, count: int, *, shared: bool) -> list[Member]:
        """So many servers, running."""
        database = self.postgres.database() if shared else ""
        found = []
        for _ in range(count):
            self.made += 1
            data = self.folder / f"server{self.made}"
            member = Member(data, database, self.redis.url if shared else "")
            self.held.callback(member.end)
            member.start()
            found.append(member)
        return found

    def backends(self) -> tuple[float, float]:
        """Processor time of PostgreSQL and of Redis."""
        main = int((self.postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
        assert self.redis.process is not None
        return processor_time(main, family=True), processor_time(self.redis.process.pid)

    def measure(self, members: list[Member], tables: int, rate: float, seconds: float) -> tuple[Figures, list[float]]:
        """Let tables play; what was seen, and the processor time of the servers, PostgreSQL and Redis."""

        async def play() -> tuple[Figures, list[float]]:
            figures, warm = Figures(), 4.0
            end = time.perf_counter() + warm + seconds
            ports = [member.port for member in members]
            playing = [
                Crossed(ports[number % len(ports)], "embers", number, rate, end, figures) for number in range(tables)
            ]
            for number, table in enumerate(playing):
                table.door = ports[number // 2 % len(ports)]
            await asyncio.sleep(warm)
            before, began = self._times(members), time.perf_counter()
            figures.measuring = True
            await asyncio.sleep(end - time.perf_counter())
            figures.measuring = False
            spent = [after - first for after, first in zip(self._times(members), before, strict=True)]
            figures.seconds = time.perf_counter() - began
            await asyncio.gather(*(table.done for table in playing))
            return figures, spent

        gc.disable()
        try:
            return asyncio.run(play())
        finally:
            gc.enable()

    def _times(self, members: list[Member]) -> list[float]:
        servers = sum(processor_time(member.process.pid) for member in members if member.process)
        return [servers, *self.backends()]


KINDS = {"one, SQLite": (1, False), "one, PostgreSQL + Redis": (1, True), "two, PostgreSQL + Redis": (2, True)}


def paced(bench: Bench, tables: int, rate: float, seconds: float, rounds: int) -> None:
    """Processor time for each action."""
    print(f"{'milliseconds of processor for each action':42} actions/s  servers  PostgreSQL  Redis  load")
    for _ in range(rounds):
        for name, (count, shared) in KINDS.items():
            members = bench.servers(count, shared=shared)
            figures, spent = bench.measure(members, tables, rate, seconds)
            for member in members:
                member.stop()
            done = len(figures.times)
            each = [1000 * seconds_of / done for seconds_of in spent]
            where = f"{each[0]:8.2f} {each[1]:11.2f} {each[2]:6.2f}" if shared else f"{each[0]:8.2f} {'':18}"
            print(f"{name:42} {done / figures.seconds:9.1f} {where} {os.getloadavg()[0]:5.1f}", flush=True)


def takeovers(bench: Bench, victims: int, tables: int) -> None:
    """From a kill until each table is shown by another server."""
    survivor, *others = bench.servers(victims + 1, shared=True)
    found: list[float] = []

    async def watch(table: str, key: str, there: asyncio.Event) -> float:
        """Look at a table through the survivor for ever; when it came back after it was lost."""
        lost = 0.0
        while True:
            try:
                address = f"ws://127.0.0.1:{survivor.port}/api/tables/{table}/ws"
                async with websockets.connect(address, open_timeout=12, close_timeout=0.1) as link:
                    await link.send(json.dumps({"type": "hello", "key": key}))
                    picture = Picture()
                    while "version" not in picture.state:
                        picture.take(await link.recv())
                    if lost:
                        return time.monotonic()
                    there.set()
                    async for text in link:
                        picture.take(text)
            except (OSError, TimeoutError, websockets.exceptions.WebSocketException):
                pass
            lost = time.monotonic()
            await asyncio.sleep(0.02)

    async def kill_all() -> None:
        for victim in others:
            watching = []
            for _ in range(tables):
                wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]}
                made = await asyncio.to_thread(post, victim.door, "/api/tables", wish)
                there = asyncio.Event()
                key = made["personal"][0]["key"]
                watching.append(asyncio.create_task(watch(made["table"]["id"], key, there)))
                await there.wait()
            killed = time.monotonic()
            victim.kill()
            found.extend(at - killed for at in await asyncio.gather(*watching))

    asyncio.run(kill_all())
    print(
        f"{len(found)} tables taken over after {victims} kills: median {statistics.median(found):.2f} s, worst "
        f"{max(found):.2f} s, quickest {min(found):.2f} s; load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", choices=("cost", "growth", "takeovers"))
    words = parser.parse_args()
    with ExitStack() as held:
        bench = Bench(held)
        if words.only in (None, "cost"):
            paced(bench, words.tables, 1.0, words.seconds, words.rounds)
        if words.only in (None, "growth"):
            print("without a pace:")
            paced(bench, words.tables, 50.0, words.seconds, 1)
        if words.only in (None, "takeovers"):
            takeovers(bench, 5, 20)


if __name__ == "__main__":
    main()
