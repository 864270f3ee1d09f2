"""The hyper-parameters of the search, for each game: the numbers that `firstfire.lab.tuning` found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ..errors import BadSetup

RANGES: dict[str, tuple[float, float]] = {
    "curiosity": (0, 100),
    "sharpness": (-100, 100),
    "margin": (0, 1),
    "doubt": (-1, 1),
    "stake": (0, 1),
    "depth": (0, 100_000),
    "tail": (0, 1000),
    "candidates": (0, 1000),
    "patience": (1, 1_000_000),
    "rivals": (0, 100),
    "suspicion": (0, 10),
}


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search. `prefer` and `value` are the game's own (its `strategy/`)."""

    curiosity: float = 1.0  # how much exploring counts against what is known (c_puct)
    sharpness: float = 1.0  # how much `prefer` counts: priors are exp(sharpness * prefer), an inverse temperature
    margin: float = 0.1  # the part of a finished game's reward that goes by the points
    doubt: float = 0.0  # how much worse than its parent an untried action is taken to be (first-play urgency)
    stake: float = 1.0  # exploring counts by the span of the rewards met, but at least by this
    depth: int = 10  # decisions of a rollout before `value` judges
    tail: int = 8  # decisions more to finish the mover's turn
    candidates: int = 2  # random actions compared by `prefer` in each decision of a rollout; 0: by habit
    patience: int = 2  # visits before a node gets children (expansion threshold)
    suspicion: int = 1  # how often each deal is made likelier by what the game suspects of rivals (belief reweighting)
    rivals: int = 0  # how many of a hundred decisions of rivals in the tree follow their habits, the rest think

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise BadSetup(f"the setting {name} of a search is between {least:g} and {most:g}")

    def changed(self, changes: Sequence[str]) -> SearchSettings:
        """These settings with some changed, each written `name=value`."""
        kinds = {field.name: type(getattr(self, field.name)) for field in fields(self)}
        new: dict[str, Any] = {}
        for change in changes:
            name, _, value = change.partition("=")
            try:
                new[name] = kinds[name](value)
            except (KeyError, ValueError):
                raise BadSetup(f"a search has no setting {change!r}; it has: {', '.join(kinds)}") from None
        return replace(self, **new)


SETTINGS: dict[str, SearchSettings] = {
    "totem": SearchSettings(sharpness=3.0, depth=60, candidates=0, rivals=100),
    "honga": SearchSettings(sharpness=0.15, depth=40, candidates=6, rivals=100),
    "neta_tanka": SearchSettings(sharpness=0.4, depth=40, candidates=6, rivals=100),
    "doggerland": SearchSettings(sharpness=0.6, depth=80, candidates=20),
    "prehistory": SearchSettings(sharpness=3.0, depth=60, candidates=6),
}


# A lone player's chances may all be small, and nobody's moves stand between its own.
ALONE: dict[str, SearchSettings] = {
    "doggerland": SearchSettings(sharpness=1.0, margin=0.5, stake=0.02, depth=300, candidates=0),
}


def settings_for(game: str, seats: int = 2) -> SearchSettings:
    """The settings for a game and a number of players; a game we do not know gets the middle of the road."""
    if seats == 1:
        return ALONE.get(game, replace(settings_for(game), stake=0.02))
    return SETTINGS.get(game, SearchSettings())
