"""What a player is, and what it may spend."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Protocol, SupportsIndex

from ..errors import BadSetup
from ..kernel.presentation.complaints import complaint, quoted
from ..kernel.rules.actions import whole_number
from ..view import View

MOST_SIMULATIONS = 10**9
MOST_SECONDS = 86400.0
MOST_THREADS = 256


@dataclass(frozen=True)
class Budget:
    """How much a player may think about one decision: simulations, or seconds (of the clock, or of the processor: a
    busy machine takes nothing from those)."""

    simulations: int = 0
    seconds: float = 0.0
    of_processor: bool = False

    def __post_init__(self) -> None:
        simulations = whole_number(self.simulations)
        if simulations is None or isinstance(self.seconds, bool) or not hasattr(self.seconds, "__float__"):
            raise BadSetup("a budget is a whole number of simulations, or seconds")
        object.__setattr__(self, "simulations", simulations)
        object.__setattr__(self, "seconds", float(self.seconds))
        if (self.simulations > 0) == (self.seconds > 0) or min(self.simulations, self.seconds) < 0:
            raise complaint(BadSetup, "budget_none")
        if self.simulations > MOST_SIMULATIONS or not isfinite(self.seconds) or self.seconds > MOST_SECONDS:
            raise complaint(BadSetup, "budget_most", simulations=MOST_SIMULATIONS, seconds=f"{MOST_SECONDS:g}")
        if self.of_processor and not self.seconds:
            raise BadSetup("processor time is a budget in seconds, not in simulations")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """'2000' is so many simulations, '0.5s' half a second, '0.5cpu' half a second of the processor."""
        if not isinstance(text, str):
            raise complaint(BadSetup, "budget", text=quoted(text))
        try:
            if text.endswith("cpu"):
                return cls(seconds=float(text[:-3]), of_processor=True)
            return cls(seconds=float(text[:-1])) if text.endswith("s") else cls(simulations=int(text))
        except ValueError:
            raise complaint(BadSetup, "budget", text=quoted(text)) from None

    def shared(self, threads: SupportsIndex) -> list[Budget]:
        """What each of several threads may spend: its part of the simulations (at least one), or all the seconds."""
        count = number_of_threads(threads)
        if not self.simulations:
            return [self] * count
        least, more = divmod(self.simulations, count)
        return [Budget(simulations=max(1, least + (thread < more))) for thread in range(count)]

    def __str__(self) -> str:
        return str(self.simulations) if self.simulations else f"{self.seconds:g}{'cpu' if self.of_processor else 's'}"


def number_of_threads(threads: object) -> int:
    """How many threads a search has; what is no such number is refused."""
    count = whole_number(threads)
    if count is None or not 1 <= count <= MOST_THREADS:
        raise complaint(BadSetup, "threads", most=MOST_THREADS, threads=quoted(threads))
    return count


def check_turn(view: View) -> None:
    """Refuse a view whose seat has nothing to decide."""
    if not view.numbers:
        raise BadSetup(f"it is not the turn of seat {view.seat}, or the game is over")


class Player(Protocol):
    """Chooses one of the legal actions of a view."""

    name: str

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """The number of the chosen action; `view.numbers` is never empty. A budget given here
        goes before the player's own; players that do not search need none."""
        ...
