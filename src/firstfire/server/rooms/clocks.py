"""Clocks: thinking time at a table that has it. Bots have all the time in the world.

Time is measured by a clock that never goes back or jumps. What was thought is charged when a server stops
(`Running.spend`), and the time until the next one starts is nobody's. Only where a server was killed has the next one
to believe the clock on the wall for what passed meanwhile; then nobody is out of time at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..store.events import Event
from ..store.story import COME_BACK, Story


class Running(NamedTuple):
    """A clock that runs, without its table."""

    seat: int
    left: int  # milliseconds, when it was charged last
    since: float
    events: int  # so far

    @property
    def until(self) -> float:
        """When its time will be up."""
        return self.since + self.left / 1000

    def spend(self, now: float, wall: float) -> Event:
        """What is to be stored when nobody goes on with it here: what was thought is spent, and whatever passes until
        the table wakes is nobody's."""
        spent = max(0, min(self.left, int((now - self.since) * 1000)))
        return Event(self.events + 1, int(wall * 1000), "spend", {"seat": self.seat, "spent": spent})


class Clocks:
    """The running clock of one table; what is left at the end of each turn is in the story."""

    def __init__(self, story: Story, now: float, wall: float, thinking_since: float | None = None) -> None:
        self.story = story
        self.turn_since = story.turn_since or int(wall * 1000)  # since when the seat to act has the turn: to show
        self.thinking_since = now  # since when nothing of its time was charged
        if thinking_since is not None:
            self.thinking_since = thinking_since
        elif story.charged_at and not story.stands and (seat := self._ticking()) is not None:
            passed = max(0.0, wall - story.charged_at / 1000)
            self.thinking_since = now - max(0.0, min(passed, story.left[seat] / 1000 - COME_BACK))

    def _ticking(self) -> int | None:
        """The seat whose clock runs."""
        if not self.story.left:
            return None
        player = self.story.player
        return player if player is not None and self.story.chairs[player].kind == "person" else None

    def happened(self, event: Event, turn_passed: bool, player: int | None, now: float, wall: float) -> None:
        """Something happened while a seat was to act. An action charges the time since the last one to who
        played it; so does an undo, to who takes back (else one could play and take back for ever). Who else leaves a
        seat, or comes back to it, gives nobody time."""
        if turn_passed or (event.is_a.stirs and event.charges(player)):
            self.turn_since, self.thinking_since = int(wall * 1000), now
        elif event.is_a.is_version:
            self.thinking_since = now

    def running(self) -> Running | None:
        """The clock that runs, for who puts the table away."""
        seat = self._ticking()
        return None if seat is None else Running(seat, self.story.left[seat], self.thinking_since, self.story.count)

    def since_last(self, now: float) -> int:
        """Milliseconds since anything was charged, whosever turn it is (none without a clock)."""
        return max(0, int((now - self.thinking_since) * 1000)) if self.story.left else 0

    def spent(self, now: float) -> int:
        """Milliseconds the seat to act has thought (none without a clock, none for bots)."""
        return 0 if self._ticking() is None else max(0, int((now - self.thinking_since) * 1000))

    def ran_out(self, now: float) -> int | None:
        """The seat that has no time left."""
        seat = self._ticking()
        return seat if seat is not None and self.spent(now) >= self.story.left[seat] else None

    def alarm(self) -> float | None:
        """When the time of the seat to act will be up."""
        seat = self._ticking()
        return None if seat is None else self.thinking_since + self.story.left[seat] / 1000

    def rows(self, now: float) -> list[dict[str, Any]] | None:
        """All clocks as viewers see them; None without clocks."""
        if not self.story.left:
            return None
        running, spent = self._ticking(), self.spent(now)
        return [
            {"seat": seat, "left": max(0, left - (spent if seat == running else 0)), "running": seat == running}
            for seat, left in enumerate(self.story.left)
        ]
