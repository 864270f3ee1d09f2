"""One server process under load: from an action to its broadcast.

    python benchmarks/server_load.py [GAME …] [--tables 200] [--rate 1] [--seconds 30] [--before TREE]

Starts a real server on its own data folder, fills it with tables of two people each (every
seat is a WebSocket of its own), and lets each table play `--rate` actions a second. The time
runs from the moment an action is *due* (so a server, or this program, that falls behind is seen to)
until the *other* person has the update that shows it: through the door, the rules, the disk
(flushed), the drawing of both scenes, and the socket. The load comes from this same machine, from
one more process. `--interpreted` measures the server before the rules are compiled. `--before` names
a checkout of another version, which is measured beside this one, game by game, in the same run.

What it leaves out: bots that think, hints, spectators, undo, talk, clocks, replays, TLS and a proxy,
cookies (seats come by their keys), limits, several games at a time, and anything that shows only
after minutes (for memory over time see server_soak.py).

    late     actions that could not be sent in their second
    CPU      processor time of the server process for each action: does not depend on what
             else the machine does, and says how much of one core the load takes
    load     how many processes wanted to run, in the last minute (this and the server: 2)

The second table says what that processor time went to (see watched_server.py): drawing scenes
and choices and writing them as JSON; log lines; the rules; foretelling what is final; putting
messages together; sockets and requests; the loop itself; the database.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import signal
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
WATCHED = Path(__file__).with_name("watched_server.py")
GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
KINDS = ("scenes", "choices", "JSON", "log lines", "rules", "final", "messages", "sockets", "loop", "store")


@dataclass
class Figures:
    """What was seen."""

    times: list[float] = field(default_factory=list)
    late: int = 0  # actions that could not be sent in their second
    refused: int = 0
    games: int = 0
    measuring: bool = False
    seconds: float = 0.0  # how long it was measured
    processor: float = 0.0  # seconds of the server's processor time meanwhile


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
            await one_action(seats, stream, figures, due)
            due += 1 / rate
        figures.games += 1
        for seat in seats:
            figures.refused += seat.refused
            await seat.close()


async def one_action(seats: list[Seat], stream: random.Random, figures: Figures, due: float) -> None:
    """Somebody acts; how long, from when it was due, until somebody else sees it."""
    acting = next(seat for seat in seats if seat.choices)
    others = [seat for seat in seats if seat is not acting]
    version = acting.version
    act = {
        "type": "act",
        "id": f"{stream.random()}",
        "version": version,
        "action": stream.choice(acting.choices)["action"],
    }
    await acting.link.send(json.dumps(act))
    while others[0].version <= version:
        await others[0].changed()
    if figures.measuring:
        figures.times.append(time.perf_counter() - due)
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


async def measure(server: Server, game: str, arguments: argparse.Namespace) -> Figures:
    """Warm up, then count."""
    figures = Figures()
    end = time.perf_counter() + arguments.warm_up + arguments.seconds
    players = [
        asyncio.create_task(play_table(server.port, game, number, arguments.rate, end, figures))
        for number in range(arguments.tables)
    ]
    await asyncio.sleep(arguments.warm_up)
    figures.measuring = True
    server.process.send_signal(signal.SIGUSR1)
    before, start = server.processor_time(), time.perf_counter()
    await asyncio.sleep(end - time.perf_counter())
    figures.measuring = False
    server.process.send_signal(signal.SIGUSR2)
    figures.processor, figures.seconds = server.processor_time() - before, time.perf_counter() - start
    await asyncio.gather(*players)
    return figures


class Server:
    """A server of its own, watched."""

    def __init__(self, game: str, folder: Path, interpreted: bool, tree: Path | None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.game, self.shares_file = game, folder / "shares.json"
        paths = [str(EXAMPLES), *([str(tree / "src")] if tree is not None else [])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "FIRSTFIRE_SHARES": str(self.shares_file)}
        if interpreted:
            environment["FIRSTFIRE_INTERPRET"] = "1"
        command = [sys.executable, str(WATCHED), "--port", str(self.port), "--data", str(folder / "data")]
        command += ["--no-browser", "--late-workers", "--compile", game, "--no-limits"]
        command += ["--game", "embers"] if game == "embers" else []
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while self.state() in ("", "compiling"):
            if self.process.poll() is not None:
                raise SystemExit("the server does not start")
            time.sleep(0.3)

    def state(self) -> str:
        """Whether the rules of the game are compiled yet."""
        try:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as link:
                link.request("GET", f"/api/games/{self.game}")
                return str(json.loads(link.getresponse().read())["engine"]["state"])
        except OSError:
            return ""

    def processor_time(self) -> float:
        """Seconds of processor time it has used (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> dict[str, dict[str, float]]:
        """Stop it; what its processor time went to: kinds of work, and functions."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        try:
            found: dict[str, dict[str, float]] = json.loads(self.shares_file.read_text())
        except OSError:
            return {}
        return found


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def line_of(game: str, tables: int, figures: Figures) -> str:
    """One game in the first table."""
    times, count = figures.times, len(figures.times)
    cells = [f"{game:<16} {tables:>6} {count / figures.seconds:>9.1f}"]
    cells += [f"{1000 * statistics.median(times):>7.1f} ms"]
    cells += [f"{percentile(times, share):>7.1f} ms" for share in (0.95, 0.99)]
    cells += [f"{1000 * max(times):>6.0f} ms {figures.late:>5} {1000 * figures.processor / count:>8.2f} ms"]
    cells += [f"{figures.processor / figures.seconds:>5.0%} {os.getloadavg()[0]:>5.1f}"]
    return " ".join(cells)


def shares_of(game: str, shares: dict[str, float]) -> str:
    """One game in the second table."""
    whole = sum(shares.values()) or 1.0
    return f"{game:<16} " + " ".join(f"{shares.get(kind, 0.0) / whole:>9.0%}" for kind in KINDS)


def main() -> None:
    """Measure the games named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second at each table")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm-up", type=float, default=10.0)
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="name the N most costly functions")
    parser.add_argument("--before", type=Path, metavar="TREE", help="a checkout of another version, measured beside")
    arguments = parser.parse_args()
    print("game             tables actions/s     median        p95        p99      most  late  CPU/action  core  load")
    shares = []
    trees = [None] if arguments.before is None else [arguments.before, None]
    for game, tree in [(game, tree) for game in arguments.games for tree in trees]:
        name = game if tree is None or arguments.before is None else f"{game}, old"
        with tempfile.TemporaryDirectory() as folder:
            server = Server(game, Path(folder), arguments.interpreted, tree)
            try:
                gc.disable()  # what is measured is the server's time, not the pauses of its guests
                figures = asyncio.run(measure(server, game, arguments))
            finally:
                spent = server.stop()
                gc.enable()
        if not figures.times:
            raise SystemExit(f"{name}: nothing was measured")
        print(line_of(name, arguments.tables, figures), flush=True)
        if figures.refused:
            print(f"  {figures.refused} refusals")
        shares.append(shares_of(name, spent.get("kinds", {})))
        if arguments.functions:
            for function, seconds in list(spent.get("functions", {}).items())[: arguments.functions]:
                print(f"  {1e6 * seconds / len(figures.times):>7.1f} µs/action  {function}")
    print("\nwhat of it is  " + " ".join(f"{kind:>9}" for kind in KINDS)[0:])
    print("\n".join(shares))


if __name__ == "__main__":
    main()
