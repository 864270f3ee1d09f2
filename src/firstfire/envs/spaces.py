"""Spaces: the observations and actions of a game as Gymnasium describes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ..kernel.game import Game


def action_space(game: Game) -> Any:
    """All actions of a game, by number."""
    return spaces.Discrete(len(game.actions))


def observation_space(game: Game) -> Any:
    """What a seat knows as a row of whole numbers, each in its range, and what it may do."""
    low, high = ranges(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )


def ranges(game: Game) -> tuple[Any, Any]:
    """The lowest and the highest value of every number of an observation. What can have one value only (the number of
    players of a game for two) gets room for another: Gymnasium takes a space without room for a mistake."""
    described = game.observation
    low, high = np.zeros(described.size, np.int16), np.zeros(described.size, np.int16)
    for feature in described.features:
        places = list(feature.places)
        low[places], high[places] = feature.low, feature.high
    return low, np.maximum(high, low + 1).astype(np.int16)
