"""`kill -9` under load: whatever was acknowledged is there after the next start, nothing is
there twice, and every game goes on."""

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
from collections.abc import Callable, Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import websockets
from tests.server.tools import Picture

from firstfire.server.store.database import Store
from firstfire.server.store.story import Setup, Story
from firstfire.server.web.guests import Signer

ROOT = Path(__file__).parents[2]
TABLES = 12


class Server:
    """A real server process that can be killed and started again on the same data."""

    def __init__(
        self, data: Path, database: str = "", games: Sequence[str] = ("embers",), *, compiled: bool = False
    ) -> None:
        self.data, self.database = data, database
        self.games, self.compiled = games, compiled
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "examples")}
        environment["FIRSTFIRE_INTERPRET"] = "" if self.compiled else "1"
        command = [sys.executable, "-m", "firstfire.server", "--port", str(self.port), "--data", str(self.data)]
        command += ["--game", "embers", "--no-browser", "--late-workers", "--database", self.database]
        if self.compiled:
            command += ["--no-limits", *(word for game in self.games for word in ("--compile", game))]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            assert self.process.poll() is None, "the server does not start"
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


class Player:
    """Plays one seat of one table for ever, through every kill, and keeps what was promised."""

    def __init__(self, server: Server, table: str, key: str, seed: int) -> None:
        self.server, self.table, self.key = server, table, key
        self.stream = random.Random(seed)
        self.promised: dict[str, int] = {}  # request id → version
        self.asking: dict[str, Any] | None = None  # a request without an answer
        self.count = 0

    async def play(self) -> None:
        while True:
            try:
                await self._sit()
                return
            except (TimeoutError, OSError, websockets.exceptions.WebSocketException):
                await asyncio.sleep(0.01)

    async def _sit(self) -> None:
        picture = Picture()
        async with websockets.connect(f"{self.server.address}/api/tables/{self.table}/ws", open_timeout=60) as link:
            await link.send(json.dumps({"type": "hello", "key": self.key}))
            if self.asking is not None:
                await link.send(json.dumps(self.asking))  # perhaps it was heard, perhaps not
            async for text in link:
                message = picture.take(text)
                await self._hear(link, picture, message)
                if picture.state.get("result"):
                    return

    async def _hear(self, link: Any, picture: Picture, message: dict[str, Any]) -> None:
        if self.asking is not None and message.get("to") == self.asking["id"]:
            if message["type"] == "done":
                self.promised[self.asking["id"]] = message["version"]
            self.asking = None
        seen = picture.state.get("version", -1)
        if self.asking is None and picture.my_turn and message.get("version", seen) <= seen:
            await asyncio.sleep(self.stream.random() * 0.02)
            self.count += 1
            choice = self.stream.choice(picture.choices)["action"]
            name, version = f"{self.key[-6:]}-{self.count}", picture.state["version"]
            self.asking = {"type": "act", "id": name, "version": version, "action": choice}
            await link.send(json.dumps(self.asking))


@pytest.mark.slow
def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    kills = 5
    server = Server(tmp_path)
    server.start()
    try:
        players = asyncio.run(under_fire(server, kills))
    finally:
        server.kill()
    check_promises(f"sqlite:///{tmp_path / 'firstfire.sqlite3'}", players, kills)


def check_promises(database: str, players: list[Player], kills: int, *, interpreted: bool = True) -> None:
    """Everything acknowledged is stored, nothing twice, and every log tells a legal game."""
    store = Store(database)
    for table in sorted({player.table for player in players}):
        stored = store.table(table)
        assert stored is not None
        row, events = stored
        done = [event for event in events if event.kind == "act"]
        ids = [event.data["id"] for event in done]
        assert len(ids) == len(set(ids)), "an action was played twice"
        told = Story.told(table, Setup(**row.setup), events, interpreted=interpreted)
        assert not told.is_archived, "the log does not replay: it is not gapless, or not legal"
        for player in players:
            if player.table == table:
                assert set(player.promised) <= set(ids), "an acknowledged action is lost"
    store.close()
    assert _promises(players) > kills, "there was no load"


async def under_fire(
    server: Server, kills: int, settled: Callable[[Server], None] = lambda server: None
) -> list[Player]:
    """Two players at each of many tables, while the server is killed again and again, each time when it has settled."""
    players = [player for number in range(TABLES) for player in await new_game(server, number)]
    games = [asyncio.create_task(player.play()) for player in players]
    for number in range(kills):
        stream = random.Random(number)
        enough = _promises(players) + stream.randrange(1, 60)
        while _promises(players) < enough and not all(task.done() for task in games):
            await asyncio.sleep(0.005)
        await asyncio.sleep(stream.uniform(0, 0.03))
        server.kill()
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(settled, server)
        assert all(task.exception() is None for task in games if task.done())
        # games that are over make room for new ones, so that there is always load
        finished = {player.table for task, player in zip(games, players, strict=True) if task.done()}
        running = {player.table for player in players} - finished
        for more in range(max(0, TABLES - len(running))):
            fresh = await new_game(server, 1000 * (number + 1) + more)
            players += fresh
            games += [asyncio.create_task(player.play()) for player in fresh]
    for task in games:
        task.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    return players


def _promises(players: list[Player]) -> int:
    return sum(len(player.promised) for player in players)


async def new_game(server: Server, seed: int) -> list[Player]:
    """A table of two, made over REST, with the keys of both seats."""
    game = server.games[seed % len(server.games)]
    body = {"game": game, "seats": [{"kind": "me"}, {"kind": "hot"}]}
    made = json.loads(await asyncio.to_thread(_post, server.port, "/api/tables", body))
    table = made["table"]["id"]
    return [Player(server, table, entry["key"], seed * 2 + entry["seat"]) for entry in made["personal"]]


def _post(port: int, path: str, body: object) -> str:
    with closing(HTTPConnection("127.0.0.1", port, timeout=150)) as link:
        link.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = link.getresponse()
        text = answer.read().decode()
    assert answer.status == 201, text
    return text


def test_keys_survive_a_restart(tmp_path: Path) -> None:
    assert Signer("same").read_key(Signer("same").key("t", 1, 2), "t") == (1, 2)
    assert Signer("other").read_key(Signer("same").key("t", 1, 2), "t") is None
