"""Look for puzzles in bot games and write them into a game's puzzles.toml.

    python tools/make_puzzles.py totem [--count 12] [--seed 1] [--seats 2] [--player hunter] [--seconds 600]
                                  [--out FILE]

At most one position of each game is taken, and not two of the same phase running, so that they differ.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

from firstfire import Table
from firstfire.explain.puzzles import Puzzle, puzzle_at
from firstfire.games import game as find_game
from firstfire.players import player_named

NOTE = "# Made by tools/make_puzzles.py: positions of bot games with one best move by a wide margin.\n"


def found_in(name: str, seats: int, seed: int, level: str, avoid: int) -> tuple[Puzzle, int] | None:
    """The first puzzle of a bot game whose phase is another than the one to avoid, and its phase."""
    table = Table.new(name, players=seats, seed=seed)
    bot = player_named(level, name, seed)
    while (seat := table.player) is not None:
        phase = int(table.state.phase)
        if phase != avoid and (made := puzzle_at(table, table.position(), seed)) is not None:
            return made, phase
        table.play(bot.choose(table.view(seat)))
    return None


def main() -> int:
    """Look until there are enough."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--player", default="hunter")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--out", type=Path, help="another file than the game's own")
    words = parser.parse_args()
    path: Path = words.out or find_game(words.game).folder / "puzzles.toml"
    found: list[Puzzle] = []
    seed, last, start = words.seed, -1, perf_counter()
    while len(found) < words.count and perf_counter() - start < words.seconds:
        made = found_in(words.game, words.seats, seed, words.player, last)
        seed += 1
        if made is None:
            last = -1
            continue
        puzzle, last = made
        found.append(puzzle)
        print(f"{len(found)}: seed {seed - 1}, {puzzle.best}, {len(puzzle.worths)} actions", flush=True)
        path.write_text(NOTE + "\n" + "\n".join(each.toml() for each in found), encoding="utf-8")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
