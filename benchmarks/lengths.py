"""How many decisions a game takes when everybody plays at random.

    FIRSTFIRE_INTERPRET=1 python benchmarks/lengths.py

Two players, a hundred games from seeds 1 to 100: mean, shortest, longest.
"""

from __future__ import annotations

from random import Random
from statistics import mean

from firstfire import Position
from firstfire.games import GAMES
from firstfire.games import game as find_game


def length(name: str, seed: int) -> int:
    """The decisions of one game."""
    chance, position = Random(seed), Position(find_game(name), seats=2, seed=seed, quiet=True)
    legal: list[int] | None = position.legal()
    played = 0
    while legal:
        legal = position.advance(chance.choice(legal))
        played += 1
    return played


if __name__ == "__main__":
    for name in GAMES:
        lengths = [length(name, seed) for seed in range(1, 101)]
        print(f"{name:<12} {mean(lengths):>6.0f} {min(lengths):>5} {max(lengths):>5}")
