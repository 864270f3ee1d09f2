"""How good the levels of a game are: each against the one below, and what they do that no person would.

    report = measure("totem", games=40, judged=200)
    print(report.table())

Every step is a match of two (seats rotate, deals are played from both); the child meets random play and the hunter
greedy as well. Then each level from the hunter up is watched (watching.py). Deals of the matches and of the watching
differ, and none of them is one that numbers were tuned on if the seed is a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadSetup
from ..games import game as find_game
from ..players.levels import NAMES
from .match import Match, play_match
from .watching import JUDGE, Watched, watch

HUNTER = NAMES.index("hunter")
ASIDE = 500_000  # the watched deals lie so far behind those of the matches


@dataclass(frozen=True)
class LevelReport:
    """Matches between neighbours, and what was seen of each level."""

    game: str
    steps: tuple[Match, ...]
    watched: tuple[Watched, ...]

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "game": self.game,
            "steps": [match.as_dict() for match in self.steps],
            "watched": [watched.as_dict() for watched in self.watched],
        }

    def table(self) -> str:
        """The report as text."""
        lines = [f"{self.game}: each level against the one below (95 % interval), then what it does against itself"]
        for match in self.steps:
            first, second = match.players
            row = match.as_dict()["players"][0]
            low, high = row["interval"]
            rate = f"{row['win_rate']:.1%} [{low:.1%} – {high:.1%}]" if match.played else "no game was finished"
            lines.append(f"  {first} over {second}: {rate} of {len(match.played)} games, seeds from {match.seed}")
        return "\n".join([*lines, *(f"  {watched.line()}" for watched in self.watched)])


def steps_of(names: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom: each level the one below, the child random play, the hunter greedy."""
    aside = {"child": "random", "hunter": "greedy"}
    found = [(name, aside[name]) for name in names if name in aside]
    return found + list(zip(names[1:], names[:-1], strict=True))


def measure(
    game: str,
    *,
    levels: Sequence[str] = NAMES,
    games: int = 40,
    watched: int = 10,
    share: float = 0.1,
    simulations: int = JUDGE,
    seed: int = 1,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LevelReport:
    """Measure levels, weakest first. `watched` games of each from the hunter up are looked at (0: none)."""
    if 2 not in find_game(game).seats:
        raise BadSetup(f"levels are measured in games of two; {game} has none")
    unknown = [name for name in levels if name not in NAMES]
    if unknown or not levels:
        raise BadSetup(f"levels are {', '.join(NAMES)}, not {', '.join(unknown) or 'nobody'}")
    pairs = steps_of(levels)
    looked_at = [name for name in levels if NAMES.index(name) >= HUNTER] if watched else []
    total = len(pairs) + len(looked_at)
    matches, seen = [], []
    for number, (first, second) in enumerate(pairs):
        matches.append(play_match(game, [first, second], games, seed=seed + number * games, jobs=jobs))
        if progress is not None:
            progress(number + 1, total)
    for number, name in enumerate(looked_at, len(pairs)):
        seen.append(watch(game, name, watched, seed=seed + ASIDE, share=share, simulations=simulations, jobs=jobs))
        if progress is not None:
            progress(number + 1, total)
    return LevelReport(game, tuple(matches), tuple(seen))
