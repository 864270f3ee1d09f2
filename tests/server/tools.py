"""What server tests share: a client's picture of a table, a room without sockets, a player."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from starlette.testclient import TestClient, WebSocketTestSession

import embers
from firstfire import add_game
from firstfire.server.protocol import models
from firstfire.server.protocol.messages import HEARD
from firstfire.server.protocol.models import Document, RefusalBody
from firstfire.server.rooms.new_tables import found
from firstfire.server.rooms.room import Room
from firstfire.server.rooms.traffic import Ask, Chosen, Enter, Gone, Incoming, Outgoing, Say
from firstfire.server.store.events import Event
from firstfire.server.store.story import Setup, Story
from firstfire.server.store.talk import ChatLine, Talk
from firstfire.server.web.rest import ENDPOINTS
from firstfire.server.web.site import Site
from firstfire.server.web.table_socket import CLIENT_MESSAGE

add_game(embers.GAME)
START = 1_000_000.0


class Picture:
    """What a client knows, put together from the messages it got. Fails on a gap."""

    looks_at_shapes = True  # whether every message is of the documented shape: a sixth of a whole game's time

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.last = 0
        self.session = ""
        self.answers: dict[str, dict[str, Any]] = {}
        self.seen: list[dict[str, Any]] = []

    def take(self, text: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(text)
        if self.looks_at_shapes:
            HEARD[message["type"]].model_validate(message)
        self.seen.append(message)
        if message["type"] == "pong":
            return message
        if message["type"] == "welcome":
            self.session = message["session"]
            if not message["resumed"]:
                self.last, self.state = 0, {}
        if "n" in message:
            assert message["n"] == self.last + 1, f"a gap: {message['n']} after {self.last}"
            self.last = message["n"]
        if message["type"] == "update":
            self._merge(message)
        if message["type"] in ("done", "refused", "hint") and message["to"] is not None:
            self.answers[message["to"]] = message
        return message

    def _merge(self, message: dict[str, Any]) -> None:
        for name, body in message.items():
            if name in ("log", "chat"):
                lines = self.state.setdefault(name, [])
                del lines[body["from"] :]
                lines += body["lines"]
            elif name == "scene" and body is not None:
                self.state["scene"] = {**(self.state.get("scene") or {}), **body}
            elif name not in ("n", "type"):
                self.state[name] = body

    @property
    def choices(self) -> list[dict[str, Any]]:
        scene = self.state.get("scene")
        return scene["choices"] if scene else []

    @property
    def my_turn(self) -> bool:
        return bool(self.choices)


def setup(game: str = "embers", players: int = 2, **changes: Any) -> Setup:
    values: dict[str, Any] = {
        "game": game, "players": players, "seed": 7, "options": {}, "language": "en", "listed": True, "hints": True,
        "undo": True, "seeded": False, "host": "ayla", "created": int(START * 1000), "clock": None,
    }  # fmt: skip
    return Setup(**{**values, **changes})


def person(name: str, *guests: str) -> dict[str, Any]:
    return {"kind": "person", "name": name, "level": None, "guests": list(guests) or [name.lower()]}


def bot(level: str = "greedy") -> dict[str, Any]:
    return {"kind": "bot", "name": "", "level": level, "guests": []}


OPEN: dict[str, Any] = {"kind": "open", "name": "", "level": None, "guests": []}


# The tables that the third shape of the database did not have.
NEWER = "results ratings passes subscriptions mailboxes servers leases pass_keys challenges dues ended reviews"


class Desk:
    """A room without sockets: messages in, pictures out, and the log it would have stored."""

    def __init__(self, plan: Sequence[dict[str, Any]], now: float = START, **changes: Any) -> None:
        made = found("table", setup(players=len(plan), **changes), list(plan), now)
        self.setup, self.log = made.setup, list(made.events)
        self.now = now
        self.said: list[ChatLine] = []
        self.pictures: dict[str, Picture] = {}
        self.raw: dict[str, list[bytes]] = {}
        self.room = self.wake()
        self.out = Outgoing()

    def wake(self) -> Room:
        """A room made from the log alone."""
        story = Story.told("table", self.setup, self.log, interpreted=True)
        return Room(story, now=self.now, wall=self.now, fresh=lambda: ("second", 8), talk=Talk(self.said))

    def put(self, message: Incoming, after: float = 1.0) -> Outgoing:
        self.now += after
        self.out = self.room.handle(message, self.now, self.now)
        self.log += self.out.events
        self.said += self.out.chats
        for session, body in self.out.mail:
            self.raw.setdefault(session, []).append(body)
            self.pictures.setdefault(session, Picture()).take(body)
        return self.out

    def enter(self, who: str, session: str = "", **more: Any) -> Picture:
        name = session or who
        self.put(Enter(name, who, who.title(), more.pop("language", "en"), **more))
        return self.pictures[name]

    def leave(self, session: str) -> None:
        self.put(Gone(session))

    def say(self, session: str, kind: str, id: str = "", after: float = 1.0, **fields: Any) -> dict[str, Any]:
        """Say something; the answer to it (or {})."""
        name = id or f"{session}{random.random()}"
        request = CLIENT_MESSAGE.validate_python({"type": kind, "id": name, **fields})
        assert not isinstance(request, models.Ping)
        self.put(Say(session, request), after)
        return self.pictures[session].answers.get(name, {})

    def act(self, session: str, choice: int = 0, **more: Any) -> dict[str, Any]:
        picture = self.pictures[session]
        action = picture.choices[choice]["action"] if picture.choices else 0
        return self.say(session, "act", version=picture.state["version"], action=action, **more)

    def bot_moves(self, choice: int = 0) -> Outgoing:
        """Let the bot that was asked play."""
        assert self.room.asked is not None
        seat, version = self.room.asked
        table = self.room.story.playing
        return self.put(Chosen(seat, version, table.numbers()[choice]))

    def events(self, kind: str) -> list[Event]:
        return [event for event in self.log if event.kind == kind]


def inside(client: TestClient) -> Site:
    """The server behind a client: its store, its rooms."""
    found: Site = client.app.state.site  # type: ignore[attr-defined]
    return found


def ask(desk: Desk, who: str, request: Any, after: float = 1.0) -> None:
    """Ask from outside, as REST does."""
    desk.put(Ask(who, who.title(), "en", request), after)


def play_out(desk: Desk) -> None:
    """Ayla and Brun play to the end."""
    while desk.room.story.state == "playing":
        desk.act("ayla" if desk.room.story.player == 0 else "brun")


class Sitter:
    """Somebody at a table over a (test) WebSocket."""

    def __init__(self, client: TestClient, table: str, **hello: Any) -> None:
        self.client, self.table = client, table
        self.picture = Picture()
        self.hello: dict[str, Any] = {"type": "hello", **hello}
        self.socket: WebSocketTestSession
        self.count = 0

    def __enter__(self) -> Sitter:
        self.socket = self.client.websocket_connect(f"/api/tables/{self.table}/ws")
        self.socket.__enter__()
        try:
            self.socket.send_text(json.dumps(self.hello))
            self.until(lambda: "version" in self.picture.state)
        except BaseException:  # a socket that stays open keeps the server from closing, and the test from failing
            self.socket.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.__exit__(None, None, None)

    def next(self) -> dict[str, Any]:
        return self.picture.take(self.socket.receive_text())

    def until(self, ready: Callable[[], object], most: int = 2000) -> None:
        for _ in range(most):
            if ready():
                return
            self.next()
        raise AssertionError("it did not come")

    def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        name = fields.pop("id", f"{uuid4().hex}-{self.count}")  # never one that was said before
        self.socket.send_text(json.dumps({"type": kind, "id": name, **fields}))
        self.until(lambda: name in self.picture.answers)
        return self.picture.answers[name]

    def act(self, stream: random.Random) -> dict[str, Any]:
        choice = stream.choice(self.picture.choices)
        answer = self.say("act", version=self.picture.state["version"], action=choice["action"])
        self.until(lambda: self.picture.state["version"] >= answer["version"])
        return answer

    @property
    def over(self) -> bool:
        scene = self.picture.state.get("scene")
        return bool(scene and scene["over"])


def catch_up(sitters: list[Sitter], version: int) -> None:
    """Read until everybody has seen a version."""
    for sitter in sitters:
        sitter.until(lambda sitter=sitter: sitter.picture.state["version"] >= version)  # type: ignore[misc]


def as_documented(response: Any) -> None:
    """Every answer of the API is of the shape that the OpenAPI document names (a response hook)."""
    path, method = response.request.url.path, response.request.method
    for endpoint in ENDPOINTS:
        pattern = re.sub(r"{\w+(:int)?}", lambda found: r"\d+" if found[1] else "[^/]+", endpoint.path)
        if endpoint.method == method and re.fullmatch(pattern, path) and response.status_code != 304:
            response.read()
            says = endpoint.says if response.status_code == endpoint.status else RefusalBody
            data = response.json()
            says.model_validate(data)
            named = {field.alias or name for name, field in says.model_fields.items()}
            assert says is Document or set(data) <= named, f"{path} says more than is documented"


def other(client: TestClient) -> TestClient:
    """Somebody else (another cookie) at the same running server."""
    made = TestClient(client.app)
    made.event_hooks = {"response": [as_documented]}
    made.portal = client.portal
    return made


def new_table(client: TestClient, game: str, seats: Sequence[Any], **more: Any) -> dict[str, Any]:
    """Create a table; seats as dicts or kinds."""
    wishes = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
    answer = client.post("/api/tables", json={"game": game, "seats": wishes, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def wait_for(ready: Callable[[], object], seconds: float = 150.0) -> None:
    """Look again and again (for what another process does; a busy machine is slow, not wrong)."""
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
