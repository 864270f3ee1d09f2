"""The player who picks anything."""

from __future__ import annotations

from random import Random as Stream

from ..view import View
from .base import Budget, check_turn


class Random:
    """Every legal action is equally likely."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._stream = Stream(seed)

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """Any legal action."""
        check_turn(view)
        return self._stream.choice(view.numbers)
