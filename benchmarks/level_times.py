"""How long a full turn takes at each level, game by game.

    python benchmarks/level_times.py [GAME …]

Turns are taken from games between greedy players; the level plays the whole turn (all its
decisions until another seat decides) on a copy. Seconds are seconds of one processor.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.positions.position import Position
from firstfire.lab.match import view_of
from firstfire.players import Greedy, levels_of, player_named

TURNS = 9
EVERY = 5  # of the turns with a choice, this many lie between two that are timed


def openings(name: str, seats: int) -> list[Position]:
    """Positions at the beginning of turns, from games between greedy players."""
    found: list[Position] = []
    greedy, turns, seed, last = Greedy(1), 0, 1, -1
    position = Position(find_game(name), seats, seed, quiet=True)
    while len(found) < TURNS:
        if position.over:
            seed, last = seed + 1, -1
            position = Position(find_game(name), seats, seed, quiet=True)
        view = view_of(position)
        if view.seat != last and len(view.numbers) > 1:
            last = view.seat
            turns += 1
            if turns % EVERY == 0:
                found.append(position.copy())
        position.step(greedy.choose(view))
    return found


def seconds_of_turn(position: Position, level: str) -> float:
    """How long a level takes for the turn that begins here."""
    here = position.copy()
    seat, player = here.player, player_named(level, here.engine.game.name, 1)
    player.choose(view_of(here))  # whatever is made at the first decision
    player = player_named(level, here.engine.game.name, 1)
    start = process_time()
    while not here.over and here.player == seat:
        here.step(player.choose(view_of(here)))
    return process_time() - start


def main() -> None:
    """Print one line for each game."""
    print(f"{'game':<12} {'seats':>5}  seconds of a turn, median, by level")
    for name in sys.argv[1:] or GAMES:
        positions = openings(name, 2)
        times = {
            level.name: median(seconds_of_turn(position, level.name) for position in positions)
            for level in levels_of(name)
        }
        print(f"{name:<12} {2:>5}  " + "  ".join(f"{level} {took:.3f}" for level, took in times.items()), flush=True)


if __name__ == "__main__":
    main()
