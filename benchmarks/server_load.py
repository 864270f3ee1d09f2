"""One server process under load: from an action to its broadcast.

    python benchmarks/server_load.py [GAME …] [--tables 200] [--rate 1] [--seconds 30]

Starts a real server on its own data folder, fills it with tables of two people each (every
seat is a WebSocket of its own), and lets each table play `--rate` actions a second. The time
runs from the moment an action is sent until the *other* person has the update that shows it:
through the door, the rules, the disk (flushed), the drawing of both scenes, and the socket.
The load comes from this same machine, from one more process. `--interpreted` measures the
server before the rules are compiled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import orjson
import websockets

EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass
class Figures:
    """What was seen."""

    times: list[float] = field(default_factory=list)
    late: int = 0  # actions that could not be sent in their second
    refused: int = 0
    games: int = 0
    measuring: bool = False


class Seat:
    """One person's socket: keeps the choices, remembers when which version arrived."""

    def __init__(self, port: int, table: str, key: str) -> None:
        self.port, self.table, self.key = port, table, key
        self.choices: list[dict[str, Any]] = []
        self.version = -1
        self.over = False
        self.news = asyncio.Event()
        self.refused = 0
        self.link: Any = None

    async def open(self) -> None:
        """Connect and wait for the first picture."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/ws"
        self.link = await websockets.connect(address, max_size=None, compression=None, open_timeout=60)
        await self.link.send(json.dumps({"type": "hello", "key": self.key, "language": "en"}))
        self.task = asyncio.create_task(self._read())
        while self.version < 0:
            await self.changed()

    async def changed(self) -> None:
        """Wait for the next message."""
        self.news.clear()
        await self.news.wait()

    async def _read(self) -> None:
        async for text in self.link:
            message = orjson.loads(text)
            if message["type"] == "update":
                scene = message.get("scene") or {}
                self.choices = scene.get("choices", self.choices)
                self.over = scene.get("over", self.over)
                self.version = message["version"]
            self.refused += message["type"] == "refused"
            self.news.set()

    async def close(self) -> None:
        """Hang up."""
        self.task.cancel()
        await self.link.close()


async def play_table(port: int, game: str, number: int, rate: float, end: float, figures: Figures) -> None:
    """One table, one game after the other, `rate` actions a second."""
    stream = random.Random(number)
    due = time.perf_counter() + stream.random() / rate
    while time.perf_counter() < end:
        seats = await new_table(port, game)
        while time.perf_counter() < end and not seats[0].over:
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            elif wait < -1 / rate:
                figures.late += figures.measuring
                due = time.perf_counter()
            due += 1 / rate
            await one_action(seats, stream, figures)
        figures.games += 1
        for seat in seats:
            figures.refused += seat.refused
            await seat.close()


async def one_action(seats: list[Seat], stream: random.Random, figures: Figures) -> None:
    """Somebody acts; how long until somebody else sees it."""
    acting = next(seat for seat in seats if seat.choices)
    others = [seat for seat in seats if seat is not acting]
    version = acting.version
    act = {
        "type": "act",
        "id": f"{stream.random()}",
        "version": version,
        "action": stream.choice(acting.choices)["action"],
    }
    acting.choices = []
    start = time.perf_counter()
    await acting.link.send(json.dumps(act))
    while others[0].version <= version:
        await others[0].changed()
    if figures.measuring:
        figures.times.append(time.perf_counter() - start)
    while acting.version <= version:
        await acting.changed()


async def new_table(port: int, game: str) -> list[Seat]:
    """A table of two people, each with a socket."""
    made = await asyncio.to_thread(_post, port, {"game": game, "seats": [{"kind": "me"}, {"kind": "hot"}]})
    table = made["table"]["id"]
    seats = [Seat(port, table, entry["key"]) for entry in made["personal"]]
    # Each key is one person: the same guest made both, but each socket looks from its own seat.
    await asyncio.gather(*(seat.open() for seat in seats))
    return seats


def _post(port: int, body: object) -> Any:
    with closing(HTTPConnection("127.0.0.1", port, timeout=120)) as link:
        link.request("POST", "/api/tables", json.dumps(body), {"Content-Type": "application/json"})
        answer = link.getresponse()
        text = answer.read()
    if answer.status != 201:
        raise SystemExit(f"no table: {text.decode()}")
    return json.loads(text)


async def measure(port: int, game: str, arguments: argparse.Namespace) -> Figures:
    """Warm up, then count."""
    figures = Figures()
    end = time.perf_counter() + arguments.warm_up + arguments.seconds
    players = [
        asyncio.create_task(play_table(port, game, number, arguments.rate, end, figures))
        for number in range(arguments.tables)
    ]
    await asyncio.sleep(arguments.warm_up)
    figures.measuring = True
    await asyncio.gather(*players)
    return figures


def serve(game: str, data: Path, interpreted: bool) -> tuple[subprocess.Popen[bytes], int]:
    """A server of its own; returns when the rules of the game are ready."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES)}
    if interpreted:
        environment["FIRSTFIRE_INTERPRET"] = "1"
    command = [sys.executable, "-m", "firstfire.server", "--port", str(port), "--data", str(data), "--no-browser"]
    command += ["--compile", game, "--no-limits", *(["--game", "embers"] if game == "embers" else [])]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while True:
        if process.poll() is not None:
            raise SystemExit("the server does not start")
        try:
            with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as link:
                link.request("GET", f"/api/games/{game}")
                state = json.loads(link.getresponse().read())["engine"]["state"]
            if state != "compiling":
                return process, port
        except OSError:
            pass
        time.sleep(0.3)


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    """Measure the games named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["totem"], metavar="GAME")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second at each table")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm-up", type=float, default=10.0)
    parser.add_argument("--interpreted", action="store_true")
    arguments = parser.parse_args()
    print("game         tables actions/s    median       p99      most  late server CPU")
    for game in arguments.games:
        with tempfile.TemporaryDirectory() as folder:
            process, port = serve(game, Path(folder), arguments.interpreted)
            try:
                before, start = cpu_of(process.pid), time.perf_counter()
                figures = asyncio.run(measure(port, game, arguments))
                busy = (cpu_of(process.pid) - before) / (time.perf_counter() - start)
            finally:
                process.kill()
                process.wait()
        times = figures.times
        if not times:
            raise SystemExit(f"{game}: nothing was measured")
        median, last = 1000 * statistics.median(times), 1000 * max(times)
        print(
            f"{game:<12} {arguments.tables:>6} {len(times) / arguments.seconds:>9.1f} {median:>6.1f} ms "
            f"{percentile(times, 0.99):>6.1f} ms {last:>6.0f} ms {figures.late:>5} {busy:>9.0%}",
            flush=True,
        )
        if figures.refused:
            print(f"  {figures.refused} refusals")


def cpu_of(process: int) -> float:
    """Seconds of processor time a process has used (Linux)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
