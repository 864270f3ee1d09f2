"""Simulations per second of the search on one core, game by game.

    python benchmarks/search_speed.py [GAME …]

Positions come from games between greedy players, at every tenth decision that has a choice;
each gets a search with the game's own settings, three times, of which the quickest counts, and where the game has a net
for so many players, a search with the net in its tree.
Seconds are seconds of the processor, so that a busy machine does not matter much.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.positions.position import Position
from firstfire.kernel.thinking import Efforts
from firstfire.lab.match import view_of
from firstfire.players import Budget, Greedy, Search
from firstfire.players.guided import has_guide
from firstfire.players.search import WITH_NET, WITHOUT_NET
from firstfire.view import View

SIMULATIONS = 2000
POSITIONS = 16
TIMES = 3


def measure(name: str, seats: int, efforts: Efforts) -> tuple[float, float, float]:
    """Simulations per second: over all positions, in the median one, and nodes per simulation."""
    position = Position(find_game(name), seats, 1, quiet=True)
    greedy = Greedy(1)
    search = Search(Budget(simulations=SIMULATIONS), 1, efforts=efforts)
    search.consider(view_of(position), Budget(simulations=2))  # compiles
    seconds: list[float] = []
    nodes, choices, seed = 0, 0, 1
    while len(seconds) < POSITIONS:
        if position.over:
            seed += 1
            position = Position(find_game(name), seats, seed, quiet=True)
        view = view_of(position)
        if len(view.numbers) > 1:
            choices += 1
            if choices % 10 == 0:
                seconds.append(min(timed(search, view) for _ in range(TIMES)))
                nodes += search.trees[0].nodes
        position.step(greedy.choose(view))
    return SIMULATIONS * POSITIONS / sum(seconds), SIMULATIONS / median(seconds), nodes / SIMULATIONS / POSITIONS


def timed(search: Search, view: View) -> float:
    """How long the search of a position takes."""
    start = process_time()
    search.consider(view)
    return process_time() - start


def main() -> None:
    """Print one line for each game and number of players."""
    columns = f"{'simulations/s':>14} {'in the median position':>23} {'nodes/simulation':>17}"
    print(f"{'game':<12} {'seats':>5} {'net':>4} {columns}")
    for name in sys.argv[1:] or GAMES:
        for seats in sorted({min(find_game(name).seats), 2, max(find_game(name).seats)}):
            for efforts in (WITHOUT_NET, WITH_NET)[: 1 + has_guide(find_game(name), seats)]:
                mean, middle, nodes = measure(name, seats, efforts)
                led = "yes" if efforts is WITH_NET else ""
                print(f"{name:<12} {seats:>5} {led:>4} {mean:>14,.0f} {middle:>23,.0f} {nodes:>17.1f}", flush=True)


if __name__ == "__main__":
    main()
