"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=0.15, depth=40, candidates=6, rivals=100)
LEVELS = (
    Effort(10, 0.6, 0.5, 4, 0.4),
    Effort(30, 0.5, 0.25),
    Effort(60, 0.15, 0.1),
    Effort(200, 0.06, 0.05),
    Effort(6000),
    Effort(15000, guided=True),
)
