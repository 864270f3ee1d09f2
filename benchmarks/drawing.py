"""What drawing costs: scenes with their choices, of the seat to act and of a rival, game by game.

    python benchmarks/drawing.py [GAME …]

Positions are those of random games, in order. *First* is the first time a position is drawn (what was
remembered of those before it stays at hand, as at a table), *again* is the same positions once more; in
microseconds of one processor per scene, the best of several runs. *Choices* is the share of `View.scene` that
the legal actions take. To compare two versions, run it with PYTHONPATH at the sources of each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from time import process_time_ns

from firstfire.games import GAMES
from firstfire.kernel.presentation.memo import forget, frozen
from firstfire.table import Table
from firstfire.view import View

RUNS = 5
POSITIONS = 200
Draw = Callable[[View], object]


def positions(name: str) -> list[tuple[View, View]]:
    """Views of the seat to act and of the next one, along random games."""
    found: list[tuple[View, View]] = []
    chance, seed, players = Random(1), 0, 2
    while len(found) < POSITIONS:
        seed += 1
        table = Table.new(name, players=players, seed=seed, interpreted=True, history=False)
        while not table.over and len(found) < POSITIONS:
            seat = table.player
            assert seat is not None
            legal = table.numbers()
            found.append((table.view(seat), table.view((seat + 1) % players)))
            table.play(chance.choice(legal))
    return found


def bare(view: View) -> object:
    """The scene without its choices."""
    game, box = view.game, frozen(view.box)
    return game.presentation.scene(view.state, game, box, view.seat, game.words("en", box), view.names())


def whole(view: View) -> object:
    """The scene with its choices."""
    return view.scene()


def cost(views: Sequence[View], draw: Draw) -> tuple[float, float]:
    """Microseconds per scene, drawn for the first time and again."""
    first: list[float] = []
    again: list[float] = []
    for _ in range(RUNS):
        forget()
        views[0].game.words("en", views[0].box)  # read once per server, not per scene
        for kept in (first, again):
            began = process_time_ns()
            for view in views:
                draw(view)
            kept.append((process_time_ns() - began) / 1000 / len(views))
    return min(first), min(again)


def main(names: Sequence[str]) -> None:
    """One line per game."""
    print(f"{'':12}{'to act':>10}{'again':>8}{'choices':>9}{'again':>8}{'rival':>9}{'again':>8}")
    for name in names:
        acting, rival = (list(views) for views in zip(*positions(name), strict=True))
        (first, again), (bare_first, bare_again) = cost(acting, whole), cost(acting, bare)
        other, other_again = cost(rival, whole)
        print(
            f"{name:12}{first:10.0f}{again:8.0f}{first - bare_first:9.0f}{again - bare_again:8.0f}"
            f"{other:9.0f}{other_again:8.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
