"""Whether the edition without a server says what a server says: the same games, every message and every line of the log
byte by byte, once with the server's libraries (orjson, NumPy) and once with none of them.

    python tools/compare_offline.py                 200 games of each of the five
    python tools/compare_offline.py --games 3 totem
"""

from __future__ import annotations

import argparse
import hashlib
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence

ABSENT = (
    "pydantic", "pydantic_core", "orjson", "sqlalchemy", "starlette", "numpy", "uvicorn", "numba", "llvmlite",
    "_multiprocessing", "redis",
)  # fmt: skip
BARE = "--bare"
if BARE in sys.argv:  # before anything is imported that would use them
    sys.modules.update(dict.fromkeys(ABSENT))  # type: ignore[arg-type]

from firstfire.games import GAMES  # noqa: E402
from firstfire.games import game as find_game  # noqa: E402
from firstfire.server.protocol.json_text import to_json  # noqa: E402
from firstfire.server.protocol.requests import Act, Foresee, SpeakLanguage, Undo  # noqa: E402
from firstfire.server.rooms.new_tables import begun  # noqa: E402
from firstfire.server.rooms.room import Room  # noqa: E402
from firstfire.server.rooms.traffic import Enter, Incoming, Outgoing, Say  # noqa: E402
from firstfire.server.store.story import Setup, begin_data  # noqa: E402

GAMES_EACH = 200
MOST = 10_000  # actions of a game
UNDONE, FORESEEN = 0.05, 0.1  # how often an action is taken back, or looked at beforehand
MOMENT = 1_000_000.0


class PlayedRoom:
    """A room whose messages and events are noted by their bytes."""

    def __init__(self, name: str, seed: int) -> None:
        game, self.stream = find_game(name), random.Random(f"{name} {seed}")
        seats = self.stream.choice(game.seats)
        options = {option.name: option.proposed for option in game.options}
        setup = Setup(
            game.name, seats, seed, options, "en", listed=False, hints=True, undo=True, seeded=True, host="me",
            created=0, rules=begin_data(game),
        )  # fmt: skip
        people = [{"kind": "person", "name": f"P{seat}", "level": None, "guests": ["me"]} for seat in range(seats)]
        made = begun("table", setup, people, MOMENT, interpreted=True)
        self.hash, self.now = hashlib.sha256(), 0.0
        self.room = Room(made.story, now=0.0, wall=MOMENT, fresh=lambda: ("next", 1))
        self.put(Enter("mine", "me", "Me", "en", 0))
        self.put(Enter("spectator", "you", "You", "fr", -1))

    def put(self, message: Incoming) -> Outgoing:
        """Let the room take a message."""
        self.now += 1.0
        out = self.room.handle(message, self.now, MOMENT + self.now)
        for session, body in out.mail:
            self.hash.update(session.encode() + body)
        for event in out.events:
            self.hash.update(to_json([event.number, event.at, event.kind, event.data]))
        return out

    def play(self, most: int) -> int:
        """Play at random, so many actions at most; how many it were."""
        story, made = self.room.story, 0
        while story.player is not None and made < most:
            made += 1
            name, version = f"q{made}", story.version_for(story.player)
            action = self.stream.choice(story.playing.numbers())
            if made % 10 == 0:
                self.put(
                    Say("mine", SpeakLanguage(type="language", id=f"l{made}", language=("nl", "de")[made // 10 % 2]))
                )
            if self.stream.random() < FORESEEN:
                seen = self.room.presence.viewer(self.room.presence.sessions["mine"])
                if seen == story.player:
                    self.put(Say("mine", Foresee(type="foresee", id=f"f{made}", version=version, actions=[action])))
            self.put(Say("mine", Act(type="act", id=name, version=version, action=action, seat=story.player)))
            if self.stream.random() < UNDONE:
                self.put(Say("mine", Undo(type="undo", id=f"u{made}", version=story.version_for(0))))
        return made


def digests(name: str, games: int, most: int) -> Iterator[str]:
    """What each game of a kind came to, and how long it was."""
    for seed in range(games):
        played = PlayedRoom(name, seed)
        actions = played.play(most)
        yield f"{name} {seed} {actions} {played.hash.hexdigest()}"


def bare_digests(name: str, games: int, most: int) -> list[str]:
    """The same in a process without the libraries."""
    asked = [sys.executable, __file__, BARE, "--games", str(games), "--most", str(most), name]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout.splitlines()


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=[*GAMES], help="which games (all five)")
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="how many of each")
    parser.add_argument("--most", type=int, default=MOST, help="actions of each, at most")
    parser.add_argument(BARE, action="store_true", help="say the digests of a process without libraries")
    asked = parser.parse_args(argv)
    if asked.bare:
        for name in asked.game:
            for line in digests(name, asked.games, asked.most):
                print(line, flush=True)
        return 0
    wrong = 0
    for name in asked.game:
        here = list(digests(name, asked.games, asked.most))
        differ = sum(one != other for one, other in zip(here, bare_digests(name, asked.games, asked.most), strict=True))
        wrong += differ
        print(f"{name}: {asked.games} games, {sum(int(line.split()[2]) for line in here)} actions, {differ} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
