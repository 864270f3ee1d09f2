"""The player who learned: one look of a trained net at what its seat may know, no search.

    NetPlayer(seed=7).choose(table.view(0))

It reads the redacted view and nothing else: its observation and, if it learned to, how `prefer` likes each action.
Without a temperature it takes the action the net likes best; with one it draws among them, the likelier the better
liked. The same seed gives the same choices, whatever the machine.
"""

from __future__ import annotations

import secrets
from math import isfinite
from pathlib import Path
from random import Random as Stream

from ..errors import BadSetup
from ..kernel.compiling.exponential import exp
from ..kernel.game import Game
from ..kernel.presentation.complaints import complaint
from ..view import View
from .base import Budget, check_turn
from .policy.net import Net, net_for

WARMEST = 100.0


class NetPlayer:
    """The policy of a net: its best action, or one drawn at a temperature."""

    def __init__(
        self,
        seed: int | None = None,
        *,
        temperature: float = 0.0,
        path: Path | None = None,
        name: str = "net",
        interpreted: bool | None = None,
    ) -> None:
        if not (isfinite(temperature) and 0.0 <= temperature <= WARMEST):
            raise complaint(BadSetup, "temperature", most=f"{WARMEST:g}", temperature=temperature)
        self.name = name
        self.temperature = temperature
        self._path = path
        self._seed = secrets.randbits(64) if seed is None else seed
        self._interpreted = interpreted
        self._kept: tuple[Game, Net] | None = None

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """The action the net likes best, or one drawn by its liking."""
        check_turn(view)
        if len(view.numbers) == 1:
            return view.numbers[0]
        net = self._net(view.game)
        options = net.sensible(view.game, view.numbers)
        logits: list[float] = net.consider(view, options, interpreted=self._interpreted).tolist()
        if self.temperature == 0.0:
            return options[logits.index(max(logits))]
        stream = Stream(f"{self._seed} {view.seat} {view.state.ply}")
        return options[drawn(logits, self.temperature, stream.random())]

    def _net(self, game: Game) -> Net:
        if self._kept is None or self._kept[0] is not game:
            self._kept = (game, net_for(game, self._path, interpreted=self._interpreted))
        return self._kept[1]


def drawn(logits: list[float], temperature: float, luck: float) -> int:
    """Which of several is drawn at a temperature, by a number between 0 and 1."""
    best = max(logits)
    weights = [exp((logit - best) / temperature) for logit in logits]
    rest = luck * sum(weights)
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0.0:
            return place
    return logits.index(best)
