"""Kill after kill with the five real games and compiled rules: `make kills`, not a part of `make test`.

    python -m tests.server.kill_real_games [--kills 200] [--tables 6]

One game after the other gets its share of the kills: two people at each of several tables play at random while the
server is killed (SIGKILL) and started again, each time after its rules were loaded in mid-game. At the end everything
acknowledged must be in the log, nothing twice, and every log must replay.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.server import test_kills
from tests.server.test_kills import Server, check_promises, under_fire

from firstfire import names


def wait_until_compiled(server: Server) -> None:
    """The rules of its games, from the cache or made now (people play on meanwhile)."""
    while True:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=600)) as link:
            link.request("GET", "/api/games")
            shelf = json.loads(link.getresponse().read())
        states = {game["name"]: game["engine"]["state"] for game in shelf["games"] if game["name"] in server.games}
        if set(states.values()) == {"ready"}:
            return
        time.sleep(0.1)


def main() -> int:
    """Kill, start, look."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=6)
    arguments = parser.parse_args()
    test_kills.TABLES = arguments.tables
    games = [name for name in names() if name != "embers"]
    with tempfile.TemporaryDirectory() as folder:
        for number, game in enumerate(games):
            kills, began = shares(arguments.kills, len(games))[number], time.monotonic()
            data = Path(folder) / game
            server = Server(data, games=[game], compiled=True)
            server.start()
            try:
                wait_until_compiled(server)
                players = asyncio.run(under_fire(server, kills, settled=wait_until_compiled))
            finally:
                server.kill()
            check_promises(f"sqlite:///{data / 'firstfire.sqlite3'}", players, kills, interpreted=False)
            promised = sum(len(player.promised) for player in players)
            played = f"{len({player.table for player in players})} tables, {promised} acknowledged actions"
            took = f"{time.monotonic() - began:.0f} s"
            print(f"{game:<12} {kills:>3} kills, {played}: none lost, none twice ({took})", flush=True)
    return 0


def shares(whole: int, parts: int) -> list[int]:
    """A number in parts that are as equal as can be."""
    return [whole // parts + (part < whole % parts) for part in range(parts)]


if __name__ == "__main__":
    sys.exit(main())
