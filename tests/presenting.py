"""A game that shows its table in another way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firstfire.kernel.game import Game


def presenting(game: Game, **changes: Any) -> Game:
    """The same game with something of its presentation changed."""
    return replace(game, presentation=replace(game.presentation, **changes))
