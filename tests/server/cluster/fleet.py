"""Several real servers on one real PostgreSQL, thinkers, a proxy, players who come to any of them, and a judge of what
they saw."""

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
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import websockets
from tests.server.tools import Picture

from firstfire.server.store.database import Store
from firstfire.server.store.story import Setup, Story

ROOT = Path(__file__).parents[3]
SECRET = "a secret that all servers of a fleet share"


class Refused(OSError):
    """A server says no."""


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as free:
        free.bind((host, 0))
        return int(free.getsockname()[1])


def environment() -> dict[str, str]:
    more = {
        "PYTHONPATH": f"{ROOT / 'examples'}{os.pathsep}{ROOT}",
        "FIRSTFIRE_INTERPRET": "1",
        "FIRSTFIRE_SECRET": SECRET,
    }
    return {**os.environ, **more}


@dataclass(frozen=True)
class Door:
    """Where people come in: a server, or a proxy before all of them."""

    host: str
    port: int


class Member:
    """One server of a fleet; `within`: words that run it somewhere else, like in a network namespace."""

    def __init__(
        self, data: Path, database: str, redis: str = "", host: str = "127.0.0.1", within: Sequence[str] = ()
    ) -> None:  # fmt: skip
        self.data, self.database, self.redis, self.host, self.within = data, database, redis, host, within
        self.port = free_port() if not within else 8080
        self.process: subprocess.Popen[bytes] | None = None
        self.paused = False

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def door(self) -> Door:
        return Door(self.host, self.port)

    def start(self, *words: str) -> None:
        command = [
            *self.within, sys.executable, "-m", "firstfire.server", "--host", self.host, "--port", str(self.port),
            "--data", str(self.data), "--public", f"http://{self.host}", "--public", "http://127.0.0.1",
            "--game", "embers", "--no-browser", "--late-workers", "--no-limits", "--workers", "1", *words,
        ]  # fmt: skip
        if self.database:  # one of several
            command += [
                "--database", self.database, "--among", self.address, "--redis", self.redis, "--workers-from",
                self.redis, "--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8",
            ]  # fmt: skip
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment(), stdout=log, stderr=log)
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
                get(self.door, "/api/health")
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

    def end(self) -> None:
        """Whatever it is doing; nothing where it has ended."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def stop(self) -> None:
        """In peace: it gives its tables back."""
        self.signal(signal.SIGTERM)
        assert self.process is not None
        self.process.wait(timeout=60)


def get(door: Door, path: str) -> Any:
    with closing(HTTPConnection(door.host, door.port, timeout=20)) as link:
        link.request("GET", path)
        return json.loads(link.getresponse().read())


def post(door: Door, path: str, body: object, within: float = 30) -> Any:
    with closing(HTTPConnection(door.host, door.port, timeout=within)) as link:
        link.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = link.getresponse()
        text = answer.read().decode()
    if answer.status not in (200, 201):
        raise Refused(f"{answer.status}: {text}")
    return json.loads(text)


class ThinkingMachine:
    """One `firstfire think`, with all its processes."""

    def __init__(self, redis: str, log: Path) -> None:
        self.redis, self.log = redis, log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "firstfire.cli", "think", "--redis", self.redis, "--game", "embers"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--workers", "1"], env=environment(), stdout=log, stderr=log, start_new_session=True
            )

    def stop(self) -> None:
        """In peace."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def kill(self) -> None:
        """As when the power of its machine goes."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Whatever it is doing; nothing where it has ended."""
        if self.process is not None and self.process.poll() is None:
            self.kill()


PROXY = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    {folders}
    map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
    upstream fleet {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 3m;
        location / {{
            proxy_pass http://fleet;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_connect_timeout 1s;
            proxy_read_timeout 120s;
        }}
    }}
}}
"""


class Proxy:
    """A real nginx before a fleet."""

    def __init__(self, program: Path, folder: Path, members: Sequence[Member]) -> None:
        self.program, self.folder = program, folder
        self.door = Door("127.0.0.1", free_port())
        servers = " ".join(
            f"server {member.host}:{member.port} max_fails=1 fail_timeout=1s;" for member in members
        )  # fmt: skip
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        folder.mkdir(parents=True, exist_ok=True)
        words = PROXY.format(folder=folder, folders=folders, servers=servers, port=self.door.port)
        (folder / "conf").write_text(("user root;" if os.geteuid() == 0 else "") + words)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [str(self.program), "-p", str(self.folder), "-c", str(self.folder / "conf")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        while True:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            with suppress(OSError), socket.create_connection((self.door.host, self.door.port), 1):
                return
            time.sleep(0.02)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()


@dataclass
class Act:
    """One action as its player saw it."""

    id: str
    table: str
    asked: float
    answered: float | None = None  # None: never
    version: int = -1
    repeated: bool = False  # asked again over another link: then the version is that of the answer, not of the action


@dataclass(frozen=True)
class Shown:
    """A version that somebody was shown, and when the link began that showed it."""

    at: float
    version: int
    began: float


@dataclass(frozen=True)
class Gap:
    """When somebody had the table again, and after how many seconds without."""

    at: float
    seconds: float


@dataclass
class Person:
    """Plays one seat for ever, coming to any server that answers."""

    doors: Sequence[Door]
    table: str
    key: str
    stream: random.Random
    acts: list[Act] = field(default_factory=list)
    seen: list[Shown] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    asking: dict[str, Any] | None = None
    over: bool = False

    async def play(self) -> None:
        away = time.monotonic()
        while not self.over:
            try:
                await self._sit(self.stream.choice(self.doors), away)
            except (TimeoutError, OSError, websockets.exceptions.WebSocketException):
                await asyncio.sleep(0.05)
            else:
                continue
            finally:
                if self.seen and self.seen[-1].at > away:
                    away = time.monotonic()

    async def _sit(self, door: Door, away: float) -> None:
        picture, first, began = Picture(), True, time.monotonic()
        address = f"ws://{door.host}:{door.port}/api/tables/{self.table}/ws"
        async with websockets.connect(
            address, open_timeout=2, close_timeout=0.2, ping_interval=1, ping_timeout=2
        ) as link:
            await link.send(json.dumps({"type": "hello", "key": self.key}))
            if self.asking is not None:
                self.acts[-1].repeated = True  # perhaps it was heard, perhaps not
                await link.send(json.dumps(self.asking))
            async for text in link:
                message = picture.take(text)
                if first and message["type"] == "welcome":
                    self.gaps.append(Gap(time.monotonic(), time.monotonic() - away))
                    first = False
                await self._hear(link, picture, message, began)
                if picture.state.get("result"):
                    self.over = True
                    return

    async def _hear(self, link: Any, picture: Picture, message: dict[str, Any], began: float) -> None:
        now = time.monotonic()
        if self.asking is not None and message.get("to") == self.asking["id"]:
            if message["type"] == "done":
                self.acts[-1].answered, self.acts[-1].version = now, message["version"]
            self.asking = None
        seen = picture.state.get("version", -1)
        if message["type"] == "update" and "version" in picture.state:
            self.seen.append(Shown(now, seen, began))
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
    another was answered comes after it; nobody was ever shown a version with an action that was not asked for yet, nor
    one older than what was answered to anybody before this viewer's link began. How many actions were acknowledged."""
    store = Store(database)
    told = 0
    for table in sorted({person.table for person in people}):
        stored = store.table(table)
        assert stored is not None
        row, events = stored
        done = [event.data.get("id", f"bot {event.number}") for event in events if event.kind == "act"]
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
        for act in answered:
            there = place[act.id] + 1
            said = act.version >= there if act.repeated else act.version == there
            assert said, "an action was told another place than it has in the log"
        _judge_views([person for person in people if person.table == table], acts, place)
    store.close()
    return told


def _judge_views(people: list[Person], acts: list[Act], place: dict[str, int]) -> None:
    asked = {place[act.id]: act.asked for act in acts if act.id in place}
    answered = sorted((act.answered, act.version) for act in acts if act.answered is not None)
    for person in people:
        for shown in person.seen:
            if shown.version > 0:
                assert asked.get(shown.version - 1, 0) <= shown.at, "somebody saw an action before it was asked for"
            before = [version for at, version in answered if at < shown.began]
            assert shown.version >= max(before, default=0), "somebody was shown a table as it was before"


class Evening:
    """Two people at each of several tables; games that are over make room for new ones: there is always load."""

    def __init__(self, doors: Sequence[Door], tables: int, seed: int) -> None:
        self.doors, self.tables, self.stream = doors, tables, random.Random(seed)
        self.people: list[Person] = []
        self.games: dict[str, list[asyncio.Task[None]]] = {}
        self._making: set[asyncio.Task[None]] = set()

    def fill(self) -> None:
        """Begin new games, without waiting for those that are being made."""
        running = sum(not all(task.done() for task in tasks) for tasks in self.games.values())
        for _ in range(self.tables - running - len(self._making)):
            task = asyncio.create_task(self._make())
            self._making.add(task)
            task.add_done_callback(self._making.discard)

    async def _make(self) -> None:
        other = {"kind": "bot", "level": "greedy"} if self.stream.random() < 0.3 else {"kind": "hot"}
        body = {"game": "embers", "seats": [{"kind": "me"}, other]}
        try:
            made = await asyncio.to_thread(post, self.stream.choice(self.doors), "/api/tables", body, 5)
        except (OSError, HTTPException):
            return  # that door is closed now
        table = made["table"]["id"]
        some = [
            Person(self.doors, table, entry["key"], random.Random(self.stream.random())) for entry in made["personal"]
        ]
        self.people += some
        self.games[table] = [asyncio.create_task(person.play()) for person in some]

    async def play(self, count: int) -> None:
        """Until so many more actions were acknowledged."""
        goal = self.acknowledged + count
        while self.acknowledged < goal:
            self.fill()
            await asyncio.sleep(0.02)
            for task in (task for tasks in self.games.values() for task in tasks if task.done()):
                task.result()

    @property
    def acknowledged(self) -> int:
        return sum(act.answered is not None for person in self.people for act in person.acts)

    async def end(self) -> None:
        tasks = [*self._making, *(task for tasks in self.games.values() for task in tasks)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def gaps(self) -> list[Gap]:
        """When people were without their table, after they had it once."""
        return [gap for person in self.people for gap in person.gaps[1:]]
