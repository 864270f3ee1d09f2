"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=0.6, depth=80, candidates=20)
SEARCH_ALONE = SearchSettings(sharpness=1.0, margin=0.5, stake=0.02, depth=300, candidates=0)
LEVELS = (
    Effort(30, errs=0.42, cap=0.25, sight=24, whims=0.03),
    Effort(42, errs=0.42, cap=0.2),
    Effort(60, errs=0.12, cap=0.1),
    Effort(160, errs=0.05, cap=0.05),
    Effort(500, crowd=1000),
    Effort(6000),
)
