"""Several real servers on one real PostgreSQL, players who come to any of them, and a judge of what they saw."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import websockets
from tests.server.tools import Picture

from firstfire.server.store.database import Store
from firstfire.server.store.story import Setup, Story

ROOT = Path(__file__).parents[3]
SECRET = "a secret that all servers of a fleet share"


class Member:
    """One server of a fleet."""

    def __init__(self, data: Path, database: str, redis: str = "") -> None:
        self.data, self.database, self.redis = data, database, redis
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self.paused = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *words: str) -> None:
        environment = {
            **os.environ, "PYTHONPATH": str(ROOT / "examples"), "FIRSTFIRE_INTERPRET": "1", "FIRSTFIRE_SECRET": SECRET,
        }  # fmt: skip
        command = [
            sys.executable, "-m", "firstfire.server", "--port", str(self.port), "--data", str(self.data),
            "--database", self.database, "--among", self.address, "--proxy", "127.0.0.1", "--game", "embers",
            "--no-browser", "--late-workers", "--no-limits", "--redis", self.redis, *words,
        ]  # fmt: skip
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.wait()

    @property
    def is_well(self) -> bool:
        return self.process is not None and self.process.poll() is None and not self.paused

    def wait(self) -> None:
        """Until it answers."""
        while True:
            assert self.process is not None
            assert self.process.poll() is None, (self.data / "log").read_text()
            try:
                get(self.port, "/api/health")
                return
            except OSError:
                time.sleep(0.02)

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.paused = number == signal.SIGSTOP

    def kill(self) -> None:
        """At once, with whatever it was doing."""
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def stop(self) -> None:
        """In peace: it gives its tables back."""
        self.signal(signal.SIGTERM)
        assert self.process is not None
        self.process.wait(timeout=60)


def get(port: int, path: str) -> Any:
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as link:
        link.request("GET", path)
        return json.loads(link.getresponse().read())


def post(port: int, path: str, body: object) -> Any:
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as link:
        link.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = link.getresponse()
        text = answer.read().decode()
    assert answer.status in (200, 201), text
    return json.loads(text)


@dataclass
class Act:
    """One action as its player saw it."""

    id: str
    table: str
    asked: float
    answered: float | None = None  # None: never
    version: int = -1


@dataclass
class Person:
    """Plays one seat for ever, coming to any server that answers."""

    fleet: list[Member]
    table: str
    key: str
    stream: random.Random
    acts: list[Act] = field(default_factory=list)
    seen: list[tuple[float, int]] = field(default_factory=list)  # when which version was shown
    gaps: list[float] = field(default_factory=list)  # seconds without a table
    asking: dict[str, Any] | None = None
    over: bool = False

    async def play(self) -> None:
        away = time.monotonic()
        while not self.over:
            member = self.stream.choice(self.fleet)
            try:
                await self._sit(member, away)
            except (TimeoutError, OSError, websockets.exceptions.WebSocketException):
                await asyncio.sleep(0.05)
            else:
                continue
            finally:
                if self.seen and self.seen[-1][0] > away:
                    away = time.monotonic()

    async def _sit(self, member: Member, away: float) -> None:
        picture, first = Picture(), True
        address = f"ws://127.0.0.1:{member.port}/api/tables/{self.table}/ws"
        async with websockets.connect(
            address, open_timeout=2, close_timeout=0.2, ping_interval=1, ping_timeout=2
        ) as link:
            await link.send(json.dumps({"type": "hello", "key": self.key}))
            if self.asking is not None:
                await link.send(json.dumps(self.asking))  # perhaps it was heard, perhaps not
            async for text in link:
                message = picture.take(text)
                if first and message["type"] == "welcome":
                    self.gaps.append(time.monotonic() - away)
                    first = False
                await self._hear(link, picture, message)
                if picture.state.get("result"):
                    self.over = True
                    return

    async def _hear(self, link: Any, picture: Picture, message: dict[str, Any]) -> None:
        now = time.monotonic()
        if self.asking is not None and message.get("to") == self.asking["id"]:
            if message["type"] == "done":
                self.acts[-1].answered, self.acts[-1].version = now, message["version"]
            self.asking = None
        seen = picture.state.get("version", -1)
        if message["type"] == "update" and "version" in picture.state:
            self.seen.append((now, seen))
        if self.asking is None and picture.my_turn and message.get("version", seen) <= seen:
            await asyncio.sleep(self.stream.random() * 0.05)
            name = f"{self.key[-6:]}-{len(self.acts)}"
            choice = self.stream.choice(picture.choices)["action"]
            self.asking = {"type": "act", "id": name, "version": picture.state["version"], "action": choice}
            self.acts.append(Act(name, self.table, time.monotonic()))
            await link.send(json.dumps(self.asking))


def judge(database: str, people: list[Person]) -> int:
    """Whether the histories fit one order of all actions at each table (linearizability, for a log whose order is
    known): what was acknowledged is in the log once, at the version that was told; an action that was asked for after
    another was answered comes after it; nobody was ever shown a version whose actions were not asked for yet, nor
    one older than what was answered to anybody before this viewer's link began. How many actions were acknowledged."""
    store = Store(database)
    told = 0
    for table in sorted({person.table for person in people}):
        stored = store.table(table)
        assert stored is not None
        row, events = stored
        done = [event.data["id"] for event in events if event.kind == "act"]
        assert len(done) == len(set(done)), "an action was played twice"
        story = Story.told(table, Setup(**row.setup), events, interpreted=True)
        assert not story.is_archived, "the log does not replay: it is not gapless, or not legal"
        place = {name: number for number, name in enumerate(done)}
        acts = [act for person in people if person.table == table for act in person.acts]
        answered = [act for act in acts if act.answered is not None]
        told += len(answered)
        for act in answered:
            assert act.id in place, "an acknowledged action is lost"
        for first in answered:
            for second in acts:
                if second.id in place and first.answered is not None and first.answered < second.asked:
                    assert place[first.id] < place[second.id], "an answered action comes after a later one"
        versions = sorted((act.version, place[act.id]) for act in answered)
        assert versions == sorted(versions, key=lambda pair: pair[1]), "versions are not in the order of the log"
    store.close()
    return told


class Evening:
    """Two people at each of several tables; games that are over make room for new ones: there is always load."""

    def __init__(self, fleet: list[Member], tables: int, seed: int) -> None:
        self.fleet, self.tables, self.stream = fleet, tables, random.Random(seed)
        self.people: list[Person] = []
        self.games: dict[str, list[asyncio.Task[None]]] = {}

    async def fill(self) -> None:
        """Begin new games."""
        running = sum(not all(task.done() for task in tasks) for tasks in self.games.values())
        for _ in range(self.tables - running):
            well = [member for member in self.fleet if member.is_well]
            body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]}
            made = await asyncio.to_thread(post, self.stream.choice(well).port, "/api/tables", body)
            table = made["table"]["id"]
            two = [
                Person(self.fleet, table, entry["key"], random.Random(self.stream.random()))
                for entry in made["personal"]
            ]
            self.people += two
            self.games[table] = [asyncio.create_task(person.play()) for person in two]

    async def play(self, count: int) -> None:
        """Until so many more actions were acknowledged."""
        goal = self.acknowledged + count
        while self.acknowledged < goal:
            await self.fill()
            await asyncio.sleep(0.02)
            for task in (task for tasks in self.games.values() for task in tasks if task.done()):
                task.result()

    @property
    def acknowledged(self) -> int:
        return sum(act.answered is not None for person in self.people for act in person.acts)

    async def end(self) -> None:
        tasks = [task for tasks in self.games.values() for task in tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def gaps(self) -> list[float]:
        """How long people were without their table, after they had it once."""
        return [gap for person in self.people for gap in person.gaps[1:]]
