"""Random messages to rooms of every game: whatever anybody says, a room never has to start over.

    PYTHONPATH=examples python -m tests.server.room_fuzz --messages 200000 [--compiled] [--seed 1]

An exception out of `Room.handle` is what would close every link of a table; it is what is looked for.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.server.tools import OPEN, START, bot, person, setup

from firstfire import game, names
from firstfire.server.bots.requests import AdvisedAction
from firstfire.server.protocol import models
from firstfire.server.rooms.new_tables import found
from firstfire.server.rooms.room import Room
from firstfire.server.rooms.traffic import (
    Advised,
    Ask,
    Chosen,
    ClaimSeat,
    Enter,
    GaveUp,
    Glance,
    Gone,
    HintJob,
    Incoming,
    Say,
    Tick,
)
from firstfire.server.store.story import Story
from firstfire.server.web.table_socket import CLIENT_MESSAGE

GUESTS = ("ayla", "brun", "cara", "dova", "stranger")
LEVELS = ("random", "greedy", "hunter", "nobody")
SPOKEN = ("act",) * 12 + ("undo",) * 6 + ("chat", "look", "language", "hint", "rematch", "takeover", "back", "leave")


class Fuzz:
    """One table and a stream of chance that says everything to it."""

    def __init__(self, name: str, stream: random.Random, *, interpreted: bool) -> None:
        self.stream, self.interpreted, self.name = stream, interpreted, name
        players = stream.choice(game(name).seats)
        people = [person(guest.title(), guest) for guest in GUESTS]
        plan = [stream.choice([people[seat % 4]] * 4 + [bot(), bot(), OPEN]) for seat in range(players)]
        clock = {"seconds": stream.choice([60, 6000]), "increment": 5} if stream.random() < 0.3 else None
        self.setup = setup(name, players, seed=stream.randrange(1 << 32), clock=clock, undo=stream.random() < 0.9)
        self.now = START
        made = found("table", self.setup, plan, self.now)
        self.log, self.said = list(made.events), 0
        self.kinds: Counter[str] = Counter()
        self.hints: list[HintJob] = []
        self.room = self.woken()

    def woken(self) -> Room:
        """The room that the log tells of."""
        story = Story.told("table", self.setup, self.log, interpreted=self.interpreted)
        return Room(story, now=self.now, wall=self.now, fresh=lambda: ("second", 8), levels=frozenset(LEVELS[:3]))

    def run(self, messages: int) -> None:
        """Say so many things; asleep and awake again now and then."""
        for _ in range(messages):
            message = self.message()
            self.now += self.stream.choice([0.0, 0.1, 1.0, 1.0, 70.0 if self.stream.random() < 0.02 else 0.5])
            out = self.room.handle(message, self.now, self.now)
            self.log += out.events
            self.hints += [job for job in out.jobs if isinstance(job, HintJob)]
            self.kinds[type(message).__name__] += 1
            if self.stream.random() < 0.002:
                self.check()
        self.check()

    def check(self) -> None:
        """The log alone gives the same table."""
        old, self.room = self.room.story, self.woken()
        new = self.room.story
        assert (old.version, old.state, old.serials) == (new.version, new.state, new.serials)
        if old.table is not None and new.table is not None:
            assert old.table.digest() == new.table.digest()
            seats = range(old.setup.players)
            assert [old.can_undo([seat]) for seat in seats] == [new.can_undo([seat]) for seat in seats]

    def message(self) -> Incoming:
        """Anything that can reach a room."""
        stream, room = self.stream, self.room
        sessions = list(room.presence.sessions)
        kind = stream.random()
        if not sessions or kind < 0.03:
            return self.entering(sessions)
        if kind < 0.05:
            return Gone(stream.choice([*sessions, "nobody"]))
        if kind < 0.09:
            return Ask(stream.choice(GUESTS), "Somebody", stream.choice(["en", "fr", "nl"]), self.asked())
        if kind < 0.12:
            return self.advised()
        if kind < 0.3:
            return self.thought()
        if kind < 0.31:
            return Say("nobody", self.request())
        acting = [name for name in sessions if room.story.player in room.presence.mine(room.presence.sessions[name])]
        return Say(stream.choice(acting if acting and kind < 0.8 else sessions), self.request())

    def entering(self, sessions: Sequence[str]) -> Enter:
        self.said += 1
        stream, who = self.stream, self.stream.choice(GUESTS)
        resume = (stream.choice(sessions), stream.randrange(40)) if sessions and stream.random() < 0.3 else None
        keyed = (stream.randrange(6), 0) if stream.random() < 0.2 else None
        seat = stream.choice([None, None, -1, 0, 1, 5])
        return Enter(f"s{self.said}", who, who.title(), stream.choice(["en", "fr", "nl"]), seat, keyed, resume)

    def asked(self) -> Any:
        stream = self.stream
        seat, level = stream.randrange(6), stream.choice(LEVELS)
        wishes = [
            models.Join(), models.Join(seat=seat), models.Takeover(seat=seat, level=level), models.Back(seat=seat),
            models.ChangeSettings(hints=stream.random() < 0.8), models.Rematch(), Glance(), ClaimSeat(seat, 0),
        ]  # fmt: skip
        if stream.random() < 0.05:
            wishes.append(models.Leave(seat=seat))
        return stream.choice(wishes)

    def advised(self) -> Incoming:
        if not self.hints:
            return Tick()
        job = self.hints.pop()
        named = AdvisedAction(self.stream.choice(job.asked.numbers), 0.5, 10, 3.0)
        found = None if self.stream.random() < 0.2 else (named,)
        return Advised(job.session, job.to, job.version, found)

    def thought(self) -> Incoming:
        room, stream = self.room, self.stream
        if room.asked is None:
            return Tick()
        seat, version = room.asked
        if stream.random() < 0.05:
            return GaveUp(seat, version, is_at_fault=stream.random() < 0.2)
        wrong, numbers = stream.random() < 0.05, room.story.playing.numbers()
        return Chosen(seat, version - wrong, stream.choice(numbers) if stream.random() < 0.99 else 10**6)

    def request(self) -> models.ClientRequest:
        stream, story = self.stream, self.room.story
        self.said += 1
        kind = stream.choice(SPOKEN)
        fields: dict[str, Any] = {"type": kind, "id": f"r{self.said if stream.random() < 0.98 else self.said // 2}"}
        if kind in ("act", "undo", "hint"):
            fields["version"] = story.version if stream.random() < 0.97 else max(0, story.version - 1)
        if kind == "act":
            numbers = story.table.numbers() if story.table is not None else []
            fields["action"] = stream.choice(numbers) if numbers and stream.random() < 0.97 else stream.randrange(5000)
            if stream.random() < 0.05:
                fields["seat"] = stream.randrange(6)
        if kind == "chat":
            fields["text"] = "hello"
        if kind == "look":
            fields["seat"] = stream.randrange(-1, 6)
        if kind == "language":
            fields["language"] = stream.choice(["en", "fr", "nl"])
        if kind in ("takeover", "back", "leave"):
            fields["seat"] = stream.randrange(6)
            if kind == "leave" and stream.random() < 0.9:  # else nobody would be left to say anything
                fields["type"] = "back"
        found = CLIENT_MESSAGE.validate_python(fields)
        assert not isinstance(found, models.Ping)
        return found


def fuzz(name: str, seed: int, messages: int, *, interpreted: bool, at_table: int = 400) -> tuple[int, Counter[str]]:
    """So many messages to tables of one game, one table after the other; how many, and what happened by kind."""
    stream = random.Random(f"{name} {seed}")
    said, happened = 0, Counter[str]()
    while said < messages:
        table = Fuzz(name, stream, interpreted=interpreted)
        table.run(min(at_table, messages - said))
        said += table.kinds.total()
        happened += Counter(event.kind for event in table.log)
    return said, happened


def main() -> None:
    """A long run over all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiled", action="store_true")
    arguments = parser.parse_args()
    for name in names():
        said, happened = fuzz(name, arguments.seed, arguments.messages // 5, interpreted=not arguments.compiled)
        print(f"{name}: {said} messages, no start-over; {dict(happened)}", flush=True)


if __name__ == "__main__":
    main()
