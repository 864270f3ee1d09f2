"""Puzzles: positions from real games with one move to find.

    puzzles(game)[day % 12]              # those of a game, from its puzzles.toml
    made = puzzle_at(table)              # whether a position is one: the best move by a wide margin

A puzzle is asked with the eyes of the seat to act. Every legal action had a search of its own, and the best one is
better than each other by `MARGIN` and by more than chance; the worths are kept beside it.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from math import sqrt

from ..errors import FirstfireError
from ..kernel.game import Game
from ..players.search_tree import SearchTree
from ..players.settings import settings_for
from .played import AnalysedGame

MARGIN = 0.1  # of the chance to win, between the best action and any other
FEWEST, MOST = 4, 40  # actions to choose from
HOPELESS, SURE = 0.25, 0.02  # nobody looks for the best move in a lost game, or where everything wins
ROUNDS = ((60, 1.0), (300, 1.0), (1000, 0.5), (4000, 0.0))  # simulations for each action, and for which share of them


@dataclass(frozen=True)
class Puzzle:
    """A position, the best move, and each seat's own chance to win after every move."""

    game: str
    position: str  # as text (docs/reference/positions.md)
    best: str
    worths: dict[str, float]  # the mover's chance to win, by action

    def toml(self) -> str:
        """As it stands in a file."""
        rows = [f"  {json.dumps(action)} = {worth:.3f}" for action, worth in self.worths.items()]
        lines = ["[[puzzle]]", f"position = {json.dumps(self.position, ensure_ascii=False)}"]
        return "\n".join([*lines, f"best = {json.dumps(self.best)}", "[puzzle.worths]", *rows]) + "\n"


@cache
def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that are kept for a game; those of other rules are left out."""
    path = game.folder / "puzzles.toml"
    if not path.is_file():
        return ()
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["puzzle"]
        found = [Puzzle(game.name, row["position"], row["best"], dict(row["worths"])) for row in rows]
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise FirstfireError(f"{path.name} of {game.name} cannot be read: {error}") from None
    return tuple(puzzle for puzzle in found if puzzle.position.split(maxsplit=1)[0] == game.key)


def puzzle_at(table: AnalysedGame, position: str, seed: int = 0) -> Puzzle | None:
    """The puzzle a position makes for the seat to act, if it is one. All actions are searched alone, the better ones
    again and longer, and whoever falls behind is not looked at any more."""
    seat = table.player
    if seat is None:
        return None
    view = table.view(seat)
    if not FEWEST <= len(view.numbers) <= MOST:
        return None
    tree = SearchTree(table.lean.engine, table.box, settings_for(table.game.key, table.players), looking=True)

    def worth(action: int, simulations: int) -> float:
        tree.plant(view.state, seat, seed, only=action)
        tree.grow(simulations)
        return tree.branches()[0].win[seat]

    ranked, worths = list(view.numbers), dict.fromkeys(view.numbers, 0.0)
    for number, (simulations, share) in enumerate(ROUNDS):
        for action in ranked[: max(2, round(share * len(ranked)))]:
            worths[action] = worth(action, simulations)
        ranked.sort(key=lambda action: -worths[action])
        best, second = worths[ranked[0]], worths[ranked[1]]
        last = number == len(ROUNDS) - 1
        if best - second < (MARGIN if last else MARGIN / 2) or best < HOPELESS or second > 1 - MARGIN - SURE:
            return None
    if not _is_clear(best, second, ROUNDS[-1][0]):
        return None
    text = table.game.actions.text
    return Puzzle(table.game.name, position, text(ranked[0]), {text(action): worths[action] for action in ranked})


def _is_clear(best: float, second: float, simulations: int) -> bool:
    """Whether two shares differ by more than chance, and beyond that by half the margin."""
    variance = (best * (1 - best) + second * (1 - second)) / simulations
    return best - second > MARGIN / 2 + 2 * sqrt(max(variance, 0.0))
