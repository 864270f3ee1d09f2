"""What a whole server holds once all five games are compiled: the server, its workers and whatever else it started.

    python benchmarks/server_memory.py [--cache FOLDER] [--workers N]

Starts a real server with a fresh cache (all is compiled; or with a kept one), waits until every game is ready, begins
one game against a bot of each, lets the bots act, and prints the share of memory (PSS: what processes share counts
once) of every process, what the sum is, and which of them has Numba's compiler loaded. Linux.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from guest import Guest

GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")


def family(process: int) -> list[int]:
    """A process and all that come of it."""
    found = [process]
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += family(int(child))
    return found


def share_of(process: int) -> tuple[float, float]:
    """MiB of a process: its share of what is shared and its own, and how much of that is its own."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
    return sizes["Pss"], sizes["Private_Clean"] + sizes["Private_Dirty"]


def compiler_in(process: int) -> bool:
    """Whether a process has LLVM loaded."""
    return "llvmlite" in Path(f"/proc/{process}/maps").read_text()


def doing(process: int) -> str:
    """What a process is, as its command line says."""
    words = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").split()
    return " ".join(words[1:])[:60]


def wait_until_ready(server: subprocess.Popen[bytes], guest: Guest) -> None:
    """Wait until the rules of all games are compiled."""
    while True:
        if server.poll() is not None:
            raise SystemExit("the server does not start")
        try:
            states = {game["name"]: game["engine"]["state"] for game in guest.demand("GET", "/api/games")["games"]}
        except OSError:
            states = {}
        if states and all(state == "ready" for state in states.values()):
            return
        time.sleep(1)


def begin_games(guest: Guest) -> None:
    """A game against a bot of each; wait until each bot has acted, or it is our turn at once."""
    for game in GAMES:
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "hunter"}]}
        table = guest.demand("POST", "/api/tables", wish)["table"]
        while table["turn"] != 0:
            time.sleep(0.5)
            table = guest.demand("GET", f"/api/tables/{table['id']}")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", help="a folder of compiled rules; without one all is compiled anew")
    parser.add_argument("--workers", type=int, default=0, help="processes for bots (0: as the server would)")
    arguments = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "FIRSTFIRE_CACHE": arguments.cache or f"{folder}/cache"}
        command = [sys.executable, "-m", "firstfire.server", "--port", str(port), "--data", f"{folder}/data"]
        command += ["--no-browser", "--no-limits", *(f"--compile={game}" for game in GAMES)]
        command += ["--workers", str(arguments.workers)] if arguments.workers else []
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        guest = Guest(port)
        try:
            start = time.monotonic()
            wait_until_ready(server, guest)
            print(f"all five ready after {time.monotonic() - start:.0f} s (load {os.getloadavg()[0]:.1f})")
            begin_games(guest)
            time.sleep(3)
            total = 0.0
            print(f"{'process':>8} {'PSS MiB':>8} {'own MiB':>8}  LLVM")
            for process in family(server.pid):
                share, own = share_of(process)
                total += share
                print(f"{process:>8} {share:>8.0f} {own:>8.0f}  {compiler_in(process)!s:5}  {doing(process)}")
            print(f"{'all':>8} {total:>8.0f}")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
