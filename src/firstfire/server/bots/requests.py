"""What goes to a thinking process and comes back. Small, for every worker loads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class AdvisedAction(NamedTuple):
    """An action an elder names: the chance to win, how often it was tried, the points in the end, and why (kinds and
    sentences, of the best one)."""

    action: int
    worth: float | None
    visits: int | None
    points: float | None
    reasons: tuple[tuple[str, str], ...] = ()


Advice = tuple[AdvisedAction, ...]


@dataclass(frozen=True)
class BotRequest:
    """What somebody who thinks for a seat gets: the redacted record and nothing else."""

    game: str
    seat: int
    level: str
    state: bytes
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Reader:
    """Whom advice is written for: the language, what the players are called, and which seat is "you"."""

    language: str
    names: tuple[str, ...]
    seat: int
