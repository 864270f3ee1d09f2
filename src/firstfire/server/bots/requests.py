"""What goes to a thinking process and comes back. Small, for every worker loads it."""

from __future__ import annotations

from dataclasses import dataclass

Advice = tuple[tuple[int, float | None, int | None, float | None], ...]  # action, chance to win, visits, points


@dataclass(frozen=True)
class BotRequest:
    """What somebody who thinks for a seat gets: the redacted record and nothing else."""

    game: str
    seat: int
    level: str
    state: bytes
    numbers: tuple[int, ...]
