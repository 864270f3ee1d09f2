"""One server process for a long time: does it give back what it takes?

    python benchmarks/server_soak.py [--minutes 30] [--tables 10] [--rate 1.0] [--settle 5] [--hurry 4]

Starts a real server (its limits as for everybody, but for what one address may do) and lets guests come and go at it:
tables of all five games that begin, are played by people and bots, with talk, undo, changes of language and seat,
hints, clocks, spectators and lost links; that end or are left; are looked back at; that sleep (after ten seconds
instead of five minutes) and are woken again. Prints the server's memory every half minute, with its workers' apart.

All tables begin at once, and a table whose game has gone on for an hour holds more than a new one (its log, and a
copy of every position for undo: some kilobytes for each action). So that games of every age stand side by side when
the verdict begins, people act `--hurry` times as fast until then.

Verdict: from the end of `--settle` minutes on, the memory of the server process stays within 10 % of what it was then
(the median of the last fifth against the median of the first fifth after that).
"""

from __future__ import annotations

import argparse
import asyncio
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
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import websockets
from guest import Guest

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
MiB = 1 << 20


class Place:
    """A guest's link to a table."""

    def __init__(self, guest: Guest, table: str, **hello: Any) -> None:
        self.guest, self.table, self.hello = guest, table, hello
        self.state: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.count = 0
        self.news = asyncio.Event()
        self.link: Any = None
        self.reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and wait for the first picture."""
        address = f"ws://127.0.0.1:{self.guest.port}/api/tables/{self.table}/ws"
        headers = {"Cookie": self.guest.cookie}
        self.link = await websockets.connect(address, max_size=None, compression=None, additional_headers=headers)
        await self.link.send(json.dumps({"type": "hello", **self.hello}))
        self.reading = asyncio.create_task(self._read())
        await self.wait(lambda: "version" in self.state)

    async def _read(self) -> None:
        with suppress(websockets.ConnectionClosed):
            async for text in self.link:
                message = orjson.loads(text)
                if message["type"] == "update":
                    self.scene.update(message.pop("scene", None) or {})
                    self.state.update(message)
                self.news.set()

    async def wait(self, ready: Any, seconds: float = 20.0) -> bool:
        """Until something is so; False where it does not come."""
        end = time.monotonic() + seconds
        while not ready():
            self.news.clear()
            left = end - time.monotonic()
            if left <= 0 or (self.reading is not None and self.reading.done()):
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), left)
        return True

    async def say(self, kind: str, **fields: Any) -> None:
        """Say something, and do not wait for the answer."""
        self.count += 1
        with suppress(websockets.ConnectionClosed):
            await self.link.send(json.dumps({"type": kind, "id": f"{id(self)}-{self.count}", **fields}))

    @property
    def my_turn(self) -> bool:
        """Whether there is something to choose."""
        return bool(self.scene.get("choices"))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.scene.get("over"))

    async def close(self) -> None:
        """Hang up."""
        if self.reading is not None:
            self.reading.cancel()
        await self.link.close()


class Soak:
    """Everybody at the server."""

    def __init__(self, port: int, rate: float, end: float, *, hurry: float, until: float) -> None:
        self.port, self.end = port, end
        self._rate, self._hurry, self._until = rate, hurry, until
        self.done: Counter[str] = Counter()
        self.old: list[tuple[Guest, str]] = []  # tables to come back to

    @property
    def rate(self) -> float:
        """Actions a second at each table, now."""
        return self._rate * (self._hurry if time.monotonic() < self._until else 1.0)

    async def host(self, number: int) -> None:
        """Tables, one after the other."""
        stream = random.Random(number)
        while time.monotonic() < self.end:
            try:
                await self.one_table(stream, GAMES[(number + self.done["tables"]) % 5])
            except Exception as error:  # whatever it was: it is counted, and this host goes on with another table
                self.done[f"trouble ({type(error).__name__})"] += 1
                await asyncio.sleep(1)

    async def one_table(self, stream: random.Random, game: str) -> None:
        """A table of two people, or of one and a bot, with somebody who watches now and then."""
        host, rival, watcher = (Guest(self.port) for _ in range(3))
        against_bot = stream.random() < 0.4
        level = stream.choice(["child", "gatherer", "hunter"])
        seats = [{"kind": "me"}, {"kind": "bot", "level": level} if against_bot else {"kind": "open"}]
        clock = {"seconds": 600, "increment": 5} if stream.random() < 0.3 else None
        made = await asyncio.to_thread(host.ask, "POST", "/api/tables", {"game": game, "seats": seats, "clock": clock})
        if made is None:
            self.done["refused tables"] += 1
            await asyncio.sleep(2)
            return
        table, self.done["tables"] = made["table"]["id"], self.done["tables"] + 1
        people = [Place(host, table, language=stream.choice(COMPLETE_LANGUAGES))]
        if not against_bot:
            await asyncio.to_thread(rival.ask, "POST", f"/api/tables/{table}/join", {})
            people.append(Place(rival, table, language=stream.choice(COMPLETE_LANGUAGES)))
        await asyncio.to_thread(watcher.ask, "GET", "/api/me")
        looking = [Place(watcher, table, language="en")] if stream.random() < 0.3 else []
        for place in people + looking:
            await place.open()
        await self.play(stream, people, looking, stream.choice([30, 150, 2000]))
        for place in people + looking:
            await place.close()
        if people[0].over:
            self.done["finished"] += 1
            for path in ("replay?seat=open", "replay/3?seat=0", "save"):
                await asyncio.to_thread(host.ask, "GET", f"/api/tables/{table}/{path}")
        self.old.append((host, table))
        if len(self.old) > 20:
            await self.come_back(*self.old.pop(stream.randrange(10)))

    async def play(self, stream: random.Random, people: list[Place], looking: list[Place], most: int) -> None:
        """So many actions, with everything one does meanwhile."""
        for _ in range(most):
            acting = next((place for place in people if place.my_turn), None)
            if acting is None:
                acting = people[0]
                if acting.over or not await acting.wait(lambda: any(place.my_turn or place.over for place in people)):
                    return
                continue
            if time.monotonic() > self.end:
                return
            await self.aside(stream, acting, [*people, *looking])
            if not acting.my_turn:
                continue
            version = acting.state["version"]
            await acting.say("act", version=version, action=stream.choice(acting.scene["choices"])["action"])
            self.done["actions"] += 1
            if not await acting.wait(lambda: acting.state["version"] > version):  # noqa: B023 - used at once
                return
            if acting.state.get("undo") and stream.random() < 0.1:
                await acting.say("undo", version=acting.state["version"])
                self.done["undos"] += 1
            await asyncio.sleep(stream.random() * 2 / self.rate)

    async def aside(self, stream: random.Random, acting: Place, everybody: list[Place]) -> None:
        """What people do beside playing."""
        chance = stream.random()
        somebody = stream.choice(everybody)
        if chance < 0.03:
            await somebody.say("chat", text="a word or two beside the game")
            self.done["lines"] += 1
        elif chance < 0.05:
            await somebody.say("language", language=stream.choice(COMPLETE_LANGUAGES))
        elif chance < 0.06:
            await acting.say("hint", version=acting.state["version"])
            self.done["hints"] += 1
        elif chance < 0.07:
            await somebody.close()
            somebody.scene.clear()
            await somebody.open()
            self.done["links lost"] += 1

    async def come_back(self, guest: Guest, table: str) -> None:
        """Wake a table that sleeps."""
        place = Place(guest, table)
        await place.open()
        self.done["woken"] += 1
        await place.close()


class Server:
    """A server of its own."""

    def __init__(
        self, folder: Path, *, interpreted: bool, more: Sequence[str] = ("--no-limits", "--sleep-after", "10")
    ) -> None:  # fmt: skip
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])}
        if interpreted:
            environment["FIRSTFIRE_INTERPRET"] = "1"
        command = [sys.executable, "-m", "firstfire.server", "--port", str(self.port), "--data", str(folder / "data")]
        command += ["--no-browser", *more]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while not self.ready():
            if self.process.poll() is not None:
                raise SystemExit("the server does not start")
            time.sleep(0.5)

    def ready(self) -> bool:
        """Whether the rules of all games are compiled."""
        try:
            shelf = Guest(self.port).ask("GET", "/api/games")
        except OSError:
            return False
        return shelf is not None and all(game["engine"]["state"] != "compiling" for game in shelf["games"])

    def memory(self) -> tuple[float, float]:
        """MiB that the server holds, and all its workers together (Linux)."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return _rss(self.process.pid), sum(_rss(int(child)) for child in children)

    def stop(self) -> None:
        """Stop it."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _rss(process: int) -> float:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MiB
    except OSError:
        return 0.0


async def soak(server: Server, arguments: argparse.Namespace) -> list[tuple[float, float, int]]:
    """Let everybody play, and watch the server's memory."""
    start = time.monotonic()
    settled = start + 60 * arguments.settle
    everybody = Soak(server.port, arguments.rate, start + 60 * arguments.minutes, hurry=arguments.hurry, until=settled)
    hosts = [asyncio.create_task(everybody.host(number)) for number in range(arguments.tables)]
    seen: list[tuple[float, float, int]] = []
    print("minutes  server MiB  workers MiB  so far", flush=True)
    while time.monotonic() < everybody.end:
        await asyncio.sleep(min(arguments.every, max(0.1, everybody.end - time.monotonic())))
        minutes, (own, workers) = (time.monotonic() - start) / 60, server.memory()
        seen.append((minutes, own, everybody.done["actions"]))
        done = ", ".join(f"{count} {name}" for name, count in everybody.done.items())
        print(f"{minutes:>7.1f} {own:>11.0f} {workers:>12.0f}  {done}", flush=True)
    for host in hosts:
        host.cancel()
    await asyncio.gather(*hosts, return_exceptions=True)
    return seen


def verdict(seen: list[tuple[float, float, int]], settle: float) -> bool:
    """Whether the memory stayed within 10 % after it had settled, and people played all the time."""
    after = [own for minutes, own, _ in seen if minutes >= settle]
    if len(after) < 5:
        print(f"\ntoo short for a verdict: it begins after {settle} minutes")
        return True
    played = [actions for minutes, _, actions in seen if minutes >= settle]
    if any(later == earlier for earlier, later in pairwise(played)):
        print("\nno verdict: there was a time when nobody played")
        return False
    fifth = max(1, len(after) // 5)
    first, last = statistics.median(after[:fifth]), statistics.median(after[-fifth:])
    flat = last <= 1.1 * first
    print(f"\n{first:.0f} MiB after {settle} minutes, {last:.0f} MiB at the end ({last / first - 1:+.1%}), ", end="")
    print(f"at most {max(after):.0f} MiB: {'flat within 10 %' if flat else 'IT GROWS'}")
    return flat


def main() -> int:
    """Soak a server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=10, help="tables at a time")
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second at each table")
    parser.add_argument("--settle", type=float, default=5.0, help="minutes before memory is compared")
    parser.add_argument("--hurry", type=float, default=4.0, help="times the rate until then")
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two looks at the memory")
    parser.add_argument("--interpreted", action="store_true", help="do not wait until the rules are compiled")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), interpreted=arguments.interpreted)
        try:
            seen = asyncio.run(soak(server, arguments))
        finally:
            server.stop()
    return 0 if verdict(seen, arguments.settle) else 1


if __name__ == "__main__":
    sys.exit(main())
