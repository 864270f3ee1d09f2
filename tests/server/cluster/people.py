"""People at the tables of a fleet, who come to any server that answers, and what each of them was told.

They play, take back, talk, ask for advice, play by the clock, look on; one request at a time, asked again over the next
link until it is answered. Whoever comes back says what they have, and goes on by number: a gap in the numbers, or a
number twice, fails at once (`Picture`).
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

import websockets
from tests.server.cluster.fleet import Door, post
from tests.server.tools import Picture

STALLED = 60  # seconds
SHORT_CLOCK = 6  # seconds, of a seat whose person is asleep
LONG_CLOCK = {"seconds": 120, "increment": 5}
TURNED_AWAY = 4403
FIRST_WAIT = 0.05  # seconds before somebody tries again, longer each time: as in web/src/net/link.ts, but less patient
LONGEST_WAIT = 2.0
FINAL = ("done", "refused", "hint")


@dataclass
class Asked:
    """One request as its player saw it (`kind`: act, undo, chat, hint)."""

    kind: str
    id: str
    table: str
    seat: int
    asked: float
    text: str = ""
    answered: float | None = None  # None: never
    refused: str = ""  # why it was not done
    version: int = -1
    repeated: bool = False  # asked again over another link: then the version is that of the answer, not of the action
    links: int = 1  # tries to have a link, until it was answered


@dataclass(frozen=True)
class Shown:
    """A version that somebody was shown, and when the link began that showed it (0: it may say again what was)."""

    at: float
    version: int
    began: float


@dataclass(frozen=True)
class Gap:
    """When somebody had the table again, and after how many seconds without."""

    at: float
    seconds: float
    by_number: bool  # went on with what they had


@dataclass
class Person:
    """Somebody at one seat (or, seat -1, who looks on) for ever, coming to any server that answers."""

    doors: Sequence[Door]
    table: str
    seat: int
    stream: random.Random
    key: str = ""
    cookie: str = ""
    sleeps: bool = False  # never acts
    acts: list[Asked] = field(default_factory=list)
    seen: list[Shown] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    picture: Picture = field(default_factory=Picture)
    pace: float = 0.025  # seconds of thought before a request, on average
    asking: dict[str, Any] | None = None
    thinking: asyncio.Task[None] | None = None
    over: bool = False
    tries: int = 0  # to have a link, since the last one

    async def play(self) -> None:
        away = time.monotonic()
        while not self.over:
            try:
                await self._sit(self.stream.choice(self.doors), away)
            except (TimeoutError, OSError, websockets.exceptions.WebSocketException) as trouble:
                self.over = self.sleeps and _is_turned_away(trouble)  # whose time is over has no seat, nor a key to it
                self.tries += 1
                await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**self.tries) * self.stream.uniform(0.5, 1))
            else:
                continue
            finally:
                if self.seen and self.seen[-1].at > away:
                    away = time.monotonic()

    @property
    def hello(self) -> dict[str, Any]:
        """What this person says first: with what they have, after a lost link."""
        said: dict[str, Any] = {"type": "hello", **({"key": self.key} if self.key else {})}
        state = self.picture.state
        if "viewer" in state:
            said |= {
                "seat": state["viewer"], "resume": {"session": self.picture.session, "last": self.picture.last},
                "seen": {"version": state["version"], "chat": self.last_line},
            }  # fmt: skip
        return said

    @property
    def last_line(self) -> int:
        lines = self.picture.state.get("chat")
        return int(lines[-1]["number"]) if lines else 0

    def connect(self, door: Door) -> websockets.connect:
        return websockets.connect(
            f"ws://{door.host}:{door.port}/api/tables/{self.table}/ws",
            open_timeout=min(8, 2 + self.tries), close_timeout=0.2,
            ping_interval=1, ping_timeout=2, additional_headers={"Cookie": self.cookie} if self.cookie else {},
        )  # fmt: skip

    async def _sit(self, door: Door, away: float) -> None:
        first, began, session = True, time.monotonic(), self.picture.session
        if self.asking is not None:
            self.acts[-1].links += 1
        async with self.connect(door) as link:
            await link.send(json.dumps(self.hello))
            if self.asking is not None:
                self.acts[-1].repeated = True  # perhaps it was heard, perhaps not
                await link.send(json.dumps(self.asking))
            try:
                async for text in link:
                    message = self.picture.take(text)
                    self.picture.seen.clear()
                    self.picture.answers.clear()
                    if first and message["type"] == "welcome":
                        self.tries = 0
                        self.gaps.append(Gap(time.monotonic(), time.monotonic() - away, message["resumed"]))
                        first = False
                        if message["resumed"] and message["session"] == session:
                            began = 0.0  # the same server says first what was missed, as it was then
                    self._hear(link, message, began)
                    if self.picture.state.get("result"):
                        self.over = True
                        return
            finally:
                if self.thinking is not None:
                    await _end([self.thinking])
                    self.thinking = None

    def _hear(self, link: Any, message: dict[str, Any], began: float) -> None:
        now, state = time.monotonic(), self.picture.state
        if self.asking is not None and message["type"] in FINAL and message["to"] == self.asking["id"]:
            self.acts[-1].answered, self.acts[-1].version = now, message.get("version", -1)
            self.acts[-1].refused = message["code"] if message["type"] == "refused" else ""
            self.asking = None
        seen = state.get("version", -1)
        if message["type"] == "update":
            self.seen.append(Shown(now, seen, began))
        idle = self.asking is None and (self.thinking is None or self.thinking.done())
        if idle and "version" in state and message.get("version", seen) <= seen:
            wish = self._wish(message["type"] == "update")
            if wish is not None:
                self.thinking = asyncio.create_task(self._ask(link, wish))

    async def _ask(self, link: Any, wish: dict[str, Any]) -> None:
        """Think, while the link is heard, and say it; if the link has ended meanwhile, the next one is told."""
        await asyncio.sleep(self.stream.random() * 2 * self.pace)
        name = f"{self.table[:6]}.{self.seat}-{len(self.acts)}"
        text = str(wish.get("text", ""))
        self.asking = {"id": name, **wish}
        self.acts.append(Asked(wish["type"], name, self.table, self.seat, time.monotonic(), text))
        with suppress(websockets.exceptions.ConnectionClosed):
            await link.send(json.dumps(self.asking))

    def _wish(self, fresh: bool) -> dict[str, Any] | None:
        """What to do now."""
        state, luck = self.picture.state, self.stream.random()
        version = state["version"]
        if fresh and luck < 0.06:
            return {"type": "chat", "text": f"line {len(self.acts)} of {self.seat} at {self.table}"}
        if self.sleeps or self.seat < 0:
            return None
        if fresh and state["undo"] and luck < 0.2:
            return {"type": "undo", "version": version}
        if not self.picture.my_turn:
            return None
        if state["hints"] and luck > 0.97:
            return {"type": "hint", "version": version}
        return {"type": "act", "version": version, "action": self.stream.choice(self.picture.choices)["action"]}


def _is_turned_away(trouble: Exception) -> bool:
    closed = trouble.rcvd if isinstance(trouble, websockets.exceptions.ConnectionClosed) else None
    return closed is not None and closed.code == TURNED_AWAY


def visitor(door: Door) -> str:
    """The cookie of somebody new."""
    with closing(HTTPConnection(door.host, door.port, timeout=5)) as link:
        link.request("GET", "/api/me")
        answer = link.getresponse()
        answer.read()
        return (answer.getheader("Set-Cookie") or "").partition(";")[0]


class Evening:
    """Two people (or one and a bot) at each of several tables, of one game after the other, some by the clock, some
    watched; games that are over make room for new ones: there is always load."""

    def __init__(
        self, doors: Sequence[Door], tables: int, seed: int, games: Sequence[str] = ("embers",), pace: float = 0.025
    ) -> None:
        self.doors, self.tables, self.stream, self.kinds, self.pace = doors, tables, random.Random(seed), games, pace
        self.people: list[Person] = []
        self.games: dict[str, list[asyncio.Task[None]]] = {}
        self._making: set[asyncio.Task[None]] = set()
        self._made = 0

    def fill(self) -> None:
        """Begin new games, without waiting for those that are being made."""
        running = sum(not all(task.done() for task in tasks) for tasks in self.games.values())
        for _ in range(self.tables - running - len(self._making)):
            task = asyncio.create_task(self._make())
            self._making.add(task)
            task.add_done_callback(self._making.discard)

    async def _make(self) -> None:
        self._made += 1
        number, door = self._made, self.stream.choice(self.doors)
        sleeps, kind = number % 12 == 5, number % 3
        other = [{"kind": "bot", "level": "greedy"}, {"kind": "hot"}, {"kind": "open"}][1 if sleeps else kind]
        body: dict[str, Any] = {"game": self.kinds[number % len(self.kinds)], "seats": [{"kind": "me"}, other]}
        if number % 4 == 1 or sleeps:
            body["clock"] = {"seconds": SHORT_CLOCK, "increment": 0} if sleeps else LONG_CLOCK
        try:
            made = await asyncio.to_thread(post, door, "/api/tables", body, 5)
            entries = made["personal"]
            if other["kind"] == "open":
                joined = await asyncio.to_thread(post, door, f"/api/tables/{made['table']['id']}/join", {}, 5)
                entries = [*entries, *joined["personal"]]
            cookie = await asyncio.to_thread(visitor, door) if number % 5 == 2 else ""
        except (OSError, HTTPException):
            return  # that door is closed now
        table = made["table"]["id"]
        some = [self._person(table, entry["seat"], key=entry["key"]) for entry in entries]
        if sleeps:
            for person in some:
                person.sleeps = True
        if cookie:
            some.append(self._person(table, -1, cookie=cookie))
        self.people += some
        self.games[table] = [asyncio.create_task(person.play()) for person in some]

    def _person(self, table: str, seat: int, key: str = "", cookie: str = "") -> Person:
        return Person(self.doors, table, seat, random.Random(self.stream.random()), key, cookie, pace=self.pace)

    async def play(self, count: int) -> None:
        """Until so many more actions were acknowledged; fails where nobody is answered any more."""
        before, since = self.acknowledged, time.monotonic()
        goal = before + count
        while (now := self.acknowledged) < goal:
            before, since = (now, time.monotonic()) if now > before else (before, since)
            assert time.monotonic() - since < STALLED, f"nobody was answered for {STALLED} s: {self._waiting()}"
            self.fill()
            await asyncio.sleep(0.02)
            for task in (task for tasks in self.games.values() for task in tasks if task.done()):
                task.result()

    @property
    def acknowledged(self) -> int:
        return sum(act.answered is not None and act.kind == "act" for person in self.people for act in person.acts)

    def _waiting(self) -> str:
        """What people wait for."""
        asked = Counter(
            person.asking["type"] if person.asking else "nothing" for person in self.people if not person.over
        )
        return f"{len(self._making)} tables are being made; asked for: {dict(asked)}"

    async def end(self) -> None:
        """Everybody goes home, and what keeps their links alive ends before the loop does."""
        await _end([*self._making, *(task for tasks in self.games.values() for task in tasks)])
        await _end([task for task in asyncio.all_tasks() if _keeps_a_link(task)])

    async def compare(self, most: int = 20) -> int:
        """Whether those who came back show what a new page shows; how many were looked at."""
        back = [
            person for person in self.people
            if any(gap.by_number for gap in person.gaps) and not (person.over or person.sleeps)
        ]  # fmt: skip
        for person in back[:most]:
            for _ in range(10):  # links may break still
                with suppress(TimeoutError, OSError, websockets.exceptions.WebSocketException):
                    await _compare(person, self.stream.choice(self.doors))
                    break
            else:
                raise AssertionError("somebody has no table in the end")
        return len(back[:most])

    @property
    def gaps(self) -> list[Gap]:
        """When people were without their table, after they had it once."""
        return [gap for person in self.people for gap in person.gaps[1:]]

    @property
    def asked(self) -> Counter[str]:
        """How many requests of each kind were done."""
        return Counter(
            act.kind for person in self.people for act in person.acts if act.answered is not None and not act.refused
        )


async def _end(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _keeps_a_link(task: asyncio.Task[Any]) -> bool:
    """Whether this is what websockets keeps a link alive by: one that could not be closed in time has it still."""
    return getattr(task.get_coro(), "__name__", "") == "keepalive"


async def _compare(person: Person, door: Door) -> None:
    """A link that goes on with what somebody has, beside a new one: both show the same."""
    new = Picture()
    async with person.connect(door) as fresh, person.connect(door) as again:
        hello = {"type": "hello", "key": person.key or None, "seat": person.picture.state["viewer"]}
        await fresh.send(json.dumps(hello))
        await _read_all(fresh, new)
        await again.send(json.dumps(person.hello))
        await _read_all(again, person.picture)
        await _read_all(fresh, new)
    passing = {"now": 0, "clocks": None, "bots": None, "seats": None, "turn": None}  # bots play, others come and go
    if new.state["version"] == person.picture.state["version"]:
        assert {**new.state, **passing} == {**person.picture.state, **passing}, "who came back shows another table"


async def _read_all(link: Any, picture: Picture) -> None:
    """All that is on its way, and at least a whole picture."""
    await link.send(json.dumps({"type": "ping"}))
    while True:
        message = picture.take(await link.recv())
        if message["type"] == "pong" and "version" in picture.state:
            return
        if message["type"] == "pong":
            await link.send(json.dumps({"type": "ping"}))
