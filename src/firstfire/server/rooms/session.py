"""Sessions: one viewer's numbered stream of messages, and what that viewer has been shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import orjson

KEPT = 256  # messages a lost session can still ask for…
KEPT_BYTES = 64 * 1024  # …while they are no more than this; else it gets the whole picture, which is smaller
KEPT_LOST = 16 * 1024  # bytes of them once the link is lost: what was under way then is the last of it
SPLICED = {"log", "chat"}  # sections that are continued, not replaced


@dataclass
class Session:
    """A viewer at a table. `who` is a guest; `keyed` are seats opened by a personal link."""

    id: str
    who: str
    name: str
    language: str
    wanted: int | None = None  # the seat to look from; None: my first
    keyed: dict[int, int] = field(default_factory=dict)  # seat → the event since which its key is valid
    connected: bool = True
    lost_at: float = 0.0
    last: int = 0  # the number of the last message
    sent: deque[tuple[int, bytes]] = field(default_factory=deque)
    kept: int = 0  # bytes of them
    shown: dict[str, bytes] = field(default_factory=dict)
    shown_scene: Mapping[str, bytes] = field(default_factory=dict)  # shared with other viewers
    steps: list[int] = field(default_factory=list)  # the steps whose log lines were sent, by event number
    lines: list[int] = field(default_factory=list)  # how many lines stood after each of them
    chat: int = -1  # the last line of talk that was sent
    version: int = -1

    def message(self, kind: str, **fields: Any) -> bytes:
        """A numbered message."""
        return self.numbered(orjson.dumps({"type": kind, **fields}))

    def numbered(self, body: bytes) -> bytes:
        """Give a JSON object its number, and keep it for a while."""
        self.last += 1
        return self._kept(b'{"n":%d,' % self.last + body[1:])

    def _kept(self, made: bytes) -> bytes:
        self.sent.append((self.last, made))
        self.kept += len(made)
        self._keep(KEPT_BYTES)
        return made

    def _keep(self, most: int) -> None:
        while len(self.sent) > KEPT or self.kept > most:
            self.kept -= len(self.sent.popleft()[1])

    def lose(self, now: float) -> None:
        """The link is lost; somebody may come back to it."""
        self.connected, self.lost_at = False, now
        self._keep(KEPT_LOST)

    def since(self, last: int) -> list[bytes] | None:
        """What was sent after a number; None where that is no longer known."""
        if last > self.last:
            return None
        missing = self.last - last
        kept = [body for number, body in self.sent if number > last]
        return kept if len(kept) == missing else None

    def forget(self) -> None:
        """Show everything anew at the next update (but talk: that is the same from every seat, in every language)."""
        self.shown.clear()
        self.shown_scene = {}
        self.steps.clear()
        self.lines.clear()

    def update(
        self, version: int, now: int, sections: Mapping[str, bytes], scene: Mapping[str, bytes] | None
    ) -> bytes | None:
        """The message that brings this viewer up to date, with the sections that changed;
        None where nothing did, not even the version. `scene` None: there is none yet."""
        changed = {name: body for name, body in sections.items() if self.shown.get(name) != body}
        self.shown.update(changed)
        for name in SPLICED & changed.keys():
            self.shown[name] = b""  # that it was shown is all one needs to know
        parts = _fields(changed)
        if scene is None:
            if self.shown_scene.get("") != b"null":
                self.shown_scene = {"": b"null"}
                parts.append(b',"scene":null')
        else:
            inner = {name: body for name, body in scene.items() if self.shown_scene.get(name) != body}
            if inner:
                self.shown_scene = scene
                _, *rest = _fields(inner)
                parts += [b',"scene":{"%s":' % next(iter(inner)).encode(), *rest, b"}"]
        if not parts and version == self.version:
            return None
        self.version = version
        self.last += 1
        head = b'{"n":%d,"type":"update","version":%d,"now":%d' % (self.last, version, now)
        return self._kept(b"".join([head, *parts, b"}"]))


def _fields(sections: Mapping[str, bytes]) -> list[bytes]:
    """The fields of a JSON object, each after a comma, in pieces."""
    found = []
    for name, body in sections.items():
        found += [_label(name), body]
    return found


@cache
def _label(name: str) -> bytes:
    return b',"%s":' % name.encode()
