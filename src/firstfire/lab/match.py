"""Matches: players against each other, seats rotated, seeds paired, on all cores.

    result = play_match("totem", ["greedy", "random"], games=100)
    print(result.table())

Game number g uses seed number g // seats and seats the players rotated by g % seats: each
player sits on each seat of each deal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any

from ..errors import BadSetup, IllegalAction
from ..games import game as find_game
from ..jobs import code_of, cores, stream
from ..kernel.game import Game
from ..kernel.positions.position import Position
from ..players import Player, Search
from ..players.search import look_briefly
from ..table import SEEDS
from ..view import View
from .agents import agent_named
from .boxes import box_with
from .statistics import always, wilson

MOST_JOBS = 1024
HEAD = 64  # so many games are looked at for what must be compiled
FEWEST_DEALS = 8  # before anything is decided


@dataclass(frozen=True)
class Task:
    """One game to play: the players by seat, as they are written."""

    game: str
    players: tuple[str, ...]
    order: tuple[int, ...]  # which player of the match sits on each seat
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    components: Mapping[str, Any] = field(default_factory=dict)  # numbers of the components file that are changed

    @property
    def name(self) -> str:
        """What the job is called: everything it depends on."""
        changes = sorted({**self.options, **self.components}.items())
        rules = ",".join(f"{name}={value}" for name, value in changes) or "standard"
        order = "".join(map(str, self.order))
        game = find_game(self.game)
        return f"match {game.key} {code_of(game)} {','.join(self.players)} {order} {rules} {self.seed}"


@dataclass(frozen=True)
class PlayedGame:
    """How one game went; rows by player of the match, not by seat."""

    task: Task
    wins: tuple[float, ...]  # shares of the victory
    scores: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    plies: int

    def written(self) -> bytes:
        """As bytes, without the task (whose name it is kept under)."""
        return json.dumps({name: value for name, value in vars(self).items() if name != "task"}).encode()

    @classmethod
    def read(cls, task: Task, data: bytes) -> PlayedGame:
        """What `written` wrote."""
        try:
            found: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(data).items()
            }
            return cls(task, **found)
        except (ValueError, TypeError, AttributeError):
            raise BadSetup(f"the kept result of “{task.name}” is damaged; delete it and start again") from None


@dataclass
class Standing:
    """What one player of a match has done so far."""

    name: str
    games: int = 0
    wins: float = 0.0
    points: int = 0
    seconds: float = 0.0
    decisions: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The row of a report."""
        low, high = wilson(self.wins, self.games)
        return {
            "name": self.name,
            "win_rate": round(self.wins / self.games, 4) if self.games else None,
            "interval": [round(low, 4), round(high, 4)],
            "mean_score": round(self.points / self.games, 2) if self.games else None,
            "seconds_per_decision": round(self.seconds / max(self.decisions, 1), 6),
        }


class Verdict:
    """Who is better than an even share, looked at after every deal without fooling oneself (a sequential test).

    A deal that was played from all seats is one result: what each player won of it. The interval of its mean holds at
    all times at once (statistics.always), so a match may stop as soon as it leaves out the even share. Deals are taken
    in order, whatever the order games end in: quick games must not decide by being quick.
    """

    def __init__(self, players: int, first: int) -> None:
        self._even = 1 / players
        self._doubt = 0.05 / (players if players > 2 else 1)  # of two, one is the mirror of the other
        self._open: dict[int, list[PlayedGame]] = {}
        self._next = first
        self.deals: list[list[float]] = []
        self.decided: tuple[int, float, float] | None = None  # a player, and the interval of what it wins
        self.needed = 0  # deals until then

    def add(self, played: PlayedGame) -> None:
        """Count a game; judge the deals that are whole."""
        self._open.setdefault(played.task.seed, []).append(played)
        seats = round(1 / self._even)
        while len(self._open.get(self._next, ())) == seats:
            games = self._open.pop(self._next)
            self.deals.append([sum(game.wins[i] for game in games) / seats for i in range(seats)])
            self._next += 1
            if self.decided is None and len(self.deals) >= FEWEST_DEALS and seats > 1:
                self._judge()

    def _judge(self) -> None:
        for player, won in enumerate(zip(*self.deals, strict=True)):
            spread = max(stdev(won), 0.5 / len(won))  # the same result every time is not beyond doubt
            low, high = always(fmean(won), spread, len(won), doubt=self._doubt)
            if not low <= self._even <= high:
                self.decided, self.needed = (player, low, high), len(won)
                return

    def as_dict(self) -> dict[str, Any] | None:
        """As plain data; None while nothing is decided."""
        if self.decided is None:
            return None
        player, low, high = self.decided
        return {"player": player, "better": low > self._even, "interval": [round(low, 4), round(high, 4)]}

    def told(self, players: Sequence[str]) -> list[str]:
        """The verdict as a line, if there is one."""
        if self.decided is None:
            return []
        player, low, high = self.decided
        how = "better" if low > self._even else "worse"
        return [f"decided: {players[player]} is {how} than even ({max(0, low):.1%} – {min(1, high):.1%} of its deals)"]


class Match:
    """A match and its standings, game by game."""

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        games: int,
        *,
        seed: int = 1,
        options: Mapping[str, str] | None = None,
        components: Mapping[str, Any] | None = None,
    ) -> None:
        found = find_game(game)
        found.check_seats(len(players), options or {})
        found.option_numbers(options or {})
        box_with(found, components or {})
        if games < 1:
            raise BadSetup(f"a match has at least 1 game, not {games}")
        last = seed + (games - 1) // len(players)
        if not 0 <= seed <= last < SEEDS:
            raise BadSetup(f"seeds are whole numbers from 0 to 2**64 - 1, not {seed} to {last}")
        for number, name in enumerate(players):
            agent_named(name, game, number)
        self.game = game
        self.players = tuple(players)
        self.games = games
        self.seed = seed
        self.options = dict(options or {})
        self.components = dict(components or {})
        self.standings = [Standing(name) for name in players]
        self.played: list[PlayedGame] = []
        self.verdict = Verdict(len(players), seed)

    def tasks(self) -> Iterator[Task]:
        """Every game of the match, in order."""
        seats = len(self.players)
        for number in range(self.games):
            deal, turn = divmod(number, seats)
            order = tuple((seat - turn) % seats for seat in range(seats))
            names = tuple(self.players[i] for i in order)
            yield Task(self.game, names, order, self.seed + deal, self.options, self.components)

    def add(self, played: PlayedGame) -> None:
        """Count a finished game."""
        self.played.append(played)
        self.verdict.add(played)
        for i, standing in enumerate(self.standings):
            standing.games += 1
            standing.wins += played.wins[i]
            standing.points += played.scores[i]
            standing.seconds += played.seconds[i]
            standing.decisions += played.decisions[i]

    def cut(self) -> Match:
        """The match up to its verdict: games that were under way then do not count, so that it is the same match
        whatever the number of workers."""
        if self.verdict.decided is None:
            return self
        cut = Match(
            self.game, self.players, self.games, seed=self.seed, options=self.options, components=self.components
        )
        for played in sorted(self.played, key=lambda one: (one.task.seed, one.task.order)):
            if played.task.seed < self.seed + self.verdict.needed:
                cut.add(played)
        return cut

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "game": self.game,
            "games": len(self.played),
            "planned": self.games,
            "seed": self.seed,
            "options": self.options,
            "players": [standing.as_dict() | {"share_of_time": self._of_time(standing)} for standing in self.standings],
            "decided": self.verdict.as_dict(),
        }

    def _of_time(self, standing: Standing) -> float | None:
        """A player's part of the processor time of all: who thinks longer should be better."""
        spent = sum(each.seconds for each in self.standings)
        return round(standing.seconds / spent, 4) if spent else None

    def table(self) -> str:
        """The report as text."""
        if not self.played:
            return f"{self.game}: no game was finished"
        lines = [f"{self.game}: {len(self.played)} of {self.games} games, seeds from {self.seed}"]
        lines.append(
            f"{'player':<16} {'wins':>7}  {'95 % interval':<15} {'mean score':>10} {'ms/decision':>12} {'of CPU':>7}"
        )
        for row in self.as_dict()["players"]:
            low, high = row["interval"]
            between = f"{low:.1%} – {high:.1%}"
            pace = 1000 * row["seconds_per_decision"]
            figures = f"{row['win_rate']:>7.1%}  {between:<15} {row['mean_score']:>10.1f} {pace:>12.2f}"
            lines.append(f"{row['name']:<16} {figures} {row['share_of_time'] or 0:>7.1%}")
        if len(self.played) % len(self.players):
            lines.append(f"the last deal was not played from all {len(self.players)} seats")
        lines += self.verdict.told(self.players)
        return "\n".join(lines)


def play_match(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    components: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    folder: Path | None = None,
    on: str | None = None,
    until_decided: bool = False,
) -> Match:
    """Play a match, here or on a Ray cluster. Interrupted (Ctrl-C), it returns the games that were finished; what a
    folder keeps is not played again. It may end as soon as it is decided who is better."""
    match = Match(game, players, games, seed=seed, options=options, components=components)
    with suppress(KeyboardInterrupt), closing(run(match.tasks(), jobs=jobs, folder=folder, on=on)) as results:
        if progress is not None:
            progress(0, games)
        for done, played in enumerate(results, 1):
            match.add(played)
            if progress is not None:
                progress(done, games)
            if until_decided and match.verdict.decided:
                break
    return match.cut() if until_decided else match


def run(
    tasks: Iterable[Task], *, jobs: int | None = None, folder: Path | None = None, on: str | None = None
) -> Generator[PlayedGame, None, None]:
    """Play games on several cores, or on a Ray cluster; they come back in the order they end."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadSetup(f"a match needs 1 to {MOST_JOBS} jobs, not {jobs}")
    tasks = iter(tasks)
    here = jobs or cores()
    first = list(islice(tasks, max(here, HEAD)))  # all players of a match or ladder are among these
    warm_up(first)
    workers = jobs if on is not None else max(1, min(here, len(first)))
    with closing(stream(_recorded, chain(first, tasks), folder=folder, workers=workers, on=on)) as results:
        for task, data in results:
            yield PlayedGame.read(task, data)


def _recorded(task: Task) -> bytes:
    return play_task(task).written()


def warm_up(tasks: Sequence[Task]) -> None:
    """Compile (or load) what the players of these games need, before the processes part."""
    for name in sorted({name for task in tasks for name in task.players}):
        task = next(task for task in tasks if name in task.players)
        game, seats = find_game(task.game), len(task.players)
        position = Position(game, seats, task.seed, options=task.options, box=_box(game, task))
        player = agent_named(name, task.game, 1)
        if isinstance(player, Search):
            look_briefly(view_of(position))
        else:
            player.choose(view_of(position))


def play_task(task: Task) -> PlayedGame:
    """Play one game of a match."""
    game = find_game(task.game)
    seats = len(task.players)
    players = [agent_named(name, task.game, task.seed * 1000 + task.order[i]) for i, name in enumerate(task.players)]
    position, seconds, decisions = play_game(game, players, task.seed, task.options, _box(game, task))
    seat_of = {player: seat for seat, player in enumerate(task.order)}
    shares, scores = position.shares(), position.scores()
    by_player = [seat_of[player] for player in range(seats)]
    return PlayedGame(
        task,
        tuple(shares[seat] for seat in by_player),
        tuple(scores[seat] for seat in by_player),
        tuple(seconds[seat] for seat in by_player),
        tuple(decisions[seat] for seat in by_player),
        int(position.s.ply),
    )


def _box(game: Game, task: Task) -> Any:
    """The components of a game; None are the game's own."""
    return box_with(game, task.components) if task.components else None


def play_game(
    game: Game, players: Sequence[Player], seed: int, options: Mapping[str, str] | None = None, box: Any = None
) -> tuple[Position, list[float], list[int]]:
    """Play one game; the final position, and each seat's seconds (of the processor) and decisions
    (those with a choice)."""
    position = Position(game, len(players), seed, options=options, box=box, quiet=True)
    seconds, decisions = [0.0] * len(players), [0] * len(players)
    while not position.over:
        view = view_of(position)
        start = process_time()
        action = players[view.seat].choose(view)
        if len(view.numbers) > 1:
            seconds[view.seat] += process_time() - start
            decisions[view.seat] += 1
        if action not in view.numbers:
            raise IllegalAction(game.actions.called(action), f"{players[view.seat].name} chose it")
        position.push(action)
    return position, seconds, decisions


def view_of(position: Position) -> View:
    """The view of the seat to act, without history."""
    seat = position.player
    return View(position.engine.game, position.box, seat, position.seen_by(seat), position.legal(), (), None)
