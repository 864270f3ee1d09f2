"""Ladders: ratings of players from matches between neighbours.

    ladder = climb("totem", games=40)
    print(ladder.table())

Every player meets the next one and the one after (with more seats: as many as there are chairs); the ratings are the
Plackett-Luce model's, with two seats the Bradley-Terry model's, in Elo points above the first player, with one drawn
game added to each group that met: a clean sweep tells no distance, and its rating is a cautious one. OpenSkill updates
the same model game by game; here all games are at hand, so that the most likely ratings and their intervals are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BadSetup
from ..games import game as find_game
from ..players.levels import NAMES
from .match import Match, run
from .statistics import Group, Met, Pairing, Ratings, ratings, wilson

DEFAULT = ("random", *NAMES[:2], "greedy", *NAMES[2:])


@dataclass(frozen=True)
class Ladder:
    """Ratings, and the matches they come from."""

    game: str
    players: tuple[str, ...]
    pairings: tuple[Met, ...]

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data; nothing is known of a player without a finished game."""
        found = ratings(len(self.players), self.pairings)
        return {
            "game": self.game,
            "players": [self._player(number, found) for number in range(len(self.players))],
            "pairings": [self._pairing(pairing) for pairing in self.pairings if pairing.games],
        }

    def _player(self, number: int, found: Ratings) -> dict[str, Any]:
        games = sum(pairing.games for pairing in self.pairings if number in pairing.players)
        known = {
            "rating": round(found.elo[number]),
            "interval": _around(found.elo[number], found.reach[number]),
            "above_last": round(found.step[number]),
            "above_last_interval": _around(found.step[number], found.step_reach[number]),
        }
        return {"name": self.players[number], "games": games} | (known if games else dict.fromkeys(known))

    def _pairing(self, pairing: Met) -> dict[str, Any]:
        rates = [round(share / max(pairing.games, 1), 4) for share in pairing.shares]
        intervals = [[round(end, 4) for end in wilson(share, pairing.games)] for share in pairing.shares]
        told: dict[str, Any] = {"players": [self.players[i] for i in pairing.players], "games": pairing.games}
        if len(rates) == 2:  # one is the mirror of the other
            return {**told, "win_rate": rates[0], "interval": intervals[0]}
        return {**told, "win_rates": rates, "intervals": intervals}

    def table(self) -> str:
        """The report as text."""
        report = self.as_dict()
        if not report["pairings"]:
            return f"{self.game}: no game was finished"
        lines = [f"{self.game}: ratings above {self.players[0]} (Elo, 95 % interval), and above the one before"]
        for row in report["players"]:
            if not row["games"]:
                lines.append(f"{row['name']:<16} has not finished a game")
                continue
            low, high = row["interval"]
            least, most = row["above_last_interval"]
            step = f"  {row['above_last']:+} [{least:+}, {most:+}]" if row is not report["players"][0] else ""
            lines.append(f"{row['name']:<16} {row['rating']:>6}  [{low}, {high}]  {row['games']} games{step}")
        lines += [_told(row) for row in report["pairings"]]
        if any(rate in (0, 1) for row in report["pairings"] for rate in row.get("win_rates", [row.get("win_rate")])):
            lines.append("who won every game may be any distance ahead: a drawn game is added to each pair")
        return "\n".join(lines)


def _told(row: dict[str, Any]) -> str:
    """What a group did, as a line."""
    if "win_rate" in row:
        first, second = row["players"]
        low, high = row["interval"]
        return f"  {first} against {second}: {row['win_rate']:.1%} [{low:.1%} – {high:.1%}] of {row['games']} games"
    each = (
        f"{name} {rate:.1%} [{low:.1%} – {high:.1%}]"
        for name, rate, (low, high) in zip(row["players"], row["win_rates"], row["intervals"], strict=True)
    )
    return f"  {', '.join(each)} of {row['games']} games"


def climb(
    game: str,
    *,
    players: Sequence[str] = DEFAULT,
    games: int = 40,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    jobs: int | None = None,
    reach: int = 2,
    seats: int = 2,
    progress: Callable[[int, int], None] | None = None,
    folder: Path | None = None,
    on: str | None = None,
    until_decided: bool = False,
) -> Ladder:
    """Play the matches of a ladder; interrupted, it rates what was played. A pair may end as soon as it is decided who
    is better."""
    if seats < 2 or seats not in find_game(game).seats:
        raise BadSetup(f"a ladder of {game} cannot be played by {seats} at a table")
    if len(players) < seats or len(set(players)) < len(players):
        raise BadSetup(f"a ladder needs at least {seats} players, each named once")
    groups = (
        [(j, i) for i in range(len(players)) for j in range(i + 1, min(i + reach, len(players) - 1) + 1)]
        if seats == 2
        else [tuple(reversed(range(i, i + seats))) for i in range(len(players) - seats + 1)]
    )
    matches = {group: Match(game, [players[i] for i in group], games, seed=seed, options=options) for group in groups}
    by_names = {match.players: match for match in matches.values()}
    # Deal by deal through all pairs, so that an interrupted ladder knows something about everybody.
    rounds = zip(*(match.tasks() for match in matches.values()), strict=True)
    tasks = (
        task
        for tasks in rounds
        for task, match in zip(tasks, matches.values(), strict=True)
        if not (until_decided and match.verdict.decided)
    )
    with suppress(KeyboardInterrupt), closing(run(tasks, jobs=jobs, folder=folder, on=on)) as results:
        if progress is not None:
            progress(0, games * len(matches))
        for done, played in enumerate(results, 1):
            names = tuple(name for _, name in sorted(zip(played.task.order, played.task.players, strict=True)))
            by_names[names].add(played)
            if progress is not None:
                progress(done, games * len(matches))
    found = {group: match.cut() if until_decided else match for group, match in matches.items()}
    return Ladder(game, tuple(players), tuple(_met(group, match) for group, match in found.items()))


def _met(group: tuple[int, ...], match: Match) -> Met:
    shares = tuple(standing.wins for standing in match.standings)
    if len(group) == 2:
        return Pairing(*group, shares[0], len(match.played))
    return Group(group, shares, len(match.played))


def _around(middle: float, reach: float) -> list[int]:
    return [round(middle - reach), round(middle + reach)]
