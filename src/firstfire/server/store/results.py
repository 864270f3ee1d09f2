"""Results: what remains of a finished game in the histories and ratings of those who played it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .story import Chair, Story

BOT = "bot "  # before a level: who is rated, where it is no guest


@dataclass(frozen=True)
class SeatOutcome:
    """How one seat ended, and whose it was."""

    seat: int
    name: str
    level: str | None  # of a bot that sat there from the beginning
    place: int
    points: int
    owner: str  # the guest who is rated for it; empty for a bot
    guests: tuple[str, ...]  # everybody who has it in their history
    left: bool  # its owner had left, or run out of time, and did not come back
    mark: str = ""
    colour: int = 0

    @property
    def subject(self) -> str:
        """Who is rated."""
        return self.owner or f"{BOT}{self.level}"


@dataclass(frozen=True)
class GameResult:
    """A finished game."""

    table: str
    game: str
    at: int
    rated: bool
    seats: tuple[SeatOutcome, ...]
    counts: bool = True  # in records

    def told(self, seat: SeatOutcome) -> dict[str, Any]:
        """The game as it stands in the history of who sat there."""
        told = ("seat", "name", "level", "place", "points", "mark", "colour")
        others = [{name: getattr(each, name) for name in told} for each in self.seats if each is not seat]
        uncounted = {} if self.counts else {"counts": False}
        return {
            "seat": seat.seat, "name": seat.name, "place": seat.place, "points": seat.points, "left": seat.left,
            "players": len(self.seats), "rated": self.rated, "others": others, **uncounted,
        }  # fmt: skip


@dataclass(frozen=True)
class Past:
    """A finished game in somebody's history."""

    table: str
    seat: int
    game: str
    at: int
    data: dict[str, Any]


def game_result(story: Story) -> GameResult:
    """What a finished game leaves."""
    outcome = story.table.outcome() if story.table is not None else None
    if outcome is None:
        raise ValueError(f"the game at table {story.id} is not over")
    seats = tuple(
        _seat(seat, chair, rank, points, len(story.chairs))
        for seat, (chair, rank, points) in enumerate(zip(story.chairs, outcome.ranks, outcome.scores, strict=True))
    )
    rated = _is_rated(story, seats)
    return GameResult(
        story.id, story.setup.game, story.changed, rated, seats, counts=not story.continued and story.components is None
    )


def _seat(seat: int, chair: Chair, rank: int, points: int, players: int) -> SeatOutcome:
    left = chair.gone in ("clock", "left")
    owner = "" if chair.kind == "bot" and not chair.gone else chair.owner
    guests = chair.holders or {owner}
    place = players if left else rank
    level = None if owner else chair.level
    known = tuple(sorted(guests - {""}))
    return SeatOutcome(
        seat, chair.name, level, int(place), int(points), owner, known, left, chair.mark, chair.colour
    )  # fmt: skip


def _is_rated(story: Story, seats: tuple[SeatOutcome, ...]) -> bool:
    """Whether a game says anything about strength: no chosen luck or components, nobody was advised or took a bot's
    answer back, no bot failed or played for a person who is away or came back, and everybody played one seat only."""
    owners = [seat.owner for seat in seats if seat.owner]
    return (
        len(seats) > 1
        and bool(owners)
        and not story.setup.seeded
        and story.components is None
        and not story.advised
        and not story.retried
        and not any(chair.gone == "away" or (chair.is_helped and not chair.gone) for chair in story.chairs)
        and not any(happening.what == "failed" for happening in story.happenings.values())
        and len(owners) == len(set(owners))
    )
