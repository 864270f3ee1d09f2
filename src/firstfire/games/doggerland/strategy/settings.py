"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=0.6, depth=80, candidates=20)
SEARCH_ALONE = SearchSettings(sharpness=1.0, margin=0.5, stake=0.02, depth=300, candidates=0)
LEVELS = (
    Effort(12, 0.6, 0.5, 4, 0.4),
    Effort(30, 0.5, 0.25),
    Effort(60, 0.12, 0.1),
    Effort(160, 0.05, 0.05),
    Effort(2500),
    Effort(6000),
)
