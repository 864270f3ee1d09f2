"""Sessions: one viewer's numbered stream of messages, and what that viewer has been shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..protocol.json_text import to_json
from ..store.talk import ANEW

KEPT = 256  # messages a lost session can still ask for…
KEPT_BYTES = 64 * 1024  # …while they are no more than this; else it gets the whole picture, which is smaller
KEPT_LOST = 16 * 1024  # bytes of them once the link is lost: what was under way then is the last of it
SPLICED = {"log", "chat"}  # sections that are continued, not replaced


class Shown(NamedTuple):
    """What another server has shown somebody, as far as the log tells."""

    scene: Mapping[str, bytes]
    steps: list[int]
    lines: list[int]
    chat: int


@dataclass
class Session:
    """A viewer at a table. `who` is a guest; `keyed` are seats opened by a personal link."""

    id: str
    who: str
    name: str
    language: str
    wanted: int | None = None  # the seat to look from; None: my first
    keyed: dict[int, int] = field(default_factory=dict)  # seat → the event since which its key is valid
    peeked_at: int = -1  # the version at which that seat was asked for
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
        return self.numbered(to_json({"type": kind, **fields}))

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

    def go_on(self, last: int, shown: Shown) -> None:
        """Take up the stream of another server after a number: what it showed is not shown again, as far as the log
        tells what that was."""
        self.last, self.shown_scene, self.chat = last, shown.scene, shown.chat
        self.steps, self.lines = shown.steps, shown.lines
        self.shown["log"] = b""

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

    def unsay(self) -> None:
        """What was sent names somebody who is to be forgotten: nobody can ask for it again, and all is shown anew."""
        self.sent.clear()
        self.kept = 0
        self.chat = ANEW if self.chat >= 0 else self.chat
        self.forget()

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
        shown, parts = self.shown, list[bytes]()
        for name, body in sections.items():
            if shown.get(name) != body:
                shown[name] = b"" if name in SPLICED else body  # that they were shown is enough
                parts += LABELS[name], body
        if scene is None:
            if self.shown_scene.get("") != b"null":
                self.shown_scene = {"": b"null"}
                parts.append(b',"scene":null')
        elif inner := _changed(self.shown_scene, scene):
            self.shown_scene = scene
            parts += (b',"scene":{', inner[0][1:], *inner[1:], b"}")
        if not parts and version == self.version:
            return None
        self.version = version
        self.last += 1
        head = b'{"n":%d,"type":"update","version":%d,"now":%d' % (self.last, version, now)
        return self._kept(b"".join([head, *parts, b"}"]))


def _changed(shown: Mapping[str, bytes], sections: Mapping[str, bytes]) -> list[bytes]:
    """The fields that were not shown like this, each after a comma, in pieces."""
    found: list[bytes] = []
    for name, body in sections.items():
        if shown.get(name) != body:
            found += LABELS[name], body
    return found


class _Labels(dict[str, bytes]):
    """The names of fields, as they stand in JSON after a comma."""

    def __missing__(self, name: str) -> bytes:
        label = self[name] = b',"%s":' % name.encode()
        return label


LABELS = _Labels()
