"""The sensible beginner: takes the action its game's `prefer` likes best."""

from __future__ import annotations

from random import Random as Stream

from ..kernel.engines.engine import engine_for
from ..view import View
from .base import Budget, check_turn


class Greedy:
    """The best-liked action; chance decides among equals."""

    name = "greedy"

    def __init__(self, seed: int | None = None, *, interpreted: bool | None = None) -> None:
        self._stream = Stream(seed)
        self._interpreted = interpreted

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """One of the best-liked legal actions."""
        check_turn(view)
        prefer = engine_for(view.game, interpreted=self._interpreted).prefer
        liking = {number: prefer(view.state, view.box, number) for number in view.numbers}
        best = max(liking.values())
        return self._stream.choice([number for number, like in liking.items() if like == best])
