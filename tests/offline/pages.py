"""A page at a device, for tests: what a client would show, and a player who clicks at random."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from typing import Any

from firstfire.offline import Site
from firstfire.server.settings import Settings

SWIFT = Settings(bot_pause=0.0)
WITHIN = 120.0  # seconds for a message to come, on a busy machine


class Shelf(dict[str, str]):
    """Stored texts; `full` refuses all that grows."""

    full = False

    async def put(self, key: str, text: str | None) -> None:
        """Store a text, as a page does: not at once."""
        await asyncio.sleep(0)
        if self.full and text is not None:
            raise OSError("QuotaExceededError")
        if text is None:
            self.pop(key, None)
        else:
            self[key] = text


def opened(shelf: Shelf, **more: Any) -> Site:
    """A site of these texts."""
    return Site(shelf, shelf.put, settings=SWIFT, **more)


async def asked(site: Site, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """The status and the data of an answer."""
    text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
    status, said, _ = await site.request(method, path, text, {})
    return status, json.loads(said)


async def new_table(site: Site, game: str, *kinds: str, **more: Any) -> str:
    """A new table: `me`, `hot`, or the level of a bot for each seat."""
    seats = [{"kind": kind} if kind in ("me", "hot") else {"kind": "bot", "level": kind} for kind in kinds]
    status, said = await asked(site, "POST", "/api/tables", {"game": game, "seats": seats, **more})
    assert status == 201, said
    return str(said["table"]["id"])


class Page:
    """One link to a table, and what it shows."""

    def __init__(self, site: Site, table: str, seed: int = 7) -> None:
        self.heard: list[dict[str, Any]] = []
        self.shown: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.codes: list[int] = []
        self._news = asyncio.Event()
        self._stream = random.Random(seed)
        self._asked = 0
        self.link = site.connect(f"/api/tables/{table}/ws", self._hear, self._close)
        self.link.receive(json.dumps({"type": "hello", "language": "en"}))

    def _hear(self, text: str) -> None:
        said = json.loads(text)
        self.heard.append(said)
        if said["type"] == "update":
            self.shown.update({name: value for name, value in said.items() if name != "scene"})
            self.scene.update(said.get("scene") or {})
        self._news.set()

    def _close(self, code: int) -> None:
        self.codes.append(code)
        self._news.set()

    async def until(self, what: Any) -> Any:
        """Wait until something holds of this page."""
        async with asyncio.timeout(WITHIN):
            while not (found := what()):
                self._news.clear()
                await self._news.wait()
        return found

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something; the answer."""
        self._asked += 1
        name = f"q{self._asked}"
        self.link.receive(json.dumps({"type": kind, "id": name, **fields}))
        found: Mapping[str, Any] = await self.until(
            lambda: next((each for each in self.heard if each.get("to") == name), None)
        )
        return dict(found)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.shown.get("result"))

    async def turn(self) -> bool:
        """Wait for my turn (at whichever of my seats); False where the game is over."""
        await self.until(lambda: self.is_over or self.shown.get("turn", {}).get("mine"))
        if not self.is_over and self.shown.get("hand_over") is not None:
            await self.say("look", seat=self.shown["hand_over"])
        return not self.is_over

    async def click(self) -> dict[str, Any]:
        """Choose something at random."""
        action = self._stream.choice(self.scene["choices"])["action"]
        return await self.say("act", version=self.shown["version"], action=action, seat=self.shown["viewer"])

    async def play(self, most: int = 10_000) -> int:
        """Click on, to the end or so many times; how often."""
        clicks = 0
        while clicks < most and await self.turn():
            answer = await self.click()
            assert answer["type"] == "done" or answer["code"] == "stale", answer
            clicks += 1
        return clicks
