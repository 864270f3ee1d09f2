"""A bot for a Firstfire table, in one file: takes a seat and plays.

    python examples/table_bot.py http://localhost:8080/t/Qm3xV0u1kT9s2bYc              an open seat of the table
    python examples/table_bot.py 'http://localhost:8080/t/Qm3xV0u1kT9s2bYc#key=…'      the seat of a personal link

It plays the first choice it is offered; put your own idea into `choose`.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import websockets


def choose(scene: dict[str, Any]) -> int:
    """The number of the action to play."""
    return int(scene["choices"][0]["action"])


def take_seat(link: str) -> str:
    """Sit down on an open seat of a table; the personal link of that seat."""
    place = urlsplit(link)
    join = f"{place.scheme}://{place.netloc}/api/tables/{place.path.rsplit('/', 1)[-1]}/join"
    body = json.dumps({"name": "Table bot"}).encode()
    with urlopen(Request(join, body, {"Content-Type": "application/json"})) as answer:
        return f"{place.scheme}://{place.netloc}{json.load(answer)['personal'][0]['link']}"


async def play(link: str) -> dict[str, Any]:
    """Play one seat to the end; the result."""
    place = urlsplit(link)
    table, key = place.path.rsplit("/", 1)[-1], place.fragment.removeprefix("key=")
    scheme = "wss" if place.scheme == "https" else "ws"
    scene: dict[str, Any] = {}
    asked, seen, due = "", 0, 0  # the request that waits for its answer; the version we have seen, and must see first
    async with websockets.connect(f"{scheme}://{place.netloc}/api/tables/{table}/ws", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "key": key}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused" and message["code"] != "stale":  # stale: somebody else acted meanwhile
                raise SystemExit(message["sentence"])
            if message["type"] in ("done", "refused") and message["to"] == asked:
                asked, due = "", message["version"]
            if message["type"] == "update":
                seen = message["version"]
                scene.update(message.get("scene") or {})  # only what changed is sent
                if message.get("result"):
                    return dict(message["result"])
            if scene.get("choices") and seen >= due and not asked:
                asked = secrets.token_hex(8)
                act = {"type": "act", "id": asked, "version": seen, "action": choose(scene)}
                await socket.send(json.dumps(act))
    raise SystemExit("the table was closed")


if __name__ == "__main__":
    given = sys.argv[1]
    print(json.dumps(asyncio.run(play(given if "#key=" in given else take_seat(given))), indent=1))
