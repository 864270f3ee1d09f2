"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=3.0, depth=60, candidates=0, rivals=100)
LEVELS = (
    Effort(8, errs=0.6, cap=0.5, sight=4, whims=0.55),
    Effort(60, errs=0.5, cap=0.2),
    Effort(200, errs=0.12, cap=0.1),
    Effort(300, errs=0.9, cap=0.08, guided=True),
    Effort(400, errs=0.25, cap=0.05, guided=True),
    Effort(4000, guided=True),
)
