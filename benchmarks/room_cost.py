"""What one action costs a room: processor time of `Room.handle`, without sockets, disk and loop.

    python benchmarks/room_cost.py [GAME …] [--games 6] [--rounds 3] [--before TREE] [--profile] [--interpreted]

Two people, each with a screen of their own, and a spectator look on (English) while whole games are played at
random, always the same ones. What is measured is processor time (not the clock on the wall, so other work on
the machine hardly matters), of the actions only, after some games to warm up. `--before` names a checkout
of another version, which is measured in the same run, turn about; of the rounds the best counts. `--profile`
prints what the time goes to.
"""

from __future__ import annotations

import argparse
import cProfile
import inspect
import json
import os
import pstats
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
START = 1_000_000.0
WARM = 1000  # actions before it is measured: a server has seen many games


class Played:
    """One game from its beginning to its end, with everybody who looks on."""

    def __init__(self, game: str, seed: int, interpreted: bool | None) -> None:
        from firstfire.server.rooms.new_tables import found
        from firstfire.server.rooms.room import Room
        from firstfire.server.rooms.traffic import Enter
        from firstfire.server.store.story import Setup, Story

        values: dict[str, Any] = {
            "game": game, "players": 2, "seed": seed, "options": {}, "language": "en", "listed": False, "hints": True,
            "undo": True, "seeded": True, "host": "ayla", "created": int(START * 1000), "clock": None,
        }  # fmt: skip
        people = [
            {"kind": "person", "name": name.title(), "level": None, "guests": [name]} for name in ("ayla", "brun")
        ]
        made = found("table", Setup(**values), people, START)
        story = Story.told("table", made.setup, made.events, interpreted=interpreted)
        self.both = "wall" in inspect.signature(Room.handle).parameters  # older rooms have one clock
        times = {"now": START, "wall": START} if self.both else {"now": START}
        self.room = Room(story, fresh=lambda: ("second", 8), **times)
        self.now = START
        self.stream = random.Random(seed)
        self.seconds, self.actions, self.bytes = 0.0, 0, 0
        for guest in ("ayla", "brun", "watcher"):
            self._handle(Enter(guest, guest, guest.title(), "en"))

    def _handle(self, message: Any) -> Any:
        self.now += 1.0
        times = (self.now, self.now) if self.both else (self.now,)
        return self.room.handle(message, *times)

    def run(self) -> None:
        """Play it to its end."""
        from firstfire.server.protocol.models import CLIENT_MESSAGE
        from firstfire.server.rooms.traffic import Say

        story = self.room.story
        while story.player is not None:
            player = story.player
            action = self.stream.choice(self.room.showing.view(player).numbers)
            request: Any = CLIENT_MESSAGE.validate_python(
                {"type": "act", "id": str(self.actions), "version": story.version, "action": action}
            )
            message = Say(("ayla", "brun")[player], request)
            before = time.process_time()
            out = self._handle(message)
            self.seconds += time.process_time() - before
            self.actions += 1
            self.bytes += sum(len(body) for _, body in out.mail)


def measured(game: str, games: int, interpreted: bool | None, profile: bool) -> dict[str, float]:
    """What an action of a game costs in this process."""
    warm, seed = 0, 1000
    while warm < WARM:
        first = Played(game, seed, interpreted)
        first.run()
        warm, seed = warm + first.actions, seed + 1
    watch = cProfile.Profile()
    if profile:
        watch.enable()
    played = [Played(game, seed, interpreted) for seed in range(1, games + 1)]
    for each in played:
        each.run()
    if profile:
        watch.disable()
        pstats.Stats(watch).sort_stats("tottime").print_stats(45)
    actions = sum(each.actions for each in played)
    return {
        "ms": 1000 * sum(each.seconds for each in played) / actions,
        "bytes": sum(each.bytes for each in played) / actions,
        "actions": actions,
    }


def in_process(game: str, arguments: argparse.Namespace, tree: Path | None) -> dict[str, float]:
    """The same in a process of its own, with the sources of a tree (None: this one)."""
    command = [sys.executable, __file__, game, "--games", str(arguments.games), "--child"]
    command += ["--interpreted"] if arguments.interpreted else []
    environment = dict(os.environ)
    if tree is not None:
        environment["PYTHONPATH"] = str(tree / "src")
    found: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    )
    return found


def main() -> None:
    """Measure the games named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=6, help="how many games are played")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--before", type=Path, metavar="TREE", help="a checkout of another version, measured beside")
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    interpreted = bool(arguments.interpreted)
    if arguments.child or arguments.profile:
        for game in arguments.games_named:
            print(json.dumps(measured(game, arguments.games, interpreted, arguments.profile)))
        return
    print("game         actions   bytes/action   before      now   load")
    for game in arguments.games_named:
        old, new = [], []
        for _ in range(arguments.rounds):
            if arguments.before is not None:
                old.append(in_process(game, arguments, arguments.before)["ms"])
            found = in_process(game, arguments, None)
            new.append(found["ms"])
        shown = f"{min(old):>6.2f} ms" if old else f"{'–':>9}"
        cells = f"{game:<12} {found['actions']:>7.0f} {found['bytes']:>14,.0f} {shown} {min(new):>5.2f} ms"
        print(f"{cells} {os.getloadavg()[0]:>6.1f}", flush=True)


if __name__ == "__main__":
    main()
