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
    core     of one core, what the server takes
    own      processor time of this program for each action (it needs a core of its own)
    new      games that began meanwhile: a new table and two WebSockets for each, in the server's time too
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
import platform
import random
import signal
import socket
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import orjson

EXAMPLES = Path(__file__).parents[1] / "examples"
WATCHED = Path(__file__).with_name("watched_server.py")
GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
HEAD = (
    "game             tables actions/s     median        p95        p99      most  late  CPU/action  core       own"
    "   new  load"
)
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of a whole message of text, of a ping, of a pong
KINDS = ("scenes", "choices", "JSON", "log lines", "rules", "final", "messages", "sockets", "loop", "store")


@dataclass
class Figures:
    """What was seen."""

    times: list[float] = field(default_factory=list)
    late: int = 0  # actions that could not be sent in their second
    refused: int = 0
    games: int = 0  # begun while it was measured
    measuring: bool = False
    seconds: float = 0.0  # how long it was measured
    processor: float = 0.0  # seconds of the server's processor time meanwhile
    own: float = 0.0  # …and of this program's


class Seat(asyncio.Protocol):
    """One person's socket: keeps the choices, tells the table when something arrives. As little as a WebSocket
    client can be (no checks, no tasks), so that the load generator takes little of the machine."""

    def __init__(self, table: Playing, key: str) -> None:
        self.table, self.key = table, key
        self.choices: list[dict[str, Any]] = []
        self.version = -1
        self.over = False
        self.transport: Any = None
        self._data = b""
        self._greeted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        head = f"GET /api/tables/{self.table.id}/ws HTTP/1.1\r\nHost: 127.0.0.1:{self.table.port}\r\n"
        head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        self.transport.write((head + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        """Cut what came into messages."""
        data = self._data + data if self._data else data
        if not self._greeted:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._data = data
                return
            if b" 101 " not in head:
                raise SystemExit(f"no WebSocket: {head.decode()}")
            self._greeted, data = True, rest
            self.say({"type": "hello", "key": self.key, "language": "en"})
        while len(data) >= 2:
            short = data[1] & 127
            more = {126: 2, 127: 8}.get(short, 0)
            if len(data) < 2 + more:
                break
            end = 2 + more + (int.from_bytes(data[2 : 2 + more]) if more else short)
            if len(data) < end:
                break
            if data[0] == TEXT:
                self._hear(orjson.loads(data[2 + more : end]))
            elif data[0] == PING:
                self._frame(PONG, data[2 + more : end])
            data = data[end:]
        self._data = data

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "update":
            scene = message.get("scene") or {}
            self.choices = scene.get("choices", self.choices)
            self.over = scene.get("over", self.over)
            self.version = message["version"]
            self.table.heard()
        elif message["type"] == "refused":
            self.table.figures.refused += 1

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._frame(TEXT, orjson.dumps(message))

    def _frame(self, kind: int, body: bytes) -> None:
        """Send a frame (with a mask of zeros)."""
        size = len(body)
        head = bytes((kind, 128 | size)) if size < 126 else bytes((kind, 254)) + size.to_bytes(2)
        self.transport.write(head + bytes(4) + body)

    def connection_lost(self, exc: Exception | None) -> None:
        """A link that the server closes would be a table that waits for ever."""
        if self in self.table.seats:
            self.table.lost()


class Playing:
    """One table, one game after the other, `rate` actions a second."""

    def __init__(self, port: int, game: str, number: int, rate: float, end: float, figures: Figures) -> None:
        self.port, self.game, self.rate, self.end, self.figures = port, game, rate, end, figures
        self.stream = random.Random(number)
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.due = time.perf_counter() + self.stream.random() / rate
        self.id = ""
        self.seats: list[Seat] = []
        self.acting: Seat | None = None  # whose action is under way
        self.seen = False  # the other one has seen it
        self.played = 0  # the version it was played at
        self.task = self.loop.create_task(self.set_up())

    async def set_up(self) -> None:
        """A table of two people, each with a socket: the same guest made both seats, but each key is one person."""
        wish = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "hot"}]}
        made = await asyncio.to_thread(_post, self.port, wish)
        self.figures.games += self.figures.measuring
        self.id, self.acting = made["table"]["id"], None
        self.seats = [Seat(self, entry["key"]) for entry in made["personal"]]
        for seat in self.seats:
            await self.loop.create_connection(lambda seat=seat: seat, "127.0.0.1", self.port)  # type: ignore[misc]

    def heard(self) -> None:
        """Something arrived at one of the seats."""
        if self.acting is None:
            if all(seat.version >= 0 for seat in self.seats) and len(self.seats) == 2:
                self.acting = self.seats[0]
                self._wait()
            return
        others = [seat for seat in self.seats if seat is not self.acting]
        if not self.seen and others[0].version > self.played:
            self.seen = True
            if self.figures.measuring:
                self.figures.times.append(time.perf_counter() - self.due)
        if self.seen and self.acting.version > self.played:
            self.due += 1 / self.rate
            self._wait()

    def lost(self) -> None:
        """A link was lost: what is measured would be of too few tables."""
        if not self.done.done():
            self.done.set_exception(RuntimeError("the server closed a link"))

    def _wait(self) -> None:
        self.seen, self.played = False, 1 << 60  # nothing is under way
        self.loop.call_later(max(0.0, self.due - time.perf_counter()), self._go_on)

    def _go_on(self) -> None:
        now = time.perf_counter()
        if now >= self.end or self.seats[0].over:
            left, self.seats, self.acting = self.seats, [], None
            for seat in left:
                seat.transport.close()
            if now >= self.end:
                self.done.set_result(None)
            else:
                self.task = self.loop.create_task(self.set_up())
            return
        if now - self.due > 1 / self.rate:
            self.figures.late += self.figures.measuring
            self.due = now
        self.acting = next(seat for seat in self.seats if seat.choices)
        self.played = self.acting.version
        choice = self.stream.choice(self.acting.choices)["action"]
        self.acting.say({"type": "act", "id": f"{self.stream.random()}", "version": self.played, "action": choice})


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
    tables = [Playing(server.port, game, number, arguments.rate, end, figures) for number in range(arguments.tables)]
    await asyncio.sleep(arguments.warm_up)
    figures.measuring = True
    server.process.send_signal(signal.SIGUSR1)
    before, own, start = server.processor_time(), time.process_time(), time.perf_counter()
    await asyncio.sleep(end - time.perf_counter())
    figures.measuring = False
    server.process.send_signal(signal.SIGUSR2)
    figures.processor, figures.seconds = server.processor_time() - before, time.perf_counter() - start
    figures.own = time.process_time() - own
    await asyncio.gather(*(table.done for table in tables))
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
    cells += [f"{figures.processor / figures.seconds:>5.0%} {1000 * figures.own / count:>6.2f} ms {figures.games:>5}"]
    cells += [f"{os.getloadavg()[0]:>5.1f}"]
    return " ".join(cells)


def shares_of(game: str, shares: dict[str, float]) -> str:
    """One game in the second table."""
    whole = sum(shares.values()) or 1.0
    return f"{game:<16} " + " ".join(f"{shares.get(kind, 0.0) / whole:>9.0%}" for kind in KINDS)


def python_here() -> str:
    """Which Python this is, and how it was built: what one takes for an action, another does not."""
    options = str(sysconfig.get_config_var("CONFIG_ARGS"))
    guided = "with" if "--enable-optimizations" in options else "without"
    return (
        f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, "
        f"{platform.python_compiler()}, configured {guided} --enable-optimizations"
    )


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
    print(f"{python_here()}\n{HEAD}")
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
