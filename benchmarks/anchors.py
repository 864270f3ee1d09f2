"""The ratings of the benchmark's opponents: everybody against everybody, greedy at 0.

    python benchmarks/anchors.py totem --games 400 [--jobs 16] [--keep FOLDER]

What it prints stands in src/firstfire/lab/protocol_1.toml and does not change while that protocol is in use.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from firstfire.games import GAMES
from firstfire.lab.benchmark import protocol
from firstfire.lab.ladder import climb


def main() -> None:
    """Play, and print the ratings above greedy and who won how often against whom."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=400, help="of each pair")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    players = list(protocol()[asked.game]["ratings"])
    ladder = climb(
        asked.game, players=players, games=asked.games, seed=1_600_001, jobs=asked.jobs, folder=asked.keep,
        reach=len(players),
    )  # fmt: skip
    rated = {row["name"]: row["rating"] for row in ladder.as_dict()["players"]}
    print(", ".join(f'"{name}" = {each - rated["greedy"]}' for name, each in rated.items()))
    print(ladder.table())


if __name__ == "__main__":
    main()
