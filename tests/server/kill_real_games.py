"""Kill after kill with the five real games and compiled rules: `make kills`, not a part of `make test`.

    python -m tests.server.kill_real_games [--kills 200] [--tables 10]

Two people at each of several tables of all games play at random while the server is killed (SIGKILL) and started
again. At the end everything acknowledged must be in the log, nothing twice, and every log must replay.
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
    """The rules of all games, from the cache or made now."""
    while True:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as link:
            link.request("GET", "/api/games")
            shelf = json.loads(link.getresponse().read())
        states = {game["name"]: game["engine"]["state"] for game in shelf["games"] if game["name"] in server.games}
        if set(states.values()) == {"ready"}:
            return
        time.sleep(1)


def main() -> int:
    """Kill, start, look."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10)
    arguments = parser.parse_args()
    test_kills.TABLES = arguments.tables
    games = [name for name in names() if name != "embers"]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), games=games, compiled=True)
        server.start()
        try:
            wait_until_compiled(server)
            players = asyncio.run(under_fire(server, arguments.kills))
        finally:
            server.kill()
        check_promises(f"sqlite:///{Path(folder) / 'firstfire.sqlite3'}", players, arguments.kills)
    promised = sum(len(player.promised) for player in players)
    tables = len({player.table for player in players})
    played = f"{tables} tables of {len(games)} games, {promised} acknowledged actions"
    print(f"{arguments.kills} kills, {played}: none lost, none twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
