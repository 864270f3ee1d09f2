"""What players do that no person would: follies, and decisions that give much away.

    watched = watch("totem", "hunter", games=20, judged=200)
    print(watched.line())

A player meets itself. Every decision with a choice is asked for follies (`BotTable.folly`); a share of them is
judged by a long search from what the player knew: the best action and the played one are each searched alone, and who
gave away more than `SILLY` of the chance to win was silly. The judge sees more than the player did, and errs itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from random import Random as Stream
from typing import Any

from ..errors import BadSetup
from ..games import game as find_game
from ..jobs import cores
from ..jobs.workers import spread
from ..kernel.positions.position import Position
from ..players import player_named
from ..players.ideas import is_folly
from ..players.search_tree import SearchTree
from ..players.settings import settings_for
from ..table import SEEDS
from ..view import View
from .match import Task, view_of, warm_up
from .statistics import wilson

SILLY = 0.15  # giving away more of the chance to win than this
JUDGE = 2000  # simulations for each of the two actions


@dataclass(frozen=True)
class Watch:
    """One game to watch."""

    task: Task
    share: float  # of its decisions that are judged
    simulations: int


@dataclass
class Watched:
    """What was seen of a player."""

    game: str
    player: str
    games: int = 0
    decisions: int = 0  # with a choice
    follies: int = 0
    judged: int = 0
    silly: int = 0
    given: float = 0.0  # chances given away, all judged decisions together

    def add(self, other: Watched) -> None:
        """Count another's games too."""
        for name in ("games", "decisions", "follies", "judged", "silly", "given"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_dict(self) -> dict[str, Any]:
        """The row of a report."""
        low, high = wilson(self.silly, self.judged)
        return {
            "player": self.player,
            "games": self.games,
            "decisions": self.decisions,
            "follies": self.follies,
            "judged": self.judged,
            "silly_rate": round(self.silly / self.judged, 4) if self.judged else None,
            "interval": [round(low, 4), round(high, 4)],
            "mean_loss": round(self.given / self.judged, 4) if self.judged else None,
        }

    def line(self) -> str:
        """The row as text."""
        row = self.as_dict()
        told = f"{self.player:<16} {self.follies:>4} dominated moves in {self.games} games, {self.decisions} decisions"
        if not self.judged:
            return told
        low, high = row["interval"]
        rate = f"{row['silly_rate']:.1%} [{low:.1%} – {high:.1%}] of {self.judged} judged decisions are blunders"
        return f"{told}; {rate}, {row['mean_loss']:.1%} given away each"


def watch(
    game: str,
    player: str,
    games: int,
    *,
    seats: int = 2,
    seed: int = 1,
    share: float = 0.0,
    simulations: int = JUDGE,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Watched:
    """Watch a player against itself; a `share` of its decisions is judged. Interrupted, it tells what it has seen."""
    find_game(game).check_seats(seats, {})
    if games < 1 or not 0.0 <= share <= 1.0 or simulations < 1:
        raise BadSetup("watch at least 1 game, judge a share from 0 to 1 of the decisions with at least 1 simulation")
    if not 0 <= seed <= seed + games < SEEDS:
        raise BadSetup(f"seeds are whole numbers from 0 to 2**64 - 1, not {seed}")
    tasks = [Task(game, (player,) * seats, tuple(range(seats)), seed + number) for number in range(games)]
    warm_up([*tasks[:1], Task(game, ("search:2",) * seats, tuple(range(seats)), seed)])
    found = Watched(game, player)
    plan = [Watch(task, share, simulations) for task in tasks]
    jobs = min(cores() if jobs is None else jobs, games)
    results = spread(watch_game, plan, jobs) if jobs > 1 else (watch_game(one) for one in plan)
    with suppress(KeyboardInterrupt), closing(results):
        for done, one in enumerate(results, 1):
            found.add(one)
            if progress is not None:
                progress(done, games)
    return found


def watch_game(asked: Watch) -> Watched:
    """Play one game and look at every decision with a choice."""
    task = asked.task
    game = find_game(task.game)
    players = [player_named(name, task.game, task.seed * 1000 + i, outside=True) for i, name in enumerate(task.players)]
    position = Position(game, len(players), task.seed, options=task.options, quiet=True)
    tree = SearchTree(position.engine, position.box, settings_for(game.key, len(players)), looking=True)
    luck = Stream(f"{task.seed} judge")
    found = Watched(task.game, task.players[0], games=1)
    while not position.over:
        view = view_of(position)
        action = players[view.seat].choose(view)
        if len(view.numbers) > 1:
            found.decisions += 1
            found.follies += is_folly(view, action)
            if luck.random() < asked.share:
                loss = given_away(tree, view, action, asked.simulations, luck.getrandbits(64))
                found.judged += 1
                found.silly += loss > SILLY
                found.given += loss
        position.step(action)
    return found


def given_away(tree: SearchTree, view: View, played: int, simulations: int, seed: int) -> float:
    """How much of the chance to win an action costs against what a long search would play, each searched alone."""
    seat = view.seat
    tree.plant(view.state, seat, seed)
    tree.grow(simulations)
    best = max(tree.branches(), key=lambda branch: (branch.visits, branch.reward[seat])).action
    if best == played:
        return 0.0
    chances = []
    for action in (best, played):
        tree.plant(view.state, seat, seed, only=action)
        tree.grow(simulations)
        chances.append(tree.branches()[0].win[seat])
    return max(0.0, chances[0] - chances[1])
