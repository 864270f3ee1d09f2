"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=3.0, depth=60, candidates=6)
LEVELS = (
    Effort(12, 0.6, 0.5, 4, 0.4),
    Effort(30, 0.5, 0.25),
    Effort(60, 0.15, 0.1),
    Effort(200, 0.05, 0.05),
    Effort(4000),
    Effort(10000),
)
